//! `sgfkit dups`.

use super::args::DupsArgs;
use super::choices::FailOn;
use super::progress::Progress;
use super::session::{self, INTERRUPTED};
use super::sink::begin;
use super::tables::{self, Formats, Whole};
use super::worker::View;
use super::{Done, Failure, say, summary};
use indicatif::HumanCount;
use sgfkit::archive::display_name;
use sgfkit::audit::{Audited, Auditor, Found, Options};
use sgfkit::dups::{Candidate, Contradiction, Finder, Row, Totals};
use sgfkit::filter::Filter;
use sgfkit::finding::{Code, Finding, Selection};
use sgfkit::record;
use sgfkit::report::columns::{CLUSTERS, FINDINGS, FindingRow, Table, TableKind};
use sgfkit::report::folder::{Folder, Pending};
use sgfkit::report::rows::Format;
use sgfkit::report::sheet::{Place, Sheet, Start};
use sgfkit::report::tally::Tally;
use sgfkit::report::text::TextRows;
use sgfkit::run::{self, Event, Plan};
use sgfkit::sgf::Lines;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};

pub(super) fn run(args: &DupsArgs) -> Result<Done, Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let (input, output, settings) = (&args.input, &args.output, args.settings());
    if input.shard.is_some() {
        return Err("the copies of a game may lie in different parts: dups takes no --shard".into());
    }
    if output.resume {
        return Err("dups cannot be resumed: it compares all games at the end".into());
    }
    let paths = session::paths(input)?;
    let filter = Filter::parse(&input.filter)?;
    let selection = output.selection()?;
    let formats = output.formats()?;
    let mut sink = Sink::open(args)?;
    session::catch_interrupts();
    let progress = Progress::start(output.progress, output.quiet, &paths);
    let folder = output.out.clone().unwrap_or_else(std::env::temp_dir);
    let mut reader = Reader {
        finder: Finder::new(&folder, settings).map_err(cannot_keep(&folder))?,
        folder: folder.clone(),
        start: Start::default(),
        total: Tally::default(),
        files: VecDeque::new(),
        failure: None,
    };
    let options = Options { branches: record::Branches::Main, replay: args.judge.options(), ..Options::default() };
    let format = Format { selection, tables: true, guard: false };
    let idle: Mutex<Vec<(Auditor, View)>> = Mutex::default();
    let work = |bytes: &[u8]| {
        let found = idle.lock().ok().and_then(|mut idle| idle.pop());
        let (mut auditor, mut view) = found.unwrap_or_default();
        let piece = read(&mut auditor, bytes, options, |game, number, lines| {
            let admitted = view.admits(&filter, game, format);
            admitted.then(|| Candidate::new(game, number, lines, settings))
        });
        if let Ok(mut idle) = idle.lock() {
            idle.push((auditor, view));
        }
        piece
    };
    let plan = Plan { limits: input.limits(), ..Plan::default() };
    let flow = run::run_as(plan, session::inputs(input, &paths), session::jobs(input), work, |event| {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        match reader.take(event, selection) {
            Ok(()) => progress.show(&reader.total),
            Err(failure) => {
                reader.failure = Some(failure);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    progress.finish();
    let Reader { finder, mut total, files, failure, .. } = reader;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if flow.is_break() {
        say("interrupted; nothing was written under its final name\n");
        return Ok(Done::Interrupted);
    }
    let totals = report(finder, &mut sink, selection, args.causes, files, &mut total, &folder)?;
    let seconds = clock.elapsed().as_secs_f64();
    let run = summary::Run { command: "dups", started, seconds, output, input, settings: "", total: &total };
    sink.close(&run, formats)?;
    if !output.quiet {
        say(&told(totals));
        say(&summary::text(&run));
    }
    Ok(output.verdict(total.worst(), FailOn::Error))
}

/// Writes the clusters, and what contradicts itself in them.
fn report(
    finder: Finder,
    sink: &mut Sink,
    selection: Selection,
    causes: bool,
    mut files: VecDeque<FileFinding>,
    total: &mut Tally,
    folder: &std::path::Path,
) -> Result<Totals, Failure> {
    let clusters = finder.finish().map_err(cannot_keep(folder))?;
    if clusters.crowded > 0 {
        say(&format!(
            "warning: {} openings are shared by so many games that not all were compared\n",
            HumanCount(clusters.crowded)
        ));
    }
    let sink = std::cell::RefCell::new(sink);
    let totals = clusters.report(
        |row| sink.borrow_mut().row(row),
        |Contradiction { number, entry, place, finding }| {
            if !selection.contains(finding.code) || (finding.code == Code::CopyIsLegal && !causes) {
                return Ok(());
            }
            while files.front().is_some_and(|file| file.before <= *number)
                && let Some(file) = files.pop_front()
            {
                sink.borrow_mut().file(&file)?;
            }
            let (line, column) = *place;
            total.add(std::iter::once(finding), true);
            sink.borrow_mut().finding(&entry.file, Place { game: Some(entry.game), line, column }, finding)
        },
    )?;
    files.iter().try_for_each(|file| sink.borrow_mut().file(file))?;
    Ok(totals)
}

/// A finding about a whole file, kept until the findings of the games before it are known.
struct FileFinding {
    /// Games that were taken before it.
    before: u32,
    name: String,
    finding: Finding,
}

/// The clusters in words.
fn told(totals: Totals) -> String {
    let Totals { games, clusters, copies } = totals;
    let (games, clusters) =
        (summary::count(games.into(), "game", "games"), summary::count(clusters.into(), "cluster", "clusters"));
    let copies = HumanCount(copies.into());
    format!("{copies} of {games} are copies of one another, in {clusters}.\n")
}

fn cannot_keep(folder: &std::path::Path) -> impl Fn(io::Error) -> String {
    let folder = display_name(folder);
    move |error| format!("cannot keep temporary files in {folder}: {error}")
}

/// What a thread makes of a piece.
struct Piece {
    candidates: Vec<Candidate>,
    /// Games that `--where` left out.
    left_out: u64,
    moves: u64,
    illegal: u64,
    extent: Start,
}

/// Reads a piece. `candidate` makes one of a game, unless the game is left out.
fn read(
    auditor: &mut Auditor,
    bytes: &[u8],
    options: Options,
    mut candidate: impl FnMut(&Audited<'_>, u32, &mut Lines<'_>) -> Option<Option<Candidate>>,
) -> Piece {
    let mut piece = Piece { candidates: Vec::new(), left_out: 0, moves: 0, illegal: 0, extent: Start::default() };
    auditor.audit(bytes, options, |found, lines| match found {
        Found::Game(game) => {
            piece.extent.games += 1;
            let Some(candidate) = candidate(&game, piece.extent.games, lines) else {
                piece.left_out += 1;
                return;
            };
            piece.moves += u64::from(game.replay.turns);
            piece.illegal += u64::from(game.replay.first_illegal.is_some());
            piece.candidates.extend(candidate);
        }
        Found::Rest { text, .. } => {
            let end = lines.position(text.len());
            piece.extent.lines = end.line as u64 - 1;
            piece.extent.columns = end.column as u64 - 1;
        }
    });
    piece
}

/// Takes the pieces in order.
struct Reader {
    finder: Finder,
    folder: PathBuf,
    start: Start,
    total: Tally,
    files: VecDeque<FileFinding>,
    failure: Option<Failure>,
}

impl Reader {
    fn take(&mut self, event: Event<'_, Piece>, selection: Selection) -> Result<(), Failure> {
        let Event { name, bytes, last, torn, result, .. } = event;
        self.total.bytes += bytes;
        let mut finding = None;
        match result {
            Ok(piece) => {
                self.total.games += u64::from(piece.extent.games) - piece.left_out;
                self.total.left_out += piece.left_out;
                self.total.moves += piece.moves;
                self.total.illegal_games += piece.illegal;
                for candidate in piece.candidates {
                    self.finder.add(candidate, name, self.start).map_err(cannot_keep(&self.folder))?;
                }
                self.start = self.start.and(piece.extent);
                if torn {
                    finding = Some((Code::TooBig, "a game is larger than the reader takes; it was cut".to_owned()));
                } else if last && self.start.games == 0 {
                    finding = Some((Code::NoGame, format!("no game in {bytes} bytes")));
                }
            }
            Err(failure) => {
                self.total.unreadable_files += u64::from(session::is_unreadable(&failure));
                finding = Some(session::finding_of(failure));
            }
        }
        if last {
            self.total.files += 1;
            self.start = Start::default();
        }
        if let Some((code, detail)) = finding.filter(|(code, _)| selection.contains(*code)) {
            let finding = Finding::new(code, 0, detail);
            self.total.add(std::iter::once(&finding), false);
            self.files.push_back(FileFinding { before: self.finder.count(), name: name.to_owned(), finding });
        }
        Ok(())
    }
}

/// Where rows go.
struct Sink {
    guard: bool,
    /// The folder with its tables; else lines of text are printed.
    tables: Option<(Folder, [Pending; 2])>,
}

impl Sink {
    fn open(args: &DupsArgs) -> Result<Sink, Failure> {
        let output = &args.output;
        let Some(path) = &output.out else { return Ok(Sink { guard: false, tables: None }) };
        let folder = Folder::create(path)?;
        let tables = [begin(&folder, &CLUSTERS, output)?, begin(&folder, &FINDINGS, output)?];
        Ok(Sink { guard: output.csv_guard, tables: Some((folder, tables)) })
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        let place = Place { game: None, line: 0, column: 0 };
        if let Some((folder, [clusters, _])) = &mut self.tables {
            return write(folder, clusters, &CLUSTERS, self.guard, "", place, row);
        }
        let entry = row.entry;
        let why = row.why.map_or(String::new(), |why| format!(" ({why})"));
        let differs = row.differs();
        let differs = if differs.is_empty() { String::new() } else { format!("; differs: {differs}") };
        let turn = if row.turn().is_empty() { String::new() } else { format!(", {}", row.turn()) };
        let line = format!(
            "cluster {}: {}{why}{turn}: {}:{}: game {}, {} moves{differs}\n",
            row.cluster,
            row.kind(),
            entry.file,
            entry.line,
            entry.game,
            entry.moves,
        );
        Ok(anstream::stdout().write_all(line.as_bytes())?)
    }

    fn file(&mut self, file: &FileFinding) -> Result<(), Failure> {
        self.finding(&file.name, Place { game: None, line: 0, column: 0 }, &file.finding)
    }

    fn finding(&mut self, name: &str, place: Place, finding: &Finding) -> Result<(), Failure> {
        if let Some((folder, [_, findings])) = &mut self.tables {
            return write(folder, findings, &FINDINGS, self.guard, name, place, &FindingRow { finding, cause: None });
        }
        let (mut text, mut out) = (TextRows::default(), Vec::new());
        text.push(place, finding, None);
        text.write(name, Start::default(), &mut out);
        Ok(anstream::stdout().write_all(&out)?)
    }

    fn close(self, run: &summary::Run<'_>, formats: Formats) -> Result<(), Failure> {
        let Some((folder, [clusters, findings])) = self.tables else { return Ok(()) };
        let whole = vec![Whole::new(&CLUSTERS, clusters), Whole::new(&FINDINGS, findings)];
        tables::finish(&folder, whole, formats)?;
        summary::write(&folder, run)
    }
}

/// Writes one row of a table.
fn write<K: TableKind>(
    folder: &Folder,
    pending: &mut Pending,
    table: &Table<K>,
    guard: bool,
    name: &str,
    place: Place,
    row: &K::Row<'_>,
) -> Result<(), Failure> {
    let (mut sheet, mut out) = (Sheet::new(guard), Vec::new());
    sheet.push(table, place, row);
    sheet.write(table, name, Start::default(), &mut out);
    Ok(folder.write(pending, &out)?)
}
