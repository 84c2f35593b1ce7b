//! The result, as records spell it.

use super::number::{self, Measure, Unit, measure};
use super::{Ruleset, Source, Zi};
use crate::sgf::value::half_width;

named! {
    /// Who won.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Winner {
        /// Black.
        Black = "B",
        /// White.
        White = "W",
        /// Nobody: a draw (和棋).
        Draw = "draw",
        /// Nobody: no result (无胜负).
        Void = "void",
    }
}

impl Winner {
    /// The side that a margin makes the winner: Black where it is positive, as with [`Count`](crate::count::Count).
    #[must_use]
    pub fn of(margin: Zi) -> Winner {
        match margin.quarters() {
            0 => Winner::Draw,
            1.. => Winner::Black,
            _ => Winner::White,
        }
    }

    fn opponent(self) -> Winner {
        match self {
            Winner::Black => Winner::White,
            Winner::White => Winner::Black,
            other => other,
        }
    }
}

named! {
    /// How a game was won.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum ResultKind {
        /// By points (目).
        Points = "points",
        /// By zi (子).
        Zi = "zi",
        /// By resignation (中盘胜).
        Resign = "resign",
        /// On time (超时).
        Time = "time",
        /// By forfeit (弃权).
        Forfeit = "forfeit",
        /// By the other side's illegal move.
        Illegal = "illegal",
        /// Somehow: only the winner is told.
        Win = "win",
        /// Nobody won: a draw.
        Draw = "draw",
        /// No result, or adjourned.
        Void = "void",
        /// Nothing is known.
        #[default]
        Unknown = "unknown",
    }
}

/// What is to be said of a result beside what it was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResultDoubt {
    /// It cannot be read.
    Unreadable,
    /// The margin is in zi, because it has a quarter.
    Quarter,
    /// The margin is in zi, because Fox writes zi under Chinese rules.
    FoxZi,
    /// The number is no margin, such as Fox's `0.02`; the winner stands.
    NoMargin,
    /// A code or word that is not SGF's; only the winner is read.
    WinnerOnly,
    /// The margin stands before other words, such as `(moves beyond 200 not known)`.
    Remark,
}

/// A recorded result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedResult {
    /// Who won; `None` where that is unknown.
    pub winner: Option<Winner>,
    /// How.
    pub kind: ResultKind,
    /// By how much, where it was counted: not negative, for `winner` tells the side; 0 for a draw.
    pub margin: Option<Zi>,
    /// What is to be said of it.
    pub doubt: Option<ResultDoubt>,
}

/// Words in the languages of records, in small letters; for each meaning any of them.
mod words {
    pub(super) const BLACK: [&str; 4] = ["黑", "黒", "흑", "black"];
    pub(super) const WHITE: [&str; 3] = ["白", "백", "white"];
    pub(super) const WINS: [&str; 6] = ["胜", "勝", "승", "wins", "won", "win"];
    pub(super) const LOSES: [&str; 8] = ["负", "負", "败", "敗", "패", "loses", "lost", "lose"];
    pub(super) const RESIGN: [&str; 10] =
        ["中盘", "中盤", "中押", "불계", "resign", "认输", "認輸", "投了", "投子", "投降"];
    pub(super) const TIME: [&str; 10] =
        ["超时", "超時", "时间", "時間", "시간", "on time", "by time", "timeout", "time out", "逾时"];
    pub(super) const FORFEIT: [&str; 8] = ["弃权", "棄權", "棄権", "不战", "不戰", "不戦", "forfeit", "기권"];
    /// The side of which nothing but this is said has won: 黑中盘 is short for 黑中盘胜.
    pub(super) const BY: [&str; 8] = ["中盘", "中盤", "中押", "불계", "by resign", "by time", "on time", "by forfeit"];
    /// Against the rules (反則), and so lost.
    pub(super) const ILLEGAL: [&str; 7] = ["illegal", "反则", "反則", "犯规", "犯規", "반칙", "foul"];
    pub(super) const DRAW: [&str; 8] = ["0", "draw", "tie", "和", "平", "무승부", "비김", "빅"];
    /// A draw wherever they stand.
    pub(super) const DRAWN: [&str; 8] = ["jigo", "ジゴ", "持碁", "持棋", "和棋", "和局", "平局", "판빅"];
    /// Behind these a number is the komi, or a lead before the komi.
    pub(super) const KOMI: [&str; 8] = ["贴", "貼", "コミ", "덤", "komi", "盘面", "盤面", "반면"];
    /// Nothing is known, as for `?`.
    pub(super) const UNKNOWN: [&str; 4] = ["unknown", "不详", "不詳", "不明"];
    /// A number behind this is the margin.
    pub(super) const MARGIN: &str = "by ";
    pub(super) const VOID: [&str; 17] = [
        "未完",
        "未终局",
        "暂停",
        "cancelled",
        "canceled",
        "void",
        "无胜负",
        "無勝負",
        "打挂",
        "打掛",
        "打ち掛け",
        "封棋",
        "no result",
        "adjourned",
        "suspended",
        "annulled",
        "unfinished",
    ];
    /// Who won is not told by these; that the game went on is.
    pub(super) const STOPPED: [&str; 3] = ["对局停止", "對局停止", "stopped"];
}

