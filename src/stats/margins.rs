//! Recorded margins: by komi and winner, under other komi, and their parity.

use super::facts::{Facts, Outcome};
use super::keyed::{Keyed, Merge};
use super::outcomes::{Outcomes, percent, share};
use super::table::{Cell, Column, Table};
use crate::record::Zi;

/// `by_margin`: as Sensei's Library, Komi/Statistics, has it for one komi.
#[derive(Clone, Debug, Default)]
pub(super) struct Margins(Keyed<MarginKey, Outcomes>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MarginKey {
    komi: Option<Zi>,
    handicap: bool,
    /// The kind of the result: `all` for the row of totals.
    result: String,
    margin: Option<Zi>,
}

impl Margins {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let outcome = facts.outcome();
        let margin = facts.margin().map(|margin| Zi::from_quarters(margin.quarters().abs()));
        let result = match facts.kind() {
            // Both tell a margin, in one unit or the other.
            "points" | "zi" => "margin",
            kind => kind,
        };
        let (komi, handicap) = (facts.komi(), facts.is_handicap());
        let mut add = |result: &str, margin| {
            self.0.of(MarginKey { komi, handicap, result: result.to_owned(), margin }).add(outcome);
        };
        add(result, margin);
        add("all", None);
    }

    pub(super) fn table(&self) -> Table {
        let keys = [
            Column::new("komi_zi", "zi", "the recorded komi; empty where unknown"),
            Column::new("handicap", "true, false", "games with two or more handicap stones, or even games"),
            Column::new("result", "name", "all, margin, or another kind of result as in games.csv"),
            Column::new("margin_zi", "zi", "the margin of winner over loser; 0: a draw"),
        ];
        let row = |(key, sums): (&MarginKey, &Outcomes)| {
            let mut cells = vec![komi(key.komi), Cell::Flag(key.handicap), Cell::text(&key.result), komi(key.margin)];
            cells.extend(sums.cells());
            cells
        };
        Table {
            name: "by_margin".into(),
            row: "one row a margin in zi at one recorded komi in zi, handicap games apart; result all: every game at that \
                  komi; a komi of 0 that stands for unknown is empty".into(),
            columns: keys.into_iter().chain(Outcomes::columns()).collect(),
            rows: self.0.iter().map(row).collect(),
        }
    }
}

impl Merge for Margins {
    fn merge(&mut self, other: &Margins) {
        self.0.merge(&other.0);
    }
}

/// An amount of zi, empty where there is none.
pub(super) fn komi(amount: Option<Zi>) -> Cell {
    amount.map_or(Cell::Empty, Cell::Zi)
}

/// `komi_by_period`: Black's share by period at one komi, and what it were under others, as published from the
/// GoGoD database in 2002.
#[derive(Clone, Debug)]
pub(super) struct Periods {
    shifts: Vec<Zi>,
    sums: Keyed<(Option<Zi>, Option<u16>), Period>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Period {
    outcomes: Outcomes,
    /// Under each other komi.
    shifted: Vec<Outcomes>,
}

impl Merge for Period {
    fn merge(&mut self, other: &Period) {
        self.outcomes.merge(&other.outcomes);
        let len = self.shifted.len().max(other.shifted.len());
        self.shifted.resize_with(len, Outcomes::default);
        for (sum, number) in self.shifted.iter_mut().zip(&other.shifted) {
            sum.merge(number);
        }
    }
}

/// The years of a period.
const PERIOD: u16 = 5;

impl Periods {
    pub(super) fn new(shifts: &[Zi]) -> Periods {
        Periods { shifts: shifts.to_vec(), sums: Keyed::default() }
    }

    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        if facts.is_handicap() {
            return;
        }
        let (recorded, outcome) = (facts.komi(), facts.outcome());
        let sums = self.sums.of((recorded, facts.year().map(|year| year - year % PERIOD)));
        sums.outcomes.add(outcome);
        sums.shifted.resize_with(self.shifts.len(), Outcomes::default);
        for (shift, sum) in self.shifts.iter().zip(&mut sums.shifted) {
            sum.add(match (facts.margin(), recorded) {
                (Some(margin), Some(komi)) => Outcome::of(margin + komi - *shift),
                // A margin over an unknown komi tells nothing about another one.
                (Some(_), None) => Outcome::Unknown,
                (None, _) => outcome,
            });
        }
    }

