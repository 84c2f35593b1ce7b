//! What a record says: its header, each fact with how it was read, and the turns of play.
//!
//! [`Record::read`] makes a [`Record`] of a game tree. It judges no move: that is the replay's part.

pub(crate) mod date;
pub(crate) mod handicap;
mod judge;
mod komi;
mod number;
mod opening;
mod result;
mod rules;
mod source;
mod zi;

pub use komi::{Komi, KomiContext, KomiDoubt, KomiReading, komi_hint};
pub use opening::{OPENING_TURNS, Opening};
pub use result::{RecordedResult, ResultDoubt, ResultKind, Winner};
pub use rules::{Method, RulesChoice, Ruleset};
pub use source::{Origin, Source};
pub use zi::Zi;

use crate::finding::{Code, Finding};
use crate::go::{Colour, Point, Size};
use crate::sgf::reader::excerpt;
use crate::sgf::{Game, Ident, Property, Reader, Tree, document, value};
use sgf_parse::{SgfNode, SgfProp};
use std::borrow::Cow;

/// One step of a record, in the order in which a replay takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Offset in the text of the property that says so.
    pub at: u32,
    /// What happens.
    pub action: Action,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A side plays or passes (`B`, `W`).
    Turn {
        /// Who.
        colour: Colour,
        /// What.
        play: Play,
        /// What else its node holds.
        company: Company,
    },
    /// A rectangle of points is filled with stones or emptied outside of play (`AB`, `AW`, `AE`); both
    /// corners are the same for a single point. Steps of one node follow each other.
    Stones {
        /// Upper left corner.
        from: Point,
        /// Lower right corner.
        to: Point,
        /// The stones set; `None` empties.
        stone: Option<Colour>,
    },
    /// The record says who plays next (`PL`).
    ToMove(Colour),
    /// Several lines follow from here; the first one's steps follow at once.
    Branch,
    /// The next line of the innermost branch follows: back to its position.
    NextLine,
    /// The innermost branch has no further line.
    EndBranch,
}

/// What a turn plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A point of the board.
    Stone(Point),
    /// A pass (虚着).
    Pass,
    /// A point that is not on this board.
    Off(Point),
    /// A value that is no point: its number in [`Record::unreadable`].
    Unreadable(u32),
}

/// What else stands in a turn's node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// The node holds another turn before this one.
    pub second: bool,
    /// The node sets stones too.
    pub set_up: bool,
    /// The node says with `KO` that the move is to be carried out even if illegal.
    pub ko: bool,
}

impl Company {
    /// Whether the turn is alone in its node.
    #[inline]
    pub fn is_none(self) -> bool {
        !(self.second | self.set_up | self.ko)
    }
}

/// A record: its header as read and its turns.
///
/// Texts are unescaped, otherwise as written, and empty where the property is absent.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Offset in the text at which the game starts.
    pub at: u32,
    /// Whether the game is Go (`GM` is 1 or absent). Another game has no steps.
    pub is_go: bool,
    /// The board (`SZ`; 19×19 where absent); `None` where it cannot be read, and then there are no steps.
    pub size: Option<Size>,
    /// Texts of the header.
    pub header: Header<'a>,
    /// Who made the record, where it can be told.
    pub source: Option<Source>,
    /// The rules, as `RU` was read.
    pub ruleset: Option<Ruleset>,
    /// The komi, as `KM` was read.
    pub komi: Komi,
    /// The handicap, as `HA` was read.
    pub handicap: Option<u32>,
    /// The result, as `RE` was read.
    pub result: RecordedResult,
    /// The first year in `DT`.
    pub year: Option<u16>,
    /// Where the facts stand.
    pub places: Places,
    /// Whether a node tells a clock (`BL`, `WL`).
    pub clocks: bool,
    /// Branches beside the main line.
    pub variations: u32,
    /// The turns and set-ups: of the main line, or of the whole tree.
    pub steps: Vec<Step>,
    /// Values of moves that are no points.
    pub unreadable: Vec<String>,
}

