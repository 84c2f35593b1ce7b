//! The pipeline: inputs are read and worked on in parallel, and their results come out in order.
//!
//! Memory is bounded by the number of threads, whatever the archive holds: a few inputs are under way at
//! any time, and a large file passes through in pieces.

use crate::archive::{self, Budget, DEEPEST, Fault, Input, Limits, Listing, Metered, Opened, Pack, Spent, WHOLE, What};
use crate::sgf::cut::{Cutter, Piece};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Small files that are handed to a thread together: enough to make the hand-over cheap.
const BATCH: usize = 32;

/// Results for each thread that may be under way or wait for an earlier one.
const WINDOW: usize = 4;

/// Batches of inputs that are named ahead. To name the first file of a folder takes as long as to name all: so much work
/// lies ready in the meantime.
const AHEAD: usize = 64;

/// What came of one piece of an input, in the order of the inputs and of the pieces in them.
#[derive(Debug)]
pub struct Event<'a, R> {
    /// Where a later run can go on that has got all pieces before this one. `None` for the fault that is told behind an
    /// archive or a large file: it is found again only with what comes before it.
    pub mark: Option<Mark>,
    /// The input's name.
    pub name: &'a str,
    /// The size of the piece in bytes.
    pub bytes: u64,
    /// Whether the input ends with this piece. Most inputs are one piece.
    pub last: bool,
    /// Whether the piece ends inside a game that is too large.
    pub torn: bool,
    /// What came of it.
    pub result: Result<R, Failure>,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input could not be read, or not further.
    #[error("{0}")]
    Unreadable(io::Error),
    /// The input is an archive or lies in one, and something is wrong with that.
    #[error("{0}")]
    Packed(Fault),
    /// A defect of ours: the work on the piece panicked, with this message.
    #[error("{0}")]
    Crashed(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.downcast::<Fault>() {
            Ok(fault) => Failure::Packed(fault),
            Err(error) => Failure::Unreadable(error),
        }
    }
}

/// Inputs, members, members of archives among these.
const LEVELS: usize = DEEPEST + 2;

/// A place in a run, from which a later one over the same inputs can go on. The first is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Inputs that are done with; in the archive that comes next, its members; in an archive among these, its own.
    path: [u64; LEVELS],
    /// Pieces of the next file that are done with.
    pieces: u64,
    /// What these count against the limits of the archive.
    spent: [Spent; LEVELS],
}

impl Mark {
    /// The place behind an input that lies in `depth` archives and begins here. With it, all members of the innermost
    /// archive up to there have spent so much.
    fn behind(self, depth: usize, spent: Spent) -> Mark {
        let mut mark = Mark::default();
        mark.path[..=depth].copy_from_slice(&self.path[..=depth]);
        mark.spent[..depth].copy_from_slice(&self.spent[..depth]);
        mark.path[depth] += 1;
        mark.spent[depth] = spent;
        mark
    }
}

/// How a run is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// How much of an archive is read.
    pub limits: Limits,
    /// Where it begins: all before is passed over.
    pub from: Mark,
}

/// Works on every input with `jobs` threads and hands the results over in order, on this thread.
///
/// `work` gets the bytes of a piece: a whole file where it is small, else a part of it that holds whole
/// games. `emit` may break off the run. With one job all happens on this thread; else the inputs are looked for on a
/// thread of its own.
///
/// # Errors
///
/// Where the threads cannot be started.
pub fn run<R: Send>(
    inputs: impl Iterator<Item = Input> + Send,
    jobs: usize,
    work: impl Fn(&[u8]) -> R + Sync,
    emit: impl FnMut(Event<'_, R>) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    run_as(Plan::default(), inputs, jobs, work, emit)
}

/// [`run`] with other limits for archives, or from another place on.
///
/// # Errors
///
/// Where the threads cannot be started.
pub fn run_as<R: Send>(
    plan: Plan,
    inputs: impl Iterator<Item = Input> + Send,
    jobs: usize,
    work: impl Fn(&[u8]) -> R + Sync,
    mut emit: impl FnMut(Event<'_, R>) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let work = |bytes: &[u8]| contained(|| work(bytes));
    let run = Run { workers: Workers::new(jobs)?, work, plan };
    let mut batches = batches(passing(inputs, plan.from.path[0]));
    let flow = if run.workers.pool.is_none() {
        run.inputs(&mut batches, 0, None, plan.from, &mut emit)
    } else {
        thread::scope(|scope| {
            let (named, ready) = mpsc::sync_channel(AHEAD);
            // Nobody takes more where the run was broken off.
            scope.spawn(move || batches.try_for_each(|batch| named.send(batch)));
            run.inputs(&mut ready.iter(), 0, None, plan.from, &mut emit)
        })
    };
    // Without an archive around the inputs no limit is met.
    Ok(match flow {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(_) => ControlFlow::Break(()),
    })
}

/// Runs a piece of work; a panic in it becomes a failure of that piece alone.
fn contained<R>(work: impl FnOnce() -> R) -> Result<R, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Failure::Crashed(message(panic.as_ref())))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

/// An input and what became of it.
struct Outcome<R> {
    name: String,
    reading: Reading<R>,
}

enum Reading<R> {
    /// All is done, and came out of an archive, uncounted as yet, or did not.
    Whole { bytes: u64, result: Result<R, Failure>, unpaid: bool },
    /// It is to be read on.
    On(Opened),
}

/// Why a part of a run was broken off.
enum Stop {
    /// The caller wants no more.
    Run,
    /// The archive that all comes from is too large.
    Limit(Fault),
}

type Emit<'a, R> = dyn FnMut(Event<'_, R>) -> ControlFlow<()> + 'a;

