//! Charts as SVG, drawn with `plotters`.
//!
//! What is drawn gets colours that stand for its part in the chart; the page's style gives them their real ones, for
//! light, dark and print. `plotters` knows neither that nor titles for screen readers, so its drawing is wrapped.

use super::PageError;
use crate::draw::svg::escaped;
use indicatif::HumanCount;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Width and height: small enough for the letters to be read on a phone, where a chart is as wide as the screen.
const SIZE: (u32, u32) = (480, 280);

/// The width of the axis on the left, and of a letter of a label.
const MARGIN: u32 = 74;
const LETTER: f64 = 7.0;

// Each is a part of the chart, not a colour; see `STYLE`.
const INK: RGBColor = RGBColor(1, 0, 0);
const BAR: RGBColor = RGBColor(2, 0, 0);
const ACCENT: RGBColor = RGBColor(3, 0, 0);
const GRID: RGBColor = RGBColor(4, 0, 0);

/// The style of charts in a page, which has the colours `--ink`, `--bar`, `--accent` and `--grid`.
pub(super) const STYLE: &str = "\
.chart [fill='#010000']{fill:var(--ink)}.chart [stroke='#010000']{stroke:var(--ink)}\
.chart [fill='#020000']{fill:var(--bar)}.chart [stroke='#020000']{stroke:var(--bar)}\
.chart [fill='#030000']{fill:var(--accent)}.chart [stroke='#030000']{stroke:var(--accent)}\
.chart [fill='#040000']{fill:var(--grid)}.chart [stroke='#040000']{stroke:var(--grid)}";

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chart {
    /// The name of each place along the axis; an empty one is not written.
    pub(super) labels: Vec<String>,
    /// Whether the names are those of the left edges, as bars of amounts have them, one more than there are bars where
    /// the last one's right edge has a name too; else they stand under the middle.
    pub(super) edges: bool,
    /// The value at each place.
    pub(super) values: Vec<f64>,
    /// The ends of each value's interval. Where there are any, values are points, not bars.
    pub(super) intervals: Vec<(f64, f64)>,
    /// What the axes are.
    pub(super) across: String,
    pub(super) up: String,
    /// A line across the bars, at this place counted from the first one's left side, and what it is.
    pub(super) upright: Option<(f64, String)>,
    /// A line at this value.
    pub(super) level: Option<f64>,
    /// Where the upward axis begins.
    pub(super) floor: f64,
}

impl Chart {
    /// The drawing, with a title and a description for those who do not see it.
    pub(super) fn svg(&self, id: &str, title: &str, description: &str) -> Result<String, PageError> {
        let mut drawn = String::new();
        self.draw(&mut drawn).map_err(|error| PageError::Chart(error.to_string()))?;
        // The frame is ours.
        let inside = drawn.split_once('>').map_or("", |(_, rest)| rest).trim_end();
        let inside = inside.strip_suffix("</svg>").unwrap_or(inside);
        let (width, height) = SIZE;
        Ok(format!(
            "<svg class=\"chart\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" viewBox=\"0 0 {width} {height}\">\
             <title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>{inside}</svg>",
            escaped(title),
            escaped(description)
        ))
    }

