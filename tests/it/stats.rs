//! `stats` and `--where`, from outside.

use crate::run::{folder_of, read, run_into, sgfkit, temporary};
use std::path::Path;

const SAMPLE: &str = "testdata/sample";

/// The names of the files of a folder, but for the summary, which tells the time.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| name != "summary.json").collect();
    names.sort();
    names
}

/// A cell of the summary's totals.
fn totals(folder: &Path) -> serde_json::Value {
    let summary: serde_json::Value = serde_json::from_str(&read(folder, "summary.json")).unwrap();
    summary["totals"].clone()
}

fn total(folder: &Path, name: &str) -> u64 {
    totals(folder)[name].as_u64().unwrap()
}

#[test]
fn all_ways_to_the_tables_give_the_same_bytes() {
    let more = ["--by", "year,source", "--by", "size", "--komi-shift", "4zi,6.5", "--opening-depth", "8", "--quiet"];
    let [one, two, rescored, again] = [(); 4].map(|()| temporary());
    run_into("stats", one.path(), SAMPLE, &[&more[..], &["--jobs", "1"]].concat());
    run_into("stats", two.path(), SAMPLE, &[&more[..], &["--jobs", "2"]].concat());
    run_into("rescore", rescored.path(), SAMPLE, &["--quiet"]);
    let ran = run_into("stats", again.path(), rescored.path(), &more);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""), "the sample has errors");
    assert_eq!(names(one.path()), names(two.path()));
    let tables = names(again.path());
    assert!(tables.len() > 20 && tables.contains(&"by_year_source.csv".to_owned()), "{tables:?}");
    for name in names(one.path()) {
        assert_eq!(read(one.path(), &name), read(two.path(), &name), "{name}");
        let earlier = if tables.contains(&name) { again.path() } else { rescored.path() };
        assert_eq!(read(one.path(), &name), read(earlier, &name), "{name}");
    }
    for name in ["games", "moves", "illegal_games", "games_with_errors", "left_out"] {
        assert_eq!(total(one.path(), name), total(again.path(), name), "{name}");
    }
    assert_eq!(totals(one.path())["counted"], totals(again.path())["counted"]);
}

#[test]
fn guarded_and_marked_tables_are_read_again() {
    let game = "(;SZ[9]PB[=A1]PW[-x]KM[-5]RE[B+4];B[ee];W[cc])";
    // An apostrophe of its own, a control character in front, and a pass as the first turn.
    let other = "(;SZ[9]PB['=A1]PW[\t@x];B[];W[ee])";
    let records = folder_of(&[("a.sgf", game.as_bytes()), ("b.sgf", b"none"), ("c.sgf", other.as_bytes())]);
    let [direct, rescored, again] = [(); 3].map(|()| temporary());
    let guard = ["--csv-guard", "--csv-bom", "--quiet"];
    run_into("stats", direct.path(), records.path(), &guard);
    run_into("rescore", rescored.path(), records.path(), &guard);
    run_into("stats", again.path(), rescored.path(), &guard);
    let players = read(direct.path(), "by_player.csv");
    for name in ["'-x", "'=A1", "''=A1", " @x"] {
        assert!(players.contains(&format!("\n{name},1,")), "{name} in {players}");
    }
    assert!(read(direct.path(), "games.csv").contains(",'--ee,"), "{}", read(direct.path(), "games.csv"));
    assert!(read(direct.path(), "openings.csv").contains(",'--,"), "{}", read(direct.path(), "openings.csv"));
    // A number is no formula.
    assert!(read(direct.path(), "by_komi.csv").contains("\n-5,1,"));
    for name in names(again.path()) {
        assert_eq!(read(direct.path(), &name), read(again.path(), &name), "{name}");
    }
    assert!(read(again.path(), "by_finding.csv").contains("no-game,error,file,,1,0,,,"));
}

