//! The finished tables of a run, in the formats that were asked for.
//!
//! Rows are always written as CSV first, which can be gone on with after a crash; Parquet is made of the whole table.

use super::Failure;
use super::choices::TableFormat;
use sgfkit::report::columns::{Table, TableKind};
use sgfkit::report::folder::{Folder, Pending};
use sgfkit::report::holds::{self, Holds};

/// The formats in which tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Formats {
    csv: bool,
    parquet: bool,
}

/// A table whose rows are all written.
pub(super) struct Whole {
    name: &'static str,
    fields: Vec<(&'static str, Holds)>,
    csv: Pending,
}

impl Whole {
    pub(super) fn new<K: TableKind>(table: &Table<K>, csv: Pending) -> Whole {
        Whole { name: table.name, fields: holds::fields(table), csv }
    }
}

impl Formats {
    /// The formats that are named, where this program can write them.
    pub(super) fn of(named: &[TableFormat], guard: bool) -> Result<Formats, Failure> {
        let asks = |format| named.contains(&format);
        let formats = Formats { csv: asks(TableFormat::Csv), parquet: asks(TableFormat::Parquet) };
        if formats.parquet && !cfg!(feature = "parquet") {
            return Err("this sgfkit was built without Parquet, which takes a longer build: \
                        cargo install --path . --features parquet"
                .into());
        }
        if formats.parquet && guard {
            return Err("--csv-guard would put apostrophes into the Parquet tables too: leave it away".into());
        }
        Ok(formats)
    }
}

/// Gives the tables their names, and takes those of other formats away, which an earlier run may have left. Nothing is
/// lost where that fails half-way. What comes back are the tables that get no name: the temporary files of CSV that is
/// not wanted, needed as long as the run might fail.
pub(super) fn finish(folder: &Folder, mut tables: Vec<Whole>, formats: Formats) -> Result<Vec<Pending>, Failure> {
    for table in &mut tables {
        if formats.parquet {
            convert(folder, table)?;
        } else {
            folder.remove(&format!("{}.parquet", table.name))?;
        }
    }
    let mut unnamed = Vec::new();
    for Whole { name, csv, .. } in tables {
        if formats.csv {
            folder.finish(csv)?;
        } else {
            folder.remove(&format!("{name}.csv"))?;
            unnamed.push(csv);
        }
    }
    Ok(unnamed)
}

/// Takes a table away that an earlier run has left and this one does not make: it would belong to other games.
pub(super) fn remove<K: TableKind>(folder: &Folder, table: &Table<K>) -> Result<(), Failure> {
    folder.remove(&format!("{}.csv", table.name))?;
    Ok(folder.remove(&format!("{}.parquet", table.name))?)
}

#[cfg(feature = "parquet")]
fn convert(folder: &Folder, table: &mut Whole) -> Result<(), Failure> {
    use std::io;

    struct Out<'a>(&'a Folder, &'a mut Pending);

    impl io::Write for Out<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(self.1, bytes).map_err(|error| error.source)?;
            Ok(bytes.len())
        }

        /// The folder writes out what it holds when the file gets its name.
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let name = format!("{}.parquet", table.name);
    let csv = folder.read_back(&mut table.csv)?;
    let mut out = folder.start(name.clone())?;
    sgfkit::report::parquet::write(csv, table.name, &table.fields, Out(folder, &mut out))
        .map_err(|error| format!("cannot write {name}: {error}"))?;
    Ok(folder.finish(out)?)
}

/// Not reached: [`Formats::of`] turns the wish down before the run.
#[cfg(not(feature = "parquet"))]
fn convert(_: &Folder, table: &mut Whole) -> Result<(), Failure> {
    Err(format!("no Parquet in this build: {}, {} columns", table.name, table.fields.len()).into())
}
