//! How well causes are told: plants one fault of each kind in games without any, and looks whether the cause
//! that is found is the fault that was planted.
//!
//! `SGFKIT_GAMES=FOLDER cargo bench --bench causes`. The games are spread over the folder; every second one was
//! set aside before the order of the candidates was chosen (`SGFKIT_PART=tuning` shows the others). A fault
//! that leaves the game legal is none and is not counted.

use sgfkit::archive::{self, Medium};
use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::causes::{Cause, Kind, Line, Turn};
use sgfkit::go::{Board, Colour, Point, Size};
use sgfkit::record::Play;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Games that faults are planted in, and how long they must be.
const GAMES: usize = 2_000;
const SHORTEST: usize = 60;

/// The kinds of planted faults, in the order of the table.
const FAULTS: [&str; 15] = [
    "handicap stones missing",
    "move written twice",
    "block written twice",
    "game begun again",
    "colour of one move",
    "letter I skipped",
    "capture on the stone taken",
    "one letter off",
    "letters exchanged",
    "mirrored",
    "points exchanged with the next",
    "moves exchanged with the next",
    "colours exchanged from a move on",
    "next game run in",
    "move left out",
];

/// SplitMix64 (Steele, Lea, Flood 2014): the same faults at every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// A game without faults.
struct Clean {
    line: Line,
    handicap: u32,
    year: Option<u16>,
}

/// A game with a fault: its text, and the first turn that was touched.
struct Planted {
    line: Line,
    handicap: u32,
    index: usize,
}

#[derive(Default)]
struct Sum {
    illegal: u32,
    verdicts: u32,
    right: u32,
    listed: u32,
    first: u32,
    suspected: u32,
    wrong: BTreeMap<&'static str, u32>,
}

fn main() {
    let Some(folder) = std::env::var_os("SGFKIT_GAMES") else {
        println!("SGFKIT_GAMES names no folder of games: nothing to measure");
        return;
    };
    let reported = usize::from(std::env::var("SGFKIT_PART").as_deref() != Ok("tuning"));
    let games = clean_games(folder.into());
    let mut sums: Vec<Sum> = FAULTS.iter().map(|_| Sum::default()).collect();
    let (mut auditor, mut time, mut slowest) = (Auditor::default(), Duration::ZERO, Duration::ZERO);
    for (number, game) in games.iter().enumerate().filter(|(number, _)| number % 2 == reported) {
        for (kind, sum) in sums.iter_mut().enumerate() {
            let mut random = Random((number * FAULTS.len() + kind) as u64);
            let other = &games[random.below(games.len())];
            let Some(planted) = plant(kind, game, other, &mut random) else { continue };
            let text = text(&planted, game.year);
            let start = Instant::now();
            auditor.audit(text.as_bytes(), Options { causes: true, ..Options::default() }, |found, _| {
                let Found::Game(found) = found else { return };
                let Some(cause) = &found.cause else { return };
                let first = found.replay.first_illegal.unwrap_or(0);
                if let Some(line) = Line::around(found.record, 1) {
                    judge(sum, kind, &line, game, planted.index as u32 + 1, first, cause);
                }
            });
            time += start.elapsed();
            slowest = slowest.max(start.elapsed());
        }
    }
    print(&sums, games.len(), time, slowest);
}

fn judge(sum: &mut Sum, kind: usize, line: &Line, game: &Clean, planted: u32, first: u32, cause: &Cause) {
    sum.illegal += 1;
    let place = cause.candidates.iter().position(|edit| same(&edit.apply(line), &game.line));
    if cause.kind.is_verdict() {
        sum.verdicts += 1;
        match place {
            Some(_) => sum.right += 1,
            None => *sum.wrong.entry(cause.kind.name()).or_default() += 1,
        }
    }
    sum.listed += u32::from(place.is_some());
    sum.first += u32::from(place == Some(0));
    let suspected = first == planted || cause.turn == Some(planted);
    sum.suspected += u32::from(suspected);
    // For tuning: the faults of one kind that were not found.
    let shown = std::env::var("SGFKIT_SHOW").is_ok_and(|show| show.parse() == Ok(kind));
    if shown && (place.is_none() || !suspected) {
        println!(
            "planted {planted} (listed: {place:?}), first {first}: {} {:?} {} [{}]",
            cause.kind.name(),
            cause.turn,
            cause.detail,
            cause.changes()
        );
    }
}

