//! Findings: what is wrong, odd or guessed in a file, a record or a game.
//!
//! Every kind of finding is one line of the table in this file and one page in `text/`. A code's first letter
//! is the stage that finds it: F files, T text, S syntax, H header, R rules of play, K clocks, C counting, D copies of
//! a game; its first digit is the theme. Codes and names are an interface: none is changed or used again for something else.
//!
//! ```
//! use sgfkit::finding::{Code, Finding, Severity, explain};
//!
//! let code = Code::find("suicide").unwrap();
//! assert_eq!((code.code(), code.severity()), ("R103", Severity::Error));
//! assert!(explain(code).prose.contains("article 5"));
//!
//! let finding = Finding::new(code, 120, "the stone at aa has no liberty");
//! assert_eq!(finding.severity, Severity::Error);
//! ```

mod explain;
mod point_text;
mod selection;

pub use explain::{Example, Explanation, explain};
pub use point_text::PointText;
pub use selection::{Selection, UnknownCode};

use crate::go::Colour;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing: a guess, or something that is harmless where it was meant.
    #[default]
    Note,
    /// The record is probably not what its maker meant, or something of it was lost.
    Warning,
    /// A rule of the game is broken, or there is no game to read.
    Error,
}

impl Severity {
    /// Every severity, from the lightest.
    pub const ALL: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

    /// `note`, `warning` or `error`, as `findings.csv` writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the table says of a code.
struct Row {
    code: &'static str,
    name: &'static str,
    severity: Severity,
    summary: &'static str,
    explanation: &'static str,
}

macro_rules! codes {
    ($($variant:ident, $code:literal, $name:literal, $severity:ident, $summary:literal;)*) => {
        /// A kind of finding. Ordered by stage and theme, as in the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $code, "` `", $name, "`: ", $summary, ".")] $variant,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];
        }

        static TABLE: [Row; Code::ALL.len()] = [$(Row {
            code: $code,
            name: $name,
            severity: Severity::$severity,
            summary: $summary,
            explanation: include_str!(concat!("text/", $name, ".md")),
        },)*];
    };
}

