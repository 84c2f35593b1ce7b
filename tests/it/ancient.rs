//! The ancient rules: who plays first, what stands on the board, no komi, a tax on groups.

use crate::run::sgfkit_reading;

/// The names of the findings of an audit.
fn audit(record: &str, options: &[&str]) -> Vec<String> {
    let ran = sgfkit_reading(record.as_bytes(), [&["audit", "-", "--quiet"], options].concat());
    let name = |line: &str| line.split(" [").next().and_then(|text| text.rsplit(' ').next()).unwrap_or("").to_owned();
    ran.stdout.lines().map(name).collect()
}

#[test]
fn white_plays_first_between_equals() {
    let set = "AB[pd][dp]AW[dd][pp]";
    let ancient = ["--rules", "ancient"];
    let check = |record: &str, options: &[&str], expected: &[&str]| {
        assert_eq!(audit(record, options), expected, "{record} {options:?}");
    };
    check(&format!("(;SZ[19]{set};W[fc];B[cf])"), &ancient, &[]);
    check(&format!("(;SZ[19]RU[古代围棋]CA[UTF-8]{set};W[fc];B[cf])"), &[], &[]);
    check(&format!("(;SZ[19]{set};B[fc];W[cf])"), &ancient, &["black-first"]);
    check(&format!("(;SZ[19]RU[ancient]{set};B[fc];W[cf])"), &[], &["black-first"]);
    // The rules chosen go before those of the record.
    check(&format!("(;SZ[19]RU[ancient]{set};B[fc];W[cf])"), &["--rules", "chinese"], &[]);
    check("(;SZ[19];W[fc];B[cf])", &[], &["white-first"]);
    check("(;SZ[19];W[fc];B[cf])", &ancient, &["set-stones-missing"]);
    check("(;SZ[19]AB[dd][pp]AW[pp][pd];W[fc];B[cf])", &ancient, &["setup-overlap", "set-stones-missing"]);
    // The stronger side gives odds and takes White; or the record says who plays.
    check(&format!("(;SZ[19]HA[1]{set};B[fc];W[cf])"), &ancient, &[]);
    check("(;SZ[19]AB[pd][dp][jj]AW[dd][pp];B[fc];W[cf])", &ancient, &[]);
    check(&format!("(;SZ[19]PL[B]{set};B[fc];W[cf])"), &ancient, &[]);
    // A board without corner stars has no set stones.
    check("(;SZ[5];W[bb];B[dd])", &ancient, &[]);
}

/// 8 zi of 20 for Black in two groups, 12 for White in one: 8 − 10 − (2 − 1) = −3 zi, or −2 without the tax.
#[test]
fn each_group_costs_a_zi_and_there_is_no_komi() {
    let board = "AB[ba][da][ab][bb][db][eb]AW[ca][cb][ac][bc][cc][dc][ec][bd][dd]";
    let count = |header: &str, options: &[&str]| {
        let record = format!("(;SZ[5:4]{header}{board})");
        let args = [&["rescore", "-", "--quiet", "--all", "--dead", "none"], options].concat();
        let ran = sgfkit_reading(record.as_bytes(), args);
        assert_eq!(ran.stderr, "");
        ran.stdout.lines().next().unwrap_or_default().to_owned()
    };
    let starts = |line: String, expected: &str| assert!(line.starts_with(expected), "{line}");
    starts(count("RU[ancient]", &[]), "-:1:1: W+6 白胜3子");
    starts(count("", &["--rules", "ancient"]), "-:1:1: W+6 白胜3子");
    // Under Chinese rules: 8 − 10 − 3¾ = −5¾ zi.
    starts(count("", &[]), "-:1:1: W+11.5 白胜5又3/4子");
    starts(count("RU[ancient]", &["--rules", "chinese"]), "-:1:1: W+11.5 白胜5又3/4子");
    // A recorded result is judged by the rules of the record, or by those chosen where it names none.
    let judged = count("RE[W+6]", &["--rules", "ancient"]);
    assert!(judged.ends_with("recorded W+6, by its own rules W+6: agrees"), "{judged}");
    let judged = count("RE[W+6]RU[ancient]", &["--rules", "chinese"]);
    assert!(judged.ends_with("recorded W+6, by its own rules W+6: agrees"), "{judged}");
    let judged = count("RE[W+4]", &["--rules", "ancient"]);
    assert!(judged.contains("by its own rules W+6: margin-differs"), "{judged}");
}

#[test]
fn what_is_shown_depends_on_the_rules() {
    let board = "AB[ba][da][ab][bb][db][eb]AW[ca][cb][ac][bc][cc][dc][ec][bd][dd]";
    let show = |record: String, options: &[&str]| {
        let ran = sgfkit_reading(record.as_bytes(), [&["show", "-"], options].concat());
        format!("{}{}", ran.stdout, ran.stderr)
    };
    let count =
        |header: &str, options: &[&str]| show(format!("(;SZ[5:4]{header}{board})"), &[&["--count"], options].concat());
    let ancient = "By the ancient rules: W+18 白胜9子; recorded result: not-comparable";
    let chinese = "Under 3¾ zi: W+27.5 白胜13又3/4子; recorded result: not-comparable";
    let check = |shown: String, expected: &str| assert!(shown.contains(expected), "{shown}");
    check(count("RU[ancient]RE[?]", &[]), ancient);
    check(count("", &["--rules", "ancient"]), ancient);
    check(count("", &[]), chinese);
    check(count("RU[ancient]", &["--rules", "chinese"]), chinese);
    let record = "(;SZ[19];W[fc];B[cf])".to_owned();
    check(show(record.clone(), &["--finding=set-stones-missing", "--rules", "ancient"]), "set-stones-missing [");
    check(show(record, &["--finding=set-stones-missing"]), "the game has no finding set-stones-missing");
    // The position comes back with the other side to move: an error by the positional rule alone.
    let cycle = "(;SZ[5]AB[ab][bb]AW[ba][cb][da]PL[W];W[aa];B[ca];W[ba])".to_owned();
    check(show(cycle.clone(), &["--cause"]), "the main line has no error of the rules");
    check(show(cycle, &["--cause", "--ko", "positional"]), "sending-two");
}

#[test]
fn komi_does_not_go_with_the_ancient_rules() {
    for option in [["--komi", "7.5"], ["--handicap-return", "n"]] {
        let args = [&["rescore", "-", "--rules", "ancient"], &option[..]].concat();
        let ran = sgfkit_reading(b"(;SZ[9])", args);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("the ancient rules have no komi"), "{}", ran.stderr);
    }
}
