//! Counting whole records: what Black gives, where the dead stones come from, what the result is held against.

use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::record::{RulesChoice, Zi};
use sgfkit::rescore::{DeadChoice, KomiChoice, NotCounted, Rescorer, Score, Settings};

/// A 5×5 board with 15 points for Black and 10 for White, after two passes.
fn record(header: &str) -> String {
    format!("(;GM[1]FF[4]SZ[5]{header};B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])")
}

/// The count of the one game, and the names of what the count found.
fn score(text: &str, settings: Settings) -> (Result<Score, NotCounted>, Vec<&'static str>) {
    let mut all = Vec::new();
    Auditor::default().audit(text.as_bytes(), Options::default(), |found, _| {
        if let Found::Game(game) = found {
            let mut findings = Vec::new();
            let score = Rescorer::default().rescore(&game, &settings, &mut findings);
            all.push((score, findings.iter().map(|finding| finding.code.name()).collect()));
        }
    });
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// `expected`: the result under the chosen komi, that under the record's own rules, the verdict; `-` for none.
#[track_caller]
fn check(header: &str, settings: Settings, expected: [&str; 3], findings: &[&str]) {
    let (score, found) = score(&record(header), settings);
    let score = score.unwrap();
    let text = |margin: Option<Zi>| margin.map_or("-".to_owned(), Zi::result);
    let verdict = score.verdict.map_or("-", |verdict| verdict.name());
    assert_eq!([text(score.margin()).as_str(), text(score.own).as_str(), verdict], expected, "{header}");
    assert_eq!(found, findings, "{header}");
}

fn recorded() -> Settings {
    Settings { komi: KomiChoice::Recorded, ..Settings::default() }
}

#[test]
fn an_unknown_komi_is_never_a_silent_0() {
    check("RU[Chinese]RE[B+5]", recorded(), ["-", "-", "-"], &[]);
    check("RU[Chinese]KM[NaN]RE[B+5]", recorded(), ["-", "-", "-"], &[]);
    check("RU[Chinese]KM[0]RE[B+5]", recorded(), ["B+5", "B+5", "agrees"], &[]);
    check("RU[Chinese]RE[W+2.5]", Settings::default(), ["W+2.5", "-", "-"], &[]);
}

/// Fox writes `KM[0]` where the game had a komi: only an agreement shows that there was none.
#[test]
fn a_0_that_means_unknown_calls_no_result_wrong() {
    let fox = |komi, result| format!("AP[foxwq]RU[Japanese]KM[{komi}]RE[{result}]");
    check(&fox("0", "B+5"), recorded(), ["B+5", "B+5", "agrees"], &[]);
    check(&fox("0", "W+1.5"), recorded(), ["B+5", "-", "-"], &[]);
    check(&fox("650", "W+1.5"), recorded(), ["W+1.5", "W+1.5", "agrees"], &[]);
    check(&fox("650", "B+1.5"), recorded(), ["W+1.5", "W+1.5", "winner-differs"], &["winner-differs"]);
}

/// White's stone at `ae` is a suicide that a record carries out: a prisoner for Black by territory, nothing by area.
#[test]
fn a_suicide_is_a_prisoner() {
    let game = |rules: &str, result: &str| {
        let header = format!("(;GM[1]FF[4]SZ[5]KM[0]RU[{rules}]RE[{result}]");
        format!("{header};B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[ad];W[];B[be];W[ae];B[];W[])")
    };
    for (rules, result) in [("Japanese", "B+4"), ("Chinese", "B+5")] {
        let (score, _) = score(&game(rules, result), Settings::default());
        assert_eq!(score.unwrap().own.map(Zi::result).as_deref(), Some(result), "{rules}");
    }
}

#[test]
fn unknown_rules_are_not_guessed() {
    check("KM[7.5]RE[W+2.5]", Settings::default(), ["W+2.5", "-", "-"], &[]);
}

/// Rule (八): no komi, and half a zi, a point, for each stone; `HA` where no stone is to be seen.
#[test]
fn a_handicap_is_returned() {
    check("RU[Chinese]HA[5]KM[0]RE[0]", Settings::default(), ["0", "0", "agrees"], &[]);
    check("RU[AGA]HA[5]KM[0]RE[B+1]", Settings::default(), ["0", "B+1", "agrees"], &[]);
    check("RU[Chinese]HA[1]KM[0.5]RE[B+4.5]", Settings::default(), ["W+2.5", "B+4.5", "agrees"], &[]);
}

/// The bound is that of the record's own komi: Black takes 25 points and gives what the record says.
#[test]
fn a_margin_beyond_the_board() {
    let differs = "result-differs";
    check("RU[Chinese]KM[0.5]RE[B+20.5]", Settings::default(), ["W+2.5", "B+4.5", "margin-differs"], &[differs]);
    let found = [differs, "impossible-margin"];
    check("RU[Chinese]KM[0.5]RE[B+25.5]", Settings::default(), ["W+2.5", "B+4.5", "margin-differs"], &found);
}

#[test]
fn games_that_did_not_come_to_counting() {
    let check = |header: &str, reason| {
        assert_eq!(score(&record(header), Settings::default()).0.err().map(NotCounted::name), Some(reason))
    };
    check("RE[B+R]", "resign");
    check("RE[W+T]", "time");
    check("RE[W+F]", "forfeit");
    check("RE[B+Illegal]", "illegal");
    check("RE[Void]", "void");
    let open = |text: &str, reason| {
        assert_eq!(score(text, Settings::default()).0.err().map(NotCounted::name), Some(reason), "{text}")
    };
    open("(;GM[1]SZ[9]RE[B+6.5];B[ee];W[ce];B[cf];W[])", "unsettled");
    open("(;GM[1]SZ[9]RE[W+2.5];B[ee];W[e", "unsettled");
    open("(;GM[1]SZ[9];B[ee];W[ce])", "unfinished");
    open("(;GM[1]SZ[9]RE[B+];B[ee];W[ce])", "no-result");
    open("(;GM[1]SZ[99]RE[B+5];B[ee];W[ce])", "board");
    open("(;GM[2]SZ[9]RE[B+5];B[ee];W[ce])", "not-go");
}

/// A dead stone marked as the other side's territory, and one taken off at the end.
#[test]
fn dead_stones_as_the_record_tells_them() {
    let game = |end: &str| {
        "(;GM[1]SZ[5]RU[Chinese]KM[0]RE[B+5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]".to_owned()
            + ";B[];W[bb];B[];W[]"
            + end
            + ")"
    };
    let marks = ";TB[aa:be]TW[ea:ee]";
    for end in [marks, ";AE[bb]", ";AE[bb]PL[B]"] {
        let score = score(&game(end), Settings::default()).0.unwrap();
        let facts = (score.method.name(), score.dead, score.own.map(Zi::result));
        assert_eq!(facts, ("marks", [0, 1], Some("B+5".to_owned())), "{end}");
    }
}

/// White's stone at `bb` lies in Black's area: dead where that is judged, and no seki where it is not.
#[test]
fn a_board_that_was_not_judged_tells_no_seki() {
    let game = record("AW[bb]PL[B]RU[Chinese]KM[0]RE[B+5]");
    let found = |dead| score(&game, Settings { dead, ..Settings::default() });
    let (judged, findings) = found(DeadChoice::Auto);
    assert_eq!((judged.unwrap().dead, findings), ([0, 1], vec![]));
    let (taken_as_it_is, findings) = found(DeadChoice::None);
    assert_eq!((taken_as_it_is.unwrap().dead, findings), ([0, 0], vec!["winner-differs"]));
}

/// What is said of the first game.
fn details(text: &str, settings: Settings) -> Vec<String> {
    let mut all = Vec::new();
    Auditor::default().audit(text.as_bytes(), Options::default(), |found, _| {
        if let Found::Game(game) = found {
            let mut findings = Vec::new();
            let _ = Rescorer::default().rescore(&game, &settings, &mut findings);
            all.extend(findings.iter().map(|finding| finding.detail.to_string()));
        }
    });
    all
}

/// Rules that are given stand for those that the record does not name, in its own count as in ours.
#[test]
fn what_black_returns_goes_by_the_rules_that_are_given() {
    let settings = Settings { rules: RulesChoice::Chinese, ..recorded() };
    let (score, _) = score(&record("HA[5]KM[0]RE[0]"), settings);
    let score = score.unwrap();
    assert_eq!((score.margin(), score.winner_changed()), (score.own, Some(false)));
}

/// Black has two eyes, so that no record is right about him.
#[test]
fn what_cannot_die_explains_no_result() {
    let text = "(;GM[1]FF[4]SZ[7]RU[Chinese]KM[7.5]RE[W+56.5]AB[da:dg][ad:cd]AW[ea:eg][bb]PL[B];B[];W[])";
    let (score, found) = score(text, Settings::default());
    assert_eq!(score.unwrap().verdict.unwrap().name(), "margin-differs");
    assert!(found.contains(&"result-differs") && !found.contains(&"result-explained"), "{found:?}");
}

/// Some programs mark a point, or one side only: that is no judgement of the dead stones.
#[test]
fn marks_of_a_part_tell_nothing() {
    const WALLS: &str = "AB[ea][eb][ec][ed][ee][ef][eg][eh][ei][ae][be][ce][de]\
                         AW[bb][fa][fb][fc][fd][fe][ff][fg][fh][fi][ge][he][ie]";
    let method = |marks: &str| {
        let text = format!("(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7.5]RE[B+1.5]{WALLS};B[];W[]{marks})");
        let (score, found) = score(&text, Settings::default());
        assert!(!found.contains(&"winner-differs"), "{marks}: {found:?}");
        score.unwrap().method.name()
    };
    let black = "TB[aa:dd][af:di]";
    let white = "TW[ga:id][gf:ii]";
    assert_eq!(method(&format!("{black}{white}")), "marks");
    assert_ne!(method(";TB[aa]"), "marks");
    assert_ne!(method(white), "marks");
    assert_ne!(method("TW[aa:dd][af:di]TB[ga:id][gf:ii]"), "marks");
}

/// Nobody is left to take them.
#[test]
fn a_side_alone_on_the_board_lives() {
    let (score, _) =
        score("(;SZ[9:1]KM[0]RU[Chinese]RE[B+9];B[ba];W[];B[ca];W[];B[fa];W[];B[];W[])", Settings::default());
    assert_eq!(score.unwrap().dead, [0, 0]);
}

#[test]
fn a_margin_in_zi_is_told_in_points_too() {
    let details = details(&record("RU[Chinese]KM[0]RE[黑胜1.5子]"), recorded());
    assert!(details.iter().any(|detail| detail.contains("the record 黑胜1.5子 (in points B+3)")), "{details:?}");
}
