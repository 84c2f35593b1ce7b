//! `sgfkit audit`.

use super::args::AuditArgs;
use super::{Done, Failure, session};
use sgfkit::audit::Options;
use sgfkit::record::Branches;

pub(super) fn run(args: &AuditArgs) -> Result<Done, Failure> {
    let branches = if args.variations { Branches::All } else { Branches::Main };
    let options = Options { branches, replay: args.judge.options(), causes: args.causes };
    session::run("audit", &args.input, &args.output, options, None)
}
