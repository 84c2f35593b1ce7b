//! Who won: by komi, by how much, and what another komi changes.

use super::{Draft, Row, View, unless_none, whole, words};
use crate::page::Lang;
use crate::page::chart::Chart;
use crate::stats::{Table, wilson};
use std::collections::BTreeMap;

/// An amount of zi as a decimal number.
fn zi(quarters: i64) -> String {
    i32::try_from(quarters).map_or_else(|_| "…".to_owned(), |q| crate::record::Zi::from_quarters(q).zi().to_string())
}

/// Black's share of the games at one komi.
struct Share {
    /// In quarters of a zi.
    komi: i64,
    black: u64,
    games: u64,
    percent: f64,
    /// The ends of its 95 % interval, in percent.
    ends: (f64, f64),
}

impl Share {
    fn of(komi: i64, black: u64, white: u64) -> Share {
        let games = black + white;
        let (low, high) = wilson(black, games).unwrap_or((0.0, 1.0));
        let percent = 100.0 * black as f64 / games.max(1) as f64;
        Share { komi, black, games, percent, ends: (100.0 * low, 100.0 * high) }
    }

    fn cells(&self) -> Vec<String> {
        let (low, high) = self.ends;
        let share = [format!("{:.1}", self.percent), format!("{low:.1}–{high:.1}")];
        [zi(self.komi), whole(self.games), whole(self.black)].into_iter().chain(share).collect()
    }
}

pub(super) fn by_komi(lang: Lang, tables: &[Table]) -> Option<Draft> {
    /// The komi that are drawn: the most frequent ones.
    const MOST_KOMI: usize = 10;
    /// Fewer games than this say nothing.
    const FEWEST: u64 = 20;
    let mut sums: BTreeMap<i64, [u64; 2]> = BTreeMap::new();
    for row in View::of(tables, "komi_by_period")?.rows() {
        if let Some(komi) = row.quarters("komi_zi") {
            let [black, white] = sums.entry(komi).or_default();
            *black += row.count("black_wins");
            *white += row.count("white_wins");
        }
    }
    let mut kept: Vec<(i64, [u64; 2])> = sums.into_iter().filter(|(_, [b, w])| b + w >= FEWEST).collect();
    kept.sort_by_key(|(komi, [b, w])| (std::cmp::Reverse(b + w), *komi));
    kept.truncate(MOST_KOMI);
    kept.sort_unstable();
    if kept.is_empty() {
        return None;
    }
    let shares: Vec<Share> = kept.iter().map(|&(komi, [black, white])| Share::of(komi, black, white)).collect();
    Some(Draft {
        id: "komi",
        title: lang.of("Black's win rate by komi", "不同贴子下的黑方胜率").to_owned(),
        caption: lang
            .of(
                "Even games with a winner, by recorded komi in zi; the bars are 95 % intervals (Wilson). The line is 50 %.",
                "分出胜负的分先棋，按记录的贴子（子）分组；竖线为95%置信区间（Wilson），横线为50%。",
            )
            .to_owned(),
        chart: Chart {
            labels: shares.iter().map(|share| zi(share.komi)).collect(),
            values: shares.iter().map(|share| share.percent).collect(),
            intervals: shares.iter().map(|share| share.ends).collect(),
            across: lang.of("komi (zi)", "贴子（子）").to_owned(),
            up: lang.of("Black wins (%)", "黑胜（%）").to_owned(),
            level: Some(50.0),
            floor: (shares.iter().map(|share| share.ends.0).fold(50.0, f64::min) / 10.0 - 0.5).floor().max(0.0) * 10.0,
            ..Chart::default()
        },
        header: words(
            lang,
            [("komi (zi)", "贴子（子）"), ("games", "局数"), ("Black won", "黑胜"), ("%", "%"), ("95 % interval", "95%区间")],
        ),
        rows: shares.iter().map(Share::cells).collect(),
    })
}

