//! A table of one's own: the share of moves that are passes, a row a game of an archive, read in parallel.
//!
//! `cargo run --example own_column -- FOLDER`

use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::{archive, run};
use std::ops::ControlFlow;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "testdata/sample".to_owned());
    let mut table = csv::Writer::from_writer(std::io::stdout());
    table.write_record(["file", "moves", "passes", "white_captures"])?;
    // Runs on every thread: the numbers of each game of a piece of a file.
    let work = |bytes: &[u8]| {
        let mut rows = Vec::new();
        Auditor::default().audit(bytes, Options::default(), |found, _| {
            if let Found::Game(game) = found {
                rows.push([game.replay.turns, game.replay.passes, game.replay.captures[1]]);
            }
        });
        rows
    };
    // Runs here, in the order of the files.
    let emit = |event: run::Event<'_, Vec<[u32; 3]>>| {
        for row in event.result.iter().flatten() {
            let written = table.write_record([event.name.to_owned()].into_iter().chain(row.map(|n| n.to_string())));
            if written.is_err() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    };
    let _ = run::run(archive::inputs(&[PathBuf::from(folder)]), 2, work, emit)?;
    Ok(table.flush()?)
}
