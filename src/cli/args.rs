//! The arguments.

use crate::count::HandicapReturn;
use crate::dups;
use crate::finding::{Selection, Severity, UnknownCode};
use crate::go::Ko;
use crate::record::{Komi, KomiContext};
use crate::replay::{self, AfterIllegal};
use crate::rescore::{DeadChoice, KomiChoice};
use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// More threads than any machine makes use of would only cost memory.
const MOST_JOBS: i64 = 1024;

pub(super) const ERROR: Style = AnsiColor::Red.on_default().bold();
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Referee, counter and statistician for archives of Go (Weiqi, Baduk) game records in SGF.
#[derive(Debug, Parser)]
#[command(name = "sgfkit", version, styles = STYLES, max_term_width = 100, after_help = "\
Examples:
  sgfkit audit games/                      what is wrong with the games in a folder, a line each
  sgfkit audit games/ --out report/        the same as CSV, with a table of all games
  sgfkit rescore games/ --out report/      who won, by how much, and does the record agree
  sgfkit dups games/ --out report/         the same game twice, and which copy is the best
  sgfkit fix games/ --out fixed/           corrected copies, in UTF-8 and FF[4]
  sgfkit explain ko-retake                 what a finding means, with an example
  sgfkit columns games                     what the columns of games.csv mean

Exit codes: 0 nothing found at or above --fail-on; 1 something found; 2 could not do what was asked.")]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Audit(AuditArgs),
    Rescore(Box<RescoreArgs>),
    Dups(DupsArgs),
    Fix(FixArgs),
    Explain(ExplainArgs),
    Columns(ColumnsArgs),
}

/// Replay every game under the Chinese rules and report what is wrong with it or with its record.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit audit game.sgf                        one file
  sgfkit audit games/ --select R               only breaches of the rules of play
  sgfkit audit games/ --out report/ --jobs 4   CSV tables, four threads
  find . -name '*.sgf' | sgfkit audit --files-from -
  cat collection.sgf | sgfkit audit -          from standard input

Findings go to standard output, a line each, and the summary to standard error. With --out the folder
gets games.csv, findings.csv and, last, summary.json.")]
pub(super) struct AuditArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    /// Audit every variation, not only the main line
    #[arg(long, help_heading = "Rules")]
    pub(super) variations: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Count every game that came to counting under one komi, and hold the recorded result against the board.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit rescore games/                            a line a counted game, under 3¾ zi
  sgfkit rescore games/ --out report/              games.csv, findings.csv, scores.csv, summary.json
  sgfkit rescore games/ --komi recorded            under the komi that each record has
  sgfkit rescore games/ --dead engine --engine 'gnugo --mode gtp --chinese-rules'

The recorded result is always judged under the record's own rules and komi; --komi is for the count.")]
pub(super) struct RescoreArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Komi of even games: in points (7.5), in zi (3.75zi, or any number with a quarter), or `recorded`.
    /// Handicap games have no komi, and Black returns for the stones
    #[arg(long, value_name = "KOMI", default_value = "3.75zi", value_parser = komi, allow_hyphen_values = true, help_heading = "Counting")]
    pub(super) komi: KomiChoice,
    /// Where the dead stones come from
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto", help_heading = "Counting")]
    pub(super) dead: DeadFrom,
    /// The program that is asked for dead stones, any that speaks GTP
    #[arg(long, value_name = "CMD", help_heading = "Counting")]
    pub(super) engine: Option<String>,
    /// Seconds that the engine may take for a game
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Counting")]
    pub(super) engine_limit: u64,
    /// What Black returns for n handicap stones, in points
    #[arg(long, value_enum, value_name = "POINTS", default_value = "n", help_heading = "Counting")]
    pub(super) handicap_return: Return,
    /// Count as the ancient rules do: no komi, each group costs a zi
    #[arg(long, conflicts_with_all = ["komi", "handicap_return"], help_heading = "Counting")]
    pub(super) ancient: bool,
    /// Count games that did not come to counting too, as the board stands
    #[arg(long, help_heading = "Counting")]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Find the same game twice: copies that are identical, turned or mirrored, cut short, or differ in a few moves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit dups games/                       every copy, a line each
  sgfkit dups a/ b/ --out report/          clusters.csv, findings.csv, summary.json
  sgfkit dups games/ --near 0              only identical, turned and cut copies

A game that is cut short is a copy where all games that begin with it are one; two games that go the same
way and part are none. Copies with different results are findings. Memory holds a few bytes a game; the
rest lies in nameless temporary files, in the folder of --out.")]
pub(super) struct DupsArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// In how many moves copies may differ, one in twenty at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(..=9), help_heading = "Comparing")]
    pub(super) near: u8,
    /// Moves that tell a game from all others. A shorter game is a copy only with the same players and date
    #[arg(long, value_name = "N", default_value_t = 30, help_heading = "Comparing")]
    pub(super) least_moves: u16,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Write corrected copies: FF[4] in UTF-8, brackets and identifiers in order, komi and result in points, the header in
/// the root.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit fix games/ --out fixed/               a copy of every file in fixed/games/, and changes.csv
  sgfkit fix games/ --out fixed/ --rescore     with the counted result where the recorded one differs
  sgfkit fix games/ --out seen/ --annotate     only the faulty games, each finding as a comment and a mark

