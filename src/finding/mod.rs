//! What can be found: a table of codes, and a finding.

use crate::go::Colour;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something is not as it should be.
    Warning,
    /// A rule is broken, or something is lost.
    Error,
}

impl Severity {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $code:literal $name:literal $severity:ident $summary:literal;)*) => {
        /// What was found.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($variant,)* }
        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];
            /// The stable code.
            pub fn code(self) -> &'static str { match self { $(Code::$variant => $code,)* } }
            /// The name.
            pub fn name(self) -> &'static str { match self { $(Code::$variant => $name,)* } }
            /// The severity.
            pub fn severity(self) -> Severity { match self { $(Code::$variant => Severity::$severity,)* } }
        }
    };
}

codes! {
    UnreadableFile "F101" "unreadable-file" Error "";
    NoGame "F102" "no-game" Error "";
    Crashed "F103" "crashed" Error "";
    TextLost "T101" "text-lost" Warning "";
    CharsetDiffers "T102" "charset-differs" Note "";
    CharsetGuessed "T103" "charset-guessed" Note "";
    NulBytes "T104" "nul-bytes" Warning "";
    MissingSemicolon "S101" "missing-semicolon" Warning "";
    MissingParenthesis "S102" "missing-parenthesis" Warning "";
    CutOff "S103" "cut-off" Warning "";
    UnclosedValue "S104" "unclosed-value" Warning "";
    SurplusParenthesis "S105" "surplus-parenthesis" Note "";
    EmptyTree "S106" "empty-tree" Warning "";
    NestedGame "S107" "nested-game" Note "";
    NodeAfterVariation "S108" "node-after-variation" Warning "";
    StrayText "S201" "stray-text" Note "";
    StrayBracket "S202" "stray-bracket" Warning "";
    ValueMissing "S203" "value-missing" Note "";
    DuplicateProperty "S204" "duplicate-property" Note "";
    MisplacedRootProperty "S205" "misplaced-root-property" Note "";
    ExtraValues "S206" "extra-values" Note "";
    IdentifierGuessed "S207" "identifier-guessed" Note "";
    BadSetupPoint "S301" "bad-setup-point" Warning "";
    SetupOverlap "S302" "setup-overlap" Note "";
    TooBig "S401" "too-big" Error "";
    NotGo "H101" "not-go" Note "";
    SizeUnreadable "H102" "size-unreadable" Error "";
    KomiUnreadable "H201" "komi-unreadable" Warning "";
    KomiGuessed "H202" "komi-guessed" Note "";
    KomiZero "H203" "komi-zero" Note "";
    KomiOdd "H204" "komi-odd" Warning "";
    KomiHint "H205" "komi-hint" Note "";
    ResultUnreadable "H301" "result-unreadable" Warning "";
    ResultGuessed "H302" "result-guessed" Note "";
    ResultAgainstKomi "H303" "result-against-komi" Warning "";
    ResignerMovedLast "H304" "resigner-moved-last" Note "";
    HandicapUnreadable "H401" "handicap-unreadable" Warning "";
    HandicapMismatch "H402" "handicap-mismatch" Warning "";
    PlayerUnreadable "H501" "player-unreadable" Warning "";
    WhiteFirst "H502" "white-first" Warning "";
    BlackFirst "H503" "black-first" Warning "";
    OffBoard "R101" "off-board" Error "";
    BadPoint "R102" "bad-point" Error "";
    Occupied "R103" "occupied" Error "";
    Suicide "R104" "suicide" Error "";
    KoRetake "R201" "ko-retake" Error "";
    SuperkoSituational "R202" "superko-situational" Error "";
    SuperkoPositional "R203" "superko-positional" Warning "";
    DoubleMove "R301" "double-move" Error "";
    LeadingRun "R302" "leading-run" Note "";
    AfterEnd "R303" "after-end" Note "";
    TwoMovesInNode "R304" "two-moves-in-node" Warning "";
    SetupAndMoveInNode "R401" "setup-and-move-in-node" Note "";
    SetupMidGame "R402" "setup-mid-game" Note "";
    SetupNoLiberties "R403" "setup-no-liberties" Warning "";
}

/// Something found in a record.
#[derive(Clone, Debug)]
pub struct Finding {
    pub code: Code,
    pub severity: Severity,
    pub at: u32,
    pub turn: Option<u32>,
    pub colour: Option<Colour>,
    pub point: String,
    pub variation: String,
    pub following: bool,
    pub detail: String,
}

impl Finding {
    /// A finding at an offset of the text.
    pub fn new(code: Code, at: u32, detail: impl Into<String>) -> Finding {
        Finding { code, severity: code.severity(), at, turn: None, colour: None, point: String::new(), variation: String::new(), following: false, detail: detail.into() }
    }
}
