//! Counting sequences of moves, to test a move generator against known numbers.

use super::{Move, Position, Rules};

/// The number of sequences of `depth` turns that the rules allow from a position, the sides moving in turn.
///
/// A pass is always allowed and never ends the game; suicide never is. The position is left as it was. Chess
/// programs call such counts perft; on an empty 2×2 board with positional superko they are 5, 21, 73, 193:
///
/// ```
/// use sgfkit::go::{Ko, Position, Rules, Size, perft};
///
/// let mut position = Position::new(Size::new(2, 2).unwrap());
/// assert_eq!(perft(&mut position, &Rules { ko: Ko::Positional }, 4), 193);
/// ```
pub fn perft(position: &mut Position, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let colour = position.to_move();
    let before = position.save();
    let moves = position.board().size().iter().map(Move::Place).chain([Move::Pass]);
    moves
        .map(|mv| match position.check(mv, colour, rules) {
            Err(_) => 0,
            Ok(()) if depth == 1 => 1,
            Ok(()) => {
                position.force(mv, colour);
                let count = perft(position, rules, depth - 1);
                position.restore(&before);
                count
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Ko, Size};

    #[test]
    fn known_numbers() {
        let check = |width, height, counts: &[u64]| {
            let mut position = Position::new(Size::new(width, height).unwrap());
            let rules = Rules { ko: Ko::Positional };
            let found: Vec<u64> = (1..).take(counts.len()).map(|depth| perft(&mut position, &rules, depth)).collect();
            assert_eq!(found, counts);
        };
        check(1, 2, &[3, 7, 11, 17, 23, 31]);
        check(2, 2, &[5, 21, 73, 193, 493, 1149, 2617]);
        check(3, 3, &[10, 91, 748, 5453, 35_446]);
    }
}
