//! Corrected copies: FF\[4\] in UTF-8, with komi and result in points and the header in the root.
//!
//! A copy is written from the whole tree: variations, comments and properties that nobody knows are kept. It is written
//! here and not with `sgf-parse`, whose writer recurses on the depth of the tree, keeps lists of points in an order that
//! is another at each run, and knows no value as it was written.
//!
//! Moves are changed only where their cause was looked for ([`Options::causes`](crate::audit::Options::causes)) and is
//! certain. What cannot be decided is left as it is, and its finding with it, such as a komi that is unknown.

mod annotate;
mod cause;
mod header;
mod write;

pub use annotate::annotate;

use crate::audit::Audited;
use crate::finding::{Code, Finding};
use crate::record::{HEADER_NODES, belongs_in_root};
use crate::sgf::reader::letter_count;
use crate::sgf::{Game, Ident, Property, value};
use std::collections::HashSet;

/// Something that is otherwise in the copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it was: bytes from the start of the decoded text.
    pub at: u32,
    /// What kind of change it is: the name of the finding that it answers, or a word of ours.
    pub kind: &'static str,
    /// The property that was changed; empty for what concerns brackets and text.
    pub property: String,
    /// Its value before; empty where it was absent.
    pub before: String,
    /// Its value after; empty where it is gone.
    pub after: String,
    /// What was found, in a sentence.
    pub detail: String,
}

/// A property to be written, its values as they stand between the brackets.
#[derive(Clone, Debug)]
struct Written {
    ident: Ident,
    name: String,
    values: Vec<String>,
}

impl Written {
    fn new(ident: Ident, text: &str) -> Written {
        Written { ident, name: ident.to_string(), values: vec![write::escape(text)] }
    }
}

/// Findings that a copy does not have any more because it is written anew.
const WRITTEN_ANEW: [Code; 16] = [
    Code::TextLost,
    Code::NulBytes,
    Code::MissingParenthesis,
    Code::MissingSemicolon,
    Code::SurplusParenthesis,
    Code::EmptyTree,
    Code::NestedGame,
    Code::NodeAfterVariation,
    Code::CutOff,
    Code::UnclosedValue,
    Code::StrayBracket,
    Code::StrayText,
    Code::ValueMissing,
    Code::IdentifierGuessed,
    Code::DuplicateProperty,
    Code::TwoMovesInNode,
];

/// Says what writing the text anew takes away: of a game, or of what belongs to none. `text` is what the offsets of the
/// findings count in, up to the end of the game.
pub fn of_findings(text: &str, findings: &[Finding], changes: &mut Vec<Change>) {
    for finding in findings.iter().filter(|finding| WRITTEN_ANEW.contains(&finding.code)) {
        let (property, before) = concerned(text, finding);
        let before = value::text(before.trim_end()).into_owned();
        let is_kept = Ident::new(property.as_bytes()).is_text();
        changes.push(Change {
            at: finding.at,
            kind: finding.code.name(),
            property: property.to_owned(),
            after: if is_kept { before.clone() } else { String::new() },
            before,
            detail: finding.detail.clone(),
        });
    }
}

/// The property that a finding of the text is about, and the value that is never closed.
fn concerned<'t>(text: &'t str, finding: &Finding) -> (&'t str, &'t str) {
    let at = finding.at as usize;
    match finding.code {
        Code::DuplicateProperty => (&text[at..at + letter_count(&text.as_bytes()[at..])], ""),
        Code::CutOff | Code::UnclosedValue if text[at..].starts_with('[') => {
            let name = text[..at].trim_ascii_end();
            let letters = name.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
            (&name[name.len() - letters..], &text[at + 1..])
        }
        _ => ("", ""),
    }
}

