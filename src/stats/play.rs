//! What happens on the board: length, captures, kos, passes.

use super::facts::Facts;
use super::keyed::{Keyed, Merge};
use super::outcomes::{Outcomes, ratio};
use super::table::{Cell, Column, Table};

/// Turns in one row of `by_length`.
const BIN: u64 = 10;

/// `by_length`.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths(Keyed<u64, Outcomes>);

impl Lengths {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let moves = facts.moves();
        self.0.of(moves - moves % BIN).add(facts.outcome());
    }

    pub(super) fn table(&self) -> Table {
        let keys = [
            Column::new("from_moves", "turns", "fewest turns of the row, passes included"),
            Column::new("to_moves", "turns", "most turns of the row"),
        ];
        let row = |(&from, sums): (&u64, &Outcomes)| -> Vec<Cell> {
            [from, from + BIN - 1].map(Cell::Count).into_iter().chain(sums.cells()).collect()
        };
        Table {
            name: "by_length".into(),
            row: "one row for ten lengths in turns: results of all games, handicap games with them".into(),
            columns: keys.into_iter().chain(Outcomes::columns()).collect(),
            rows: self.0.iter().map(row).collect(),
        }
    }
}

impl Merge for Lengths {
    fn merge(&mut self, other: &Lengths) {
        self.0.merge(&other.0);
    }
}

/// `captures`.
#[derive(Clone, Debug, Default)]
pub(super) struct Captures(Keyed<String, Play>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Play {
    /// Games, turns, stones, passes, stones that Black took, that White took, kos, games with a ko.
    sums: [u64; 8],
    longest_ko: u64,
}

impl Merge for Play {
    fn merge(&mut self, other: &Play) {
        self.sums.merge(&other.sums);
        self.longest_ko = self.longest_ko.max(other.longest_ko);
    }
}

impl Captures {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let ([black, white], kos) = (facts.captures(), facts.kos());
        let sums = [1, facts.moves(), facts.stones(), facts.passes(), black, white, kos, u64::from(kos > 0)];
        self.0.of(facts.source().to_owned()).merge(&Play { sums, longest_ko: facts.longest_ko() });
    }

    pub(super) fn table(&self) -> Table {
        let columns = vec![
            Column::new("source", "name", "who made the record"),
            Column::new("games", "games", "games"),
            Column::new("moves", "turns", "turns of all games, passes included"),
            Column::new("stones", "stones", "stones played"),
            Column::new("passes", "passes", "passes"),
            Column::new("black_captures", "stones", "opposing stones that Black took"),
            Column::new("white_captures", "stones", "opposing stones that White took"),
            Column::new("kos", "kos", "kos begun, as in games.csv"),
            Column::new("games_with_ko", "games", "games with at least one"),
            Column::new("longest_ko", "turns", "turns of the longest ko of all games"),
            Column::new("moves_per_game", "turns", "turns by games"),
            Column::new("passes_per_game", "passes", "passes by games"),
            Column::new("captures_per_game", "stones", "stones that both sides took, by games"),
            Column::new("kos_per_game", "kos", "kos by games"),
        ];
        let row = |(source, play): (&String, &Play)| {
            let [games, moves, _, passes, black, white, kos, _] = play.sums;
            let mut cells = vec![Cell::text(source)];
            cells.extend(play.sums.into_iter().chain([play.longest_ko]).map(Cell::Count));
            cells.extend([moves, passes, black + white, kos].map(|number| ratio(number, games, 1)));
            cells
        };
        let rows = self.0.iter().map(row).collect();
        Table {
            name: "captures".into(),
            row: "one row a source: stones, kos and passes of all games, handicap games with them".into(),
            columns,
            rows,
        }
    }
}

impl Merge for Captures {
    fn merge(&mut self, other: &Captures) {
        self.0.merge(&other.0);
    }
}
