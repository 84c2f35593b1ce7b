//! The board and its rules against a slow second referee, move by move.

use crate::slow_board::{Step, run};
use sgfkit::go::Colour;

/// The most turns: the slow board compares each with all before.
const TURNS: usize = 300;

/// Both referees judge every turn alike, by `check`, `play` and `force`; after each step stones, captures and the hash
/// that is kept up equal those made from scratch.
pub fn check(data: &[u8]) {
    let [width, height, steps @ ..] = data else { return };
    let mut bytes = steps.iter().copied();
    let mut steps = Vec::new();
    while let Some(step) = next(&mut bytes)
        && steps.len() < TURNS
    {
        steps.push(step);
    }
    run(width % 6 + 1, height % 5 + 1, &steps);
}

fn colour(byte: u8) -> Colour {
    if byte & 1 == 0 { Colour::Black } else { Colour::White }
}

fn next(bytes: &mut impl Iterator<Item = u8>) -> Option<Step> {
    let kind = bytes.next()?;
    Some(match kind {
        0..=223 => Step::Empty(kind.into()),
        224..=233 => {
            let (x, y) = (bytes.next()?, bytes.next()?);
            Step::Anywhere(x % 7, y % 6, colour(kind))
        }
        234..=239 => Step::Pass,
        240..=243 => {
            let count = bytes.next()? % 12;
            let mut stones = Vec::new();
            for _ in 0..count {
                let (x, y) = (bytes.next()?, bytes.next()?);
                let stone = [None, Some(Colour::Black), Some(Colour::White)][usize::from(x / 7 % 3)];
                stones.push((x % 7, y % 6, stone));
            }
            Step::SetUp(stones, (kind < 242).then(|| colour(kind)))
        }
        244..=245 => Step::ToMove(colour(kind)),
        246..=251 => Step::Save,
        252..=255 => Step::Restore,
    })
}
