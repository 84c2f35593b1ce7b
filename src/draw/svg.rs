//! A diagram as SVG.
//!
//! Stones are the round ends of lines without length, one path a side: a whole position takes one or two kilobytes.

use super::{Diagram, MarkKind, column_name, point_name, stars};
use crate::go::{Colour, PointSet};
use std::fmt::Write;

/// How the classes of a drawing look: for a page that holds drawings, and inside of one that stands alone.
pub const STYLE: &str = "\
.board{color:#333;font:8px system-ui,sans-serif}\
.board .wood{fill:#e3bd78}\
.board .lines{stroke:#4a3512;fill:none;stroke-width:.05;stroke-linecap:square}\
.board .stars{stroke:#4a3512;fill:none;stroke-width:.22;stroke-linecap:round}\
.board .black,.board .rim,.board .white{fill:none;stroke-linecap:round}\
.board .black{stroke:#111;stroke-width:.94}\
.board .rim{stroke:#222;stroke-width:.94}\
.board .white{stroke:#fff;stroke-width:.86}\
.board .dead{opacity:.45}\
.board .area{fill:none;stroke-linecap:square;stroke-width:.2}\
.board .area.black{stroke:#111;stroke-width:.2;stroke-linecap:square}\
.board .area.white{stroke:#fff;stroke-width:.2;stroke-linecap:square}\
.board text{fill:currentColor;text-anchor:middle;dominant-baseline:central}\
.board .on-black{fill:#fff}.board .on-white{fill:#111}\
.board .last{fill:none;stroke:#d21f1f;stroke-width:.12}\
.board .changed{fill:none;stroke:#1f5fd2;stroke-width:.12}\
.board .illegal{fill:none;stroke:#d21f1f;stroke-width:.16;stroke-linecap:round}\
@media(prefers-color-scheme:dark){.board{color:#ccc}.board .wood{fill:#a8854a}}\
@media print{.board{color:#000}.board .wood{fill:#fff}}";

/// The background of a drawing that stands alone: it cannot know what it is laid on.
const ALONE: &str =
    ".page{fill:#fff}@media(prefers-color-scheme:dark){.page{fill:#181818}}@media print{.page{fill:#fff}}";

/// Units between two lines; what is written is laid out in whole numbers.
const UNIT: i32 = 20;

/// A drawing that stands alone, as a file: with its style in it, as wide as `UNIT` pixels a line.
pub fn file(diagram: &Diagram, title: &str, description: &str) -> String {
    draw(diagram, title, description, "b", true)
}

/// A drawing in a page that has [`STYLE`]. `id` is the drawing's own in that page: letters, digits, hyphens.
pub fn inline(diagram: &Diagram, title: &str, description: &str, id: &str) -> String {
    draw(diagram, title, description, id, false)
}

fn draw(diagram: &Diagram, title: &str, description: &str, id: &str, alone: bool) -> String {
    let size = diagram.size;
    let (width, height) = (i32::from(size.width()), i32::from(size.height()));
    // A line's distance around the board, and one for the coordinates.
    let (full_width, full_height) = ((width + 3) * UNIT, (height + 3) * UNIT);
    let corner = -2 * UNIT;
    let mut out = String::new();
    let space = if alone { " xmlns=\"http://www.w3.org/2000/svg\"" } else { "" };
    let extent = if alone { format!(" width=\"{full_width}\" height=\"{full_height}\"") } else { String::new() };
    // Writing to a string does not fail, here and below.
    let _ = write!(
        out,
        "<svg{space} class=\"board\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\"{extent} \
         viewBox=\"{corner} {corner} {full_width} {full_height}\"><title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>",
        escaped(title),
        escaped(description)
    );
    if alone {
        let _ = write!(
            out,
            "<style>{STYLE}{ALONE}</style><rect class=\"page\" x=\"{corner}\" y=\"{corner}\" width=\"{full_width}\" height=\"{full_height}\"/>"
        );
    }
    let _ = write!(
        out,
        "<g transform=\"scale({UNIT})\"><path class=\"wood\" d=\"M-1-1H{width}V{height}H-1z\"/><path class=\"lines\" d=\""
    );
    for y in 0..height {
        let _ = write!(out, "M0 {y}H{}", width - 1);
    }
    for x in 0..width {
        let _ = write!(out, "M{x} 0V{}", height - 1);
    }
    out.push_str("\"/>");
    path(&mut out, "stars", &stars(size));
    for dead in [false, true] {
        let stones = diagram.stones.map(|side| if dead { side & diagram.dead } else { side - diagram.dead });
        let suffix = if dead { " dead" } else { "" };
        path(&mut out, &format!("black{suffix}"), &stones[0]);
        path(&mut out, &format!("rim{suffix}"), &stones[1]);
        path(&mut out, &format!("white{suffix}"), &stones[1]);
    }
    let bare = |colour: Colour| diagram.area[colour.index()] - (diagram.stones[colour.index()] - diagram.dead);
    path(&mut out, "area black", &bare(Colour::Black));
    path(&mut out, "area white", &bare(Colour::White));
    out.push_str("</g>");
    coordinates(diagram, &mut out);
    for &(point, number) in &diagram.numbers {
        let class = if diagram.stone(point) == Some(Colour::Black) { "on-black" } else { "on-white" };
        let (x, y) = (i32::from(point.x()) * UNIT, i32::from(point.y()) * UNIT);
        let _ = write!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{number}</text>");
    }
    for point in diagram.changed.iter() {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        let name = point_name(point, size);
        let _ = write!(
            out,
            "<g transform=\"scale({UNIT})\"><path class=\"changed\" transform=\"translate({x} {y})\" \
             d=\"M-.3-.3H.3V.3H-.3z\" data-point=\"{name}\"/></g>"
        );
    }
    mark(diagram, &mut out);
    out.push_str("</svg>");
    out
}

