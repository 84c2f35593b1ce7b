//! The reader on damaged input: it never panics, it loses no whole game, and pieces give what the whole gives.

use proptest::prelude::*;
use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::sgf::cut::{Cutter, PIECE};
use sgfkit::sgf::{Game, Ident, Reader, Tree, text};
use std::time::{Duration, Instant};

/// Each game of a text: Black's name and the values of the moves on the main line.
fn games(bytes: &[u8]) -> Vec<String> {
    let text = text::decode(bytes);
    let (mut tree, mut findings, mut reader) = (Tree::default(), Vec::new(), Reader::new(text.as_str()));
    let mut games = Vec::new();
    while reader.read(&mut tree, &mut findings) {
        let game = Game::new(text.as_str(), &tree);
        let properties = game.main_line().flat_map(|node| game.properties(node));
        let told = properties.filter(|p| matches!(p.ident, Ident::PB | Ident::B | Ident::W));
        games.push(told.map(|property| game.value(property)).collect::<Vec<_>>().join(" "));
    }
    games
}

/// `expected`: a game a line.
fn check(input: &str, expected: &str) {
    assert_eq!(games(input.as_bytes()).join("\n"), expected, "{input:?}");
}

#[test]
fn a_game_behind_a_damaged_one() {
    let good = "(;GM[1]PB[b];B[cc];W[dd])";
    // The root may begin with any property.
    for good in [good, "( ;\nPB[b]SZ[9];B[cc];W[dd])", "(;PB[b]C[\\]]AB[aa]\n[bb]FF[4];B[cc];W[dd])"] {
        check(&format!("(;GM[1]PB[a];B[aa]\n{good}"), "a aa\nb cc dd");
        check(&format!("(;GM[1]PB[a];B[aa](;W[bb]\n{good}"), "a aa bb\nb cc dd");
        check(&format!("(;GM[1]PB[a];B[aa]C[lost\n{good}"), "a aa\nb cc dd");
        check(&format!("(;GM[1]PB[a];B[aa])))\n]]; (\n{good}"), "a aa\nb cc dd");
        check(&format!("(;GM[1]PB[a];B[aa\n{good}"), "a\nb cc dd");
    }
    // Facts of a game may stand in the variations of one tree, as FF[4] has it.
    check("(;GM[1];B[aa]\n(;PB[x]EV[y];W[bb])\n(;PB[z];W[cc]))", "aa x bb");
}

#[test]
fn starts_and_ends() {
    check(";GM[1]PB[a];B[aa]", "a aa");
    check("(PB[a];B[aa])", "a aa");
    check("((;PB[a];B[aa]))", "a aa");
    check("From: (me; you)\n\n(;PB[a];B[aa])\n-- \n(c) me;", "a aa");
    check("(;PB[a];B[aa];W[bb];B[c", "a aa bb");
    check("(;PB[a];B[aa];W[bb];B[cc", "a aa bb cc");
    check("(;PB[a [3d]];B[aa])", "a [3d aa");
    for nothing in ["", "()", "(()", "((((", "))))", "[[[[", "]]]]", "\\\\\\", "<html>(a; b)</html>"] {
        check(nothing, "");
    }
}

/// The character set of a game does not depend on the damage beside it.
#[test]
fn the_character_sets_of_the_neighbours() {
    let names = |bytes: &[u8]| {
        let mut names = Vec::new();
        Auditor::default().audit(bytes, Options::default(), |found, _| {
            if let Found::Game(game) = found {
                names.push(format!("{} {}", game.charset.name(), game.record.header.black));
            }
        });
        names
    };
    let good = "(\n;SZ[9]PB[张三];B[cc])\n".as_bytes();
    // 中国棋圣战 in GB2312: the game is never closed, or its end stands alone.
    let chinese = b"\xd6\xd0\xb9\xfa\xc6\xe5\xca\xa5\xd5\xbd";
    for broken in [&b"(;GM[1]EV["[..], b"(;GM[1]EV[x]C[", b"]EV["] {
        let end: &[u8] = if broken.starts_with(b"]") { b"];B[aa])\n" } else { b"];B[aa]\n" };
        let found = names(&[good, broken, chinese, end, good].concat());
        assert_eq!(
            (found.first(), found.last()),
            (Some(&"utf-8 张三".into()), Some(&"utf-8 张三".into())),
            "{found:?}"
        );
    }
}

/// The first `]` closes the comment, and each line brings another: no move is made of what follows.
#[test]
fn a_chat_with_brackets_that_are_not_escaped() {
    let chat = "Bob [4k]: hi\n".repeat(60);
    check(&format!("(;GM[1]PB[a];B[dd]C[{chat}];W[pp])"), "a dd pp");
}

