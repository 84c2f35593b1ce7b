//! Corrections of moves, where it is certain why they are wrong.

use super::{Change, Written, write};
use crate::audit::Audited;
use crate::causes::{self, Cause, Edit, Kind, Line, Turn};
use crate::finding::Code;
use crate::go::Colour;
use crate::record::Play;
use crate::sgf::{Game, Ident, Property};
use std::collections::{HashMap, HashSet};

/// Properties whose values are points of the board: moves and marks.
const POINTS: [&[u8]; 16] =
    [b"B", b"W", b"TR", b"SQ", b"CR", b"MA", b"SL", b"LB", b"TB", b"TW", b"DD", b"VW", b"AR", b"LN", b"L", b"M"];

/// What is otherwise in the copy's moves.
#[derive(Debug, Default)]
pub(super) struct Correction {
    /// Places of properties that the copy does not have.
    pub(super) skipped: HashSet<u32>,
    /// The nodes in which they stand, each with the move that stands there instead, if any, and how many moves of the node
    /// come before it.
    nodes: HashMap<u32, Option<(usize, Written)>>,
    /// Handicap stones for the root.
    stones: Option<Written>,
    /// Handicap stones played as an opening run of black moves, where the moves are otherwise.
    pub(super) run: Option<u32>,
    /// Nodes that come first among their siblings: the game goes on there.
    pub(super) first: HashSet<u32>,
    /// Whether every point is read as on a board whose letters skip the I.
    letter_i: bool,
}

impl Correction {
    /// The correction of a game whose cause was looked for and found, beyond doubt; else none. One that would touch
    /// variations is none, and so is one after which the game may have another error behind a set-up.
    pub(super) fn of(game: &Audited<'_>, changes: &mut Vec<Change>) -> Correction {
        let before = changes.len();
        game.cause.as_ref().and_then(|cause| Correction::certain(game, cause, changes)).unwrap_or_else(|| {
            changes.truncate(before);
            Correction::default()
        })
    }

    fn certain(game: &Audited<'_>, cause: &Cause, changes: &mut Vec<Change>) -> Option<Correction> {
        let [edit] = cause.candidates.as_slice() else { return None };
        let tree = game.game;
        let turns = turns(tree);
        let line = Line::around(game.record, game.replay.first_illegal?)?;
        let is_whole = line.before as usize + line.turns.len() == turns.len();
        if !is_whole || turns.len() != game.replay.turns as usize {
            return None;
        }
        let mut correction = Correction::default();
        let corrected = edit.apply(&line);
        if line.before == 0 && corrected.stones.is_empty() {
            correction.run = Some(opening_run(&corrected.turns));
        }
        let mut report = |at: u32, property: Ident, before: &str, after: &str| {
            changes.push(Change {
                at,
                kind: cause.kind.name(),
                property: property.to_string(),
                before: before.to_owned(),
                after: after.to_owned(),
                detail: cause.detail.clone(),
            });
        };
        match (cause.kind, edit) {
            (Kind::HandicapMissing, Edit::SetStones(points)) => {
                let is_set_up = |property: &Property| matches!(property.ident, Ident::AB | Ident::AW | Ident::AE);
                if tree.properties(0).iter().any(is_set_up) {
                    return None;
                }
                let values: Vec<String> = points.iter().map(|point| point.to_string()).collect();
                report(game.record.places.handicap, Ident::AB, "", &values.join(" "));
                correction.stones = Some(Written { ident: Ident::AB, name: "AB".to_owned(), values });
            }
            (Kind::WrittenTwice | Kind::GameRepeated, &Edit::Remove { turn, count }) => {
                let first = turn.checked_sub(1)? as usize;
                for &(node, property) in turns.get(first..first.checked_add(count as usize)?)? {
                    if tree.has_siblings(node) {
                        return None;
                    }
                    report(property.at, property.ident, tree.value(property), "");
                    correction.skip(node, property, None);
                    for clock in clocks(tree, node, property.ident) {
                        report(clock.at, clock.ident, tree.value(clock), "");
                        correction.skip(node, clock, None);
                    }
                }
            }
            (Kind::ColourWrong, &Edit::Colour { turn }) => {
                let &(node, property) = turns.get(turn.checked_sub(1)? as usize)?;
                let ident = if property.ident == Ident::B { Ident::W } else { Ident::B };
                report(
                    property.at,
                    property.ident,
                    tree.value(property),
                    &format!("{ident}[{}]", tree.value(property)),
                );
                correction.replace(tree, node, property, ident, tree.value(property));
            }
            (Kind::CaptureOnStone, &Edit::Point { turn, to, .. }) => {
                let &(node, property) = turns.get(turn.checked_sub(1)? as usize)?;
                report(property.at, property.ident, tree.value(property), &to.to_string());
                correction.replace(tree, node, property, property.ident, &to.to_string());
            }
            (Kind::LineContinued, Edit::OtherLine { .. }) => {
                let wanted = corrected.turns;
                let behind = game.findings.iter().filter(|finding| finding.code == Code::NodeAfterVariation);
                let node = behind
                    .filter_map(|finding| tree.node_at(finding.at))
                    .find(|&node| causes::turns_to(tree, node, line.size) == wanted)?;
                correction.first = std::iter::successors(Some(node), |&node| tree.parent(node)).collect();
                report(tree.node(node).at, Ident::OTHER, "", "");
                changes.last_mut()?.property.clear();
            }
            (Kind::LetterISkipped, Edit::LetterI) => {
                if !all_skip_the_i(tree) {
                    return None;
                }
                correction.letter_i = true;
                let &(node, _) = turns.first()?;
                report(tree.node(node).at, Ident::OTHER, "", "");
                // No property is its own: the sentence says what was done.
                changes.last_mut()?.property.clear();
            }
            _ => return None,
        }
        Some(correction)
    }

