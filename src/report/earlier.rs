//! The tables of an earlier run, read again.

use super::cells::Cells;
use super::columns::{FINDINGS, GAMES, SCORES, Table, TableKind};
use super::folder::SUMMARY;
use super::guard::unguard;
use crate::archive::display_name;
use std::fs::File;
use std::path::Path;

const GAMES_FILE: &str = "games.csv";
const FINDINGS_FILE: &str = "findings.csv";
const SCORES_FILE: &str = "scores.csv";

/// What a folder of an earlier run holds, in the order of the run.
#[derive(Debug)]
pub enum Item<'a> {
    /// A game.
    Game {
        /// Its row of `games.csv`.
        game: &'a Cells,
        /// Its row of `scores.csv`, where there is such a table.
        score: Option<&'a Cells>,
        /// Its rows of `findings.csv`.
        findings: &'a [Cells],
    },
    /// A row of `findings.csv` that belongs to no game.
    Outside(&'a Cells),
}

/// Why a folder cannot be read again.
#[derive(Debug, thiserror::Error)]
pub enum EarlierError {
    /// A file cannot be opened, or is no CSV.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        #[source]
        source: csv::Error,
    },
    /// A column is missing.
    #[error("{path} has no column `{column}`: another version wrote it; make the folder anew from the records")]
    NoColumn {
        /// The file.
        path: String,
        /// The column.
        column: &'static str,
    },
    /// The tables do not fit together.
    #[error("{path} does not fit to games.csv in line {line}: the folder is not of one run, or was edited")]
    Apart {
        /// The file that does not fit.
        path: String,
        /// The line of `games.csv`.
        line: u64,
    },
}

/// Whether a path is a folder that a run has finished.
pub fn is_earlier_run(path: &Path) -> bool {
    path.join(GAMES_FILE).is_file() && path.join(SUMMARY).is_file()
}

/// Reads the tables of a folder side by side, row by row.
///
/// # Errors
///
/// Where a file or a column is missing, or the tables are not of one run.
pub fn read(folder: &Path, mut each: impl FnMut(Item<'_>)) -> Result<(), EarlierError> {
    let guarded = is_guarded(folder);
    let mut games = Rows::open(folder, GAMES_FILE, &GAMES, guarded)?;
    let mut findings = Rows::open(folder, FINDINGS_FILE, &FINDINGS, guarded)?;
    let mut scores = match folder.join(SCORES_FILE).is_file() {
        true => Some(Rows::open(folder, SCORES_FILE, &SCORES, guarded)?),
        false => None,
    };
    let [errors, warnings, notes] = ["errors", "warnings", "notes"].map(|name| place(&GAMES, name));
    let mut own: Vec<Cells> = Vec::new();
    let mut line = 1;
    while games.next()? {
        line += 1;
        let game = &games.cells;
        if let Some(scores) = &mut scores
            && !(scores.next()? && scores.same_game(game))
        {
            return Err(scores.apart(line));
        }
        // How many findings belong to a game is told by its row: a file may have been read twice.
        let counts = [errors, warnings, notes].map(|at| game.get(at).parse().unwrap_or(0usize));
        let count: usize = counts.into_iter().fold(0, usize::saturating_add);
        own.clear();
        while own.len() < count {
            if !findings.next()? {
                return Err(findings.apart(line));
            }
            if findings.cells.get(GAME).is_empty() {
                each(Item::Outside(&findings.cells));
            } else if findings.same_game(game) {
                own.push(findings.cells.clone());
            } else {
                return Err(findings.apart(line));
            }
        }
        each(Item::Game { game, score: scores.as_ref().map(|scores| &scores.cells), findings: &own });
    }
    while findings.next()? {
        if !findings.cells.get(GAME).is_empty() {
            return Err(findings.apart(line));
        }
        each(Item::Outside(&findings.cells));
    }
    if let Some(scores) = &mut scores
        && scores.next()?
    {
        return Err(scores.apart(line));
    }
    Ok(())
}

/// In all tables the first columns are the file and the number of the game.
const FILE: usize = 0;
const GAME: usize = 1;

fn place<K: TableKind>(table: &Table<K>, name: &str) -> usize {
    table.columns.iter().position(|column| column.name == name).unwrap_or(usize::MAX)
}

/// Whether the run put apostrophes before what a spreadsheet takes for a formula.
fn is_guarded(folder: &Path) -> bool {
    let summary = std::fs::read(folder.join(SUMMARY)).ok();
    let summary = summary.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    let options = summary.as_ref().and_then(|summary| summary.get("options")?.as_array());
    options.is_some_and(|options| options.iter().any(|option| option == "--csv-guard"))
}

/// The rows of one file, with their cells in the order of the table's columns.
struct Rows {
    path: String,
    reader: csv::Reader<File>,
    record: csv::StringRecord,
    /// For each column of the table, its place in the file.
    places: Vec<usize>,
    guarded: bool,
    cells: Cells,
}

impl Rows {
    fn open<K: TableKind>(folder: &Path, name: &str, table: &Table<K>, guarded: bool) -> Result<Rows, EarlierError> {
        let file = folder.join(name);
        let path = display_name(&file);
        let unreadable = |source| EarlierError::Unreadable { path: path.clone(), source };
        let mut reader = csv::Reader::from_path(&file).map_err(unreadable)?;
        let header = reader.headers().map_err(unreadable)?;
        let mut places = Vec::with_capacity(table.columns.len());
        for column in table.columns {
            let is_it = |name: &str| name.trim_start_matches('\u{feff}') == column.name;
            let Some(at) = header.iter().position(is_it) else {
                return Err(EarlierError::NoColumn { path, column: column.name });
            };
            places.push(at);
        }
        let (record, cells) = (csv::StringRecord::new(), Cells::default());
        Ok(Rows { path, reader, record, places, guarded, cells })
    }

    /// Goes to the next row; `false` behind the last.
    fn next(&mut self) -> Result<bool, EarlierError> {
        let read = self.reader.read_record(&mut self.record);
        let more = read.map_err(|source| EarlierError::Unreadable { path: self.path.clone(), source })?;
        if more {
            // The name of the file is no text from a record, and never guarded.
            let cell = |(column, &at): (usize, &usize)| match self.record.get(at).unwrap_or("") {
                cell if self.guarded && column != FILE => unguard(cell),
                cell => cell,
            };
            self.cells.set(self.places.iter().enumerate().map(cell));
        }
        Ok(more)
    }

    fn same_game(&self, game: &Cells) -> bool {
        [FILE, GAME].into_iter().all(|at| self.cells.get(at) == game.get(at))
    }

    fn apart(&self, line: u64) -> EarlierError {
        EarlierError::Apart { path: self.path.clone(), line }
    }
}