Nothing but the folder of --out is written, and it must be empty or new. A file that needs no change is copied as it
is. Moves are never changed; what cannot be decided is left as it was.")]
pub(super) struct FixArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Write the counted result, by the record's own rules and komi, where the recorded one differs
    #[arg(long, conflicts_with = "annotate", help_heading = "Copies")]
    pub(super) rescore: bool,
    /// Write the faulty games alone, with each finding as a comment and a mark at its move. --select says which
    /// findings make a game faulty
    #[arg(long, help_heading = "Copies")]
    pub(super) annotate: bool,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl DupsArgs {
    pub(super) fn settings(&self) -> dups::Settings {
        dups::Settings { near: self.near, least_moves: self.least_moves }
    }
}

/// Reads `--komi`.
fn komi(text: &str) -> Result<KomiChoice, String> {
    if text.eq_ignore_ascii_case("recorded") {
        return Ok(KomiChoice::Recorded);
    }
    let komi = Komi::read(text, KomiContext::default());
    komi.value
        .map(KomiChoice::Fixed)
        .ok_or_else(|| "a komi is a number such as 7.5, 3.75zi or 2.75, or `recorded`".into())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum DeadFrom {
    /// The record's marks, else proof, else an estimate by playouts
    Auto,
    /// The record's marks only
    Marks,
    /// Proof only
    Settled,
    /// Proof, else an estimate; marks are not looked at
    Estimate,
    /// No stone is dead
    None,
    /// Another program
    Engine,
}

impl From<DeadFrom> for DeadChoice {
    fn from(dead: DeadFrom) -> DeadChoice {
        match dead {
            DeadFrom::Auto => DeadChoice::Auto,
            DeadFrom::Marks => DeadChoice::Marks,
            DeadFrom::Settled => DeadChoice::Settled,
            DeadFrom::Estimate => DeadChoice::Estimate,
            DeadFrom::None => DeadChoice::None,
            DeadFrom::Engine => DeadChoice::Engine,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Return {
    /// One point a stone, as Chinese rules have it
    N,
    /// One less, as AGA rules have it
    #[value(name = "n-1")]
    LessOne,
    /// Nothing
    None,
}

impl From<Return> for HandicapReturn {
    fn from(points: Return) -> HandicapReturn {
        match points {
            Return::N => HandicapReturn::Stones,
            Return::LessOne => HandicapReturn::LessOne,
            Return::None => HandicapReturn::None,
        }
    }
}

/// What is read.
#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// Files and folders to read; - is standard input. In folders, every .sgf file is read
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    pub(super) paths: Vec<PathBuf>,
    /// Read the paths from a list, one a line; - is standard input
    #[arg(long, value_name = "LIST")]
    pub(super) files_from: Option<PathBuf>,
    /// Threads [default: as many as there are processors]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(super) jobs: Option<u16>,
}

/// How games are judged.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct JudgeArgs {
    /// Which repeated positions are errors, beside the ko retaken at once
    #[arg(long, value_enum, value_name = "RULE", default_value = "situational")]
    pub(super) ko: KoRule,
    /// What becomes of a forbidden move
    #[arg(long, value_enum, value_name = "WHAT", default_value = "execute")]
    pub(super) after_illegal: After,
}

impl JudgeArgs {
    pub(super) fn options(&self) -> replay::Options {
        replay::Options { ko: self.ko.into(), after_illegal: self.after_illegal.into() }
    }
}

/// How the result is reported.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Write CSV tables and a summary into this folder
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Report only these findings: codes, names or the first letters of codes, with commas between
    #[arg(long, value_name = "FINDINGS")]
    pub(super) select: Vec<String>,
    /// Do not report these findings
    #[arg(long, value_name = "FINDINGS")]
    pub(super) ignore: Vec<String>,
    /// The severity from which findings make the exit code 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value = "error")]
    pub(super) fail_on: FailOn,
    /// Begin CSV files with a byte order mark, as Excel wants it
    #[arg(long, requires = "out")]
    pub(super) csv_bom: bool,
    /// Put an apostrophe before texts that a spreadsheet would take for a formula
    #[arg(long, requires = "out")]
    pub(super) csv_guard: bool,
    /// Show how far the run is, on standard error [auto: where that is a terminal]
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(super) progress: When,
    /// Print no summary and no progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl OutputArgs {
    pub(super) fn selection(&self) -> Result<Selection, UnknownCode> {
        Selection::parse(&self.select, &self.ignore)
    }
}

/// Explain a finding, with an example of it and one of how it is done right.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Its code or name, R201 or ko-retake; without it, all findings are listed
    #[arg(value_name = "CODE|NAME")]
    pub(super) finding: Option<String>,
}

/// List the columns of a table with their meaning.
#[derive(Debug, Args)]
pub(super) struct ColumnsArgs {
    /// The table; without it, all of them
    #[arg(value_name = "TABLE")]
    pub(super) table: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum KoRule {
    /// The same stones with the same side to move (article 6)
    Situational,
    /// The same stones, whoever is to move
    Positional,
    /// None
    Simple,
}

impl From<KoRule> for Ko {
    fn from(rule: KoRule) -> Ko {
        match rule {
            KoRule::Situational => Ko::Situational,
            KoRule::Positional => Ko::Positional,
            KoRule::Simple => Ko::Simple,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum After {
    /// It is carried out, as SGF says of every recorded move
    Execute,
    /// It counts as a pass, as the Chinese referee section of 2002 says
    Void,
}

impl From<After> for AfterIllegal {
    fn from(after: After) -> AfterIllegal {
        match after {
            After::Execute => AfterIllegal::Execute,
            After::Void => AfterIllegal::Void,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Note => Some(Severity::Note),
            FailOn::Never => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}
