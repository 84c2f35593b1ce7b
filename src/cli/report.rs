//! `sgfkit report`.

use super::args::ReportArgs;
use super::session::Counting;
use super::{Done, Failure, rescore, stats, summary};
use sgfkit::archive;
use sgfkit::page::{Flagger, Flags, Page};
use sgfkit::record::RulesChoice;
use sgfkit::report::earlier;
use sgfkit::report::folder::Folder;
use sgfkit::rescore::KomiChoice;
use sgfkit::stats::Stats;

/// The file with the page.
const PAGE: &str = "report.html";

pub(super) fn run(args: &ReportArgs) -> Result<Done, Failure> {
    let counting = &args.stats.counting;
    if counting.output.out.is_none() {
        return Err("report writes a page and tables: say where with --out DIR".into());
    }
    if let Some(path) = counting.input.paths.iter().find(|path| earlier::is_earlier_run(path)) {
        let name = archive::display_name(path);
        return Err(
            format!("{name} is the folder of an earlier run: boards are drawn from records, so name these").into()
        );
    }
    let settings = stats::settings(&args.stats)?;
    rescore::count("report", counting, Some(settings), Some(Flagger::new(args.lang.into())))
}

/// Writes the page of a run.
pub(super) fn write_page(
    folder: &Folder,
    counting: &Counting,
    flagger: &Flagger,
    flags: &Flags,
    stats: &Stats,
    run: &summary::Run<'_>,
) -> Result<(), Failure> {
    let paths: Vec<String> = run.input.paths.iter().map(|path| archive::display_name(path)).collect();
    let komi = match counting.settings.komi {
        KomiChoice::Fixed(komi) if counting.settings.rules != RulesChoice::Ancient => Some(komi),
        _ => None,
    };
    let tables = stats.tables();
    let page = Page { lang: flagger.lang(), paths: &paths, tally: run.total, tables: &tables, flags, komi };
    let mut pending = folder.start(PAGE)?;
    folder.write(&mut pending, page.html()?.as_bytes())?;
    folder.finish(pending)?;
    Ok(())
}
