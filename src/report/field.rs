//! The value of one field, before it is quoted for CSV.

use super::guard::guard;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;

/// Receives the values of a row, field by field. A field that is given nothing is empty: unknown, or not applicable.
#[derive(Debug, Default)]
pub struct Field {
    bytes: Vec<u8>,
    /// Where the fields end that are done.
    ends: Vec<usize>,
    guard: bool,
}

impl Field {
    /// Fields for spreadsheets, where `guard` is set: a text that would start a formula gets an apostrophe.
    pub(super) fn new(guard: bool) -> Field {
        Field { guard, ..Field::default() }
    }

    /// Takes the memory for a usual row of so many fields at once, and not bit by bit.
    pub(super) fn make_room(&mut self, fields: usize) {
        self.bytes.reserve(16 * fields);
        self.ends.reserve(fields);
    }

    /// Ends a field and starts the next one.
    #[inline]
    pub(super) fn end(&mut self) {
        self.ends.push(self.bytes.len());
    }

    /// Hands out the fields, one behind the other, with their ends, and starts anew.
    pub(super) fn take<R>(&mut self, with: impl FnOnce(&[u8], &[usize]) -> R) -> R {
        let result = with(&self.bytes, &self.ends);
        self.bytes.clear();
        self.ends.clear();
        result
    }

    /// A text from a record: kept as it is, but control characters become spaces.
    pub fn text(&mut self, text: &str) {
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        let text = match text.bytes().any(|byte| byte < b' ' || byte == 0x7f || byte == 0xc2) {
            true => Cow::Owned(text.chars().map(clean).collect()),
            false => Cow::Borrowed(text),
        };
        let guarded = if self.guard { guard(&text) } else { Cow::Borrowed(&*text) };
        self.bytes.extend_from_slice(guarded.as_bytes());
    }

    /// A word of ours.
    pub fn plain(&mut self, word: &str) {
        self.bytes.extend_from_slice(word.as_bytes());
    }

    /// A whole number.
    pub fn number(&mut self, number: u32) {
        push_number(&mut self.bytes, number.into());
    }

    /// A whole number; nothing where there is none.
    pub fn whole(&mut self, number: Option<impl Into<u64>>) {
        if let Some(number) = number {
            push_number(&mut self.bytes, number.into());
        }
    }

    /// Anything that knows its own form; nothing where there is none.
    pub fn some(&mut self, value: Option<impl Display>) {
        if let Some(value) = value {
            // Writing to memory does not fail.
            let _ = write!(self.bytes, "{value}");
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, flag: bool) {
        self.plain(if flag { "true" } else { "false" });
    }
}

/// Writes a number in decimal, without the cost of formatting: it stands in every row several times.
pub(super) fn push_number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}
