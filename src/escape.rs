//! Bytes that are no text, written as `\xE8`: in the names of files and in the examples of findings.

use std::borrow::Cow;

/// The bytes of a text in which `\x` and two hexadecimal digits stand for one.
pub(crate) fn unescape(text: &str) -> Cow<'_, [u8]> {
    let mut parts = text.split("\\x");
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = first.as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes_and_all_else_is_text() {
        let check = |text: &str, expected: &[u8]| assert_eq!(&*unescape(text), expected, "{text}");
        check("", b"");
        check("a.sgf", b"a.sgf");
        check("\\xE8\\x0a.sgf", b"\xe8\n.sgf");
        check("\\x", b"\\x");
        check("a\\xzz\\x4", b"a\\xzz\\x4");
        check("\\xé9", "\\xé9".as_bytes());
    }
}