    fn draw(&self, out: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let places = self.values.len() as f64;
        let ends = self.intervals.iter().map(|&(_, high)| high);
        let highest = self.values.iter().copied().chain(ends).fold(0.0, f64::max);
        let top = if highest > self.floor { highest + (highest - self.floor) * 0.06 } else { self.floor + 1.0 };
        // Long names take turns on two lines.
        let longest = self.labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let named = self.labels.iter().filter(|label| !label.is_empty()).count();
        let staggered = longest > 3 && (longest * named) as f64 * LETTER > f64::from(SIZE.0 - MARGIN);
        let root = SVGBackend::with_string(out, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(14)
            .margin_right(12)
            .x_label_area_size(if staggered { 62 } else { 46 })
            .y_label_area_size(MARGIN - 12)
            .build_cartesian_2d(0.0..places.max(1.0), self.floor..top)?;
        let letters = ("sans-serif", 15).into_font().color(&INK);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .x_labels(0)
            .y_labels(6)
            .y_label_formatter(&|value| short(*value))
            .label_style(letters.clone())
            .y_desc(self.up.as_str())
            .x_desc(self.across.as_str())
            .draw()?;
        if let Some(level) = self.level {
            chart.draw_series([PathElement::new(vec![(0.0, level), (places, level)], ACCENT.stroke_width(2))])?;
        }
        if self.intervals.is_empty() {
            let bar = |(at, &value): (usize, &f64)| {
                Rectangle::new([(at as f64 + 0.08, 0.0), (at as f64 + 0.92, value)], BAR.filled())
            };
            chart.draw_series(self.values.iter().enumerate().map(bar))?;
        } else {
            let whisker = |(at, (&value, &(low, high))): (usize, (&f64, &(f64, f64)))| {
                ErrorBar::new_vertical(at as f64 + 0.5, low, value, high, BAR.filled().stroke_width(2), 10)
            };
            chart.draw_series(self.values.iter().zip(&self.intervals).enumerate().map(whisker))?;
        }
        if let Some((at, name)) = &self.upright {
            chart.draw_series([PathElement::new(vec![(*at, self.floor), (*at, top)], ACCENT.stroke_width(2))])?;
            let (x, y) = chart.backend_coord(&(*at, top));
            root.draw_text(name, &letters.pos(Pos::new(HPos::Left, VPos::Top)), (x + 5, y))?;
        }
        let under = letters.pos(Pos::new(HPos::Center, VPos::Top));
        for (at, label) in self.labels.iter().enumerate().filter(|(_, label)| !label.is_empty()) {
            let middle = if self.edges { 0.0 } else { 0.5 };
            let (x, y) = chart.backend_coord(&(at as f64 + middle, self.floor));
            if self.edges {
                root.draw(&PathElement::new(vec![(x, y), (x, y + 4)], INK))?;
            }
            let line = if staggered && at % 2 == 1 { 16 } else { 0 };
            root.draw_text(label, &under, (x, y + 6 + line))?;
        }
        drop(chart);
        root.present()?;
        Ok(())
    }
}

/// A number beside an axis.
fn short(value: f64) -> String {
    match value {
        value if value >= 10_000.0 => format!("{}k", value / 1000.0),
        value if value >= 1000.0 => HumanCount(value as u64).to_string(),
        value => format!("{}", (value * 100.0).round() / 100.0),
    }
}

/// Labels that have room: every so many of them, the rest empty.
pub(super) fn thinned(labels: impl IntoIterator<Item = String>, most: usize) -> Vec<String> {
    let labels: Vec<String> = labels.into_iter().collect();
    let step = labels.len().div_ceil(most.max(1)).max(1);
    labels.into_iter().enumerate().map(|(at, label)| if at % step == 0 { label } else { String::new() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_their_heights_and_the_drawing_its_words() {
        let chart = Chart {
            labels: vec!["<2016>".into(), "2017".into()],
            values: vec![50.0, 100.0],
            across: "year".into(),
            up: "games".into(),
            ..Chart::default()
        };
        let drawn = chart.svg("years", "Games & years", "Two bars").unwrap();
        assert!(drawn.contains("<title id=\"years-t\">Games &amp; years</title><desc id=\"years-d\">Two bars</desc>"));
        assert!(drawn.contains("&lt;2016&gt;") && !drawn.contains("<2016>"));
        let heights: Vec<u32> = drawn
            .split("<rect ")
            .filter(|rect| rect.contains("#020000"))
            .map(|rect| rect.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(heights.len(), 2);
        assert!(heights[1].abs_diff(2 * heights[0]) <= 2, "{heights:?}");
        assert_eq!(drawn.matches("<svg").count(), 1);
    }

    /// A line at a value stands where the names of the edges say.
    #[test]
    fn the_names_of_edges_stand_at_the_edges() {
        let labels = (0..=4).map(|n| format!("n{n}")).collect();
        let upright = Some((3.0, "line".into()));
        let chart = Chart { labels, edges: true, values: vec![1.0; 4], upright, ..Chart::default() };
        let drawn = chart.svg("edges", "", "").unwrap();
        let x = |element: &str| element.split("x=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let name = |name: &str| x(drawn.split("<text ").find(|text| text.contains(&format!("\n{name}\n"))).unwrap());
        let line = drawn.split("<polyline ").find(|line| line.contains("#030000")).unwrap();
        let line = line.split("points=\"").nth(1).unwrap().split(',').next().unwrap().to_owned();
        assert_eq!(name("n3"), line);
        assert_ne!(name("n2"), line);
    }

    #[test]
    fn nothing_is_a_drawing_too() {
        assert!(Chart::default().svg("none", "", "").unwrap().ends_with("</svg>"));
    }

    #[test]
    fn labels_are_thinned() {
        let labels = |n: u32, most| thinned((0..n).map(|n| n.to_string()), most).concat();
        assert_eq!(labels(3, 5), "012");
        assert_eq!(labels(6, 3), "024");
        assert_eq!(labels(0, 3), "");
    }
}
