//! What stands in a record twice, or behind another line.

use super::line::Fault;
use super::{Case, Cause, Edit, Examiner, Kind, Turn};
use crate::finding::Code;
use crate::go::Size;
use crate::record::Play;
use crate::sgf::Game;
use crate::sgf::value::{self, PointValue};

/// How many turns before the fault a second copy may begin: its first moves may be legal by chance.
const EARLIER: usize = 4;

/// The most lines behind variations that are read.
const MOST_LINES: usize = 8;

/// From so many turns on, a copy that begins with the first one is the game begun anew.
const ANEW: usize = 10;

impl Examiner {
    /// A move or a block of moves that stands there before is left out.
    pub(super) fn written_twice(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        let turns = &case.line.turns;
        // A single move far from its copy, left out, clears any last move and any double one.
        let self_evident = case.fault != Fault::Double && case.at + 1 < turns.len();
        for start in (case.at.saturating_sub(EARLIER)..=case.at).rev() {
            // Copies directly behind the first, the longest first; then copies from anywhere before.
            let adjacent = (case.at - start + 1..=start.min(turns.len() - start))
                .rev()
                .filter(|&count| turns[start - count..start] == turns[start..start + count])
                .map(|count| (start - count, count));
            let alike =
                |from: usize| turns[from..start].iter().zip(&turns[start..]).take_while(|(a, b)| a == b).count();
            let anywhere = (0..start)
                .map(|from| (from, alike(from)))
                .filter(|&(_, count)| count > case.at - start && (count > 1 || self_evident));
            for (from, count) in adjacent.chain(anywhere) {
                let edit = Edit::Remove { turn: case.line.number(start), count: count as u32 };
                if self.fits(case.line, &edit) {
                    return Some(repeated(case, from, start, count, edit));
                }
            }
        }
        None
    }

    /// The game goes on behind a variation that is closed.
    pub(super) fn other_line(&mut self, case: &Case<'_, '_>) -> Option<Cause> {
        let Case { game, line, .. } = case;
        let behind = game.findings.iter().filter(|finding| finding.code == Code::NodeAfterVariation);
        for node in behind.take(MOST_LINES).filter_map(|finding| game.game.node_at(finding.at)) {
            let others = turns_to(game.game, node, line.size);
            if line.before > 0 || !line.stones.is_empty() {
                continue;
            }
            let same = line.turns.iter().zip(&others).take_while(|(a, b)| a == b).count();
            let edit = Edit::OtherLine { turn: line.number(same), turns: others[same..].to_vec() };
            if self.fits(line, &edit) {
                let detail = format!(
                    "a variation is closed and moves go on behind it; read as the game, they are legal ({} moves)",
                    others.len()
                );
                return Some(Cause::verdict(Kind::LineContinued, edit, detail));
            }
        }
        None
    }
}

fn repeated(case: &Case<'_, '_>, from: usize, start: usize, count: usize, edit: Edit) -> Cause {
    let number = |index| case.line.number(index);
    let detail = match count {
        1 => format!("move {} is move {} once more", number(start), number(from)),
        _ => format!(
            "moves {} to {} are moves {} to {} once more",
            number(start),
            number(start + count - 1),
            number(from),
            number(from + count - 1)
        ),
    };
    let kind =
        if from == 0 && case.line.before == 0 && count >= ANEW { Kind::GameRepeated } else { Kind::WrittenTwice };
    Cause::verdict(kind, edit, detail)
}

/// The turns of a line of the tree: from the root to a node, and on by first children.
pub(crate) fn turns_to(game: Game<'_>, node: u32, size: Size) -> Vec<Turn> {
    let mut path: Vec<u32> = std::iter::successors(Some(node), |&node| game.parent(node)).collect();
    path.reverse();
    path.extend(std::iter::successors(game.first_child(node), |&node| game.first_child(node)));
    let mut turns = Vec::new();
    for property in path.into_iter().flat_map(|node| game.properties(node)) {
        let Some(colour) = property.ident.side() else { continue };
        let play = match value::point(game.value(property), size) {
            PointValue::On(point) => Play::Stone(point),
            PointValue::Off(point) => Play::Off(point),
            PointValue::Pass => Play::Pass,
            PointValue::Unreadable => Play::Unreadable(0),
        };
        turns.push(Turn { colour, play, told: false });
    }
    turns
}
