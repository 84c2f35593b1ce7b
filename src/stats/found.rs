//! Findings by code and source.

use super::facts::{Facts, FindingFact};
use super::keyed::{Keyed, Merge};
use super::outcomes::ratio;
use super::table::{Cell, Column, Table};

/// `by_finding`.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// By code, name, severity and source, which is none where no game has the finding: findings and games.
    sums: Keyed<([String; 3], Option<String>), [u64; 2]>,
    games: Keyed<String, [u64; 1]>,
}

impl Findings {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let source = facts.source();
        let [games] = self.games.of(source.to_owned());
        *games += 1;
        let mut findings = facts.findings.to_vec();
        findings.sort_unstable();
        for same in findings.chunk_by(|one, other| one == other) {
            if let Some(finding) = same.first() {
                self.of(finding, Some(source)).merge(&[same.len() as u64, 1]);
            }
        }
    }

    /// Adds a finding that belongs to no game.
    pub(super) fn add_outside(&mut self, finding: &FindingFact<'_>) {
        self.of(finding, None).merge(&[1, 0]);
    }

    fn of(&mut self, finding: &FindingFact<'_>, source: Option<&str>) -> &mut [u64; 2] {
        let FindingFact { code, name, severity } = *finding;
        self.sums.of(([code, name, severity].map(str::to_owned), source.map(str::to_owned)))
    }

    pub(super) fn table(&self) -> Table {
        let columns = vec![
            Column::new("code", "code", "stable code of the finding"),
            Column::new("name", "name", "name of the finding"),
            Column::new("severity", "error, warning, note", "how much it matters"),
            Column::new("belongs", "game, file", "whether it is about games, or about text that belongs to none"),
            Column::new("source", "name", "who made the records"),
            Column::new("findings", "findings", "how often it was found"),
            Column::new("games", "games", "games with at least one"),
            Column::new("games_of_source", "games", "all games of that source; empty for files"),
            Column::new("findings_per_1000", "findings", "findings for a thousand games of that source"),
            Column::new("games_per_1000", "games", "games with it among a thousand of that source"),
        ];
        let row = |((names, source), &[findings, games]): (&([String; 3], Option<String>), &[u64; 2])| {
            let mut cells: Vec<Cell> = names.iter().map(|name| Cell::text(name)).collect();
            let belongs = if source.is_some() { "game" } else { "file" };
            cells.extend([Cell::text(belongs), Cell::text(source.as_deref().unwrap_or(""))]);
            cells.extend([findings, games].map(Cell::Count));
            match source.as_ref().and_then(|source| self.games.get(source)) {
                Some(&[all]) => cells.extend([Cell::Count(all), ratio(findings, all, 1000), ratio(games, all, 1000)]),
                None => cells.extend([Cell::Empty, Cell::Empty, Cell::Empty]),
            }
            cells
        };
        let rows = self.sums.iter().map(row).collect();
        Table {
            name: "by_finding".into(),
            row: "one row a finding and source: findings, and games with them, of all games, handicap games with them"
                .into(),
            columns,
            rows,
        }
    }
}

impl Merge for Findings {
    fn merge(&mut self, other: &Findings) {
        self.sums.merge(&other.sums);
        self.games.merge(&other.games);
    }
}
