//! Openings, the same whichever way the board is turned.

use super::facts::Facts;
use super::keyed::{Keyed, Merge};
use super::outcomes::Outcomes;
use super::table::{Cell, Column, Table};
use crate::go::Size;
use crate::identity::Symmetry;
use crate::sgf::value::point_of_letters;

/// The most turns of an opening that `games.csv` holds.
pub const DEEPEST: u8 = crate::record::OPENING_TURNS as u8;

/// `openings`.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    depth: u8,
    sums: Keyed<Opening, Outcomes>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Opening {
    /// Columns and rows of the board.
    size: Option<(u8, u8)>,
    /// The number of turns.
    depth: u8,
    /// The turns; `None` for games that do not go so far.
    turns: Option<String>,
}

impl Openings {
    pub(super) fn new(depth: u8) -> Openings {
        Openings { depth: depth.min(DEEPEST), sums: Keyed::default() }
    }

    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let (size, outcome) = (facts.size(), facts.outcome());
        for depth in 1..=self.depth {
            let turns = facts.opening().get(..2 * usize::from(depth));
            let turns = size.zip(turns).and_then(|(size, turns)| normal(turns, size));
            self.sums.of(Opening { size, depth, turns }).add(outcome);
        }
    }

    pub(super) fn table(&self) -> Table {
        let keys = [
            Column::new("width", "points", "columns of the board"),
            Column::new("height", "points", "rows of the board"),
            Column::new("depth", "turns", "number of turns"),
            Column::new(
                "opening",
                "SGF points",
                "the turns, in that of the symmetries of the board which reads first; empty: games without so many",
            ),
        ];
        let row = |(Opening { size, depth, turns }, sums): (&Opening, &Outcomes)| {
            let side = |side: Option<u8>| side.map_or(Cell::Empty, |side| Cell::Count(side.into()));
            let mut cells = vec![side(size.map(|size| size.0)), side(size.map(|size| size.1))];
            cells.extend([Cell::Count((*depth).into()), Cell::text(turns.as_deref().unwrap_or(""))]);
            cells.extend(sums.cells());
            cells
        };
        Table {
            name: "openings".into(),
            row: "one row an opening, for each number of turns: results of all games, handicap games with them".into(),
            columns: keys.into_iter().chain(Outcomes::columns()).collect(),
            rows: self.sums.iter().map(row).collect(),
        }
    }
}

impl Merge for Openings {
    fn merge(&mut self, other: &Openings) {
        self.sums.merge(&other.sums);
    }
}

/// These turns in the symmetry of the board under which they read first, by the bytes of their letters; `None`
/// where they are no turns on a board of this size. A rectangle has four symmetries, a square eight.
pub(super) fn normal(turns: &str, (width, height): (u8, u8)) -> Option<String> {
    let size = Size::new(width, height)?;
    let mut points = Vec::with_capacity(turns.len() / 2);
    for turn in turns.as_bytes().chunks(2) {
        points.push(match *turn {
            [b'-', b'-'] => None,
            [x, y] => Some(point_of_letters([x, y], size)?),
            _ => return None,
        });
    }
    let turned = |index| -> Vec<[u8; 2]> {
        let symmetry = Symmetry::new(size, index);
        points.iter().map(|point| point.map_or(*b"--", |point| symmetry.turned(point).letters())).collect()
    };
    let first = (0..Symmetry::count(size)).map(turned).min()?;
    Some(String::from_utf8_lossy(first.as_flattened()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use proptest::prelude::*;

    #[test]
    fn four_corners_are_one_opening() {
        for corner in ["pd", "dd", "dp", "pp"] {
            assert_eq!(normal(corner, (19, 19)).as_deref(), Some("dd"));
        }
        // The 3-4 point has eight places.
        for point in ["qd", "pc", "dc", "cd", "cp", "dq", "pq", "qp"] {
            assert_eq!(normal(point, (19, 19)).as_deref(), Some("cd"));
        }
        assert_eq!(normal("pddp", (19, 19)).as_deref(), Some("ddpp"));
        assert_eq!(normal("pd--dp", (19, 19)).as_deref(), Some("dd--pp"));
    }

    #[test]
    fn a_rectangle_is_not_laid_on_its_side() {
        assert_eq!(normal("ab", (5, 7)).as_deref(), Some("ab"));
        assert_eq!(normal("ba", (5, 7)).as_deref(), Some("ba"));
        assert_eq!(normal("ef", (5, 7)).as_deref(), Some("ab"));
    }

    #[test]
    fn what_is_no_point_of_the_board_is_no_opening() {
        for turns in ["a", "zz", "ddd", "d-", "é", "sst"] {
            assert_eq!(normal(turns, (19, 19)), None, "{turns}");
        }
        assert_eq!(normal("", (19, 19)).as_deref(), Some(""));
    }

    proptest! {
        #[test]
        fn turning_the_board_changes_nothing(
            points in prop::collection::vec((0u8..19, 0u8..19), 0..8), mirrored: bool, swapped: bool,
        ) {
            let text = |f: &dyn Fn(u8, u8) -> (u8, u8)| -> String {
                points.iter().map(|&(x, y)| f(x, y)).map(|(x, y)| Point::new(x, y).to_string()).collect()
            };
            let turned = text(&|x, y| {
                let x = if mirrored { 18 - x } else { x };
                if swapped { (y, x) } else { (x, y) }
            });
            prop_assert_eq!(normal(&text(&|x, y| (x, y)), (19, 19)), normal(&turned, (19, 19)));
        }
    }
}
