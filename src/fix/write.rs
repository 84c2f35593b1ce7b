//! Writes a game tree as SGF, node by node, however deep it is.

use super::{Change, Written};
use crate::finding::Code;
use crate::record::HEADER_NODES;
use crate::sgf::reader::letter_count;
use crate::sgf::{Game, Ident, Property, value};
use std::borrow::Cow;
use std::collections::HashSet;

/// The character that begins the escapes of ISO-2022-JP, and its picture, which takes its place.
pub(super) const ESC: char = '\x1b';
const ESC_PICTURE: &str = "␛";

/// Nodes on a line.
const NODES_A_LINE: usize = 10;

/// Writes the tree; `properties` tells what stands in a node, and gets a place for changes that nobody reads any more.
/// Of nodes that hold but a move, it is asked about the special ones alone; a special one with nothing in it is left out.
/// Those in `first` are written before their siblings.
pub(super) fn write(
    game: Game<'_>,
    mut properties: impl FnMut(u32, &mut Vec<Change>) -> Vec<Written>,
    is_special: impl Fn(u32) -> bool,
    first: &HashSet<u32>,
    out: &mut String,
) {
    let mut known = Vec::new();
    // Lines still to be written, the next one last; `None` closes the parenthesis of one.
    let mut waiting = vec![Some(0)];
    while let Some(line) = waiting.pop() {
        let Some(mut node) = line else {
            out.push(')');
            continue;
        };
        // At the start of a line a variation that begins like a root would be read as the next game.
        if node != 0 && !game.properties(node).iter().any(|property| property.ident.begins_a_game()) {
            out.push('\n');
        }
        out.push('(');
        waiting.push(None);
        let mut on_line = if node == 0 { NODES_A_LINE } else { 1 };
        let mut is_first = true;
        loop {
            if !std::mem::take(&mut is_first) {
                if on_line >= NODES_A_LINE {
                    out.push('\n');
                    on_line = 0;
                }
                on_line += 1;
            }
            match game.properties(node) {
                // Nearly all nodes.
                [Property { ident, letters: [x, y], .. }]
                    if *x != 0 && [*x, *y] != *b"tt" && node != 0 && !is_special(node) =>
                {
                    out.push(';');
                    out.push_str(if *ident == Ident::B { "B" } else { "W" });
                    out.extend(['[', char::from(*x), char::from(*y), ']']);
                }
                _ => {
                    let properties = properties(node, &mut known);
                    if !properties.is_empty() || !is_special(node) || node == 0 {
                        write_node(&properties, out);
                    }
                }
            }
            known.clear();
            let Some(child) = game.first_child(node) else { break };
            if game.next_sibling(child).is_some() {
                let at = waiting.len();
                waiting.extend(std::iter::successors(Some(child), |&child| game.next_sibling(child)).map(Some));
                if let Some(place) =
                    waiting[at..].iter().position(|node| node.is_some_and(|node| first.contains(&node)))
                {
                    waiting[at..=at + place].rotate_right(1);
                }
                waiting[at..].reverse();
                break;
            }
            node = child;
        }
    }
}

/// Writes a node; a second turn in it becomes a node of its own. PL, which tells who plays after the node, goes with the
/// last.
fn write_node(properties: &[Written], out: &mut String) {
    let is_turn = |written: &&Written| written.ident.is_move();
    let first = properties.iter().position(|written| is_turn(&written));
    let several = properties.iter().filter(is_turn).count() > 1;
    let is_late = |written: &&Written| several && written.ident == Ident::PL;
    out.push(';');
    for (n, written) in properties.iter().enumerate() {
        if Some(n) == first || !is_turn(&written) && !is_late(&written) {
            write_property(written, out);
        }
    }
    for written in properties.iter().filter(is_turn).skip(1) {
        out.push(';');
        write_property(written, out);
    }
    for written in properties.iter().filter(is_late) {
        write_property(written, out);
    }
}

fn write_property(written: &Written, out: &mut String) {
    out.push_str(&written.name);
    for value in &written.values {
        out.push('[');
        let mut rest = value.as_str();
        // A text whose line begins like a game would be taken for the next one.
        while let Some(at) = game_at_line_start(rest) {
            out.push_str(&rest[..at]);
            out.push_str("\\(");
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out.push(']');
    }
}

/// Where a line of a text, not its first, begins with `(` and `;`.
fn game_at_line_start(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|&at| {
        let before = text[..at].trim_end_matches([' ', '\t']);
        before.ends_with(['\n', '\r']) && text[at + 1..].trim_ascii_start().starts_with(';')
    })
}

/// A property with its values as they were written.
pub(super) fn property(game: Game<'_>, property: &Property) -> Written {
    let name = match property.ident {
        Ident::OTHER => {
            let text = &game.text()[property.at as usize..];
            let letters = letter_count(text.as_bytes());
            text[..letters].to_owned()
        }
        ident => ident.to_string(),
    };
    Written { ident: property.ident, name, values: game.values(property).map(raw).collect() }
}

/// A value between its brackets such as every reader takes it: without NUL and ESC, closed by its own bracket only.
fn raw(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut escaped = false;
    for c in value.chars().filter(|&c| c != '\0') {
        if c == ']' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        push(c, &mut out);
    }
    if escaped {
        // It makes nothing plain, and would take the bracket.
        out.pop();
    }
    out
}

