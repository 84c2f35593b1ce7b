//! Referee, counter and statistician for archives of Go game records in SGF.

pub mod finding;
pub mod go;
