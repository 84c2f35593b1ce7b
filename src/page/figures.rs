//! The figures of a page: each a chart with the numbers that it shows, from the tables of the statistics.

use super::chart::{Chart, thinned};
use super::{Lang, PageError, Raw};
use crate::stats::{Cell, Table, wilson};
use indicatif::HumanCount;
use std::collections::BTreeMap;

/// A figure.
pub(super) struct Figure {
    pub(super) id: &'static str,
    pub(super) title: String,
    /// What is to be seen, in a sentence or two.
    pub(super) caption: String,
    pub(super) chart: Raw,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Labels that have room under a chart.
const MOST_LABELS: usize = 8;

/// Rows of numbers that stand under a chart; the tables in the folder have all.
const MOST_ROWS: usize = 100;

/// The figures that have anything to show.
pub(super) fn all(lang: Lang, tables: &[Table]) -> Result<Vec<Figure>, PageError> {
    let draft = [
        by_year(lang, tables),
        by_komi(lang, tables),
        margins(lang, tables),
        shifts(lang, tables),
        lengths(lang, tables),
        sources(lang, tables),
    ];
    draft.into_iter().flatten().map(Draft::finish).collect()
}

/// A figure whose chart is not yet drawn.
struct Draft {
    id: &'static str,
    title: String,
    caption: String,
    chart: Chart,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Draft {
    fn finish(mut self) -> Result<Figure, PageError> {
        self.rows.truncate(MOST_ROWS);
        let Draft { id, title, caption, chart, header, rows } = self;
        let drawn = chart.svg(id, &title, &caption)?;
        Ok(Figure { id, title, caption, chart: Raw(drawn), header, rows })
    }
}

/// A table by the names of its columns.
struct View<'t>(&'t Table);

impl<'t> View<'t> {
    fn of(tables: &'t [Table], name: &str) -> Option<View<'t>> {
        tables.iter().find(|table| table.name == name).map(View)
    }

    fn rows(&self) -> impl Iterator<Item = Row<'t>> + use<'t> {
        let table = self.0;
        table.rows.iter().map(move |cells| Row { table, cells })
    }
}

#[derive(Clone, Copy)]
struct Row<'t> {
    table: &'t Table,
    cells: &'t [Cell],
}

impl Row<'_> {
    fn cell(&self, column: &str) -> Option<&Cell> {
        self.cells.get(self.table.column(column)?)
    }

    fn count(&self, column: &str) -> u64 {
        match self.cell(column) {
            Some(Cell::Count(count)) => *count,
            _ => 0,
        }
    }

    /// A number, be it written as a text.
    fn number(&self, column: &str) -> Option<f64> {
        let cell = self.cell(column)?;
        cell.number().or_else(|| cell.to_string().parse().ok())
    }

    /// The quarters of a zi in a cell.
    fn quarters(&self, column: &str) -> Option<i64> {
        match self.cell(column)? {
            Cell::Zi(zi) => Some(zi.quarters().into()),
            _ => None,
        }
    }

    fn text(&self, column: &str) -> String {
        self.cell(column).map(ToString::to_string).unwrap_or_default()
    }
}

fn words<const N: usize>(lang: Lang, pairs: [(&str, &str); N]) -> Vec<String> {
    pairs.iter().map(|(english, chinese)| lang.of(english, chinese).to_owned()).collect()
}

fn whole(count: u64) -> String {
    HumanCount(count).to_string()
}

fn by_year(lang: Lang, tables: &[Table]) -> Option<Draft> {
    /// More years than this are drawn in periods.
    const MOST_BARS: i64 = 60;
    /// The earliest games, up to one in so many, are not drawn.
    const THIN_TAIL: u64 = 100;
    let mut years: BTreeMap<i64, u64> = BTreeMap::new();
    let mut undated = 0;
    for row in View::of(tables, "by_year")?.rows() {
        match row.text("year").parse() {
            Ok(year) => *years.entry(year).or_default() += row.count("games"),
            Err(_) => undated += row.count("games"),
        }
    }
    let (first, last) = (*years.first_key_value()?.0, *years.last_key_value()?.0);
    let dated: u64 = years.values().sum();
    // A few old games must not squeeze all others together.
    let mut before = 0;
    let drawn_from = years.iter().find(|&(_, games)| {
        before += games;
        before * THIN_TAIL > dated
    });
    let from = *drawn_from?.0;
    let step = [1, 2, 5, 10, 20, 50, 100, 1000].into_iter().find(|step| (last - from) / step < MOST_BARS)?;
    let from = from - from.rem_euclid(step);
    let earlier: u64 = years.range(..from).map(|(_, games)| games).sum();
    let periods = from.div_euclid(step)..=last.div_euclid(step);
    let games = |period: i64| -> u64 { years.range(period * step..(period + 1) * step).map(|(_, games)| games).sum() };
    let values: Vec<u64> = periods.clone().map(games).collect();
    Some(Draft {
        id: "years",
        title: lang.of("Games by year", "各年对局数").to_owned(),
        caption: match lang {
            Lang::English => format!(
                "{} games are dated, from {first} to {last}; {} are not. Not drawn are {} before {from}.",
                whole(dated),
                whole(undated),
                whole(earlier)
            ),
            Lang::Chinese => format!(
                "{}局有日期，自{first}年至{last}年；{}局没有。{from}年之前的{}局未画出。",
                whole(dated),
                whole(undated),
                whole(earlier)
            ),
        },
        chart: Chart {
            labels: thinned(periods.clone().map(|period| (period * step).to_string()), MOST_LABELS),
            values: values.iter().map(|&games| games as f64).collect(),
            across: lang.of("year", "年份").to_owned(),
            up: lang.of("games", "局数").to_owned(),
            ..Chart::default()
        },
        header: words(lang, [("year", "年份"), ("games", "局数")]),
        rows: years.iter().rev().map(|(year, &games)| vec![year.to_string(), whole(games)]).collect(),
    })
}

