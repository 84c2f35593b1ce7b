//! A run over an archive: threads work on pieces, this one writes their rows in order.

use super::args::{InputArgs, OutputArgs};
use super::choices::FailOn;
use super::journal::{self, Found, Journal};
use super::progress::Progress;
use super::sink::{Sink, Tables};
use super::summary;
use super::worker::{Piece, Worker, fact};
use super::{Done, Failure, say};
use sgfkit::archive::{self, FaultKind, Input};
use sgfkit::audit::Options;
use sgfkit::filter::Filter;
use sgfkit::finding::{Code, Finding};
use sgfkit::page::{Flagger, Flags};
use sgfkit::report::folder::Folder;
use sgfkit::report::rows::{Format, Rows};
use sgfkit::report::sheet::Start;
use sgfkit::report::tally::Tally;
use sgfkit::rescore::Settings;
use sgfkit::run::{self, Event, Mark, Plan};
use sgfkit::stats::{self, Stats};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// Set by Ctrl-C: the run is broken off at the next piece.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Exit code after a second Ctrl-C, as a shell has it.
const INTERRUPT_CODE: i32 = 130;

/// How long a run that was broken off may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads, judges and reports all that was asked for.
pub(super) fn run(
    command: &str,
    input: &InputArgs,
    output: &OutputArgs,
    options: Options,
    counting: Option<&Counting>,
) -> Result<Done, Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let paths = paths(input)?;
    let filter = Filter::parse(&input.filter)?;
    let formats = output.formats()?;
    let jobs = jobs(input);
    let format = Format { selection: output.selection()?, tables: output.out.is_some(), guard: output.csv_guard };
    catch_interrupts();
    let tables = format!("{format:?} bom: {} {formats:?}", output.csv_bom);
    let parts = [format!("{options:?}"), tables, format!("{counting:?}"), format!("{filter:?}")];
    let settings = journal::settings(command, input, &parts);
    // Statistics are not in the journal: they can be made from the finished tables.
    let keeps = counting.is_none_or(|counting| counting.stats.is_none());
    if output.resume && !keeps {
        return Err("statistics cannot be resumed: resume `rescore`, then run `stats` on its folder".into());
    }
    let begun = || Journal::new(settings.clone(), &paths, started, output.checkpoint);
    let mut journal =
        output.out.as_ref().filter(|_| keeps).and_then(|_| begun()).map(|journal| journal.of(input.shard));
    if output.resume && journal.is_none() {
        return Err("standard input cannot be read a second time: no --resume".into());
    }
    let folder = output.out.as_deref().map(Folder::open).transpose()?;
    let (sink, total, (from, start)) = match (folder, &mut journal) {
        (Some(folder), Some(journal)) => {
            let found = if output.resume { journal.find(&folder)? } else { Found::Nothing };
            match found {
                Found::Finished(total) => {
                    journal::clear(&folder)?;
                    let name = output.out.as_deref().map(archive::display_name).unwrap_or_default();
                    say(&format!("Nothing to resume: the run into {name} is finished.\n"));
                    return Ok(output.verdict(total.worst(), FailOn::Error));
                }
                Found::Unfinished(state) => {
                    let tables = Tables::reopen(folder, &state, counting.is_some())?;
                    (Sink::Tables(Box::new(tables)), state.total, (state.mark, state.start))
                }
                Found::Nothing => {
                    (Sink::open(Some(folder), output, counting.is_some())?, Tally::default(), Default::default())
                }
            }
        }
        (folder, _) => (Sink::open(folder, output, counting.is_some())?, Tally::default(), Default::default()),
    };
    let progress = Progress::start(output.progress, output.quiet, &paths);
    let mut writer = Writer {
        sink,
        format,
        progress: &progress,
        total,
        stats: counting.and_then(|counting| counting.stats.as_ref()).map(Stats::new),
        flagger: counting.and_then(|counting| counting.page.as_ref()),
        flags: Flags::default(),
        start,
        failure: None,
        journal,
    };
    if from == Mark::default() {
        writer.checkpoint(from)?;
    }
    // What each thread works with, found again through this list.
    let idle: Mutex<Vec<Worker>> = Mutex::default();
    let work = |bytes: &[u8]| {
        let found = idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut worker = found.unwrap_or_else(|| Worker::new(counting));
        let piece = worker.work(bytes, options, format, &filter, counting);
        if let Ok(mut idle) = idle.lock() {
            idle.push(worker);
        }
        piece
    };
    let plan = Plan { limits: input.limits(), from };
    let flow = run::run_as(plan, inputs(input, &paths), jobs, work, |event| writer.write(event))?;
    progress.finish();
    let Writer { sink, total, journal, stats, flags, failure, .. } = writer;
    if let Some(failure) = failure {
        drop(sink);
        let hint = left(output, journal.as_ref());
        // A reader that has gone away is no failure, and is told by its kind.
        return Err(if hint.is_empty() { failure } else { format!("{failure}{hint}").into() });
    }
    if flow.is_break() {
        drop(sink);
        let hint = left(output, journal.as_ref());
        say(&format!("interrupted; nothing was written under its final name{hint}\n"));
        return Ok(Done::Interrupted);
    }
    let seconds = journal.as_ref().map_or_else(|| clock.elapsed().as_secs_f64(), Journal::seconds);
    let started = journal.as_ref().map_or(started, Journal::started);
    let run = summary::Run { command, started, seconds, output, input, settings: &settings, total: &total };
    sink.close(&run, formats, counting, stats.as_ref(), &flags).map_err(|failure| {
        match left(output, journal.as_ref()) {
            "" => failure,
            hint => format!("{failure}{hint}").into(),
        }
    })?;
    if !output.quiet {
        say(&summary::text(&run));
    }
    Ok(output.verdict(total.worst(), FailOn::Error))
}

