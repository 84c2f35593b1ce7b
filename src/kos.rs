//! Kos (劫) as they are fought.

use crate::go::{Board, Colour, Point};
use std::collections::HashMap;

/// The kos of a game.
///
/// A ko is captured by a move that takes one stone and then stands alone, with no liberty but the point of that
/// stone. It begins with such a capture, and goes on with each capture back on the same two points, however late;
/// two captures of the same stone's point in the same direction are two kos.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kos {
    /// By its two points, each ko's first turn and the point that was played last.
    running: HashMap<[Point; 2], (u32, Point)>,
    begun: u32,
    longest: u32,
    /// Whether the main line is over: the turns of others are not its own.
    over: bool,
}

impl Kos {
    /// Starts another game, without allocating.
    pub(crate) fn reset(&mut self) {
        self.running.clear();
        (self.begun, self.longest, self.over) = (0, 0, false);
    }

    /// The main line is over.
    pub(crate) fn end(&mut self) {
        self.over = true;
    }

    /// Looks at a turn that took one stone, after it.
    #[cold]
    pub(crate) fn see(&mut self, board: &Board, point: Point, colour: Colour, turn: u32) {
        if self.over {
            return;
        }
        let mut empty = None;
        for neighbour in board.neighbours(point) {
            match board.get(neighbour) {
                Some(stone) if stone == colour => return,
                Some(_) => {}
                None if empty.is_some() => return,
                None => empty = Some(neighbour),
            }
        }
        // The stone itself may be gone: a suicide that was carried out.
        let (Some(taken), Some(_)) = (empty, board.get(point)) else { return };
        let points = if point < taken { [point, taken] } else { [taken, point] };
        let (first, last) = self.running.entry(points).or_insert((turn, point));
        if *last == point {
            (*first, self.begun) = (turn, self.begun + 1);
        }
        *last = point;
        self.longest = self.longest.max(turn - *first + 1);
    }

    /// Kos begun.
    pub(crate) fn begun(&self) -> u32 {
        self.begun
    }

    /// Turns of the longest ko, from its first capture to its last, both counted; 0 where there is none.
    pub(crate) fn longest(&self) -> u32 {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use crate::audit::{Auditor, Found, Options};
    use crate::record::Branches;

    fn check(record: &str, kos: u32, longest: u32) {
        let mut seen = false;
        Auditor::default().audit(record.as_bytes(), Options::default(), |found, _| {
            if let Found::Game(game) = found {
                assert_eq!((game.replay.kos, game.replay.longest_ko), (kos, longest), "{record}");
                seen = true;
            }
        });
        assert!(seen);
    }

    /// Black b1, a2, b3 and White c1, d2, c3 about the points b2 and c2; White's stone on b2 makes a ko.
    const KO: &str = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb]";

    #[test]
    fn a_ko_goes_on_while_it_is_captured_back() {
        check(&format!("{KO};B[cb])"), 1, 1);
        check(&format!("{KO};B[cb];W[ii];B[ih];W[bb])"), 1, 4);
        check(&format!("{KO};B[cb];W[ii];B[ih];W[bb];B[hh];W[hi];B[cb])"), 1, 7);
        check(&format!("{KO};B[ee])"), 0, 0);
    }

    #[test]
    fn a_ko_of_a_variation_is_none_of_the_game() {
        let mut kos = Vec::new();
        let all = Options { branches: Branches::All, ..Options::default() };
        // The same capture, earlier than on the main line.
        let record = format!("{KO}(;W[ii];B[cb];W[hh];B[ih];W[bb])(;B[cb];W[ii];B[ih];W[bb]))");
        Auditor::default().audit(record.as_bytes(), all, |found, _| {
            if let Found::Game(game) = found {
                kos.push((game.replay.kos, game.replay.longest_ko));
            }
        });
        assert_eq!(kos, [(1, 4)]);
    }

    #[test]
    fn a_ko_retaken_at_once_goes_on_too() {
        check(&format!("{KO};B[cb];W[bb])"), 1, 2);
    }

    #[test]
    fn one_stone_taken_is_no_ko_by_itself() {
        // The capturing stone has more liberties, or friends.
        check("(;SZ[9]AB[ba][ab][bc]AW[bb];B[cb])", 0, 0);
        check("(;SZ[9]AB[ab]AW[aa];B[ba])", 0, 0);
        check(&format!("{KO}AB[cb])"), 0, 0);
    }

    #[test]
    fn the_next_game_starts_anew() {
        let one = format!("{KO};B[cb];W[ii];B[ih];W[bb])");
        check(&format!("{one}{one}"), 1, 4);
        let mut all = Vec::new();
        let text = format!("{one}(;SZ[9];B[ee])(;SZ[9](;B[aa])(;B[ee]))");
        Auditor::default().audit(text.as_bytes(), Options::default(), |found, _| {
            if let Found::Game(game) = found {
                all.push(game.replay.kos);
            }
        });
        assert_eq!(all, [1, 0, 0]);
    }

    #[test]
    fn kos_of_other_branches_do_not_count() {
        let options = Options { branches: crate::record::Branches::All, ..Options::default() };
        let text = format!("{KO}(;B[cb])(;B[cb];W[ii];B[ih];W[bb]))");
        let mut kos = Vec::new();
        Auditor::default().audit(text.as_bytes(), options, |found, _| {
            if let Found::Game(game) = found {
                kos.push((game.replay.kos, game.replay.longest_ko));
            }
        });
        assert_eq!(kos, [(1, 1)]);
    }
}
