//! Counts a game anew: dead stones, area, the margin under the chosen komi, and the recorded result against
//! the record's own rules.

use crate::audit::Audited;
use crate::count::{
    Count, Engine, Estimate, Estimator, Group, HandicapReturn, Recorded, Terms, Territory, Verdict, compare,
    dead_by_marks, dead_by_removal, settled,
};
use crate::finding::{Code, Finding};
use crate::go::{Board, Colour, Ownership, PointSet};
use crate::record::{Action, Method, Record, ResultKind, RulesChoice, Ruleset, Step, Winner, Zi, handicap};
use crate::replay::{Ended, Replayer};
use crate::sgf::{Ident, value};

/// Which komi the count takes for even games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiChoice {
    /// This one. Handicap games have none, and Black returns for the stones.
    Fixed(Zi),
    /// The recorded one, and what the record's own rules return for a handicap.
    Recorded,
}

/// Where the dead stones come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeadChoice {
    /// Marks, else proof, else estimate.
    #[default]
    Auto,
    /// The record's marks only.
    Marks,
    /// Proof only.
    Settled,
    /// Proof, else estimate; marks are not looked at.
    Estimate,
    /// No stone is dead: the board as it stands.
    None,
    /// Another program.
    Engine,
}

/// How games are counted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The komi of even games.
    pub komi: KomiChoice,
    /// What Black returns for handicap stones.
    pub handicap_return: HandicapReturn,
    /// Where dead stones come from.
    pub dead: DeadChoice,
    /// Under which rules: the ancient ones have no komi and a tax on groups.
    pub rules: RulesChoice,
    /// Whether games that did not come to counting are counted too.
    pub all: bool,
    /// Whether the engine is asked too where the dead stones come from elsewhere, to be set beside them.
    pub compare_engine: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            komi: KomiChoice::Fixed(Terms::CHINESE_KOMI),
            handicap_return: HandicapReturn::Stones,
            dead: DeadChoice::Auto,
            rules: RulesChoice::Recorded,
            all: false,
            compare_engine: false,
        }
    }
}

named! {
    /// How the dead stones were found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DeadBy {
        /// By the record's marks.
        Marks = "marks",
        /// By proof.
        Settled = "settled",
        /// By playouts.
        Estimate = "estimate",
        /// By another program.
        Engine = "engine",
        /// Not at all: the board as it stands.
        None = "none",
    }
}

/// A counted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// How the dead stones were found.
    pub method: DeadBy,
    /// How sure the judgement of life and death is, in hundredths; `None` for an engine or none.
    pub certainty: Option<u8>,
    /// The count.
    pub count: Count,
    /// What Black gave in it; `None` where the recorded komi was chosen and is unknown.
    pub terms: Option<Terms>,
    /// Dead stones of Black and of White.
    pub dead: [u16; 2],
    /// The margin under the record's own rules and komi; `None` where these are unknown.
    pub own: Option<Zi>,
    /// How the recorded result compares with it; `None` where it cannot be compared.
    pub verdict: Option<Verdict>,
    /// What the engine makes of the same board, where it was asked too.
    pub engine: Option<SecondOpinion>,
}

/// What an engine makes of a board that was counted without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondOpinion {
    /// Stones whose status it judges otherwise.
    pub differing: u16,
    /// The margin under the record's own rules and komi with its dead stones; `None` where these are unknown.
    pub own: Option<Zi>,
    /// How the recorded result compares with that; `None` where it cannot be compared.
    pub verdict: Option<Verdict>,
}

impl Score {
    /// Groups whose status was turned round because the recorded result then comes out: one at most.
    pub fn adjusted(&self) -> u8 {
        matches!(self.verdict, Some(Verdict::Explained(_))).into()
    }

    /// By how much Black wins under the chosen komi, negative where White does; `None` where that komi is unknown.
    pub fn margin(&self) -> Option<Zi> {
        self.terms.map(|terms| self.count.margin(&terms))
    }

    /// Whether the winner under the chosen komi is another than under the record's own rules.
    pub fn winner_changed(&self) -> Option<bool> {
        Some(Winner::of(self.own?) != Winner::of(self.margin()?))
    }
}

