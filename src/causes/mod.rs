//! Why a record is wrong: the smallest change that leaves no fault, and what can honestly be said of it.
//!
//! A fault has many explanations, for a small change that fits is easily found. So the cause is only called
//! by name where such a verdict was hardly ever wrong on faults that were planted ([`Kind::is_verdict`]);
//! double moves are told by their place and repetitions by their kind; everything else is not decided, and
//! the changes that would do are listed as candidates. Nothing is changed in a record.
//!
//! ```
//! use sgfkit::{audit::{Auditor, Found, Options}, causes::{Examiner, Kind}};
//!
//! let bytes = b"(;GM[1]SZ[9];B[ee];W[cc];B[gc];W[ee];B[cg];W[gg])";
//! Auditor::default().audit(bytes, Options::default(), |found, _| {
//!     if let Found::Game(game) = found {
//!         let cause = Examiner::default().examine(&game, Options::default().replay).unwrap();
//!         assert_eq!((cause.kind, cause.turn), (Kind::NotDecided, Some(1)));
//!         assert_eq!(cause.candidates[0].to_string(), "move 4 at de, not ee (one letter off)");
//!     }
//! });
//! ```

mod edit;
mod handicap;
mod kind;
mod line;
mod order;
mod rank;
mod repeat;
mod search;

pub use edit::{Edit, Slip};
pub use kind::Kind;
pub use line::{Line, Turn};
pub(crate) use repeat::turns_to;

use crate::audit::Audited;
use crate::finding::{Finding, Severity};
use crate::go::{Illegal, Size};
use crate::record::{Play, Source};
use crate::replay;
use line::{Fault, Judge, Trial};

/// The most turns that are replayed to find the cause of one game's fault; they take about a tenth of a second.
pub const WORK: u64 = 2_000_000;

/// Games with more turns are not searched: the search for copies costs the square of the length.
pub const LONGEST: usize = 4_000;

/// The most changes that are listed.
pub const MOST_CANDIDATES: usize = 5;

/// Why a record is wrong, as far as that can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What happened.
    pub kind: Kind,
    /// The turn at which it happened, from 1; 0 for the set-up. Where it is not decided, the other suspect
    /// beside the faulty move: the one that put the stone there, or took the last liberty; where no change of these
    /// two clears the error, the one that the likeliest change is made to.
    pub turn: Option<u32>,
    /// One sentence with the facts, without a stop at the end.
    pub detail: String,
    /// Changes each of which leaves no fault up to the next set-up, the likeliest first; at most
    /// [`MOST_CANDIDATES`]. Of a verdict, the one change; of missing handicap stones, each layout that fits.
    pub candidates: Vec<Edit>,
}

impl Cause {
    /// The candidates in words, with semicolons between.
    pub fn changes(&self) -> String {
        let texts: Vec<String> = self.candidates.iter().map(Edit::to_string).collect();
        texts.join("; ")
    }

    fn verdict(kind: Kind, edit: Edit, detail: String) -> Cause {
        Cause { kind, turn: Some(edit.turn()), detail, candidates: vec![edit] }
    }
}

/// Looks for causes. Made to be used again: it keeps its board and tables.
#[derive(Debug)]
pub struct Examiner {
    judge: Judge,
    /// The line with a change, while it is tried.
    trial: Line,
}

impl Default for Examiner {
    fn default() -> Self {
        let trial = Line { size: Size::STANDARD, stones: Vec::new(), before: 0, last: None, turns: Vec::new() };
        Examiner { judge: Judge::new(), trial }
    }
}

/// The finding that a cause belongs to: the first error of the rules on the main line.
pub fn first_error(game: &Audited<'_>) -> Option<usize> {
    let first = game.replay.first_illegal?;
    let is_first = |finding: &Finding| {
        finding.severity == Severity::Error
            && finding.turn == Some(first)
            && finding.variation.is_empty()
            && finding.code.code().starts_with('R')
    };
    game.findings.iter().position(is_first)
}

/// What is looked into: a line and its first fault.
struct Case<'c, 'a> {
    game: &'c Audited<'a>,
    line: &'c Line,
    /// Where the fault is in [`Line::turns`].
    at: usize,
    fault: Fault,
}

