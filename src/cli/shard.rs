//! `--shard`: one of several parts of the inputs, for several machines.

use super::journal::Fnv;
use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

/// Part K of N, from 1. To which part an input belongs is told by its name alone: its FNV-1a hash of 64 bits, modulo N.
/// An archive belongs to a part with all that is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Shard {
    pub(super) part: u32,
    pub(super) parts: u32,
}

impl Shard {
    /// Whether an input of this name, as reports have it, belongs to the part.
    pub(super) fn takes(self, name: &str) -> bool {
        let mut hash = Fnv::default();
        hash.write(name.as_bytes());
        hash.finish() % u64::from(self.parts) == u64::from(self.part) - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match parsed {
            Some((part, parts)) if 1 <= part && part <= parts => Ok(Shard { part, parts }),
            _ => Err("a part is K/N with K from 1 to N, such as 1/4".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts are an interface: machines with different versions must agree on them.
    #[test]
    fn every_name_belongs_to_one_part_and_always_the_same() {
        let names: Vec<String> = (0..1000).map(|n| format!("games/{n}.sgf")).collect();
        let of = |part| {
            let shard = Shard { part, parts: 3 };
            names.iter().filter(|name| shard.takes(name)).count()
        };
        assert_eq!([of(1), of(2), of(3)].iter().sum::<usize>(), 1000);
        assert!((1..=3).all(|part| of(part) > 250));
        // FNV-1a of "a" is 0xaf63dc4c8601ec8c.
        let part = (0xaf63_dc4c_8601_ec8c_u64 % 7) as u32 + 1;
        assert!(Shard { part, parts: 7 }.takes("a"));
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("2/3".parse(), Ok(Shard { part: 2, parts: 3 }));
        for wrong in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
