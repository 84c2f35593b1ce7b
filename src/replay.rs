//! Plays a record through and says what is wrong with it.
//!
//! The rules themselves are in [`go`](crate::go); here they meet what the record says.

use crate::finding::{Code, Finding, PointText, Severity};
use crate::go::{Board, Colour, Forced, Illegal, Ko, Move, Placed, Point, Position, Repetition, Rules, Size, Snapshot};
use crate::identity::Identity;
use crate::kos::Kos;
use crate::record::{Action, Company, Play, Record, ResultKind, RulesChoice, Step, Winner};

/// What becomes of a move that the rules forbid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterIllegal {
    /// The stone is put on the board whatever its legality, as SGF says.
    #[default]
    Execute,
    /// A move off the board, on an occupied point, into suicide or retaking a ko counts as a pass, as the
    /// Chinese referee section of 2002 says. Double moves and longer repetitions stand.
    Void,
}

/// How a record is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which repetitions are errors.
    pub ko: Ko,
    /// What becomes of a forbidden move.
    pub after_illegal: AfterIllegal,
    /// Under which rules: the ancient ones have White play first, on set stones.
    pub rules: RulesChoice,
}

named! {
    /// How a game came to its end.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ended {
        /// Two passes running (article 7).
        TwoPasses = "two-passes",
        /// A side resigned, as the result says.
        Resign = "resign",
        /// A side overstepped the time, as the result says.
        Time = "time",
        /// A side did not play, as the result says.
        Forfeit = "forfeit",
        /// The record just stops.
        Open = "open",
    }
}

/// What came out of a replay of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Turns, passes and faulty moves included.
    pub turns: u32,
    /// Stones put on the board by turns.
    pub stones: u32,
    /// Passes. A voided move is none.
    pub passes: u32,
    /// Opposing stones that Black and White took, by surrounding.
    pub captures: [u32; 2],
    /// Own stones that Black and White lost by suicide.
    pub suicides: [u32; 2],
    /// Handicap stones really set: black stones before the first move, or an opening run of black moves.
    pub handicap_stones: u32,
    /// How the game ended.
    pub ended: Ended,
    /// Number of the first turn with an error of the rules.
    pub first_illegal: Option<u32>,
    /// Hash of board size, set-up and moves, the same for all symmetries of the board.
    pub identity: u64,
    /// Kos begun: moves that take one stone and then stand alone, with no liberty but the point of that stone, where
    /// they do not take back a ko that was begun before on the same two points.
    pub kos: u32,
    /// Turns of the longest ko, from its first capture to its last, both counted; 0 where there is none.
    pub longest_ko: u32,
}

/// Replays games. Made to be used again: it keeps its board and tables.
///
/// ```
/// use sgfkit::{record::{Branches, Record}, replay::{Options, Replayer}, sgf::{Game, Reader, Tree}};
///
/// let text = "(;GM[1]SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];W[bb])";
/// let (mut tree, mut findings) = (Tree::default(), Vec::new());
/// assert!(Reader::new(text).read(&mut tree, &mut findings));
/// let record = Record::read(Game::new(text, &tree), Branches::Main, Vec::new(), &mut findings);
/// let replay = Replayer::default().replay(&record, Options::default(), &mut findings);
/// assert_eq!((replay.turns, replay.first_illegal), (10, Some(10)));
/// assert_eq!(findings[0].code.name(), "ko-retake");
/// ```
#[derive(Debug)]
pub struct Replayer {
    position: Position,
    kos: Kos,
    /// The main line's last position, where other lines follow it.
    main: Option<Board>,
    saved: Vec<(Snapshot, Line)>,
}

impl Default for Replayer {
    fn default() -> Self {
        Replayer { position: Position::new(Size::STANDARD), kos: Kos::default(), main: None, saved: Vec::new() }
    }
}