/// What does not change in a run.
struct Run<W> {
    workers: Workers,
    work: W,
    plan: Plan,
}

impl<W> Run<W> {
    /// Works on batches of inputs that lie in `depth` archives, the outermost of which has this budget. The first of them
    /// is at the mark, and may be done with in part.
    fn inputs<R: Send>(
        &self,
        batches: &mut dyn Iterator<Item = Vec<Input>>,
        depth: usize,
        budget: Option<&Budget>,
        mut mark: Mark,
        emit: &mut Emit<'_, R>,
    ) -> ControlFlow<Stop>
    where
        W: Fn(&[u8]) -> Result<R, Failure> + Sync,
    {
        let (carried, before) = (mark.spent[depth], budget.map(Budget::spent).unwrap_or_default());
        let emit_batch = |batch: Vec<Outcome<R>>| {
            for Outcome { name, reading } in batch {
                match reading {
                    Reading::Whole { bytes, result, unpaid } => {
                        if let Some(budget) = budget.filter(|_| unpaid) {
                            budget
                                .spend(bytes)
                                .map_or_else(|fault| ControlFlow::Break(Stop::Limit(fault)), ControlFlow::Continue)?;
                        }
                        let event = Event { mark: Some(mark), name: &name, bytes, last: true, torn: false, result };
                        emit(event).map_break(|()| Stop::Run)?;
                    }
                    Reading::On(Opened { what, packed, unpaid }) => {
                        let own = Budget::new(self.plan.limits, packed);
                        let outermost = budget.unwrap_or(&own);
                        match what {
                            What::Pack(pack) => self.members(&name, pack, depth, outermost, mark, emit)?,
                            What::Large(inner) => {
                                let reader = Metered { inner, budget: unpaid.then_some(outermost) };
                                self.stream(&name, reader, mark, emit).map_break(|()| Stop::Run)?;
                            }
                            What::Whole => {}
                        }
                    }
                }
                // Each outermost archive has a budget of its own.
                let spent = budget.map(|budget| carried.and(before, budget.spent())).unwrap_or_default();
                mark = mark.behind(depth, spent);
            }
            ControlFlow::Continue(())
        };
        self.workers.ordered(batches, |batch| self.read_batch(batch, depth), emit_batch)
    }

    fn read_batch<R>(&self, batch: Vec<Input>, depth: usize) -> Vec<Outcome<R>>
    where
        W: Fn(&[u8]) -> Result<R, Failure>,
    {
        let mut buffer = Vec::with_capacity(WHOLE + 1);
        let read = |Input { name, medium }: Input| {
            let opened = contained(|| archive::open(medium, &name, depth, &mut buffer));
            let reading = match opened.and_then(|opened| Ok(opened?)) {
                Ok(Opened { what: What::Whole, unpaid, .. }) => {
                    Reading::Whole { bytes: buffer.len() as u64, result: (self.work)(&buffer), unpaid }
                }
                Ok(opened) => Reading::On(opened),
                Err(failure) => Reading::Whole { bytes: 0, result: Err(failure), unpaid: false },
            };
            Outcome { name, reading }
        };
        batch.into_iter().map(read).collect()
    }

