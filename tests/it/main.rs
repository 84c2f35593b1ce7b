//! Tests of the library and the program from outside, in one program; a module a theme.

mod ancient;
mod causes;
mod cut;
mod dups;
mod engine;
mod explanations;
mod faults;
mod fix;
mod fuzz_seeds;
mod go_oracle;
mod merge;
mod packed;
mod packs;
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
mod slow_board;
mod stats;
mod trouble;