/// Declares the texts of a header once: field, property, meaning.
macro_rules! header {
    ($($field:ident $ident:ident $meaning:literal)*) => {
        /// Texts of a header, unescaped; empty where the property is absent.
        #[derive(Clone, Debug, Default)]
        pub struct Header<'a> {
            $(#[doc = concat!($meaning, " (`", stringify!($ident), "`).")] pub $field: Cow<'a, str>,)*
        }

        impl<'a> Header<'a> {
            /// The same, with its own copy of every text.
            fn into_owned(self) -> Header<'static> {
                Header { $($field: Cow::Owned(self.$field.into_owned()),)* }
            }

            /// Where the text of a property is kept; `None` for one that the header does not have.
            fn slot(&mut self, ident: Ident) -> Option<&mut Cow<'a, str>> {
                match ident {
                    $(Ident::$ident => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

header! {
    game_type GM "Kind of game; 1 is Go"
    size SZ "Board size"
    black PB "Black's name"
    white PW "White's name"
    black_rank BR "Black's rank"
    white_rank WR "White's rank"
    event EV "Event"
    round RO "Round"
    place PC "Place"
    date DT "Date"
    portal_date RD "Date, as Chinese portals write it"
    title TE "Title, as Chinese portals write it"
    name GN "Name of the game"
    rules RU "Rules"
    komi KM "Komi"
    portal_komi KO "Komi, as Chinese portals write it in the root"
    handicap HA "Handicap"
    result RE "Result"
    application AP "The program that wrote the record"
    user US "Who entered the record"
    origin SO "Where the record comes from"
    time TM "Main time in seconds"
    overtime OT "Overtime in words"
    unit UT "`points` where the result is in points although its source writes zi: what `sgfkit fix` adds"
}

/// The main line of a tree of `sgf-parse`, read as if it stood in a file. Offsets count in the text that
/// [`document::to_text`] writes.
///
/// ```
/// use sgfkit::{record::Record, replay::{Options, Replayer}};
///
/// let root = sgf_parse::go::parse("(;SZ[9]KM[7.5];B[ee];W[ce])").unwrap().remove(0);
/// let record = Record::from(&root);
/// assert_eq!(record.komi.value.unwrap().points().to_string(), "7.5");
/// assert_eq!(Replayer::default().replay(&record, Options::default(), &mut Vec::new()).turns, 2);
/// ```
impl<P: SgfProp> From<&SgfNode<P>> for Record<'static> {
    fn from(root: &SgfNode<P>) -> Self {
        let text = document::to_text(root);
        let (mut tree, mut findings) = (Tree::default(), Vec::new());
        Reader::new(&text).read(&mut tree, &mut findings);
        Record::read(Game::new(&text, &tree), Branches::Main, Vec::new(), &mut findings).into_owned()
    }
}

/// Offsets in the text of the properties whose texts the header has; the root's where one is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// `GM`.
    pub game_type: u32,
    /// `SZ`.
    pub size: u32,
    /// `KM`, or `KO` where that stands for it.
    pub komi: u32,
    /// `HA`.
    pub handicap: u32,
    /// `RE`.
    pub result: u32,
}

impl Places {
    fn slot(&mut self, ident: Ident) -> Option<&mut u32> {
        match ident {
            Ident::GM => Some(&mut self.game_type),
            Ident::SZ => Some(&mut self.size),
            Ident::KM => Some(&mut self.komi),
            Ident::HA => Some(&mut self.handicap),
            Ident::RE => Some(&mut self.result),
            _ => None,
        }
    }
}

/// Which branches of a game tree a record takes over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branches {
    /// The main line: always the first child.
    #[default]
    Main,
    /// Every line.
    All,
}

impl<'a> Record<'a> {
    /// Reads a game tree. What is wrong with it goes to `findings`; `steps` is a buffer to use again
    /// ([`Record::into_steps`]).
    pub fn read(game: Game<'a>, branches: Branches, mut steps: Vec<Step>, findings: &mut Vec<Finding>) -> Record<'a> {
        steps.clear();
        let (header, places) = read_header(game, findings);
        let mut record = Record {
            at: game.at(),
            is_go: header.game_type.trim().is_empty() || header.game_type.trim().parse() == Ok(1),
            size: if header.size.trim().is_empty() { Some(Size::STANDARD) } else { value::size(&header.size) },
            source: source(game, &header),
            ruleset: Ruleset::read(&header.rules),
            komi: Komi::default(),
            handicap: None,
            result: RecordedResult::default(),
            year: date::year(&header.date),
            clocks: false,
            variations: game.variations(),
            steps,
            unreadable: Vec::new(),
            places,
            header,
        };
        judge::header(&mut record, findings);
        if let (true, Some(size)) = (record.is_go, record.size) {
            Walk { game, size, record: &mut record, findings }.run(branches);
        }
        record
    }

    /// The same, with its own copy of every text.
    pub fn into_owned(self) -> Record<'static> {
        Record {
            header: self.header.into_owned(),
            at: self.at,
            is_go: self.is_go,
            size: self.size,
            source: self.source,
            ruleset: self.ruleset,
            komi: self.komi,
            handicap: self.handicap,
            result: self.result,
            year: self.year,
            places: self.places,
            clocks: self.clocks,
            variations: self.variations,
            steps: self.steps,
            unreadable: self.unreadable,
        }
    }

    /// Reads a result as this record means it: by its source and its rules.
    pub(crate) fn result_of(&self, text: &str) -> RecordedResult {
        // A corrected copy says that its margin is in points, whoever made the record.
        let source = self.source.filter(|_| self.header.unit.trim() != "points");
        RecordedResult::read(text, source, self.ruleset)
    }

    /// Gives back the buffer of steps.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }
}

/// How many nodes at the start of the main line may hold the header: some programs put it behind the root.
pub(crate) const HEADER_NODES: usize = 3;

/// Whether a property of the header is out of place in a later node. (`KO`, `TE` and others mean something
/// else there.)
pub(crate) fn belongs_in_root(ident: Ident) -> bool {
    use Ident as I;
    matches!(ident, I::GM | I::SZ | I::PB | I::PW | I::BR | I::WR | I::RU | I::KM | I::HA | I::RE | I::DT | I::EV)
}

fn read_header<'a>(game: Game<'a>, findings: &mut Vec<Finding>) -> (Header<'a>, Places) {
    let mut header = Header::default();
    let root = game.node(0).at;
    let mut places = Places { game_type: root, size: root, komi: root, handicap: root, result: root };
    let mut portal_komi = root;
    for (n, node) in game.main_line().take(HEADER_NODES).enumerate() {
        for property in game.properties(node) {
            let ident = property.ident;
            if n > 0 && !belongs_in_root(ident) {
                continue;
            }
            let Some(slot) = header.slot(ident) else { continue };
            let fresh = slot.trim().is_empty();
            if fresh || (n == 0 && ident == Ident::AP) {
                let text = value::text(game.value(property));
                // Two programs in one node, as Fox has them: both are kept.
                *slot = if fresh { text } else { Cow::Owned(format!("{slot} {text}")) };
                let place = if ident == Ident::KO { Some(&mut portal_komi) } else { places.slot(ident) };
                place.into_iter().for_each(|place| *place = property.at);
            }
            if n > 0 {
                let used = if fresh { "used, as the root has none" } else { "left out, as the root has its own" };
                let detail = format!("{ident} belongs in the root; {used}");
                findings.push(Finding::new(Code::MisplacedRootProperty, property.at, detail));
            }
            report_extra_values(game, property, findings);
        }
    }
    if header.komi.trim().is_empty() && !header.portal_komi.trim().is_empty() {
        places.komi = portal_komi;
    }
    (header, places)
}