impl Replayer {
    /// Replays a record; what is wrong with it goes to `findings`, line of play by line of play.
    ///
    /// A record that is not Go, or whose board is unknown, has no turns.
    pub fn replay(&mut self, record: &Record<'_>, options: Options, findings: &mut Vec<Finding>) -> Replay {
        let size = record.size.unwrap_or(Size::STANDARD);
        self.position.reset(size);
        self.main = None;
        self.saved.clear();
        self.kos.reset();
        let (position, kos) = (&mut self.position, &mut self.kos);
        let identity = Identity::new(size);
        let mut referee =
            Referee { record, options, position, kos, identity, line: Line::default(), run_told: None, findings };
        let mut main = None;
        let mut steps = record.steps.as_slice();
        loop {
            steps = &steps[referee.plain_turns(steps)..];
            let Some((step, rest)) = steps.split_first() else { break };
            let group = steps;
            steps = rest;
            match step.action {
                Action::Turn { colour, play, company } => referee.turn(step.at, colour, play, company),
                Action::Stones { .. } => {
                    let more = rest.iter().take_while(|step| matches!(step.action, Action::Stones { .. })).count();
                    steps = &rest[more..];
                    referee.set_up(&group[..=more]);
                }
                Action::ToMove(colour) => referee.set_to_move(colour),
                Action::Branch => self.saved.push((referee.position.save(), referee.line)),
                Action::NextLine => {
                    referee.end_of_line();
                    if main.is_none() {
                        main = Some(referee.end_of_game());
                        referee.kos.end();
                        self.main = Some(referee.position.board().clone());
                    }
                    if let Some((snapshot, line)) = self.saved.last() {
                        referee.position.restore(snapshot);
                        referee.line = *line;
                    }
                }
                Action::EndBranch => {
                    self.saved.pop();
                }
            }
        }
        referee.end_of_line();
        main.unwrap_or_else(|| referee.end_of_game())
    }

    /// The last position of the main line of the game replayed last.
    pub fn board(&self) -> &Board {
        self.main.as_ref().unwrap_or_else(|| self.position.board())
    }
}

/// What a replay remembers of the line of play that it is on.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    turns: u32,
    stones: u32,
    passes: u32,
    /// Own stones that Black and White lost by suicide.
    suicides: [u32; 2],
    /// Passes since the last stone.
    passes_running: u32,
    /// Who took the last turn, or as good as took it where `PL` names the other side.
    last: Option<Colour>,
    /// Who plays next, as PL says.
    to_move: Option<Colour>,
    /// What was set before the first turn: anything, black stones, white stones.
    set_up: bool,
    black_set_up: bool,
    white_set_up: bool,
    /// Black stones on the board before the first turn.
    black_set: u32,
    /// Black moves that opened the game, one after the other, the stones that came of them, and the last of them.
    run: u32,
    run_stones: u32,
    run_over: bool,
    run_last: Option<Place>,
    first_illegal: Option<u32>,
}

struct Referee<'r, 'a> {
    record: &'r Record<'a>,
    options: Options,
    position: &'r mut Position,
    kos: &'r mut Kos,
    identity: Identity,
    line: Line,
    /// Where the last move of an opening run stands that was told.
    run_told: Option<u32>,
    findings: &'r mut Vec<Finding>,
}

/// Where a finding of the replay belongs.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u32,
    turn: u32,
    colour: Option<Colour>,
    play: Option<Play>,
}

impl Referee<'_, '_> {
    /// Plays the turns at the start of these steps that are as nearly all are: a stone by the side whose turn it is, alone
    /// in its node. Returns how many they are.
    // On its own, so that the loop has the registers of the machine for itself.
    #[inline(never)]
    fn plain_turns(&mut self, steps: &[Step]) -> usize {
        let Line { last: Some(mut last), run_over: true, passes_running: 0, turns, .. } = self.line else { return 0 };
        if self.options.after_illegal != AfterIllegal::Execute {
            return 0;
        }
        let (mut count, mut illegal) = (0, None);
        while let Some(&Step { at, action }) = steps.get(count)
            && let Action::Turn { colour, play: Play::Stone(point), company } = action
            && colour != last
            && company.is_none()
        {
            count += 1;
            last = colour;
            self.identity.stone(colour, point);
            let placed = self.position.force_stone(point, colour, &mut illegal);
            if placed.captured == 1 {
                self.kos.see(self.position.board(), point, colour, turns + count as u32);
            }
            // Asked first, for to take it is to write.
            if illegal.is_some()
                && let Some(illegal) = illegal.take()
            {
                let (turn, play) = (turns + count as u32, Play::Stone(point));
                self.report_broken(
                    Place { at, turn, colour: Some(colour), play: Some(play) },
                    illegal,
                    placed,
                    company,
                );
            }
        }
        self.line.turns += count as u32;
        self.line.stones += count as u32;
        self.line.last = Some(last);
        count
    }

