//! The same game twice: every planted copy is found, and nothing else.

use crate::run::{Ran, folder_of, read, run_into, sgfkit, temporary};
use std::collections::BTreeMap;

type Points = Vec<(u8, u8)>;

/// Points that go all over a board of 19×19, none twice; those of another seed go elsewhere.
fn points(seed: u32, length: u32) -> Points {
    // Any step that has no factor in common with 361 goes round.
    let step = 97 + 2 * seed;
    assert!(!step.is_multiple_of(19));
    (0..length).map(|n| (n * step + seed * 7) % 361).map(|p| ((p % 19) as u8, (p / 19) as u8)).collect()
}

fn letter(n: u8) -> char {
    char::from(b'a' + n)
}

fn record(header: &str, points: &[(u8, u8)]) -> String {
    let moves: String = points
        .iter()
        .enumerate()
        .map(|(n, &(x, y))| format!(";{}[{}{}]", if n % 2 == 0 { 'B' } else { 'W' }, letter(x), letter(y)))
        .collect();
    format!("(;GM[1]FF[4]SZ[19]{header}{moves})")
}

/// The rows of a table by the named columns.
fn rows(table: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let header = table.headers().unwrap().clone();
    let at: Vec<usize> = columns.iter().map(|name| header.iter().position(|column| column == *name).unwrap()).collect();
    table.records().map(|row| row.unwrap()).map(|row| at.iter().map(|&n| row[n].to_owned()).collect()).collect()
}

fn dups(files: &[(&str, &[u8])], options: &[&str]) -> (Ran, tempfile::TempDir) {
    let (folder, out) = (folder_of(files), temporary());
    let ran = run_into("dups", out.path(), folder.path(), options);
    (ran, out)
}

/// The kind of each file that is in a cluster.
fn kinds(files: &[(&str, &[u8])], options: &[&str]) -> BTreeMap<String, String> {
    let (ran, out) = dups(files, options);
    assert!(ran.code < 2, "{}", ran.stderr);
    let rows = rows(&read(out.path(), "clusters.csv"), &["file", "kind"]);
    let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    rows.into_iter().map(|row| (name(&row[0]), row[1].clone())).collect()
}

fn named(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|&(file, kind)| (file.to_owned(), kind.to_owned())).collect()
}

#[test]
fn a_legal_copy_is_named() {
    let whole = points(1, 120);
    let mut faulty = whole.clone();
    (faulty[60], faulty[61]) = (whole[10], whole[11]);
    let mut later = whole.clone();
    later[90] = points(1, 361)[300];
    let cut: Vec<_> = whole[..50].to_vec();
    let [whole, faulty, later, cut] = [whole, faulty, later, cut].map(|points| record("", &points));
    let files = [("a.sgf", faulty.as_bytes()), ("b.sgf", later.as_bytes()), ("c.sgf", whole.as_bytes())];
    let found = |files: &[(&str, &[u8])], options: &[&str]| {
        let (ran, out) = dups(files, options);
        assert!(ran.code < 2, "{}", ran.stderr);
        rows(&read(out.path(), "findings.csv"), &["file", "move", "name", "detail"])
    };
    assert!(found(&files, &[]).is_empty());
    let rows = found(&files, &["--causes"]);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(rows[0][0].ends_with("a.sgf"));
    assert_eq!(rows[0][1..3], ["61", "copy-is-legal"]);
    assert!(rows[0][3].contains("b.sgf game 1 breaks no rule; the first move that differs is 61: B "), "{rows:?}");
    // A copy that ends before the error says nothing of it.
    assert!(found(&[("a.sgf", faulty.as_bytes()), ("cut.sgf", cut.as_bytes())], &["--causes"]).is_empty());
}

const HEADER: &str = "PB[Wu]PW[Go]DT[1933-10-16]KM[0]RE[W+2]";

