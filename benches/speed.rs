//! How fast the program is, beside what it cannot beat: one table, in Markdown. `cargo bench --bench speed`.
//!
//! The same records as a folder of files, one collection, a zip and a tar.gz. The floor is to read or unpack the same bytes
//! with the same crate and to do nothing with them; "read" is what we take to hand the same bytes to the threads, sorted, with
//! limits and checksums, when nothing is done with them either. In each round everything is measured once, one thing after
//! the other, so that what else the machine does meets all of it alike.
//!
//! `SGFKIT_BENCH=FOLDER` takes real records instead of those made here, `SGFKIT_ROUNDS=N` another number of rounds than
//! nine. `SGFKIT_COLD=1` adds the folder as it is when the system has not yet read it into memory, as archives are when
//! their keepers come to them: it has Linux drop all files from memory again and again, those of other programs too, and
//! only root may.

use rayon::prelude::*;
use sgfkit::archive::{self, Medium};
use sgfkit::run;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use walkdir::{DirEntry, WalkDir};

fn main() {
    let rounds = std::env::var("SGFKIT_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(9);
    let folder = tempfile::tempdir().expect("a folder");
    let records = records();
    let bytes: usize = records.iter().map(|(_, bytes)| bytes.len()).sum();
    let forms = Form::ALL.map(|form| (form, form.write(&records, folder.path())));
    let mut rows: Vec<Row> = Vec::new();
    for &(form, ref path) in &forms {
        let row = |threads, cold| Row { form, path: path.clone(), threads, cold, ..Row::default() };
        rows.extend([1, 2].map(|threads| row(threads, false)));
        if matches!(form, Form::Files) && std::env::var_os("SGFKIT_COLD").is_some() {
            rows.extend([1, 2].map(|threads| row(threads, true)));
        }
    }
    let mut parsing = Vec::new();
    for _ in 0..rounds {
        for row in &mut rows {
            row.prepare();
            row.floors.push(timed(|| row.form.floor(&row.path, row.threads)));
            row.prepare();
            row.reads.push(timed(|| assert_eq!(read(&row.path, row.threads), bytes)));
            let out = folder.path().join("out");
            row.prepare();
            row.audits.push(timed(|| row.memory = row.memory.max(audit(&row.path, row.threads, &out))));
        }
        parsing.push(timed(|| parse(&records)));
    }
    let games = games(&folder.path().join("out"));
    println!("{games} games, {:.1} MB, {rounds} rounds:\n", bytes as f64 / 1e6);
    println!(
        "| records as | threads | floor, ms | read, ms | to floor | audit, ms | to floor | games/s | MB/s | peak MiB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for row in &rows {
        let audit = fastest(&row.audits).as_secs_f64();
        println!(
            "| {} | {} | {:.0} | {:.0} | {:.1} | {:.0} | {:.1} | {:.0} | {:.0} | {} |",
            row.name(),
            row.threads,
            fastest(&row.floors).as_secs_f64() * 1e3,
            fastest(&row.reads).as_secs_f64() * 1e3,
            ratio(&row.reads, &row.floors),
            audit * 1e3,
            ratio(&row.audits, &row.floors),
            games as f64 / audit,
            bytes as f64 / 1e6 / audit,
            row.memory.map_or_else(|| "?".to_owned(), |kilobytes| format!("{:.0}", kilobytes as f64 / 1024.0)),
        );
    }
    println!("\nTimes are the fastest, ratios the median of the rounds.");
    for pair in rows.chunks_exact(2) {
        let [one, two] = pair else { continue };
        println!("Two threads on {}: {:.2} times one.", one.name(), ratio(&one.audits, &two.audits));
    }
    let collection = rows.iter().find(|row| matches!(row.form, Form::Collection) && row.threads == 1);
    if let Some(row) = collection {
        println!(
            "`sgf_parse::parse` alone on each record: {:.0} ms, {:.1} times the audit of the collection on one thread.",
            fastest(&parsing).as_secs_f64() * 1e3,
            ratio(&parsing, &row.audits)
        );
    }
}

/// How the records lie.
#[derive(Clone, Copy, Default)]
enum Form {
    #[default]
    Files,
    Collection,
    Zip,
    TarGz,
}

/// A line of the table.
#[derive(Default)]
struct Row {
    form: Form,
    path: PathBuf,
    threads: usize,
    /// Whether the system has to forget the files before each reading.
    cold: bool,
    floors: Vec<Duration>,
    reads: Vec<Duration>,
    audits: Vec<Duration>,
    /// The most memory that a run took, in KiB; unknown without `/usr/bin/time`.
    memory: Option<u64>,
}

impl Row {
    fn name(&self) -> String {
        format!("{}{}", self.form.name(), if self.cold { ", cold" } else { "" })
    }

    /// Before a reading: leaves the files where the row wants them, on the disk or in memory.
    fn prepare(&self) {
        if self.cold {
            forget_files().expect("only root on Linux may have files dropped from memory");
        }
    }
}

impl Form {
    const ALL: [Form; 4] = [Form::Files, Form::Collection, Form::Zip, Form::TarGz];

    fn name(self) -> &'static str {
        match self {
            Form::Files => "files",
            Form::Collection => "collection",
            Form::Zip => "zip",
            Form::TarGz => "tar.gz",
        }
    }

    /// Puts the records into a folder so, and says where.
    fn write(self, records: &[(String, Vec<u8>)], folder: &Path) -> PathBuf {
        match self {
            Form::Files => {
                let files = folder.join("files");
                for (name, bytes) in records {
                    let path = files.join(name);
                    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder");
                    fs::write(path, bytes).expect("a file");
                }
                files
            }
            Form::Collection => {
                let all: Vec<u8> = records.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
                written(folder.join("a.sgf"), &all)
            }
            Form::Zip => {
                let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
                for (name, bytes) in records {
                    zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
                    zip.write_all(bytes).expect("a member");
                }
                written(folder.join("a.zip"), zip.finish().expect("a zip").get_ref())
            }
            Form::TarGz => {
                let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
                let mut tar = tar::Builder::new(gzip);
                for (name, bytes) in records {
                    let mut header = tar::Header::new_gnu();
                    header.set_size(bytes.len() as u64);
                    tar.append_data(&mut header, name, bytes.as_slice()).expect("a member");
                }
                let gzip = tar.into_inner().expect("a tar").finish().expect("a tar.gz");
                written(folder.join("a.tar.gz"), &gzip)
            }
        }
    }

    /// Reads or unpacks all bytes and does nothing with them.
    fn floor(self, path: &Path, threads: usize) {
        let mut buffer = Vec::new();
        match self {
            Form::Files => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                let entries = WalkDir::new(path).sort_by_file_name().into_iter().flatten();
                let files: Vec<_> =
                    entries.filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path).collect();
                let read = |path| fs::read(path).map_or(0, |bytes| std::hint::black_box(bytes).len());
                assert!(pool.install(|| files.par_iter().map(read).sum::<usize>()) > 0);
            }
            Form::Collection => {
                let mut file = File::open(path).expect("a file");
                let mut part = vec![0; 1 << 20];
                while file.read(std::hint::black_box(&mut part)).expect("the file can be read") > 0 {}
            }
            Form::Zip => {
                let file = BufReader::new(File::open(path).expect("a file"));
                let mut zip = zip::ZipArchive::new(file).expect("a zip");
                for index in 0..zip.len() {
                    buffer.clear();
                    zip.by_index(index).expect("a member").read_to_end(&mut buffer).expect("a member");
                    std::hint::black_box(&buffer);
                }
            }
            Form::TarGz => {
                let file = BufReader::new(File::open(path).expect("a file"));
                let mut tar = tar::Archive::new(flate2::bufread::GzDecoder::new(file));
                for entry in tar.entries().expect("a tar") {
                    buffer.clear();
                    entry.expect("a member").read_to_end(&mut buffer).expect("a member");
                    std::hint::black_box(&buffer);
                }
            }
        }
    }
}

