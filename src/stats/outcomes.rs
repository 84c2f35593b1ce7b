//! Games by who won, and shares of them with their uncertainty.

use super::facts::Outcome;
use super::keyed::Merge;
use super::table::{Cell, Column};

/// The normal deviate of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Games by who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcomes {
    pub(super) black: u64,
    pub(super) white: u64,
    pub(super) draws: u64,
    pub(super) void: u64,
    pub(super) unknown: u64,
}

impl Outcomes {
    pub(super) fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Black => &mut self.black,
            Outcome::White => &mut self.white,
            Outcome::Draw => &mut self.draws,
            Outcome::Void => &mut self.void,
            Outcome::Unknown => &mut self.unknown,
        } += 1;
    }

    /// All of them.
    pub(super) fn games(self) -> u64 {
        self.black + self.white + self.draws + self.void + self.unknown
    }

    /// Games that somebody won.
    pub(super) fn decided(self) -> u64 {
        self.black + self.white
    }

    /// The columns that [`Outcomes::cells`] fills.
    pub(super) fn columns() -> [Column; 10] {
        [
            Column::new("games", "games", "all games of the row"),
            Column::new("black_wins", "games", "games that Black won"),
            Column::new("white_wins", "games", "games that White won"),
            Column::new("draws", "games", "drawn games"),
            Column::new("void", "games", "games without result by the record's own word"),
            Column::new("no_result", "games", "games whose result is unknown or unreadable"),
            Column::new("decided", "games", "games with a winner: what the percentages are of"),
            Column::new("black_percent", "percent", "share of the decided games that Black won"),
            Column::new("black_low", "percent", "lower end of its 95 % Wilson interval"),
            Column::new("black_high", "percent", "upper end of its 95 % Wilson interval"),
        ]
    }

    pub(super) fn cells(self) -> [Cell; 10] {
        let [percent, low, high] = share(self.black, self.decided());
        let counts = [self.games(), self.black, self.white, self.draws, self.void, self.unknown, self.decided()];
        let [games, black, white, draws, void, unknown, decided] = counts.map(Cell::Count);
        [games, black, white, draws, void, unknown, decided, percent, low, high]
    }
}

impl Merge for Outcomes {
    fn merge(&mut self, other: &Outcomes) {
        self.black += other.black;
        self.white += other.white;
        self.draws += other.draws;
        self.void += other.void;
        self.unknown += other.unknown;
    }
}

/// A share in percent with two decimals, rounded half up from the exact fraction, and its 95 % Wilson interval;
/// empty where there is nothing to share.
pub(super) fn share(part: u64, whole: u64) -> [Cell; 3] {
    match wilson(part, whole) {
        Some((low, high)) => [percent(part, whole), hundredths(low), hundredths(high)],
        None => Default::default(),
    }
}

/// A share in percent with two decimals, rounded half up; empty where there is nothing to share.
pub(super) fn percent(part: u64, whole: u64) -> Cell {
    ratio(part, whole, 100)
}

/// `factor` times one number by another, with two decimals, rounded half up; empty where the other is 0.
pub(super) fn ratio(number: u64, by: u64, factor: u64) -> Cell {
    if by == 0 {
        return Cell::Empty;
    }
    let (number, by) = (u128::from(number), u128::from(by));
    let units = (200 * u128::from(factor) * number + by) / (2 * by);
    Cell::Fixed { units: u64::try_from(units).unwrap_or(u64::MAX), decimals: 2 }
}

fn hundredths(share: f64) -> Cell {
    Cell::Fixed { units: (share * 10_000.0).round() as u64, decimals: 2 }
}

/// The 95 % interval of Wilson (1927) for a share, as a fraction; `None` for a share of nothing.
pub(crate) fn wilson(part: u64, whole: u64) -> Option<(f64, f64)> {
    if whole == 0 {
        return None;
    }
    let n = whole as f64;
    let p = part as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Some((((centre - half) / scale).clamp(0.0, 1.0), ((centre + half) / scale).clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(part: u64, whole: u64, expected: [&str; 3]) {
        assert_eq!(share(part, whole).map(|cell| cell.to_string()), expected, "{part} of {whole}");
    }

    /// Newcombe (1998), table I, method 3 (score without continuity correction): 81/263, 15/148, 0/20, 1/29.
    #[test]
    fn wilson_as_newcombe_tabulates_it() {
        check(81, 263, ["30.80", "25.53", "36.62"]);
        check(15, 148, ["10.14", "6.24", "16.05"]);
        check(0, 20, ["0.00", "0.00", "16.11"]);
        check(1, 29, ["3.45", "0.61", "17.18"]);
    }

    #[test]
    fn shares_of_nothing_and_of_everything() {
        check(0, 0, ["", "", ""]);
        check(20, 20, ["100.00", "83.89", "100.00"]);
        check(1, 1, ["100.00", "20.65", "100.00"]);
    }

    #[test]
    fn percentages_round_half_up() {
        check(1, 2, ["50.00", "9.45", "90.55"]);
        assert_eq!(percent(1, 800).to_string(), "0.13");
        assert_eq!(percent(967, 1912).to_string(), "50.58");
        assert_eq!(ratio(3, 8, 1000).to_string(), "375.00");
    }
}
