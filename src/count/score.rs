//! From a count to a margin (数子法, articles 9 to 11 of the Chinese rules; handicap: rule 八).

use crate::go::{Area, Colour, Ownership};
use crate::record::{Ruleset, Zi};

/// What Black gives back for a handicap (让子).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandicapReturn {
    /// Half a zi, one point, for each stone (rule 八: 按让子数由黑方贴还二分之一的子数).
    #[default]
    Stones,
    /// The same for each stone but one, as under AGA rules.
    LessOne,
    /// Nothing.
    None,
}

impl HandicapReturn {
    /// What Black returns for so many stones. A single one is no handicap: Black only moved first.
    ///
    /// ```
    /// use sgfkit::{count::HandicapReturn, record::Zi};
    ///
    /// assert_eq!(HandicapReturn::Stones.of(9), Zi::from_half_points(18));
    /// assert_eq!(HandicapReturn::LessOne.of(9), Zi::from_half_points(16));
    /// assert_eq!(HandicapReturn::Stones.of(1), Zi::ZERO);
    /// ```
    pub fn of(self, stones: u16) -> Zi {
        let stones = if stones >= 2 { i32::from(stones) } else { 0 };
        Zi::from_half_points(match self {
            HandicapReturn::Stones => 2 * stones,
            HandicapReturn::LessOne => 2 * (stones - 1).max(0),
            HandicapReturn::None => 0,
        })
    }
}

/// What Black returns under these rules, as they name it.
impl From<Ruleset> for HandicapReturn {
    fn from(ruleset: Ruleset) -> HandicapReturn {
        match ruleset {
            Ruleset::Chinese => HandicapReturn::Stones,
            Ruleset::Aga => HandicapReturn::LessOne,
            _ => HandicapReturn::None,
        }
    }
}

/// What is settled between the sides beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The komi (贴子) that Black gives; negative where White does.
    pub komi: Zi,
    /// What Black returns for a handicap.
    pub returned: Zi,
    /// Whether each group costs its side one zi, as under the ancient rules (还棋头).
    pub group_tax: bool,
}

impl Terms {
    /// The komi of the Chinese rules, 3¾ zi (article 11).
    pub const CHINESE_KOMI: Zi = Zi::from_quarters(15);

    /// An even game with this komi.
    pub fn even(komi: Zi) -> Terms {
        Terms { komi, ..Terms::default() }
    }

    /// A handicap game: no komi, and Black returns half a zi a stone.
    pub fn handicap(stones: u16) -> Terms {
        Terms { returned: HandicapReturn::Stones.of(stones), ..Terms::default() }
    }

    /// The ancient rules: no komi, and a tax on groups.
    pub fn ancient() -> Terms {
        Terms { group_tax: true, ..Terms::default() }
    }
}

/// A board counted by area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Stones and points of both sides.
    pub area: Area,
    /// Black's zi: live stones, enclosed points, and half of what is shared (article 9).
    pub black: Zi,
    /// White's zi: the rest of the board.
    pub white: Zi,
    /// Groups of Black and of White, which the ancient rules tax.
    pub groups: [u16; 2],
}

impl Count {
    /// Counts a board whose points have owners.
    ///
    /// ```
    /// use sgfkit::{count::{Count, Terms}, go::{Board, Ownership, PointSet}};
    ///
    /// let board = Board::from_text(". X . O .
    ///                               X X . O O").unwrap();
    /// let count = Count::of(&Ownership::of(&board, &PointSet::EMPTY));
    /// assert_eq!((count.black.zi().to_string(), count.margin(&Terms::default()).result()), ("5".into(), "0".into()));
    /// ```
    pub fn of(owned: &Ownership) -> Count {
        let area = owned.area();
        let half = Zi::from_quarters(2 * i32::from(area.shared));
        Count {
            area,
            black: whole(area.black_stones + area.black_points) + half,
            white: whole(area.white_stones + area.white_points) + half,
            groups: [Colour::Black, Colour::White].map(|side| owned.groups(side)),
        }
    }

    /// By how much Black wins under these terms, its zi held against half the board (归本数); negative where White wins,
    /// zero for a draw (和棋).
    pub fn margin(&self, terms: &Terms) -> Zi {
        // Black's lead over half the board is half its lead over White.
        let lead = Zi::from_quarters((self.black - self.white).quarters() / 2);
        let tax = if terms.group_tax { whole(self.groups[0]) - whole(self.groups[1]) } else { Zi::ZERO };
        lead - terms.komi - terms.returned - tax
    }
}