codes! {
    // Files.
    UnreadableFile, "F101", "unreadable-file", Error, "the file cannot be opened or read";
    NoGame, "F102", "no-game", Error, "no game was found in the file";
    DamagedArchive, "F103", "damaged-archive", Error, "an archive or a member of it cannot be unpacked";
    EncryptedMember, "F104", "encrypted-member", Error, "a member of an archive needs a password";
    ArchiveLimit, "F105", "archive-limit", Error, "an archive unpacks to more than the limits allow";
    UnsupportedArchive, "F106", "unsupported-archive", Error, "an archive is packed in a way that is not read";
    Crashed, "F201", "crashed", Error, "a fault of the program, contained while it worked on this file";

    // Text.
    TextLost, "T101", "text-lost", Warning, "bytes that are no text in the character set were replaced";
    NulBytes, "T102", "nul-bytes", Warning, "the file holds NUL bytes";
    CharsetDiffers, "T201", "charset-differs", Note, "CA names another character set than the text is in";
    CharsetGuessed, "T202", "charset-guessed", Note, "the character set is not told and was guessed";

    // Syntax: the frame of trees and nodes.
    MissingParenthesis, "S101", "missing-parenthesis", Warning, "a game begins without its parenthesis";
    MissingSemicolon, "S102", "missing-semicolon", Warning, "a node begins without its semicolon";
    SurplusParenthesis, "S103", "surplus-parenthesis", Note, "a closing parenthesis closes nothing";
    EmptyTree, "S104", "empty-tree", Warning, "a pair of parentheses holds no node";
    NestedGame, "S105", "nested-game", Note, "a game begins inside one that is not closed";
    NodeAfterVariation, "S106", "node-after-variation", Warning, "a node follows a closed variation";
    // Syntax: text where none belongs, and text that is missing.
    CutOff, "S201", "cut-off", Warning, "the file ends before its last game does";
    UnclosedValue, "S202", "unclosed-value", Warning, "a value has no closing bracket";
    StrayBracket, "S203", "stray-bracket", Warning, "a bracket stands outside a value";
    StrayText, "S204", "stray-text", Note, "text stands outside a game or a value";
    // Syntax: properties.
    ValueMissing, "S301", "value-missing", Note, "an identifier has no value";
    IdentifierGuessed, "S302", "identifier-guessed", Note, "an identifier is written in small letters";
    DuplicateProperty, "S303", "duplicate-property", Note, "an identifier stands twice in a node";
    ExtraValues, "S304", "extra-values", Note, "a property of one value has several";
    MisplacedRootProperty, "S305", "misplaced-root-property", Note, "a property of the header stands in a later node";
    // Syntax: set-up.
    BadSetupPoint, "S401", "bad-setup-point", Warning, "a point to be set is unreadable or off the board";
    SetupOverlap, "S402", "setup-overlap", Note, "a node sets a point more than once";
    // Syntax: limits.
    TooBig, "S501", "too-big", Error, "a game is larger than the reader takes";

    // Header: the game and the board.
    NotGo, "H101", "not-go", Note, "the record is not one of Go";
    SizeUnreadable, "H102", "size-unreadable", Error, "the board size cannot be read";
    // Header: komi.
    KomiUnreadable, "H201", "komi-unreadable", Warning, "the komi cannot be read";
    KomiGuessed, "H202", "komi-guessed", Note, "the komi was read by a rule that is not SGF's";
    KomiZero, "H203", "komi-zero", Note, "the komi is 0 in a record whose maker writes 0 for unknown";
    KomiOdd, "H204", "komi-odd", Warning, "no such komi is in use";
    KomiHint, "H205", "komi-hint", Note, "the komi is missing, but a text of the header names one";
    // Header: result.
    ResultUnreadable, "H301", "result-unreadable", Warning, "the result cannot be read";
    ResultGuessed, "H302", "result-guessed", Note, "the result was read by a rule that is not SGF's";
    ResultAgainstKomi, "H303", "result-against-komi", Warning, "no count gives this result with this komi";
    ResignerMovedLast, "H304", "resigner-moved-last", Note, "the side that resigned played the last move";
    // Header: handicap.
    HandicapUnreadable, "H401", "handicap-unreadable", Warning, "the handicap cannot be read";
    HandicapMismatch, "H402", "handicap-mismatch", Warning, "the handicap is not the number of stones set";
    // Header: who plays first.
    PlayerUnreadable, "H501", "player-unreadable", Warning, "PL names neither B nor W";
    WhiteFirst, "H502", "white-first", Warning, "White plays first in an even game";
    BlackFirst, "H503", "black-first", Warning, "Black plays first after a set handicap";
    SetStonesMissing, "H504", "set-stones-missing", Note, "the stones that the ancient rules set are not there";

    // Rules: a single move.
    OffBoard, "R101", "off-board", Error, "a move is not on the board";
    Occupied, "R102", "occupied", Error, "a stone is played where one stands";
    Suicide, "R103", "suicide", Error, "a stone is played where its side has no liberty";
    BadPoint, "R104", "bad-point", Error, "the value of a move is no point";
    // Rules: repetition.
    KoRetake, "R201", "ko-retake", Error, "a ko is retaken at once";
    SuperkoSituational, "R202", "superko-situational", Error, "a position comes back with the same side to move";
    SuperkoPositional, "R203", "superko-positional", Warning, "a position comes back with the other side to move";
    // Rules: turns.
    DoubleMove, "R301", "double-move", Error, "a side plays twice running";
    LeadingRun, "R302", "leading-run", Note, "the game opens with a run of black moves";
    TwoMovesInNode, "R303", "two-moves-in-node", Warning, "a node holds more than one move";
    AfterEnd, "R304", "after-end", Note, "a stone is played after two passes";
    // Rules: set-up.
    SetupMidGame, "R401", "setup-mid-game", Note, "stones are set in the middle of the game";
    SetupAndMoveInNode, "R402", "setup-and-move-in-node", Note, "a node sets stones and plays a move";
    SetupNoLiberties, "R403", "setup-no-liberties", Warning, "a set-up leaves stones without a liberty";

    // Clocks.
    ClockGrows, "K101", "clock-grows", Note, "a clock shows more time than before, and nothing gives any";
    ClockAgainstTerms, "K102", "clock-against-terms", Note, "a clock shows what TM and OT do not give";
    ClockUnreadable, "K103", "clock-unreadable", Note, "a clock shows no number of seconds, periods or moves";
    MoveAfterFlag, "K201", "move-after-flag", Warning, "a side moves whose time is over";
    TimeLoserHadTime, "K202", "time-loser-had-time", Warning, "the side that lost on time had time and was not to move";

    // Counting: the recorded result.
    ResultDiffers, "C101", "result-differs", Warning, "the count gives another margin than the record";
    WinnerDiffers, "C102", "winner-differs", Warning, "the count gives another winner than the record";
    ResultExplained, "C103", "result-explained", Note, "the recorded result comes out with one group judged otherwise";
    StatusAdjusted, "C104", "status-adjusted", Note, "a group was judged otherwise to explain the recorded result";
    ImpossibleMargin, "C105", "impossible-margin", Warning, "the recorded margin is larger than the board allows";
    // Counting: the board.
    Seki, "C201", "seki", Note, "chains live in seki";
    DameLeft, "C202", "dame-left", Note, "neutral points were left at the end";
    // Counting: the course of it.
    CountBeforeEnd, "C301", "count-before-end", Note, "the result is a count, but the record stops before two passes";
    EngineFailed, "C302", "engine-failed", Warning, "the program asked for the dead stones gave no answer";

    // Copies of one game.
    CopiesWinnerDiffers, "D101", "copies-winner-differs", Warning, "another copy of the game has another winner";
    CopiesResultDiffers, "D102", "copies-result-differs", Warning, "another copy of the game has another result";
    CopyIsLegal, "D201", "copy-is-legal", Note, "another copy of the game breaks no rule of play";
}

