//! A game in progress: the board, whose turn it is, and what has been before.

use super::history::{History, Mark};
use super::legal::{self, Illegal, Outcome};
use super::{Board, Colour, Placed, Point, Rules, Size};

/// What a side does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// It puts a stone on a point.
    Place(Point),
    /// It passes (虚着, article 2). A pass is a turn.
    Pass,
}

/// What [`Position::force`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// What the stone took off.
    pub placed: Placed,
    /// The first rule that the move broke. Repetition is told whatever the rules allow: ask
    /// [`Rules::forbid`].
    pub illegal: Option<Illegal>,
}

/// A board with its side to move, the stones taken so far, and every position since the game began.
///
/// A position in the sense of the repetition rules is the stones on the board. The history starts at the
/// empty board, and anew at each [set-up](Position::set_up); then every turn enters it, a pass and a forced
/// illegal move too, as the stones and the side to move after it. A pass itself repeats nothing.
///
/// The sides need not alternate: every move says whose it is, and to judge the order of turns is the
/// caller's affair. Nothing here allocates once the buffers have grown to the length of a game.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    history: History,
}

/// A position to come back to with [`Position::restore`]: the stones, in two bits a point, and how long the
/// history was. On 19×19 it takes about 140 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    stones: Box<[u8]>,
    mark: Mark,
}

impl Position {
    /// The start of a game: an empty board, Black to move (article 2) unless White moves first.
    pub fn new(size: Size) -> Position {
        Position { board: Board::new(size), history: History::new() }
    }

    /// Starts another game, without allocating.
    pub fn reset(&mut self, size: Size) {
        self.board.reset(size);
        self.history.reset();
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move: the opponent of the side that had the last turn, unless it was told otherwise.
    #[inline]
    pub fn to_move(&self) -> Colour {
        self.history.to_move()
    }

    /// The number of turns so far; passes and forced illegal moves count, set-ups do not.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.history.turn()
    }

    /// The opposing stones that a side has taken by surrounding since the game began. Suicides and
    /// overwritten or edited stones count for nobody.
    #[inline]
    pub fn captures(&self, colour: Colour) -> u32 {
        self.history.taken(colour)
    }

    /// Edits stones as SGF's `AB`, `AW` and `AE` do, and starts the history anew: no earlier position counts
    /// as repeated any more. Turn numbers and captures go on. Points off the board are left alone.
    ///
    /// The side to move first is `to_move` (SGF's `PL`), else whoever does move first. Give all the changes
    /// of a node in one call.
    pub fn set_up(&mut self, changes: impl IntoIterator<Item = (Point, Option<Colour>)>, to_move: Option<Colour>) {
        self.board.set_up(changes);
        self.history.set_up(self.board.hash(), self.board.all_stones(), to_move);
    }

    /// Makes it a side's turn, as SGF's `PL` does, with no set-up: the history goes on, and its latest entry
    /// is now one with this side to move.
    pub fn set_to_move(&mut self, colour: Colour) {
        self.history.set_to_move(colour);
    }

    /// Whether a side may make a move under these rules.
    ///
    /// # Errors
    ///
    /// The first rule that the move breaks. It does not matter whose turn it is.
    pub fn check(&self, mv: Move, colour: Colour, rules: &Rules) -> Result<(), Illegal> {
        let Move::Place(point) = mv else { return Ok(()) };
        legal::vacant(&self.board, point)?;
        let (placed, hash) = self.board.preview(point, colour);
        let outcome = Outcome { colour, placed, hash, earlier: self.history.find(hash) };
        legal::lawful(&self.history, &outcome)
            .or_else(|broken| if rules.forbid(&broken) { Err(broken) } else { Ok(()) })
    }

    /// Makes a move that these rules allow.
    ///
    /// # Errors
    ///
    /// As [`Position::check`]; the position is then what it was.
    pub fn play(&mut self, mv: Move, colour: Colour, rules: &Rules) -> Result<Placed, Illegal> {
        self.check(mv, colour, rules)?;
        Ok(self.force(mv, colour).placed)
    }

