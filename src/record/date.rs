//! Dates, as far as statistics need them.

/// The first four-digit year in a text: four digits that no other digit touches, or eight as in `20090624`.
/// `None` where there is none from 100 on: programs write `0001-01-01` for no date.
pub(crate) fn year(text: &str) -> Option<u16> {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    let year = |run: &str| match run.len() {
        4 | 8 => run[..4].parse().ok().filter(|&year| year >= 100),
        _ => None,
    };
    runs.into_iter().find_map(year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years() {
        let check = |text, expected| assert_eq!(year(text), expected, "{text}");
        check("2016-03-09,10,12", Some(2016));
        check("2008.12.01 00:01", Some(2008));
        check("May 16-18, 1842", Some(1842));
        check("2009年6月24日", Some(2009));
        check("20090624", Some(2009));
        check("24/06/1995", Some(1995));
        check("09-06-24", None);
        check("0196-01-01", Some(196));
        check("0001-01-01", None);
        check("12345", None);
        check("", None);
    }
}
