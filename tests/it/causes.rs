//! Why a record is wrong: each verdict on a small record that has the fault, and the places and kinds of the rest.

use crate::run::{audit_into, read, sgfkit_reading, temporary};
use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::causes::{Cause, Kind, Line};

/// The cause in the one game of a text; each candidate changes the game.
fn cause(text: &str) -> Option<Cause> {
    let mut all = Vec::new();
    let options = Options { causes: true, ..Options::default() };
    Auditor::default().audit(text.as_bytes(), options, |found, _| {
        if let Found::Game(game) = found {
            let line = Line::around(game.record, game.replay.first_illegal.unwrap_or(1));
            for edit in game.cause.iter().flat_map(|cause| &cause.candidates) {
                let changed = edit.apply(line.as_ref().unwrap());
                assert_ne!(Some(&changed), line.as_ref(), "{edit}: {text}");
            }
            all.push(game.cause);
        }
    });
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// `expected`: the kind, the turn, the first candidate.
#[track_caller]
fn check(text: &str, kind: Kind, turn: impl Into<Option<u32>>, first: &str) {
    let cause = cause(text).unwrap_or_else(|| panic!("no error in {text}"));
    let candidate = cause.candidates.first().map_or(String::new(), ToString::to_string);
    assert_eq!((cause.kind, cause.turn, candidate.as_str()), (kind, turn.into(), first), "{text}: {}", cause.detail);
}

/// Moves by Black and White in turn.
fn moves(points: &str) -> String {
    points.split_whitespace().zip(["B", "W"].iter().cycle()).map(|(point, side)| format!(";{side}[{point}]")).collect()
}

/// Twenty moves of a quiet game.
const QUIET: &str = "cc gg gc cg ee ec ge ce eg fd cd fg gd dg fc ef dc df eb ff";

#[test]
fn a_game_without_an_error_has_no_cause() {
    assert_eq!(cause(&format!("(;SZ[9]{})", moves(QUIET))), None);
    // A note and a warning are no errors.
    assert_eq!(cause("(;SZ[9]HA[2];W[cc];B[gg])"), None);
}

#[test]
fn handicap_stones_that_are_not_set() {
    // With the stone at gc Black takes the one at fc and fills the point; where gc is missing, fc is occupied.
    let taken = ";W[fc];B[ec];W[ab];B[fb];W[bb];B[fd];W[aa];B[fc]";
    check(&format!("(;SZ[9]HA[2]{taken})"), Kind::HandicapMissing, 0, "set gc cg");
    // A fault that the stones do not clear is no matter of the handicap.
    let more = format!("(;SZ[9]HA[2]{taken};W[gg];B[gg])");
    assert_ne!(cause(&more).unwrap().kind, Kind::HandicapMissing);
    assert_ne!(cause(&format!("(;SZ[9]{taken})")).unwrap().kind, Kind::HandicapMissing);
}

#[test]
fn moves_that_are_written_twice() {
    check("(;SZ[9];B[cc];W[gg];W[gg];B[gc];W[cg])", Kind::WrittenTwice, 3, "leave out move 3");
    let block = moves("cc gg gc cg gc cg ee ec");
    check(&format!("(;SZ[9]{block})"), Kind::WrittenTwice, 5, "leave out moves 5 to 6");
    let anew = moves(&["cc gg gc cg ee ec ge ce eg fd", QUIET].join(" "));
    check(&format!("(;SZ[9]{anew})"), Kind::GameRepeated, 11, "leave out moves 11 to 20");
}

#[test]
fn a_last_move_or_a_double_one_left_out_proves_nothing() {
    let cause = cause(&format!("(;SZ[9]{})", moves("cc gg gc cg cc"))).unwrap();
    assert_eq!(cause.kind, Kind::NotDecided);
}

#[test]
fn the_game_goes_on_behind_a_variation() {
    let copy = moves("cc gg cc gg gc");
    let text = format!("(;SZ[9];B[cc];W[gg]({});B[gc];W[cg])", &copy[";B[cc];W[gg]".len()..]);
    check(&text, Kind::LineContinued, 3, "the other line from move 3 on");
}

#[test]
fn the_colour_of_one_move() {
    let right = moves(QUIET);
    let wrong = right.replace(";B[eg]", ";W[eg]");
    check(&format!("(;SZ[9]{wrong})"), Kind::ColourWrong, 9, "move 9 by the other side");
    // In the last tenth two passes that are not written are as likely.
    let late = right.replace(";B[eb]", ";W[eb]");
    check(&format!("(;SZ[9]{late})"), Kind::DoubleLate, 19, "move 19 by the other side");
}

#[test]
fn the_letter_i() {
    // Each letter from the ninth line on is one too far: the last line becomes one that the board does not have.
    let points: Vec<_> = QUIET.split(' ').map(|point| point.replace('g', "j").replace('f', "h")).collect();
    let mut text = moves(&points.join(" "));
    text.push_str(&moves("pp dp pd dd qq qp rq sq tq so ro rn sn sm"));
    check(&format!("(;SZ[19]{text})"), Kind::LetterISkipped, 0, "letters behind I one back");
}

#[test]
fn a_capture_on_the_point_of_the_stone() {
    // Black takes the stone at bb, and writes bb for cb.
    let text = moves("ab bb ba gg bc gc bb ee");
    check(&format!("(;SZ[9]{text})"), Kind::CaptureOnStone, 7, "move 7 at cb, not bb (written on the stone taken)");
}

#[test]
fn double_moves_by_their_place() {
    check("(;SZ[9];W[cc];W[gg];B[gc];W[cg])", Kind::DoubleStart, 2, "colours exchanged from move 2 on");
    let game = |without: &str| format!("(;SZ[9]{})", moves(QUIET).replace(without, ""));
    let place = |without: &str| cause(&game(without)).map(|cause| (cause.kind, cause.turn));
    // Two black moves that open a game are handicap stones.
    assert_eq!(place(";W[gg]"), None);
    assert_eq!(place(";B[gc]"), Some((Kind::DoubleMiddle, Some(3))));
    assert_eq!(place(";W[df]"), Some((Kind::DoubleLate, Some(18))));
    assert_eq!(place(";B[eb]"), Some((Kind::DoubleLast, Some(19))));
    let long = moves(&[QUIET, "aa ia ac ic ae ie ag ig ai ii"].join(" ")).replace(";B[gc]", "");
    assert_eq!(cause(&format!("(;SZ[9]{long})")).map(|cause| cause.kind), Some(Kind::DoubleOpening));
}

#[test]
fn repetitions_by_their_kind() {
    // Stones are set on 4×9: three kos, each a column of three rows.
    let three = "(;SZ[5:9]AB[ba][ab][bc][bd][ae][ce][bf][bg][ah][bi]AW[ca][bb][db][cc][cd][de][cf][cg][bh][dh][ci]";
    check(&format!("{three};B[cb];W[be];B[ch];W[bb];B[ce];W[bh])"), Kind::TripleKo, 0, "");
    let retaken = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
    check(retaken, Kind::NotDecided, None, "");
    check("(;SZ[4:3]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])", Kind::KoAfterPasses, 0, "");
}

#[test]
fn the_two_suspects_and_what_would_clear_them() {
    let text = format!("(;SZ[9]{})", moves("cc gg gc cg ee ec ge gc eg fd"));
    let cause = cause(&text).unwrap();
    assert_eq!((cause.kind, cause.turn), (Kind::NotDecided, Some(3)));
    assert_eq!(cause.detail, "move 8 or move 3 may be in the wrong place");
    assert_eq!(cause.candidates.len(), 5);
}

#[test]
fn a_move_elsewhere_is_the_suspect_where_the_two_are_in_place() {
    // Move 8 is meant for eb; at be it leaves Black's move 11 without a liberty.
    let text = format!("(;SZ[7]{})", moves("gg ga gc aa db af dg be gb ad ae cg ee fg be"));
    let cause = cause(&text).unwrap();
    assert_eq!((cause.kind, cause.turn), (Kind::NotDecided, Some(8)));
    assert_eq!(cause.detail, "no small change of move 11 itself clears it; move 8 may be in the wrong place");
    assert!(cause.candidates.iter().any(|edit| edit.to_string() == "move 8 at eb, not be (letters exchanged)"));
}

#[test]
fn the_columns_are_filled_at_the_first_error_only() {
    let (folder, out) = (temporary(), temporary());
    let path = folder.path().join("a.sgf");
    std::fs::write(&path, "(;SZ[9];B[cc];W[gg];W[gg];B[gc];W[cg];B[cc])").unwrap();
    let fields = |options: &[&str]| -> Vec<String> {
        audit_into(out.path(), &path, &[&["--select", "R"], options].concat());
        let rows = read(out.path(), "findings.csv");
        rows.lines().skip(1).map(|row| row.rsplitn(5, ',').take(4).collect::<Vec<_>>().join("|")).collect()
    };
    assert_eq!(fields(&[]), ["|||", "|||", "|||"]);
    assert_eq!(fields(&["--causes"])[1..], ["|||", "|||"]);
    assert_ne!(fields(&["--causes"])[0], "|||");
}

#[test]
fn the_text_names_the_cause() {
    let ran = sgfkit_reading(
        b"(;SZ[9];B[cc];W[gg];W[gg];B[gc];W[cg])",
        ["audit", "-", "--quiet", "--causes", "--select", "R301"],
    );
    assert_eq!(
        ran.stdout,
        "-:1:21: error double-move [R301]: move 3, W gg: White plays twice running: under the rules White loses by it; \
         cause written-twice: move 3 is move 2 once more [leave out move 3]\n"
    );
}
