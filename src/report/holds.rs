//! What the values of a column are, for formats that have types.

use super::columns::{Table, TableKind};

/// What a column's values are. An empty field is unknown or not applicable in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Text.
    Text,
    /// A whole number.
    Whole,
    /// A number with at most [`SCALE`] decimals: an amount in points or zi, whose smallest step is a quarter of a zi, or
    /// a certainty.
    Decimal,
    /// `true` or `false`.
    Flag,
}

/// Decimals of a [`Holds::Decimal`].
pub const SCALE: u32 = 2;

impl Holds {
    /// From the name and the unit of a column.
    pub fn of(name: &str, unit: &str) -> Holds {
        match unit {
            "true, false" => Holds::Flag,
            "zi" | "0 to 1" => Holds::Decimal,
            // Points of the board are whole, those of komi and margin are not.
            "points" if name.ends_with("komi_points") || name.ends_with("margin_points") => Holds::Decimal,
            "number from 1" | "characters from 1" | "year" | "points" | "stones" | "turns" | "passes" | "lines"
            | "kos" | "findings" | "games" | "groups" => Holds::Whole,
            _ => Holds::Text,
        }
    }
}

/// The names of a table's columns, and what they hold.
pub fn fields<K: TableKind>(table: &Table<K>) -> Vec<(&'static str, Holds)> {
    table.columns.iter().map(|column| (column.name, Holds::of(column.name, column.unit))).collect()
}

/// A number with at most [`SCALE`] decimals, as so many of the last decimal: 3.75 is 375. `None` for anything else.
pub fn scaled(text: &str) -> Option<i64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let places = u32::try_from(decimals.len()).ok().filter(|&places| places <= SCALE)?;
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(decimals) || digits.ends_with('.') {
        return None;
    }
    let whole: i64 = whole.parse::<i64>().ok()?.checked_mul(10i64.pow(SCALE))?;
    let part = if decimals.is_empty() { 0 } else { decimals.parse::<i64>().ok()? * 10i64.pow(SCALE - places) };
    let amount = whole.checked_add(part)?;
    Some(if negative { -amount } else { amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::columns::{CHANGES, CLUSTERS, FINDINGS, GAMES, SCORES};

    #[test]
    fn decimals_are_exact_or_refused() {
        for (text, amount) in [("3.75", 375), ("-0.5", -50), ("7", 700), ("0.86", 86), ("-180.25", -18025), ("0", 0)] {
            assert_eq!(scaled(text), Some(amount), "{text}");
        }
        for text in
            ["", "-", ".5", "1.", "1.234", "1e3", "+1", "--1", "1.-5", "NaN", "99999999999999999999", "９", ".", "1,5"]
        {
            assert_eq!(scaled(text), None, "{text}");
        }
    }

    /// A new unit must be decided on here, one way or the other.
    #[test]
    fn every_unit_is_known() {
        fn check<K: TableKind>(table: &Table<K>) {
            let texts = [
                "path",
                "name",
                "text",
                "sentence",
                "code",
                "identifier",
                "SGF point",
                "SGF points",
                "SGF result",
                "16 hex digits",
                "numbers with dots",
                "changes with ; between",
            ];
            for column in table.columns {
                let is_list = column.unit.contains(", ") && column.unit != "true, false";
                let is_text = texts.contains(&column.unit) || is_list;
                let holds = Holds::of(column.name, column.unit);
                assert_eq!(holds == Holds::Text, is_text, "{}.{}: {}", table.name, column.name, column.unit);
            }
        }
        check(&GAMES);
        check(&FINDINGS);
        check(&SCORES);
        check(&CLUSTERS);
        check(&CHANGES);
        assert_eq!(Holds::of("komi_points", "points"), Holds::Decimal);
        assert_eq!(Holds::of("black_points", "points"), Holds::Whole);
    }
}
