//! Archives, compressed records and what is neither, as files.

use crate::options;
use sgfkit::archive::{self, Limits};
use sgfkit::run::{Failure, Mark, Plan, run_as};
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

const ENDINGS: [&str; 8] = [".sgf", ".zip", ".7z", ".tar", ".tar.gz", ".sgf.bz2", ".tar.xz", ".tar.zst"];

/// So little that damage meets the limits.
const LIMITS: Limits = Limits { members: 20, bytes: 1 << 20, ratio: 100 };

/// Nothing panics out of the run, and no work of ours at all; limits hold; names are in order, beneath that of the file,
/// and hold no control character; neither the number of threads nor a run in two parts changes anything.
pub fn check(data: &[u8]) {
    // Panics of an unpacker are contained, and part of the design: the hook of the fuzzer would end the process.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check_file(data))) {
        let text = panic.downcast_ref::<String>().cloned();
        eprintln!("{}", text.or(panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default());
        std::process::abort();
    }
}

/// What came of the file: where a run can begin with each piece, its name, size, end and result.
type Pieces = Vec<(Option<Mark>, String, u64, bool, String)>;

fn check_file(data: &[u8]) {
    let (choice, bytes) = options(data);
    let ending = ENDINGS[usize::from(choice & 7)];
    let mut file = tempfile::Builder::new().suffix(ending).tempfile().expect("a file");
    file.write_all(bytes).expect("the file can be written");
    let one = pieces(file.path(), Mark::default(), 1);
    let name = archive::display_name(file.path());
    let mut total = 0;
    for (_, piece, bytes, _, result) in &one {
        assert!(piece.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('!')), "{piece}");
        assert!(!piece.chars().any(char::is_control), "{piece:?}");
        assert!(!result.starts_with("crashed"), "{piece}: {result}");
        total += bytes;
    }
    assert!(total <= LIMITS.bytes.max(bytes.len() as u64), "{total}");
    assert!(one.iter().any(|piece| piece.3), "the end is told");
    if choice & 8 != 0 {
        assert_eq!(pieces(file.path(), Mark::default(), 2), one);
    }
    let part = usize::from(choice >> 4) % one.len();
    if let Some(mark) = one[part].0 {
        assert_eq!(pieces(file.path(), mark, 1), one[part..], "{part}");
    }
}

fn pieces(path: &std::path::Path, from: Mark, jobs: usize) -> Pieces {
    let mut pieces = Vec::new();
    let work = |bytes: &[u8]| sgfkit::audit_bytes(bytes).len();
    let plan = Plan { limits: LIMITS, from };
    let flow = run_as(plan, archive::inputs(&[path.to_owned()]), jobs, work, |event| {
        let result = match event.result {
            Ok(findings) => format!("findings: {findings}"),
            Err(Failure::Crashed(message)) => format!("crashed: {message}"),
            Err(failure) => failure.to_string(),
        };
        pieces.push((event.mark, event.name.to_owned(), event.bytes, event.last, result));
        ControlFlow::Continue(())
    });
    assert!(flow.expect("the threads start").is_continue());
    pieces
}
