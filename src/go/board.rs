//! Stones on a board, joined into chains.

use super::{Colour, Point, Size};
use std::fmt;

/// Cells of the padded board: 64 rows of 64, so that `index & MASK` is always inside.
const CELLS: usize = 4096;
const MASK: u16 = CELLS as u16 - 1;

/// The four neighbours, as differences of indices.
const STEPS: [u16; 4] = [Point::STRIDE.wrapping_neg(), 1u16.wrapping_neg(), 1, Point::STRIDE];

/// What lies on a cell. The values of the two colours are `Colour::index() + 1`.
const EMPTY: u8 = 0;
const WALL: u8 = 3;

/// One random number a point and colour: the hash of a position is the exclusive or of its stones'.
static KEYS: [u64; 2 * CELLS] = keys();

const fn keys() -> [u64; 2 * CELLS] {
    let mut keys = [0; 2 * CELLS];
    let mut n = 0;
    while n < keys.len() {
        // SplitMix64 (Steele, Lea, Flood 2014), seeded with the index.
        let mut z = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[n] = z ^ (z >> 31);
        n += 1;
    }
    keys
}

#[inline]
fn at(index: u16) -> usize {
    usize::from(index & MASK)
}

#[inline]
fn key(index: u16, cell: u8) -> u64 {
    KEYS[(usize::from(index & MASK) << 1) | usize::from((cell - 1) & 1)]
}

/// What a stone put on the board took off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Opposing stones taken (article 3 of the Chinese rules).
    pub captured: u16,
    /// The mover's own stones taken off because they had no liberty left, the new one among them: a
    /// forbidden move (article 5), carried out.
    pub suicide: u16,
}

/// Stones on a board and the chains that they form.
///
/// A board knows no turn and no history, and it judges nothing: [`Board::put`] carries out what it is told
/// and takes off what has no liberty. Two boards are equal when they have the same size and the same stones.
// Chains are circular lists through `next`; `head` names a chain's first stone, at which its number of
// stones and of pseudo-liberties are kept. A pseudo-liberty is a pair of a stone and an empty neighbour, so
// one empty point may count up to four times; a chain is without liberties exactly when it has none.
// Where no stone lies, `head` is 0, which is no cell of a board: what is counted there is never looked at, so
// that liberties are given and taken without asking what lies on a cell (a quarter faster than asking).
#[derive(Clone)]
pub struct Board {
    size: Size,
    hash: u64,
    stones: [u16; 2],
    cell: Box<[u8; CELLS]>,
    links: Box<[Link; CELLS]>,
}

/// How the stone on a cell belongs to its chain.
#[derive(Clone, Copy)]
struct Link {
    /// The chain's first stone.
    head: u16,
    /// The stone after this one.
    next: u16,
    /// Where this is the head: the chain's pseudo-liberties.
    pseudo: u16,
    /// Where this is the head: the chain's stones.
    length: u16,
}

