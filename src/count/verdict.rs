//! Whether the recorded result agrees with the count, and what may be behind it where it does not.

use super::Terms;
use crate::record::{Winner, Zi};
use std::fmt;

/// A recorded result, as far as a count can be held against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// By how much Black won; negative where White did, zero for a draw.
    Margin(Zi),
    /// Who won, by an unknown margin.
    Winner(Winner),
}

/// How a recorded result compares with the count under the record's own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are the same.
    Agrees,
    /// They are the same once one doubtful group is judged the other way: its place among the alternatives.
    Explained(usize),
    /// Another margin, the same winner.
    MarginDiffers(Difference),
    /// Another winner.
    WinnerDiffers(Difference),
}

impl Verdict {
    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Explained(_) => "explained",
            Verdict::MarginDiffers(_) => "margin-differs",
            Verdict::WinnerDiffers(_) => "winner-differs",
        }
    }
}

/// What would make a count the recorded result. The first that fits, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The komi, or the margin itself, taken in zi where it is in points, or the reverse.
    Unit,
    /// No komi applied.
    NoKomi,
    /// This komi in place of the recorded one.
    OtherKomi(Zi),
    /// Handicap points not given, or given where the rules give none.
    Handicap,
    /// One neutral point, or one pass: one or two points.
    Parity,
    /// Winner and loser exchanged.
    SidesExchanged,
    /// Nothing of these.
    Other,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Unit => f.write_str("they agree if zi and points are exchanged"),
            Difference::NoKomi => f.write_str("they agree without the komi"),
            Difference::OtherKomi(komi) => write!(f, "they agree with a komi of {} points", komi.points()),
            Difference::Handicap => f.write_str("they agree with the handicap points counted the other way"),
            Difference::Parity => f.write_str("one neutral point or a pass apart"),
            Difference::SidesExchanged => f.write_str("they agree if the sides are exchanged"),
            Difference::Other => f.write_str("nothing common explains it"),
        }
    }
}

/// Komi in use, in half points: 0.5, 4.5, 5.5, 6, 6.5, 7, 7.5, 8.
const KOMI: [i32; 8] = [1, 9, 11, 12, 13, 14, 15, 16];

/// Compares the count under the record's own rules with the recorded result.
///
/// `own` is that count's margin, `terms` what it took Black to give, `stones` the number of handicap stones.
/// `alternatives` are the margins that the count would have if one group were judged the other way, the least
/// certain group first; they are looked at only where the margins differ, so a lazy iterator costs nothing
/// where they agree.
///
/// ```
/// use sgfkit::count::{Difference, Recorded, Terms, Verdict, compare};
/// use sgfkit::record::Zi;
///
/// let points = |n: f32| Zi::from_half_points((2.0 * n) as i32);
/// let terms = Terms::even(points(7.5));
/// let verdict = |recorded, others: &[f32]| {
///     compare(points(-8.5), Recorded::Margin(points(recorded)), &terms, 0, others.iter().map(|&n| points(n)))
/// };
/// assert_eq!(verdict(-8.5, &[]), Verdict::Agrees);
/// assert_eq!(verdict(-9.5, &[]), Verdict::MarginDiffers(Difference::Parity));
/// assert_eq!(verdict(3.5, &[1.5, 3.5]), Verdict::Explained(1));
/// ```
pub fn compare(
    own: Zi,
    recorded: Recorded,
    terms: &Terms,
    stones: u16,
    alternatives: impl IntoIterator<Item = Zi>,
) -> Verdict {
    let margin = match recorded {
        Recorded::Margin(margin) if margin == own => return Verdict::Agrees,
        Recorded::Winner(side) if side == Winner::of(own) => return Verdict::Agrees,
        Recorded::Winner(_) => return Verdict::WinnerDiffers(Difference::Other),
        Recorded::Margin(margin) => margin,
    };
    if let Some(n) = alternatives.into_iter().position(|other| other == margin) {
        return Verdict::Explained(n);
    }
    let difference = difference(own, margin, terms, stones);
    match Winner::of(margin) == Winner::of(own) {
        true => Verdict::MarginDiffers(difference),
        false => Verdict::WinnerDiffers(difference),
    }
}