/// What to say at the end of a run that was not finished, when its folder is let go of. Where nothing is done yet, nothing
/// is left to go on with.
fn left(output: &OutputArgs, journal: Option<&Journal>) -> &'static str {
    match (&output.out, journal) {
        (Some(path), Some(journal)) if journal.mark() == Mark::default() => {
            // What cannot be taken away is harmless: the next run does it.
            let _ = Folder::open(path).map(|folder| journal::clear(&folder));
            ""
        }
        (Some(_), Some(_)) => "; --resume goes on from the last note",
        _ => "",
    }
}

/// Whether a file, or a member of an archive, could not be read.
pub(super) fn is_unreadable(failure: &run::Failure) -> bool {
    match failure {
        run::Failure::Unreadable(_) => true,
        run::Failure::Packed(fault) => fault.kind != FaultKind::Empty,
        run::Failure::Crashed(_) => false,
    }
}

/// The finding that a failure is, with its detail.
pub(super) fn finding_of(failure: run::Failure) -> (Code, String) {
    match failure {
        run::Failure::Unreadable(error) => (Code::UnreadableFile, error.to_string()),
        run::Failure::Crashed(message) => (Code::Crashed, format!("a defect of sgfkit, please report it: {message}")),
        run::Failure::Packed(fault) => {
            let code = match fault.kind {
                FaultKind::Damaged => Code::DamagedArchive,
                FaultKind::Encrypted => Code::EncryptedMember,
                FaultKind::Limit => Code::ArchiveLimit,
                FaultKind::Unsupported => Code::UnsupportedArchive,
                FaultKind::Empty => Code::NoGame,
            };
            (code, fault.detail)
        }
    }
}

/// The inputs under these paths: all, or those of the part that is asked for.
pub(super) fn inputs(input: &InputArgs, paths: &[PathBuf]) -> impl Iterator<Item = Input> + use<> {
    let shard = input.shard;
    archive::inputs(paths).filter(move |input| shard.is_none_or(|shard| shard.takes(&input.name)))
}

/// The first Ctrl-C breaks the run off at the next piece, or where that does not come, a little later; the second one at once.
pub(super) fn catch_interrupts() {
    let leave = || std::process::exit(INTERRUPT_CODE);
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            leave();
        }
        // The next piece may never come: from a pipe that says nothing, or where one takes long.
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            say("interrupted\n");
            leave();
        });
    });
}

/// How games are counted, where they are.
#[derive(Debug)]
pub(super) struct Counting {
    pub(super) settings: Settings,
    /// The program to ask for dead stones, and how long it may take for a game.
    pub(super) engine: Option<(String, Duration)>,
    /// What statistics are made, where they are wanted.
    pub(super) stats: Option<stats::Settings>,
    /// What picks the games that a page shows, where one is wanted.
    pub(super) page: Option<Flagger>,
}

/// The number of threads.
pub(super) fn jobs(input: &InputArgs) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, Into::into);
    input.jobs.map_or_else(available, usize::from)
}

