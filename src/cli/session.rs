//! A run over an archive: threads work on pieces, this one writes their rows in order.

use super::args::{InputArgs, OutputArgs};
use super::progress::Progress;
use super::summary;
use super::{Done, Failure, say};
use crate::archive;
use crate::audit::{Audited, Auditor, Found, Options};
use crate::count::Engine;
use crate::finding::{Code, Finding};
use crate::report::columns::{FINDINGS, GAMES, SCORES};
use crate::report::folder::{Folder, Pending, SUMMARY};
use crate::report::rows::{Format, Rows};
use crate::report::sheet::{Start, header};
use crate::report::tally::Tally;
use crate::rescore::{Rescorer, Settings};
use crate::run::{self, Event};
use jiff::Timestamp;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by Ctrl-C: the run is broken off at the next piece.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Exit code after a second Ctrl-C, as a shell has it.
const INTERRUPT_CODE: i32 = 130;

/// Reads, judges and reports all that was asked for.
pub(super) fn run(
    command: &str,
    input: &InputArgs,
    output: &OutputArgs,
    options: Options,
    counting: Option<&Counting>,
) -> Result<Done, Failure> {
    let (started, clock) = (Timestamp::now(), Instant::now());
    let paths = paths(input)?;
    let jobs = jobs(input);
    let format = Format { selection: output.selection()?, tables: output.out.is_some(), guard: output.csv_guard };
    catch_interrupts();
    let progress = Progress::start(output.progress, output.quiet, &paths);
    let mut writer = Writer {
        sink: Sink::open(output, counting.is_some())?,
        format,
        progress: &progress,
        total: Tally::default(),
        start: Start::default(),
        failure: None,
    };
    // What each thread works with, found again through this list.
    let idle: Mutex<Vec<Worker>> = Mutex::default();
    let work = |bytes: &[u8]| {
        let found = idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut worker = found.unwrap_or_else(|| Worker::new(counting));
        let rows = worker.work(bytes, options, format, counting);
        if let Ok(mut idle) = idle.lock() {
            idle.push(worker);
        }
        rows
    };
    let flow = run::run(archive::inputs(&paths), jobs, work, |event| writer.write(event))?;
    progress.finish();
    let Writer { sink, total, failure, .. } = writer;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if flow.is_break() {
        say("interrupted; nothing was written under its final name\n");
        return Ok(Done::Interrupted);
    }
    let run = summary::Run { command, started, seconds: clock.elapsed().as_secs_f64(), output, input, total: &total };
    sink.close(&run)?;
    if !output.quiet {
        say(&summary::text(&run));
    }
    let found = output.fail_on.severity().is_some_and(|limit| total.worst() >= Some(limit));
    Ok(if found { Done::Found } else { Done::Clean })
}

/// The first Ctrl-C breaks the run off at the next piece, the second one at once.
pub(super) fn catch_interrupts() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
    });
}

/// How games are counted, where they are.
pub(super) struct Counting {
    pub(super) settings: Settings,
    /// The program to ask for dead stones, and how long it may take for a game.
    pub(super) engine: Option<(String, Duration)>,
}

/// What a thread works with.
struct Worker {
    auditor: Auditor,
    rescorer: Rescorer,
}

impl Worker {
    fn new(counting: Option<&Counting>) -> Worker {
        let engine = counting.and_then(|counting| counting.engine.as_ref());
        let rescorer = match engine {
            Some((command, limit)) => Rescorer::with_engine(Engine::new(command, *limit)),
            None => Rescorer::default(),
        };
        Worker { auditor: Auditor::default(), rescorer }
    }

    /// Audits a piece, and counts its games where that is asked for.
    fn work(&mut self, bytes: &[u8], options: Options, format: Format, counting: Option<&Counting>) -> Rows {
        let mut rows = Rows::new(format);
        let Some(counting) = counting else {
            self.auditor.audit(bytes, options, |found, lines| rows.add(&found, lines));
            return rows;
        };
        let rescorer = &mut self.rescorer;
        self.auditor.audit(bytes, options, |found, lines| match found {
            Found::Game(game) => {
                let mut findings = Vec::new();
                let score = rescorer.rescore(&game, &counting.settings, &mut findings);
                findings.extend_from_slice(game.findings);
                findings.sort_by_key(|finding| finding.at);
                rows.add_counted(&Audited { findings: &findings, ..game }, &score, lines);
            }
            rest => rows.add(&rest, lines),
        });
        rows
    }
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
    }
    Ok(paths)
}

