//! The positions of a game in order, and which of them stood before.

use super::{Colour, Placed, Repetition};

/// Slots of a new table: enough for 512 turns, so that most games never grow it.
const SLOTS: usize = 1024;

/// Every position since the game began: one entry for the start, one a turn and one a set-up.
///
/// Only those since the last set-up can be repeated. The ones before stay for [`History::truncate`].
// `slots` is a hash table with open addressing over `entries`, one slot for each arrangement of stones. It
// holds the latest entry with Black to move and the latest with White to move, counted from 1; 0 is none.
// Entries leave in the opposite order to that in which they came, so a slot can be emptied without a mark:
// whatever was inserted past it has left already.
#[derive(Clone, Debug)]
pub(super) struct History {
    entries: Vec<Entry>,
    slots: Vec<[u32; 2]>,
    start: Start,
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
    /// The opposing stones that each side has taken since the game began.
    taken: [u32; 2],
    /// How many turns since the game began took exactly one stone.
    single: u32,
    /// The entry before this one with the same stones and the same side to move, as in `slots`.
    before: u32,
    to_move: Colour,
    /// Who put a stone to reach it; none after a pass or a set-up.
    stone: Option<Colour>,
}

/// A place in the table; it is good until the next change of the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    index: usize,
    /// The latest entry in it, of either side; 0 where it is free.
    latest: u32,
}

/// The length and the beginning of a history, to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    len: u32,
    to_move: Colour,
    start: Start,
}

impl History {
    /// A history that starts at an empty board, Black to move unless White moves first.
    pub(super) fn new() -> History {
        let start = Start { entry: 0, turn: 0, told: false };
        let mut history = History { entries: Vec::new(), slots: Vec::new(), start };
        history.reset();
        history
    }

    /// Forgets everything, without allocating.
    pub(super) fn reset(&mut self) {
        self.entries.clear();
        self.slots.clear();
        self.slots.resize(SLOTS, [0, 0]);
        self.start = Start { entry: 0, turn: 0, told: false };
        let to_move = Colour::Black;
        self.push(self.find(0), Entry { hash: 0, taken: [0, 0], single: 0, before: 0, to_move, stone: None });
    }

    /// Starts anew at a position that was set up. Turns and taken stones count on.
    pub(super) fn set_up(&mut self, hash: u64, to_move: Option<Colour>) {
        let last = *self.last();
        self.start = Start { entry: self.entries.len() as u32, turn: self.turn(), told: to_move.is_some() };
        let to_move = to_move.unwrap_or(last.to_move);
        self.push(self.find(hash), Entry { hash, to_move, stone: None, ..last });
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
        self.last().taken[colour.index()]
    }

    /// Makes it a side's turn in the latest position.
    pub(super) fn set_to_move(&mut self, colour: Colour) {
        let last = *self.last();
        self.pop();
        self.push(self.find(last.hash), Entry { to_move: colour, ..last });
        self.start.told = true;
    }

    /// Settles who is to move in the first position, where nothing else has told it, before a side's turn.
    #[inline]
    pub(super) fn open(&mut self, colour: Colour) {
        if !self.start.told {
            self.set_to_move(colour);
        }
    }

    /// Adds a side's turn, which led to the stones with this hash; `stone` tells a stone from a pass.
    #[inline]
    pub(super) fn add(&mut self, slot: Slot, hash: u64, colour: Colour, placed: Placed, stone: bool) {
        let captured = u32::from(placed.captured);
        let Entry { mut taken, mut single, .. } = *self.last();
        if captured > 0 {
            taken[colour.index()] += captured;
            single += u32::from(captured == 1);
        }
        let stone = stone.then_some(colour);
        let entry = Entry { hash, taken, single, before: 0, to_move: colour.opponent(), stone };
        self.push(slot, entry);
    }

    /// Where positions with this hash are kept, or would be.
    #[inline]
    pub(super) fn find(&self, hash: u64) -> Slot {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let [black, white] = self.slots[slot];
            let latest = black.max(white);
            if latest == 0 || self.entries[latest as usize - 1].hash == hash {
                return Slot { index: slot, latest };
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Whether stones with this hash are those before the latest turn, in which this side put a stone.
    #[inline]
    pub(super) fn undoes(&self, hash: u64, opponent: Colour) -> bool {
        let last = self.entries.len() - 1;
        // A set-up puts no stone, so the entry before a stone's is always of the same history.
        self.last().stone == Some(opponent) && self.entries[last - 1].hash == hash
    }

    /// The earlier position that a side's next turn would bring back, were its stones those of the slot and
    /// had it taken so many.
    #[inline]
    pub(super) fn repetition(&self, slot: Slot, colour: Colour, taken: u32) -> Option<Repetition> {
        if self.is_new(slot) { None } else { Some(self.describe(slot, colour, taken)) }
    }

    /// Whether stones with the hash of this slot have not stood before.
    #[inline]
    pub(super) fn is_new(&self, slot: Slot) -> bool {
        slot.latest <= self.start.entry
    }

    /// Describes what [`History::repetition`] has found.
    #[cold]
    fn describe(&self, slot: Slot, colour: Colour, taken: u32) -> Repetition {
        let latest = self.slots[slot.index];
        let (same, other) = (latest[colour.opponent().index()], latest[colour.index()]);
        let situational = same > self.start.entry;
        let entry = (if situational { same } else { other }) - 1;
        let (then, now) = (&self.entries[entry as usize], self.last());
        let mut cycle = [now.taken[0] - then.taken[0], now.taken[1] - then.taken[1]];
        cycle[colour.index()] += taken;
        Repetition {
            earlier: self.start.turn + (entry - self.start.entry),
            length: self.entries.len() as u32 - entry,
            situational,
            taken: cycle,
            single: now.single - then.single + u32::from(taken == 1),
        }
    }

    /// Marks the present state.
    pub(super) fn mark(&self) -> Mark {
        Mark { len: self.entries.len() as u32, to_move: self.to_move(), start: self.start }
    }

    /// Goes back to a state that was marked earlier in this history.
    pub(super) fn truncate(&mut self, mark: &Mark) {
        while self.entries.len() as u32 > mark.len {
            self.pop();
        }
        if self.to_move() != mark.to_move {
            self.set_to_move(mark.to_move);
        }
        self.start = mark.start;
    }

    #[inline]
    fn last(&self) -> &Entry {
        &self.entries[self.entries.len() - 1]
    }

    #[inline]
    fn push(&mut self, slot: Slot, mut entry: Entry) {
        let latest = &mut self.slots[slot.index][entry.to_move.index()];
        entry.before = *latest;
        self.entries.push(entry);
        *latest = self.entries.len() as u32;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn pop(&mut self) {
        let Entry { hash, before, to_move, .. } = *self.last();
        let slot = self.find(hash);
        self.slots[slot.index][to_move.index()] = before;
        self.entries.pop();
    }

    /// Doubles the table. Inserting the entries in their order keeps the last in the first out.
    #[cold]
    fn grow(&mut self) {
        let slots = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(slots, [0, 0]);
        for i in 0..self.entries.len() {
            let Entry { hash, to_move, .. } = self.entries[i];
            let slot = self.find(hash);
            self.slots[slot.index][to_move.index()] = i as u32 + 1;
        }
    }
}
