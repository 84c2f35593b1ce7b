//! Which kinds of finding are wanted.

use super::{Code, Severity};

/// A set of codes, as `--select` and `--ignore` name it.
///
/// ```
/// use sgfkit::finding::{Code, Selection};
///
/// let selection = Selection::parse(["R,komi-odd"], ["R2"])?;
/// assert!(selection.contains(Code::Suicide) && selection.contains(Code::KomiOdd));
/// assert!(!selection.contains(Code::KoRetake) && !selection.contains(Code::CutOff));
/// # Ok::<(), sgfkit::finding::UnknownCode>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection(u128);

const _: () = assert!(Code::ALL.len() <= u128::BITS as usize, "a selection has a bit for every code");

impl Selection {
    /// Every code.
    pub const ALL: Selection = Selection(u128::MAX);

    /// No code.
    pub const NONE: Selection = Selection(0);

    /// The codes that `select` names, or all where it names none, without those that `ignore` names.
    ///
    /// A term is a code (`R103`), a name (`suicide`), the start of codes (`R`, `S1`) or `all`; capitals and
    /// small letters are the same. An item may hold several terms with commas between.
    ///
    /// # Errors
    ///
    /// Where a term names no code: the first such term, and names that are like it.
    pub fn parse<S: AsRef<str>>(
        select: impl IntoIterator<Item = S>,
        ignore: impl IntoIterator<Item = S>,
    ) -> Result<Selection, UnknownCode> {
        let selected = union(select)?.unwrap_or(Selection::ALL);
        let ignored = union(ignore)?.unwrap_or(Selection::NONE);
        Ok(Selection(selected.0 & !ignored.0))
    }

    /// Whether findings of this kind are wanted.
    #[inline]
    pub const fn contains(self, code: Code) -> bool {
        self.0 & bit(code) != 0
    }
}

/// All of them.
impl Default for Selection {
    fn default() -> Self {
        Selection::ALL
    }
}

/// A term of a selection that names no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no finding is called `{term}`{}", hint(term, nearest))]
pub struct UnknownCode {
    /// The term as it was given.
    pub term: String,
    /// Codes with names like it, the likest first; often none.
    pub nearest: Vec<Code>,
}

impl UnknownCode {
    /// The error for a word that names no code.
    pub fn new(term: &str) -> UnknownCode {
        UnknownCode { term: term.to_owned(), nearest: Code::nearest(term) }
    }
}

fn hint(term: &str, nearest: &[Code]) -> String {
    let severity = |severity: &Severity| term.trim_end_matches(['s', 'S']).eq_ignore_ascii_case(severity.name());
    if Severity::ALL.iter().any(severity) {
        let names = "a code (R201), a name (ko-retake) or the start of codes (R, R2)";
        return format!(": findings are named by {names}; by severity, --fail-on sets the exit code");
    }
    let names: Vec<_> = nearest.iter().map(|code| format!("`{code}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((name, [])) => format!("; did you mean {name}?"),
        Some((last, names)) => format!("; did you mean {} or {last}?", names.join(", ")),
    }
}

const fn bit(code: Code) -> u128 {
    1 << code as u32
}

/// All that the terms name; `None` where there is no term.
fn union<S: AsRef<str>>(items: impl IntoIterator<Item = S>) -> Result<Option<Selection>, UnknownCode> {
    let mut bits = None;
    for item in items {
        let mut terms = item.as_ref().split(',').map(str::trim).filter(|term| !term.is_empty()).peekable();
        if terms.peek().is_none() {
            // Not the same as no item: who writes `--select ''` must not get everything.
            return Err(UnknownCode::new(item.as_ref()));
        }
        for term in terms {
            *bits.get_or_insert(0) |= named(term).ok_or_else(|| UnknownCode::new(term))?;
        }
    }
    Ok(bits.map(Selection))
}

fn named(term: &str) -> Option<u128> {
    if term.eq_ignore_ascii_case("all") {
        return Some(Selection::ALL.0);
    }
    let starts = |code: &str| code.get(..term.len()).is_some_and(|start| start.eq_ignore_ascii_case(term));
    let meant = |code: Code| starts(code.code()) || code.name().eq_ignore_ascii_case(term);
    let bits = Code::ALL.iter().filter(|&&code| meant(code)).fold(0, |bits, &code| bits | bit(code));
    (bits != 0).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(select: &[&str], ignore: &[&str], expected: impl Fn(Code) -> bool) {
        let selection = Selection::parse(select, ignore).unwrap();
        for &code in Code::ALL {
            assert_eq!(selection.contains(code), expected(code), "{code} in {select:?} without {ignore:?}");
        }
    }

    #[test]
    fn terms_are_codes_names_and_starts_of_codes() {
        check(&[], &[], |_| true);
        check(&["all"], &[], |_| true);
        check(&["R103"], &[], |code| code == Code::Suicide);
        check(&["suicide"], &[], |code| code == Code::Suicide);
        check(&["R"], &[], |code| code.code().starts_with('R'));
        check(&["s1"], &[], |code| code.code().starts_with("S1"));
        check(&["R2, komi-odd", "F101"], &[], |code| {
            code.code().starts_with("R2") || code == Code::KomiOdd || code == Code::UnreadableFile
        });
        check(&[], &["R"], |code| !code.code().starts_with('R'));
        check(&["R"], &["R3", "suicide"], |code| {
            code.code().starts_with('R') && !code.code().starts_with("R3") && code != Code::Suicide
        });
        check(&[], &["ALL"], |_| false);
        check(&["R,"], &[], |code| code.code().starts_with('R'));
    }

    #[test]
    fn an_unknown_term_is_an_error_with_names_like_it() {
        let check = |select: &[&str], ignore: &[&str], message: &str| {
            assert_eq!(Selection::parse(select, ignore).unwrap_err().to_string(), message);
        };
        check(&["suicid"], &[], "no finding is called `suicid`; did you mean `suicide`?");
        check(&["R"], &["R9"], "no finding is called `R9`");
        check(&["suicide,xyzzy"], &[], "no finding is called `xyzzy`");
        check(&["é"], &[], "no finding is called `é`");
        check(&[""], &[], "no finding is called ``");
        check(&["R"], &[","], "no finding is called `,`");
        let by = "findings are named by a code (R201), a name (ko-retake) or the start of codes (R, R2); by severity, --fail-on \
                  sets the exit code";
        check(&["error"], &[], &format!("no finding is called `error`: {by}"));
        check(&["R"], &["Warnings"], &format!("no finding is called `Warnings`: {by}"));
        let kos = "`superko-situational` or `superko-positional`";
        check(&["R"], &["superko"], &format!("no finding is called `superko`; did you mean {kos}?"));
        check(&["ko-r,size"], &[], "no finding is called `ko-r`; did you mean `ko-retake`?");
    }
}