/// Fox writes margins below this, in hundredths, which are none.
const FOX_LEAST: i32 = 25;

impl RecordedResult {
    /// Reads `RE`, unescaped.
    pub fn read(text: &str, source: Option<Source>, ruleset: Option<Ruleset>) -> RecordedResult {
        let narrow = half_width(text);
        let text = narrow.trim();
        if text.is_empty() || text.starts_with('?') {
            return RecordedResult::default();
        }
        let fox = source == Some(Source::Fox);
        let fox_zi = fox && ruleset == Some(Ruleset::Chinese);
        if let Some((side, rest)) = text.split_once('+')
            && let Some(winner) = winner_of(side.trim())
        {
            return after_plus(winner, rest.trim(), fox, fox_zi);
        }
        if words::UNKNOWN.iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return RecordedResult::default();
        }
        winner_of(text).map_or_else(|| in_words(&text.to_lowercase()), winner_only)
    }
}

/// The side that a letter or word alone names.
fn winner_of(side: &str) -> Option<Winner> {
    let is = |letter: &str, words: &[&str]| {
        side.eq_ignore_ascii_case(letter) || words.iter().any(|word| side.eq_ignore_ascii_case(word))
    };
    if is("b", &words::BLACK) { Some(Winner::Black) } else { is("w", &words::WHITE).then_some(Winner::White) }
}

fn unreadable() -> RecordedResult {
    RecordedResult { doubt: Some(ResultDoubt::Unreadable), ..RecordedResult::default() }
}

fn won(winner: Winner, kind: ResultKind) -> RecordedResult {
    RecordedResult { winner: Some(winner), kind, ..RecordedResult::default() }
}

/// The winner is all that can be read.
fn winner_only(winner: Winner) -> RecordedResult {
    RecordedResult { doubt: Some(ResultDoubt::WinnerOnly), ..won(winner, ResultKind::Win) }
}