/// Whether two lines are the same game: the same stones in whatever order, the same turns.
fn same(a: &Line, b: &Line) -> bool {
    let stones = |line: &Line| {
        let mut stones = line.stones.clone();
        stones.sort();
        stones
    };
    a.turns == b.turns && stones(a) == stones(b)
}

/// Games without an error, spread over a folder.
fn clean_games(folder: std::path::PathBuf) -> Vec<Clean> {
    let mut all = Vec::new();
    let mut auditor = Auditor::default();
    for input in archive::inputs(&[folder]) {
        let Medium::File(path) = input.medium else { continue };
        let Ok(bytes) = std::fs::read(&path) else { continue };
        auditor.audit(&bytes, Options::default(), |found, _| {
            let Found::Game(game) = found else { return };
            let Some(line) = Line::around(game.record, 1) else { return };
            let whole = line.turns.len() == game.replay.turns as usize && line.turns.iter().all(|turn| !turn.told);
            // The corner point is a pass to a board whose letters skip the I.
            let corner = |turn: &Turn| turn.point() == Some(Point::new(18, 18));
            let usual = line.size == Size::STANDARD && whole && !line.turns.iter().any(corner);
            if usual && line.turns.len() >= SHORTEST && game.replay.first_illegal.is_none() {
                all.push(Clean { line, handicap: game.record.handicap.unwrap_or(0), year: game.record.year });
            }
        });
    }
    let step = all.len().div_ceil(GAMES).max(1);
    all.into_iter().step_by(step).collect()
}

fn text(planted: &Planted, year: Option<u16>) -> String {
    let mut text = format!("(;GM[1]FF[4]SZ[19]HA[{}]", planted.handicap);
    // Writing to a string does not fail.
    if let Some(year) = year {
        let _ = write!(text, "DT[{year}]");
    }
    for (colour, name) in [(Colour::Black, "AB"), (Colour::White, "AW")] {
        let stones = planted.line.stones.iter().filter(|stone| stone.1 == colour);
        for (n, (point, _)) in stones.enumerate() {
            let _ = write!(text, "{}[{point}]", if n == 0 { name } else { "" });
        }
    }
    for turn in &planted.line.turns {
        let point = match turn.play {
            Play::Stone(point) | Play::Off(point) => point.to_string(),
            _ => String::new(),
        };
        let _ = write!(text, ";{}[{point}]", turn.colour.letter());
    }
    text + ")"
}

