//! Tests of the library and the program from outside, in one program; a module a theme.

mod explanations;
mod go_oracle;
mod merge;
mod packed;
mod program;
mod reader;
mod readme;
mod rescore;
mod resume;
mod run;
mod sample;
mod trouble;
