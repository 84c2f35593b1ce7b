//! Games played out at random from a position: a board that knows ataris, and a policy that spoils neither eyes
//! nor sekis.

use crate::go::{Board, Colour, Point, PointSet};

const CELLS: usize = 4096;
const STEPS: [u16; 4] = [Point::STRIDE.wrapping_neg(), 1u16.wrapping_neg(), 1, Point::STRIDE];
const DIAGONALS: [u16; 4] = [
    Point::STRIDE.wrapping_neg().wrapping_sub(1),
    Point::STRIDE.wrapping_neg().wrapping_add(1),
    Point::STRIDE - 1,
    Point::STRIDE + 1,
];
/// The place of a point that playouts leave alone.
const CLOSED: u16 = u16::MAX;
const EMPTY: u8 = 0;
const WALL: u8 = 3;

#[inline]
fn at(index: u16) -> usize {
    usize::from(index) & (CELLS - 1)
}

/// A small generator of random numbers (SplitMix64: Steele, Lea, Flood 2014): the same seed, the same playouts,
/// on every machine and with every version of every dependency.
#[derive(Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
}

/// The liberties of a chain as sums over its pseudo-liberties (pairs of a stone and an empty neighbour): their
/// number, of their points, and of the squares of these. All are at one point exactly when
/// `number × squares = sum²` (equality in Cauchy's inequality), which tells an atari without a search.
#[derive(Debug, Clone, Copy, Default)]
struct Liberties {
    number: u32,
    sum: u32,
    squares: u64,
}

impl Liberties {
    #[inline]
    fn add(&mut self, point: u16) {
        self.number += 1;
        self.sum += u32::from(point);
        self.squares += u64::from(point) * u64::from(point);
    }

    #[inline]
    fn take(&mut self, point: u16) {
        self.number -= 1;
        self.sum -= u32::from(point);
        self.squares -= u64::from(point) * u64::from(point);
    }

    #[inline]
    fn join(&mut self, other: Liberties) {
        self.number += other.number;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The liberty, where there is exactly one.
    #[inline]
    fn only(&self) -> Option<u16> {
        let sum = u64::from(self.sum);
        (self.number > 0 && u64::from(self.number) * self.squares == sum * sum).then(|| (self.sum / self.number) as u16)
    }
}

/// The vital point of a shape in which there is only one eye once it is taken (nakade): three in a row or bent, T and
/// square of four, bulky five and cross, rabbity six.
fn vital_point(shape: &[u16]) -> Option<u16> {
    let degree = |p: u16| STEPS.iter().filter(|step| shape.contains(&p.wrapping_add(**step))).count();
    let sum: usize = shape.iter().map(|&p| degree(p)).sum();
    let (most, point) = shape.iter().map(|&p| (degree(p), p)).max()?;
    // Where neighbours are as many pairs as there are points, there is a square in the shape.
    let nakade = match (shape.len(), most) {
        (1..=2, _) | (3, 2) | (4, 3) | (5, 4) => true,
        (4, 2) => sum == 8,
        (5, 3) => sum == 10,
        (6, 4) => sum == 12,
        _ => false,
    };
    nakade.then_some(point)
}

/// A board for playouts: as [`Board`], but it knows which chains are in atari and lists its empty points.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    rows: std::ops::Range<usize>,
    cell: Box<[u8; CELLS]>,
    head: Box<[u16; CELLS]>,
    next: Box<[u16; CELLS]>,
    length: Box<[u16; CELLS]>,
    liberties: Box<[Liberties; CELLS]>,
    /// The empty points that may be played on.
    empty: Vec<u16>,
    closed: PointSet,
    /// Where in `empty` an empty point is.
    place: Box<[u16; CELLS]>,
    ko: u16,
    /// The stones that the last move took, where they were one chain of three to six: the room of an eye.
    room: Vec<u16>,
    /// For either side, a stone of a chain that was in atari from the start.
    hanging: [Option<u16>; 2],
}

/// What a move would make of the mover's chain.
struct Outcome {
    liberties: Liberties,
    captures: bool,
    stones: u16,
}

impl Field {
    pub(crate) fn new() -> Field {
        Field {
            rows: 0..0,
            cell: Box::new([WALL; CELLS]),
            head: Box::new([0; CELLS]),
            next: Box::new([0; CELLS]),
            length: Box::new([0; CELLS]),
            liberties: Box::new([Liberties::default(); CELLS]),
            empty: Vec::new(),
            closed: PointSet::EMPTY,
            place: Box::new([0; CELLS]),
            ko: 0,
            room: Vec::with_capacity(6),
            hanging: [None; 2],
        }
    }

