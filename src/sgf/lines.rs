//! From offsets in a text to lines and columns.

use memchr::{memchr, memchr_iter, memchr2_iter, memrchr};

/// A place in a text for people: both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Number of the line. Lines end with LF, CR, CR LF or LF CR.
    pub line: usize,
    /// Number of the character in the line.
    pub column: usize,
}

impl LineColumn {
    /// The first character.
    const START: LineColumn = LineColumn { line: 1, column: 1 };
}

/// Turns offsets in a text into lines and columns. Looks only at the text between an offset and the one asked
/// before, so it is cheap where they grow; it starts again for a smaller one.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a [u8],
    /// Whether every line ends with LF alone: then they need not be looked at one by one.
    only_lf: bool,
    /// The offset that has been reached, and where that is.
    at: usize,
    here: LineColumn,
}

impl<'a> Lines<'a> {
    /// At the start of a text.
    pub fn new(text: &'a str) -> Self {
        let text = text.as_bytes();
        Lines { text, only_lf: memchr(b'\r', text).is_none(), at: 0, here: LineColumn::START }
    }

    /// Where the offset, in bytes, lies. One past the end is taken as the end.
    pub fn position(&mut self, offset: usize) -> LineColumn {
        let offset = offset.min(self.text.len());
        if offset < self.at {
            (self.at, self.here) = (0, LineColumn::START);
        }
        let from = self.at;
        if self.only_lf {
            let passed = &self.text[from..offset];
            if let Some(last) = memrchr(b'\n', passed) {
                let lines = memchr_iter(b'\n', passed).count();
                self.at = from + last + 1;
                self.here = LineColumn { line: self.here.line + lines, column: 1 };
            }
            self.advance(offset);
            return self.here;
        }
        for end in memchr2_iter(b'\n', b'\r', &self.text[from..offset]).map(|end| from + end) {
            if end < self.at {
                // The second half of a line end that has been counted.
                continue;
            }
            let is_pair = matches!(self.text[end..], [b'\n', b'\r', ..] | [b'\r', b'\n', ..]);
            let next = end + 1 + usize::from(is_pair);
            if next > offset {
                // Between the two characters of a line end, which still belong to the line.
                self.advance(end);
                return LineColumn { column: self.here.column + 1, ..self.here };
            }
            self.at = next;
            self.here = LineColumn { line: self.here.line + 1, column: 1 };
        }
        self.advance(offset);
        self.here
    }

    /// Goes to an offset in the same line.
    fn advance(&mut self, offset: usize) {
        // Every byte that is no continuation begins a character. Counted in parts whose sum fits a byte, which
        // the compiler turns into vectors: a file may be one long line.
        let count = |part: &[u8]| part.iter().map(|b| u8::from((b & 0xc0) != 0x80)).sum::<u8>();
        self.here.column += self.text[self.at..offset].chunks(192).map(|part| usize::from(count(part))).sum::<usize>();
        self.at = offset;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        fn check(text: &str, offset: usize, line: usize, column: usize) {
            let expected = LineColumn { line, column };
            assert_eq!(Lines::new(text).position(offset), expected, "{text:?} {offset}");
            let mut lines = Lines::new(text);
            // The same in steps, and back.
            let steps: Vec<LineColumn> = (0..=text.len()).map(|i| lines.position(i)).collect();
            assert_eq!(steps[offset.min(text.len())], expected, "{text:?} {offset} in steps");
            assert_eq!(lines.position(offset), expected, "{text:?} {offset} back");
        }
        check("", 0, 1, 1);
        check("ab", 9, 1, 3);
        check("黑白x", 6, 1, 3);
        for end in ["\n", "\r", "\r\n", "\n\r"] {
            let text = format!("a{end}{end}黑b{end}");
            check(&text, 1, 1, 2);
            check(&text, end.len(), 1, 1 + end.len());
            check(&text, 1 + end.len(), 2, 1);
            check(&text, 1 + 2 * end.len(), 3, 1);
            check(&text, 1 + 2 * end.len() + 3, 3, 2);
            check(&text, text.len(), 4, 1);
        }
    }
}
