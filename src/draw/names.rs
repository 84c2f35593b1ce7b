//! Points by the names that players use: Q16.

use crate::go::{Point, Size};

/// The letters of columns; there is no I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The name of a column, from 0: one letter, without I; `AA` follows `Z`.
///
/// ```
/// use sgfkit::draw::column_name;
///
/// assert_eq!([0, 7, 8, 24, 25, 51].map(column_name), ["A", "H", "J", "Z", "AA", "BB"]);
/// ```
pub fn column_name(column: u8) -> String {
    let letter = |n: u8| char::from(LETTERS[usize::from(n) % LETTERS.len()]);
    match (column / 25).checked_sub(1) {
        None => letter(column).to_string(),
        Some(first) => [letter(first), letter(column % 25)].into_iter().collect(),
    }
}

/// The name of a point: its column and its row, counted from below.
///
/// ```
/// use sgfkit::{draw::point_name, go::{Point, Size}};
///
/// assert_eq!(point_name(Point::new(15, 3), Size::STANDARD), "Q16");
/// ```
pub fn point_name(point: Point, size: Size) -> String {
    format!("{}{}", column_name(point.x()), size.height().saturating_sub(point.y()))
}
