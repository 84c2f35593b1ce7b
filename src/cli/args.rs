//! The arguments.

use super::Done;
use super::choices::{After, DeadFrom, FailOn, FindingChoice, KoRule, Language, Return, RuleSet, TableFormat, When};
use super::shard::Shard;
use super::show::{Way, read_finding, read_way};
use super::tables::Formats;
use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{Arg, ArgGroup, Args, Command as Clap, CommandFactory, Parser, Subcommand};
use sgfkit::archive::Limits;
use sgfkit::draw::text::Characters;
use sgfkit::dups;
use sgfkit::finding::{Selection, Severity, UnknownCode};
use sgfkit::record::{Komi, KomiContext, RulesChoice, Zi};
use sgfkit::replay;
use sgfkit::rescore::KomiChoice;
use sgfkit::stats;
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
  sgfkit audit games/                   what is wrong, a line each
  sgfkit audit games/ --out report/     the same as CSV, with all games
  sgfkit rescore games/ --out report/   who won, and does the record agree
  sgfkit show game.sgf --finding        the board at the worst finding
  sgfkit stats games/ --out stats/      tables by year, komi, player and more
  sgfkit report games/ --out report/    all of it as one page, report.html
  sgfkit dups games/ --out copies/      the same game twice, and the best copy
  sgfkit fix games/ --out fixed/        corrected copies, in UTF-8 and FF[4]
  sgfkit explain ko-retake              what a finding means, with an example
  sgfkit columns games                  what the columns of games.csv mean

Exit codes: 0 nothing found at or above --fail-on; 1 something found; 2 could not do what was asked; 130 broken off.")]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The program's arguments. An option that several commands have in common is not shown by those that can do nothing
/// with it: only runs of `audit` and `rescore` are merged and resumed.
pub(super) fn program() -> Clap {
    let whole = ["stats", "report", "dups", "fix"];
    let hidden = |command: Clap| {
        ["shard", "resume", "checkpoint"]
            .into_iter()
            .fold(command, |command, name| command.mut_arg(name, |arg: Arg| arg.hide(true)))
    };
    whole.into_iter().fold(Cli::command(), |program, name| program.mut_subcommand(name, hidden))
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Audit(AuditArgs),
    Rescore(Box<RescoreArgs>),
    Show(ShowArgs),
    Stats(Box<StatsArgs>),
    Report(Box<ReportArgs>),
    Dups(DupsArgs),
    Fix(FixArgs),
    Explain(ExplainArgs),
    Columns(ColumnsArgs),
    Merge(MergeArgs),
}

/// Put the tables of several runs together as if one run had made them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit audit games/ --shard 1/2 --out part1/   # on one machine
  sgfkit audit games/ --shard 2/2 --out part2/   # on another
  sgfkit merge all/ part1/ part2/                # the tables of one run

The runs must be of audit or rescore, with CSV tables, and made with the same options. All parts must be there, and no file may be in two.")]
pub(super) struct MergeArgs {
    /// The folder for the tables of all
    #[arg(value_name = "OUT")]
    pub(super) out: PathBuf,
    /// The folders of the runs, with their CSV tables
    #[arg(value_name = "DIR", required = true)]
    pub(super) dirs: Vec<PathBuf>,
    /// How tables are written; commas between for several
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "csv", value_delimiter = ',')]
    pub(super) format: Vec<TableFormat>,
}

/// Replay every game under the Chinese rules and report what is wrong with it or with its record.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit audit game.sgf                        one file
  sgfkit audit games/ --select R               what concerns the rules of play
  sgfkit audit games/ --out report/ --jobs 4   CSV tables, four threads
  sgfkit audit games/ --select R --causes      why a record is wrong, if told
  sgfkit audit games/ --where 'year>=2010'     only games of these years
  sgfkit audit games.zip more.tar.gz           archives, read in place
  cat collection.sgf | sgfkit audit -          from standard input
  find . -name '*.sgf' | sgfkit audit --files-from -

