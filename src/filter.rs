//! Which games are looked at: conditions on the columns of `games.csv`.

use crate::report::cells::{Cells, index};
use crate::report::columns::{Column, Fill, GAMES};
use crate::report::holds::Holds;
use std::cmp::Ordering;

/// A column name that is short for several others.
const SIZE: &str = "size";
const WIDTH: usize = index(&GAMES, "width");
const HEIGHT: usize = index(&GAMES, "height");

/// The columns that tell what was found in a game, also in its count.
const COUNTED: [usize; 3] = [index(&GAMES, "errors"), index(&GAMES, "warnings"), index(&GAMES, "notes")];

/// Conditions that a game must meet, all of them.
///
/// ```
/// use sgfkit::{filter::Filter, report::{cells::Cells, columns::GAMES}};
///
/// let filter = Filter::parse(&["year>=2010", "black~柯"]).unwrap();
/// let mut cells = Cells::default();
/// cells.set(GAMES.columns.iter().map(|column| match column.name {
///     "year" => "2016",
///     "black" => "柯洁",
///     _ => "",
/// }));
/// assert!(filter.admits(&cells));
/// assert!(!Filter::parse(&["size=19"]).unwrap().admits(&cells));
/// let error = Filter::parse(&["yaer=2016"]).unwrap_err();
/// assert!(error.to_string().contains("did you mean `year`?"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(Vec<Condition>);

#[derive(Clone, Debug, PartialEq)]
struct Condition {
    subject: Subject,
    operator: Operator,
    value: String,
    /// The value as a number, where the subject holds numbers: how it is compared goes by that and not by its looks. A date
    /// may begin with a year alone, and a player may be called 007.
    number: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Column(usize),
    /// Columns and rows of the board.
    Size,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
    ContainsNot,
}

/// The operators as written; longer ones before those that they begin with.
const OPERATORS: [(&str, Operator); 8] = [
    ("!=", Operator::Unequal),
    ("!~", Operator::ContainsNot),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::More),
    ("~", Operator::Contains),
];

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// No operator stands in it.
    #[error("`{0}` is no condition: write COLUMN, then one of = != < <= > >= ~ !~, then a value, as in 'year>=2010'")]
    NoOperator(String),
    /// No column has this name.
    #[error(transparent)]
    UnknownColumn(#[from] UnknownColumn),
    /// A board size that cannot be read.
    #[error("`{0}` is no board size: write a number as in size=19, or size=9x13 with = or !=")]
    Size(String),
    /// A comparison by size with nothing.
    #[error("`{0}` compares with nothing: put a value behind the operator")]
    NoValue(String),
    /// A comparison of a number with what is none.
    #[error("`{0}` compares with a number: write a plain one as in 'year>=2010' or komi_points=7.5")]
    NoNumber(String),
}

/// A name that no column of `games.csv` has, or one that tells a place and not what a game is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct UnknownColumn {
    name: String,
    nearest: Vec<&'static str>,
}

impl UnknownColumn {
    fn sentence(&self) -> String {
        let name = &self.name;
        if GAMES.columns.iter().any(|column| column.name == name) {
            return format!("`{name}` tells where a game stands, not what it is: choose the files by their paths");
        }
        let hint = match self.nearest.as_slice() {
            [] => "`sgfkit columns games` lists them".to_owned(),
            names => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("did you mean {}?", names.join(" or "))
            }
        };
        format!("games.csv has no column `{name}`; {hint}")
    }
}

/// The place in `games.csv` of a column that says what a game is.
///
/// # Errors
///
/// Where there is none of this name.
pub fn column(name: &str) -> Result<usize, UnknownColumn> {
    let is_fact = |at: &usize| matches!(GAMES.columns[*at].fill, Fill::By(_));
    let found = GAMES.columns.iter().position(|column| column.name == name).filter(is_fact);
    found.ok_or_else(|| {
        let names = GAMES.columns.iter().filter(|column| matches!(column.fill, Fill::By(_))).map(|column| column.name);
        let distance = |known: &str| strsim::damerau_levenshtein(known, &name.to_lowercase());
        let near = |known: &&str| distance(known) <= 2 || (name.len() > 2 && known.contains(name));
        let mut nearest: Vec<&str> = names.chain([SIZE]).filter(near).collect();
        nearest.sort_by_key(|known| distance(known));
        nearest.truncate(3);
        UnknownColumn { name: name.to_owned(), nearest }
    })
}

