//! What is written: tables, lines of text, totals.

pub mod cells;
pub mod clean;
pub mod columns;
pub mod earlier;
mod field;
pub mod folder;
pub(crate) mod guard;
pub mod holds;
mod lock;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod rows;
pub mod sheet;
pub mod tally;
pub mod text;

pub use field::Field;
