//! Findings as lines of text, one each, for people and for `grep`.

use super::clean;
use super::sheet::{Place, Start};
use crate::causes::Cause;
use crate::finding::{Finding, Severity};
use crate::rescore::Score;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

const BOLD: Style = Style::new().bold();

fn style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    colour.on_default().bold()
}

/// Lines of text, whose places are filled in by [`TextRows::write`]. They hold escape sequences for colour,
/// which whoever prints them strips where nobody sees them.
#[derive(Debug, Default)]
pub struct TextRows {
    text: String,
    rows: Vec<(Place, usize)>,
}

impl TextRows {
    /// Adds a finding, and the cause of it where one was looked for.
    pub fn push(&mut self, place: Place, finding: &Finding, cause: Option<&Cause>) {
        // Writing to memory does not fail.
        let _ = self.write_finding(finding, cause);
        self.rows.push((place, self.text.len()));
    }

    fn write_finding(&mut self, finding: &Finding, cause: Option<&Cause>) -> std::fmt::Result {
        let text = &mut self.text;
        let Finding { code, severity, .. } = finding;
        let style = style(*severity);
        write!(text, "{style}{severity}{style:#} {BOLD}{code}{BOLD:#} [{}]: ", code.code())?;
        if let (Some(turn @ 1..), Some(colour)) = (finding.turn, finding.colour) {
            write!(text, "move {turn}, {}", colour.letter())?;
            if !finding.point.is_empty() {
                push_clean(text, " ");
                push_clean(text, finding.point.as_str());
            }
            text.push_str(": ");
        } else if let Some(turn @ 1..) = finding.turn {
            write!(text, "move {turn}: ")?;
        }
        push_clean(text, &finding.detail);
        if !finding.variation.is_empty() {
            write!(text, " (variation {})", finding.variation)?;
        }
        if finding.following {
            text.push_str(" (following an earlier error)");
        }
        if let Some(cause) = cause {
            write!(text, "; cause {BOLD}{}{BOLD:#}: {}", cause.kind.name(), cause.detail)?;
            if !cause.candidates.is_empty() {
                write!(text, " [{}]", cause.changes())?;
            }
        }
        text.push('\n');
        Ok(())
    }

    /// Adds the count of a game.
    pub fn push_score(&mut self, place: Place, score: &Score, recorded: &str) {
        let verdict = score.verdict.map_or("not-comparable", |verdict| verdict.name());
        let text = &mut self.text;
        // Writing to memory does not fail.
        let _ = match score.margin() {
            Some(margin) => write!(text, "{BOLD}{}{BOLD:#} {}", margin.result(), margin.result_zh()),
            None => write!(text, "komi unknown"),
        };
        let _ = write!(text, " ({}); recorded ", score.method.name());
        push_clean(text, if recorded.trim().is_empty() { "nothing" } else { recorded.trim() });
        if let Some(own) = score.own {
            let _ = write!(text, ", by its own rules {}", own.result());
        }
        let _ = write!(text, ": {verdict}");
        if let Some(engine) = score.engine {
            let own = engine.own.map_or_else(|| "no result".to_owned(), |own| own.result().to_string());
            let verdict = engine.verdict.map_or("not-comparable", |verdict| verdict.name());
            let _ = write!(text, "; the engine: {own}, {} stones judged otherwise: {verdict}", engine.differing);
        }
        text.push('\n');
        self.rows.push((place, self.text.len()));
    }

    /// Writes the lines with the name of the file and their places in front to the end of `out`.
    pub fn write(&self, name: &str, start: Start, out: &mut Vec<u8>) {
        // A name of a file may hold what a text of a record may.
        let name = name.chars().map(clean::char).collect::<String>();
        let mut at = 0;
        for &(place, end) in &self.rows {
            let place = place.from(start);
            let mut head = format!("{BOLD}{name}{BOLD:#}:");
            // Writing to memory does not fail.
            let _ = match (place.line, place.game) {
                (0, _) => write!(head, " "),
                (line, Some(game @ 2..)) => write!(head, "{line}:{}: game {game}: ", place.column),
                (line, _) => write!(head, "{line}:{}: ", place.column),
            };
            out.extend_from_slice(head.as_bytes());
            out.extend_from_slice(&self.text.as_bytes()[at..end]);
            at = end;
        }
    }
}

/// Text from a record must not move the cursor or change the colours of a terminal.
fn push_clean(out: &mut String, text: &str) {
    out.extend(text.chars().map(clean::char));
}
