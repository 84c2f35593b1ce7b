//! Parts of an archive, worked on one by one and put together.

use crate::run::{Ran, folder_of, read, run_into, sgfkit, temporary};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

fn merge(out: &Path, dirs: &[PathBuf]) -> Ran {
    let paths = std::iter::once(out).chain(dirs.iter().map(PathBuf::as_path));
    sgfkit(std::iter::once(Path::new("merge")).chain(paths))
}

fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, record) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(record.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Records, empty files, archives, and names whose order is easily got wrong.
fn records() -> tempfile::TempDir {
    let folder = temporary();
    let counted = "(;SZ[5]KM[7.5]RE[W+2.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])";
    let names =
        ["a/b.sgf", "a.sgf", "a b.sgf", "a,b.sgf", "a\"b.sgf", "z/Go!/x.sgf", "z/Go/x.sgf", "-.sgf", "围棋.sgf"];
    for name in names.map(str::to_owned).into_iter().chain((0..40).map(|n| format!("many/{n}.sgf"))) {
        let path = folder.path().join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{counted}(;SZ[9]GN[{name}];B[ee];W[ee])")).unwrap();
    }
    let members = [("m b.sgf", counted), ("m/a.sgf", "(;SZ[9];B[ee];W[ee])"), ("y.sgf", "")];
    for name in ["pack.zip", "pack a.zip", "pack.zip.zip"] {
        fs::write(folder.path().join(name), zip(&members)).unwrap();
    }
    fs::write(folder.path().join("pack.zip a.sgf"), counted).unwrap();
    fs::write(folder.path().join("bad.zip"), "no archive").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        for name in [&b"\xe8.sgf"[..], b"a\x1b.sgf"] {
            fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), counted).unwrap();
        }
    }
    folder
}

