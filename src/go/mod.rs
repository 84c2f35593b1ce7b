//! The game of Go itself: points, stones, chains, captures, ko and repetition.
//!
//! This module reads no SGF, though its points have the letters of SGF; it knows no text but drawn boards, no files and no
//! findings, and imports nothing else of this crate: it can be used alone.
//!
//! * [`Board`] holds stones and removes captured chains. It knows no turn and no history.
//! * [`Position`] is a game in progress. It judges a move by [`Rules`] and says what is [`Illegal`] about it,
//!   or carries out whatever it is told and says the same.
//! * [`PointSet`] holds points, a bit each; [`Ownership`] and [`Area`] say whose they are once the dead stones
//!   are off the board; [`Life`] says which chains live whatever is played.
//!
//! ```
//! use sgfkit::go::{Board, Colour::*, Illegal, Move, Point, Position, Rules};
//!
//! // A ko on 4×3. Black takes it.
//! let board = Board::from_text(". X O .
//!                               X O . O
//!                               . X O .").unwrap();
//! let mut position = Position::from(board);
//! let rules = Rules::default();
//! let take = Move::Place(Point::new(2, 1));
//! let retake = Move::Place(Point::new(1, 1));
//! assert_eq!(position.play(take, Black, &rules).unwrap().captured, 1);
//!
//! // White may not take it back at once, but it may after a threat and its answer.
//! assert_eq!(position.play(retake, White, &rules), Err(Illegal::KoRetake));
//! position.play(Move::Place(Point::new(3, 0)), White, &rules).unwrap();
//! position.play(Move::Pass, Black, &rules).unwrap();
//! assert_eq!(position.check(retake, White, &rules), Ok(()));
//!
//! // An archive holds what was recorded, lawful or not: `force` carries it out and judges it.
//! let forced = position.force(Move::Place(Point::new(2, 1)), White);
//! assert_eq!(forced.illegal, Some(Illegal::Occupied { by: Black }));
//! ```

mod area;
mod board;
mod history;
mod legal;
mod life;
mod perft;
mod point;
mod position;
mod rules;
mod set;

pub use area::{Area, Ownership};
pub use board::{Board, Placed};
pub use legal::{Cycle, Illegal, Repetition};
pub use life::Life;
pub use perft::perft;
pub use point::{Colour, Point, Size};
pub use position::{Forced, Move, Position, Snapshot};
pub use rules::{Ko, Rules};
pub use set::PointSet;
