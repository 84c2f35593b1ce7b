//! What was played, in two bytes a move, and the same seen on the turned board.

use crate::go::{Point, Size};
use crate::identity::Symmetry;
use crate::record::{Action, Play, Step};
use serde::{Deserialize, Serialize};

/// One event: three bits of kind, six of the row, six of the column.
pub(super) type Event = u16;

const PASS: u16 = 2 << 12;
const SET: u16 = 4 << 12;
const ERASE: u16 = 6 << 12;
const NO_POINT: u16 = 7 << 12;
const KIND: u16 = 7 << 12;

/// A game of more events is not compared: no game that was played is nearly as long.
pub(super) const MOST_EVENTS: usize = 1 << 14;

/// The names of the symmetries, in the order of [`Symmetry`].
pub(super) const TURNS: [&str; 8] = [
    "",
    "mirrored-left-right",
    "mirrored-top-bottom",
    "rotated-180",
    "mirrored-diagonal",
    "rotated-left",
    "rotated-right",
    "mirrored-antidiagonal",
];

/// The set-up and the turns of a main line, without the passes at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Moves {
    pub(super) width: u8,
    pub(super) height: u8,
    /// The events in order; the stones of one set-up, which have none, by number.
    pub(super) events: Vec<Event>,
}

impl Moves {
    /// Takes over the steps of a main line; `None` where there are too many.
    pub(super) fn new(size: Size, steps: &[Step]) -> Option<Moves> {
        let mut moves = Moves { width: size.width(), height: size.height(), events: Vec::with_capacity(steps.len()) };
        let number = |point: Point| u16::from(point.x()) | u16::from(point.y()) << 6;
        for step in steps {
            match step.action {
                Action::Turn { colour, play, .. } => {
                    let side = (colour.index() as u16) << 12;
                    moves.events.push(match play {
                        Play::Stone(point) => side | number(point),
                        Play::Pass => PASS | side,
                        Play::Off(_) | Play::Unreadable(_) => NO_POINT,
                    });
                }
                Action::Stones { from, to, stone } => {
                    let kind = match stone {
                        Some(colour) => SET | (colour.index() as u16) << 12,
                        None => ERASE,
                    };
                    for y in from.y()..=to.y() {
                        for x in from.x()..=to.x() {
                            moves.events.push(kind | number(Point::new(x, y)));
                        }
                    }
                }
                Action::ToMove(_) => {}
                // What follows is another line.
                Action::Branch | Action::NextLine | Action::EndBranch => break,
            }
            if moves.events.len() > MOST_EVENTS {
                return None;
            }
        }
        while moves.events.last().is_some_and(|&event| is_pass(event)) {
            moves.events.pop();
        }
        sort_set_ups(&mut moves.events);
        Some(moves)
    }

    fn size(&self) -> Size {
        Size::new(self.width, self.height).unwrap_or(Size::STANDARD)
    }

    /// The number of symmetries of the board.
    pub(super) fn symmetries(&self) -> usize {
        Symmetry::count(self.size())
    }

    /// The events as they stand on the board turned by a symmetry.
    pub(super) fn turned(&self, symmetry: usize) -> Vec<Event> {
        if symmetry == 0 {
            return self.events.clone();
        }
        let turn = Symmetry::new(self.size(), symmetry);
        let mut events: Vec<Event> = self.events.iter().map(|&event| turned(event, turn)).collect();
        sort_set_ups(&mut events);
        events
    }

    /// The first events on the turned board; `None` where there is a set-up among them.
    pub(super) fn start_turned(&self, symmetry: usize, length: usize) -> Option<Vec<Event>> {
        let start = self.events.get(..length)?;
        let turn = Symmetry::new(self.size(), symmetry);
        (!start.iter().any(|&event| is_set_up(event))).then(|| start.iter().map(|&event| turned(event, turn)).collect())
    }

    /// A turn, by its number from 1, on the turned board.
    pub(super) fn turn_turned(&self, symmetry: usize, number: usize) -> Option<Event> {
        let turn = turns(&self.events).nth(number.checked_sub(1)?)?;
        Some(turned(turn, Symmetry::new(self.size(), symmetry)))
    }

