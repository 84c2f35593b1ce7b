//! Corrected and annotated copies.

use crate::{each_game, options};
use sgfkit::audit::{Audited, Options};
use sgfkit::fix::{annotate, fix};
use sgfkit::record::Branches;

/// What is to be the same in a copy.
#[derive(Debug, PartialEq)]
struct Facts {
    identity: u64,
    turns: u32,
    variations: u32,
    captures: [u32; 2],
    komi: Option<i32>,
    margin: Option<i32>,
}

fn facts(game: &Audited<'_>) -> Facts {
    Facts {
        identity: game.replay.identity,
        turns: game.replay.turns,
        variations: game.record.variations,
        captures: game.replay.captures,
        komi: game.record.komi.value.map(|zi| zi.quarters()),
        margin: game.record.result.margin.map(|zi| zi.quarters()),
    }
}

/// A copy holds one game, the same as before, and needs no second correction; a game that needs none is read from
/// its own text as it was; comments change no move.
pub fn check(data: &[u8]) {
    let (choice, record) = options(data);
    let options =
        Options { branches: if choice & 1 == 0 { Branches::Main } else { Branches::All }, ..Options::default() };
    each_game(record, options, |game, _| {
        let mut changes = Vec::new();
        let before = facts(game);
        if let Some(copy) = fix(game, None, &mut changes) {
            assert!(!changes.is_empty());
            one(&copy, options, |again| {
                let after = facts(again);
                // A komi or a result deep in the game is not read there; the copy has it in the root.
                let kept =
                    Facts { komi: before.komi.and(after.komi), margin: before.margin.and(after.margin), ..after };
                assert_eq!(kept, before, "{copy}");
                let mut changes = Vec::new();
                let twice = fix(again, None, &mut changes);
                assert!(twice.is_none() && changes.is_empty(), "{copy}\n{twice:?}\n{changes:?}");
            });
        } else {
            assert!(changes.is_empty());
        }
        let noted = annotate(game, game.findings);
        one(&noted, options, |again| {
            let after = facts(again);
            let bare = |facts: &Facts| (facts.identity, facts.turns, facts.variations, facts.captures);
            assert_eq!(bare(&after), bare(&before), "{noted}");
        });
    });
}

/// The one game in a text.
fn one(text: &str, options: Options, mut with: impl FnMut(&Audited<'_>)) {
    let mut count = 0;
    each_game(text.as_bytes(), options, |game, _| {
        count += 1;
        with(game);
    });
    assert_eq!(count, 1, "{text}");
}
