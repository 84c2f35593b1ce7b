//! Which games are copies of one another: those that meet under a key are compared, and clusters grow together.

use super::compare::{Kind, Settings, relate};
use super::keys::Sort;
use super::moves::{Event, Moves};
use super::rank::{dates_differ, in_common, players_differ, rounds_differ, winners_differ};
use super::sort::{Sorted, Sorter, groups};
use super::store::{Entry, Store};
use std::io;
use std::path::Path;

/// Games of one group that are all compared with each other. In a larger group each is compared with so many that are
/// not copies among themselves.
const ALL_PAIRS: usize = 48;

/// Different games with the same first moves that are looked at together.
const MOST_STARTS: usize = 50_000;

/// Different games that begin with the same shorter one, up to which it is looked which of them is the whole.
const MOST_WHOLES: usize = 16;

/// Games that begin with the same shorter one, up to which their headers are read.
const MOST_READ: usize = 256;

/// Clusters that grow together: for each game another one of its cluster, or itself, the first of all.
#[derive(Debug)]
pub(super) struct Union {
    above: Vec<u32>,
}

impl Union {
    fn new(count: u32) -> Union {
        Union { above: (0..count).collect() }
    }

    /// The first game of the cluster of a game.
    pub(super) fn first(&mut self, game: u32) -> u32 {
        let mut at = game;
        loop {
            let above = self.above[at as usize];
            if above == at {
                return at;
            }
            // Half the way for the next one who asks.
            let next = self.above[above as usize];
            self.above[at as usize] = next;
            at = next;
        }
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.above[a.max(b) as usize] = a.min(b);
    }

    fn joined(&mut self, a: u32, b: u32) -> bool {
        self.first(a) == self.first(b)
    }
}

/// Finds the clusters.
pub(super) fn solve(
    store: &Store,
    keys: Sorted,
    settings: Settings,
    folder: &Path,
    crowded: &mut u64,
) -> io::Result<Union> {
    let count = store.count();
    let mut solver = Solver {
        store,
        settings,
        union: Union::new(count),
        copies: vec![0; count as usize / 64 + 1],
        cut: Sorter::new(folder.to_owned()),
        crowded: 0,
    };
    groups(keys, |key, games| match (games, Sort::of(key)) {
        ([] | [_], _) => Ok(()),
        (games, Sort::Whole) => solver.identical(games),
        (games, Sort::Near) => solver.near(games),
        (games, Sort::Start) => solver.starts(games),
    })?;
    let Solver { mut union, cut, crowded: left, .. } = solver;
    *crowded = left;
    // A copy that is cut short and differs too counts where all that it could be a copy of are one game.
    groups(cut.finish()?, |short, wholes| -> io::Result<()> {
        if let Some((&first, others)) = wholes.split_first()
            && others.iter().all(|&other| union.joined(first, other))
            && may_be_part(&store.get(short as u32)?, &store.get(first)?)
        {
            union.join(short as u32, first);
        }
        Ok(())
    })?;
    Ok(union)
}

/// Whether the shorter game may be a part of the longer one: not where players and date are others, unless next to
/// nothing is missing. Some play another game's moves for long, against the same program for example.
fn may_be_part(short: &Entry, long: &Entry) -> bool {
    let (own, whole) = (short.played.turns(), long.played.turns());
    own * 10 >= whole * 9 || !(players_differ(short, long) && dates_differ(short, long))
}

struct Solver<'a> {
    store: &'a Store,
    settings: Settings,
    union: Union,
    /// A bit for each game that has the same moves as an earlier one, which stands for it.
    copies: Vec<u64>,
    /// Games that are the start of another but for a few moves, each with all such others; and those that are exactly the
    /// start of one, with it, or where that is unclear with themselves.
    cut: Sorter,
    crowded: u64,
}

