//! The rules that a single move can break: one small function a rule.
//!
//! Each looks at what a move did, or would do. Nothing here changes anything, and nothing here knows which
//! repetitions a set of rules allows: that is [`Rules::forbid`](super::Rules::forbid).

use super::history::{Earlier, History};
use super::{Board, Colour, Placed, Point};
use std::fmt;

/// The first rule that a move breaks, in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The point is not on this board.
    #[error("the point is off the board")]
    OffBoard,
    /// The point is not empty (基本规则: a stone goes on an empty point).
    #[error("a stone of {by} stands there")]
    Occupied {
        /// Whose stone stands there.
        by: Colour,
    },
    /// The move takes nothing and leaves its own stones without liberties (article 4: a forbidden point).
    #[error("nothing is taken, and {}", match stones {
        1 => "the stone has no liberty".to_owned(),
        stones => format!("{stones} own stones have no liberty"),
    })]
    Suicide {
        /// How many stones the mover would lose, the new one among them.
        stones: u16,
    },
    /// The move takes back at once a stone that has just taken in a ko (rule 七).
    #[error("the ko is retaken at once")]
    KoRetake,
    /// The move brings back an earlier position (article 6).
    #[error("{0}")]
    Repetition(Repetition),
}

/// An earlier position that has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The number of the turn after which the position stood before: the latest with the same side to move
    /// where there is one, else the latest. 0, or the number of turns before the last set-up, is the
    /// position that the history starts with.
    pub earlier: u32,
    /// The length of the cycle in turns: this turn's number less [`Repetition::earlier`].
    pub length: u32,
    /// Whether the same side was to move (situational superko); else only the stones are the same
    /// (positional superko).
    pub situational: bool,
    /// The opposing stones taken by Black and by White in the cycle, by [`Colour::index`].
    pub taken: [u32; 2],
    /// How many turns of the cycle took exactly one stone.
    pub single: u32,
    /// Whether that position was set up in the course of the game, and not reached by a turn.
    pub set_up: bool,
}

/// The kind of a cycle of positions, by the name that players give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// Three kos (三劫循环): six turns, each of which takes one stone.
    TripleKo,
    /// Four kos (四劫循环): eight such turns.
    FourKos,
    /// A longer cycle of turns that take one stone each; the number is the most kos that it can be made of.
    /// Twelve turns may go round in five kos as well as in six.
    MoreKos(u32),
    /// One side gives two stones, the other takes them, the first takes one back; the fourth turn, where
    /// there is one, is a pass.
    SendingTwoReturningOne,
    /// Eternal life (长生): each side gives two stones and takes two in four turns.
    EternalLife,
}

impl Repetition {
    /// Where the earlier position stood, in words that follow "the position".
    pub fn earlier_in_words(&self) -> String {
        match self.earlier {
            0 => "before the first move".to_owned(),
            turn if self.set_up => format!("set up after move {turn}"),
            turn => format!("after move {turn}"),
        }
    }

    /// The kind of the cycle, where its length and the stones taken tell it.
    ///
    /// They tell it because a cycle gives each side back the stones that it lost: where six turns take six
    /// stones there was neither pass nor quiet move; a ko must change hands twice to come back, and two kos
    /// cannot go round without an immediate retake.
    /// (On 3×3 single captures can also chase each other round the rim; that passes for four kos.)
    pub fn kind(&self) -> Option<Cycle> {
        let [black, white] = self.taken;
        match (self.length, black.min(white), black.max(white), self.single) {
            (3 | 4, 1, 2, 1) => Some(Cycle::SendingTwoReturningOne),
            (4, 2, 2, 0) => Some(Cycle::EternalLife),
            (length, less, more, single) if less == more && single == length => match less {
                0..3 => None,
                3 => Some(Cycle::TripleKo),
                4 => Some(Cycle::FourKos),
                kos => Some(Cycle::MoreKos(kos)),
            },
            _ => None,
        }
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Repetition { length, situational, .. } = self;
        let side = if *situational { "the same" } else { "the other" };
        let earlier = self.earlier_in_words();
        write!(f, "the position {earlier} has come back after {length} turns, {side} side to move")
    }
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cycle::TripleKo => f.write_str("triple ko"),
            Cycle::FourKos => f.write_str("four kos"),
            Cycle::MoreKos(most) => write!(f, "up to {most} kos"),
            Cycle::SendingTwoReturningOne => f.write_str("sending two, returning one"),
            Cycle::EternalLife => f.write_str("eternal life"),
        }
    }
}

/// What a stone on an empty point did, or would do.
pub(super) struct Outcome {
    pub(super) colour: Colour,
    pub(super) placed: Placed,
    /// The hash of the stones after the move.
    pub(super) hash: u64,
    /// The position with these stones, where one has stood.
    pub(super) earlier: Option<Earlier>,
}

/// Whether a stone may be put there whatever it does: the point is on the board and empty.
#[inline]
pub(super) fn vacant(board: &Board, point: Point) -> Result<(), Illegal> {
    on_board(board, point)?;
    unoccupied(board, point)
}

/// Whether a stone on an empty point keeps the rules that look at what it does.
// Always, because two callers keep it from being inlined of itself: a call costs an eighth of the whole turn.
#[inline(always)]
pub(super) fn lawful(history: &History, outcome: &Outcome) -> Result<(), Illegal> {
    no_suicide(outcome)?;
    no_ko_retake(history, outcome)?;
    no_repetition(history, outcome)
}

/// A stone goes on a point of the board (基本规则).
#[inline]
fn on_board(board: &Board, point: Point) -> Result<(), Illegal> {
    if board.size().contains(point) { Ok(()) } else { Err(Illegal::OffBoard) }
}

/// A stone goes on an empty point (基本规则).
#[inline]
fn unoccupied(board: &Board, point: Point) -> Result<(), Illegal> {
    board.get(point).map_or(Ok(()), |by| Err(Illegal::Occupied { by }))
}

/// After captures the mover's own stones must have a liberty (articles 4 and 5).
#[inline]
fn no_suicide(outcome: &Outcome) -> Result<(), Illegal> {
    match outcome.placed.suicide {
        0 => Ok(()),
        stones => Err(Illegal::Suicide { stones }),
    }
}

/// A ko must not be retaken at once (rule 七): a move that takes one stone must not restore the position
/// before the opponent's last move, where no pass lies between.
#[inline]
fn no_ko_retake(history: &History, outcome: &Outcome) -> Result<(), Illegal> {
    let retakes = outcome.placed.captured == 1 && history.undoes(outcome.hash, outcome.colour.opponent());
    if retakes { Err(Illegal::KoRetake) } else { Ok(()) }
}

/// A position must not come back (article 6).
#[inline]
fn no_repetition(history: &History, outcome: &Outcome) -> Result<(), Illegal> {
    let taken = u32::from(outcome.placed.captured);
    match outcome.earlier {
        None => Ok(()),
        Some(earlier) => Err(Illegal::Repetition(history.describe(earlier, outcome.colour, taken))),
    }
}
