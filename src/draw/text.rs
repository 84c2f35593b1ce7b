//! A diagram in characters.

use super::{Diagram, MarkKind, column_name, stars};
use crate::go::{Colour, Point};
use std::fmt::Write;

/// Which characters stand for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters {
    /// Filled and empty circles.
    #[default]
    Unicode,
    /// `X` for Black and `O` for White: where circles take the width of two letters.
    Ascii,
}

impl Characters {
    /// Stones of both sides, dead ones, owned points; then an empty point and one that is forbidden.
    fn set(self) -> ([char; 2], [char; 2], [char; 2], [char; 2]) {
        match self {
            Characters::Unicode => (['●', '○'], ['◆', '◇'], ['▪', '▫'], ['·', '×']),
            Characters::Ascii => (['X', 'O'], ['x', 'o'], ['b', 'w'], ['.', '*']),
        }
    }
}

/// Draws the board with the names of columns and rows around it, and below what the characters mean.
pub fn text(diagram: &Diagram, characters: Characters) -> String {
    let size = diagram.size;
    let stars = stars(size);
    let mut out = String::new();
    columns(diagram, &mut out);
    for y in 0..size.height() {
        // Writing to a string does not fail.
        let _ = write!(out, "{:>2}", size.height() - y);
        let mut behind = ' ';
        for point in (0..size.width()).map(|x| Point::new(x, y)) {
            let (open, close) = match diagram.mark {
                Some(mark) if mark.point == point => match mark.kind {
                    MarkKind::Last => ('(', ')'),
                    MarkKind::Illegal => ('[', ']'),
                },
                _ if diagram.changed.contains(point) => ('{', '}'),
                _ => (behind, ' '),
            };
            out.push(open);
            out.push(glyph(diagram, point, stars.contains(point), characters));
            behind = close;
        }
        let _ = writeln!(out, "{behind}{}", size.height() - y);
    }
    columns(diagram, &mut out);
    legend(diagram, characters, &mut out);
    out
}

fn glyph(diagram: &Diagram, point: Point, is_star: bool, characters: Characters) -> char {
    let (stones, dead, area, [empty, forbidden]) = characters.set();
    let is_marked = diagram.mark.is_some_and(|mark| mark.point == point && mark.kind == MarkKind::Illegal);
    match (diagram.stone(point), diagram.owner(point)) {
        (Some(colour), _) if diagram.dead.contains(point) => dead[colour.index()],
        (Some(colour), _) => stones[colour.index()],
        (None, _) if is_marked => forbidden,
        (None, Some(owner)) => area[owner.index()],
        (None, None) if is_star => '+',
        (None, None) => empty,
    }
}

/// The names of the columns; those of two letters stand upright.
fn columns(diagram: &Diagram, out: &mut String) {
    let names: Vec<String> = (0..diagram.size.width()).map(column_name).collect();
    let two = names.iter().any(|name| name.len() > 1);
    for row in (if two { 0 } else { 1 })..2 {
        let letters = names.iter().map(|name| format!("{name:>2}").chars().nth(row).unwrap_or(' '));
        let line: String = letters.flat_map(|letter| [' ', letter]).collect();
        let _ = writeln!(out, "  {}", line.trim_end());
    }
}

fn legend(diagram: &Diagram, characters: Characters, out: &mut String) {
    let (stones, dead, area, _) = characters.set();
    let mut parts = vec![format!("{} Black", stones[0]), format!("{} White", stones[1])];
    if let Some(mark) = diagram.mark {
        parts.push(match mark.kind {
            MarkKind::Last => "( ) last move".to_owned(),
            MarkKind::Illegal => "[ ] the move that is not allowed".to_owned(),
        });
    }
    if !diagram.changed.is_empty() {
        parts.push("{ } otherwise than in the record".to_owned());
    }
    for colour in [Colour::Black, Colour::White] {
        if !(diagram.dead & diagram.stones[colour.index()]).is_empty() {
            parts.push(format!("{} dead, of {colour}", dead[colour.index()]));
        }
    }
    for colour in [Colour::Black, Colour::White] {
        if !diagram.area[colour.index()].is_empty() {
            parts.push(format!("{} point of {colour}", area[colour.index()]));
        }
    }
    let _ = writeln!(out, "\n{}", parts.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Mark;
    use crate::go::{Board, PointSet, Size};

    #[test]
    fn draws_stones_marks_area_and_dead_stones() {
        let mut diagram = Diagram::of(&Board::from_text(". X O .\nX O . O\n. X O .").unwrap());
        diagram.mark = Some(Mark { point: Point::new(2, 1), kind: MarkKind::Illegal });
        diagram.dead = PointSet::from_iter([Point::new(0, 1)]);
        diagram.area[1] = PointSet::from_iter([Point::new(3, 0), Point::new(3, 2)]);
        insta::assert_snapshot!(text(&diagram, Characters::Unicode));
        insta::assert_snapshot!(text(&diagram, Characters::Ascii));
        diagram.mark = Some(Mark { point: Point::new(3, 1), kind: MarkKind::Last });
        insta::assert_snapshot!(text(&diagram, Characters::Unicode));
    }

    #[test]
    fn every_size_has_its_rows_and_columns() {
        for size in [(1, 1), (1, 52), (52, 1), (19, 19), (52, 52), (25, 26)].map(|(w, h)| Size::new(w, h).unwrap()) {
            let drawn = text(&Diagram::of(&Board::new(size)), Characters::Unicode);
            let points = drawn.chars().filter(|c| matches!(c, '·' | '+')).count();
            assert_eq!(points as u32, size.points(), "{size}");
        }
        let wide = Diagram::of(&Board::new(Size::new(52, 2).unwrap()));
        insta::assert_snapshot!(text(&wide, Characters::Ascii));
    }
}
