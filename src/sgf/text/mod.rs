//! From the bytes of a file to text: which character set, game by game.
//!
//! SGF names its character set in the game itself (property CA, default ISO 8859-1), and archives seldom
//! keep to it. So [`decode`] believes, in this order: a byte order mark, the NULs of UTF-16, valid UTF-8,
//! UTF-8 with lost bytes, CA where the text under it makes sense, and last a detector. Games of one
//! collection are decided one by one; games that declare nothing are also looked at together, for a pair of
//! short names tells little.
//!
//! The second byte of a Chinese or Japanese character may be `[`, `\` or `]`, so text is decoded first and
//! read as SGF after. Where a byte was lost the opposite holds: the half character before a `]` must not take
//! the bracket with it. What follows the bracket tells the two apart.

mod charset;
mod detect;
mod games;

pub use charset::Charset;

use detect::{Sample, undeclared};
use games::{games, walk};
use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::{CoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem::{self, Finder};
use memchr::{memchr, memchr_iter, memchr2};

/// Something about the bytes of a game that a reader of its text should know. At most one a game and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// Offset in the text, in bytes: of the first character concerned, or of the game's opening parenthesis.
    pub at: usize,
    /// What is wrong.
    pub kind: TextFaultKind,
}

/// The kinds of [`TextFault`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFaultKind {
    /// So many characters could not be read and stand as U+FFFD in the text.
    Lost(usize),
    /// So many NUL characters, which are kept.
    Nul(usize),
    /// The game declares no character set and is not UTF-8; this one was chosen by the look of the text.
    Guessed(Charset),
    /// The game is not in the character set that it declares.
    Differs {
        /// The value of CA.
        declared: String,
        /// What it was read as.
        read_as: Charset,
    },
}

/// The text of a file, or of a piece of one.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    text: Cow<'a, str>,
    /// Where each character set begins in the text. Empty: all is UTF-8.
    charsets: Vec<(usize, Charset)>,
    faults: Vec<TextFault>,
}

impl Text<'_> {
    /// The text, without a byte order mark.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The character set of the game that holds this byte offset of the text.
    #[must_use]
    pub fn charset_at(&self, offset: usize) -> Charset {
        let next = self.charsets.partition_point(|&(start, _)| start <= offset);
        next.checked_sub(1).map_or(Charset::UTF_8, |i| self.charsets[i].1)
    }

    /// What is wrong with the bytes, by offset.
    #[must_use]
    pub fn faults(&self) -> &[TextFault] {
        &self.faults
    }
}

const BOM: &[u8] = b"\xef\xbb\xbf";
const ESC: u8 = 0x1b;

// Built once, not once a file.
static FIND_BOM: LazyLock<Finder> = LazyLock::new(|| Finder::new(BOM));
static FIND_CA: LazyLock<Finder> = LazyLock::new(|| Finder::new(b"CA["));

/// Decodes the bytes of a file, or of a piece of one that was cut between two games. Borrows them where they
/// are UTF-8.
///
/// ```
/// let text = sgfkit::sgf::text::decode(b"(;PB[\xba\xda]RE[\xb0\xd7\xca\xa4])");
/// assert_eq!(text.as_str(), "(;PB[黑]RE[白胜])");
/// assert_eq!(text.charset_at(0).name(), "gb18030");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Text<'_> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes)
        && encoding != UTF_8
    {
        return decode_utf_16(encoding, &bytes[mark..]);
    }
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes)
        && is_plain(text)
    {
        return Text { text: Cow::Borrowed(text), charsets: Vec::new(), faults: Vec::new() };
    }
    match utf_16_without_mark(bytes) {
        Some(encoding) => decode_utf_16(encoding, bytes),
        None => decode_games(bytes),
    }
}

