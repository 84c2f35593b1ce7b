//! The handicap (让子), as `HA` tells it.

use crate::sgf::value::half_width;

/// Reads `HA`: `Ok(None)` where it is absent or empty, an error with nothing in it where it is no number of
/// stones, as in the terms of a match (`吴先相先`).
pub(crate) fn handicap(text: &str) -> Result<Option<u32>, ()> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let plain = half_width(text);
    let number = plain.strip_suffix(['子', '石']).unwrap_or(&plain);
    number.trim().parse().ok().filter(|&stones| stones <= 361).map(Some).ok_or(())
}

/// The stones that a handicap is of: those that were set, and `HA` only where none are to be seen.
pub(crate) fn stones(set: u32, named: Option<u32>) -> u32 {
    if set > 0 { set } else { named.unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps() {
        let check = |text, expected| assert_eq!(handicap(text), expected, "{text}");
        check("", Ok(None));
        check("2", Ok(Some(2)));
        check(" 9 ", Ok(Some(9)));
        check("０", Ok(Some(0)));
        check("3子", Ok(Some(3)));
        for text in ["7.5", "对子", "吴先相先.先", "-1", "9999"] {
            check(text, Err(()));
        }
    }
}
