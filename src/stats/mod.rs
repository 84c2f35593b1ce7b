//! Statistics of an archive: tables that add up game by game.
//!
//! Two sums over parts of an archive merge into the sum over the whole, whatever the parts and their order, and
//! memory grows with the distinct keys of the tables alone.

mod facts;
mod found;
mod groups;
mod keyed;
mod margins;
mod openings;
mod outcomes;
mod play;
mod players;
mod rank;
mod shift;
mod table;
#[cfg(test)]
mod tests;

pub use facts::{Facts, FindingFact};
pub use openings::DEEPEST;
#[cfg(feature = "cli")]
pub(crate) use outcomes::wilson;
pub use rank::Rank;
pub use table::{Cell, Column, Table};

use crate::record::Zi;
use crate::report::cells::index;
use crate::report::columns::GAMES;
use found::Findings;
use groups::Groups;
use keyed::Merge;
use margins::{Margins, Parity, Periods};
use openings::Openings;
use play::{Captures, Lengths};
use players::{Players, Ranks};
use shift::Shifts;

/// The tables that are made of results by columns of `games.csv`, whatever is asked for.
const GROUPS: &[(&str, &[usize])] = &[
    ("by_year", &[index(&GAMES, "year")]),
    ("by_komi", &[index(&GAMES, "komi_points")]),
    ("by_ruleset", &[index(&GAMES, "ruleset")]),
    ("by_source", &[index(&GAMES, "source")]),
    ("by_size", &[index(&GAMES, "width"), index(&GAMES, "height")]),
    ("by_handicap", &[index(&GAMES, "handicap_stones")]),
    ("by_result_kind", &[index(&GAMES, "result_kind")]),
    ("by_kos", &[index(&GAMES, "kos")]),
    ("by_longest_ko", &[index(&GAMES, "longest_ko")]),
];

/// What is asked of the statistics beside the tables that are always made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Columns of `games.csv` to be crossed, by their place in it: a table each.
    pub by: Vec<Vec<usize>>,
    /// The komi under which counted games are looked at.
    pub komi_shift: Vec<Zi>,
    /// Turns of an opening, up to [`DEEPEST`].
    pub opening_depth: u8,
}

impl Settings {
    /// The komi that are always looked at: 2¾, 3¼ and 3¾ zi.
    pub const SHIFTS: [Zi; 3] = [Zi::from_quarters(11), Zi::from_quarters(13), Zi::from_quarters(15)];
}

impl Default for Settings {
    fn default() -> Self {
        Settings { by: Vec::new(), komi_shift: Settings::SHIFTS.to_vec(), opening_depth: 4 }
    }
}

/// Sums over games, for all the tables.
///
/// ```
/// use sgfkit::report::{cells::Cells, columns::GAMES};
/// use sgfkit::stats::{Facts, Settings, Stats};
///
/// let mut cells = Cells::default();
/// let mut stats = Stats::new(&Settings::default());
/// for (year, winner) in [("2016", "B"), ("2016", "W"), ("2017", "B")] {
///     cells.set(GAMES.columns.iter().map(|column| match column.name {
///         "year" => year,
///         "winner" => winner,
///         _ => "",
///     }));
///     stats.add(&Facts { game: &cells, score: None, findings: &[] });
/// }
/// let by_year = &stats.tables()[0];
/// assert_eq!((by_year.name.as_ref(), by_year.rows.len()), ("by_year", 2));
/// assert_eq!(by_year.rows[0][by_year.column("black_wins").unwrap()].number(), Some(1.0));
/// ```
#[derive(Clone, Debug)]
pub struct Stats {
    groups: Vec<Groups>,
    players: Players,
    ranks: Ranks,
    lengths: Lengths,
    margins: Margins,
    periods: Periods,
    parity: Parity,
    openings: Openings,
    findings: Findings,
    shifts: Shifts,
    captures: Captures,
}

impl Stats {
    /// No game yet.
    pub fn new(settings: &Settings) -> Stats {
        let mut groups: Vec<Groups> = GROUPS.iter().map(|&(name, columns)| Groups::new(name, columns)).collect();
        for columns in &settings.by {
            // What is made anyway needs no second table.
            if groups.iter().all(|group| group.columns() != columns) {
                let names = columns.iter().filter_map(|&column| GAMES.columns.get(column)).map(|column| column.name);
                let mut name = format!("by_{}", names.collect::<Vec<_>>().join("_"));
                // `komi` and `handicap` are the texts; the tables of these names go by what was read and set.
                if GROUPS.iter().any(|&(other, _)| other == name) {
                    name += "_as_written";
                }
                groups.push(Groups::new(name, columns));
            }
        }
        Stats {
            groups,
            players: Players::default(),
            ranks: Ranks::default(),
            lengths: Lengths::default(),
            margins: Margins::default(),
            periods: Periods::new(&settings.komi_shift),
            parity: Parity::default(),
            openings: Openings::new(settings.opening_depth),
            findings: Findings::default(),
            shifts: Shifts::new(&settings.komi_shift),
            captures: Captures::default(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, facts: &Facts<'_>) {
        self.findings.add(facts);
        // What was found is told of every game; the rest is of Go.
        if facts.is_of_another_game() {
            return;
        }
        for group in &mut self.groups {
            group.add(facts);
        }
        self.players.add(facts);
        self.ranks.add(facts);
        self.lengths.add(facts);
        self.margins.add(facts);
        self.periods.add(facts);
        self.parity.add(facts);
        self.openings.add(facts);
        self.shifts.add(facts);
        self.captures.add(facts);
    }

    /// Adds a finding that belongs to no game.
    pub fn add_outside(&mut self, finding: &FindingFact<'_>) {
        self.findings.add_outside(finding);
    }

    /// Adds what another part of the archive came to, under the same settings.
    pub fn merge(&mut self, other: &Stats) {
        for (group, more) in self.groups.iter_mut().zip(&other.groups) {
            group.merge(more);
        }
        self.players.merge(&other.players);
        self.ranks.merge(&other.ranks);
        self.lengths.merge(&other.lengths);
        self.margins.merge(&other.margins);
        self.periods.merge(&other.periods);
        self.parity.merge(&other.parity);
        self.openings.merge(&other.openings);
        self.findings.merge(&other.findings);
        self.shifts.merge(&other.shifts);
        self.captures.merge(&other.captures);
    }

    /// The finished tables.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> = self.groups.iter().map(Groups::table).collect();
        tables.extend([
            self.players.table(),
            self.ranks.table(),
            self.lengths.table(),
            self.margins.table(),
            self.periods.table(),
            self.parity.table(),
            self.openings.table(),
            self.findings.table(),
            self.shifts.table(),
            self.shifts.table_by_komi(),
            self.captures.table(),
        ]);
        tables
    }
}
