//! The positions of a game in order, and which of them stood before.

use super::{Colour, Placed, Repetition};

/// Buckets of a new table: enough for 1024 turns, so that most games never grow it.
const BUCKETS: usize = 1024;

/// Every position since the game began: one entry for the start, one a turn and one a set-up.
///
/// Only those since the last set-up can be repeated. The ones before stay for [`History::truncate`].
// `latest` is a hash table over `entries`: for each bucket its latest entry, counted from 1; 0 is none. The entries of
// a bucket hang together through `before`. Entries leave in the opposite order to that in which they came, so the one
// that leaves is always the latest of its bucket.
#[derive(Clone, Debug)]
pub(super) struct History {
    entries: Vec<Entry>,
    latest: Vec<u32>,
    captures: Vec<Captures>,
    start: Start,
    /// The most stones that a position since the start has had.
    most_stones: u16,
}

/// Where the history that counts for repetition begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    /// The index of the first entry that counts.
    entry: u32,
    /// The number of turns before it.
    turn: u32,
    /// Whether it is told who moves first from there; else whoever does.
    told: bool,
}

/// The position after a turn.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    /// The entry before this one in its bucket, as in `latest`.
    before: u32,
    to_move: Colour,
    /// Who put a stone to reach it; none after a pass or a set-up.
    stone: Option<Colour>,
}

/// What was taken from the beginning of the game up to a turn that took stones.
#[derive(Clone, Copy, Debug, Default)]
struct Captures {
    /// The index of the turn's entry.
    entry: u32,
    /// The opposing stones that each side has taken.
    taken: [u32; 2],
    /// How many turns took exactly one stone.
    single: u32,
}

/// An earlier position with the same stones; it is good until the next change of the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    /// The latest entry with these stones, of either side.
    entry: u32,
}

/// The length and the beginning of a history, to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    len: u32,
    to_move: Colour,
    start: Start,
    most_stones: u16,
}

impl History {
    /// A history that starts at an empty board, Black to move unless White moves first.
    pub(super) fn new() -> History {
        let mut history = History {
            entries: Vec::new(),
            latest: Vec::new(),
            captures: Vec::new(),
            start: Start { entry: 0, turn: 0, told: false },
            most_stones: 0,
        };
        history.reset();
        history
    }

    /// Forgets everything, without allocating.
    pub(super) fn reset(&mut self) {
        self.entries.clear();
        self.captures.clear();
        self.latest.clear();
        self.latest.resize(BUCKETS, 0);
        self.start = Start { entry: 0, turn: 0, told: false };
        self.most_stones = 0;
        self.push(0, Colour::Black, None);
    }

    /// Starts anew at a position with so many stones that was set up. Turns and taken stones count on.
    pub(super) fn set_up(&mut self, hash: u64, stones: u16, to_move: Option<Colour>) {
        self.start = Start { entry: self.entries.len() as u32, turn: self.turn(), told: to_move.is_some() };
        self.most_stones = stones;
        self.push(hash, to_move.unwrap_or(self.to_move()), None);
    }

    /// The number of turns so far.
    #[inline]
    pub(super) fn turn(&self) -> u32 {
        self.start.turn + (self.entries.len() as u32 - 1 - self.start.entry)
    }

    /// The side to move.
    #[inline]
    pub(super) fn to_move(&self) -> Colour {
        self.last().to_move
    }

    /// The opposing stones that a side has taken since the game began.
    #[inline]
    pub(super) fn taken(&self, colour: Colour) -> u32 {
        self.captures().taken[colour.index()]
    }

    /// Makes it a side's turn in the latest position.
    pub(super) fn set_to_move(&mut self, colour: Colour) {
        let last = self.entries.len() - 1;
        self.entries[last].to_move = colour;
        self.start.told = true;
    }

    /// Settles who is to move in the first position, where nothing else has told it, before a side's turn.
    #[inline]
    pub(super) fn open(&mut self, colour: Colour) {
        if !self.start.told {
            self.set_to_move(colour);
        }
    }

    /// Adds a side's turn, which led to stones with this hash; `stone` tells a stone from a pass.
    // Always, as what it calls: part of the loop that plays a game.
    #[inline(always)]
    pub(super) fn add(&mut self, hash: u64, colour: Colour, placed: Placed, stone: bool) {
        if placed.captured > 0 {
            self.capture(colour, placed.captured);
        }
        self.push(hash, colour.opponent(), stone.then_some(colour));
    }

    /// The position with this hash, where one has stood.
    #[inline]
    pub(super) fn find(&self, hash: u64) -> Option<Earlier> {
        self.with_hash(self.latest[self.bucket(hash)], hash).next().map(|entry| Earlier { entry })
    }

