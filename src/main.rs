//! The program: reads the arguments, runs what they ask for, and says with its exit code how it went.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
