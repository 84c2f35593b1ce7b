//! Tests of the library from outside, in one program; a module a theme.

mod explanations;
mod go_oracle;
mod program;
mod readme;
mod run;
mod sample;
