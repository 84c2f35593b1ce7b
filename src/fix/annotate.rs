//! Copies that show their findings: a comment and a mark at each move.

use super::{Written, write};
use crate::audit::Audited;
use crate::finding::{Finding, Severity};
use crate::go::Size;
use crate::record::HEADER_NODES;
use crate::sgf::{Ident, value};
use std::collections::{BTreeMap, HashSet};

/// Properties that mark a point; FF\[4\] lets a point have one of them.
const MARKS: [&[u8]; 5] = [b"CR", b"MA", b"SL", b"SQ", b"TR"];

/// The text of a game with each of these findings as a comment in its node; at its point a cross (`MA`) for an error,
/// else a question mark (`LB`). The moves are as they were; the form is FF\[4\], in UTF-8.
///
/// ```
/// use sgfkit::audit::{Auditor, Found, Options};
///
/// let mut copy = String::new();
/// Auditor::default().audit(b"(;FF[4]SZ[9];B[ee];W[ee])", Options::default(), |found, _| {
///     if let Found::Game(game) = found {
///         copy = sgfkit::fix::annotate(&game, game.findings);
///     }
/// });
/// assert_eq!(copy, "(;FF[4]SZ[9]\n;B[ee];W[ee]C[move 2: occupied: a stone of Black stands there]MA[ee])");
/// ```
pub fn annotate(game: &Audited<'_>, findings: &[Finding]) -> String {
    let tree = game.game;
    let mut notes: BTreeMap<u32, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        notes.entry(tree.node_at(finding.at).unwrap_or(0)).or_default().push(finding);
    }
    let (mut root, mut moved, none) = (None, HashSet::new(), HashSet::new());
    // Two moves of a node become two nodes: the header behind them would be too deep to be read.
    let is_split = |node| tree.properties(node).iter().filter(|property| property.ident.is_move()).count() > 1;
    if tree.main_line().take(HEADER_NODES).any(is_split) {
        let mut properties = write::properties(tree, 0, &none, &mut Vec::new());
        super::move_to_root(tree, &none, &mut properties, &mut moved, &mut Vec::new());
        root = Some(properties);
    }
    let mut text = String::new();
    write::write(
        tree,
        |node, changes| {
            let mut properties = match &root {
                Some(root) if node == 0 => root.clone(),
                _ => write::properties(tree, node, &moved, changes),
            };
            if node == 0 {
                super::header::form(game, &mut properties, changes);
            }
            for finding in notes.get(&node).into_iter().flatten() {
                note(game.record.size, finding, &mut properties);
            }
            properties
        },
        |node| notes.contains_key(&node),
        &none,
        &mut text,
    );
    text
}

fn note(size: Option<Size>, finding: &Finding, properties: &mut Vec<Written>) {
    let text = write::escape(&finding.to_string());
    match properties.iter_mut().find(|written| written.ident == Ident::C) {
        Some(comment) => {
            if let Some(comment) = comment.values.first_mut() {
                // An annotated copy may be annotated again.
                if !comment.lines().any(|line| line == text) {
                    *comment = if comment.is_empty() { text } else { format!("{comment}\n{text}") };
                }
            }
        }
        None => properties.push(Written { ident: Ident::C, name: "C".to_owned(), values: vec![text] }),
    }
    let point = finding.point.as_str();
    let is_on_board = |size| matches!(value::point(point, size), value::PointValue::On(_));
    if !size.is_some_and(is_on_board) {
        return;
    }
    let (name, value) = match finding.severity {
        Severity::Error => ("MA", point.to_owned()),
        _ => ("LB", format!("{point}:?")),
    };
    let has = |name: &[u8]| {
        let ident = Ident::new(name);
        properties.iter().filter(move |written| written.ident == ident).flat_map(|written| &written.values)
    };
    let taken = if name == "MA" {
        MARKS.iter().any(|mark| has(mark).any(|value| value == point))
    } else {
        has(b"LB").any(|value| value.starts_with(point))
    };
    if taken {
        return;
    }
    match properties.iter_mut().find(|written| written.name == name) {
        Some(marks) => marks.values.push(value),
        None => {
            properties.push(Written { ident: Ident::new(name.as_bytes()), name: name.to_owned(), values: vec![value] })
        }
    }
}
