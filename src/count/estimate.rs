//! Which stones are dead, estimated from playouts.

use super::playout::{Field, Random};
use crate::go::{Board, Colour, Life, Point, PointSet};

/// A chain and what the estimate holds of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Its first stone, row by row from the top left.
    pub point: Point,
    /// Its colour.
    pub colour: Colour,
    /// Its stones.
    pub stones: PointSet,
    /// Whether it is dead.
    pub dead: bool,
    /// The share of the playouts in which its side held its points at the end, in thousandths.
    pub survival: u16,
}

/// Estimates life and death; keeps its buffers between positions.
pub struct Estimator {
    playouts: u32,
    start: Field,
    field: Field,
}

impl Estimator {
    /// An estimator that plays up to this many games from each position.
    pub fn new(playouts: u32) -> Estimator {
        Estimator { playouts, start: Field::new(), field: Field::new() }
    }

    /// Estimates the status of every chain.
    pub fn estimate(&mut self, board: &Board) -> Vec<Status> {
        let life = [Colour::Black, Colour::White].map(|colour| Life::of(board, colour));
        let settled = life[0].stones | life[0].territory | life[1].stones | life[1].territory;
        let mut own = vec![0i32; 4096];
        self.start.set(board);
        let mut random = Random(board.hash());
        for n in 0..self.playouts {
            self.field.copy_from(&self.start);
            let first = if n % 2 == 0 { Colour::Black } else { Colour::White };
            self.field.play_out(first, &settled, &mut random);
            for point in board.size().iter() {
                match self.field.holder(point) {
                    Some(Colour::Black) => own[usize::from(point.index())] += 1,
                    Some(Colour::White) => own[usize::from(point.index())] -= 1,
                    None => {}
                }
            }
        }
        let mut out = Vec::new();
        let empty = PointSet::all(board.size())
            - PointSet::stones(board, Colour::Black)
            - PointSet::stones(board, Colour::White);
        for colour in [Colour::Black, Colour::White] {
            let sign = if colour == Colour::Black { 1 } else { -1 };
            let mut chains: Vec<(PointSet, i32, i32)> = Vec::new();
            for stones in PointSet::stones(board, colour).parts() {
                let len = i32::from(stones.len());
                let sum: i32 = stones.iter().map(|p| sign * own[usize::from(p.index())]).sum();
                let total = len * self.playouts as i32;
                let (sum, total) = if life[colour.index()].stones.meets(&stones) {
                    (total, total)
                } else if life[1 - colour.index()].territory.meets(&stones) {
                    (-total, total)
                } else {
                    (sum, total)
                };
                chains.push((stones, sum, total));
            }
            // average weak chains that share an empty region
            let weak: Vec<usize> = (0..chains.len()).filter(|&n| chains[n].1 * 10 < chains[n].2 * 8).collect();
            let near: Vec<PointSet> = weak.iter().map(|&n| chains[n].0.beside(&empty).fill(&empty)).collect();
            let mut mark: Vec<usize> = (0..weak.len()).collect();
            for a in 0..weak.len() {
                for b in 0..a {
                    if near[a].meets(&near[b]) && mark[a] != mark[b] {
                        let (from, to) = (mark[a], mark[b]);
                        mark.iter_mut().filter(|m| **m == from).for_each(|m| *m = to);
                    }
                }
            }
            let mut avg = vec![(0, 0); weak.len()];
            for (i, &n) in weak.iter().enumerate() {
                avg[mark[i]].0 += chains[n].1;
                avg[mark[i]].1 += chains[n].2;
            }
            for (i, &n) in weak.iter().enumerate() {
                (chains[n].1, chains[n].2) = avg[mark[i]];
            }
            for (stones, sum, total) in chains {
                let survival = ((total + sum) as i64 * 1000 / (2 * total) as i64) as u16;
                out.push(Status { point: stones.first().expect("not empty"), colour, stones, dead: sum < 0, survival });
            }
        }
        out
    }
}