/// An amount of zi as a decimal number.
fn zi(quarters: i64) -> String {
    i32::try_from(quarters).map_or_else(|_| "…".to_owned(), |q| crate::record::Zi::from_quarters(q).zi().to_string())
}

fn by_komi(lang: Lang, tables: &[Table]) -> Option<Draft> {
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
    let shares: Vec<(f64, (f64, f64))> = kept
        .iter()
        .map(|&(_, [black, white])| {
            let (low, high) = wilson(black, black + white).unwrap_or((0.0, 1.0));
            (100.0 * black as f64 / (black + white) as f64, (100.0 * low, 100.0 * high))
        })
        .collect();
    let row = |(&(komi, [black, white]), &(share, (low, high))): (&(i64, [u64; 2]), &(f64, (f64, f64)))| {
        vec![zi(komi), whole(black + white), whole(black), format!("{share:.1}"), format!("{low:.1}–{high:.1}")]
    };
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
            labels: kept.iter().map(|&(komi, _)| zi(komi)).collect(),
            values: shares.iter().map(|&(share, _)| share).collect(),
            intervals: shares.iter().map(|&(_, ends)| ends).collect(),
            across: lang.of("komi (zi)", "贴子（子）").to_owned(),
            up: lang.of("Black wins (%)", "黑胜（%）").to_owned(),
            level: Some(50.0),
            floor: (shares.iter().map(|&(_, (low, _))| low).fold(50.0, f64::min) / 10.0 - 0.5).floor().max(0.0) * 10.0,
            ..Chart::default()
        },
        header: words(
            lang,
            [("komi (zi)", "贴子（子）"), ("games", "局数"), ("Black won", "黑胜"), ("%", "%"), ("95 % interval", "95%区间")],
        ),
        rows: kept.iter().zip(&shares).map(row).collect(),
    })
}

