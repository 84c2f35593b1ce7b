//! The komi (贴子), as records spell it.

use super::number::{Unit, measure};
use super::{Ruleset, Source, Zi};

named! {
    /// How a komi was read.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum KomiReading {
        /// In points (目).
        Points = "points",
        /// In zi.
        Zi = "zi",
        /// In hundredths of a point, `650`.
        HundredthsPoints = "hundredths-points",
        /// In hundredths of a zi, `375`.
        HundredthsZi = "hundredths-zi",
        /// From `KO` in the root, as Chinese portals write it.
        Portal = "portal",
        /// There is none, or an empty one.
        #[default]
        Missing = "missing",
        /// There is one, but it is no number in use.
        Unreadable = "unreadable",
    }
}

/// What is to be said of a komi beside its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KomiDoubt {
    /// It is no number, or one that no komi can be.
    Unreadable,
    /// It is in zi, because it has a quarter.
    Quarter,
    /// It is in hundredths, because no komi is as large.
    Hundredths,
    /// It stands in `KO`.
    Portal,
    /// It is outside of what servers allow.
    Odd,
    /// It is 0, and the maker of the record writes 0 where there was a komi.
    Zero,
}

/// A komi: what Black gives, negative where White does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Komi {
    /// The komi; `None` where it is unknown.
    pub value: Option<Zi>,
    /// How it was read.
    pub reading: KomiReading,
    /// What is to be said of it.
    pub doubt: Option<KomiDoubt>,
}

/// The rest of the header, as far as it bears on the komi.
#[derive(Clone, Copy, Debug, Default)]
pub struct KomiContext<'a> {
    /// `KO` of the root.
    pub portal: &'a str,
    /// Who made the record.
    pub source: Option<Source>,
    /// The rules.
    pub ruleset: Option<Ruleset>,
    /// Whether the game has a handicap.
    pub handicap: bool,
}

/// Komi in hundredths of a zi: 2.25 to 3.75.
const HUNDREDTHS_ZI: [i32; 5] = [225, 275, 325, 350, 375];
/// Komi in hundredths of a point: 4.5 to 7.5.
const HUNDREDTHS_POINTS: [i32; 5] = [450, 550, 650, 700, 750];
/// The largest komi that a server allows (KGS).
const LARGEST: Zi = Zi::from_half_points(200);

impl Komi {
    /// Reads `KM`, unescaped.
    pub fn read(text: &str, context: KomiContext<'_>) -> Komi {
        let text = text.trim();
        if text.is_empty() {
            return portal(context);
        }
        let Some((hundredths, unit)) = amount(text) else {
            return unreadable();
        };
        let is_fox = context.source == Some(Source::Fox);
        // A unit that is written is that of the number as it stands; but a quarter can only be zi.
        let whole = (unit.is_none() && hundredths % 100 == 0).then_some(hundredths / 100);
        let (reading, doubt, value) = match (whole, of_komi(unit, hundredths)) {
            (Some(n), _) if HUNDREDTHS_ZI.contains(&n) => {
                (KomiReading::HundredthsZi, Some(KomiDoubt::Hundredths), Unit::Zi.amount(n))
            }
            (Some(n), _) if HUNDREDTHS_POINTS.contains(&n) || n == 50 && is_fox => {
                (KomiReading::HundredthsPoints, Some(KomiDoubt::Hundredths), Unit::Points.amount(n))
            }
            (_, Unit::Zi) => {
                (KomiReading::Zi, (unit != Some(Unit::Zi)).then_some(KomiDoubt::Quarter), Unit::Zi.amount(hundredths))
            }
            (_, Unit::Points) => (KomiReading::Points, None, Unit::Points.amount(hundredths)),
        };
        let Some(value) = value else { return unreadable() };
        let doubt = match doubt {
            _ if is_odd(value) => Some(KomiDoubt::Odd),
            None if value == Zi::ZERO && context.writes_zero_for_unknown() => Some(KomiDoubt::Zero),
            doubt => doubt,
        };
        Komi { value: Some(value), reading, doubt }
    }

    /// Whether it is a 0 that the record's maker writes where it does not know. A game with a handicap of so many stones
    /// has none anyway.
    pub(crate) fn is_unknown_zero(&self, stones: u32) -> bool {
        self.doubt == Some(KomiDoubt::Zero) && stones < 2
    }
}

