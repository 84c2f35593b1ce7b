//! The columns of every table, each defined once: its name, its unit, what it means, how it is filled.
//!
//! The writer, `sgfkit columns` and the tables of the README all come from here.

use super::field::Field;
use crate::audit::Audited;
use crate::causes::Cause;
use crate::count::Terms;
use crate::dups;
use crate::finding::{Finding, Severity};
use crate::fix::Change;
use crate::go::Colour;
use crate::record::{Winner, Zi};
use crate::rescore::{NotCounted, Score, SecondOpinion};
use std::fmt;

/// A kind of table: what one of its rows is made of.
pub trait TableKind {
    /// The data of a row.
    type Row<'a>;
}

/// How a column gets its value.
pub enum Fill<K: TableKind> {
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

impl<K: TableKind> fmt::Debug for Fill<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fill::File => "File",
            Fill::Game => "Game",
            Fill::Line => "Line",
            Fill::Column => "Column",
            Fill::By(_) => "By",
        })
    }
}

/// One column of a table.
#[derive(Debug)]
pub struct Column<K: TableKind> {
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
#[derive(Debug)]
pub struct Table<K: TableKind + 'static> {
    /// The name; the file is called so, with `.csv` behind.
    pub name: &'static str,
    /// What one row is.
    pub row: &'static str,
    /// The columns.
    pub columns: &'static [Column<K>],
}

/// A column whose value comes from the row.
const fn by<K: TableKind>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    fill: fn(&K::Row<'_>, &mut Field),
) -> Column<K> {
    Column { name, unit, meaning, fill: Fill::By(fill) }
}

const fn file<K: TableKind>() -> Column<K> {
    Column { name: "file", unit: "path", meaning: "file name as given or found", fill: Fill::File }
}

const fn game<K: TableKind>(meaning: &'static str) -> Column<K> {
    Column { name: "game", unit: "number from 1", meaning, fill: Fill::Game }
}

const fn line<K: TableKind>(meaning: &'static str) -> Column<K> {
    Column { name: "line", unit: "number from 1", meaning, fill: Fill::Line }
}

/// One row a game.
#[derive(Debug)]
pub enum Games {}

/// What a row of `games.csv` is made of.
#[derive(Debug)]
pub struct GameRow<'a> {
    /// The game.
    pub game: &'a Audited<'a>,
    /// The findings that are reported: how many of each severity, by [`Severity`]'s order.
    pub counts: [u32; 3],
}

impl TableKind for Games {
    type Row<'a> = GameRow<'a>;
}

/// The values of a verdict.
const VERDICTS: &str = "agrees, explained, margin-differs, winner-differs, not-comparable";

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
            f.whole(r.game.record.size.map(|size| size.width()));
        }),
        by("height", "points", "rows of the board", |r, f| f.whole(r.game.record.size.map(|size| size.height()))),
        by("black", "text", "PB: Black's name", |r, f| f.text(&r.game.record.header.black)),
        by("white", "text", "PW: White's name", |r, f| f.text(&r.game.record.header.white)),
        by("black_rank", "text", "BR: Black's rank", |r, f| f.text(&r.game.record.header.black_rank)),
        by("white_rank", "text", "WR: White's rank", |r, f| f.text(&r.game.record.header.white_rank)),
        by("event", "text", "EV: the event", |r, f| f.text(&r.game.record.header.event)),
        by("round", "text", "RO: the round", |r, f| f.text(&r.game.record.header.round)),
        by("place", "text", "PC: the place", |r, f| f.text(&r.game.record.header.place)),
        by("date", "text", "DT: the date as written", |r, f| f.text(&r.game.record.header.date)),
        by("year", "year", "first four-digit year in DT", |r, f| f.whole(r.game.record.year)),
        by(
            "source",
            "fox, kgs, ogs, cgos, tygem, igs, nngs, littlegolem, tom, sina, yike, gnugo, multigo, stonebase, gogui, sabaki",
            "who made the record, where it can be told",
            |r, f| {
                f.plain(r.game.record.source.map_or("", |source| source.name()));
            },
        ),
        by("rules", "text", "RU: the rules as written", |r, f| f.text(&r.game.record.header.rules)),
        by(
            "ruleset",
            "chinese, japanese, korean, aga, new-zealand, ing, tromp-taylor, ancient",
            "the rules as read",
            |r, f| {
                f.plain(r.game.record.ruleset.map_or("", |ruleset| ruleset.name()));
            },
        ),
        by("komi", "text", "KM: the komi as written", |r, f| f.text(&r.game.record.header.komi)),
        by("komi_points", "points", "the komi as read", |r, f| {
            f.some(r.game.record.komi.value.map(|zi| zi.points()));
        }),
        by(
            "komi_reading",
            "points, zi, hundredths-points, hundredths-zi, portal, missing, unreadable",
            "how the komi was read",
            |r, f| f.plain(r.game.record.komi.reading.name()),
        ),
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
        by(
            "result_kind",
            "points, zi, resign, time, forfeit, illegal, win, draw, void, unknown",
            "the kind of the result",
            |r, f| f.plain(r.game.record.result.kind.name()),
        ),
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
            f.whole(r.game.replay.first_illegal);
        }),
        by("identity", "16 hex digits", "hash of board size, set-up and moves, the same for all symmetries", |r, f| {
            f.some(Some(format_args!("{:016x}", r.game.replay.identity)));
        }),
        by(
            "opening",
            "SGF points",
            "first eight turns, -- for a pass; ends before a set-up or a turn out of order or off the board",
            // A pass first is `--`, for which `--csv-guard` is there too.
            |r, f| f.text(&r.game.record.opening().to_string()),
        ),
        by("kos", "kos", "kos begun: a stone takes one stone and has no friend and no liberty but there", |r, f| {
            f.number(r.game.replay.kos);
        }),
        by("longest_ko", "turns", "turns from the first to the last capture of the longest ko", |r, f| {
            f.number(r.game.replay.longest_ko);
        }),
    ],
};

