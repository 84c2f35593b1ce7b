//! A second referee, slow and plainly different: it keeps a grid of stones, finds chains by flood fill, and compares whole
//! boards stone by stone. The fuzz targets hold ours against it too.

use sgfkit::go::{Board, Colour, Illegal, Ko, Move, Point, Position, Repetition, Rules, Size, Snapshot};

pub(crate) type Grid = Vec<Vec<Option<Colour>>>;

/// The stones after a turn, who is to move, and the turn itself.
#[derive(Clone)]
pub(crate) struct Entry {
    grid: Grid,
    to_move: Option<Colour>,
    /// Who put a stone (`None` for a pass), and how many it took.
    stone: Option<Colour>,
    mover: Option<Colour>,
    took: u32,
}

#[derive(Clone)]
pub(crate) struct Oracle {
    pub(crate) grid: Grid,
    history: Vec<Entry>,
    turns_before: u32,
    pub(crate) captures: [u32; 2],
}

fn neighbours(grid: &Grid, x: usize, y: usize) -> Vec<(usize, usize)> {
    let (width, height) = (grid[0].len(), grid.len());
    let mut found = Vec::new();
    if x > 0 {
        found.push((x - 1, y));
    }
    if y > 0 {
        found.push((x, y - 1));
    }
    if x + 1 < width {
        found.push((x + 1, y));
    }
    if y + 1 < height {
        found.push((x, y + 1));
    }
    found
}

/// Takes the chain of a stone off where it has no liberty, and tells how many stones that were.
fn take(grid: &mut Grid, x: usize, y: usize) -> u16 {
    let colour = grid[y][x];
    let mut chain = vec![(x, y)];
    let mut next = 0;
    while next < chain.len() {
        for (x, y) in neighbours(grid, chain[next].0, chain[next].1) {
            if grid[y][x].is_none() {
                return 0;
            }
            if grid[y][x] == colour && !chain.contains(&(x, y)) {
                chain.push((x, y));
            }
        }
        next += 1;
    }
    for &(x, y) in &chain {
        grid[y][x] = None;
    }
    chain.len() as u16
}

impl Oracle {
    pub(crate) fn new(width: usize, height: usize) -> Oracle {
        let mut oracle =
            Oracle { grid: vec![vec![None; width]; height], history: Vec::new(), turns_before: 0, captures: [0, 0] };
        oracle.start(None);
        oracle
    }

    pub(crate) fn start(&mut self, to_move: Option<Colour>) {
        self.turns_before = self.turn().unwrap_or(0);
        self.history = vec![Entry { grid: self.grid.clone(), to_move, stone: None, mover: None, took: 0 }];
    }

    /// The side that moves next is told, not by a turn.
    pub(crate) fn set_to_move(&mut self, colour: Colour) {
        if let Some(last) = self.history.last_mut() {
            last.to_move = Some(colour);
        }
    }

    fn turn(&self) -> Option<u32> {
        Some(self.turns_before + self.history.len().checked_sub(1)? as u32)
    }

    pub(crate) fn turn_of(&mut self, mv: Option<(usize, usize)>, colour: Colour) -> (u16, u16, Option<Illegal>) {
        let opponent = colour.opponent();
        if self.history.len() == 1 {
            self.history[0].to_move.get_or_insert(colour);
        }
        let (width, height) = (self.grid[0].len(), self.grid.len());
        let (mut captured, mut suicide, mut illegal, mut stone) = (0, 0, None, None);
        match mv {
            None => {}
            Some((x, y)) if x >= width || y >= height => illegal = Some(Illegal::OffBoard),
            Some((x, y)) => {
                stone = Some(colour);
                illegal = self.grid[y][x].map(|by| Illegal::Occupied { by });
                self.grid[y][x] = Some(colour);
                for (x, y) in neighbours(&self.grid, x, y) {
                    if self.grid[y][x] == Some(opponent) {
                        captured += take(&mut self.grid, x, y);
                    }
                }
                suicide = take(&mut self.grid, x, y);
                if suicide > 0 && illegal.is_none() {
                    illegal = Some(Illegal::Suicide { stones: suicide });
                }
                illegal = illegal.or_else(|| self.ko(captured, opponent)).or_else(|| self.repetition(captured, colour));
            }
        }
        let took = u32::from(captured);
        self.captures[colour.index()] += took;
        self.history.push(Entry { grid: self.grid.clone(), to_move: Some(opponent), stone, mover: Some(colour), took });
        (captured, suicide, illegal)
    }

    fn ko(&self, captured: u16, opponent: Colour) -> Option<Illegal> {
        let [.., before, last] = self.history.as_slice() else { return None };
        let retaken = captured == 1 && last.stone == Some(opponent) && before.grid == self.grid;
        retaken.then_some(Illegal::KoRetake)
    }

    fn repetition(&self, captured: u16, colour: Colour) -> Option<Illegal> {
        let equal: Vec<usize> = (0..self.history.len()).filter(|&i| self.history[i].grid == self.grid).collect();
        let same = equal.iter().rev().find(|&&i| self.history[i].to_move == Some(colour.opponent()));
        let earlier = *same.or(equal.last())?;
        let cycle = &self.history[earlier + 1..];
        let mut turns: Vec<(Colour, u32)> = cycle.iter().map(|entry| (entry.mover.unwrap(), entry.took)).collect();
        turns.push((colour, u32::from(captured)));
        let taken = |side| turns.iter().filter(|turn| turn.0 == side).map(|turn| turn.1).sum();
        Some(Illegal::Repetition(Repetition {
            earlier: self.turns_before + earlier as u32,
            length: turns.len() as u32,
            situational: same.is_some(),
            taken: [taken(Colour::Black), taken(Colour::White)],
            single: turns.iter().filter(|turn| turn.1 == 1).count() as u32,
            set_up: earlier == 0 && self.turns_before > 0,
        }))
    }
}

