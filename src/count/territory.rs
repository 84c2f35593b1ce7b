//! Territory: empty points and prisoners, as Japanese and Korean rules count (数目法).

use crate::go::{Board, Colour, Ownership, PointSet};
use crate::record::Zi;

/// The territory of both sides at the end of a game, by [`Colour::index`].
///
/// Not every enclosed point counts. A false eye must be filled once the neutral points around are, and neither
/// side has territory in a seki. So the neutral points are filled first, wherever that harms nobody; then
///
/// * a group without room for two eyes that is held up by neutral points which neither side can fill is in seki;
/// * a chain whose only liberty is one enclosed point is joined there to the rest of its side, and the point is
///   lost (a false eye).
///
/// ```
/// use sgfkit::{count::Territory, go::{Board, PointSet}};
///
/// let board = Board::from_text(". X . O .
///                               . X . O .
///                               X X . O O").unwrap();
/// let territory = Territory::of(&board, &PointSet::EMPTY);
/// assert_eq!(territory.points.map(|points| points.len()), [2, 2]);
/// assert_eq!(territory.margin([0, 2]).result(), "W+2");
/// ```
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
            let held_up = neutral.beside(&stones[side]).fill(&all).parts();
            let caught = held_up.filter(|group| !has_two_eyes(group, &points[side]));
            seki[side] = caught.fold(PointSet::EMPTY, |seki, group| seki | (group & stones[side]));
            points[side] = without_false_eyes(stones[side] - seki[side], points[side]);
            false_eyes[side] = owned.points[side] - points[side];
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

/// The points that are left to a side once it has joined what must be joined: a chain whose only liberty is one
/// of its points, if it has another behind.
fn without_false_eyes(mut stones: PointSet, mut points: PointSet) -> PointSet {
    'joined: loop {
        for chain in stones.parts() {
            let liberty = chain.beside(&points);
            let joined = (chain | liberty).fill(&(stones | liberty));
            if liberty.len() == 1 && !joined.beside(&(points - liberty)).is_empty() {
                stones |= liberty;
                points -= liberty;
                continue 'joined;
            }
        }
        return points;
    }
}

/// Whether a group has room for two eyes: two regions, or one of four points or more.
fn has_two_eyes(group: &PointSet, points: &PointSet) -> bool {
    let eyes = *group & *points;
    eyes.len() >= 4 || eyes.parts().take(2).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn points(list: &str) -> PointSet {
        list.split_whitespace().map(|p| Point::new(p.as_bytes()[0] - b'a', p.as_bytes()[1] - b'a')).collect()
    }

    fn check(drawing: &str, dead: &str, black: &str, white: &str) -> Territory {
        let territory = Territory::of(&Board::from_text(drawing).unwrap(), &points(dead));
        assert_eq!(territory.points, [points(black), points(white)], "{drawing}");
        territory
    }

    #[test]
    fn seventeen_each_and_komi() {
        // Black has made a stone more than White: 25 zi against 24, but 17 points against 17.
        let drawing = ". . . X O . .
                       . . . X O . .
                       . . X X O . .
                       . . . X O . .
                       . . X O . . .
                       . . X O . . .
                       . . X O . . .";
        let territory = Territory::of(&Board::from_text(drawing).unwrap(), &PointSet::EMPTY);
        assert_eq!(territory.points.map(|points| points.len()), [17, 17]);
        assert_eq!((territory.margin([0, 0]) - Zi::from_half_points(13)).result(), "W+6.5");
    }

    #[test]
    fn dead_stones_count_twice_and_prisoners_once() {
        let territory = check(". . X O .\n. O X O .", "bb", "aa ba ab bb", "ea eb");
        assert_eq!(territory.margin([0, 0]).result(), "B+3");
        assert_eq!(territory.margin([1, 5]).result(), "W+1");
    }

    #[test]
    fn a_false_eye_is_no_territory() {
        // Once White has played on the point to the right of the upper left chain, Black must connect at `ca`.
        let drawing = "X X . X . O . O
                       O O X X . O O O
                       . O O X X X X X
                       O . O X . X . X";
        let territory = Territory::of(&Board::from_text(drawing).unwrap(), &PointSet::EMPTY);
        assert_eq!(territory.false_eyes[0], points("ca"));
        assert_eq!(territory.points[0], points("ed gd"));
    }

    #[test]
    fn a_seki_without_eyes_has_no_territory() {
        let drawing = "O X . O X . .
                       O X . O X . .
                       O X X O X . .
                       O O O X X X X
                       . . O X . . .
                       O O O X . . .
                       . . O X . . .";
        let territory = check(drawing, "", "fa ga fb gb fc gc ee fe ge ef ff gf eg fg gg", "ae be ag bg");
        assert_eq!(territory.seki.map(|stones| stones.len()), [4, 3]);
    }

    #[test]
    fn eyes_in_a_seki_do_not_count() {
        // Black's corner and the white chain around it have an eye each, and one common liberty.
        let drawing = ". X . O X .
                       X X O O X X
                       O O O X X .
                       . O X . X X
                       O O X X . X
                       X X X X X X";
        let territory = check(drawing, "", "fa fc dd ee", "");
        assert_eq!(territory.seki.map(|stones| stones.len()), [3, 9]);
    }

    #[test]
    fn neutral_points_make_no_seki() {
        check(". X . O .\n. X . O .\nX X . O O", "", "aa ab", "ea eb");
    }
}
