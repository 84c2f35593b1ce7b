//! What a page says in sentences, in both languages.

use super::Lang;
use super::flags::PER_KIND;
use crate::draw::Moment;
use crate::finding::{Code, Finding};
use crate::go::{Colour, Illegal};
use crate::record::Zi;
use crate::report::tally::Tally;
use indicatif::HumanCount;

/// A share in percent with one decimal, rounded half up from the exact fraction; 0 of nothing.
fn percent(lang: Lang, part: u64, whole: u64) -> String {
    let sign = lang.of(" %", "%");
    if whole == 0 {
        return format!("0{sign}");
    }
    let tenths = (2000 * u128::from(part) + u128::from(whole)) / (2 * u128::from(whole));
    format!("{}.{}{sign}", tenths / 10, tenths % 10)
}

/// So many of something, in English.
fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(number), if number == 1 { one } else { many })
}

/// The most breaches that a summary names.
const NAMED: usize = 4;

/// The referee's report: a paragraph each for what was read, play, results, and komi.
pub(super) fn summary(lang: Lang, tally: &Tally, under: Option<Zi>) -> Vec<String> {
    let mut paragraphs = vec![what_was_read(lang, tally), play(lang, tally)];
    if tally.counted.counted + tally.counted.not_counted > 0 {
        paragraphs.push(results(lang, tally));
        paragraphs.extend(under.map(|under| komi(lang, tally, under)));
    }
    paragraphs
}

fn what_was_read(lang: Lang, tally: &Tally) -> String {
    let (files, games, moves) = (HumanCount(tally.files), HumanCount(tally.games), HumanCount(tally.moves));
    let unread = tally.unreadable_files;
    match lang {
        Lang::English => {
            let mut text = format!(
                "{} with {} and {} were read and replayed under the Chinese rules.",
                count(tally.files, "file", "files"),
                count(tally.games, "game", "games"),
                count(tally.moves, "move", "moves")
            );
            if unread > 0 {
                text += &format!(" {} could not be read.", count(unread, "file", "files"));
            }
            if tally.left_out > 0 {
                text += &format!(" {} not asked for are left out.", count(tally.left_out, "game", "games"));
            }
            text
        }
        Lang::Chinese => {
            let mut text = format!("共读入{files}个文件、{games}局棋、{moves}手，按中国围棋规则逐手复核。");
            if unread > 0 {
                text += &format!("另有{}个文件无法读取。", HumanCount(unread));
            }
            if tally.left_out > 0 {
                text += &format!("另有{}局不在所选条件之内。", HumanCount(tally.left_out));
            }
            text
        }
    }
}

fn play(lang: Lang, tally: &Tally) -> String {
    let breaches = Code::ALL.iter().filter(|code| code.code().starts_with('R') && code.severity().name() == "error");
    let mut breaches: Vec<(u64, Code)> =
        breaches.map(|&code| (tally.found(code).games, code)).filter(|&(games, _)| games > 0).collect();
    breaches.sort_by_key(|&(games, code)| (std::cmp::Reverse(games), code));
    let (games, share) = (tally.illegal_games, percent(lang, tally.illegal_games, tally.games));
    let first = |name: &dyn Fn(u64, Code) -> String, between| {
        let named: Vec<String> = breaches.iter().take(NAMED).map(|&(games, code)| name(games, code)).collect();
        named.join(between)
    };
    match (lang, games) {
        (Lang::English, 0) => "No game holds a move that the rules of play forbid.".to_owned(),
        (Lang::Chinese, 0) => "没有一局棋含有规则禁止的着手。".to_owned(),
        (Lang::English, _) => {
            let name =
                |games, code: Code| format!("{} ({})", finding(Lang::English, code), count(games, "game", "games"));
            let verb = if games == 1 { "holds" } else { "hold" };
            format!(
                "{} ({share}) {verb} a move that the rules of play forbid. Most frequent: {}.",
                count(games, "game", "games"),
                first(&name, ", ")
            )
        }
        (Lang::Chinese, _) => {
            let name = |games: u64, code: Code| format!("{}（{}局）", finding(Lang::Chinese, code), HumanCount(games));
            format!("有{}局（{share}）含有规则禁止的着手，最常见的是{}。", HumanCount(games), first(&name, "、"))
        }
    }
}

