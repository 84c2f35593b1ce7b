//! Text from records, made safe to show.

/// The character, or a space for one that must not reach a terminal or a page: control characters move the cursor
/// and change colours, and marks of direction make a text read as another.
pub fn char(c: char) -> char {
    match c {
        c if c.is_control() => ' ',
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => ' ',
        '\u{2028}' | '\u{2029}' => ' ',
        c => c,
    }
}

/// A text safe to show, trimmed, on one line, and not longer than so many characters.
///
/// ```
/// use sgfkit::report::clean;
///
/// assert_eq!(clean::short(" a\tname\u{202e}\n", 40), "a name");
/// assert_eq!(clean::short("a long name", 6), "a lon…");
/// ```
pub fn short(text: &str, most: usize) -> String {
    let clean = text.chars().map(char).take(4 * most + 4).collect::<String>();
    let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    match clean.char_indices().nth(most) {
        None => clean,
        Some(_) => clean.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
