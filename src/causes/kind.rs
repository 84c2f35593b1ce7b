//! The names of causes.

use super::{Case, Cause};
use crate::go::{Cycle, Repetition};

/// Declares the kinds once: variant, name, whether it is a verdict, meaning.
macro_rules! kinds {
    ($($variant:ident $name:literal $verdict:literal $meaning:literal)*) => {
        /// What happened to a record, or to a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = concat!("`", $name, "`: ", $meaning, ".")] $variant,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)*];

            /// The name in `findings.csv`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$variant => $name,)*
                }
            }

            /// Whether it says what happened, and not only where or what it looks like.
            pub fn is_verdict(self) -> bool {
                match self {
                    $(Kind::$variant => $verdict,)*
                }
            }

            /// What it means, in one line: no capital at the start, no stop at the end.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Kind::$variant => $meaning,)*
                }
            }
        }
    };
}

kinds! {
    HandicapMissing "handicap-missing" true "HA names stones that are not set"
    WrittenTwice "written-twice" true "a move or a block of moves is written twice"
    GameRepeated "game-repeated" true "the record starts the game again from its first move"
    LineContinued "line-continued" true "the game goes on behind a closed variation"
    LetterISkipped "letter-i-skipped" true "the letter I is skipped in every point"
    CaptureOnStone "capture-on-stone" true "a capture is written on the point of a stone taken"
    ColourWrong "colour-wrong" true "one move is written for the other side"
    DoubleStart "double-start" false "White plays moves 1 and 2: in most such records an agreed opening"
    DoubleOpening "double-opening" false "a double move in the first tenth"
    DoubleMiddle "double-middle" false "a double move in the middle"
    DoubleLate "double-late" false "a double move in the last tenth: likely a pass that is not written"
    DoubleLast "double-last" false "the last move is the double one"
    TripleKo "triple-ko" false "three kos went round"
    FourKos "four-kos" false "four kos went round"
    MoreKos "more-kos" false "five or more kos went round"
    SendingTwo "sending-two" false "two stones sent, one returned"
    EternalLife "eternal-life" false "each side gives two stones and takes two"
    KoAfterPasses "ko-after-passes" false "a ko is retaken after passes only"
    RoundRobinKo "round-robin-ko" false "two stones and one are taken in turn by each side"
    OtherCycle "other-cycle" false "a repetition without a name"
    NotDecided "not-decided" false "the candidates, if any, fit alike"
}

/// A repetition is told by its kind and never explained away.
pub(super) fn cycle(case: &Case<'_, '_>, repetition: &Repetition) -> Cause {
    let Repetition { length, taken: [black, white], single, .. } = *repetition;
    let (kind, kos) = match repetition.kind() {
        Some(Cycle::TripleKo) => (Kind::TripleKo, Some(3)),
        Some(Cycle::FourKos) => (Kind::FourKos, Some(4)),
        Some(Cycle::MoreKos(most)) => (Kind::MoreKos, Some(most)),
        Some(Cycle::SendingTwoReturningOne) => (Kind::SendingTwo, None),
        Some(Cycle::EternalLife) => (Kind::EternalLife, None),
        // A stone that nobody takes would stay: the other turns put none.
        None if (black, white, single) == (1, 1, 2) => (Kind::KoAfterPasses, None),
        // Two turns take one stone, two take two, the two that are left give them.
        None if (length, black, white, single) == (6, 3, 3, 2) => (Kind::RoundRobinKo, None),
        None => (Kind::OtherCycle, None),
    };
    let kos = kos.map_or(String::new(), |kos| format!("kos: {kos}, "));
    let detail = format!("{kos}a cycle of {length} turns, stones taken: {black} by Black, {white} by White");
    Cause { kind, turn: Some(case.line.number(case.at) - length), detail, candidates: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_well_formed() {
        let names: HashSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        assert!(Kind::ALL.iter().all(|kind| !kind.meaning().is_empty()));
    }
}
