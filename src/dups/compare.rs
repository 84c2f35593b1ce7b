//! Two games side by side: whether they are one, and in what they differ.

use super::moves::{Event, Moves, turns};

/// How alike copies must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// In how many moves copies may differ: put in, left out or another point. At most [`Settings::MOST_NEAR`].
    pub near: u8,
    /// The fewest moves that tell a game from all others. A shorter game is a copy only where both players and the date
    /// are the same too and neither round nor winner is another, or where these are not known, the whole text is.
    pub least_moves: u16,
}

impl Settings {
    /// The largest number of differing moves that can be asked for.
    pub const MOST_NEAR: u8 = 9;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { near: 3, least_moves: 30 }
    }
}

/// For each differing move, a copy must have so many moves.
const MOVES_A_DIFFERENCE: usize = 20;

/// So many moves behind the last difference must be the same before a copy that is cut short counts as one: two games
/// may go the same way for long and part.
const SAME_AT_THE_CUT: usize = 10;

/// The moves of a Dyer signature, numbered from 1.
pub(super) const DYER: [usize; 6] = [20, 31, 40, 51, 60, 71];

/// Of the moves of the shorter game, so many hundredths must be the same where the signatures are, and so many in its
/// last quarter.
const SIGNATURE_ALIKE: [usize; 2] = [80, 50];

/// How two copies belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The same moves.
    Identical,
    /// The first is the start of the second.
    Cut,
    /// The second is the start of the first.
    Longer,
    /// A few moves differ.
    Near,
    /// The same Dyer signature, and most moves; where one ends earlier, its last ones too.
    Signature,
}

/// How two copies belong together, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) kind: Kind,
    /// The symmetry that turns the first game onto the second.
    pub(super) symmetry: usize,
    /// Moves that differ; for a copy cut short, up to where it ends.
    pub(super) differing: u32,
    /// Whether one ends earlier, beyond the moves that differ.
    pub(super) cut: bool,
    /// The number of the first turn, from 1, that is not the same in both; `None` where all are.
    pub(super) first: Option<u32>,
}

/// Compares two games in every way to turn the first one; `None` where they are not the same game.
pub(super) fn relate(a: &Moves, b: &Moves, settings: Settings) -> Option<Relation> {
    if (a.width, a.height) != (b.width, b.height) {
        return None;
    }
    let mut best: Option<Relation> = None;
    for symmetry in 0..a.symmetries() {
        if !may_be(a, b, symmetry, settings) {
            continue;
        }
        let turned = a.turned(symmetry);
        if let Some(relation) = relate_turned(&turned, &b.events, symmetry, settings)
            && best.is_none_or(|best| rank(&relation) < rank(&best))
        {
            best = Some(relation);
            if rank(&relation) == (0, 0) {
                break;
            }
        }
    }
    best
}

/// Events at the start that tell nearly always that two games, seen in one way, are not the same.
const LOOKED_AT: usize = 24;

/// Whether a look at a few moves leaves it open that the games are copies in this way to turn the first one.
fn may_be(a: &Moves, b: &Moves, symmetry: usize, settings: Settings) -> bool {
    let near = usize::from(settings.near);
    let Some(start) = a.start_turned(symmetry, LOOKED_AT).filter(|start| start.len() == LOOKED_AT) else { return true };
    if b.events.len() < LOOKED_AT {
        return true;
    }
    // A change takes one move out of its place; one put in or left out moves the others by one.
    let around = |n: usize| &b.events[n.saturating_sub(near)..b.events.len().min(n + near + 1)];
    let out_of_place = start.iter().enumerate().filter(|(n, event)| !around(*n).contains(event)).count();
    out_of_place <= near || DYER.iter().all(|&n| a.turn_turned(symmetry, n) == b.turn_turned(0, n))
}

fn rank(relation: &Relation) -> (u8, u32) {
    (relation.kind as u8, relation.differing)
}

