//! A folder of small files: the audit to CSV in memory beside its floor, which is to find and read the files.
//!
//! The files are made here. `SGFKIT_FILES=DIR cargo bench --bench files` takes real ones instead.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rayon::prelude::*;
use sgfkit::archive;
use sgfkit::audit::{Auditor, Options};
use sgfkit::report::columns::{FINDINGS, GAMES};
use sgfkit::report::rows::{Format, Rows};
use sgfkit::report::sheet::Start;
use sgfkit::run;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use tempfile::TempDir;
use walkdir::{DirEntry, WalkDir};

fn main() {
    divan::main();
}

/// Files that are made here, and the moves in each: the size of a real one.
const FILES: usize = 4000;
const MOVES: usize = 180;

/// The folder, which goes with the process where it was made here.
static FOLDER: LazyLock<(PathBuf, Option<TempDir>)> = LazyLock::new(|| match std::env::var_os("SGFKIT_FILES") {
    Some(path) => (path.into(), None),
    None => {
        let folder = tempfile::tempdir().expect("a folder for the files");
        for number in 0..FILES {
            std::fs::write(folder.path().join(format!("{number:05}.sgf")), record(number)).expect("a file is written");
        }
        (folder.path().to_owned(), Some(folder))
    }
});

/// A record without captures: every other point, row by row, begun at another place in each file.
fn record(number: usize) -> String {
    let mut out =
        format!("(;GM[1]FF[4]SZ[19]PB[Black]BR[9d]PW[White {number}]KM[7.5]RU[Chinese]RE[B+R]DT[2011-03-02]\n");
    for turn in 0..MOVES {
        let point = (number + 2 * turn) % 361;
        let letter = |n: usize| char::from(b'a' + n as u8);
        let colour = if turn % 2 == 0 { 'B' } else { 'W' };
        write!(out, ";{colour}[{}{}]", letter(point % 19), letter(point / 19)).expect("a string takes it");
    }
    out.push_str(")\n");
    out
}

/// The floor: to walk the folder and read every file, without anything of ours.
#[divan::bench(args = [1, 2], sample_count = 15)]
fn a_floor_walk_and_read(bencher: Bencher<'_, '_>, threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let read = || {
        let entries = WalkDir::new(&FOLDER.0).follow_links(true).sort_by_file_name().into_iter().flatten();
        let files: Vec<_> = entries.filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path).collect();
        let bytes = |path| std::fs::read(path).map_or(0, |bytes| black_box(bytes).len());
        pool.install(|| files.par_iter().map(bytes).filter(|&bytes| bytes > 0).count())
    };
    bencher.counter(ItemsCount::new(read())).bench_local(read);
}

/// The whole audit, both tables, in order.
#[divan::bench(args = [1, 2], sample_count = 15)]
fn b_audit_to_csv(bencher: Bencher<'_, '_>, threads: usize) {
    let inputs = || archive::inputs(std::slice::from_ref(&FOLDER.0));
    let idle: Mutex<Vec<Auditor>> = Mutex::default();
    let work = |bytes: &[u8]| {
        let mut auditor = idle.lock().unwrap().pop().unwrap_or_default();
        let mut rows = Rows::new(Format { tables: true, ..Format::default() });
        auditor.audit(bytes, Options::default(), |found, lines| rows.add(&found, lines));
        idle.lock().unwrap().push(auditor);
        rows
    };
    bencher.counter(ItemsCount::new(inputs().count())).bench_local(|| {
        let mut tables = [Vec::new(), Vec::new()];
        let flow = run::run(inputs(), threads, work, |event| {
            if let Ok(rows) = event.result {
                rows.games.write(&GAMES, event.name, Start::default(), &mut tables[0]);
                rows.findings.write(&FINDINGS, event.name, Start::default(), &mut tables[1]);
            }
            ControlFlow::Continue(())
        });
        assert!(flow.is_ok_and(|flow| flow.is_continue()));
        black_box(tables.map(|table| table.len()));
    });
}