impl Solver<'_> {
    fn is_copy(&self, game: u32) -> bool {
        self.copies[game as usize / 64] >> (game % 64) & 1 == 1
    }

    /// Games with the same hash of all moves.
    fn identical(&mut self, games: &[u32]) -> io::Result<()> {
        let mut leaders: Vec<(u32, Entry, Vec<Event>)> = Vec::new();
        for &game in games {
            let entry = self.store.get(game)?;
            let moves = &entry.played;
            let canonical = moves.canonical();
            // Few moves may be played again on the same day.
            let is_short = moves.weight() < usize::from(self.settings.least_moves);
            let same = |(_, leader, events): &&(u32, Entry, Vec<Event>)| {
                *events == canonical
                    && (leader.played.width, leader.played.height) == (moves.width, moves.height)
                    && !(is_short && (winners_differ(leader, &entry) || rounds_differ(leader, &entry)))
            };
            if let Some((leader, ..)) = leaders.iter().find(same) {
                self.union.join(*leader, game);
                self.copies[game as usize / 64] |= 1 << (game % 64);
            } else if leaders.len() < ALL_PAIRS {
                leaders.push((game, entry, canonical));
            }
        }
        Ok(())
    }

    /// Games that have some of their moves in common.
    fn near(&mut self, games: &[u32]) -> io::Result<()> {
        let games: Vec<u32> = games.iter().copied().filter(|&game| !self.is_copy(game)).collect();
        let few = games.len() <= ALL_PAIRS;
        let mut leaders: Vec<(u32, Option<Moves>)> = Vec::new();
        for game in games {
            let mut moves = None;
            let mut joined = false;
            for (leader, of_leader) in &mut leaders {
                if self.union.joined(*leader, game) {
                    joined = true;
                    continue;
                }
                let moves = get(self.store, game, &mut moves)?;
                let of_leader = get(self.store, *leader, of_leader)?;
                match relate(moves, of_leader, self.settings) {
                    // Whether a start counts is seen where all that begin so are together.
                    None => {}
                    Some(found) if matches!(found.kind, Kind::Cut | Kind::Longer) => {}
                    Some(found) if found.cut && found.kind == Kind::Near => {
                        let (short, long) =
                            if moves.events.len() < of_leader.events.len() { (game, *leader) } else { (*leader, game) };
                        self.cut.push((short.into(), long))?;
                    }
                    Some(_) => {
                        self.union.join(*leader, game);
                        joined = true;
                    }
                }
            }
            if few || (!joined && leaders.len() < ALL_PAIRS) {
                leaders.push((game, moves));
            }
        }
        Ok(())
    }

    /// Games with the same first moves. One that is the start of others is a copy if they are all one game, or if one
    /// of them alone has its players, or more of its header than any other.
    fn starts(&mut self, games: &[u32]) -> io::Result<()> {
        self.crowded += u64::from(games.len() > MOST_STARTS);
        let mut lines: Vec<Line> = Vec::with_capacity(games.len().min(MOST_STARTS));
        for &game in games.iter().take(MOST_STARTS) {
            let moves = self.store.get(game)?.played;
            lines.push(((moves.width, moves.height), moves.canonical(), game));
        }
        // What begins with a game follows directly behind it.
        lines.sort_unstable();
        let mut nodes: Vec<Start> = Vec::with_capacity(lines.len());
        let mut above: Vec<usize> = Vec::new();
        for (n, (size, events, _)) in lines.iter().enumerate() {
            while above.pop_if(|&mut at| lines[at].0 != *size || !events.starts_with(&lines[at].1)).is_some() {}
            nodes.push(Start { above: above.last().copied(), longer: Vec::new(), unclear: false });
            above.push(n);
        }
        for n in (0..nodes.len()).rev() {
            let Start { above, mut longer, mut unclear } = std::mem::take(&mut nodes[n]);
            let (_, events, game) = &lines[n];
            let game = *game;
            // One of the same moves is there for its header alone.
            longer.retain(|&at| lines[at].1.len() > events.len());
            if !longer.is_empty() {
                let whole = self.whole(&lines, n, &longer, unclear)?;
                match whole {
                    Some(whole) => self.union.join(game, whole),
                    None => unclear = true,
                }
                // What it is exactly the start of counts beside what it is nearly the start of.
                self.cut.push((game.into(), whole.unwrap_or(game)))?;
            }
            let Some(above) = above.and_then(|above| nodes.get_mut(above)) else { continue };
            above.unclear |= unclear;
            longer.push(n);
            for at in longer {
                let known = |&other: &usize| self.union.joined(lines[other].2, lines[at].2);
                if above.longer.len() < MOST_WHOLES && !above.longer.iter().any(known) {
                    above.longer.push(at);
                }
            }
        }
        Ok(())
    }

    /// The game that a shorter one is the start of; `longer` are those that begin with it, one of each cluster.
    fn whole(&mut self, lines: &[Line], at: usize, longer: &[usize], unclear: bool) -> io::Result<Option<u32>> {
        let (_, start, game) = &lines[at];
        let short = self.store.get(*game)?;
        if longer.len() > 1
            && let Some(named) = self.named(lines, at, &short)?
        {
            return Ok(Some(named));
        }
        let alike = |(n, &one): (usize, &usize)| {
            longer[..n].iter().all(|&other| goes_on_alike(&lines[one].1, &lines[other].1, start.len()))
        };
        if unclear || longer.len() == MOST_WHOLES || !longer.iter().enumerate().all(alike) {
            return Ok(None);
        }
        let wholes = longer.iter().map(|&at| Ok((lines[at].2, self.store.get(lines[at].2)?)));
        let wholes = wholes.collect::<io::Result<Vec<(u32, Entry)>>>()?;
        let parts = wholes.iter().filter(|(_, whole)| may_be_part(&short, whole));
        Ok(parts.map(|(game, whole)| (players_differ(&short, whole), *game)).min().map(|(_, game)| game))
    }

    /// Of different games that begin with the same one, the one whose header has most in common with its own; none where
    /// two have as much.
    fn named(&mut self, lines: &[Line], at: usize, short: &Entry) -> io::Result<Option<u32>> {
        let (size, start, _) = &lines[at];
        let longer = lines[at + 1..].iter().take_while(|(other, events, _)| other == size && events.starts_with(start));
        let longer = longer.filter(|(_, events, _)| events.len() > start.len());
        let longer: Vec<u32> = longer.map(|line| line.2).take(MOST_READ + 1).collect();
        if longer.len() > MOST_READ {
            return Ok(None);
        }
        let (mut most, mut found) = (0, None);
        for game in longer {
            let in_common = in_common(short, &self.store.get(game)?);
            if in_common > most {
                (most, found) = (in_common, Some(game));
            } else if in_common == most {
                found = found.filter(|&other| self.union.joined(other, game));
            }
        }
        Ok(found)
    }
}

