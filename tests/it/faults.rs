//! Reads, writes and memory that fail at every step: what is left is whole or not there, and what is said is the cause.

#![cfg(target_os = "linux")]

use crate::run::{read, run_into, temporary};
use sgfkit::run::{Failure, run};
use sgfkit::sgf::cut::Cutter;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};

/// Gives its bytes in small parts, and then breaks.
struct Breaking<'a>(&'a [u8]);

impl Read for Breaking<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let part = self.0.len().min(buffer.len()).min(5);
        if part == 0 {
            return Err(io::Error::other("the disk is gone"));
        }
        let (now, rest) = self.0.split_at(part);
        buffer[..part].copy_from_slice(now);
        self.0 = rest;
        Ok(part)
    }
}

#[test]
fn a_stream_that_breaks_anywhere_gives_all_before() {
    let bytes = b"(;SZ[9];B[ee])\n(;SZ[9]C[\xe9\xbb\x91];B[cc];W[dd])";
    for end in 0..=bytes.len() {
        let mut cutter = Cutter::new(Breaking(&bytes[..end]));
        let mut got = Vec::new();
        let error = loop {
            match cutter.next_piece() {
                Ok(piece) => got.extend(piece.expect("the end is an error").bytes),
                Err(error) => break error,
            }
        };
        assert_eq!((got.as_slice(), error.to_string().as_str()), (&bytes[..end], "the disk is gone"));
        assert!(cutter.next_piece().unwrap().is_none());
    }
}

#[test]
fn a_panic_is_told_with_the_name_of_its_file() {
    let folder = records(80);
    for jobs in [1, 3] {
        let (mut crashed, mut done) = (Vec::new(), 0);
        let work = |bytes: &[u8]| assert!(!bytes.windows(6).any(|part| part == b"GN[50]"), "a defect");
        let flow = run(sgfkit::archive::inputs(&[folder.path().to_owned()]), jobs, work, |event| {
            match event.result {
                Err(Failure::Crashed(message)) => crashed.push(format!("{}: {message}", event.name)),
                result => done += usize::from(result.is_ok()),
            }
            ControlFlow::Continue(())
        });
        assert!(flow.unwrap().is_continue());
        let [message] = crashed.as_slice() else { panic!("{crashed:?}") };
        assert!(message.ends_with("/0050.sgf: a defect"), "{message}");
        assert_eq!(done, 79);
    }
}

/// A folder with records of which each has a finding.
fn records(count: usize) -> tempfile::TempDir {
    let folder = temporary();
    for n in 0..count {
        let record = format!("(;GM[1]SZ[9]KM[7.5]GN[{n}]RE[B+3];B[ee];W[ee];B[];W[])");
        fs::write(folder.path().join(format!("{n:04}.sgf")), record).unwrap();
    }
    folder
}

/// Every file below a folder whose name is not a hidden one, but for the one that tells times.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with('.') || name == "summary.json" {
            continue;
        }
        if entry.path().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

/// Runs a command under a limit of the shell's, such as `ulimit -f 8`.
fn limited(limit: &str, args: &[&str], out: &Path, path: &Path) -> Output {
    let script = format!("trap '' XFSZ; {limit}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sgfkit")]).args(args);
    command.args(["--progress", "never", "--out"]).arg(out).arg(path).output().unwrap()
}

/// The sizes that files may have, in blocks of 512 bytes, from nothing on.
const SIZES: [u32; 9] = [0, 1, 2, 4, 7, 12, 20, 33, 54];

/// Whatever write is the first to fail, a file under its final name is the one of a whole run, and none says that the
/// run was finished.
#[test]
fn a_write_that_fails_leaves_nothing_half_written() {
    let folder = records(60);
    for args in
        [&["audit", "--checkpoint", "0"][..], &["rescore", "--checkpoint", "0"], &["stats"], &["fix"], &["dups"]]
    {
        let whole = temporary();
        let code = run_into::<&str>(args[0], whole.path(), folder.path(), &[]).code;
        let expected = files(whole.path());
        let mut failed = 0;
        for size in SIZES {
            let out = temporary();
            let ran = limited(&format!("ulimit -f {size}"), args, out.path(), folder.path());
            let (message, left) = (String::from_utf8_lossy(&ran.stderr), files(out.path()));
            if ran.status.code() == Some(code) {
                assert_eq!(left, expected, "{args:?} {size}");
                continue;
            }
            failed += 1;
            assert_eq!(ran.status.code(), Some(2), "{args:?} {size}: {message}");
            assert!(message.contains("cannot ") && message.contains("too large"), "{args:?} {size}: {message}");
            assert!(!out.path().join("summary.json").exists(), "{args:?} {size}");
            for (name, bytes) in left {
                assert_eq!(Some(&bytes), expected.get(&name), "{args:?} {size} {name}");
            }
        }
        assert!(failed >= 3, "{args:?}: {failed}");
    }
}

#[test]
fn a_run_whose_write_failed_at_any_step_is_gone_on_with() {
    let folder = records(60);
    let whole = temporary();
    run_into::<&str>("audit", whole.path(), folder.path(), &[]);
    for size in SIZES {
        let out = temporary();
        limited(&format!("ulimit -f {size}"), &["audit", "--checkpoint", "0"], out.path(), folder.path());
        let ran = run_into("audit", out.path(), folder.path(), &["--checkpoint", "0", "--resume"]);
        assert_eq!(ran.code, 1, "{size}: {}", ran.stderr);
        assert!(files(out.path()) == files(whole.path()), "{size}");
        let totals = |folder| {
            serde_json::from_str::<serde_json::Value>(&read(folder, "summary.json")).unwrap()["totals"].clone()
        };
        assert_eq!(totals(out.path()), totals(whole.path()), "{size}");
    }
}

/// Where memory is refused the run ends: by itself with a message, or by the runtime; what it leaves can be gone on with.
#[test]
fn a_run_that_gets_no_memory_leaves_nothing_half_written() {
    let folder = records(60);
    let whole = temporary();
    run_into::<&str>("audit", whole.path(), folder.path(), &[]);
    let mut failed = 0;
    // In KiB. The smallest does not hold the program itself.
    for size in (0..12).map(|n| 4_000 << n >> (n / 2)) {
        let out = temporary();
        let args = ["audit", "--checkpoint", "0", "--jobs", "4"];
        let ran = limited(&format!("ulimit -v {size}"), &args, out.path(), folder.path());
        let message = String::from_utf8_lossy(&ran.stderr);
        if ran.status.code() == Some(1) {
            assert!(files(out.path()) == files(whole.path()), "{size}");
            continue;
        }
        failed += 1;
        assert_ne!(ran.status.code(), Some(0), "{size}: {message}");
        assert!(files(out.path()).is_empty() && !out.path().join("summary.json").exists(), "{size}: {message}");
        let ran = run_into("audit", out.path(), folder.path(), &["--checkpoint", "0", "--resume"]);
        assert_eq!(ran.code, 1, "{size}: {}", ran.stderr);
        assert!(files(out.path()) == files(whole.path()), "{size}");
    }
    assert!(failed > 0);
}
