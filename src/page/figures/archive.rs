//! What the archive holds: years, lengths, and errors by source.

use super::MOST_LABELS;
use super::{Draft, Row, View, unless_none, whole, words};
use crate::page::Lang;
use crate::page::chart::{Chart, thinned};
use crate::stats::Table;
use std::collections::BTreeMap;

pub(super) fn by_year(lang: Lang, tables: &[Table]) -> Option<Draft> {
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
                "{} games are dated, from {first} to {last}{}.{}",
                whole(dated),
                unless_none(undated, format!("; {} are not", whole(undated))),
                unless_none(earlier, format!(" Not drawn are {} before {from}.", whole(earlier)))
            ),
            Lang::Chinese => format!(
                "{}局有日期，自{first}年至{last}年{}。{}",
                whole(dated),
                unless_none(undated, format!("；{}局没有", whole(undated))),
                unless_none(earlier, format!("{from}年之前的{}局未画出。", whole(earlier)))
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

pub(super) fn lengths(lang: Lang, tables: &[Table]) -> Option<Draft> {
    /// Turns in a bar, and bars.
    const WIDTH: u64 = 20;
    const BARS: usize = 20;
    let mut bars = [0; BARS];
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
                "Moves on the main line, passes included, in steps of {WIDTH}, of {} games{}.",
                whole(games),
                unless_none(longer, format!("; {} are longer than the chart", whole(longer)))
            ),
            Lang::Chinese => {
                let longer = unless_none(longer, format!("；另有{}局超出图中范围", whole(longer)));
                format!("{}局主线手数（含虚着），每{WIDTH}手一组{longer}。", whole(games))
            }
        },
        chart: Chart {
            labels: (0..=BARS).map(|at| if at % 5 == 0 { from(at).to_string() } else { String::new() }).collect(),
            edges: true,
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

pub(super) fn sources(lang: Lang, tables: &[Table]) -> Option<Draft> {
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
    let out = kept.len().saturating_sub(MOST_SOURCES) as u64;
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
        caption: match lang {
            Lang::English => format!(
                "Games with an error among a thousand of each source; a game with errors of two kinds counts twice.{} The \
                 numbers below are of findings, which a game may have many of, and hold warnings too.",
                unless_none(
                    out,
                    format!(" Drawn are the {MOST_SOURCES} sources with the most games; {out} have fewer.")
                )
            ),
            Lang::Chinese => format!(
                "各来源每千局中有错误的局数；一局有两种错误则计两次。{}下表按发现的次数（一局可有多次）统计，另含警告。",
                unless_none(out, format!("只画出局数最多的{MOST_SOURCES}个来源，其余{out}个局数较少。"))
            ),
        },
        chart: Chart {
            labels: kept.iter().map(|(source, _)| name(source)).collect(),
            values: kept.iter().map(|&(_, (found, games))| 1000.0 * found as f64 / games as f64).collect(),
            across: lang.of("source", "来源").to_owned(),
            up: lang.of("games with an error per 1,000", "每千局中有错局数").to_owned(),
            ..Chart::default()
        },
        header: words(
            lang,
            [
                ("finding", "发现"),
                ("severity", "级别"),
                ("source", "来源"),
                ("findings", "次数"),
                ("games with it", "涉及局数"),
                ("findings per 1,000 games", "每千局次数"),
            ],
        ),
        rows: table.into_iter().map(|(_, cells)| cells).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::figures::tests::{count, table};
    use crate::stats::Cell;

    #[test]
    fn a_few_old_games_do_not_squeeze_the_others() {
        let year = |year: &str, games| vec![Cell::text(year), count(games)];
        let rows = vec![year("", 7), year("1600", 2), year("2015", 500), year("2017", 498)];
        let draft = by_year(Lang::English, &[table("by_year", &["year", "games"], rows)]).unwrap();
        assert_eq!(draft.chart.values, [500.0, 0.0, 498.0]);
        assert_eq!(draft.chart.labels, ["2015", "2016", "2017"]);
        assert_eq!(draft.caption, "1,000 games are dated, from 1600 to 2017; 7 are not. Not drawn are 2 before 2015.");
        assert_eq!(draft.rows, [["2017", "498"], ["2015", "500"], ["1600", "2"]]);
        let draft = by_year(Lang::English, &[table("by_year", &["year", "games"], vec![year("2015", 500)])]).unwrap();
        assert_eq!(draft.caption, "500 games are dated, from 2015 to 2015.");
    }
}
