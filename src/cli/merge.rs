//! `sgfkit merge`: the tables of several runs as those of one.

use super::args::MergeArgs;
use super::shard::Shard;
use super::tables::{self, Formats, Whole};
use super::{Done, Failure, say, summary};
use serde::{Deserialize, Serialize};
use sgfkit::archive::{self, display_name};
use sgfkit::report::columns::{FINDINGS, GAMES, SCORES};
use sgfkit::report::folder::{Folder, Pending, SUMMARY};
use sgfkit::report::tally::Tally;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The tables that are merged, each by the first column, the file.
const TABLES: [&str; 3] = ["games.csv", "findings.csv", "scores.csv"];

/// Stands in the folder of every run.
const FIRST: &str = TABLES[0];

/// What the summary of a run says.
#[derive(Debug, Serialize, Deserialize)]
struct Summary {
    version: String,
    command: String,
    options: Vec<String>,
    paths: Vec<String>,
    started: String,
    seconds: f64,
    totals: Tally,
    /// Equal where the rows are made in the same way.
    settings: String,
    /// The part of the inputs, `1/4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
}

pub(super) fn run(args: &MergeArgs) -> Result<Done, Failure> {
    let out = std::path::absolute(&args.out)?;
    let mut summaries = Vec::new();
    for dir in &args.dirs {
        if std::path::absolute(dir)? == out {
            return Err(format!("{} cannot be merged into itself", display_name(dir)).into());
        }
        summaries.push(summary(dir)?);
    }
    check(&args.dirs, &summaries)?;
    let formats = Formats::of(&args.format, false)?;
    if let Some(dir) = args.dirs.iter().find(|dir| !dir.join(FIRST).exists()) {
        let name = display_name(dir);
        return Err(format!("{name} has no {FIRST}: only audit and rescore are merged, from CSV (--format csv)").into());
    }
    let folder = Folder::create(&args.out)?;
    let mut whole = Vec::new();
    for table in TABLES {
        let there: Vec<_> = args.dirs.iter().map(|dir| dir.join(table)).filter(|path| path.exists()).collect();
        match there.len() {
            0 if table == "scores.csv" => tables::remove(&folder, &SCORES)?,
            0 => {}
            n if n == args.dirs.len() => {
                let csv = merge(&folder, table, &args.dirs)?;
                whole.push(match table {
                    "games.csv" => Whole::new(&GAMES, csv),
                    "findings.csv" => Whole::new(&FINDINGS, csv),
                    _ => Whole::new(&SCORES, csv),
                });
            }
            _ => return Err(format!("{table} is in some of the folders and not in others").into()),
        }
    }
    tables::finish(&folder, whole, formats)?;
    let whole = together(summaries);
    summary::write_json(&folder, &(serde_json::to_string_pretty(&whole)? + "\n"), false)?;
    let files = summary::count(whole.totals.files, "file", "files");
    let games = summary::count(whole.totals.games, "game", "games");
    say(&format!("Merged {}: {files}, {games}.\n", summary::count(args.dirs.len() as u64, "folder", "folders")));
    Ok(Done::Clean)
}

/// The first two of several runs that may have read the same file, by their places.
pub(super) fn overlapping(dirs: &[PathBuf]) -> Result<Option<(usize, usize)>, Failure> {
    let runs = dirs.iter().map(|dir| summary(dir)).collect::<Result<Vec<_>, _>>()?;
    let holds = |path: &String, other: &String| Path::new(other).starts_with(path);
    let overlap = |one: &Summary, other: &Summary| match one.shard.is_some() && one.paths == other.paths {
        true => one.shard == other.shard,
        false => one.paths.iter().any(|path| other.paths.iter().any(|other| holds(path, other) || holds(other, path))),
    };
    let mut pairs = (0..runs.len()).flat_map(|n| (0..n).map(move |earlier| (earlier, n)));
    Ok(pairs.find(|&(one, other)| overlap(&runs[one], &runs[other])))
}

fn summary(dir: &Path) -> Result<Summary, Failure> {
    let name = display_name(dir);
    let text = std::fs::read_to_string(dir.join(SUMMARY)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            format!("{name} holds no finished run: it has no {SUMMARY}; --resume finishes a run")
        }
        _ => format!("cannot read {name}/{SUMMARY}: {error}"),
    })?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{name}/{SUMMARY}: {error}"))?)
}