/// Megabytes of what a careless reader takes quadratic time for. The limit is generous: quadratic is minutes.
#[test]
fn time_is_linear() {
    let n = 50_000;
    let inputs = [
        format!("(;C[{}]", "\n(".repeat(4 * n)),
        "(;C[\n(\n".repeat(n),
        "(;PB[\n".repeat(n),
        "(".repeat(4 * n),
        format!("(;GM[1]{}", "(;B[aa]".repeat(n)),
        format!("(;GM[1]{}{})", "(;B[aa](;W[aa])".repeat(n), ")".repeat(n)),
        format!("(;GM[1]AB{};W[bb])", "[aa]".repeat(4 * n)),
        ";[".repeat(4 * n),
        "AA ".repeat(4 * n),
        format!("(;GM[1](;B[aa]){}", "A".repeat(8 * n)),
        format!("(;GM[1]{}", ";a".repeat(n / 2)),
    ];
    for input in inputs {
        let start = Instant::now();
        sgfkit::audit_bytes(input.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(20), "{}", &input[..20]);
    }
}

/// A cut near any part of a damaged game, or none, comes to the same games.
#[test]
fn pieces_hold_the_games_of_the_whole() {
    let damaged = [
        "(;GM[1]PB[a];B[aa];W[bb])",
        "(;GM[1]PB[a];B[aa](;W[bb]",
        "(;GM[1]PB[a];B[aa]C[never closed",
        "(;GM[1]PB[a];B[aa])))",
        "(;GM[1]PB[a];B[aa])\nText between games (and so on).",
        "(;GM[1]PB[a]C[Ann [3d]: hello :)];B[aa];W[bb])",
        "(;PB[a];B[aa](;W[bb])(;W[cc]))",
        "()",
        "",
    ];
    for damaged in damaged {
        for distance in [0, 12, 20, 33, 40, 60] {
            let filler = "x".repeat(PIECE - 20 - distance);
            let input = format!("(;GM[1]C[{filler}];B[aa])\n{damaged}\n(;GM[1]C[{filler}];W[bb]){AFTER}");
            let (mut cutter, mut found, mut pieces) = (Cutter::new(input.as_bytes()), Vec::new(), 0);
            while let Some(piece) = cutter.next_piece().unwrap() {
                found.extend(games(&piece.bytes));
                pieces += 1;
            }
            assert!(pieces > 1, "{damaged}");
            assert_eq!(found, games(input.as_bytes()), "{distance} {damaged}");
        }
    }
}

/// Structure and text as files have them, in no order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "\n",
        " ",
        ":",
        "x",
        "é",
        "黑",
        "(;",
        "(;GM[1]",
        "\n(;GM[1]FF[4]",
        "B[aa]",
        "W[bb]",
        ";B[cc]",
        ";W[",
        "C[a",
        "AB[aa:cc]",
        "AE[zz]",
        "SZ[9]",
        "SZ[5:7]",
        "KM[",
        "RE[B+",
        "PL[W]",
        "HA[3]",
        "KO[]",
        "b[aa]",
        "\0",
        "()",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..80).prop_map(|pieces| pieces.concat())
}

/// Soup that is one value or many, but not the middle of an escape, which would take the first of what follows.
fn damage() -> impl Strategy<Value = String> {
    soup().prop_map(|soup| soup.trim_end_matches('\\').to_owned())
}

const BEFORE: &str = "(;GM[1]FF[4]SZ[9]PB[before];B[ee];W[cc])\n";
const AFTER: &str = "\n(;PB[after]SZ[9];B[dd]\n(;W[ff])(;W[gg]))\n";

proptest! {
    #[test]
    fn any_soup_is_audited(soup in soup(), all in any::<bool>()) {
        let branches = if all { sgfkit::record::Branches::All } else { sgfkit::record::Branches::Main };
        let options = Options { branches, ..Options::default() };
        Auditor::default().audit(soup.as_bytes(), options, |found, lines| {
            let (text, findings) = match found {
                Found::Game(game) => (game.text, game.findings),
                Found::Rest { text, findings } => (text, findings),
            };
            for finding in findings {
                assert!(text.is_char_boundary(finding.at as usize), "{finding}");
                lines.position(finding.at as usize);
            }
        });
    }

    #[test]
    fn a_game_beside_damage_is_kept(damage in damage()) {
        let found = games(format!("{BEFORE}{damage}{AFTER}").as_bytes());
        prop_assert_eq!(found.first().map(String::as_str), Some("before ee cc"));
        prop_assert_eq!(found.last().map(String::as_str), Some("after dd ff"));
    }

    /// Bytes of no character set, or of several.
    #[test]
    fn a_game_beside_any_bytes_is_kept(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        // An escape at the end would take the first character of what follows.
        let mut damage = bytes.trim_ascii_end();
        while let Some(rest) = damage.strip_suffix(b"\\") {
            damage = rest;
        }
        let found = games(&[BEFORE.as_bytes(), damage, AFTER.as_bytes()].concat());
        prop_assert_eq!(found.first().map(String::as_str), Some("before ee cc"));
        prop_assert_eq!(found.last().map(String::as_str), Some("after dd ff"));
    }
}

