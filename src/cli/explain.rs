//! `sgfkit explain`.

use super::args::ExplainArgs;
use super::{Done, Failure};
use crate::finding::{Code, UnknownCode};
use std::io::{self, Write};

pub(super) fn run(args: &ExplainArgs) -> Result<Done, Failure> {
    let mut out = io::stdout().lock();
    match &args.finding {
        Some(word) => {
            let code = Code::find(word).ok_or_else(|| UnknownCode::new(word))?;
            writeln!(out, "{}", code.explanation().trim_end())?;
            writeln!(out, "\nSeverity: {}", code.severity())?;
        }
        None => {
            for &code in Code::ALL {
                writeln!(out, "{} {:<24} {:<8} {}", code.code(), code, code.severity(), code.summary())?;
            }
        }
    }
    Ok(Done::Clean)
}