/// Runs a command over each part: the folders of the tables.
fn parts(verb: &str, path: &Path, of: usize, out: &Path) -> Vec<PathBuf> {
    let part = |n: usize| {
        let dir = out.join(format!("part{n}"));
        let ran = run_into(verb, &dir, path, &["--shard", &format!("{n}/{of}"), "--fail-on", "never"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        dir
    };
    (1..=of).map(part).collect()
}

#[test]
fn the_parts_together_are_one_run_over_everything() {
    let folder = records();
    for (verb, tables) in
        [("audit", &["games.csv", "findings.csv"][..]), ("rescore", &["games.csv", "findings.csv", "scores.csv"])]
    {
        for of in [1, 3, 7] {
            let out = temporary();
            let mut dirs = parts(verb, folder.path(), of, out.path());
            // The order in which they are named does not matter.
            dirs.reverse();
            let ran = merge(&out.path().join("all"), &dirs);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            let whole = temporary();
            run_into::<&str>(verb, whole.path(), folder.path(), &[]);
            for table in tables {
                assert!(read(&out.path().join("all"), table) == read(whole.path(), table), "{verb} {of} {table}");
            }
            let totals = |folder: &Path| {
                let summary: serde_json::Value = serde_json::from_str(&read(folder, "summary.json")).unwrap();
                (summary["totals"].clone(), summary["settings"].clone(), summary["command"].clone())
            };
            assert_eq!(totals(&out.path().join("all")), totals(whole.path()));
        }
    }
}

/// What was guarded for spreadsheets in the parts is known to be so in the whole.
#[test]
fn guarded_parts_are_read_again() {
    let folder = folder_of(&[("a.sgf", b"(;SZ[9]PB[=A1];B[ee])"), ("b.sgf", b"(;SZ[9]PB[=A1];B[cc])")]);
    let [whole, out] = [(); 2].map(|()| temporary());
    let dirs: Vec<_> = ["1/2", "2/2"]
        .iter()
        .map(|&part| {
            let dir = out.path().join(part.replace('/', "-"));
            run_into("audit", &dir, folder.path(), &["--csv-guard", "--shard", part]);
            dir
        })
        .collect();
    let all = out.path().join("all");
    assert_eq!(merge(&all, &dirs).code, 0);
    run_into::<&str>("stats", whole.path(), &all, &[]);
    let players = read(whole.path(), "by_player.csv");
    assert!(players.contains("\n=A1,2,"), "{players}");
}

#[test]
fn runs_over_different_folders_are_put_together_too() {
    let (a, b) = (folder_of(&[("a.sgf", b"(;SZ[9];B[ee])")]), folder_of(&[("b.sgf", b"(;SZ[9];B[ee];W[ee])")]));
    let out = temporary();
    let dirs = [out.path().join("a"), out.path().join("b")];
    for (folder, dir) in [&a, &b].into_iter().zip(&dirs) {
        run_into::<&str>("audit", dir, folder.path(), &[]);
    }
    // Scores of another run are not those of these games.
    std::fs::create_dir(out.path().join("all")).unwrap();
    for name in ["scores.csv", "by_year.csv"] {
        std::fs::write(out.path().join("all").join(name), "old").unwrap();
    }
    let ran = merge(&out.path().join("all"), &dirs);
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.starts_with("Not of this run, but in the folder: by_year.csv.\n"), "{}", ran.stderr);
    assert!(!out.path().join("all/scores.csv").exists());
    let all = read(&out.path().join("all"), "games.csv");
    assert_eq!(all.lines().count(), 3);
    // What has been put together can be put together with more, but not with itself.
    let again = merge(&out.path().join("twice"), &[out.path().join("all"), dirs[1].clone()]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("b.sgf is in"), "{}", again.stderr);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = records();
    let out = temporary();
    let dirs = parts("audit", folder.path(), 3, out.path());
    let other = out.path().join("other");
    run_into("audit", &other, folder.path(), &["--shard", "3/3", "--select", "R"]);
    let whole = out.path().join("whole");
    run_into::<&str>("audit", &whole, folder.path(), &[]);
    let unfinished = out.path().join("unfinished");
    fs::create_dir(&unfinished).unwrap();
    let all = out.path().join("all");
    let check = |dirs: &[&PathBuf], message: &str| {
        let dirs: Vec<_> = dirs.iter().map(|&dir| dir.clone()).collect();
        let ran = merge(&all, &dirs);
        assert_eq!(ran.code, 2, "{message}");
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert!(!all.join("summary.json").exists());
    };
    check(&[&dirs[0], &dirs[2]], "part 2/3 is missing");
    check(&[&dirs[0], &dirs[1], &dirs[2], &dirs[1]], "are both part 2/3");
    check(&[&dirs[0], &dirs[1], &other], "other options");
    let filtered = out.path().join("filtered");
    run_into("audit", &filtered, folder.path(), &["--shard", "3/3", "--where", "moves>=0"]);
    check(&[&dirs[0], &dirs[1], &filtered], "other options");
    check(&[&dirs[0], &whole], "some of the folders are parts");
    check(&[&dirs[0], &unfinished], "holds no finished run");
    check(&[&dirs[0], &all], "cannot be merged into itself");
    check(&[&whole, &whole], "is in");
    fs::write(dirs[1].join("games.csv"), "file,game\n").unwrap();
    check(&[&dirs[0], &dirs[1], &dirs[2]], "other columns");
}

/// Which part a file belongs to is told by its path as it is written: of parts of differently written paths, some
/// games would be in twice and others not at all.
#[test]
fn parts_of_other_paths_and_of_statistics_are_refused() {
    let folder = folder_of(&[("a.sgf", b"(;SZ[9];B[ee])"), ("b.sgf", b"(;SZ[9];B[ee])")]);
    let out = temporary();
    let part = |verb: &str, n: u8, path: &Path| {
        let dir = out.path().join(format!("{verb}{n}"));
        let ran = run_into(verb, &dir, path, &["--shard", &format!("{n}/2"), "--fail-on", "never"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        dir
    };
    let dirs = [part("audit", 1, folder.path()), part("audit", 2, &folder.path().join("."))];
    let ran = merge(&out.path().join("whole"), &dirs);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("were read from other paths"), "{}", ran.stderr);
    let dirs = [part("stats", 1, folder.path()), part("stats", 2, folder.path())];
    let ran = merge(&out.path().join("whole"), &dirs);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("was made by stats"), "{}", ran.stderr);
}

#[test]
fn a_part_that_is_none_is_a_usage_error() {
    for part in ["0/2", "3/2", "x", "1"] {
        let ran = sgfkit(["audit", "testdata", "--shard", part]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("a part is K/N"), "{}", ran.stderr);
    }
}
