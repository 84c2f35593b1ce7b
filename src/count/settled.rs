//! Boards on which nothing is left to decide.

use crate::go::{Board, Colour, Life, Ownership, PointSet};

/// The room, in points, in which a side surely makes two eyes: no enemy stone stands in it.
const ROOM: u16 = 12;

/// The dead stones of a board whose chains all have a sure status; `None` where a single one has not.
///
/// Sure are: chains that [live unconditionally](Life); enemy stones in what such chains hold, which are dead;
/// and chains with two liberties or more in a region of twelve points or more that no living enemy stone looks
/// into. (The last is no proof against a side that always passes, but the other side cannot start anything
/// there from nothing.)
///
/// ```
/// use sgfkit::{count::settled, go::Board};
///
/// let board = Board::from_text(". . . X O . . .
///                               . . . X O . . .
///                               . . . X O . . .
///                               . . . X O . . .").unwrap();
/// assert!(settled(&board).is_some_and(|dead| dead.is_empty()));
/// ```
pub fn settled(board: &Board) -> Option<PointSet> {
    let life = [Colour::Black, Colour::White].map(|colour| Life::of(board, colour));
    let stones = [Colour::Black, Colour::White].map(|colour| PointSet::stones(board, colour));
    let dead = (stones[0] & life[1].territory) | (stones[1] & life[0].territory);
    let owned = Ownership::of(board, &dead);
    for side in [0, 1] {
        let rooms = owned.points[side].parts().filter(|room| room.len() >= ROOM);
        let rooms = rooms.fold(PointSet::EMPTY, |all, room| all | room);
        let open = stones[side] - dead - life[side].stones;
        if open.parts().any(|chain| chain.beside(&rooms).len() < 2) {
            return None;
        }
    }
    Some(dead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn check(drawing: &str, expected: Option<&[(u8, u8)]>) {
        let dead = settled(&Board::from_text(drawing).unwrap());
        let expected = expected.map(|points| points.iter().map(|&(x, y)| Point::new(x, y)).collect());
        assert_eq!(dead, expected, "{drawing}");
    }

    #[test]
    fn walls_with_room_behind_them_are_settled() {
        check(
            ". . . . . X O . .
             . . . . . X O . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .",
            Some(&[]),
        );
        check(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .", Some(&[]));
        check(". .\n. .", Some(&[]));
    }

    #[test]
    fn stones_in_unconditional_territory_are_dead() {
        check(
            ". X . X O . . . . .
             O X X X O . . . . .
             X X O O O . . . . .
             . X O . . . . . . .
             X X O . . . . . . .",
            Some(&[(0, 1)]),
        );
    }

    #[test]
    fn a_stone_in_a_large_territory_leaves_something_to_decide() {
        check(
            ". . . X O . .
             . O . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .",
            None,
        );
    }

    #[test]
    fn a_seki_is_not_settled() {
        check(
            "O X . O X . .
             O X . O X . .
             O X X O X . .
             O O O X X X X
             . . O X . . .
             O O O X . . .
             . . O X . . .",
            None,
        );
    }
}
