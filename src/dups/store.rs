//! The games of a run in a temporary file, to be read again one by one.

use super::moves::Moves;
use crate::audit::Audited;
use crate::finding::Severity;
use crate::report::sheet::{Place, Start};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What is kept of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: u32,
    /// The line on which the game starts.
    pub line: u64,
    /// Line and column of the result, or of the root where there is none.
    pub result_place: (u64, u64),
    /// The first turn with an error of the rules of play, and line and column of it.
    pub first_illegal: Option<(u32, (u64, u64))>,
    /// Turns on the main line, passes included.
    pub moves: u32,
    /// Findings of severity error, and of severity warning.
    pub findings: [u32; 2],
    /// `PB` and `PW`.
    pub players: [String; 2],
    /// `DT`.
    pub date: String,
    /// `RO`.
    pub round: String,
    /// `RE`, and as read: winner and kind by name, margin in quarters of a zi.
    pub result: String,
    /// The winner's name in the tables; empty where it is unknown.
    pub winner: String,
    /// The name of the kind of result.
    pub result_kind: String,
    /// The margin in quarters of a zi.
    pub margin: Option<i32>,
    /// `KM`, and as read, in quarters of a zi.
    pub komi: String,
    /// The komi in quarters of a zi.
    pub komi_value: Option<i32>,
    /// How many properties of the header have a value.
    pub filled: u8,
    pub(super) played: Moves,
}

impl Entry {
    /// What is kept of a game that was audited: nothing where it is not Go, or longer than any game. `line`,
    /// `result_place` and `error_place` are where the game, its result and its first error of the rules stand in the piece.
    pub(super) fn new(
        game: &Audited<'_>,
        number: u32,
        line: u64,
        result_place: (u64, u64),
        error_place: (u64, u64),
    ) -> Option<Entry> {
        let record = game.record;
        let size = record.size.filter(|_| record.is_go)?;
        let header = &record.header;
        let count = |severity| game.findings.iter().filter(|finding| finding.severity == severity).count() as u32;
        let texts = [
            &header.black,
            &header.white,
            &header.black_rank,
            &header.white_rank,
            &header.event,
            &header.round,
            &header.place,
            &header.date,
            &header.rules,
            &header.komi,
            &header.result,
        ];
        Some(Entry {
            file: String::new(),
            game: number,
            line,
            result_place,
            first_illegal: game.replay.first_illegal.map(|turn| (turn, error_place)),
            moves: game.replay.turns,
            findings: [count(Severity::Error), count(Severity::Warning)],
            players: [header.black.to_string(), header.white.to_string()],
            date: header.date.to_string(),
            round: header.round.to_string(),
            result: header.result.to_string(),
            winner: record.result.winner.map_or("", |winner| winner.name()).to_owned(),
            result_kind: record.result.kind.name().to_owned(),
            margin: record.result.margin.map(|margin| margin.quarters()),
            komi: header.komi.to_string(),
            komi_value: record.komi.value.map(|komi| komi.quarters()),
            filled: texts.iter().filter(|text| !text.trim().is_empty()).count() as u8,
            played: Moves::new(size, &record.steps)?,
        })
    }

    /// Moves the places from the piece to the file.
    pub(super) fn settle(&mut self, file: &str, start: Start) {
        let in_file = |(line, column)| {
            let place = Place { game: None, line, column }.from(start);
            (place.line, place.column)
        };
        self.file = file.to_owned();
        self.game += start.games;
        self.line = in_file((self.line, 1)).0;
        self.result_place = in_file(self.result_place);
        self.first_illegal = self.first_illegal.map(|(turn, place)| (turn, in_file(place)));
    }
}

/// Entries by number, in the order in which they came.
#[derive(Debug)]
pub(super) struct Store {
    entries: File,
    /// Where each entry ends in the file, eight bytes each.
    ends: File,
    buffers: [Vec<u8>; 2],
    count: u32,
    written: u64,
}

/// Bytes that are written together.
const BUFFER: usize = 1 << 18;

impl Store {
    pub(super) fn new(folder: &Path) -> io::Result<Store> {
        let [entries, ends] = [tempfile::tempfile_in(folder)?, tempfile::tempfile_in(folder)?];
        Ok(Store { entries, ends, buffers: [Vec::new(), Vec::new()], count: 0, written: 0 })
    }

    /// The number of entries.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Adds an entry; returns its number.
    pub(super) fn push(&mut self, entry: &Entry) -> io::Result<u32> {
        let number = self.count;
        self.count = number.checked_add(1).ok_or_else(|| io::Error::other("more than 4,294,967,295 games"))?;
        let [entries, ends] = &mut self.buffers;
        let bytes = postcard::to_stdvec(entry).map_err(io::Error::other)?;
        entries.extend_from_slice(&bytes);
        self.written += bytes.len() as u64;
        ends.extend_from_slice(&self.written.to_le_bytes());
        if entries.len() >= BUFFER {
            self.flush()?;
        }
        Ok(number)
    }

    /// Writes what is still in memory: to be called before entries are read.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        for (file, buffer) in [&mut self.entries, &mut self.ends].into_iter().zip(&mut self.buffers) {
            file.write_all(buffer)?;
            buffer.clear();
        }
        Ok(())
    }

    /// Reads an entry.
    pub(super) fn get(&self, number: u32) -> io::Result<Entry> {
        let mut ends = [0; 16];
        let wanted = if number == 0 { &mut ends[8..] } else { &mut ends[..] };
        read_at(&self.ends, wanted, u64::from(number.saturating_sub(1)) * 8)?;
        let [start, end] = [&ends[..8], &ends[8..]]
            .map(|bytes| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)));
        let mut bytes = vec![0; end.saturating_sub(start) as usize];
        read_at(&self.entries, &mut bytes, start)?;
        postcard::from_bytes(&bytes).map_err(io::Error::other)
    }
}

/// Fills the buffer from a place in the file.
pub(super) fn read_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let mut store = Store::new(&std::env::temp_dir()).unwrap();
        let entry = |n: u32| Entry { file: "x".repeat(n as usize % 900), game: n, ..Entry::default() };
        for n in 0..2000 {
            assert_eq!(store.push(&entry(n)).unwrap(), n);
        }
        store.flush().unwrap();
        for n in [1999, 0, 1000, 1, 7] {
            assert_eq!(store.get(n).unwrap(), entry(n));
        }
        assert!(store.get(2000).is_err());
    }
}