/// Whether there is nothing to say about this UTF-8: no NUL, no escape to another set, no mark between games,
/// and every CA says UTF-8 or does not matter.
fn is_plain(text: &str) -> bool {
    memchr2(0, ESC, text.as_bytes()).is_none()
        && (text.is_ascii()
            || FIND_BOM.find(text.as_bytes()).is_none()
                && FIND_CA.find_iter(text.as_bytes()).all(|at| names_utf_8(&text.as_bytes()[at + 3..])))
}

fn names_utf_8(value: &[u8]) -> bool {
    let name = |label: &[u8]| value.len() > label.len() && value[..label.len()].eq_ignore_ascii_case(label);
    (name(b"utf-8") && value[5] == b']') || (name(b"utf8") && value[4] == b']')
}

/// UTF-16 shows itself by the NULs about the parenthesis and the characters after it.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let at = memchr(b'(', &bytes[..bytes.len().min(4096)])?;
    let is_nul = |i: usize| bytes.get(i) == Some(&0);
    let encoding = if at % 2 == 0 && is_nul(at + 1) && is_nul(at + 3) {
        UTF_16LE
    } else if at % 2 == 1 && is_nul(at - 1) && is_nul(at + 1) {
        UTF_16BE
    } else {
        return None;
    };
    // Two NULs may also stand in other text; that of UTF-16 begins with letters and brackets, each with its own.
    let start = &bytes[at..bytes.len().min(at + 32)];
    let nuls = start.iter().filter(|&&byte| byte == 0).count();
    (3 * nuls >= start.len()).then_some(encoding)
}

fn decode_utf_16(encoding: &'static Encoding, bytes: &[u8]) -> Text<'static> {
    let mut out = Output::default();
    out.game(Charset(encoding), b"", bytes);
    out.finish(b"")
}

fn decode_games(bytes: &[u8]) -> Text<'_> {
    let games = games(bytes);
    let mut together = None;
    // Two bytes of Chinese become three.
    let mut out = Output { text: String::with_capacity(bytes.len() / 4 * 5), ..Output::default() };
    for game in &games {
        let raw = &bytes[game.start..game.end];
        let declared = game.declared.and_then(|label| Charset::for_label(&String::from_utf8_lossy(label)));
        let charset = certain(raw, declared).unwrap_or_else(|| {
            let mut sample = Sample::default();
            sample.add(raw);
            match declared {
                // It has just been found not to be UTF-8.
                Some(declared) if declared != Charset::UTF_8 => sample.check(declared),
                _ if games.len() == 1 => sample.detect(),
                _ => sample.detect_beside(*together.get_or_insert_with(|| undeclared(bytes, &games).detect())),
            }
        });
        let (gap, raw) = raw.split_at(game.open - game.start);
        let at = out.game(charset, gap, raw);
        if charset == Charset::UTF_8 && raw.is_ascii() || declared == Some(charset) {
            continue;
        }
        match game.declared {
            Some(label) => {
                let declared = String::from_utf8_lossy(label).into_owned();
                out.fault(at, TextFaultKind::Differs { declared, read_as: charset });
            }
            None if charset != Charset::UTF_8 => out.fault(at, TextFaultKind::Guessed(charset)),
            None => {}
        }
    }
    out.finish(bytes)
}

