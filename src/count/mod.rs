//! Counting.
pub mod estimate;
mod playout;
