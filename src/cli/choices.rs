//! What options are chosen from. Their comments are what `--help` says of them.

use clap::ValueEnum;
use sgfkit::count::HandicapReturn;
use sgfkit::finding::{Code, Severity};
use sgfkit::go::Ko;
use sgfkit::page::Lang;
use sgfkit::record::RulesChoice;
use sgfkit::replay::AfterIllegal;
use sgfkit::rescore::DeadChoice;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Language {
    /// English
    En,
    /// Chinese
    Zh,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        match language {
            Language::En => Lang::English,
            Language::Zh => Lang::Chinese,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum DeadFrom {
    /// The record's marks, else proof, else an estimate by playouts
    Auto,
    /// The record's marks only
    Marks,
    /// Proof only
    Settled,
    /// Proof, else an estimate; marks are not looked at
    Estimate,
    /// No stone is dead
    None,
    /// Another program
    Engine,
}

impl From<DeadFrom> for DeadChoice {
    fn from(dead: DeadFrom) -> DeadChoice {
        match dead {
            DeadFrom::Auto => DeadChoice::Auto,
            DeadFrom::Marks => DeadChoice::Marks,
            DeadFrom::Settled => DeadChoice::Settled,
            DeadFrom::Estimate => DeadChoice::Estimate,
            DeadFrom::None => DeadChoice::None,
            DeadFrom::Engine => DeadChoice::Engine,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Return {
    /// One point a stone, as Chinese rules have it
    N,
    /// One less, as AGA rules have it
    #[value(name = "n-1")]
    LessOne,
    /// Nothing
    None,
}

impl From<Return> for HandicapReturn {
    fn from(points: Return) -> HandicapReturn {
        match points {
            Return::N => HandicapReturn::Stones,
            Return::LessOne => HandicapReturn::LessOne,
            Return::None => HandicapReturn::None,
        }
    }
}

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Text that everything reads; `merge` and `stats` go on from it
    Csv,
    /// Typed columns, for DuckDB, pandas and Spark; only in a build with `--features parquet`
    Parquet,
}

/// Which finding is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum FindingChoice {
    /// The first of the worst severity.
    Worst,
    /// The first of this code.
    Code(Code),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RuleSet {
    /// Black first, komi, no tax
    Chinese,
    /// White first on set stones, no komi, each group costs its side a zi
    Ancient,
}

impl From<RuleSet> for RulesChoice {
    fn from(rules: RuleSet) -> RulesChoice {
        match rules {
            RuleSet::Chinese => RulesChoice::Chinese,
            RuleSet::Ancient => RulesChoice::Ancient,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum KoRule {
    /// The same stones with the same side to move (article 6)
    Situational,
    /// The same stones, whoever is to move
    Positional,
    /// None
    Simple,
}

impl From<KoRule> for Ko {
    fn from(rule: KoRule) -> Ko {
        match rule {
            KoRule::Situational => Ko::Situational,
            KoRule::Positional => Ko::Positional,
            KoRule::Simple => Ko::Simple,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum After {
    /// It is carried out, as SGF says of every recorded move
    Execute,
    /// It counts as a pass, as the Chinese referee section of 2002 says
    Void,
}

impl From<After> for AfterIllegal {
    fn from(after: After) -> AfterIllegal {
        match after {
            After::Execute => AfterIllegal::Execute,
            After::Void => AfterIllegal::Void,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl FailOn {
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Note => Some(Severity::Note),
            FailOn::Never => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}