impl Link {
    const NONE: Link = Link { head: 0, next: 0, pseudo: 0, length: 0 };
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            hash: 0,
            stones: [0, 0],
            cell: Box::new([WALL; CELLS]),
            links: Box::new([Link::NONE; CELLS]),
        };
        board.reset(size);
        board
    }

    /// Takes off every stone and changes the size, without allocating.
    pub fn reset(&mut self, size: Size) {
        if self.size != size {
            self.cell.fill(WALL);
            self.links.fill(Link::NONE);
            self.size = size;
        }
        let width = usize::from(size.width());
        for y in 0..size.height() {
            let start = at(Point::new(0, y).index());
            self.cell[start..start + width].fill(EMPTY);
            self.links[start..start + width].fill(Link::NONE);
        }
        self.hash = 0;
        self.stones = [0, 0];
    }

    /// Makes this board equal to another without allocating, and at the cost of the rows in use.
    pub fn copy_from(&mut self, other: &Board) {
        if self.size != other.size {
            self.cell.fill(WALL);
            self.links.fill(Link::NONE);
            self.size = other.size;
        }
        let rows = usize::from(Point::STRIDE)..usize::from(Point::STRIDE) * (usize::from(self.size.height()) + 1);
        self.cell[rows.clone()].copy_from_slice(&other.cell[rows.clone()]);
        self.links[rows.clone()].copy_from_slice(&other.links[rows]);
        self.hash = other.hash;
        self.stones = other.stones;
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The hash of the stones on the board: equal boards have equal hashes, different ones of the same size
    /// different hashes but for one chance in 2⁶⁴. The empty board's is 0. The side to move is no part of it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The number of stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> u16 {
        self.stones[colour.index()]
    }

    /// The number of stones of both colours.
    #[inline]
    pub(super) fn all_stones(&self) -> u16 {
        self.stones[0] + self.stones[1]
    }

    /// The stone on a point; `None` where the point is empty or off the board.
    #[inline]
    pub fn get(&self, point: Point) -> Option<Colour> {
        match self.cell[at(point.index())] {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// Whether the point is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell[at(point.index())] == EMPTY
    }

    /// The neighbours of a point on this board: two to four, fewer on boards one point wide.
    #[inline]
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        STEPS
            .iter()
            .map(move |step| point.index().wrapping_add(*step))
            .filter(|&n| self.cell[at(n)] != WALL)
            .map(Point::from_index)
    }

    /// The stones of the chain that the stone on this point belongs to; nothing where it is empty.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let first = self.get(point).map(|_| self.links[at(point.index())].head);
        std::iter::successors(first, move |&stone| {
            let next = self.links[at(stone)].next;
            (Some(next) != first).then_some(next)
        })
        .map(Point::from_index)
    }

    /// A name for the chain of the stone on this point, the same for all its stones, until the next change
    /// of the board; `None` where there is no stone.
    #[inline]
    pub fn chain_head(&self, point: Point) -> Option<Point> {
        self.get(point).map(|_| Point::from_index(self.links[at(point.index())].head))
    }

    /// The number of stones of the chain on this point; 0 where it is empty.
    #[inline]
    pub fn chain_len(&self, point: Point) -> u16 {
        match self.get(point) {
            Some(_) => self.links[at(self.links[at(point.index())].head)].length,
            None => 0,
        }
    }

    /// Whether the stone on this point has a liberty; `false` where there is no stone.
    #[inline]
    pub fn has_liberty(&self, point: Point) -> bool {
        self.get(point).is_some() && self.links[at(self.links[at(point.index())].head)].pseudo > 0
    }

    /// The first stone, row by row, whose chain has no liberty. No move leaves one behind, but a set-up may.
    pub fn starved(&self) -> Option<Point> {
        // Between stones of one colour nothing is closed in while a point is empty: all handicap stones are done with here.
        if self.stones.contains(&0) && u32::from(self.all_stones()) < self.size.points() {
            return None;
        }
        self.size.iter().find(|&point| !self.is_empty(point) && !self.has_liberty(point))
    }

    /// Puts a stone on a point, as SGF executes a move: whatever stood there is replaced and counts as no
    /// capture; opposing chains without liberties are taken off, then the stone's own chain where it has none.
    /// A point off the board is left alone.
    // Always, as what it calls: left to itself, it is inlined or not as code elsewhere changes, and a call makes a tenth of
    // a turn.
    #[inline(always)]
    pub fn put(&mut self, point: Point, colour: Colour) -> Placed {
        let p = point.index();
        match self.cell[at(p)] {
            EMPTY => {}
            WALL => return Placed::default(),
            _ => self.set_up([(point, None)]),
        }
        self.put_on_empty(point, colour)
    }

    /// Edits stones freely, as SGF's `AB`, `AW` and `AE` do: nothing is captured, and chains may be left
    /// without liberties. Points off the board are left alone.
    ///
    /// Stones on empty points, as a handicap has them, cost as much as moves. Anything else walks the whole
    /// board once, so give all the changes of a node in one call.
    pub fn set_up(&mut self, changes: impl IntoIterator<Item = (Point, Option<Colour>)>) {
        let mut replaced = false;
        for (point, stone) in changes {
            let p = point.index();
            let new = stone.map_or(EMPTY, |colour| colour as u8 + 1);
            match self.cell[at(p)] {
                WALL => {}
                old if old == new => {}
                EMPTY if !replaced => {
                    self.add(p, new);
                }
                _ => {
                    self.cell[at(p)] = new;
                    replaced = true;
                }
            }
        }
        if replaced {
            self.rebuild();
        }
    }

    /// Whether a stone put on this empty point would be left without liberties after captures (article 4:
    /// a forbidden point).
    pub fn is_suicide(&self, point: Point, colour: Colour) -> bool {
        let p = point.index();
        let own = colour as u8 + 1;
        for step in STEPS {
            let n = p.wrapping_add(step);
            match self.cell[at(n)] {
                EMPTY => return false,
                WALL => {}
                cell => {
                    let left = self.links[at(self.links[at(n)].head)].pseudo > self.contacts(p, self.links[at(n)].head);
                    // A friend that keeps a liberty, or an enemy that loses its last, leaves us one.
                    if (cell == own) == left {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The hash that the board would have after a move on an empty point.
    pub fn hash_after(&self, point: Point, colour: Colour) -> u64 {
        self.preview(point, colour).1
    }

    /// What a move on an empty point would take off, and the hash that the board would then have: what
    /// [`Board::put`] and [`Board::hash`] would tell, without touching the board.
    pub fn preview(&self, point: Point, colour: Colour) -> (Placed, u64) {
        let p = point.index();
        let own = colour as u8 + 1;
        let mut placed = Placed::default();
        let mut hash = self.hash ^ key(p, own);
        let suicide = self.is_suicide(point, colour);
        if suicide {
            placed.suicide = 1;
            hash = self.hash;
        }
        for (i, step) in STEPS.into_iter().enumerate() {
            let n = p.wrapping_add(step);
            let cell = self.cell[at(n)];
            if matches!(cell, EMPTY | WALL) {
                continue;
            }
            let head = self.links[at(n)].head;
            let dies = if cell == own { suicide } else { self.links[at(head)].pseudo == self.contacts(p, head) };
            let seen = || STEPS[..i].iter().any(|s| self.links[at(p.wrapping_add(*s))].head == head);
            if dies && !seen() {
                let taken = if cell == own { &mut placed.suicide } else { &mut placed.captured };
                *taken += self.links[at(head)].length;
                hash = self.chain(Point::from_index(head)).fold(hash, |h, s| h ^ key(s.index(), cell));
            }
        }
        (placed, hash)
    }

    /// How many sides of an empty point touch the chain with this head: the pseudo-liberties it has there.
    #[inline]
    fn contacts(&self, p: u16, head: u16) -> u16 {
        STEPS.iter().filter(|step| self.links[at(p.wrapping_add(**step))].head == head).count() as u16
    }

    /// [`Board::put`] on a point that is known to be empty.
    #[inline(always)]
    pub(super) fn put_on_empty(&mut self, point: Point, colour: Colour) -> Placed {
        let (p, own) = (point.index(), colour as u8 + 1);
        if self.add(p, own) { self.take_off(p, own) } else { Placed::default() }
    }

    /// Puts a stone on an empty point and joins it to its friends. Takes nothing off; tells whether a chain may be
    /// without liberties: never `false` where its own or an opposing neighbour is.
    #[inline(always)]
    fn add(&mut self, p: u16, own: u8) -> bool {
        let i = at(p);
        self.cell[i] = own;
        self.hash ^= key(p, own);
        self.stones[usize::from(own - 1) & 1] += 1;
        // What follows from the neighbours is added up first and asked once: an unpredictable branch a
        // neighbour costs more. Of the friends' heads the bits that any has and those that all have: the same where
        // there is one chain of friends, 0 and all bits where there is none.
        let (mut pseudo, mut starved) = (0, false);
        let (mut any, mut all) = (0, u16::MAX);
        for step in STEPS {
            let n = at(p.wrapping_add(step));
            let (cell, head) = (self.cell[n], self.links[n].head);
            pseudo += u16::from(cell == EMPTY);
            starved |= self.give(head, u16::MAX) == 0;
            any |= if cell == own { head } else { 0 };
            all &= if cell == own { head } else { u16::MAX };
        }
        // The stone becomes a member of its friends' chain, or of its own, which is empty so far.
        let chain = if any == all { any } else { p };
        self.links[i] = Link { head: chain, next: p, ..Link::NONE };
        self.links[i].next = self.links[at(chain)].next;
        let first = &mut self.links[at(chain)];
        first.next = p;
        first.length += 1;
        first.pseudo = first.pseudo.wrapping_add(pseudo);
        let left = if any == all || any == 0 { first.pseudo } else { self.join_friends(p, own) };
        starved | (left == 0)
    }

    /// Makes one chain of a stone and its friends of several chains. Returns the pseudo-liberties that it has.
    #[inline(never)]
    fn join_friends(&mut self, p: u16, own: u8) -> u16 {
        for step in STEPS {
            let n = p.wrapping_add(step);
            if self.cell[at(n)] == own {
                self.join(p, n);
            }
        }
        self.links[at(self.links[at(p)].head)].pseudo
    }

    /// Takes off the opposing neighbours of a stone just put that have no liberty, then its own chain if it has none.
    #[inline(never)]
    fn take_off(&mut self, p: u16, own: u8) -> Placed {
        let mut placed = Placed::default();
        for step in STEPS {
            let n = at(p.wrapping_add(step));
            if self.cell[n] == 3 - own && self.links[at(self.links[n].head)].pseudo == 0 {
                placed.captured += self.remove_chain(self.links[n].head);
            }
        }
        let head = self.links[at(p)].head;
        if self.links[at(head)].pseudo == 0 {
            placed.suicide = self.remove_chain(head);
        }
        placed
    }

    /// Adds to the pseudo-liberties of a chain, if it is one, and tells the sum.
    #[inline]
    fn give(&mut self, head: u16, count: u16) -> u16 {
        let pseudo = &mut self.links[at(head)].pseudo;
        *pseudo = pseudo.wrapping_add(count);
        *pseudo
    }

    /// Makes one chain of the chains of two stones of a colour.
    fn join(&mut self, a: u16, b: u16) {
        let (mut keep, mut give) = (self.links[at(a)].head, self.links[at(b)].head);
        if keep == give {
            return;
        }
        if self.links[at(keep)].length < self.links[at(give)].length {
            std::mem::swap(&mut keep, &mut give);
        }
        let given = self.links[at(give)];
        self.links[at(keep)].length += given.length;
        self.links[at(keep)].pseudo += given.pseudo;
        let mut stone = give;
        loop {
            self.links[at(stone)].head = keep;
            stone = self.links[at(stone)].next;
            if stone == give {
                break;
            }
        }
        self.links[at(give)].next = std::mem::replace(&mut self.links[at(keep)].next, given.next);
    }

    /// Takes a chain off and gives its neighbours their liberties back. Returns its number of stones.
    fn remove_chain(&mut self, head: u16) -> u16 {
        let cell = self.cell[at(head)];
        let mut stone = head;
        loop {
            self.cell[at(stone)] = EMPTY;
            self.links[at(stone)].head = 0;
            self.hash ^= key(stone, cell);
            for step in STEPS {
                self.give(self.links[at(stone.wrapping_add(step))].head, 1);
            }
            stone = self.links[at(stone)].next;
            if stone == head {
                break;
            }
        }
        let count = self.links[at(head)].length;
        self.stones[usize::from(cell - 1) & 1] -= count;
        count
    }

    /// Finds chains, liberties and the hash anew from the cells.
    fn rebuild(&mut self) {
        self.hash = 0;
        self.stones = [0, 0];
        for point in self.size.iter() {
            let p = point.index();
            let cell = self.cell[at(p)];
            if cell == EMPTY {
                self.links[at(p)].head = 0;
                continue;
            }
            self.hash ^= key(p, cell);
            self.stones[usize::from(cell - 1) & 1] += 1;
            self.links[at(p)].head = p;
            self.links[at(p)].next = p;
            self.links[at(p)].length = 1;
            self.links[at(p)].pseudo =
                STEPS.iter().filter(|s| self.cell[at(p.wrapping_add(**s))] == EMPTY).count() as u16;
            // The stones above and to the left have been seen.
            for step in &STEPS[..2] {
                let n = p.wrapping_add(*step);
                if self.cell[at(n)] == cell {
                    self.join(p, n);
                }
            }
        }
    }

    /// Reads a drawn board: a row a line, `.` empty, `X` Black, `O` White; blanks are ignored.
    ///
    /// ```
    /// use sgfkit::go::{Board, Colour, Point};
    ///
    /// let board = Board::from_text(". X O
    ///                               X . O
    ///                               . X O").unwrap();
    /// assert_eq!(board.get(Point::new(1, 0)), Some(Colour::Black));
    /// assert_eq!(board.to_string(), ". X O\nX . O\n. X O\n");
    /// ```
    ///
    /// Returns `None` where the rows differ in length, another character stands in them, or a side is not 1
    /// to 52.
    pub fn from_text(drawing: &str) -> Option<Board> {
        let rows: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let side = |n: usize| u8::try_from(n).ok();
        let size = Size::new(side(rows.first()?.len())?, side(rows.len())?)?;
        let mut changes = Vec::new();
        for (y, row) in (0..).zip(&rows) {
            if row.len() != usize::from(size.width()) {
                return None;
            }
            for (x, c) in (0..).zip(row) {
                match c {
                    '.' => {}
                    'X' => changes.push((Point::new(x, y), Some(Colour::Black))),
                    'O' => changes.push((Point::new(x, y), Some(Colour::White))),
                    _ => return None,
                }
            }
        }
        let mut board = Board::new(size);
        board.set_up(changes);
        Some(board)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.hash == other.hash && self.size.iter().all(|p| self.get(p) == other.get(p))
    }
}

impl Eq for Board {}

/// The drawing that [`Board::from_text`] reads.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                let stone = match self.get(Point::new(x, y)) {
                    None => '.',
                    Some(Colour::Black) => 'X',
                    Some(Colour::White) => 'O',
                };
                write!(f, "{}{stone}", if x == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of ways to lay stones so that every chain has a liberty (Tromp and Farnebäck, OEIS A094777).
    #[test]
    fn legal_positions() {
        let check = |width, height, expected| {
            let size = Size::new(width, height).unwrap();
            let mut board = Board::new(size);
            let legal = (0..3u32.pow(size.points())).filter(|n| {
                let stone = |i: usize| match n / 3u32.pow(i as u32) % 3 {
                    0 => None,
                    1 => Some(Colour::Black),
                    _ => Some(Colour::White),
                };
                board.set_up(size.iter().enumerate().map(|(i, point)| (point, stone(i))));
                board.starved().is_none()
            });
            assert_eq!(legal.count(), expected, "{size}");
        };
        check(1, 1, 1);
        check(1, 2, 5);
        check(1, 3, 15);
        check(1, 4, 41);
        check(1, 5, 113);
        check(2, 2, 57);
        check(2, 3, 489);
        check(3, 3, 12_675);
    }

    /// Set stone by stone on an empty board, every arrangement has the chains and the hash that are found anew.
    #[test]
    fn stones_set_are_joined() {
        let size = Size::new(3, 3).unwrap();
        let facts = |board: &Board| {
            let of_point = |p| (board.get(p), board.chain_len(p), board.has_liberty(p), board.chain(p).min());
            let counts = (board.hash(), board.stones(Colour::Black), board.stones(Colour::White));
            (counts, size.iter().map(of_point).collect::<Vec<_>>())
        };
        for n in 0..3u32.pow(size.points()) {
            let mut board = Board::new(size);
            let stone =
                |i: usize| [None, Some(Colour::Black), Some(Colour::White)][(n / 3u32.pow(i as u32) % 3) as usize];
            board.set_up(size.iter().enumerate().map(|(i, point)| (point, stone(i))));
            let set = facts(&board);
            board.rebuild();
            assert_eq!(set, facts(&board), "{board:?}");
        }
    }

    /// After a set-up has left White's stone without liberties, a stone put on one's own still takes it.
    #[test]
    fn a_stone_on_ones_own_is_put_anew() {
        let mut board = Board::from_text("O X\nX X").unwrap();
        let placed = board.put(Point::new(1, 0), Colour::Black);
        assert_eq!(placed, Placed { captured: 1, suicide: 0 });
        assert_eq!(board, Board::from_text(". X\nX X").unwrap());
    }

    #[test]
    fn preview_tells_what_put_does() {
        let check = |drawing: &str, x, y, colour, placed: Placed| {
            let mut board = Board::from_text(drawing).unwrap();
            let preview = board.preview(Point::new(x, y), colour);
            assert_eq!(preview.0, placed);
            assert_eq!((board.put(Point::new(x, y), colour), board.hash()), preview);
        };
        let took = |captured| Placed { captured, suicide: 0 };
        let lost = |suicide| Placed { captured: 0, suicide };
        check("X . O\n. . .", 1, 0, Colour::Black, took(0));
        check("O X .\nO X .\n. X .", 0, 2, Colour::Black, took(2));
        check("X O X\nO . O\nX O X", 1, 1, Colour::Black, took(4));
        check("O O X\n. O X\nX X .", 0, 1, Colour::White, lost(4));
        check("O . O\nO O O", 1, 0, Colour::White, lost(6));
    }
}
