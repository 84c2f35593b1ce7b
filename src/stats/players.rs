//! Players, and ranks against each other.

use super::facts::{Facts, Outcome};
use super::keyed::{Keyed, Merge};
use super::outcomes::{Outcomes, share};
use super::rank::Rank;
use super::table::{Cell, Column, Table};

/// What a player did: games, wins, losses as Black and White, draws, games without a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Player {
    games: [u64; 2],
    wins: [u64; 2],
    losses: [u64; 2],
    draws: u64,
    no_result: u64,
    /// The lowest and the highest rank that can be read.
    ranks: Option<(Rank, Rank)>,
    years: Option<(u16, u16)>,
}

fn widen<T: Ord + Clone>(span: &mut Option<(T, T)>, low: &T, high: &T) {
    match span {
        None => *span = Some((low.clone(), high.clone())),
        Some((least, most)) => {
            if low < least {
                *least = low.clone();
            }
            if high > most {
                *most = high.clone();
            }
        }
    }
}

impl Merge for Player {
    fn merge(&mut self, other: &Player) {
        self.games.merge(&other.games);
        self.wins.merge(&other.wins);
        self.losses.merge(&other.losses);
        self.draws += other.draws;
        self.no_result += other.no_result;
        if let Some((low, high)) = &other.ranks {
            widen(&mut self.ranks, low, high);
        }
        if let Some((low, high)) = &other.years {
            widen(&mut self.years, low, high);
        }
    }
}

/// `by_player`.
#[derive(Clone, Debug, Default)]
pub(super) struct Players(Keyed<String, Player>);

impl Players {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        let (outcome, year) = (facts.outcome(), facts.year());
        let ranks = facts.ranks();
        for (side, (name, rank)) in facts.players().into_iter().zip(&ranks).enumerate() {
            let player = self.0.of(name.to_owned());
            let own = [Outcome::Black, Outcome::White];
            if let Some(games) = player.games.get_mut(side) {
                *games += 1;
            }
            match outcome {
                Outcome::Draw => player.draws += 1,
                Outcome::Void | Outcome::Unknown => player.no_result += 1,
                _ => {
                    let won = own.get(side) == Some(&outcome);
                    let sums = if won { &mut player.wins } else { &mut player.losses };
                    if let Some(sum) = sums.get_mut(side) {
                        *sum += 1;
                    }
                }
            }
            if rank.is_known() {
                widen(&mut player.ranks, rank, rank);
            }
            if let Some(year) = year {
                widen(&mut player.years, &year, &year);
            }
        }
    }

    pub(super) fn table(&self) -> Table {
        let columns = vec![
            Column::new("player", "text", "the name as written; empty: games without one"),
            Column::new("games", "games", "games of that name"),
            Column::new("black_games", "games", "games with Black"),
            Column::new("white_games", "games", "games with White"),
            Column::new("black_wins", "games", "games won with Black"),
            Column::new("white_wins", "games", "games won with White"),
            Column::new("black_losses", "games", "games lost with Black"),
            Column::new("white_losses", "games", "games lost with White"),
            Column::new("draws", "games", "drawn games"),
            Column::new("no_result", "games", "games without a result, or whose result is unknown"),
            Column::new("decided", "games", "games won or lost: what the percentages are of"),
            Column::new("win_percent", "percent", "share of the decided games that the player won"),
            Column::new("win_low", "percent", "lower end of its 95 % Wilson interval"),
            Column::new("win_high", "percent", "upper end of its 95 % Wilson interval"),
            Column::new("lowest_rank", "rank", "lowest rank that could be read, as 18k, 3d, 9p"),
            Column::new("highest_rank", "rank", "highest rank that could be read"),
            Column::new("first_year", "year", "first year of a dated game"),
            Column::new("last_year", "year", "last year of a dated game"),
        ];
        let row = |(name, player): (&String, &Player)| {
            let sum = |sides: [u64; 2]| sides.iter().sum::<u64>();
            let (wins, decided) = (sum(player.wins), sum(player.wins) + sum(player.losses));
            let mut cells = vec![Cell::text(name), Cell::Count(sum(player.games))];
            let sides = [player.games, player.wins, player.losses].into_iter().flatten();
            cells.extend(sides.chain([player.draws, player.no_result, decided]).map(Cell::Count));
            cells.extend(share(wins, decided));
            let (low, high) = player.ranks.as_ref().map_or_else(Default::default, |(low, high)| {
                (Cell::Text(low.to_string()), Cell::Text(high.to_string()))
            });
            let (first, last) = player
                .years
                .map_or_else(Default::default, |(first, last)| (Cell::Count(first.into()), Cell::Count(last.into())));
            cells.extend([low, high, first, last]);
            cells
        };
        let rows = self.0.iter().map(row).collect();
        Table {
            name: "by_player".into(),
            row: "one row a name: games on either side, handicap games with them".into(),
            columns,
            rows,
        }
    }
}

impl Merge for Players {
    fn merge(&mut self, other: &Players) {
        self.0.merge(&other.0);
    }
}

/// `by_ranks`.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks(Keyed<[Rank; 2], Outcomes>);

impl Ranks {
    pub(super) fn add(&mut self, facts: &Facts<'_>) {
        self.0.of(facts.ranks()).add(facts.outcome());
    }

    pub(super) fn table(&self) -> Table {
        let keys = [
            Column::new("black_rank", "rank", "Black's rank, as 18k, 3d, 9p where it can be read, else as written"),
            Column::new("white_rank", "rank", "White's rank, likewise"),
        ];
        let row = |(ranks, sums): (&[Rank; 2], &Outcomes)| -> Vec<Cell> {
            ranks.iter().map(|rank| Cell::text(&rank.to_string())).chain(sums.cells()).collect()
        };
        Table {
            name: "by_ranks".into(),
            row: "one row a pair of ranks: results of all games, handicap games with them".into(),
            columns: keys.into_iter().chain(Outcomes::columns()).collect(),
            rows: self.0.iter().map(row).collect(),
        }
    }
}

impl Merge for Ranks {
    fn merge(&mut self, other: &Ranks) {
        self.0.merge(&other.0);
    }
}
