//! `sgfkit rescore`.

use super::args::RescoreArgs;
use super::session::{self, Counting};
use super::{Done, Failure};
use sgfkit::audit::Options;
use sgfkit::count::{Engine, HandicapReturn};
use sgfkit::page::Flagger;
use sgfkit::record::{Branches, RulesChoice};
use sgfkit::rescore::{DeadChoice, Settings};
use sgfkit::stats;
use std::time::Duration;

pub(super) fn run(args: &RescoreArgs) -> Result<Done, Failure> {
    count("rescore", args, None, None)
}

/// Counts the games, for a command that may want statistics and a page too.
pub(super) fn count(
    command: &str,
    args: &RescoreArgs,
    stats: Option<stats::Settings>,
    page: Option<Flagger>,
) -> Result<Done, Failure> {
    let dead: DeadChoice = args.dead.into();
    if (dead == DeadChoice::Engine || args.compare_engine) != args.engine.is_some() {
        return Err("--engine CMD goes together with --dead engine or --compare-engine".into());
    }
    if dead == DeadChoice::Engine && args.compare_engine {
        return Err("--compare-engine sets the engine beside another judgement; take another --dead".into());
    }
    let rules = args.judge.rules();
    if rules == RulesChoice::Ancient && (args.komi.is_some() || args.handicap_return.is_some()) {
        return Err(
            "the ancient rules have no komi and no return for a handicap: leave --komi and --handicap-return out"
                .into(),
        );
    }
    let default = Settings::default();
    let settings = Settings {
        komi: args.komi.unwrap_or(default.komi),
        handicap_return: args.handicap_return.map_or(default.handicap_return, HandicapReturn::from),
        dead,
        rules,
        all: args.all,
        compare_engine: args.compare_engine,
    };
    let engine = args.engine.clone().map(|command| (command, Duration::from_secs(args.engine_limit)));
    if let Some((command, limit)) = &engine {
        // Told now, and not once a game.
        Engine::new(command, *limit).start().map_err(|error| error.to_string())?;
    }
    let options = Options { branches: Branches::Main, replay: args.judge.options(), ..Options::default() };
    session::run(command, &args.input, &args.output, options, Some(&Counting { settings, engine, stats, page }))
}