/// A text as a value.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|&c| c != '\0') {
        if matches!(c, '\\' | ']') {
            out.push('\\');
        }
        push(c, &mut out);
    }
    out
}

fn push(c: char, out: &mut String) {
    if c == ESC { out.push_str(ESC_PICTURE) } else { out.push(c) }
}

/// How the values of a property belong together.
enum Values {
    /// A list.
    Many,
    /// Texts, which are put together.
    Text,
    /// One.
    One,
}

fn values_of(ident: Ident) -> Values {
    const fn ident_of(name: &str) -> Ident {
        Ident::new(name.as_bytes())
    }
    const TEXTS: [Ident; 2] = [Ident::C, Ident::GC];
    const ONE: [&str; 52] = [
        "B", "W", "KO", "MN", "PL", "DM", "GB", "GW", "HO", "UC", "V", "N", "BM", "DO", "IT", "TE", "AP", "CA", "FF",
        "GM", "ST", "SZ", "AN", "BR", "BT", "CP", "DT", "EV", "GN", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
        "SO", "TM", "US", "WR", "WT", "BL", "WL", "OB", "OW", "PM", "KM", "HA", "UT", "RD", "TT",
    ];
    if TEXTS.contains(&ident) {
        Values::Text
    } else if ONE.iter().any(|name| ident_of(name) == ident) {
        Values::One
    } else {
        Values::Many
    }
}

/// What stands in a node: each identifier once, turns excepted, without those at the places that are skipped. What is
/// not as it was goes to `changes`.
pub(super) fn properties(game: Game<'_>, node: u32, skipped: &HashSet<u32>, changes: &mut Vec<Change>) -> Vec<Written> {
    let mut all: Vec<Written> = Vec::new();
    for source in game.properties(node).iter().filter(|property| !skipped.contains(&property.at)) {
        let mut written = property(game, source);
        let is_turn = source.ident.is_move();
        let earlier = all.iter_mut().find(|earlier| !is_turn && earlier.name == written.name);
        let change = |kind, before: &str, after: &str, detail: &str| Change {
            at: source.at,
            kind,
            property: source.ident.to_string(),
            before: value::text(before).into_owned(),
            after: value::text(after).into_owned(),
            detail: detail.to_owned(),
        };
        for value in game.values(source).filter(|value| value.contains(ESC)) {
            changes.push(change(
                "escape-character",
                value,
                &value.replace(ESC, ESC_PICTURE),
                "a reader could take it for another character set",
            ));
        }
        let named = written.values.first().filter(|_| source.ident == Ident::PL);
        if let Some((colour, true)) = named.and_then(|named| value::side(named)) {
            let letter = colour.letter().to_string();
            changes.push(change(Code::PlayerUnreadable.name(), game.value(source), &letter, ""));
            written.values[0] = letter;
        }
        match (values_of(source.ident), earlier) {
            (Values::Many, Some(earlier)) => earlier.values.append(&mut written.values),
            (Values::Many, None) => all.push(written),
            (Values::Text, earlier) => {
                if written.values.len() > 1 {
                    changes.push(change(Code::ExtraValues.name(), "", "", "the values were put together"));
                }
                let text = written.values.join("\n");
                match earlier.and_then(|earlier| earlier.values.first_mut()) {
                    Some(before) => *before = format!("{before}\n{text}"),
                    None => all.push(Written { values: vec![text], ..written }),
                }
            }
            (Values::One, Some(earlier)) if source.ident == Ident::AP => {
                // Two programs, as Fox has them: both are kept.
                let [first, ..] = earlier.values.as_mut_slice() else { continue };
                *first = format!("{first} {}", written.values.first().map_or("", String::as_str));
            }
            // An empty value says nothing.
            (Values::One, Some(earlier)) if earlier.values.iter().all(|value| value.trim().is_empty()) => {
                earlier.values = written.values.into_iter().take(1).collect();
            }
            (Values::One, Some(_)) => {
                let before = written.values.join(" ");
                changes.push(change("dropped", &before, "", "the node has this property before"));
            }
            (Values::One, None) => {
                for extra in written.values.drain(1..) {
                    changes.push(change(Code::ExtraValues.name(), &extra, "", "the first value is kept"));
                }
                if is_turn && written.values.first().is_some_and(|value| is_old_pass(value, game)) {
                    changes.push(change("pass", "tt", "", "FF[4] writes a pass as an empty value"));
                    written.values = vec![String::new()];
                }
                all.push(written);
            }
        }
    }
    all
}

/// `tt`, which was a pass up to FF\[3\] where the board has no such point.
pub(super) fn is_old_pass(value: &str, game: Game<'_>) -> bool {
    if value.trim() != "tt" {
        return false;
    }
    // As it was read: some write it behind the root.
    let header = game.main_line().take(HEADER_NODES).flat_map(|node| game.properties(node));
    let mut sizes = header.filter(|property| property.ident == Ident::SZ).map(|size| value::text(game.value(size)));
    let size = sizes.find(|size| !size.trim().is_empty()).unwrap_or(Cow::Borrowed("19"));
    value::size(&size).is_some_and(|size| size.width() <= 19 && size.height() <= 19)
}