fn results(lang: Lang, tally: &Tally) -> String {
    let counted = &tally.counted;
    let compared = counted.agrees + counted.explained + counted.margin_differs + counted.winner_differs;
    let of = |number| percent(lang, number, compared);
    match lang {
        Lang::English => format!(
            "{} came to counting and {} counted anew; {} ended otherwise or cannot be counted. Of {} whose recorded result \
             can be held against the board under the record's own rules and komi, {} agree ({}) and {} more once one group \
             is judged the other way; {} have another margin and {} another winner ({}).",
            count(counted.counted, "game", "games"),
            if counted.counted == 1 { "was" } else { "were" },
            HumanCount(counted.not_counted),
            count(compared, "game", "games"),
            HumanCount(counted.agrees),
            of(counted.agrees),
            HumanCount(counted.explained),
            HumanCount(counted.margin_differs),
            HumanCount(counted.winner_differs),
            of(counted.winner_differs)
        ),
        Lang::Chinese => format!(
            "{}局进入数子并已重新计算，其余{}局以其他方式结束或无法计算。按记录自身的规则与贴子，可与盘面核对的有{}局：\
             {}局相符（{}），{}局在改判一块棋的死活后相符，{}局胜负差不同，{}局胜方不同（{}）。",
            HumanCount(counted.counted),
            HumanCount(counted.not_counted),
            HumanCount(compared),
            HumanCount(counted.agrees),
            of(counted.agrees),
            HumanCount(counted.explained),
            HumanCount(counted.margin_differs),
            HumanCount(counted.winner_differs),
            of(counted.winner_differs)
        ),
    }
}

fn komi(lang: Lang, tally: &Tally, under: Zi) -> String {
    let (changed, under) = (tally.counted.winner_changed, under.zi());
    match lang {
        Lang::English => format!(
            "Counted by area under a komi of {under} zi (handicap games without komi, Black returning for the stones), {} \
             would have another winner than under the rules and komi of the record.",
            count(changed, "game", "games")
        ),
        Lang::Chinese => {
            format!(
                "若一律按数子法、黑贴{under}子（让子棋不贴子，由黑方还子）计算，有{}局的胜方将与记录所用规则和贴子之下不同。",
                HumanCount(changed)
            )
        }
    }
}

/// How many of the flagged games a page shows.
pub(super) fn shown(lang: Lang, kept: u64, all: u64) -> String {
    let (out, kept, most) = (HumanCount(all.saturating_sub(kept)), HumanCount(kept), PER_KIND);
    let all_kept = out.0 == 0;
    let all = HumanCount(all);
    match (lang, all_kept) {
        (Lang::English, true) => format!("All {all} are shown."),
        (Lang::English, false) => format!(
            "{kept} of {all} are shown, the first {most} of each kind; the other {out} are in findings.csv with the rest."
        ),
        (Lang::Chinese, true) => format!("共{all}局，全部列出。"),
        (Lang::Chinese, false) => {
            format!("共{all}局，每类列出最前{most}局，此处列{kept}局；其余{out}局略去，全部见 findings.csv。")
        }
    }
}

/// What a kind of finding is called. Those without a Chinese name keep their English one.
pub(super) fn finding(lang: Lang, code: Code) -> &'static str {
    match lang {
        Lang::English => code.summary(),
        Lang::Chinese => chinese(code).unwrap_or_else(|| code.summary()),
    }
}

fn chinese(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::OffBoard => "着手在棋盘之外",
        Code::Occupied => "下在已有棋子的点上",
        Code::Suicide => "下在禁着点（自杀）",
        Code::BadPoint => "着手的坐标无法辨认",
        Code::KoRetake => "未找劫材即提回",
        Code::SuperkoSituational => "全局同形再现（轮到同一方）",
        Code::SuperkoPositional => "全局同形再现（轮到另一方）",
        Code::DoubleMove => "一方连下两手",
        Code::ResultDiffers => "数子结果与记录的胜负差不同",
        Code::WinnerDiffers => "数子结果与记录的胜方不同",
        Code::ImpossibleMargin => "记录的胜负差大于棋盘所能有",
        Code::HandicapMismatch => "让子数与实际所置不符",
        Code::WhiteFirst => "分先棋由白方先下",
        Code::BlackFirst => "让子棋由黑方先下",
        Code::TwoMovesInNode => "一个节点含有两手",
        Code::SetupNoLiberties => "摆上的棋子没有气",
        Code::TextLost => "部分文字已损坏",
        Code::CutOff => "文件在棋局结束前中断",
        Code::KomiUnreadable => "贴子无法辨认",
        Code::KomiOdd => "没有这样的贴子",
        Code::ResultUnreadable => "结果无法辨认",
        Code::ResultAgainstKomi => "按此贴子不可能有此结果",
        Code::SizeUnreadable => "棋盘大小无法辨认",
        Code::UnreadableFile => "文件无法读取",
        Code::NoGame => "文件中没有棋局",
        Code::TooBig => "棋局过大",
        _ => return None,
    })
}

