//! The figures of a page: each a chart with the numbers that it shows, from the tables of the statistics.

mod archive;
mod results;

use super::chart::Chart;
use super::{Lang, PageError, Raw};
use crate::stats::{Cell, Table};
use indicatif::HumanCount;

/// A figure.
pub(super) struct Figure {
    pub(super) id: &'static str,
    pub(super) title: String,
    /// What is to be seen, in a sentence or two.
    pub(super) caption: String,
    pub(super) chart: Raw,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Labels that have room under a chart.
const MOST_LABELS: usize = 8;

/// Rows of numbers that stand under a chart; the tables in the folder have all.
const MOST_ROWS: usize = 100;

/// The figures that have anything to show.
pub(super) fn all(lang: Lang, tables: &[Table]) -> Result<Vec<Figure>, PageError> {
    let draft = [
        archive::by_year(lang, tables),
        results::by_komi(lang, tables),
        results::margins(lang, tables),
        results::shifts(lang, tables),
        archive::lengths(lang, tables),
        archive::sources(lang, tables),
    ];
    draft.into_iter().flatten().map(Draft::finish).collect()
}

/// A figure whose chart is not yet drawn.
struct Draft {
    id: &'static str,
    title: String,
    caption: String,
    chart: Chart,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Draft {
    fn finish(mut self) -> Result<Figure, PageError> {
        self.rows.truncate(MOST_ROWS);
        let Draft { id, title, caption, chart, header, rows } = self;
        let drawn = chart.svg(id, &title, &caption)?;
        Ok(Figure { id, title, caption, chart: Raw(drawn), header, rows })
    }
}

/// A table by the names of its columns.
struct View<'t>(&'t Table);

impl<'t> View<'t> {
    fn of(tables: &'t [Table], name: &str) -> Option<View<'t>> {
        tables.iter().find(|table| table.name == name).map(View)
    }

    fn rows(&self) -> impl Iterator<Item = Row<'t>> + use<'t> {
        let table = self.0;
        table.rows.iter().map(move |cells| Row { table, cells })
    }
}

#[derive(Clone, Copy)]
struct Row<'t> {
    table: &'t Table,
    cells: &'t [Cell],
}

impl Row<'_> {
    fn cell(&self, column: &str) -> Option<&Cell> {
        self.cells.get(self.table.column(column)?)
    }

    fn count(&self, column: &str) -> u64 {
        match self.cell(column) {
            Some(Cell::Count(count)) => *count,
            _ => 0,
        }
    }

    /// A number, be it written as a text.
    fn number(&self, column: &str) -> Option<f64> {
        let cell = self.cell(column)?;
        cell.number().or_else(|| cell.to_string().parse().ok())
    }

    /// The quarters of a zi in a cell.
    fn quarters(&self, column: &str) -> Option<i64> {
        match self.cell(column)? {
            Cell::Zi(zi) => Some(zi.quarters().into()),
            _ => None,
        }
    }

    fn text(&self, column: &str) -> String {
        self.cell(column).map(ToString::to_string).unwrap_or_default()
    }
}

fn words<const N: usize>(lang: Lang, pairs: [(&str, &str); N]) -> Vec<String> {
    pairs.iter().map(|(english, chinese)| lang.of(english, chinese).to_owned()).collect()
}

/// A sentence about so many of something, where there are any.
fn unless_none(count: u64, sentence: String) -> String {
    if count == 0 { String::new() } else { sentence }
}

fn whole(count: u64) -> String {
    HumanCount(count).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Column;

    pub(super) fn table(name: &'static str, columns: &[&'static str], rows: Vec<Vec<Cell>>) -> Table {
        let columns = columns.iter().map(|&column| Column::new(column, "", "")).collect();
        Table { name: name.into(), row: "".into(), columns, rows }
    }

    pub(super) fn count(number: u64) -> Cell {
        Cell::Count(number)
    }

    #[test]
    fn nothing_to_show_is_no_figure() {
        assert!(all(Lang::English, &[]).unwrap().is_empty());
    }
}