impl Code {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The stable code: a letter and three digits, `R103`.
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The name in kebab-case, `suicide`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How much such a finding weighs where the options of the run do not say otherwise.
    pub fn severity(self) -> Severity {
        self.row().severity
    }

    /// What it is, in one line: no capital at the start, no stop at the end.
    pub fn summary(self) -> &'static str {
        self.row().summary
    }

    /// The whole page in Markdown. [`explain`] gives it in parts.
    pub fn explanation(self) -> &'static str {
        self.row().explanation
    }

    /// The code of this code or name; capitals and small letters are the same.
    ///
    /// ```
    /// use sgfkit::finding::Code;
    ///
    /// assert_eq!(Code::find("R103"), Some(Code::Suicide));
    /// assert_eq!(Code::find("suicide"), Some(Code::Suicide));
    /// assert_eq!(Code::find("suicid"), None);
    /// ```
    pub fn find(word: &str) -> Option<Code> {
        let is = |text: &str| text.eq_ignore_ascii_case(word);
        Code::ALL.iter().copied().find(|code| is(code.code()) || is(code.name()))
    }

    /// Codes for "did you mean": all whose names hold the word, else those whose names are much like it, the likest first,
    /// at most three.
    pub fn nearest(word: &str) -> Vec<Code> {
        /// Jaro-Winkler similarity from which a name is worth showing.
        const ALIKE: f64 = 0.8;
        let word = word.to_ascii_lowercase();
        let holds = |code: &&Code| word.len() > 1 && code.name().contains(&word);
        let holding: Vec<Code> = Code::ALL.iter().filter(holds).copied().collect();
        if !holding.is_empty() {
            return holding;
        }
        let alike = |code: Code| (strsim::jaro_winkler(&word, code.name()), code);
        let mut found: Vec<_> = Code::ALL.iter().map(|&code| alike(code)).filter(|pair| pair.0 >= ALIKE).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().take(3).map(|pair| pair.1).collect()
    }
}

/// The name.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Something found in a file, a record or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of finding it is.
    pub code: Code,
    /// How much it weighs: the code's severity, unless an option of the run changed it (`--ko`).
    pub severity: Severity,
    /// Where it is: bytes from the start of the decoded text.
    pub at: u32,
    /// Number of the turn on its line of play, from 1, passes counted; 0 for set-up and header. For a set-up
    /// in mid-game, the turns before it. `None` while only the offset is known, and for what belongs to no
    /// game.
    pub turn: Option<u32>,
    /// The side whose move it is about.
    pub colour: Option<Colour>,
    /// The point as the record writes it; empty for a pass or none.
    pub point: PointText,
    /// The way to its line of play: the number of the child, from 1, taken at each branching node, with dots
    /// between. Empty on the main line.
    pub variation: String,
    /// Whether an earlier error of the same line of play may be its cause.
    pub following: bool,
    /// One sentence with the facts, without a stop at the end.
    pub detail: String,
}

