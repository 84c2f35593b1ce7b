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
    /// of a node in one call: each walks the whole board once.
    pub fn set_up(&mut self, changes: impl IntoIterator<Item = (Point, Option<Colour>)>, to_move: Option<Colour>) {
        self.board.set_up(changes);
        self.history.set_up(self.board.hash(), to_move);
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
        let outcome = Outcome { colour, placed, hash, slot: self.history.find(hash) };
        legal::lawful(&self.history, &outcome).or_else(|broken| if rules.forbid(&broken) { Err(broken) } else { Ok(()) })
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
        self.history.open(colour);
        let Move::Place(point) = mv else { return self.enter_unchanged(colour, None) };
        let vacant = legal::vacant(&self.board, point);
        if vacant == Err(Illegal::OffBoard) {
            return self.enter_unchanged(colour, Some(Illegal::OffBoard));
        }
        let placed = self.board.put(point, colour);
        let hash = self.board.hash();
        let outcome = Outcome { colour, placed, hash, slot: self.history.find(hash) };
        let illegal = vacant.and_then(|()| legal::lawful(&self.history, &outcome)).err();
        self.history.add(outcome.slot, hash, colour, placed, true);
        Forced { placed, illegal }
    }

    /// Enters a turn that put no stone.
    fn enter_unchanged(&mut self, colour: Colour, illegal: Option<Illegal>) -> Forced {
        let (hash, placed) = (self.board.hash(), Placed::default());
        self.history.add(self.history.find(hash), hash, colour, placed, false);
        Forced { placed, illegal }
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
        history.set_up(board.hash(), None);
        Position { board, history }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Cycle, Ko};

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
        Illegal::Repetition(Repetition { earlier, length, situational, taken, single })
    }

    const KO: &str = ". X O .
                      X O . O
                      . X O .
                      . . . .";

    const KO_TAKEN: &str = ". X O .
                            X . X O
                            . X O .
                            . . . .";

    #[test]
    fn ko_retaken_at_once() {
        check(KO, "Bcb Wbb", &[(2, Illegal::KoRetake)], KO);
        check(KO, "Bcb Wbb Bcb", &[(2, Illegal::KoRetake), (3, Illegal::KoRetake)], KO_TAKEN);
    }

    #[test]
    fn ko_retaken_after_a_threat() {
        let end = ". X O .
                   X O . O
                   . X O .
                   O . . X";
        check(KO, "Bcb Wad Bdd Wbb", &[], end);
    }

    #[test]
    fn ko_retaken_after_passes_is_repetition() {
        check(KO, "Bcb W- B- Wbb", &[(4, repetition(0, 4, false, [1, 1], 2))], KO);
        check(KO, "Bcb W- B- Wbb", &[(4, repetition(0, 4, false, [1, 1], 2))], KO);
        check(KO, "Wad Bcb W- B- Wbb", &[(5, repetition(1, 4, true, [1, 1], 2))], ". X O .\nX O . O\n. X O .\nO . . .");
    }

    #[test]
    fn passes_repeat_nothing() {
        check(KO, "B- W- B- W-", &[], KO);
    }

    #[test]
    fn snapback() {
        let start = ". O . O X
                     . O O X .
                     X X X . .";
        let end = ". . X O X
                   . . . X .
                   X X X . .";
        // White takes the stone that was thrown in, Black takes the rest.
        check(". O O . O X\n. O X O O X\nX X . X X .", "Bda Wcc", &[], "X");
        check(start, "Bca", &[], end);
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
        let found = repetition(0, 6, true, [3, 3], 6);
        check(start, "Bcb Wbe Bch Wbb Bce Wbh", &[(6, found)], start);
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
        let by_three = (3, repetition(0, 3, false, [2, 1], 1));
        check(start, "Waa Bca Wba", &[by_three], start);
        // With a pass in it the cycle brings back the side to move as well.
        let by_four = (7, repetition(3, 4, true, [2, 1], 1));
        check(start, "Waa Bca Wba B- Waa Bca Wba", &[by_three, by_four], start);
    }
}
