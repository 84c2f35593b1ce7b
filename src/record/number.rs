//! Numbers as people write them in komi and results: `7.5`, `6,5`, `３．７５`, `3又3/4`, `五目半`, `½`.

use super::Zi;

/// The unit that is written behind a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Points: 目, 点, 집.
    Points,
    /// 子.
    Zi,
}

impl Unit {
    /// The unit of a number, in hundredths, behind which none is written. One with a quarter can only be zi: half points
    /// there are, quarter points there are not.
    pub(super) fn of_bare(hundredths: i32) -> Unit {
        if hundredths % 50 == 0 { Unit::Points } else { Unit::Zi }
    }

    /// So many hundredths of it; `None` where it is not parted so finely.
    pub(super) fn amount(self, hundredths: i32) -> Option<Zi> {
        let least = match self {
            Unit::Points => 50,
            Unit::Zi => 25,
        };
        // The least step of both is the same: half a point is a quarter of a zi.
        (hundredths % least == 0).then(|| Zi::from_quarters(hundredths / least))
    }
}

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure<'a> {
    /// The number in hundredths.
    pub(super) hundredths: i32,
    /// Its unit, where one is written.
    pub(super) unit: Option<Unit>,
    /// What follows.
    pub(super) rest: &'a str,
}

/// More digits than this are no komi and no margin.
const MOST_DIGITS: usize = 4;

const POINTS: [&str; 9] = ["目", "点", "點", "집", "points", "point", "pts", "moku", "もく"];
const ZI: [&str; 2] = ["子", "zi"];

/// Reads the number that a text begins with, exact to the hundredth; `None` where it begins with none, or
/// with one that is longer or finer than any in use.
pub(super) fn measure(text: &str) -> Option<Measure<'_>> {
    let text = text.trim_start();
    let (negative, text) = match text.strip_prefix(['-', '−', '－']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix(['+', '＋']).unwrap_or(text)),
    };
    let (mut hundredths, rest) = number(text)?;
    let after = rest.trim_start();
    let unit = [(Unit::Points, &POINTS[..]), (Unit::Zi, &ZI[..])]
        .into_iter()
        .find_map(|(unit, words)| words.iter().find_map(|word| strip_word(after, word)).map(|rest| (unit, rest)));
    let (unit, rest) = unit.map_or((None, rest), |(unit, rest)| (Some(unit), rest));
    // 3目半, 3집반.
    let rest = match unit.and_then(|_| rest.strip_prefix(['半', '반'])) {
        Some(rest) => {
            hundredths += 50;
            rest
        }
        None => rest,
    };
    Some(Measure { hundredths: if negative { -hundredths } else { hundredths }, unit, rest })
}

/// A word in any case at the start of a text.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// A number without sign or unit.
fn number(text: &str) -> Option<(i32, &str)> {
    if let Some(part) = vulgar(text) {
        return Some(part);
    }
    if let Some(rest) = text.strip_prefix(['半', '반']) {
        return Some((50, rest));
    }
    if let Some((part, rest)) = slashed(text).or_else(|| spoken(text)) {
        return Some((part?, rest));
    }
    // `.5` is no number of SGF's, but can mean only one thing.
    let (whole, rest) = match text.strip_prefix('.').and_then(digits) {
        Some(_) => (0, text),
        None => whole(text)?,
    };
    if let Some((part, rest)) = rest.strip_prefix(['.', ',', '．', '，', '。']).and_then(decimals) {
        return Some((whole * 100 + part?, rest));
    }
    let part = rest.trim_start();
    let part = part.strip_prefix('又').unwrap_or(part).trim_start();
    if let Some((part, rest)) = vulgar(part) {
        return Some((whole * 100 + part, rest));
    }
    if let Some((part, rest)) = slashed(part).or_else(|| spoken(part)) {
        return Some((whole * 100 + part?, rest));
    }
    Some((whole * 100, rest))
}

/// A whole number in digits or Chinese numerals.
fn whole(text: &str) -> Option<(i32, &str)> {
    digits(text).or_else(|| chinese_numeral(text))
}

/// A fraction such as `3/4`, in hundredths; `None` inside where it is none of a komi or margin.
fn slashed(text: &str) -> Option<(Option<i32>, &str)> {
    let (numerator, rest) = whole(text)?;
    let (denominator, rest) = digits(rest.strip_prefix(['/', '／'])?)?;
    Some((fraction(numerator, denominator), rest))
}

