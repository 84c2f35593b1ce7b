//! Who made a record.

use aho_corasick::AhoCorasick;
use std::sync::LazyLock;

named! {
    /// The server, portal or program that a record comes from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Source {
        /// Fox Weiqi (野狐围棋).
        Fox = "fox",
        /// KGS Go Server.
        Kgs = "kgs",
        /// Online Go Server.
        Ogs = "ogs",
        /// Computer Go Server.
        Cgos = "cgos",
        /// Tygem (Dongyang, 东洋围棋).
        Tygem = "tygem",
        /// Internet Go Server, Pandanet.
        Igs = "igs",
        /// No Name Go Server.
        Nngs = "nngs",
        /// Little Golem.
        LittleGolem = "littlegolem",
        /// Tom (weiqi.tom.com).
        Tom = "tom",
        /// Sina (新浪).
        Sina = "sina",
        /// Yike (弈客).
        Yike = "yike",
        /// GNU Go.
        GnuGo = "gnugo",
        /// MultiGo.
        MultiGo = "multigo",
        /// StoneBase.
        StoneBase = "stonebase",
        /// GoGui.
        GoGui = "gogui",
        /// Sabaki.
        Sabaki = "sabaki",
    }
}

/// The texts of a header that tell the source, unescaped; empty where absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'a> {
    /// `AP`, several of them with blanks between.
    pub application: &'a str,
    /// `PC`.
    pub place: &'a str,
    /// `SO`.
    pub origin: &'a str,
    /// `US`.
    pub user: &'a str,
    /// Whether the root has `TC` and `TT`, which only Fox writes.
    pub fox_clock: bool,
    /// Whether the root has `TE`, `RD` and `KO` as title, date and komi, and no `GM`: the dialect of Sina.
    pub sina_dialect: bool,
}

/// What names a source in `AP`, and what names one in `PC`, `SO` or `US`, in small letters. The first that
/// is found counts.
type Marks = (Source, &'static str);

const IN_APPLICATION: [Marks; 17] = [
    (Source::Fox, "foxwq"),
    (Source::Ogs, "online-go"),
    (Source::Cgos, "cgos"),
    (Source::Tygem, "tygem"),
    (Source::Tygem, "wbaduk"),
    (Source::Igs, "pandanet"),
    (Source::Nngs, "nngs"),
    (Source::LittleGolem, "littlegolem"),
    (Source::Sina, "sina"),
    (Source::Yike, "yike"),
    (Source::Yike, "弈客"),
    (Source::MultiGo, "multigo"),
    (Source::StoneBase, "stonebase"),
    (Source::GnuGo, "gnu go"),
    (Source::GnuGo, "gnugo"),
    (Source::GoGui, "gogui"),
    (Source::Sabaki, "sabaki"),
];

const IN_PLACE: [Marks; 21] = [
    (Source::Fox, "foxwq"),
    (Source::Fox, "野狐"),
    (Source::Kgs, "gokgs"),
    (Source::Kgs, "kiseido"),
    (Source::Ogs, "online-go.com"),
    (Source::Ogs, "ogs:"),
    (Source::Cgos, "cgos"),
    (Source::Cgos, "computer go server"),
    (Source::Tygem, "tygem"),
    (Source::Tygem, "wbaduk"),
    (Source::Tygem, "东洋围棋"),
    (Source::Tygem, "弈城"),
    (Source::Igs, "pandanet"),
    (Source::Igs, "internet go server"),
    (Source::Nngs, "nngs"),
    (Source::Nngs, "no name go server"),
    (Source::LittleGolem, "littlegolem"),
    (Source::Tom, "tom.com"),
    (Source::Sina, "sina.com"),
    (Source::Sina, "新浪"),
    (Source::Yike, "yikeweiqi"),
];

/// Places that are the name of a source and nothing else, in small letters.
const WHOLE_PLACE: [Marks; 6] = [
    (Source::Fox, "fox"),
    (Source::Tom, "tom"),
    (Source::Kgs, "kgs"),
    (Source::Ogs, "ogs"),
    (Source::Igs, "igs"),
    (Source::Yike, "弈客"),
];

/// Finds any of the marks in one pass, in any case.
fn finder(marks: &[Marks]) -> AhoCorasick {
    let words = marks.iter().map(|(_, word)| word);
    // The words are ours and few, so that building cannot fail.
    AhoCorasick::builder().ascii_case_insensitive(true).build(words).expect("the marks make an automaton")
}

static APPLICATION_FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| finder(&IN_APPLICATION));
static PLACE_FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| finder(&IN_PLACE));

/// The source that a text names by one of the marks.
fn named(text: &str, finder: &AhoCorasick, marks: &[Marks]) -> Option<Source> {
    let found = finder.find_overlapping_iter(text).map(|found| found.pattern().as_usize()).min()?;
    Some(marks[found].0)
}

impl Source {
    /// Tells the source, where the header tells it.
    ///
    /// Fox writes its name into a second `AP` behind `GNU Go:3.8`, and copies that another program saved are
    /// known by its clock properties `TC` and `TT`. A place names a server before an application does, for the same
    /// programs are used on several.
    pub fn detect(origin: &Origin<'_>) -> Option<Source> {
        let application = || named(origin.application, &APPLICATION_FINDER, &IN_APPLICATION);
        let placed = || {
            let places = [origin.place, origin.origin, origin.user];
            places.into_iter().find_map(|place| named(place, &PLACE_FINDER, &IN_PLACE))
        };
        let alone = || {
            let place = origin.place.trim();
            WHOLE_PLACE.iter().find(|(_, word)| place.eq_ignore_ascii_case(word)).map(|&(source, _)| source)
        };
        if origin.fox_clock || application() == Some(Source::Fox) {
            return Some(Source::Fox);
        }
        let dialect = origin.sina_dialect.then_some(Source::Sina);
        placed().or_else(alone).or_else(application).or(dialect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        let check = |origin: Origin<'_>, expected| assert_eq!(Source::detect(&origin), expected, "{origin:?}");
        let none = Origin::default();
        check(Origin { application: "GNU Go:3.8 foxwq", ..none }, Some(Source::Fox));
        check(Origin { application: "GNU Go:3.8", fox_clock: true, ..none }, Some(Source::Fox));
        check(Origin { application: "YuanYu", fox_clock: true, ..none }, Some(Source::Fox));
        check(Origin { application: "GNU Go:3.8", ..none }, Some(Source::GnuGo));
        check(
            Origin { application: "CGoban:3", place: "The KGS Go Server at http://www.gokgs.com/", ..none },
            Some(Source::Kgs),
        );
        check(Origin { application: "CGoban:3", ..none }, None);
        check(Origin { place: "OGS: https://online-go.com/game/1", ..none }, Some(Source::Ogs));
        check(Origin { place: "(CGOS) 9x9 Computer Go Server", ..none }, Some(Source::Cgos));
        check(Origin { application: "converter", place: "TYGEM", ..none }, Some(Source::Tygem));
        check(Origin { application: "converter", place: "Tom", ..none }, Some(Source::Tom));
        check(Origin { origin: "http://weiqi.tom.com", ..none }, Some(Source::Tom));
        check(Origin { sina_dialect: true, ..none }, Some(Source::Sina));
        check(Origin { place: "Tokyo", ..none }, None);
    }
}