    fn skip(&mut self, node: u32, property: &Property, instead: Option<(usize, Written)>) {
        self.skipped.insert(property.at);
        let place = self.nodes.entry(node).or_default();
        *place = place.take().or(instead);
    }

    /// Puts another move in the place of one.
    fn replace(&mut self, tree: Game<'_>, node: u32, property: &Property, ident: Ident, value: &str) {
        let before =
            tree.properties(node).iter().filter(|other| other.at < property.at && other.ident.is_move()).count();
        let value = if write::is_old_pass(value, tree) { "" } else { value };
        self.skip(node, property, Some((before, Written::new(ident, value))));
    }

    /// Whether a node is otherwise in the copy. One in which nothing is left is not written.
    pub(super) fn touches(&self, node: u32) -> bool {
        self.letter_i || self.nodes.contains_key(&node)
    }

    /// Puts into a node's copy, from which all that is skipped is left out already, what is to stand there.
    pub(super) fn complete(&self, node: u32, properties: &mut Vec<Written>) {
        if let Some(Some((before, instead))) = self.nodes.get(&node) {
            let moves = properties.iter().enumerate().filter(|(_, written)| written.ident.is_move());
            let at = moves.map(|(at, _)| at + 1).take(*before).last().unwrap_or(0);
            properties.insert(at, instead.clone());
        }
        if let Some(stones) = self.stones.as_ref().filter(|_| node == 0) {
            properties.push(stones.clone());
        }
        if self.letter_i {
            for written in properties.iter_mut().filter(|written| is_points(written.ident)) {
                for value in &mut written.values {
                    if let Some(meant) = one_back(value, written.ident) {
                        *value = meant;
                    }
                }
            }
        }
    }
}

/// The black moves that open a game as handicap stones: two and more.
fn opening_run(turns: &[Turn]) -> u32 {
    let opens = |turn: &&Turn| turn.colour == Colour::Black && turn.play != Play::Pass;
    match turns.iter().take_while(opens).count() {
        1 => 0,
        run => run as u32,
    }
}

/// The turns of the main line: node and property.
fn turns<'a>(tree: Game<'a>) -> Vec<(u32, &'a Property)> {
    let of_node = |node| tree.properties(node).iter().map(move |property| (node, property));
    tree.main_line().flat_map(of_node).filter(|(_, property)| property.ident.is_move()).collect()
}

/// The clocks that belong to a node's only move.
fn clocks<'a>(tree: Game<'a>, node: u32, side: Ident) -> impl Iterator<Item = &'a Property> {
    let of_side = if side == Ident::B { [Ident::BL, Ident::OB] } else { [Ident::WL, Ident::OW] };
    tree.properties(node).iter().filter(move |property| of_side.contains(&property.ident))
}

