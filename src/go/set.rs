//! Sets of points.

use super::{Board, Colour, Point, Size};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

const ROWS: usize = 64;

/// A set of points of a board, one bit each: half a kilobyte, no allocation.
///
/// `|`, `&` and `-` are union, intersection and difference.
// A word a row, in the numbering of `Point`: the rim that it leaves lets a shift move a whole row sideways
// without a carry into the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointSet([u64; ROWS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; ROWS]);

    /// Every point of a board of this size.
    pub fn all(size: Size) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.0[1..=usize::from(size.height())].fill(((1 << size.width()) - 1) << 1);
        set
    }

    /// The stones of a colour on a board.
    pub fn stones(board: &Board, colour: Colour) -> PointSet {
        board.size().iter().filter(|&p| board.get(p) == Some(colour)).collect()
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[row(point)] & bit(point) != 0
    }

    /// Puts a point into the set.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[row(point)] |= bit(point);
    }

    /// Takes a point out of the set.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[row(point)] &= !bit(point);
    }

    /// Whether the set has no point.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of points.
    pub fn len(&self) -> u16 {
        self.0.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// Whether the two sets have a point in common.
    pub fn meets(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The first point, row by row from the top left.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (0..).zip(&self.0).flat_map(|(row, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let column = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
                rest &= rest - 1;
                Some(Point::from_index(row * Point::STRIDE + column))
            })
        })
    }

    /// The points beside a point of the set that are in `within`; a point of the set is among them where
    /// another one is beside it.
    pub fn beside(&self, within: &PointSet) -> PointSet {
        let mut set = PointSet::EMPTY;
        for y in 1..ROWS - 1 {
            let word = self.0[y];
            set.0[y] = ((word << 1) | (word >> 1) | self.0[y - 1] | self.0[y + 1]) & within.0[y];
        }
        set
    }

    /// All points of `within` that a path inside `within` joins to a point of this set (flood fill).
    pub fn fill(&self, within: &PointSet) -> PointSet {
        let mut set = *self & *within;
        let Some(mut top) = set.0.iter().position(|&word| word != 0) else { return set };
        let mut bottom = top + set.0[top..].iter().rposition(|&word| word != 0).unwrap_or(0);
        // Sweep down and up over the rows in use until nothing is added.
        loop {
            let before = set.0;
            let (old_top, old_bottom) = (top, bottom);
            let mut y = top;
            while y <= bottom || set.0[y - 1] & within.0[y] != 0 {
                set.0[y] = spread(set.0[y] | (set.0[y - 1] & within.0[y]), within.0[y]);
                bottom = bottom.max(y);
                y += 1;
            }
            y = bottom;
            while y >= top || set.0[y + 1] & within.0[y] != 0 {
                set.0[y] = spread(set.0[y] | (set.0[y + 1] & within.0[y]), within.0[y]);
                top = top.min(y);
                y -= 1;
            }
            if (top, bottom) == (old_top, old_bottom) && set.0[top..=bottom] == before[top..=bottom] {
                return set;
            }
        }
    }

    /// The connected parts of the set, in the order of their first points.
    pub fn parts(&self) -> impl Iterator<Item = PointSet> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = PointSet::from_iter([rest.first()?]).fill(&rest);
            rest -= part;
            Some(part)
        })
    }
}

#[inline]
fn row(point: Point) -> usize {
    usize::from(point.index() / Point::STRIDE) % ROWS
}

#[inline]
fn bit(point: Point) -> u64 {
    1 << (point.index() % Point::STRIDE)
}

/// Spreads the bits of a row sideways over the runs of `within` that they lie in.
#[inline]
fn spread(bits: u64, within: u64) -> u64 {
    let (mut left, mut right) = (bits, bits);
    let (mut open_left, mut open_right) = (within, within);
    // Each round doubles the distance (Kogge and Stone 1973); 1 + 2 + … + 32 covers a row.
    for shift in [1, 2, 4, 8, 16, 32] {
        left |= open_left & (left << shift);
        open_left &= open_left << shift;
        right |= open_right & (right >> shift);
        open_right &= open_right >> shift;
    }
    left | right
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        points.into_iter().for_each(|point| self.insert(point));
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    fn bitor(mut self, other: PointSet) -> PointSet {
        self |= other;
        self
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    fn bitand(mut self, other: PointSet) -> PointSet {
        self &= other;
        self
    }
}

impl Sub for PointSet {
    type Output = PointSet;

    fn sub(mut self, other: PointSet) -> PointSet {
        self -= other;
        self
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::EMPTY
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fills from the `X` points through the `.` and `X` points; `O` is outside.
    fn check_fill(drawing: &str, expected: &str) {
        let (board, expected) = (Board::from_text(drawing).unwrap(), Board::from_text(expected).unwrap());
        let within = PointSet::all(board.size()) - PointSet::stones(&board, Colour::White);
        let filled = PointSet::stones(&board, Colour::Black).fill(&within);
        assert_eq!(filled, PointSet::stones(&expected, Colour::Black), "{drawing}");
    }

    #[test]
    fn fill_follows_a_spiral() {
        check_fill(
            "X O . . . . .
             . O . O O O .
             . O . O . O .
             . O . O . O .
             . O . . . O .
             . O O O O O .
             . . . . . . .",
            "X O X X X X X
             X O X O O O X
             X O X O X O X
             X O X O X O X
             X O X X X O X
             X O O O O O X
             X X X X X X X",
        );
    }

    #[test]
    fn fill_stays_on_its_side() {
        check_fill(
            ". . O . .
             . X O . .
             O O . O O
             . . O . X",
            "X X O . .
             X X O . .
             O O . O O
             . . O X X",
        );
    }

    #[test]
    fn fill_reaches_all_of_the_largest_board_and_nothing_off_it() {
        let all = PointSet::all(Size::new(52, 52).unwrap());
        assert_eq!(PointSet::from_iter([Point::new(51, 0)]).fill(&all), all);
        assert_eq!(all.len(), 52 * 52);
        assert_eq!(all.beside(&all), all);
    }

    #[test]
    fn parts_are_the_connected_pieces() {
        let board = Board::from_text("X . X\n. X X\nX . .").unwrap();
        let parts: Vec<u16> = PointSet::stones(&board, Colour::Black).parts().map(|part| part.len()).collect();
        assert_eq!(parts, [1, 3, 1]);
    }
}