/// One step of a random game. The numbers are taken modulo what there is.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The side to move plays on one of the empty points.
    Empty(usize),
    /// A side plays anywhere, on the board or off it.
    Anywhere(u8, u8, Colour),
    Pass,
    SetUp(Vec<(u8, u8, Option<Colour>)>, Option<Colour>),
    ToMove(Colour),
    Save,
    Restore,
}

/// A board with the same stones, made without playing.
pub(crate) fn board(grid: &Grid) -> Board {
    let mut board = Board::new(Size::new(grid[0].len() as u8, grid.len() as u8).unwrap());
    let rows = (0..).zip(grid);
    board.set_up(rows.flat_map(|(y, row)| (0..).zip(row).map(move |(x, &stone)| (Point::new(x, y), stone))));
    board
}

/// Both referees make one move, after `check`, `play` and the board's own forecasts have been asked.
fn both(position: &mut Position, oracle: &mut Oracle, mv: Option<(u8, u8)>, colour: Colour) {
    let (captured, suicide, illegal) = oracle.turn_of(mv.map(|(x, y)| (x.into(), y.into())), colour);
    let mv = mv.map_or(Move::Pass, |(x, y)| Move::Place(Point::new(x, y)));

    let empty = if let Move::Place(point) = mv { position.board().is_empty(point).then_some(point) } else { None };
    let forecast = empty.map(|p| (position.board().preview(p, colour), position.board().is_suicide(p, colour)));
    for ko in [Ko::Simple, Ko::Situational, Ko::Positional] {
        let rules = Rules { ko };
        let verdict = match illegal {
            Some(Illegal::Repetition(found)) if !(ko == Ko::Positional || found.situational && ko != Ko::Simple) => {
                None
            }
            other => other,
        };
        let before = (position.board().clone(), position.turn(), position.to_move());
        assert_eq!(position.check(mv, colour, &rules).err(), verdict);
        if verdict.is_some() {
            assert_eq!(position.play(mv, colour, &rules).err(), verdict);
        } else {
            let mut other = position.clone();
            let placed = other.play(mv, colour, &rules).unwrap();
            assert_eq!((placed.captured, placed.suicide), (captured, suicide));
            assert_eq!(other.board(), &board(&oracle.grid));
        }
        assert_eq!((position.board().clone(), position.turn(), position.to_move()), before);
    }

    let forced = position.force(mv, colour);
    assert_eq!((forced.placed.captured, forced.placed.suicide), (captured, suicide));
    assert_eq!(forced.illegal, illegal);
    assert_eq!(position.to_move(), colour.opponent());
    if let Some((preview, suicide)) = forecast {
        assert_eq!(preview, (forced.placed, position.board().hash()));
        assert_eq!(suicide, forced.placed.suicide > 0);
    }
}

fn agree(position: &Position, oracle: &Oracle) {
    // Equality compares the hashes too: the one kept move by move and the one of the same stones set up.
    assert_eq!(position.board(), &board(&oracle.grid));
    assert_eq!(Some(position.turn()), oracle.turn());
    let captures = [Colour::Black, Colour::White].map(|side| position.captures(side));
    assert_eq!(captures, oracle.captures);
    for colour in [Colour::Black, Colour::White] {
        let stones = oracle.grid.iter().flatten().filter(|stone| **stone == Some(colour)).count();
        assert_eq!(usize::from(position.board().stones(colour)), stones);
    }
}

pub(crate) fn run(width: u8, height: u8, steps: &[Step]) {
    let mut position = Position::new(Size::new(3, 3).unwrap());
    position.force(Move::Pass, Colour::White);
    position.reset(Size::new(width, height).unwrap());
    let mut oracle = Oracle::new(width.into(), height.into());
    let mut saved: Vec<(Snapshot, Oracle)> = Vec::new();
    for step in steps {
        match step {
            Step::Empty(n) => {
                let empty: Vec<Point> =
                    position.board().size().iter().filter(|&p| position.board().is_empty(p)).collect();
                let point = (!empty.is_empty()).then(|| empty[n % empty.len()]);
                let colour = position.to_move();
                both(&mut position, &mut oracle, point.map(|p| (p.x(), p.y())), colour);
            }
            Step::Anywhere(x, y, colour) => both(&mut position, &mut oracle, Some((*x, *y)), *colour),
            Step::Pass => {
                let colour = position.to_move();
                both(&mut position, &mut oracle, None, colour);
            }
            Step::SetUp(stones, to_move) => {
                position.set_up(stones.iter().map(|&(x, y, stone)| (Point::new(x, y), stone)), *to_move);
                for &(x, y, stone) in stones {
                    if x < width && y < height {
                        oracle.grid[usize::from(y)][usize::from(x)] = stone;
                    }
                }
                oracle.start(*to_move);
            }
            Step::ToMove(colour) => {
                position.set_to_move(*colour);
                oracle.set_to_move(*colour);
            }
            Step::Save => saved.push((position.save(), oracle.clone())),
            Step::Restore => {
                if let Some((snapshot, then)) = saved.last() {
                    position.restore(snapshot);
                    oracle = then.clone();
                    assert_eq!(&position.save(), snapshot);
                    if steps.len().is_multiple_of(2) {
                        saved.pop();
                    }
                }
            }
        }
        agree(&position, &oracle);
    }
}