    /// Carries out a move whatever its legality, as SGF says of every recorded move, and tells the first
    /// rule that it broke.
    ///
    /// A stone on an occupied point replaces the one there; one off the board is not put, but the turn
    /// counts. A move on an occupied point or a suicide is not looked at for repetition.
    pub fn force(&mut self, mv: Move, colour: Colour) -> Forced {
        let mut illegal = None;
        let placed = match mv {
            Move::Place(point) => self.force_stone(point, colour, &mut illegal),
            Move::Pass => {
                self.history.open(colour);
                self.enter_unchanged(colour)
            }
        };
        Forced { placed, illegal }
    }

    /// [`Position::force`] with a stone, to be part of the loop that plays a game. `illegal` is left alone where the move
    /// breaks no rule.
    #[inline(always)]
    pub(crate) fn force_stone(&mut self, point: Point, colour: Colour, illegal: &mut Option<Illegal>) -> Placed {
        self.history.open(colour);
        if !self.board.is_empty(point) {
            return self.force_elsewhere(point, colour, illegal);
        }
        let placed = self.board.put_on_empty(point, colour);
        let hash = self.board.hash();
        let earlier = self.history.find_earlier(hash, self.board.all_stones());
        // Nearly all moves live and make a new position: no rule has anything to say of them.
        if placed.suicide != 0 || earlier.is_some() {
            *illegal = self.judge(&Outcome { colour, placed, hash, earlier });
        }
        self.history.add(hash, colour, placed, true);
        placed
    }

    #[cold]
    fn judge(&self, outcome: &Outcome) -> Option<Illegal> {
        legal::lawful(&self.history, outcome).err()
    }

    /// A turn on an occupied point, or off the board.
    #[cold]
    fn force_elsewhere(&mut self, point: Point, colour: Colour, illegal: &mut Option<Illegal>) -> Placed {
        *illegal = legal::vacant(&self.board, point).err();
        if *illegal == Some(Illegal::OffBoard) {
            return self.enter_unchanged(colour);
        }
        let placed = self.board.put(point, colour);
        self.history.add(self.board.hash(), colour, placed, true);
        placed
    }

    /// Enters a turn that put no stone.
    #[cold]
    fn enter_unchanged(&mut self, colour: Colour) -> Placed {
        let placed = Placed::default();
        self.history.add(self.board.hash(), colour, placed, false);
        placed
    }

    /// Keeps the position, so that a variation can be played out and taken back.
    pub fn save(&self) -> Snapshot {
        let mut stones = vec![0; self.board.size().points().div_ceil(4) as usize];
        for (i, point) in self.board.size().iter().enumerate() {
            stones[i / 4] |= self.board.get(point).map_or(0, |stone| stone as u8 + 1) << (i % 4 * 2);
        }
        Snapshot { stones: stones.into(), mark: self.history.mark() }
    }

    /// Goes back to a snapshot of this game. Snapshots are restored from the inside outwards: one that was
    /// taken after the turns that are being taken back is of no use afterwards.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let stone = |i: usize| match snapshot.stones.get(i / 4).map_or(0, |four| four >> (i % 4 * 2) & 3) {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        };
        self.board.set_up(self.board.size().iter().enumerate().map(|(i, point)| (point, stone(i))));
        self.history.truncate(&snapshot.mark);
    }
}

/// A game that starts at these stones; Black is to move unless White moves first.
impl From<Board> for Position {
    fn from(board: Board) -> Position {
        let mut history = History::new();
        history.set_up(board.hash(), board.all_stones(), None);
        Position { board, history }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Cycle, Ko, Repetition};

