//! Random games that our referee and a slow second one must judge alike.

use crate::slow_board::{Step, run};
use proptest::prelude::*;
use sgfkit::go::Colour;

fn colour() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Black), Just(Colour::White)]
}

fn step() -> impl Strategy<Value = Step> {
    let stone = (0u8..7, 0u8..6, proptest::option::of(colour()));
    prop_oneof![
        60 => any::<usize>().prop_map(Step::Empty),
        4 => (0u8..7, 0u8..6, colour()).prop_map(|(x, y, colour)| Step::Anywhere(x, y, colour)),
        4 => Just(Step::Pass),
        1 => (proptest::collection::vec(stone, 0..12), proptest::option::of(colour()))
            .prop_map(|(stones, to_move)| Step::SetUp(stones, to_move)),
        1 => colour().prop_map(Step::ToMove),
        3 => Just(Step::Save),
        2 => Just(Step::Restore),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree(width in 1u8..=6, height in 1u8..=5, steps in proptest::collection::vec(step(), 0..150)) {
        run(width, height, &steps);
    }

    /// Boards so small that ko, superko and suicide come all the time.
    #[test]
    fn random_games_on_tiny_boards_agree(width in 1u8..=4, height in 1u8..=2, steps in proptest::collection::vec(step(), 0..150)) {
        run(width, height, &steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// Long enough for the table of positions to grow, and to be taken back after that.
    #[test]
    fn long_games_agree(steps in proptest::collection::vec(step(), 1500..2000)) {
        run(4, 2, &steps);
    }
}
