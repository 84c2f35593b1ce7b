//! The text of a point, kept in a finding without an allocation.

use std::fmt;

/// A point as a record writes it: two letters, or whatever stands in their place.
///
/// Up to 15 bytes are kept, which is room for `dundefined`; of a longer text its start, and `…` for the rest.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointText {
    len: u8,
    bytes: [u8; PointText::MAX],
}

impl PointText {
    /// Bytes that are kept.
    pub const MAX: usize = 15;

    /// Keeps this text, or its start.
    ///
    /// ```
    /// use sgfkit::finding::PointText;
    ///
    /// assert_eq!(PointText::new("pd").as_str(), "pd");
    /// assert_eq!(PointText::new("a comment in place of a point").as_str(), "a comment in…");
    /// ```
    pub fn new(text: &str) -> PointText {
        const REST: &str = "…";
        let mut kept = PointText::default();
        if text.len() <= PointText::MAX {
            kept.push(text);
        } else {
            let room = PointText::MAX - REST.len();
            let end = text.char_indices().map(|(at, _)| at).take_while(|&at| at <= room).last().unwrap_or(0);
            kept.push(&text[..end]);
            kept.push(REST);
        }
        kept
    }

    fn push(&mut self, text: &str) {
        let start = usize::from(self.len);
        self.bytes[start..start + text.len()].copy_from_slice(text.as_bytes());
        self.len += text.len() as u8;
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }

    /// Whether there is no text: a pass, or no point at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Debug for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The point of a board, as SGF writes it.
impl From<crate::go::Point> for PointText {
    fn from(point: crate::go::Point) -> PointText {
        let mut bytes = [0; PointText::MAX];
        bytes[..2].copy_from_slice(&point.letters());
        PointText { len: 2, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, Size};

    #[test]
    fn keeps_what_fits_and_the_start_of_the_rest() {
        let check = |text: &str, expected: &str| assert_eq!(PointText::new(text).as_str(), expected);
        check("", "");
        check("aa", "aa");
        check("dundefined", "dundefined");
        check("123456789012345", "123456789012345");
        check("1234567890123456", "123456789012…");
        check("四之四", "四之四");
        check("四之四，或者别的", "四之四，…");
        check("a四之四，或者别的", "a四之四…");
        assert!(PointText::new("").is_empty() && !PointText::new("aa").is_empty());
    }

    #[test]
    fn points_are_written_as_sgf_writes_them() {
        for point in Size::new(52, 52).unwrap().iter() {
            assert_eq!(PointText::from(point).as_str(), point.to_string());
        }
        assert_eq!(PointText::from(Point::new(26, 51)).as_str(), "AZ");
    }
}
