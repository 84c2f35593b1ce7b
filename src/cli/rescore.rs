//! `sgfkit rescore`.

use super::args::RescoreArgs;
use super::session::{self, Counting};
use super::{Done, Failure};
use crate::audit::Options;
use crate::record::Lines;
use crate::rescore::{DeadChoice, Settings};
use std::time::Duration;

pub(super) fn run(args: &RescoreArgs) -> Result<Done, Failure> {
    let dead: DeadChoice = args.dead.into();
    if (dead == DeadChoice::Engine) != args.engine.is_some() {
        return Err("--dead engine and --engine CMD go together".into());
    }
    let settings = Settings {
        komi: args.komi,
        handicap_return: args.handicap_return.into(),
        dead,
        ancient: args.ancient,
        all: args.all,
    };
    let engine = args.engine.clone().map(|command| (command, Duration::from_secs(args.engine_limit)));
    let options = Options { lines: Lines::Main, replay: args.judge.options(), ..Options::default() };
    session::run("rescore", &args.input, &args.output, options, Some(&Counting { settings, engine }))
}