named! {
    /// Why a game is not counted. What an engine does not answer has the name of what is unsettled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum NotCounted {
        /// A side resigned.
        #[error("a side resigned")]
        Resign = "resign",
        /// A side overstepped the time.
        #[error("a side lost on time")]
        Time = "time",
        /// A side did not play.
        #[error("a side forfeited the game")]
        Forfeit = "forfeit",
        /// A side lost by a forbidden move.
        #[error("a side lost by a forbidden move")]
        Illegal = "illegal",
        /// The game is void.
        #[error("the game is void")]
        Void = "void",
        /// A side won, and how is not told, and the record stops before two passes.
        #[error("the record names a winner without a margin and stops before two passes")]
        NoResult = "no-result",
        /// There is no result, and the record stops before two passes.
        #[error("the record has no result and stops before two passes")]
        Unfinished = "unfinished",
        /// The result is a count, but the board is still open.
        #[error("the board is still open")]
        Unsettled = "unsettled",
        /// The engine that was asked for the dead stones gave none.
        #[error("the engine gave no dead stones")]
        EngineFailed = "unsettled",
        /// The board size cannot be read.
        #[error("the board size cannot be read")]
        Board = "board",
        /// It is another game than Go.
        #[error("it is not a game of Go")]
        NotGo = "not-go",
    }
}

/// Counts games. Made to be used again: the estimator keeps its buffers, and an engine stays alive.
#[derive(Debug, Default)]
pub struct Rescorer {
    estimator: Estimator,
    engine: Option<Engine>,
    replayer: Replayer,
}

/// The dead stones of a position and how they were found.
struct Dead {
    stones: PointSet,
    found: DeadBy,
    /// The groups of an estimate.
    estimate: Option<Estimate>,
    /// The position that they stand on, where that is not the last one.
    board: Option<Board>,
}

impl Dead {
    /// The groups that may have been judged wrongly, the least certain first.
    // A dead stone may have been left on the board, which nobody pointed at: then it counts as alive. But nobody gives
    // up a group that nearly always lives.
    fn doubted(&self) -> impl Iterator<Item = (&Estimate, &Group)> {
        let groups =
            self.estimate.iter().flat_map(|estimate| estimate.groups.iter().map(move |group| (estimate, group)));
        groups.take(DOUBTED).filter(|(_, group)| group.survival < SAFE)
    }
}

impl Rescorer {
    /// One that asks this program for dead stones where the settings say so.
    pub fn with_engine(engine: Engine) -> Rescorer {
        Rescorer { engine: Some(engine), ..Rescorer::default() }
    }

    /// Counts a game. What is to be said of the result goes to `findings`.
    ///
    /// # Errors
    ///
    /// Why it is not counted.
    pub fn rescore(
        &mut self,
        game: &Audited<'_>,
        settings: &Settings,
        findings: &mut Vec<Finding>,
    ) -> Result<Score, NotCounted> {
        let record = game.record;
        if !record.is_go {
            return Err(NotCounted::NotGo);
        }
        if record.size.is_none() {
            return Err(NotCounted::Board);
        }
        let counted = came_to_counting(game);
        if !settings.all {
            counted?;
        }
        let at = record.places.result;
        let mut report = |code, detail: String| {
            findings.push(Finding::new(code, at, detail).on_turn(game.replay.turns, None));
        };
        let dead = match self.dead(game, settings) {
            Ok(dead) => dead,
            Err(detail) => {
                report(Code::EngineFailed, detail);
                return Err(NotCounted::EngineFailed);
            }
        };
        let board = dead.board.as_ref().unwrap_or(game.board);
        let ownership = Ownership::of(board, &dead.stones);
        let numeric = record.result.margin.is_some();
        if game.replay.ended != Ended::TwoPasses && numeric && !settings.all {
            if is_open(board, &ownership) {
                return Err(NotCounted::Unsettled);
            }
            let detail = "the result is a count, but the record stops before two passes".to_owned();
            report(Code::CountBeforeEnd, detail);
        }
        let stones = handicap_stones(game);
        let terms = terms(record, stones, settings);
        let mut score = Score {
            method: dead.found,
            certainty: match dead.found {
                DeadBy::Marks | DeadBy::Settled => Some(100),
                DeadBy::Estimate => dead.estimate.as_ref().map(Estimate::confidence),
                DeadBy::Engine | DeadBy::None => None,
            },
            count: Count::of(&ownership),
            terms,
            dead: [Colour::Black, Colour::White].map(|side| (PointSet::stones(board, side) & dead.stones).len()),
            own: None,
            verdict: None,
            engine: None,
        };
        let own = OwnRules::of(game, stones, settings.rules);
        if settings.compare_engine && dead.found != DeadBy::Engine {
            match self.ask_engine(board) {
                Ok(other) => {
                    score.engine = Some(second_opinion(record, board, own.as_ref(), stones, &dead.stones, &other))
                }
                Err(detail) => report(Code::EngineFailed, detail),
            }
        }
        if let Some(own) = own {
            let margin = own.margin(board, &dead.stones);
            score.own = Some(margin);
            score.verdict = recorded(record).map(|recorded| {
                let otherwise = dead.doubted().map(|(estimate, group)| own.margin(board, &estimate.flipped(group)));
                compare(margin, recorded, &own.terms, stones, otherwise)
            });
            let is_exact = score.verdict == Some(Verdict::Agrees) && numeric;
            // The record stands by such a komi only where its margin agrees: to call a result wrong by it would be a false
            // alarm.
            if record.komi.is_unknown_zero(stones.into()) && !is_exact {
                (score.own, score.verdict) = (None, None);
            }
            report_verdict(&score, record, &dead, &mut report);
            report_impossible(&own, record, board, &mut report);
        }
        // Where no stone was judged, the board tells neither seki nor neutral points.
        if dead.found != DeadBy::None {
            report_board(game, board, &ownership, &dead.stones, &mut report);
        }
        Ok(score)
    }

