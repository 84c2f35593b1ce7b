//! The position at a moment of a record: after a turn, or before one that the rules forbid.

use super::{Diagram, Mark, MarkKind};
use crate::go::{Board, Colour, Illegal, Move, Point, Position, Repetition, Rules, Size};
use crate::record::{Action, Play, Record, Step};

/// A moment of a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The position, with the last stone or the forbidden point marked, and the last stones numbered.
    pub diagram: Diagram,
    /// The number of the turn; 0 before the first.
    pub turn: u32,
    /// How many turns the line has.
    pub turns: u32,
    /// What was played in that turn.
    pub played: Option<(Colour, Play)>,
    /// The rule that it broke. Where the rules forbid it, the position is the one before it.
    pub broken: Option<Illegal>,
    /// The rules that forbid it or not.
    pub rules: Rules,
    /// The opposing stones that each side has taken so far, by [`Colour::index`].
    pub captures: [u32; 2],
    /// The last turns that put a stone, in order: number, side and point.
    pub recent: Vec<(u32, Colour, Point)>,
}

impl Moment {
    /// The moment after so many turns of a line, set-ups that follow them included; or the last one. `None` where
    /// the line is not that long, or the record has no such line.
    ///
    /// A line is named as [`Finding::variation`](crate::finding::Finding::variation) names it, by the number of the
    /// child taken at each branching node; none is the main line. Others need a record of all
    /// [lines](crate::record::Branches). `numbered` is how many of the last turns are numbered.
    ///
    /// ```
    /// use sgfkit::draw::{Moment, point_name};
    ///
    /// let root = sgf_parse::go::parse("(;SZ[9];B[ee];W[ce];B[ce])").unwrap().remove(0);
    /// let record = sgfkit::record::Record::from(&root);
    /// let moment = Moment::of(&record, sgfkit::go::Rules::default(), &[], None, 2).unwrap();
    /// assert_eq!((moment.turn, point_name(moment.diagram.mark.unwrap().point, moment.diagram.size)), (3, "C5".into()));
    /// assert!(moment.broken.is_some());
    /// ```
    pub fn of(record: &Record<'_>, rules: Rules, way: &[u32], turn: Option<u32>, numbered: u32) -> Option<Moment> {
        let line = line(&record.steps, way)?;
        let is_turn = |step: &&Step| matches!(step.action, Action::Turn { .. });
        let turns = line.iter().filter(is_turn).count() as u32;
        let turn = turn.unwrap_or(turns);
        (turn <= turns).then(|| play(record.size.unwrap_or(Size::STANDARD), rules, &line, turn, turns, numbered))
    }

    /// The position that this turn brings back.
    pub fn repeats(&self) -> Option<Repetition> {
        match self.broken {
            Some(Illegal::Repetition(repetition)) => Some(repetition),
            _ => None,
        }
    }

    /// Whether the position is the one before the turn, as the rules forbid the turn.
    pub fn is_before(&self) -> bool {
        self.broken.is_some_and(|illegal| self.rules.forbid(&illegal))
    }
}

/// The steps of one line of play, without the marks of branches.
fn line(steps: &[Step], way: &[u32]) -> Option<Vec<Step>> {
    /// A branching node above the step at hand.
    struct Branch {
        child: u32,
        /// Whether the children taken up to here are those of the way.
        on_way: bool,
        /// Whether no further child follows.
        closed: bool,
    }
    let mut branches: Vec<Branch> = Vec::new();
    let mut found = Vec::new();
    let mut depth = 0;
    for step in steps {
        match step.action {
            Action::Branch => branches.push(Branch { child: 0, on_way: false, closed: false }),
            Action::NextLine => {
                while branches.last().is_some_and(|branch| branch.closed) {
                    branches.pop();
                }
            }
            Action::EndBranch => {
                if let Some(branch) = branches.last_mut() {
                    branch.closed = true;
                }
            }
            Action::Turn { .. } | Action::Stones { .. } | Action::ToMove(_) => {}
        }
        if matches!(step.action, Action::Branch | Action::NextLine) {
            let level = branches.len().saturating_sub(1);
            let above =
                level.checked_sub(1).is_none_or(|above| branches.get(above).is_some_and(|branch| branch.on_way));
            if let Some(branch) = branches.last_mut() {
                branch.child += 1;
                branch.on_way = above && branch.child == way.get(level).copied().unwrap_or(1);
            }
        }
        if branches.last().is_none_or(|branch| branch.on_way) {
            depth = depth.max(branches.len());
            if !matches!(step.action, Action::Branch | Action::NextLine | Action::EndBranch) {
                found.push(*step);
            }
        }
    }
    (depth >= way.len()).then_some(found)
}

