//! `sgfkit fix`.

use super::args::FixArgs;
use super::choices::FailOn;
use super::progress::Progress;
use super::session::{self, INTERRUPTED};
use super::sink::begin;
use super::tables::{self, Whole};
use super::worker::View;
use super::{Done, Failure, say, summary};
use indicatif::HumanCount;
use sgfkit::archive::{self, display_name};
use sgfkit::audit::{Audited, Auditor, Found, Options};
use sgfkit::count::Verdict;
use sgfkit::filter::Filter;
use sgfkit::finding::{Finding, Selection};
use sgfkit::fix::{self, Change};
use sgfkit::record::Branches;
use sgfkit::report::columns::CHANGES;
use sgfkit::report::folder::{Folder, Pending};
use sgfkit::report::rows::Format;
use sgfkit::report::sheet::{Place, Sheet, Start};
use sgfkit::report::tally::Tally;
use sgfkit::rescore::{Rescorer, Settings};
use sgfkit::run::{self, Event, Plan};
use sgfkit::sgf;
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};
use tempfile::NamedTempFile;

/// The folder of the copies in that of the run.
const COPIES: &str = "games";

pub(super) fn run(args: &FixArgs) -> Result<Done, Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let (input, output) = (&args.input, &args.output);
    let Some(out) = &output.out else {
        return Err("fix writes copies: say where to with --out DIR".into());
    };
    if output.resume {
        return Err("fix cannot be resumed: name a new folder and begin anew".into());
    }
    let paths = session::paths(input)?;
    let filter = Filter::parse(&input.filter)?;
    let formats = output.formats()?;
    apart(out, &paths)?;
    let work = Work {
        options: Options { branches: Branches::Main, replay: args.judge.options(), causes: args.causes },
        filter,
        selection: output.selection()?,
        rescore: args.rescore,
        annotate: args.annotate,
        guard: output.csv_guard,
    };
    let folder = Folder::create(out)?;
    let changes = begin(&folder, &CHANGES, output)?;
    session::catch_interrupts();
    let progress = Progress::start(output.progress, output.quiet, &paths);
    let mut writer = Writer {
        copies: out.join(COPIES),
        folder,
        changes,
        copy: None,
        spoiled: false,
        start: Start::default(),
        total: Tally::default(),
        told: Told::default(),
        failure: None,
    };
    let idle: Mutex<Vec<(Auditor, Rescorer, View)>> = Mutex::default();
    let piece = |bytes: &[u8]| {
        let found = idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut tools = found.unwrap_or_default();
        let piece = work.on(bytes, &mut tools);
        if let Ok(mut idle) = idle.lock() {
            idle.push(tools);
        }
        piece
    };
    let plan = Plan { limits: input.limits(), ..Plan::default() };
    let flow = run::run_as(plan, session::inputs(input, &paths), session::jobs(input), piece, |event| {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        match writer.take(event) {
            Ok(()) => progress.show(&writer.total),
            Err(failure) => {
                writer.failure = Some(failure);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    progress.finish();
    let Writer { folder, changes, total, told, failure, .. } = writer;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if flow.is_break() {
        say("interrupted; the copies so far are whole, the table of changes was not written\n");
        return Ok(Done::Interrupted);
    }
    tables::finish(&folder, vec![Whole::new(&CHANGES, changes)], formats)?;
    let seconds = clock.elapsed().as_secs_f64();
    let run = summary::Run { command: "fix", started, seconds, output, input, settings: "", total: &total };
    summary::write(&folder, &run)?;
    if !output.quiet {
        say(&told.text(&total, args.annotate));
    }
    if total.unreadable_files > 0 || told.not_copied > 0 {
        return Ok(Done::Found);
    }
    // What no copy can mend is not asked about, unless someone does.
    Ok(output.verdict(total.worst(), FailOn::Never))
}

/// The folder must be empty, and apart from what is read: nothing is written over, and no copy is read again.
fn apart(out: &Path, paths: &[PathBuf]) -> Result<(), Failure> {
    let name = display_name(out);
    match std::fs::read_dir(out).map(|mut entries| entries.next().is_some()) {
        Ok(true) => return Err(format!("{name} is not empty: name a new folder for the copies").into()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(format!("{name}: {error}").into()),
        _ => {}
    }
    // What is not there yet will lie in the nearest folder above that is.
    let real = |above: &Path| if above.as_os_str().is_empty() { Path::new(".") } else { above }.canonicalize().ok();
    let Some(out) = out.ancestors().find_map(real) else { return Ok(()) };
    for path in paths.iter().filter(|path| path.as_path() != Path::new(archive::STDIN) && path.is_dir()) {
        if path.canonicalize().is_ok_and(|path| out.starts_with(path)) {
            return Err(format!("{name} lies in {}, which is read: choose another folder", display_name(path)).into());
        }
    }
    Ok(())
}

/// What is done with each piece.
struct Work {
    options: Options,
    /// The games that may be changed; the others are copied as they are.
    filter: Filter,
    selection: Selection,
    rescore: bool,
    annotate: bool,
    guard: bool,
}

/// What came of a piece.
struct Piece {
    /// The copy.
    bytes: Vec<u8>,
    changes: Sheet,
    count: u64,
    /// Games that were changed, or annotated.
    games: u64,
    /// What the piece adds to the totals.
    tally: Tally,
    extent: Start,
}

impl Work {
    fn on(&self, bytes: &[u8], (auditor, rescorer, view): &mut (Auditor, Rescorer, View)) -> Piece {
        let mut piece = Piece {
            bytes: Vec::new(),
            changes: Sheet::new(self.guard),
            count: 0,
            games: 0,
            tally: Tally::default(),
            extent: Start::default(),
        };
        let format = Format { selection: self.selection, tables: true, guard: self.guard };
        // The copies of the games, and whether any is not what it was.
        let (mut copy, mut changed) = (String::with_capacity(bytes.len()), false);
        auditor.audit(bytes, self.options, |found, lines| {
            let mut changes = Vec::new();
            let game = match &found {
                Found::Game(game) => {
                    piece.extent.games += 1;
                    piece.tally.games += 1;
                    piece.tally.moves += u64::from(game.replay.turns);
                    piece.tally.illegal_games += u64::from(game.replay.first_illegal.is_some());
                    piece.tally.add(game.findings.iter(), true);
                    let text = if !view.admits(&self.filter, game, format) {
                        None
                    } else if self.annotate {
                        self.annotated(game)
                    } else {
                        let counted = if self.rescore { counted(game, rescorer) } else { None };
                        fix::fix(game, counted.as_deref(), &mut changes)
                    };
                    piece.games += u64::from(text.is_some());
                    changed |= text.is_some();
                    let as_it_was = game.text.get(game.game.at() as usize..game.game.end() as usize);
                    if let Some(text) = text.as_deref().or(as_it_was.filter(|_| !self.annotate)) {
                        copy.push_str(text);
                        copy.push('\n');
                    }
                    Some(piece.extent.games)
                }
                Found::Rest { text, findings } => {
                    let end = lines.position(text.len());
                    piece.extent.lines = end.line as u64 - 1;
                    piece.extent.columns = end.column as u64 - 1;
                    piece.tally.add(findings.iter(), false);
                    if !self.annotate && piece.extent.games > 0 {
                        fix::of_findings(text, findings, &mut changes);
                        changed |= !changes.is_empty();
                    }
                    None
                }
            };
            piece.count += changes.len() as u64;
            self.push(&mut piece.changes, &changes, game, &mut lines.clone());
        });
        piece.bytes = if changed {
            copy.into_bytes()
        } else if self.annotate {
            Vec::new()
        } else {
            bytes.to_vec()
        };
        piece
    }

    fn push(&self, sheet: &mut Sheet, changes: &[Change], game: Option<u32>, lines: &mut sgf::Lines<'_>) {
        for change in changes {
            let position = lines.position(change.at as usize);
            let place = Place { game, line: position.line as u64, column: position.column as u64 };
            sheet.push(&CHANGES, place, change);
        }
    }

    /// The game with its findings, where it has any that are asked for.
    fn annotated(&self, game: &Audited<'_>) -> Option<String> {
        let wanted: Vec<Finding> =
            game.findings.iter().filter(|finding| self.selection.contains(finding.code)).cloned().collect();
        (!wanted.is_empty()).then(|| fix::annotate(game, &wanted))
    }
}

/// The counted result, where the game was counted and its record has another.
fn counted(game: &Audited<'_>, rescorer: &mut Rescorer) -> Option<String> {
    let settings = Settings { rules: game.options.rules, ..Settings::default() };
    let score = rescorer.rescore(game, &settings, &mut Vec::new()).ok()?;
    let differs = matches!(score.verdict, Some(Verdict::MarginDiffers(_) | Verdict::WinnerDiffers(_)));
    score.own.filter(|_| differs).map(|margin| margin.result())
}

/// What the run came to, beside the totals.
#[derive(Default)]
struct Told {
    changed_files: u64,
    changed_games: u64,
    changes: u64,
    /// Files that could not be copied, though they could be read.
    not_copied: u64,
}

impl Told {
    fn text(&self, total: &Tally, annotate: bool) -> String {
        let Told { changed_files, changed_games, changes, not_copied } = self;
        let games = summary::count(total.games, "game", "games");
        let files = |number| summary::count(number, "file", "files");
        let [in_games, in_files] = [changed_games, changed_files].map(|&number| HumanCount(number));
        let mut text = if annotate {
            format!("{in_games} of {games} with findings, in {}.\n", files(*changed_files))
        } else {
            let changes = summary::count(*changes, "change", "changes");
            format!("{changes} in {in_games} of {games}, in {in_files} of {}.\n", files(total.files))
        };
        if !annotate && total.illegal_games > 0 {
            let illegal = summary::count(total.illegal_games, "game", "games");
            text += &format!("Illegal play in {illegal} as they were read: `sgfkit audit` says where.\n");
        }
        if total.unreadable_files > 0 || *not_copied > 0 {
            text += &format!("Could not copy {}.\n", files(total.unreadable_files + not_copied));
        }
        text
    }
}

/// Writes the copies in order.
struct Writer {
    folder: Folder,
    copies: PathBuf,
    changes: Pending,
    /// The copy of the current file, and whether anything in it is changed.
    copy: Option<(NamedTempFile, bool)>,
    /// Whether a part of the current file could not be copied.
    spoiled: bool,
    start: Start,
    total: Tally,
    told: Told,
    failure: Option<Failure>,
}

impl Writer {
    fn take(&mut self, event: Event<'_, Piece>) -> Result<(), Failure> {
        let Event { name, bytes, last, result, .. } = event;
        self.total.bytes += bytes;
        match result {
            Ok(piece) => {
                self.total.merge(&piece.tally);
                self.told.changed_games += piece.games;
                self.told.changes += piece.count;
                let mut rows = Vec::new();
                piece.changes.write(&CHANGES, name, self.start, &mut rows);
                self.folder.write(&mut self.changes, &rows)?;
                self.start = self.start.and(piece.extent);
                if !self.spoiled && (!piece.bytes.is_empty() || (last && bytes == 0)) {
                    self.copy(name, &piece)?;
                }
            }
            Err(failure) => {
                say(&format!("{name}: not copied: {failure}\n"));
                match failure {
                    run::Failure::Unreadable(_) | run::Failure::Packed(_) => self.total.unreadable_files += 1,
                    run::Failure::Crashed(_) => self.told.not_copied += 1,
                }
                // No half copy.
                (self.copy, self.spoiled) = (None, true);
            }
        }
        if last {
            self.total.files += 1;
            self.start = Start::default();
            if let Some((file, changed)) = self.copy.take() {
                match file.persist_noclobber(self.path(name)) {
                    Ok(_) => self.told.changed_files += u64::from(changed),
                    Err(error) => self.give_up(name, error.error)?,
                }
            }
            self.spoiled = false;
        }
        Ok(())
    }

    /// Adds a piece to the copy of its file.
    fn copy(&mut self, name: &str, piece: &Piece) -> Result<(), Failure> {
        if self.copy.is_none() {
            let path = self.path(name);
            let folder = path.parent().unwrap_or(&self.copies);
            match std::fs::create_dir_all(folder).and_then(|()| temporary(folder)) {
                Ok(file) => self.copy = Some((file, false)),
                Err(error) => return self.give_up(name, error),
            }
        }
        let Some((file, changed)) = &mut self.copy else { return Ok(()) };
        *changed |= piece.count > 0 || piece.games > 0;
        file.write_all(&piece.bytes).or_else(|error| self.give_up(name, error))
    }

    /// Leaves a file without a copy where its name is why there can be none: members of an archive may have one name, or
    /// one that no file can have.
    ///
    /// # Errors
    ///
    /// Where no other file could be written either.
    fn give_up(&mut self, name: &str, error: io::Error) -> Result<(), Failure> {
        use io::ErrorKind as Kind;
        let path = self.path(name);
        let why = match error.kind() {
            Kind::AlreadyExists | Kind::NotADirectory | Kind::IsADirectory => "another copy has its name".to_owned(),
            Kind::InvalidFilename => error.to_string(),
            _ => return Err(format!("cannot write {}: {error}", display_name(&path)).into()),
        };
        say(&format!("{name}: not copied: {why}\n"));
        self.told.not_copied += 1;
        (self.copy, self.spoiled) = (None, true);
        Ok(())
    }

    /// Where the copy of a file goes: under its name as reports have it, without what would lead out of the folder.
    fn path(&self, name: &str) -> PathBuf {
        copy_path(&self.copies, name)
    }
}

fn copy_path(copies: &Path, name: &str) -> PathBuf {
    if name == archive::STDIN {
        return copies.join("stdin.sgf");
    }
    let safe = |part: &str| match part {
        ".." => "_".to_owned(),
        part if cfg!(windows) => part.replace([':', '*', '?', '"', '<', '>', '|'], "_"),
        part => part.to_owned(),
    };
    // What is copied is unpacked: `a.sgf.gz` would be no name for it.
    let is_packed = [".gz", ".bz2", ".xz", ".zst"].iter().any(|end| name.to_ascii_lowercase().ends_with(end));
    let name = if is_packed { Cow::Owned(format!("{name}.sgf")) } else { Cow::Borrowed(name) };
    copies.join(name.split('/').filter(|part| !part.is_empty() && *part != ".").map(safe).collect::<PathBuf>())
}

fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = builder.permissions(<std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.prefix(".copy.").tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let check = |name, expected| assert_eq!(copy_path(Path::new("out"), name), Path::new(expected), "{name}");
        check("games/a.sgf", "out/games/a.sgf");
        check("/home/x/a.sgf", "out/home/x/a.sgf");
        check("../../a.sgf", "out/_/_/a.sgf");
        check("./a/./b.sgf", "out/a/b.sgf");
        check("-", "out/stdin.sgf");
        check("pack.zip!../a.sgf", "out/pack.zip!../a.sgf");
        check("pack.zip!a.sgf.gz", "out/pack.zip!a.sgf.gz.sgf");
    }
}
