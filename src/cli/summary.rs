//! What a run came to: in words for people, as JSON for programs.

use super::args::{InputArgs, OutputArgs};
use super::journal::number;
use super::{Failure, say};
use indicatif::HumanCount;
use serde::Serialize;
use sgfkit::archive;
use sgfkit::finding::{Code, Severity};
use sgfkit::report::folder::{Folder, SUMMARY};
use sgfkit::report::tally::Tally;
use std::fmt::Write;
use std::time::SystemTime;

/// A run that is over.
pub(super) struct Run<'a> {
    pub(super) command: &'a str,
    pub(super) started: SystemTime,
    pub(super) seconds: f64,
    pub(super) input: &'a InputArgs,
    pub(super) output: &'a OutputArgs,
    pub(super) total: &'a Tally,
    /// What the rows depend on beside the inputs.
    pub(super) settings: &'a str,
}

/// Writes `summary.json`.
pub(super) fn write(folder: &Folder, run: &Run<'_>) -> Result<(), Failure> {
    write_json(folder, &json(run)?, run.output.quiet)
}

/// Writes the last file of a run, and says what lies in the folder beside what the run wrote.
pub(super) fn write_json(folder: &Folder, json: &str, quiet: bool) -> Result<(), Failure> {
    let mut pending = folder.start(SUMMARY)?;
    folder.write(&mut pending, json.as_bytes())?;
    folder.finish(pending)?;
    let others = folder.others();
    if !others.is_empty() && !quiet {
        say(&format!("Not of this run, but in the folder: {}.\n", others.join(", ")));
    }
    Ok(())
}

fn json(run: &Run<'_>) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Summary<'a> {
        version: &'a str,
        command: &'a str,
        /// The arguments, as given.
        options: Vec<String>,
        paths: Vec<String>,
        started: String,
        seconds: f64,
        totals: &'a Tally,
        /// A number that is the same where rows are made in the same way.
        settings: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        shard: Option<String>,
    }
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION"),
        command: run.command,
        options: std::env::args_os().skip(1).map(|arg| archive::display_name(arg.as_ref())).collect(),
        paths: run.input.paths.iter().map(|path| archive::display_name(path)).collect(),
        started: humantime::format_rfc3339_micros(run.started).to_string(),
        seconds: (run.seconds * 1000.0).round() / 1000.0,
        totals: run.total,
        settings: number(run.settings),
        shard: run.input.shard.map(|shard| shard.to_string()),
    };
    Ok(serde_json::to_string_pretty(&summary)? + "\n")
}

/// The summary that a person reads at the end.
pub(super) fn text(run: &Run<'_>) -> String {
    let mut text = String::new();
    // Writing to memory does not fail.
    let _ = write_text(run, &mut text);
    text
}

fn write_text(run: &Run<'_>, out: &mut String) -> std::fmt::Result {
    let total = run.total;
    writeln!(
        out,
        "Read {} with {} and {} in {:.1} s ({} games/s).",
        count(total.files, "file", "files"),
        count(total.games, "game", "games"),
        count(total.moves, "move", "moves"),
        run.seconds,
        HumanCount((total.games as f64 / run.seconds.max(0.001)) as u64),
    )?;
    if total.unreadable_files > 0 {
        writeln!(out, "Could not read {}.", count(total.unreadable_files, "file", "files"))?;
    }
    if total.left_out > 0 {
        writeln!(out, "Left out by --where: {}.", count(total.left_out, "game", "games"))?;
    }
    let share = if total.games > 0 { 100.0 * total.illegal_games as f64 / total.games as f64 } else { 0.0 };
    writeln!(out, "Illegal play in {} ({share:.2} %).", count(total.illegal_games, "game", "games"))?;
    let counted = &total.counted;
    if counted.counted + counted.not_counted > 0 {
        writeln!(
            out,
            "Counted {}; {} did not come to counting.\nThe recorded result agrees in {}, is explained by one group in {}; another margin in {}, another winner in {}; {} cannot be compared.\nThe chosen komi changes the winner of {}.",
            count(counted.counted, "game", "games"),
            HumanCount(counted.not_counted),
            HumanCount(counted.agrees),
            HumanCount(counted.explained),
            HumanCount(counted.margin_differs),
            HumanCount(counted.winner_differs),
            HumanCount(counted.not_comparable),
            count(counted.winner_changed, "game", "games"),
        )?;
    }
    if counted.compared > 0 {
        writeln!(
            out,
            "The engine was asked about {}: the same dead stones in {}. The recorded result agrees with our count in {}, with the engine's in {}.",
            count(counted.compared, "game", "games"),
            HumanCount(counted.same_dead),
            HumanCount(counted.compared_agrees),
            HumanCount(counted.engine_agrees),
        )?;
    }
    for severity in Severity::ALL.into_iter().rev() {
        let codes = Code::ALL.iter().map(|&code| (total.found(code), code));
        let mut codes: Vec<_> = codes.filter(|(found, _)| found.findings > 0 && found.severity == severity).collect();
        codes.sort_by_key(|(found, code)| (std::cmp::Reverse(found.findings), *code));
        if codes.is_empty() {
            continue;
        }
        writeln!(
            out,
            "\n{}:",
            match severity {
                Severity::Error => "Errors",
                Severity::Warning => "Warnings",
                Severity::Note => "Notes",
            }
        )?;
        for (found, code) in codes {
            write!(
                out,
                "{:>10}  {code} [{}]: {}",
                HumanCount(found.findings).to_string(),
                code.code(),
                code.summary()
            )?;
            if found.games > 0 && found.games < found.findings {
                write!(out, ", in {}", count(found.games, "game", "games"))?;
            }
            if found.following > 0 {
                write!(out, ", {} of them following an earlier error", HumanCount(found.following))?;
            }
            writeln!(out)?;
        }
    }
    if total.severities.iter().any(|&number| number > 0) {
        writeln!(out, "\n`sgfkit explain NAME` says what a finding means.")?;
    } else if total.files == 0 {
        writeln!(out, "No file was read: folders are searched for archives and for names that end in .sgf.")?;
    } else if total.illegal_games == 0 {
        writeln!(out, "Nothing to report.")?;
    }
    if let Some(folder) = &run.output.out {
        writeln!(out, "Tables: {}", archive::display_name(folder))?;
    }
    Ok(())
}

/// A number with its noun: `1 game`, `2,000 games`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(number), if number == 1 { one } else { many })
}
