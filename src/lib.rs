//! Referee, counter and statistician for archives of Go (Weiqi, Baduk) game records in SGF.
//!
//! Audit the bytes of a file:
//!
//! ```
//! let findings = sgfkit::audit_bytes(b"(;GM[1]SZ[9];B[ee];W[ce];B[ce])");
//! assert_eq!(findings[0].to_string(), "move 3: occupied: a stone of White stands there");
//! ```
//!
//! Play on a board, without any record:
//!
//! ```
//! use sgfkit::go::{Colour, Illegal, Move, Point, Position, Rules, Size};
//!
//! let mut position = Position::new(Size::STANDARD);
//! let star = Move::Place(Point::new(3, 3));
//! position.play(star, Colour::Black, &Rules::default()).unwrap();
//! let again = position.play(star, Colour::White, &Rules::default());
//! assert_eq!(again, Err(Illegal::Occupied { by: Colour::Black }));
//! ```
//!
//! Walk an archive in parallel, with the results in order:
//!
//! ```
//! use sgfkit::{archive, audit_bytes, run};
//! use std::ops::ControlFlow;
//!
//! let inputs = archive::inputs(&["testdata/sample".into()]);
//! let mut faulty = Vec::new();
//! let flow = run::run(inputs, 2, |bytes| audit_bytes(bytes).len(), |event| {
//!     if event.result.is_ok_and(|findings| findings > 0) {
//!         faulty.push(event.name.to_owned());
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert!(flow.is_continue() && faulty.is_sorted());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The parts in the order of the flow: [`archive`] and [`run`] bring bytes, [`sgf`] reads them, [`record`]
//! says what they say, [`replay`] judges, [`count`] and [`rescore`] count, [`stats`] adds up, [`dups`] finds the same
//! game twice, [`fix`] writes corrected copies, [`report`] writes, [`draw`] draws. [`go`] is the game alone, [`finding`]
//! the list of all that can be found, [`audit`] the whole way of one piece.

#[macro_use]
mod names;

pub mod archive;
pub mod audit;
pub mod causes;
pub mod clock;
pub mod count;
pub mod draw;
pub mod dups;
mod escape;
pub mod filter;
pub mod finding;
pub mod fix;
pub mod go;
mod identity;
mod kos;
#[cfg(feature = "cli")]
pub mod page;
pub mod record;
pub mod replay;
pub mod report;
pub mod rescore;
pub mod run;
pub mod sgf;
pub mod stats;

pub use audit::audit_bytes;