fn relate_turned(a: &[Event], b: &[Event], symmetry: usize, settings: Settings) -> Option<Relation> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let relation = |kind, differing, cut| {
        let first = (same < long.len()).then(|| turns(&long[..same]).count() as u32 + 1);
        Some(Relation { kind, symmetry, differing, cut, first })
    };
    if same == long.len() {
        return relation(Kind::Identical, 0, false);
    }
    let played = turns(short).count();
    if played < usize::from(settings.least_moves) {
        return None;
    }
    if same == short.len() {
        return relation(if a.len() < b.len() { Kind::Cut } else { Kind::Longer }, 0, true);
    }
    let allowed = usize::from(settings.near).min(played / MOVES_A_DIFFERENCE);
    if let Some((differing, cut)) = distance(short, long, allowed) {
        return relation(Kind::Near, differing as u32, cut);
    }
    let cut = long.len() - short.len() > usize::from(settings.near);
    let tail = short.len().saturating_sub(SAME_AT_THE_CUT);
    if cut && short[tail..] != long[tail..short.len()] {
        return None;
    }
    let differing = signature_agrees(short, long)?;
    relation(Kind::Signature, differing as u32, cut)
}

/// The fewest events to put in, leave out or change that make the one of the other, if they are no more than
/// `allowed`; else the fewest that make the shorter one the start of the longer one, and `true`.
// Only the band of the table is filled that so few changes can reach; cell `d` of a row belongs to the column
// `row + d - allowed`.
fn distance(short: &[Event], long: &[Event], allowed: usize) -> Option<(usize, bool)> {
    const FAR: u8 = u8::MAX - 1;
    let width = 2 * allowed + 1;
    let mut row = [FAR; 2 * Settings::MOST_NEAR as usize + 2];
    for (d, cell) in row.iter_mut().enumerate().take(width).skip(allowed) {
        *cell = (d - allowed) as u8;
    }
    for (i, &event) in short.iter().enumerate() {
        let mut next = [FAR; 2 * Settings::MOST_NEAR as usize + 2];
        for d in 0..width {
            let Some(j) = (i + 1 + d).checked_sub(allowed).filter(|&j| j <= long.len()) else { continue };
            let mut cell = row[d + 1].saturating_add(1);
            if d > 0 {
                cell = cell.min(next[d - 1].saturating_add(1));
            }
            if let Some(before) = j.checked_sub(1) {
                cell = cell.min(row[d].saturating_add(u8::from(long[before] != event)));
            }
            next[d] = cell.min(FAR);
        }
        // Behind the band there is nothing to come from.
        next[width] = FAR;
        row = next;
        if row[..width].iter().all(|&cell| usize::from(cell) > allowed) {
            return None;
        }
    }
    let ends = |d: usize| (short.len() + d).checked_sub(allowed).filter(|&j| j <= long.len());
    let whole = (0..width).find(|&d| ends(d) == Some(long.len())).map(|d| usize::from(row[d]));
    if let Some(differing) = whole.filter(|&differing| differing <= allowed) {
        return Some((differing, false));
    }
    let tail = &short[short.len().saturating_sub(SAME_AT_THE_CUT)..];
    let parts = (0..width).filter(|&d| ends(d).is_some_and(|end| long[..end].ends_with(tail)));
    let differing = parts.map(|d| usize::from(row[d])).min().filter(|&differing| differing <= allowed)?;
    Some((differing, true))
}

/// Whether two games have the same Dyer signature and most other moves too: how many moves differ up to the end of
/// the shorter one.
fn signature_agrees(a: &[Event], b: &[Event]) -> Option<usize> {
    let (a, b): (Vec<Event>, Vec<Event>) = (turns(a).collect(), turns(b).collect());
    let length = a.len().min(b.len());
    if DYER.iter().any(|&n| n > length || a[n - 1] != b[n - 1]) {
        return None;
    }
    let alike = |from: usize| (from..length).filter(|&n| a[n] == b[n]).count();
    let quarter = length - length / 4;
    let enough = alike(0) * 100 >= SIGNATURE_ALIKE[0] * length
        && alike(quarter) * 100 >= SIGNATURE_ALIKE[1] * (length - quarter);
    enough.then(|| length - alike(0))
}

