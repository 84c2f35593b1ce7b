//! Tables in Parquet, where the program can write them, and what it says where it cannot.

use crate::run::{run_into, sgfkit, temporary};
use std::path::Path;

const SAMPLE: &str = "testdata/sample";

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_get_it() {
    for command in ["audit", "rescore", "dups", "fix"] {
        let out = temporary();
        let ran = run_into(command, out.path(), Path::new(SAMPLE), &["--format", "csv,parquet"]);
        assert_eq!(ran.code, 2, "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("--features parquet"), "{command}: {}", ran.stderr);
        assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0, "{command}");
    }
}

#[test]
fn parquet_needs_a_folder() {
    let ran = sgfkit(["audit", SAMPLE, "--format", "parquet"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--out DIR"), "{}", ran.stderr);
}

#[cfg(feature = "parquet")]
mod with {
    use super::*;
    use crate::run::read;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use std::fs::File;

    fn names(folder: &Path) -> Vec<String> {
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    fn rows(folder: &Path, table: &str) -> Vec<parquet::record::Row> {
        let reader = SerializedFileReader::new(File::open(folder.join(table)).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn tables_come_in_the_formats_that_are_named() {
        let out = temporary();
        let run = |formats| {
            let ran = run_into("rescore", out.path(), Path::new(SAMPLE), &["--format", formats, "--fail-on", "never"]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            names(out.path())
        };
        // What an earlier run left in another format is gone: it would be of another run.
        assert_eq!(run("csv"), ["findings.csv", "games.csv", "scores.csv", "summary.json"]);
        let csv = read(out.path(), "games.csv");
        assert_eq!(run("parquet"), ["findings.parquet", "games.parquet", "scores.parquet", "summary.json"]);
        let games = rows(out.path(), "games.parquet");
        assert_eq!(games.len(), csv.lines().count() - 1);
        for (row, line) in games.iter().zip(csv.lines().skip(1)) {
            assert!(line.starts_with(&format!("{},{},", row.get_string(0).unwrap(), row.get_long(1).unwrap())));
        }
        assert_eq!(run("csv,parquet").len(), 7);
        assert_eq!(run("csv"), ["findings.csv", "games.csv", "scores.csv", "summary.json"]);
    }

    #[test]
    fn merged_parts_are_one_table() {
        let out = temporary();
        let part = |n: u8, formats| {
            let dir = out.path().join(format!("{n}{formats}"));
            let shard = format!("{n}/2");
            let ran = run_into(
                "audit",
                &dir,
                Path::new(SAMPLE),
                &["--shard", &shard, "--format", formats, "--fail-on", "never"],
            );
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            dir
        };
        let merge = |dirs: [std::path::PathBuf; 2]| {
            let all = out.path().join("all");
            let ran = sgfkit(
                ["merge".as_ref(), "--format".as_ref(), "parquet".as_ref(), all.as_path()]
                    .into_iter()
                    .chain(dirs.iter().map(|dir| dir.as_path())),
            );
            (all, ran)
        };
        let (all, ran) = merge([part(1, "csv"), part(2, "csv")]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(names(&all), ["findings.parquet", "games.parquet", "summary.json"]);
        let whole = temporary();
        run_into("audit", whole.path(), Path::new(SAMPLE), &["--format", "parquet"]);
        assert_eq!(rows(&all, "findings.parquet"), rows(whole.path(), "findings.parquet"));
        assert_eq!(
            std::fs::read(all.join("games.parquet")).unwrap(),
            std::fs::read(whole.path().join("games.parquet")).unwrap()
        );
        // Parquet is not merged.
        let (_, ran) = merge([part(1, "parquet"), part(2, "parquet")]);
        assert!(ran.code == 2 && ran.stderr.contains("--format csv"), "{}", ran.stderr);
    }

    #[test]
    fn copies_and_changes_too() {
        let out = temporary();
        let dups = run_into("dups", out.path(), Path::new(SAMPLE), &["--format", "parquet", "--fail-on", "never"]);
        assert_eq!(dups.code, 0, "{}", dups.stderr);
        assert_eq!(names(out.path()), ["clusters.parquet", "findings.parquet", "summary.json"]);
        let out = temporary();
        let fix = run_into("fix", out.path(), Path::new(SAMPLE), &["--format", "parquet"]);
        assert_eq!(fix.code, 0, "{}", fix.stderr);
        assert_eq!(names(out.path()), ["changes.parquet", "games", "summary.json"]);
        assert!(!rows(out.path(), "changes.parquet").is_empty());
    }

    #[test]
    fn apostrophes_for_spreadsheets_are_for_csv_alone() {
        let out = temporary();
        let ran = run_into("audit", out.path(), Path::new(SAMPLE), &["--format", "csv,parquet", "--csv-guard"]);
        assert!(ran.code == 2 && ran.stderr.contains("--csv-guard"), "{}", ran.stderr);
    }
}