/// One row a finding.
#[derive(Debug)]
pub enum Findings {}

/// What a row of `findings.csv` is made of.
#[derive(Debug)]
pub struct FindingRow<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// Why the record is wrong, beside the first error of a game where that was asked for.
    pub cause: Option<&'a Cause>,
}

impl std::ops::Deref for FindingRow<'_> {
    type Target = Finding;

    fn deref(&self) -> &Finding {
        self.finding
    }
}

impl TableKind for Findings {
    type Row<'a> = FindingRow<'a>;
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
        by("move", "turns", "number of the turn on its line of play; 0: set-up or header", |r, f| f.whole(r.turn)),
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
        by("cause", "name", "with --causes, why the record is wrong; at the first error of a game", |r, f| {
            f.plain(r.cause.map_or("", |cause| cause.kind.name()));
        }),
        by("cause_move", "turns", "turn at which it happened; 0: set-up; undecided: the other suspect", |r, f| {
            f.whole(r.cause.and_then(|cause| cause.turn));
        }),
        by("cause_detail", "sentence", "the facts of the cause", |r, f| {
            f.text(r.cause.map_or("", |cause| &cause.detail));
        }),
        by("candidates", "changes with ; between", "changes that leave no error, the likeliest first", |r, f| {
            f.some(r.cause.map(Cause::changes));
        }),
    ],
};

/// One row a game, from a count.
#[derive(Debug)]
pub enum Scores {}

/// What a row of `scores.csv` is made of.
#[derive(Debug)]
pub struct ScoreRow<'a> {
    /// The game.
    pub game: &'a Audited<'a>,
    /// The count, or why there is none.
    pub score: &'a Result<Score, NotCounted>,
}

impl ScoreRow<'_> {
    fn score(&self) -> Option<&Score> {
        self.score.as_ref().ok()
    }

    /// What Black gave; nothing where the komi is unknown.
    fn terms(&self) -> Option<Terms> {
        self.score()?.terms
    }

    fn engine(&self) -> Option<&SecondOpinion> {
        self.score()?.engine.as_ref()
    }

    fn margin(&self) -> Option<Zi> {
        self.score()?.margin()
    }

    /// Fills a field from the count, where there is one.
    fn number(&self, f: &mut Field, of: impl Fn(&Score) -> u16) {
        f.some(self.score().map(of));
    }
}

impl TableKind for Scores {
    type Row<'a> = ScoreRow<'a>;
}

