//! A name for a game by what was played, the same whichever way the board is turned.

use crate::go::{Colour, Point, Size};
use crate::record::{Action, Play, Step};

/// Hashes board size, set-up and moves, so that the same game from two sources has the same number, also
/// where one copy is turned or mirrored. Passes at the end are left out: some servers write none.
// Of the eight symmetries of the board (four of a rectangle), those are kept under which the game so far
// reads smallest. Most games leave one after the third move, and then a move costs one step of the hash.
pub(crate) struct Identity {
    hash: u64,
    /// The hash before the passes at the end.
    settled: u64,
    /// The symmetries still in the running.
    symmetries: [Symmetry; 8],
    count: usize,
}

/// A symmetry of the board, as the number that a point gets on the turned board: `of_x × x + of_y × y + at_0`.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry {
    at_0: i32,
    of_x: i32,
    of_y: i32,
}

impl Symmetry {
    /// Mirrors columns, mirrors rows, and exchanges both: the three bits of the index.
    pub(crate) fn new(size: Size, index: usize) -> Symmetry {
        let (weight_x, weight_y) = if index & 4 == 0 { (1, 256) } else { (256, 1) };
        let side = |mirrored: bool, side: u8, weight: i32| {
            if mirrored { (weight * (i32::from(side) - 1), -weight) } else { (0, weight) }
        };
        let (x_at_0, of_x) = side(index & 1 != 0, size.width(), weight_x);
        let (y_at_0, of_y) = side(index & 2 != 0, size.height(), weight_y);
        Symmetry { at_0: x_at_0 + y_at_0, of_x, of_y }
    }

    /// How many there are on a board of this size.
    pub(crate) fn count(size: Size) -> usize {
        if size.width() == size.height() { 8 } else { 4 }
    }

    /// The number of the turned point: its column plus 256 times its row.
    #[inline]
    pub(crate) fn turn(self, point: Point) -> u64 {
        (self.at_0 + self.of_x * i32::from(point.x()) + self.of_y * i32::from(point.y())) as u64
    }

    /// The turned point.
    pub(crate) fn turned(self, point: Point) -> Point {
        let [column, row, ..] = self.turn(point).to_le_bytes();
        Point::new(column, row)
    }
}

/// What a turn without a stone on the board counts as; no point has these numbers.
const PASS: u64 = 1 << 20;
const NO_POINT: u64 = 2 << 20;

/// What a side adds to the number of its turn.
#[inline]
fn side(colour: Colour) -> u64 {
    (colour.index() as u64) << 16
}

impl Identity {
    pub(crate) fn new(size: Size) -> Identity {
        let hash = mix(u64::from(size.width()), u64::from(size.height()));
        Identity {
            hash,
            settled: hash,
            symmetries: std::array::from_fn(|index| Symmetry::new(size, index)),
            count: Symmetry::count(size),
        }
    }

    pub(crate) fn turn(&mut self, colour: Colour, play: Play) {
        match play {
            Play::Stone(point) => self.stone(colour, point),
            Play::Pass => self.hash = mix(self.hash, PASS | side(colour)),
            Play::Off(_) | Play::Unreadable(_) => {
                self.hash = mix(self.hash, NO_POINT | side(colour));
                self.settled = self.hash;
            }
        }
    }

    /// A turn with a stone.
    #[inline]
    pub(crate) fn stone(&mut self, colour: Colour, point: Point) {
        let side = side(colour);
        match self.count {
            // Nearly always.
            1 => self.hash = mix(self.hash, side | self.symmetries[0].turn(point)),
            _ => self.enter_smallest(|symmetry| side | symmetry.turn(point)),
        }
        self.settled = self.hash;
    }

    /// Enters the set-up of a node. Its stones have no order, so their hashes are added up.
    pub(crate) fn set_up(&mut self, group: &[Step]) {
        self.enter_smallest(|symmetry| {
            let mut sum = 0u64;
            for step in group {
                let Action::Stones { from, to, stone } = step.action else { continue };
                let stone = stone.map_or(2, Colour::index) as u64;
                for y in from.y()..=to.y() {
                    for x in from.x()..=to.x() {
                        sum = sum.wrapping_add(mix(stone, symmetry.turn(Point::new(x, y))));
                    }
                }
            }
            sum
        });
        self.settled = self.hash;
    }

    pub(crate) fn finish(&self) -> u64 {
        self.settled
    }

    /// Hashes the smallest of the numbers that the symmetries give, and keeps the symmetries that give it.
    #[inline(never)]
    fn enter_smallest(&mut self, number: impl Fn(Symmetry) -> u64) {
        let mut least = number(self.symmetries[0]);
        let mut kept = 1;
        for i in 1..self.count {
            let symmetry = self.symmetries[i];
            let this = number(symmetry);
            if this < least {
                least = this;
                kept = 0;
            }
            if this == least {
                self.symmetries[kept] = symmetry;
                kept += 1;
            }
        }
        self.count = kept;
        self.hash = mix(self.hash, least);
    }
}

/// One step of the hash: a multiplication and a shift that carries the high bits down.
#[inline]
pub(crate) fn mix(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}
