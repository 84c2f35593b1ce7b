//! `rescore` with a real engine, GNU Go; passed over where it is not installed.

use crate::run::{read, run_into, sgfkit, temporary};
use std::path::Path;

/// Where GNU Go may be: on the PATH, or where Debian puts games.
fn gnugo() -> Option<String> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain([Path::new("/usr/games").to_owned()]);
    let program = folders.map(|folder| folder.join("gnugo")).find(|program| program.is_file());
    if program.is_none() {
        eprintln!("GNU Go is not installed: the tests with it are passed over");
    }
    Some(format!("\"{}\" --mode gtp --chinese-rules --level 1", program?.display()))
}

/// The values of these columns of `scores.csv`, for each counted game.
fn counted(folder: &Path, columns: &[&str]) -> Vec<Vec<String>> {
    let text = read(folder, "scores.csv");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let header = rows.headers().unwrap().clone();
    let place = |name: &str| header.iter().position(|column| column == name).unwrap();
    let rows = rows.records().map(Result::unwrap).filter(|row| &row[place("status")] == "counted");
    rows.map(|row| columns.iter().map(|name| row[place(name)].to_owned()).collect()).collect()
}

/// The games by what came of their count.
fn counts(folder: &Path) -> serde_json::Value {
    let summary: serde_json::Value = serde_json::from_str(&read(folder, "summary.json")).unwrap();
    summary["totals"]["counted"].clone()
}

#[test]
fn an_engine_finds_the_dead_stones() {
    let Some(engine) = gnugo() else { return };
    let out = temporary();
    run_into("rescore", out.path(), "testdata/dead-stones.sgf", &["--dead", "engine", "--engine", &engine]);
    let columns = ["method", "certainty", "black_dead", "white_dead", "own_result", "verdict"];
    assert_eq!(counted(out.path(), &columns), [["engine", "", "1", "1", "B+2.5", "agrees"]]);
}

#[test]
fn an_engine_is_set_beside_the_estimate() {
    let Some(engine) = gnugo() else { return };
    let out = temporary();
    run_into("rescore", out.path(), "testdata/dead-stones.sgf", &["--compare-engine", "--engine", &engine]);
    let columns = ["method", "own_result", "verdict", "engine_differs", "engine_own_result", "engine_verdict"];
    assert_eq!(counted(out.path(), &columns), [["estimate", "B+2.5", "agrees", "0", "B+2.5", "agrees"]]);
    let summary = read(out.path(), "summary.json");
    assert!(summary.contains(r#""compared": 1"#) && summary.contains(r#""same_dead": 1"#), "{summary}");
    // Statistics of these tables know it too.
    let again = temporary();
    run_into("stats", again.path(), out.path(), &["--quiet"]);
    assert_eq!(counts(again.path()), counts(out.path()));
}

#[test]
fn an_engine_that_is_not_there_ends_the_run() {
    let ran = sgfkit(["rescore", "testdata/dead-stones.sgf", "--dead", "engine", "--engine", "no-such-engine"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("is it installed"), "{}", ran.stderr);
}

#[test]
fn an_engine_that_fails_leaves_the_count() {
    let out = temporary();
    let ran =
        run_into("rescore", out.path(), "testdata/dead-stones.sgf", &["--compare-engine", "--engine", "cat testdata"]);
    assert!(ran.stderr.contains("engine-failed"), "{}", ran.stderr);
    let columns = ["own_result", "verdict", "engine_differs", "engine_own_result", "engine_verdict"];
    assert_eq!(counted(out.path(), &columns), [["B+2.5", "agrees", "", "", ""]]);
}
