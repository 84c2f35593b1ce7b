//! From bytes to game trees: character sets, the tolerant reader, property values.
//!
//! [`text`] makes UTF-8 of the bytes, [`Reader`] finds the games in it, [`value`] says what a property's
//! value means. Nothing here knows the rules of Go.

pub mod cut;
pub mod document;
mod lines;
pub mod reader;
pub mod text;
pub mod tree;
pub mod value;

pub use lines::{LineColumn, Lines};
pub use reader::Reader;
pub use tree::{Game, Ident, Node, Property, Span, Tree};
