//! The form of a finished table: what the CSV writer and a page read.

use crate::record::Zi;
use crate::report::guard::guard;
use crate::report::holds::scaled;
use std::borrow::Cow;
use std::fmt;

/// A finished table: a name, a header, and rows of cells.
///
/// ```
/// use sgfkit::stats::{Cell, Column, Table};
///
/// let table = Table {
///     name: "by_year".into(),
///     row: "one row a year".into(),
///     columns: vec![Column::new("year", "year", "the year"), Column::new("games", "games", "games")],
///     rows: vec![vec![Cell::Text("2016".into()), Cell::Count(60)]],
/// };
/// assert_eq!(table.to_csv(false), b"year,games\n2016,60\n");
/// assert_eq!(table.column("games"), Some(1));
/// assert_eq!(table.rows[0][1].number(), Some(60.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name; the file is called so, with `.csv` behind.
    pub name: Cow<'static, str>,
    /// What one row is.
    pub row: Cow<'static, str>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell a column, in the order in which they are written.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name: an interface, never changed.
    pub name: Cow<'static, str>,
    /// Its unit, or the values that it takes.
    pub unit: Cow<'static, str>,
    /// What it means, in one line.
    pub meaning: Cow<'static, str>,
}

impl Column {
    /// A column with this name, unit and meaning.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        unit: impl Into<Cow<'static, str>>,
        meaning: impl Into<Cow<'static, str>>,
    ) -> Column {
        Column { name: name.into(), unit: unit.into(), meaning: meaning.into() }
    }
}

/// A cell. Its display form is what stands in the CSV file, but for the quotes.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// Unknown, or not applicable.
    #[default]
    Empty,
    /// A text.
    Text(String),
    /// A number of things.
    Count(u64),
    /// An exact amount, written in zi.
    Zi(Zi),
    /// A number with a fixed number of decimals: `units` of the last of them.
    Fixed {
        /// The number without its point.
        units: u64,
        /// How many of its digits stand behind the point.
        decimals: u8,
    },
    /// `true` or `false`.
    Flag(bool),
}

impl Cell {
    /// The text, empty where there is none: an empty cell.
    pub fn text(text: &str) -> Cell {
        if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
    }

    /// The value for a drawing; `None` for what is no number.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Cell::Count(count) => Some(count as f64),
            Cell::Zi(zi) => Some(f64::from(zi.quarters()) / 4.0),
            Cell::Fixed { units, decimals } => Some(units as f64 / 10f64.powi(decimals.into())),
            Cell::Empty | Cell::Text(_) | Cell::Flag(_) => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Text(text) => f.write_str(text),
            Cell::Count(count) => write!(f, "{count}"),
            Cell::Zi(zi) => write!(f, "{}", zi.zi()),
            &Cell::Fixed { units, decimals: 0 } => write!(f, "{units}"),
            &Cell::Fixed { units, decimals } => {
                let one = 10u64.saturating_pow(decimals.into());
                write!(f, "{}.{:0width$}", units / one, units % one, width = decimals.into())
            }
            Cell::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

impl Table {
    /// Where the column of this name stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The table as CSV: a header row, then the rows. With `guarded`, a text that a spreadsheet would take for a
    /// formula gets an apostrophe in front.
    pub fn to_csv(&self, guarded: bool) -> Vec<u8> {
        let text = |cell: &Cell| match cell {
            // The values of `--by` are texts here, also those of columns of numbers.
            Cell::Text(text) if guarded && scaled(text).is_none() => guard(text).into_owned(),
            cell => cell.to_string(),
        };
        let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        // Writing to memory does not fail, and all rows have as many cells as there are columns.
        let _ = csv.write_record(self.columns.iter().map(|column| column.name.as_bytes()));
        for row in &self.rows {
            let _ = csv.write_record(row.iter().map(text));
        }
        csv.into_inner().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_words() {
        let check = |cell: Cell, text: &str, number: Option<f64>| {
            assert_eq!((cell.to_string().as_str(), cell.number()), (text, number));
        };
        check(Cell::Empty, "", None);
        check(Cell::text(""), "", None);
        check(Cell::text("柯洁"), "柯洁", None);
        check(Cell::Count(12), "12", Some(12.0));
        check(Cell::Zi(Zi::from_quarters(-3)), "-0.75", Some(-0.75));
        check(Cell::Fixed { units: 5005, decimals: 2 }, "50.05", Some(50.05));
        check(Cell::Fixed { units: 7, decimals: 2 }, "0.07", Some(0.07));
        check(Cell::Fixed { units: 7, decimals: 0 }, "7", Some(7.0));
        check(Cell::Flag(true), "true", None);
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let rows = vec![vec![Cell::text("a,\"b\"")], vec![Cell::Empty]];
        let columns = vec![Column::new("player", "text", "name")];
        let table = Table { name: "t".into(), row: "a player".into(), columns, rows };
        assert_eq!(String::from_utf8(table.to_csv(false)).unwrap(), "player\n\"a,\"\"b\"\"\"\n\"\"\n");
    }
}