    fn turn(&mut self, at: u32, colour: Colour, play: Play, company: Company) {
        self.identity.turn(colour, play);
        if self.line.turns == 0 {
            self.judge_start(at, colour);
        }
        self.line.turns += 1;
        let place = Place { at, turn: self.line.turns, colour: Some(colour), play: Some(play) };
        if company.second {
            self.report(place, Code::TwoMovesInNode, "another move stands in the same node before this one");
        } else if company.set_up {
            self.report(
                place,
                Code::SetupAndMoveInNode,
                "the node sets stones and plays a move; the stones come first",
            );
        }
        self.judge_order(place, colour, play);
        match play {
            Play::Pass => {
                self.line.passes += 1;
                self.line.passes_running += 1;
                self.position.force(Move::Pass, colour);
            }
            Play::Stone(point) => {
                self.judge_resumption(place);
                self.stone(place, point, colour, company);
            }
            Play::Off(_) | Play::Unreadable(_) => {
                self.judge_resumption(place);
                let size = self.position.board().size();
                match play {
                    Play::Off(point) => {
                        self.report(place, Code::OffBoard, format!("{point} is not on a board of {size}"));
                    }
                    _ => self.report(place, Code::BadPoint, "the value is no point; no stone is placed"),
                }
                self.position.force(Move::Pass, colour);
            }
        }
        self.line.last = Some(colour);
    }

    fn stone(&mut self, place: Place, point: Point, colour: Colour, company: Company) {
        let mv = Move::Place(point);
        if self.options.after_illegal == AfterIllegal::Void
            && let Err(illegal) = self.position.check(mv, colour, &Rules { ko: Ko::Simple })
        {
            self.report_illegal(place, illegal, company, "; counted as a pass");
            self.position.force(Move::Pass, colour);
            return;
        }
        self.line.stones += 1;
        let Forced { placed, illegal } = self.position.force(mv, colour);
        if placed.captured == 1 {
            self.kos.see(self.position.board(), point, colour, place.turn);
        }
        if let Some(illegal) = illegal {
            self.report_broken(place, illegal, placed, company);
        }
    }

    /// A stone that was put although a rule forbids it.
    #[cold]
    fn report_broken(&mut self, place: Place, illegal: Illegal, placed: Placed, company: Company) {
        if let Some(colour) = place.colour {
            self.line.suicides[colour.index()] += u32::from(placed.suicide);
        }
        self.report_illegal(place, illegal, company, "");
    }

    fn report_illegal(&mut self, place: Place, illegal: Illegal, company: Company, outcome: &str) {
        let (code, mut detail) = match illegal {
            Illegal::OffBoard => (Code::OffBoard, illegal.to_string()),
            Illegal::Occupied { .. } => (Code::Occupied, illegal.to_string()),
            Illegal::Suicide { .. } => (Code::Suicide, illegal.to_string()),
            Illegal::KoRetake => (Code::KoRetake, illegal.to_string()),
            Illegal::Repetition(repetition) => {
                let code = if repetition.situational { Code::SuperkoSituational } else { Code::SuperkoPositional };
                (code, describe(&repetition))
            }
        };
        detail.push_str(outcome);
        if company.ko {
            detail.push_str("; the record says KO: to be carried out even if illegal");
        }
        let severity = match (illegal, self.options.ko) {
            (Illegal::Repetition(repetition), ko) => {
                let forbidden = Rules { ko }.forbid(&Illegal::Repetition(repetition));
                if forbidden { Severity::Error } else { Severity::Warning }
            }
            _ => code.severity(),
        };
        self.report_as(place, code, severity, detail);
    }

    /// The side that plays: first, in turn, or twice running.
    fn judge_order(&mut self, place: Place, colour: Colour, play: Play) {
        if !self.line.run_over {
            let goes_on = colour == Colour::Black && !matches!(play, Play::Pass) && !self.line.black_set_up;
            if goes_on {
                self.line.run += 1;
                self.line.run_last = Some(place);
                return;
            }
            self.end_run();
        }
        if self.line.last == Some(colour) {
            let detail = format!("{colour} plays twice running: under the rules {colour} loses by it");
            self.report(place, Code::DoubleMove, detail);
        }
    }

    /// The opening run of black moves is over: two and more are handicap stones written as moves.
    fn end_run(&mut self) {
        if std::mem::replace(&mut self.line.run_over, true) {
            return;
        }
        // A move off the board or on a stone adds none.
        let stones = u32::from(self.position.board().stones(Colour::Black));
        self.line.run_stones = stones.saturating_sub(self.line.black_set).min(self.line.run);
        // Once, and not in each line that goes on from it.
        if let (2.., Some(place)) = (self.line.run_stones, self.line.run_last)
            && self.run_told.replace(place.at) != Some(place.at)
        {
            let detail = format!("the game opens with {} black moves: handicap stones written as moves", self.line.run);
            self.report(place, Code::LeadingRun, detail);
        }
    }