    /// `Bcb` puts a black stone on the point that SGF writes `cb`; `B-` is a pass.
    fn turn(text: &str) -> (Colour, Move) {
        let (colour, at) = text.split_at(1);
        let colour = if colour == "B" { Colour::Black } else { Colour::White };
        match at.as_bytes() {
            [x, y] => (colour, Move::Place(Point::new(x - b'a', y - b'a'))),
            _ => (colour, Move::Pass),
        }
    }

    /// Forces moves upon a drawn board and compares the rules broken, each with its turn, and the board at
    /// the end. Every move must be judged as `check` judges it.
    #[track_caller]
    fn check(start: &str, moves: &str, broken: &[(u32, Illegal)], end: &str) {
        let mut position = Position::from(Board::from_text(start).unwrap());
        let mut found = Vec::new();
        for (colour, mv) in moves.split_whitespace().map(turn) {
            let checked = position.check(mv, colour, &Rules { ko: Ko::Positional });
            let forced = position.force(mv, colour);
            assert_eq!(checked.err(), forced.illegal);
            found.extend(forced.illegal.map(|illegal| (position.turn(), illegal)));
        }
        assert_eq!(found, broken);
        assert_eq!(position.board(), &Board::from_text(end).unwrap());
    }

    fn repetition(earlier: u32, length: u32, situational: bool, taken: [u32; 2], single: u32) -> Illegal {
        Illegal::Repetition(Repetition { earlier, length, situational, taken, single, set_up: false })
    }

    const KO: &str = ". X O .
                      X O . O
                      . X O .";

    const KO_TAKEN: &str = ". X O .
                            X . X O
                            . X O .";

    #[test]
    fn ko_retaken_at_once() {
        check(KO, "Bcb Wbb", &[(2, Illegal::KoRetake)], KO);
        check(KO, "Bcb Wbb Bcb", &[(2, Illegal::KoRetake), (3, Illegal::KoRetake)], KO_TAKEN);
        check(". .", "Baa Wba Baa", &[(3, Illegal::KoRetake)], "X .");
    }

    #[test]
    fn ko_retaken_after_a_threat() {
        let (start, end) = (format!("{KO}\n. . . ."), format!("{KO}\nO . . X"));
        check(&start, "Bcb Wad Bdd Wbb", &[], &end);
    }

    #[test]
    fn ko_filled_after_a_pass() {
        check(KO, "Bcb W- Bbb", &[], ". X O .\nX X X O\n. X O .");
    }

    /// No ko is retaken at once where passes lie between, but the position comes back.
    #[test]
    fn ko_retaken_after_passes() {
        check(KO, "Bcb W- B- Wbb", &[(4, repetition(0, 4, true, [1, 1], 2))], KO);
        check(KO, "W- Bcb W- B- Wbb", &[(5, repetition(1, 4, true, [1, 1], 2))], KO);
    }

    #[test]
    fn passes_repeat_nothing() {
        check(KO, "B- W- B- W-", &[], KO);
    }

    /// White takes the stone that was thrown in (turn 12), Black takes five.
    #[test]
    fn snapback() {
        let empty = ". . . . .\n".repeat(5);
        let moves = "Bac Wab Bbc Wbb Bcc Wcb Bdb Wca Bda Wee Bba Waa Bba";
        let end = ". X . X .
                   . . . X .
                   X X X . .
                   . . . . .
                   . . . . O";
        check(&empty, moves, &[], end);
    }

    #[test]
    fn capture_in_a_corner() {
        check("O X .\n. . .", "Bab", &[], ". X .\nX . .");
    }

    #[test]
    fn suicide_of_one_stone() {
        check(". X .\nX . .", "Waa", &[(1, Illegal::Suicide { stones: 1 })], ". X .\nX . .");
    }

    #[test]
    fn suicide_of_several_stones() {
        let (start, end) = ("O X .\n. X .\nX . .", ". X .\n. X .\nX . .");
        check(start, "Wab", &[(1, Illegal::Suicide { stones: 2 })], end);
    }

