//! Where handicap stones stand (让子), for records that name their number and set none.

use crate::go::{Point, Size};

/// From this year on Fox set six and seven stones left and right; until 2015 it set them top and bottom, and
/// from 2018 on it certainly did not.
const LEFT_AND_RIGHT: u16 = 2017;

/// The layouts of so many stones, the likeliest first. Other servers than Fox set the third stone in another
/// corner.
pub(super) fn layouts(size: Size, stones: u32, year: Option<u16>, fox: bool) -> Vec<Vec<Point>> {
    let Some(stars) = Stars::of(size) else { return Vec::new() };
    let new = stars.layout(stones, false);
    let mut layouts = match stones {
        3 => {
            let [low, _, high] = stars.0;
            let other = [(high, low), (low, high), (high, high)];
            vec![other.map(|(x, y)| Point::new(x, y)).to_vec(), new]
        }
        6 | 7 => vec![stars.layout(stones, true), new],
        _ if new.is_empty() => Vec::new(),
        _ => vec![new],
    };
    if stones == 3 && fox || stones > 3 && year.is_none_or(|year| year >= LEFT_AND_RIGHT) {
        layouts.reverse();
    }
    layouts
}

/// The lines of the star points: near, middle, far.
struct Stars([u8; 3]);

impl Stars {
    /// The star points of a square board with a middle.
    fn of(size: Size) -> Option<Stars> {
        let side = size.width();
        let low = Size::star_line(side).filter(|_| size.height() == side && side % 2 == 1)?;
        Some(Stars([low, side / 2, side - 1 - low]))
    }

    /// Fox's points for 2 to 9 stones; none for another number.
    fn layout(&self, stones: u32, top_and_bottom: bool) -> Vec<Point> {
        let [low, middle, high] = self.0;
        let corners = [(high, low), (low, high), (low, low), (high, high)];
        let left_right = [(low, middle), (high, middle)];
        let top_bottom = [(middle, low), (middle, high)];
        let (first, second) = if top_and_bottom { (top_bottom, left_right) } else { (left_right, top_bottom) };
        let mut points: Vec<(u8, u8)> = corners.to_vec();
        match stones {
            2..=4 => points.truncate(stones as usize),
            5 => {}
            6 | 7 => points.extend(first),
            8 | 9 => points.extend(first.into_iter().chain(second)),
            _ => return Vec::new(),
        }
        if stones > 4 && stones % 2 == 1 {
            points.push((middle, middle));
        }
        points.into_iter().map(|(x, y)| Point::new(x, y)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_of_fox_by_date() {
        let check_source = |stones, year, fox, expected: &[&str]| {
            let text = |points: &Vec<Point>| {
                let mut names: Vec<_> = points.iter().map(Point::to_string).collect();
                names.sort();
                names.join(" ")
            };
            let found: Vec<_> = layouts(Size::STANDARD, stones, year, fox).iter().map(text).collect();
            assert_eq!(found, expected, "{stones} stones in {year:?}");
        };
        let check = |stones, year, expected: &[&str]| check_source(stones, year, true, expected);
        let (sides, poles) = ("dd dj dp pd pj pp", "dd dp jd jp pd pp");
        check(2, None, &["dp pd"]);
        check(3, Some(2019), &["dd dp pd", "dp pd pp"]);
        check_source(3, None, false, &["dp pd pp", "dd dp pd"]);
        check(4, None, &["dd dp pd pp"]);
        check(5, None, &["dd dp jj pd pp"]);
        check(6, Some(2014), &[poles, sides]);
        check(6, Some(2018), &[sides, poles]);
        check(6, None, &[sides, poles]);
        check(7, Some(2015), &["dd dp jd jj jp pd pp", "dd dj dp jj pd pj pp"]);
        check(8, None, &["dd dj dp jd jp pd pj pp"]);
        check(9, None, &["dd dj dp jd jj jp pd pj pp"]);
        check(1, None, &[]);
        check(10, None, &[]);
    }

    #[test]
    fn boards_of_other_sizes() {
        assert_eq!(layouts(Size::new(9, 9).unwrap(), 2, None, false), [[Point::new(6, 2), Point::new(2, 6)]]);
        assert!(layouts(Size::new(8, 8).unwrap(), 2, None, false).is_empty());
        assert!(layouts(Size::new(19, 13).unwrap(), 2, None, false).is_empty());
    }
}