/// A game in one way to see it: the size of its board, its events, its number.
type Line = ((u8, u8), Vec<Event>, u32);

/// A game among those with the same first moves.
#[derive(Default)]
struct Start {
    /// The longest that it begins with.
    above: Option<usize>,
    /// Games that begin with it, one of each cluster; no more than [`MOST_WHOLES`].
    longer: Vec<usize>,
    /// Whether one of them is the start of others, and of which of these is unclear.
    unclear: bool,
}

/// Whether two games go on alike behind a common start of so many events: then they are one record, faults apart, and
/// no two games.
fn goes_on_alike(a: &[Event], b: &[Event], start: usize) -> bool {
    /// Fewer moves tell nothing.
    const ENOUGH: usize = 20;
    let length = a.len().min(b.len());
    let alike = |from: usize| (from..length).filter(|&n| a[n] == b[n]).count();
    let quarter = length - length.saturating_sub(start) / 4;
    length >= start + ENOUGH && alike(start) * 3 >= (length - start) * 2 && alike(quarter) * 2 >= length - quarter
}

fn get<'m>(store: &Store, game: u32, moves: &'m mut Option<Moves>) -> io::Result<&'m Moves> {
    Ok(match moves {
        Some(moves) => moves,
        None => moves.insert(store.get(game)?.played),
    })
}
