//! The tables of the README are those of the program.

use sgfkit::finding::Code;
use std::process::Command;

const README: &str = include_str!("../../README.md");

#[test]
fn the_findings_of_the_readme_are_the_registry() {
    for code in Code::ALL {
        let row = format!("| {} | {code} | {} | {} |", code.code(), code.severity(), code.summary());
        assert!(README.contains(&row), "{row}");
    }
    let rows = README
        .lines()
        .filter(|line| line.split('|').nth(3).is_some_and(|s| ["error", "warning", "note"].contains(&s.trim())));
    assert_eq!(rows.count(), Code::ALL.len());
}

#[test]
fn the_columns_of_the_readme_are_those_that_are_written() {
    let output = Command::new(env!("CARGO_BIN_EXE_sgfkit")).arg("columns").output().unwrap();
    let tables = String::from_utf8(output.stdout).unwrap();
    for table in tables.trim().split("\n\n").filter(|part| part.starts_with('|')) {
        assert!(README.contains(table), "{table}");
    }
}
