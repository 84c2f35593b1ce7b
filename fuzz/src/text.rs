//! Bytes to text.

use sgfkit::sgf::text::{Charset, TextFaultKind, decode};

/// Faults lie in the text and in its order, what was lost is marked, plain text stays as it is, and what was decoded
/// once is decoded to itself.
pub fn check(data: &[u8]) {
    let text = decode(data);
    let content = text.as_str();
    for fault in text.faults() {
        assert!(content.is_char_boundary(fault.at), "{fault:?}");
        match fault.kind {
            TextFaultKind::Lost(count) => {
                assert!(content[fault.at..].starts_with('\u{fffd}'), "{fault:?}");
                assert!(count > 0 && count <= content.matches('\u{fffd}').count(), "{fault:?}");
            }
            TextFaultKind::Nul(count) => {
                assert!(content[fault.at..].starts_with('\0'), "{fault:?}");
                assert!(count > 0 && count <= content.matches('\0').count(), "{fault:?}");
            }
            TextFaultKind::Guessed(charset) => assert_ne!(charset, Charset::UTF_8),
            TextFaultKind::Differs { .. } => {}
        }
    }
    assert!(text.faults().is_sorted_by_key(|fault| fault.at), "{:?}", text.faults());
    if let Ok(given) = std::str::from_utf8(data)
        && !given.contains(['\0', '\u{1b}', '\u{feff}'])
    {
        assert_eq!(content, given);
        assert!(text.faults().iter().all(|fault| matches!(fault.kind, TextFaultKind::Differs { .. })));
    }
    if !content.contains(['\0', '\u{1b}', '\u{feff}']) {
        assert_eq!(decode(content.as_bytes()).as_str(), content);
    }
}