/// What stands behind `B+` or `W+`.
fn after_plus(winner: Winner, text: &str, fox: bool, fox_zi: bool) -> RecordedResult {
    let word = text.trim_end_matches(['.', '!']);
    let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    if text.is_empty() {
        won(winner, ResultKind::Win)
    } else if let Some(number) = measure(text) {
        let no_margin = || RecordedResult { doubt: Some(ResultDoubt::NoMargin), ..won(winner, ResultKind::Win) };
        let nothing = number.hundredths <= 0 || (fox && number.hundredths < FOX_LEAST);
        let read = || margin(winner, number.hundredths, number.unit, fox_zi);
        match number.rest.trim() {
            _ if nothing => no_margin(),
            "" => read(),
            // W+12.5 (TIME) says two things.
            rest if is_remark(rest) && kind_of_remark(rest).is_none() => {
                let read = read();
                RecordedResult { doubt: read.doubt.or(Some(ResultDoubt::Remark)), ..read }
            }
            _ => winner_only(winner),
        }
    } else if is(&["R", "Res", "Resign", "Resigns", "Resigned", "Resignation"]) {
        won(winner, ResultKind::Resign)
    } else if is(&["T", "Time", "Timeout", "Time out"]) {
        won(winner, ResultKind::Time)
    } else if is(&["F", "Forfeit", "Forfeiture"]) {
        won(winner, ResultKind::Forfeit)
    } else if is(&["I", "Illegal"]) {
        won(winner, ResultKind::Illegal)
    } else {
        let text = text.to_lowercase();
        // B+Draw, B+Lose: this side did not win.
        if [&words::DRAW[1..], &words::DRAWN, &words::LOSES].into_iter().any(|words| says(&text, words)) {
            return unreadable();
        }
        kind_in_words(&text).map_or_else(|| winner_only(winner), |kind| won(winner, kind))
    }
}

/// Whether what stands behind a margin is a remark: in brackets, or nothing but the end of a sentence.
fn is_remark(text: &str) -> bool {
    text.starts_with(['(', '{', '[', '<']) || text.chars().all(|c| "?!.。".contains(c))
}

/// A kind that a remark names as a code does: `(time)`.
fn kind_of_remark(text: &str) -> Option<ResultKind> {
    let word = text.trim_matches(|c: char| !c.is_alphanumeric());
    let result = after_plus(Winner::Black, word, false, false);
    Some(result.kind).filter(|_| result.doubt.is_none() && !word.is_empty())
}

/// No margin is larger than the largest board has points.
const LARGEST: Zi = Zi::from_quarters(2 * 52 * 52);

/// A margin in hundredths of its unit.
fn margin(winner: Winner, hundredths: i32, unit: Option<Unit>, fox_zi: bool) -> RecordedResult {
    let (unit, doubt) = match (unit, Unit::of_bare(hundredths)) {
        (Some(unit), _) => (unit, None),
        (None, _) if fox_zi => (Unit::Zi, Some(ResultDoubt::FoxZi)),
        (None, Unit::Zi) => (Unit::Zi, Some(ResultDoubt::Quarter)),
        (None, Unit::Points) => (Unit::Points, None),
    };
    let Some(amount) = unit.amount(hundredths).filter(|&amount| amount <= LARGEST) else {
        return RecordedResult { doubt: Some(ResultDoubt::NoMargin), ..won(winner, ResultKind::Win) };
    };
    let kind = if unit == Unit::Zi { ResultKind::Zi } else { ResultKind::Points };
    RecordedResult { margin: Some(amount), doubt, ..won(winner, kind) }
}

/// A margin of nothing, whatever the number of its noughts.
fn is_nought(text: &str) -> bool {
    measure(text).is_some_and(|number| number.hundredths == 0 && number.unit.is_none() && number.rest.is_empty())
}