impl KomiContext<'_> {
    /// Fox writes `KM[0]` under Japanese rules whatever the komi of an even game was; copies of its records in which
    /// only `GNU Go` is left as the maker do the same. In handicap games 0 is what it says: of 72 that were counted, 47
    /// come to the recorded margin so, of 381 even ones 7.
    fn writes_zero_for_unknown(&self) -> bool {
        !self.handicap
            && match self.source {
                Some(Source::Fox) => self.ruleset == Some(Ruleset::Japanese),
                Some(Source::GnuGo) => true,
                _ => false,
            }
    }
}

fn unreadable() -> Komi {
    Komi { value: None, reading: KomiReading::Unreadable, doubt: Some(KomiDoubt::Unreadable) }
}

/// `KO` in the root, where it is a komi that a server allows, spelt as in `KM`.
fn portal(context: KomiContext<'_>) -> Komi {
    let text = context.portal.trim();
    if text.is_empty() {
        return Komi::default();
    }
    let Komi { value, doubt, .. } = Komi::read(text, KomiContext { portal: "", ..context });
    match value.filter(|_| doubt != Some(KomiDoubt::Odd)) {
        None => Komi::default(),
        value => Komi { value, reading: KomiReading::Portal, doubt: Some(KomiDoubt::Portal) },
    }
}

/// A number that is the whole text but for the words that stand around a komi.
fn amount(text: &str) -> Option<(i32, Option<Unit>)> {
    let number = text.trim_start_matches(|c: char| "黑黒先贴貼出コミ덤 :：".contains(c) || c.is_ascii_alphabetic());
    // A word alone before a number is let pass only where it is one for the komi.
    let word = text[..text.len() - number.len()].trim_matches([' ', ':', '：']);
    let known = word.chars().all(|c| !c.is_ascii_alphabetic()) || word.eq_ignore_ascii_case("komi");
    let measure = measure(number).filter(|_| known)?;
    measure.rest.trim_matches([' ', '.', '。', ')', '）']).is_empty().then_some((measure.hundredths, measure.unit))
}

/// A komi that a text beside `KM` names, such as `友谊赛 黑贴7目半`: to be shown, never used.
pub fn komi_hint(text: &str) -> Option<Zi> {
    let found = ["贴", "貼", "コミ", "komi", "Komi", "덤"].into_iter().find_map(|word| {
        let behind = &text[text.find(word)? + word.len()..];
        measure(behind.trim_start_matches([' ', ':', '：', '出']))
    })?;
    of_komi(found.unit, found.hundredths).amount(found.hundredths).filter(|&komi| !is_odd(komi))
}

/// The unit of a komi behind which this one is written, if any.
fn of_komi(written: Option<Unit>, hundredths: i32) -> Unit {
    if written == Some(Unit::Zi) { Unit::Zi } else { Unit::of_bare(hundredths) }
}