    /// Works on the members of an archive that lies in `depth` others.
    fn members<R: Send>(
        &self,
        name: &str,
        pack: Pack,
        depth: usize,
        budget: &Budget,
        mark: Mark,
        emit: &mut Emit<'_, R>,
    ) -> ControlFlow<Stop>
    where
        W: Fn(&[u8]) -> Result<R, Failure> + Sync,
    {
        let Listing { inputs, fault } = pack.list(name, budget);
        budget.carry(mark.spent[depth + 1]);
        let members = passing(inputs.into_iter(), mark.path[depth + 1]);
        let fault = match self.inputs(&mut batches(members), depth + 1, Some(budget), mark, emit) {
            ControlFlow::Continue(()) => fault,
            // The limits are those of the outermost archive, and it is the one to be named.
            ControlFlow::Break(Stop::Limit(fault)) if depth == 0 => Some(fault.into()),
            stop => return stop,
        };
        fault.map_or(ControlFlow::Continue(()), |fault| emit(broken(name, fault)).map_break(|()| Stop::Run))
    }

    /// Passes a large input through in pieces, from the mark on.
    fn stream<R: Send>(&self, name: &str, reader: impl Read, mut mark: Mark, emit: &mut Emit<'_, R>) -> ControlFlow<()>
    where
        W: Fn(&[u8]) -> Result<R, Failure> + Sync,
    {
        let mut cutter = Cutter::new(reader);
        let mut fault = None;
        let pieces = std::iter::from_fn(|| {
            cutter.next_piece().unwrap_or_else(|error| {
                fault = Some(error);
                None
            })
        });
        let work_on = |Piece { bytes, last, torn }: Piece| (bytes.len() as u64, last, torn, (self.work)(&bytes));
        let pieces = passing(pieces, mark.pieces);
        let emit_piece = |(bytes, last, torn, result)| {
            let here = mark;
            mark.pieces += 1;
            emit(Event { mark: Some(here), name, bytes, last, torn, result })
        };
        self.workers.ordered(pieces, work_on, emit_piece)?;
        fault.map_or(ControlFlow::Continue(()), |fault| emit(broken(name, fault)))
    }
}

/// What is told at the end of an input that cannot be read further.
fn broken<R>(name: &str, fault: io::Error) -> Event<'_, R> {
    Event { mark: None, name, bytes: 0, last: true, torn: false, result: Err(fault.into()) }
}

/// What comes behind so many items.
fn passing<T>(items: impl Iterator<Item = T>, count: u64) -> impl Iterator<Item = T> {
    items.skip(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Groups inputs, so that the hand-over to a thread costs little.
fn batches(mut inputs: impl Iterator<Item = Input>) -> impl Iterator<Item = Vec<Input>> {
    std::iter::from_fn(move || {
        let batch: Vec<Input> = inputs.by_ref().take(BATCH).collect();
        (!batch.is_empty()).then_some(batch)
    })
}

/// The threads of a run; none with one job.
struct Workers {
    pool: Option<ThreadPool>,
}

impl Workers {
    fn new(jobs: usize) -> io::Result<Workers> {
        let pool = match jobs {
            0 | 1 => None,
            _ => Some(ThreadPoolBuilder::new().num_threads(jobs).build().map_err(io::Error::other)?),
        };
        Ok(Workers { pool })
    }

    /// A parallel map over tasks, with its results in order and a bounded number of them at a time.
    fn ordered<T: Send, R: Send, B>(
        &self,
        mut tasks: impl Iterator<Item = T>,
        work: impl Fn(T) -> R + Sync,
        mut emit: impl FnMut(R) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(pool) = &self.pool else {
            return tasks.try_for_each(|task| emit(work(task)));
        };
        let window = pool.current_num_threads() * WINDOW;
        let (work, (done, is_done)) = (&work, mpsc::channel());
        pool.in_place_scope(|scope| {
            // Where the results will lie, in the order of the tasks, from the next one to emit on.
            let mut waiting: VecDeque<Arc<Mutex<Option<R>>>> = VecDeque::new();
            loop {
                while waiting.len() < window
                    && let Some(task) = tasks.next()
                {
                    let (place, done) = (Arc::default(), done.clone());
                    waiting.push_back(Arc::clone(&place));
                    scope.spawn(move |_| {
                        let result = work(task);
                        *unpoisoned(&place) = Some(result);
                        // The receiver is only gone where the run was broken off.
                        let _ = done.send(());
                    });
                }
                if waiting.is_empty() {
                    return ControlFlow::Continue(());
                }
                // We hold a sender ourselves, so that the channel never closes here.
                let _ = is_done.recv();
                while let Some(result) = waiting.front().and_then(|place| unpoisoned(place).take()) {
                    waiting.pop_front();
                    emit(result)?;
                }
            }
        })
    }
}

/// The result that lies here. Nothing panics while it is held.
fn unpoisoned<R>(place: &Mutex<Option<R>>) -> MutexGuard<'_, Option<R>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}