impl Case<'_, '_> {
    /// The faulty turn.
    fn turn(&self) -> Turn {
        self.line.turns[self.at]
    }

    /// Its number in the game.
    fn number(&self) -> u32 {
        self.line.number(self.at)
    }
}

impl Examiner {
    /// Looks for the cause of the first error on a game's main line; `None` where it has none. The options
    /// are those of the replay.
    pub fn examine(&mut self, game: &Audited<'_>, options: replay::Options) -> Option<Cause> {
        let first = game.replay.first_illegal?;
        let line = Line::around(game.record, first)?;
        self.judge.start(options.ko, WORK);
        let not_decided = |detail: &str| {
            let detail = detail.to_owned();
            Some(Cause { kind: Kind::NotDecided, turn: None, detail, candidates: Vec::new() })
        };
        let (at, fault) = match self.judge.judge(&line) {
            Trial::Faulty(at, fault) => (at, fault),
            Trial::Legal | Trial::OutOfWork => return not_decided("the game is too long to be looked into"),
        };
        let case = Case { game, line: &line, at, fault };
        if let Some(cause) = self.missing_handicap(&case) {
            return Some(cause);
        }
        match fault {
            Fault::Illegal(Illegal::Repetition(repetition)) => return Some(kind::cycle(&case, &repetition)),
            Fault::Illegal(Illegal::KoRetake) => {
                return not_decided("a ko retaken at once: by the players or in the record, nothing tells");
            }
            _ if line.turns.len() > LONGEST => return not_decided("the game is too long to be looked into"),
            _ => {}
        }
        let cause = self
            .other_line(&case)
            .or_else(|| self.letter_i(&case))
            .or_else(|| self.written_twice(&case))
            .or_else(|| self.on_stone(&case))
            .or_else(|| self.one_colour(&case))
            .unwrap_or_else(|| match fault {
                Fault::Double => self.double_move(&case),
                _ => self.suspects(&case),
            });
        Some(cause)
    }

    /// Whether a line is legal with a change.
    fn fits(&mut self, line: &Line, edit: &Edit) -> bool {
        self.trial.clone_from(line);
        edit.change(&mut self.trial);
        self.judge.judge(&self.trial) == Trial::Legal
    }

    fn is_legal(&mut self, line: &Line) -> bool {
        self.judge.judge(line) == Trial::Legal
    }

    /// `HA` names stones, and none is set.
    fn missing_handicap(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        let Case { game, line, .. } = case;
        let stones = game.record.handicap.filter(|&stones| stones >= 2)?;
        if line.before > 0 || !line.stones.is_empty() || game.replay.handicap_stones > 0 {
            return None;
        }
        let layouts = handicap::layouts(line.size, stones, game.record.year, game.record.source == Some(Source::Fox));
        let candidates: Vec<Edit> =
            layouts.into_iter().map(Edit::SetStones).filter(|edit| self.fits(line, edit)).collect();
        let detail = format!("HA is {stones} and no stone is set; with {stones} stones set every move is legal");
        let kind = Kind::HandicapMissing;
        (!candidates.is_empty()).then_some(Cause { kind, turn: Some(0), detail, candidates })
    }

    /// Every point is written as on a board whose letters skip the I.
    fn letter_i(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        /// Fewer points than this may have no I by chance.
        const ENOUGH: usize = 30;
        let points = case.line.turns.iter().filter_map(|turn| match turn.play {
            Play::Stone(point) | Play::Off(point) => Some(point),
            _ => None,
        });
        let (mut count, mut behind) = (0, 0);
        for point in points {
            let meant = edit::without_letter_i(point)?;
            count += 1;
            behind += usize::from(meant != point);
        }
        (count >= ENOUGH && behind > 0 && self.fits(case.line, &Edit::LetterI)).then(|| {
            let detail = format!(
                "none of {count} points has the letter i; with the letters behind it one back every move is legal"
            );
            Cause::verdict(Kind::LetterISkipped, Edit::LetterI, detail)
        })
    }
}
