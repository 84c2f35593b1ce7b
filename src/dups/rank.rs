//! Which copy of a game is the best, and what the others have otherwise.

use super::compare::{Kind, Relation, Settings, relate};
use super::moves::{Moves, TURNS};
use super::store::{Entry, Store};
use crate::finding::{Code, Finding};
use crate::record::date::year;
use crate::sgf::reader::excerpt;
use std::cmp::Reverse;
use std::io;

/// What speaks for a copy, the weightiest first; the greatest is the best.
type Merits = (bool, Reverse<u32>, Reverse<u32>, u32, u8);

/// The best of a cluster.
pub(super) struct Ranking {
    best: u32,
    entry: Entry,
    why: &'static str,
    copies: u32,
    /// The copy whose result the others are held against: the best that has a winner.
    pub(super) reference: u32,
    /// The best copy that breaks no rule of play, and its turns.
    legal: Option<(u32, u32)>,
    result: Entry,
}

/// Looks at the games of a cluster one by one.
pub(super) fn rank(store: &Store, games: &[u32], settings: Settings) -> io::Result<Ranking> {
    let mut longest = 0;
    for &game in games {
        longest = longest.max(store.get(game)?.moves);
    }
    let merits = |entry: &Entry| -> Merits {
        let whole = entry.moves + u32::from(settings.near).max(MOST_PASSES) >= longest;
        let [errors, warnings] = entry.findings;
        (whole, Reverse(errors), Reverse(warnings), entry.moves, entry.filled)
    };
    let (mut best, mut second): (Option<(Merits, u32, Entry)>, Option<Merits>) = (None, None);
    let mut reference: Option<(Merits, u32, Entry)> = None;
    let mut legal: Option<(Merits, u32, u32)> = None;
    for &game in games {
        let entry = store.get(game)?;
        let own = merits(&entry);
        if !entry.winner.is_empty() && reference.as_ref().is_none_or(|(other, ..)| own > *other) {
            reference = Some((own, game, entry.clone()));
        }
        if entry.first_illegal.is_none() && legal.as_ref().is_none_or(|(other, ..)| own > *other) {
            legal = Some((own, game, entry.moves));
        }
        match &best {
            Some((merits, ..)) if own <= *merits => second = second.max(Some(own)),
            _ => second = best.replace((own, game, entry)).map(|(merits, ..)| merits).max(second),
        }
    }
    let (merits, best, entry) = best.unwrap_or((Merits::default(), 0, Entry::default()));
    let why = match second {
        Some(second) if second.0 != merits.0 => "not cut short",
        Some(second) if second.1 != merits.1 => "fewest errors",
        Some(second) if second.2 != merits.2 => "fewest warnings",
        Some(second) if second.3 != merits.3 => "most moves",
        Some(second) if second.4 != merits.4 => "fullest header",
        _ => "first of equals",
    };
    let (_, reference, result) = reference.unwrap_or((merits, best, entry.clone()));
    let legal = legal.map(|(_, game, moves)| (game, moves));
    Ok(Ranking { best, entry, why, copies: games.len() as u32, reference, legal, result })
}

/// Passes at the end that some sources leave out.
const MOST_PASSES: u32 = 3;

/// A copy in its cluster: a row of `clusters.csv`.
#[derive(Debug)]
pub struct Row<'a> {
    /// The number of the cluster, from 1.
    pub cluster: u32,
    /// How many copies the cluster has.
    pub copies: u32,
    /// The copy.
    pub entry: &'a Entry,
    /// The best copy of the cluster.
    pub best: &'a Entry,
    /// Why this one is the best; `None` where it is not.
    pub why: Option<&'static str>,
    relation: Option<Relation>,
}

impl Row<'_> {
    /// How the copy belongs to the best one.
    pub fn kind(&self) -> &'static str {
        match (self.why, self.relation) {
            (Some(_), _) => "best",
            (None, None) => "linked",
            (None, Some(relation)) => match relation.kind {
                Kind::Identical if relation.symmetry == 0 => "identical",
                Kind::Identical => "turned",
                Kind::Cut => "cut",
                Kind::Longer => "longer",
                Kind::Near => "near",
                Kind::Signature => "signature",
            },
        }
    }

    /// How the board is turned; empty where it is not.
    pub fn turn(&self) -> &'static str {
        self.relation.and_then(|relation| TURNS.get(relation.symmetry).copied()).unwrap_or_default()
    }

    /// Moves that differ from the best copy, up to where the shorter one ends.
    pub fn differing(&self) -> Option<u32> {
        self.relation.map(|relation| relation.differing)
    }

    /// The first turn that is not the same in both.
    pub fn first_difference(&self) -> Option<u32> {
        self.relation.and_then(|relation| relation.first)
    }

    /// What the copy has otherwise than the best one: words with a space between. What one of them does not tell is no
    /// difference.
    pub fn differs(&self) -> String {
        let (own, best) = (self.entry, self.best);
        let moves = self.relation.is_none_or(|relation| relation.kind != Kind::Identical) && self.why.is_none();
        let komi = own.komi_value.zip(best.komi_value).is_some_and(|(a, b)| a != b);
        let words = [
            ("moves", moves),
            ("result", results_differ(own, best)),
            ("komi", komi),
            ("players", players_differ(own, best)),
            ("date", dates_differ(own, best)),
        ];
        words.into_iter().filter(|word| word.1).map(|word| word.0).collect::<Vec<_>>().join(" ")
    }
}

fn other(a: &str, b: &str) -> bool {
    !a.is_empty() && !b.is_empty() && a != b
}

/// Whether another player is named.
pub(super) fn players_differ(a: &Entry, b: &Entry) -> bool {
    a.players.iter().zip(&b.players).any(|(a, b)| other(&plain(a), &plain(b)))
}