fn difference(own: Zi, recorded: Zi, terms: &Terms, stones: u16) -> Difference {
    let bare = own + terms.komi;
    let times = |zi: Zi, n: i32| Zi::from_quarters(n * zi.quarters());
    let with_komi = |komi: i32| bare - Zi::from_half_points(komi) == recorded;
    let komi = terms.komi.quarters();
    let other_unit = bare - times(terms.komi, 2) == recorded || (komi % 2 == 0 && with_komi(komi / 2));
    let with_return = |points: i32| own + terms.returned - Zi::from_half_points(2 * points) == recorded;
    let stones = i32::from(stones);
    if (komi != 0 && other_unit) || times(own, 2) == recorded || times(recorded, 2) == own {
        Difference::Unit
    } else if komi != 0 && with_komi(0) {
        Difference::NoKomi
    } else if let Some(&komi) = KOMI.iter().find(|&&komi| with_komi(komi)) {
        Difference::OtherKomi(Zi::from_half_points(komi))
    } else if stones >= 2 && [0, stones, stones - 1].into_iter().any(with_return) {
        Difference::Handicap
    } else if matches!((recorded - own).quarters().abs(), 2 | 4) {
        Difference::Parity
    } else if recorded == -own {
        Difference::SidesExchanged
    } else {
        Difference::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(points: f64) -> Zi {
        Zi::from_half_points((2.0 * points) as i32)
    }

    /// `own` and `recorded` in points, Black's view.
    fn check(own: f64, recorded: f64, terms: Terms, stones: u16, expected: Verdict) {
        assert_eq!(compare(half(own), Recorded::Margin(half(recorded)), &terms, stones, []), expected);
    }

    #[test]
    fn same_margin_agrees() {
        check(3.5, 3.5, Terms::even(half(7.5)), 0, Verdict::Agrees);
        check(0.0, 0.0, Terms::handicap(9), 9, Verdict::Agrees);
    }

    #[test]
    fn only_a_winner_is_compared_as_such() {
        let check = |own, recorded, expected| {
            assert_eq!(compare(half(own), Recorded::Winner(recorded), &Terms::default(), 0, []), expected);
        };
        check(3.5, Winner::Black, Verdict::Agrees);
        check(0.0, Winner::Draw, Verdict::Agrees);
        check(-3.5, Winner::Black, Verdict::WinnerDiffers(Difference::Other));
    }

    #[test]
    fn differences_are_classified() {
        let even = Terms::even(half(7.5));
        check(8.0, 11.0, Terms::even(half(6.0)), 0, Verdict::MarginDiffers(Difference::Unit));
        check(11.5, 4.0, even, 0, Verdict::MarginDiffers(Difference::Unit));
        check(11.5, 23.0, even, 0, Verdict::MarginDiffers(Difference::Unit));
        check(20.0, 27.5, even, 0, Verdict::MarginDiffers(Difference::NoKomi));
        check(20.0, 22.0, even, 0, Verdict::MarginDiffers(Difference::OtherKomi(half(5.5))));
        check(-0.5, 0.5, even, 0, Verdict::WinnerDiffers(Difference::OtherKomi(half(6.5))));
        let nine = Terms::handicap(9);
        check(30.0, 39.0, nine, 9, Verdict::MarginDiffers(Difference::Handicap));
        check(30.0, 31.0, nine, 9, Verdict::MarginDiffers(Difference::Handicap));
        check(-8.5, -9.5, even, 0, Verdict::MarginDiffers(Difference::Parity));
        check(-12.5, 12.5, even, 0, Verdict::WinnerDiffers(Difference::SidesExchanged));
        check(-12.5, 30.5, even, 0, Verdict::WinnerDiffers(Difference::Other));
    }

    #[test]
    fn one_group_judged_the_other_way_explains() {
        let flips = [half(-20.5), half(5.5)];
        let verdict = compare(half(-2.5), Recorded::Margin(half(5.5)), &Terms::even(half(7.5)), 0, flips);
        assert_eq!(verdict, Verdict::Explained(1));
    }
}
