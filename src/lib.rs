//! Referee, counter and statistician for archives of Go game records in SGF.

pub mod count;
pub mod go;
