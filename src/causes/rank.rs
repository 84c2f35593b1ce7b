//! Which of several changes that fit is likelier.

use super::{Edit, Line, MOST_CANDIDATES, Slip};
use crate::go::Point;

/// Added to the price of a change of a move that is not one of the two suspects.
const NOT_SUSPECT: i32 = 200;

/// The same where two moves exchange their points: that touches two moves, seldom both of them suspects.
const EXCHANGE_ELSEWHERE: i32 = 12;

/// The price of another game run in: what is written of it must be legal as well.
const NEXT_GAME: i32 = 50;

/// Added from the fifth change on that has one letter off: such changes are many, and would be all that is listed.
const MANY_LETTERS: i32 = 5;

/// How odd a change is; the least comes first.
///
/// Moves are near those played before and after: a point that is meant is near them, and one that was written
/// far from where it belongs is not. All weights were chosen on one half of the planted faults of
/// `benches/causes.rs`.
pub(super) fn price(line: &Line, edit: &Edit) -> i32 {
    match *edit {
        Edit::Point { turn, from, to, slip } => {
            let Some(index) = line.index(turn) else { return i32::MAX };
            let (away, near) = (distance(line, index, from), distance(line, index, to));
            match slip {
                Slip::OnStone | Slip::LetterOff => 2 * (near + at_edge(line, turn, to)),
                Slip::Exchanged => 5 + 2 * (near - away),
                Slip::Mirrored => 9 + 2 * (near - away),
            }
        }
        Edit::End { .. } => NEXT_GAME,
        _ => 4,
    }
}

/// The same for a change of a move that is not one of the suspects.
pub(super) fn price_elsewhere(line: &Line, edit: &Edit) -> i32 {
    let more = if matches!(edit, Edit::ExchangePoints { .. }) { EXCHANGE_ELSEWHERE } else { NOT_SUSPECT };
    price(line, edit).saturating_add(more)
}

/// The likeliest changes, in order.
pub(super) fn best(mut found: Vec<(i32, Edit)>) -> Vec<Edit> {
    // Of two alike, the one nearer to the fault.
    found.sort_by_key(|(price, edit)| (*price, std::cmp::Reverse(edit.turn())));
    let is_letter = |edit: &Edit| matches!(edit, Edit::Point { slip: Slip::LetterOff, .. });
    for (price, _) in found.iter_mut().filter(|(_, edit)| is_letter(edit)).skip(MOST_CANDIDATES - 1) {
        *price += MANY_LETTERS;
    }
    found.sort_by_key(|&(price, _)| price);
    found.into_iter().map(|(_, edit)| edit).take(MOST_CANDIDATES).collect()
}

/// How far a point is from the nearest of the four moves around a turn, along the lines.
fn distance(line: &Line, index: usize, point: Point) -> i32 {
    /// Further away tells nothing more.
    const FAR: u8 = 12;
    [index.wrapping_sub(2), index.wrapping_sub(1), index.wrapping_add(1), index.wrapping_add(2)]
        .into_iter()
        .filter_map(|index| line.turns.get(index)?.point())
        .map(|other| other.x().abs_diff(point.x()) + other.y().abs_diff(point.y()))
        .fold(FAR, u8::min)
        .into()
}

/// How odd it is that a move is on the first line of the board or the second, so early in the game.
fn at_edge(line: &Line, turn: u32, point: Point) -> i32 {
    let side = |n: u8, side: u8| n.min(side.saturating_sub(n + 1));
    let from_edge = side(point.x(), line.size.width()).min(side(point.y(), line.size.height()));
    match (from_edge, turn) {
        (0, ..=120) => 2,
        (0, _) | (1, ..=60) => 1,
        _ => 0,
    }
}
