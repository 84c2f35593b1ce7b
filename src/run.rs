//! The pipeline: inputs are read and worked on in parallel, and their results come out in order.
//!
//! Memory is bounded by the number of threads, whatever the archive holds: a few inputs are under way at
//! any time, and a large file passes through in pieces.

use crate::archive::{Input, Medium};
use crate::sgf::cut::{Cutter, Piece};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

/// A file up to this size is read whole, by the thread that works on it. A larger one is read piece by piece.
const WHOLE: usize = 1 << 18;

/// Small files that are handed to a thread together: enough to make the hand-over cheap.
const BATCH: usize = 32;

/// Results for each thread that may be under way or wait for an earlier one.
const WINDOW: usize = 4;

/// What came of one piece of an input, in the order of the inputs and of the pieces in them.
#[derive(Debug)]
pub struct Event<'a, R> {
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
    Unreadable(#[from] io::Error),
    /// A defect of ours: the work on the piece panicked, with this message.
    #[error("{0}")]
    Crashed(String),
}

/// Works on every input with `jobs` threads and hands the results over in order, on this thread.
///
/// `work` gets the bytes of a piece: a whole file where it is small, else a part of it that holds whole
/// games. `emit` may break off the run. With one job all happens on this thread.
///
/// # Errors
///
/// Where the threads cannot be started.
pub fn run<R: Send>(
    inputs: impl Iterator<Item = Input>,
    jobs: usize,
    work: impl Fn(&[u8]) -> R + Sync,
    mut emit: impl FnMut(Event<'_, R>) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let workers = Workers::new(jobs)?;
    let work = |bytes: &[u8]| contained(|| work(bytes));
    let emit_batch = |batch: Vec<Outcome<R>>| {
        for Outcome { name, read } in batch {
            let name = name.as_str();
            match read {
                Reading::Whole { bytes, result } => emit(Event { name, bytes, last: true, torn: false, result })?,
                Reading::Large(input) => stream(&workers, name, input, &work, &mut emit)?,
            }
        }
        ControlFlow::Continue(())
    };
    Ok(workers.ordered(batches(inputs), |batch| read_batch(batch, &work), emit_batch))
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
    read: Reading<R>,
}

enum Reading<R> {
    Whole { bytes: u64, result: Result<R, Failure> },
    Large(Box<dyn Read + Send>),
}

/// Groups inputs, so that the hand-over to a thread costs little.
fn batches(mut inputs: impl Iterator<Item = Input>) -> impl Iterator<Item = Vec<Input>> {
    std::iter::from_fn(move || {
        let batch: Vec<Input> = inputs.by_ref().take(BATCH).collect();
        (!batch.is_empty()).then_some(batch)
    })
}

fn read_batch<R>(batch: Vec<Input>, work: &impl Fn(&[u8]) -> Result<R, Failure>) -> Vec<Outcome<R>> {
    let mut buffer = Vec::with_capacity(WHOLE + 1);
    let read = |input: Input| {
        let read = match input.medium {
            Medium::Stdin => Reading::Large(Box::new(io::stdin())),
            Medium::Failed(error) => Reading::Whole { bytes: 0, result: Err(error.into()) },
            Medium::File(path) => File::open(path)
                .and_then(|file| read_file(file, &mut buffer, work))
                .unwrap_or_else(|error| Reading::Whole { bytes: 0, result: Err(error.into()) }),
        };
        Outcome { name: input.name, read }
    };
    batch.into_iter().map(read).collect()
}

fn read_file<R>(
    mut file: File,
    buffer: &mut Vec<u8>,
    work: &impl Fn(&[u8]) -> Result<R, Failure>,
) -> io::Result<Reading<R>> {
    buffer.clear();
    file.by_ref().take(WHOLE as u64 + 1).read_to_end(buffer)?;
    Ok(if buffer.len() <= WHOLE {
        Reading::Whole { bytes: buffer.len() as u64, result: work(buffer) }
    } else {
        Reading::Large(Box::new(io::Cursor::new(buffer.clone()).chain(file)))
    })
}

/// Passes a large input through in pieces.
fn stream<R: Send>(
    workers: &Workers,
    name: &str,
    input: Box<dyn Read + Send>,
    work: &(impl Fn(&[u8]) -> Result<R, Failure> + Sync),
    emit: &mut impl FnMut(Event<'_, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut cutter = Cutter::new(input);
    let mut broken = None;
    let pieces = std::iter::from_fn(|| {
        cutter.next_piece().unwrap_or_else(|error| {
            broken = Some(error);
            None
        })
    });
    let work_on = |Piece { bytes, last, torn }: Piece| (bytes.len() as u64, last, torn, work(&bytes));
    workers.ordered(pieces, work_on, |(bytes, last, torn, result)| emit(Event { name, bytes, last, torn, result }))?;
    match broken {
        Some(error) => emit(Event { name, bytes: 0, last: true, torn: false, result: Err(error.into()) }),
        None => ControlFlow::Continue(()),
    }
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
    fn ordered<T: Send, R: Send>(
        &self,
        mut tasks: impl Iterator<Item = T>,
        work: impl Fn(T) -> R + Sync,
        mut emit: impl FnMut(R) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(pool) = &self.pool else {
            return tasks.try_for_each(|task| emit(work(task)));
        };
        let window = pool.current_num_threads() * WINDOW;
        let (work, (done, results)) = (&work, mpsc::channel());
        pool.in_place_scope(|scope| {
            // Results in the order of the tasks, from the next one to emit on.
            let mut waiting: VecDeque<Option<R>> = VecDeque::new();
            let mut emitted = 0;
            loop {
                while waiting.len() < window
                    && let Some(task) = tasks.next()
                {
                    let (number, done) = (emitted + waiting.len(), done.clone());
                    waiting.push_back(None);
                    // The receiver is only gone where the run was broken off.
                    scope.spawn(move |_| drop(done.send((number, work(task)))));
                }
                if waiting.is_empty() {
                    return ControlFlow::Continue(());
                }
                // We hold a sender ourselves, so that the channel never closes here.
                if let Ok((number, result)) = results.recv() {
                    waiting[number - emitted] = Some(result);
                }
                while let Some(Some(_)) = waiting.front() {
                    let result = waiting.pop_front().flatten();
                    emitted += 1;
                    result.map_or(ControlFlow::Continue(()), &mut emit)?;
                }
            }
        })
    }
}
