//! The program's contract with its user: arguments, exit codes, inputs of every kind, and the form of what it writes.

use crate::run::{Ran, audit_into, command, folder_of, read, reading, run_into, sgfkit, sgfkit_reading, temporary};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CLEAN: &[u8] = b"(;SZ[9]KM[7.5];B[ee];W[cc])";
const ILLEGAL: &[u8] = b"(;SZ[9]KM[7.5];B[ee];W[ee])";
/// HA without stones: a warning, and nothing worse.
const WARNED: &[u8] = b"(;SZ[9]HA[2];W[ee];B[cc])";
/// A komi in zi: a note, and nothing worse.
const NOTED: &[u8] = b"(;SZ[9]KM[3.75];B[ee];W[cc])";

/// The names of the findings in a text output, line by line.
fn names(ran: &Ran) -> Vec<&str> {
    ran.stdout.lines().filter_map(|line| line.split_once(" [")?.0.rsplit(' ').next()).collect()
}

/// Audits one record from standard input.
fn audit(record: &[u8], options: &[&str]) -> Ran {
    sgfkit_reading(record, [&["audit", "-", "--quiet"], options].concat())
}

// Exit codes and what is reported.

#[test]
fn the_exit_code_tells_whether_something_was_found() {
    let check = |record, fail_on, expected| {
        assert_eq!(audit(record, &["--fail-on", fail_on]).code, expected, "--fail-on {fail_on}");
    };
    check(CLEAN, "note", 0);
    check(NOTED, "note", 1);
    check(NOTED, "warning", 0);
    check(WARNED, "warning", 1);
    check(WARNED, "error", 0);
    check(ILLEGAL, "error", 1);
    check(ILLEGAL, "never", 0);
    assert_eq!(audit(ILLEGAL, &[]).code, 1);
    assert_eq!(audit(WARNED, &[]).code, 0);
}

#[test]
fn what_cannot_be_done_is_exit_code_2_with_a_message() {
    let check = |args: &[&str], message: &str| {
        let ran = sgfkit(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {}", ran.stderr);
    };
    check(&[], "Usage");
    check(&["audit"], "<PATH|--files-from <LIST>>");
    check(&["audit", "testdata", "--nonsense"], "--nonsense");
    check(&["audit", "testdata", "--jobs", "0"], "--jobs");
    check(&["audit", "testdata", "--csv-bom"], "--out");
    check(&["audit", "testdata/sample", "no/such.sgf"], "no such file or folder: no/such.sgf");
    check(&["audit", "testdata", "--select", "ko-retak"], "did you mean `ko-retake`?");
    check(&["audit", "testdata", "--ignore", "R999"], "`R999`");
    check(&["audit", "--files-from", "no/list"], "cannot read the list no/list");
    check(&["audit", "--files-from", "-", "-"], "standard input cannot hold both the list and the games");
    check(&["audit", "testdata", "--select", "error"], "`error`: findings are named by a code");
    check(&["explain", "ko-retak"], "did you mean `ko-retake`?");
    check(&["explain", "ko"], "`ko-retake`, `superko-situational` or `superko-positional`?");
    check(&["columns", "gmes"], "no table is called `gmes`; there are games, findings, scores, clusters, changes");
}

#[test]
fn findings_are_selected_and_ignored() {
    // One of each letter: a komi read by a rule of its own, a stone on a stone, a missing parenthesis.
    let record = b"(;SZ[9]KM[3.75];B[ee];W[ee]";
    let check = |options: &[&str], expected: &[&str]| assert_eq!(names(&audit(record, options)), expected);
    check(&[], &["komi-guessed", "occupied", "cut-off"]);
    check(&["--select", "R"], &["occupied"]);
    check(&["--select", "H,S2"], &["komi-guessed", "cut-off"]);
    check(&["--select", "H", "--select", "occupied"], &["komi-guessed", "occupied"]);
    check(&["--ignore", "R102"], &["komi-guessed", "cut-off"]);
    check(&["--select", "R", "--ignore", "all"], &[]);
}

#[test]
fn what_is_ignored_does_not_fail_the_run() {
    assert_eq!(audit(ILLEGAL, &["--ignore", "occupied"]).code, 0);
}

// Where games come from.

#[test]
fn a_list_of_paths() {
    let folder = folder_of(&[("b.sgf", ILLEGAL), ("a.sgf", CLEAN), ("list.txt", b"b.sgf\r\n\na.sgf\nno.sgf\n")]);
    let check = |args: &[&str], input: &[u8]| {
        let mut command = command(args);
        command.current_dir(folder.path());
        let ran = reading(&mut command, input);
        assert_eq!((ran.code, names(&ran)), (1, vec!["occupied", "unreadable-file"]), "{args:?}");
        assert!(ran.stderr.starts_with("Read 3 files with 2 games and 4 moves"), "{}", ran.stderr);
    };
    check(&["audit", "--files-from", "list.txt"], b"");
    check(&["audit", "--files-from", "-"], b"a.sgf\nno.sgf\nb.sgf");
    check(&["audit", "--files-from", "-"], b"\xef\xbb\xbfa.sgf\r\nno.sgf\r\nb.sgf\r\n");
    check(&["audit", "--files-from", "-"], b"a.sgf\0no.sgf\0b.sgf\0");
    check(&["audit", "b.sgf", "--files-from", "-"], b"a.sgf\nno.sgf\nb.sgf");
}

#[test]
fn standard_input_is_a_file_called_dash() {
    let ran = audit(&[ILLEGAL, CLEAN, ILLEGAL].concat(), &[]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "-:1:22: error occupied [R102]: move 2, W ee: a stone of Black stands there",
            "-:1:76: game 3: error occupied [R102]: move 2, W ee: a stone of Black stands there",
        ]
    );
}

