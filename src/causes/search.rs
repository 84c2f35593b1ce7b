//! The two moves that a forbidden one brings under suspicion, and the small changes that would clear them.

use super::{Case, Cause, Edit, Examiner, Fault, Kind, Line, MOST_CANDIDATES, Slip, Trial, Turn};
use crate::go::{Board, Colour, Illegal, Point, Size};

impl Examiner {
    /// A capture written on the point of the stone taken: the one liberty that its chain has left is meant.
    pub(super) fn on_stone(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        let Fault::Illegal(Illegal::Occupied { by }) = case.fault else { return None };
        let turn = case.line.turns[case.at];
        let from = turn.point().filter(|_| by != turn.colour)?;
        let to = {
            let board = self.board_before(case);
            let mut liberties =
                board.chain(from).flat_map(|stone| board.neighbours(stone)).filter(|&point| board.is_empty(point));
            let first = liberties.next()?;
            liberties.all(|point| point == first).then_some(first)?
        };
        let edit = Edit::Point { turn: case.line.number(case.at), from, to, slip: Slip::OnStone };
        self.fits(case.line, &edit).then(|| {
            let detail = format!("the stone at {from} can be taken at {to}; with the move there every move is legal");
            Cause::verdict(Kind::CaptureOnStone, edit, detail)
        })
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
        let mut found: Vec<(u32, Edit)> = Vec::new();
        let pair = [Some(case.at), other];
        for index in pair.into_iter().flatten() {
            for edit in slips(line, index) {
                if self.fits(line, &edit) {
                    found.push((price(line, &edit), edit));
                }
            }
        }
        for index in (0..case.at).rev().filter(|&index| Some(index) != other) {
            for edit in slips(line, index) {
                if self.fits(line, &edit) {
                    found.push((100 + price(line, &edit), edit));
                }
            }
        }
        found.extend(self.next_game(case).map(|edit| (50, edit)));
        found.sort_by_key(|&(price, _)| price);
        let candidates = found.into_iter().map(|(_, edit)| edit).take(MOST_CANDIDATES).collect();
        let number = line.number(case.at);
        let detail = match other.map(|index| line.number(index)) {
            Some(other) => format!("move {number} or move {other} may be in the wrong place"),
            None => format!("move {number} may be in the wrong place"),
        };
        Cause { kind: Kind::NotDecided, turn: other.map(|index| line.number(index)), detail, candidates }
    }

    /// The move that put the stone on an occupied point, or took the last liberty of one without.
    fn other_suspect(&mut self, case: &Case<'_, '_>) -> Option<usize> {
        let turn = case.line.turns[case.at];
        let point = turn.point()?;
        let before = &case.line.turns[..case.at];
        let put = |point: Point| before.iter().rposition(|turn| turn.point() == Some(point));
        match case.fault {
            Fault::Illegal(Illegal::Occupied { .. }) => put(point),
            Fault::Illegal(Illegal::Suicide { .. }) => {
                let board = self.board_before(case);
                let around: Vec<Point> =
                    board.neighbours(point).filter(|&p| board.get(p) != Some(turn.colour)).collect();
                around.into_iter().filter_map(put).max()
            }
            _ => None,
        }
    }

    /// The next game run in: before the fault, or at it, another game begins in the corners.
    pub(super) fn next_game(&mut self, case: &Case<'_, '_>) -> Option<Edit> {
        /// How many moves before the fault the other game may begin.
        const EARLIER: usize = 80;
        let line = case.line;
        for start in (case.at.saturating_sub(EARLIER).max(1)..=case.at).rev() {
            if !opens(line, start) {
                continue;
            }
            let rest = Line { stones: Vec::new(), before: 0, last: None, turns: line.turns[start..].to_vec(), ..*line };
            if self.judge.judge(&rest) == Trial::Legal {
                return Some(Edit::End { turn: line.number(start) });
            }
        }
        None
    }
}

/// Whether turns from an index on look like the opening of a game: Black first, and four stones near four corners.
fn opens(line: &Line, start: usize) -> bool {
    let Some(first) = line.turns.get(start..start + 4) else { return false };
    let near = |n: u8, side: u8| (2..=4).contains(&n) || (2..=4).contains(&side.saturating_sub(n + 1));
    let in_corner =
        |turn: &Turn| turn.point().is_some_and(|p| near(p.x(), line.size.width()) && near(p.y(), line.size.height()));
    first[0].colour == Colour::Black && first.iter().all(in_corner)
}

/// What may have happened to one move.
fn slips(line: &Line, index: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let turn = line.number(index);
    let Some(from) = line.turns[index].point() else { return edits };
    let size = line.size;
    let mut add = |to: Option<Point>, slip| {
        if let Some(to) = to.filter(|&to| to != from) {
            edits.push(Edit::Point { turn, from, to, slip });
        }
    };
    for to in beside(size, from) {
        add(to, Slip::LetterOff);
    }
    let (x, y) = (from.x(), from.y());
    add(size.point(y, x), Slip::Exchanged);
    let (far_x, far_y) = (size.width() - 1 - x, size.height() - 1 - y);
    for (x, y) in [(far_x, y), (x, far_y), (far_x, far_y)] {
        add(size.point(x, y), Slip::Mirrored);
    }
    edits.push(Edit::ExchangePoints { turn });
    if index > 0 {
        edits.push(Edit::ExchangePoints { turn: turn - 1 });
    }
    edits
}

/// The points whose name differs by one letter, which is one before or behind.
fn beside(size: Size, point: Point) -> [Option<Point>; 4] {
    let (x, y) = (point.x(), point.y());
    [
        x.checked_sub(1).and_then(|x| size.point(x, y)),
        size.point(x + 1, y),
        y.checked_sub(1).and_then(|y| size.point(x, y)),
        size.point(x, y + 1),
    ]
}

/// How odd a change is; the least comes first.
fn price(line: &Line, edit: &Edit) -> u32 {
    match *edit {
        Edit::Point { turn, to, slip, .. } => {
            let Some(index) = line.index(turn) else { return u32::MAX };
            // Moves are near each other: the point that is meant is near those played before and after.
            let near = [index.wrapping_sub(1), index.wrapping_sub(2), index + 1, index + 2]
                .into_iter()
                .filter_map(|i| line.turns.get(i)?.point())
                .map(|p| u32::from(p.x().abs_diff(to.x())) + u32::from(p.y().abs_diff(to.y())))
                .min()
                .unwrap_or(20);
            let base = match slip {
                Slip::OnStone | Slip::LetterOff => 0,
                Slip::Exchanged => 2,
                Slip::Mirrored => 4,
            };
            base + near.min(20)
        }
        _ => 10,
    }
}