/// What is said of the start of a game is said once, and not in each line that goes on from it.
#[test]
fn an_opening_run_is_told_once() {
    let mut codes = Vec::new();
    let options = sgfkit::audit::Options { branches: sgfkit::record::Branches::All, ..Default::default() };
    let text = b"(;SZ[9];B[aa];B[bb](;W[cc])(;W[dd])(;B[ee];W[ff]))";
    sgfkit::audit::Auditor::default().audit(text, options, |found, _| {
        if let sgfkit::audit::Found::Game(game) = found {
            codes.extend(game.findings.iter().map(|finding| (finding.code.name(), finding.turn)));
        }
    });
    assert_eq!(codes, [("leading-run", Some(2)), ("leading-run", Some(3))]);
}

/// A finding of the header stands where its text does, not at an empty property before it.
#[test]
fn what_is_said_of_a_header_stands_at_the_property_that_was_read() {
    let at = |text: &str, name: &str| {
        let findings = sgfkit::audit_bytes(text.as_bytes());
        let finding = findings.iter().find(|finding| finding.code.name() == name).unwrap();
        text[finding.at as usize..].to_owned()
    };
    assert!(at("(;KM[];KM[abc];B[dd])", "komi-unreadable").starts_with("KM[abc]"));
    assert!(at("(;TE[x]RD[y]KO[6.5];B[pd])", "komi-guessed").starts_with("KO["));
    assert!(at("(;SZ[9]HA[x];B[pd])", "handicap-unreadable").starts_with("HA["));
}

/// Only stones that stand are a handicap: every move written twice is none.
#[test]
fn an_opening_run_counts_its_stones() {
    let facts = |text: &str| {
        let (mut codes, mut stones) = (Vec::new(), None);
        sgfkit::audit::Auditor::default().audit(text.as_bytes(), Default::default(), |found, _| {
            if let sgfkit::audit::Found::Game(game) = found {
                codes.extend(game.findings.iter().map(|finding| finding.code.name()));
                stones = Some(game.replay.handicap_stones);
            }
        });
        (stones.unwrap(), codes)
    };
    assert_eq!(facts("(;SZ[9];B[ee];B[ee];W[cc];W[cc])"), (0, vec!["occupied", "double-move", "occupied"]));
    assert_eq!(facts("(;SZ[9];B[ee];B[zz];B[cc];W[gg])"), (2, vec!["off-board", "leading-run"]));
    assert_eq!(facts("(;SZ[9]HA[2];B[ee];B[cc];AE[ee];W[gg])"), (2, vec!["leading-run", "setup-mid-game"]));
}

/// However deep, it is no main line where it leaves it once.
#[test]
fn a_deep_variation_is_none_of_the_main_line() {
    let deep = "(;W[]".repeat(250) + ";B[bb]" + &")(;B[])".repeat(250);
    let text = format!("(;SZ[19](;B[aa])(;B[bb]{deep}))");
    let options = sgfkit::audit::Options { branches: sgfkit::record::Branches::All, ..Default::default() };
    let mut ways = Vec::new();
    sgfkit::audit::Auditor::default().audit(text.as_bytes(), options, |found, _| {
        if let sgfkit::audit::Found::Game(game) = found {
            let occupied = game.findings.iter().filter(|finding| finding.code.name() == "occupied");
            ways.extend(occupied.map(|finding| finding.variation.clone()));
        }
    });
    let [way] = ways.as_slice() else { panic!("{ways:?}") };
    assert!(way.starts_with('…') && way.ends_with(".1.1"), "{way}");
}

/// Each game is cut off for itself, whoever reads them into one list.
#[test]
fn a_cut_off_is_told_of_each_text() {
    let mut findings = Vec::new();
    let mut tree = sgfkit::sgf::Tree::default();
    for text in ["(;B[aa", "(;W[bb]"] {
        assert!(sgfkit::sgf::Reader::new(text).read(&mut tree, &mut findings));
    }
    assert_eq!(findings.iter().filter(|finding| finding.code.name() == "cut-off").count(), 2);
}
