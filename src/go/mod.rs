//! The game of Go itself: points, stones, chains, captures, ko, area.
//!
//! This module knows no SGF, no text but drawn boards, no files and no findings, and it imports nothing
//! else of this crate: it can be used alone.
//!
//! * [`Board`] holds stones and removes captured chains. It knows no turn and no history.
//! * [`PointSet`] holds points, a bit each; [`Ownership`] and [`Area`] say whose they are once the dead stones
//!   are off the board; [`Life`] says which chains live whatever is played.

mod area;
mod board;
mod life;
mod point;
mod set;

pub use area::{Area, Ownership};
pub use board::{Board, Placed};
pub use life::Life;
pub use point::{Colour, Point, Size};
pub use set::PointSet;
