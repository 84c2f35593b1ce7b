//! The game of Go itself: points, stones, chains, captures, ko, area.
//!
//! This module knows no SGF, no text but drawn boards, no files and no findings, and it imports nothing
//! else of this crate: it can be used alone.
//!
//! * [`Board`] holds stones and removes captured chains. It knows no turn and no history.

mod board;
mod point;

pub use board::{Board, Placed};
pub use point::{Colour, Point, Size};
