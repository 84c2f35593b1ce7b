//! Counted games under other komi.

use super::facts::{Facts, Outcome};
use super::keyed::{Keyed, Merge};
use super::margins::komi;
use super::outcomes::{Outcomes, percent};
use super::table::{Cell, Column, Table};
use crate::count::Terms;
use crate::record::Zi;

/// `komi_shift` and `komi_shift_by_komi`.
#[derive(Clone, Debug)]
pub(super) struct Shifts {
    shifts: Vec<Zi>,
    /// Games that were not counted, and counted handicap games.
    left_out: [u64; 2],
    /// By komi.
    sums: Keyed<Zi, Shifted>,
    /// By recorded komi and komi: games, and those that change to Black, to White, to a draw.
    by_komi: Keyed<(Option<Zi>, Zi), [u64; 4]>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shifted {
    outcomes: Outcomes,
    /// Games with another winner than under 3¾ zi.
    changed: u64,
}

impl Merge for Shifted {
    fn merge(&mut self, other: &Shifted) {
        self.outcomes.merge(&other.outcomes);
        self.changed += other.changed;
    }
}

impl Shifts {
    pub(super) fn new(shifts: &[Zi]) -> Shifts {
        Shifts { shifts: shifts.to_vec(), left_out: [0; 2], sums: Keyed::default(), by_komi: Keyed::default() }
    }

    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        if facts.score.is_none() {
            return;
        }
        let [not_counted, handicap] = &mut self.left_out;
        let Some(lead) = facts.lead() else {
            *not_counted += 1;
            return;
        };
        if facts.is_handicap() {
            *handicap += 1;
            return;
        }
        let recorded = facts.komi();
        for &shift in &self.shifts {
            let outcome = Outcome::of(lead - shift);
            let sums = self.sums.of(shift);
            sums.outcomes.add(outcome);
            sums.changed += u64::from(outcome != Outcome::of(lead - Terms::CHINESE_KOMI));
            let [games, black, white, draws] = self.by_komi.of((recorded, shift));
            *games += 1;
            if recorded.is_some_and(|recorded| outcome != Outcome::of(lead - recorded)) {
                *match outcome {
                    Outcome::Black => black,
                    Outcome::White => white,
                    _ => draws,
                } += 1;
            }
        }
    }

    pub(super) fn table(&self) -> Table {
        let first = Column::new("komi_zi", "zi", "the komi");
        let last = [
            Column::new("changed", "games", "games with another winner than under 3.75 zi"),
            Column::new("changed_percent", "percent", "share of these among the games of the row"),
            Column::new("handicap_games", "games", "counted handicap games: left out, as they have no komi"),
            Column::new("not_counted", "games", "games that were not counted: left out"),
        ];
        let [not_counted, handicap] = self.left_out;
        let nothing = Shifted::default();
        let row = |&shift: &Zi| {
            let Shifted { outcomes, changed } = self.sums.get(&shift).unwrap_or(&nothing);
            let mut cells = vec![Cell::Zi(shift)];
            cells.extend(outcomes.cells());
            cells.extend([Cell::Count(*changed), percent(*changed, outcomes.games())]);
            cells.extend([Cell::Count(handicap), Cell::Count(not_counted)]);
            cells
        };
        let counted_at_all = self.left_out != [0; 2] || self.sums.iter().next().is_some();
        Table {
            name: "komi_shift".into(),
            row: "one row a komi in zi: results of the counted even games under it, by area".into(),
            columns: std::iter::once(first).chain(Outcomes::columns()).chain(last).collect(),
            rows: if counted_at_all { self.shifts.iter().map(row).collect() } else { Vec::new() },
        }
    }

    pub(super) fn table_by_komi(&self) -> Table {
        let columns = vec![
            Column::new(
                "recorded_komi_zi",
                "zi",
                "the recorded komi; empty where unknown, and then nothing can change",
            ),
            Column::new("komi_zi", "zi", "the komi in its place"),
            Column::new("games", "games", "counted even games with that recorded komi"),
            Column::new("changed", "games", "games with another winner, counted by area both times"),
            Column::new("to_black", "games", "games that Black then wins"),
            Column::new("to_white", "games", "games that White then wins"),
            Column::new("to_draw", "games", "games that are then drawn"),
            Column::new("changed_percent", "percent", "share of the games that change"),
        ];
        let row = |(&(recorded, shift), &[games, black, white, draws]): (&(Option<Zi>, Zi), &[u64; 4])| {
            let changed = black + white + draws;
            let mut cells = vec![komi(recorded), Cell::Zi(shift), Cell::Count(games)];
            if recorded.is_some() {
                cells.extend([changed, black, white, draws].map(Cell::Count));
                cells.push(percent(changed, games));
            } else {
                cells.resize(8, Cell::Empty);
            }
            cells
        };
        Table {
            name: "komi_shift_by_komi".into(),
            row:
                "one row a recorded komi and a komi in its place, both in zi: counted even games, by area; a komi of 0 \
                  that stands for unknown is empty"
                    .into(),
            columns,
            rows: self.by_komi.iter().map(row).collect(),
        }
    }
}

impl Merge for Shifts {
    fn merge(&mut self, other: &Shifts) {
        self.left_out.merge(&other.left_out);
        self.sums.merge(&other.sums);
        self.by_komi.merge(&other.by_komi);
    }
}