/// The facts of a finding in a sentence. In Chinese, the facts of breaches of the rules of play and of wrong results;
/// others keep their English sentence.
pub(super) fn detail(lang: Lang, finding: &Finding, moment: Option<&Moment>, own: Option<Zi>) -> String {
    let english = || {
        let mut letters = finding.detail.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    };
    if lang == Lang::English {
        return english();
    }
    let side = |colour| if colour == Colour::Black { "黑" } else { "白" };
    let broken = moment.and_then(|moment| moment.broken);
    match (finding.code, broken) {
        (Code::Occupied, Some(Illegal::Occupied { by })) => format!("该点已有{}子", side(by)),
        (Code::Suicide, Some(Illegal::Suicide { stones })) => format!("落子后己方{stones}子无气，且未提对方之子"),
        (Code::KoRetake, _) => "被提劫后立即提回".to_owned(),
        (Code::SuperkoSituational | Code::SuperkoPositional, Some(Illegal::Repetition(repetition))) => {
            let [black, white] = repetition.taken;
            let before = match repetition.earlier {
                0 => "开局前".to_owned(),
                turn => format!("第{turn}手后"),
            };
            let length = repetition.length;
            format!("重现{before}的局面，循环共{length}手，其间黑提{black}子、白提{white}子")
        }
        (Code::DoubleMove, _) => match finding.colour {
            Some(colour) => format!("{}方连下两手，依规则判负", side(colour)),
            None => english(),
        },
        (Code::WinnerDiffers, _) => match own {
            Some(own) => format!("按记录自身的规则与贴子，盘面为{}（{}）", own.result_zh(), own.result()),
            None => english(),
        },
        (Code::OffBoard | Code::BadPoint, _) => format!("{}：{}", chinese(finding.code).unwrap_or(""), finding.point),
        _ => english(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tally::Counted;

    #[test]
    fn shares_are_rounded_half_up() {
        assert_eq!(percent(Lang::English, 1, 2), "50.0 %");
        assert_eq!(percent(Lang::English, 1, 2000), "0.1 %");
        assert_eq!(percent(Lang::English, 2, 3), "66.7 %");
        assert_eq!(percent(Lang::English, 0, 0), "0 %");
    }

    #[test]
    fn every_breach_of_the_rules_of_play_has_a_chinese_name() {
        let breaches = Code::ALL.iter().filter(|code| code.code().starts_with("R1") || code.code().starts_with("R2"));
        for code in breaches {
            assert!(chinese(*code).is_some(), "{code}");
        }
    }

    #[test]
    fn the_summary_in_both_languages() {
        let mut tally = Tally { files: 2, games: 1000, moves: 200_000, illegal_games: 3, ..Tally::default() };
        tally.count_of(Code::Occupied).games = 1;
        tally.count_of(Code::KoRetake).games = 2;
        tally.counted = Counted { counted: 10, not_counted: 990, agrees: 8, winner_differs: 1, ..Counted::default() };
        insta::assert_snapshot!(summary(Lang::English, &tally, Some(Zi::from_quarters(15))).join("\n\n"));
        insta::assert_snapshot!(summary(Lang::Chinese, &tally, Some(Zi::from_quarters(15))).join("\n\n"));
        let nothing = summary(Lang::English, &Tally { files: 1, games: 1, ..Tally::default() }, None);
        assert_eq!(nothing[1], "No game holds a move that the rules of play forbid.");
        assert_eq!(nothing.len(), 2);
    }
}