fn whole(zi: u16) -> Zi {
    Zi::from_quarters(4 * i32::from(zi))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, PointSet};

    /// A square board that is full but for `shared` points between the sides.
    fn full(side: usize, black: usize, shared: usize) -> Ownership {
        let stones = "X".repeat(black) + &".".repeat(shared) + &"O".repeat(side * side - black - shared);
        let rows: Vec<&str> = (0..side).map(|y| &stones[y * side..(y + 1) * side]).collect();
        Ownership::of(&Board::from_text(&rows.join("\n")).unwrap(), &PointSet::EMPTY)
    }

    fn check(owned: Ownership, terms: Terms, black: &str, result: &str, chinese: &str) {
        let count = Count::of(&owned);
        let margin = count.margin(&terms);
        assert_eq!(count.black.zi().to_string(), black);
        assert_eq!(count.black + count.white, Zi::from_quarters(4 * owned.area().points() as i32));
        assert_eq!((margin.result().as_str(), margin.result_zh().as_str()), (result, chinese));
    }

    fn drawn(drawing: &str) -> Ownership {
        Ownership::of(&Board::from_text(drawing).unwrap(), &PointSet::EMPTY)
    }

    #[test]
    fn komi_of_article_11() {
        let terms = Terms::even(Terms::CHINESE_KOMI);
        check(full(19, 185, 0), terms, "185", "B+1.5", "黑胜3/4子");
        check(full(19, 184, 0), terms, "184", "W+0.5", "白胜1/4子");
        check(full(19, 184, 1), terms, "184.5", "B+0.5", "黑胜1/4子");
    }

    #[test]
    fn komi_of_the_shanghai_rules() {
        let terms = Terms::even(Zi::from_quarters(11));
        check(full(19, 184, 0), terms, "184", "B+1.5", "黑胜3/4子");
        check(full(19, 183, 0), terms, "183", "W+0.5", "白胜1/4子");
    }

    #[test]
    fn half_the_board_without_komi_is_a_draw() {
        check(full(19, 180, 1), Terms::default(), "180.5", "0", "和棋");
    }

    #[test]
    fn figure_2_on_13x13() {
        // 40 points and 43 stones: 83 zi, where 84½ are half the board.
        let owned = drawn(
            ". . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . X X X X X X X X X X X X
             X X X X X X X X X X X X X
             X X X X X X X X X X X X X
             X X X X X O O O O O O O O
             O O O O O O O O O O O O O
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .",
        );
        let area = owned.area();
        assert_eq!((area.black_points, area.black_stones, area.shared), (40, 43, 0));
        check(owned, Terms::default(), "83", "W+3", "白胜1又1/2子");
    }

    #[test]
    fn handicap_returns_half_a_zi_a_stone() {
        check(full(19, 185, 0), Terms::handicap(9), "185", "0", "和棋");
        check(full(19, 185, 1), Terms::handicap(9), "185.5", "B+1", "黑胜1/2子");
        check(full(19, 181, 1), Terms::handicap(2), "181.5", "0", "和棋");
        check(full(19, 180, 1), Terms::handicap(1), "180.5", "0", "和棋");
    }

    #[test]
    fn ancient_rules_tax_groups() {
        // Black has two groups, White one.
        let split = ". X O X .
                     X X O X X
                     O O O O O
                     . O . O .";
        check(drawn(split), Terms::default(), "8", "W+4", "白胜2子");
        check(drawn(split), Terms::ancient(), "8", "W+6", "白胜3子");
        // One group each costs the same.
        let even = ". X O .\n. X O .";
        check(drawn(even), Terms::ancient(), "4", "0", "和棋");
    }

    #[test]
    fn one_stone_owns_the_board() {
        let owned = drawn(
            ". . . . .
             . . . . .
             . . X . .
             . . . . .
             . . . . .",
        );
        check(owned, Terms::even(Terms::CHINESE_KOMI), "25", "B+17.5", "黑胜8又3/4子");
    }

    #[test]
    fn seki_shares_the_common_liberties() {
        let owned = drawn(
            "O X . O X . .
             O X . O X . .
             O X X O X . .
             O O O X X X X
             . . O X . . .
             O O O X . . .
             . . O X . . .",
        );
        check(owned, Terms::even(Terms::CHINESE_KOMI), "30", "B+3.5", "黑胜1又3/4子");
    }

    const WALL: &str = ". . . . . X O . .
                        . . . . . X O . .
                        . . . . X O . . .
                        . . . . X O . . .
                        . . . . X O . . .
                        . . . . X O . . .
                        . . . . X O . . .
                        . . . . X O . . .
                        . . . . X O . . .";

    #[test]
    fn the_board_contradicts_the_record() {
        check(drawn(WALL), Terms::even(Terms::CHINESE_KOMI), "47", "B+5.5", "黑胜2又3/4子");
    }

    #[test]
    fn one_handicap_stone_returns_nothing() {
        let terms = Terms { komi: Zi::from_half_points(1), ..Terms::handicap(1) };
        check(drawn(WALL), terms, "47", "B+12.5", "黑胜6又1/4子");
    }
}
