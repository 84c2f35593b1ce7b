//! `sgfkit columns`.

use super::args::ColumnsArgs;
use super::{Done, Failure};
use crate::report::columns::{CHANGES, CLUSTERS, FINDINGS, GAMES, Kind, SCORES, Table};
use std::io::{self, Write};

pub(super) fn run(args: &ColumnsArgs) -> Result<Done, Failure> {
    let mut out = io::stdout().lock();
    let wanted = |name: &str| args.table.as_deref().is_none_or(|table| table.trim_end_matches(".csv") == name);
    let names = [GAMES.name, FINDINGS.name, SCORES.name, CLUSTERS.name, CHANGES.name];
    if !names.into_iter().any(wanted) {
        let table = args.table.as_deref().unwrap_or_default();
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
    Ok(Done::Clean)
}

fn list<K: Kind>(table: &Table<K>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}.csv: {}\n", table.name, table.row)?;
    writeln!(out, "| column | unit | meaning |\n|---|---|---|")?;
    for column in table.columns {
        writeln!(out, "| {} | {} | {} |", column.name, column.unit, column.meaning)?;
    }
    writeln!(out)
}