/// The character set that the bytes prove, whatever CA says: UTF-8, also with some bytes lost, or the escapes
/// of ISO-2022-JP.
fn certain(raw: &[u8], declared: Option<Charset>) -> Option<Charset> {
    let escaped = raw.is_ascii() && memmem::find(raw, b"\x1b$").is_some();
    if escaped && !ISO_2022_JP.decode_without_bom_handling(raw).1 {
        return Some(Charset(ISO_2022_JP));
    }
    // Some programs lose bytes of UTF-8 to `?`, or cut it short: such a sequence speaks for UTF-8 as a whole one
    // does, for in no other set may `?` stand there. Chance makes whole sequences of Chinese text too, seldom of
    // three bytes, but it also makes bytes that no loss leaves: a sequence without its beginning.
    let (mut whole, mut broken) = (0, 0);
    // Bytes that may still follow a broken beginning.
    let mut tail = 0;
    for chunk in utf_8_chunks(raw) {
        // In parts whose sum fits a byte, which the compiler turns into vectors.
        let sum = |part: &[u8]| part.iter().map(|b| u8::from(*b >= 0xc0) + u8::from(*b >= 0xe0)).sum::<u8>();
        whole += chunk.valid.chunks(96).map(|part| usize::from(sum(part))).sum::<usize>();
        match chunk.invalid {
            [] => {}
            [0x80..=0xbf] if tail > 0 && matches!(chunk.valid, b"" | b"?") => tail -= 1,
            [0xe0..=0xef, ..] if chunk.rest.first() == Some(&b'?') => (whole, tail) = (whole + 1, 1),
            // Half a surrogate pair, as CESU-8 writes it.
            [0xed] => (broken, tail) = (broken + 2, 2),
            [0xc2..=0xf4, ..] => (broken, tail) = (broken + 2, 0),
            _ => broken += 6,
        }
    }
    let enough = if declared == Some(Charset::UTF_8) { whole > 0 && 2 * whole >= broken } else { whole > broken };
    (broken == 0 || enough).then_some(Charset::UTF_8)
}

/// Valid UTF-8, the broken sequence after it, and what follows.
struct Utf8Chunk<'a> {
    valid: &'a [u8],
    invalid: &'a [u8],
    rest: &'a [u8],
}

/// As `<[u8]>::utf8_chunks`, which goes byte by byte where `from_utf8` takes ASCII in words.
fn utf_8_chunks(mut rest: &[u8]) -> impl Iterator<Item = Utf8Chunk<'_>> {
    std::iter::from_fn(move || {
        let (valid, invalid) = match std::str::from_utf8(rest) {
            Ok("") => return None,
            Ok(_) => (rest.len(), 0),
            Err(error) => {
                let valid = error.valid_up_to();
                (valid, error.error_len().unwrap_or(rest.len() - valid))
            }
        };
        let chunk =
            Utf8Chunk { valid: &rest[..valid], invalid: &rest[valid..valid + invalid], rest: &rest[valid + invalid..] };
        rest = chunk.rest;
        Some(chunk)
    })
}

/// Text as it grows game by game.
#[derive(Default)]
struct Output {
    text: String,
    charsets: Vec<(usize, Charset)>,
    faults: Vec<TextFault>,
    buffer: String,
}

impl Output {
    /// Adds a game and what stands between it and the game before; returns where it begins in the text.
    fn game(&mut self, charset: Charset, gap: &[u8], raw: &[u8]) -> usize {
        if self.charsets.last().map_or(Charset::UTF_8, |last| last.1) != charset {
            self.charsets.push((self.text.len(), charset));
        }
        let start = self.text.len();
        // A mark between two games is that of a file that was put behind another.
        let mut from = 0;
        let mut lost = 0;
        for mark in memmem::find_iter(gap, BOM) {
            lost += self.append(charset, &gap[from..mark]);
            from = mark + BOM.len();
        }
        lost += self.append(charset, &gap[from..]);
        let open = self.text.len();
        lost += self.append(charset, raw);
        let added = &self.text[start..];
        let nuls = memchr_iter(0, added.as_bytes()).count();
        let first = |c: char| start + added.find(c).unwrap_or(0);
        if nuls > 0 {
            self.faults.push(TextFault { at: first('\0'), kind: TextFaultKind::Nul(nuls) });
        }
        if lost > 0 {
            self.faults.push(TextFault { at: first('\u{fffd}'), kind: TextFaultKind::Lost(lost) });
        }
        open
    }

    fn fault(&mut self, at: usize, kind: TextFaultKind) {
        self.faults.push(TextFault { at, kind });
    }

