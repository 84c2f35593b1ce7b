//! What a thread does with a piece of an archive.

use super::session::Counting;
use sgfkit::audit::{Audited, Auditor, Found, Options};
use sgfkit::count::Engine;
use sgfkit::filter::Filter;
use sgfkit::finding::Finding;
use sgfkit::page::{Candidate, Flags};
use sgfkit::report::Field;
use sgfkit::report::cells::Cells;
use sgfkit::report::columns::{GAMES, SCORES, ScoreRow};
use sgfkit::report::rows::{Format, Rows};
use sgfkit::rescore::{NotCounted, Rescorer, Score};
use sgfkit::stats::{Facts, FindingFact, Stats};

/// What came of one piece.
pub(super) struct Piece {
    pub(super) rows: Rows,
    /// Games for the page, where one is made.
    pub(super) flags: Flags,
}

/// What a thread works with.
pub(super) struct Worker {
    auditor: Auditor,
    rescorer: Rescorer,
    view: View,
}

/// A game's rows as texts, for conditions and statistics.
#[derive(Default)]
pub(super) struct View {
    game: Cells,
    score: Cells,
    field: Field,
}

impl View {
    /// Whether a game meets the conditions.
    pub(super) fn admits(&mut self, filter: &Filter, game: &Audited<'_>, format: Format) -> bool {
        if filter.is_empty() {
            return true;
        }
        self.game.fill(&GAMES, &format.row(game), &mut self.field);
        filter.admits(&self.game)
    }

    /// Adds a counted game to the statistics.
    fn add(&mut self, stats: &mut Stats, game: &Audited<'_>, score: &Result<Score, NotCounted>, format: Format) {
        self.game.fill(&GAMES, &format.row(game), &mut self.field);
        self.score.fill(&SCORES, &ScoreRow { game, score }, &mut self.field);
        let selected = game.findings.iter().filter(|finding| format.selection.contains(finding.code));
        let findings: Vec<_> = selected.map(fact).collect();
        stats.add(&Facts { game: &self.game, score: Some(&self.score), findings: &findings });
    }
}

pub(super) fn fact(finding: &Finding) -> FindingFact<'static> {
    FindingFact { code: finding.code.code(), name: finding.code.name(), severity: finding.severity.name() }
}

impl Worker {
    pub(super) fn new(counting: Option<&Counting>) -> Worker {
        let engine = counting.and_then(|counting| counting.engine.as_ref());
        let rescorer = match engine {
            Some((command, limit)) => Rescorer::with_engine(Engine::new(command, *limit)),
            None => Rescorer::default(),
        };
        Worker { auditor: Auditor::default(), rescorer, view: View::default() }
    }

    /// Audits a piece, and counts its games where that is asked for.
    pub(super) fn work(
        &mut self,
        bytes: &[u8],
        options: Options,
        format: Format,
        filter: &Filter,
        counting: Option<&Counting>,
    ) -> Piece {
        let mut rows = Rows::new(format);
        rows.stats =
            counting.and_then(|counting| counting.stats.as_ref()).map(|settings| Box::new(Stats::new(settings)));
        let mut flags = Flags::default();
        let Worker { auditor, rescorer, view } = self;
        // Some conditions are known after the count only; the others spare it.
        let late = counting.is_some() && filter.asks_for_findings();
        auditor.audit(bytes, options, |found, lines| {
            let game = match found {
                Found::Game(game) => game,
                Found::Rest { findings, .. } => {
                    if let Some(stats) = &mut rows.stats {
                        let selected = findings.iter().filter(|finding| format.selection.contains(finding.code));
                        selected.for_each(|finding| stats.add_outside(&fact(finding)));
                    }
                    return rows.add(&found, lines);
                }
            };
            if !late && !view.admits(filter, &game, format) {
                return rows.leave_out();
            }
            let Some(counting) = counting else { return rows.add(&Found::Game(game), lines) };
            let mut findings = Vec::new();
            let score = rescorer.rescore(&game, &counting.settings, &mut findings);
            findings.extend_from_slice(game.findings);
            findings.sort_by_key(|finding| finding.at);
            let game = Audited { findings: &findings, ..game };
            if late && !view.admits(filter, &game, format) {
                return rows.leave_out();
            }
            rows.add_counted(&game, &score, lines);
            if let Some(stats) = &mut rows.stats {
                view.add(stats, &game, &score, format);
            }
            if let Some(flagger) = &counting.page {
                let candidate = Candidate { game: &game, number: rows.extent.games, score: score.as_ref().ok() };
                flagger.add(&mut flags, &candidate, format.selection, lines, rescorer, &counting.settings);
            }
        });
        Piece { rows, flags }
    }
}
