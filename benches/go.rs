//! The game layer alone: a fixed lawful game of 250 moves on 19×19, forced upon a position as the audit of an
//! archive does it. Divide by 250 for the time of a move.

use divan::{Bencher, black_box};
use sgfkit::go::{Board, Colour, Move, Placed, Point, Position, Rules, Size};

fn main() {
    divan::main();
}

/// Pseudo-random lawful moves, the same in every run, the sides in turn.
fn game() -> Vec<(Colour, Point)> {
    let mut position = Position::new(Size::STANDARD);
    let mut n = 1u64;
    let mut moves = Vec::new();
    while moves.len() < 250 {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let place = (n >> 33) % u64::from(Size::STANDARD.points());
        let point = Point::new((place % 19) as u8, (place / 19) as u8);
        let colour = position.to_move();
        if position.play(Move::Place(point), colour, &Rules::default()).is_ok() {
            moves.push((colour, point));
        }
    }
    moves
}

/// Every move judged and carried out, with the history.
#[divan::bench(sample_size = 100)]
fn force(bencher: Bencher) {
    let game = game();
    let mut position = Position::new(Size::STANDARD);
    bencher.bench_local(|| {
        position.reset(Size::STANDARD);
        let faults = game.iter().filter(|(colour, p)| position.force(Move::Place(*p), *colour).illegal.is_some());
        black_box(faults.count())
    });
}

/// The stones alone: what `force` would cost without rules and history.
#[divan::bench(sample_size = 100)]
fn put(bencher: Bencher) {
    let game = game();
    let mut board = Board::new(Size::STANDARD);
    bencher.bench_local(|| {
        board.reset(Size::STANDARD);
        game.iter().map(|(colour, p)| board.put(*p, *colour)).fold(0, |n, placed: Placed| n + placed.captured)
    });
}

/// Every move looked at before it is played.
#[divan::bench(sample_size = 100)]
fn play(bencher: Bencher) {
    let game = game();
    let mut position = Position::new(Size::STANDARD);
    bencher.bench_local(|| {
        position.reset(Size::STANDARD);
        let rules = Rules::default();
        let lawful = game.iter().filter(|(colour, p)| position.play(Move::Place(*p), *colour, &rules).is_ok());
        black_box(lawful.count())
    });
}

/// A branch point: kept and gone back to.
#[divan::bench(sample_size = 100)]
fn save_and_restore(bencher: Bencher) {
    let mut position = Position::new(Size::STANDARD);
    for (colour, point) in game() {
        position.force(Move::Place(point), colour);
    }
    bencher.bench_local(|| {
        let snapshot = position.save();
        position.force(Move::Pass, Colour::Black);
        position.restore(&snapshot);
    });
}