/// A fraction as it is spoken, the denominator first: `四分之三`. As [`slashed`].
fn spoken(text: &str) -> Option<(Option<i32>, &str)> {
    let (denominator, rest) = whole(text)?;
    let (numerator, rest) = whole(rest.strip_prefix("分之")?)?;
    Some((fraction(numerator, denominator), rest))
}

/// A fraction as one character.
fn vulgar(text: &str) -> Option<(i32, &str)> {
    let (value, rest) = (text.chars().next()?, text);
    let hundredths = match value {
        '¼' => 25,
        '½' => 50,
        '¾' => 75,
        _ => return None,
    };
    Some((hundredths, &rest[value.len_utf8()..]))
}

/// Hundredths of a proper fraction of halves or quarters.
fn fraction(numerator: i32, denominator: i32) -> Option<i32> {
    (matches!(denominator, 2 | 4) && numerator < denominator).then(|| numerator * 100 / denominator)
}

fn digit(c: char) -> Option<i32> {
    match c {
        '0'..='9' => Some(c as i32 - '0' as i32),
        '０'..='９' => Some(c as i32 - '０' as i32),
        _ => None,
    }
}

/// A whole number.
fn digits(text: &str) -> Option<(i32, &str)> {
    let mut value = 0;
    let mut rest = text;
    for count in 0.. {
        let Some((c, digit)) = rest.chars().next().and_then(|c| Some((c, digit(c)?))) else {
            return (count > 0).then_some((value, rest));
        };
        if count == MOST_DIGITS {
            return None;
        }
        value = value * 10 + digit;
        rest = &rest[c.len_utf8()..];
    }
    None
}

/// What stands behind a decimal mark, in hundredths; `None` inside where it is finer than that. `None` outside
/// where no digit follows: the mark ends a sentence.
fn decimals(text: &str) -> Option<(Option<i32>, &str)> {
    let mut value = Some(0);
    let mut rest = text;
    let mut weight = 10;
    while let Some((c, digit)) = rest.chars().next().and_then(|c| Some((c, digit(c)?))) {
        value = value.filter(|_| weight > 0 || digit == 0).map(|sum| sum + digit * weight);
        weight /= 10;
        rest = &rest[c.len_utf8()..];
    }
    (rest.len() < text.len()).then_some((value, rest))
}

/// A Chinese numeral up to 99.
fn chinese_numeral(text: &str) -> Option<(i32, &str)> {
    let value = |c: char| "零一二三四五六七八九".chars().position(|numeral| numeral == c).map(|n| n as i32);
    let mut sum = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        sum = match (sum, value(c)) {
            (None, Some(n)) => Some(n),
            (Some(tens), Some(n)) if tens % 10 == 0 && tens > 0 => Some(tens + n),
            (None, None) if c == '十' => Some(10),
            (Some(n @ 1..=9), None) if c == '十' => Some(n * 10),
            _ => break,
        };
        rest = &rest[c.len_utf8()..];
    }
    sum.map(|sum| (sum, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_units() {
        let check = |text, hundredths, unit, rest| {
            assert_eq!(measure(text), Some(Measure { hundredths, unit, rest }), "{text}");
        };
        let (points, zi) = (Some(Unit::Points), Some(Unit::Zi));
        check("7.5", 750, None, "");
        check(" 7.500000", 750, None, "");
        check("6,5", 650, None, "");
        check("5。5", 550, None, "");
        check("３．７５", 375, None, "");
        check("-5.5", -550, None, "");
        check("3又3/4子", 375, zi, "");
        check("3 3/4 子胜", 375, zi, "胜");
        check("1/4子", 25, zi, "");
        check("3¾", 375, None, "");
        check("¾zi", 75, zi, "");
        check("7目半", 750, points, "");
        check("半目", 50, points, "");
        check("3집반승", 350, points, "승");
        check("五目半", 550, points, "");
        check("十二子", 1200, zi, "");
        check("二十三目", 2300, points, "");
        check("四分之三子", 75, zi, "");
        check("三又四分之三子", 375, zi, "");
        check("3又4分之1子", 325, zi, "");
        check(".5", 50, None, "");
        check("6.5 Points.", 650, points, ".");
        check("7.", 700, None, ".");
        for text in ["", "x", "NaN", "inf", "99999", "7.123", "1/3", "5/4", "三分之一子", ".", "胜"] {
            assert_eq!(measure(text), None, "{text}");
        }
    }
}