    /// Adds text; returns how many characters were lost.
    fn append(&mut self, charset: Charset, raw: &[u8]) -> usize {
        if charset == Charset::UTF_8 {
            return utf_8_chunks(raw).fold(0, |lost, chunk| {
                self.text.push_str(std::str::from_utf8(chunk.valid).unwrap_or_default());
                let is_broken = !chunk.invalid.is_empty();
                self.text.extend(is_broken.then_some(char::REPLACEMENT_CHARACTER));
                lost + usize::from(is_broken)
            });
        }
        let mut lost = 0;
        let mut from = 0;
        walk(charset, raw, |cut| {
            lost += self.decode(charset, &raw[from..cut]);
            from = cut;
        });
        lost + self.decode(charset, &raw[from..])
    }

    /// Adds text without a half character before a bracket; returns how many characters were lost.
    fn decode(&mut self, charset: Charset, mut raw: &[u8]) -> usize {
        let mut decoder = charset.0.new_decoder_without_bom_handling();
        let mut lost = 0;
        loop {
            // Through a buffer: the decoder touches all of the room that it is given, on every call.
            self.buffer.clear();
            self.buffer.reserve(4096);
            let (result, read, replaced) = decoder.decode_to_string(raw, &mut self.buffer, true);
            if replaced {
                lost += memmem::find_iter(self.buffer.as_bytes(), "\u{fffd}").count();
            }
            self.text.push_str(&self.buffer);
            raw = &raw[read..];
            if result == CoderResult::InputEmpty {
                return lost;
            }
        }
    }

    /// The text, borrowed where nothing had to be changed.
    fn finish(mut self, bytes: &[u8]) -> Text<'_> {
        self.faults.sort_by_key(|fault| fault.at);
        let text = match std::str::from_utf8(bytes) {
            Ok(same) if same == self.text => Cow::Borrowed(same),
            _ => Cow::Owned(self.text),
        };
        Text { text, charsets: self.charsets, faults: self.faults }
    }
}

