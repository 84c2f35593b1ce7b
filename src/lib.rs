//! Referee, counter and statistician for archives of Go game records in SGF.

pub mod finding;
pub mod go;
mod identity;
pub mod record;
pub mod replay;
pub mod report;
pub mod run;
pub mod sgf;
