//! Colours, points and board sizes.

use std::fmt::{self, Write};

/// The colour of a stone, or the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black, who plays first in an even game (Chinese rules, article 2).
    Black,
    /// White.
    White,
}

impl Colour {
    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `B` or `W`, as SGF writes it.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }

    /// 0 for Black, 1 for White: an index into a table with an entry a side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}

/// Width and height of a board, each 1 to 52 (the range of SGF's `SZ`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The largest side of a board.
    pub const MAX: u8 = 52;

    /// The usual board, 19×19.
    pub const STANDARD: Size = Size { width: 19, height: 19 };

    /// A board of `width` columns and `height` rows; `None` where a side is not 1 to 52.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        let fits = width >= 1 && width <= Size::MAX && height >= 1 && height <= Size::MAX;
        if fits { Some(Size { width, height }) } else { None }
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points, the N of the counting rules.
    #[inline]
    pub const fn points(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// Whether the point lies on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// The point in column `x` and row `y`; `None` where it is not on a board of this size.
    #[inline]
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.width && y < self.height { Some(Point::at(x, y)) } else { None }
    }

    /// The line, from 0 at the edge, on which the star points (星) of the corners lie; `None` where a side of so many
    /// lines has none.
    pub(crate) const fn star_line(side: u8) -> Option<u8> {
        match side {
            13.. => Some(3),
            7.. => Some(2),
            _ => None,
        }
    }

    /// Every point, row by row from the top left.
    pub fn iter(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

/// A point, counted from the top left corner (0, 0) as SGF does.
///
/// A point does not know the board: ask [`Size::contains`].
// The number is (row + 1) × 64 + column + 1. A fixed stride makes a point mean the same on boards of every
// size, leaves a rim around the board, and keeps every index below 4,096, so that a mask stands in for a
// bounds check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    pub(crate) const STRIDE: u16 = 64;

    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    ///
    /// Where a coordinate is 52 or more, which is on no board.
    #[inline]
    pub const fn new(x: u8, y: u8) -> Point {
        assert!(x < Size::MAX && y < Size::MAX, "no board has such a point");
        Point::at(x, y)
    }

    #[inline]
    const fn at(x: u8, y: u8) -> Point {
        Point((y as u16 + 1) * Point::STRIDE + x as u16 + 1)
    }

    /// Column from the left, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.0 % Point::STRIDE) as u8 - 1
    }

    /// Row from the top, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.0 / Point::STRIDE) as u8 - 1
    }

    /// The letters by which SGF names it.
    #[inline]
    pub(crate) fn letters(self) -> [u8; 2] {
        [self.x(), self.y()].map(|n| if n < 26 { b'a' + n } else { b'A' + n - 26 })
    }

    #[inline]
    pub(crate) const fn from_index(index: u16) -> Point {
        Point(index)
    }

    #[inline]
    pub(crate) const fn index(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x(), self.y())
    }
}

/// The point as SGF writes it: column, then row, `a` to `z` and `A` to `Z`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [column, row] = self.letters().map(char::from);
        f.write_char(column)?;
        f.write_char(row)
    }
}
