//! Unconditional life after Benson (1976): chains that no sequence of enemy moves can take, even where their
//! side always passes.

use super::{Board, Colour, PointSet};

/// What a side holds for certain, whoever moves and however often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// The stones of the unconditionally alive chains.
    pub stones: PointSet,
    /// The regions that these chains alone enclose and in which the enemy can never live, enemy stones in
    /// them included: at most one point of such a region is not beside one of the living chains, so there is
    /// no room for two eyes.
    pub territory: PointSet,
}

impl Life {
    /// A side's unconditionally alive chains and what they hold.
    ///
    /// A *region* is a connected set of points without a stone of the colour, enclosed by its chains. It is
    /// *vital* to a chain if each of its empty points is a liberty of that chain. A set of chains lives if
    /// every chain has two vital regions that no chain outside the set encloses; the largest such set is
    /// found by striking out what fails until nothing does (David B. Benson, *Life in the game of Go*,
    /// Information Sciences 10, 1976).
    ///
    /// ```
    /// use sgfkit::go::{Board, Colour, Life};
    ///
    /// let board = Board::from_text(". X . X O
    ///                               X X X X O
    ///                               O O O O .").unwrap();
    /// assert_eq!(Life::of(&board, Colour::Black).stones.len(), 6);
    /// assert!(Life::of(&board, Colour::White).stones.is_empty());
    /// ```
    pub fn of(board: &Board, colour: Colour) -> Life {
        let own = PointSet::stones(board, colour);
        let enemy = PointSet::stones(board, colour.opponent());
        let all = PointSet::all(board.size());
        let mut chains: Vec<Chain> = own.parts().map(|stones| Chain { stones, alive: true }).collect();
        let mut regions: Vec<Region> = (all - own).parts().map(|points| Region::new(points, &enemy, &chains)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (n, chain) in chains.iter_mut().enumerate().filter(|(_, chain)| chain.alive) {
                if regions.iter().filter(|r| r.enclosed && r.vital.contains(&n)).take(2).count() < 2 {
                    (chain.alive, changed) = (false, true);
                    regions.iter_mut().filter(|r| r.beside.contains(&n)).for_each(|r| r.enclosed = false);
                }
            }
        }
        let alive = chains.iter().filter(|c| c.alive).fold(PointSet::EMPTY, |set, c| set | c.stones);
        let no_room = |points: &PointSet| (*points - alive.beside(points)).len() <= 1;
        let held = regions.iter().filter(|r| r.enclosed && !r.beside.is_empty() && no_room(&r.points));
        Life { stones: alive, territory: held.fold(PointSet::EMPTY, |set, r| set | r.points) }
    }
}

struct Chain {
    stones: PointSet,
    alive: bool,
}

struct Region {
    points: PointSet,
    /// The chains that touch it, and those among them that it is vital to, as indices.
    beside: Vec<usize>,
    vital: Vec<usize>,
    /// Whether every chain that touches it still stands.
    enclosed: bool,
}

impl Region {
    fn new(points: PointSet, enemy: &PointSet, chains: &[Chain]) -> Region {
        let empty = points - *enemy;
        let mut beside = Vec::new();
        let mut vital = Vec::new();
        for (n, chain) in chains.iter().enumerate() {
            let touched = chain.stones.beside(&points);
            if touched.is_empty() {
                continue;
            }
            beside.push(n);
            // A region without an empty point cannot be: some chain there would have no liberty. After a
            // set-up it can, and then it is no eye.
            if !empty.is_empty() && (empty - touched).is_empty() {
                vital.push(n);
            }
        }
        Region { points, beside, vital, enclosed: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` draws what the colour holds: its living stones as `X`, its territory as `O`.
    fn check(colour: Colour, drawing: &str, expected: &str) {
        let (board, expected) = (Board::from_text(drawing).unwrap(), Board::from_text(expected).unwrap());
        let life = Life::of(&board, colour);
        assert_eq!(life.stones, PointSet::stones(&expected, Colour::Black), "stones\n{board}");
        assert_eq!(life.territory, PointSet::stones(&expected, Colour::White), "territory\n{board}");
    }

    #[test]
    fn two_eyes_live() {
        check(
            Colour::Black,
            ". X . X O .
             X X X X O .
             O O O O O .
             . . . . . .",
            "O X O X . .
             X X X X . .
             . . . . . .
             . . . . . .",
        );
    }

    #[test]
    fn one_eye_does_not() {
        check(
            Colour::Black,
            ". X X X O
             X X X X O
             O O O O .",
            ". . . . .
             . . . . .
             . . . . .",
        );
    }

    #[test]
    fn a_false_eye_is_no_eye() {
        // The right-hand eye joins two chains; the lower one can be put into atari from outside.
        check(
            Colour::Black,
            ". X . O .
             X X X . O
             O O O X O
             . O . O O",
            ". . . . .
             . . . . .
             . . . . .
             . . . . .",
        );
    }

    #[test]
    fn two_chains_live_by_the_regions_they_share() {
        check(
            Colour::White,
            ". O O .
             O O . O
             O . O O
             . O O .",
            "O X X O
             X X O X
             X O X X
             O X X O",
        );
    }

    #[test]
    fn enemy_stones_in_small_eyes_are_held() {
        check(
            Colour::Black,
            ". X . X O .
             O X . X O O
             X X X X O .",
            "O X O X . .
             O X O X . .
             X X X X . .",
        );
    }

    #[test]
    fn a_large_region_lives_but_may_leave_the_enemy_room() {
        // The right-hand region is vital to nobody, so only the two left-hand eyes make Black live; the enemy
        // could still live on the right.
        check(
            Colour::Black,
            ". X . X . . . .
             X X X X . . . .
             . . . X . . . .
             X X X X . . . .",
            "O X O X . . . .
             X X X X . . . .
             O O O X . . . .
             X X X X . . . .",
        );
    }

    #[test]
    fn bare_boards_hold_nothing() {
        check(Colour::Black, ".", ".");
        check(Colour::Black, ". . .", ". . .");
        check(Colour::Black, ". X .", "O X O");
    }
}
