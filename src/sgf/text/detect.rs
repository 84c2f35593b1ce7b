//! Which character set a text is in, by the characters that come out.

use super::charset::{Charset, MULTI_BYTE};
use super::games::{Game, walk};
use super::{Output, certain};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_JP, WINDOWS_1252};

/// The non-ASCII places of one or more games with the ASCII about them: what a set is judged by.
#[derive(Default)]
pub(super) struct Sample<'a> {
    windows: Vec<&'a [u8]>,
    /// Non-ASCII bytes.
    high: usize,
    size: usize,
}

/// What the undeclared games of a piece have in common.
pub(super) fn undeclared<'a>(bytes: &'a [u8], games: &[Game]) -> Sample<'a> {
    let mut sample = Sample::default();
    for game in games.iter().filter(|game| game.declared.is_none()) {
        let raw = &bytes[game.start..game.end];
        if sample.size < Sample::LIMIT && certain(raw, None).is_none() {
            sample.add(raw);
        }
    }
    sample
}

impl<'a> Sample<'a> {
    /// Bytes after which more would change no judgement.
    pub(super) const LIMIT: usize = 1 << 12;
    /// ASCII bytes kept before a window, and after it; as many end one, so that it starts with a character.
    pub(super) const BEFORE: usize = 16;
    pub(super) const AFTER: usize = 32;

    pub(super) fn add(&mut self, raw: &'a [u8]) {
        let mut i = 0;
        while let Some(skip) = raw[i..].iter().position(|b| !b.is_ascii())
            && self.size < Self::LIMIT
        {
            let first = i + skip;
            let start = first.saturating_sub(Self::BEFORE).max(i);
            let mut last = first;
            while last - start < Self::LIMIT
                && let Some(step) = raw[last + 1..].iter().take(Self::AFTER).position(|b| !b.is_ascii())
            {
                last += step + 1;
            }
            i = raw.len().min(last + 1 + Self::AFTER);
            let window = &raw[start..i];
            self.high += window.iter().filter(|b| !b.is_ascii()).count();
            self.size += window.len();
            self.windows.push(window);
        }
    }

    /// How well the set suits: Go words speak for it, lost characters and broken structure against it.
    pub(super) fn score(&self, charset: Charset) -> i32 {
        let mut out = Output::default();
        let mut score = 0_i32;
        let mut has_kana = false;
        for window in &self.windows {
            out.text.clear();
            out.append(charset, window);
            let torn = walk(charset, window, |_| {});
            score -= 4 * i32::try_from(torn).unwrap_or(i32::MAX / 8);
            score += out.text.chars().map(weight).sum::<i32>();
            has_kana |= out.text.chars().any(|c| ('\u{3041}'..='\u{30fe}').contains(&c));
        }
        // What is likely in an archive of Go, and less so than one Go word.
        let likely = charset == Charset::GB18030 && self.is_simplified();
        let unlikely = charset.0 == EUC_JP && !has_kana;
        score + i32::from(likely) - i32::from(unlikely)
    }

    /// Whether nearly all pairs of bytes are in the rows of GB2312, most of them in those of the frequent characters,
    /// and not all of these in the rows where Korean has its syllables.
    pub(super) fn is_simplified(&self) -> bool {
        let (mut pairs, mut rare, mut frequent, mut korean) = (0, 0, 0, 0);
        for window in &self.windows {
            let mut rest = *window;
            while let Some(at) = rest.iter().position(|b| !b.is_ascii()) {
                let [lead @ 0x81..=0xfe, trail @ 0x40..=0xfe, ..] = rest[at..] else { return false };
                pairs += 1;
                rare += usize::from(!matches!((lead, trail), (0xa1..=0xa3 | 0xb0..=0xf7, 0xa1..=0xfe)));
                frequent += usize::from(matches!(lead, 0xb0..=0xd7));
                korean += usize::from(matches!(lead, 0xb0..=0xc8));
                rest = &rest[at + 2..];
            }
        }
        32 * rare <= pairs && 2 * frequent > pairs && frequent > korean
    }

    /// The set under which the undeclared text makes the most sense.
    pub(super) fn detect(&self) -> Charset {
        // A Go word in what looks Chinese needs no detector, which would take most of the time.
        if self.is_simplified() && self.score(Charset::GB18030) > 2 {
            return Charset::GB18030;
        }
        let mut best = guess(self.windows.iter().copied());
        if !best.is_multi_byte() {
            // One half character is enough for the detector to give up a set: ask it again without them.
            let whole = || self.windows.iter().copied().filter(|window| is_whole(window));
            let again = guess(whole());
            if again.is_multi_byte() && 4 * whole().count() >= 3 * self.windows.len() {
                best = again;
            } else if self.high < 8 {
                // Too little to tell one Latin alphabet from another: SGF's default, as browsers read it.
                best = Charset(WINDOWS_1252);
            }
        }
        let mut most = self.score(best);
        for charset in MULTI_BYTE.map(Charset) {
            let score = self.score(charset);
            if score > most {
                (best, most) = (charset, score);
            }
        }
        best
    }

    /// As [`Sample::detect`], for one of several games that have been judged together.
    pub(super) fn detect_beside(&self, together: Charset) -> Charset {
        let alone = self.detect();
        let is_short = self.high < 48;
        if is_short && self.score(together) >= self.score(alone) { together } else { alone }
    }

    /// The declared set, unless the text makes no sense under it and does under another.
    pub(super) fn check(&self, declared: Charset) -> Charset {
        let score = self.score(declared);
        if score > 0 {
            return declared;
        }
        let found = self.detect();
        let is_better = if found.is_multi_byte() { self.score(found) >= score + 4 } else { score < -8 };
        if is_better { found } else { declared }
    }
}

pub(super) fn guess<'a>(windows: impl Iterator<Item = &'a [u8]>) -> Charset {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for window in windows {
        detector.feed(window, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    Charset::of(detector.guess(None, Utf8Detection::Deny))
}

/// Whether no character is cut before a bracket, were the text Chinese.
pub(super) fn is_whole(window: &[u8]) -> bool {
    let mut cuts = 0;
    walk(Charset::GB18030, window, |_| cuts += 1) + cuts == 0
}

/// What a character says about the set that yields it.
pub(super) fn weight(c: char) -> i32 {
    #[rustfmt::skip]
    pub(super) const GO: [char; 26] = [
        '黑', '白', '胜', '勝', '负', '負', '段', '目', '子', '先', '贴', '貼', '盘', '盤', '杯', '赛', '賽', '棋', '局',
        '黒', '戦', '碁', '흑', '백', '승', '집',
    ];
    match c {
        '\0'..='\x7f' => 0,
        // Lost, or a control character.
        '\u{fffd}' | '\u{80}'..='\u{9f}' => -4,
        // The private ones that GBK has between the real.
        '\u{e000}'..='\u{f8ff}' => -2,
        // The half-width kana of Shift_JIS, which Chinese turns into.
        '\u{ff61}'..='\u{ff9f}' => -1,
        _ => 2 * i32::from(GO.contains(&c)),
    }
}