/// A result in words, in small letters.
fn in_words(text: &str) -> RecordedResult {
    let text = behind_move_count(text);
    let bare = text.trim_matches(|c: char| c.is_whitespace() || "!！.。".contains(c));
    let drawn = says(text, &words::DRAWN) && !says(text, &words::WINS) && !says(text, &words::LOSES);
    if drawn || words::DRAW.contains(&bare) || is_nought(bare) {
        return RecordedResult { margin: Some(Zi::ZERO), ..won(Winner::Draw, ResultKind::Draw) };
    }
    if says(text, &words::VOID) {
        return won(Winner::Void, ResultKind::Void);
    }
    if says(text, &words::STOPPED) {
        return unreadable();
    }
    // The first side of which it is told that it won or lost: 白超时,黑胜 and 黑胜 (白超时) say the same.
    let told = sides(text).find_map(|side| Some((winner_by(&side)?, side.behind)));
    if let Some(kind) = kind_in_words(text) {
        return match (told, kind) {
            (Some((winner, _)), _) => won(winner, kind),
            // 弃权 alone tells how, not who.
            (None, ResultKind::Forfeit | ResultKind::Time) => RecordedResult { kind, ..RecordedResult::default() },
            (None, _) => unreadable(),
        };
    }
    let Some((winner, behind)) = told.or_else(|| sides(text).next().map(|side| (side.side, side.behind))) else {
        return unreadable();
    };
    if says(text, &words::KOMI) {
        // Which of the numbers is the margin?
        return told.map_or_else(unreadable, |_| winner_only(winner));
    }
    match margin_in_words(behind) {
        Said::Margin(number) => margin(winner, number.hundredths, number.unit, false),
        Said::Nothing if told.is_some() => won(winner, ResultKind::Win),
        Said::Otherwise if told.is_some() => winner_only(winner),
        _ => unreadable(),
    }
}

/// What the numbers in a text say of the margin.
enum Said<'a> {
    /// There is none.
    Nothing,
    /// This is it.
    Margin(Measure<'a>),
    /// Something else, or something that is not read.
    Otherwise,
}

/// The margin in what is said behind a side: by 2.5, 3目半, 半目. A number without a unit is one only behind `by`, or at the
/// end: 250手, 第3局 and 2010年 count something else. Where two numbers may be it, none is.
fn margin_in_words(text: &str) -> Said<'_> {
    let mut said = Said::Nothing;
    let mut at = 0;
    let begins = |(n, _): &(usize, char)| number::begins(&text[*n..]);
    while let Some(start) = text[at..].char_indices().map(|(n, c)| (at + n, c)).find(begins).map(|(n, _)| n) {
        let number = measure(&text[start..]);
        let end = number.map_or(start, |number| text.len() - number.rest.len());
        let is_margin = number.is_some_and(|number| is_margin(&text[..start], &number));
        said = match (said, number) {
            (Said::Margin(_), Some(_)) if is_margin => return Said::Otherwise,
            (_, Some(number)) if is_margin => Said::Margin(number),
            (said @ Said::Margin(_), _) => said,
            _ => Said::Otherwise,
        };
        // What is joined to a number belongs to it, whether it was read or not: 2-0, 3/4.
        at = end.max(start);
        while let Some(c) = text[at..].chars().next()
            && (number::begins(&text[at..]) || "-–+/:.,".contains(c))
        {
            at += c.len_utf8();
        }
    }
    match said {
        // A unit without a number that is read.
        Said::Nothing if says(text, &["目", "집"]) => Said::Otherwise,
        said => said,
    }
}

/// Whether a number, with what stands before and behind it, is a margin.
fn is_margin(before: &str, number: &Measure<'_>) -> bool {
    // So many zi are no margin but the count of a side.
    let is_count = number.unit != Some(Unit::Points) && number.hundredths >= 100 * 100;
    let alone = || {
        let rest = number.rest.trim_start_matches([' ', '.', '。', '!', ')']);
        before.ends_with(words::MARGIN) || rest.is_empty() || words::WINS.iter().any(|word| rest.starts_with(word))
    };
    number.hundredths > 0 && !is_count && (number.unit.is_some() || alone())
}

