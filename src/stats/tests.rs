//! The tables as a whole: what they say of a few games, and that parts merge.

use super::*;
use crate::report::cells::Cells;
use crate::report::columns::SCORES;
use proptest::prelude::*;

/// A row of a table from the cells that are not empty.
fn cells(columns: impl Iterator<Item = &'static str>, given: &[(&str, &str)]) -> Cells {
    let mut cells = Cells::default();
    let of = |name: &str| given.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| *value);
    cells.set(columns.map(of));
    cells
}

fn game(given: &[(&str, &str)]) -> Cells {
    cells(GAMES.columns.iter().map(|column| column.name), given)
}

fn score(given: &[(&str, &str)]) -> Cells {
    cells(SCORES.columns.iter().map(|column| column.name), given)
}

/// The statistics of games without findings.
fn of(games: &[(Cells, Option<Cells>)]) -> Stats {
    let mut stats = Stats::new(&Settings::default());
    for (game, score) in games {
        stats.add(&Facts { game, score: score.as_ref(), findings: &[] });
    }
    stats
}

/// A table as lines of CSV without the header; of the columns, these.
fn lines(stats: &Stats, name: &str, columns: &[&str]) -> Vec<String> {
    let table = stats.tables().into_iter().find(|table| table.name == name).expect("the table");
    let at: Vec<usize> = columns.iter().map(|name| table.column(name).expect("the column")).collect();
    let line = |row: &Vec<Cell>| at.iter().map(|&at| row[at].to_string()).collect::<Vec<_>>().join(",");
    table.rows.iter().map(line).collect()
}

#[test]
fn every_table_has_a_name_and_full_rows() {
    let given = [("year", "2016"), ("opening", "pddp"), ("width", "19"), ("height", "19"), ("winner", "B")];
    let counted = score(&[("status", "counted"), ("black_zi", "185"), ("white_zi", "176")]);
    let stats = of(&[(game(&given), Some(counted))]);
    let tables = stats.tables();
    let mut names: Vec<_> = tables.iter().map(|table| table.name.clone()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), tables.len());
    assert!(names.iter().all(|name| !["games", "findings", "scores"].contains(&name.as_ref())));
    for table in &tables {
        let mut columns: Vec<_> = table.columns.iter().map(|column| &column.name).collect();
        columns.sort();
        columns.dedup();
        assert_eq!(columns.len(), table.columns.len(), "{}", table.name);
        // Whose results they are.
        assert!(table.row.contains("games"), "{}", table.name);
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
        assert!(table.columns.iter().all(|column| !column.unit.is_empty() && !column.meaning.is_empty()));
        // The game has no margin and no finding.
        assert_eq!(table.rows.is_empty(), ["parity", "by_finding"].contains(&table.name.as_ref()), "{}", table.name);
    }
}

/// Fox and some converters write 0 for a komi that they do not know; in a handicap game it is none.
#[test]
fn a_komi_of_0_that_means_unknown_is_unknown() {
    let read = |source, ruleset, named, stones, komi| {
        let given = [
            ("source", source),
            ("ruleset", ruleset),
            ("handicap", named),
            ("handicap_stones", stones),
            ("komi", komi),
            ("komi_points", "0"),
            ("winner", "B"),
        ];
        lines(&of(&[(game(&given), None)]), "by_margin", &["komi_zi"]).swap_remove(0)
    };
    let komi = |source, ruleset, stones| read(source, ruleset, "", stones, "0");
    assert_eq!(komi("fox", "japanese", "0"), "");
    assert_eq!(komi("fox", "japanese", "2"), "0");
    assert_eq!(komi("fox", "chinese", "0"), "0");
    assert_eq!(komi("gnugo", "", "0"), "");
    assert_eq!(komi("kgs", "japanese", "0"), "0");
    // HA alone is a handicap where no stones are to be seen, as for `rescore`; HA 0 is none.
    assert_eq!(read("gnugo", "", "2", "0", "0"), "0");
    assert_eq!(read("fox", "japanese", "3", "0", "0"), "0");
    assert_eq!(read("gnugo", "", "0", "0", "0"), "");
    // There is no KM: the komi is from KO.
    assert_eq!(read("gnugo", "", "", "0", ""), "0");
}

#[test]
fn games_without_a_result_are_counted_apart() {
    let winners = ["B", "B", "W", "draw", "void", ""];
    let stats = of(&winners.map(|winner| (game(&[("winner", winner)]), None)));
    let columns = ["games", "black_wins", "white_wins", "draws", "void", "no_result", "decided", "black_percent"];
    assert_eq!(lines(&stats, "by_year", &columns), ["6,2,1,1,1,1,3,66.67"]);
}

