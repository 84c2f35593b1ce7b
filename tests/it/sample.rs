//! The small records of `testdata/sample`, each with one kind of trouble: the whole output on them.

use crate::run::{audit_into, read, run_into, sgfkit, temporary};

const SAMPLE: &str = "testdata/sample";
const TABLES: [&str; 2] = ["games.csv", "findings.csv"];

/// Both tables of a run over the sample.
fn tables(more: &[&str]) -> [String; 2] {
    let out = temporary();
    let ran = audit_into(out.path(), SAMPLE, more);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
    TABLES.map(|name| read(out.path(), name))
}

#[test]
fn the_tables() {
    let [games, findings] = tables(&[]);
    insta::assert_snapshot!("games.csv", games);
    insta::assert_snapshot!("findings.csv", findings);
}

#[test]
fn the_tables_of_all_variations() {
    let [games, findings] = tables(&["--variations"]);
    let rows = [&games, &findings].map(|table| {
        let of_file = table.lines().filter(|line| line.contains("variations.sgf"));
        of_file.collect::<Vec<_>>().join("\n")
    });
    insta::assert_snapshot!("variations", rows.join("\n"));
}

#[test]
fn the_scores() {
    let scores = |jobs| {
        let out = temporary();
        let ran = run_into("rescore", out.path(), SAMPLE, &["--jobs", jobs]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
        read(out.path(), "scores.csv")
    };
    insta::assert_snapshot!("scores.csv", scores("1"));
    assert_eq!(scores("1"), scores("2"));
}

#[test]
fn the_text() {
    let ran = sgfkit(["audit", SAMPLE]);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!("text", ran.stdout);
}

#[test]
fn the_summary() {
    let ran = sgfkit(["audit", SAMPLE]);
    // Its first line tells the time that the run took.
    let (first, rest) = ran.stderr.split_once('\n').expect("several lines");
    assert!(first.starts_with("Read 21 files with 23 games and 257 moves in "), "{first}");
    insta::assert_snapshot!("summary", rest);
}

#[test]
fn the_bytes_depend_neither_on_the_threads_nor_on_the_run() {
    let one = tables(&["--jobs", "1"]);
    assert_eq!(one, tables(&["--jobs", "2"]));
    assert_eq!(one, tables(&["--jobs", "7"]));
    assert_eq!(one, tables(&["--jobs", "2"]));
}

#[test]
fn the_text_does_not_depend_on_the_threads() {
    let text = |jobs| sgfkit(["audit", SAMPLE, "--jobs", jobs]).stdout;
    assert_eq!(text("1"), text("2"));
}

#[test]
fn every_record_says_what_it_shows() {
    for entry in std::fs::read_dir(SAMPLE).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        // Old records have long identifiers.
        let says = [&b"C["[..], b"Comment["].iter().any(|id| bytes.windows(id.len()).any(|part| part == *id));
        assert!(says, "{} has no comment", path.display());
    }
}

/// Where `columns` lists the values of a column, it has no others.
#[test]
fn listed_values_are_all_there_are() {
    let out = temporary();
    run_into("rescore", out.path(), "testdata", &["--all", "--fail-on", "never"]);
    let mut seen = 0;
    for table in ["games", "findings", "scores"] {
        let text = read(out.path(), &format!("{table}.csv"));
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let header = rows.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        for line in sgfkit(["columns", table]).stdout.lines() {
            let described: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
            let [name, unit, _] = described[..] else { continue };
            let Some(at) = header.iter().position(|column| column == name && unit.contains(", ")) else { continue };
            for value in rows.iter().map(|row| &row[at]).filter(|value| !value.is_empty()) {
                assert!(unit.split(", ").any(|listed| listed == value), "{table}.{name}: {value}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}
