//! The replay of records, variations and set-ups included, against a slow second referee.

use crate::slow_board::{Oracle, board};
use crate::{each_game, options};
use sgfkit::audit::{Audited, Options};
use sgfkit::finding::{Code, Severity};
use sgfkit::go::{Colour, Illegal};
use sgfkit::record::{Action, Branches, Play};

/// Larger boards and longer records take the slow referee too long.
const LARGEST: u8 = 9;
const TURNS: u32 = 200;

/// Every line of play comes to the same verdicts, the main line to the same stones, captures and first illegal turn.
pub fn check(data: &[u8]) {
    let (choice, record) = options(data);
    let branches = if choice & 1 == 0 { Branches::Main } else { Branches::All };
    each_game(record, Options { branches, ..Options::default() }, |game, _| judge(game));
}

/// What the slow referee remembers of a line.
#[derive(Clone)]
struct Line {
    oracle: Oracle,
    turns: u32,
    first: Option<u32>,
}

fn judge(game: &Audited<'_>) {
    let record = game.record;
    let Some(size) = record.size.filter(|size| record.is_go && size.width().max(size.height()) <= LARGEST) else {
        return;
    };
    if game.replay.turns > TURNS || record.steps.len() > 2 * TURNS as usize {
        return;
    }
    let mut line = Line { oracle: Oracle::new(size.width().into(), size.height().into()), turns: 0, first: None };
    let (mut saved, mut main, mut verdicts) = (Vec::new(), None, Vec::new());
    let mut setting_up = false;
    for step in &record.steps {
        if std::mem::replace(&mut setting_up, matches!(step.action, Action::Stones { .. })) && !setting_up {
            line.oracle.start(None);
        }
        match step.action {
            Action::Turn { colour, play, .. } => {
                let code = turn(&mut line, colour, play);
                if let Some((code, is_error)) = code {
                    verdicts.push((step.at, line.turns, code));
                    if is_error {
                        line.first.get_or_insert(line.turns);
                    }
                }
            }
            Action::Stones { from, to, stone } => {
                for y in from.y()..=to.y() {
                    for x in from.x()..=to.x() {
                        line.oracle.grid[usize::from(y)][usize::from(x)] = stone;
                    }
                }
            }
            Action::ToMove(colour) => line.oracle.set_to_move(colour),
            Action::Branch => saved.push(line.clone()),
            Action::NextLine => {
                main.get_or_insert_with(|| line.clone());
                line = saved.last().expect("a branch is open").clone();
            }
            Action::EndBranch => drop(saved.pop()),
        }
    }
    if setting_up {
        line.oracle.start(None);
    }
    let main = main.unwrap_or(line);
    assert_eq!(game.board, &board(&main.oracle.grid));
    assert_eq!(game.replay.captures, main.oracle.captures);
    assert_eq!(game.replay.turns, main.turns);
    let rules = [
        Code::OffBoard,
        Code::BadPoint,
        Code::Occupied,
        Code::Suicide,
        Code::KoRetake,
        Code::SuperkoSituational,
        Code::SuperkoPositional,
    ];
    let found = game.findings.iter().filter(|finding| rules.contains(&finding.code));
    let found: Vec<_> = found.map(|finding| (finding.at, finding.turn.unwrap_or(0), finding.code)).collect();
    verdicts.sort_by_key(|verdict| verdict.0);
    assert_eq!(found, verdicts);
    // Errors that the slow referee does not know, such as two turns running, may come earlier.
    let known = |finding: &&sgfkit::finding::Finding| {
        finding.severity == Severity::Error && finding.variation.is_empty() && rules.contains(&finding.code)
    };
    let first = game.findings.iter().filter(known).filter_map(|finding| finding.turn).min();
    assert_eq!(first, main.first);
    assert!(main.first.is_none_or(|turn| game.replay.first_illegal.is_some_and(|earlier| earlier <= turn)));
}

/// The finding that a turn gets, and whether it is an error under the default rules.
fn turn(line: &mut Line, colour: Colour, play: Play) -> Option<(Code, bool)> {
    line.turns += 1;
    let at = match play {
        Play::Stone(point) => Some((point.x().into(), point.y().into())),
        Play::Pass | Play::Off(_) | Play::Unreadable(_) => None,
    };
    let illegal = line.oracle.turn_of(at, colour).2;
    match play {
        Play::Off(_) => return Some((Code::OffBoard, true)),
        Play::Unreadable(_) => return Some((Code::BadPoint, true)),
        Play::Stone(_) | Play::Pass => {}
    }
    Some(match illegal? {
        Illegal::OffBoard => (Code::OffBoard, true),
        Illegal::Occupied { .. } => (Code::Occupied, true),
        Illegal::Suicide { .. } => (Code::Suicide, true),
        Illegal::KoRetake => (Code::KoRetake, true),
        Illegal::Repetition(found) if found.situational => (Code::SuperkoSituational, true),
        Illegal::Repetition(_) => (Code::SuperkoPositional, false),
    })
}
