//! Exact amounts in zi (子), the unit of Chinese counting.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

/// An exact amount in quarters of a zi. One zi is one point of the board; as the margin of a game it is
/// worth two points (目), so that half a point is a quarter of a zi.
///
/// ```
/// use sgfkit::record::Zi;
///
/// let komi = Zi::from_quarters(15);
/// assert_eq!((komi.zi().to_string(), komi.points().to_string()), ("3.75".into(), "7.5".into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zi(i32);

impl Zi {
    /// Nothing.
    pub const ZERO: Zi = Zi(0);

    /// So many quarters of a zi.
    pub const fn from_quarters(quarters: i32) -> Zi {
        Zi(quarters)
    }

    /// So many half points (目).
    pub const fn from_half_points(half_points: i32) -> Zi {
        Zi(half_points)
    }

    /// The quarters of a zi.
    pub const fn quarters(self) -> i32 {
        self.0
    }

    /// In zi, as a decimal number without zeros at the end: `3.75`, `-0.5`, `0`.
    pub fn zi(self) -> impl fmt::Display {
        Decimal { hundredths: i64::from(self.0) * 25 }
    }

    /// In points (目), likewise: `7.5`.
    pub fn points(self) -> impl fmt::Display {
        Decimal { hundredths: i64::from(self.0) * 50 }
    }

    /// This margin as Black's result in SGF: `B+1.5`, `W+12`, `0` for a draw.
    pub fn result(self) -> String {
        match self.0 {
            0 => "0".to_owned(),
            1.. => format!("B+{}", self.points()),
            _ => format!("W+{}", (-self).points()),
        }
    }

    /// This margin as Black's result in the words of Chinese records: 黑胜3/4子, 白胜1又1/4子, 和棋.
    pub fn result_zh(self) -> String {
        let side = match self.0 {
            0 => return "和棋".to_owned(),
            1.. => "黑",
            _ => "白",
        };
        let quarters = self.0.unsigned_abs();
        let fraction = ["", "1/4", "1/2", "3/4"][(quarters % 4) as usize];
        match (quarters / 4, fraction) {
            (0, fraction) => format!("{side}胜{fraction}子"),
            (whole, "") => format!("{side}胜{whole}子"),
            (whole, fraction) => format!("{side}胜{whole}又{fraction}子"),
        }
    }
}

impl Add for Zi {
    type Output = Zi;
    fn add(self, other: Zi) -> Zi {
        Zi(self.0 + other.0)
    }
}

impl Sub for Zi {
    type Output = Zi;
    fn sub(self, other: Zi) -> Zi {
        Zi(self.0 - other.0)
    }
}

impl Neg for Zi {
    type Output = Zi;
    fn neg(self) -> Zi {
        Zi(-self.0)
    }
}

impl Sum for Zi {
    fn sum<I: Iterator<Item = Zi>>(amounts: I) -> Zi {
        amounts.fold(Zi::ZERO, Add::add)
    }
}

/// A number of hundredths, written without zeros at the end.
struct Decimal {
    hundredths: i64,
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (self.hundredths.unsigned_abs() / 100, self.hundredths.unsigned_abs() % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_zi_in_points_and_in_words() {
        let check = |quarters, zi: &str, points: &str, sgf: &str, chinese: &str| {
            let amount = Zi::from_quarters(quarters);
            let got = (amount.zi().to_string(), amount.points().to_string(), amount.result(), amount.result_zh());
            assert_eq!(got, (zi.into(), points.into(), sgf.into(), chinese.into()));
        };
        check(0, "0", "0", "0", "和棋");
        check(3, "0.75", "1.5", "B+1.5", "黑胜3/4子");
        check(-1, "-0.25", "-0.5", "W+0.5", "白胜1/4子");
        check(-5, "-1.25", "-2.5", "W+2.5", "白胜1又1/4子");
        check(20, "5", "10", "B+10", "黑胜5子");
        check(-6, "-1.5", "-3", "W+3", "白胜1又1/2子");
    }
}
