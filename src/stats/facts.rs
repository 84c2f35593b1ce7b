//! What the tables are told of one game: cells of `games.csv` and `scores.csv`, and what was found in it.
//!
//! The cells are those that the CSV files have, so that a table is the same whether it is made of records or
//! of the files of an earlier run.

use super::rank::Rank;
use crate::finding::Code;
use crate::record::{Komi, KomiContext, Ruleset, Source, Zi, handicap};
use crate::report::cells::{Cells, index};
use crate::report::columns::{GAMES, SCORES};
use crate::report::holds::scaled;

const WIDTH: usize = index(&GAMES, "width");
const HEIGHT: usize = index(&GAMES, "height");
const BLACK: usize = index(&GAMES, "black");
const WHITE: usize = index(&GAMES, "white");
const BLACK_RANK: usize = index(&GAMES, "black_rank");
const WHITE_RANK: usize = index(&GAMES, "white_rank");
const YEAR: usize = index(&GAMES, "year");
const SOURCE: usize = index(&GAMES, "source");
const RULESET: usize = index(&GAMES, "ruleset");
const KOMI: usize = index(&GAMES, "komi");
const KOMI_POINTS: usize = index(&GAMES, "komi_points");
const HANDICAP: usize = index(&GAMES, "handicap");
const HANDICAP_STONES: usize = index(&GAMES, "handicap_stones");
const WINNER: usize = index(&GAMES, "winner");
const KIND: usize = index(&GAMES, "result_kind");
const MARGIN: usize = index(&GAMES, "margin_points");
const MOVES: usize = index(&GAMES, "moves");
const STONES: usize = index(&GAMES, "stones");
const PASSES: usize = index(&GAMES, "passes");
const BLACK_CAPTURES: usize = index(&GAMES, "black_captures");
const WHITE_CAPTURES: usize = index(&GAMES, "white_captures");
const OPENING: usize = index(&GAMES, "opening");
const KOS: usize = index(&GAMES, "kos");
const LONGEST_KO: usize = index(&GAMES, "longest_ko");

const STATUS: usize = index(&SCORES, "status");
const BLACK_ZI: usize = index(&SCORES, "black_zi");
const WHITE_ZI: usize = index(&SCORES, "white_zi");

/// One game.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// Its row of `games.csv`.
    pub game: &'a Cells,
    /// Its row of `scores.csv`, where games were counted.
    pub score: Option<&'a Cells>,
    /// What was found in it.
    pub findings: &'a [FindingFact<'a>],
}

/// One finding, as `findings.csv` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingFact<'a> {
    /// Its code.
    pub code: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its severity.
    pub severity: &'a str,
}

/// What is recorded of a game's end, by who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Black,
    White,
    Draw,
    Void,
    Unknown,
}

impl Outcome {
    /// Who wins with this margin, which is positive for Black.
    pub(super) fn of(margin: Zi) -> Outcome {
        match margin.quarters() {
            0 => Outcome::Draw,
            1.. => Outcome::Black,
            _ => Outcome::White,
        }
    }
}

impl<'a> Facts<'a> {
    fn whole(&self, column: usize) -> u64 {
        self.game.get(column).parse().unwrap_or(0)
    }

    /// Columns and rows of the board, where the record's size can be read.
    pub(super) fn size(&self) -> Option<(u8, u8)> {
        Some((self.game.get(WIDTH).parse().ok()?, self.game.get(HEIGHT).parse().ok()?))
    }

    /// The names of Black and White.
    pub(super) fn players(&self) -> [&'a str; 2] {
        [self.game.get(BLACK), self.game.get(WHITE)]
    }

    /// Their ranks.
    pub(super) fn ranks(&self) -> [Rank; 2] {
        [Rank::read(self.game.get(BLACK_RANK)), Rank::read(self.game.get(WHITE_RANK))]
    }

    pub(super) fn year(&self) -> Option<u16> {
        self.game.get(YEAR).parse().ok()
    }

    /// Whether the record is one of another game than Go, as its findings say.
    pub(super) fn is_of_another_game(&self) -> bool {
        self.findings.iter().any(|finding| finding.code == Code::NotGo.code())
    }