    /// A turn, by its number from 1, in words: `B pd`, `W passes`.
    pub(super) fn turn_text(&self, number: u32) -> Option<String> {
        let turn = turns(&self.events).nth((number as usize).checked_sub(1)?)?;
        let side = if turn >> 12 & 1 == 0 { 'B' } else { 'W' };
        Some(match turn {
            turn if is_pass(turn) => format!("{side} passes"),
            turn if turn & KIND == NO_POINT => "no point".to_owned(),
            turn => format!("{side} {}", Point::new((turn & 63) as u8, (turn >> 6 & 63) as u8)),
        })
    }

    /// The events in the least of all ways to see them: the same for copies that are turned. The form of a part
    /// from the start is the start of the whole's form.
    pub(super) fn canonical(&self) -> Vec<Event> {
        (0..self.symmetries()).map(|symmetry| self.turned(symmetry)).min().unwrap_or_default()
    }

    /// The number of turns.
    pub(super) fn turns(&self) -> usize {
        turns(&self.events).count()
    }

    /// How much a game has to tell it from others: its turns, and the stones of a set-up that is no handicap.
    pub(super) fn weight(&self) -> usize {
        let set = |kind: u16| self.events.iter().filter(|&&event| event & KIND == kind).count();
        let (black, white) = (set(SET), set(SET | 1 << 12));
        self.turns() + if white > 0 { black + white } else { 0 }
    }
}

fn turned(event: Event, symmetry: Symmetry) -> Event {
    if is_pass(event) || event & KIND == NO_POINT {
        return event;
    }
    let number = symmetry.turn(Point::new((event & 63) as u8, (event >> 6 & 63) as u8));
    event & KIND | number as u16 & 63 | ((number >> 8) as u16) << 6
}

/// Whether the event belongs to a set-up, and so is no turn.
pub(super) fn is_set_up(event: Event) -> bool {
    matches!(event & KIND, SET | 0x5000 | ERASE)
}

fn is_pass(event: Event) -> bool {
    event & KIND & !(1 << 12) == PASS
}

/// The turns among events.
pub(super) fn turns(events: &[Event]) -> impl Iterator<Item = Event> {
    events.iter().copied().filter(|&event| !is_set_up(event))
}

/// Brings the stones of each set-up into the order of their numbers.
fn sort_set_ups(events: &mut [Event]) {
    for run in events.chunk_by_mut(|&a, &b| is_set_up(a) && is_set_up(b)) {
        run.sort_unstable();
    }
}

/// The events of a game in letters, for tests: `pd` is a turn, the colours alternate.
#[cfg(test)]
pub(super) fn moves_of(size: u8, points: &[(u8, u8)]) -> Moves {
    let events = points.iter().enumerate().map(|(n, &(x, y))| (n as u16 & 1) << 12 | u16::from(y) << 6 | u16::from(x));
    Moves { width: size, height: size, events: events.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Colour;

    #[test]
    fn every_symmetry_has_the_same_canonical_form() {
        let moves = moves_of(19, &[(3, 2), (15, 15), (2, 15), (16, 3), (9, 9)]);
        for (symmetry, name) in TURNS.iter().enumerate() {
            let turned = Moves { events: moves.turned(symmetry), ..moves.clone() };
            assert_eq!(turned.canonical(), moves.canonical(), "{name}");
            let part = Moves { events: turned.events[..3].to_vec(), ..moves.clone() };
            assert_eq!(part.canonical(), moves.canonical()[..3]);
        }
    }

    #[test]
    fn the_names_of_the_symmetries() {
        let corner = moves_of(19, &[(1, 0)]);
        let check = |symmetry: usize, (x, y): (u16, u16)| {
            assert_eq!(corner.turned(symmetry), [y << 6 | x], "{}", TURNS[symmetry]);
        };
        check(1, (17, 0));
        check(2, (1, 18));
        check(3, (17, 18));
        check(4, (0, 1));
        check(5, (0, 17));
        check(6, (18, 1));
        check(7, (18, 17));
    }

    #[test]
    fn the_stones_of_a_set_up_have_no_order() {
        let colour = Some(Colour::Black);
        let stone = |x, y| Step {
            at: 0,
            action: Action::Stones { from: Point::new(x, y), to: Point::new(x, y), stone: colour },
        };
        let moves = |steps: &[Step]| Moves::new(Size::STANDARD, steps).unwrap();
        assert_eq!(moves(&[stone(3, 3), stone(15, 15)]), moves(&[stone(15, 15), stone(3, 3)]));
        assert_eq!(moves(&[stone(3, 3)]).weight(), 0);
    }
}