#[test]
fn parity_of_recorded_margins() {
    let margin = |komi, winner, margin, size, stones| {
        let given = [
            ("source", "fox"),
            ("komi_points", komi),
            ("winner", winner),
            ("margin_points", margin),
            ("width", size),
            ("height", size),
            ("handicap_stones", stones),
        ];
        (game(&given), None)
    };
    let check = |games: &[(Cells, Option<Cells>)], expected: &str| {
        let columns = ["margins", "odd", "even", "fractional", "odd_percent", "left_out"];
        assert_eq!(lines(&of(games), "parity", &columns), [expected]);
    };
    // 185 to 176 is nine points; 7.5 of them are komi.
    check(&[margin("7.5", "B", "1.5", "19", "0")], "1,1,0,0,100.00,0");
    check(&[margin("7.5", "W", "0.5", "19", "0")], "1,1,0,0,100.00,0");
    check(&[margin("6.5", "W", "0.5", "19", "0")], "1,0,1,0,0.00,0");
    check(&[margin("6.5", "B", "1", "19", "0")], "1,0,0,1,,0");
    check(&[margin("0", "draw", "0", "19", "0")], "1,0,1,0,0.00,0");
    // Neither margin nor komi nor board tells anything there.
    check(&[margin("", "B", "1.5", "19", "0"), margin("7.5", "B", "1.5", "18", "0")], "0,0,0,0,,2");
    check(&[margin("0.5", "B", "1.5", "19", "2"), margin("7.5", "B", "1.5", "19", "1")], "1,1,0,0,100.00,1");
}

#[test]
fn other_komi_change_the_winner() {
    let counted = |black: &str, white: &str, komi: &str, stones: &str| {
        let score = score(&[("status", "counted"), ("black_zi", black), ("white_zi", white)]);
        (game(&[("komi_points", komi), ("handicap_stones", stones)]), Some(score))
    };
    let stats = of(&[
        // Leads of 3½ zi twice, of 2½ and of 4½ zi; a handicap game; one that is not counted.
        counted("184", "177", "5.5", "0"),
        counted("184", "177", "", "0"),
        counted("183", "178", "5.5", "0"),
        counted("185", "176", "6.5", "0"),
        counted("200", "161", "0", "4"),
        (game(&[]), Some(score(&[("status", "not-counted")]))),
    ]);
    let columns = ["komi_zi", "games", "black_wins", "white_wins", "changed", "handicap_games", "not_counted"];
    assert_eq!(lines(&stats, "komi_shift", &columns), ["2.75,4,3,1,2,1,1", "3.25,4,3,1,2,1,1", "3.75,4,1,3,0,1,1"]);
    let columns = ["recorded_komi_zi", "komi_zi", "games", "changed", "to_white"];
    let expected = [",2.75,1,,", ",3.25,1,,", ",3.75,1,,", "2.75,2.75,2,0,0", "2.75,3.25,2,0,0", "2.75,3.75,2,1,1"];
    assert_eq!(lines(&stats, "komi_shift_by_komi", &columns)[..6], expected);
}

#[test]
fn what_if_the_komi_were() {
    let won = |winner, kind, margin| {
        let given = [("komi_points", "5.5"), ("year", "1987"), ("winner", winner), ("result_kind", kind)];
        (game(&[&given[..], &[("margin_points", margin)]].concat()), None)
    };
    let stats =
        of(&[won("B", "points", "0.5"), won("B", "resign", ""), won("W", "points", "0.5"), won("B", "zi", "4")]);
    let columns = ["komi_zi", "from_year", "to_year", "black_percent", "black_if_3.25", "white_if_3.25"];
    assert_eq!(lines(&stats, "komi_by_period", &columns), ["2.75,1985,1989,75.00,2,2"]);
    let columns = ["result", "margin_zi", "black_wins", "white_wins"];
    let expected = ["all,,3,1", "margin,0.25,1,1", "margin,2,1,0", "resign,,1,0"];
    assert_eq!(lines(&stats, "by_margin", &columns), expected);
}

#[test]
fn players_under_both_colours() {
    let play = |black, white, winner, rank, year| {
        let names = [("black", black), ("white", white), ("winner", winner)];
        (game(&[&names[..], &[("black_rank", rank), ("white_rank", "P9段"), ("year", year)]].concat()), None)
    };
    let stats =
        of(&[play("A", "B", "B", "3d", "2001"), play("B", "A", "B", "9段", "1999"), play("A", "A", "", "5k", "")]);
    let columns = ["player", "games", "black_wins", "white_losses", "no_result", "lowest_rank", "highest_rank"];
    assert_eq!(lines(&stats, "by_player", &columns), ["A,4,1,1,2,5k,9p", "B,2,1,1,0,9d,9p"]);
    assert_eq!(lines(&stats, "by_player", &["first_year", "last_year"]), ["1999,2001", "1999,2001"]);
}

