//! `sgfkit stats`.

use super::args::{OutputArgs, StatsArgs};
use super::choices::FailOn;
use super::{Done, Failure, merge, rescore, say, summary};
use sgfkit::archive::display_name;
use sgfkit::filter::{self, Filter};
use sgfkit::finding::{Code, Finding, Severity};
use sgfkit::report::cells::{Cells, index};
use sgfkit::report::columns::{FINDINGS, GAMES};
use sgfkit::report::earlier::{self, Item};
use sgfkit::report::folder::Folder;
use sgfkit::report::tally::{Judged, Tally};
use sgfkit::stats::{Facts, FindingFact, Settings, Stats};
use std::path::Path;
use std::time::{Instant, SystemTime};

/// Options that bear on the tables of an earlier run, or do no harm; all others are for reading records.
const FOR_TABLES: [&str; 11] = [
    "by",
    "komi-shift",
    "opening-depth",
    "where",
    "jobs",
    "out",
    "fail-on",
    "csv-bom",
    "csv-guard",
    "progress",
    "quiet",
];

pub(super) fn run(args: &StatsArgs, given: &[String]) -> Result<Done, Failure> {
    let Some(out) = &args.counting.output.out else {
        return Err("stats writes tables: say where with --out DIR".into());
    };
    let settings = settings(args)?;
    let paths = &args.counting.input.paths;
    let earlier = paths.iter().filter(|path| earlier::is_earlier_run(path)).count();
    if earlier == 0 {
        return rescore::count("stats", &args.counting, Some(settings), None);
    }
    let only = earlier == paths.len() && args.counting.input.files_from.is_none();
    if !only {
        return Err("folders of earlier runs and records cannot be counted together: a game might count twice".into());
    }
    if let Some(option) = given.iter().find(|option| !FOR_TABLES.contains(&option.as_str())) {
        return Err(format!(
            "--{option} is for reading records, and the tables of an earlier run are read here: leave it out, or give the records"
        )
        .into());
    }
    let same = |path: &Path| matches!((path.canonicalize(), out.canonicalize()), (Ok(one), Ok(other)) if one == other);
    if paths.iter().any(|path| same(path)) {
        let name = display_name(out);
        return Err(format!("{name} is read and cannot be written: give another folder with --out").into());
    }
    if paths.len() > 1
        && let Some((one, other)) = merge::overlapping(paths)?
    {
        let [one, other] = [one, other].map(|at| display_name(&paths[at]));
        let how = "its games would count twice; name one of them";
        return Err(format!("{one} and {other} are runs over the same records: {how}").into());
    }
    again(args, out, &settings)
}

pub(super) fn settings(args: &StatsArgs) -> Result<Settings, Failure> {
    let mut by = Vec::new();
    for keys in &args.by {
        let mut columns = Vec::new();
        for key in keys.split(',').map(str::trim) {
            match key {
                "size" => columns.extend([filter::column("width")?, filter::column("height")?]),
                key => columns.push(filter::column(key)?),
            }
        }
        by.push(columns);
    }
    let mut komi_shift = Settings::SHIFTS.to_vec();
    komi_shift.extend(&args.komi_shift);
    komi_shift.sort();
    komi_shift.dedup();
    Ok(Settings { by, komi_shift, opening_depth: args.opening_depth })
}

/// Makes the tables from those of earlier runs.
fn again(args: &StatsArgs, out: &Path, settings: &Settings) -> Result<Done, Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let (input, output) = (&args.counting.input, &args.counting.output);
    let filter = Filter::parse(&input.filter)?;
    let folder = Folder::create(out)?;
    let mut stats = Stats::new(settings);
    let mut total = Tally::default();
    let mut file = String::new();
    for path in &input.paths {
        earlier::read(path, |item| match item {
            Item::Game { game, score, findings } => {
                if game.get(index(&GAMES, "file")) != file {
                    file = game.get(index(&GAMES, "file")).to_owned();
                    total.files += 1;
                }
                if !filter.admits(game) {
                    total.left_out += 1;
                    return;
                }
                tally(&mut total, game, score, findings);
                let findings: Vec<FindingFact<'_>> = findings.iter().map(finding_fact).collect();
                stats.add(&Facts { game, score, findings: &findings });
            }
            Item::Outside(finding) => {
                total.add(finding_of(finding).iter(), false);
                stats.add_outside(&finding_fact(finding));
            }
        })?;
        file.clear();
    }
    write_tables(&folder, &stats, output)?;
    let run = summary::Run {
        command: "stats",
        started,
        seconds: clock.elapsed().as_secs_f64(),
        output,
        input,
        settings: "",
        total: &total,
    };
    summary::write(&folder, &run)?;
    if !output.quiet {
        say(&summary::text(&run));
    }
    Ok(output.verdict(total.worst(), FailOn::Error))
}

fn finding_fact(row: &Cells) -> FindingFact<'_> {
    FindingFact {
        code: row.get(index(&FINDINGS, "code")),
        name: row.get(index(&FINDINGS, "name")),
        severity: row.get(index(&FINDINGS, "severity")),
    }
}

/// The finding of a row, as far as totals need it; `None` where this version knows no such finding.
fn finding_of(row: &Cells) -> Option<Finding> {
    let code = Code::find(row.get(index(&FINDINGS, "code")))?;
    let severity = row.get(index(&FINDINGS, "severity"));
    let severity = Severity::ALL.into_iter().find(|known| known.name() == severity)?;
    let following = row.get(index(&FINDINGS, "following")) == "true";
    Some(Finding::new(code, 0, "").with_severity(severity).following(following))
}

/// Adds a row of each table to the totals.
fn tally(total: &mut Tally, game: &Cells, score: Option<&Cells>, findings: &[Cells]) {
    total.games += 1;
    total.moves += game.get(index(&GAMES, "moves")).parse().unwrap_or(0);
    total.illegal_games += u64::from(!game.get(index(&GAMES, "first_illegal")).is_empty());
    let findings: Vec<Finding> = findings.iter().filter_map(finding_of).collect();
    total.add(findings.iter(), true);
    if let Some(score) = score {
        total.count(Judged::of_row(score));
    }
}

/// Writes the finished tables, each into its file.
pub(super) fn write_tables(folder: &Folder, stats: &Stats, output: &OutputArgs) -> Result<(), Failure> {
    for table in stats.tables() {
        let mut pending = folder.start(format!("{}.csv", table.name))?;
        let mark = if output.csv_bom { "\u{feff}" } else { "" };
        folder.write(&mut pending, mark.as_bytes())?;
        folder.write(&mut pending, &table.to_csv(output.csv_guard))?;
        folder.finish(pending)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_options_for_tables_are_options() {
        let program = Cli::command();
        let stats = program.find_subcommand("stats").unwrap();
        for name in FOR_TABLES {
            assert!(stats.get_arguments().any(|option| option.get_long() == Some(name)), "{name}");
        }
    }
}