#[test]
fn a_folder_gives_its_records_and_a_file_is_taken_whatever_its_name() {
    let folder = folder_of(&[("a.SGF", CLEAN), ("b.txt", ILLEGAL)]);
    assert_eq!(sgfkit(["audit".as_ref(), folder.path()]).code, 0);
    assert_eq!(sgfkit(["audit".as_ref(), folder.path().join("b.txt").as_path()]).code, 1);
}

/// Audits a folder, and holds the names in it that findings were written of, and the findings, against `expected`.
/// A clean record `z.sgf` is put in last: the rest is done whatever befalls one file.
#[cfg(unix)]
fn check_paths(folder: &Path, expected: &[(&str, &str)]) {
    std::fs::write(folder.join("z.sgf"), ILLEGAL).unwrap();
    let out = temporary();
    let ran = audit_into::<&str>(out.path(), folder, &[]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let mut reader = csv::Reader::from_path(out.path().join("findings.csv")).unwrap();
    let rows: Vec<_> = reader.records().map(|row| row.unwrap()).collect();
    let name = |row: &csv::StringRecord| row[0].rsplit('/').next().unwrap().to_owned();
    let found: Vec<_> = rows.iter().map(|row| (name(row), row[9].to_owned())).collect();
    let found: Vec<_> = found.iter().map(|(file, code)| (file.as_str(), code.as_str())).collect();
    assert_eq!(found, [expected, &[("z.sgf", "occupied")]].concat());
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf8() {
    use std::os::unix::ffi::OsStringExt;
    let folder = temporary();
    let name = OsString::from_vec(b"b\xe8\x1b,.sgf".to_vec());
    // Some file systems take UTF-8 only.
    if std::fs::write(folder.path().join(name), ILLEGAL).is_ok() {
        check_paths(folder.path(), &[(r"b\xE8\x1B,.sgf", "occupied")]);
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_or_back() {
    use std::os::unix::fs::symlink;
    let folder = temporary();
    symlink("nowhere.sgf", folder.path().join("dangling.sgf")).unwrap();
    symlink(".", folder.path().join("loop")).unwrap();
    symlink("self.sgf", folder.path().join("self.sgf")).unwrap();
    check_paths(
        folder.path(),
        &[("dangling.sgf", "unreadable-file"), ("loop", "unreadable-file"), ("self.sgf", "unreadable-file")],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_opens_and_cannot_be_read() {
    let folder = temporary();
    // Its first page is mapped nowhere, for nobody.
    std::os::unix::fs::symlink("/proc/self/mem", folder.path().join("memory.sgf")).unwrap();
    check_paths(folder.path(), &[("memory.sgf", "unreadable-file")]);
}

#[cfg(unix)]
#[test]
fn a_file_and_a_folder_without_permission() {
    use std::fs::{File, Permissions, create_dir, read_dir, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let folder = folder_of(&[("file.sgf", CLEAN)]);
    let (inner, file) = (folder.path().join("inner"), folder.path().join("file.sgf"));
    create_dir(&inner).unwrap();
    for path in [&inner, &file] {
        set_permissions(path, Permissions::from_mode(0o000)).unwrap();
    }
    // Root reads them all the same.
    if File::open(&file).is_err() && read_dir(&inner).is_err() {
        check_paths(folder.path(), &[("file.sgf", "unreadable-file"), ("inner", "unreadable-file")]);
    }
    set_permissions(&inner, Permissions::from_mode(0o700)).unwrap();
}

// Inputs that are no records, or records that go to extremes.

/// Several times what the slowest of these inputs takes in a debug build: quadratic work would take minutes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Audits bytes, and looks for a finding among those made.
fn check_extreme(bytes: &[u8], expected: &str) {
    let took = audit_extreme(bytes, expected);
    assert!(took < PATIENCE, "{took:?}");
}

/// The same; how long it took.
fn audit_extreme(bytes: &[u8], expected: &str) -> Duration {
    let clock = Instant::now();
    let folder = folder_of(&[("extreme.sgf", bytes)]);
    let ran = sgfkit(["audit".as_ref(), "--quiet".as_ref(), folder.path()]);
    assert!(ran.code < 2, "{}", ran.stderr);
    assert!(names(&ran).contains(&expected), "{:?}", names(&ran));
    assert!(!names(&ran).contains(&"crashed"));
    clock.elapsed()
}

#[test]
fn one_finding_for_one_fault() {
    let check = |record: &[u8], expected: &[&str]| assert_eq!(names(&audit(record, &[])), expected);
    check(b"(;GM[1]SZ[9];B[ee];W[c", &["cut-off"]);
    check(b"(;GM[1]SZ[9];B[ee](;W[ce]C[and so", &["cut-off"]);
    check(b"(;GM[01]SZ[9];B[ee];W[ee])", &["occupied"]);
}

#[test]
fn zero_bytes() {
    check_extreme(b"", "no-game");
}

#[test]
fn nul_bytes_only() {
    check_extreme(&[0; 10_000], "no-game");
}

#[test]
fn nul_bytes_in_a_game() {
    check_extreme(b"(;SZ[9];B[ee]\0\0\0;W[cc])", "nul-bytes");
}

#[test]
fn a_picture_under_the_name_of_a_record() {
    check_extreme(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06", "no-game");
}

#[test]
fn a_hundred_thousand_parentheses() {
    check_extreme(&[b'('; 100_000], "no-game");
}

#[test]
fn a_hundred_thousand_nested_variations() {
    let deep = |end: &str| ["(;SZ[9]", &"(;".repeat(100_000), "B[ee];W[ee]", end].concat();
    check_extreme(deep(&")".repeat(100_001)).as_bytes(), "occupied");
    check_extreme(deep("").as_bytes(), "cut-off");
}

#[test]
fn a_million_moves_in_one_game() {
    // Turn about, the last stone after two passes.
    let game = |turns: usize| format!("(;SZ[19]{};B[aa])", ";B[];W[]".repeat(turns / 2)).into_bytes();
    // A busy machine is slow with both; quadratic work takes a hundred times as long for ten times the turns.
    let short = audit_extreme(&game(100_000), "after-end");
    let long = audit_extreme(&game(1_000_000), "after-end");
    assert!(long < PATIENCE.max(30 * short), "{long:?} after {short:?}");
}

#[test]
fn a_board_of_99999_lines() {
    check_extreme(b"(;SZ[99999];B[aa])", "size-unreadable");
}

#[test]
fn an_identifier_of_a_megabyte() {
    check_extreme(format!("(;SZ[9]{};B[ee])", "A".repeat(1_000_000)).as_bytes(), "value-missing");
}

#[test]
fn a_value_that_is_never_closed() {
    check_extreme(b"(;SZ[9];B[ee];W[cc]C[and so", "cut-off");
    check_extreme(format!("(;SZ[9];B[ee];W[cc]C[{}", "and so on ".repeat(100_000)).as_bytes(), "cut-off");
}

// The form of what is written.

#[test]
fn csv_fields_are_quoted() {
    let check = |record: &[u8], options: &[&str], black: &str| {
        let (folder, out) = (folder_of(&[("a.sgf", record)]), temporary());
        let ran = audit_into(out.path(), folder.path(), options);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let games = read(out.path(), "games.csv");
        assert!(games.contains(&format!(",9,9,{black},w,")), "expected {black} in\n{games}");
        assert_eq!(games.lines().count(), 2, "{games}");
    };
    let game = |black: &str| format!("(;SZ[9]KM[7.5]PB[{black}]PW[w];B[ee])").into_bytes();
    check(&game("A, B"), &[], r#""A, B""#);
    check(&game(r#"A "B" C"#), &[], r#""A ""B"" C""#);
    check(&game("A\nB\tC"), &[], "A B C");
    check(&game("A\u{1b}[31mB\u{85}C"), &[], "A [31mB C");
    check(&game("=1+1"), &[], "=1+1");
    check(&game("=1+1"), &["--csv-guard"], "'=1+1");
    check(&game("@A, B"), &["--csv-guard"], r#""'@A, B""#);
    check(&game("A=1"), &["--csv-guard"], "A=1");
    check(&game("'=1"), &["--csv-guard"], "''=1");
}

#[test]
fn a_byte_order_mark_is_written_where_it_is_asked_for() {
    for (options, expected) in [(&[][..], false), (&["--csv-bom"], true)] {
        let out = temporary();
        audit_into(out.path(), "testdata/sample", options);
        for name in ["games.csv", "findings.csv"] {
            assert_eq!(read(out.path(), name).starts_with("\u{feff}file,"), expected, "{name}, {options:?}");
            assert_eq!(read(out.path(), name).starts_with("file,"), !expected, "{name}, {options:?}");
        }
    }
}

#[test]
fn an_empty_run_writes_headers() {
    let (folder, out) = (temporary(), temporary());
    assert_eq!(audit_into::<&str>(out.path(), folder.path(), &[]).code, 0);
    assert_eq!(read(out.path(), "findings.csv").lines().count(), 1);
    assert_eq!(read(out.path(), "games.csv").lines().count(), 1);
}

#[test]
fn the_summary_is_json_with_the_totals() {
    let out = temporary();
    audit_into(out.path(), "testdata/sample", &["--select", "R"]);
    let summary: serde_json::Value = serde_json::from_str(&read(out.path(), "summary.json")).unwrap();
    assert_eq!(summary["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(summary["command"], "audit");
    assert_eq!(summary["paths"], serde_json::json!(["testdata/sample"]));
    assert!(summary["options"].as_array().unwrap().contains(&"--select".into()), "{summary}");
    let totals = &summary["totals"];
    assert_eq!((&totals["files"], &totals["games"], &totals["moves"]), (&21.into(), &23.into(), &257.into()));
    assert_eq!(totals["unreadable_files"], 0);
}

#[test]
fn a_folder_holds_what_the_run_names_and_nothing_else() {
    let out = temporary();
    audit_into::<&str>(out.path(), "testdata/sample", &[]);
    let mut names: Vec<_> = std::fs::read_dir(out.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["findings.csv", "games.csv", "summary.json"]);
}

#[test]
fn a_folder_below_a_file_cannot_be_written() {
    let folder = folder_of(&[("file", b"kept")]);
    for below in ["file", "file/below"] {
        let ran = audit_into::<&str>(&folder.path().join(below), "testdata/sample", &[]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(read(folder.path(), "file"), "kept");
}

#[test]
fn a_table_that_cannot_be_named_leaves_an_unfinished_run() {
    for table in ["games.csv", "findings.csv"] {
        let out = folder_of(&[("summary.json", b"of an earlier run")]);
        // A folder with something in it stands where the table should go.
        std::fs::create_dir_all(out.path().join(table).join("taken")).unwrap();
        let ran = audit_into::<&str>(out.path(), "testdata/sample", &[]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("cannot write") && ran.stderr.contains(table), "{}", ran.stderr);
        // The summary is written last, and that of the earlier run tells nothing of this one. No temporary file stays.
        let names = std::fs::read_dir(out.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> =
            names.filter(|name| !["games.csv", "findings.csv"].map(OsString::from).contains(name)).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_leaves_no_table() {
    let record = ["(;SZ[9]", &";B[ee]".repeat(30_000), ")"].concat();
    let (folder, out) = (folder_of(&[("long.sgf", record.as_bytes())]), temporary());
    // No file may grow beyond 64 blocks: writing fails as it does on a full disk, once some of it is written.
    let limited = "trap '' XFSZ; ulimit -f 64; exec \"$0\" audit \"$1\" --quiet --out \"$2\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", limited]).args([
        OsStr::new(env!("CARGO_BIN_EXE_sgfkit")),
        folder.path().as_os_str(),
        out.path().as_os_str(),
    ]);
    let ran = reading(&mut shell, b"");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot write") && ran.stderr.contains("findings.csv"), "{}", ran.stderr);
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_that_is_full_is_a_failure() {
    let show = ["show", "testdata/sample/double-move.sgf", "--move", "3"];
    for args in
        [&["audit", "testdata/sample", "--quiet"][..], &["explain"], &["columns"], &show, &["--help"], &["audit", "-h"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let out = command(args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let message = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.starts_with("error: cannot write to standard output: "), "{args:?}: {message}");
    }
}

#[test]
fn control_characters_of_a_record_do_not_reach_the_text() {
    let record = b"(;SZ[9]KM[\x1b[2J]RE[\x07\x1b]0;x]HA[\xc2\x9b1m];B[\x1b[];W[\x1b\x1b];B[ee]\x1b\x07;W[\xc2\x9b])";
    let mut args = command(["audit", "-", "--quiet"]);
    let plain = reading(&mut args, record);
    assert!(names(&plain).contains(&"bad-point") && names(&plain).contains(&"komi-unreadable"), "{}", plain.stdout);
    // With colours, whose escape sequences are all that there are; without them, all sequences are taken out anyway.
    let coloured = reading(args.env("CLICOLOR_FORCE", "1"), record).stdout;
    let mut text = String::new();
    for (number, part) in coloured.split('\x1b').enumerate() {
        let colour = part.strip_prefix('[').map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
        text += match colour.and_then(|part| part.strip_prefix('m')) {
            Some(rest) => rest,
            None if number == 0 => part,
            None => panic!("an escape sequence that is no colour: {coloured:?}"),
        };
    }
    assert_eq!(text, plain.stdout);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    // More text than a pipe holds, so that the program meets the closed end.
    let record = ["(;SZ[9]", &";B[ee]".repeat(5_000), ")"].concat();
    let folder = folder_of(&[("long.sgf", record.as_bytes())]);
    for args in [vec!["audit".into(), folder.path().as_os_str().to_owned()], vec!["explain".into()]] {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let out = child.wait_with_output().unwrap();
        assert_eq!((out.status.code(), String::from_utf8_lossy(&out.stderr).as_ref()), (Some(0), ""));
    }
}

// Explanations and columns.

#[test]
fn every_finding_is_explained_by_code_and_by_name() {
    let list = sgfkit(["explain"]);
    assert_eq!(list.code, 0);
    assert_eq!(list.stdout.lines().count(), sgfkit::finding::Code::ALL.len());
    for line in list.stdout.lines() {
        let mut words = line.split_whitespace();
        let (code, name) = (words.next().unwrap(), words.next().unwrap());
        let by_code = sgfkit(["explain", code]);
        assert!(by_code.stdout.starts_with(&format!("# {name} ({code})\n")), "{}", by_code.stdout);
        assert_eq!((by_code.code, by_code.stdout), (0, sgfkit(["explain", name]).stdout));
    }
    // The start of codes lists those that begin so.
    let kos: Vec<&str> = list.stdout.lines().filter(|line| line.starts_with("R2")).collect();
    assert_eq!(sgfkit(["explain", "r2"]).stdout.lines().collect::<Vec<_>>(), kos);
}

#[test]
fn the_columns_are_those_of_the_tables() {
    let out = temporary();
    run_into::<&str>("rescore", out.path(), "testdata/sample", &[]);
    let folder = out.path().join("dups");
    run_into::<&str>("dups", &folder, "testdata/sample", &[]);
    std::fs::copy(folder.join("clusters.csv"), out.path().join("clusters.csv")).unwrap();
    let folder = out.path().join("fix");
    run_into::<&str>("fix", &folder, "testdata/sample", &[]);
    std::fs::copy(folder.join("changes.csv"), out.path().join("changes.csv")).unwrap();
    let mut all = String::new();
    for table in ["games", "findings", "scores", "clusters", "changes"] {
        let ran = sgfkit(["columns", table]);
        let rows = ran.stdout.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
        let header = rows.skip(1).collect::<Vec<_>>().join(",");
        let name = format!("{table}.csv");
        assert_eq!((ran.code, Some(header.as_str())), (0, read(out.path(), &name).lines().next()));
        assert_eq!(sgfkit(["columns", &name]).stdout, ran.stdout);
        all += &ran.stdout;
    }
    assert_eq!(sgfkit(["columns"]).stdout, all);
}

/// A folder that is used again still holds what the new run does not write: that is said, and left alone.
#[test]
fn tables_of_another_run_are_named() {
    let out = temporary();
    let sample = Path::new("testdata/sample");
    let other = |ran: &Ran| ran.stderr.lines().find(|line| line.starts_with("Not of this run")).map(str::to_owned);
    assert_eq!(other(&run_into("dups", out.path(), sample, &["--near", "3"])), None);
    std::fs::write(out.path().join("notes.txt"), "mine").unwrap();
    let ran = run_into("rescore", out.path(), sample, &["--dead", "auto"]);
    assert_eq!(other(&ran).unwrap(), "Not of this run, but in the folder: clusters.csv.");
    assert_eq!(other(&run_into("rescore", out.path(), sample, &["--quiet"])), None);
    assert!(out.path().join("clusters.csv").exists());
}

// Help.

/// The commands of the program, and the program itself.
const COMMANDS: [&str; 11] =
    ["", "audit", "rescore", "show", "stats", "report", "dups", "fix", "explain", "columns", "merge"];

/// What `sgfkit NAME --help` prints in a terminal of so many columns.
fn help(name: &str, columns: &str) -> String {
    let args = [name, "--help"].into_iter().filter(|arg| !arg.is_empty());
    let ran = reading(command(args).env("COLUMNS", columns), b"");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{name}");
    ran.stdout
}

/// What stands behind the options is printed as it is written, but for paragraphs that are folded at the margin: an
/// example is never folded, and a paragraph at the margin alone.
#[test]
fn help_is_folded_at_the_margin_alone() {
    let width = |line: &str| line.chars().count();
    let examples = |text: &str| text.split_once("\nExamples:\n").map(|(_, end)| end.to_owned()).unwrap();
    for name in COMMANDS {
        let wide = examples(&help(name, "100"));
        let (shown, paragraphs) = wide.split_once("\n\n").unwrap_or((wide.trim_end(), ""));
        for columns in [80, 100] {
            let text = help(name, &columns.to_string());
            assert!(text.lines().all(|line| width(line) <= columns), "{name} at {columns}:\n{text}");
            assert!(examples(&text).starts_with(shown), "{name} at {columns}:\n{text}");
            let end = examples(&text)[shown.len()..].trim().to_owned();
            for paragraph in end.split("\n\n").filter(|end| !end.is_empty()) {
                let lines: Vec<&str> = paragraph.lines().collect();
                let fits = |pair: &[&str]| width(pair[0]) + 1 + width(pair[1].split(' ').next().unwrap()) <= columns;
                assert!(!lines.windows(2).any(fits), "{name} at {columns} folds early:\n{paragraph}");
            }
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&end), words(paragraphs), "{name} at {columns}");
        }
        for line in shown.lines() {
            let is_example =
                ["  sgfkit ", "  # ", "  find ", "  cat ", "    --"].iter().any(|start| line.starts_with(start));
            assert!(is_example && width(line) <= 78, "{name}: {line}");
            // A shell would write a file called `=2010`.
            assert!(!line.contains('>') || line.contains("'year>=2010'"), "{name}: {line}");
        }
    }
}

/// Options that a command can do nothing with are not offered.
#[test]
fn help_offers_what_can_be_done() {
    for name in COMMANDS {
        let (text, runs) = (help(name, "100"), ["audit", "rescore"].contains(&name));
        for option in ["--shard", "--resume", "--checkpoint"] {
            assert_eq!(text.contains(&format!("  {option}")), runs, "{name} {option}");
        }
        assert!(!text.contains("[PATH]...\n\n") && text.matches("[default: auto]").count() <= 2, "{text}");
    }
    assert!(help("audit", "100").contains("\nUsage: sgfkit audit [OPTIONS] <PATH|--files-from <LIST>>\n"));
}

/// The summary goes by how much a finding weighs in this run.
#[test]
fn what_the_ko_rule_allows_is_no_error_of_the_summary() {
    let summary = |ko: &str| sgfkit(["audit", "testdata/sample/triple-ko.sgf", "--ko", ko]).stderr;
    let (strict, simple) = (summary("situational"), summary("simple"));
    assert!(strict.contains("Errors:\n         1  superko-situational"), "{strict}");
    assert!(!simple.contains("Errors:") && simple.contains("Warnings:\n         1  superko-situational"), "{simple}");
}
