//! Counting: dead stones, area and territory, the margin, and what it makes of the recorded result.
//!
//! Every part takes a [`Board`](crate::go::Board) and can be used alone:
//!
//! * the dead stones come from the record's marks ([`dead_by_marks`], [`dead_by_removal`]), from proof
//!   ([`settled`]), from an [`Estimator`], or from another program ([`Engine`]);
//! * [`Ownership`](crate::go::Ownership) and [`Count`] count by area, [`Territory`] counts territory and
//!   prisoners;
//! * [`compare`] holds the margin against the recorded result.

mod estimate;
mod gtp;
mod marks;
mod playout;
mod score;
mod settled;
mod territory;
mod verdict;

pub use estimate::{Estimate, Estimator, Group};
pub use gtp::{Engine, EngineError};
pub use marks::{MarksError, dead_by_marks, dead_by_removal};
pub use score::{Count, HandicapReturn, Terms};
pub use settled::settled;
pub use territory::Territory;
pub use verdict::{Difference, Recorded, Verdict, compare};