/// The corrected text of a game and what is otherwise in it; `None` where nothing is to be changed. `counted` is a
/// result to write in the place of the recorded one.
///
/// ```
/// use sgfkit::audit::{Auditor, Found, Options};
///
/// let mut copy = None;
/// Auditor::default().audit("(;GM[1]SZ[9]KM[3.75]RE[黑胜3/4子];B[ee]".as_bytes(), Options::default(), |found, _| {
///     if let Found::Game(game) = found {
///         copy = sgfkit::fix::fix(&game, None, &mut Vec::new());
///     }
/// });
/// assert_eq!(copy.unwrap(), "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RE[B+1.5]\n;B[ee])");
/// ```
pub fn fix(game: &Audited<'_>, counted: Option<&str>, changes: &mut Vec<Change>) -> Option<String> {
    let before = changes.len();
    let tree = game.game;
    of_findings(&game.text[..tree.end() as usize], game.findings, changes);
    let correction = cause::Correction::of(game, changes);
    let mut root = write::properties(tree, 0, &correction.skipped, changes);
    let mut moved = HashSet::new();
    let left = move_to_root(tree, &correction.first, &mut root, &mut moved, changes);
    header::correct(game, counted, correction.run, &mut root, changes);
    // Corrected, the root may say what they say.
    for property in left {
        let own = root.iter().find(|written| written.ident == property.ident);
        if said(own).trim() == said(Some(&write::property(tree, property))).trim() {
            moved.insert(property.at);
            note_moved(tree, property, "", SAME, changes);
        }
    }
    for node in 1..tree.len() as u32 {
        report_values(tree, node, &moved, changes);
    }
    header::form(game, &mut root, changes);
    correction.complete(0, &mut root);
    if changes.len() == before {
        return None;
    }
    changes[before..].sort_by_key(|change| change.at);
    let skipped = &correction.skipped | &moved;
    let mut text = String::with_capacity((tree.end() - tree.at()) as usize + 64);
    write::write(
        tree,
        |node, changes| match node {
            0 => root.clone(),
            node => {
                let mut properties = write::properties(tree, node, &skipped, changes);
                correction.complete(node, &mut properties);
                properties
            }
        },
        |node| correction.touches(node),
        &correction.first,
        &mut text,
    );
    Some(text)
}

/// Why a property behind the root is left out.
const SAME: &str = "the root says the same";

/// What a property says.
fn said(written: Option<&Written>) -> String {
    let value = written.and_then(|written| written.values.first());
    value::text(value.map_or("", String::as_str)).into_owned()
}

/// Notes that a property of the header stands behind the root no more, with all its values.
fn note_moved(game: Game<'_>, property: &Property, after: &str, detail: &str, changes: &mut Vec<Change>) {
    let change = |kind, before: &str, after: &str, detail: &str| Change {
        at: property.at,
        kind,
        property: property.ident.to_string(),
        before: value::text(before).into_owned(),
        after: after.to_owned(),
        detail: detail.to_owned(),
    };
    changes.push(change(Code::MisplacedRootProperty.name(), game.value(property), after, detail));
    for extra in game.values(property).skip(1) {
        changes.push(change(Code::ExtraValues.name(), extra, "", "the first value is kept"));
    }
}

