//! Where the rows of a run go: lines on standard output, or tables in a folder.

use super::Failure;
use super::args::OutputArgs;
use super::journal::{self, State};
use super::session::Counting;
use super::summary;
use super::tables::{self, Formats, Whole};
use sgfkit::page::Flags;
use sgfkit::report::columns::{FINDINGS, GAMES, SCORES, Table, TableKind};
use sgfkit::report::folder::{Folder, Kept, Pending};
use sgfkit::report::rows::Rows;
use sgfkit::report::sheet::{Start, header};
use sgfkit::stats::Stats;
use std::io::{self, IsTerminal, Write};

/// Where rows go.
pub(super) enum Sink {
    /// Findings as lines on standard output.
    Text(io::BufWriter<anstream::AutoStream<io::Stdout>>),
    /// Tables in a folder.
    Tables(Box<Tables>),
}

/// Begins a table with its header.
pub(super) fn begin<K: TableKind>(folder: &Folder, table: &Table<K>, output: &OutputArgs) -> Result<Pending, Failure> {
    let mut pending = folder.start(format!("{}.csv", table.name))?;
    let mark = if output.csv_bom { "\u{feff}" } else { "" };
    folder.write(&mut pending, mark.as_bytes())?;
    folder.write(&mut pending, &header(table))?;
    Ok(pending)
}

/// The tables that a run writes.
pub(super) struct Tables {
    pub(super) folder: Folder,
    games: Pending,
    findings: Pending,
    scores: Option<Pending>,
}

impl Tables {
    /// Goes on with the tables of an earlier run.
    pub(super) fn reopen(folder: Folder, state: &State, counting: bool) -> Result<Tables, Failure> {
        let reopen = |name: &'static str| -> Result<Pending, Failure> {
            let kept = state.tables.iter().find(|kept| kept.name == name);
            let kept = kept.ok_or_else(|| format!("cannot resume: the folder was begun without {name}"))?;
            let mut pending = folder.reopen(name, kept).map_err(|error| format!("cannot resume: {error}"))?;
            folder.keep(&mut pending);
            Ok(pending)
        };
        let (games, findings) = (reopen("games.csv")?, reopen("findings.csv")?);
        let scores = if counting { Some(reopen("scores.csv")?) } else { None };
        Ok(Tables { folder, games, findings, scores })
    }

    /// Writes out what is in memory, and says how long the tables are.
    pub(super) fn flush(&mut self) -> Result<Vec<Kept>, Failure> {
        let Tables { folder, games, findings, scores } = self;
        let tables = [Some(games), Some(findings), scores.as_mut()].into_iter().flatten();
        Ok(tables.map(|pending| folder.flush(pending)).collect::<Result<_, _>>()?)
    }
}

impl Sink {
    /// Lines, where there is no folder.
    pub(super) fn open(folder: Option<Folder>, output: &OutputArgs, counting: bool) -> Result<Sink, Failure> {
        let Some(folder) = folder else {
            return Ok(Sink::Text(io::BufWriter::new(anstream::stdout())));
        };
        folder.begin()?;
        journal::clear(&folder)?;
        let games = begin(&folder, &GAMES, output)?;
        let findings = begin(&folder, &FINDINGS, output)?;
        let scores = if counting { Some(begin(&folder, &SCORES, output)?) } else { None };
        Ok(Sink::Tables(Box::new(Tables { folder, games, findings, scores })))
    }

    pub(super) fn write(&mut self, name: &str, start: Start, rows: &Rows) -> Result<(), Failure> {
        let mut out = Vec::new();
        match self {
            Sink::Text(stream) => {
                rows.text.write(name, start, &mut out);
                stream.write_all(&out)?;
                // Who looks on wants to see at once.
                if io::stdout().is_terminal() {
                    stream.flush()?;
                }
            }
            Sink::Tables(tables) => {
                rows.games.write(&GAMES, name, start, &mut out);
                tables.folder.write(&mut tables.games, &out)?;
                out.clear();
                rows.findings.write(&FINDINGS, name, start, &mut out);
                tables.folder.write(&mut tables.findings, &out)?;
                if let Some(scores) = &mut tables.scores {
                    out.clear();
                    rows.scores.write(&SCORES, name, start, &mut out);
                    tables.folder.write(scores, &out)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn close(
        self,
        run: &summary::Run<'_>,
        formats: Formats,
        counting: Option<&Counting>,
        stats: Option<&Stats>,
        flags: &Flags,
    ) -> Result<(), Failure> {
        match self {
            Sink::Text(mut stream) => stream.flush()?,
            Sink::Tables(tables) => {
                let Tables { folder, games, findings, scores } = *tables;
                let mut whole = vec![Whole::new(&GAMES, games), Whole::new(&FINDINGS, findings)];
                match scores {
                    Some(scores) => whole.push(Whole::new(&SCORES, scores)),
                    None => tables::remove(&folder, &SCORES)?,
                }
                // In use until the journal is gone: a run that fails before can be gone on with.
                let _unnamed = tables::finish(&folder, whole, formats)?;
                stats.map_or(Ok(()), |stats| super::stats::write_tables(&folder, stats, run.output))?;
                if let (Some(counting), Some(stats)) = (counting, stats)
                    && let Some(flagger) = &counting.page
                {
                    super::report::write_page(&folder, counting, flagger, flags, stats, run)?;
                }
                summary::write(&folder, run)?;
                journal::clear(&folder)?;
            }
        }
        Ok(())
    }
}
