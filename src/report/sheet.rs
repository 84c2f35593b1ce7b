//! Rows of a table as CSV, made where the piece is worked on and placed in the file later.

use super::columns::{Fill, Kind, Table};
use super::field::{Field, push_number};

/// Where a row belongs, counted within its piece of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the game, from 1; `None` for what belongs to no game.
    pub game: Option<u32>,
    /// The line, from 1; 0 for what concerns the whole file.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
}

/// Where a piece begins in its file: what comes before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Games before the piece.
    pub games: u32,
    /// Line ends before the piece.
    pub lines: u64,
    /// Characters between the last line end and the piece.
    pub columns: u64,
}

impl Start {
    /// Where the next piece begins, behind one of this extent.
    pub fn and(self, extent: Start) -> Start {
        Start {
            games: self.games + extent.games,
            lines: self.lines + extent.lines,
            columns: extent.columns + if extent.lines == 0 { self.columns } else { 0 },
        }
    }
}

impl Place {
    /// The place in the whole file.
    pub fn from(self, start: Start) -> Place {
        if self.line == 0 {
            return self;
        }
        Place {
            game: self.game.map(|game| start.games + game),
            line: start.lines + self.line,
            column: if self.line == 1 { start.columns + self.column } else { self.column },
        }
    }
}

/// Rows of one table. The columns that tell the place are left to [`Sheet::write`], when it is known where
/// the piece lies in its file.
pub struct Sheet {
    csv: csv::Writer<Vec<u8>>,
    field: Field,
    /// For each row its place and where it ends.
    rows: Vec<(Place, usize)>,
}

impl Sheet {
    /// An empty sheet; `guard` as for [`Field`].
    pub fn new(guard: bool) -> Sheet {
        Sheet { csv: writer(), field: Field::new(guard), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push<K: Kind>(&mut self, table: &Table<K>, place: Place, row: &K::Row<'_>) {
        // Writing to memory does not fail.
        for column in table.columns {
            if let Fill::By(fill) = column.fill {
                fill(row, &mut self.field);
                let _ = self.field.take(|bytes| self.csv.write_field(bytes));
            }
        }
        let _ = self.csv.write_record(None::<&[u8]>);
        let _ = self.csv.flush();
        self.rows.push((place, self.csv.get_ref().len()));
    }

    /// Writes the rows, with the file's name and their places in front, to the end of `out`.
    pub fn write<K: Kind>(&self, table: &Table<K>, name: &str, start: Start, out: &mut Vec<u8>) {
        let name = quoted(name);
        let mut at = 0;
        for &(place, end) in &self.rows {
            let place = place.from(start);
            for column in table.columns {
                match column.fill {
                    Fill::File => out.extend_from_slice(&name),
                    Fill::Game => {
                        if let Some(game) = place.game {
                            push_number(out, game.into());
                        }
                    }
                    // A finding about a whole file has no line.
                    Fill::Line if place.line > 0 => push_number(out, place.line),
                    Fill::Column if place.line > 0 => push_number(out, place.column),
                    Fill::Line | Fill::Column => {}
                    Fill::By(_) => break,
                }
                out.push(b',');
            }
            out.extend_from_slice(&self.csv.get_ref()[at..end]);
            at = end;
        }
    }
}

/// The buffer in front of a sheet's rows, in bytes: about one row. The usual 8 KiB cost more than the rows of a small
/// file.
const ROW: usize = 512;

fn writer() -> csv::Writer<Vec<u8>> {
    let mut builder = csv::WriterBuilder::new();
    builder.flexible(true).terminator(csv::Terminator::Any(b'\n')).buffer_capacity(ROW).from_writer(Vec::new())
}

/// A field as CSV has it, in quotes where it needs them.
fn quoted(field: &str) -> Vec<u8> {
    let mut csv = writer();
    // Writing to memory does not fail.
    let _ = csv.write_record([field, ""]);
    let mut bytes = csv.into_inner().unwrap_or_default();
    // Behind the field come a comma and a line end.
    bytes.truncate(bytes.len().saturating_sub(2));
    bytes
}

/// The header row of a table.
pub fn header<K: Kind>(table: &Table<K>) -> Vec<u8> {
    let mut csv = writer();
    let _ = csv.write_record(table.columns.iter().map(|column| column.name));
    csv.into_inner().unwrap_or_default()
}
