//! Sums by key: what every table is made of.

use super::table::Cell;
use crate::report::holds::scaled;
use std::collections::BTreeMap;

/// Sums that can be added to others of their kind, in any order and grouping.
pub(super) trait Merge {
    /// Adds what another part of the games came to.
    fn merge(&mut self, other: &Self);
}

impl<const N: usize> Merge for [u64; N] {
    fn merge(&mut self, other: &Self) {
        for (sum, number) in self.iter_mut().zip(other) {
            *sum += number;
        }
    }
}

/// Sums by key. Memory grows with the distinct keys alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keyed<K, V>(BTreeMap<K, V>);

impl<K, V> Default for Keyed<K, V> {
    fn default() -> Self {
        Keyed(BTreeMap::new())
    }
}

impl<K: Ord + Clone, V: Merge + Default> Keyed<K, V> {
    /// The sums of a key.
    pub(super) fn of(&mut self, key: K) -> &mut V {
        self.0.entry(key).or_default()
    }

    /// The sums of a key, where it has any.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.0.get(key)
    }

    /// All keys with their sums, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter()
    }
}

impl<K: Ord + Clone, V: Merge + Default> Merge for Keyed<K, V> {
    fn merge(&mut self, other: &Self) {
        for (key, sums) in &other.0 {
            match self.0.get_mut(key) {
                Some(mine) => mine.merge(sums),
                None => self.of(key.clone()).merge(sums),
            }
        }
    }
}

/// A cell of `games.csv` as a key: empty ones first, then numbers by size, then texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Empty,
    /// A number, in hundredths, and as written.
    Number(i64, Box<str>),
    Text(Box<str>),
}

impl Key {
    pub(super) fn new(text: &str) -> Key {
        match scaled(text) {
            Some(number) => Key::Number(number, text.into()),
            None if text.is_empty() => Key::Empty,
            None => Key::Text(text.into()),
        }
    }

    pub(super) fn cell(&self) -> Cell {
        match self {
            Key::Empty => Cell::Empty,
            Key::Number(_, text) | Key::Text(text) => Cell::text(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_people() {
        let keys = ["", "-0.5", "0", "6.5", "7", "07", "10", "1e3", "chinese"].map(Key::new);
        let mut sorted = keys.to_vec();
        sorted.sort();
        let texts: Vec<String> = sorted.iter().map(|key| key.cell().to_string()).collect();
        assert_eq!(texts, ["", "-0.5", "0", "6.5", "07", "7", "10", "1e3", "chinese"]);
    }
}