    /// The same for a position with so many stones that is about to be added.
    #[inline(always)]
    pub(super) fn find_earlier(&mut self, hash: u64, stones: u16) -> Option<Earlier> {
        // None has had as many.
        if stones > self.most_stones {
            self.most_stones = stones;
            return None;
        }
        self.find(hash)
    }

    /// The entries with this hash that can be repeated, backwards from one that is counted from 1.
    #[inline]
    fn with_hash(&self, from: u32, hash: u64) -> impl Iterator<Item = u32> + '_ {
        let first = self.start.entry;
        let counts = move |&number: &u32| number > first;
        let before = move |number: &u32| Some(self.entries[*number as usize - 1].before).filter(counts);
        std::iter::successors(Some(from).filter(counts), before)
            .map(|number| number - 1)
            .filter(move |&entry| self.entries[entry as usize].hash == hash)
    }

    /// Whether stones with this hash are those before the latest turn, in which this side put a stone.
    #[inline]
    pub(super) fn undoes(&self, hash: u64, opponent: Colour) -> bool {
        let last = self.entries.len() - 1;
        // A set-up puts no stone, so the entry before a stone's is always of the same history.
        self.last().stone == Some(opponent) && self.entries[last - 1].hash == hash
    }

    /// Describes a position that a side's next turn would bring back, had it taken so many stones.
    #[cold]
    pub(super) fn describe(&self, earlier: Earlier, colour: Colour, taken: u32) -> Repetition {
        let hash = self.entries[earlier.entry as usize].hash;
        let is_same_side = |&entry: &u32| self.entries[entry as usize].to_move == colour.opponent();
        let same = self.with_hash(earlier.entry + 1, hash).find(is_same_side);
        let entry = same.unwrap_or(earlier.entry);
        let (then, now) = (self.captures_at(entry), self.captures());
        let mut cycle = [now.taken[0] - then.taken[0], now.taken[1] - then.taken[1]];
        cycle[colour.index()] += taken;
        let earlier = self.start.turn + (entry - self.start.entry);
        Repetition {
            earlier,
            length: self.entries.len() as u32 - entry,
            situational: same.is_some(),
            taken: cycle,
            single: now.single - then.single + u32::from(taken == 1),
            set_up: entry == self.start.entry && earlier > 0,
        }
    }

    /// Marks the present state.
    pub(super) fn mark(&self) -> Mark {
        let len = self.entries.len() as u32;
        Mark { len, to_move: self.to_move(), start: self.start, most_stones: self.most_stones }
    }

    /// Goes back to a state that was marked earlier in this history.
    pub(super) fn truncate(&mut self, mark: &Mark) {
        while self.entries.len() as u32 > mark.len {
            self.pop();
        }
        self.set_to_move(mark.to_move);
        (self.start, self.most_stones) = (mark.start, mark.most_stones);
    }

    #[inline]
    fn last(&self) -> &Entry {
        &self.entries[self.entries.len() - 1]
    }

    #[inline]
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.latest.len() - 1)
    }

    #[inline(always)]
    fn push(&mut self, hash: u64, to_move: Colour, stone: Option<Colour>) {
        if self.entries.len() == self.latest.len() {
            self.grow();
        }
        let bucket = self.bucket(hash);
        let number = self.entries.len() as u32 + 1;
        let before = std::mem::replace(&mut self.latest[bucket], number);
        self.entries.push(Entry { hash, before, to_move, stone });
    }

    fn pop(&mut self) {
        let Some(Entry { hash, before, .. }) = self.entries.pop() else { return };
        let bucket = self.bucket(hash);
        self.latest[bucket] = before;
        let gone = self.entries.len() as u32;
        self.captures.pop_if(|captures| captures.entry == gone);
    }

    /// What has been taken up to now.
    #[inline]
    fn captures(&self) -> Captures {
        self.captures.last().copied().unwrap_or_default()
    }

    /// What had been taken at an entry.
    fn captures_at(&self, entry: u32) -> Captures {
        let after = self.captures.partition_point(|captures| captures.entry <= entry);
        after.checked_sub(1).map_or(Captures::default(), |last| self.captures[last])
    }

    /// Counts stones that the next entry's turn takes.
    #[cold]
    fn capture(&mut self, colour: Colour, stones: u16) {
        let Captures { mut taken, single, .. } = self.captures();
        taken[colour.index()] += u32::from(stones);
        let single = single + u32::from(stones == 1);
        self.captures.push(Captures { entry: self.entries.len() as u32, taken, single });
    }

    /// Doubles the table. Inserting the entries in their order keeps the last in the first out.
    #[cold]
    fn grow(&mut self) {
        let buckets = self.latest.len() * 2;
        self.latest.clear();
        self.latest.resize(buckets, 0);
        for i in 0..self.entries.len() {
            let bucket = self.bucket(self.entries[i].hash);
            self.entries[i].before = std::mem::replace(&mut self.latest[bucket], i as u32 + 1);
        }
    }
}
