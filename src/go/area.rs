//! Area: whose points are whose (数子法, article 9 of the Chinese rules).

use super::{Board, Colour, PointSet};

/// Who owns the points of a board once the dead stones are off it.
///
/// ```
/// use sgfkit::go::{Area, Board, Ownership, PointSet};
///
/// let board = Board::from_text(". X . O .
///                               X X . O O").unwrap();
/// let owned = Ownership::of(&board, &PointSet::EMPTY);
/// assert_eq!(owned.area(), Area { black_stones: 3, black_points: 1, white_stones: 3, white_points: 1, shared: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ownership {
    /// Live stones, by [`Colour::index`].
    pub stones: [PointSet; 2],
    /// Empty points from which only this side's live stones can be reached, by [`Colour::index`]; the points
    /// under dead stones are empty.
    pub points: [PointSet; 2],
    /// Empty points from which both sides' live stones can be reached, or nobody's: half belongs to each.
    pub shared: PointSet,
}

impl Ownership {
    /// Takes the dead stones off and finds the owner of every point. Points of `dead` without a stone do
    /// nothing.
    pub fn of(board: &Board, dead: &PointSet) -> Ownership {
        let stones = [Colour::Black, Colour::White].map(|colour| PointSet::stones(board, colour) - *dead);
        let all = PointSet::all(board.size());
        let empty = all - stones[0] - stones[1];
        let reached = stones.map(|side| side.beside(&empty).fill(&empty));
        let points = [reached[0] - reached[1], reached[1] - reached[0]];
        Ownership { stones, points, shared: empty - points[0] - points[1] }
    }

    /// A side's area: its live stones and its points.
    pub fn area_of(&self, colour: Colour) -> PointSet {
        self.stones[colour.index()] | self.points[colour.index()]
    }

    /// The numbers.
    pub fn area(&self) -> Area {
        Area {
            black_stones: self.stones[0].len(),
            black_points: self.points[0].len(),
            white_stones: self.stones[1].len(),
            white_points: self.points[1].len(),
            shared: self.shared.len(),
        }
    }

    /// The number of groups of a side: connected parts of its area. Each costs one zi under the ancient rules
    /// (还棋头).
    pub fn groups(&self, colour: Colour) -> u16 {
        self.area_of(colour).parts().count() as u16
    }
}

/// The count of a board by area, in points of the board (zi).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Live black stones.
    pub black_stones: u16,
    /// Points that Black encloses.
    pub black_points: u16,
    /// Live white stones.
    pub white_stones: u16,
    /// Points that White encloses.
    pub white_points: u16,
    /// Empty points between live stones of both sides: half of each belongs to either side (article 9).
    pub shared: u16,
}

impl Area {
    /// The number of points of the board, N.
    pub fn points(&self) -> u32 {
        [self.black_stones, self.black_points, self.white_stones, self.white_points, self.shared]
            .into_iter()
            .map(u32::from)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, Size};

    /// `dead` lists points as SGF writes them; `expected` is black stones and points, white ones, shared.
    fn check(drawing: &str, dead: &str, expected: [u16; 5]) {
        let board = Board::from_text(drawing).unwrap();
        let dead = dead.as_bytes().chunks(2).map(|p| Point::new(p[0] - b'a', p[1] - b'a')).collect();
        let [black_stones, black_points, white_stones, white_points, shared] = expected;
        let area = Ownership::of(&board, &dead).area();
        assert_eq!(area, Area { black_stones, black_points, white_stones, white_points, shared }, "{drawing}");
        assert_eq!(area.points(), board.size().points());
    }

    #[test]
    fn an_empty_board_is_shared() {
        check(". . .\n. . .", "", [0, 0, 0, 0, 6]);
        check(".", "", [0, 0, 0, 0, 1]);
    }

    #[test]
    fn one_stone_owns_the_whole_board() {
        check(
            ". . . . .
             . . . . .
             . . X . .
             . . . . .
             . . . . .",
            "",
            [1, 24, 0, 0, 0],
        );
    }

    #[test]
    fn points_between_both_are_shared() {
        check(". X . O .\n. X . O .", "", [2, 2, 2, 2, 2]);
    }

    #[test]
    fn dead_stones_are_taken_off_first() {
        let drawing = ". . . X O . .
                       . O . X O . .
                       . . . X O . .
                       . . . X O . .
                       . . . X O . .
                       . . . X O . .
                       . . . X O . .";
        check(drawing, "", [7, 0, 8, 14, 20]);
        check(drawing, "bb", [7, 21, 7, 14, 0]);
    }

    #[test]
    fn seki_leaves_the_common_liberties_shared() {
        check(
            "O X . O X . .
             O X . O X . .
             O X X O X . .
             O O O X X X X
             . . O X . . .
             O O O X . . .
             . . O X . . .",
            "",
            [14, 15, 14, 4, 2],
        );
    }

    #[test]
    fn groups_are_the_parts_of_a_sides_area() {
        let board = Board::from_text("X . X O\nX . X O\nX . X O").unwrap();
        let owned = Ownership::of(&board, &PointSet::EMPTY);
        assert_eq!((owned.groups(Colour::Black), owned.groups(Colour::White)), (1, 1));
        let board = Board::from_text(". X O X .\nX X O X X\nO O O O O\n. O . O .").unwrap();
        let owned = Ownership::of(&board, &PointSet::EMPTY);
        assert_eq!((owned.groups(Colour::Black), owned.groups(Colour::White)), (2, 1));
    }

    #[test]
    fn the_largest_board_counts() {
        let mut board = Board::new(Size::new(52, 52).unwrap());
        board.put(Point::new(51, 51), Colour::White);
        assert_eq!(Ownership::of(&board, &PointSet::EMPTY).area().white_points, 52 * 52 - 1);
    }
}
