//! The rows that come of one piece of a file: made where the piece is worked on, placed by the writer.

use super::columns::{FINDINGS, FindingRow, GAMES, GameRow, SCORES, ScoreRow};
use super::sheet::{Place, Sheet, Start};
use super::tally::{Judged, Tally};
use super::text::TextRows;
use crate::audit::{Audited, Found};
use crate::causes::{self, Cause};
use crate::finding::{Finding, Selection};
use crate::rescore::{NotCounted, Score};
use crate::sgf::Lines;
use crate::stats::Stats;

/// What is written of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format {
    /// Which findings are reported.
    pub selection: Selection,
    /// Whether tables are written; else findings as lines of text.
    pub tables: bool,
    /// Whether texts that would start a formula in a spreadsheet get an apostrophe in front.
    pub guard: bool,
}

impl Format {
    /// What the game's row of `games.csv` is made of.
    pub fn row<'a>(&self, game: &'a Audited<'a>) -> GameRow<'a> {
        let mut counts = [0; 3];
        for finding in game.findings.iter().filter(|finding| self.selection.contains(finding.code)) {
            counts[finding.severity as usize] += 1;
        }
        GameRow { game, counts }
    }
}

/// The rows of one piece.
#[derive(Debug)]
pub struct Rows {
    format: Format,
    /// Rows of `games.csv`.
    pub games: Sheet,
    /// Rows of `findings.csv`.
    pub findings: Sheet,
    /// Rows of `scores.csv`, where games are counted.
    pub scores: Sheet,
    /// The findings, or the counts, as lines of text.
    pub text: TextRows,
    /// Statistics of the games, where they are wanted.
    pub stats: Option<Box<Stats>>,
    /// What the piece adds to the totals.
    pub tally: Tally,
    /// What lies between the start of this piece and that of the next.
    pub extent: Start,
}

impl Rows {
    /// No rows yet.
    pub fn new(format: Format) -> Rows {
        Rows {
            format,
            games: Sheet::new(format.guard),
            findings: Sheet::new(format.guard),
            scores: Sheet::new(format.guard),
            text: TextRows::default(),
            stats: None,
            tally: Tally::default(),
            extent: Start::default(),
        }
    }

    /// Adds what was found in the piece. `lines` belongs to the piece's text.
    pub fn add(&mut self, found: &Found<'_>, lines: &mut Lines<'_>) {
        match found {
            Found::Game(game) => {
                self.extent.games += 1;
                let number = Some(self.extent.games);
                // The game starts before some of its findings and after others; neither way back is free.
                self.add_findings(game.findings, number, cause(game), &mut lines.clone());
                self.add_game(game, number, lines);
            }
            Found::Rest { text, findings } => {
                self.add_findings(findings, None, None, lines);
                let end = lines.position(text.len());
                self.extent.lines = end.line as u64 - 1;
                self.extent.columns = end.column as u64 - 1;
            }
        }
    }

    /// Adds a game and its count.
    pub fn add_counted(&mut self, game: &Audited<'_>, score: &Result<Score, NotCounted>, lines: &mut Lines<'_>) {
        self.extent.games += 1;
        let number = Some(self.extent.games);
        self.tally.count(score.as_ref().ok().map(Judged::from));
        let place = place(game.record.at, number, &mut lines.clone());
        if self.format.tables {
            self.add_findings(game.findings, number, cause(game), &mut lines.clone());
            self.scores.push(&SCORES, place, &ScoreRow { game, score });
        } else {
            self.tally.add(game.findings.iter().filter(|finding| self.format.selection.contains(finding.code)), true);
            if let Ok(score) = score {
                self.text.push_score(place, score, &game.record.header.result);
            }
        }
        self.add_game(game, number, lines);
    }

    fn add_game(&mut self, game: &Audited<'_>, number: Option<u32>, lines: &mut Lines<'_>) {
        self.tally.games += 1;
        self.tally.moves += u64::from(game.replay.turns);
        self.tally.illegal_games += u64::from(game.replay.first_illegal.is_some());
        if self.format.tables {
            let place = place(game.record.at, number, lines);
            self.games.push(&GAMES, place, &self.format.row(game));
        }
    }

    /// Leaves a game out: only its number in the file is taken.
    pub fn leave_out(&mut self) {
        self.extent.games += 1;
        self.tally.left_out += 1;
    }

    /// `cause` belongs to the finding with this index.
    fn add_findings(
        &mut self,
        findings: &[Finding],
        game: Option<u32>,
        cause: Option<(usize, &Cause)>,
        lines: &mut Lines<'_>,
    ) {
        let selection = self.format.selection;
        let is_wanted = |finding: &Finding| selection.contains(finding.code);
        for (index, finding) in findings.iter().enumerate().filter(|(_, finding)| is_wanted(finding)) {
            let place = place(finding.at, game, lines);
            let cause = cause.filter(|cause| cause.0 == index).map(|cause| cause.1);
            if self.format.tables {
                self.findings.push(&FINDINGS, place, &FindingRow { finding, cause });
            } else {
                self.text.push(place, finding, cause);
            }
        }
        self.tally.add(findings.iter().filter(|finding| is_wanted(finding)), game.is_some());
    }

    /// Adds a finding that concerns the whole file.
    pub fn add_file_finding(&mut self, finding: &Finding) {
        if !self.format.selection.contains(finding.code) {
            return;
        }
        let place = Place { game: None, line: 0, column: 0 };
        if self.format.tables {
            self.findings.push(&FINDINGS, place, &FindingRow { finding, cause: None });
        } else {
            self.text.push(place, finding, None);
        }
        self.tally.add(std::iter::once(finding), false);
    }
}

/// The cause that was found for a game, and the finding that it belongs to.
fn cause<'a>(game: &'a Audited<'_>) -> Option<(usize, &'a Cause)> {
    let cause = game.cause.as_ref()?;
    Some((causes::first_error(game)?, cause))
}

fn place(at: u32, game: Option<u32>, lines: &mut Lines<'_>) -> Place {
    let position = lines.position(at as usize);
    Place { game, line: position.line as u64, column: position.column as u64 }
}