pub(super) fn margins(lang: Lang, tables: &[Table]) -> Option<Draft> {
    /// The zi on either side that are drawn.
    const REACH: i64 = 20;
    /// 3¾ zi.
    const KOMI: i64 = 15;
    let mut bins: BTreeMap<i64, u64> = BTreeMap::new();
    let (mut games, mut ahead) = (0, 0);
    for row in View::of(tables, "by_margin")?.rows() {
        let (Some(komi), Some(margin)) = (row.quarters("komi_zi"), row.quarters("margin_zi")) else { continue };
        if row.text("handicap") != "false" || row.text("result") == "all" {
            continue;
        }
        let leads = [
            (komi + margin, row.count("black_wins")),
            (komi - margin, row.count("white_wins")),
            (komi, row.count("draws")),
        ];
        for (lead, count) in leads {
            *bins.entry(lead.div_euclid(4)).or_default() += count;
            games += count;
            ahead += if lead > KOMI { count } else { 0 };
        }
    }
    if games == 0 {
        return None;
    }
    let range = -REACH..REACH;
    let values: Vec<u64> = range.clone().map(|zi| bins.get(&zi).copied().unwrap_or(0)).collect();
    let outside = games - values.iter().sum::<u64>();
    let share = 100.0 * ahead as f64 / games as f64;
    Some(Draft {
        id: "margins",
        title: lang.of("Black's lead on the board", "黑方盘面领先").to_owned(),
        caption: match lang {
            Lang::English => format!(
                "Recorded margins of {} even games before komi, in zi, a bar a zi: right of the line at 3¾ Black wins under \
                 3¾ zi, as in {share:.1} % of them.{}",
                whole(games),
                unless_none(outside, format!(" {} beyond {REACH} zi are not drawn.", whole(outside)))
            ),
            Lang::Chinese => format!(
                "{}局分先棋所记录的胜负差，还原为未贴子时的黑方领先（子），每子一柱：在3¾子线右侧者按贴3¾子为黑胜，占{share:.1}%。{}",
                whole(games),
                unless_none(outside, format!("另有{}局超出±{REACH}子，未画出。", whole(outside)))
            ),
        },
        chart: Chart {
            labels: (-REACH..=REACH).map(|zi| if zi % 5 == 0 { zi.to_string() } else { String::new() }).collect(),
            edges: true,
            values: values.iter().map(|&games| games as f64).collect(),
            across: lang.of("Black's lead before komi (zi)", "未贴子时黑方领先（子）").to_owned(),
            up: lang.of("games", "局数").to_owned(),
            upright: Some((REACH as f64 + KOMI as f64 / 4.0, lang.of("3¾ zi", "3¾子").to_owned())),
            ..Chart::default()
        },
        header: words(lang, [("lead from (zi)", "领先自（子）"), ("to below", "至不足"), ("games", "局数")]),
        rows: range
            .zip(values)
            .filter(|&(_, games)| games > 0)
            .map(|(zi, games)| vec![zi.to_string(), (zi + 1).to_string(), whole(games)])
            .collect(),
    })
}

