//! From bytes to rows of CSV, counts included.

use crate::options;
use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::record::Branches;
use sgfkit::report::columns::{FINDINGS, GAMES, SCORES, Table, TableKind};
use sgfkit::report::rows::{Format, Rows};
use sgfkit::report::sheet::{self, Sheet, Start};
use sgfkit::rescore::{DeadChoice, KomiChoice, Rescorer, Settings};
use std::io::Cursor;

/// Longer games cost the playouts too much time.
const STONES: u16 = 60;

/// What is written reads back with the csv crate: a row a game and a finding, each with all columns, names and texts as
/// they were but for control characters; the counts share out the whole board.
pub fn check(data: &[u8]) {
    let (choice, record) = options(data);
    let (name, record) = record.split_at(record.len().min(usize::from(choice >> 5)));
    let name = String::from_utf8_lossy(name);
    let audit = Options {
        branches: if choice & 1 == 0 { Branches::Main } else { Branches::All },
        causes: choice & 2 != 0,
        ..Options::default()
    };
    let settings = Settings {
        komi: if choice & 8 == 0 { Settings::default().komi } else { KomiChoice::Recorded },
        dead: if choice & 16 == 0 { DeadChoice::Auto } else { DeadChoice::None },
        all: true,
        ..Settings::default()
    };
    let mut rows = Rows::new(Format { tables: true, guard: choice & 4 != 0, ..Format::default() });
    let (mut rescorer, mut games, mut findings, mut scores) = (Rescorer::default(), Vec::new(), 0, 0);
    Auditor::default().audit(record, audit, |found, lines| {
        match &found {
            Found::Rest { findings: rest, .. } => findings += rest.len(),
            Found::Game(game) => {
                findings += game.findings.len();
                let header = &game.record.header;
                games.push([header.black.to_string(), header.event.to_string(), header.result.to_string()]);
                let stones = [sgfkit::go::Colour::Black, sgfkit::go::Colour::White].map(|side| game.board.stones(side));
                if stones.iter().sum::<u16>() <= STONES {
                    let score = rescorer.rescore(game, &settings, &mut Vec::new());
                    if let Ok(score) = &score {
                        let points = score.count.area.points();
                        assert_eq!((score.count.black + score.count.white).quarters(), 4 * points as i32);
                        assert_eq!(
                            Some(points),
                            game.record.size.map(|s| u32::from(s.width()) * u32::from(s.height()))
                        );
                    }
                    scores += 1;
                    return rows.add_counted(game, &score, lines);
                }
            }
        }
        rows.add(&found, lines);
    });
    let guard = choice & 4 != 0;
    let games_read = read(&GAMES, &rows.games, &name);
    assert_eq!(read(&FINDINGS, &rows.findings, &name).len(), findings);
    assert_eq!(read(&SCORES, &rows.scores, &name).len(), scores);
    assert_eq!(games_read.len(), games.len());
    for (n, (row, game)) in games_read.iter().zip(games).enumerate() {
        assert_eq!((&row[0], &row[1]), (&*name, (START.games as usize + n + 1).to_string().as_str()));
        for (column, value) in ["black", "event", "result"].into_iter().zip(game) {
            let at = GAMES.columns.iter().position(|known| known.name == column).expect("the column");
            let kept = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
            let formula = value.starts_with(['=', '+', '-', '@', '\t']);
            assert_eq!(row[at], if guard && formula { format!("'{kept}") } else { kept });
        }
    }
    assert_eq!(rows.tally.games as usize, games_read.len());
}

/// Where the piece begins in its file.
const START: Start = Start { games: 7, lines: 3, columns: 5 };

/// The rows of a table, all of one length.
fn read<K: TableKind>(table: &Table<K>, rows: &Sheet, name: &str) -> Vec<csv::StringRecord> {
    let mut bytes = sheet::header(table);
    rows.write(table, name, START, &mut bytes);
    let mut reader = csv::Reader::from_reader(Cursor::new(bytes));
    let names = reader.headers().expect("a header").clone();
    assert!(names.iter().eq(table.columns.iter().map(|column| column.name)));
    reader.records().map(|row| row.expect("a row of as many cells as the header")).collect()
}