fn written(path: PathBuf, bytes: &[u8]) -> PathBuf {
    fs::write(&path, bytes).expect("a file");
    path
}

/// Has the system drop what it keeps of files in its memory, and takes the program back into it: an audit is to wait for
/// its records, not for itself.
fn forget_files() -> std::io::Result<()> {
    Command::new("sync").status()?;
    fs::write("/proc/sys/vm/drop_caches", "3")?;
    program().arg("--version").output().map(drop)
}

/// Reads all as the program does, and does nothing with it; returns the bytes.
fn read(path: &Path, threads: usize) -> usize {
    let mut sum = 0;
    let inputs = archive::inputs(&[path.to_owned()]);
    let flow = run::run(inputs, threads, <[u8]>::len, |event| {
        sum += event.result.expect("the records are sound");
        ControlFlow::Continue(())
    });
    assert!(flow.expect("threads").is_continue());
    sum
}

/// Runs the program as users do; returns the most memory that it took, in KiB.
fn audit(path: &Path, threads: usize, out: &Path) -> Option<u64> {
    let threads = threads.to_string();
    let mut command = program();
    command.args(["audit", "--quiet", "--progress", "never", "--fail-on", "never", "--jobs", &threads]);
    let ran = command.arg("--out").arg(out).arg(path).output().expect("the program starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    said.lines().last().and_then(|line| line.trim().parse().ok())
}

/// The program, its memory measured where `/usr/bin/time` is there.
fn program() -> Command {
    const TIME: &str = "/usr/bin/time";
    let program = env!("CARGO_BIN_EXE_sgfkit");
    if !Path::new(TIME).exists() {
        return Command::new(program);
    }
    let mut command = Command::new(TIME);
    command.args(["-f", "%M", program]);
    command
}

/// The number of games in a folder that the program wrote.
fn games(out: &Path) -> u64 {
    let text = fs::read_to_string(out.join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    summary["totals"]["games"].as_u64().expect("a number")
}

/// Parses each record with `sgf-parse`, and does nothing with it.
fn parse(records: &[(String, Vec<u8>)]) {
    for (_, bytes) in records {
        let _ = std::hint::black_box(sgf_parse::parse(&String::from_utf8_lossy(bytes)));
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let clock = Instant::now();
    work();
    clock.elapsed()
}

fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// The median over the rounds of how many times longer one thing took than another.
fn ratio(long: &[Duration], short: &[Duration]) -> f64 {
    let mut ratios: Vec<f64> = long.iter().zip(short).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or_default()
}

/// Names and bytes of the records.
fn records() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = std::env::var_os("SGFKIT_BENCH").map(PathBuf::from) else {
        return (0..10_000).map(|n| (format!("{}/{n}.sgf", n % 17), record(n).into_bytes())).collect();
    };
    let files = archive::inputs(std::slice::from_ref(&folder)).filter_map(|input| match input.medium {
        Medium::File(path) => {
            let inner = path.strip_prefix(&folder).ok()?.to_str()?.to_owned();
            Some((inner, fs::read(path).ok()?))
        }
        _ => None,
    });
    files.collect()
}

/// A record that is about as long as real ones are, and shrinks about as much: moves anywhere, no point twice.
fn record(number: u64) -> String {
    let mut random = number * 0x9e37_79b9_7f4a_7c15 + 1;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black {number}]PW[White]KM[6.5]RE[B+R]DT[2008-12-01]\n");
    let mut points: Vec<usize> = (0..361).collect();
    for turn in 0..200 {
        let point = points.swap_remove(next(points.len()));
        let letter = |n: usize| char::from(b'a' + n as u8);
        let colour = if turn % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, ";{colour}[{}{}]", letter(point % 19), letter(point / 19));
    }
    text + ")\n"
}
