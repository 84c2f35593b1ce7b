//! Where games, values and characters end, in bytes whose character set is not known yet.

use super::{BOM, Charset, ESC, FIND_BOM, FIND_CA};
use crate::sgf::reader::{letter_count, next_bracket, starts_nested_game};
use memchr::{memchr_iter, memmem};

/// Goes over the characters of a multi-byte set and calls `cut` where half of one stands before a bracket
/// that it must not swallow. Returns the number of other places where set and structure disagree.
pub(super) fn walk(charset: Charset, raw: &[u8], mut cut: impl FnMut(usize)) -> usize {
    let mut torn = 0;
    let mut i = 0;
    while let Some(skip) = raw[i..].iter().position(|b| !b.is_ascii()) {
        i += skip;
        let end = i + charset.width(&raw[i..]);
        let half = end == i + 2
            && match raw[i + 1] {
                b']' => closes(raw, i + 1),
                b'\\' => raw.get(i + 2) == Some(&b']') && !closes(raw, i + 2),
                _ => false,
            };
        if half {
            cut(i + 1);
            i += 1;
            continue;
        }
        torn += usize::from(match raw.get(end) {
            Some(b']') => !closes(raw, end),
            Some(b'\\') => raw.get(end + 1) == Some(&b']') && closes(raw, end + 1),
            // `M` and `黮` and `ler` are Müller.
            Some(next) if end == i + 2 => {
                let around = i.checked_sub(1).map_or(b' ', |before| raw[before]);
                [around, raw[i + 1], *next].iter().all(u8::is_ascii_alphabetic)
            }
            _ => false,
        });
        i = end;
    }
    torn
}

/// Whether what follows the bracket at `at` can only follow the end of a value: another value, a property,
/// a node, the end of the game.
pub(super) fn closes(raw: &[u8], at: usize) -> bool {
    let rest = raw[at + 1..].trim_ascii_start();
    let Some((&first, rest)) = rest.split_first() else { return true };
    let second = rest.trim_ascii_start();
    let is_next = |bytes: &[u8]| second.first().is_none_or(|b| bytes.contains(b));
    match first {
        b'[' => true,
        b'(' => is_next(b"(;") || is_property(second),
        b';' => is_next(b"();") || is_property(second),
        b')' => is_next(b"();") || second.starts_with(BOM),
        _ => is_property(&raw[raw.len() - rest.len() - 1..]),
    }
}

pub(super) fn is_property(raw: &[u8]) -> bool {
    let raw = &raw[..raw.len().min(16)];
    let letters = letter_count(raw);
    letters > 0 && raw[letters..].trim_ascii_start().first().is_none_or(|b| *b == b'[')
}

/// Where a game lies in the bytes; together the games cover them all.
pub(super) struct Game<'a> {
    pub(super) start: usize,
    /// Its opening parenthesis.
    pub(super) open: usize,
    pub(super) end: usize,
    pub(super) declared: Option<&'a [u8]>,
}

/// Splits at games, without knowing their character sets and so only nearly right.
pub(super) fn games(bytes: &[u8]) -> Vec<Game<'_>> {
    // The usual file: one game without variations.
    let mut opens = memchr_iter(b'(', bytes);
    if let (first, None) = (opens.next(), opens.next()) {
        let value = FIND_CA.find_iter(bytes).find(|&at| at == 0 || !bytes[at - 1].is_ascii_alphabetic());
        let declared = value.and_then(|at| label(&bytes[at + 3..value_end(bytes, at + 3)]));
        return vec![Game { start: 0, open: first.unwrap_or(0), end: bytes.len(), declared }];
    }
    let mut games = Vec::new();
    let mut game: Option<Game> = None;
    let mut depth = 0_usize;
    // After the last parenthesis that closed a game.
    let mut closed = 0;
    let mut i = 0;
    while let Some(at) = next_bracket(bytes, i) {
        i = at;
        match bytes[i] {
            b'(' => {
                if depth == 0 || starts_nested_game(bytes, i) {
                    let start = match &game {
                        None => 0,
                        Some(game) if depth == 0 && closed > game.start => closed,
                        Some(_) => i,
                    };
                    let before = game.take().map(|game| Game { end: start, ..game });
                    // What stands between two games, were it the rest of a third, is judged by itself.
                    let gap = &bytes[start..i];
                    let is_other = before.is_some() && !gap.is_ascii() && FIND_BOM.find(gap).is_none();
                    games.extend(before);
                    games.extend(is_other.then_some(Game { start, open: start, end: i, declared: None }));
                    let start = if is_other { i } else { start };
                    game = Some(Game { start, open: i, end: bytes.len(), declared: None });
                    depth = 0;
                }
                depth += 1;
            }
            b')' => {
                if depth > 0 {
                    closed = i + 1;
                }
                depth = depth.saturating_sub(1);
            }
            _ => {
                let end = value_end(bytes, i + 1);
                let name = &bytes[i.saturating_sub(3)..i];
                let is_ca = name.ends_with(b"CA") && (name.len() == 2 || !name[0].is_ascii_alphabetic());
                let game = game.get_or_insert(Game { start: 0, open: 0, end: bytes.len(), declared: None });
                if is_ca && game.declared.is_none() {
                    game.declared = label(&bytes[i + 1..end]);
                }
                i = end;
                continue;
            }
        }
        i += 1;
    }
    games.extend(game);
    games
}

/// What a value of CA, closing bracket included, names.
pub(super) fn label(value: &[u8]) -> Option<&[u8]> {
    value.strip_suffix(b"]").map(<[u8]>::trim_ascii).filter(|label| !label.is_empty())
}

/// The offset after the bracket that ends the value which starts at `i`; that of the next game if none does.
pub(super) fn value_end(bytes: &[u8], mut i: usize) -> usize {
    while i < bytes.len() {
        let next = bytes.get(i + 1).copied().unwrap_or(0);
        i += match bytes[i] {
            b']' => return i + 1,
            b'\\' => 2,
            b'(' if starts_nested_game(bytes, i) => return i,
            // Japanese in seven bits; looked for not far ahead, so that the time stays linear.
            ESC if next == b'$' => memmem::find(&bytes[i..bytes.len().min(i + 4096)], b"\x1b(").unwrap_or(1),
            0x80.. if next == b']' && closes(bytes, i + 1) => 1,
            0x80.. if next == b'\\' && bytes.get(i + 2) == Some(&b']') => {
                if closes(bytes, i + 2) {
                    2
                } else {
                    3
                }
            }
            0x80.. if next >= 0x40 => 2,
            _ => 1,
        };
    }
    bytes.len()
}