#[test]
fn planted_copies_are_found() {
    let whole = points(1, 180);
    let with = |change: &dyn Fn(&mut Points)| {
        let mut points = whole.clone();
        change(&mut points);
        points
    };
    let fresh = points(1, 361)[300..].to_vec();
    let original = record(HEADER, &whole);
    let turned = record(HEADER, &with(&|p| p.iter_mut().for_each(|(x, y)| (*x, *y) = (18 - *y, *x))));
    let mirrored = record(HEADER, &with(&|p| p.iter_mut().for_each(|(x, _)| *x = 18 - *x)));
    let cut = record(HEADER, &whole[..40]);
    let two = record(HEADER, &with(&|p| (p[1], p[120]) = (fresh[0], fresh[1])));
    let lost = record(HEADER, &with(&|p| drop(p.drain(70..72))));
    let parts = record(HEADER, &with(&|p| (p[5], p[90]) = (fresh[0], fresh[1])));
    let header = record("PB[吳清源]PW[Honinbo]KM[]", &whole);
    let (encoded, _, _) = encoding_rs::GB18030.encode("(;GM[1]FF[4]CA[GB18030]SZ[19]PB[吴清源]PW[秀哉]");
    let charset = [&encoded, &original.as_bytes()[original.find(";B[").unwrap()..]].concat();
    // Others: some of the same opening, too short a start, another game, the same up to move 100.
    let short = record(HEADER, &whole[..29]);
    let other = record(HEADER, &points(2, 180));
    let parted =
        record(HEADER, &with(&|p| p.truncate(100)).into_iter().chain(fresh[..60].to_vec()).collect::<Vec<_>>());
    let found = kinds(
        &[
            ("a.sgf", original.as_bytes()),
            ("turned.sgf", turned.as_bytes()),
            ("mirrored.sgf", mirrored.as_bytes()),
            ("cut.sgf", cut.as_bytes()),
            ("two.sgf", two.as_bytes()),
            ("lost.sgf", lost.as_bytes()),
            ("turned-and-two.sgf", parts.as_bytes()),
            ("header.sgf", header.as_bytes()),
            ("charset.sgf", &charset),
            ("short.sgf", short.as_bytes()),
            ("other.sgf", other.as_bytes()),
        ],
        &[],
    );
    let expected = [
        ("a.sgf", "best"),
        ("turned.sgf", "turned"),
        ("mirrored.sgf", "turned"),
        ("cut.sgf", "cut"),
        ("two.sgf", "near"),
        ("lost.sgf", "near"),
        ("turned-and-two.sgf", "near"),
        ("header.sgf", "identical"),
        ("charset.sgf", "identical"),
    ];
    assert_eq!(found, named(&expected));
    // What goes the same way and parts is no copy, and then a common start belongs to neither.
    let files = [("a.sgf", original.as_bytes()), ("cut.sgf", cut.as_bytes()), ("parted.sgf", parted.as_bytes())];
    assert_eq!(kinds(&files, &[]), named(&[]));
    // Without near copies, the two are left alone.
    let files = [("a.sgf", original.as_bytes()), ("two.sgf", two.as_bytes()), ("turned.sgf", turned.as_bytes())];
    assert_eq!(kinds(&files, &["--near", "0"]), named(&[("a.sgf", "best"), ("turned.sgf", "turned")]));
}

#[test]
fn the_start_of_several_games() {
    let whole = points(1, 180);
    let fresh = points(1, 361)[300..].to_vec();
    let with = |change: &dyn Fn(&mut Points)| {
        let mut points = whole.clone();
        change(&mut points);
        points
    };
    // Its Dyer signature is another, and too much differs for a near copy; but nobody plays so alike.
    let faulty = with(&|p| (0..12).for_each(|n| p[50 + 10 * n] = fresh[n]));
    let parted = with(&|p| p[60..].copy_from_slice(&points(1, 361)[200..320]));
    let (other, header) = ("PB[Li]PW[Xu]DT[1934-01-01]", HEADER);
    let [whole, faulty, parted] = [whole.clone(), faulty, parted].map(|points| move |head| record(head, &points));
    let cut = |head| record(head, &points(1, 45));
    let check = |files: &[(&str, String)], expected: &[(&str, &str)]| {
        let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        assert_eq!(kinds(&files, &[]), named(expected));
    };
    check(
        &[("a.sgf", whole("")), ("cut.sgf", cut("")), ("faulty.sgf", faulty(""))],
        &[("a.sgf", "best"), ("cut.sgf", "cut")],
    );
    // Of two games that part, players and date tell the whole, or what there is of them; without them nothing does.
    check(
        &[("a.sgf", whole(header)), ("b.sgf", parted(other)), ("cut.sgf", cut(header))],
        &[("a.sgf", "best"), ("cut.sgf", "cut")],
    );
    let copy = [("a.sgf", whole("")), ("b.sgf", whole(header)), ("c.sgf", parted(other)), ("cut.sgf", cut(header))];
    check(&copy, &[("a.sgf", "identical"), ("b.sgf", "best"), ("cut.sgf", "cut")]);
    let told = [("a.sgf", "best"), ("cut.sgf", "cut")];
    let cases: [(&str, &[_]); 10] = [
        ("PB[Wu]PW[Go]", &told),
        ("PB[wu ]PW[GO]", &told),
        ("PW[Go]DT[1933.10.16]", &told),
        ("PB[Wu]PW[Go]DT[1933]", &told),
        // The same players on another day or in another year, one of them against another, the day alone, one player of
        // each game, nothing.
        ("PB[Wu]PW[Go]DT[1933-10-17]", &[]),
        ("PB[Wu]PW[Go]DT[1934]", &[]),
        ("PB[Wu]PW[Lu]", &[]),
        ("DT[1933-10-16]", &[]),
        ("PB[Wu]PW[Xu]", &[]),
        ("", &[]),
    ];
    for (own, expected) in cases {
        check(&[("a.sgf", whole(header)), ("b.sgf", parted(other)), ("cut.sgf", cut(own))], expected);
    }
    check(&[("a.sgf", whole(header)), ("b.sgf", parted(header)), ("cut.sgf", cut(header))], &[]);
    // A copy of the other game that differs early and is cut, too, does not bring the two games together.
    let mut early = [&points(1, 180)[..60], &points(1, 361)[200..210]].concat();
    for n in [10, 14] {
        early[n] = fresh[n];
    }
    let (own, other) = ("PB[Wu]PW[Go]", "PB[Li]PW[Xu]");
    let early = record(other, &early);
    check(
        &[("a.sgf", whole(own)), ("b.sgf", parted(other)), ("cut.sgf", cut(own)), ("early.sgf", early)],
        &[("a.sgf", "best"), ("cut.sgf", "cut"), ("b.sgf", "best"), ("early.sgf", "near")],
    );
}

