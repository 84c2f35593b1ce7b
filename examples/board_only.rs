//! Only the board: takes a ko, and asks whether it may be taken back.

use sgfkit::go::{Board, Colour, Move, Point, Position, Rules};

fn main() {
    let board = Board::from_text(
        ". X O .
         X O . O
         . X O .",
    )
    .expect("a drawn board");
    let mut position = Position::from(board);
    let rules = Rules::default();
    let placed = position.play(Move::Place(Point::new(2, 1)), Colour::Black, &rules).expect("the ko is open");
    println!("Black took {} stone:\n\n{}", placed.captured, position.board());
    match position.check(Move::Place(Point::new(1, 1)), Colour::White, &rules) {
        Ok(()) => println!("White may take back"),
        Err(illegal) => println!("White may not take back: {illegal}"),
    }
}