/// Properties of the header that stand behind the root on the main line go into it. Where the root says otherwise, both
/// stay where they are: those are returned.
///
/// The main line is that of the copy: nodes in `first` come before their siblings.
fn move_to_root<'g>(
    game: Game<'g>,
    first: &HashSet<u32>,
    root: &mut Vec<Written>,
    skipped: &mut HashSet<u32>,
    changes: &mut Vec<Change>,
) -> Vec<&'g Property> {
    let mut left = Vec::new();
    let next = |&node: &u32| {
        let child = game.first_child(node)?;
        let mut children = std::iter::successors(Some(child), |&child| game.next_sibling(child));
        Some(children.find(|child| first.contains(child)).unwrap_or(child))
    };
    // A root deep in a game begins another one, which nobody parted from it.
    let is_root = |property: &Property| matches!(property.ident, Ident::GM | Ident::FF | Ident::SZ);
    let is_other = |(n, node): &(usize, u32)| *n >= HEADER_NODES && game.properties(*node).iter().any(is_root);
    for (n, node) in std::iter::successors(Some(0), next).enumerate().skip(1).take_while(|node| !is_other(node)) {
        // Deep in the game what judges it was not read: in the root it would make another game of it.
        let judges = |ident| matches!(ident, Ident::GM | Ident::SZ | Ident::KM | Ident::HA | Ident::RU);
        let stays = |ident| n >= HEADER_NODES && judges(ident);
        let is_misplaced = |property: &&Property| belongs_in_root(property.ident) && !stays(property.ident);
        for property in game.properties(node).iter().filter(is_misplaced) {
            let mut written = write::property(game, property);
            written.values.truncate(1);
            let own = root.iter_mut().find(|written| written.ident == property.ident);
            let (own_text, text) = (said(own.as_deref()), said(Some(&written)));
            let (after, detail) = match (own_text.trim(), text.trim()) {
                (_, "") if own.is_some() => ("", "it says nothing"),
                (own, text) if own == text => ("", SAME),
                ("", _) => (text.as_str(), "moved into the root"),
                _ => {
                    left.push(property);
                    continue;
                }
            };
            skipped.insert(property.at);
            note_moved(game, property, after, detail, changes);
            match own {
                Some(_) if after.is_empty() => {}
                Some(own) => *own = written,
                None => root.push(written),
            }
        }
    }
    left
}