/// Plays a line up to a turn.
fn play(size: Size, rules: Rules, line: &[Step], turn: u32, turns: u32, numbered: u32) -> Moment {
    let mut position = Position::new(size);
    let mut before = None;
    let mut moment = Moment {
        diagram: Diagram::of(position.board()),
        turn,
        turns,
        played: None,
        broken: None,
        rules,
        captures: [0; 2],
        recent: Vec::new(),
    };
    let mut done = 0;
    let mut steps = line;
    while let Some((step, rest)) = steps.split_first() {
        steps = rest;
        match step.action {
            Action::Turn { colour, play, .. } => {
                if done == turn {
                    break;
                }
                done += 1;
                let is_last = done == turn;
                if is_last {
                    let captures = [Colour::Black, Colour::White].map(|colour| position.captures(colour));
                    before = Some((position.board().clone(), captures));
                    moment.played = Some((colour, play));
                }
                let mv = match play {
                    Play::Stone(point) => Move::Place(point),
                    Play::Pass | Play::Off(_) | Play::Unreadable(_) => Move::Pass,
                };
                let broken = position.force(mv, colour).illegal;
                if is_last {
                    moment.broken = broken;
                }
                if let Play::Stone(point) = play
                    && turn - done < numbered.max(1)
                {
                    moment.recent.push((done, colour, point));
                }
            }
            Action::Stones { .. } => {
                let more = rest.iter().take_while(|step| matches!(step.action, Action::Stones { .. })).count();
                position.set_up(line[line.len() - rest.len() - 1..].iter().take(more + 1).flat_map(points), None);
                steps = &rest[more..];
            }
            Action::ToMove(colour) => position.set_to_move(colour),
            Action::Branch | Action::NextLine | Action::EndBranch => {}
        }
    }
    moment.captures = [Colour::Black, Colour::White].map(|colour| position.captures(colour));
    moment.diagram = Diagram::of(position.board());
    if moment.is_before()
        && let Some((board, captures)) = &before
    {
        moment.diagram = Diagram::of(board);
        moment.captures = *captures;
    }
    mark(&mut moment, numbered);
    moment
}

/// The points that a set-up changes.
fn points(step: &Step) -> impl Iterator<Item = (Point, Option<Colour>)> + use<> {
    let (from, to, stone) = match step.action {
        Action::Stones { from, to, stone } => (from, to, stone),
        // No rows: such a step sets nothing.
        _ => (Point::new(0, 1), Point::new(0, 0), None),
    };
    (from.y()..=to.y()).flat_map(move |y| (from.x()..=to.x()).map(move |x| (Point::new(x, y), stone)))
}

/// Marks the turn's point and numbers the stones that still stand.
fn mark(moment: &mut Moment, numbered: u32) {
    let before = moment.is_before();
    if let Some((colour, Play::Stone(point))) = moment.played {
        let kind = if before { MarkKind::Illegal } else { MarkKind::Last };
        if before || moment.diagram.stone(point) == Some(colour) {
            moment.diagram.mark = Some(Mark { point, kind });
        }
    }
    let shown = if numbered == 0 { 0 } else { moment.recent.len() };
    for &(number, colour, point) in moment.recent.iter().take(shown).rev() {
        let taken = moment.diagram.numbers.iter().any(|&(other, _)| other == point);
        // The forbidden move itself put no stone.
        let put = !(before && number == moment.turn);
        if put && !taken && moment.diagram.stone(point) == Some(colour) {
            moment.diagram.numbers.push((point, number));
        }
    }
    moment.diagram.numbers.sort_by_key(|&(_, number)| number);
}