    fn judge_resumption(&mut self, place: Place) {
        if std::mem::take(&mut self.line.passes_running) >= 2 {
            self.report(place, Code::AfterEnd, "a move after two passes: the game was resumed");
        }
    }

    /// The side that opens the game, against what the header says.
    fn judge_start(&mut self, at: u32, colour: Colour) {
        let place = Place { at, turn: 1, colour: Some(colour), play: None };
        let declared = self.record.handicap.unwrap_or(0);
        let told = self.line.to_move == Some(colour);
        self.line.black_set = u32::from(self.position.board().stones(Colour::Black));
        if self.options.rules.is_ancient(self.record.ruleset) {
            if !told {
                self.judge_ancient_start(place, colour);
            }
            return;
        }
        match colour {
            Colour::White if !told && declared < 2 && !self.line.set_up => {
                self.report(place, Code::WhiteFirst, "White plays first in an even game");
            }
            Colour::Black if !told && declared >= 2 && self.line.black_set >= 2 && !self.line.white_set_up => {
                let detail = format!("Black plays first after {} handicap stones", self.line.black_set);
                self.report(place, Code::BlackFirst, detail);
            }
            _ => {}
        }
    }

    /// Between equals White plays first (敌手棋), on two set stones of each side (座子). Where a side gives odds (饶子棋)
    /// it takes White and Black may play first: `HA` tells it, or more black stones than white ones.
    fn judge_ancient_start(&mut self, place: Place, colour: Colour) {
        let board = self.position.board();
        let [black, white] = [Colour::Black, Colour::White].map(|colour| board.stones(colour));
        if self.record.handicap.unwrap_or(0) > 0 || black > white {
            return;
        }
        // More stones are a position from the middle of a game.
        let missing = black + white <= 4 && has_set_stones(board) == Some(false);
        if colour == Colour::Black {
            self.report(place, Code::BlackFirst, "Black plays first in an even game of the ancient rules");
        }
        if missing {
            let detail = "the ancient rules set two stones of each side on the corners' star points, crosswise";
            self.report(place, Code::SetStonesMissing, detail);
        }
    }

    fn set_up(&mut self, group: &[Step]) {
        self.identity.set_up(group);
        let Some(first) = group.first() else { return };
        if self.line.turns > 0 {
            // What is set now is no handicap.
            self.end_run();
        }
        let stones = |step: &Step| match step.action {
            Action::Stones { from, to, stone } => Some((from, to, stone)),
            _ => None,
        };
        let points = group.iter().filter_map(stones).flat_map(|(from, to, stone)| {
            (from.y()..=to.y()).flat_map(move |y| (from.x()..=to.x()).map(move |x| (Point::new(x, y), stone)))
        });
        self.position.set_up(points, None);
        let place = Place { at: first.at, turn: self.line.turns, colour: None, play: None };
        if self.line.turns == 0 {
            self.line.set_up = true;
            self.line.black_set_up |= group.iter().filter_map(stones).any(|s| s.2 == Some(Colour::Black));
            self.line.white_set_up |= group.iter().filter_map(stones).any(|s| s.2 == Some(Colour::White));
        } else {
            self.report(place, Code::SetupMidGame, "stones are set in the middle of the game; the history starts anew");
        }
        if let Some(point) = self.position.board().starved() {
            let detail = format!("after the set-up the chain at {point} has no liberty; it stays on the board");
            self.report(place, Code::SetupNoLiberties, detail);
        }
    }

    fn set_to_move(&mut self, colour: Colour) {
        self.position.set_to_move(colour);
        self.line.to_move = Some(colour);
        // Where the record itself says that the same side plays on, that is no double move.
        self.line.last = self.line.last.filter(|&last| last != colour);
    }

    fn end_of_line(&mut self) {
        if self.line.turns == 0 {
            self.line.black_set = u32::from(self.position.board().stones(Colour::Black));
        }
        self.end_run();
    }