fn says(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Who won, by what is said of one side.
fn winner_by(side: &Side<'_>) -> Option<Winner> {
    if says(side.words, &words::WINS) {
        Some(side.side)
    } else if says(side.words, &words::LOSES) {
        Some(side.side.opponent())
    } else if says(side.words, &words::BY) {
        Some(side.side)
    } else {
        // White resigns; 黑超时: this side did it and lost.
        kind_in_words(side.words).map(|_| side.side.opponent())
    }
}

/// How a game ended that did not come to counting.
fn kind_in_words(text: &str) -> Option<ResultKind> {
    let kinds = [
        (ResultKind::Resign, &words::RESIGN[..]),
        (ResultKind::Time, &words::TIME),
        (ResultKind::Forfeit, &words::FORFEIT),
        (ResultKind::Illegal, &words::ILLEGAL),
    ];
    kinds.into_iter().find(|(_, words)| says(text, words)).map(|(kind, _)| kind)
}

/// Chinese records begin with the number of moves: 共165手 黑中盘胜. It is no margin. 宫 is a common misprint.
fn behind_move_count(text: &str) -> &str {
    let counted = text.strip_prefix(['共', '宫', '全']).and_then(|rest| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        rest.strip_prefix('手')
    });
    let text = counted.unwrap_or(text).trim_start();
    ["以下略", "后略", "後略", "略"].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim_start()
}

/// A side that a text names.
struct Side<'a> {
    side: Winner,
    /// What stands between it and the next side that is named.
    words: &'a str,
    /// All that stands behind it.
    behind: &'a str,
}

