//! Referee, counter and statistician for archives of Go game records in SGF.

pub mod archive;
pub mod audit;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod count;
pub mod finding;
pub mod go;
mod identity;
pub mod record;
pub mod replay;
pub mod report;
pub mod rescore;
pub mod run;
pub mod sgf;

pub use audit::audit_bytes;