/// Plants a fault; `None` where the game has no place for it.
fn plant(kind: usize, game: &Clean, other: &Clean, random: &mut Random) -> Option<Planted> {
    let mut line = game.line.clone();
    let count = line.turns.len();
    let mut index = random.below(count);
    let size = line.size;
    match FAULTS[kind] {
        "handicap stones missing" => {
            let black = line.stones.iter().filter(|stone| stone.1 == Colour::Black).count();
            if game.handicap < 2 || black != line.stones.len() || black as u32 != game.handicap {
                return None;
            }
            line.stones.clear();
            index = 0;
        }
        "move written twice" => line.turns.insert(index, line.turns[index]),
        "block written twice" => {
            let end = (index + 2 + random.below(19)).min(count);
            let block = line.turns[index..end].to_vec();
            line.turns.splice(end..end, block);
        }
        "game begun again" => {
            let copy = line.turns[..index.max(10)].to_vec();
            line.turns.splice(0..0, copy);
        }
        "colour of one move" => line.turns[index].colour = line.turns[index].colour.opponent(),
        "letter I skipped" => {
            for turn in &mut line.turns {
                if let Some(point) = turn.point() {
                    let written = |n: u8| if n >= 8 { n + 1 } else { n };
                    let point = Point::new(written(point.x()), written(point.y()));
                    turn.play = if size.contains(point) { Play::Stone(point) } else { Play::Off(point) };
                }
            }
            index = 0;
        }
        "capture on the stone taken" => {
            let mut board = Board::new(size);
            board.set_up(line.stones.iter().map(|&(point, colour)| (point, Some(colour))));
            let mut places = Vec::new();
            for (n, turn) in line.turns.iter().enumerate() {
                let Some(point) = turn.point() else { continue };
                let before = board.clone();
                if board.put(point, turn.colour).captured > 0 {
                    let taken = before.neighbours(point).find(|&p| before.get(p).is_some() && board.get(p).is_none());
                    places.extend(taken.map(|taken| (n, taken)));
                }
            }
            let (n, taken) = *places.get(random.below(places.len()))?;
            line.turns[n].play = Play::Stone(taken);
            index = n;
        }
        "one letter off" => {
            let point = line.turns[index].point()?;
            let (dx, dy) = [(0, 1), (2, 1), (1, 0), (1, 2)][random.below(4)];
            let to = Point::new((point.x() + dx).checked_sub(1)?, (point.y() + dy).checked_sub(1)?);
            line.turns[index].play = if size.contains(to) { Play::Stone(to) } else { Play::Off(to) };
        }
        "letters exchanged" => {
            let point = line.turns[index].point()?;
            line.turns[index].play = Play::Stone(Point::new(point.y(), point.x()));
        }
        "mirrored" => {
            let point = line.turns[index].point()?;
            let (x, y) = (point.x(), point.y());
            let (x, y) = [(18 - x, y), (x, 18 - y), (18 - x, 18 - y)][random.below(3)];
            line.turns[index].play = Play::Stone(Point::new(x, y));
        }
        "points exchanged with the next" => {
            let next = line.turns.get(index + 1)?.play;
            line.turns[index + 1].play = std::mem::replace(&mut line.turns[index].play, next);
        }
        "moves exchanged with the next" => {
            line.turns.get(index + 1)?;
            line.turns.swap(index, index + 1);
        }
        "colours exchanged from a move on" => {
            line.turns.iter_mut().skip(index).for_each(|turn| turn.colour = turn.colour.opponent());
        }
        "next game run in" => {
            if !other.line.stones.is_empty() {
                return None;
            }
            line.turns.extend_from_slice(&other.line.turns);
            index = count;
        }
        _ => {
            line.turns.remove(index);
        }
    }
    Some(Planted { line, handicap: game.handicap, index })
}

fn print(sums: &[Sum], games: usize, time: Duration, slowest: Duration) {
    let share = |part: u32, whole: u32| match whole {
        0 => String::new(),
        _ => format!("{:.1} %", 100.0 * f64::from(part) / f64::from(whole)),
    };
    println!("{games} games, half of them\n");
    println!(
        "| planted fault | illegal | verdict | verdict right | among the candidates | first of them | one of the suspects |"
    );
    println!("|---|---|---|---|---|---|---|");
    let (mut verdicts, mut right, mut illegal) = (0, 0, 0);
    for (name, sum) in FAULTS.iter().zip(sums) {
        let one_move = ["capture on the stone taken", "one letter off", "letters exchanged", "mirrored"].contains(name);
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            sum.illegal,
            share(sum.verdicts, sum.illegal),
            share(sum.right, sum.verdicts),
            share(sum.listed, sum.illegal),
            share(sum.first, sum.illegal),
            if one_move { share(sum.suspected, sum.illegal) } else { String::new() },
        );
        (verdicts, right, illegal) = (verdicts + sum.verdicts, right + sum.right, illegal + sum.illegal);
    }
    println!("\nverdicts: {verdicts}, right: {right} ({})", share(right, verdicts));
    for (name, sum) in FAULTS.iter().zip(sums).filter(|(_, sum)| !sum.wrong.is_empty()) {
        println!("wrong verdicts on `{name}`: {:?}", sum.wrong);
    }
    println!("kinds of verdict: {}", Kind::ALL.iter().filter(|kind| kind.is_verdict()).count());
    println!(
        "{:.1} ms a faulty game, {:.0} ms the slowest",
        time.as_secs_f64() * 1e3 / f64::from(illegal),
        slowest.as_secs_f64() * 1e3
    );
}
