//! Sorts any number of keys in little memory: runs are sorted, written to a temporary file, and merged.
//!
//! Keys of one size that come one by one need no more than this; the crates for external sorting take an iterator and
//! open a file a run.

use super::store::read_at;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// A number and the game, or something else of it, that has it.
pub(super) type Key = (u64, u32);

/// Bytes of a key in the file.
const SIZE: usize = 12;

/// Keys that are sorted at a time.
const RUN: usize = 1 << 20;

/// Bytes that are read of each run at a time, at most and at least, and that all runs together may take.
const BLOCK: std::ops::RangeInclusive<usize> = SIZE * 64..=SIZE * 8192;
const BLOCKS: usize = 32 << 20;

/// Takes keys in any order.
#[derive(Debug)]
pub(super) struct Sorter {
    folder: PathBuf,
    /// Keys that are sorted at a time.
    limit: usize,
    run: Vec<Key>,
    file: Option<File>,
    /// Where each run ends in the file.
    ends: Vec<u64>,
}

impl Sorter {
    /// Starts; temporary files are written into the folder.
    pub(super) fn new(folder: PathBuf) -> Sorter {
        Sorter { folder, limit: RUN, run: Vec::new(), file: None, ends: Vec::new() }
    }

    /// Takes a key.
    pub(super) fn push(&mut self, key: Key) -> io::Result<()> {
        self.run.push(key);
        if self.run.len() >= self.limit { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> io::Result<()> {
        self.run.sort_unstable();
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(tempfile::tempfile_in(&self.folder)?),
        };
        let mut out = io::BufWriter::with_capacity(1 << 16, file);
        for (number, game) in &self.run {
            out.write_all(&number.to_be_bytes())?;
            out.write_all(&game.to_be_bytes())?;
        }
        out.flush()?;
        let before = self.ends.last().copied().unwrap_or(0);
        self.ends.push(before + (self.run.len() * SIZE) as u64);
        self.run.clear();
        Ok(())
    }

    /// Gives the keys out in order.
    pub(super) fn finish(mut self) -> io::Result<Sorted> {
        let Some(_) = self.file else {
            self.run.sort_unstable();
            return Ok(Sorted::Few(self.run.into_iter()));
        };
        if !self.run.is_empty() {
            self.spill()?;
        }
        self.run = Vec::new();
        let Some(file) = self.file else { return Ok(Sorted::Few(Vec::new().into_iter())) };
        let block = (BLOCKS / self.ends.len()).clamp(*BLOCK.start(), *BLOCK.end()) / SIZE * SIZE;
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let runs = starts.zip(&self.ends).map(|(at, &end)| Run { at, end, block: Vec::new(), next: 0 });
        let mut merge = Merge { file, block, runs: runs.collect(), heads: BinaryHeap::new() };
        for number in 0..merge.runs.len() {
            merge.advance(number)?;
        }
        Ok(Sorted::Many(merge))
    }
}

/// Keys in order.
#[derive(Debug)]
pub(super) enum Sorted {
    Few(std::vec::IntoIter<Key>),
    Many(Merge),
}

#[derive(Debug)]
pub(super) struct Merge {
    file: File,
    block: usize,
    runs: Vec<Run>,
    heads: BinaryHeap<Reverse<(Key, usize)>>,
}

/// What is left of a run: a part in memory, the rest in the file.
#[derive(Debug)]
struct Run {
    at: u64,
    end: u64,
    block: Vec<u8>,
    next: usize,
}

impl Merge {
    /// Puts the next key of a run, if it has one, among the heads.
    fn advance(&mut self, number: usize) -> io::Result<()> {
        let Some(run) = self.runs.get_mut(number) else { return Ok(()) };
        if run.next >= run.block.len() {
            let length = (run.end - run.at).min(self.block as u64) as usize;
            run.block.resize(length, 0);
            read_at(&self.file, &mut run.block, run.at)?;
            run.at += length as u64;
            run.next = 0;
        }
        if let Some((key, _)) = run.block[run.next..].split_first_chunk::<SIZE>() {
            let [a, b, c, d, e, f, g, h, i, j, k, l] = *key;
            let key = (u64::from_be_bytes([a, b, c, d, e, f, g, h]), u32::from_be_bytes([i, j, k, l]));
            run.next += SIZE;
            self.heads.push(Reverse((key, number)));
        }
        Ok(())
    }
}

impl Iterator for Sorted {
    type Item = io::Result<Key>;

    fn next(&mut self) -> Option<io::Result<Key>> {
        match self {
            Sorted::Few(keys) => keys.next().map(Ok),
            Sorted::Many(merge) => {
                let Reverse((key, number)) = merge.heads.pop()?;
                Some(merge.advance(number).map(|()| key))
            }
        }
    }
}

/// Calls `each` with every group of games that have a number in common, in the order of the numbers. A game comes once
/// in a group.
pub(super) fn groups<E: From<io::Error>>(
    sorted: Sorted,
    mut each: impl FnMut(u64, &[u32]) -> Result<(), E>,
) -> Result<(), E> {
    let mut group: Vec<u32> = Vec::new();
    let mut current = None;
    for key in sorted {
        let (number, game) = key?;
        if current != Some(number) {
            if let Some(before) = current.replace(number) {
                each(before, &group)?;
            }
            group.clear();
        }
        if group.last() != Some(&game) {
            group.push(game);
        }
    }
    current.map_or(Ok(()), |number| each(number, &group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_in_order_from_memory_and_from_the_file() {
        for count in [0usize, 5, 999, 1000, 20_007] {
            let mut sorter = Sorter { limit: 1000, ..Sorter::new(std::env::temp_dir()) };
            let mut expected = Vec::new();
            for n in 0..count as u64 {
                let key = (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40, (n % 1000) as u32);
                sorter.push(key).unwrap();
                expected.push(key);
            }
            expected.sort_unstable();
            let sorted: Vec<Key> = sorter.finish().unwrap().map(Result::unwrap).collect();
            assert!(sorted == expected, "{count}");
        }
    }

    #[test]
    fn games_with_a_number_in_common_are_a_group() {
        let mut sorter = Sorter::new(std::env::temp_dir());
        for key in [(7, 3), (1, 1), (7, 2), (7, 3), (9, 0)] {
            sorter.push(key).unwrap();
        }
        let mut found = Vec::new();
        groups(sorter.finish().unwrap(), |number, games| -> io::Result<()> {
            found.push((number, games.to_vec()));
            Ok(())
        })
        .unwrap();
        assert_eq!(found, [(1, vec![1]), (7, vec![2, 3]), (9, vec![0])]);
    }
}
