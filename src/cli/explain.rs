//! `sgfkit explain`.

use super::args::ExplainArgs;
use super::{Done, Failure};
use sgfkit::finding::{Code, Selection};
use std::io::{self, Write};

pub(super) fn run(args: &ExplainArgs) -> Result<Done, Failure> {
    let mut out = io::stdout().lock();
    match &args.finding {
        Some(word) => match Code::find(word) {
            Some(code) => {
                writeln!(out, "{}", code.explanation().trim_end())?;
                writeln!(out, "\nSeverity: {}", code.severity())?;
            }
            // What `--select` takes for several findings lists these.
            None => list(Selection::parse([word], [])?, &mut out)?,
        },
        None => list(Selection::ALL, &mut out)?,
    }
    Ok(Done::Clean)
}

fn list(wanted: Selection, out: &mut impl Write) -> io::Result<()> {
    for &code in Code::ALL.iter().filter(|&&code| wanted.contains(code)) {
        writeln!(out, "{} {:<24} {:<8} {}", code.code(), code, code.severity(), code.summary())?;
    }
    Ok(())
}