/// Whether the runs belong together.
fn check(dirs: &[PathBuf], summaries: &[Summary]) -> Result<(), Failure> {
    let Some(first) = summaries.first() else { return Ok(()) };
    let mut parts: BTreeMap<Shard, &Path> = BTreeMap::new();
    for (dir, summary) in dirs.iter().zip(summaries) {
        let name = display_name(dir);
        if summary.settings != first.settings {
            let first = display_name(&dirs[0]);
            return Err(
                format!("{first} and {name} were made with other options, or by other versions of sgfkit").into()
            );
        }
        if summary.shard.is_some() != first.shard.is_some() {
            return Err("some of the folders are parts made with --shard, and others are not".into());
        }
        if !["audit", "rescore"].contains(&summary.command.as_str()) {
            let command = &summary.command;
            let how = "only audit and rescore are merged; `sgfkit stats` makes statistics of what they come to";
            return Err(format!("{name} was made by {command}: {how}").into());
        }
        let Some(shard) = &summary.shard else { continue };
        if summary.paths != first.paths {
            let first = display_name(&dirs[0]);
            let how = "which part a file belongs to is told by its path as it is written";
            return Err(format!("{first} and {name} were read from other paths: {how}").into());
        }
        let shard: Shard = shard.parse().map_err(|error| format!("{name}/{SUMMARY}: {error}"))?;
        if let Some(other) = parts.insert(shard, dir) {
            return Err(format!("{} and {name} are both part {shard}", display_name(other)).into());
        }
    }
    let all = parts.first_key_value().map_or(0, |(shard, _)| shard.parts);
    if parts.keys().any(|shard| shard.parts != all) {
        return Err("the folders are parts of different divisions".into());
    }
    let missing: Vec<_> =
        (1..=all).map(|part| Shard { part, parts: all }).filter(|part| !parts.contains_key(part)).collect();
    match missing.first() {
        Some(part) => Err(format!("part {part} is missing").into()),
        None => Ok(()),
    }
}

/// The summary of one run over everything, as far as several can tell it.
fn together(summaries: Vec<Summary>) -> Summary {
    let mut totals = Tally::default();
    let (mut paths, mut seconds) = (Vec::new(), 0.0);
    let (mut started, mut of_all) = (None::<String>, None);
    for summary in summaries {
        totals.merge(&summary.totals);
        seconds += summary.seconds;
        paths.extend(summary.paths);
        if started.as_ref().is_none_or(|first| summary.started < *first) {
            started = Some(summary.started);
        }
        // Those of the first tell how the rows were made, and so how they are read again.
        of_all.get_or_insert((summary.version, summary.command, summary.options, summary.settings));
    }
    paths.sort();
    paths.dedup();
    let (version, command, options, settings) = of_all.unwrap_or_default();
    let started = started.unwrap_or_default();
    Summary { version, command, options, paths, started, seconds, totals, settings, shard: None }
}

/// A table that is read row by row.
struct Rows {
    dir: String,
    reader: BufReader<File>,
    /// The next row with its line end; empty at the end.
    row: Vec<u8>,
    /// The input that it is about.
    input: String,
}

impl Rows {
    fn next(&mut self) -> Result<(), Failure> {
        self.row.clear();
        // Rows hold no line ends: control characters of records and names are not written as they are.
        self.reader.read_until(b'\n', &mut self.row).map_err(|error| format!("cannot read {}: {error}", self.dir))?;
        self.input.clear();
        self.input.push_str(archive::outermost(&first_field(&self.row)));
        Ok(())
    }
}

/// Merges a table of all folders into one.
fn merge(folder: &Folder, table: &'static str, dirs: &[PathBuf]) -> Result<Pending, Failure> {
    let mut out = folder.start(table)?;
    let mut all = Vec::new();
    let mut header: Option<Vec<u8>> = None;
    for dir in dirs {
        let path = dir.join(table);
        let dir = display_name(&path);
        let file = File::open(&path).map_err(|error| format!("cannot read {dir}: {error}"))?;
        let mut rows = Rows { dir, reader: BufReader::new(file), row: Vec::new(), input: String::new() };
        rows.next()?;
        match &header {
            Some(header) if *header != rows.row => {
                return Err(
                    format!("{} has other columns than {}", rows.dir, display_name(&dirs[0].join(table))).into()
                );
            }
            Some(_) => {}
            None => {
                folder.write(&mut out, &rows.row)?;
                header = Some(rows.row.clone());
            }
        }
        rows.next()?;
        all.push(rows);
    }
    loop {
        all.retain(|rows| !rows.row.is_empty());
        all.sort_by(|a, b| archive::order(&a.input, &b.input));
        let Some((first, others)) = all.split_first_mut() else { break };
        if let Some(other) = others.first().filter(|other| other.input == first.input) {
            return Err(format!("{} is in {} and in {}", first.input, first.dir, other.dir).into());
        }
        // All rows of an input lie together.
        let input = first.input.clone();
        while !first.row.is_empty() && first.input == input {
            folder.write(&mut out, &first.row)?;
            first.next()?;
        }
        if !first.row.is_empty() && archive::order(&input, &first.input) != Ordering::Less {
            return Err(
                format!("{} is not in the order of a run: {} stands behind {input}", first.dir, first.input).into()
            );
        }
    }
    Ok(out)
}

/// The first field of a row.
fn first_field(row: &[u8]) -> String {
    let field = if row.starts_with(b"\"") {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(row.len()).from_reader(row);
        let mut record = csv::ByteRecord::new();
        let read = reader.read_byte_record(&mut record).unwrap_or(false);
        record.get(0).filter(|_| read).unwrap_or_default().to_vec()
    } else {
        row.split(|&byte| byte == b',').next().unwrap_or_default().to_vec()
    };
    String::from_utf8_lossy(&field).into_owned()
}
