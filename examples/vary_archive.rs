//! Makes a large archive of a small one, with known copies in it: `vary_archive FROM TO COUNT`.
//!
//! Writes COUNT games into collections of 10,000 in the folder TO. Each is made of a game of FROM by random changes that
//! leave every move legal. GN names the game that it was made of and what was done: `turned`, `cut` (to 40 moves or
//! more), `changed` (at most three moves), `header`, or `other`: 8 to 15 moves are changed, so that it is no near
//! copy, though its Dyer signature may be the same. Copies have the players of their game, but for `header`, which has
//! none; `other` games have players of their own.
//!
//!     cargo run --release --example vary_archive -- games/ /tmp/varied 632717
//!     sgfkit dups /tmp/varied --out report/

use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::go::{Colour, Move, Point, Position, Rules, Size};
use sgfkit::record::{Action, Play, Step};
use sgfkit::{archive, run};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

const GAMES_A_FILE: u64 = 10_000;

type Turn = (Colour, Point);

/// Games of 60 to 400 moves on the usual board, every turn a legal stone.
fn games(bytes: &[u8]) -> Vec<Vec<Turn>> {
    let mut games = Vec::new();
    Auditor::default().audit(bytes, Options::default(), |found, _| {
        let Found::Game(game) = found else { return };
        let turn = |step: &Step| match step.action {
            Action::Turn { colour, play: Play::Stone(point), .. } => Some((colour, point)),
            _ => None,
        };
        let turns: Option<Vec<Turn>> = game.record.steps.iter().map(turn).collect();
        games.extend(turns.filter(|turns| {
            game.record.size == Some(Size::STANDARD)
                && (60..=400).contains(&turns.len())
                && game.replay.first_illegal.is_none()
        }));
    });
    games
}

/// Random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
}

fn is_legal(turns: &[Turn]) -> bool {
    let mut position = Position::new(Size::STANDARD);
    turns.iter().all(|&(colour, point)| position.play(Move::Place(point), colour, &Rules::default()).is_ok())
}

/// Changes so many moves to points where nobody played; tries until the game is legal.
fn change(turns: &[Turn], count: usize, random: &mut Random) -> Option<Vec<Turn>> {
    let mut used = [[false; 19]; 19];
    turns.iter().for_each(|(_, point)| used[usize::from(point.y())][usize::from(point.x())] = true);
    let free: Vec<Point> =
        Size::STANDARD.iter().filter(|point| !used[usize::from(point.y())][usize::from(point.x())]).collect();
    if free.len() < count {
        return None;
    }
    for _ in 0..10 {
        let (mut changed, mut free) = (turns.to_vec(), free.clone());
        for _ in 0..count {
            let at = random.below(changed.len());
            changed[at].1 = free.swap_remove(random.below(free.len()));
        }
        if is_legal(&changed) {
            return Some(changed);
        }
    }
    None
}

fn turn(turns: &[Turn], how: usize) -> Vec<Turn> {
    let turned = |point: Point| {
        let (x, y) = (if how & 1 == 0 { point.x() } else { 18 - point.x() }, point.y());
        let y = if how & 2 == 0 { y } else { 18 - y };
        if how & 4 == 0 { Point::new(x, y) } else { Point::new(y, x) }
    };
    turns.iter().map(|&(colour, point)| (colour, turned(point))).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, count] = args.as_slice() else { return Err("usage: vary_archive FROM TO COUNT".into()) };
    let (to, count): (PathBuf, u64) = (to.into(), count.parse()?);
    let mut sources: Vec<Vec<Turn>> = Vec::new();
    let _ = run::run(archive::inputs(&[from.into()]), 2, games, |event| {
        sources.extend(event.result.into_iter().flatten());
        ControlFlow::Continue(())
    })?;
    if sources.is_empty() {
        return Err("no game to make others of".into());
    }
    std::fs::create_dir_all(&to)?;
    let mut random = Random(1);
    let mut out: BufWriter<Box<dyn Write>> = BufWriter::new(Box::new(io::sink()));
    let mut written = 0;
    while written < count {
        let number = random.below(sources.len());
        let source = &sources[number];
        let (what, turns) = match random.below(20) {
            0 => ("turned", Some(turn(source, 1 + random.below(7)))),
            1 => ("cut", Some(source[..40 + random.below(source.len() - 40)].to_vec())),
            2 => {
                let count = 1 + random.below(3);
                ("changed", change(source, count, &mut random))
            }
            3 => ("header", Some(source.clone())),
            _ => ("other", change(source, 8 + random.below(8), &mut random)),
        };
        let Some(turns) = turns else { continue };
        if written % GAMES_A_FILE == 0 {
            let name = to.join(format!("varied-{:05}.sgf", written / GAMES_A_FILE));
            out = BufWriter::new(Box::new(std::fs::File::create(name)?));
        }
        let players = match what {
            "header" => String::new(),
            "other" => format!("PB[black, varied {written}]PW[white, varied {written}]"),
            _ => format!("PB[black {number}]PW[white {number}]"),
        };
        let mut text = format!("(;GM[1]FF[4]SZ[19]KM[7.5]GN[game {number}, {what}]{players}RE[B+R]\n");
        for (colour, point) in turns {
            write!(text, ";{}[{point}]", colour.letter())?;
        }
        out.write_all(text.as_bytes())?;
        out.write_all(b")\n")?;
        written += 1;
    }
    Ok(out.flush()?)
}
