//! What the text between the brackets means: points, lists of points, sizes, text.

use crate::go::{Colour, Point, Size};
use std::borrow::Cow;

/// What the value of a move or set-up property says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointValue {
    /// A point of the board.
    On(Point),
    /// A point that is well written, but not on this board.
    Off(Point),
    /// A pass: an empty value, or `tt` on a board with no side over 19 (FF\[3\]).
    Pass,
    /// Not a point.
    Unreadable,
}

/// Reads the value of a `B` or `W` property.
pub fn point(raw: &str, size: Size) -> PointValue {
    if let [x, y] = *raw.as_bytes()
        && let Some(point) = point_of_letters([x, y], size)
    {
        return PointValue::On(point);
    }
    unusual_point(text(raw).as_bytes(), size)
}

/// The point of the board that two letters name.
#[inline]
pub(crate) fn point_of_letters([x, y]: [u8; 2], size: Size) -> Option<Point> {
    size.point(COORDINATES[usize::from(x)], COORDINATES[usize::from(y)])
}

fn unusual_point(value: &[u8], size: Size) -> PointValue {
    match *value.trim_ascii() {
        [] => PointValue::Pass,
        [b't', b't'] if size.width() <= 19 && size.height() <= 19 => PointValue::Pass,
        [x, y] => match (coordinate(x), coordinate(y)) {
            (Some(x), Some(y)) => size.point(x, y).map_or(PointValue::Off(Point::new(x, y)), PointValue::On),
            _ => PointValue::Unreadable,
        },
        _ => PointValue::Unreadable,
    }
}

/// The coordinate that a letter stands for: `a` to `z` are 0 to 25, `A` to `Z` 26 to 51; [`u8::MAX`] where it
/// is no letter.
static COORDINATES: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut n = 0;
    while n < 26 {
        table[b'a' as usize + n] = n as u8;
        table[b'A' as usize + n] = n as u8 + 26;
        n += 1;
    }
    table
};

fn coordinate(letter: u8) -> Option<u8> {
    Some(COORDINATES[usize::from(letter)]).filter(|&n| n != u8::MAX)
}

/// Reads one value of a list of points: a point, or a rectangle of them written as two corners, `aa:cc`.
///
/// Returns the two corners, upper left and lower right; both the same for a single point. They may lie off
/// the board. `None` where the value is neither.
pub fn rectangle(raw: &str) -> Option<(Point, Point)> {
    let raw = &*text(raw);
    let corner = |text: &str| match *text.trim().as_bytes() {
        [x, y] => Some((coordinate(x)?, coordinate(y)?)),
        _ => None,
    };
    let (first, second) = match raw.split_once(':') {
        None => (corner(raw)?, corner(raw)?),
        Some((first, second)) => (corner(first)?, corner(second)?),
    };
    let upper_left = Point::new(first.0.min(second.0), first.1.min(second.1));
    let lower_right = Point::new(first.0.max(second.0), first.1.max(second.1));
    Some((upper_left, lower_right))
}

/// Reads the value of a `PL` property: the side, and whether it is guessed from a word that is neither `B` nor `W`, such
/// as `black`, `x` or `1`.
pub fn side(raw: &str) -> Option<(Colour, bool)> {
    match text(raw).trim().as_bytes() {
        [b'B'] => Some((Colour::Black, false)),
        [b'W'] => Some((Colour::White, false)),
        [b'b' | b'B' | b'X' | b'x' | b'1', ..] => Some((Colour::Black, true)),
        [b'w' | b'W' | b'O' | b'o' | b'2', ..] => Some((Colour::White, true)),
        _ => None,
    }
}

/// Reads `SZ`: one number, or columns and rows with a colon between, or `x`, `×` or `*` as some programs have it, each
/// 1 to 52. What can mean only one thing is read too: `１９`, `19.0`, `19路`.
pub fn size(raw: &str) -> Option<Size> {
    let plain = text(raw);
    let plain = half_width(&plain);
    let side = |text: &str| {
        let number = text.trim().trim_end_matches(['路', '盘', '盤']).trim_end();
        number.strip_suffix(".0").unwrap_or(number).parse().ok()
    };
    match plain.split_once([':', 'x', 'X', '×', '*']) {
        None => side(&plain).and_then(|n| Size::new(n, n)),
        Some((width, height)) => Size::new(side(width)?, side(height)?),
    }
}

