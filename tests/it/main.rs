//! Tests of the library and the program from outside, in one program; a module a theme.

mod causes;
mod dups;
mod engine;
mod explanations;
mod fix;
mod go_oracle;
mod merge;
mod packed;
mod page;
mod parquet;
mod program;
mod reader;
mod readme;
mod rescore;
mod resume;
mod run;
mod sample;
mod show;
mod stats;
mod trouble;
