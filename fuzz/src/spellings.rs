//! The spellings of komi, results, rules and sizes; conditions and selections of the command line.

use crate::options;
use sgfkit::filter::Filter;
use sgfkit::finding::Selection;
use sgfkit::record::{
    Komi, KomiContext, KomiReading, RecordedResult, ResultKind, Ruleset, Source, Winner, Zi, komi_hint,
};
use sgfkit::sgf::value;

const SOURCES: [Option<Source>; 4] = [None, Some(Source::Fox), Some(Source::GnuGo), Some(Source::Kgs)];
const RULESETS: [Option<Ruleset>; 4] = [None, Some(Ruleset::Chinese), Some(Ruleset::Japanese), Some(Ruleset::Aga)];

/// A value goes with its reading, and what was read is read again from the way in which we write it.
pub fn check(data: &[u8]) {
    let (choice, rest) = options(data);
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let source = SOURCES[usize::from(choice & 3)];
    let ruleset = RULESETS[usize::from(choice >> 2 & 3)];
    komi(first, KomiContext { portal: second, source, ruleset, handicap: choice & 16 != 0 });
    result(first, source, ruleset);
    size(first);
    assert!(value::text(first).len() <= first.len());
    // Nothing to hold them against: they must not panic.
    Ruleset::read(first);
    komi_hint(first);
    let _ = (Filter::parse(&[first, second]), Selection::parse([first], [second]));
}

fn komi(text: &str, context: KomiContext<'_>) {
    let komi = Komi::read(text, context);
    let unknown = matches!(komi.reading, KomiReading::Missing | KomiReading::Unreadable);
    assert_eq!(komi.value.is_none(), unknown, "{komi:?}");
    // From 225 on a number is read as hundredths.
    if let Some(value) = komi.value.filter(|value| value.quarters().abs() <= 200) {
        let again = Komi::read(&value.points().to_string(), KomiContext::default());
        assert_eq!((again.value, again.reading, again.doubt), (Some(value), KomiReading::Points, None));
    }
}

fn result(text: &str, source: Option<Source>, ruleset: Option<Ruleset>) {
    let result = RecordedResult::read(text, source, ruleset);
    let Some(margin) = result.margin else {
        assert!(!matches!(result.kind, ResultKind::Points | ResultKind::Zi | ResultKind::Draw), "{result:?}");
        return;
    };
    let signed = match result.winner {
        Some(Winner::Black) => margin,
        Some(Winner::White) => -margin,
        Some(Winner::Draw) => {
            assert_eq!((margin, result.kind), (Zi::ZERO, ResultKind::Draw));
            margin
        }
        other => panic!("a margin, and the winner is {other:?}"),
    };
    assert!(margin > Zi::ZERO || result.winner == Some(Winner::Draw), "{result:?}");
    for written in [signed.result(), signed.result_zh()] {
        let again = RecordedResult::read(&written, None, None);
        assert_eq!((again.winner, again.margin, again.doubt), (result.winner, result.margin, None), "{written}");
    }
}

fn size(text: &str) {
    if let Some(size) = value::size(text) {
        assert!((1..=52).contains(&size.width()) && (1..=52).contains(&size.height()));
        assert_eq!(value::size(&format!("{}:{}", size.width(), size.height())), Some(size));
        value::point(text, size);
    }
    if let Some((from, to)) = value::rectangle(text) {
        assert!(from.x() <= to.x() && from.y() <= to.y());
    }
}