/// The text with ASCII characters for their full-width forms, which an East Asian keyboard writes: `Ｂ＋Ｒ`, `１９`.
pub(crate) fn half_width(text: &str) -> Cow<'_, str> {
    let narrow = |c| match c {
        '！'..='～' => char::from_u32(c as u32 - ('！' as u32 - '!' as u32)).unwrap_or(c),
        _ => c,
    };
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.chars().map(narrow).collect()) }
}

/// The text of a `SimpleText` or `Text` value: `\` makes the next character plain, and a line break behind
/// it goes; so do NULs, which say nothing. Borrowed where there is nothing to do.
pub fn text(raw: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\\', 0, raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw.chars().filter(|&c| c != '\0').peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            // A soft line break, of one or two characters.
            Some(end @ ('\n' | '\r')) => {
                let other = if end == '\n' { '\r' } else { '\n' };
                rest.next_if_eq(&other);
            }
            Some(plain) => out.push(plain),
            None => {}
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_passes_and_nonsense() {
        let check = |raw: &str, width, height, expected| {
            assert_eq!(point(raw, Size::new(width, height).unwrap()), expected, "{raw} on {width}×{height}");
        };
        check("pd", 19, 19, PointValue::On(Point::new(15, 3)));
        check(" pd\n", 19, 19, PointValue::On(Point::new(15, 3)));
        check("", 19, 19, PointValue::Pass);
        check("  ", 19, 19, PointValue::Pass);
        check("tt", 19, 19, PointValue::Pass);
        check("\0p\0d", 19, 19, PointValue::On(Point::new(15, 3)));
        check("p\\d\\\0", 19, 19, PointValue::On(Point::new(15, 3)));
        check("p\\\\", 19, 19, PointValue::Unreadable);
        check("tt", 9, 9, PointValue::Pass);
        check("tt", 21, 21, PointValue::On(Point::new(19, 19)));
        check("tt", 19, 21, PointValue::Off(Point::new(19, 19)));
        check("hh", 7, 7, PointValue::Off(Point::new(7, 7)));
        check("AA", 27, 27, PointValue::On(Point::new(26, 26)));
        check("Aa", 27, 27, PointValue::On(Point::new(26, 0)));
        check("``", 7, 7, PointValue::Unreadable);
        check("dundefined", 19, 19, PointValue::Unreadable);
        check("d", 19, 19, PointValue::Unreadable);
        check("子", 19, 19, PointValue::Unreadable);
    }

    #[test]
    fn rectangles() {
        let point = Point::new;
        assert_eq!(rectangle("cc:dd"), Some((point(2, 2), point(3, 3))));
        assert_eq!(rectangle("dc:cd"), Some((point(2, 2), point(3, 3))));
        assert_eq!(rectangle(" fa : fc "), Some((point(5, 0), point(5, 2))));
        assert_eq!(rectangle("gg"), Some((point(6, 6), point(6, 6))));
        for raw in ["", "g", "cc:", "cc:d", "cc-dd", "ccdd"] {
            assert_eq!(rectangle(raw), None, "{raw}");
        }
    }

    #[test]
    fn sizes() {
        let check = |raw, expected: Option<(u8, u8)>| {
            assert_eq!(size(raw), expected.and_then(|(w, h)| Size::new(w, h)), "{raw}");
        };
        check("19", Some((19, 19)));
        check(" 9 ", Some((9, 9)));
        check("19:13", Some((19, 13)));
        check("13 : 19", Some((13, 19)));
        check("1", Some((1, 1)));
        check("52", Some((52, 52)));
        check("１９", Some((19, 19)));
        check("１９：１３", Some((19, 13)));
        check("19*19", Some((19, 19)));
        check("13X13", Some((13, 13)));
        check("19.0", Some((19, 19)));
        check("19路", Some((19, 19)));
        check("19 路盘", Some((19, 19)));
        for raw in ["", "0", "-5", "53", "999999999", "19:99999", "abc", "19:", "9.5", "19.05", "路", "19*", "1.0.0"] {
            check(raw, None);
        }
    }

    #[test]
    fn escapes_and_soft_line_breaks() {
        let check = |raw, expected: &str| assert_eq!(text(raw), expected, "{raw:?}");
        check("plain", "plain");
        check(r"a\]b\\c\:d", r"a]b\c:d");
        check("one\\\ntwo\\\r\nthree\\\n\rfour\\\rfive", "onetwothreefourfive");
        check("kept\nline", "kept\nline");
        check("end\\", "end");
    }
}
