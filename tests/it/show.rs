//! `sgfkit show`: which position is drawn, and what is said of it.

use crate::run::{folder_of, read, sgfkit, sgfkit_reading};

/// The drawing without what is said around it: the rows of the board.
fn rows(stdout: &str) -> Vec<&str> {
    stdout.lines().filter(|line| line.starts_with(' ') && line.ends_with(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn a_finding_is_shown_with_the_position_that_comes_back() {
    let ran = sgfkit(["show", "testdata/sample/triple-ko.sgf", "--finding"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("finding", ran.stdout);
}

/// What the rules of the run forbid is shown before it is played.
#[test]
fn the_ko_rule_tells_what_is_forbidden() {
    let caption = |ko: &str| {
        let ran = sgfkit(["show", "testdata/sample/triple-ko.sgf", "--finding", "--ko", ko]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout.contains("which the rules forbid")
    };
    assert_eq!(["situational", "positional", "simple"].map(caption), [true, true, false]);
}

#[test]
fn a_cause_is_shown_with_the_change() {
    // The stone at C7 can be taken at C6: the capture is written on it.
    let capture = b"(;FF[4]SZ[9]KM[7.5];B[bc];W[cc];B[dc];W[gg];B[cb];W[gc];B[cc];W[cg])";
    let ran = sgfkit_reading(capture, ["show", "-", "--cause"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("cause", ran.stdout);
    let drawn = sgfkit_reading(capture, ["show", "-", "--cause", "--svg", "-"]).stdout;
    assert_eq!(drawn.matches("class=\"changed\"").count(), 2, "{drawn}");
    assert!(drawn.contains("data-point=\"C6\"") && drawn.contains("The change that leaves no error"), "{drawn}");
    // A double move is shown before and after; what would clear it is one of several changes.
    let double = b"(;FF[4]SZ[9]KM[7.5];B[ee];W[cc];B[gc];W[cg];W[gg];B[fe])";
    let ran = sgfkit_reading(double, ["show", "-", "--cause", "--ascii"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("cause_double", ran.stdout);
}

#[test]
fn a_count_is_shown_with_its_area() {
    let ran = sgfkit(["show", "testdata/sample/9x9-counted.sgf", "--count", "--ascii"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("count", ran.stdout);
}

#[test]
fn the_game_and_the_move_are_chosen() {
    let pack = b"(;SZ[3];B[aa])(;SZ[3];W[bb];B[cc];W[aa])";
    let check = |options: &[&str], expected: [&str; 3]| {
        let ran = sgfkit_reading(pack, [&["show", "-", "--ascii"], options].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{options:?}");
        assert_eq!(rows(&ran.stdout), expected, "{options:?}");
    };
    check(&[], [" 3(X). . 3", " 2 . . . 2", " 1 . . . 1"]);
    check(&["--game", "2"], [" 3(O). . 3", " 2 . O . 2", " 1 . . X 1"]);
    check(&["--game", "2", "--move", "1"], [" 3 . . . 3", " 2 .(O). 2", " 1 . . . 1"]);
    check(&["--game", "2", "--move", "0"], [" 3 . . . 3", " 2 . . . 2", " 1 . . . 1"]);
}

/// A finding in a variation is shown on that line of play; one far into a file has its place in the whole of it.
#[test]
fn findings_are_shown_where_they_are() {
    let variations = ["show", "testdata/sample/variations.sgf", "--finding", "--variations"];
    assert!(sgfkit(variations).stdout.contains("Before move 4 of 5, which the rules forbid: White C7 (cc)"));
    let mut pack = "(;SZ[9];B[ee];W[cc])\n".repeat(60_000);
    pack.push_str("(;SZ[9];B[ee];W[ee])\n");
    let folder = folder_of(&[("pack.sgf", pack.as_bytes())]);
    let path = folder.path().join("pack.sgf");
    let ran = sgfkit(["show", path.to_str().unwrap(), "--game", "60001", "--finding=occupied"]);
    assert!(
        ran.stdout.contains("pack.sgf:60001:15: game 60001: error occupied [R102]: move 2, W ee"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_drawing_is_written() {
    let folder = folder_of(&[]);
    let path = folder.path().join("board.svg");
    let ran = sgfkit(["show", "testdata/sample/suicide.sgf", "--finding", "--svg", path.to_str().unwrap()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    let file = read(folder.path(), "board.svg");
    assert!(file.starts_with("<svg xmlns=") && file.contains("class=\"illegal\"") && file.ends_with("</svg>"));
    assert_eq!(sgfkit(["show", "testdata/sample/suicide.sgf", "--finding", "--svg", "-"]).stdout, file);
}

/// What a record says must neither move the cursor nor turn the text round, nor end an element.
#[test]
fn texts_of_records_are_harmless() {
    let record = "(;SZ[3]PB[a\u{1b}[31m\\]\u{202e}b]PW[<script>&]RE[B+\u{7}R];B[aa])".as_bytes();
    let ran = sgfkit_reading(record, ["show", "-"]);
    assert!(ran.stdout.contains("● a [31m] b against ○ <script>&"), "{}", ran.stdout);
    assert!(!ran.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']));
    let drawn = sgfkit_reading(record, ["show", "-", "--svg", "-"]).stdout;
    assert!(drawn.contains("&lt;script&gt;&amp;") && !drawn.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn what_cannot_be_shown_is_exit_code_2_with_a_message() {
    let check = |record: &[u8], args: &[&str], message: &str| {
        let ran = sgfkit_reading(record, [&["show"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {}", ran.stderr);
    };
    check(b"", &["testdata/sample"], "testdata/sample is a folder");
    check(b"", &["no/such.sgf"], "cannot read no/such.sgf");
    check(b"", &["-"], "there is no game 1: - has no game");
    check(b"(;SZ[9])", &["-", "--game", "2"], "has one game only");
    check(b"(;SZ[9];B[aa])", &["-", "--move", "2"], "there is no move 2: that line of play has 1");
    check(b"(;SZ[9];B[aa])", &["-", "--variation", "2"], "there is no such variation");
    check(b"(;SZ[9];B[aa])", &["-", "--variation", "x"], "such as 2 or 1.3");
    check(b"(;SZ[9];B[aa])", &["-", "--finding=ko-retak"], "did you mean `ko-retake`?");
    check(b"(;SZ[9];B[aa])", &["-", "--finding=ko-retake"], "the game has no finding ko-retake");
    check(b"(;SZ[9];B[aa])", &["-", "--cause"], "the main line has no error of the rules");
    check(b"(;SZ[0];B[aa])", &["-"], "its board size cannot be read");
    check(b"(;GM[2];B[aa])", &["-"], "it is not a game of Go");
}

#[test]
fn a_file_in_an_archive_is_named_as_reports_name_it() {
    let out = folder_of(&[]);
    let path = out.path().join("pack.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, record) in [("a.sgf", "(;SZ[3];B[aa])"), ("in/b.sgf", "(;SZ[3];B[cc])")] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut archive, record.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
    let show = |member: &str| sgfkit(["show", "--ascii", &format!("{}{member}", path.display())]);
    assert_eq!(rows(&show("!in/b.sgf").stdout), [" 3 . . . 3", " 2 . . . 2", " 1 . .(X)1"]);
    assert!(
        show("").stderr.ends_with(
            "pack.zip is an archive: name one of its files, such as {0}!a.sgf\n"
                .replace("{0}", &path.display().to_string())
                .as_str()
        )
    );
    assert!(show("!c.sgf").stderr.contains("the archive holds no such file"));
}
