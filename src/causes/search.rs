//! The two moves that a forbidden one brings under suspicion, and the small changes that would clear them.

use super::line::Fault;
use super::rank::{best, price, price_elsewhere};
use super::{Case, Cause, Edit, Examiner, Kind, Line, Slip, Turn};
use crate::go::{Board, Colour, Illegal, Point};
use crate::record::Play;

/// The price up to which a change from far away is likelier than a capture written on the stone taken.
const BETTER_THAN_CAPTURE: i32 = -4;

impl Examiner {
    /// A capture written on the point of the stone taken.
    pub(super) fn on_stone(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        let edit = self.capture(case)?;
        let Edit::Point { from, to, .. } = edit else { return None };
        // Unless one of the suspects comes from far away into its place.
        let pair = [Some(case.at), self.other_suspect(case)];
        let slips = pair.into_iter().flatten().flat_map(|index| slips(case.line, index));
        let is_far = |edit: &Edit| matches!(edit, Edit::Point { slip: Slip::Exchanged | Slip::Mirrored, .. });
        let mut better = slips.filter(|edit| is_far(edit) && price(case.line, edit) < BETTER_THAN_CAPTURE);
        if !self.fits(case.line, &edit) || better.any(|edit| self.fits(case.line, &edit)) {
            return None;
        }
        let detail = format!("the stone at {from} can be taken at {to}; with the move there every move is legal");
        Some(Cause::verdict(Kind::CaptureOnStone, edit, detail))
    }

    /// The change that makes a move on an opposing stone its capture: on the one liberty left to the chain.
    fn capture(&mut self, case: &Case<'_, '_>) -> Option<Edit> {
        let Fault::Illegal(Illegal::Occupied { by }) = case.fault else { return None };
        let turn = case.turn();
        let from = turn.point().filter(|_| by != turn.colour)?;
        let board = self.board_before(case);
        let mut liberties =
            board.chain(from).flat_map(|stone| board.neighbours(stone)).filter(|&point| board.is_empty(point));
        let to = liberties.next()?;
        let only = liberties.all(|point| point == to);
        only.then(|| Edit::Point { turn: case.number(), from, to, slip: Slip::OnStone })
    }

    /// The board before the fault.
    fn board_before(&mut self, case: &Case<'_, '_>) -> &Board {
        self.judge.play(case.line, case.at);
        self.judge.board()
    }

    /// Names the two suspects and lists what would clear them.
    pub(super) fn suspects(&mut self, case: &Case<'_, '_>) -> Cause {
        let line = case.line;
        let other = self.other_suspect(case);
        let mut found: Vec<(i32, Edit)> = Vec::new();
        let slips_of_pair = [Some(case.at), other].into_iter().flatten().flat_map(|index| slips(line, index));
        for edit in self.capture(case).into_iter().chain(slips_of_pair) {
            if !is_known(&found, &edit) && self.fits(line, &edit) {
                found.push((price(line, &edit), edit));
            }
        }
        let is_of_pair = !found.is_empty();
        // The fault may come of any move before: of a stone that should have been taken, or have lived.
        let mut board = Board::new(line.size);
        board.set_up(line.stones.iter().map(|&(point, colour)| (point, Some(colour))));
        for (index, turn) in line.turns.iter().enumerate().take(case.at) {
            for edit in slips(line, index) {
                if is_open(line, &board, index, &edit) && !is_known(&found, &edit) && self.fits(line, &edit) {
                    found.push((price_elsewhere(line, &edit), edit));
                }
            }
            if let Some(point) = turn.point() {
                board.put(point, turn.colour);
            }
        }
        found.extend(self.next_game(case).map(|edit| (price(line, &edit), edit)));
        let number = case.number();
        let candidates = best(found);
        // Where no change of the two clears the error, both are likely where they belong, and a stone is missing that
        // should have taken one of them, or kept it.
        let elsewhere = candidates.first().filter(|edit| !is_of_pair && !matches!(edit, Edit::End { .. }));
        let elsewhere = elsewhere.filter(|_| case.fault != Fault::NoPoint).map(Edit::turn);
        let other = elsewhere.or(other.map(|index| line.number(index)));
        let mut detail = match (other, case.fault) {
            (_, Fault::NoPoint) => format!("move {number} is on no point of the board"),
            (Some(other), _) if elsewhere.is_some() => {
                format!("no small change of move {number} itself clears it; move {other} may be in the wrong place")
            }
            (Some(other), _) => format!("move {number} or move {other} may be in the wrong place"),
            (None, _) => format!("move {number} may be in the wrong place"),
        };
        if self.judge.is_out_of_work() {
            detail.push_str("; not every change was tried");
        }
        Cause { kind: Kind::NotDecided, turn: other, detail, candidates }
    }