/// Tells the source from the header and from properties that only one maker writes.
fn source(game: Game<'_>, header: &Header<'_>) -> Option<Source> {
    let root = game.properties(0);
    let has = |ident| root.iter().any(|property| property.ident == ident);
    Source::detect(&Origin {
        application: &header.application,
        place: &header.place,
        origin: &header.origin,
        user: &header.user,
        fox_clock: has(Ident::TC) && has(Ident::TT),
        sina_dialect: has(Ident::TE) && has(Ident::RD) && has(Ident::KO) && !has(Ident::GM),
    })
}

fn report_extra_values(game: Game<'_>, property: &Property, findings: &mut Vec<Finding>) {
    let count = game.spans(property).len();
    if count > 1 {
        let detail = format!("{} takes one value and has {count}; the first is used", property.ident);
        findings.push(Finding::new(Code::ExtraValues, property.at, detail));
    }
}

/// Turns the nodes of a game tree into the steps of a record.
struct Walk<'w, 'a> {
    game: Game<'a>,
    size: Size,
    record: &'w mut Record<'a>,
    findings: &'w mut Vec<Finding>,
}

impl Walk<'_, '_> {
    fn run(&mut self, branches: Branches) {
        match branches {
            Branches::Main => self.main_line(),
            Branches::All => self.tree(),
        }
    }

