//! The audit stage by stage, from bytes in memory to CSV in memory, beside its floor and beside `sgf-parse`.
//!
//! The games are made here, at random but lawful. `SGFKIT_BENCH=FILE cargo bench --bench audit` takes a
//! collection of real ones instead.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use sgfkit::audit::{Auditor, Options};
use sgfkit::go::{Move, Position, Rules, Size};
use sgfkit::record::{Branches, Record};
use sgfkit::replay::Replayer;
use sgfkit::report::rows::{Format, Rows};
use sgfkit::sgf::{Game, Reader, Tree, text};
use std::fmt::Write;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// Games of 200 moves that are made here.
const GAMES: usize = 500;

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| match std::env::var_os("SGFKIT_BENCH") {
    Some(path) => std::fs::read(path).expect("SGFKIT_BENCH names a file"),
    None => collection(GAMES).into_bytes(),
});

static TEXT: LazyLock<String> = LazyLock::new(|| text::decode(&BYTES).as_str().to_owned());

static COUNT: LazyLock<usize> = LazyLock::new(|| {
    let (mut reader, mut tree, mut findings) = (Reader::new(&TEXT), Tree::default(), Vec::new());
    std::iter::from_fn(|| reader.read(&mut tree, &mut findings).then_some(())).count()
});

/// Lawful games of random moves.
fn collection(games: usize) -> String {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let points: Vec<_> = Size::STANDARD.iter().collect();
    let mut position = Position::new(Size::STANDARD);
    let mut out = String::new();
    for game in 0..games {
        position.reset(Size::STANDARD);
        write!(out, "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[{game}]DT[2008-12-01]PB[Black {game}]BR[9d]PW[White {game}]WR[9d]")
            .unwrap();
        out.push_str("KM[6.5]RU[Japanese]RE[B+Resign]TM[300]PC[Nowhere]");
        for turn in 0..200 {
            let colour = position.to_move();
            let point = loop {
                let point = points[next(points.len())];
                if position.play(Move::Place(point), colour, &Rules::default()).is_ok() {
                    break point;
                }
            };
            let line = if turn % 10 == 0 { "\n" } else { "" };
            write!(out, "{line};{}[{point}]", colour.letter()).unwrap();
        }
        out.push_str(")\n");
    }
    out
}

/// Runs a stage over all games, and tells games and bytes a second.
fn stage(bencher: Bencher<'_, '_>, run: impl FnMut()) {
    bencher.counter(ItemsCount::new(*COUNT)).counter(BytesCount::new(BYTES.len())).bench_local(run);
}

/// The floor: every byte looked at once.
#[divan::bench]
fn a_floor_look_at_every_byte(bencher: Bencher<'_, '_>) {
    let _ = &*COUNT;
    stage(bencher, || {
        black_box(BYTES.iter().fold(0u8, |sum, byte| sum ^ byte));
    });
}

#[divan::bench]
fn b_decode(bencher: Bencher<'_, '_>) {
    stage(bencher, || {
        black_box(text::decode(&BYTES).as_str().len());
    });
}

#[divan::bench]
fn c_read(bencher: Bencher<'_, '_>) {
    let (mut tree, mut findings) = (Tree::default(), Vec::new());
    stage(bencher, || {
        let mut reader = Reader::new(&TEXT);
        while reader.read(&mut tree, &mut findings) {
            black_box(&tree);
        }
        findings.clear();
    });
}

#[divan::bench]
fn d_read_and_record(bencher: Bencher<'_, '_>) {
    let (mut tree, mut findings, mut steps) = (Tree::default(), Vec::new(), Vec::new());
    stage(bencher, || {
        let mut reader = Reader::new(&TEXT);
        while reader.read(&mut tree, &mut findings) {
            let game = Game::new(&TEXT, &tree);
            let record = Record::read(game, Branches::Main, std::mem::take(&mut steps), &mut findings);
            black_box(&record);
            steps = record.into_steps();
            findings.clear();
        }
    });
}

#[divan::bench]
fn e_read_record_and_replay(bencher: Bencher<'_, '_>) {
    let (mut tree, mut findings, mut steps) = (Tree::default(), Vec::new(), Vec::new());
    let mut replayer = Replayer::default();
    stage(bencher, || {
        let mut reader = Reader::new(&TEXT);
        while reader.read(&mut tree, &mut findings) {
            let game = Game::new(&TEXT, &tree);
            let record = Record::read(game, Branches::Main, std::mem::take(&mut steps), &mut findings);
            black_box(replayer.replay(&record, Default::default(), &mut findings));
            steps = record.into_steps();
            findings.clear();
        }
    });
}

/// The whole audit: character set, reading, replay with superko, findings, both tables.
#[divan::bench]
fn f_audit_to_csv(bencher: Bencher<'_, '_>) {
    let mut auditor = Auditor::default();
    stage(bencher, || {
        let mut rows = Rows::new(Format { tables: true, ..Format::default() });
        auditor.audit(&BYTES, Options::default(), |found, lines| rows.add(&found, lines));
        black_box(rows.tally.games);
    });
}

/// `sgf-parse` alone, on the same text. It gives up a whole collection for one game that it cannot read, and would
/// then look fast: such a file is refused.
#[divan::bench(sample_count = 10)]
fn g_sgf_parse_alone(bencher: Bencher<'_, '_>) {
    let games = sgf_parse::parse(&TEXT).map_or(0, |games| games.len());
    assert_eq!(games, *COUNT, "sgf-parse does not read all games of this file: there is nothing to compare");
    stage(bencher, || {
        black_box(sgf_parse::parse(&TEXT).map_or(0, |games| games.len()));
    });
}