impl Finding {
    /// A finding about the header, the set-up or the text at byte `at` of the decoded text.
    pub fn new(code: Code, at: u32, detail: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: code.severity(),
            at,
            turn: None,
            colour: None,
            point: PointText::default(),
            variation: String::new(),
            following: false,
            detail: detail.into(),
        }
    }

    /// The same, about a turn (from 1) and the side that took it.
    pub fn on_turn(self, turn: u32, colour: Option<Colour>) -> Finding {
        Finding { turn: Some(turn), colour, ..self }
    }

    /// The same, about a point as the record writes it.
    pub fn at_point(self, point: PointText) -> Finding {
        Finding { point, ..self }
    }

    /// The same with another weight.
    pub fn with_severity(self, severity: Severity) -> Finding {
        Finding { severity, ..self }
    }

    /// The same, marked as following an earlier error of its line of play, or not.
    pub fn following(self, following: bool) -> Finding {
        Finding { following, ..self }
    }
}

/// The facts in one line, without the place in a file.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn @ 1..) = self.turn {
            write!(f, "move {turn}: ")?;
        }
        write!(f, "{}: {}", self.code, self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_and_names_are_well_formed_unique_and_in_order() {
        let mut seen = HashSet::new();
        for &code in Code::ALL {
            let (letter, digits) = code.code().split_at(1);
            assert!(
                "FTSHRKCD".contains(letter) && digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()),
                "{code}"
            );
            assert!(code.name().bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{code}");
            assert!(!code.summary().ends_with('.') && code.summary().len() < 80, "{code}");
            assert!(seen.insert(code.code()) && seen.insert(code.name()), "{code} is there twice");
        }
        let place = |code: &Code| ("FTSHRKCD".find(&code.code()[..1]), code.code());
        assert!(Code::ALL.is_sorted_by_key(place));
    }

    #[test]
    fn a_page_for_every_code_and_a_code_for_every_page() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/finding/text");
        let pages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let pages: HashSet<_> = pages.collect();
        assert_eq!(pages, Code::ALL.iter().map(|code| format!("{code}.md")).collect());
    }

    /// The names and weights that readers of the tables rely on.
    #[test]
    fn severities_of_the_interface() {
        let check = |severity: Severity, names: &str| {
            for name in names.split_whitespace() {
                assert_eq!(Code::find(name).map(Code::severity), Some(severity), "{name}");
            }
        };
        check(Severity::Error, "off-board bad-point occupied suicide ko-retake superko-situational double-move");
        check(Severity::Warning, "superko-positional white-first black-first handicap-mismatch two-moves-in-node");
        check(Severity::Warning, "setup-no-liberties result-differs winner-differs");
        check(Severity::Note, "leading-run after-end setup-mid-game setup-and-move-in-node");
        assert!(Severity::ALL.is_sorted());
    }

    #[test]
    fn found_by_code_or_name() {
        let check = |word: &str, expected: Option<Code>| assert_eq!(Code::find(word), expected, "{word}");
        for &code in Code::ALL {
            check(code.code(), Some(code));
            check(code.name(), Some(code));
        }
        check("r103", Some(Code::Suicide));
        check("Suicide", Some(Code::Suicide));
        check("", None);
        check("R1", None);
        check("suicides", None);
    }

    #[test]
    fn misspelt_names_find_their_like() {
        let check = |word: &str, first: Option<Code>| assert_eq!(Code::nearest(word).first().copied(), first, "{word}");
        check("suicde", Some(Code::Suicide));
        check("KO-RETAKES", Some(Code::KoRetake));
        check("superko", Some(Code::SuperkoSituational));
        check("komi-hnit", Some(Code::KomiHint));
        check("xyzzy", None);
        check("", None);
        let all = |word| Code::nearest(word).iter().map(|code| code.name()).collect::<Vec<_>>().join(" ");
        assert_eq!(all("komi-"), "komi-unreadable komi-guessed komi-zero komi-odd komi-hint");
        assert!(
            all("ko").starts_with("komi-unreadable ") && all("ko").ends_with(" superko-positional"),
            "{}",
            all("ko")
        );
    }

    #[test]
    fn a_finding_is_built_in_steps() {
        let finding = Finding::new(Code::SuperkoSituational, 7, "facts")
            .on_turn(3, Some(Colour::White))
            .at_point(PointText::new("bb"))
            .with_severity(Severity::Warning)
            .following(true);
        assert_eq!((finding.at, finding.turn, finding.colour), (7, Some(3), Some(Colour::White)));
        assert_eq!((finding.point.as_str(), finding.severity, finding.following), ("bb", Severity::Warning, true));
        assert_eq!((finding.code, finding.detail.as_str()), (Code::SuperkoSituational, "facts"));
    }
}
