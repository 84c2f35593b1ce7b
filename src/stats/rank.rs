//! Ranks, as players write them.

use std::fmt;

/// A rank. Ranks are in the order of strength, kyu, dan, professional dan; what cannot be read comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// No rank that can be read: the text as it stands, empty where there is none.
    Other(String),
    /// Kyu (级): the number is turned round, so that a higher one is stronger.
    Kyu(std::cmp::Reverse<u8>),
    /// Dan (段), amateur or not told.
    Dan(u8),
    /// Professional dan.
    Pro(u8),
}

impl Rank {
    /// Reads a rank: `9d`, `9 dan`, `9段`, `九段`, `P9段`, `9p`, `18k`, `18级`; a doubt behind it (`?`, `*`) is
    /// left out.
    pub fn read(text: &str) -> Rank {
        Rank::known(text).unwrap_or_else(|| Rank::Other(text.to_owned()))
    }

    fn known(text: &str) -> Option<Rank> {
        let text = text.trim().trim_end_matches(['?', '*']).to_lowercase();
        let (pro, rest) = match text.strip_prefix('p') {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = if digits > 0 {
            (rest[..digits].parse().ok()?, &rest[digits..])
        } else {
            let first = rest.chars().next()?;
            (chinese(first)?, &rest[first.len_utf8()..])
        };
        match unit.trim_start().trim_end_matches('.') {
            "" | "d" | "dan" | "段" | "p" if pro => (1..=9).contains(&number).then_some(Rank::Pro(number)),
            _ if pro => None,
            "p" | "pro" | "dan pro" => (1..=9).contains(&number).then_some(Rank::Pro(number)),
            "d" | "dan" | "段" | "단" => (1..=10).contains(&number).then_some(Rank::Dan(number)),
            "k" | "kyu" | "级" | "級" | "급" => {
                (1..=30).contains(&number).then_some(Rank::Kyu(std::cmp::Reverse(number)))
            }
            _ => None,
        }
    }

    /// Whether the rank could be read.
    pub fn is_known(&self) -> bool {
        !matches!(self, Rank::Other(_))
    }
}

fn chinese(digit: char) -> Option<u8> {
    let at = ['初', '二', '三', '四', '五', '六', '七', '八', '九'].iter().position(|&known| known == digit);
    at.map(|at| at as u8 + 1).or(if digit == '一' { Some(1) } else { None })
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rank::Other(text) => f.write_str(text),
            Rank::Kyu(number) => write!(f, "{}k", number.0),
            Rank::Dan(number) => write!(f, "{number}d"),
            Rank::Pro(number) => write!(f, "{number}p"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_as_written() {
        let check = |text: &str, read: &str, known: bool| {
            let rank = Rank::read(text);
            assert_eq!((rank.to_string().as_str(), rank.is_known()), (read, known), "{text}");
        };
        for (text, read) in [
            ("9d", "9d"),
            ("9 Dan", "9d"),
            ("9段", "9d"),
            ("九段", "9d"),
            ("初段", "1d"),
            ("7段*", "7d"),
            ("2d?", "2d"),
            ("P9段", "9p"),
            ("P9", "9p"),
            ("9P", "9p"),
            ("18级", "18k"),
            ("4k", "4k"),
        ] {
            check(text, read, true);
        }
        for text in ["", "NR", "���", "9", "0d", "99k", "300d", "P", "P9k", "段", "d9"] {
            check(text, text, false);
        }
    }

    #[test]
    fn the_order_is_that_of_strength() {
        let ranks = ["", "?", "30k", "1k", "1d", "9d", "1p", "9p"].map(Rank::read);
        assert!(ranks.is_sorted());
    }
}
