//! Drawings of positions: one [`Diagram`], shown as text or as SVG.

mod change;
pub mod moment;
mod names;
pub mod svg;
pub mod text;

pub use change::{after, with_change};
pub use moment::Moment;
pub use names::{column_name, point_name};

use crate::go::{Board, Colour, Point, PointSet, Size};

/// A position to be drawn, with what is to be seen on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board.
    pub size: Size,
    /// The stones, by [`Colour::index`], dead ones among them.
    pub stones: [PointSet; 2],
    /// The stones that are dead: drawn faintly.
    pub dead: PointSet,
    /// Points that a side owns, by [`Colour::index`]; points under dead stones among them.
    pub area: [PointSet; 2],
    /// Numbers on stones: of the turns that put them there.
    pub numbers: Vec<(Point, u32)>,
    /// Points that a change makes stand otherwise than in the record.
    pub changed: PointSet,
    /// The point that the drawing is about.
    pub mark: Option<Mark>,
}

/// The point that a drawing is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// What it is marked as.
    pub kind: MarkKind,
}

/// What a point is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The last stone.
    Last,
    /// The point of a move that the rules forbid.
    Illegal,
}

impl Diagram {
    /// The stones of a board and nothing else.
    pub fn of(board: &Board) -> Diagram {
        Diagram {
            size: board.size(),
            stones: [Colour::Black, Colour::White].map(|colour| PointSet::stones(board, colour)),
            dead: PointSet::EMPTY,
            area: [PointSet::EMPTY; 2],
            numbers: Vec::new(),
            changed: PointSet::EMPTY,
            mark: None,
        }
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Colour> {
        [Colour::Black, Colour::White].into_iter().find(|colour| self.stones[colour.index()].contains(point))
    }

    /// The side that owns a point, where that is known.
    pub fn owner(&self, point: Point) -> Option<Colour> {
        [Colour::Black, Colour::White].into_iter().find(|colour| self.area[colour.index()].contains(point))
    }
}

/// The lines of one axis on which star points (星) lie, from the edge: third or fourth line, and the middle.
fn star_lines(side: u8) -> Vec<u8> {
    let Some(edge) = Size::star_line(side) else { return Vec::new() };
    let mut lines = vec![edge, side - 1 - edge];
    if side % 2 == 1 {
        lines.push(side / 2);
    }
    lines
}

/// The star points: the corners' and, where both sides are odd, the centre; those of the edges from 15×15 on.
fn stars(size: Size) -> PointSet {
    let (columns, rows) = (star_lines(size.width()), star_lines(size.height()));
    let middle = |line: u8, side: u8| line == side / 2 && side % 2 == 1;
    let on_edges = size.width() >= 15 && size.height() >= 15;
    let points = rows.iter().flat_map(|&y| columns.iter().map(move |&x| (x, y)));
    points
        .filter(|&(x, y)| on_edges || middle(x, size.width()) == middle(y, size.height()))
        .filter_map(|(x, y)| size.point(x, y))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_of_the_usual_boards() {
        let check = |width, height, expected: &str| {
            let size = Size::new(width, height).unwrap();
            let names: Vec<String> = stars(size).iter().map(|point| point_name(point, size)).collect();
            assert_eq!(names.join(" "), expected, "{size}");
        };
        check(19, 19, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
        check(13, 13, "D10 K10 G7 D4 K4");
        check(9, 9, "C7 G7 E5 C3 G3");
        check(10, 10, "C8 H8 C3 H3");
        check(5, 5, "");
        check(1, 1, "");
        check(9, 5, "");
    }
}
