//! One row of a table as texts, before they are quoted for CSV.

use super::columns::{Fill, Table, TableKind};
use super::field::Field;

/// The cells of one row, in the order of the table's columns. Made to be used again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    text: String,
    ends: Vec<usize>,
}

impl Cells {
    /// Fills the cells from a row's data. The columns that tell the place stay empty.
    pub fn fill<K: TableKind>(&mut self, table: &Table<K>, row: &K::Row<'_>, field: &mut Field) {
        self.clear();
        for column in table.columns {
            if let Fill::By(fill) = column.fill {
                fill(row, field);
                field.take(|bytes, _| self.text.push_str(&String::from_utf8_lossy(bytes)));
            }
            self.ends.push(self.text.len());
        }
    }

    /// Takes the cells as they come.
    pub fn set<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        self.clear();
        for cell in cells {
            self.text.push_str(cell);
            self.ends.push(self.text.len());
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// The cell of a column; empty where there is none.
    pub fn get(&self, column: usize) -> &str {
        let Some(&end) = self.ends.get(column) else { return "" };
        let start = column.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&start| start);
        self.text.get(start..end).unwrap_or("")
    }
}

/// Where the column of this name stands in a table: a name that is not there does not compile.
#[must_use]
pub const fn index<K: TableKind>(table: &Table<K>, name: &str) -> usize {
    let mut at = 0;
    while at < table.columns.len() {
        if same(table.columns[at].name.as_bytes(), name.as_bytes()) {
            return at;
        }
        at += 1;
    }
    panic!("the table has no such column")
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    one.len() == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back() {
        let mut cells = Cells::default();
        cells.set(["a", "", "柯洁"]);
        assert_eq!([0, 1, 2, 3].map(|at| cells.get(at)), ["a", "", "柯洁", ""]);
        cells.set(["b"]);
        assert_eq!([0, 1].map(|at| cells.get(at)), ["b", ""]);
    }
}
