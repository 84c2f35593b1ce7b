//! The same game twice: copies that are identical, turned or mirrored, cut short, or differ in a few moves.
//!
//! Every game leaves a few keys, numbers that its copies have too (`keys`). The keys are sorted outside memory, and
//! games that meet under one are compared move by move, so that a key alone never makes a copy. Games and keys lie in
//! temporary files: memory holds a number for each game, four bytes, and buffers of a fixed size.

mod compare;
mod groups;
mod keys;
mod moves;
mod rank;
mod sort;
mod store;

pub use compare::Settings;
pub use rank::{Contradiction, Row};
pub use store::Entry;

use crate::audit::Audited;
use crate::causes;
use crate::identity::mix;
use crate::report::sheet::Start;
use crate::sgf::Lines;
use groups::Union;
use sort::{Sorted, Sorter};
use std::io;
use std::path::{Path, PathBuf};
use store::Store;

/// A game to be compared, made where it was audited.
#[derive(Debug)]
pub struct Candidate {
    entry: Entry,
    keys: Vec<u64>,
}

impl Candidate {
    /// Takes over a game; `number` is its number in the piece, from 1, and `lines` belongs to the piece. `None` for
    /// what is not Go, has no board, or is longer than any game.
    pub fn new(game: &Audited<'_>, number: u32, lines: &mut Lines<'_>, settings: Settings) -> Option<Candidate> {
        let line = lines.position(game.record.at as usize).line as u64;
        let result = lines.position(game.record.places.result as usize);
        let error = causes::first_error(game).and_then(|at| game.findings.get(at));
        let error = lines.clone().position(error.map_or(game.record.at, |error| error.at) as usize);
        let [result, error] = [result, error].map(|place| (place.line as u64, place.column as u64));
        let entry = Entry::new(game, number, line, result, error)?;
        let keys = keys::keys(&entry.played, beside_moves(game, &entry), settings);
        Some(Candidate { entry, keys })
    }
}

/// A number for what must be the same beside the moves where these are few: players and date, or where these are not
/// known, the whole text of the record.
fn beside_moves(game: &Audited<'_>, entry: &Entry) -> u64 {
    let [black, white] = &entry.players;
    let known = [black, white, &entry.date].iter().all(|text| !text.trim().is_empty());
    let texts: &[&str] = if known {
        &[black, white, &entry.date]
    } else {
        &[&game.text[game.game.at() as usize..game.game.end() as usize]]
    };
    let bytes = texts.iter().flat_map(|text| text.trim().bytes().chain([0]));
    bytes.fold(0, |hash, byte| mix(hash, byte.into()))
}

/// Takes the games of a run, in order.
#[derive(Debug)]
pub struct Finder {
    settings: Settings,
    folder: PathBuf,
    store: Store,
    keys: Sorter,
}

impl Finder {
    /// Starts. Temporary files without a name are written into the folder.
    ///
    /// # Errors
    ///
    /// Where they cannot be made.
    pub fn new(folder: &Path, settings: Settings) -> io::Result<Finder> {
        let settings = Settings { near: settings.near.min(Settings::MOST_NEAR), ..settings };
        Ok(Finder {
            settings,
            folder: folder.to_owned(),
            store: Store::new(folder)?,
            keys: Sorter::new(folder.to_owned()),
        })
    }

    /// Adds a game of a file; `start` is where its piece begins there.
    ///
    /// # Errors
    ///
    /// Where the temporary files cannot be written.
    pub fn add(&mut self, candidate: Candidate, file: &str, start: Start) -> io::Result<()> {
        let Candidate { mut entry, keys } = candidate;
        entry.settle(file, start);
        let number = self.store.push(&entry)?;
        keys.into_iter().try_for_each(|key| self.keys.push((key, number)))
    }

    /// How many games were taken.
    pub fn count(&self) -> u32 {
        self.store.count()
    }

    /// Finds the clusters.
    ///
    /// # Errors
    ///
    /// Where the temporary files cannot be written or read.
    pub fn finish(mut self) -> io::Result<Clusters> {
        self.store.flush()?;
        let mut crowded = 0;
        let mut union = groups::solve(&self.store, self.keys.finish()?, self.settings, &self.folder, &mut crowded)?;
        let members = members(&mut union, self.store.count(), &self.folder)?;
        Ok(Clusters { settings: self.settings, store: self.store, folder: self.folder, members, crowded })
    }
}

/// Every game of a cluster but the first, under the number of the first.
fn members(union: &mut Union, count: u32, folder: &Path) -> io::Result<Sorted> {
    let mut sorter = Sorter::new(folder.to_owned());
    for game in 0..count {
        let first = union.first(game);
        if first != game {
            sorter.push((first.into(), game))?;
        }
    }
    sorter.finish()
}

/// The clusters of a run.
#[derive(Debug)]
pub struct Clusters {
    settings: Settings,
    store: Store,
    folder: PathBuf,
    members: Sorted,
    /// Openings with so many different games that not all were looked at for games that are cut short.
    pub crowded: u64,
}

/// What the clusters came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games that were compared.
    pub games: u32,
    /// Clusters of two games or more.
    pub clusters: u32,
    /// Games in them.
    pub copies: u32,
}

impl Clusters {
    /// Hands over every copy: cluster by cluster in the order of their first games, the games of one in order. Then
    /// every contradiction between copies and every legal copy of one that breaks a rule, in the order of the games.
    ///
    /// # Errors
    ///
    /// What `row` and `contradiction` say, and where the temporary files cannot be read.
    pub fn report<E: From<io::Error>>(
        self,
        mut row: impl FnMut(&Row<'_>) -> Result<(), E>,
        mut contradiction: impl FnMut(&Contradiction) -> Result<(), E>,
    ) -> Result<Totals, E> {
        let Clusters { settings, store, folder, members, .. } = self;
        let mut totals = Totals { games: store.count(), ..Totals::default() };
        let mut contradicting = Sorter::new(folder);
        sort::groups(members, |first, others| -> Result<(), E> {
            let games: Vec<u32> = std::iter::once(first as u32).chain(others.iter().copied()).collect();
            totals.clusters += 1;
            totals.copies += games.len() as u32;
            let ranking = rank::rank(&store, &games, settings)?;
            for &game in &games {
                let entry = store.get(game)?;
                row(&ranking.row(totals.clusters, game, &entry, settings))?;
                if ranking.contradicts(game, &entry) {
                    contradicting.push((u64::from(game) << 1, ranking.reference))?;
                }
                if let Some(legal) = ranking.legal_copy(&entry) {
                    contradicting.push((u64::from(game) << 1 | 1, legal))?;
                }
            }
            Ok(())
        })?;
        for key in contradicting.finish()? {
            let (key, other) = key?;
            let game = (key >> 1) as u32;
            let (entry, other) = (store.get(game)?, store.get(other)?);
            let found = match key & 1 {
                0 => Contradiction::between(game, &entry, &other),
                _ => Contradiction::legal(game, &entry, &other, settings),
            };
            if let Some(found) = found {
                contradiction(&found)?;
            }
        }
        Ok(totals)
    }
}