    fn main_line(&mut self) {
        let mut next = Some(0);
        while let Some(node) = next {
            let last = match plain_moves(self.game, node, self.size, &mut self.record.steps) {
                0 => {
                    self.full_node(node, self.game.properties(node));
                    node
                }
                moves => node + moves as u32 - 1,
            };
            next = self.game.first_child(last);
        }
    }

    /// Every line, first children first. The stack holds the lines still to come, not the nodes above.
    fn tree(&mut self) {
        let mut waiting: Vec<u32> = Vec::new();
        let mut next = Some(0);
        loop {
            while let Some(node) = next {
                self.node(node);
                next = self.game.first_child(node);
                if let Some(sibling) = next.and_then(|child| self.game.next_sibling(child)) {
                    self.push(self.game.node(node).at, Action::Branch);
                    waiting.push(sibling);
                }
            }
            let Some(line) = waiting.pop() else { break };
            self.push(self.game.node(line).at, Action::NextLine);
            match self.game.next_sibling(line) {
                Some(sibling) => waiting.push(sibling),
                None => self.push(self.game.node(line).at, Action::EndBranch),
            }
            next = Some(line);
        }
    }

    fn push(&mut self, at: u32, action: Action) {
        self.record.steps.push(Step { at, action });
    }

    fn node(&mut self, number: u32) {
        let properties = self.game.properties(number);
        if let [property] = properties
            && let Some(step) = plain_move(property, self.size)
        {
            self.record.steps.push(step);
        } else {
            self.full_node(number, properties);
        }
    }

    #[inline(never)]
    fn full_node(&mut self, number: u32, properties: &[Property]) {
        let mut company = Company::default();
        // The values of several properties of one name are one list, which stands where the first does.
        let mut set = [false; 3];
        let before = self.record.steps.len();
        // FF[4]: a node with both is read as two, the set-up first.
        for property in properties {
            let ident = property.ident;
            if let Some((kind, stone)) = set_up(ident) {
                if !std::mem::replace(&mut set[kind], true) {
                    for list in properties.iter().filter(|property| property.ident == ident) {
                        company.set_up |= self.stones(list, stone);
                    }
                }
                continue;
            }
            match ident {
                Ident::KO => company.ko = true,
                Ident::BL | Ident::WL => self.record.clocks = true,
                ident if belongs_in_root(ident) && number > 0 => self.misplaced(property, number),
                _ => {}
            }
        }
        if company.set_up {
            self.report_overlap(properties, before);
        }
        // Beside a move, PL tells who plays after it; but where it stands before a move of the side that it names, whose move
        // that is.
        let first_move = properties.iter().position(|property| property.ident.is_move()).unwrap_or(properties.len());
        let mover = properties.get(first_move).and_then(|property| property.ident.side());
        let (head, tail) = properties.split_at(first_move);
        let (game, is_player) = (self.game, |property: &&Property| property.ident == Ident::PL);
        let names_mover =
            |property: &&Property| mover.is_some() && value::side(game.value(property)).map(|(side, _)| side) == mover;
        for property in head.iter().filter(is_player).filter(names_mover) {
            self.set_to_move(property);
        }
        for property in tail {
            if let Some(colour) = property.ident.side() {
                self.turn(property, colour, company);
                company.second = true;
            }
        }
        for property in
            head.iter().filter(is_player).filter(|property| !names_mover(property)).chain(tail.iter().filter(is_player))
        {
            self.set_to_move(property);
        }
    }

    fn turn(&mut self, property: &Property, colour: Colour, company: Company) {
        report_extra_values(self.game, property, self.findings);
        let span = self.game.spans(property).first().copied().unwrap_or_default();
        let play = match value::point(span.of(self.game.text()), self.size) {
            value::PointValue::On(point) => Play::Stone(point),
            value::PointValue::Off(point) => Play::Off(point),
            value::PointValue::Pass => Play::Pass,
            value::PointValue::Unreadable => self.unreadable(property),
        };
        self.push(property.at, Action::Turn { colour, play, company });
    }

    #[cold]
    fn unreadable(&mut self, property: &Property) -> Play {
        self.record.unreadable.push(self.game.value(property).to_owned());
        Play::Unreadable(self.record.unreadable.len() as u32 - 1)
    }

