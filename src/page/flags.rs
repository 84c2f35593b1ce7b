//! The games that a page shows one by one, each with its board.

use super::{Lang, words};
use crate::audit::Audited;
use crate::draw::{Diagram, Moment, point_name};
use crate::finding::{Code, Finding, Selection, Severity};
use crate::go::{Ownership, Rules};
use crate::report::clean::short;
use crate::report::sheet::{Place, Start};
use crate::rescore::{Rescorer, Score, Settings};
use crate::sgf::Lines;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games that are kept of each kind: what bounds the page and the memory.
pub const PER_KIND: usize = 40;

/// The last stones that carry numbers.
const NUMBERED: u32 = 5;

/// The longest name that is shown, in characters.
const LONGEST: usize = 40;

/// The longest sentence of a finding, in characters.
const LONGEST_DETAIL: usize = 300;

/// A game with what is wrong with it.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Where it is, within the piece until [`Flags::merge`] puts it into its file.
    pub(super) place: Place,
    pub(super) file: String,
    pub(super) players: String,
    pub(super) date: String,
    pub(super) result: String,
    code: Code,
    /// The name of the finding, for filters.
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    /// The name of the finding in the page's language.
    pub(super) title: String,
    pub(super) turn: u32,
    pub(super) detail: String,
    pub(super) boards: Vec<Board>,
}

impl Flag {
    pub(super) fn game(&self) -> u32 {
        self.place.game.unwrap_or(1)
    }

    pub(super) fn line(&self) -> u64 {
        self.place.line
    }

    /// The name of the file in parts between which a line may end: folders, and the name without its extension.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        self.file[..self.file.len() - self.extension().len()].split_inclusive(['/', '!'])
    }

    /// The extension, with its dot.
    pub(super) fn extension(&self) -> &str {
        /// What is longer is no extension.
        const MOST: usize = 6;
        let end = self.file.rfind('.').map_or("", |dot| &self.file[dot..]);
        if end.len() <= MOST { end } else { "" }
    }
}

/// A board and what it shows.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) caption: String,
    pub(super) diagram: Diagram,
}

/// The flagged games of a run or of a piece of it: the first [`PER_KIND`] of each kind in order, and how many there were.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    list: Vec<Flag>,
    /// By code: games seen, those not kept among them.
    seen: Vec<u64>,
}

impl Flags {
    /// The games kept, in the order of the run.
    pub(super) fn list(&self) -> impl Iterator<Item = &Flag> {
        self.list.iter()
    }

    /// All games that are flagged.
    pub fn seen(&self) -> u64 {
        self.seen.iter().sum()
    }

    /// How many games of this kind there were.
    fn seen_of(&mut self, code: Code) -> &mut u64 {
        if self.seen.is_empty() {
            self.seen = vec![0; Code::ALL.len()];
        }
        &mut self.seen[code as usize]
    }

    /// Adds the games of the next piece, in a file of this name, where it starts.
    pub fn merge(&mut self, piece: Flags, name: &str, start: Start, flagger: &Flagger) {
        let mut room: Vec<usize> = vec![PER_KIND; Code::ALL.len()];
        for flag in &self.list {
            room[flag.code as usize] = room[flag.code as usize].saturating_sub(1);
        }
        for flag in piece.list {
            let room = &mut room[flag.code as usize];
            if *room > 0 {
                *room -= 1;
                self.list.push(Flag { place: flag.place.from(start), file: short(name, 4 * LONGEST), ..flag });
            }
        }
        for (&code, &seen) in Code::ALL.iter().zip(&piece.seen) {
            *self.seen_of(code) += seen;
            if room[code as usize] == 0 {
                flagger.full[code as usize].store(true, Ordering::Relaxed);
            }
        }
    }
}

/// A game that may be flagged.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'g, 'a> {
    /// The game, with the findings of its count.
    pub game: &'g Audited<'a>,
    /// Its number in its piece, from 1.
    pub number: u32,
    /// Its count, where it was counted.
    pub score: Option<&'g Score>,
}

/// Flags games.
#[derive(Debug)]
pub struct Flagger {
    lang: Lang,
    /// Kinds of which there are enough: no more boards need be drawn. What is kept does not depend on when a thread
    /// sees that.
    full: Vec<AtomicBool>,
}

impl Flagger {
    /// One that writes in this language.
    pub fn new(lang: Lang) -> Flagger {
        Flagger { lang, full: Code::ALL.iter().map(|_| AtomicBool::new(false)).collect() }
    }