    /// Takes over the stones of a board; nobody will play on the `closed` points. Chains without liberties, which
    /// only a set-up can leave, are taken off.
    pub(crate) fn set(&mut self, board: &Board, closed: PointSet) {
        self.cell.fill(WALL);
        self.closed = closed;
        self.empty.clear();
        self.ko = 0;
        self.rows = usize::from(Point::STRIDE)..usize::from(Point::STRIDE) * (usize::from(board.size().height()) + 1);
        for point in board.size().iter() {
            self.cell[at(point.index())] = EMPTY;
            self.vacate(point.index());
        }
        for point in board.size().iter() {
            if let Some(colour) = board.get(point).filter(|_| board.has_liberty(point)) {
                self.put(point.index(), colour as u8 + 1);
            }
        }
        self.ko = 0;
        self.hanging = [1, 2].map(|cell| self.find_hanging(cell));
    }

    pub(crate) fn copy_from(&mut self, other: &Field) {
        if self.rows != other.rows {
            self.cell.fill(WALL);
            self.rows = other.rows.clone();
        }
        let rows = self.rows.clone();
        self.cell[rows.clone()].copy_from_slice(&other.cell[rows.clone()]);
        self.head[rows.clone()].copy_from_slice(&other.head[rows.clone()]);
        self.next[rows.clone()].copy_from_slice(&other.next[rows.clone()]);
        self.length[rows.clone()].copy_from_slice(&other.length[rows.clone()]);
        self.liberties[rows.clone()].copy_from_slice(&other.liberties[rows.clone()]);
        self.place[rows.clone()].copy_from_slice(&other.place[rows]);
        self.empty.clone_from(&other.empty);
        self.closed = other.closed;
        self.ko = other.ko;
        self.hanging = other.hanging;
    }

    /// The side that holds a point at the end of a playout: whose stone is on it, or whose stones alone are
    /// around it.
    #[inline]
    pub(crate) fn holder(&self, point: Point) -> Option<Colour> {
        let colour = |cell| if cell == 1 { Colour::Black } else { Colour::White };
        match self.cell[at(point.index())] {
            EMPTY => {
                let around = STEPS.iter().fold(0, |seen, step| {
                    let cell = self.cell[at(point.index().wrapping_add(*step))];
                    if cell == WALL { seen } else { seen | 1 << cell }
                });
                match around {
                    0b010 => Some(Colour::Black),
                    0b100 => Some(Colour::White),
                    _ => None,
                }
            }
            cell => Some(colour(cell)),
        }
    }

    #[inline]
    fn vacate(&mut self, p: u16) {
        if self.closed.contains(Point::from_index(p)) {
            self.place[at(p)] = CLOSED;
        } else {
            self.place[at(p)] = self.empty.len() as u16;
            self.empty.push(p);
        }
    }

    fn put(&mut self, p: u16, own: u8) {
        let i = at(p);
        self.cell[i] = own;
        let place = self.place[i];
        if place != CLOSED {
            self.empty.swap_remove(usize::from(place));
            if let Some(&moved) = self.empty.get(usize::from(place)) {
                self.place[at(moved)] = place;
            }
        }
        self.head[i] = p;
        self.next[i] = p;
        self.length[i] = 1;
        let mut liberties = Liberties::default();
        let mut friends = false;
        for step in STEPS {
            let n = p.wrapping_add(step);
            match self.cell[at(n)] {
                EMPTY => liberties.add(n),
                WALL => {}
                cell => {
                    friends |= cell == own;
                    self.liberties[at(self.head[at(n)])].take(p);
                }
            }
        }
        self.liberties[i] = liberties;
        let (mut captured, mut last) = (0, 0);
        self.room.clear();
        for step in STEPS {
            let n = p.wrapping_add(step);
            let cell = self.cell[at(n)];
            if cell == own {
                self.join(p, n);
            } else if cell == 3 - own && self.liberties[at(self.head[at(n)])].number == 0 {
                captured += self.remove(self.head[at(n)]);
                last = n;
            }
        }
        let alone = !friends && self.liberties[i].number == 1;
        self.ko = if captured == 1 && alone { last } else { 0 };
    }

