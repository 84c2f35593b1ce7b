//! `sgfkit audit`.

use super::args::AuditArgs;
use super::{Done, Failure, session};
use sgfkit::audit::Options;
use sgfkit::record::Lines;

pub(super) fn run(args: &AuditArgs) -> Result<Done, Failure> {
    let lines = if args.variations { Lines::All } else { Lines::Main };
    let options = Options { lines, replay: args.judge.options(), causes: args.causes };
    session::run("audit", &args.input, &args.output, options, None)
}
