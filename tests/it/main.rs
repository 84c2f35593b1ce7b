//! Tests of the library and the program from outside, in one program; a module a theme.

mod dups;
mod explanations;
mod fix;
mod go_oracle;
mod program;
mod reader;
mod readme;
mod rescore;
mod run;
mod sample;
mod trouble;