    /// The position that a game is counted on, and its dead stones: those that [`Rescorer::rescore`] counts with.
    ///
    /// # Errors
    ///
    /// What an engine failed at.
    pub fn life_and_death(&mut self, game: &Audited<'_>, settings: &Settings) -> Result<(Board, PointSet), String> {
        let dead = self.dead(game, settings)?;
        Ok((dead.board.unwrap_or_else(|| game.board.clone()), dead.stones))
    }

    fn dead(&mut self, game: &Audited<'_>, settings: &Settings) -> Result<Dead, String> {
        let board = game.board;
        let plain = |stones, found| Dead { stones, found, estimate: None, board: None };
        let none = || plain(PointSet::EMPTY, DeadBy::None);
        let marks = matches!(settings.dead, DeadChoice::Auto | DeadChoice::Marks);
        if marks && let Some(dead) = self.marked(game) {
            return Ok(dead);
        }
        match settings.dead {
            DeadChoice::None | DeadChoice::Marks => return Ok(none()),
            DeadChoice::Engine => return self.ask_engine(board).map(|dead| plain(dead, DeadBy::Engine)),
            DeadChoice::Auto | DeadChoice::Settled | DeadChoice::Estimate => {}
        }
        if let Some(dead) = settled(board) {
            return Ok(plain(dead, DeadBy::Settled));
        }
        if settings.dead == DeadChoice::Settled {
            return Ok(none());
        }
        let estimate = self.estimator.estimate(board);
        Ok(Dead { stones: estimate.dead, found: DeadBy::Estimate, estimate: Some(estimate), board: None })
    }

    fn ask_engine(&mut self, board: &Board) -> Result<PointSet, String> {
        let engine = self.engine.as_mut().ok_or("no engine is given")?;
        engine.dead(board).map_err(|error| error.to_string())
    }

    /// The dead stones as the record's last node marks them, or takes them off.
    fn marked(&mut self, game: &Audited<'_>) -> Option<Dead> {
        let marks = |ident| -> PointSet {
            let last = game.game.main_line().last();
            let properties = last.into_iter().flat_map(|node| game.game.properties(node));
            let values = properties.filter(|property| property.ident == ident).flat_map(|p| game.game.values(p));
            let corners = values.filter_map(value::rectangle);
            let points = corners
                .flat_map(|(from, to)| (from.y()..=to.y()).flat_map(move |y| (from.x()..=to.x()).map(move |x| (x, y))));
            points.filter_map(|(x, y)| game.board.size().point(x, y)).collect()
        };
        let marks = [marks(Ident::TB), marks(Ident::TW)];
        if let Ok(stones) = dead_by_marks(game.board, &marks)
            && are_whole(game.board, &marks, &stones)
        {
            return Some(Dead { stones, found: DeadBy::Marks, estimate: None, board: None });
        }
        let taken_off = |step: &&Step| matches!(step.action, Action::Stones { stone: None, .. });
        let steps = game.record.steps.split(|step| step.action == Action::NextLine).next().unwrap_or_default();
        // Who would be to move says nothing of stones.
        let behind = steps.iter().rev().take_while(|step| matches!(step.action, Action::ToMove(_))).count();
        let steps = &steps[..steps.len() - behind];
        let removals = steps.iter().rev().take_while(taken_off).count();
        if removals == 0 || game.replay.turns == 0 {
            return None;
        }
        let mut before = game.record.clone();
        before.steps.truncate(steps.len() - removals);
        self.replayer.replay(&before, game.options, &mut Vec::new());
        let board = self.replayer.board().clone();
        let stones = dead_by_removal(&board, game.board).ok()?;
        Some(Dead { stones, found: DeadBy::Marks, estimate: None, board: Some(board) })
    }
}

