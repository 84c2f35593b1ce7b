//! Audits one file: `cargo run --example audit_file -- FILE.sgf`. The README shows this program.

use sgfkit::audit::{Auditor, Found, Options};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/sample/fox-byte-lost.sgf".to_owned());
    let bytes = std::fs::read(&path)?;
    Auditor::default().audit(&bytes, Options::default(), |found, lines| {
        let findings = match &found {
            Found::Game(game) => {
                let header = &game.record.header;
                println!("{} against {}, {} moves", header.black, header.white, game.replay.turns);
                game.findings
            }
            // What stands behind the last game.
            Found::Rest { findings, .. } => findings,
        };
        for finding in findings {
            let place = lines.position(finding.at as usize);
            println!("{path}:{}:{}: {} {finding}", place.line, place.column, finding.severity);
        }
    });
    Ok(())
}
