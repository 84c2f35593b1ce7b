//! Dead stones as the record itself marks them.

use crate::go::{Board, Colour, Point, PointSet};

/// Why marks do not tell the dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarksError {
    /// There are none.
    #[error("no territory is marked")]
    Missing,
    /// A point is marked for both sides.
    #[error("{0} is marked as territory of both sides")]
    Both(Point),
    /// Some stones of a chain are marked as dead and others not.
    #[error("the chain on {0} is marked as dead in part")]
    Part(Point),
    /// The later position has a stone that the earlier one has not.
    #[error("a stone is added on {0}")]
    Added(Point),
}

/// The dead stones after territory marks (`TB` and `TW`, here by [`Colour::index`]): the stones that stand in
/// the other side's territory. A stone marked as its own side's lives: KGS marks a living stone so where it stands
/// among dead ones.
///
/// ```
/// use sgfkit::{count::dead_by_marks, go::{Board, Point, PointSet}};
///
/// let board = Board::from_text(". O X\n. . X").unwrap();
/// let black = [Point::new(0, 0), Point::new(1, 0), Point::new(0, 1), Point::new(1, 1)].into_iter().collect();
/// let dead = dead_by_marks(&board, &[black, PointSet::EMPTY]).unwrap();
/// assert_eq!(dead.iter().collect::<Vec<_>>(), [Point::new(1, 0)]);
/// ```
///
/// # Errors
///
/// Where there are no marks, or where they contradict each other: see [`MarksError`].
pub fn dead_by_marks(board: &Board, territory: &[PointSet; 2]) -> Result<PointSet, MarksError> {
    if territory.iter().all(PointSet::is_empty) {
        return Err(MarksError::Missing);
    }
    if let Some(point) = (territory[0] & territory[1]).first() {
        return Err(MarksError::Both(point));
    }
    let stones = [Colour::Black, Colour::White].map(|colour| PointSet::stones(board, colour));
    whole_chains(&stones, (stones[0] & territory[1]) | (stones[1] & territory[0]))
}

/// The dead stones where the record takes them off at its end (`AE`): those of `before`, the position at the
/// end of play, that are not in `after`.
///
/// # Errors
///
/// [`MarksError::Missing`] where nothing is taken off, [`MarksError::Added`] or [`MarksError::Part`] where
/// more happens than that whole chains go.
pub fn dead_by_removal(before: &Board, after: &Board) -> Result<PointSet, MarksError> {
    let stones = [Colour::Black, Colour::White].map(|colour| PointSet::stones(before, colour));
    let kept = [Colour::Black, Colour::White].map(|colour| PointSet::stones(after, colour));
    if let Some(point) = ((kept[0] - stones[0]) | (kept[1] - stones[1])).first() {
        return Err(MarksError::Added(point));
    }
    let dead = (stones[0] - kept[0]) | (stones[1] - kept[1]);
    if dead.is_empty() { Err(MarksError::Missing) } else { whole_chains(&stones, dead) }
}

fn whole_chains(stones: &[PointSet; 2], dead: PointSet) -> Result<PointSet, MarksError> {
    let touched = dead.fill(&stones[0]) | dead.fill(&stones[1]);
    match (touched - dead).first() {
        Some(point) => Err(MarksError::Part(point)),
        None => Ok(dead),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &str) -> PointSet {
        list.split_whitespace().map(|p| Point::new(p.as_bytes()[0] - b'a', p.as_bytes()[1] - b'a')).collect()
    }

    fn check(drawing: &str, black: &str, white: &str, expected: Result<&str, MarksError>) {
        let board = Board::from_text(drawing).unwrap();
        assert_eq!(dead_by_marks(&board, &[points(black), points(white)]), expected.map(points));
    }

    const BOARD: &str = ". . . X O . .
                         . O . X O . .
                         . O . X O . .";

    #[test]
    fn stones_in_the_other_sides_territory_are_dead() {
        let black = "aa ba ca ab bb cb ac bc cc";
        check(BOARD, black, "fa ga fb gb fc gc", Ok("bb bc"));
        check(BOARD, "", "fa ga fb gb fc gc", Ok(""));
        check(BOARD, "da", "", Ok(""));
    }

    #[test]
    fn marks_that_contradict_each_other_tell_nothing() {
        check(BOARD, "", "", Err(MarksError::Missing));
        check(BOARD, "aa", "aa", Err(MarksError::Both(Point::new(0, 0))));
        check(BOARD, "bb", "", Err(MarksError::Part(Point::new(1, 2))));
    }

    #[test]
    fn stones_taken_off_at_the_end_are_dead() {
        let check = |after: &str, expected: Result<&str, MarksError>| {
            let (before, after) = (Board::from_text(BOARD).unwrap(), Board::from_text(after).unwrap());
            assert_eq!(dead_by_removal(&before, &after), expected.map(points));
        };
        check(". . . X O . .\n. . . X O . .\n. . . X O . .", Ok("bb bc"));
        check(BOARD, Err(MarksError::Missing));
        check(". . . X O . .\n. O . X O . .\n. . . X O . .", Err(MarksError::Part(Point::new(1, 1))));
        check("X . . X O . .\n. O . X O . .\n. O . X O . .", Err(MarksError::Added(Point::new(0, 0))));
    }
}