/// Whether territory marks tell what they should: what they give to a side is its own once the dead stones are gone, and
/// where they give nothing to a side, no more is left to nobody than in a finished game. Some programs mark a point or
/// one side only.
fn are_whole(board: &Board, marks: &[PointSet; 2], dead: &PointSet) -> bool {
    let ownership = Ownership::of(board, dead);
    let is_own = |side: usize| (marks[side] - ownership.points[side] - ownership.stones[side]).is_empty();
    let of_both = marks.iter().all(|marks| !marks.is_empty());
    is_own(0) && is_own(1) && (of_both || !is_shared(board, &ownership))
}

/// Whether a tenth of a board or more belongs to nobody.
fn is_shared(board: &Board, ownership: &Ownership) -> bool {
    u32::from(ownership.shared.len()) * 10 > board.size().points()
}

/// Whether a board is still open: a tenth of it belongs to nobody, or it holds stones on less than a quarter of its
/// points, be they all of one side.
fn is_open(board: &Board, ownership: &Ownership) -> bool {
    let points = board.size().points();
    let stones = board.stones(Colour::Black) + board.stones(Colour::White);
    is_shared(board, ownership) || u32::from(stones) * 4 < points
}

/// A group that survives so often, in thousandths, is not taken for dead to explain a recorded result.
const SAFE: u16 = 900;

/// The least certain groups that are judged the other way, one at a time, to explain a recorded result.
const DOUBTED: usize = 8;

/// The stones that Black returns for.
fn handicap_stones(game: &Audited<'_>) -> u16 {
    u16::try_from(handicap::stones(game.replay.handicap_stones, game.record.handicap)).unwrap_or(u16::MAX)
}

/// Whether a game was decided by counting; else why it was not.
fn came_to_counting(game: &Audited<'_>) -> Result<(), NotCounted> {
    let two_passes = game.replay.ended == Ended::TwoPasses;
    match game.record.result.kind {
        ResultKind::Points | ResultKind::Zi | ResultKind::Draw => Ok(()),
        ResultKind::Resign => Err(NotCounted::Resign),
        ResultKind::Time => Err(NotCounted::Time),
        ResultKind::Forfeit => Err(NotCounted::Forfeit),
        ResultKind::Illegal => Err(NotCounted::Illegal),
        ResultKind::Void => Err(NotCounted::Void),
        ResultKind::Win | ResultKind::Unknown if two_passes => Ok(()),
        ResultKind::Win => Err(NotCounted::NoResult),
        ResultKind::Unknown => Err(NotCounted::Unfinished),
    }
}

/// What Black gives under the chosen komi; `None` where that is the recorded one, and it is unknown.
fn terms(record: &Record<'_>, stones: u16, settings: &Settings) -> Option<Terms> {
    if settings.rules.is_ancient(record.ruleset) {
        return Some(Terms::ancient());
    }
    let returned = settings.handicap_return.of(stones);
    Some(match settings.komi {
        KomiChoice::Recorded => {
            let returned = own_return(settings.rules.of_record(record.ruleset), stones);
            Terms { komi: record.komi.value?, returned, group_tax: false }
        }
        KomiChoice::Fixed(_) if stones >= 2 => Terms { komi: Zi::ZERO, returned, group_tax: false },
        KomiChoice::Fixed(komi) => Terms::even(komi),
    })
}

/// What the record's own rules return for a handicap.
fn own_return(ruleset: Option<Ruleset>, stones: u16) -> Zi {
    ruleset.map_or(HandicapReturn::None, HandicapReturn::from).of(stones)
}

/// The rules that a record was played under.
struct OwnRules {
    method: Method,
    terms: Terms,
    taken: [u16; 2],
}

impl OwnRules {
    /// `None` where rules or komi are unknown. Where the record names no rules, those chosen are its own.
    fn of(game: &Audited<'_>, stones: u16, rules: RulesChoice) -> Option<OwnRules> {
        let (record, replay) = (game.record, game.replay);
        let ruleset = rules.of_record(record.ruleset)?;
        let terms = match ruleset {
            Ruleset::Ancient => Terms::ancient(),
            _ => Terms { komi: record.komi.value?, returned: own_return(Some(ruleset), stones), group_tax: false },
        };
        // Under territory rules a suicide gives the other side prisoners.
        let taken = [0, 1].map(|side| replay.captures[side].saturating_add(replay.suicides[1 - side]));
        let taken = taken.map(|taken| u16::try_from(taken).unwrap_or(u16::MAX));
        Some(OwnRules { method: ruleset.method(), terms, taken })
    }