    /// The language of what is written.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Adds a game to the flags of its piece, where it breaks a rule of play or its result cannot be right, as far as
    /// such findings are selected. `lines` belongs to the text of the piece.
    pub fn add(
        &self,
        flags: &mut Flags,
        candidate: &Candidate<'_, '_>,
        selection: Selection,
        lines: &Lines<'_>,
        rescorer: &mut Rescorer,
        settings: &Settings,
    ) {
        let Candidate { game, number, score } = *candidate;
        let Some(finding) = worst(game.findings, selection) else { return };
        let code = finding.code;
        *flags.seen_of(code) += 1;
        let kept = flags.list.iter().filter(|flag| flag.code == code).count();
        if kept >= PER_KIND || self.full[code as usize].load(Ordering::Relaxed) {
            return;
        }
        let header = &game.record.header;
        let player = |name: &str, rank: &str, side: &str| match (short(name, LONGEST), short(rank, LONGEST)) {
            (name, _) if name.is_empty() => side.to_owned(),
            (name, rank) if rank.is_empty() => name,
            (name, rank) => format!("{name} {rank}"),
        };
        let moment = Moment::of(game.record, Rules { ko: game.options.ko }, &[], finding.turn, NUMBERED);
        let own = score.and_then(|score| score.own);
        let position = lines.clone().position(game.record.at as usize);
        let place = Place { game: Some(number), line: position.line as u64, column: position.column as u64 };
        let boards = match (&moment, score) {
            (Some(moment), Some(score)) if is_of_result(code) => {
                vec![self.counted(moment, game, score, rescorer, settings)]
            }
            (Some(moment), _) => self.played(moment, game),
            (None, _) => Vec::new(),
        };
        flags.list.push(Flag {
            place,
            file: String::new(),
            players: format!(
                "{} – {}",
                player(&header.black, &header.black_rank, self.lang.of("Black", "黑")),
                player(&header.white, &header.white_rank, self.lang.of("White", "白"))
            ),
            date: short(&header.date, LONGEST),
            result: short(&header.result, LONGEST),
            code,
            name: code.name(),
            severity: finding.severity,
            title: words::finding(self.lang, code).to_owned(),
            turn: finding.turn.unwrap_or(0),
            detail: short(&words::detail(self.lang, finding, moment.as_ref(), own), LONGEST_DETAIL),
            boards,
        });
    }

    /// The board at a move, and the earlier one that it brings back.
    fn played(&self, moment: &Moment, game: &Audited<'_>) -> Vec<Board> {
        let mut boards = vec![Board { caption: self.caption(moment), diagram: moment.diagram.clone() }];
        if let Some(repetition) = moment.repeats()
            && let Some(earlier) = Moment::of(game.record, moment.rules, &[], Some(repetition.earlier), 0)
        {
            let caption = match (self.lang, earlier.turn) {
                (Lang::English, _) => format!("The position {}, which comes back", repetition.earlier_in_words()),
                (Lang::Chinese, 0) => "开局前的局面，此时重现".to_owned(),
                (Lang::Chinese, turn) if repetition.set_up => format!("第{turn}手后摆出的局面，此时重现"),
                (Lang::Chinese, turn) => format!("第{turn}手后的局面，此时重现"),
            };
            boards.push(Board { caption, diagram: Diagram { mark: None, ..earlier.diagram } });
        }
        boards
    }

    fn caption(&self, moment: &Moment) -> String {
        let point = moment.diagram.mark.map(|mark| point_name(mark.point, moment.diagram.size)).unwrap_or_default();
        let turn = moment.turn;
        let caption = match (self.lang, moment.is_before()) {
            (Lang::English, true) => format!("Before move {turn}, marked at {point}"),
            (Lang::English, false) => format!("After move {turn}, {point}"),
            (Lang::Chinese, true) => format!("第{turn}手之前，该手标于{point}"),
            (Lang::Chinese, false) => format!("第{turn}手之后，{point}"),
        };
        caption.trim_end_matches([' ', ',', '，']).to_owned()
    }

    /// The last board with its dead stones and areas.
    fn counted(
        &self,
        moment: &Moment,
        game: &Audited<'_>,
        score: &Score,
        rescorer: &mut Rescorer,
        settings: &Settings,
    ) -> Board {
        let Ok((board, dead)) = rescorer.life_and_death(game, settings) else {
            return Board { caption: self.caption(moment), diagram: moment.diagram.clone() };
        };
        let owned = Ownership::of(&board, &dead);
        let diagram = Diagram { dead, area: owned.points, ..Diagram::of(&board) };
        let (black, white) = (score.count.black.zi(), score.count.white.zi());
        let caption = match self.lang {
            Lang::English => format!("The end: Black {black} zi, White {white} zi; dead stones are faint"),
            Lang::Chinese => format!("终局：黑{black}子，白{white}子；淡色为死子"),
        };
        Board { caption, diagram }
    }
}

fn is_of_result(code: Code) -> bool {
    matches!(code, Code::WinnerDiffers | Code::ImpossibleMargin)
}

/// What a game is flagged for: its first breach of the rules of play on the main line, else a result that cannot be.
fn worst(findings: &[Finding], selection: Selection) -> Option<&Finding> {
    let selected = || findings.iter().filter(|finding| selection.contains(finding.code));
    let breach = |finding: &&Finding| {
        finding.severity == Severity::Error && finding.code.code().starts_with('R') && finding.variation.is_empty()
    };
    selected().find(breach).or_else(|| selected().find(|finding| is_of_result(finding.code)))
}
