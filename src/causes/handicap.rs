//! Where handicap stones stand (让子), for records that name their number and set none.

use crate::go::{Point, Size};

/// The years up to which, and from which, Fox is known to have used one of its two layouts.
const FOX_OLD: u16 = 2015;
const FOX_NEW: u16 = 2018;

/// The layouts of so many stones, the likeliest first. Fox set six and seven stones top and bottom until 2015
/// and left and right from 2018 on; other servers set the third stone in another corner.
pub(super) fn layouts(size: Size, stones: u32, year: Option<u16>) -> Vec<Vec<Point>> {
    let Some(stars) = Stars::of(size) else { return Vec::new() };
    let mut new = stars.layout(stones, false);
    let mut layouts = Vec::new();
    if let 6 | 7 = stones {
        let mut old = stars.layout(stones, true);
        if year.is_some_and(|year| year < (FOX_OLD + FOX_NEW).div_ceil(2)) {
            std::mem::swap(&mut old, &mut new);
        }
        layouts.push(new);
        layouts.push(old);
    } else if !new.is_empty() {
        layouts.push(new);
    }
    if stones == 3 {
        let [low, _, high] = stars.0;
        let other = [(high, low), (low, high), (high, high)];
        layouts.push(other.map(|(x, y)| Point::new(x, y)).to_vec());
    }
    layouts
}

/// The lines of the star points: near, middle, far.
struct Stars([u8; 3]);

impl Stars {
    /// The star points of a square board with a middle.
    fn of(size: Size) -> Option<Stars> {
        let side = size.width();
        if size.height() != side || side % 2 == 0 || side < 7 {
            return None;
        }
        let low = if side >= 13 { 3 } else { 2 };
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
        let check = |stones, year, expected: &[&str]| {
            let text = |points: &Vec<Point>| {
                let mut names: Vec<_> = points.iter().map(Point::to_string).collect();
                names.sort();
                names.join(" ")
            };
            let found: Vec<_> = layouts(Size::STANDARD, stones, year).iter().map(text).collect();
            assert_eq!(found, expected, "{stones} stones in {year:?}");
        };
        let (sides, poles) = ("dd dj dp pd pj pp", "dd dp jd jp pd pp");
        check(2, None, &["dp pd"]);
        check(3, Some(2019), &["dd dp pd", "dp pd pp"]);
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
        assert_eq!(layouts(Size::new(9, 9).unwrap(), 2, None), [[Point::new(6, 2), Point::new(2, 6)]]);
        assert!(layouts(Size::new(8, 8).unwrap(), 2, None).is_empty());
        assert!(layouts(Size::new(19, 13).unwrap(), 2, None).is_empty());
    }
}