fn is_points(ident: Ident) -> bool {
    POINTS.iter().any(|name| Ident::new(name) == ident)
}

/// Whether no point in the whole tree has the letter I, every one can be read, and no stones are set.
fn all_skip_the_i(tree: Game<'_>) -> bool {
    (0..tree.len() as u32).flat_map(|node| tree.properties(node)).all(|property| match property.ident {
        Ident::AB | Ident::AW | Ident::AE => false,
        ident if is_points(ident) => tree.values(property).all(|value| one_back(value, ident).is_some()),
        _ => true,
    })
}

/// A value with the letters behind the I one back; `None` where it has an I or is no point. A pass stays.
fn one_back(value: &str, ident: Ident) -> Option<String> {
    let value = value.trim();
    if value.is_empty() || (ident.is_move() && value == "tt") {
        return Some(value.to_owned());
    }
    let (points, rest) = match value.find(':') {
        Some(colon) if ident == Ident::new(b"LB") => value.split_at(colon),
        _ => (value, ""),
    };
    let meant = points.split(':').map(|point| match point.as_bytes() {
        [x, y] => Some([letter_back(*x)?, letter_back(*y)?].into_iter().collect::<String>()),
        _ => None,
    });
    Some(meant.collect::<Option<Vec<String>>>()?.join(":") + rest)
}

