//! The header of a corrected copy.

use super::{Change, Written, write};
use crate::audit::Audited;
use crate::finding::Code;
use crate::record::{KomiDoubt, KomiReading, RecordedResult, ResultDoubt, ResultKind, Ruleset, Source, Winner, Zi};
use crate::sgf::{Ident, value};

/// Corrects komi, result and handicap, and the names of properties as Chinese portals write them. `run` is the number of
/// handicap stones that open the game as moves, where the copy has other moves.
pub(super) fn correct(
    game: &Audited<'_>,
    counted: Option<&str>,
    run: Option<u32>,
    root: &mut Vec<Written>,
    changes: &mut Vec<Change>,
) {
    let record = game.record;
    if !record.is_go {
        return;
    }
    let mut header = Header { game, root, changes };
    if record.komi.reading == KomiReading::Portal {
        header.root.retain(|written| written.ident != Ident::KO);
    }
    if let Some(komi) = corrected_komi(game) {
        let kind = finding_or(game, Code::KomiGuessed, "komi");
        header.set(Ident::KM, record.places.komi, kind, &komi);
    }
    if record.source == Some(Source::Sina) && !header.has(Ident::GM) {
        header.rename(Ident::TE, Ident::GN);
        header.rename(Ident::RD, Ident::DT);
    }
    let result = match counted {
        Some(result) => Some((result.to_owned(), "rescored")),
        None => {
            let (result, written) = result_in_root(&header);
            corrected_result(&result, &written).map(|result| (result, finding_or(game, Code::ResultGuessed, "result")))
        }
    };
    if let Some((result, kind)) = result {
        header.set(Ident::RE, record.places.result, kind, &result);
        // Fox writes margins in zi: the copy has to say that it does not.
        if record.source == Some(Source::Fox) && record.ruleset == Some(Ruleset::Chinese) && !header.has(Ident::UT) {
            header.root.push(Written::new(Ident::UT, "points"));
        }
    }
    let stones = run.unwrap_or(game.replay.handicap_stones);
    let differs = match (record.handicap, run) {
        (Some(declared @ 2..), Some(run)) => declared != run,
        _ => game.findings.iter().any(|finding| finding.code == Code::HandicapMismatch),
    };
    if differs && stones >= 2 {
        header.set(Ident::HA, record.places.handicap, Code::HandicapMismatch.name(), &stones.to_string());
    } else if let Some(stones) = record.handicap.filter(|_| !is_number(&record.header.handicap)) {
        header.set(Ident::HA, record.places.handicap, "handicap", &stones.to_string());
    }
}

/// `FF` and `CA`, and that the text is UTF-8.
pub(super) fn form(game: &Audited<'_>, root: &mut Vec<Written>, changes: &mut Vec<Change>) {
    let text = game.text.get(game.game.at() as usize..game.game.end() as usize).unwrap_or_default();
    let mut header = Header { game, root, changes };
    let charset = game.charset.name();
    if charset != "utf-8" {
        header.report(game.game.at(), "charset", "", charset, "utf-8");
    }
    let declared = header.text(Ident::CA);
    let is_utf_8 = |name: &str| ["utf-8", "utf8"].contains(&name.trim().to_ascii_lowercase().as_str());
    let wanted = match &declared {
        Some(name) => !is_utf_8(name),
        None => !text.is_ascii() || text.contains(write::ESC),
    };
    let root_at = game.game.node(0).at;
    if wanted {
        header.set(Ident::CA, root_at, "form", "UTF-8");
    }
    if header.text(Ident::FF).is_none_or(|form| form.trim() != "4") {
        header.set(Ident::FF, root_at, "form", "4");
    }
}

/// The root of the copy, and what is changed in it.
struct Header<'h, 'a> {
    game: &'h Audited<'a>,
    root: &'h mut Vec<Written>,
    changes: &'h mut Vec<Change>,
}

impl Header<'_, '_> {
    fn has(&self, ident: Ident) -> bool {
        self.root.iter().any(|written| written.ident == ident)
    }

    fn text(&self, ident: Ident) -> Option<String> {
        let written = self.root.iter().find(|written| written.ident == ident)?;
        Some(value::text(written.values.first().map_or("", String::as_str)).into_owned())
    }