/// `scores.csv`.
pub const SCORES: Table<Scores> = Table {
    name: "scores",
    row: "one row a game, from `rescore`",
    columns: &[
        file(),
        game("number of the game in the file"),
        by("status", "counted, not-counted", "whether the game was counted", |r, f| {
            f.plain(if r.score.is_ok() { "counted" } else { "not-counted" });
        }),
        by(
            "reason",
            "resign, time, forfeit, illegal, void, no-result, unfinished, unsettled, board, not-go",
            "why it was not counted",
            |r, f| f.plain(r.score.as_ref().err().map_or("", |reason| reason.name())),
        ),
        by("method", "marks, settled, estimate, engine, none", "where the dead stones come from", |r, f| {
            f.plain(r.score().map_or("", |score| score.method.name()));
        }),
        by("certainty", "0 to 1", "how sure the judgement of life and death is; empty for engine and none", |r, f| {
            let certainty = r.score().and_then(|score| score.certainty);
            f.some(certainty.map(|hundredths| f32::from(hundredths) / 100.0));
        }),
        by(
            "adjusted",
            "groups",
            "groups whose status was turned round because the recorded result then comes out",
            |r, f| {
                r.number(f, |score| score.adjusted().into());
            },
        ),
        by("confirmed", "true, false", "whether the verdict is `agrees`; empty if not comparable", |r, f| {
            if let Some(verdict) = r.score().and_then(|score| score.verdict) {
                f.flag(verdict.name() == "agrees");
            }
        }),
        by("black_stones", "stones", "live black stones", |r, f| r.number(f, |score| score.count.area.black_stones)),
        by("black_points", "points", "empty points that Black encloses", |r, f| {
            r.number(f, |score| score.count.area.black_points);
        }),
        by("white_stones", "stones", "live white stones", |r, f| r.number(f, |score| score.count.area.white_stones)),
        by("white_points", "points", "empty points that White encloses", |r, f| {
            r.number(f, |score| score.count.area.white_points);
        }),
        by("shared", "points", "neutral points, half for each side", |r, f| {
            r.number(f, |score| score.count.area.shared)
        }),
        by("black_dead", "stones", "dead black stones taken off", |r, f| r.number(f, |score| score.dead[0])),
        by("white_dead", "stones", "dead white stones taken off", |r, f| r.number(f, |score| score.dead[1])),
        by("black_zi", "zi", "Black's count, with half the shared points", |r, f| {
            f.some(r.score().map(|score| score.count.black.zi()));
        }),
        by("white_zi", "zi", "White's count", |r, f| f.some(r.score().map(|score| score.count.white.zi()))),
        by("komi_zi", "zi", "komi that Black gave", |r, f| f.some(r.terms().map(|terms| terms.komi.zi()))),
        by("return_zi", "zi", "what Black returned for the handicap", |r, f| {
            f.some(r.terms().map(|terms| terms.returned.zi()));
        }),
        by("margin_zi", "zi", "the margin; positive for Black", |r, f| f.some(r.margin().map(|margin| margin.zi()))),
        by("margin_points", "points", "the same in points", |r, f| {
            f.some(r.margin().map(|margin| margin.points()));
        }),
        by("winner", "B, W, draw", "the winner under the chosen komi", |r, f| {
            f.plain(r.margin().map_or("", |margin| Winner::of(margin).name()));
        }),
        by("result", "SGF result", "the result under the chosen komi", |r, f| {
            f.some(r.margin().map(Zi::result));
        }),
        by("result_zh", "text", "the same as Chinese records have it", |r, f| {
            f.some(r.margin().map(Zi::result_zh));
        }),
        by("own_result", "SGF result", "the same board under the record's own rules and komi", |r, f| {
            f.some(r.score().and_then(|score| score.own).map(Zi::result));
        }),
        by("recorded", "text", "the recorded result", |r, f| f.text(&r.game.record.header.result)),
        by("verdict", VERDICTS, "how the recorded result compares with own_result", |r, f| {
            f.plain(r.score().map_or("", |score| score.verdict.map_or("not-comparable", |verdict| verdict.name())));
        }),
        by("winner_changed", "true, false", "whether the chosen komi changes the winner of own_result", |r, f| {
            if let Some(changed) = r.score().and_then(Score::winner_changed) {
                f.flag(changed);
            }
        }),
        by(
            "engine_differs",
            "stones",
            "stones whose status the engine judges otherwise; this and the next two with --compare-engine",
            |r, f| f.some(r.engine().map(|engine| engine.differing)),
        ),
        by("engine_own_result", "SGF result", "own_result with the engine's dead stones", |r, f| {
            f.some(r.engine().and_then(|engine| engine.own).map(Zi::result));
        }),
        by("engine_verdict", VERDICTS, "how the recorded result compares with engine_own_result", |r, f| {
            let verdict = |engine: &SecondOpinion| engine.verdict.map_or("not-comparable", |verdict| verdict.name());
            f.plain(r.engine().map_or("", verdict));
        }),
    ],
};

/// One row a copy of a game, from `dups`.
#[derive(Debug)]
pub enum Clusters {}

impl TableKind for Clusters {
    type Row<'a> = dups::Row<'a>;
}

