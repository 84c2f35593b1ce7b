//! Who wins under another komi: `cargo run --example rescore_komi -- FILE.sgf`.

use sgfkit::audit::{Auditor, Found, Options};
use sgfkit::record::Zi;
use sgfkit::rescore::{KomiChoice, Rescorer, Settings};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/sample/9x9-counted.sgf".to_owned());
    let bytes = std::fs::read(path)?;
    let mut rescorer = Rescorer::default();
    Auditor::default().audit(&bytes, Options::default(), |found, _| {
        let Found::Game(game) = found else { return };
        // 2¾, 3¼ and 3¾ zi.
        for quarters in [11, 13, 15] {
            let komi = Zi::from_quarters(quarters);
            let settings = Settings { komi: KomiChoice::Fixed(komi), ..Settings::default() };
            match rescorer.rescore(&game, &settings, &mut Vec::new()) {
                Ok(score) => println!("{} zi: {}", komi.zi(), score.margin().map_or("unknown".into(), Zi::result_zh)),
                Err(reason) => println!("not counted: {reason}"),
            }
        }
    });
    Ok(())
}
