//! Corrected and annotated copies: what is written, that it is right, and that nothing else is touched.

use crate::run::{audit_into, folder_of, read, run_into, sgfkit, temporary};
use proptest::prelude::*;
use sgfkit::audit::{Auditor, Found, Options};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Findings of which no corrected copy has any.
const FIXED: [&str; 15] = [
    "text-lost",
    "nul-bytes",
    "charset-differs",
    "charset-guessed",
    "missing-parenthesis",
    "missing-semicolon",
    "surplus-parenthesis",
    "node-after-variation",
    "cut-off",
    "unclosed-value",
    "identifier-guessed",
    "duplicate-property",
    "extra-values",
    "misplaced-root-property",
    "komi-guessed",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() { found.extend(files(&entry)) } else { found.push(entry) }
    }
    found.sort();
    found
}

fn column(table: &str, name: &str) -> Vec<String> {
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let at = table.headers().unwrap().iter().position(|column| column == name).unwrap();
    table.records().map(|row| row.unwrap()[at].to_owned()).collect()
}

#[test]
fn the_sample_is_corrected_and_only_once() {
    let (once, twice) = (temporary(), temporary());
    assert_eq!(run_into::<&str>("fix", once.path(), "testdata/sample", &[]).code, 0);
    // The summary tells of what was read.
    let summary: serde_json::Value = serde_json::from_str(&read(once.path(), "summary.json")).unwrap();
    assert_eq!((&summary["totals"]["games"], &summary["totals"]["illegal_games"]), (&23.into(), &5.into()));
    let copies = once.path().join("games");
    assert_eq!(run_into::<&str>("fix", twice.path(), &copies, &[]).code, 0);
    assert_eq!(read(twice.path(), "changes.csv").lines().count(), 1);
    let kinds: BTreeSet<String> = column(&read(once.path(), "changes.csv"), "kind").into_iter().collect();
    for kind in ["charset", "cut-off", "form", "komi-guessed", "duplicate-property"] {
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
    // The games are what they were, and what was fixed is found no more.
    let (before, after) = (temporary(), temporary());
    audit_into::<&str>(before.path(), "testdata/sample", &[]);
    audit_into::<&str>(after.path(), &copies, &[]);
    let [before, games] = [&before, &after].map(|folder| read(folder.path(), "games.csv"));
    for name in ["identity", "moves", "komi_points", "winner", "margin_points", "variations", "first_illegal"] {
        assert_eq!(column(&before, name), column(&games, name), "{name}");
    }
    let left = column(&read(after.path(), "findings.csv"), "name");
    assert!(left.iter().all(|name| !FIXED.contains(&name.as_str())), "{left:?}");
    // Files that were in order are the same, byte for byte.
    let originals = files(Path::new("testdata/sample"));
    let copied = files(&copies);
    assert_eq!(originals.len(), copied.len());
    let changed: BTreeSet<String> = column(&read(once.path(), "changes.csv"), "file").into_iter().collect();
    let mut same = 0;
    for (original, copy) in originals.iter().zip(&copied) {
        let is_same = std::fs::read(original).unwrap() == std::fs::read(copy).unwrap();
        assert_ne!(is_same, changed.contains(original.to_str().unwrap()), "{}", original.display());
        same += usize::from(is_same);
    }
    assert!(same > 0);
}

/// Two members of one name, a member where another has a folder, and a name that no file can have: each costs itself alone.
#[test]
fn a_name_that_is_taken_costs_one_copy() {
    let long = format!("{}.sgf", "x".repeat(300));
    let record: &[u8] = b"(;FF[4]SZ[9];B[ee])";
    let members = [("a.sgf", record), ("b.sgf", record), ("b.sgf/c.sgf", record), (&long, record), ("d.sgf", record)];
    // The tar, whose writer takes no such name, has two of one name.
    let twice = [("a.sgf", record), ("a.sgf", record)];
    let folder = folder_of(&[("a.tar", &crate::packs::tar(&twice)), ("b.zip", &crate::packs::zip(&members))]);
    let out = temporary();
    let ran = run_into::<&str>("fix", out.path(), folder.path(), &[]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("a.tar!a.sgf: not copied: another copy has its name"), "{}", ran.stderr);
    assert!(ran.stderr.contains("Could not copy 3 files."), "{}", ran.stderr);
    assert_eq!(files(&out.path().join("games")).len(), 4);
    assert!(out.path().join("changes.csv").exists());
}

#[test]
fn counted_results_are_written_where_the_record_differs() {
    let out = temporary();
    let ran = run_into("fix", out.path(), "testdata/sample/wrong-winner.sgf", &["--rescore"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let copy = std::fs::read_to_string(out.path().join("games/testdata/sample/wrong-winner.sgf")).unwrap();
    assert!(copy.contains("RE[W+0.5]"), "{copy}");
    let rescored = sgfkit(["rescore", out.path().join("games").to_str().unwrap()]);
    assert!(rescored.stdout.trim_end().ends_with("agrees"), "{}", rescored.stdout);
}

#[test]
fn moves_are_put_right_where_the_cause_is_certain() {
    let folder = folder_of(&[
        ("capture.sgf", b"(;FF[4]SZ[9];B[bc];W[cc];B[dc];W[gg];B[cb];W[gc];B[cc];W[cg])"),
        ("twice.sgf", b"(;FF[4]SZ[9];B[ee];W[cc];B[ee];W[cc];B[gg];W[cg])"),
        ("undecided.sgf", b"(;FF[4]SZ[9];B[ee];W[cc];B[gc];W[ee];B[cg];W[gg])"),
    ]);
    let (plain, once, twice) = (temporary(), temporary(), temporary());
    assert_eq!(run_into::<&str>("fix", plain.path(), folder.path(), &[]).code, 0);
    assert_eq!(read(plain.path(), "changes.csv").lines().count(), 1);
    assert_eq!(run_into("fix", once.path(), folder.path(), &["--causes"]).code, 0);
    let changes = read(once.path(), "changes.csv");
    assert_eq!(column(&changes, "kind"), ["capture-on-stone", "written-twice", "written-twice"]);
    assert_eq!(column(&changes, "after"), ["cd", "", ""]);
    let copies = once.path().join("games");
    let after = temporary();
    audit_into::<&str>(after.path(), &copies, &["--select", "R"]);
    assert_eq!(column(&read(after.path(), "games.csv"), "first_illegal"), ["", "", "4"]);
    assert_eq!(run_into("fix", twice.path(), &copies, &["--causes"]).code, 0);
    assert_eq!(read(twice.path(), "changes.csv").lines().count(), 1);
}

#[test]
fn faulty_games_are_annotated() {
    let folder = folder_of(&[
        ("clean.sgf", b"(;FF[4]SZ[9]KM[7.5];B[ee];W[cc])"),
        ("faulty.sgf", b"(;FF[4]SZ[9]KM[7.5];B[ee];W[ee]C[here \\] x])(;FF[4]SZ[9];B[aa])"),
    ]);
    let out = temporary();
    let ran = run_into("fix", out.path(), folder.path(), &["--annotate"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let copies = files(&out.path().join("games"));
    assert_eq!(copies.len(), 1);
    assert_eq!(
        std::fs::read_to_string(&copies[0]).unwrap(),
        "(;FF[4]SZ[9]KM[7.5]\n;B[ee];W[ee]C[here \\] x\nmove 2: occupied: a stone of Black stands there]MA[ee])\n"
    );
}

#[test]
fn nothing_but_an_empty_folder_is_written() {
    let folder = folder_of(&[("a.sgf", b"(;SZ[9];B[ee])")]);
    let path = folder.path().to_str().unwrap();
    let check = |out: &str, message: &str| {
        let ran = sgfkit(["fix", path, "--out", out]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    };
    check(path, "is not empty");
    check(&format!("{path}/fixed"), "which is read");
    assert_eq!(sgfkit(["fix", path]).code, 2);
    assert_eq!(files(folder.path()).len(), 1);
    assert_eq!(read(folder.path(), "a.sgf"), "(;SZ[9];B[ee])");
}

#[test]
fn large_collections_are_copied_in_pieces() {
    let clean = format!("(;FF[4]SZ[9]KM[7.5]C[{}];B[ee];W[cc])\r\n", "x".repeat(10_000)).repeat(150);
    let text = format!("{clean}(;FF[4]SZ[9]KM[375];B[ee];W[cc])\n{clean}");
    let folder = folder_of(&[("clean.sgf", clean.as_bytes()), ("one.sgf", text.as_bytes())]);
    let of = |jobs: &str| {
        let out = temporary();
        assert_eq!(run_into("fix", out.path(), folder.path(), &["--jobs", jobs]).code, 0);
        let copies = files(&out.path().join("games"));
        let texts = copies.iter().map(|path| std::fs::read_to_string(path).unwrap());
        (texts.collect::<Vec<_>>(), read(out.path(), "changes.csv"))
    };
    let (copies, changes) = of("1");
    assert_eq!(copies[0], clean);
    assert_eq!(copies[1].matches("KM[7.5]").count(), 301);
    assert_eq!(column(&changes, "game"), ["151"]);
    assert_eq!(column(&changes, "line"), ["151"]);
    assert!((copies, changes) == of("3"));
}

/// What the games of a text are, and for each its corrected copy.
fn facts_and_copies(text: &str) -> Vec<(String, Option<String>)> {
    let mut games = Vec::new();
    Auditor::default().audit(text.as_bytes(), Options::default(), |found, _| {
        if let Found::Game(game) = found {
            let replay = game.replay;
            let moves = (replay.identity, replay.turns, replay.captures, game.record.variations);
            games.push((format!("{moves:x?}"), sgfkit::fix::fix(&game, None, &mut Vec::new())));
        }
    });
    games
}

proptest! {
    /// Written and read again a game is the same, and there is nothing more to correct. On one line: at the start of a
    /// line a `(;` in a text may be read as the next game, and which it is changes with what else is corrected.
    #[test]
    fn a_copy_of_any_game_is_that_game(soup in crate::reader::soup()) {
        for (facts, copy) in facts_and_copies(&soup.replace('\n', " ")) {
            if let Some(copy) = copy {
                prop_assert_eq!(facts_and_copies(&copy), [(facts, None)], "{}", copy);
            }
        }
    }
}