#[cfg(test)]
mod tests {
    use super::charset::NAMES;
    use super::*;
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_8859_15, MACINTOSH, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
    };
    use proptest::prelude::*;

    /// Decodes and compares; a fault is written `offset kind …`.
    fn check(bytes: &[u8], charset: &str, text: &str, faults: &[&str]) {
        let decoded = decode(bytes);
        let read: Vec<String> = decoded.faults().iter().map(line).collect();
        assert_eq!((decoded.charset_at(0).name(), decoded.as_str()), (charset, text));
        assert_eq!(read, faults, "{text}");
    }

    fn line(TextFault { at, kind }: &TextFault) -> String {
        match kind {
            TextFaultKind::Lost(n) => format!("{at} lost {n}"),
            TextFaultKind::Nul(n) => format!("{at} nul {n}"),
            TextFaultKind::Guessed(charset) => format!("{at} guessed {}", charset.name()),
            TextFaultKind::Differs { declared, read_as } => format!("{at} {declared} is {}", read_as.name()),
        }
    }

    /// The text in a set.
    fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        bytes.into_owned()
    }

    fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    /// The text comes back from a set that it does not declare.
    fn check_guessed(encoding: &'static Encoding, text: &str) {
        let name = Charset::of(encoding).name();
        check(&encoded(encoding, text), name, text, &[&format!("0 guessed {name}")]);
    }

    /// The text comes back from the set that it declares.
    fn check_declared(encoding: &'static Encoding, text: &str) {
        check(&encoded(encoding, text), Charset::of(encoding).name(), text, &[]);
    }

    #[test]
    fn utf_8_is_borrowed() {
        for text in ["", "(;GM[1])", "(;CA[utf-8]PB[José]PW[王五])", "(;PB[王五])(;CA[UTF8]PB[흑])", "(;CA[GBK]PB[x])"]
        {
            check(text.as_bytes(), "utf-8", text, &[]);
            assert!(matches!(decode(text.as_bytes()).text, Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn valid_utf_8_is_utf_8_whatever_is_declared() {
        check("(;CA[gb2312]PB[王五])".as_bytes(), "utf-8", "(;CA[gb2312]PB[王五])", &["0 gb2312 is utf-8"]);
        let text = "(;CA[Big5]PB[x])\n(;CA[UTF-8]PB[王])\n(; CA [x]CA[ big5 ]PB[王])";
        check(text.as_bytes(), "utf-8", text, &["37 big5 is utf-8"]);
        assert!(matches!(decode(text.as_bytes()).text, Cow::Borrowed(_)));
    }

    #[test]
    fn marks_are_left_out() {
        check("\u{feff}(;PB[王])".as_bytes(), "utf-8", "(;PB[王])", &[]);
        check("\u{feff}(;CA[gb2312]PB[王])".as_bytes(), "utf-8", "(;CA[gb2312]PB[王])", &["0 gb2312 is utf-8"]);
        check("\u{feff}(;PB[王])\n\u{feff}(;PB[五])".as_bytes(), "utf-8", "(;PB[王])\n(;PB[五])", &[]);
        check(b"\xef\xbb\xbf(;CA[gb2312]PB[\xba\xda])", "gb18030", "(;CA[gb2312]PB[黑])", &[]);
    }

    #[test]
    fn utf_16_with_and_without_a_mark() {
        let text = "\n(\n;CA[UTF-16]PB[孙八]C[𠮷])";
        check(&utf_16(text, u16::to_le_bytes), "utf-16le", text, &[]);
        check(&utf_16(text, u16::to_be_bytes), "utf-16be", text, &[]);
        check(&utf_16(&format!("\u{feff}{text}"), u16::to_le_bytes), "utf-16le", text, &[]);
        check(&utf_16(&format!("\u{feff}{text}"), u16::to_be_bytes), "utf-16be", text, &[]);
        check(b"(\0;\0)\0x", "utf-16le", "(;)\u{fffd}", &["3 lost 1"]);
        check(&utf_16("(;GM[1])", u16::to_be_bytes), "utf-16be", "(;GM[1])", &[]);
        // A few NULs make none of it.
        check(b"(\0;\0GM[1]FF[4])", "utf-8", "(\0;\0GM[1]FF[4])", &["1 nul 2"]);
    }

    #[test]
    fn nuls_are_kept_and_reported() {
        check(&[0; 4], "utf-8", "\0\0\0\0", &["0 nul 4"]);
        check(b"(;PB[a\0b])\0\0", "utf-8", "(;PB[a\0b])\0\0", &["6 nul 3"]);
        check(b"\0(;PB[a])", "utf-8", "\0(;PB[a])", &["0 nul 1"]);
    }

    #[test]
    fn utf_8_with_lost_bytes_stays_utf_8() {
        // A byte replaced by `?`, at each place of the three; two of them; cut off before a bracket.
        check(b"(;PW[\xe7\x8e\x8b\xe5?\x87])", "utf-8", "(;PW[王\u{fffd}?\u{fffd}])", &["8 lost 2"]);
        check(b"(;PW[\xe7\x8e\x8b\xe5\x85?])", "utf-8", "(;PW[王\u{fffd}?])", &["8 lost 1"]);
        check(b"(;PW[\xe7\x8e\x8b\xe5??])", "utf-8", "(;PW[王\u{fffd}??])", &["8 lost 1"]);
        check(b"(;PW[\xe5?\x87])", "utf-8", "(;PW[\u{fffd}?\u{fffd}])", &["5 lost 2"]);
        check(b"(;BR[9\xe6\xae\xb5]PW[\xe4\xb9\x98\xe6])", "utf-8", "(;BR[9段]PW[乘\u{fffd}])", &["16 lost 1"]);
        check(b"(;C[\xe7\x8e\x8b\xe6\\]\xe7\x8e\x8b])", "utf-8", "(;C[王\u{fffd}\\]王])", &["7 lost 1"]);
        check(
            b"(;CA[UTF-8]PB[Jos\xc3\xa9]PW[Ren\xc3])",
            "utf-8",
            "(;CA[UTF-8]PB[José]PW[Ren\u{fffd}])",
            &["26 lost 1"],
        );
        // A surrogate half is no character.
        check(
            b"(;C[\xe7\x8e\x8b\xe7\x8e\x8b\xed\xa0\x80\xe7\x8e\x8b\xe7\x8e\x8b])",
            "utf-8",
            "(;C[王王\u{fffd}\u{fffd}\u{fffd}王王])",
            &["10 lost 3"],
        );
    }

    #[test]
    fn ascii_says_nothing_of_other_bytes() {
        let (names, _, _) = GBK.encode("(;CA[US-ASCII]PB[聂卫平]PW[马晓春])");
        let text = "(;CA[US-ASCII]PB[聂卫平]PW[马晓春])";
        check(&names, "gb18030", text, &["0 US-ASCII is gb18030"]);
        check(b"(;CA[US-ASCII]PB[x])", "utf-8", "(;CA[US-ASCII]PB[x])", &[]);
    }

    #[test]
    fn declared_sets() {
        check_declared(GBK, "(;CA[gb2312]PB[李昌镐]PW[常昊]RE[黑中盘胜])");
        check_declared(GB18030, "(;CA[GB18030]PB[㐂𠮷])");
        check_declared(GBK, "(;CA[GB2312_80]PB[李昌镐])");
        check_declared(GBK, "(;CA[zh-CN]PB[李昌镐])");
        check_declared(BIG5, "(;CA[big5]PB[許功]PW[包珠]EV[功])");
        check_declared(SHIFT_JIS, "(;CA[SHIFT_JIS]PB[能ソ]C[表\\]ー予])");
        check_declared(EUC_JP, "(;CA[EUC-JP]PB[ヒカル])");
        check_declared(EUC_KR, "(;CA[CP949]PB[똠방각하])");
        check_declared(WINDOWS_1252, "(;CA[ISO8859_1]PB[José])");
        check_declared(ISO_8859_15, "(;CA[ISO-8859-15]PB[Œuvre €])");
        check_declared(MACINTOSH, "(;CA[macintosh]PB[José])");
        check_declared(WINDOWS_1251, "(;CA[Windows-1251]PB[Иванов])");
        check(
            b"(;CA[ISO-2022-JP]PB[\x1b$B8k@P$]\x1b(B])(;PB[x])",
            "iso-2022-jp",
            "(;CA[ISO-2022-JP]PB[碁石ぽ])(;PB[x])",
            &[],
        );
    }

    #[test]
    fn labels() {
        fn check(label: &str, name: Option<&str>) {
            assert_eq!(Charset::for_label(label).map(Charset::name), name, "{label}");
        }
        for label in ["gb2312", "GB", " GBK ", "chinese", "EUC-CN", "cp936", "GB_2312-80", "gb18030", "x-gbk"] {
            check(label, Some("gb18030"));
        }
        for label in ["UTF8", "utf_8", "Utf-8", "unicode-1-1-utf-8"] {
            check(label, Some("utf-8"));
        }
        check("SJIS", Some("shift_jis"));
        check("korean", Some("euc-kr"));
        check("Big-5", Some("big5"));
        check("Latin1", Some("windows-1252"));
        check("windows1251", Some("windows-1251"));
        check("UTF-16", None);
        check("hz-gb-2312", None);
        check("", None);
        check("Klingon", None);
    }

    #[test]
    fn every_encoding_has_its_name() {
        for name in NAMES {
            let encoding = Encoding::for_label(name.as_bytes()).expect("a name is a label");
            assert_eq!(Charset::of(encoding).name(), name);
        }
    }

    #[test]
    fn second_bytes_that_look_like_brackets() {
        check_declared(GBK, "(;CA[GBK]PB[昞]PW[謁誠];B[ee])");
        check_declared(GBK, "(;CA[GBK]PB[謁]C[謁(謁;謁)x];B[ee])");
        check_guessed(BIG5, "(;GM[1]SZ[9]PB[許功]PW[包珠]EV[功];B[ee])");
        check_guessed(SHIFT_JIS, "(;PB[ソ表]PW[能十]EV[第1期 名人戦];B[ee])");
    }

    #[test]
    fn half_a_character_leaves_the_bracket() {
        check(
            b"(;CA[GBK]PB[\xba\xda\xb0]PW[\xb0\xd7\xca\xa4])",
            "gb18030",
            "(;CA[GBK]PB[黑\u{fffd}]PW[白胜])",
            &["15 lost 1"],
        );
        check(
            b"(;PB[\xba\xda\xb0];B[aa]C[\xb0\xd7\xca\xa4])",
            "gb18030",
            "(;PB[黑\u{fffd}];B[aa]C[白胜])",
            &["0 guessed gb18030", "8 lost 1"],
        );
        check(b"(;CA[Big5]PB[\xb6\xc2\xa5]\n)", "big5", "(;CA[Big5]PB[黑\u{fffd}]\n)", &["16 lost 1"]);
        check(
            b"(;CA[GBK]C[\xba\xda\xb0\\] \xb0\xd7\xca\xa4])",
            "gb18030",
            "(;CA[GBK]C[黑\u{fffd}\\] 白胜])",
            &["14 lost 1"],
        );
    }

    #[test]
    fn undeclared_sets() {
        check_guessed(GBK, "(;GM[1]SZ[9]PB[测试黑]PW[测试白]RE[黑不计点胜];B[ee])");
        check_guessed(GBK, "(;BR[九段];B[ee])");
        check_guessed(GBK, "(;PB[华以刚]PW[王座];B[ee])");
        // Has a sequence of three bytes and one of two that UTF-8 would have too.
        check_guessed(GBK, "(;C[变化图];B[ee])");
        check_guessed(BIG5, "(;PB[林海峰]PW[王立誠]RE[黑中盤勝];B[ee])");
        check_guessed(EUC_KR, "(;PB[이창호]PW[조훈현]RE[흑 불계승];B[ee])");
        check_guessed(SHIFT_JIS, "(;PB[井山裕太]PW[本因坊秀策]RE[黒中押し勝ち];B[ee])");
        check_guessed(EUC_JP, "(;PB[ヒカルの碁]RE[黒中押し勝ち];B[ee])");
        check_guessed(WINDOWS_1251, "(;PB[Иванов]PW[Петров];B[ee])");
        for name in ["José", "Müller", "Hrabánek", "Ødegård", "Gonçalo Ñíguez", "é", "naïve «Réti»"] {
            check_guessed(WINDOWS_1252, &format!("(;GM[1]PB[{name}]PW[x];B[ee])"));
        }
    }

    #[test]
    fn sets_that_lie() {
        let lie = |label: &str, encoding, text: &str, read_as: &str| {
            let text = format!("(;CA[{label}]{text})");
            check(&encoded(encoding, &text), read_as, &text, &[&format!("0 {label} is {read_as}")]);
        };
        lie("UTF-8", GBK, "PB[李昌镐]PW[常昊]RE[黑中盘胜]", "gb18030");
        lie("ISO-8859-1", GBK, "PB[李昌镐]PW[常昊]RE[黑中盘胜]", "gb18030");
        lie("Big5", GBK, "PB[李昌镐]PW[常昊]RE[黑中盘胜]", "gb18030");
        lie("gb2312", BIG5, "PB[林海峰]PW[王立誠]RE[黑中盤勝]", "big5");
        lie("UTF-8", WINDOWS_1252, "PB[José]", "windows-1252");
        lie("Klingon", GBK, "PB[李昌镐]PW[常昊]RE[黑中盘胜]", "gb18030");
    }

    #[test]
    fn games_of_one_collection_are_decided_apart() {
        let games: [(&Encoding, &str); 5] = [
            (UTF_8, "(;PB[王五]C[(;FF\\]])"),
            (GBK, "\n(;PB[李昌镐](;B[aa])(;B[bb]C[黑中盘胜]))\n"),
            (BIG5, "(;CA[big5]PB[功])"),
            (WINDOWS_1252, "(;PB[José])"),
            (UTF_8, "(;PB[x])"),
        ];
        let bytes: Vec<u8> = games.iter().flat_map(|(encoding, game)| encoded(encoding, game)).collect();
        let text: String = games.iter().map(|(_, game)| *game).collect();
        check(&bytes, "utf-8", &text, &["23 guessed gb18030", "89 guessed windows-1252"]);
        let decoded = decode(&bytes);
        let mut at = 0;
        for (encoding, game) in games {
            assert_eq!(decoded.charset_at(at), Charset::of(encoding), "{game}");
            at += game.len();
        }
    }

    #[test]
    fn short_games_are_judged_with_their_neighbours() {
        // Alone the second would be Korean.
        check_guessed(EUC_KR, "(;PB[뮴제])");
        let text = "(;PB[李昌镐]RE[黑中盘胜])(;PB[古力])";
        check(&encoded(GBK, text), "gb18030", text, &["0 guessed gb18030", "32 guessed gb18030"]);
    }

    /// Bytes as archives have them: structure, text of several sets, halves of characters.
    fn soup() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            4 => prop::sample::select(vec!["(", ")", ";", "[", "]", "\\", "(;CA[", "gbk]", "Big5]", "PB[", "\n", "?", "\0", "\x1b$B", "\x1b(B"])
                .prop_map(|piece| piece.as_bytes().to_vec()),
            2 => prop::sample::select(vec!["黑中盘胜", "九段", "José"]).prop_map(|piece| piece.as_bytes().to_vec()),
            2 => prop::sample::select(vec!["黑中盘胜", "昞", "謁誠"]).prop_map(|piece| encoded(GBK, piece)),
            2 => prop::collection::vec(any::<u8>(), 0..4),
        ];
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_bytes_are_text(bytes in soup()) {
            let text = decode(&bytes);
            for fault in text.faults() {
                prop_assert!(text.as_str().is_char_boundary(fault.at));
                let there = &text.as_str()[fault.at..];
                match fault.kind {
                    TextFaultKind::Lost(_) => prop_assert_eq!(there.chars().next(), Some(char::REPLACEMENT_CHARACTER)),
                    TextFaultKind::Nul(_) => prop_assert_eq!(there.chars().next(), Some('\0')),
                    _ => {}
                }
            }
            prop_assert!(text.faults().is_sorted_by_key(|fault| fault.at));
        }

        #[test]
        fn games_cover_the_bytes(bytes in soup()) {
            let mut at = 0;
            for game in games(&bytes) {
                prop_assert_eq!(game.start, at);
                prop_assert!(game.start <= game.open && game.open <= game.end);
                at = game.end;
            }
            prop_assert_eq!(at, bytes.len());
        }

        #[test]
        fn utf_8_is_identity(text in "\\PC{0,40}") {
            prop_assume!(!text.contains('\u{feff}') && !text.contains('\0') && !text.contains('\x1b'));
            let decoded = decode(text.as_bytes());
            prop_assert_eq!(decoded.as_str(), &text);
        }

        #[test]
        fn structure_survives_damage(name in "[黑白中盘胜九段李昌镐]{3,8}", at in 0_usize..6, set in 0_usize..2) {
            // One byte less in one value: it ends where it ended, and the others are as they were.
            let (encoding, label) = [(GBK, "GBK"), (UTF_8, "UTF-8")][set];
            let mut value = encoded(encoding, &name);
            value.remove(at);
            let (before, after) = (format!("(;CA[{label}]PB["), "]RE[x]C[黑白胜负];B[aa])");
            let bytes = [before.as_bytes(), &value, &encoded(encoding, after)].concat();
            let decoded = decode(&bytes);
            let text = decoded.as_str();
            prop_assert!(text.starts_with(&before) && text.ends_with(after), "{}", text);
        }
    }
}