fn letter_back(letter: u8) -> Option<char> {
    match letter {
        b'a'..=b'h' => Some(char::from(letter)),
        b'j'..=b'z' => Some(char::from(letter - 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Auditor, Found, Options};

    /// The copy of a game and the kinds of changes, where causes are looked for.
    fn corrected(record: &str) -> (String, Vec<(&'static str, String, String)>) {
        let (mut text, mut changes) = (record.to_owned(), Vec::new());
        let options = Options { causes: true, ..Options::default() };
        Auditor::default().audit(record.as_bytes(), options, |found, _| {
            if let Found::Game(game) = found {
                text = super::super::fix(&game, None, &mut changes).unwrap_or(text.clone());
            }
        });
        (text, changes.into_iter().map(|change| (change.kind, change.before, change.after)).collect())
    }

    #[track_caller]
    fn check(record: &str, expected: &str, changes: &[(&str, &str, &str)]) {
        let (text, found) = corrected(record);
        let found: Vec<_> = found.iter().map(|(kind, a, b)| (*kind, a.as_str(), b.as_str())).collect();
        assert_eq!((text.replace('\n', "").as_str(), found.as_slice()), (expected, changes), "{record}");
        let errors = crate::audit_bytes(text.as_bytes());
        assert!(errors.iter().all(|finding| finding.severity < crate::finding::Severity::Error), "{errors:?}");
        assert_eq!(corrected(&text), (text, vec![]), "a second time");
    }

    /// What remains of the opening run tells the handicap, not what was there before.
    #[test]
    fn a_move_written_twice_is_no_handicap_stone() {
        check(
            "(;FF[4]SZ[9]HA[2];B[cc];B[gg];B[gg];W[ee];B[ce])",
            "(;FF[4]SZ[9]HA[2];B[cc];B[gg];W[ee];B[ce])",
            &[("written-twice", "gg", "")],
        );
        check(
            "(;FF[4]SZ[9]HA[3];B[cc];B[gg];B[gg];W[ee];B[ce])",
            "(;FF[4]SZ[9]HA[2];B[cc];B[gg];W[ee];B[ce])",
            &[("handicap-mismatch", "3", "2"), ("written-twice", "gg", "")],
        );
    }

    #[test]
    fn missing_handicap_stones_are_set() {
        // With a stone at gc the one at gb is taken, and its point is free for Black.
        let moves = ";W[gb];B[fb];W[ee];B[hb];W[ce];B[ga];W[cc];B[gb];W[gg]";
        check(
            &format!("(;FF[4]SZ[9]HA[2]{moves})"),
            &format!("(;FF[4]SZ[9]HA[2]AB[gc][cg]{moves})"),
            &[("handicap-missing", "", "gc cg")],
        );
    }

    #[test]
    fn what_is_written_twice_is_taken_out() {
        check(
            "(;FF[4]SZ[9];B[ee]BL[100];W[cc]WL[100];B[ee]BL[99]C[why];W[cc]WL[98];B[gg];W[cg])",
            "(;FF[4]SZ[9];B[ee]BL[100];W[cc]WL[100];C[why];B[gg];W[cg])",
            &[
                ("written-twice", "ee", ""),
                ("written-twice", "99", ""),
                ("written-twice", "cc", ""),
                ("written-twice", "98", ""),
            ],
        );
    }

    #[test]
    fn a_game_that_goes_on_behind_a_variation_comes_first() {
        check(
            "(;FF[4]SZ[9];B[ee];W[cc](;B[gg];W[gg]);B[cg];W[gc](;B[dc])(;B[dd]))",
            "(;FF[4]SZ[9];B[ee];W[cc](;B[cg];W[gc](;B[dc])(;B[dd]))(;B[gg];W[gg]))",
            &[("node-after-variation", "", ""), ("line-continued", "", "")],
        );
    }

    #[test]
    fn a_colour_is_put_right() {
        let moves = |third: &str| {
            let rest = "B[aa];W[ba];B[ca];W[da];B[ea];W[fa];B[ga];W[ha];B[ia]";
            format!(
                "(;FF[4]SZ[9];{rest};W[ab];B[bb];{third}[cb];B[db];W[eb];B[fb];W[gb];B[hb];W[ib];B[ac];W[bc];B[cc])"
            )
        };
        check(&moves("B"), &moves("W"), &[("colour-wrong", "cb", "W[cb]")]);
        // Behind another move of its node.
        let in_node = moves("B").replace("B[bb];B[cb]", "B[bb]B[cb]");
        let (copy, changes) = corrected(&in_node);
        assert_eq!(copy.replace('\n', ""), moves("W"));
        let kinds: Vec<_> = changes.iter().map(|change| change.0).collect();
        assert_eq!(kinds, ["duplicate-property", "two-moves-in-node", "colour-wrong"]);
        assert_eq!(corrected(&copy), (copy, vec![]), "a second time");
    }

    #[test]
    fn a_capture_is_put_on_its_point() {
        check(
            "(;FF[4]SZ[9];B[bc];W[cc];B[dc];W[gg];B[cb];W[gc];B[cc]C[takes];W[cg])",
            "(;FF[4]SZ[9];B[bc];W[cc];B[dc];W[gg];B[cb];W[gc];B[cd]C[takes];W[cg])",
            &[("capture-on-stone", "cc", "cd")],
        );
    }

    #[test]
    fn letters_behind_the_i_go_one_back() {
        assert_eq!(one_back("jt", Ident::B).as_deref(), Some("is"));
        assert_eq!(one_back("tt", Ident::W).as_deref(), Some("tt"));
        assert_eq!(one_back("ja:i", Ident::new(b"LB")).as_deref(), Some("ia:i"));
        assert_eq!(one_back("ja:ka", Ident::new(b"TR")).as_deref(), Some("ia:ja"));
        assert_eq!((one_back("ia", Ident::B), one_back("x", Ident::B)), (None, None));
        let game = |skip: bool| {
            let letters: Vec<char> = ('a'..='t').filter(|&c| !skip || c != 'i').take(19).collect();
            let turns: String = (0..36)
                .map(|n| format!(";{}[{}{}]", ["B", "W"][n % 2], letters[n % 19], letters[(n * 7 + n / 19) % 19]))
                .collect();
            format!("(;FF[4]SZ[19]{turns}TR[{}a])", letters[9])
        };
        let (text, changes) = corrected(&game(true));
        assert_eq!((text.replace('\n', ""), changes.len()), (game(false), 1));
        assert_eq!(corrected(&text), (text, vec![]));
    }

    /// Candidates, variations and later set-ups: what is not certain stays.
    #[test]
    fn what_is_not_certain_stays() {
        for record in [
            "(;FF[4]SZ[9];B[ee];W[cc];B[gc];W[ee];B[cg];W[gg])",
            "(;FF[4]SZ[9];B[ee];W[cc](;B[ee];W[cc];B[gg];W[cg])(;B[gg]))",
            "(;FF[4]SZ[9];B[ee];W[cc];B[ee];W[cc];B[gg];AW[aa];W[cg])",
        ] {
            assert_eq!(corrected(record), (record.to_owned(), vec![]));
        }
    }
}
