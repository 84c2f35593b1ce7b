//! Small changes to a record, each of which a server, a program or a typist is known to have made.

use super::line::{Line, Turn};
use crate::go::{Colour, Point};
use crate::record::Play;
use std::fmt;

/// How a point came to be written for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slip {
    /// One of the two letters is the one before or behind the right one.
    LetterOff,
    /// The two letters are exchanged.
    Exchanged,
    /// The board was looked at from another side.
    Mirrored,
    /// A capture was written on the point of the stone taken.
    OnStone,
}

/// A change that makes a record legal. Turns are numbered in the game, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Black stones are set before the first move.
    SetStones(Vec<Point>),
    /// Turns are left out.
    Remove {
        /// The first of them.
        turn: u32,
        /// How many.
        count: u32,
    },
    /// A turn is the other side's.
    Colour {
        /// The turn.
        turn: u32,
    },
    /// From a turn on the sides change places.
    ColoursFrom {
        /// The first turn changed.
        turn: u32,
    },
    /// A stone goes on another point.
    Point {
        /// The turn.
        turn: u32,
        /// The point that is written.
        from: Point,
        /// The point that is meant.
        to: Point,
        /// What happened.
        slip: Slip,
    },
    /// Two turns that follow each other exchange their points.
    ExchangePoints {
        /// The first of them.
        turn: u32,
    },
    /// Two turns that follow each other change places, colours and all.
    ExchangeTurns {
        /// The first of them.
        turn: u32,
    },
    /// The letter I is skipped in every point, as on a board of wood.
    LetterI,
    /// The game ends before a turn; another begins there.
    End {
        /// The first turn of the other game.
        turn: u32,
    },
    /// From a turn on, another line of the tree is the game.
    OtherLine {
        /// The first turn that differs.
        turn: u32,
        /// The turns of the other line from there on.
        turns: Vec<Turn>,
    },
}

impl Edit {
    /// The line as it is with this change. A turn that the line does not have changes nothing.
    pub fn apply(&self, line: &Line) -> Line {
        let mut line = line.clone();
        self.change(&mut line);
        line
    }

    pub(super) fn change(&self, line: &mut Line) {
        let first = line.index(self.turn()).unwrap_or(line.turns.len());
        match *self {
            Edit::SetStones(ref points) => line.stones.extend(points.iter().map(|&point| (point, Colour::Black))),
            Edit::Remove { count, .. } => {
                let end = first.saturating_add(count as usize).min(line.turns.len());
                line.turns.drain(first..end);
            }
            Edit::Colour { .. } => line.turns.iter_mut().skip(first).take(1).for_each(flip),
            Edit::ColoursFrom { .. } => line.turns.iter_mut().skip(first).for_each(flip),
            Edit::Point { to, .. } => {
                line.turns.iter_mut().skip(first).take(1).for_each(|turn| turn.play = Play::Stone(to));
            }
            Edit::ExchangePoints { .. } => {
                if let Some([a, b]) = line.turns.get_mut(first..first + 2) {
                    std::mem::swap(&mut a.play, &mut b.play);
                }
            }
            Edit::ExchangeTurns { .. } => {
                if let Some([a, b]) = line.turns.get_mut(first..first + 2) {
                    std::mem::swap(a, b);
                }
            }
            Edit::LetterI => {
                for turn in &mut line.turns {
                    if let Play::Stone(point) | Play::Off(point) = turn.play
                        && let Some(meant) = without_letter_i(point)
                    {
                        turn.play = if line.size.contains(meant) { Play::Stone(meant) } else { Play::Off(meant) };
                    }
                }
            }
            Edit::End { .. } => line.turns.truncate(first),
            Edit::OtherLine { ref turns, .. } => {
                line.turns.truncate(first);
                line.turns.extend_from_slice(turns);
            }
        }
    }

    /// The first turn that the change touches; 0 for what stands before the first one.
    pub fn turn(&self) -> u32 {
        match *self {
            Edit::SetStones(_) | Edit::LetterI => 0,
            Edit::Remove { turn, .. }
            | Edit::Colour { turn }
            | Edit::ColoursFrom { turn }
            | Edit::Point { turn, .. }
            | Edit::ExchangePoints { turn }
            | Edit::ExchangeTurns { turn }
            | Edit::End { turn }
            | Edit::OtherLine { turn, .. } => turn,
        }
    }
}

fn flip(turn: &mut Turn) {
    turn.colour = turn.colour.opponent();
}

/// The point that is meant where the letter I is skipped: `j` for the ninth line and so on. `None` where a
/// letter is an I.
pub(super) fn without_letter_i(point: Point) -> Option<Point> {
    /// The place of the letter I, from 0.
    const I: u8 = 8;
    let meant = |n: u8| match n {
        I => None,
        n if n > I => Some(n - 1),
        n => Some(n),
    };
    Some(Point::new(meant(point.x())?, meant(point.y())?))
}

/// The change in words, as it stands in a table; no semicolon, for these part candidates.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::SetStones(points) => {
                f.write_str("set")?;
                points.iter().try_for_each(|point| write!(f, " {point}"))
            }
            Edit::Remove { turn, count: 1 } => write!(f, "leave out move {turn}"),
            Edit::Remove { turn, count } => {
                write!(f, "leave out moves {turn} to {}", u64::from(*turn) + u64::from(*count) - 1)
            }
            Edit::Colour { turn } => write!(f, "move {turn} by the other side"),
            Edit::ColoursFrom { turn } => write!(f, "colours exchanged from move {turn} on"),
            Edit::Point { turn, from, to, slip } => write!(f, "move {turn} at {to}, not {from} ({slip})"),
            Edit::ExchangePoints { turn } => write!(f, "points of moves {turn} and {} exchanged", turn + 1),
            Edit::ExchangeTurns { turn } => write!(f, "moves {turn} and {} exchanged", turn + 1),
            Edit::LetterI => f.write_str("letters behind I one back"),
            Edit::End { turn } => write!(f, "another game begins with move {turn}"),
            Edit::OtherLine { turn, .. } => write!(f, "the other line from move {turn} on"),
        }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Slip::LetterOff => "one letter off",
            Slip::Exchanged => "letters exchanged",
            Slip::Mirrored => "mirrored",
            Slip::OnStone => "written on the stone taken",
        })
    }
}