/// A path with a dot on every point.
fn path(out: &mut String, class: &str, points: &PointSet) {
    if points.is_empty() {
        return;
    }
    let _ = write!(out, "<path class=\"{class}\" d=\"");
    for point in points.iter() {
        let _ = write!(out, "M{} {}h0", point.x(), point.y());
    }
    out.push_str("\"/>");
}

fn coordinates(diagram: &Diagram, out: &mut String) {
    let (width, height) = (diagram.size.width(), diagram.size.height());
    let at = |line: u8| i32::from(line) * UNIT;
    let out_of = |side: u8| at(side - 1) + 3 * UNIT / 2;
    for x in 0..width {
        let name = column_name(x);
        for y in [-3 * UNIT / 2, out_of(height)] {
            let _ = write!(out, "<text x=\"{}\" y=\"{y}\">{name}</text>", at(x));
        }
    }
    for y in 0..height {
        for x in [-3 * UNIT / 2, out_of(width)] {
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", at(y), height - y);
        }
    }
}

/// The mark: a ring around the last stone, unless its number says as much; a cross where a move is not allowed.
fn mark(diagram: &Diagram, out: &mut String) {
    let Some(mark) = diagram.mark else { return };
    let (x, y) = (i32::from(mark.point.x()), i32::from(mark.point.y()));
    let name = point_name(mark.point, diagram.size);
    let _ = match mark.kind {
        MarkKind::Last => write!(
            out,
            "<g transform=\"scale({UNIT})\"><circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\".4\" data-point=\"{name}\"/></g>"
        ),
        MarkKind::Illegal => write!(
            out,
            "<g transform=\"scale({UNIT})\"><path class=\"illegal\" transform=\"translate({x} {y})\" \
             d=\"M-.3-.3L.3.3M-.3.3L.3-.3\" data-point=\"{name}\"/></g>"
        ),
    };
}

/// Text that may stand in an element or an attribute of XML. Characters that XML does not allow, and those that turn
/// the direction of text, become spaces.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c => out.push(crate::report::clean::char(c)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Mark;
    use crate::go::{Board, Point, Size};

    fn sample() -> Diagram {
        let mut diagram = Diagram::of(&Board::from_text(". X O .\nX O . O\n. X O .").unwrap());
        diagram.mark = Some(Mark { point: Point::new(2, 1), kind: MarkKind::Illegal });
        diagram.numbers = vec![(Point::new(1, 1), 12), (Point::new(0, 1), 11)];
        diagram.dead = PointSet::from_iter([Point::new(1, 2)]);
        diagram.area[0] = PointSet::from_iter([Point::new(0, 0)]);
        diagram
    }

    #[test]
    fn a_drawing_alone() {
        let drawn = file(&sample(), "Ko <retaken> & \"more\"\u{202e}", "move 13");
        insta::assert_snapshot!(drawn.replace("><", ">\n<"));
    }

    #[test]
    fn a_drawing_in_a_page() {
        let mut diagram = sample();
        diagram.mark = Some(Mark { point: Point::new(1, 1), kind: MarkKind::Last });
        insta::assert_snapshot!(inline(&diagram, "Ko", "move 12", "g1").replace("><", ">\n<"));
    }

    #[test]
    fn every_size_has_its_lines() {
        for (width, height) in [(1, 1), (1, 52), (52, 1), (19, 19), (52, 52)] {
            let drawn = file(&Diagram::of(&Board::new(Size::new(width, height).unwrap())), "", "");
            let lines = drawn.split("class=\"lines\"").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
            let found = (lines.matches('H').count(), lines.matches('V').count());
            assert_eq!(found, (usize::from(height), usize::from(width)), "{width}×{height}");
        }
    }
}
