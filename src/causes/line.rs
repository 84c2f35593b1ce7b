//! The turns of a game as a trial takes them, and the trial itself.

use crate::go::{Board, Colour, Illegal, Ko, Move, Point, Position, Rules, Size};
use crate::record::{Action, Play, Record};

/// A turn of a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who takes it.
    pub colour: Colour,
    /// What it plays.
    pub play: Play,
    /// Whether the record itself says before it that this side plays (`PL`): then it is no double move.
    pub told: bool,
}

impl Turn {
    /// The point of the board that it plays on; `None` for a pass, and for what is no point of the board.
    pub fn point(self) -> Option<Point> {
        match self.play {
            Play::Stone(point) => Some(point),
            _ => None,
        }
    }
}

/// The part of a main line between two set-ups, on which edits are tried: a set-up in mid-game starts the
/// history anew, so what comes before or behind it has nothing to do with a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The board.
    pub size: Size,
    /// The stones that stand before the first turn.
    pub stones: Vec<(Point, Colour)>,
    /// How many turns of the game come before the first one here.
    pub before: u32,
    /// Who took the turn before, where there was one.
    pub last: Option<Colour>,
    /// The turns.
    pub turns: Vec<Turn>,
}

impl Line {
    /// The part of a record's main line that holds its `turn`th turn, counted from 1; `None` where the record
    /// has no board or not so many turns.
    pub fn around(record: &Record<'_>, turn: u32) -> Option<Line> {
        let size = record.size?;
        let mut board = Board::new(size);
        let mut line = Line { size, stones: Vec::new(), before: 0, last: None, turns: Vec::new() };
        let (mut count, mut told, mut setting) = (0, None, false);
        for step in &record.steps {
            match step.action {
                Action::Turn { colour, play, .. } => {
                    if std::mem::take(&mut setting) {
                        line.stones = size.iter().filter_map(|point| Some((point, board.get(point)?))).collect();
                    }
                    count += 1;
                    line.turns.push(Turn { colour, play, told: told.take() == Some(colour) });
                    if let Play::Stone(point) = play {
                        board.put(point, colour);
                    }
                }
                Action::Stones { from, to, stone } => {
                    if !std::mem::replace(&mut setting, true) {
                        if count >= turn {
                            break;
                        }
                        line.before = count;
                        line.last = line.turns.last().map(|turn| turn.colour).or(line.last);
                        line.turns.clear();
                    }
                    let rows = from.y()..=to.y();
                    board.set_up(rows.flat_map(|y| (from.x()..=to.x()).map(move |x| (Point::new(x, y), stone))));
                }
                Action::ToMove(colour) => told = Some(colour),
                Action::Branch => {}
                // The main line comes first.
                Action::NextLine | Action::EndBranch => break,
            }
        }
        (count >= turn && turn > line.before).then_some(line)
    }

    /// Where a turn of the game, counted from 1, stands in [`Line::turns`].
    pub(super) fn index(&self, turn: u32) -> Option<usize> {
        let index = turn.checked_sub(self.before + 1)? as usize;
        (index < self.turns.len()).then_some(index)
    }

    /// The number in the game of a turn that stands at an index of [`Line::turns`].
    pub(super) fn number(&self, index: usize) -> u32 {
        self.before + 1 + index as u32
    }
}

/// What is wrong with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A rule about the stone forbids it.
    Illegal(Illegal),
    /// It plays on no point of the board.
    NoPoint,
    /// The same side has taken the turn before.
    Double,
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trial {
    /// Every turn is legal.
    Legal,
    /// The first turn that is not, by its index.
    Faulty(usize, Fault),
    /// The work allowed for a game is done.
    OutOfWork,
}

/// Replays lines until the first fault, as far as the work allowed for a game goes.
#[derive(Debug)]
pub(super) struct Judge {
    position: Position,
    rules: Rules,
    /// Turns that may still be replayed.
    left: u64,
}

impl Judge {
    pub(super) fn new() -> Judge {
        Judge { position: Position::new(Size::STANDARD), rules: Rules::default(), left: 0 }
    }

    /// Starts another game, in which so many turns may be replayed.
    pub(super) fn start(&mut self, ko: Ko, work: u64) {
        (self.rules, self.left) = (Rules { ko }, work);
    }

    /// Plays a line up to its first fault. Faults are those that a replay calls errors.
    pub(super) fn judge(&mut self, line: &Line) -> Trial {
        self.play(line, line.turns.len())
    }

    /// Plays the first turns of a line, up to their first fault.
    pub(super) fn play(&mut self, line: &Line, turns: usize) -> Trial {
        self.position.reset(line.size);
        if !line.stones.is_empty() {
            self.position.set_up(line.stones.iter().map(|&(point, colour)| (point, Some(colour))), None);
        }
        let mut last = line.last;
        // Black moves one after the other open a game: a handicap written as moves.
        let mut opening = line.before == 0 && line.stones.iter().all(|stone| stone.1 == Colour::White);
        for (index, turn) in line.turns.iter().take(turns).enumerate() {
            if self.left == 0 {
                return Trial::OutOfWork;
            }
            self.left -= 1;
            opening &= turn.colour == Colour::Black && turn.play != Play::Pass;
            if last == Some(turn.colour) && !opening && !turn.told {
                return Trial::Faulty(index, Fault::Double);
            }
            last = Some(turn.colour);
            let mv = match turn.play {
                Play::Stone(point) => Move::Place(point),
                Play::Pass => Move::Pass,
                Play::Off(_) | Play::Unreadable(_) => return Trial::Faulty(index, Fault::NoPoint),
            };
            let illegal = self.position.force(mv, turn.colour).illegal;
            if let Some(illegal) = illegal.filter(|illegal| self.rules.forbid(illegal)) {
                return Trial::Faulty(index, Fault::Illegal(illegal));
            }
        }
        Trial::Legal
    }

    /// Whether the work allowed for the game is done, so that no change fits any more.
    pub(super) fn is_out_of_work(&self) -> bool {
        self.left == 0
    }

    /// The stones after the line that was played last, up to its fault; a faulty stone is on the board.
    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }
}