Findings go to standard output, a line each, and the summary to standard error. With --out the folder gets games.csv, findings.csv and, last, summary.json.")]
pub(super) struct AuditArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    /// Audit every variation, not only the main line
    #[arg(long, help_heading = "Rules")]
    pub(super) variations: bool,
    /// Look for the cause of each game's first error on the main line, and for changes that would clear it. Each game is
    /// looked at alone: whether another copy of it breaks no rule, `sgfkit dups PATH --causes` says
    #[arg(long, help_heading = "Rules")]
    pub(super) causes: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Count every game that came to counting under one komi, and hold the recorded result against the board.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit rescore games/                    a line a counted game, under 3¾ zi
  sgfkit rescore games/ --out report/      scores.csv, and what audit writes
  sgfkit rescore games/ --komi recorded    under the komi that each record has
  sgfkit rescore old/ --rules ancient      no komi, and each group costs a zi
  # dead stones from another program
  sgfkit rescore games/ --dead engine \\
    --engine 'gnugo --mode gtp --chinese-rules'

The recorded result is always judged under the record's own rules and komi; --komi is for the count.")]
pub(super) struct RescoreArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Komi of even games: in points (7.5), in zi (3.75zi, or any number with a quarter), or `recorded`. 225, 275, 325,
    /// 350 and 375 are taken as hundredths of a zi, 450, 550, 650, 700 and 750 as hundredths of a point. Handicap games
    /// have no komi, and Black returns for the stones [default: 3.75zi]
    #[arg(long, value_name = "KOMI", value_parser = komi, allow_hyphen_values = true, help_heading = "Counting")]
    pub(super) komi: Option<KomiChoice>,
    /// Where the dead stones come from
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto", help_heading = "Counting")]
    pub(super) dead: DeadFrom,
    /// The program that is asked for dead stones, any that speaks GTP
    #[arg(long, value_name = "CMD", help_heading = "Counting")]
    pub(super) engine: Option<String>,
    /// Ask the engine too, and set its result beside the other: columns engine_…
    #[arg(long, requires = "engine", help_heading = "Counting")]
    pub(super) compare_engine: bool,
    /// Seconds that the engine may take for a game
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Counting")]
    pub(super) engine_limit: u64,
    /// What Black returns for n handicap stones, in points [default: n]
    #[arg(long, value_enum, value_name = "POINTS", help_heading = "Counting")]
    pub(super) handicap_return: Option<Return>,
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
  sgfkit dups games/                  every copy, a line each
  sgfkit dups a/ b/ --out copies/     clusters.csv, findings.csv, summary.json
  sgfkit dups games/ --causes         where a copy breaks a rule, another not
  sgfkit dups games/ --near 0         only identical, turned and cut copies

A game that is cut short is a copy where all games that begin with it are one, or one alone has its players; two games that go the same way and part are none. Copies with different results are findings. Memory holds a few bytes a game; the rest lies in nameless temporary files, in the folder of --out.")]
pub(super) struct DupsArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// In how many moves copies may differ, one in twenty at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(..=9), help_heading = "Comparing")]
    pub(super) near: u8,
    /// Moves that tell a game from all others. A shorter game is a copy only with the same players and date
    #[arg(long, value_name = "N", default_value_t = 30, help_heading = "Comparing")]
    pub(super) least_moves: u16,
    /// Report copies that break a rule of play where another copy breaks none, with the first move that differs
    #[arg(long, help_heading = "Comparing")]
    pub(super) causes: bool,
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
  sgfkit fix games/ --out fixed/             copies, and changes.csv
  sgfkit fix games/ --out fixed/ --rescore   counted results for wrong ones
  sgfkit fix games/ --out fixed/ --causes    moves too, where that is certain
  sgfkit fix games/ --out seen/ --annotate   faulty games, with their findings

The copy of games/a.sgf is fixed/games/games/a.sgf: the first games/ holds all copies, and the path goes on as it was given. Nothing but the folder of --out is written, and it must be empty or new. A file that needs no change is copied as it is. Moves are changed by --causes alone; what cannot be decided is left as it was.")]
pub(super) struct FixArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Write the counted result, by the record's own rules and komi, where the recorded one differs
    #[arg(long, conflicts_with = "annotate", help_heading = "Copies")]
    pub(super) rescore: bool,
    /// Correct moves where it is certain why the first error of a game is there: handicap stones that are not set, moves
    /// written twice, a game that goes on behind a variation, the colour of one move, letters that skip the I, a capture
    /// written on the stone taken. What another copy of the game says (`sgfkit dups PATH --causes`) changes nothing
    #[arg(long, conflicts_with_all = ["annotate", "rescore"], help_heading = "Copies")]
    pub(super) causes: bool,
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

