//! Territory: empty points and prisoners, as Japanese and Korean rules count (数目法).

use crate::go::{Board, Colour, Ownership, PointSet};
use crate::record::Zi;

/// The territory of both sides at the end of a game, by [`Colour::index`].
///
/// Not every enclosed point counts. A false eye must be filled once the neutral points around are, or the
/// chains that it joins are lost; and neither side has territory in a seki. So the neutral points are taken
/// for filled, and then
///
/// * a chain whose only liberty is one enclosed point is joined there to the rest of its side, and the point
///   is lost (a false eye);
/// * a chain that has then no liberty at all, or a single eye of its own, only stands because neither side
///   can fill the points between: it is in seki, and so is an opponent that lives by the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory {
    /// Points that count, those under dead stones among them.
    pub points: [PointSet; 2],
    /// Points that were enclosed but must be filled.
    pub false_eyes: [PointSet; 2],
    /// Stones in seki: they live, and what they enclose does not count.
    pub seki: [PointSet; 2],
    /// Dead stones, which the opponent takes off as prisoners.
    pub dead: [u16; 2],
}

impl Territory {
    /// Counts a board from which `dead` stones are taken.
    pub fn of(board: &Board, dead: &PointSet) -> Territory {
        let owned = Ownership::of(board, dead);
        let sides = [Colour::Black, Colour::White];
        let (stones, neutral) = fill_neutral(owned.stones, owned.points, owned.shared);
        let mut points = owned.points;
        let mut false_eyes = [PointSet::EMPTY; 2];
        let mut seki = [PointSet::EMPTY; 2];
        for side in [0, 1] {
            let all = stones[side] | points[side];
            for group in neutral.beside(&stones[side]).fill(&all).parts() {
                if !has_two_eyes(&group, &points[side]) {
                    seki[side] |= group & stones[side];
                }
            }
            let filled = connect(stones[side] - seki[side], points[side]);
            false_eyes[side] = points[side] - filled.points;
            points[side] = filled.points;
        }
        for side in [0, 1] {
            points[side] -= seki[side].beside(&points[side]).fill(&points[side]);
        }
        Territory {
            points,
            false_eyes,
            seki: [seki[0] & owned.stones[0], seki[1] & owned.stones[1]],
            dead: sides.map(|side| (PointSet::stones(board, side) & *dead).len()),
        }
    }

    /// Black's margin before komi: territory and prisoners against White's. `taken` are the stones that Black
    /// and White took during the game, suicides of the opponent among them.
    pub fn margin(&self, taken: [u16; 2]) -> Zi {
        let side = |n: usize| i32::from(self.points[n].len()) + i32::from(self.dead[1 - n]) + i32::from(taken[n]);
        Zi::from_half_points(2 * (side(0) - side(1)))
    }
}

/// Lets both sides fill the neutral points wherever that harms nobody: the stone put there has two liberties
/// or more, and the enemy chains beside it keep two, or get them by a connection. Points that join chains
/// come first: their side would see to it. What is left can be filled by neither.
fn fill_neutral(mut stones: [PointSet; 2], points: [PointSet; 2], mut neutral: PointSet) -> ([PointSet; 2], PointSet) {
    let mut joins = true;
    loop {
        let before = neutral;
        for (point, side) in before.iter().flat_map(|point| [(point, 0), (point, 1)]) {
            let stone = PointSet::from_iter([point]);
            let beside = stone.beside(&stones[side]).fill(&stones[side]);
            if beside.is_empty() || !neutral.contains(point) || (joins && beside.parts().take(2).count() < 2) {
                continue;
            }
            let room = |side: usize| (neutral - stone) | points[side];
            let safe = |chain: PointSet| {
                let liberties = chain.beside(&room(1 - side));
                let joined = chain | liberties.fill(&(stones[1 - side] | liberties));
                liberties.len() >= 2 || joined.beside(&(room(1 - side) - liberties)).len() >= 2
            };
            let enemies = stone.beside(&stones[1 - side]).fill(&stones[1 - side]);
            if (beside | stone).beside(&room(side)).len() >= 2 && enemies.parts().all(safe) {
                stones[side] |= stone;
                neutral -= stone;
            }
        }
        if neutral == before && !std::mem::take(&mut joins) {
            return (stones, neutral);
        }
    }
}

/// A side once it has filled what it must.
struct Filled {
    stones: PointSet,
    points: PointSet,
    /// Chains that stand only by neutral points.
    caught: PointSet,
}

fn connect(mut stones: PointSet, mut points: PointSet) -> Filled {
    let mut caught = PointSet::EMPTY;
    loop {
        let mut changed = false;
        for chain in (stones - caught).parts() {
            let liberties = chain.beside(&points);
            match liberties.len() {
                0 => caught |= chain,
                1 => {
                    let joined = (chain | liberties).fill(&(stones | liberties));
                    let rest = points - liberties;
                    if joined.beside(&rest).is_empty() {
                        caught |= joined & stones;
                    } else {
                        stones |= liberties;
                        points = rest;
                    }
                }
                _ => continue,
            }
            changed = true;
            break;
        }
        if !changed {
            return Filled { stones, points, caught };
        }
    }
}

/// Whether a group has room for two eyes: two regions, or one of four points or more.
fn has_two_eyes(group: &PointSet, points: &PointSet) -> bool {
    let eyes = *group & *points;
    eyes.len() >= 4 || eyes.parts().take(2).count() == 2
}
