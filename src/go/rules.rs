//! Which rules a game is played under.

use super::Illegal;

/// Which repetitions of a position are forbidden. The immediate retake of a ko always is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ko {
    /// A move must not make the opponent face again a position that it has faced: the same stones with the
    /// same side to move. The words of article 6 of the Chinese rules (重复面临).
    #[default]
    Situational,
    /// A move must not bring back the stones of any earlier position, whoever moved then: the title of
    /// article 6 (禁止全局同形).
    Positional,
    /// Only the immediate retake of a ko is forbidden, as under Japanese rules.
    Simple,
}

/// The rules that [`Position::check`](super::Position::check) and [`Position::play`](super::Position::play)
/// hold a move to. The default is the Chinese rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: Ko,
}

impl Rules {
    /// Whether these rules forbid what a move was found to do. All but repetition is forbidden always.
    #[inline]
    pub fn forbid(&self, illegal: &Illegal) -> bool {
        match illegal {
            Illegal::Repetition(repetition) => match self.ko {
                Ko::Situational => repetition.situational,
                Ko::Positional => true,
                Ko::Simple => false,
            },
            _ => true,
        }
    }
}
