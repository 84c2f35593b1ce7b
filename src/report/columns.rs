//! The columns of every table, each defined once: its name, its unit, what it means, how it is filled.
//!
//! The writer, `sgfkit columns` and the tables of the README all come from here.

use super::field::Field;
use crate::audit::Audited;
use crate::finding::{Finding, Severity};
use crate::go::Colour;

/// A kind of table: what one of its rows is made of.
pub trait Kind {
    /// The data of a row.
    type Row<'a>;
}

/// How a column gets its value.
pub enum Fill<K: Kind> {
    /// The name of the file. This and the three that follow depend on where a piece lies in its file and are
    /// written last; their columns come first.
    File,
    /// The number of the game in the file.
    Game,
    /// A line of the file.
    Line,
    /// A column in that line.
    Column,
    /// From the row's data.
    By(fn(&K::Row<'_>, &mut Field)),
}

/// One column of a table.
pub struct Column<K: Kind> {
    /// Its name: an interface, never changed.
    pub name: &'static str,
    /// Its unit, or the values that it takes.
    pub unit: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// How it is filled.
    pub fill: Fill<K>,
}

/// A table.
pub struct Table<K: Kind + 'static> {
    /// The name; the file is called so, with `.csv` behind.
    pub name: &'static str,
    /// What one row is.
    pub row: &'static str,
    /// The columns.
    pub columns: &'static [Column<K>],
}

/// A column whose value comes from the row.
const fn by<K: Kind>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    fill: fn(&K::Row<'_>, &mut Field),
) -> Column<K> {
    Column { name, unit, meaning, fill: Fill::By(fill) }
}

const fn file<K: Kind>() -> Column<K> {
    Column { name: "file", unit: "path", meaning: "file name as given or found", fill: Fill::File }
}

const fn game<K: Kind>(meaning: &'static str) -> Column<K> {
    Column { name: "game", unit: "number from 1", meaning, fill: Fill::Game }
}

const fn line<K: Kind>(meaning: &'static str) -> Column<K> {
    Column { name: "line", unit: "number from 1", meaning, fill: Fill::Line }
}

/// One row a game.
pub enum Games {}

/// What a row of `games.csv` is made of.
pub struct GameRow<'a> {
    /// The game.
    pub game: &'a Audited<'a>,
    /// The findings that are reported: how many of each severity, by [`Severity`]'s order.
    pub counts: [u32; 3],
}

impl Kind for Games {
    type Row<'a> = GameRow<'a>;
}