/// `clusters.csv`.
pub const CLUSTERS: Table<Clusters> = Table {
    name: "clusters",
    row: "one row a copy, from `dups`",
    columns: &[
        by("cluster", "number from 1", "the copies of one game have the same number", |r, f| f.number(r.cluster)),
        by("copies", "games", "copies in the cluster", |r, f| f.number(r.copies)),
        by(
            "kind",
            "best, identical, turned, cut, longer, near, signature, linked",
            "how the copy belongs to the best one; longer: that one is its start; linked: a copy of a copy",
            |r, f| f.plain(r.kind()),
        ),
        by("file", "path", "file name as given or found", |r, f| f.plain(&r.entry.file)),
        by("game", "number from 1", "number of the game in the file", |r, f| f.number(r.entry.game)),
        by("line", "number from 1", "line on which the game starts", |r, f| f.some(Some(r.entry.line))),
        by("why", "text", "why this copy is the best; empty where it is not", |r, f| {
            f.plain(r.why.unwrap_or_default());
        }),
        by("turn", "name", "how the board is turned to become that of the best copy; empty where it is not", |r, f| {
            f.plain(r.turn());
        }),
        by("moves", "turns", "turns on the main line, passes included", |r, f| f.number(r.entry.moves)),
        by("moves_differing", "turns", "turns that differ from the best copy, as far as both go", |r, f| {
            f.some(r.differing());
        }),
        by("first_difference", "number from 1", "first turn that is not the same as in the best copy", |r, f| {
            f.some(r.first_difference());
        }),
        by(
            "differs",
            "words: moves, result, komi, players, date",
            "what is not the same as in the best copy; what one of them does not tell is no difference",
            |r, f| f.plain(&r.differs()),
        ),
        by("errors", "findings", "findings of severity error", |r, f| f.number(r.entry.findings[0])),
        by("warnings", "findings", "findings of severity warning", |r, f| f.number(r.entry.findings[1])),
        by("black", "text", "PB: Black's name", |r, f| f.text(&r.entry.players[0])),
        by("white", "text", "PW: White's name", |r, f| f.text(&r.entry.players[1])),
        by("date", "text", "DT: the date as written", |r, f| f.text(&r.entry.date)),
        by("result", "text", "RE: the result as written", |r, f| f.text(&r.entry.result)),
        by("komi", "text", "KM: the komi as written", |r, f| f.text(&r.entry.komi)),
    ],
};

/// One row a change, from `fix`.
#[derive(Debug)]
pub enum Changes {}

impl TableKind for Changes {
    type Row<'a> = Change;
}

/// `changes.csv`.
pub const CHANGES: Table<Changes> = Table {
    name: "changes",
    row: "one row a change, from `fix`",
    columns: &[
        file(),
        game("number of the game in the file; empty for what belongs to none"),
        line("line of the file as it was"),
        Column { name: "column", unit: "characters from 1", meaning: "place in the line", fill: Fill::Column },
        by("kind", "name", "the finding that is answered, or what was done", |r, f| f.plain(r.kind)),
        by("property", "identifier", "the property that is changed; empty for brackets and text", |r, f| {
            f.plain(&r.property);
        }),
        by("before", "text", "its value before; empty where it was absent", |r, f| f.text(&r.before)),
        by("after", "text", "its value after; empty where it is gone", |r, f| f.text(&r.after)),
        by("detail", "sentence", "the facts", |r, f| f.text(&r.detail)),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{KomiReading, ResultKind, Ruleset, Source};
    use crate::replay::Ended;
    use crate::rescore::DeadBy;

    /// Holds the words that a column tells of itself against those that it is filled with.
    fn check<K: TableKind>(table: &Table<K>, column: &str, words: impl IntoIterator<Item = &'static str>) {
        let column = table.columns.iter().find(|other| other.name == column).expect("the table has the column");
        let mut words: Vec<_> = words.into_iter().collect();
        words.dedup();
        assert_eq!(column.unit, words.join(", "), "{}", column.name);
    }

    #[test]
    fn columns_name_the_words_that_they_are_filled_with() {
        check(&GAMES, "source", Source::ALL.iter().map(|source| source.name()));
        check(&GAMES, "ruleset", Ruleset::ALL.iter().map(|ruleset| ruleset.name()));
        check(&GAMES, "komi_reading", KomiReading::ALL.iter().map(|reading| reading.name()));
        check(&GAMES, "winner", Winner::ALL.iter().map(|winner| winner.name()));
        check(&GAMES, "result_kind", ResultKind::ALL.iter().map(|kind| kind.name()));
        check(&GAMES, "ended", Ended::ALL.iter().map(|ended| ended.name()));
        check(&FINDINGS, "severity", Severity::ALL.iter().rev().map(|severity| severity.name()));
        check(&SCORES, "reason", NotCounted::ALL.iter().map(|reason| reason.name()));
        check(&SCORES, "method", DeadBy::ALL.iter().map(|method| method.name()));
    }
}
