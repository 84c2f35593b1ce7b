//! A change that would clear a record's first error, on the board.

use super::{Diagram, Mark, MarkKind};
use crate::causes::{Edit, Line};
use crate::go::{Move, PointSet, Position};
use crate::record::Play;

/// The position after the first error of a record as it is written, and as it is with a change: there, points that
/// stand otherwise are marked.
///
/// `turn` is the number of the faulty turn, from 1; where the change leaves turns out, they are missing from the
/// second drawing.
///
/// ```
/// use sgfkit::{causes::{Edit, Line, Slip}, draw, go::Point, record::Record};
///
/// let root = sgf_parse::go::parse("(;SZ[9];B[ee];W[cc];B[gc];W[ee])").unwrap().remove(0);
/// let line = Line::around(&Record::from(&root), 4).unwrap();
/// let (ee, de) = (Point::new(4, 4), Point::new(3, 4));
/// let edit = Edit::Point { turn: 4, from: ee, to: de, slip: Slip::LetterOff };
/// let (_, changed) = draw::with_change(&line, &edit, 4);
/// assert_eq!(changed.changed.iter().collect::<Vec<_>>(), [de, ee]);
/// ```
pub fn with_change(line: &Line, edit: &Edit, turn: u32) -> (Diagram, Diagram) {
    let written = after(line, turn);
    let left_out = match *edit {
        Edit::Remove { turn: first, count } => (turn + 1).min(first.saturating_add(count)).saturating_sub(first),
        _ => 0,
    };
    let mut changed = after(&edit.apply(line), turn - left_out);
    changed.mark = None;
    for side in [0, 1] {
        let (before, now): (PointSet, PointSet) = (written.stones[side], changed.stones[side]);
        changed.changed |= (before - now) | (now - before);
    }
    (written, changed)
}

/// The position after a turn of a line, whatever its legality, with its stone marked.
pub fn after(line: &Line, turn: u32) -> Diagram {
    let mut position = Position::new(line.size);
    position.set_up(line.stones.iter().map(|&(point, colour)| (point, Some(colour))), None);
    let mut mark = None;
    for turn in line.turns.iter().take(turn.saturating_sub(line.before) as usize) {
        let mv = match turn.play {
            Play::Stone(point) => Move::Place(point),
            Play::Pass | Play::Off(_) | Play::Unreadable(_) => Move::Pass,
        };
        position.force(mv, turn.colour);
        mark = turn.point().filter(|&point| position.board().get(point) == Some(turn.colour));
    }
    Diagram { mark: mark.map(|point| Mark { point, kind: MarkKind::Last }), ..Diagram::of(position.board()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::text::{Characters, text};
    use crate::go::{Colour, Point};
    use crate::record::Record;

    fn line(record: &str, turn: u32) -> Line {
        Line::around(&Record::from(&sgf_parse::go::parse(record).unwrap()[0]), turn).unwrap()
    }

    #[test]
    fn what_stands_otherwise_is_marked() {
        let line = line("(;SZ[5];B[bb];W[cc];B[cc];W[dd])", 3);
        let (written, changed) = with_change(&line, &Edit::SetStones(vec![Point::new(1, 3)]), 3);
        assert_eq!(written.stone(Point::new(2, 2)), Some(Colour::Black));
        assert_eq!(changed.changed.iter().collect::<Vec<_>>(), [Point::new(1, 3)]);
        let drawn = text(&changed, Characters::Ascii);
        assert!(drawn.contains(" 2 .{X}. . . 2") && drawn.contains("{ } otherwise than in the record"), "{drawn}");
    }

    #[test]
    fn turns_that_are_left_out_are_missing() {
        let line = line("(;SZ[5];B[aa];W[bb];B[cc];W[bb];B[cc];W[dd])", 4);
        let (written, changed) = with_change(&line, &Edit::Remove { turn: 4, count: 2 }, 4);
        assert_eq!((written.mark.map(|mark| mark.point), changed.mark), (Some(Point::new(1, 1)), None));
        assert_eq!((written.stones, changed.changed), (changed.stones, PointSet::EMPTY));
        let (_, changed) = with_change(&line, &Edit::Remove { turn: 2, count: 1 }, 4);
        assert_eq!(changed.stones[1].len(), 1);
        let (_, changed) = with_change(&line, &Edit::Remove { turn: 6, count: 1 }, 4);
        assert_eq!(changed.stones, written.stones);
    }
}