/// Reads one komi of `--komi-shift`.
fn one_komi(text: &str) -> Result<Zi, String> {
    match komi(text)? {
        KomiChoice::Fixed(komi) => Ok(komi),
        KomiChoice::Recorded => Err("a komi is a number such as 7.5, 3.75zi or 2.75".into()),
    }
}

/// Audit and count every game, and add them up: results by year, komi, source, player, margin, opening and more.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit stats games/ --out stats/                    tables, and rescore's
  sgfkit stats games/ --out stats/ --by year,source   one table more
  sgfkit stats games/ --out stats/ --where size=19    only 19×19
  sgfkit stats games/ --out stats/ --where 'year>=2010' --where source=fox
  # from the CSV files of an earlier run of rescore or audit
  sgfkit stats report/ --out stats/ --komi-shift 3.25zi,7

A folder that an earlier run wrote is read in place of records. `sgfkit columns stats` says what the tables hold.")]
pub(super) struct StatsArgs {
    /// Also results by these columns of games.csv, crossed; several times for several tables
    #[arg(long, value_name = "KEY[,KEY…]", help_heading = "Tables")]
    pub(super) by: Vec<String>,
    /// More komi under which counted games are looked at, beside 2.75zi, 3.25zi and 3.75zi; commas between
    #[arg(long, value_name = "KOMI[,KOMI…]", value_delimiter = ',', value_parser = one_komi, allow_hyphen_values = true, help_heading = "Tables")]
    pub(super) komi_shift: Vec<Zi>,
    /// Turns of an opening
    #[arg(long, value_name = "TURNS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=i64::from(stats::DEEPEST)), help_heading = "Tables")]
    pub(super) opening_depth: u8,
    #[command(flatten)]
    pub(super) counting: RescoreArgs,
}

/// Audit, count and add up every game, and write all of it as one page: report.html.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit report games/ --out report/             the page, and all tables
  sgfkit report games/ --out report/ --lang zh   the page in Chinese
  sgfkit report games/ --out report/ --where 'year>=2010'

report.html needs nothing beside it: charts, tables, and the first games of each kind that break a rule of play or name the wrong winner, each with its board. findings.csv has them all.")]
pub(super) struct ReportArgs {
    /// The language of the page
    #[arg(long, value_enum, value_name = "LANG", default_value = "en")]
    pub(super) lang: Language,
    #[command(flatten)]
    pub(super) stats: StatsArgs,
}

/// What is read.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("read").args(["paths", "files_from"]).required(true).multiple(true)))]
pub(super) struct InputArgs {
    /// Files and folders to read, one at least; - is standard input. In folders, every .sgf file and every archive is read:
    /// .zip, .7z, .tar, and .tar and .sgf compressed as .gz, .bz2, .xz or .zst
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// Read the paths from a list, one a line; - is standard input
    #[arg(long, value_name = "LIST")]
    pub(super) files_from: Option<PathBuf>,
    /// Only games of which this is true, a column of games.csv with = != < <= > >= ~ (contains) or !~: 'year>=2010',
    /// 'black~柯洁', size=19. In quotes, as a shell would take < and > for itself. Columns of numbers are compared as
    /// numbers, all others letter by letter: 'date<2011-05', but rank 9d is more than 10k. Several times: all of them
    #[arg(long = "where", value_name = "CONDITION")]
    pub(super) filter: Vec<String>,
    /// Threads [default: as many as there are processors]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(super) jobs: Option<u16>,
    /// Read only part K of N of the files, by their paths as they are written; `sgfkit merge` puts parts of audit and
    /// rescore together. An archive is one file
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<Shard>,
    /// Members of an archive that are read, those of archives within it included
    #[arg(long, value_name = "N", default_value_t = Limits::default().members, help_heading = "Archives")]
    pub(super) max_members: u64,
    /// Bytes that an archive may unpack to; k, M, G and T are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "64G", value_parser = bytes, help_heading = "Archives")]
    pub(super) max_unpacked: u64,
    /// How many times its size an archive may unpack to, looked at from 16 MiB on
    #[arg(long, value_name = "TIMES", default_value_t = Limits::default().ratio, help_heading = "Archives")]
    pub(super) max_ratio: u64,
}