    fn join(&mut self, a: u16, b: u16) {
        let (mut keep, mut give) = (self.head[at(a)], self.head[at(b)]);
        if keep == give {
            return;
        }
        if self.length[at(keep)] < self.length[at(give)] {
            std::mem::swap(&mut keep, &mut give);
        }
        self.length[at(keep)] += self.length[at(give)];
        let given = self.liberties[at(give)];
        self.liberties[at(keep)].join(given);
        let mut stone = give;
        loop {
            self.head[at(stone)] = keep;
            stone = self.next[at(stone)];
            if stone == give {
                break;
            }
        }
        self.next.swap(at(keep), at(give));
    }

    fn remove(&mut self, head: u16) -> u16 {
        let mut stone = head;
        self.room.clear();
        let room = matches!(self.length[at(head)], 3..=6);
        loop {
            self.cell[at(stone)] = EMPTY;
            self.vacate(stone);
            if room {
                self.room.push(stone);
            }
            for step in STEPS {
                let n = at(stone.wrapping_add(step));
                if matches!(self.cell[n], 1 | 2) {
                    self.liberties[at(self.head[n])].add(stone);
                }
            }
            stone = self.next[at(stone)];
            if stone == head {
                return self.length[at(head)];
            }
        }
    }

    /// The only liberty of the chain on this point, where it is in atari.
    #[inline]
    fn atari(&self, p: u16) -> Option<u16> {
        self.liberties[at(self.head[at(p)])].only()
    }

    /// What a move on an empty point would make of the mover's chain there.
    fn outcome(&self, p: u16, own: u8) -> Outcome {
        let mut out = Outcome { liberties: Liberties::default(), captures: false, stones: 1 };
        let mut seen = [0; 4];
        for (i, step) in STEPS.into_iter().enumerate() {
            let n = p.wrapping_add(step);
            match self.cell[at(n)] {
                EMPTY => out.liberties.add(n),
                WALL => {}
                cell => {
                    let head = self.head[at(n)];
                    if cell != own {
                        out.captures |= self.liberties[at(head)].only().is_some();
                    } else {
                        if !seen[..i].contains(&head) {
                            out.liberties.join(self.liberties[at(head)]);
                            out.stones += self.length[at(head)];
                        }
                        out.liberties.take(p);
                        seen[i] = head;
                    }
                }
            }
        }
        out
    }

    /// Whether the point is an eye of the side by its shape: its own stones around it, and the enemy on at
    /// most one diagonal point, none where the board ends there.
    fn is_eye(&self, p: u16, own: u8) -> bool {
        let around =
            STEPS.iter().all(|step| matches!(self.cell[at(p.wrapping_add(*step))], c if c == own || c == WALL));
        around && {
            let (mut enemies, mut edge) = (0, 0);
            for step in DIAGONALS {
                match self.cell[at(p.wrapping_add(step))] {
                    WALL => edge = 1,
                    cell => enemies += u8::from(cell == 3 - own),
                }
            }
            enemies + edge < 2
        }
    }

    /// Whether a stone on the point makes, with the mover's chains that it joins, a shape worth giving: once it is
    /// taken by a move on `liberty`, the enemy has a single eye if the mover plays its vital point.
    fn is_nakade(&self, p: u16, liberty: u16, own: u8, stones: u16) -> bool {
        if stones > 6 {
            return false;
        }
        let mut shape = [p; 6];
        let mut len = 1;
        for step in STEPS {
            let n = p.wrapping_add(step);
            if self.cell[at(n)] == own && !shape[..len].contains(&n) {
                for (place, stone) in shape[len..].iter_mut().zip(self.chain(n)) {
                    *place = stone;
                    len += 1;
                }
            }
        }
        vital_point(&shape[..len]).is_some() && !self.enemy_breathes(&shape[..len], [p, liberty], own)
    }

    /// Whether a playout may choose this move. It fills no eye, and puts more than three stones into atari only
    /// where that may kill.
    fn allowed(&self, p: u16, own: u8) -> bool {
        if !self.open(p) || self.is_eye(p, own) {
            return false;
        }
        let out = self.outcome(p, own);
        out.captures
            || match out.liberties.only() {
                None => out.liberties.number > 0,
                Some(_) if out.stones <= 3 => true,
                Some(liberty) => self.is_nakade(p, liberty, own, out.stones),
            }
    }