/// Where rows go.
enum Sink {
    /// Findings as lines on standard output.
    Text(io::BufWriter<anstream::AutoStream<io::Stdout>>),
    /// Tables in a folder.
    Tables(Box<Tables>),
}

/// The tables that a run writes.
struct Tables {
    folder: Folder,
    games: Pending,
    findings: Pending,
    scores: Option<Pending>,
}

impl Sink {
    fn open(output: &OutputArgs, counting: bool) -> Result<Sink, Failure> {
        let Some(path) = &output.out else {
            return Ok(Sink::Text(io::BufWriter::new(anstream::stdout())));
        };
        let folder = Folder::create(path)?;
        let begin = |name, header: Vec<u8>| -> Result<Pending, Failure> {
            let mut pending = folder.start(name)?;
            let mark = if output.csv_bom { "\u{feff}" } else { "" };
            folder.write(&mut pending, mark.as_bytes())?;
            folder.write(&mut pending, &header)?;
            Ok(pending)
        };
        let games = begin("games.csv", header(&GAMES))?;
        let findings = begin("findings.csv", header(&FINDINGS))?;
        let scores = if counting { Some(begin("scores.csv", header(&SCORES))?) } else { None };
        Ok(Sink::Tables(Box::new(Tables { folder, games, findings, scores })))
    }

    fn write(&mut self, name: &str, start: Start, rows: &Rows) -> Result<(), Failure> {
        let mut out = Vec::new();
        match self {
            Sink::Text(stream) => {
                rows.text.write(name, start, &mut out);
                stream.write_all(&out)?;
                // Who looks on wants to see at once.
                if io::stdout().is_terminal() {
                    stream.flush()?;
                }
            }
            Sink::Tables(tables) => {
                rows.games.write(&GAMES, name, start, &mut out);
                tables.folder.write(&mut tables.games, &out)?;
                out.clear();
                rows.findings.write(&FINDINGS, name, start, &mut out);
                tables.folder.write(&mut tables.findings, &out)?;
                if let Some(scores) = &mut tables.scores {
                    out.clear();
                    rows.scores.write(&SCORES, name, start, &mut out);
                    tables.folder.write(scores, &out)?;
                }
            }
        }
        Ok(())
    }

    fn close(self, run: &summary::Run<'_>) -> Result<(), Failure> {
        match self {
            Sink::Text(mut stream) => stream.flush()?,
            Sink::Tables(tables) => {
                let Tables { folder, games, findings, scores } = *tables;
                folder.finish(games)?;
                folder.finish(findings)?;
                scores.map_or(Ok(()), |scores| folder.finish(scores))?;
                let mut summary = folder.start(SUMMARY)?;
                folder.write(&mut summary, summary::json(run)?.as_bytes())?;
                folder.finish(summary)?;
            }
        }
        Ok(())
    }
}

/// Puts the pieces' rows into their places.
struct Writer<'a> {
    sink: Sink,
    format: Format,
    progress: &'a Progress,
    total: Tally,
    /// Where the next piece of the current file starts.
    start: Start,
    failure: Option<Failure>,
}

impl Writer<'_> {
    fn write(&mut self, event: Event<'_, Rows>) -> ControlFlow<()> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        match self.place(event) {
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

    fn place(&mut self, event: Event<'_, Rows>) -> Result<(), Failure> {
        let Event { name, bytes, last, torn, result } = event;
        self.total.bytes += bytes;
        let mut finding = None;
        match result {
            Ok(rows) => {
                self.emit(name, &rows)?;
                self.start = self.start.and(rows.extent);
                if torn {
                    finding = Some((Code::TooBig, "a game is larger than the reader takes; it was cut".to_owned()));
                } else if last && self.start.games == 0 {
                    let size =
                        if bytes == 0 { "the file is empty".to_owned() } else { format!("no game in {bytes} bytes") };
                    finding = Some((Code::NoGame, size));
                }
            }
            Err(run::Failure::Unreadable(error)) => {
                self.total.unreadable_files += 1;
                finding = Some((Code::UnreadableFile, error.to_string()));
            }
            Err(run::Failure::Crashed(message)) => {
                finding = Some((Code::Crashed, format!("a defect of sgfkit, please report it: {message}")));
            }
        }
        if let Some((code, detail)) = finding {
            let mut rows = Rows::new(self.format);
            rows.add_file_finding(&Finding::new(code, 0, detail));
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
        let Writer { sink, start, .. } = self;
        if matches!(sink, Sink::Text(_)) {
            self.progress.aside(|| sink.write(name, *start, rows))
        } else {
            sink.write(name, *start, rows)
        }
    }
}
