//! `sgfkit report`: the page, read as the text that it is. How it looks and moves in a browser is tested by
//! `tests/check_page.py`.

use crate::run::{folder_of, read, run_into, sgfkit, temporary};

/// The rows of the table of flagged games: file, finding, move.
fn flagged(page: &str) -> Vec<(String, String, String)> {
    let attribute = |row: &str, name: &str| {
        row.split(&format!(" data-{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("").to_owned()
    };
    let rows = page.split("<tbody").skip(1).filter(|row| row.starts_with(" data-kind"));
    rows.map(|row| (attribute(row, "file"), attribute(row, "kind"), attribute(row, "move"))).collect()
}

#[test]
fn the_page_shows_every_flagged_game_with_its_board() {
    let out = temporary();
    let ran = run_into("report", out.path(), "testdata/sample", &["--fail-on", "never"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let page = read(out.path(), "report.html");
    let kinds: Vec<(String, String)> = flagged(&page).into_iter().map(|(_, kind, turn)| (kind, turn)).collect();
    let expected = [
        ("double-move", "6"),
        ("ko-retake", "9"),
        ("occupied", "6"),
        ("suicide", "8"),
        ("superko-situational", "6"),
        ("winner-differs", "22"),
    ];
    assert_eq!(kinds, expected.map(|(kind, turn)| (kind.to_owned(), turn.to_owned())));
    // One board each, and the position that comes back.
    assert_eq!(page.matches("<svg class=\"board\"").count(), expected.len() + 1);
    // Every drawing has its words, and no name is used twice.
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut distinct = ids.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), ids.len());
    assert_eq!(page.matches("role=\"img\"").count(), page.matches("<desc").count());
    // Nothing is fetched.
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("url("));
}

/// A board of the page is the one that `show` draws.
#[test]
fn boards_are_those_of_show() {
    let out = temporary();
    run_into("report", out.path(), "testdata/sample", &["--fail-on", "never"]);
    let page = read(out.path(), "report.html");
    let shown = sgfkit(["show", "testdata/sample/suicide.sgf", "--finding", "--svg", "-"]).stdout;
    let stones = |drawing: &str| {
        let path = drawing.split("<path class=\"black\" d=\"").nth(1).and_then(|rest| rest.split('"').next());
        path.expect("there are black stones").to_owned()
    };
    let row = page.split("<tbody").find(|row| row.contains("suicide.sgf\"")).expect("the game is in the page");
    assert_eq!(stones(row), stones(&shown));
    assert!(row.contains("class=\"illegal\"") && row.contains("data-point=\"A9\""));
}

#[test]
fn the_page_is_the_same_with_any_number_of_threads_and_keeps_few_of_a_kind() {
    let game = "(;SZ[9]PB[<b>x</b>]PW[\u{202e}&];B[ee];W[ee])\n";
    let files: Vec<(String, String)> = (0..90).map(|n| (format!("{n:03}.sgf"), game.repeat(n % 3))).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let folder = folder_of(&files);
    let page = |jobs| {
        let out = temporary();
        let options = ["--jobs", jobs, "--quiet", "--fail-on", "never"];
        assert_eq!(run_into("report", out.path(), folder.path(), &options).code, 0);
        read(out.path(), "report.html")
    };
    let (one, three) = (page("1"), page("3"));
    assert_eq!(one, three);
    assert_eq!(flagged(&one).len(), 40);
    assert!(one.contains("40 of 90 are shown, the first 40 of each kind; the other 50 are in findings.csv"));
    assert!(one.contains("&#60;b&#62;x&#60;/b&#62;") && !one.contains("<b>x") && !one.contains('\u{202e}'));
}

#[test]
fn the_page_speaks_chinese() {
    let out = temporary();
    run_into("report", out.path(), "testdata/sample", &["--lang", "zh", "--fail-on", "never"]);
    let page = read(out.path(), "report.html");
    assert!(page.contains("<html lang=\"zh-Hans\">"));
    for words in ["裁判意见", "重现开局前的局面，循环共6手", "各年对局数", "下在禁着点（自杀）"]
    {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_report_needs_a_folder_and_records() {
    let check = |args: &[&str], message: &str| {
        let ran = sgfkit(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {}", ran.stderr);
    };
    check(&["report", "testdata/sample"], "--out DIR");
    let out = temporary();
    run_into("audit", out.path(), "testdata/sample", &["--fail-on", "never"]);
    let path = out.path().to_str().unwrap();
    check(&["report", path, "--out", path], "boards are drawn from records");
}