/// The sides that a text names, one after the other; `b` and `w` only at the start.
fn sides(text: &str) -> impl Iterator<Item = Side<'_>> {
    let named = move |(at, _)| {
        let first = |words: &[&str], initial| {
            let initial = (at == 0).then_some(initial);
            words.iter().copied().chain(initial).find_map(|word| text[at..].strip_prefix(word))
        };
        let black = first(&words::BLACK, "b ").map(|behind| (at, Winner::Black, behind));
        black.or_else(|| Some((at, Winner::White, first(&words::WHITE, "w ")?)))
    };
    let mut found = text.char_indices().filter_map(named).peekable();
    std::iter::from_fn(move || {
        let (_, side, behind) = found.next()?;
        let start = text.len() - behind.len();
        let end = found.peek().map_or(text.len(), |next| next.0);
        Some(Side { side, words: &text[start..end], behind })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ResultDoubt::*;

    /// `expected`: winner, kind, margin in points.
    fn check_from(
        source: Option<Source>,
        ruleset: Option<Ruleset>,
        text: &str,
        expected: &str,
        doubt: Option<ResultDoubt>,
    ) {
        let result = RecordedResult::read(text, source, ruleset);
        let margin = result.margin.map_or(String::new(), |zi| format!(" {}", zi.points()));
        let got = format!("{} {}{margin}", result.winner.map_or("-", Winner::name), result.kind.name());
        assert_eq!((got.as_str(), result.doubt), (expected, doubt), "{text}");
    }

    fn check(text: &str, expected: &str) {
        check_from(None, None, text, expected, None);
    }

    #[test]
    fn resignation() {
        for text in [
            "B+R",
            "B+Resign",
            "B+Res.",
            "b+r",
            "Ｂ＋Ｒ",
            "Ｂ+Ｒ",
            "B+Ｒ",
            "黑中盘胜",
            "黑棋中盘胜!",
            "共142手 黑中盘胜",
            "黒中押し勝ち",
            "흑 불계승",
            "White resigns.",
            "Black wins by resignation",
            "White resigns. W 12.0 B 3.5",
            "B+中盘胜",
            "B + R",
            "Black+R",
            "黑+R",
            "黑中盘",
            "흑불계",
            "Black by resignation",
            "白投子",
            "白认输，黑胜",
        ] {
            check(text, "B resign");
        }
        for text in [
            "W+R",
            "W+Resign ",
            "白中盤勝",
            "共184手  白中盘胜",
            "白棋中盘胜!",
            "Black resigns.",
            "黑中盘负",
            "白江治彦执黑中盘负",
            "Black resigned, White wins",
        ] {
            check(text, "W resign");
        }
    }

    #[test]
    fn no_board_is_large_enough() {
        check("B+2704", "B points 2704");
        check_from(None, None, "B+2705", "B win", Some(NoMargin));
        check_from(Some(Source::Fox), Some(Ruleset::Chinese), "B+6002", "B win", Some(NoMargin));
    }

    #[test]
    fn time() {
        for text in ["W+T", "W+Time", "黑超时", "黑超时负", "白棋超时胜!", "White wins on time", "黒時間切れ負け"]
        {
            check(text, "W time");
        }
        check("B+T", "B time");
        check("흑 시간승", "B time");
        check("白超时", "B time");
        for text in ["白超时黑胜", "白超时，黑胜", "黑胜（白超时）", "由于白超时，判黑胜", "백 시간패 흑승"]
        {
            check(text, "B time");
        }
    }

    #[test]
    fn forfeit_and_illegal() {
        check("W+F", "W forfeit");
        check("B+Forfeit", "B forfeit");
        check("黑不战胜", "B forfeit");
        check("弃权", "- forfeit");
        check("白弃权", "B forfeit");
        for text in
            ["W+Illegal", "W+illegal move", "白反則勝ち", "黒反則負け 二手打ち", "흑 반칙패", "백 반칙승", "黑犯规"]
        {
            check(text, "W illegal");
        }
    }

    #[test]
    fn draws() {
        for text in [
            "0",
            "Draw",
            "draw",
            "Jigo",
            "和棋",
            "和",
            "持碁",
            "宫261手 和棋",
            "平局",
            "비김",
            "双方和棋",
            "무승부",
            "三劫循环，和棋",
            "Tie",
            "平",
            "ジゴ",
            "판빅",
        ] {
            check(text, "draw draw 0");
        }
    }

    #[test]
    fn no_result() {
        for text in [
            "Void",
            "无胜负",
            "打挂",
            "共80手 打挂",
            "共80手打挂",
            "has adjourned.",
            "No result",
            "未完",
            "暂停",
            "Cancelled",
        ] {
            check(text, "void void");
        }
        for text in ["", "  ", "?", "? (No further moves known)", "Unknown", "不详"] {
            check(text, "- unknown");
        }
    }

    #[test]
    fn points() {
        for (text, expected) in [
            ("B+3.5", "B points 3.5"),
            ("W+12", "W points 12"),
            ("B+12.0", "B points 12"),
            ("w+4.5", "W points 4.5"),
            ("W+2,5", "W points 2.5"),
            ("黑胜2目半", "B points 2.5"),
            ("白胜4.5目", "W points 4.5"),
            ("白胜半目", "W points 0.5"),
            ("白3目半胜", "W points 3.5"),
            ("共279手 黑胜3目半", "B points 3.5"),
            ("共295手 黑胜半目", "B points 0.5"),
            ("共248手后略 白胜3目", "W points 3"),
            ("黑1.5目胜", "B points 1.5"),
            ("白棋2.5目胜!", "W points 2.5"),
            ("白胜43.5目", "W points 43.5"),
            ("백 3집반승", "W points 3.5"),
            ("백 반집승", "W points 0.5"),
            ("白6目半勝ち", "W points 6.5"),
            ("Black won by 3.5 points", "B points 3.5"),
            ("W by 2.5", "W points 2.5"),
            ("黑负3目", "W points 3"),
            ("黑负白3目", "W points 3"),
            ("白胜黑3目", "W points 3"),
            ("Black + 3.5", "B points 3.5"),
            ("白番1目半勝ち", "W points 1.5"),
            ("W+12.5目", "W points 12.5"),
            ("白295手胜半目", "W points 0.5"),
            ("黑胜 第三局 5目半", "B points 5.5"),
            ("黑胜两目半", "B points 2.5"),
            ("白胜贰目半", "W points 2.5"),
            ("黑胜两目", "B points 2"),
            ("黑胜一百零二目半", "B points 102.5"),
            ("黑胜三点五目", "B points 3.5"),
            ("黑胜零点五目", "B points 0.5"),
            ("흑 3집 반 승", "B points 3.5"),
            ("백 6호반승", "W points 6.5"),
            ("흑 세집반승", "B points 3.5"),
            ("黑胜 3.5", "B points 3.5"),
            ("黑3.5胜", "B points 3.5"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn zi() {
        for (text, expected) in [
            ("白胜1又3/4子", "W zi 3.5"),
            ("黑胜3/4子", "B zi 1.5"),
            ("黑胜1/4子", "B zi 0.5"),
            ("黑胜 3 3/4 子", "B zi 7.5"),
            (" 白胜2又1/4子", "W zi 4.5"),
            ("W+3又3/4子", "W zi 7.5"),
            ("白胜5子", "W zi 10"),
            ("黑胜四分之三子", "B zi 1.5"),
            ("黑胜两子半", "B zi 5"),
            ("黑胜两又四分之一子", "B zi 4.5"),
            ("黑胜1子3/4", "B zi 3.5"),
        ] {
            check(text, expected);
        }
        for (text, expected) in [("B+0.75", "B zi 1.5"), ("W+0.25", "W zi 0.5"), ("W+3.25", "W zi 6.5")] {
            check_from(None, None, text, expected, Some(Quarter));
        }
    }

    #[test]
    fn fox() {
        let (fox, chinese) = (Some(Source::Fox), Some(Ruleset::Chinese));
        check_from(fox, chinese, "W+1.25", "W zi 2.5", Some(FoxZi));
        check_from(fox, chinese, "B+3.5", "B zi 7", Some(FoxZi));
        check_from(fox, Some(Ruleset::Japanese), "B+3.5", "B points 3.5", None);
        for text in ["W+0.02", "W+0.03", "W+0.00", "W+0.0"] {
            check_from(fox, chinese, text, "W win", Some(NoMargin));
        }
        check_from(fox, None, "B+R", "B resign", None);
    }

    #[test]
    fn winner_only() {
        check("B+", "B win");
        check("W+", "W win");
        check("黑胜", "B win");
        check("白胜", "W win");
        check("黑不计点胜", "B win");
        for (text, expected) in
            [("B", "B win"), ("W", "W win"), ("W+J", "W win"), ("B+AW", "B win"), ("W+Offline", "W win")]
        {
            check_from(None, None, text, expected, Some(WinnerOnly));
        }
        for text in ["黑贴3.75子胜1.25子", "黑贴7目半，白不敌，黑胜", "黒2目勝 (コミ6目半)"] {
            check_from(None, None, text, "B win", Some(WinnerOnly));
        }
        // Numbers that count something else, and such as are not read.
        for text in [
            "黑胜 250手",
            "黑胜，共250手",
            "黑胜(2010年)",
            "Black wins (250 moves)",
            "White loses after 212 moves",
            "黑胜 三劫循环",
            "黑胜,十番棋",
            "Black wins 2-0",
            "白二步连走判负",
            "黑185子胜",
            "黑胜 185子对176子",
            "黑胜3目 (2目)",
            "黑胜1-3/4子",
            "黑胜盘面7目",
            "흑 반면 5집승",
            "B+3.5 moves 251",
            "B+12.5 (TIME)",
            "B+R (time)",
        ] {
            check_from(None, None, text, "B win", Some(WinnerOnly));
        }
        check_from(None, None, "B+0", "B win", Some(NoMargin));
        check_from(None, None, "B+3.1", "B win", Some(NoMargin));
    }

    #[test]
    fn remarks() {
        for text in ["W+3.5 (moves beyond 200 not known)", "W+3.5 {moves after 200 not known}", "W+3.5?", "W+3.5."] {
            check_from(None, None, text, "W points 3.5", Some(Remark));
        }
        check_from(None, None, "W+3.25 (?)", "W zi 6.5", Some(Quarter));
    }

    #[test]
    fn unreadable() {
        for text in ["B+Draw", "B+Jigo", "B+Lose"] {
            check_from(None, None, text, "- unknown", Some(Unreadable));
        }
        for text in ["共119手 格中盘胜", "110-bb", "1e-400", "对局停止!", "see below", "D+J", "abc"] {
            check_from(None, None, text, "- unknown", Some(Unreadable));
        }
    }
}
