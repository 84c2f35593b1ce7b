//! `sgfkit columns`.

use super::args::ColumnsArgs;
use super::{Done, Failure, say};
use sgfkit::report::columns::{CHANGES, CLUSTERS, FINDINGS, GAMES, SCORES, Table, TableKind};
use sgfkit::stats::{self, Settings, Stats};
use std::io::{self, Write};

pub(super) fn run(args: &ColumnsArgs) -> Result<Done, Failure> {
    let mut out = io::stdout().lock();
    let wanted = |name: &str| args.table.as_deref().is_none_or(|table| table.trim_end_matches(".csv") == name);
    let names = [GAMES.name, FINDINGS.name, SCORES.name, CLUSTERS.name, CHANGES.name];
    let statistics = Stats::new(&Settings::default()).tables();
    let asked = |table: &stats::Table| args.table.is_some() && (wanted("stats") || wanted(&table.name));
    if !names.into_iter().any(wanted) && !statistics.iter().any(asked) {
        let table = args.table.as_deref().unwrap_or_default();
        let names: Vec<&str> = names.into_iter().chain(statistics.iter().map(|table| table.name.as_ref())).collect();
        return Err(format!("no table is called `{table}`; there are {}", names.join(", ")).into());
    }
    if wanted(GAMES.name) {
        list(&GAMES, &mut out)?;
    }
    if wanted(FINDINGS.name) {
        list(&FINDINGS, &mut out)?;
    }
    if wanted(SCORES.name) {
        list(&SCORES, &mut out)?;
    }
    if wanted(CLUSTERS.name) {
        list(&CLUSTERS, &mut out)?;
    }
    if wanted(CHANGES.name) {
        list(&CHANGES, &mut out)?;
    }
    for table in statistics.iter().filter(|table| asked(table)) {
        let columns = table.columns.iter().map(|column| [&*column.name, &*column.unit, &*column.meaning]);
        write(&table.name, &table.row, columns, &mut out)?;
    }
    if args.table.is_none() {
        let names: Vec<String> = statistics.iter().map(|table| format!("{}.csv", table.name)).collect();
        let names = names.join(", ");
        // Beside the tables, not among them.
        say(&format!("`sgfkit stats` also writes these; `sgfkit columns stats` lists their columns:\n{names}\n"));
    }
    Ok(Done::Clean)
}

fn list<K: TableKind>(table: &Table<K>, out: &mut impl Write) -> io::Result<()> {
    let columns = table.columns.iter().map(|column| [column.name, column.unit, column.meaning]);
    write(table.name, table.row, columns, out)
}

fn write<'a>(
    name: &str,
    row: &str,
    columns: impl Iterator<Item = [&'a str; 3]>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "# {name}.csv: {row}\n")?;
    writeln!(out, "| column | unit | meaning |\n|---|---|---|")?;
    for [name, unit, meaning] in columns {
        writeln!(out, "| {name} | {unit} | {meaning} |")?;
    }
    writeln!(out)
}
