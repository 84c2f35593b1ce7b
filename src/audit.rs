//! From the bytes of a file to judged games: the whole way of one piece, without any input or output.

use crate::causes::{Cause, Examiner};
use crate::clock;
use crate::finding::{Code, Finding};
use crate::go::Board;
use crate::record::{self, Record, Step};
use crate::replay::{self, Replay, Replayer};
use crate::sgf::text::{self, Charset, TextFaultKind};
use crate::sgf::{Game, Lines, Property, Reader, Tree};
use std::fmt::Write;

/// What an audit looks at, and how it judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which lines of play are audited.
    pub branches: record::Branches,
    /// How the rules are applied.
    pub replay: replay::Options,
    /// Whether the cause of a game's first error is looked for.
    pub causes: bool,
}

/// A game that was read, replayed and judged.
#[derive(Debug)]
pub struct Audited<'a> {
    /// The text of the piece that the game stands in; all offsets count in it.
    pub text: &'a str,
    /// The character set that the game was read in.
    pub charset: Charset,
    /// The game tree.
    pub game: Game<'a>,
    /// What the record says.
    pub record: &'a Record<'a>,
    /// How it was judged.
    pub options: replay::Options,
    /// What the replay of the main line came to.
    pub replay: Replay,
    /// The last position of the main line.
    pub board: &'a Board,
    /// All that was found, in the order of the text.
    pub findings: &'a [Finding],
    /// Why the record is wrong, where [`Options::causes`] asks for it and the main line has an error.
    pub cause: Option<Cause>,
}

/// What was found in a piece of text.
#[derive(Debug)]
pub enum Found<'a> {
    /// A game.
    Game(Audited<'a>),
    /// What stands behind the last game and belongs to none.
    Rest {
        /// The text of the piece.
        text: &'a str,
        /// What was found.
        findings: &'a [Finding],
    },
}

/// Audits pieces of files. Made to be used again: it keeps its buffers.
///
/// ```
/// use sgfkit::audit::{Auditor, Found, Options};
///
/// let bytes = b"(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[ee])";
/// let mut names = Vec::new();
/// Auditor::default().audit(bytes, Options::default(), |found, _| {
///     if let Found::Game(game) = found {
///         names.extend(game.findings.iter().map(|finding| (finding.turn, finding.code.name())));
///     }
/// });
/// assert_eq!(names, [(Some(2), "occupied")]);
/// ```
#[derive(Debug, Default)]
pub struct Auditor {
    reader: Option<Reader<'static>>,
    tree: Tree,
    replayer: Replayer,
    examiner: Examiner,
    steps: Vec<Step>,
    findings: Vec<Finding>,
}

impl Auditor {
    /// Reads every game of a piece and hands each over, with a cursor that turns its offsets into lines and
    /// columns; at the end, what belongs to no game. A piece is at most 4 GiB long: [`run`](crate::run) cuts longer files.
    pub fn audit(&mut self, bytes: &[u8], options: Options, mut each: impl FnMut(Found<'_>, &mut Lines<'_>)) {
        let text = text::decode(bytes);
        let mut faults = text.faults().iter().peekable();
        let content = text.as_str();
        let mut lines = Lines::new(content);
        let mut reader = match self.reader.take() {
            Some(reader) => reader.reuse(content),
            None => Reader::new(content),
        };
        loop {
            self.findings.clear();
            let found = reader.read(&mut self.tree, &mut self.findings);
            while let Some(fault) = faults.next_if(|fault| !found || fault.at < self.tree.end()) {
                self.findings.push(text_finding(fault.at, &fault.kind));
            }
            if !found {
                break;
            }
            let game = Game::new(content, &self.tree);
            let record = Record::read(game, options.branches, std::mem::take(&mut self.steps), &mut self.findings);
            if record.clocks {
                clock::judge(game, &record, &mut self.findings);
            }
            let replay = self.replayer.replay(&record, options.replay, &mut self.findings);
            place(&mut self.findings, game, record.variations > 0);
            let mut audited = Audited {
                text: content,
                charset: text.charset_at(game.at() as usize),
                game,
                record: &record,
                options: options.replay,
                replay,
                board: self.replayer.board(),
                findings: &self.findings,
                cause: None,
            };
            if options.causes {
                audited.cause = self.examiner.examine(&audited, options.replay);
            }
            each(Found::Game(audited), &mut lines);
            self.steps = record.into_steps();
        }
        self.reader = Some(reader.reuse(""));
        each(Found::Rest { text: content, findings: &self.findings }, &mut lines);
    }
}