/// The paths to read. One that is named must be there; what cannot be read for another reason, or is named in a list,
/// is reported in its own row.
pub(super) fn paths(input: &InputArgs) -> Result<Vec<PathBuf>, Failure> {
    let is_missing = |path: &Path| {
        let kind = std::fs::symlink_metadata(path).map_err(|error| error.kind());
        matches!(kind, Err(io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
    };
    for path in &input.paths {
        if path != Path::new(archive::STDIN) && is_missing(path) {
            return Err(format!("no such file or folder: {}", archive::display_name(path)).into());
        }
    }
    let mut paths = input.paths.clone();
    if let Some(list) = &input.files_from {
        let name = archive::display_name(list);
        paths.extend(archive::read_list(list).map_err(|error| format!("cannot read the list {name}: {error}"))?);
        if list == Path::new(archive::STDIN) && paths.iter().any(|path| path == list) {
            return Err("standard input cannot hold both the list and the games: put the list into a file".into());
        }
    }
    Ok(paths)
}

/// Puts the pieces' rows into their places.
struct Writer<'a> {
    sink: Sink,
    format: Format,
    progress: &'a Progress,
    total: Tally,
    stats: Option<Stats>,
    flagger: Option<&'a Flagger>,
    flags: Flags,
    /// Where the next piece of the current file starts.
    start: Start,
    failure: Option<Failure>,
    journal: Option<Journal>,
}

impl Writer<'_> {
    fn write(&mut self, event: Event<'_, Piece>) -> ControlFlow<()> {
        let interrupted = INTERRUPTED.load(Ordering::Relaxed);
        let mark = event.mark.filter(|_| interrupted || self.journal.as_mut().is_some_and(Journal::is_due));
        let written = mark.map_or(Ok(()), |mark| self.checkpoint(mark));
        if interrupted {
            self.failure = written.err();
            return ControlFlow::Break(());
        }
        match written.and_then(|()| self.place(event)) {
            Ok(()) => {
                self.progress.show(&self.total);
                ControlFlow::Continue(())
            }
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// Notes in the journal that all before the mark is done with.
    fn checkpoint(&mut self, mark: Mark) -> Result<(), Failure> {
        if let (Sink::Tables(tables), Some(journal)) = (&mut self.sink, &mut self.journal) {
            let kept = tables.flush()?;
            journal.write(&tables.folder, mark, self.start, kept, &self.total)?;
        }
        Ok(())
    }

    fn place(&mut self, event: Event<'_, Piece>) -> Result<(), Failure> {
        let Event { name, bytes, last, torn, result, .. } = event;
        self.total.bytes += bytes;
        let mut finding = None;
        match result {
            Ok(Piece { rows, flags }) => {
                self.emit(name, &rows)?;
                if let Some(flagger) = self.flagger {
                    self.flags.merge(flags, name, self.start, flagger);
                }
                self.start = self.start.and(rows.extent);
                if torn {
                    finding = Some((Code::TooBig, "a game is larger than the reader takes; it was cut".to_owned()));
                } else if last && self.start.games == 0 {
                    let size =
                        if bytes == 0 { "the file is empty".to_owned() } else { format!("no game in {bytes} bytes") };
                    finding = Some((Code::NoGame, size));
                }
            }
            Err(failure) => {
                self.total.unreadable_files += u64::from(is_unreadable(&failure));
                finding = Some(finding_of(failure));
            }
        }
        if let Some((code, detail)) = finding {
            let mut rows = Rows::new(self.format);
            let finding = Finding::new(code, 0, detail);
            if let Some(stats) = &mut self.stats
                && self.format.selection.contains(code)
            {
                stats.add_outside(&fact(&finding));
            }
            rows.add_file_finding(&finding);
            self.emit(name, &rows)?;
        }
        if last {
            self.total.files += 1;
            self.start = Start::default();
        }
        Ok(())
    }

    fn emit(&mut self, name: &str, rows: &Rows) -> Result<(), Failure> {
        self.total.merge(&rows.tally);
        if let (Some(stats), Some(more)) = (&mut self.stats, &rows.stats) {
            stats.merge(more);
        }
        let Writer { sink, start, .. } = self;
        if matches!(sink, Sink::Text(_)) {
            self.progress.aside(|| sink.write(name, *start, rows))
        } else {
            sink.write(name, *start, rows)
        }
    }
}
