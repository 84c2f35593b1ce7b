//! Reading packed archives: how much longer it takes than unpacking alone. `cargo bench --bench packed`.
//!
//! `SGFKIT_BENCH=FOLDER` packs the records of a folder of your own, instead of games made up here. No game is judged: what
//! is measured is the way of the bytes to the threads, sorted, with limits and checksums.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use sgfkit::archive::{self, Medium};
use sgfkit::run;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// Names and bytes of the records.
static RECORDS: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| match std::env::var_os("SGFKIT_BENCH") {
    Some(folder) => {
        let files = archive::inputs(&[PathBuf::from(folder)]).filter_map(|input| match input.medium {
            Medium::File(path) => Some((input.name, fs::read(path).ok()?)),
            _ => None,
        });
        files.collect()
    }
    None => (0..5_000).map(|n| (format!("games/{}/{n}.sgf", n % 17), game(n).into_bytes())).collect(),
});

/// A record that is about as long as real ones are, and shrinks about as much.
fn game(number: u64) -> String {
    let mut random = number * 0x9e37_79b9_7f4a_7c15 + 1;
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black {number}]PW[White]KM[6.5]RE[B+R]DT[2008-12-01]\n");
    for turn in 0..200 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let (x, y) = ((random % 19) as u8, (random / 19 % 19) as u8);
        let colour = if turn % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, ";{colour}[{}{}]", char::from(b'a' + x), char::from(b'a' + y));
    }
    text + ")\n"
}

struct Packed {
    _folder: tempfile::TempDir,
    zip: PathBuf,
    tar_gz: PathBuf,
    bytes: usize,
}

static PACKED: LazyLock<Packed> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let (zip, tar_gz) = (folder.path().join("a.zip"), folder.path().join("a.tar.gz"));
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in RECORDS.iter() {
        writer.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).expect("a member");
        writer.write_all(bytes).expect("a member");
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name.trim_start_matches('/'), bytes.as_slice()).expect("a member");
    }
    fs::write(&zip, writer.finish().expect("a zip").into_inner()).expect("a file");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&tar.into_inner().expect("a tar")).expect("a tar.gz");
    fs::write(&tar_gz, gzip.finish().expect("a tar.gz")).expect("a file");
    Packed { _folder: folder, zip, tar_gz, bytes: RECORDS.iter().map(|(_, bytes)| bytes.len()).sum() }
});

/// Runs over an archive with this many threads, and does nothing with what is in it.
fn ours(bencher: Bencher<'_, '_>, path: &PathBuf, jobs: usize) {
    bencher.counter(BytesCount::new(PACKED.bytes)).bench_local(|| {
        let inputs = archive::inputs(std::slice::from_ref(path));
        let mut sum = 0;
        let emit = |event: run::Event<'_, usize>| {
            sum += event.result.expect("the archive is sound");
            ControlFlow::Continue(())
        };
        let flow = run::run(inputs, jobs, |bytes| bytes.len(), emit).expect("threads");
        assert!(flow.is_continue() && sum == PACKED.bytes);
    });
}

/// The floor: every member unpacked, one after the other, into the same buffer.
#[divan::bench]
fn a_floor_unzip(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::new(PACKED.bytes)).bench_local(|| {
        let file = io::BufReader::new(fs::File::open(&PACKED.zip).expect("a file"));
        let mut zip = zip::ZipArchive::new(file).expect("a zip");
        let mut buffer = Vec::new();
        for index in 0..zip.len() {
            buffer.clear();
            zip.by_index(index).expect("a member").read_to_end(&mut buffer).expect("a member");
            black_box(&buffer);
        }
    });
}

#[divan::bench(args = [1, 2])]
fn b_zip(bencher: Bencher<'_, '_>, jobs: usize) {
    ours(bencher, &PACKED.zip, jobs);
}

/// The floor: the stream unpacked, and the members read one after the other.
#[divan::bench]
fn c_floor_untar_gz(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::new(PACKED.bytes)).bench_local(|| {
        let file = io::BufReader::new(fs::File::open(&PACKED.tar_gz).expect("a file"));
        let mut tar = tar::Archive::new(flate2::bufread::GzDecoder::new(file));
        let mut buffer = Vec::new();
        for entry in tar.entries().expect("a tar") {
            buffer.clear();
            entry.expect("a member").read_to_end(&mut buffer).expect("a member");
            black_box(&buffer);
        }
    });
}

#[divan::bench(args = [1, 2])]
fn d_tar_gz(bencher: Bencher<'_, '_>, jobs: usize) {
    ours(bencher, &PACKED.tar_gz, jobs);
}