    /// The move that put the stone on an occupied point, or took the last liberty of one without.
    fn other_suspect(&mut self, case: &Case<'_, '_>) -> Option<usize> {
        let turn = case.turn();
        let point = turn.point()?;
        let before = &case.line.turns[..case.at];
        let put = |point: Point| before.iter().rposition(|turn| turn.point() == Some(point));
        match case.fault {
            Fault::Illegal(Illegal::Occupied { .. }) => put(point),
            Fault::Illegal(Illegal::Suicide { .. }) => {
                let board = self.board_before(case);
                let is_enemy = |point: &Point| board.get(*point) == Some(turn.colour.opponent());
                board.neighbours(point).filter(is_enemy).filter_map(put).max()
            }
            _ => None,
        }
    }

    /// The next game run in: before the fault, or at it, another game begins in the corners.
    pub(super) fn next_game(&mut self, case: &Case<'_, '_>) -> Option<Edit> {
        /// How many moves before the fault the other game may begin.
        const EARLIER: usize = 80;
        let line = case.line;
        let starts = (case.at.saturating_sub(EARLIER).max(1)..=case.at).rev().filter(|&start| opens(line, start));
        for start in starts {
            let rest = Line { stones: Vec::new(), before: 0, last: None, turns: line.turns[start..].to_vec(), ..*line };
            if self.is_legal(&rest) {
                return Some(Edit::End { turn: line.number(start) });
            }
        }
        None
    }
}

fn is_known(found: &[(i32, Edit)], edit: &Edit) -> bool {
    let place = |edit: &Edit| match *edit {
        Edit::Point { turn, to, .. } => Some((turn, to)),
        _ => None,
    };
    found.iter().any(|(_, known)| known == edit || (place(edit).is_some() && place(known) == place(edit)))
}

/// Whether the first point that a change touches is empty when its turn comes: else there is no use in a trial.
fn is_open(line: &Line, board: &Board, index: usize, edit: &Edit) -> bool {
    match *edit {
        Edit::Point { to, .. } => board.is_empty(to),
        Edit::ExchangePoints { turn } => {
            let next = line.turns.get(index + 1).and_then(|turn| turn.point());
            line.number(index) == turn && next.is_none_or(|point| board.is_empty(point))
        }
        _ => true,
    }
}

/// Whether turns from an index on look like the opening of a game: Black first, and four stones near corners.
fn opens(line: &Line, start: usize) -> bool {
    let Some(first) = line.turns.get(start..start.saturating_add(4)) else { return false };
    let near = |n: u8, side: u8| (2..=4).contains(&n) || (2..=4).contains(&side.saturating_sub(n + 1));
    let in_corner =
        |turn: &Turn| turn.point().is_some_and(|p| near(p.x(), line.size.width()) && near(p.y(), line.size.height()));
    first[0].colour == Colour::Black && first.iter().all(in_corner)
}

/// What may have happened to one move.
fn slips(line: &Line, index: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let turn = line.number(index);
    let (Play::Stone(from) | Play::Off(from)) = line.turns[index].play else { return edits };
    let size = line.size;
    let mut add = |to: Option<Point>, slip| {
        let is_new =
            |to: Point| !edits.iter().any(|edit| matches!(edit, Edit::Point { to: known, .. } if *known == to));
        if let Some(to) = to.filter(|&to| to != from && is_new(to)) {
            edits.push(Edit::Point { turn, from, to, slip });
        }
    };
    let (x, y) = (from.x(), from.y());
    for (x, y) in [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)] {
        add(size.point(x, y), Slip::LetterOff);
    }
    add(size.point(y, x), Slip::Exchanged);
    // Off the board there is no other side: these wrap round to points that no board has.
    let mirrored = |n: u8, side: u8| side.wrapping_sub(n + 1);
    let (far_x, far_y) = (mirrored(x, size.width()), mirrored(y, size.height()));
    for (x, y) in [(far_x, y), (x, far_y), (far_x, far_y)] {
        add(size.point(x, y), Slip::Mirrored);
    }
    if index + 1 < line.turns.len() {
        edits.push(Edit::ExchangePoints { turn });
    }
    if index > 0 {
        edits.push(Edit::ExchangePoints { turn: turn - 1 });
    }
    edits
}
