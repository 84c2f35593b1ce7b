//! The first turns of a game, for statistics of openings.

use super::{Action, Play, Record};
use crate::go::Colour;
use std::fmt;

/// The turns of an opening.
pub const OPENING_TURNS: usize = 8;

/// The first turns on the main line of a record: see [`Record::opening`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    turns: [Play; OPENING_TURNS],
    len: usize,
}

impl Record<'_> {
    /// The first [`OPENING_TURNS`] turns of a game that begins on an empty board with Black, the sides in turn. It
    /// ends before the first set-up, turn out of order, or turn that is no point of the board.
    ///
    /// It is written as SGF points without anything between, `--` for a pass.
    pub fn opening(&self) -> Opening {
        let mut opening = Opening { turns: [Play::Pass; OPENING_TURNS], len: 0 };
        for step in &self.steps {
            match step.action {
                Action::Turn { colour, play, .. } => {
                    let due = if opening.len.is_multiple_of(2) { Colour::Black } else { Colour::White };
                    let Some(turn) = opening.turns.get_mut(opening.len) else { break };
                    if colour != due || !matches!(play, Play::Stone(_) | Play::Pass) {
                        break;
                    }
                    *turn = play;
                    opening.len += 1;
                }
                Action::Stones { .. } | Action::NextLine => break,
                Action::ToMove(_) | Action::Branch | Action::EndBranch => {}
            }
        }
        opening
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All at once: it stands in every row of the games.
        let letters = self.turns.map(|turn| match turn {
            Play::Stone(point) => point.letters(),
            _ => *b"--",
        });
        f.write_str(&String::from_utf8_lossy(letters[..self.len].as_flattened()))
    }
}

#[cfg(test)]
mod tests {
    use crate::audit::{Auditor, Found, Options};
    use crate::record::Branches;

    fn check(record: &str, opening: &str) {
        for branches in [Branches::Main, Branches::All] {
            let options = Options { branches, ..Options::default() };
            let mut seen = false;
            Auditor::default().audit(record.as_bytes(), options, |found, _| {
                if let Found::Game(game) = found {
                    assert_eq!(game.record.opening().to_string(), opening, "{record}");
                    seen = true;
                }
            });
            assert!(seen);
        }
    }

    #[test]
    fn the_first_turns() {
        check("(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[fc];W[cf];B[ql];W[jp];B[aa])", "pddpppddfccfqljp");
        check("(;SZ[19];B[pd];W[tt];B[];W[dd])", "pd----dd");
        check("(;SZ[19];B[pd](;W[dp];B[pp])(;W[dd];B[qq];W[cc]))", "pddppp");
        check("(;SZ[19])", "");
    }

    #[test]
    fn an_opening_ends_where_its_order_does() {
        check("(;SZ[19];W[pd];B[dp])", "");
        check("(;SZ[19];B[pd];B[dp];W[aa])", "pd");
        check("(;SZ[19];B[pd];W[zz];B[dp])", "pd");
        check("(;SZ[19];B[pd];AW[dp];W[cc])", "pd");
        check("(;SZ[19]HA[2]AB[pd][dp];W[cc])", "");
        check("(;SZ[19]PL[B];B[pd];W[dp])", "pddp");
    }
}