#[test]
fn findings_by_source() {
    let fact = |code| FindingFact { code, name: "name", severity: "note" };
    let mut stats = Stats::new(&Settings::default());
    for findings in [&[fact("R1"), fact("R2"), fact("R1")][..], &[fact("R1")], &[], &[]] {
        stats.add(&Facts { game: &game(&[("source", "kgs")]), score: None, findings });
    }
    stats.add_outside(&fact("R2"));
    let columns = ["code", "belongs", "source", "findings", "games", "games_of_source", "findings_per_1000"];
    let expected = ["R1,game,kgs,3,2,4,750.00", "R2,file,,1,0,,", "R2,game,kgs,1,1,4,250.00"];
    assert_eq!(lines(&stats, "by_finding", &columns), expected);
}

#[test]
fn a_table_is_not_made_twice() {
    let year = index(&GAMES, "year");
    let by = vec![vec![year], vec![year, index(&GAMES, "source")], vec![year, index(&GAMES, "source")]];
    let more = Stats::new(&Settings { by, ..Settings::default() }).tables();
    let usual = Stats::new(&Settings::default()).tables();
    assert_eq!(more.len(), usual.len() + 1);
    assert!(more.iter().any(|table| table.name == "by_year_source"));
}

/// Games whose cells take few values each, so that many keys meet.
fn any_game() -> impl Strategy<Value = (Cells, Option<Cells>, u8)> {
    let pick = |values: &'static [&'static str]| prop::sample::select(values);
    let header = (
        pick(&["", "2001", "2016"]),
        pick(&["", "fox", "kgs"]),
        pick(&["B", "W", "draw", "void", ""]),
        pick(&["", "0", "6.5", "7.5"]),
        pick(&["", "0.5", "12"]),
        pick(&["points", "resign", "zi", "unknown"]),
    );
    let players = (pick(&["A", "B"]), pick(&["B", "C", ""]), pick(&["", "9d", "18k", "P3"]), pick(&["1d", "?"]));
    let board = (
        pick(&["0", "2"]),
        pick(&["", "pddp", "dppd", "--pp"]),
        pick(&["0", "3"]),
        pick(&["0", "44"]),
        pick(&["180", "185.5"]),
        0u8..4,
    );
    let counted = prop::option::of(any::<bool>());
    (header, players, board, counted).prop_map(|(header, players, board, counted)| {
        let (year, source, winner, komi, margin, kind) = header;
        let (black, white, black_rank, white_rank) = players;
        let (stones, opening, kos, longest, zi, findings) = board;
        let given = [
            ("year", year),
            ("source", source),
            ("winner", winner),
            ("komi_points", komi),
            ("margin_points", margin),
            ("result_kind", kind),
            ("black", black),
            ("white", white),
            ("black_rank", black_rank),
            ("white_rank", white_rank),
            ("handicap_stones", stones),
            ("opening", opening),
            ("kos", kos),
            ("longest_ko", longest),
            ("moves", longest),
            ("width", "19"),
            ("height", "19"),
        ];
        let status = |counted| if counted { "counted" } else { "not-counted" };
        let score = counted.map(|counted| score(&[("status", status(counted)), ("black_zi", zi), ("white_zi", "176")]));
        (game(&given), score, findings)
    })
}

fn sum<'a>(games: impl Iterator<Item = &'a (Cells, Option<Cells>, u8)>) -> Stats {
    let by = vec![vec![index(&GAMES, "year"), index(&GAMES, "source")]];
    let mut stats = Stats::new(&Settings { by, ..Settings::default() });
    for (game, score, findings) in games {
        let fact = FindingFact { code: "R1", name: "name", severity: "note" };
        let findings = vec![fact; usize::from(*findings)];
        stats.add(&Facts { game, score: score.as_ref(), findings: &findings });
        if findings.len() == 3 {
            stats.add_outside(&fact);
        }
    }
    stats
}

proptest! {
    #[test]
    fn parts_merge_in_any_grouping_and_order(games in prop::collection::vec(any_game(), 0..30), at: [prop::sample::Index; 2]) {
        let mut cuts = at.map(|cut| cut.index(games.len() + 1));
        cuts.sort_unstable();
        let parts = [&games[..cuts[0]], &games[cuts[0]..cuts[1]], &games[cuts[1]..]].map(|part| sum(part.iter()));
        let [a, b, c] = &parts;
        let merged = |stats: [&Stats; 3]| {
            let mut sum = stats[0].clone();
            sum.merge(stats[1]);
            sum.merge(stats[2]);
            sum.tables()
        };
        let mut right = b.clone();
        right.merge(c);
        let mut grouped = a.clone();
        grouped.merge(&right);
        let whole = sum(games.iter()).tables();
        prop_assert_eq!(&merged([a, b, c]), &whole);
        prop_assert_eq!(&merged([c, a, b]), &whole);
        prop_assert_eq!(&grouped.tables(), &whole);
        prop_assert_eq!(&sum(games.iter().rev()).tables(), &whole);
    }
}