/// Whether a komi is outside of what servers allow.
fn is_odd(komi: Zi) -> bool {
    komi > LARGEST || komi < -LARGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `points` is the komi in points, empty for unknown.
    fn check_in(context: KomiContext<'_>, text: &str, points: &str, reading: &str, doubt: Option<KomiDoubt>) {
        let komi = Komi::read(text, context);
        let value = komi.value.map_or(String::new(), |zi| zi.points().to_string());
        assert_eq!((value.as_str(), komi.reading.name(), komi.doubt), (points, reading, doubt), "{text}");
    }

    fn check(text: &str, points: &str, reading: &str, doubt: Option<KomiDoubt>) {
        check_in(KomiContext::default(), text, points, reading, doubt);
    }

    #[test]
    fn points() {
        for (text, points) in [
            ("7.5", "7.5"),
            ("6.5", "6.5"),
            ("5.5", "5.5"),
            ("0", "0"),
            ("0.5", "0.5"),
            ("7.50", "7.5"),
            ("7.500000", "7.5"),
            ("6,5", "6.5"),
            ("6.5目", "6.5"),
            ("贴7目半", "7.5"),
            ("贴两目半", "2.5"),
            ("三点五", "3.5"),
            ("黑贴五目半", "5.5"),
            ("5。5", "5.5"),
            ("-5.5", "-5.5"),
            ("50", "50"),
            ("-100.00", "-100"),
            (" 7 ", "7"),
            ("Komi 6.5", "6.5"),
            ("6.5 points", "6.5"),
            ("五", "5"),
        ] {
            check(text, points, "points", None);
        }
    }

    #[test]
    fn zi() {
        check("3.75", "7.5", "zi", Some(KomiDoubt::Quarter));
        check("2.75", "5.5", "zi", Some(KomiDoubt::Quarter));
        check("3又3/4子", "7.5", "zi", None);
        check("贴3又3/4子", "7.5", "zi", None);
        check("3.75子", "7.5", "zi", None);
        check("2 3/4 zi", "5.5", "zi", None);
    }

    #[test]
    fn hundredths() {
        for (text, points) in [("225", "4.5"), ("275", "5.5"), ("325", "6.5"), ("350", "7"), ("375", "7.5")] {
            check(text, points, "hundredths-zi", Some(KomiDoubt::Hundredths));
        }
        for (text, points) in [("450", "4.5"), ("550", "5.5"), ("650", "6.5"), ("700", "7"), ("750", "7.5")] {
            check(text, points, "hundredths-points", Some(KomiDoubt::Hundredths));
        }
        let fox = KomiContext { source: Some(Source::Fox), ..KomiContext::default() };
        check_in(fox, "50", "0.5", "hundredths-points", Some(KomiDoubt::Hundredths));
    }

    #[test]
    fn zero_that_may_be_unknown() {
        let context = |source, ruleset, handicap| KomiContext {
            source: Some(source),
            ruleset: Some(ruleset),
            handicap,
            portal: "",
        };
        check_in(context(Source::Fox, Ruleset::Japanese, false), "0", "0", "points", Some(KomiDoubt::Zero));
        check_in(context(Source::Fox, Ruleset::Japanese, true), "0", "0", "points", None);
        check_in(context(Source::Fox, Ruleset::Chinese, true), "0", "0", "points", None);
        check_in(context(Source::GnuGo, Ruleset::Chinese, false), "0", "0", "points", Some(KomiDoubt::Zero));
        check_in(context(Source::GnuGo, Ruleset::Chinese, true), "0", "0", "points", None);
        check_in(context(Source::Kgs, Ruleset::Japanese, false), "0", "0", "points", None);
    }

    #[test]
    fn missing_unreadable_and_odd() {
        check("", "", "missing", None);
        check("  ", "", "missing", None);
        for text in ["NaN", "inf", "1e9", "text", "6.5/7.5", "99999", "5.33", "6.125", "3.3子"] {
            check(text, "", "unreadable", Some(KomiDoubt::Unreadable));
        }
        check("500", "500", "points", Some(KomiDoubt::Odd));
        check("3.75目", "7.5", "zi", Some(KomiDoubt::Quarter));
        check("375目", "375", "points", Some(KomiDoubt::Odd));
        check("375子", "750", "zi", Some(KomiDoubt::Odd));
        check("-360", "-360", "points", Some(KomiDoubt::Odd));
        let portal = KomiContext { portal: "6.5", ..KomiContext::default() };
        check_in(portal, "", "6.5", "portal", Some(KomiDoubt::Portal));
        // KM stands before KO, and what is no number there says nothing.
        check_in(portal, "7.5", "7.5", "points", None);
        check_in(KomiContext { portal: "text", ..KomiContext::default() }, "", "", "missing", None);
        for (text, points) in [("3.75", "7.5"), ("375", "7.5"), ("650", "6.5"), ("黑贴3又3/4子", "7.5")] {
            let portal = KomiContext { portal: text, ..KomiContext::default() };
            check_in(portal, "", points, "portal", Some(KomiDoubt::Portal));
        }
        check_in(KomiContext { portal: "500", ..KomiContext::default() }, "", "", "missing", None);
    }

    #[test]
    fn hints() {
        let check = |text, points: Option<&str>| {
            assert_eq!(komi_hint(text).map(|zi| zi.points().to_string()).as_deref(), points, "{text}");
        };
        check("友谊赛 黑贴7目半", Some("7.5"));
        check("分先:黑贴7目半", Some("7.5"));
        check("黑贴3又3/4子", Some("7.5"));
        check("komi 6.5", Some("6.5"));
        check("komi 3.75", Some("7.5"));
        check("黑贴3.75目", Some("7.5"));
        check("第3届春兰杯", None);
    }
}