/// `games.csv`.
pub const GAMES: Table<Games> = Table {
    name: "games",
    row: "one row a game",
    columns: &[
        file(),
        game("number of the game in the file"),
        line("line on which the game starts"),
        by("encoding", "name", "character set the game was read as", |r, f| f.plain(r.game.charset.name())),
        by("width", "points", "columns of the board; empty where SZ cannot be read", |r, f| {
            f.some(r.game.record.size.map(|size| size.width()));
        }),
        by("height", "points", "rows of the board", |r, f| f.some(r.game.record.size.map(|size| size.height()))),
        by("black", "text", "PB: Black's name", |r, f| f.text(&r.game.record.header.black)),
        by("white", "text", "PW: White's name", |r, f| f.text(&r.game.record.header.white)),
        by("black_rank", "text", "BR: Black's rank", |r, f| f.text(&r.game.record.header.black_rank)),
        by("white_rank", "text", "WR: White's rank", |r, f| f.text(&r.game.record.header.white_rank)),
        by("event", "text", "EV: the event", |r, f| f.text(&r.game.record.header.event)),
        by("round", "text", "RO: the round", |r, f| f.text(&r.game.record.header.round)),
        by("place", "text", "PC: the place", |r, f| f.text(&r.game.record.header.place)),
        by("date", "text", "DT: the date as written", |r, f| f.text(&r.game.record.header.date)),
        by("year", "year", "first four-digit year in DT", |r, f| f.some(r.game.record.year)),
        by("source", "name", "who made the record, where it can be told", |r, f| {
            f.plain(r.game.record.source.map_or("", |source| source.name()));
        }),
        by("rules", "text", "RU: the rules as written", |r, f| f.text(&r.game.record.header.rules)),
        by("ruleset", "name", "the rules as read", |r, f| {
            f.plain(r.game.record.ruleset.map_or("", |ruleset| ruleset.name()));
        }),
        by("komi", "text", "KM: the komi as written", |r, f| f.text(&r.game.record.header.komi)),
        by("komi_points", "points", "the komi as read", |r, f| {
            f.some(r.game.record.komi.value.map(|zi| zi.points()));
        }),
        by("komi_reading", "name", "how the komi was read", |r, f| f.plain(r.game.record.komi.reading.name())),
        by("handicap", "text", "HA: the handicap as written", |r, f| f.text(&r.game.record.header.handicap)),
        by(
            "handicap_stones",
            "stones",
            "handicap stones set before the first move, by AB or an opening run of black moves",
            |r, f| {
                f.number(r.game.replay.handicap_stones);
            },
        ),
        by("result", "text", "RE: the result as written", |r, f| f.text(&r.game.record.header.result)),
        by("winner", "B, W, draw, void", "the winner as read", |r, f| {
            f.plain(r.game.record.result.winner.map_or("", |winner| winner.name()));
        }),
        by("result_kind", "name", "the kind of the result", |r, f| f.plain(r.game.record.result.kind.name())),
        by("margin_points", "points", "the recorded margin; 0 for a draw", |r, f| {
            f.some(r.game.record.result.margin.map(|zi| zi.points()));
        }),
        by("moves", "turns", "turns on the main line, passes included", |r, f| f.number(r.game.replay.turns)),
        by("stones", "stones", "stones played on the main line", |r, f| f.number(r.game.replay.stones)),
        by("passes", "passes", "passes on the main line", |r, f| f.number(r.game.replay.passes)),
        by("black_captures", "stones", "opposing stones that Black took by surrounding", |r, f| {
            f.number(r.game.replay.captures[Colour::Black.index()]);
        }),
        by("white_captures", "stones", "opposing stones that White took by surrounding", |r, f| {
            f.number(r.game.replay.captures[Colour::White.index()]);
        }),
        by(
            "ended",
            "two-passes, resign, time, forfeit, open",
            "how the game ended; open: the record just stops",
            |r, f| {
                f.plain(r.game.replay.ended.name());
            },
        ),
        by("variations", "lines", "branches beside the main line", |r, f| f.number(r.game.record.variations)),
        by("errors", "findings", "findings of severity error", |r, f| f.number(r.counts[Severity::Error as usize])),
        by("warnings", "findings", "findings of severity warning", |r, f| {
            f.number(r.counts[Severity::Warning as usize]);
        }),
        by("notes", "findings", "findings of severity note", |r, f| f.number(r.counts[Severity::Note as usize])),
        by("first_illegal", "number from 1", "first turn with an error of the rules of play", |r, f| {
            f.some(r.game.replay.first_illegal);
        }),
        by("identity", "16 hex digits", "hash of board size, set-up and moves, the same for all symmetries", |r, f| {
            f.some(Some(format_args!("{:016x}", r.game.replay.identity)));
        }),
    ],
};

/// One row a finding.
pub enum Findings {}

impl Kind for Findings {
    type Row<'a> = Finding;
}

/// `findings.csv`.
pub const FINDINGS: Table<Findings> = Table {
    name: "findings",
    row: "one row a finding",
    columns: &[
        file(),
        game("number of the game in the file; empty where the finding belongs to none"),
        line("line of the file"),
        Column { name: "column", unit: "characters from 1", meaning: "place in the line", fill: Fill::Column },
        by("move", "turns", "number of the turn on its line of play; 0: set-up or header", |r, f| f.some(r.turn)),
        by("colour", "B, W", "the side that moves", |r, f| f.some(r.colour.map(Colour::letter))),
        by("point", "SGF point", "the point as SGF writes it; empty for a pass or none", |r, f| {
            f.text(r.point.as_str())
        }),
        by("variation", "numbers with dots", "child chosen at each branching node; empty on the main line", |r, f| {
            f.plain(&r.variation);
        }),
        by("code", "code", "stable code of the finding", |r, f| f.plain(r.code.code())),
        by("name", "name", "name of the finding", |r, f| f.plain(r.code.name())),
        by("severity", "error, warning, note", "how much it matters", |r, f| f.plain(r.severity.name())),
        by("following", "true, false", "whether an earlier error of the same line of play may be its cause", |r, f| {
            f.flag(r.following);
        }),
        by("detail", "sentence", "the facts", |r, f| f.text(&r.detail)),
    ],
};
