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
        CALIBRATION.iter().find(|&&(certainty, _)| self.certainty() >= certainty).map_or(60, |&(_, share)| share)
    }

    /// The dead stones if this group were judged the other way.
    pub fn flipped(&self, group: &Group) -> PointSet {
        if group.is_dead() { self.dead - group.stones } else { self.dead | group.stones }
    }
}

/// From this certainty in thousandths on, this share of games agreed, in hundredths: measured on 1,127 KGS games
/// under Chinese and Japanese rules.
const CALIBRATION: [(u16, u8); 3] = [(750, 96), (650, 89), (550, 86)];

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
#[derive(Debug)]
pub struct Estimator {
    playouts: u32,
    start: Field,
    field: Field,
    /// Playouts that ended with the point in Black's hand, less those in White's, by the number of the point.
    balance: Vec<i32>,
}

/// The playouts after which an estimator looks for the first time whether anything is unsure.
const FIRST: u32 = 24;

/// The certainty, in thousandths, from which a group needs no more: after 24 playouts nearly four standard
/// deviations from a guess.
const SURE: u16 = 800;

/// A chain that survives less often, in thousandths, is judged together with those that share empty points with it.
const WEAK: u16 = 900;

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
                // Nobody is left to take the stones of a side that is alone.
                let survival = if life[side].stones.meets(&chain) || stones[1 - side].is_empty() {
                    1000
                } else if life[1 - side].territory.meets(&chain) {
                    0
                } else {
                    self.survival(&chain, colour, played)
                };
                if survival == 0 || survival >= WEAK {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Point, Size};

    /// `dead` lists points as SGF writes them, a stone of each dead chain at least.
    fn check(drawing: &str, dead: &str) -> Estimate {
        let board = Board::from_text(drawing).unwrap();
        let dead: PointSet =
            dead.split_whitespace().map(|p| Point::new(p.as_bytes()[0] - b'a', p.as_bytes()[1] - b'a')).collect();
        let chains = [Colour::Black, Colour::White].map(|colour| dead.fill(&PointSet::stones(&board, colour)));
        let estimate = Estimator::default().estimate(&board);
        assert_eq!(estimate.dead, chains[0] | chains[1], "{board}{:?}", estimate.groups);
        let stones = estimate.groups.iter().map(|group| group.stones.len()).sum::<u16>();
        assert_eq!(stones, board.stones(Colour::Black) + board.stones(Colour::White));
        assert!(estimate.groups.is_sorted_by_key(Group::certainty));
        estimate
    }

    #[test]
    fn a_stone_alone_in_enemy_territory_is_dead() {
        let estimate = check(
            ". . . X O . .
             . O . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .
             . . . X O . .",
            "bb",
        );
        let white = estimate.groups.iter().find(|group| group.is_dead()).unwrap();
        assert!(estimate.flipped(white).is_empty());
    }

    #[test]
    fn stones_in_seki_live() {
        check(
            "O X . O X . .
             O X . O X . .
             O X X O X . .
             O O O X X X X
             . . O X . . .
             O O O X . . .
             . . O X . . .",
            "",
        );
    }

    #[test]
    fn one_eye_each_and_a_common_liberty_is_seki() {
        check(
            ". X . O X .
             X X O O X X
             O O O X X .
             . O X . X X
             O O X X . X
             X X X X X X",
            "",
        );
    }

    #[test]
    fn walls_live() {
        check(
            ". . . . . X O . .
             . . . . . X O . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .",
            "",
        );
        check(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .", "");
    }

    #[test]
    fn a_group_with_a_false_eye_is_dead() {
        // Of the two eyes at the top, White can take the right-hand one from below.
        check(
            ". X . X O . .
             X X X O O . .
             O O O X O . .
             . O . O O O .
             . . O . . . .
             . . . . . . .",
            "ba da dc",
        );
    }

    #[test]
    fn a_bulky_five_is_one_eye() {
        // The white stone at its vital point kills the corner.
        check(
            ". . X O . . .
             O . X O . . .
             . X X O . . .
             X X O O . . .
             O O O . . . .
             . . . . . . .",
            "ca",
        );
    }

    #[test]
    fn bent_four_in_the_corner_is_dead() {
        // White takes it whenever it likes: fill from outside, give four, play the vital point in a ko.
        check(
            ". O X X . O . .
             O O X O O O . .
             O X X O . . . .
             X X O O . . . .
             O O O . . . . .
             . . . . . . . .
             . . . . . . . .",
            "ca",
        );
    }

    #[test]
    fn what_a_snapback_takes_is_dead() {
        // White's three stones have one liberty, and a stone that takes there is taken back with all of them.
        check(
            ". X O O X . .
             X X O . X . .
             . X X O X . .
             . . . X X . .
             . . . . . . .",
            "ca dc",
        );
    }

    #[test]
    fn a_chain_left_in_atari_is_taken_before_it_takes() {
        // Black needs two moves for the corner, White one for Black.
        let estimate = check(
            ". . O X X X O . O
             O O O X O X O O .
             X X X X O X . O O
             O O O O O O O O .
             X X X X X X X O O
             . . . . . . X X X
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "da",
        );
        let black = estimate.groups.iter().find(|group| group.is_dead()).unwrap();
        assert!(black.survival < 100, "{}", black.survival);
    }

    #[test]
    fn the_same_board_gives_the_same_estimate_whatever_came_before() {
        let board = Board::from_text(". O X . .\nO O X X .\nX X . X O\n. X O O O\nX . O . .").unwrap();
        let mut used = Estimator::default();
        let first = used.estimate(&board);
        used.estimate(&Board::from_text("X . O\n. . .").unwrap());
        assert_eq!(used.estimate(&board), first);
    }

    #[test]
    fn every_size_of_board_is_estimated() {
        for (width, height) in [(1, 1), (1, 52), (52, 1), (2, 2), (52, 52)] {
            let mut board = Board::new(Size::new(width, height).unwrap());
            assert_eq!(Estimator::new(4).estimate(&board).certainty(), 1000);
            board.put(Point::new(width / 2, height / 2), Colour::White);
            // A chain without a liberty, as a set-up can leave it, must do no harm either.
            Estimator::new(4).estimate(&board);
            board.set_up(board.size().iter().map(|point| (point, Some(Colour::Black))).collect::<Vec<_>>());
            Estimator::new(4).estimate(&board);
        }
    }
}
