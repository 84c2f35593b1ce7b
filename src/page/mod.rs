//! `report.html`: what a run came to, as one page that needs nothing beside it.
//!
//! Text, tables, charts and boards stand in the page as they are; its few lines of script only sort and filter the
//! table of flagged games. Everything is written in one of two languages, side by side in the code: [`Lang::of`].

mod chart;
mod figures;
pub mod flags;
mod words;

pub use flags::{Candidate, Flagger, Flags};

use crate::draw::svg;
use crate::record::Zi;
use crate::report::tally::Tally;
use crate::stats::Table;
use askama::Template;
use figures::Figure;
use std::fmt;

/// The language of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Chinese (简体中文).
    Chinese,
}

impl Lang {
    /// The text in this language.
    pub fn of<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
        match self {
            Lang::English => english,
            Lang::Chinese => chinese,
        }
    }

    /// The language's tag in HTML.
    pub fn tag(&self) -> &'static str {
        self.of("en", "zh-Hans")
    }
}

/// What a page is made of.
#[derive(Debug)]
pub struct Page<'a> {
    /// In which language it is written.
    pub lang: Lang,
    /// The paths that were read, as reports name them.
    pub paths: &'a [String],
    /// The totals of the run.
    pub tally: &'a Tally,
    /// The statistics.
    pub tables: &'a [Table],
    /// The games that are shown one by one.
    pub flags: &'a Flags,
    /// The komi that games were counted under, where it was the same for all.
    pub komi: Option<Zi>,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A chart cannot be drawn.
    #[error("a chart cannot be drawn: {0}")]
    Chart(String),
    /// The template cannot be filled.
    #[error("the page cannot be written: {0}")]
    Template(#[from] askama::Error),
}

/// The longest list of paths in the page's head.
const MOST_PATHS: usize = 5;

impl Page<'_> {
    /// The page. Its bytes depend on nothing but what it is made of: no time, no number of threads.
    ///
    /// # Errors
    ///
    /// Where a chart cannot be drawn; nothing in a record brings that about.
    pub fn html(&self) -> Result<String, PageError> {
        let flags = self.flags;
        let mut kinds: Vec<(&str, &str)> = flags.list().map(|flag| (flag.name, flag.title.as_str())).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let template = Report {
            lang: self.lang,
            paths: self.paths.get(..MOST_PATHS.min(self.paths.len())).unwrap_or_default().join(", "),
            more_paths: self.paths.len().saturating_sub(MOST_PATHS),
            version: env!("CARGO_PKG_VERSION"),
            paragraphs: words::summary(self.lang, self.tally, self.komi),
            figures: figures::all(self.lang, self.tables)?,
            flagged: flags.list().enumerate().map(|(number, flag)| Flagged::of(number, flag)).collect(),
            shown: words::shown(self.lang, flags.list().count() as u64, flags.seen()),
            kinds,
            style: Raw(format!("{}{}", svg::STYLE, chart::STYLE)),
        };
        Ok(template.render()?)
    }
}

/// Text of ours that is HTML already.
struct Raw(String);

impl fmt::Display for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A drawn board and what it shows.
struct Board {
    caption: String,
    svg: Raw,
}

/// A game of the table.
struct Flagged<'a> {
    flag: &'a flags::Flag,
    boards: Vec<Board>,
}

impl Flagged<'_> {
    fn of(number: usize, flag: &flags::Flag) -> Flagged<'_> {
        let board = |(part, board): (usize, &flags::Board)| {
            let id = format!("b{number}-{part}");
            let drawn = svg::inline(&board.diagram, &board.caption, &flag.players, &id);
            Board { caption: board.caption.clone(), svg: Raw(drawn) }
        };
        Flagged { flag, boards: flag.boards.iter().enumerate().map(board).collect() }
    }
}

#[derive(Template)]
#[template(path = "report.html")]
struct Report<'a> {
    lang: Lang,
    paths: String,
    more_paths: usize,
    version: &'static str,
    paragraphs: Vec<String>,
    figures: Vec<Figure>,
    flagged: Vec<Flagged<'a>>,
    shown: String,
    kinds: Vec<(&'a str, &'a str)>,
    style: Raw,
}
