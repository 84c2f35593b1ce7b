//! Rows of a table as CSV, made where the piece is worked on and placed in the file later.

use super::columns::{Fill, Table, TableKind};
use super::field::{Field, push_number};
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug)]
pub struct Sheet {
    field: Field,
    bytes: Vec<u8>,
    /// For each row its place and where it ends.
    rows: Vec<(Place, usize)>,
}

impl Sheet {
    /// An empty sheet; `guard` as for [`Field`].
    pub fn new(guard: bool) -> Sheet {
        Sheet { field: Field::new(guard), bytes: Vec::new(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push<K: TableKind>(&mut self, table: &Table<K>, place: Place, row: &K::Row<'_>) {
        self.field.make_room(table.columns.len());
        for column in table.columns {
            if let Fill::By(fill) = column.fill {
                fill(row, &mut self.field);
                self.field.end();
            }
        }
        self.field.take(|text, ends| write_row(text, ends, &mut self.bytes));
        self.rows.push((place, self.bytes.len()));
    }

    /// Writes the rows, with the file's name and their places in front, to the end of `out`.
    pub fn write<K: TableKind>(&self, table: &Table<K>, name: &str, start: Start, out: &mut Vec<u8>) {
        if self.rows.is_empty() {
            return;
        }
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
            out.extend_from_slice(&self.bytes[at..end]);
            at = end;
        }
    }
}

/// Writes a row, the fields of which stand one behind the other in `text` and end there.
fn write_row(text: &[u8], ends: &[usize], out: &mut Vec<u8>) {
    // The part of the csv crate that is no stream: a stream of its own for each file would cost more than the row of one.
    let mut csv = csv_core::WriterBuilder::new().terminator(csv_core::Terminator::Any(b'\n')).build();
    let mut at = out.len();
    // Room for the worst: a row of quotes, each of them doubled, and quotes and a comma for each field.
    out.resize(at + 2 * text.len() + 3 * ends.len() + 2, 0);
    let mut start = 0;
    for (number, &end) in ends.iter().enumerate() {
        if number > 0 {
            at += csv.delimiter(&mut out[at..]).1;
        }
        if start < end {
            at += csv.field(&text[start..end], &mut out[at..]).2;
        }
        start = end;
    }
    at += csv.terminator(&mut out[at..]).1;
    out.truncate(at);
}

/// A field as CSV has it, in quotes where it needs them.
fn quoted(field: &str) -> Vec<u8> {
    let mut row = Vec::new();
    write_row(field.as_bytes(), &[field.len(), field.len()], &mut row);
    // Behind the field come a comma and a line end.
    row.truncate(row.len().saturating_sub(2));
    row
}

/// The header row of a table.
pub fn header<K: TableKind>(table: &Table<K>) -> Vec<u8> {
    let mut field = Field::new(false);
    for column in table.columns {
        field.plain(column.name);
        field.end();
    }
    let mut row = Vec::new();
    field.take(|text, ends| write_row(text, ends, &mut row));
    row
}