#[test]
fn a_short_game_is_a_copy_only_under_the_same_names() {
    let points = points(1, 12);
    let of = |header: &str| record(header, &points);
    let (one, two) = (of(HEADER), of("PB[Wu]PW[Go]DT[1933-10-16]"));
    let (third, bare) = (of("PB[Wu]PW[Li]DT[1933-10-16]"), of(""));
    let files = [
        ("1.sgf", one.as_bytes()),
        ("2.sgf", two.as_bytes()),
        ("3.sgf", third.as_bytes()),
        ("4.sgf", bare.as_bytes()),
        ("5.sgf", bare.as_bytes()),
    ];
    // The last two are the same byte for byte.
    let copies = [("1.sgf", "best"), ("2.sgf", "identical"), ("4.sgf", "best"), ("5.sgf", "identical")];
    assert_eq!(kinds(&files, &[]), named(&copies));
    assert_eq!(kinds(&files, &["--least-moves", "12"]).len(), 5);
}

#[test]
fn two_short_games_of_a_day_are_two() {
    let of = |more: &str, x: u8| record(&format!("PB[Wu]PW[Go]DT[1933-10-16]{more}"), &[(x, 3)]);
    let check = |one: &str, other: &str, copies| {
        let (one, other) = (of(one, 3), of(other, 15));
        assert_eq!(kinds(&[("1.sgf", one.as_bytes()), ("2.sgf", other.as_bytes())], &[]).len(), copies);
    };
    check("RO[3]", "RO[4]", 0);
    check("RE[B+R]", "RE[W+R]", 0);
    check("RO[3]RE[B+R]", "RE[B+3.5]", 2);
}

#[test]
fn the_best_copy_and_what_the_others_have_otherwise() {
    let points = points(3, 100);
    let best = record("PB[A]PW[B]DT[2001-02-03]KM[6.5]RE[B+3.5]", &points);
    let same = record("PB[ a ]PW[b]DT[2001.2.3 10:00]KM[650]", &points);
    let other = record("PB[A]PW[C]DT[2001-02-04]KM[7.5]RE[W+R]", &points[..60]);
    let (ran, out) = dups(&[("1.sgf", same.as_bytes()), ("2.sgf", best.as_bytes()), ("3.sgf", other.as_bytes())], &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let columns = ["cluster", "copies", "kind", "why", "moves_differing", "first_difference", "differs"];
    let found = rows(&read(out.path(), "clusters.csv"), &columns);
    // The third has other players and another date, and much is missing: it is another game.
    assert_eq!(found, [["1", "2", "identical", "", "0", "", ""], ["1", "2", "best", "fullest header", "", "", ""],]);
    let other = record("PB[A]PW[B]DT[2001-02-04]KM[7.5]RE[W+R]", &points[..60]);
    let (ran, out) = dups(&[("2.sgf", best.as_bytes()), ("3.sgf", other.as_bytes())], &["--fail-on", "warning"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_eq!(
        rows(&read(out.path(), "clusters.csv"), &columns),
        [["1", "2", "best", "not cut short", "", "", ""], ["1", "2", "cut", "", "0", "61", "moves result komi date"],]
    );
    let findings = rows(&read(out.path(), "findings.csv"), &["code", "line", "column", "move"]);
    assert_eq!(findings, [["D101", "1", "50", "0"]]);
    assert!(read(out.path(), "summary.json").contains("\"copies-winner-differs\""));
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let mut files = Vec::new();
    for seed in (0..60).map(|n| n % 40).filter(|seed| !(97u32 + 2 * seed).is_multiple_of(19)) {
        for length in [100, 80, 100] {
            files.push((format!("{seed:02}-{}.sgf", files.len()), record(HEADER, &points(seed, length))));
        }
    }
    files.push(("empty.sgf".to_owned(), String::new()));
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let folder = folder_of(&files);
    let of = |jobs: &str| {
        let out = temporary();
        assert_eq!(run_into("dups", out.path(), folder.path(), &["--jobs", jobs]).code, 1);
        ["clusters.csv", "findings.csv"].map(|name| read(out.path(), name))
    };
    let one = of("1");
    assert!(one[0].lines().count() > 100 && one[1].contains("no-game"));
    assert_eq!(one, of("4"));
    let text = sgfkit(["dups", folder.path().to_str().unwrap()]);
    assert_eq!(text.stdout.lines().filter(|line| line.starts_with("cluster ")).count(), one[0].lines().count() - 1);
}