    pub(super) fn source(&self) -> &'a str {
        self.game.get(SOURCE)
    }

    pub(super) fn ruleset(&self) -> &'a str {
        self.game.get(RULESET)
    }

    /// The komi as read; `None` also where it is the 0 of a maker who writes 0 for unknown.
    pub(super) fn komi(&self) -> Option<Zi> {
        let context = KomiContext {
            source: Source::find(self.source()),
            ruleset: Ruleset::find(self.ruleset()),
            handicap: self.named_handicap().is_some_and(|stones| stones >= 2),
            ..KomiContext::default()
        };
        let written = Komi::read(self.game.get(KOMI), context);
        points(self.game.get(KOMI_POINTS)).filter(|_| !written.is_unknown_zero(self.handicap()))
    }

    /// `HA`, as it was read.
    fn named_handicap(&self) -> Option<u32> {
        handicap::handicap(self.game.get(HANDICAP)).unwrap_or_default()
    }

    fn handicap(&self) -> u32 {
        handicap::stones(self.game.get(HANDICAP_STONES).parse().unwrap_or(0), self.named_handicap())
    }

    /// Whether Black has two or more stones more than the first move gives.
    pub(super) fn is_handicap(&self) -> bool {
        self.handicap() >= 2
    }

    pub(super) fn kind(&self) -> &'a str {
        self.game.get(KIND)
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.game.get(WINNER) {
            "B" => Outcome::Black,
            "W" => Outcome::White,
            "draw" => Outcome::Draw,
            "void" => Outcome::Void,
            _ => Outcome::Unknown,
        }
    }

    /// The recorded margin, positive for Black.
    pub(super) fn margin(&self) -> Option<Zi> {
        let margin = points(self.game.get(MARGIN))?;
        match self.outcome() {
            Outcome::White => Some(-margin),
            Outcome::Black | Outcome::Draw => Some(margin),
            Outcome::Void | Outcome::Unknown => None,
        }
    }

    pub(super) fn moves(&self) -> u64 {
        self.whole(MOVES)
    }

    pub(super) fn stones(&self) -> u64 {
        self.whole(STONES)
    }

    pub(super) fn passes(&self) -> u64 {
        self.whole(PASSES)
    }

    /// Stones that Black and White took.
    pub(super) fn captures(&self) -> [u64; 2] {
        [self.whole(BLACK_CAPTURES), self.whole(WHITE_CAPTURES)]
    }

    pub(super) fn opening(&self) -> &'a str {
        self.game.get(OPENING)
    }

    pub(super) fn kos(&self) -> u64 {
        self.whole(KOS)
    }

    pub(super) fn longest_ko(&self) -> u64 {
        self.whole(LONGEST_KO)
    }

    /// By how much Black leads on the counted board, before komi and what is returned for a handicap.
    pub(super) fn lead(&self) -> Option<Zi> {
        let score = self.score.filter(|score| score.get(STATUS) == "counted")?;
        let difference = zi(score.get(BLACK_ZI))? - zi(score.get(WHITE_ZI))?;
        Some(Zi::from_quarters(difference.quarters() / 2))
    }
}

/// A number of points; `None` where it is no multiple of a half.
pub(super) fn points(text: &str) -> Option<Zi> {
    let hundredths = scaled(text).filter(|hundredths| hundredths % 50 == 0)?;
    i32::try_from(hundredths / 50).ok().map(Zi::from_half_points)
}

/// A number of zi; `None` where it is no multiple of a quarter.
fn zi(text: &str) -> Option<Zi> {
    let hundredths = scaled(text).filter(|hundredths| hundredths % 25 == 0)?;
    i32::try_from(hundredths / 25).ok().map(Zi::from_quarters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(points("7.5"), Some(Zi::from_quarters(15)));
        assert_eq!(points("-0.5"), Some(Zi::from_quarters(-1)));
        assert_eq!(points("3.25"), None);
        assert_eq!(zi("180.5"), Some(Zi::from_quarters(722)));
        assert_eq!(zi("3.75"), Some(Zi::from_quarters(15)));
        assert_eq!(points("999999999999"), None);
    }
}