/// Whether another date is named.
pub(super) fn dates_differ(a: &Entry, b: &Entry) -> bool {
    let (a, b) = (numbers(&a.date), numbers(&b.date));
    !a.starts_with(&b) && !b.starts_with(&a)
}

/// Whether another round is named.
pub(super) fn rounds_differ(a: &Entry, b: &Entry) -> bool {
    other(&plain(&a.round), &plain(&b.round))
}

/// How much of two headers is the same: most where both players are, less where one is and another is not named, a little
/// more with the date. Nothing where a player or the date is another: the same players may well begin twice alike.
pub(super) fn in_common(a: &Entry, b: &Entry) -> u32 {
    let same = |a: &str, b: &str| u32::from(!a.is_empty() && a == b);
    let players: u32 = a.players.iter().zip(&b.players).map(|(a, b)| same(&plain(a), &plain(b))).sum();
    if players == 0 || players_differ(a, b) || dates_differ(a, b) {
        return 0;
    }
    2 * players + same(&numbers(&a.date), &numbers(&b.date))
}

/// A name without what is a matter of taste.
fn plain(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The year, month and day of a date, however they are written, or the year alone.
fn numbers(date: &str) -> String {
    let mut numbers = date.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let Some(first) = numbers.next() else { return String::new() };
    match (first.len(), numbers.next(), numbers.next()) {
        (8, ..) => first.to_owned(),
        (4, Some(month), Some(day)) if month.len() <= 2 && day.len() <= 2 => format!("{first}{month:0>2}{day:0>2}"),
        _ => year(date).map_or_else(String::new, |year| year.to_string()),
    }
}

/// Whether another winner is named.
pub(super) fn winners_differ(a: &Entry, b: &Entry) -> bool {
    let won = |entry: &Entry| !matches!(entry.winner.as_str(), "" | "void");
    won(a) && won(b) && a.winner != b.winner
}

fn results_differ(a: &Entry, b: &Entry) -> bool {
    let counted = |entry: &Entry| entry.margin.is_some() || !["win", "unknown"].contains(&entry.result_kind.as_str());
    let kind = |entry: &Entry| if entry.margin.is_some() { String::new() } else { entry.result_kind.clone() };
    winners_differ(a, b) || (counted(a) && counted(b) && (a.margin != b.margin || kind(a) != kind(b)))
}

impl Ranking {
    pub(super) fn row<'a>(&'a self, cluster: u32, game: u32, entry: &'a Entry, settings: Settings) -> Row<'a> {
        let is_best = game == self.best;
        Row {
            cluster,
            copies: self.copies,
            entry,
            best: &self.entry,
            why: is_best.then_some(self.why),
            relation: if is_best { None } else { relate(&entry.played, &self.entry.played, linked(settings)) },
        }
    }

    /// The best legal copy of one that breaks a rule, where it goes on that far.
    pub(super) fn legal_copy(&self, entry: &Entry) -> Option<u32> {
        let (turn, _) = entry.first_illegal?;
        self.legal.filter(|&(_, moves)| moves >= turn).map(|(game, _)| game)
    }

    pub(super) fn contradicts(&self, game: u32, entry: &Entry) -> bool {
        game != self.reference && results_differ(entry, &self.result)
    }
}

/// Copies of a cluster are copies, however short.
fn linked(settings: Settings) -> Settings {
    Settings { least_moves: 0, ..settings }
}

/// A copy with another result than the best copy that has one, or with an error that another copy has not.
#[derive(Debug)]
pub struct Contradiction {
    /// The number of the copy among all games that were taken, from 0.
    pub number: u32,
    /// The copy.
    pub entry: Entry,
    /// Line and column of what is said.
    pub place: (u64, u64),
    /// What is said of it.
    pub finding: Finding,
}

impl Contradiction {
    pub(super) fn between(number: u32, entry: &Entry, reference: &Entry) -> Option<Contradiction> {
        let code = if winners_differ(entry, reference) { Code::CopiesWinnerDiffers } else { Code::CopiesResultDiffers };
        results_differ(entry, reference).then(|| {
            let detail = format!(
                "{} here; {} in the copy {} game {}",
                shown(&entry.result),
                shown(&reference.result),
                reference.file,
                reference.game
            );
            let finding = Finding { turn: Some(0), ..Finding::new(code, 0, detail) };
            Contradiction { number, entry: entry.clone(), place: entry.result_place, finding }
        })
    }

    /// A copy that breaks a rule, against one that breaks none. A difference behind the error explains nothing.
    pub(super) fn legal(number: u32, entry: &Entry, legal: &Entry, settings: Settings) -> Option<Contradiction> {
        let (turn, place) = entry.first_illegal?;
        let relation = relate(&entry.played, &legal.played, linked(settings))?;
        let first = relation.first.filter(|&first| first <= turn)?;
        let shown = |moves: &Moves| moves.turn_text(first).unwrap_or_else(|| "nothing".to_owned());
        let moves = match TURNS.get(relation.symmetry).copied().unwrap_or_default() {
            "" => format!(": {} here, {} there", shown(&entry.played), shown(&legal.played)),
            turned => format!(" ({turned} there)"),
        };
        let detail = format!(
            "the copy {} game {} breaks no rule; the first move that differs is {first}{moves}",
            legal.file, legal.game
        );
        let finding = Finding { turn: Some(turn), ..Finding::new(Code::CopyIsLegal, 0, detail) };
        Some(Contradiction { number, entry: entry.clone(), place, finding })
    }
}

fn shown(result: &str) -> String {
    format!("RE {}", excerpt(result.trim()))
}
