//! What is wrong, odd or guessed in a header.

use super::{Komi, KomiContext, KomiDoubt, Record, ResultDoubt, Winner, Zi, handicap, komi_hint};
use crate::finding::{Code, Finding};
use crate::sgf::reader::excerpt;

/// Reads what depends on more than one property, and reports what is to be said of the header.
pub(super) fn header(record: &mut Record<'_>, findings: &mut Vec<Finding>) {
    let mut report = |code, at, detail: String| findings.push(Finding::new(code, at, detail).on_turn(0, None));
    let (header, places) = (&record.header, record.places);
    if !record.is_go {
        let detail = format!("GM is {}, and only 1 is Go; the game is not replayed", excerpt(&header.game_type));
        report(Code::NotGo, places.game_type, detail);
    }
    if record.size.is_none() {
        let detail = format!("SZ is {}, no size from 1 to 52; the game is not replayed", excerpt(&header.size));
        report(Code::SizeUnreadable, places.size, detail);
    }
    match handicap::handicap(&header.handicap) {
        Ok(stones) => record.handicap = stones,
        Err(()) => {
            let detail = format!("HA is {}, no number of stones", excerpt(&header.handicap));
            report(Code::HandicapUnreadable, places.handicap, detail);
        }
    }
    record.komi = Komi::read(
        &header.komi,
        KomiContext {
            portal: &header.portal_komi,
            source: record.source,
            ruleset: record.ruleset,
            handicap: record.handicap.is_some_and(|stones| stones >= 2),
        },
    );
    record.result = record.result_of(&header.result);
    if let Some((code, detail)) = of_komi(record) {
        report(code, places.komi, detail);
    }
    if let Some((code, detail)) = of_result(record) {
        report(code, places.result, detail);
    }
    if let Some(detail) = against_each_other(record) {
        report(Code::ResultAgainstKomi, places.result, detail);
    }
}

fn of_komi(record: &Record<'_>) -> Option<(Code, String)> {
    let (header, komi) = (&record.header, record.komi);
    let Some(doubt) = komi.doubt else { return of_missing_komi(record) };
    let written = excerpt(&header.komi);
    let points = points(komi.value.unwrap_or_default());
    Some(match doubt {
        KomiDoubt::Unreadable => (Code::KomiUnreadable, format!("KM is {written}, no komi that is in use")),
        KomiDoubt::Quarter => (Code::KomiGuessed, format!("KM {written} has a quarter, so it is in zi: {points}")),
        KomiDoubt::Hundredths => {
            (Code::KomiGuessed, format!("KM {written} is in hundredths ({}): {points}", komi.reading.name()))
        }
        KomiDoubt::Portal => {
            let written = excerpt(&header.portal_komi);
            (Code::KomiGuessed, format!("there is no KM; KO {written} in the root is the komi: {points}"))
        }
        KomiDoubt::Odd => (Code::KomiOdd, format!("a komi of {points} is outside of any in use")),
        KomiDoubt::Zero => {
            (Code::KomiZero, format!("KM is {written}, from a maker that writes 0 where there was a komi"))
        }
    })
}

/// A text of the header that names the komi where `KM` does not.
fn of_missing_komi(record: &Record<'_>) -> Option<(Code, String)> {
    if record.komi.value.is_some() {
        return None;
    }
    let header = &record.header;
    let texts = [&header.event, &header.name, &header.round];
    let (hint, text) = texts.into_iter().find_map(|text| Some((komi_hint(text)?, text)))?;
    let detail = format!("there is no komi, but {} names one: {}; not used", excerpt(text), points(hint));
    Some((Code::KomiHint, detail))
}

fn of_result(record: &Record<'_>) -> Option<(Code, String)> {
    let result = record.result;
    let doubt = result.doubt?;
    let written = excerpt(&record.header.result);
    let points = points(result.margin.unwrap_or_default());
    let guessed = |detail| (Code::ResultGuessed, detail);
    Some(match doubt {
        ResultDoubt::Unreadable => (Code::ResultUnreadable, format!("RE is {written}, which cannot be read")),
        ResultDoubt::Quarter => guessed(format!("RE {written} has a quarter, so it is in zi: {points}")),
        ResultDoubt::FoxZi => guessed(format!("RE {written} is in zi, as Fox writes it under Chinese rules: {points}")),
        ResultDoubt::NoMargin => guessed(format!("RE {written} tells the winner; the number is no margin")),
        ResultDoubt::Remark => guessed(format!("RE {written} says more than a margin: {points} are read")),
        ResultDoubt::WinnerOnly => guessed(format!("RE {written} is not SGF; only the winner is read")),
    })
}

/// A margin has the same half as the komi: on the board there are only whole points, and where points are
/// shared, whole points again, as each side's half counts against the other's.
fn against_each_other(record: &Record<'_>) -> Option<String> {
    let (komi, margin) = (record.komi.value?, record.result.margin?);
    if record.komi.doubt == Some(KomiDoubt::Zero) || has_half(komi) == has_half(margin) {
        return None;
    }
    Some(match record.result.winner {
        Some(Winner::Draw) => format!("a draw with a komi of {}", points(komi)),
        _ => format!("a margin of {} with a komi of {}", points(margin), points(komi)),
    })
}

/// Whether an amount has half a point.
fn has_half(amount: Zi) -> bool {
    amount.quarters() % 2 != 0
}

fn points(amount: Zi) -> String {
    format!("{} {}", amount.points(), if amount == Zi::from_half_points(2) { "point" } else { "points" })
}
