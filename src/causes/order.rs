//! The wrong side to move: one colour, or a double move, which is told by its place.

use super::{Case, Cause, Edit, Examiner, Fault, Kind, MOST_CANDIDATES};
use crate::go::Colour;
use crate::record::{ResultKind, Winner};

impl Examiner {
    /// The second of three moves running by the same side is the other side's. In the first and last tenths it
    /// may as well be an agreed opening, or two passes that are not written.
    pub(super) fn one_colour(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        let turns = &case.line.turns;
        let is_third = turns.get(case.at + 1).is_some_and(|next| next.colour == case.turn().colour);
        if case.fault != Fault::Double || !is_third || tenth(case.at, turns.len()) != Tenth::Middle {
            return None;
        }
        let turn = case.line.number(case.at);
        let edit = Edit::Colour { turn };
        self.fits(case.line, &edit).then(|| {
            let colour = turns[case.at].colour;
            let detail = format!(
                "three moves running are by {colour}; with move {turn} by {} every move is legal",
                colour.opponent()
            );
            Cause::verdict(Kind::ColourWrong, edit, detail)
        })
    }

    /// A double move, by its place: that a pass or a move is missing there always fits, and so says nothing.
    pub(super) fn double_move(&mut self, case: &Case<'_, '_>) -> Cause {
        let (line, turns, at) = (case.line, &case.line.turns, case.at);
        let colour = turns[at].colour;
        let count = turns.len();
        let result = &case.game.record.result;
        let won = result.kind == ResultKind::Resign
            && result.winner == Some(if colour == Colour::Black { Winner::Black } else { Winner::White });
        let (kind, detail) = match at {
            1 if line.before == 0 && colour == Colour::White => {
                (Kind::DoubleStart, "White plays moves 1 and 2: most such records have an agreed opening".to_owned())
            }
            at if at + 1 == count => {
                let who = if won { "; the other side resigned" } else { "" };
                (Kind::DoubleLast, format!("{colour} plays the last two moves{who}"))
            }
            at if tenth(at, count) == Tenth::First => {
                (Kind::DoubleOpening, format!("{colour} plays twice in the first tenth of the game"))
            }
            at if tenth(at, count) == Tenth::Last => (
                Kind::DoubleLate,
                format!(
                    "{colour} plays twice in the last tenth: likely a pass of {} is not written",
                    colour.opponent()
                ),
            ),
            _ => (Kind::DoubleMiddle, format!("{colour} plays twice in the middle of the game")),
        };
        let turn = line.number(at);
        let mut edits = vec![Edit::ExchangeTurns { turn }, Edit::ColoursFrom { turn }];
        if at + 1 == count || turns[at + 1].colour == colour {
            edits.insert(0, Edit::Colour { turn });
        }
        if at == 1 && line.before == 0 {
            edits.push(Edit::Colour { turn: turn - 1 });
        }
        let mut candidates: Vec<Edit> = edits.into_iter().filter(|edit| self.fits(line, edit)).collect();
        candidates.extend(self.next_game(case));
        candidates.truncate(MOST_CANDIDATES);
        Cause { kind, turn: Some(turn), detail, candidates }
    }
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tenth {
    First,
    Middle,
    Last,
}

/// Whether the turn at an index is in the first or the last tenth of so many.
fn tenth(index: usize, count: usize) -> Tenth {
    match index {
        index if index < count.div_ceil(10) => Tenth::First,
        index if index + count.div_ceil(10) >= count => Tenth::Last,
        _ => Tenth::Middle,
    }
}