#[cfg(test)]
mod tests {
    use super::super::moves::{TURNS, moves_of};
    use super::*;

    /// A game of so many moves that go all over the board, none twice.
    fn game(length: u16) -> Moves {
        let points: Vec<_> =
            (0..length).map(|n| (n * 97 % 361) as u32).map(|p| ((p % 19) as u8, (p / 19) as u8)).collect();
        moves_of(19, &points)
    }

    /// A move to a point that is not among the first 300.
    fn other(n: usize) -> Event {
        game(361).events[300 + n]
    }

    fn changed(moves: &Moves, change: impl FnOnce(&mut Vec<Event>)) -> Moves {
        let mut events = moves.events.clone();
        change(&mut events);
        Moves { events, ..moves.clone() }
    }

    #[track_caller]
    fn check(a: &Moves, b: &Moves, expected: Option<(Kind, u32, bool, Option<u32>)>) {
        for (a, b) in [(a, b), (b, a)] {
            for (symmetry, name) in TURNS.iter().enumerate() {
                let turned = Moves { events: a.turned(symmetry), ..a.clone() };
                let found = relate(&turned, b, Settings::default());
                assert_eq!(
                    found.map(|r| (
                        if r.kind == Kind::Longer { Kind::Cut } else { r.kind },
                        r.differing,
                        r.cut,
                        r.first
                    )),
                    expected,
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn the_kinds_of_copies() {
        let whole = game(200);
        check(&whole, &whole, Some((Kind::Identical, 0, false, None)));
        check(&changed(&whole, |e| e.truncate(30)), &whole, Some((Kind::Cut, 0, true, Some(31))));
        check(&changed(&whole, |e| e.truncate(29)), &whole, None);
        // Another point twice, one of them among the first moves; one left out; two exchanged.
        check(
            &changed(&whole, |e| (e[1], e[150]) = (other(0), other(1))),
            &whole,
            Some((Kind::Near, 2, false, Some(2))),
        );
        check(
            &changed(&whole, |e| {
                e.remove(100);
            }),
            &whole,
            Some((Kind::Near, 1, false, Some(101))),
        );
        check(&changed(&whole, |e| e.swap(60, 62)), &whole, Some((Kind::Near, 2, false, Some(61))));
        // One changed, and cut short.
        check(
            &changed(&whole, |e| {
                e[50] = other(0);
                e.truncate(120)
            }),
            &whole,
            Some((Kind::Near, 1, true, Some(51))),
        );
        // Four changed are too many; but they are few of all, and the signature is the same.
        let four = |e: &mut Vec<Event>| [2, 52, 102, 152].iter().for_each(|&n| e[n] = other(n % 10));
        check(&changed(&whole, four), &whole, Some((Kind::Signature, 4, false, Some(3))));
        let signature = |e: &mut Vec<Event>| [2, 19, 102, 152].iter().for_each(|&n| e[n] = other(n % 10));
        check(&changed(&whole, signature), &whole, None);
    }

    #[test]
    fn games_that_part_are_not_the_same() {
        let whole = game(200);
        // The same for 80 moves, then something else; the shorter one ends two moves later.
        let parted = changed(&whole, |e| {
            e.truncate(80);
            e.extend([other(0), other(1)])
        });
        check(&parted, &whole, None);
        let long = changed(&whole, |e| e[90..].reverse());
        check(&long, &whole, None);
        // Two differences in forty moves are allowed, three are not.
        let short = changed(&whole, |e| e.truncate(45));
        check(
            &changed(&short, |e| (e[5], e[11]) = (other(0), other(1))),
            &short,
            Some((Kind::Near, 2, false, Some(6))),
        );
        check(&changed(&short, |e| (e[5], e[11], e[20]) = (other(0), other(1), other(2))), &short, None);
    }
}