impl Filter {
    /// Reads conditions such as `year>=2010`, `source=fox`, `black~柯洁` (contains) or `size=19`.
    ///
    /// Columns of numbers are compared as numbers, all others as texts, letter by letter: `date>=2010` is what it looks
    /// like, but the rank `9d` is more than `10k`. `~` does not tell capital letters from small ones. An empty cell is
    /// equal to an empty value only, and is neither less nor more than any.
    ///
    /// # Errors
    ///
    /// Where a condition has no operator, names no column, or compares with nothing, or a number with a text.
    pub fn parse<S: AsRef<str>>(conditions: &[S]) -> Result<Filter, FilterError> {
        conditions.iter().map(|text| Condition::parse(text.as_ref())).collect::<Result<_, _>>().map(Filter)
    }

    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it asks how much was found in a game: that is known after its count only.
    pub fn asks_for_findings(&self) -> bool {
        self.0.iter().any(|condition| matches!(condition.subject, Subject::Column(at) if COUNTED.contains(&at)))
    }

    /// Whether a game meets all conditions.
    pub fn admits(&self, game: &Cells) -> bool {
        self.0.iter().all(|condition| condition.holds(game))
    }
}

impl Condition {
    fn parse(text: &str) -> Result<Condition, FilterError> {
        let found = text.char_indices().find_map(|(at, _)| {
            let of = |(sign, operator): (&str, Operator)| text[at..].strip_prefix(sign).map(|value| (operator, value));
            OPERATORS.into_iter().find_map(of).map(|(operator, value)| (&text[..at], operator, value))
        });
        let (name, operator, value) = found.ok_or_else(|| FilterError::NoOperator(text.to_owned()))?;
        let (name, value) = (name.trim(), value.trim());
        let subject = if name == SIZE { Subject::Size } else { Subject::Column(column(name)?) };
        let ordered = !matches!(operator, Operator::Equal | Operator::Unequal);
        if ordered && value.is_empty() {
            return Err(FilterError::NoValue(text.to_owned()));
        }
        let contains = matches!(operator, Operator::Contains | Operator::ContainsNot);
        let holds_numbers = match subject {
            Subject::Column(at) => {
                let Column { name, unit, .. } = &GAMES.columns[at];
                matches!(Holds::of(name, unit), Holds::Whole | Holds::Decimal)
            }
            Subject::Size => false,
        };
        let number = number(value).filter(|_| holds_numbers);
        if holds_numbers && !contains && !value.is_empty() && number.is_none() {
            return Err(FilterError::NoNumber(text.to_owned()));
        }
        if subject == Subject::Size {
            let sides = size(value).filter(|_| !contains).filter(|(width, height)| !ordered || width == height);
            if sides.is_none() && !value.is_empty() || contains {
                return Err(FilterError::Size(text.to_owned()));
            }
        }
        Ok(Condition { subject, operator, value: value.to_owned(), number })
    }

    fn holds(&self, game: &Cells) -> bool {
        match self.subject {
            Subject::Column(at) => self.operator.holds(game.get(at), &self.value, self.number),
            Subject::Size => {
                let (width, height) = size(&self.value).unwrap_or(("", ""));
                let side = |operator: Operator, at, value| operator.holds(game.get(at), value, number(value));
                match self.operator {
                    Operator::Unequal => {
                        side(Operator::Unequal, WIDTH, width) || side(Operator::Unequal, HEIGHT, height)
                    }
                    operator => side(operator, WIDTH, width) && side(operator, HEIGHT, height),
                }
            }
        }
    }
}

/// Both sides of a board size: `19` or `9x13`.
fn size(text: &str) -> Option<(&str, &str)> {
    let (width, height) = text.split_once(['x', '×', ':']).unwrap_or((text, text));
    let is_side = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    (is_side(width) && is_side(height)).then_some((width, height))
}