fn margins(lang: Lang, tables: &[Table]) -> Option<Draft> {
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
                "Recorded margins of {} even games before komi, in zi: right of the line at 3¾ Black wins under 3¾ zi, which \
                 {share:.1} % do. {} lie beyond {REACH} zi.",
                whole(games),
                whole(outside)
            ),
            Lang::Chinese => format!(
                "{}局分先棋所记录的胜负差，还原为未贴子时的黑方领先（子）：在3¾子线右侧者按贴3¾子为黑胜，占{share:.1}%。\
                 另有{}局超出±{REACH}子。",
                whole(games),
                whole(outside)
            ),
        },
        chart: Chart {
            labels: range.clone().map(|zi| if zi % 5 == 0 { zi.to_string() } else { String::new() }).collect(),
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

fn shifts(lang: Lang, tables: &[Table]) -> Option<Draft> {
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
                "Counted even games by recorded komi: the share whose winner is another under 3¾ zi, by area both times; \
                 {changed} of {games} in all. Komi of fewer than {FEWEST} games are not drawn."
            ),
            Lang::Chinese => {
                format!(
                    "已数子的分先棋，按记录的贴子分组：改贴3¾子后（均按数子法）胜方改变的比例；共{games}局中的{changed}局。不足{FEWEST}局的贴子未画出。"
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

fn lengths(lang: Lang, tables: &[Table]) -> Option<Draft> {
    /// Turns in a bar, and bars.
    const WIDTH: u64 = 20;
    const BARS: usize = 20;
    let mut bars = vec![0; BARS];
    let mut longer = 0;
    for row in View::of(tables, "by_length")?.rows() {
        match bars.get_mut((row.count("from_moves") / WIDTH) as usize) {
            Some(bar) => *bar += row.count("games"),
            None => longer += row.count("games"),
        }
    }
    let games: u64 = bars.iter().sum::<u64>() + longer;
    if games == 0 {
        return None;
    }
    let from = |at: usize| at as u64 * WIDTH;
    Some(Draft {
        id: "lengths",
        title: lang.of("Length of games", "对局手数").to_owned(),
        caption: match lang {
            Lang::English => format!(
                "Moves on the main line, passes included, in steps of {WIDTH}, of {} games; {} are longer than the chart.",
                whole(games),
                whole(longer)
            ),
            Lang::Chinese => {
                format!("{}局主线手数（含虚着），每{WIDTH}手一组；另有{}局超出图中范围。", whole(games), whole(longer))
            }
        },
        chart: Chart {
            labels: (0..BARS).map(|at| if at % 5 == 0 { from(at).to_string() } else { String::new() }).collect(),
            values: bars.iter().map(|&games| games as f64).collect(),
            across: lang.of("moves", "手数").to_owned(),
            up: lang.of("games", "局数").to_owned(),
            ..Chart::default()
        },
        header: words(lang, [("moves", "手数"), ("games", "局数")]),
        rows: bars
            .iter()
            .enumerate()
            .map(|(at, &games)| vec![format!("{}–{}", from(at), from(at + 1) - 1), whole(games)])
            .collect(),
    })
}

fn sources(lang: Lang, tables: &[Table]) -> Option<Draft> {
    const MOST_SOURCES: usize = 10;
    let rows: Vec<Row<'_>> = View::of(tables, "by_finding")?
        .rows()
        .filter(|row| row.text("belongs") == "game" && row.text("severity") != "note")
        .collect();
    // Games by kind of error, and all games, by source.
    let mut sums: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for row in View::of(tables, "by_source")?.rows() {
        sums.entry(row.text("source")).or_default().1 += row.count("games");
    }
    for row in rows.iter().filter(|row| row.text("severity") == "error") {
        sums.entry(row.text("source")).or_default().0 += row.count("games");
    }
    let mut kept: Vec<(String, (u64, u64))> = sums.into_iter().filter(|(_, (_, games))| *games > 0).collect();
    kept.sort_by_key(|(name, (_, games))| (std::cmp::Reverse(*games), name.clone()));
    kept.truncate(MOST_SOURCES);
    if kept.is_empty() {
        return None;
    }
    let name = |source: &str| match source {
        "" => lang.of("unknown", "不明").to_owned(),
        source => source.to_owned(),
    };
    let mut table: Vec<(u64, Vec<String>)> = rows
        .iter()
        .map(|row| {
            let mut cells = vec![row.text("name"), row.text("severity"), name(&row.text("source"))];
            cells.extend(["findings", "games"].map(|column| whole(row.count(column))));
            cells.push(row.text("findings_per_1000"));
            (row.count("findings"), cells)
        })
        .collect();
    table.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    Some(Draft {
        id: "sources",
        title: lang.of("Errors by source", "各来源的错误").to_owned(),
        caption: lang
            .of(
                "Games with an error for a thousand of each source; a game with errors of two kinds counts twice. The numbers below hold warnings too.",
                "各来源每千局中有错误的局数；一局有两种错误则计两次。下表另含警告。",
            )
            .to_owned(),
        chart: Chart {
            labels: kept.iter().map(|(source, _)| name(source)).collect(),
            values: kept.iter().map(|&(_, (found, games))| 1000.0 * found as f64 / games as f64).collect(),
            across: lang.of("source", "来源").to_owned(),
            up: lang.of("per 1,000 games", "每千局").to_owned(),
            ..Chart::default()
        },
        header: words(
            lang,
            [
                ("finding", "发现"),
                ("severity", "级别"),
                ("source", "来源"),
                ("findings", "次数"),
                ("games", "局数"),
                ("per 1,000 games", "每千局"),
            ],
        ),
        rows: table.into_iter().map(|(_, cells)| cells).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Zi;
    use crate::stats::Column;

    fn table(name: &'static str, columns: &[&'static str], rows: Vec<Vec<Cell>>) -> Table {
        let columns = columns.iter().map(|&column| Column::new(column, "", "")).collect();
        Table { name: name.into(), row: "".into(), columns, rows }
    }

    fn count(number: u64) -> Cell {
        Cell::Count(number)
    }

    #[test]
    fn a_few_old_games_do_not_squeeze_the_others() {
        let year = |year: &str, games| vec![Cell::text(year), count(games)];
        let rows = vec![year("", 7), year("1600", 2), year("2015", 500), year("2017", 498)];
        let draft = by_year(Lang::English, &[table("by_year", &["year", "games"], rows)]).unwrap();
        assert_eq!(draft.chart.values, [500.0, 0.0, 498.0]);
        assert_eq!(draft.chart.labels, ["2015", "2016", "2017"]);
        assert_eq!(draft.caption, "1,000 games are dated, from 1600 to 2017; 7 are not. Not drawn are 2 before 2015.");
        assert_eq!(draft.rows, [["2017", "498"], ["2015", "500"], ["1600", "2"]]);
    }

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
        assert!(draft.caption.contains("6 even games") && draft.caption.contains("50.0 %"), "{}", draft.caption);
        assert!(draft.caption.contains("1 lie beyond"), "{}", draft.caption);
    }

    #[test]
    fn nothing_to_show_is_no_figure() {
        assert!(all(Lang::English, &[]).unwrap().is_empty());
    }
}
