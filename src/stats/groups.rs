//! Results by one column of `games.csv`, or by several crossed.

use super::facts::Facts;
use super::keyed::{Key, Keyed, Merge};
use super::outcomes::Outcomes;
use super::table::{Cell, Column, Table};
use crate::report::columns::GAMES;
use std::borrow::Cow;

/// The games that share the same cells in some columns, by who won.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    name: Cow<'static, str>,
    columns: Vec<usize>,
    sums: Keyed<Vec<Key>, Outcomes>,
}

impl Groups {
    /// Groups by these columns of `games.csv`.
    pub(super) fn new(name: impl Into<Cow<'static, str>>, columns: &[usize]) -> Groups {
        Groups { name: name.into(), columns: columns.to_vec(), sums: Keyed::default() }
    }

    /// The columns that it groups by.
    pub(super) fn columns(&self) -> &[usize] {
        &self.columns
    }

    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let key = self.columns.iter().map(|&column| Key::new(facts.game.get(column))).collect();
        self.sums.of(key).add(facts.outcome());
    }

    /// What a row is: which games, and in which unit where that is not plain.
    fn row(&self) -> String {
        let names = self.columns.iter().filter_map(|&column| GAMES.columns.get(column)).map(|column| column.name);
        let names: Vec<&str> = names.collect();
        let komi = match names.contains(&"komi_points") {
            true => "; the komi is in points, and a 0 stands as recorded",
            false => "",
        };
        format!("one row for each {}: results of all games, handicap games with them{komi}", names.join(" and "))
    }

    pub(super) fn table(&self) -> Table {
        let keys = self.columns.iter().filter_map(|&column| GAMES.columns.get(column));
        let keys = keys.map(|column| Column::new(column.name, column.unit, column.meaning));
        let row = |(key, sums): (&Vec<Key>, &Outcomes)| -> Vec<Cell> {
            key.iter().map(Key::cell).chain(sums.cells()).collect()
        };
        Table {
            name: self.name.clone(),
            row: self.row().into(),
            columns: keys.chain(Outcomes::columns()).collect(),
            rows: self.sums.iter().map(row).collect(),
        }
    }
}

impl Merge for Groups {
    fn merge(&mut self, other: &Groups) {
        self.sums.merge(&other.sums);
    }
}