    /// Gives a property its value. One that is new stands in front where it says how to read, else behind.
    fn set(&mut self, ident: Ident, at: u32, kind: &'static str, after: &str) {
        let before = self.text(ident).unwrap_or_default();
        self.report(at, kind, &ident.to_string(), &before, after);
        let written = Written::new(ident, after);
        match self.root.iter_mut().find(|written| written.ident == ident) {
            Some(place) => *place = written,
            None if matches!(ident, Ident::FF | Ident::CA) => self.root.insert(0, written),
            None => self.root.push(written),
        }
    }

    /// Gives a property the name that FF\[4\] has for it, unless that is taken.
    fn rename(&mut self, from: Ident, to: Ident) {
        if self.has(to) {
            return;
        }
        let at =
            self.game.game.properties(0).iter().find(|property| property.ident == from).map(|property| property.at);
        let text = self.text(from).unwrap_or_default();
        if let (Some(at), Some(written)) = (at, self.root.iter_mut().find(|written| written.ident == from)) {
            (written.ident, written.name) = (to, to.to_string());
            self.report(at, "portal-property", &from.to_string(), &text, &format!("{to}[{}]", write::escape(&text)));
        }
    }

    fn report(&mut self, at: u32, kind: &'static str, property: &str, before: &str, after: &str) {
        self.changes.push(Change {
            at,
            kind,
            property: property.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
            detail: String::new(),
        });
    }
}

/// The name of a finding that the game has, or another word.
fn finding_or(game: &Audited<'_>, code: Code, word: &'static str) -> &'static str {
    if game.findings.iter().any(|finding| finding.code == code) { code.name() } else { word }
}

/// The komi in points, where it is written otherwise and was read.
fn corrected_komi(game: &Audited<'_>) -> Option<String> {
    let komi = game.record.komi;
    let value = komi.value.filter(|_| komi.doubt != Some(KomiDoubt::Odd))?;
    let right = komi.reading == KomiReading::Points && is_number(&game.record.header.komi);
    (!right).then(|| value.points().to_string())
}

/// The result that the root of the copy has, and how it is written. One that stood deep in the game was not read there, and
/// has been moved up by now.
fn result_in_root(header: &Header<'_, '_>) -> (RecordedResult, String) {
    let record = header.game.record;
    match header.text(Ident::RE).filter(|_| record.header.result.trim().is_empty()) {
        Some(moved) => (record.result_of(&moved), moved),
        None => (record.result, record.header.result.clone().into_owned()),
    }
}

/// The result as SGF has it, where it is written otherwise and was read.
fn corrected_result(result: &RecordedResult, written: &str) -> Option<String> {
    let side = match result.winner? {
        Winner::Black => "B",
        Winner::White => "W",
        Winner::Draw if is_sgf(written, result.margin) => return None,
        Winner::Draw => return Some("0".to_owned()),
        Winner::Void if is_sgf(written, None) => return None,
        Winner::Void => return Some("Void".to_owned()),
    };
    if result.doubt == Some(ResultDoubt::Remark) {
        // What else it says would be lost.
        return None;
    }
    if is_sgf(written, result.margin) && result.doubt != Some(ResultDoubt::NoMargin) {
        return None;
    }
    let how = match result.kind {
        ResultKind::Points | ResultKind::Zi => result.margin?.points().to_string(),
        ResultKind::Resign => "R".to_owned(),
        ResultKind::Time => "T".to_owned(),
        ResultKind::Forfeit => "F".to_owned(),
        ResultKind::Win if result.doubt != Some(ResultDoubt::WinnerOnly) => String::new(),
        _ => return None,
    };
    Some(format!("{side}+{how}"))
}

/// Whether a result is written as SGF has it, its margin in points.
fn is_sgf(written: &str, margin: Option<Zi>) -> bool {
    let written = written.trim();
    if ["0", "Draw", "Void", "?"].contains(&written) {
        return true;
    }
    let Some(how) = written.strip_prefix("B+").or_else(|| written.strip_prefix("W+")) else { return false };
    let is_margin = |margin: Zi| {
        let (whole, fraction) = how.split_once('.').unwrap_or((how, ""));
        let plain = match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            fraction => format!("{whole}.{fraction}"),
        };
        plain == margin.points().to_string()
    };
    match margin {
        Some(margin) => is_margin(margin),
        None => ["", "R", "Resign", "T", "Time", "F", "Forfeit"].contains(&how),
    }
}

/// Whether a text is a number as SGF has it.
fn is_number(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1
}