    #[test]
    fn one_point_is_always_suicide() {
        check(".", "Baa W- Waa", &[(1, Illegal::Suicide { stones: 1 }), (3, Illegal::Suicide { stones: 1 })], ".");
    }

    #[test]
    fn one_row() {
        check(". . .", "Baa Wca Bba Wca", &[], ". . O");
        check(". . .", "Bba Waa", &[(2, Illegal::Suicide { stones: 1 })], ". X .");
    }

    /// A stone on another replaces it, which is no capture, but may still take what it leaves without liberties.
    #[test]
    fn occupied() {
        check("X . .", "Waa", &[(1, Illegal::Occupied { by: Colour::Black })], "O . .");
        check("X . .", "Baa", &[(1, Illegal::Occupied { by: Colour::Black })], "X . .");
        check("O X X\nO O .", "Wba", &[(1, Illegal::Occupied { by: Colour::Black })], "O O X\nO O .");
        check("O X X\nO O O", "Wba", &[(1, Illegal::Occupied { by: Colour::Black })], "O O .\nO O O");
    }

    /// Nothing is put, but it was a turn: what follows is no retake at once.
    #[test]
    fn off_board() {
        let broken = [(2, Illegal::OffBoard), (3, repetition(0, 3, true, [1, 1], 2))];
        check(KO, "Bcb Wzz Wbb", &broken, KO);
    }

    #[test]
    fn triple_ko() {
        let start = ". X O . . . . . .
                     X O . O . . . . .
                     . X O . . . . . .
                     . X O . . . . . .
                     X . X O . . . . .
                     . X O . . . . . .
                     . X O . . . . . .
                     X O . O . . . . .
                     . X O . . . . . .";
        check(start, "Bcb Wbe Bch Wbb Bce Wbh", &[(6, repetition(0, 6, true, [3, 3], 6))], start);
    }

    #[test]
    fn four_kos() {
        let start = ". X O .
                     X O . O
                     . X O .
                     X O . O
                     . X O .
                     X . X O
                     . X O .
                     X . X O
                     . X O .";
        check(start, "Bcb Wbf Bcd Wbh Bcf Wbb Bch Wbd", &[(8, repetition(0, 8, true, [4, 4], 8))], start);
    }

    #[test]
    fn sending_two_returning_one() {
        let start = ". O . O .
                     X X O O .
                     . X O . .";
        let three = (3, repetition(0, 3, false, [2, 1], 1));
        check(start, "Waa Bca Wba", &[three], start);
        // With a pass in it the cycle brings back the side to move as well.
        let four = |turn| (turn, repetition(turn - 4, 4, true, [2, 1], 1));
        check(start, "Waa Bca Wba B- Waa Bca Wba", &[three, four(5), four(6), four(7)], start);
    }

    #[test]
    fn eternal_life() {
        let start = ". X . O
                     O O X X
                     O . X X";
        check(start, "Baa Wca Bba Wda", &[(4, repetition(0, 4, true, [2, 2], 0))], start);
    }

    /// The kind of a cycle, from its length, the stones taken by each side and the turns that took one.
    #[test]
    fn kinds_of_cycle() {
        let check = |length, taken, single, kind| {
            let cycle = Repetition { earlier: 7, length, situational: true, taken, single, set_up: false };
            assert_eq!(cycle.kind(), kind);
        };
        check(3, [2, 1], 1, Some(Cycle::SendingTwoReturningOne));
        check(4, [1, 2], 1, Some(Cycle::SendingTwoReturningOne));
        check(3, [2, 1], 3, None);
        check(4, [2, 2], 0, Some(Cycle::EternalLife));
        check(4, [2, 2], 4, None);
        check(6, [3, 3], 6, Some(Cycle::TripleKo));
        check(6, [3, 3], 1, None);
        check(8, [3, 3], 6, None);
        check(6, [2, 4], 6, None);
        check(8, [4, 4], 8, Some(Cycle::FourKos));
        check(10, [5, 5], 10, Some(Cycle::MoreKos(5)));
        check(12, [6, 6], 12, Some(Cycle::MoreKos(6)));
    }

