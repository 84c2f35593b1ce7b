//! Texts for spreadsheets (`--csv-guard`), there and back.

use std::borrow::Cow;

/// A text with an apostrophe in front where a spreadsheet would take it for a formula. So has one that begins with an
/// apostrophe itself, or it would lose that on the way back.
pub(crate) fn guard(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\'']) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

/// The text that [`guard`] was given.
pub(crate) fn unguard(guarded: &str) -> &str {
    guarded.strip_prefix('\'').unwrap_or(guarded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_and_apostrophes_are_guarded() {
        for text in ["=1+1", "+1", "-1", "@A", "\t=1", "'=1", "'"] {
            assert_eq!(guard(text), format!("'{text}"));
        }
        for text in ["", "1=1", " =1", "柯洁"] {
            assert_eq!(guard(text), text);
        }
    }

    proptest! {
        #[test]
        fn the_way_back_leads_home(text in "['=+@\t -]{0,3}.{0,3}") {
            let guarded = guard(&text);
            prop_assert_eq!(unguard(&guarded), &text);
        }
    }
}
