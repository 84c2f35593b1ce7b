//! The pages that explain the findings, taken apart.
//!
//! A page is Markdown: a title, `# name (CODE)`; prose; a part `## Fails` with records that have the finding;
//! a part `## Clean` with the nearest records that have not. Tests run the records, so that a page cannot
//! say what the program does not do.
//!
//! A record is a fenced block. Its first word is `sgf`, or `bytes` where the record is no UTF-8 text: `\xNN`
//! is then a byte. After `with` follow the names of other findings that cannot but come with this one.
//! Where no record can show a finding, a line `No example: reason` stands in the place of the records.

use super::Code;
use crate::escape::unescape;

/// A page about a kind of finding, in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation<'a> {
    /// The name in the title, as [`Code::name`].
    pub name: &'a str,
    /// The code in the title, as [`Code::code`].
    pub code: &'a str,
    /// What it means, why it matters and what to do, in Markdown.
    pub prose: &'a str,
    /// Records that have the finding.
    pub fails: Vec<Example<'a>>,
    /// Records that are much like them and have it not.
    pub clean: Vec<Example<'a>>,
    /// Why there are no records, where there are none.
    pub no_example: Option<&'a str>,
}

/// A record that shows a finding, or how it is done right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// The record as the page shows it.
    pub text: &'a str,
    /// Whether `\xNN` in it is a byte.
    pub escaped: bool,
    /// Names of the other findings that it has.
    pub with: Vec<&'a str>,
}

/// The page about a code.
///
/// ```
/// use sgfkit::finding::{Code, explain};
///
/// let page = explain(Code::DoubleMove);
/// assert_eq!((page.name, page.code), ("double-move", "R301"));
/// assert!(page.fails[0].text.starts_with("(;GM[1]"));
/// ```
pub fn explain(code: Code) -> Explanation<'static> {
    parse(code.explanation())
}

fn parse(page: &str) -> Explanation<'_> {
    let (title, rest) = page.split_once('\n').unwrap_or((page, ""));
    let (name, code) = title.strip_prefix("# ").and_then(|title| title.split_once(" (")).unwrap_or_default();
    let (prose, rest) = rest.split_once("\n## Fails\n").unwrap_or((rest, ""));
    let (fails, clean) = rest.split_once("\n## Clean\n").unwrap_or((rest, ""));
    Explanation {
        name,
        code: code.strip_suffix(')').unwrap_or_default(),
        prose: prose.trim(),
        fails: examples(fails),
        clean: examples(clean),
        no_example: rest.lines().find_map(|line| line.strip_prefix("No example: ")),
    }
}

/// The fenced blocks of a part of a page.
fn examples(part: &str) -> Vec<Example<'_>> {
    let mut found = Vec::new();
    let mut rest = part;
    while let Some((_, opened)) = rest.split_once("```") {
        let Some((info, body)) = opened.split_once('\n') else { break };
        // The block may be empty: its closing fence then stands at once.
        let (text, after) = match body.strip_prefix("```") {
            Some(after) => ("", after),
            None => body.split_once("\n```").unwrap_or((body, "")),
        };
        let mut words = info.split_whitespace();
        let escaped = words.next() == Some("bytes");
        found.push(Example { text, escaped, with: words.filter(|&word| word != "with").collect() });
        rest = after;
    }
    found
}

impl Example<'_> {
    /// The bytes of the record.
    ///
    /// ```
    /// use sgfkit::finding::{Code, explain};
    ///
    /// let page = explain(Code::NulBytes);
    /// assert!(page.fails[0].bytes().contains(&0));
    /// ```
    pub fn bytes(&self) -> Vec<u8> {
        if !self.escaped {
            return self.text.as_bytes().to_vec();
        }
        unescape(self.text).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_its_parts() {
        for &code in Code::ALL {
            let page = explain(code);
            assert_eq!((page.name, page.code), (code.name(), code.code()), "title of {code}");
            let prose = page.prose.lines().filter(|line| !line.starts_with("    "));
            let words: usize = prose.map(|line| line.split_whitespace().count()).sum();
            assert!((60..=150).contains(&words), "{code} has {words} words of prose");
            let shown = !page.fails.is_empty() && !page.clean.is_empty();
            assert_ne!(shown, page.no_example.is_some(), "examples of {code}");
            for example in page.fails.iter().chain(&page.clean) {
                assert!(example.with.iter().all(|&name| Code::find(name).is_some_and(|with| with != code)), "{code}");
                assert_eq!(example.escaped, example.text.contains("\\x"), "{code}");
                assert_eq!(
                    std::str::from_utf8(&example.bytes()).is_err() || example.bytes().contains(&0),
                    example.escaped
                );
            }
            assert!(page.clean.iter().all(|clean| !page.fails.contains(clean)), "{code} is clean and fails");
        }
    }

    #[test]
    fn pages_are_plain_and_tidy() {
        for &code in Code::ALL {
            let page = code.explanation();
            assert!(page.ends_with('\n') && !page.ends_with("\n\n") && !page.contains('\r'), "{code}");
            assert_eq!(page.matches("\n```").count() % 2, 0, "{code} leaves a block open");
            for line in page.lines() {
                assert!(line.chars().count() <= 120 && line.trim_end() == line, "{code}: {line}");
            }
        }
    }

    #[test]
    fn a_page_is_taken_apart() {
        let page = "# a-name (X101)\n\nSome prose.\n\n    . X\n\n## Fails\n\n```sgf with b-name\n(;B[aa]\n;W[bb])\n```\n\n\
                    ```sgf\n```\n\n## Clean\n\nSo:\n\n```bytes\n\\x00(\\xff\\xzz)\n```\n";
        let page = parse(page);
        assert_eq!((page.name, page.code, page.prose), ("a-name", "X101", "Some prose.\n\n    . X"));
        assert_eq!(page.fails.len(), 2);
        assert_eq!(page.fails[0], Example { text: "(;B[aa]\n;W[bb])", escaped: false, with: vec!["b-name"] });
        assert_eq!(page.fails[1].bytes(), b"");
        assert_eq!(page.clean.len(), 1);
        assert_eq!(page.clean[0].bytes(), b"\0(\xff\\xzz)");
        assert_eq!(page.no_example, None);
        let page = parse("# n (C)\np\n\n## Fails\n\nNo example: it is too large.\n");
        assert_eq!((page.no_example, page.fails.len()), (Some("it is too large."), 0));
    }

    #[test]
    fn damaged_pages_do_no_harm() {
        for page in ["", "#", "# a", "# a (", "x\n## Fails\n", "x\n\n## Fails\n```", "x\n\n## Fails\n```sgf\n(;"] {
            let _ = parse(page);
        }
    }
}
