//! A name for a game by what was played, the same whichever way the board is turned.

use crate::go::{Colour, Point, Size};
use crate::record::{Action, Play, Step};

/// Hashes board size, set-up and moves, so that the same game from two sources has the same number, also
/// where one copy is turned or mirrored. Passes at the end are left out: some servers write none.
// Of the eight symmetries of the board (four of a rectangle), those are kept under which the game so far
// reads smallest. Most games leave one after the third move, and then a move costs one step of the hash.
pub(crate) struct Identity {
    size: Size,
    hash: u64,
    /// The symmetries still in the running.
    symmetries: [u8; 8],
    count: usize,
    /// The hash before the passes at the end.
    settled: u64,
}

/// Mirrors columns, mirrors rows, exchanges columns and rows: a symmetry is a set of these.
const MIRROR_X: u8 = 1;
const MIRROR_Y: u8 = 2;
const TRANSPOSE: u8 = 4;

/// What a turn without a stone on the board counts as; no point has these numbers.
const PASS: u64 = 1 << 20;
const NO_POINT: u64 = 2 << 20;

impl Identity {
    pub(crate) fn new(size: Size) -> Identity {
        let hash = mix(u64::from(size.width()), u64::from(size.height()));
        Identity {
            size,
            hash,
            settled: hash,
            symmetries: [0, 1, 2, 3, 4, 5, 6, 7],
            count: if size.width() == size.height() { 8 } else { 4 },
        }
    }

    pub(crate) fn turn(&mut self, colour: Colour, play: Play) {
        let side = (colour.index() as u64) << 16;
        match play {
            Play::Pass => {
                self.hash = mix(self.hash, PASS | side);
                return;
            }
            Play::Stone(point) => self.enter_smallest(|size, symmetry| side | turned(size, point, symmetry)),
            Play::Off(_) | Play::Unreadable(_) => self.hash = mix(self.hash, NO_POINT | side),
        }
        self.settled = self.hash;
    }

    /// Enters the set-up of a node. Its stones have no order, so their hashes are added up.
    pub(crate) fn set_up(&mut self, group: &[Step]) {
        self.enter_smallest(|size, symmetry| {
            let mut sum = 0u64;
            for step in group {
                let Action::Stones { from, to, stone } = step.action else { continue };
                let stone = stone.map_or(2, Colour::index) as u64;
                for y in from.y()..=to.y() {
                    for x in from.x()..=to.x() {
                        sum = sum.wrapping_add(mix(stone, turned(size, Point::new(x, y), symmetry)));
                    }
                }
            }
            sum
        });
        self.settled = self.hash;
    }

    pub(crate) fn finish(self) -> u64 {
        self.settled
    }

    /// Hashes the smallest of the numbers that the symmetries give, and keeps the symmetries that give it.
    #[inline]
    fn enter_smallest(&mut self, number: impl Fn(Size, u8) -> u64) {
        let mut least = number(self.size, self.symmetries[0]);
        let mut kept = 1;
        for i in 1..self.count {
            let symmetry = self.symmetries[i];
            let this = number(self.size, symmetry);
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

/// The number of a point on the board turned by a symmetry.
#[inline]
fn turned(size: Size, point: Point, symmetry: u8) -> u64 {
    let mut x = point.x();
    let mut y = point.y();
    if symmetry & MIRROR_X != 0 {
        x = size.width() - 1 - x;
    }
    if symmetry & MIRROR_Y != 0 {
        y = size.height() - 1 - y;
    }
    if symmetry & TRANSPOSE != 0 {
        std::mem::swap(&mut x, &mut y);
    }
    u64::from(y) << 8 | u64::from(x)
}

/// One step of the hash: a multiplication and a shift that carries the high bits down.
#[inline]
fn mix(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}