    #[test]
    fn rules_choose_the_repetitions() {
        let found = |situational| repetition(0, 3, situational, [2, 1], 1);
        let forbidden = |ko, illegal| Rules { ko }.forbid(&illegal);
        assert_eq!(
            [Ko::Simple, Ko::Situational, Ko::Positional].map(|ko| forbidden(ko, found(true))),
            [false, true, true]
        );
        assert_eq!(
            [Ko::Simple, Ko::Situational, Ko::Positional].map(|ko| forbidden(ko, found(false))),
            [false, false, true]
        );
        assert!(forbidden(Ko::Simple, Illegal::KoRetake));
    }

    /// Turn numbers go on over a set-up, and nothing before it counts as repeated.
    #[test]
    fn set_up_starts_the_history_anew() {
        let mut position = Position::from(Board::from_text(KO).unwrap());
        let mut force = |text: &str, set_up: bool| {
            if set_up {
                position.set_up([], None);
            }
            let (colour, mv) = turn(text);
            position.force(mv, colour).illegal
        };
        assert_eq!(force("Bcb", false), None);
        assert_eq!(force("Wbb", true), None);
        assert_eq!(force("B-", false), None);
        let found = force("Bcb", false);
        let Some(Illegal::Repetition(repetition)) = found else { panic!("{found:?}") };
        assert!(repetition.set_up);
        assert_eq!((repetition.earlier, repetition.length, repetition.taken), (1, 3, [1, 1]));
        assert_eq!(repetition.earlier_in_words(), "set up after move 1");
    }

    /// Who moves first settles the side to move at the start, unless it was told.
    #[test]
    fn the_side_to_move_at_the_start() {
        let check = |told: Option<Colour>, situational: bool| {
            let board = Board::from_text(KO).unwrap();
            let mut position = Position::new(board.size());
            position.set_up(board.size().iter().map(|p| (p, board.get(p))), told);
            let last = "Bcb W- B- Wbb".split(' ').map(turn).map(|(colour, mv)| position.force(mv, colour)).last();
            assert_eq!(last.unwrap().illegal, Some(repetition(0, 4, situational, [1, 1], 2)));
        };
        check(None, true);
        check(Some(Colour::Black), true);
        check(Some(Colour::White), false);
    }

    /// A million turns cost a million times a turn: the table grows, and a shorter game takes it back.
    #[test]
    fn a_long_game_and_a_short_one() {
        let size = Size::new(5, 5).unwrap();
        let mut position = Position::new(size);
        let points: Vec<Point> = size.iter().collect();
        let start = position.save();
        let mut n = 1usize;
        for _ in 0..1_000_000 {
            n = n.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            position.force(Move::Place(points[(n >> 33) % points.len()]), position.to_move());
        }
        assert_eq!(position.turn(), 1_000_000);
        position.restore(&start);
        assert_eq!((position.turn(), position.board()), (0, &Board::new(size)));
        position.reset(size);
        assert_eq!(position.force(Move::Pass, Colour::Black), Forced { placed: Placed::default(), illegal: None });
    }

    /// Branch points within branch points, each taken back in its turn.
    #[test]
    fn nested_variations() {
        let mut position = Position::from(Board::from_text(KO).unwrap());
        let moves: Vec<_> = "Bcb Wac Bdc Wbb Bda Wcb".split(' ').map(turn).collect();
        let mut saved = Vec::new();
        for &(colour, mv) in moves.iter().cycle().take(100_000) {
            saved.push((position.save(), position.board().clone().hash(), position.turn()));
            position.force(mv, colour);
        }
        for (snapshot, hash, turn) in saved.iter().rev() {
            position.restore(snapshot);
            assert_eq!((position.board().hash(), position.turn()), (*hash, *turn));
        }
    }
}
