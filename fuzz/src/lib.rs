//! What the fuzz targets check, a module a target: `check` takes any bytes and panics where a property does not hold.

pub mod archive;
pub mod board;
pub mod columns;
pub mod fix;
pub mod reader;
pub mod replay;
pub mod spellings;
pub mod text;

#[allow(dead_code, unreachable_pub)]
#[path = "../../tests/it/slow_board.rs"]
mod slow_board;

use sgfkit::audit::{Audited, Auditor, Found, Options};
use sgfkit::sgf::Lines;

/// The first byte, as a choice of options, and the rest.
fn options(data: &[u8]) -> (u8, &[u8]) {
    data.split_first().map_or((0, data), |(first, rest)| (*first, rest))
}

/// Hands over every game in these bytes.
fn each_game(bytes: &[u8], options: Options, mut each: impl FnMut(&Audited<'_>, &mut Lines<'_>)) {
    Auditor::default().audit(bytes, options, |found, lines| {
        if let Found::Game(game) = found {
            each(&game, lines);
        }
    });
}