/// A plain decimal number.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if plain && digits.starts_with(|c: char| c.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl Operator {
    /// Compares numbers where one is wanted, else texts.
    fn holds(self, cell: &str, value: &str, wanted: Option<f64>) -> bool {
        let order = match wanted {
            Some(wanted) => number(cell).and_then(|cell| cell.partial_cmp(&wanted)),
            None => (!cell.is_empty()).then(|| cell.cmp(value)),
        };
        let equal = order == Some(Ordering::Equal) || cell == value;
        let contains = || cell.to_lowercase().contains(&value.to_lowercase());
        match self {
            Operator::Equal => equal,
            Operator::Unequal => !equal,
            Operator::Less => order == Some(Ordering::Less),
            Operator::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Operator::More => order == Some(Ordering::Greater),
            Operator::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            Operator::Contains => contains(),
            Operator::ContainsNot => !contains(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(condition: &str, name: &str, value: &str) -> bool {
        let mut cells = Cells::default();
        let cell = |wanted: &str| if wanted == name { value.to_owned() } else { String::new() };
        let values: Vec<String> = GAMES.columns.iter().map(|column| cell(column.name)).collect();
        cells.set(values.iter().map(String::as_str));
        Filter::parse(&[condition]).unwrap().admits(&cells)
    }

    #[test]
    fn conditions() {
        let check = |condition: &str, value: &str, expected: bool| {
            let name = condition.split(['=', '!', '<', '>', '~', ' ']).next().unwrap();
            assert_eq!(admits(condition, name, value), expected, "{condition} for {value:?}");
        };
        check("year>=2010", "2010", true);
        check("year>=2010", "2009", false);
        check("year>=2010", "", false);
        check("year<2010", "", false);
        check("year!=2010", "", true);
        check("year=", "", true);
        check("year!=", "2010", true);
        check("komi_points=7.50", "7.5", true);
        check("komi_points < 0", "-9.5", true);
        check("moves>99", "100", true);
        check("source=fox", "fox", true);
        check("source=fox", "Fox", false);
        check("source!=fox", "kgs", true);
        check("black~柯洁", "[柯洁]", true);
        check("black~lee", "Lee Sedol", true);
        check("black!~lee", "Lee Sedol", false);
        check("event~a=b", "a=b", true);
        check("date<2010-05", "2010-04-30", true);
        check("date>=2010-05", "2010-04-30", false);
        // What looks like a number is none where the column is text.
        check("date>=2010", "2016-03-09", true);
        check("date<2010", "2016-03-09", false);
        check("date=2010", "2010.0", false);
        check("black=007", "7", false);
        check("black_rank>3", "9d", true);
        check("black_rank>3", "18k", false);
        // One more than the largest number that a double tells from its neighbours.
        check("identity=9500000000000001", "9500000000000001", true);
        check("identity=9500000000000001", "9500000000000000", false);
        check("identity>9500000000000000", "9500000000000001", true);
    }

    #[test]
    fn size_is_both_sides() {
        let holds = |condition: &str, width: &str, height: &str| {
            let mut cells = Cells::default();
            cells.set(GAMES.columns.iter().map(|column| match column.name {
                "width" => width,
                "height" => height,
                _ => "",
            }));
            Filter::parse(&[condition]).unwrap().admits(&cells)
        };
        assert!(holds("size=19", "19", "19") && !holds("size=19", "19", "13"));
        assert!(holds("size!=19", "19", "13") && !holds("size!=19", "19", "19"));
        assert!(holds("size=9x13", "9", "13") && !holds("size=9x13", "13", "9"));
        assert!(holds("size<19", "13", "13") && !holds("size<19", "", ""));
        assert!(holds("size=", "", "") && !holds("size=", "9", "9") && holds("size!=", "9", "9"));
    }

    #[test]
    fn several_conditions_are_all_asked() {
        let filter = Filter::parse(&["year>2000", "year<2010"]).unwrap();
        let mut cells = Cells::default();
        let year = index(&GAMES, "year");
        for (value, expected) in [("2000", false), ("2005", true), ("2010", false)] {
            cells.set((0..GAMES.columns.len()).map(|at| if at == year { value } else { "" }));
            assert_eq!(filter.admits(&cells), expected, "{value}");
        }
        assert!(Filter::default().admits(&cells) && Filter::default().is_empty());
    }

    #[test]
    fn what_is_no_condition_says_what_to_do() {
        let check = |condition: &str, message: &str| {
            let error = Filter::parse(&[condition]).unwrap_err().to_string();
            assert!(error.contains(message), "{condition}: {error}");
        };
        check("", "no condition");
        check("year", "no condition");
        check("yaer=2010", "did you mean `year`?");
        check("komi_point=7", "did you mean `komi_points`?");
        check("rank=9d", "`black_rank` or `white_rank`");
        check("qqqqqq=1", "sgfkit columns games");
        check("file~fox", "choose the files by their paths");
        check("=3", "no column ``");
        check("year>", "compares with nothing");
        check("moves>abc", "write a plain one");
        check("year=2010-05", "write a plain one");
        check("size=big", "no board size");
        check("size>9x13", "no board size");
        check("size~9", "no board size");
    }
}
