//! Rows of a table as CSV, made where the piece is worked on and placed in the file later.

use super::columns::{Fill, Kind, Table};
use super::field::{Field, push_number};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::io;

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
#[derive(Debug, Default)]
pub struct Sheet {
    guard: bool,
    bytes: Vec<u8>,
    /// For each row its place and where it ends.
    rows: Vec<(Place, usize)>,
}

impl Sheet {
    /// An empty sheet; `guard` as for [`Field`].
    pub fn new(guard: bool) -> Sheet {
        Sheet { guard, ..Sheet::default() }
    }

    /// Adds a row.
    pub fn push<K: Kind>(&mut self, table: &Table<K>, place: Place, row: &K::Row<'_>) {
        PEN.with_borrow_mut(|Pen { csv, field }| {
            field.guard(self.guard);
            // Writing to memory does not fail.
            for column in table.columns {
                if let Fill::By(fill) = column.fill {
                    fill(row, field);
                    let _ = field.take(|bytes| csv.write_field(bytes));
                }
            }
            let _ = csv.write_record(None::<&[u8]>);
            let _ = csv.flush();
            csv.get_ref().move_to(&mut self.bytes);
        });
        self.rows.push((place, self.bytes.len()));
    }

    /// Writes the rows, with the file's name and their places in front, to the end of `out`.
    pub fn write<K: Kind>(&self, table: &Table<K>, name: &str, start: Start, out: &mut Vec<u8>) {
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

/// What a thread writes rows with. The csv crate's writer costs more to make than the row of a small file to write, and
/// cannot be emptied, so each thread keeps one, and what it wrote is taken out from under it.
struct Pen {
    csv: csv::Writer<Written>,
    field: Field,
}

thread_local! {
    static PEN: RefCell<Pen> = RefCell::new(Pen { csv: writer(Written::default()), field: Field::default() });
}

/// What was written since the last time.
#[derive(Default)]
struct Written(RefCell<Vec<u8>>);

impl Written {
    fn move_to(&self, out: &mut Vec<u8>) {
        out.append(&mut self.0.borrow_mut());
    }
}

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.get_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn writer<W: io::Write>(to: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().flexible(true).terminator(csv::Terminator::Any(b'\n')).from_writer(to)
}

/// A field as CSV has it, in quotes where it needs them.
fn quoted(field: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    PEN.with_borrow_mut(|Pen { csv, .. }| {
        // Writing to memory does not fail.
        let _ = csv.write_record([field, ""]);
        let _ = csv.flush();
        csv.get_ref().move_to(&mut bytes);
    });
    // Behind the field come a comma and a line end.
    bytes.truncate(bytes.len().saturating_sub(2));
    bytes
}

/// The header row of a table.
pub fn header<K: Kind>(table: &Table<K>) -> Vec<u8> {
    let mut csv = writer(Vec::new());
    let _ = csv.write_record(table.columns.iter().map(|column| column.name));
    csv.into_inner().unwrap_or_default()
}