#[test]
fn where_leaves_games_out_of_everything() {
    let out = temporary();
    let ran = run_into("stats", out.path(), SAMPLE, &["--where", "size=9", "--where", "moves>=24"]);
    let games = read(out.path(), "games.csv");
    let kept = games.lines().count() as u64 - 1;
    assert!(kept > 0 && games.lines().skip(1).all(|line| line.contains(",9,9,")), "{games}");
    assert_eq!(read(out.path(), "scores.csv").lines().count() as u64, kept + 1);
    assert_eq!((total(out.path(), "games"), total(out.path(), "left_out")), (kept, 23 - kept));
    assert!(ran.stderr.contains(&format!("Left out by --where: {} games.", 23 - kept)), "{}", ran.stderr);
    // From the tables of a run that left nothing out, the same.
    let [rescored, again] = [(); 2].map(|()| temporary());
    run_into("rescore", rescored.path(), SAMPLE, &["--quiet"]);
    run_into("stats", again.path(), rescored.path(), &["--where", "size=9", "--where", "moves>=24"]);
    for name in names(again.path()) {
        assert_eq!(read(out.path(), &name), read(again.path(), &name), "{name}");
    }
}

#[test]
fn where_keeps_the_numbers_of_games_in_their_file() {
    let file = "(;SZ[9];B[ee];W[ee])(;SZ[13];B[ee];W[ee])(;SZ[9];B[cc];W[cc])";
    let records = folder_of(&[("a.sgf", file.as_bytes())]);
    for command in ["audit", "rescore"] {
        let out = temporary();
        let ran = run_into(command, out.path(), records.path(), &["--where", "size!=13", "--select", "R"]);
        assert_eq!(ran.code, 1);
        let findings = read(out.path(), "findings.csv");
        let numbers: Vec<&str> = findings.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
        assert_eq!(numbers, ["1", "3"], "{findings}");
    }
    // Nothing is left: nothing is found.
    let ran = sgfkit(["audit", records.path().to_str().unwrap(), "--where", "year>2000"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
}

#[test]
fn where_knows_what_the_count_found() {
    let all = temporary();
    run_into("rescore", all.path(), SAMPLE, &["--quiet"]);
    let scored = read(all.path(), "games.csv");
    let reader = |text: &str| csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect();
    let rows: Vec<csv::StringRecord> = reader(&scored);
    let header = csv::Reader::from_reader(scored.as_bytes()).headers().unwrap().clone();
    let at = header.iter().position(|name| name == "warnings").unwrap();
    let expected: Vec<_> = rows.into_iter().filter(|row| &row[at] != "0").collect();
    let out = temporary();
    run_into("rescore", out.path(), SAMPLE, &["--quiet", "--where", "warnings>0"]);
    assert_eq!(reader(&read(out.path(), "games.csv")), expected);
    // The wrong winner is found by the count alone.
    assert!(expected.iter().any(|row| row[0].ends_with("wrong-winner.sgf")));
}

#[test]
fn what_cannot_be_done_says_what_to_do() {
    let check = |args: &[&str], message: &str| {
        let ran = sgfkit(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {}", ran.stderr);
    };
    let earlier = temporary();
    run_into("rescore", earlier.path(), SAMPLE, &["--quiet"]);
    let (folder, out) = (earlier.path().to_str().unwrap(), temporary());
    let out = out.path().to_str().unwrap();
    check(&["stats", SAMPLE], "--out DIR");
    check(&["stats", SAMPLE, "--out", out, "--by", "yeer"], "did you mean `year`?");
    check(&["stats", SAMPLE, "--out", out, "--by", "file"], "choose the files by their paths");
    check(&["stats", SAMPLE, "--out", out, "--komi-shift", "much"], "a komi is a number");
    check(&["stats", SAMPLE, "--out", out, "--komi-shift", "recorded"], "a komi is a number");
    check(&["stats", SAMPLE, "--out", out, "--opening-depth", "9"], "1..=8");
    check(&["audit", SAMPLE, "--where", "sorce=fox"], "did you mean `source`?");
    check(&["audit", SAMPLE, "--where", "year"], "no condition");
    check(&["stats", folder, "--out", folder], "give another folder with --out");
    check(&["stats", folder, SAMPLE, "--out", out], "cannot be counted together");
    check(&["stats", folder, folder, "--out", out], "runs over the same records");
    let part = temporary();
    run_into("rescore", part.path(), format!("{SAMPLE}/triple-ko.sgf"), &["--quiet"]);
    check(&["stats", folder, part.path().to_str().unwrap(), "--out", out], "runs over the same records");
    for option in
        [["--select", "R"], ["--dead", "settled"], ["--komi", "recorded"], ["--format", "parquet"], ["--shard", "1/2"]]
    {
        check(
            &[&["stats", folder, "--out", out], &option[..]].concat(),
            &format!("{} is for reading records", option[0]),
        );
    }
    check(&["columns", "by_nothing"], "there are games, findings, scores, clusters, changes, by_year");
}

/// `komi` is the text, the table of that name goes by the number.
#[test]
fn a_table_by_a_text_takes_no_others_place() {
    let out = temporary();
    run_into("stats", out.path(), SAMPLE, &["--by", "komi", "--by", "handicap"]);
    let first_column = |name| read(out.path(), name).split(',').next().map(str::to_owned).unwrap();
    assert_eq!(first_column("by_komi.csv"), "komi_points");
    assert_eq!(first_column("by_komi_as_written.csv"), "komi");
    assert_eq!(first_column("by_handicap.csv"), "handicap_stones");
    assert_eq!(first_column("by_handicap_as_written.csv"), "handicap");
}

#[test]
fn tables_that_do_not_fit_together_are_refused() {
    let check = |file: &str, edit: &dyn Fn(String) -> String, message: &str| {
        let [earlier, out] = [(); 2].map(|()| temporary());
        run_into("rescore", earlier.path(), SAMPLE, &["--quiet"]);
        std::fs::write(earlier.path().join(file), edit(read(earlier.path(), file))).unwrap();
        let ran = run_into("stats", out.path(), earlier.path(), &["--quiet"]);
        assert_eq!(ran.code, 2, "{file}: {message}");
        assert!(ran.stderr.contains(message), "{file}: {}", ran.stderr);
        assert!(!out.path().join("summary.json").exists());
    };
    let without_last = |text: String| {
        text.lines()
            .rev()
            .skip(1)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .fold(String::new(), |all, line| all + line + "\n")
    };
    check("scores.csv", &without_last, "does not fit to games.csv");
    check("findings.csv", &without_last, "does not fit to games.csv");
    check("games.csv", &without_last, "does not fit to games.csv");
    check("games.csv", &|text| text.replacen(",longest_ko", ",longest", 1), "has no column `longest_ko`");
    check("scores.csv", &|text| text + "too,many,cells\n", "cannot read");
}

#[test]
fn an_audit_alone_has_tables_too() {
    let [audited, out] = [(); 2].map(|()| temporary());
    run_into("audit", audited.path(), SAMPLE, &["--quiet"]);
    let ran = run_into("stats", out.path(), audited.path(), &["--quiet"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!(read(out.path(), "komi_shift.csv").lines().count(), 1);
    assert!(read(out.path(), "by_size.csv").contains("\n9,9,"));
}

#[test]
fn columns_lists_the_statistics() {
    let all = sgfkit(["columns", "stats"]).stdout;
    let one = sgfkit(["columns", "komi_by_period.csv"]).stdout;
    assert!(all.contains(&one) && one.contains("| black_percent_if_3.75 | percent |"), "{one}");
    assert!(all.matches("\n# ").count() > 18 && !all.contains("# games.csv"));
    assert!(sgfkit(["columns"]).stderr.contains("by_player.csv"));
}