/// The board that a diagram shows.
impl From<&Diagram> for Board {
    fn from(diagram: &Diagram) -> Board {
        let mut board = Board::new(diagram.size);
        board.set_up(diagram.size.iter().map(|point| (point, diagram.stone(point))));
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::point_name;
    use crate::record::Branches;
    use crate::sgf::{Game, Reader, Tree};

    fn moment(text: &str, way: &[u32], turn: Option<u32>) -> Option<Moment> {
        let (mut tree, mut findings) = (Tree::default(), Vec::new());
        assert!(Reader::new(text).read(&mut tree, &mut findings));
        let record = Record::read(Game::new(text, &tree), Branches::All, Vec::new(), &mut findings);
        Moment::of(&record, Rules::default(), way, turn, 3)
    }

    /// The points of the last turns: enough to tell lines apart.
    fn check_line(text: &str, way: &[u32], turn: Option<u32>, expected: Option<&str>) {
        let names = moment(text, way, turn).map(|moment| {
            let names = moment.recent.iter().map(|&(turn, _, point)| format!("{turn}{point}"));
            names.collect::<Vec<_>>().join(" ")
        });
        assert_eq!(names.as_deref(), expected, "{way:?} {turn:?}");
    }

    #[test]
    fn lines_are_found_by_the_children_taken() {
        let tree = "(;SZ[9];B[aa](;W[ba](;B[ca])(;B[da];W[ea]))(;W[fa])(;W[ga](;B[ha])(;B[ia])))";
        check_line(tree, &[], None, Some("1aa 2ba 3ca"));
        check_line(tree, &[1], None, Some("1aa 2ba 3ca"));
        check_line(tree, &[1, 2], None, Some("2ba 3da 4ea"));
        check_line(tree, &[2], None, Some("1aa 2fa"));
        check_line(tree, &[3], None, Some("1aa 2ga 3ha"));
        check_line(tree, &[3, 2], None, Some("1aa 2ga 3ia"));
        check_line(tree, &[3, 2], Some(1), Some("1aa"));
        check_line(tree, &[3, 2], Some(0), Some(""));
        check_line(tree, &[3, 2], Some(4), None);
        check_line(tree, &[4], None, None);
        check_line(tree, &[2, 1], None, None);
        check_line(tree, &[3, 3], None, None);
        check_line("(;SZ[9];B[aa])", &[1], None, None);
    }

    /// A forbidden move is shown on the board before it; any other on the board after it.
    #[test]
    fn a_forbidden_move_is_shown_before_it_is_played() {
        let check = |text: &str, stones: [u16; 2], captures: [u32; 2], mark: Option<(&str, MarkKind)>| {
            let moment = moment(text, &[], None).unwrap();
            let diagram = &moment.diagram;
            assert_eq!(diagram.stones.map(|set| set.len()), stones, "{text}");
            assert_eq!(moment.captures, captures, "{text}");
            let found = diagram.mark.map(|mark| (point_name(mark.point, diagram.size), mark.kind));
            assert_eq!(found, mark.map(|(name, kind)| (name.to_owned(), kind)), "{text}");
        };
        check("(;SZ[5];B[ee];W[aa])", [1, 1], [0, 0], Some(("A5", MarkKind::Last)));
        check("(;SZ[5];B[ee];W[ee])", [1, 0], [0, 0], Some(("E1", MarkKind::Illegal)));
        check("(;SZ[5]AB[ab][ba];W[aa])", [2, 0], [0, 0], Some(("A5", MarkKind::Illegal)));
        let ko = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb]";
        check(&format!("{ko})"), [5, 3], [1, 0], Some(("C4", MarkKind::Last)));
        check(&format!("{ko};W[bb])"), [5, 3], [1, 0], Some(("B4", MarkKind::Illegal)));
        check("(;SZ[5];B[ee];W[])", [1, 0], [0, 0], None);
        check("(;SZ[5];B[ee];W[zz])", [1, 0], [0, 0], None);
        check("(;SZ[5];B[ee];W[aa];AE[aa])", [1, 0], [0, 0], None);
    }

    #[test]
    fn the_last_stones_that_stand_are_numbered() {
        let numbers = |text| -> Vec<u32> {
            moment(text, &[], None).unwrap().diagram.numbers.into_iter().map(|(_, number)| number).collect()
        };
        assert_eq!(numbers("(;SZ[5];B[ee];W[aa];B[bb];W[cc])"), [2, 3, 4]);
        // The second stone is taken by the third and the fourth is no stone.
        assert_eq!(numbers("(;SZ[5]AB[ba];W[aa];B[ab];W[])"), [2]);
        assert_eq!(numbers("(;SZ[5];B[aa];W[bb];B[bb])"), [1, 2]);
    }
}
