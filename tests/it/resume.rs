//! Runs that are killed, or meet a full disk, and are gone on with.

#![cfg(target_os = "linux")]

use crate::packs;
use crate::run::{Ran, command, read, run_into, sgfkit, temporary};
use sgfkit::archive::{Limits, inputs};
use sgfkit::run::{Event, Mark, Plan, run_as};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TABLES: &[&str] = &["games.csv", "findings.csv"];

/// A folder with many records, each with a finding.
fn records(count: usize) -> tempfile::TempDir {
    let folder = temporary();
    for n in 0..count {
        let record = format!("(;SZ[9]KM[7.5]GN[{n}];B[ee];W[ee])(;SZ[9];B[cc])");
        fs::write(folder.path().join(format!("{n:04}.sgf")), record).unwrap();
    }
    folder
}

/// The tables, and the totals.
fn result(out: &Path) -> (Vec<String>, serde_json::Value) {
    let summary: serde_json::Value = serde_json::from_str(&read(out, "summary.json")).unwrap();
    (TABLES.iter().map(|name| read(out, name)).collect(), summary["totals"].clone())
}

/// What one run in one go gives.
fn in_one_go(path: &Path) -> (Vec<String>, serde_json::Value) {
    let out = temporary();
    run_into::<&str>("audit", out.path(), path, &[]);
    result(out.path())
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

fn audit(out: &Path, path: &Path, options: &[&str]) -> Ran {
    run_into("audit", out, path, &[&["--checkpoint", "0"], options].concat())
}

/// Starts a run and kills it when this says so.
fn killed(out: &Path, path: &Path, options: &[&str], enough: impl Fn() -> bool) {
    let mut run = command([&["audit", "--checkpoint", "0", "--out"], options].concat());
    run.arg(out).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = run.spawn().unwrap();
    let begun = Instant::now();
    while !enough() && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the run hangs");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// How many files and members the journal says are done with.
fn done(out: &Path) -> u64 {
    let text = fs::read_to_string(out.join(".sgfkit-resume.json")).unwrap_or_default();
    serde_json::from_str::<serde_json::Value>(&text).map_or(0, |state| state["total"]["files"].as_u64().unwrap())
}

/// A run that is stopped for certain: on one thread, it waits for a pipe that nobody writes to.
#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = records(80);
    let pipe = folder.path().join("0070.sgf");
    fs::remove_file(&pipe).unwrap();
    let list = folder.path().join("list");
    fs::write(&list, names(folder.path()).iter().map(|name| format!("{name}\n")).collect::<String>() + "0070.sgf\n")
        .unwrap();
    let run = |out: &Path, options: &[&str]| {
        let mut run = command(["audit", "--checkpoint", "0", "--jobs", "1", "--files-from", "list", "--out"]);
        run.arg(out).args(options).current_dir(folder.path()).stdin(Stdio::null()).stderr(Stdio::piped());
        run.spawn().unwrap()
    };
    // In one go, with a file in the pipe's place.
    fs::write(&pipe, "(;SZ[9];B[aa])").unwrap();
    let whole = temporary();
    run(whole.path(), &[]).wait().unwrap();
    fs::remove_file(&pipe).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());

    let out = temporary();
    let mut child = run(out.path(), &[]);
    let begun = Instant::now();
    while done(out.path()) < 63 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", names(out.path()));
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(names(out.path()).iter().all(|name| name.starts_with('.')), "{:?}", names(out.path()));
    // Nothing is done twice: what is done with is not even opened.
    let child = run(out.path(), &["--resume"]);
    fs::write(&pipe, "(;SZ[9];B[aa])").unwrap();
    let ran = child.wait_with_output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(result(out.path()), result(whole.path()));
    assert_eq!(names(out.path()), ["findings.csv", "games.csv", "summary.json"]);
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same() {
    let folder = records(400);
    let expected = in_one_go(folder.path());
    for jobs in ["1", "3"] {
        let out = temporary();
        for wait in [2, 5, 9, 14, 30, 60, 100] {
            let begun = Instant::now();
            killed(out.path(), folder.path(), &["--resume", "--jobs", jobs], || {
                begun.elapsed() > Duration::from_millis(wait)
            });
        }
        let ran = audit(out.path(), folder.path(), &["--resume"]);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(result(out.path()) == expected, "{jobs}");
    }
}

/// A folder of archives and large files, with damage.
fn archives() -> tempfile::TempDir {
    let folder = temporary();
    let large = |name: &str, games: usize| {
        let game = |n| format!("(;SZ[9]GN[{name} {n}]C[{}]\n;B[ee];W[ee])\n", "talk ".repeat(200));
        (0..games).map(game).collect::<String>().into_bytes()
    };
    let (small, middle, huge) = (large("small", 1), large("middle", 300), large("huge", 1_200));
    let inner = packs::tar(&[("a.sgf", &small), ("b.sgf", &middle), ("c.sgf", &small)]);
    // Its first member alone may meet a limit, and the listing is counted before that.
    let streamed = packs::gzip(&packs::tar(&[("a.sgf.gz", &packs::gzip(&huge)), ("b.sgf", &small), ("c.sgf", &small)]));
    let members: Vec<(String, &[u8])> = (0..40).map(|n| (format!("{n:02}.sgf"), small.as_slice())).collect();
    let mut members: Vec<(&str, &[u8])> = members.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    members.extend([("30.tar", inner.as_slice()), ("31.tar", b"no tar"), ("32 huge.sgf", &huge), ("80.tar", &inner)]);
    members.push(("81.tar.gz", &streamed));
    let mut zip = packs::zip(&members);
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("a.sgf", &small);
    write("b.sgf", &huge);
    write("c.zip", &zip);
    write("d.tar.gz", &packs::gzip(&packs::tar(&members)));
    write("e.sgf.gz", &packs::gzip(&huge));
    zip.truncate(zip.len() / 2);
    write("f.zip", &zip);
    write("g.sgf", &small);
    folder
}

/// Whatever comes next, and whatever limit of an archive was near.
#[test]
fn a_run_goes_on_at_any_piece() {
    let folder = archives();
    let worked = AtomicUsize::new(0);
    let run = |limits: Limits, from: Mark, jobs: usize| {
        let mut events = Vec::new();
        let work = |bytes: &[u8]| {
            worked.fetch_add(1, Ordering::Relaxed);
            String::from_utf8_lossy(&bytes[..bytes.len().min(30)]).into_owned()
        };
        let emit = |event: Event<'_, String>| {
            let result = event.result.map_err(|failure| failure.to_string());
            let name = event.name.rsplit_once('/').map(|(_, name)| name.to_owned());
            events.push((event.mark, (name, event.bytes, event.last, event.torn, result)));
            ControlFlow::Continue(())
        };
        let flow = run_as(Plan { limits, from }, inputs(&[folder.path().to_owned()]), jobs, work, emit);
        assert!(flow.unwrap().is_continue());
        events
    };
    let most = Limits::default();
    // Met nowhere; in an archive within; in a large member; before and after these, and between.
    let members = [40, 46, 47, 49].map(|members| Limits { members, ..most });
    let bytes = [40_000, 330_000, 600_000, 1_700_000, 2_500_000].map(|bytes| Limits { bytes, ..most });
    for (round, limits) in [most].into_iter().chain(members).chain(bytes).enumerate() {
        let whole = run(limits, Mark::default(), 1);
        let stopped = whole.iter().filter(|(_, event)| matches!(&event.4, Err(text) if text.contains("limit"))).count();
        assert_eq!(stopped > 0, limits != most, "{limits:?}");
        assert!(whole.len() > 20, "{limits:?}");
        for (n, (mark, _)) in whole.iter().enumerate() {
            // A third of the places with each limit, to save time.
            let Some(mark) = mark.filter(|_| round == 0 || (n + round) % 3 == 0) else { continue };
            worked.store(0, Ordering::Relaxed);
            let rest = run(limits, mark, 1);
            assert!(rest == whole[n..], "{limits:?} {n} {mark:?}\n{:?}\n{:?}", rest.first(), whole[n]);
            let ours = rest.iter().filter(|(_, event)| event.4.is_ok()).count();
            // A batch may be worked on before a limit is met in it.
            let most = if limits == most { 0 } else { 32 };
            assert!(worked.load(Ordering::Relaxed) <= ours + most, "what is done with is not done again");
            if n % 5 == 0 {
                assert!(run(limits, mark, 3) == whole[n..], "{limits:?} {n}");
            }
        }
    }
}