    /// Reads a list of points to set. Returns whether it set any.
    fn stones(&mut self, property: &Property, stone: Option<Colour>) -> bool {
        let mut any = false;
        for (raw, span) in self.game.values(property).zip(self.game.spans(property)) {
            match value::rectangle(raw) {
                Some((from, to)) if self.size.contains(to) => {
                    self.push(property.at, Action::Stones { from, to, stone });
                    any = true;
                }
                found => {
                    let why = if found.is_some() { "is not on this board" } else { "is no point" };
                    let detail = format!("{} {} {why}; left out", property.ident, excerpt(raw));
                    self.findings.push(Finding::new(Code::BadSetupPoint, span.start, detail));
                }
            }
        }
        any
    }

    /// Reports the first point that a node sets twice, and which of its properties counts: its steps begin with this one.
    fn report_overlap(&mut self, properties: &[Property], first_step: usize) {
        let mut set = [[false; Size::MAX as usize]; Size::MAX as usize];
        for property in properties.iter().filter(|property| set_up(property.ident).is_some()) {
            for (raw, span) in self.game.values(property).zip(self.game.spans(property)) {
                let Some((from, to)) = value::rectangle(raw).filter(|(_, to)| self.size.contains(*to)) else {
                    continue;
                };
                for (x, y) in (from.y()..=to.y()).flat_map(|y| (from.x()..=to.x()).map(move |x| (x, y))) {
                    if std::mem::replace(&mut set[usize::from(y)][usize::from(x)], true) {
                        let holds = |step: &Step| match step.action {
                            Action::Stones { from, to, stone } => {
                                let inside = (from.x()..=to.x()).contains(&x) && (from.y()..=to.y()).contains(&y);
                                inside.then_some(stone)
                            }
                            _ => None,
                        };
                        let counts = match self.record.steps[first_step..].iter().rev().find_map(holds).flatten() {
                            Some(Colour::Black) => "AB",
                            Some(Colour::White) => "AW",
                            None => "AE",
                        };
                        let point = Point::new(x, y);
                        let detail = format!("{point} is set more than once in this node; {counts} counts");
                        return self.findings.push(Finding::new(Code::SetupOverlap, span.start, detail));
                    }
                }
            }
        }
    }

    fn set_to_move(&mut self, property: &Property) {
        let raw = self.game.value(property).trim();
        let (colour, guessed) = value::side(raw).map_or((None, true), |(colour, guessed)| (Some(colour), guessed));
        if guessed {
            let read = colour.map_or("left out".to_string(), |colour| format!("read as {colour}"));
            let detail = format!("PL {} names neither B nor W; {read}", excerpt(raw));
            self.findings.push(Finding::new(Code::PlayerUnreadable, property.at, detail));
        }
        if let Some(colour) = colour {
            self.push(property.at, Action::ToMove(colour));
        }
    }

    /// A root property deeper in the tree than [`read_header`] looks.
    fn misplaced(&mut self, property: &Property, number: u32) {
        if self.game.main_line().take(HEADER_NODES).all(|node| node != number) {
            let detail = format!("{} belongs in the root; left out", property.ident);
            self.findings.push(Finding::new(Code::MisplacedRootProperty, property.at, detail));
        }
    }
}

/// What a property sets, and a number for it; `None` for one that sets nothing.
#[inline]
fn set_up(ident: Ident) -> Option<(usize, Option<Colour>)> {
    match ident {
        Ident::AB => Some((0, Some(Colour::Black))),
        Ident::AW => Some((1, Some(Colour::White))),
        Ident::AE => Some((2, None)),
        _ => None,
    }
}

/// Enters the moves of this node and those that follow it for as long as they are plain. Returns how many they are.
// On its own, so that the loop has the registers of the machine for itself.
#[inline(never)]
fn plain_moves(game: Game<'_>, node: u32, size: Size, steps: &mut Vec<Step>) -> usize {
    let before = steps.len();
    for property in game.lone_properties(node) {
        let Some(step) = plain_move(property, size) else { break };
        steps.push(step);
    }
    steps.len() - before
}

/// What nearly all nodes hold: a stone on the board and nothing else.
#[inline]
fn plain_move(property: &Property, size: Size) -> Option<Step> {
    let colour = property.ident.side()?;
    let point = value::point_of_letters(property.letters, size)?;
    let action = Action::Turn { colour, play: Play::Stone(point), company: Company::default() };
    Some(Step { at: property.at, action })
}