    /// Whether an enemy chain beside these own stones has an eye, or two liberties, elsewhere than on the two
    /// points. To give it stones there does not kill it, and only breaks up a seki.
    fn enemy_breathes(&self, stones: &[u16], points: [u16; 2], own: u8) -> bool {
        let beside = |p: u16| STEPS.map(|step| p.wrapping_add(step));
        let mut enemies = stones.iter().flat_map(|&p| beside(p)).filter(|&n| self.cell[at(n)] == 3 - own);
        enemies.any(|enemy| {
            let around = self.chain(enemy).flat_map(beside);
            let mut other = None;
            around
                .filter(|&q| self.cell[at(q)] == EMPTY && !points.contains(&q))
                .any(|liberty| self.is_eye(liberty, 3 - own) || *other.get_or_insert(liberty) != liberty)
        })
    }

    /// A move that answers the last one: takes the stones that it put into atari, or saves own ones from it.
    fn answer(&self, last: u16, own: u8) -> Option<u16> {
        if self.cell[at(last)] != 3 - own {
            return None;
        }
        if let Some(liberty) = self.atari(last).filter(|&p| self.open(p)) {
            return Some(liberty);
        }
        if let Some(vital) = vital_point(&self.room).filter(|&p| self.allowed(p, own)) {
            return Some(vital);
        }
        for step in STEPS {
            let n = last.wrapping_add(step);
            if self.cell[at(n)] != own {
                continue;
            }
            let Some(liberty) = self.atari(n) else { continue };
            let out = self.outcome(liberty, own);
            if self.open(liberty) && (out.captures || (out.liberties.number > 0 && out.liberties.only().is_none())) {
                return Some(liberty);
            }
            if let Some(capture) = self.rescue(n, own) {
                return Some(capture);
            }
        }
        None
    }

    /// A move that takes an enemy chain beside the chain on this point.
    fn rescue(&self, first: u16, own: u8) -> Option<u16> {
        self.chain(first).find_map(|stone| {
            let enemies = STEPS.iter().map(|step| stone.wrapping_add(*step)).filter(|&n| self.cell[at(n)] == 3 - own);
            enemies.filter_map(|n| self.atari(n)).find(|&p| self.open(p))
        })
    }

    /// Whether the point may be played on now, by rule and agreement.
    #[inline]
    fn open(&self, p: u16) -> bool {
        p != self.ko && self.place[at(p)] != CLOSED
    }

    /// The stones of the chain on this point.
    #[inline]
    fn chain(&self, first: u16) -> impl Iterator<Item = u16> + '_ {
        std::iter::successors(Some(first), move |&stone| Some(self.next[at(stone)]).filter(|&next| next != first))
    }

    /// Plays to the end: until both sides pass, which they do when no move is [allowed](Field::allowed).
    pub(crate) fn play_out(&mut self, first: Colour, random: &mut Random) {
        let mut own = first as u8 + 1;
        let (mut passes, mut last) = (0, 0);
        // Kos and sekis that fall apart could go on for ever.
        for _ in 0..3 * self.rows.len() {
            let answer = if last != 0 && random.below(10) < 9 { self.answer(last, own) } else { None };
            match answer.or_else(|| self.take_hanging(own)).or_else(|| self.any_move(own, random)) {
                Some(p) => {
                    self.put(p, own);
                    passes = 0;
                    last = p;
                }
                None => {
                    passes += 1;
                    last = 0;
                    self.ko = 0;
                    if passes == 2 {
                        return;
                    }
                }
            }
            own = 3 - own;
        }
    }

    /// The move that takes the enemy's hanging chain.
    fn take_hanging(&self, own: u8) -> Option<u16> {
        let stone = self.hanging[usize::from(2 - own)].filter(|&stone| self.cell[at(stone)] == 3 - own)?;
        self.atari(stone).filter(|&p| self.open(p))
    }

    /// A stone of the largest chain of more than three stones that is in atari. Where a game ends so, its side has
    /// given it up; the other may take it whenever it likes.
    fn find_hanging(&self, cell: u8) -> Option<u16> {
        let stones = self.rows.clone().map(|p| p as u16).filter(|&p| self.cell[at(p)] == cell && self.head[at(p)] == p);
        let chains = stones.filter(|&p| self.length[at(p)] > 3 && self.atari(p).is_some());
        chains.max_by_key(|&p| self.length[at(p)])
    }

    /// A move at random among the allowed ones.
    fn any_move(&self, own: u8, random: &mut Random) -> Option<u16> {
        // Start anywhere and go round: points behind a row of forbidden ones are a little likelier.
        let start = random.below(self.empty.len().max(1));
        let (after, before) = self.empty.split_at(start.min(self.empty.len()));
        before.iter().chain(after).copied().find(|&p| self.allowed(p, own))
    }
}