    pub(super) fn table(&self) -> Table {
        let keys = [
            Column::new("komi_zi", "zi", "the recorded komi; empty where unknown"),
            Column::new("from_year", "year", "first year of the five; empty where undated"),
            Column::new("to_year", "year", "last year of the five"),
        ];
        let shifted = |shift: &Zi| {
            let komi = shift.zi();
            [
                Column::new(format!("black_if_{komi}"), "games", format!("games that Black would win under {komi} zi")),
                Column::new(format!("white_if_{komi}"), "games", format!("games that White would win under {komi} zi")),
                Column::new(
                    format!("black_percent_if_{komi}"),
                    "percent",
                    format!("Black's share of these; games that ended without a margin keep their winner ({komi} zi)"),
                ),
            ]
        };
        let row = |(&(recorded, from), sums): (&(Option<Zi>, Option<u16>), &Period)| {
            let year = |year: Option<u16>| year.map_or(Cell::Empty, |year| Cell::Count(year.into()));
            let mut cells = vec![komi(recorded), year(from), year(from.map(|from| from + PERIOD - 1))];
            cells.extend(sums.outcomes.cells());
            for sum in &sums.shifted {
                cells.extend([Cell::Count(sum.black), Cell::Count(sum.white), percent(sum.black, sum.decided())]);
            }
            cells
        };
        Table {
            name: "komi_by_period".into(),
            row: "one row a recorded komi in zi and period of five years: results of even games; a komi of 0 that stands \
                  for unknown is empty".into(),
            columns: keys.into_iter().chain(Outcomes::columns()).chain(self.shifts.iter().flat_map(shifted)).collect(),
            rows: self.sums.iter().map(row).collect(),
        }
    }
}

impl Merge for Periods {
    fn merge(&mut self, other: &Periods) {
        self.sums.merge(&other.sums);
    }
}

/// `parity`: what the recorded margins are made of. Under area counting the sides share the points of the
/// board, so that without shared points the margin before komi has the parity of the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Parity(Keyed<[String; 2], [u64; 4]>);

impl Parity {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let Some(margin) = facts.margin() else { return };
        let odd_board = facts.size().is_some_and(|(width, height)| width % 2 == 1 && height % 2 == 1);
        let class = match facts.komi() {
            Some(komi) if odd_board && !facts.is_handicap() => match (margin + komi).quarters().rem_euclid(4) {
                2 => 0,
                0 => 1,
                _ => 2,
            },
            _ => 3,
        };
        let sums = self.0.of([facts.source().to_owned(), facts.ruleset().to_owned()]);
        if let Some(sum) = sums.get_mut(class) {
            *sum += 1;
        }
    }

    pub(super) fn table(&self) -> Table {
        let columns = vec![
            Column::new("source", "name", "who made the record"),
            Column::new("ruleset", "name", "the rules as read"),
            Column::new("margins", "games", "games with a recorded margin: even, with a komi, on an odd board"),
            Column::new(
                "odd",
                "games",
                "margins that are odd before komi: so under area counting without shared points",
            ),
            Column::new(
                "even",
                "games",
                "margins that are even before komi: so under territory counting alone, or with shared points",
            ),
            Column::new(
                "fractional",
                "games",
                "margins that are no whole number of points before komi: komi or margin is wrong",
            ),
            Column::new(
                "odd_percent",
                "percent",
                "share of the odd ones among odd and even: about 50 under territory counting",
            ),
            Column::new("odd_low", "percent", "lower end of its 95 % Wilson interval"),
            Column::new("odd_high", "percent", "upper end of its 95 % Wilson interval"),
            Column::new(
                "left_out",
                "games",
                "games with a margin but without komi, with handicap, or on a board without a middle",
            ),
        ];
        let row = |([source, ruleset], &[odd, even, fractional, left_out]): (&[String; 2], &[u64; 4])| {
            let mut cells = vec![Cell::text(source), Cell::text(ruleset)];
            cells.extend([odd + even + fractional, odd, even, fractional].map(Cell::Count));
            cells.extend(share(odd, odd + even));
            cells.push(Cell::Count(left_out));
            cells
        };
        let rows = self.0.iter().map(row).collect();
        Table {
            name: "parity".into(),
            row: "one row a source and ruleset: games with a recorded margin, without handicap games".into(),
            columns,
            rows,
        }
    }
}

impl Merge for Parity {
    fn merge(&mut self, other: &Parity) {
        self.0.merge(&other.0);
    }
}
