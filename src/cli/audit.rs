//! `sgfkit audit`.

use super::args::AuditArgs;
use super::{Done, Failure, session};
use crate::audit::Options;
use crate::record::Lines;
use crate::replay;

pub(super) fn run(args: &AuditArgs) -> Result<Done, Failure> {
    let judge = &args.judge;
    let options = Options {
        lines: if judge.variations { Lines::All } else { Lines::Main },
        replay: replay::Options { ko: judge.ko.into(), after_illegal: judge.after_illegal.into() },
    };
    session::run("audit", &args.input, &args.output, options)
}