pub(super) fn shifts(lang: Lang, tables: &[Table]) -> Option<Draft> {
    const MOST_KOMI: usize = 8;
    /// Fewer games than this say nothing.
    const FEWEST: u64 = 20;
    let rows = View::of(tables, "komi_shift_by_komi")?.rows();
    let mut rows: Vec<Row<'_>> =
        rows.filter(|row| row.quarters("komi_zi") == Some(15) && row.quarters("recorded_komi_zi").is_some()).collect();
    rows.sort_by_key(|row| row.quarters("recorded_komi_zi"));
    let mut drawn: Vec<&Row<'_>> = rows.iter().filter(|row| row.count("games") >= FEWEST).collect();
    drawn.sort_by_key(|row| (std::cmp::Reverse(row.count("games")), row.quarters("recorded_komi_zi")));
    drawn.truncate(MOST_KOMI);
    drawn.sort_by_key(|row| row.quarters("recorded_komi_zi"));
    if drawn.is_empty() {
        return None;
    }
    let of_all = |column: &str| -> u64 { rows.iter().map(|row| row.count(column)).sum() };
    let cells = |row: &Row<'_>| {
        let mut cells = vec![row.text("recorded_komi_zi")];
        cells.extend(["games", "changed", "to_black", "to_white", "to_draw"].map(|column| whole(row.count(column))));
        cells.push(row.text("changed_percent"));
        cells
    };
    let (changed, games) = (whole(of_all("changed")), whole(of_all("games")));
    Some(Draft {
        id: "shifts",
        title: lang.of("What 3¾ zi changes", "改贴3¾子的影响").to_owned(),
        caption: match lang {
            Lang::English => format!(
                "Counted even games by recorded komi: the share whose winner is another under 3¾ zi, counted by area both \
                 times; {changed} of {games} in all. (The text above has handicap games too, and holds 3¾ zi against the \
                 rules of the record.) Komi of fewer than {FEWEST} games are not drawn."
            ),
            Lang::Chinese => {
                format!(
                    "已数子的分先棋，按记录的贴子分组：改贴3¾子后（均按数子法）胜方改变的比例；共{games}局中的{changed}局。（上文之数另含让子棋，并与记录自身规则下的结果相比。）不足{FEWEST}局的贴子未画出。"
                )
            }
        },
        chart: Chart {
            labels: drawn.iter().map(|row| row.text("recorded_komi_zi")).collect(),
            values: drawn.iter().map(|row| row.number("changed_percent").unwrap_or(0.0)).collect(),
            across: lang.of("recorded komi (zi)", "记录的贴子（子）").to_owned(),
            up: lang.of("winner changes (%)", "胜方改变（%）").to_owned(),
            ..Chart::default()
        },
        header: words(
            lang,
            [
                ("recorded komi (zi)", "记录的贴子（子）"),
                ("games", "局数"),
                ("changed", "改变"),
                ("to Black", "变为黑胜"),
                ("to White", "变为白胜"),
                ("to a draw", "变为和棋"),
                ("%", "%"),
            ],
        ),
        rows: rows.iter().map(cells).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::figures::tests::{count, table};
    use crate::record::Zi;
    use crate::stats::Cell;

    /// A margin of 1 zi at a komi of 3¼: Black led by 4¼ where it won, and by 2¼ where White did.
    #[test]
    fn leads_are_margins_without_their_komi() {
        let zi = |quarters| Cell::Zi(Zi::from_quarters(quarters));
        let row = |result: &str, handicap, margin, black, white| {
            let mut row = vec![zi(13), Cell::Flag(handicap), Cell::text(result), margin];
            row.extend([count(black), count(white), count(0)]);
            row
        };
        let rows = vec![
            row("margin", false, zi(4), 3, 2),
            row("margin", false, zi(400), 0, 1),
            row("margin", true, zi(4), 9, 9),
            row("all", false, Cell::Empty, 9, 9),
            row("resign", false, Cell::Empty, 9, 9),
        ];
        let columns = ["komi_zi", "handicap", "result", "margin_zi", "black_wins", "white_wins", "draws"];
        let draft = margins(Lang::English, &[table("by_margin", &columns, rows)]).unwrap();
        assert_eq!(draft.rows, [["2", "3", "2"], ["4", "5", "3"]]);
        assert_eq!(draft.chart.upright.as_ref().map(|line| line.0), Some(23.75));
        assert_eq!((draft.chart.labels[20].as_str(), draft.chart.labels.len()), ("0", draft.chart.values.len() + 1));
        assert!(draft.caption.contains("6 even games") && draft.caption.contains("50.0 %"), "{}", draft.caption);
        assert!(draft.caption.contains("1 beyond 20 zi are not drawn"), "{}", draft.caption);
    }
}