#[test]
fn killed_inside_an_archive_it_comes_to_the_same() {
    let folder = archives();
    let expected = in_one_go(folder.path());
    for jobs in ["1", "3"] {
        let out = temporary();
        // After each kill the journal is a little further.
        let mut kills = 0;
        for target in [3, 30, 45, 49, 80, 100] {
            let before = done(out.path());
            killed(out.path(), folder.path(), &["--resume", "--jobs", jobs], || done(out.path()) >= target);
            assert!(done(out.path()) >= before);
            kills += u32::from(!out.path().join("summary.json").exists());
        }
        assert!(kills >= 3, "{kills}");
        let ran = audit(out.path(), folder.path(), &["--resume"]);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(result(out.path()) == expected, "{jobs}");
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = records(400);
    let expected = in_one_go(folder.path());
    let out = temporary();
    // The largest size of a file, in blocks of 512 bytes.
    let script = "trap '' XFSZ; ulimit -f 80; exec \"$0\" audit --checkpoint 0 --out \"$1\" \"$2\"";
    let run = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_sgfkit")])
        .arg(out.path())
        .arg(folder.path())
        .output();
    let run = run.unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(message.contains("cannot write") && message.contains("--resume goes on"), "{message}");
    assert!(done(out.path()) > 0);
    let ran = audit(out.path(), folder.path(), &["--resume"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(result(out.path()) == expected);
}

/// A folder in which a run of `records(40)` was stopped after some inputs.
fn unfinished(folder: &Path) -> tempfile::TempDir {
    let out = temporary();
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" audit --jobs 1 --checkpoint 0 --out \"$1\" \"$2\"";
    let run =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_sgfkit")]).arg(out.path()).arg(folder).output();
    assert_eq!(run.unwrap().status.code(), Some(2));
    assert!(done(out.path()) > 0);
    out
}

#[test]
fn what_has_changed_is_not_gone_on_with() {
    let folder = records(100);
    let check = |out: &Path, options: &[&str], message: &str| {
        let ran = audit(out, folder.path(), options);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(message) && ran.stderr.contains("begins anew"), "{}", ran.stderr);
    };
    let out = unfinished(folder.path());
    check(out.path(), &["--resume", "--ko", "positional"], "other options");
    check(out.path(), &["--resume", "--select", "R"], "other options");
    fs::write(folder.path().join("zzz.sgf"), "(;SZ[9])").unwrap();
    check(out.path(), &["--resume"], "files were added, removed or changed");
    // Without it, the run begins anew.
    assert_eq!(audit(out.path(), folder.path(), &[]).code, 1);
    assert_eq!(result(out.path()), in_one_go(folder.path()));
    assert_eq!(names(out.path()), ["findings.csv", "games.csv", "summary.json"]);
}

#[test]
fn tables_that_are_gone_or_too_short_are_told() {
    let folder = records(100);
    let out = unfinished(folder.path());
    let table = names(out.path()).into_iter().find(|name| name.starts_with(".games.csv")).unwrap();
    fs::write(out.path().join(&table), "x").unwrap();
    let ran = audit(out.path(), folder.path(), &["--resume"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cannot resume") && ran.stderr.contains("1 bytes are left of"), "{}", ran.stderr);
    fs::remove_file(out.path().join(&table)).unwrap();
    let ran = audit(out.path(), folder.path(), &["--resume"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cannot resume"), "{}", ran.stderr);
}

#[test]
fn there_may_be_nothing_to_resume() {
    let folder = records(3);
    let out = temporary();
    // A new folder: the run begins.
    assert_eq!(audit(out.path(), folder.path(), &["--resume"]).code, 1);
    let before = result(out.path());
    // A finished one: it ends as the run did.
    let ran = audit(out.path(), folder.path(), &["--resume"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("Nothing to resume"), "{}", ran.stderr);
    assert_eq!(result(out.path()), before);
    assert_eq!(audit(out.path(), folder.path(), &["--resume", "--fail-on", "never"]).code, 0);
    // A finished one of another kind.
    let ran = audit(out.path(), folder.path(), &["--resume", "--select", "R"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("a finished run with other options"), "{}", ran.stderr);
    // What comes but once.
    let ran = sgfkit(["audit".as_ref(), "-".as_ref(), "--resume".as_ref(), "--out".as_ref(), out.path()]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("standard input cannot be read a second time"), "{}", ran.stderr);
}

/// Two runs into one folder would spoil each other's tables.
#[test]
fn a_second_run_into_the_folder_is_turned_away() {
    let folder = records(3);
    let pipe = folder.path().join("9999.sgf");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let out = temporary();
    let mut first = command(["audit", "--jobs", "1", "--fail-on", "never", "--out"]);
    let mut first = first.arg(out.path()).arg(&pipe).stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !out.path().join(".sgfkit-resume.json").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", names(out.path()));
        sleep(Duration::from_millis(5));
    }
    let before = names(out.path());
    for command in ["audit", "rescore", "stats", "report", "dups"] {
        let ran = run_into::<&str>(command, out.path(), &folder.path().join("0000.sgf"), &[]);
        assert_eq!(ran.code, 2, "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("another run of sgfkit is writing there"), "{command}: {}", ran.stderr);
    }
    let ran = audit(out.path(), &folder.path().join("0000.sgf"), &["--resume"]);
    assert!(ran.code == 2 && ran.stderr.contains("another run of sgfkit"), "{}", ran.stderr);
    assert_eq!(names(out.path()), before);
    fs::write(&pipe, "(;SZ[9];B[aa])").unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert_eq!(names(out.path()), ["findings.csv", "games.csv", "summary.json"]);
    assert_eq!(read(out.path(), "games.csv").lines().count(), 2);
}

#[test]
fn a_journal_that_was_half_written_is_swept_away() {
    let (path, out) = (records(3), temporary());
    fs::write(out.path().join("..sgfkit-resume.json.x1y2z3"), "{").unwrap();
    audit(out.path(), path.path(), &[]);
    assert_eq!(names(out.path()), ["findings.csv", "games.csv", "summary.json"]);
}

/// They would belong to other games.
#[test]
fn scores_of_an_earlier_run_are_taken_away() {
    let (path, out) = (records(3), temporary());
    let run = |command: &str| sgfkit([command.as_ref(), path.path(), "--out".as_ref(), out.path(), "--quiet".as_ref()]);
    run("rescore");
    assert_eq!(names(out.path()), ["findings.csv", "games.csv", "scores.csv", "summary.json"]);
    run("audit");
    assert_eq!(names(out.path()), ["findings.csv", "games.csv", "summary.json"]);
}