    fn margin(&self, board: &Board, dead: &PointSet) -> Zi {
        match self.method {
            Method::Area => Count::of(&Ownership::of(board, dead)).margin(&self.terms),
            Method::Territory => Territory::of(board, dead).margin(self.taken) - self.terms.komi - self.terms.returned,
        }
    }
}

/// The engine's dead stones against ours, and the recorded result against a count with them.
fn second_opinion(
    record: &Record<'_>,
    board: &Board,
    own: Option<&OwnRules>,
    stones: u16,
    ours: &PointSet,
    theirs: &PointSet,
) -> SecondOpinion {
    let own = own.filter(|_| !record.komi.is_unknown_zero(stones.into()));
    let margin = own.map(|own| (own.margin(board, theirs), &own.terms));
    SecondOpinion {
        differing: ((*ours - *theirs) | (*theirs - *ours)).len(),
        own: margin.map(|(margin, _)| margin),
        verdict: margin.zip(recorded(record)).map(|((margin, terms), recorded)| {
            let no_alternatives = std::iter::empty();
            compare(margin, recorded, terms, stones, no_alternatives)
        }),
    }
}

fn recorded(record: &Record<'_>) -> Option<Recorded> {
    let result = record.result;
    match (result.winner?, result.margin) {
        (Winner::Black, Some(margin)) => Some(Recorded::Margin(margin)),
        (Winner::White, Some(margin)) => Some(Recorded::Margin(-margin)),
        (Winner::Draw, _) => Some(Recorded::Margin(Zi::ZERO)),
        (Winner::Void, _) => None,
        (winner, None) => Some(Recorded::Winner(winner)),
    }
}

fn report_verdict(score: &Score, record: &Record<'_>, dead: &Dead, report: &mut impl FnMut(Code, String)) {
    let (Some(own), Some(verdict)) = (score.own, score.verdict) else { return };
    let written = record.header.result.trim();
    let read = recorded(record).and_then(|recorded| match recorded {
        Recorded::Margin(margin) => Some(margin.result()).filter(|read| read != written),
        Recorded::Winner(_) => None,
    });
    let read = read.map_or_else(String::new, |read| format!(" (in points {read})"));
    let facts = || format!("the count gives {}, the record {written}{read}", own.result());
    match verdict {
        Verdict::Agrees => {}
        Verdict::Explained(number) => {
            let named = dead.doubted().nth(number).and_then(|(_, group)| Some((group.stones.first()?, group)));
            if let Some((point, group)) = named {
                let (was, is) = if group.is_dead() { ("dead", "alive") } else { ("alive", "dead") };
                report(Code::ResultExplained, format!("{}, as it is if the group at {point} is {is}", facts()));
                let detail = format!("the {} group at {point}, judged {was}, is taken for {is}", group.colour);
                report(Code::StatusAdjusted, detail);
            }
        }
        Verdict::MarginDiffers(difference) => report(Code::ResultDiffers, format!("{}; {difference}", facts())),
        Verdict::WinnerDiffers(difference) => report(Code::WinnerDiffers, format!("{}; {difference}", facts())),
    }
}

/// A recorded margin beyond the whole board and what Black gives under the record's own rules. Prisoners may
/// add up to more than a board, so only area rules set such a bound.
fn report_impossible(own: &OwnRules, record: &Record<'_>, board: &Board, report: &mut impl FnMut(Code, String)) {
    let Some(margin) = record.result.margin else { return };
    let whole = Zi::from_half_points(2 * board.size().points() as i32);
    let given = own.terms.komi + own.terms.returned;
    let most = if record.result.winner == Some(Winner::Black) { whole - given } else { whole + given };
    if own.method == Method::Area && margin > most {
        let detail = format!("{} points are more than the board allows", margin.points());
        report(Code::ImpossibleMargin, detail);
    }
}

/// Seki and neutral points, where the game came to its end.
fn report_board(
    game: &Audited<'_>,
    board: &Board,
    ownership: &Ownership,
    dead: &PointSet,
    report: &mut impl FnMut(Code, String),
) {
    let territory = Territory::of(board, dead);
    let seki = territory.seki[0] | territory.seki[1];
    if let Some(point) = seki.first() {
        report(Code::Seki, format!("{} stones live in seki, one of them at {point}", seki.len()));
    }
    let dame = ownership.shared - seki.beside(&ownership.shared).fill(&ownership.shared);
    if game.replay.ended == Ended::TwoPasses
        && let Some(point) = dame.first()
    {
        let detail = format!("neutral points that nobody took: {}, one of them at {point}", dame.len());
        report(Code::DameLeft, detail);
    }
}
