//! Which stones are dead, estimated by playing out.

use super::playout::{Field, Random};
use crate::go::{Board, Colour, Life, PointSet};

/// Chains that live or die together, as far as the estimate can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their colour.
    pub colour: Colour,
    /// Their stones.
    pub stones: PointSet,
    /// How often they survived: the share of the playouts at whose end their side held their points, in
    /// thousandths; 0 or 1000 where life or death is proved.
    pub survival: u16,
}

impl Group {
    /// Whether the group is taken for dead: it survives less than half the playouts.
    pub fn is_dead(&self) -> bool {
        self.survival < 500
    }

    /// How sure that is, in thousandths: 500 is a guess.
    pub fn certainty(&self) -> u16 {
        self.survival.max(1000 - self.survival)
    }
}

/// The estimate for a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Every stone's group, the least certain first.
    pub groups: Vec<Group>,
    /// The stones of the dead groups.
    pub dead: PointSet,
    /// The number of playouts.
    pub playouts: u32,
}

impl Estimate {
    /// The certainty of the least certain group, in thousandths: 1000 on a board without stones, or where all is
    /// proved. It is a measure of the playouts, not a probability; [`Estimate::confidence`] is one.
    pub fn certainty(&self) -> u16 {
        self.groups.first().map_or(1000, Group::certainty)
    }

    /// How likely all groups are judged as the players did, in hundredths: the share of real games with this
    /// certainty in which the count then agreed with the record.
    pub fn confidence(&self) -> u8 {
        CALIBRATION.iter().find(|&&(certainty, _)| self.certainty() >= certainty).map_or(50, |&(_, share)| share)
    }

    /// The dead stones if this group were judged the other way.
    pub fn flipped(&self, group: &Group) -> PointSet {
        if group.is_dead() { self.dead - group.stones } else { self.dead | group.stones }
    }
}

/// From this certainty in thousandths on, this share of games agreed, in hundredths. Measured on the KGS games of
/// the tuning half, Chinese and Japanese rules.
const CALIBRATION: [(u16, u8); 5] = [(980, 99), (950, 98), (900, 96), (800, 92), (650, 80)];

/// Estimates life and death by playing the position out at random, again and again, and looking who holds what
/// at the end. The playouts are seeded by the position: the same board, the same estimate. No network, no
/// knowledge but the rules, [unconditional life](Life) and a few reflexes.
///
/// It keeps its buffers from position to position.
///
/// ```
/// use sgfkit::{count::Estimator, go::{Board, Point}};
///
/// let board = Board::from_text(". . . X O . .
///                               . O . X O . .
///                               . . . X O . .
///                               . . . X O . .
///                               . . . X O . .
///                               . . . X O . .
///                               . . . X O . .").unwrap();
/// let estimate = Estimator::default().estimate(&board);
/// assert_eq!(estimate.dead.iter().collect::<Vec<_>>(), [Point::new(1, 1)]);
/// ```
pub struct Estimator {
    playouts: u32,
    start: Field,
    field: Field,
    /// Playouts that ended with the point in Black's hand, less those in White's, by the number of the point.
    balance: Vec<i32>,
}

/// The playouts after which an estimator looks for the first time whether anything is unsure.
const FIRST: u32 = 24;

/// A chain that survives less often is judged together with those that share empty points with it.
const WEAK: i64 = 900;

impl Default for Estimator {
    /// With up to 100 playouts a position; more hardly help.
    fn default() -> Estimator {
        Estimator::new(100)
    }
}

impl Estimator {
    /// An estimator that plays up to this many games from a position, at least one; fewer where the first ones agree.
    pub fn new(playouts: u32) -> Estimator {
        Estimator { playouts: playouts.max(1), start: Field::new(), field: Field::new(), balance: vec![0; 4096] }
    }

    /// Estimates the status of every chain of a position in which both sides have stopped playing.
    pub fn estimate(&mut self, board: &Board) -> Estimate {
        let life = [Colour::Black, Colour::White].map(|colour| Life::of(board, colour));
        let closed = life[0].stones | life[0].territory | life[1].stones | life[1].territory;
        self.start.set(board, closed);
        self.balance.fill(0);
        let mut random = Random(board.hash());
        let (mut played, mut wanted) = (0, self.playouts.min(FIRST));
        loop {
            while played < wanted {
                self.play(board, if played % 2 == 0 { Colour::Black } else { Colour::White }, &mut random);
                played += 1;
            }
            let mut groups = self.groups(board, &life, played);
            if played == self.playouts || groups.iter().all(|group| group.certainty() >= SURE) {
                groups.sort_by_key(Group::certainty);
                let dead = groups.iter().filter(|group| group.is_dead());
                let dead = dead.fold(PointSet::EMPTY, |dead, group| dead | group.stones);
                return Estimate { groups, dead, playouts: played };
            }
            wanted = self.playouts;
        }
    }

    fn play(&mut self, board: &Board, first: Colour, random: &mut Random) {
        self.field.copy_from(&self.start);
        self.field.play_out(first, random);
        for point in board.size().iter() {
            let held = match self.field.holder(point) {
                Some(Colour::Black) => 1,
                Some(Colour::White) => -1,
                None => 0,
            };
            self.balance[usize::from(point.index())] += held;
        }
    }

    fn groups(&self, board: &Board, life: &[Life; 2], played: u32) -> Vec<Group> {
        let stones = [Colour::Black, Colour::White].map(|colour| PointSet::stones(board, colour));
        let empty = PointSet::all(board.size()) - stones[0] - stones[1];
        let mut groups = Vec::new();
        for colour in [Colour::Black, Colour::White] {
            let side = colour.index();
            let mut weak: Vec<(PointSet, PointSet)> = Vec::new();
            for chain in stones[side].parts() {
                let survival = if life[side].stones.meets(&chain) {
                    1000
                } else if life[1 - side].territory.meets(&chain) {
                    0
                } else {
                    self.survival(&chain, colour, played)
                };
                if survival == 0 || i64::from(survival) >= WEAK {
                    groups.push(Group { colour, stones: chain, survival });
                    continue;
                }
                // Join it to the weak chains that it shares an empty region with.
                let mut joined = (chain, chain.beside(&empty).fill(&empty));
                weak.retain(|other| {
                    let near = other.1.meets(&joined.1);
                    if near {
                        joined = (joined.0 | other.0, joined.1 | other.1);
                    }
                    !near
                });
                weak.push(joined);
            }
            groups.extend(weak.into_iter().map(|(stones, _)| {
                let survival = self.survival(&stones, colour, played);
                Group { colour, stones, survival }
            }));
        }
        groups
    }

    /// How often the side held these points, in thousandths.
    fn survival(&self, points: &PointSet, colour: Colour, played: u32) -> u16 {
        let sum: i64 = points.iter().map(|p| i64::from(self.balance[usize::from(p.index())])).sum();
        let held = if colour == Colour::Black { sum } else { -sum };
        let most = i64::from(played) * i64::from(points.len());
        ((most + held) * 500 / most.max(1)) as u16
    }
}

/// The certainty, in thousandths, from which a group needs no more playouts.
const SURE: u16 = 800;