/// Values that the node's copy does not have, or has otherwise.
fn report_values(game: Game<'_>, node: u32, skipped: &HashSet<u32>, changes: &mut Vec<Change>) {
    let is_usual = |property: &Property| {
        game.spans(property).len() == 1
            && property.ident != Ident::PL
            && !matches!(game.value(property).as_bytes(), [b't', b't'])
            && !game.value(property).contains(write::ESC)
    };
    if !game.properties(node).iter().all(is_usual) {
        write::properties(game, node, skipped, changes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Auditor, Found, Options};

    /// The copies of all games of a file, one after the other, and the kinds of changes.
    fn copies(bytes: &[u8]) -> (String, Vec<&'static str>) {
        let (mut text, mut changes) = (String::new(), Vec::new());
        Auditor::default().audit(bytes, Options::default(), |found, _| {
            if let Found::Game(game) = found {
                let as_it_is = &game.text[game.game.at() as usize..game.game.end() as usize];
                text += &fix(&game, None, &mut changes).unwrap_or_else(|| as_it_is.to_owned());
            }
        });
        (text, changes.into_iter().map(|change| change.kind).collect())
    }

    #[track_caller]
    fn check(record: &str, expected: &str, kinds: &[&str]) {
        let (text, found) = copies(record.as_bytes());
        assert_eq!((text.as_str(), found.as_slice()), (expected, kinds), "{record}");
        let again = copies(text.as_bytes());
        assert_eq!((again.0.as_str(), again.1.as_slice()), (expected, [].as_slice()), "a second time");
    }

    #[test]
    fn what_is_right_is_left_alone() {
        for record in [
            "(;FF[4]GM[1]SZ[19]KM[6.5]RE[B+Resign]HA[2]AB[dd][pp];W[dp];B[pd](;W[cc]C[a \\] b])(;W[qq]XY[1][2]))",
            "(;FF[4]CA[UTF-8]PB[吴清源]KM[7.50]RE[W+1.5];B[dd];W[])",
            "(;FF[4]RE[?];B[dd])",
            "(;FF[4]HA[3];W[dd])",
            "(;FF[4]GM[2]KM[750]RE[whatever];B[e4])",
        ] {
            check(record, record, &[]);
        }
    }

    #[test]
    fn komi_result_and_handicap() {
        check("(;FF[4]KM[375];B[dd])", "(;FF[4]KM[7.5]\n;B[dd])", &["komi-guessed"]);
        check("(;FF[4]KM[3又3/4子];B[dd])", "(;CA[UTF-8]FF[4]KM[7.5]\n;B[dd])", &["form", "komi"]);
        check("(;FF[4]RE[B+0.75];B[dd])", "(;FF[4]RE[B+1.5]\n;B[dd])", &["result-guessed"]);
        check("(;FF[4]RE[b+r];B[dd])", "(;FF[4]RE[B+R]\n;B[dd])", &["result"]);
        check("(;FF[4]RE[jigo];B[dd])", "(;FF[4]RE[0]\n;B[dd])", &["result"]);
        check("(;FF[4]HA[2]AB[dd][pp][dp];W[aa])", "(;FF[4]HA[3]AB[dd][pp][dp]\n;W[aa])", &["handicap-mismatch"]);
        check("(;FF[4]HA[4];B[dd];B[pp];W[aa])", "(;FF[4]HA[2]\n;B[dd];B[pp];W[aa])", &["handicap-mismatch"]);
    }

    #[test]
    fn margins_of_fox_stay_in_points() {
        let record = "(;FF[4]AP[foxwq]RU[Chinese]KM[375]RE[W+3.25];B[dd];W[pp])";
        let fixed = "(;FF[4]AP[foxwq]RU[Chinese]KM[7.5]RE[W+6.5]UT[points]\n;B[dd];W[pp])";
        check(record, fixed, &["komi-guessed", "result-guessed"]);
    }

    #[test]
    fn the_frame_of_the_tree() {
        check("(;FF[4];B[dd]", "(;FF[4]\n;B[dd])", &["cut-off"]);
        check("(;FF[4];B[dd]C[half a tex", "(;FF[4]\n;B[dd]C[half a tex])", &["cut-off"]);
        check("(;FF[4];B[dd];W[p", "(;FF[4]\n;B[dd];)", &["cut-off"]);
        check(";FF[4];B[dd]", "(;FF[4]\n;B[dd])", &["missing-parenthesis"]);
        check("(;FF[4](;B[dd])(;B[pp]);B[qq])", "(;FF[4]\n(;B[dd])\n(;B[pp])\n(;B[qq]))", &["node-after-variation"]);
        check("(;B[dd])", "(;FF[4]B[dd])", &["form"]);
        // At the start of a line this variation would be another game.
        check("(;((;)SZ[9]", "(;FF[4]\n(;)(;SZ[9]))", &["form", "missing-semicolon", "cut-off"]);
        check("(;FF[3]SZ[19];B[tt])", "(;FF[4]SZ[19]\n;B[])", &["form", "pass"]);
    }

    /// PL tells who plays after both moves of its node.
    #[test]
    fn a_node_of_two_moves_keeps_its_double_move() {
        let (record, kinds) = ("(;FF[4];B[aa];PL[W]W[bb]W[cc];B[dd])", ["duplicate-property", "two-moves-in-node"]);
        check(record, "(;FF[4]\n;B[aa];W[bb];W[cc]PL[W];B[dd])", &kinds);
        let double = |text: &str| crate::audit_bytes(text.as_bytes()).iter().any(|f| f.code == Code::DoubleMove);
        assert!(double(record) && double(&copies(record.as_bytes()).0));
    }

    #[test]
    fn what_is_left_out_is_told() {
        let check = |record: &str, property: &str, before: &str| {
            let mut changes = Vec::new();
            Auditor::default().audit(record.as_bytes(), Options::default(), |found, _| {
                if let Found::Game(game) = found {
                    let _ = fix(&game, None, &mut changes);
                }
            });
            let told: Vec<_> =
                changes.iter().map(|change| (change.property.as_str(), change.before.as_str())).collect();
            assert!(told.contains(&(property, before)), "{record}: {told:?}");
        };
        check("(;FF[4];B[dd];W[p", "W", "p");
        check("(;FF[4]SZ[9];B[dd]N[a na", "N", "a na");
        check("(;FF[4]SZ[9]AP[a]AP[b];B[dd])", "AP", "");
        check("(;FF[4]SZ[9]PB[Jo\n(;GM[1]SZ[9];B[aa])", "PB", "Jo");
    }

    #[test]
    fn one_value_is_moved_into_the_root() {
        let kinds = ["misplaced-root-property", "extra-values"];
        check("(;FF[4];SZ[9][13];B[cc])", "(;FF[4]SZ[9]\n;;B[cc])", &kinds);
    }

    #[test]
    fn what_two_nodes_say_is_not_lost() {
        let moved = "misplaced-root-property";
        // Deep in the game too.
        check("(;FF[4];B[dd];W[pp];B[dp]RE[W+R]C[x])", "(;FF[4]RE[W+R]\n;B[dd];W[pp];B[dp]C[x])", &[moved]);
        check("(;FF[4]RE[B+R];B[dd];W[pp];B[dp]RE[W+R])", "(;FF[4]RE[B+R];B[dd];W[pp];B[dp]RE[W+R])", &[]);
        check("(;FF[4]RE[B+R];B[dd];W[pp];B[dp]RE[B+R ])", "(;FF[4]RE[B+R]\n;B[dd];W[pp];B[dp])", &[moved]);
        check("(;FF[4]PB[a];PB[b]PW[c];PW[d])", "(;FF[4]PB[a]PW[c]\n;PB[b];PW[d])", &[moved]);
        // An empty value says nothing.
        check("(;FF[4]KM[];KM[6.5];B[dd])", "(;FF[4]KM[6.5]\n;;B[dd])", &[moved]);
        check("(;FF[4]KM[6.5];KM[];B[dd])", "(;FF[4]KM[6.5]\n;;B[dd])", &[moved]);
        // Another game that is run in keeps its own header.
        let two = "(;FF[4]PB[a];B[dd];W[pp];B[dp];GM[1]SZ[19]PB[b]PW[c];B[qq]RE[B+R])";
        check(two, two, &[]);
        // Corrected by the stones that are set, the root says what the second one says.
        let kinds = [moved, "handicap-mismatch", "duplicate-property", moved];
        check("(;FF[4];HA[9]HA[2]AB[gc][cg];W[ee])", "(;FF[4]HA[2]\n;AB[gc][cg];W[ee])", &kinds);
        let kinds = ["form", "escape-character", moved];
        check("(;FF[4]PB[a\x1b];PB[a\x1b];B[ee])", "(;CA[UTF-8]FF[4]PB[a␛]\n;;B[ee])", &kinds);
        // A variation is left as it is.
        check("(;FF[4](;B[dd])(;B[pp]RE[W+R]))", "(;FF[4](;B[dd])(;B[pp]RE[W+R]))", &[]);
    }

    #[test]
    fn what_is_moved_is_read_there() {
        // The size stands behind the root: `tt` is a point of the board.
        let fixed = "(;FF[4]SZ[25]\n;B[tt];W[aa])";
        check("(;FF[4];SZ[25]B[tt];W[aa])", fixed, &["misplaced-root-property"]);
        check("(;FF[4]SZ[ ];SZ[9]B[tt];W[aa])", "(;FF[4]SZ[9]\n;B[];W[aa])", &["misplaced-root-property", "pass"]);
        check("(;FF[4];SZ[9]B[tt];W[aa])", "(;FF[4]SZ[9]\n;B[];W[aa])", &["misplaced-root-property", "pass"]);
        let fixed = "(;CA[UTF-8]FF[4]RE[B+1.5]\n;B[dd];W[pp];B[dp])";
        let kinds = ["result", "form", "misplaced-root-property"];
        check("(;FF[4];B[dd];W[pp];B[dp]RE[黑胜3/4子])", fixed, &kinds);
        check("(;FF[4]KM[]KM[6.5];B[dd])", "(;FF[4]KM[6.5]\n;B[dd])", &["duplicate-property"]);
    }

    #[test]
    fn whose_turn_it_is() {
        check("(;FF[4]PL[2]AB[dd];W[pp])", "(;FF[4]PL[W]AB[dd]\n;W[pp])", &["player-unreadable"]);
        check("(;FF[4];AB[dd]PL[black];B[pp])", "(;FF[4]\n;AB[dd]PL[B];B[pp])", &["player-unreadable"]);
        let kinds = ["duplicate-property", "player-unreadable"];
        check("(;FF[4]AB[dd]PL[]PL[black];B[pp])", "(;FF[4]AB[dd]PL[B]\n;B[pp])", &kinds);
        check("(;FF[4]PL[nobody];B[pp])", "(;FF[4]PL[nobody];B[pp])", &[]);
    }

    #[test]
    fn a_size_deep_in_the_game_stays_there() {
        check("(;FF[4]AB[aa:cc];;;SZ[9]HA[3])", "(;FF[4]AB[aa:cc];;;SZ[9]HA[3])", &[]);
    }

    #[test]
    fn a_header_behind_two_moves_of_a_node_is_read_in_the_annotated_copy_too() {
        let read = |text: &str| {
            let mut read = None;
            Auditor::default().audit(text.as_bytes(), Options::default(), |found, _| {
                if let Found::Game(game) = found {
                    read = Some((game.record.size.map(|size| size.width()), annotate(&game, game.findings)));
                }
            });
            read.unwrap()
        };
        let check = |text: &str, width: Option<u8>| {
            let (own, copy) = read(text);
            assert_eq!((own, read(&copy).0), (width, width), "{copy}");
        };
        check("(;FF[4];B[gg]B[cc];SZ[9]W[dd])", Some(9));
        check("(;FF[4]SZ[];B[gg]B[cc];SZ[9]W[dd])", Some(9));
        // A blank says nothing.
        check("(;FF[4]SZ[ ];SZ[9]B[gg]B[cc])", Some(9));
        // Not replayed, and so without a finding of the two moves.
        check("(;FF[4];B[gg]B[cc];SZ[x]W[dd])", None);
    }

    #[test]
    fn a_result_deep_in_the_game_is_moved_up_and_corrected_at_once() {
        let kinds = ["result", "misplaced-root-property"];
        check("(;FF[4];B[dd];W[cc];B[ee]RE[B+0])", "(;FF[4]RE[B+]\n;B[dd];W[cc];B[ee])", &kinds);
        check("(;FF[4];B[dd];W[cc];B[ee]RE[B+2.5])", "(;FF[4]RE[B+2.5]\n;B[dd];W[cc];B[ee])", &kinds[1..]);
    }

    #[test]
    fn a_text_that_looks_like_a_game_stays_a_text() {
        check("(;FF[4];C[a][(;GM[1])", "(;FF[4]\n;C[a\n\\(;GM[1])", &["extra-values"]);
    }

    #[test]
    fn nuls_and_escapes_of_nothing() {
        check("(;FF[4]PB[a\0b]KM[\0-6.5];B[\0\0dd])", "(;FF[4]PB[ab]KM[-6.5]\n;B[dd])", &["nul-bytes"]);
        check("(;FF[4];B[dd]C[a\\\0])", "(;FF[4]\n;B[dd]C[a])", &["nul-bytes"]);
        // What the mark makes plain says nothing, and the mark is left out: the move is the same before and after.
        check("(;FF[4]SZ[5];B[cc\\\0])", "(;FF[4]SZ[5]\n;B[cc])", &["nul-bytes"]);
        // Else the copy, all ASCII, could be taken for ISO-2022-JP, and move and bracket with it.
        let kinds = ["form", "escape-character", "escape-character", "escape-character"];
        let fixed = "(;CA[UTF-8]FF[4]C[a␛$BW\n]\n;B[dd␛]C[␛a␛$B])";
        check("(;FF[4]C[a\x1b$BW\n];B[dd\x1b]C[\x1ba\x1b$B])", fixed, &kinds);
    }

    #[test]
    fn properties_and_values() {
        check("(;FF[4];GaMe[1]Black[dd])", "(;FF[4]GM[1]\n;B[dd])", &["misplaced-root-property"]);
        check("(;FF[4]LongName[x];b[dd])", "(;FF[4]LN[x]\n;B[dd])", &["identifier-guessed"]);
        check("(;FF[4]MULTIGOGM[1];b[dd])", "(;FF[4]MULTIGOGM[1]\n;B[dd])", &["identifier-guessed"]);
        // White's stone counts, in the copy as before.
        let twice = "(;FF[4]SZ[5]AB[aa]AW[cc]AB[cc];B[dd])";
        check(twice, "(;FF[4]SZ[5]AB[aa][cc]AW[cc]\n;B[dd])", &["duplicate-property"]);
        let stone = |record: &str| {
            let mut stone = None;
            Auditor::default().audit(record.as_bytes(), Options::default(), |found, _| {
                if let Found::Game(game) = found {
                    stone = game.board.get(crate::go::Point::new(2, 2));
                }
            });
            stone
        };
        assert_eq!([twice, &copies(twice.as_bytes()).0].map(stone), [Some(crate::go::Colour::White); 2]);
        let overlap = crate::audit_bytes(twice.as_bytes()).into_iter().find(|found| found.code == Code::SetupOverlap);
        assert_eq!(overlap.unwrap().detail, "cc is set more than once in this node; AW counts");
        check("(;FF[4];B[dd]TR[aa]TR[bb])", "(;FF[4]\n;B[dd]TR[aa][bb])", &["duplicate-property"]);
        check("(;FF[4];B[dd]W[pp]C[x])", "(;FF[4]\n;B[dd]C[x];W[pp])", &["two-moves-in-node"]);
        check("(;FF[4]KM[6.5][7.5];B[dd])", "(;FF[4]KM[6.5]\n;B[dd])", &["extra-values"]);
        check("(;FF[4];B[dd]C[one][two])", "(;FF[4]\n;B[dd]C[one\ntwo])", &["extra-values"]);
        check(
            "(;FF[4]KM[6.5];B[dd]KM[7.5]RE[B+R])",
            "(;FF[4]KM[6.5]RE[B+R]\n;B[dd]KM[7.5])",
            &["misplaced-root-property"],
        );
    }

    #[test]
    fn the_dialect_of_portals() {
        check(
            "(;TE[Final]RD[2001-02-03]KO[6.5]RE[B+R];B[dd])",
            "(;FF[4]GN[Final]DT[2001-02-03]RE[B+R]KM[6.5]\n;B[dd])",
            &["form", "portal-property", "portal-property", "komi-guessed"],
        );
    }

    #[test]
    fn character_sets() {
        let (bytes, _, _) = encoding_rs::GB18030.encode("(;FF[4]CA[GB2312]PB[吴清源];B[dd]C[好])");
        let (text, kinds) = copies(&bytes);
        assert_eq!(text, "(;FF[4]CA[UTF-8]PB[吴清源]\n;B[dd]C[好])");
        assert_eq!(kinds, ["charset", "form"]);
        assert_eq!(copies(text.as_bytes()), (text, vec![]));
    }

    #[test]
    fn a_deep_tree_is_written_without_recursion() {
        let record = format!("({}", ";B[aa];W[bb]".repeat(40_000));
        let text = copies(record.as_bytes()).0;
        assert_eq!(text.matches(';').count(), 80_000);
        let record = format!("(;FF[3]{}{}", "(;B[aa]".repeat(40_000), ")".repeat(40_001));
        assert_eq!(copies(record.as_bytes()).0.matches(';').count(), 40_001);
    }

    #[test]
    fn annotated_twice_is_annotated_once() {
        let annotated = |text: &str| {
            let mut copy = String::new();
            Auditor::default().audit(text.as_bytes(), Options::default(), |found, _| {
                if let Found::Game(game) = found {
                    copy = annotate(&game, game.findings);
                }
            });
            copy
        };
        // A blank size is that of the usual board.
        for record in ["(;FF[4]SZ[];B[ee];W[ee])", "(;FF[4]SZ[9];B[ee];W[ee]C[what?\n])"] {
            let copy = annotated(record);
            assert!(copy.contains("MA[ee]"), "{copy}");
            assert_eq!(annotated(&copy), copy);
        }
    }
}
