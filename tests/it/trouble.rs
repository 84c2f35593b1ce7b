//! What goes wrong around a run: inputs that are no files, messages that nobody takes, a run that is broken off.

#![cfg(target_os = "linux")]

use crate::run::{command, folder_of, sgfkit, sgfkit_reading, temporary};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const CLEAN: &[u8] = b"(;SZ[9]KM[7.5];B[ee];W[cc])";
const ILLEGAL: &[u8] = b"(;SZ[9]KM[7.5];B[ee];W[ee])";

fn audit(path: impl AsRef<Path>) -> String {
    sgfkit(["audit".as_ref(), "--quiet".as_ref(), path.as_ref()]).stdout
}

#[test]
fn a_pipe_or_device_that_is_named_is_read() {
    let text = sgfkit_reading(ILLEGAL, ["audit", "--quiet", "/dev/stdin"]).stdout;
    assert!(text.starts_with("/dev/stdin:1:22: error occupied"), "{text}");
    assert_eq!(audit("/dev/null"), "/dev/null: error no-game [F102]: the file is empty\n");
}

#[test]
fn a_pipe_in_a_folder_is_reported_and_holds_nothing_up() {
    let folder = folder_of(&[("c.sgf", ILLEGAL)]);
    for name in ["a.sgf", "b"] {
        assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap().success());
    }
    let text = audit(folder.path());
    let lines: Vec<_> = text.lines().map(|line| line.rsplit_once('/').unwrap().1).collect();
    let [pipe, file] = lines[..] else { panic!("{text}") };
    assert_eq!(pipe, "a.sgf: error unreadable-file [F101]: neither a file nor a folder");
    assert!(file.starts_with("c.sgf:1:22: error occupied"), "{text}");
}

#[test]
fn a_link_to_nowhere_names_its_path_once() {
    let folder = temporary();
    let link = folder.path().join("a.sgf");
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    let expected =
        format!("{}: error unreadable-file [F101]: No such file or directory (os error 2)\n", link.display());
    assert_eq!(audit(&link), expected);
}

#[test]
fn a_full_standard_error_changes_no_exit_code() {
    let check = |path: &str, input: &[u8], expected| {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut child =
            command(["audit", path]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(full).spawn().unwrap();
        // A run that does not read its standard input closes it.
        let _ = child.stdin.take().unwrap().write_all(input);
        assert_eq!(child.wait().unwrap().code(), Some(expected), "{path} {input:?}");
    };
    check("-", CLEAN, 0);
    check("-", ILLEGAL, 1);
    check("no/such.sgf", b"", 2);
}

#[test]
fn names_in_messages_hold_no_control_characters() {
    for args in [&["audit", "no\x1b[2J.sgf"][..], &["audit", "/dev/null", "--out", "/dev/null/\x1b[2J"]] {
        let ran = sgfkit(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains("\\x1B[2J") && !ran.stderr.contains('\x1b'), "{:?}", ran.stderr);
    }
}

/// Breaks a run off that waits for its input, until this says that it is enough; returns its exit code and what
/// is then in the folder that it was to write.
fn broken_off(enough: impl Fn(&mut Child) -> bool) -> (Option<i32>, Vec<String>) {
    let folder = temporary();
    let files = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut run = command(["audit", "-", "--out"]);
    let mut child = run.arg(folder.path()).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while files().count() < 2 {
        sleep(Duration::from_millis(5));
    }
    loop {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        sleep(Duration::from_millis(50));
        if enough(&mut child) {
            return (child.wait().unwrap().code(), files().collect());
        }
    }
}

#[test]
fn a_run_that_is_broken_off_leaves_nothing() {
    let ends_with_this_input = |child: &mut Child| child.stdin.take().unwrap().write_all(CLEAN).is_ok();
    assert_eq!(broken_off(ends_with_this_input), (Some(130), Vec::new()));
}

/// Nothing ever comes on its standard input, and one signal is enough.
#[test]
fn a_run_that_waits_for_its_input_is_broken_off_all_the_same() {
    let (code, files) = broken_off(|child| {
        let ended = (0..300).any(|_| {
            sleep(Duration::from_millis(100));
            child.try_wait().unwrap().is_some()
        });
        assert!(ended);
        true
    });
    assert_eq!(code, Some(130));
    assert!(files.iter().all(|name| name.starts_with('.')), "{files:?}");
}

#[test]
fn a_run_that_is_broken_off_twice_leaves_nothing_under_its_final_name() {
    let (code, files) = broken_off(|child| child.try_wait().unwrap().is_some());
    assert_eq!(code, Some(130));
    assert!(files.iter().all(|name| name.starts_with('.')), "{files:?}");
}
