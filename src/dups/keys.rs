//! Numbers under which copies of a game meet.
//!
//! Copies have at least one of these numbers in common. Games that are no copies may have one too: whoever meets is
//! compared move by move.

use super::compare::{DYER, Settings};
use super::moves::{Event, Moves, turns};
use crate::identity::mix;

/// What a number says, in its highest bits: games meet in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// All moves.
    Whole,
    /// Some of the moves.
    Near,
    /// The first moves, in order.
    Start,
}

const SORT_BITS: u32 = 62;

impl Sort {
    /// What a number says.
    pub(super) fn of(number: u64) -> Sort {
        match number >> SORT_BITS {
            0 => Sort::Whole,
            1 => Sort::Near,
            _ => Sort::Start,
        }
    }

    fn number(self, hash: u64) -> u64 {
        // The low bits of a hash depend on all that went in, and so do the high ones after one more step.
        (self as u64) << SORT_BITS | mix(hash, 0) >> (64 - SORT_BITS)
    }
}

/// Moves of which each class of numbers modulo `near + 1` makes a key: as many changed moves as are allowed leave one
/// class untouched. The second set is for games too short for the first.
const CLASSED: [usize; 2] = [60, 30];

/// Runs of so many moves, from this move on; those with the least hashes are keys, and stay so where a move was left
/// out or put in before them.
const RUN: usize = 12;
const RUNS_FROM: usize = 20;
const RUNS: usize = 4;

/// The keys of a game. `beside` tells short games apart.
pub(super) fn keys(moves: &Moves, beside: u64, settings: Settings) -> Vec<u64> {
    let mut keys = Vec::new();
    let board = mix(u64::from(moves.width), u64::from(moves.height));
    let canonical = moves.canonical();
    let least = usize::from(settings.least_moves);
    if moves.weight() > 0 {
        let start = if moves.weight() >= least.max(1) { board } else { mix(board, beside) };
        keys.push(Sort::Whole.number(hash(start, canonical.iter().copied())));
    }
    let played = moves.turns();
    if played < least.max(1) {
        return keys;
    }
    keys.push(Sort::Start.number(start(board, &canonical, least.max(1))));
    if settings.near == 0 {
        return keys;
    }
    let views: Vec<Vec<Event>> =
        (0..moves.symmetries()).map(|symmetry| turns(&moves.turned(symmetry)).collect()).collect();
    let mut near = |numbers: &dyn Fn(&[Event]) -> u64| {
        let least = views.iter().map(|view| numbers(view)).min().unwrap_or_default();
        keys.push(Sort::Near.number(least));
    };
    let classes = usize::from(settings.near) + 1;
    let [long, short] = CLASSED;
    // A game between the two lengths may be the start of one that is longer than both.
    for length in [(played >= long).then_some(long), (played < long + long / 2).then_some(short)].into_iter().flatten()
    {
        for class in 0..classes {
            let seed = mix(board, (length * 100 + class) as u64);
            near(&|view| hash(seed, view.iter().copied().take(length).skip(class).step_by(classes)));
        }
    }
    if played >= DYER[5] {
        near(&|view| hash(mix(board, 1 << 20), DYER.iter().map(|&n| view[n - 1])));
    }
    let mut runs = runs(&views, mix(board, 1 << 21));
    runs.sort_unstable();
    runs.dedup();
    keys.extend(runs.iter().take(RUNS).map(|&run| Sort::Near.number(run)));
    keys
}

/// The hashes of all runs of moves, each the same however the board is turned.
fn runs(views: &[Vec<Event>], seed: u64) -> Vec<u64> {
    /// Odd, so that no move of a run is lost.
    const FACTOR: u64 = 0xff51_afd7_ed55_8ccd;
    // What the move that falls out of a run still weighs.
    let falling = (0..RUN).fold(1u64, |power, _| power.wrapping_mul(FACTOR));
    let length = views.first().map_or(0, Vec::len);
    let mut least = vec![u64::MAX; (length + 1).saturating_sub(RUNS_FROM + RUN)];
    for view in views {
        let moves = view.get(RUNS_FROM..).unwrap_or_default();
        let mut hash = 0u64;
        for (n, &event) in moves.iter().enumerate() {
            hash = hash.wrapping_mul(FACTOR).wrapping_add(mix(seed, event.into()));
            if let Some(&before) = n.checked_sub(RUN).and_then(|before| moves.get(before)) {
                hash = hash.wrapping_sub(mix(seed, before.into()).wrapping_mul(falling));
            }
            if let Some(slot) = (n + 1).checked_sub(RUN).and_then(|start| least.get_mut(start)) {
                *slot = (*slot).min(hash);
            }
        }
    }
    least
}

/// The hash of the events up to a turn, that one included.
fn start(seed: u64, canonical: &[Event], length: usize) -> u64 {
    let mut left = length;
    let part = canonical.iter().copied().take_while(|&event| {
        let more = left > 0;
        left -= usize::from(more && !super::moves::is_set_up(event));
        more
    });
    hash(seed, part)
}

fn hash(seed: u64, events: impl Iterator<Item = Event>) -> u64 {
    events.fold(seed, |hash, event| mix(hash, u64::from(event)))
}

#[cfg(test)]
mod tests {
    use super::super::moves::moves_of;
    use super::*;

    fn game(length: u32) -> Moves {
        let points: Vec<_> = (0..length).map(|n| n * 97 % 361).map(|p| ((p % 19) as u8, (p / 19) as u8)).collect();
        moves_of(19, &points)
    }

    fn meet(a: &Moves, b: &Moves, sort: Sort) -> bool {
        let of = |moves: &Moves| -> Vec<u64> {
            keys(moves, 0, Settings::default()).into_iter().filter(|&key| Sort::of(key) == sort).collect()
        };
        let (a, b) = (of(a), of(b));
        a.iter().any(|key| b.contains(key))
    }

    #[test]
    fn copies_meet() {
        for length in [30, 45, 60, 89, 90, 250] {
            let whole = game(length);
            for symmetry in 0..8 {
                let mut copy = Moves { events: whole.turned(symmetry), ..whole.clone() };
                assert!(meet(&whole, &copy, Sort::Whole) && meet(&whole, &copy, Sort::Start));
                // Any three moves may have changed.
                for n in 0..10 {
                    let mut changed = copy.clone();
                    [n, n * 2 + 1, n * 3 + 2].iter().for_each(|&n| changed.events[n] ^= 1);
                    assert!(meet(&whole, &changed, Sort::Near), "{length} {symmetry} {n}");
                    assert!(!meet(&whole, &changed, Sort::Whole));
                }
                if length == 250 {
                    copy.events.remove(3);
                    assert!(meet(&whole, &copy, Sort::Near));
                }
                copy.events.truncate(length as usize / 2);
                assert_eq!(meet(&whole, &copy, Sort::Near), length >= 60, "{length}");
            }
        }
    }

    #[test]
    fn a_short_game_meets_those_with_the_same_beside_its_moves() {
        let (one, other) = (keys(&game(29), 1, Settings::default()), keys(&game(29), 2, Settings::default()));
        assert_eq!((one.len(), other.len()), (1, 1));
        assert_ne!(one, other);
        assert!(keys(&game(0), 1, Settings::default()).is_empty());
    }
}
