//! Numbers as people write them in komi and results: `7.5`, `6,5`, `３．７５`, `3又3/4`, `五目半`, `½`.

use super::Zi;

/// The unit that is written behind a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Points: 目, 点, 집, 호.
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

const POINTS: [&str; 10] = ["目", "点", "點", "집", "호", "points", "point", "pts", "moku", "もく"];
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
    // 3目半, 3집 반, and 1子3/4.
    let after = rest.trim_start();
    let part = match unit {
        Some(Unit::Zi) => half(after).map(|rest| (50, rest)).or_else(|| part_of_one(after)),
        Some(Unit::Points) => half(after).map(|rest| (50, rest)),
        None => None,
    };
    let rest = part.map_or(rest, |(part, rest)| {
        hundredths += part;
        rest
    });
    Some(Measure { hundredths: if negative { -hundredths } else { hundredths }, unit, rest })
}

/// Whether a text begins as a number does, though it may be none that is read.
pub(super) fn begins(text: &str) -> bool {
    let numeral = |c: char| c.is_numeric() || "半반百佰十拾".contains(c) || chinese_digit(c).is_some();
    text.starts_with(numeral) || korean_numeral(text).is_some()
}

/// A word in any case at the start of a text.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// What follows a half, which begins neither 반칙, a foul, nor 반면, the board before komi.
fn half(text: &str) -> Option<&str> {
    text.strip_prefix(['半', '반']).filter(|rest| !rest.starts_with(['칙', '면']))
}

/// A fraction that follows a whole number of zi, in hundredths.
fn part_of_one(text: &str) -> Option<(i32, &str)> {
    let text = text.strip_prefix('又').unwrap_or(text).trim_start();
    vulgar(text).or_else(|| {
        let (part, rest) = slashed(text).or_else(|| spoken(text))?;
        Some((part?, rest))
    })
}

/// A number without sign or unit.
fn number(text: &str) -> Option<(i32, &str)> {
    if let Some(part) = vulgar(text) {
        return Some(part);
    }
    if let Some(rest) = half(text) {
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
    if let Some((part, rest)) = rest.strip_prefix(['.', ',', '．', '，', '。']).and_then(|rest| decimals(rest, digit))
    {
        return Some((whole * 100 + part?, rest));
    }
    // 三点五: a 点 before another numeral is no unit.
    if let Some((part, rest)) = rest.strip_prefix(['点', '點']).and_then(|rest| decimals(rest, numeral)) {
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

/// A whole number in digits or in Chinese or Korean numerals.
fn whole(text: &str) -> Option<(i32, &str)> {
    digits(text).or_else(|| chinese_numeral(text)).or_else(|| korean_numeral(text))
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

/// A digit in figures or as a Chinese numeral.
fn numeral(c: char) -> Option<i32> {
    digit(c).or_else(|| chinese_digit(c))
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
fn decimals(text: &str, digit: impl Fn(char) -> Option<i32>) -> Option<(Option<i32>, &str)> {
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

/// The digit that a Chinese numeral is, in the plain, the formal or the Japanese way.
fn chinese_digit(c: char) -> Option<i32> {
    const DIGITS: [&str; 10] =
        ["零〇", "一壹壱", "二两兩贰貳弐", "三叁參参", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"];
    DIGITS.iter().position(|forms| forms.contains(c)).map(|n| n as i32)
}

/// A Chinese numeral up to 999: 十二, 二十, 两, 一百零二.
fn chinese_numeral(text: &str) -> Option<(i32, &str)> {
    let (mut sum, mut digit, mut weight) = (0, None, 1000);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match (chinese_digit(c), digit) {
            // 一百零二: it only says that no ten follows.
            (Some(0), None) if sum > 0 => {}
            (Some(n), None) => digit = Some(n),
            (Some(_), Some(_)) => break,
            (None, _) => {
                let of_c = match c {
                    '十' | '拾' => 10,
                    '百' | '佰' => 100,
                    _ => break,
                };
                if of_c >= weight || digit == Some(0) {
                    break;
                }
                weight = of_c;
                sum += digit.take().unwrap_or(1) * weight;
            }
        }
        rest = &rest[c.len_utf8()..];
    }
    (rest.len() < text.len()).then(|| (sum + digit.unwrap_or(0), rest))
}

/// A Korean numeral before its unit, up to 10: 세집.
fn korean_numeral(text: &str) -> Option<(i32, &str)> {
    const NUMERALS: [&str; 10] = ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];
    let number = NUMERALS.iter().position(|numeral| text.starts_with(numeral))?;
    let rest = &text[NUMERALS[number].len()..];
    rest.trim_start().starts_with(['집', '호']).then_some((number as i32 + 1, rest))
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
        check("两目半", 250, points, "");
        check("贰目半", 250, points, "");
        check("两子半", 250, zi, "");
        check("两又四分之一子", 225, zi, "");
        check("1子3/4", 175, zi, "");
        check("一百零二目半", 10250, points, "");
        check("一百八十五子", 18500, zi, "");
        check("三点五目", 350, points, "");
        check("零点五目", 50, points, "");
        check("3点5目", 350, points, "");
        check("3点", 300, points, "");
        check("3집 반 승", 350, points, " 승");
        check("6호반승", 650, points, "승");
        check("세집반승", 350, points, "승");
        check("3집 반칙", 300, points, " 반칙");
        check("6,五", 600, None, ",五");
        for text in [
            "",
            "x",
            "NaN",
            "inf",
            "99999",
            "7.123",
            "1/3",
            "5/4",
            "三分之一子",
            ".",
            "胜",
            "반칙",
            "반면 5집",
            "세 번",
        ] {
            assert_eq!(measure(text), None, "{text}");
        }
    }
}