    /// The main line is over: what it came to, and what can only be said of the whole game.
    fn end_of_game(&mut self) -> Replay {
        self.judge_handicap();
        self.judge_resignation();
        let line = &self.line;
        Replay {
            turns: line.turns,
            stones: line.stones,
            passes: line.passes,
            captures: [self.position.captures(Colour::Black), self.position.captures(Colour::White)],
            suicides: line.suicides,
            handicap_stones: self.handicap_stones(),
            ended: match self.record.result.kind {
                _ if line.passes_running >= 2 => Ended::TwoPasses,
                ResultKind::Resign => Ended::Resign,
                ResultKind::Time => Ended::Time,
                ResultKind::Forfeit => Ended::Forfeit,
                _ => Ended::Open,
            },
            first_illegal: line.first_illegal,
            identity: self.identity.finish(),
            kos: self.kos.begun(),
            longest_ko: self.kos.longest(),
        }
    }

    /// `HA` against the stones. A set-up with white stones is a position, not a handicap.
    fn judge_handicap(&mut self) {
        let Some(declared) = self.record.handicap else { return };
        let set = self.handicap_stones();
        let differs = if declared >= 2 { set != declared } else { self.line.black_set >= 2 };
        if differs && !self.line.white_set_up && self.record.size.is_some() && self.record.is_go {
            let place = Place { at: self.record.places.handicap, turn: 0, colour: None, play: None };
            let found = match set {
                0 => "no stone is set".to_owned(),
                1 => "1 stone is set".to_owned(),
                _ => format!("{set} stones are set"),
            };
            self.report(place, Code::HandicapMismatch, format!("HA is {declared}, but {found}"));
        }
    }

    fn judge_resignation(&mut self) {
        let loser = match (self.record.result.kind, self.record.result.winner) {
            (ResultKind::Resign, Some(Winner::Black)) => Colour::White,
            (ResultKind::Resign, Some(Winner::White)) => Colour::Black,
            _ => return,
        };
        if self.line.last == Some(loser) && self.line.passes_running == 0 {
            let place = Place { at: self.record.places.result, turn: self.line.turns, colour: None, play: None };
            self.report(place, Code::ResignerMovedLast, format!("{loser} resigned, and played the last move"));
        }
    }

    fn handicap_stones(&self) -> u32 {
        let run = if self.line.run_stones >= 2 { self.line.run_stones } else { 0 };
        if self.line.white_set_up { 0 } else { self.line.black_set + run }
    }

    fn report(&mut self, place: Place, code: Code, detail: impl Into<String>) {
        self.report_as(place, code, code.severity(), detail);
    }

    fn report_as(&mut self, place: Place, code: Code, severity: Severity, detail: impl Into<String>) {
        let point = match place.play {
            Some(Play::Stone(point) | Play::Off(point)) => point.into(),
            Some(Play::Unreadable(number)) => PointText::new(&self.record.unreadable[number as usize]),
            Some(Play::Pass) | None => PointText::default(),
        };
        let finding = Finding::new(code, place.at, detail)
            .on_turn(place.turn, place.colour)
            .at_point(point)
            .with_severity(severity)
            .following(place.play.is_some() && self.line.first_illegal.is_some_and(|first| place.turn > first));
        self.findings.push(finding);
        if severity == Severity::Error && self.line.first_illegal.is_none() {
            self.line.first_illegal = Some(place.turn);
        }
    }
}

/// Whether two stones of each side stand on the star points of the corners, those of a side on opposite ones; `None` on a
/// board without such points.
fn has_set_stones(board: &Board) -> Option<bool> {
    let size = board.size();
    let (left, top) = (Size::star_line(size.width())?, Size::star_line(size.height())?);
    let (right, bottom) = (size.width() - 1 - left, size.height() - 1 - top);
    let stone = |x, y| board.get(Point::new(x, y));
    let (first, second) = (stone(left, top), stone(right, top));
    let crosswise = stone(right, bottom) == first && stone(left, bottom) == second;
    Some(crosswise && first.is_some() && second == first.map(Colour::opponent))
}

/// A repetition in words: what came back, after how long, what was taken, and what players call it.
fn describe(repetition: &Repetition) -> String {
    let Repetition { length, taken: [black, white], .. } = repetition;
    let before = repetition.earlier_in_words();
    let side = if repetition.situational { "the same side" } else { "the other side" };
    let mut text = format!(
        "repeats the position {before}, {side} to move: a cycle of {length} moves, stones taken: {black} by Black, {white} by White"
    );
    if let Some(kind) = repetition.kind() {
        text.push_str(&format!(" ({kind})"));
    }
    text
}