/// Everything that is wrong with the games in these bytes, under the Chinese rules and on the main lines. For as many as an
/// [`Auditor`] takes at once.
///
/// ```
/// let findings = sgfkit::audit_bytes(b"(;GM[1]SZ[5];B[cc];W[cc])");
/// assert_eq!(findings[0].to_string(), "move 2: occupied: a stone of Black stands there");
/// ```
pub fn audit_bytes(bytes: &[u8]) -> Vec<Finding> {
    let mut all = Vec::new();
    Auditor::default().audit(bytes, Options::default(), |found, _| match found {
        Found::Game(game) => all.extend_from_slice(game.findings),
        Found::Rest { findings, .. } => all.extend_from_slice(findings),
    });
    all
}

fn text_finding(at: usize, kind: &TextFaultKind) -> Finding {
    let at = at as u32;
    match kind {
        TextFaultKind::Lost(count) => Finding::new(
            Code::TextLost,
            at,
            format!("characters that could not be read: {count}; U+FFFD stands for them"),
        ),
        TextFaultKind::Nul(count) => Finding::new(Code::NulBytes, at, format!("NUL characters: {count}")),
        TextFaultKind::Guessed(charset) => {
            let detail = format!("no character set is declared and this is no UTF-8; read as {}", charset.name());
            Finding::new(Code::CharsetGuessed, at, detail)
        }
        TextFaultKind::Differs { declared, read_as } => {
            let detail = format!("CA says {declared}; read as {}", read_as.name());
            Finding::new(Code::CharsetDiffers, at, detail)
        }
    }
}

/// The longest way through branches that a finding names; a longer one begins with `…`.
const LONGEST_WAY: usize = 200;

/// Puts findings in the order of the text, and gives those that only know their offset the turn and the
/// variation that they stand in.
fn place(findings: &mut [Finding], game: Game<'_>, has_branches: bool) {
    findings.sort_by_key(|finding| finding.at);
    // Made once, where anything asks for it: a game may hold as many findings as nodes.
    let mut ways = None;
    for finding in findings {
        let node = game.node_at(finding.at).unwrap_or(0);
        if finding.turn.is_none() && node == 0 {
            finding.turn = Some(0);
        }
        if finding.turn.is_none() || has_branches {
            let ways = ways.get_or_insert_with(|| Ways::of(game));
            finding.turn.get_or_insert(ways.turns[node as usize]);
            finding.variation = ways.variation(game, node);
        }
    }
}

/// For each node, how far into the game it is and on which branch.
struct Ways {
    /// Turns from the root up to the node, its own included.
    turns: Vec<u32>,
    /// The nearest node, it or one above it, that is one of several children; 0 where there is none.
    branch: Vec<u32>,
    /// Whether the node is on the main line.
    main: Vec<bool>,
}

impl Ways {
    fn of(game: Game<'_>) -> Ways {
        let room = || Vec::with_capacity(game.len());
        let mut ways = Ways { turns: room(), branch: room(), main: Vec::with_capacity(game.len()) };
        for node in 0..game.len() as u32 {
            let is_turn = |property: &&Property| property.ident.is_move();
            let own = game.properties(node).iter().filter(is_turn).count() as u32;
            let (before, above, main) = match game.parent(node).map(|parent| parent as usize) {
                Some(parent) => (ways.turns[parent], ways.branch[parent], ways.main[parent]),
                None => (0, 0, true),
            };
            let is_branch = game.has_siblings(node);
            ways.turns.push(before + own);
            ways.branch.push(if is_branch { node } else { above });
            ways.main.push(main && (!is_branch || game.child_number(node) == 1));
        }
        ways
    }

    /// The way to a node: the number of the child, from 1, taken at each node with several. Empty on the
    /// main line.
    fn variation(&self, game: Game<'_>, node: u32) -> String {
        if self.main[node as usize] {
            return String::new();
        }
        let branches = std::iter::successors(Some(self.branch[node as usize]), |&node| {
            game.parent(node).map(|parent| self.branch[parent as usize])
        });
        let mut numbers: Vec<u32> =
            branches.take_while(|&node| node != 0).take(LONGEST_WAY + 1).map(|node| game.child_number(node)).collect();
        let mut way = String::with_capacity(2 * numbers.len());
        if numbers.len() > LONGEST_WAY {
            numbers.truncate(LONGEST_WAY);
            way.push('…');
        }
        for number in numbers.iter().rev() {
            let dot = if way.is_empty() { "" } else { "." };
            // Writing to a string does not fail.
            let _ = write!(way, "{dot}{number}");
        }
        way
    }
}