impl InputArgs {
    pub(super) fn limits(&self) -> Limits {
        Limits { members: self.max_members, bytes: self.max_unpacked, ratio: self.max_ratio }
    }
}

/// Reads a number of bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.bytes().last().map(|unit| unit.to_ascii_lowercase()) {
        Some(b'k') => (&text[..text.len() - 1], 10),
        Some(b'm') => (&text[..text.len() - 1], 20),
        Some(b'g') => (&text[..text.len() - 1], 30),
        Some(b't') => (&text[..text.len() - 1], 40),
        _ => (text, 0),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    number.ok_or_else(|| "a size is a number of bytes such as 1000000, 500M or 64G".to_owned())
}

/// How games are judged.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct JudgeArgs {
    /// The rules that all games are judged under [default: ancient where RU names these, else chinese]
    #[arg(long, value_enum, value_name = "RULES")]
    pub(super) rules: Option<RuleSet>,
    /// Which repeated positions are errors, beside the ko retaken at once
    #[arg(long, value_enum, value_name = "RULE", default_value = "situational")]
    pub(super) ko: KoRule,
    /// What becomes of a forbidden move
    #[arg(long, value_enum, value_name = "WHAT", default_value = "execute")]
    pub(super) after_illegal: After,
}

impl JudgeArgs {
    pub(super) fn rules(&self) -> RulesChoice {
        self.rules.map_or(RulesChoice::Recorded, RulesChoice::from)
    }

    pub(super) fn options(&self) -> replay::Options {
        replay::Options { ko: self.ko.into(), after_illegal: self.after_illegal.into(), rules: self.rules() }
    }
}

/// How the result is reported.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Write CSV tables and a summary into this folder
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Go on with an unfinished run into the folder of --out, also inside an archive or a large file: what is noted as done
    /// is not replayed again, and the tables are those of a run in one go
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Seconds after which is noted how far the run is; 0 notes it after every file and piece
    #[arg(long, value_name = "SECONDS", default_value_t = 2, requires = "out")]
    pub(super) checkpoint: u32,
    /// Report only these findings: codes (R201), names (ko-retake) or the start of codes (R, S1), with commas between;
    /// `sgfkit explain` lists them
    #[arg(long, value_name = "FINDINGS")]
    pub(super) select: Vec<String>,
    /// Do not report these findings
    #[arg(long, value_name = "FINDINGS")]
    pub(super) ignore: Vec<String>,
    /// The severity from which findings make the exit code 1 [default: error; for fix: never]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(super) fail_on: Option<FailOn>,
    /// How the tables of games, findings, scores, copies and changes are written; commas between for several. Statistics
    /// are always CSV
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "csv", value_delimiter = ',')]
    pub(super) format: Vec<TableFormat>,
    /// Begin CSV files with a byte order mark, as Excel wants it
    #[arg(long, requires = "out")]
    pub(super) csv_bom: bool,
    /// Put an apostrophe before texts that a spreadsheet would take for a formula
    #[arg(long, requires = "out")]
    pub(super) csv_guard: bool,
    /// Show how far the run is, on standard error; auto: where that is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(super) progress: When,
    /// Print no summary and no progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl OutputArgs {
    pub(super) fn formats(&self) -> Result<Formats, super::Failure> {
        if self.out.is_none() && self.format.contains(&TableFormat::Parquet) {
            return Err("Parquet tables need a folder: say where with --out DIR".into());
        }
        Formats::of(&self.format, self.csv_guard)
    }

    pub(super) fn selection(&self) -> Result<Selection, UnknownCode> {
        Selection::parse(&self.select, &self.ignore)
    }

    /// What a run came to whose worst finding is of this severity; `usual` is the limit where none is given.
    pub(super) fn verdict(&self, worst: Option<Severity>, usual: FailOn) -> Done {
        let limit = self.fail_on.unwrap_or(usual).severity();
        if limit.is_some_and(|limit| worst >= Some(limit)) { Done::Found } else { Done::Clean }
    }
}

