//! How well dead stones are found: counts games whose results are recorded, marks ignored, and holds them
//! against these.
//!
//! `SGFKIT_GAMES=FOLDER cargo bench --bench accuracy`; with `SGFKIT_ENGINE='gnugo --mode gtp --chinese-rules'`
//! that program is asked too, on the first 200 games under area rules. A part of the games was set aside before
//! the estimate was tuned: those whose file name has an odd MD5 sum.

use md5::{Digest, Md5};
use sgfkit::archive::{self, Medium};
use sgfkit::audit::{Audited, Auditor, Found, Options};
use sgfkit::count::{Engine, Verdict};
use sgfkit::record::{Method, ResultKind, Winner};
use sgfkit::rescore::{DeadChoice, Rescorer, Score, Settings};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What is compared with an engine.
const ENGINE_GAMES: usize = 200;

/// What came of a group of games.
#[derive(Default)]
struct Sum {
    games: u32,
    exact: u32,
    winner: u32,
    explained: u32,
    changed: u32,
}

impl Sum {
    fn add(&mut self, game: &Audited<'_>, score: &Score) {
        let Some(own) = score.own else { return };
        self.games += 1;
        self.exact += u32::from(score.verdict == Some(Verdict::Agrees));
        self.explained += u32::from(matches!(score.verdict, Some(Verdict::Explained(_))));
        self.winner += u32::from(
            game.record.result.winner
                == Some(match own.quarters() {
                    0 => Winner::Draw,
                    1.. => Winner::Black,
                    _ => Winner::White,
                }),
        );
        self.changed += u32::from(score.winner_changed() == Some(true));
    }

    fn line(&self, name: &str) {
        let share = |part| format!("{part} ({})", interval(part, self.games));
        let (exact, winner, either) = (share(self.exact), share(self.winner), share(self.exact + self.explained));
        println!("{name:<34} {:>5}  exact {exact}  winner {winner}  exact or explained {either}", self.games);
    }
}

/// The share in per cent with its Wilson interval at 95 %.
fn interval(part: u32, whole: u32) -> String {
    let (n, z) = (f64::from(whole.max(1)), 1.96_f64);
    let p = f64::from(part) / n;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    format!("{:.1} %, {:.1} to {:.1}", 100.0 * p, 100.0 * (centre - half), 100.0 * (centre + half))
}

fn main() {
    let Some(folder) = std::env::var_os("SGFKIT_GAMES") else {
        println!("SGFKIT_GAMES names no folder of games with recorded results: nothing to measure");
        return;
    };
    let folder = PathBuf::from(folder);
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    let mut calibration: BTreeMap<(u8, &str), Sum> = BTreeMap::new();
    let mut komi: BTreeMap<String, Sum> = BTreeMap::new();
    let (mut estimates, mut time, mut for_engine) = (Rescorer::default(), Duration::ZERO, Vec::new());
    let mut marks = Rescorer::default();
    let estimate = Settings { dead: DeadChoice::Estimate, ..Settings::default() };
    for input in archive::inputs(std::slice::from_ref(&folder)) {
        let Medium::File(path) = input.medium else { continue };
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let sum = Md5::digest(path.file_name().unwrap_or_default().as_encoded_bytes());
        let half = if sum.last().is_some_and(|byte| byte % 2 == 1) { "set aside" } else { "tuning" };
        Auditor::default().audit(&bytes, Options::default(), |found, _| {
            let Found::Game(game) = found else { return };
            let numeric = matches!(game.record.result.kind, ResultKind::Points | ResultKind::Zi | ResultKind::Draw);
            let Some(method) = game.record.ruleset.map(|ruleset| ruleset.method()).filter(|_| numeric) else { return };
            let rules = if method == Method::Area { "area rules" } else { "territory rules" };
            let start = Instant::now();
            let Ok(score) = estimates.rescore(&game, &estimate, &mut Vec::new()) else { return };
            time += start.elapsed();
            sums.entry(format!("{rules}, estimate, {half}")).or_default().add(&game, &score);
            sums.entry(format!("{rules}, estimate, all")).or_default().add(&game, &score);
            calibration.entry((score.certainty.unwrap_or(0), half)).or_default().add(&game, &score);
            let name = match game.replay.handicap_stones {
                0 | 1 => game.record.komi.value.map_or("unknown".to_owned(), |komi| komi.points().to_string()),
                _ => "handicap".to_owned(),
            };
            komi.entry(name).or_default().add(&game, &score);
            let only_marks = Settings { dead: DeadChoice::Marks, ..Settings::default() };
            if let Ok(score) = marks.rescore(&game, &only_marks, &mut Vec::new())
                && score.method.name() == "marks"
            {
                sums.entry(format!("{rules}, by marks")).or_default().add(&game, &score);
            }
            if method == Method::Area && for_engine.len() < ENGINE_GAMES {
                for_engine.push(path.clone());
            }
        });
    }
    println!("numeric results, 3¾ zi as the chosen komi; share of games with its Wilson interval at 95 %\n");
    sums.iter().for_each(|(name, sum)| sum.line(name));
    let games: u32 = sums.iter().filter(|(name, _)| name.ends_with("all")).map(|(_, sum)| sum.games).sum();
    println!("\nestimate: {:.0} games/s on one thread\n", f64::from(games) / time.as_secs_f64());
    println!("column `certainty`, games, share exact");
    for ((certainty, half), sum) in &calibration {
        println!(
            "{:.2} {half:<10} {:>5}  {}",
            f64::from(*certainty) / 100.0,
            sum.games,
            interval(sum.exact, sum.games)
        );
    }
    println!("\nrecorded komi in points, games, of them with another winner under 3¾ zi");
    komi.iter().for_each(|(name, sum)| println!("{name:<10} {:>5} {:>5}", sum.games, sum.changed));
    if let Ok(command) = std::env::var("SGFKIT_ENGINE") {
        let engine = Rescorer::with_engine(Engine::new(&command, Duration::from_secs(120)));
        println!("\nthe same {} games under area rules, one thread", for_engine.len());
        race("estimate", &mut estimates, DeadChoice::Estimate, &for_engine);
        race(&command, &mut { engine }, DeadChoice::Engine, &for_engine);
    }
}

/// Counts the games of these files and prints how well and how fast.
fn race(name: &str, rescorer: &mut Rescorer, dead: DeadChoice, files: &[PathBuf]) {
    let (mut sum, mut time) = (Sum::default(), Duration::ZERO);
    for path in files {
        let Ok(bytes) = std::fs::read(path) else { continue };
        Auditor::default().audit(&bytes, Options::default(), |found, _| {
            let Found::Game(game) = found else { return };
            let start = Instant::now();
            let score = rescorer.rescore(&game, &Settings { dead, ..Settings::default() }, &mut Vec::new());
            time += start.elapsed();
            if let Ok(score) = score {
                sum.add(&game, &score);
            }
        });
    }
    sum.line(name);
    println!("{:.2} games/s", f64::from(sum.games) / time.as_secs_f64().max(1e-9));
}