/// Draw a position of a game, in the terminal or as SVG.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit show game.sgf                          the last position
  sgfkit show game.sgf --move 120               after move 120
  sgfkit show game.sgf --finding                the board at the worst finding
  sgfkit show game.sgf --finding=ko-retake      at the first finding of a kind
  sgfkit show game.sgf --cause                  the first error and its cause
  sgfkit show game.sgf --count                  dead stones, who owns what
  sgfkit show old.sgf --count --rules ancient   each group costs a zi
  sgfkit show pack.sgf --game 7 --svg 7.svg     as a drawing
  # a variation, as findings.csv names it
  sgfkit show game.sgf --variation 1.2 --move 40

A move that the rules forbid is shown on the board before it, with its point marked; where it brings back an earlier position, that one is drawn too. Points are named as players do, and as SGF does in parentheses.")]
pub(super) struct ShowArgs {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The number of the game in the file
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) game: u32,
    /// The position after this move, passes counted; 0 is the start [default: the last]
    #[arg(long = "move", short, value_name = "N")]
    pub(super) turn: Option<u32>,
    /// The board at the worst finding, at the first where there are several; with a code or name, at the first finding
    /// of that kind
    #[arg(long, value_name = "CODE|NAME", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = read_finding, conflicts_with_all = ["turn", "variation"])]
    pub(super) finding: Option<FindingChoice>,
    /// The line of play: the child taken at each branching node, with dots between [default: the main line]
    #[arg(long, value_name = "WAY", value_parser = read_way)]
    pub(super) variation: Option<Way>,
    /// The first error of the main line, before and after it, its cause, and the board with the likeliest change
    #[arg(long, conflicts_with_all = ["turn", "finding", "variation"])]
    pub(super) cause: bool,
    /// Look for findings in every variation
    #[arg(long, requires = "finding")]
    pub(super) variations: bool,
    /// Count the game as it ended: marks dead stones and who owns which point
    #[arg(long, conflicts_with_all = ["turn", "finding", "variation", "cause"])]
    pub(super) count: bool,
    /// The rules that the game is judged and counted under [default: ancient where RU names these, else chinese]
    #[arg(long, value_enum, value_name = "RULES")]
    pub(super) rules: Option<RuleSet>,
    /// Which repeated positions are errors, beside the ko retaken at once
    #[arg(long, value_enum, value_name = "RULE", default_value = "situational")]
    pub(super) ko: KoRule,
    /// How many of the last stones are numbered in a drawing and listed in the terminal
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) numbers: u32,
    /// Write a drawing to this file, - for standard output, and print no board
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Draw with letters, where circles are too wide
    #[arg(long, conflicts_with = "svg")]
    pub(super) ascii: bool,
}

impl ShowArgs {
    /// How the game is judged.
    pub(super) fn options(&self) -> replay::Options {
        let rules = self.rules.map_or(RulesChoice::Recorded, RulesChoice::from);
        replay::Options { ko: self.ko.into(), rules, ..replay::Options::default() }
    }

    pub(super) fn characters(&self) -> Characters {
        if self.ascii { Characters::Ascii } else { Characters::Unicode }
    }
}

/// Explain a finding, with an example of it and one of how it is done right.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit explain             all findings, a line each
  sgfkit explain ko-retake   one of them, by its name
  sgfkit explain R201        the same, by its code
  sgfkit explain R2          those whose codes begin so")]
pub(super) struct ExplainArgs {
    /// Its code or name, R201 or ko-retake, or the start of codes, R2; without it, all findings are listed
    #[arg(value_name = "CODE|NAME")]
    pub(super) finding: Option<String>,
}

/// List the columns of a table with their meaning.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgfkit columns             of games, findings, scores, clusters and changes
  sgfkit columns games       of games.csv
  sgfkit columns stats       of all tables of statistics
  sgfkit columns by_komi     of one of these")]
pub(super) struct ColumnsArgs {
    /// The table, `stats` for those of statistics; without it, all but these
    #[arg(value_name = "TABLE")]
    pub(super) table: Option<String>,
}
