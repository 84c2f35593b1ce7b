//! Archives: each kind, each fault, each limit. The archives are made here.

use crate::packs::{CODECS, bzip2, gzip, seven_zip, tar, xz, zip, zip_by};
use crate::run::{Ran, read, reading, run_into, sgfkit, temporary};
use std::path::Path;

const CLEAN: &[u8] = b"(;SZ[9]KM[7.5];B[ee];W[cc])";
const ILLEGAL: &[u8] = b"(;SZ[9]KM[7.5];B[ee];W[ee])";

/// Members as they are stored: not in the order of names, and one that is no record.
const MEMBERS: &[(&str, &[u8])] = &[("b.sgf", ILLEGAL), ("read.me", b"text"), ("a/c.sgf", CLEAN), ("A.SGF", CLEAN)];
const IN_ORDER: &[&str] = &["A.SGF", "a/c.sgf", "b.sgf"];

// What came of it.

/// What a run found in one file.
#[derive(Debug, PartialEq)]
struct Found {
    /// The file of each game, without the folder.
    games: Vec<String>,
    /// File and name of each finding that is an error.
    errors: Vec<(String, String)>,
}

/// The first field of each row, and that of another column, of the rows in which a third says so.
fn found(out: &Path, folder: &str) -> Found {
    let table = |name: &str, filter: &dyn Fn(&csv::StringRecord) -> bool, column: usize| -> Vec<(String, String)> {
        let text = read(out, name);
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let rows = rows.records().map(|row| row.unwrap()).filter(|row| filter(row));
        let file = |name: &str| name.strip_prefix(folder).unwrap_or(name).to_owned();
        rows.map(|row| (file(&row[0]), row[column].to_owned())).collect()
    };
    let games = table("games.csv", &|_| true, 1).into_iter().map(|row| row.0).collect();
    Found { games, errors: table("findings.csv", &|row| &row[10] == "error", 9) }
}

/// Audits a file with these bytes and this name.
fn audit_with(name: &str, bytes: &[u8], options: &[&str]) -> Found {
    let folder = temporary();
    std::fs::write(folder.path().join(name), bytes).unwrap();
    let out = temporary();
    let ran = run_into("audit", out.path(), folder.path().join(name), options);
    assert!(ran.code < 2, "{name}: {}", ran.stderr);
    found(out.path(), &format!("{}/", folder.path().display()))
}

fn audit(name: &str, bytes: &[u8]) -> Found {
    audit_with(name, bytes, &[])
}

/// Audits standard input.
fn audit_stdin(bytes: &[u8]) -> Found {
    let out = temporary();
    let ran = reading(crate::run::command(["audit", "-", "--out"]).arg(out.path()), bytes);
    assert!(ran.code < 2, "{}", ran.stderr);
    found(out.path(), "")
}

fn expected(games: &[&str], errors: &[(&str, &str)]) -> Found {
    let errors = errors.iter().map(|(file, name)| (file.to_string(), name.to_string()));
    Found { games: games.iter().map(|game| game.to_string()).collect(), errors: errors.collect() }
}

/// What comes of an archive of [`MEMBERS`].
fn all_of(archive: &str) -> Found {
    let games: Vec<_> = IN_ORDER.iter().map(|name| format!("{archive}!{name}")).collect();
    let games: Vec<_> = games.iter().map(String::as_str).collect();
    expected(&games, &[(&format!("{archive}!b.sgf"), "occupied")])
}

// Kinds.

#[test]
fn every_kind_of_archive_gives_its_records_in_the_order_of_names() {
    let mut kinds =
        vec![("a.zip".to_owned(), zip(MEMBERS)), ("a.tar".into(), tar(MEMBERS)), ("a.7z".into(), seven_zip(MEMBERS))];
    kinds.extend(CODECS.iter().map(|(ending, pack)| (format!("a.tar.{ending}"), pack(&tar(MEMBERS)))));
    kinds.push(("a.tgz".into(), gzip(&tar(MEMBERS))));
    kinds.push(("stored.zip".into(), zip_by(zip::CompressionMethod::Stored, MEMBERS)));
    // The beginning tells what it is, not the name.
    kinds.push(("misnamed.sgf".into(), gzip(&tar(MEMBERS))));
    for (name, bytes) in &kinds {
        for jobs in ["1", "3"] {
            assert_eq!(audit_with(name, bytes, &["--jobs", jobs]), all_of(name));
        }
        assert_eq!(audit_stdin(bytes), all_of("-"), "{name} from standard input");
    }
}

#[test]
fn a_compressed_record_is_read_under_its_own_name() {
    for (ending, pack) in CODECS {
        let name = format!("a.sgf.{ending}");
        let one = pack(&[ILLEGAL, CLEAN].concat());
        assert_eq!(audit(&name, &one), expected(&[&name, &name], &[(&name, "occupied")]));
        // One stream behind the other is one file.
        let two = [pack(ILLEGAL), pack(CLEAN)].concat();
        assert_eq!(audit(&name, &two), expected(&[&name, &name], &[(&name, "occupied")]));
        assert_eq!(audit_stdin(&two), expected(&["-", "-"], &[("-", "occupied")]), "{ending}");
    }
}

#[test]
fn zeros_behind_gzip_are_no_fault_and_anything_else_is() {
    for (tail, is_fault) in [(&[0; 1][..], false), (&[0; 200_000], false), (b"\0\0x", true), (b"notes", true)] {
        let errors: &[_] = if is_fault { &[("a.sgf.gz", "damaged-archive")] } else { &[] };
        assert_eq!(audit("a.sgf.gz", &[&gzip(CLEAN)[..], tail].concat()), expected(&["a.sgf.gz"], errors), "{tail:?}");
    }
    let apart = [&gzip(ILLEGAL)[..], &[0; 512], &gzip(CLEAN)].concat();
    assert_eq!(audit("a.sgf.gz", &apart), expected(&["a.sgf.gz"; 2], &[("a.sgf.gz", "occupied")]));
}

#[test]
fn archives_are_found_in_folders() {
    let folder = temporary();
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    put("b.zip", &zip(&[("x.sgf", CLEAN)]));
    put("a.SGF.GZ", &gzip(CLEAN));
    put("c.sgf", CLEAN);
    put("d.gz", &gzip(CLEAN));
    let out = temporary();
    assert_eq!(run_into::<&str>("audit", out.path(), folder.path(), &[]).code, 0);
    let prefix = format!("{}/", folder.path().display());
    assert_eq!(found(out.path(), &prefix), expected(&["a.SGF.GZ", "b.zip!x.sgf", "c.sgf"], &[]));
}

#[test]
fn an_archive_in_an_archive_is_read_and_none_deeper() {
    let inner: &[(&str, Vec<u8>)] = &[
        ("i.zip", zip(MEMBERS)),
        ("i.tar.gz", gzip(&tar(MEMBERS))),
        ("i.7z", seven_zip(MEMBERS)),
        ("i.tar", tar(MEMBERS)),
    ];
    for (name, bytes) in inner {
        let members: &[(&str, &[u8])] = &[(name, bytes), ("a.sgf.xz", &xz(CLEAN)), ("z.sgf", CLEAN)];
        let deeper = zip(members);
        for (outer, packed) in [("o.zip", zip(members)), ("o.tar.bz2", bzip2(&tar(members))), ("o.tar", tar(members))] {
            let found = audit(outer, &packed);
            let inside = |member: &str| format!("{outer}!{member}");
            let mut all = all_of(&inside(name));
            all.games.insert(0, inside("a.sgf.xz"));
            all.games.push(inside("z.sgf"));
            assert_eq!(found, all);
        }
        let found = audit("p.zip", &zip(&[("o.zip", &deeper), ("y.sgf", CLEAN)]));
        assert_eq!(found.games, ["p.zip!o.zip!a.sgf.xz", "p.zip!o.zip!z.sgf", "p.zip!y.sgf"]);
        assert_eq!(found.errors, [(format!("p.zip!o.zip!{name}"), "unsupported-archive".to_owned())]);
    }
}

/// Many games, so that they pass through in pieces, and text that does not shrink to nothing.
fn large() -> Vec<u8> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let games = (0..400).map(|n| {
        let comment: String = std::iter::repeat_with(|| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            format!("{random:016x}")
        })
        .take(190)
        .collect();
        let moves = if n % 100 == 99 { ";B[ee];W[ee]" } else { ";B[ee];W[cc]" };
        format!("(;SZ[9]KM[7.5]GN[{n}]C[{comment}]\n{moves})\n")
    });
    games.collect::<String>().into_bytes()
}

#[test]
fn a_large_member_passes_through_in_pieces_with_its_lines_and_numbers() {
    let large = large();
    let rows = |name: &str, bytes: &[u8]| -> Vec<String> {
        let folder = temporary();
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let out = temporary();
        run_into("audit", out.path(), folder.path().join(name), &["--jobs", "2"]);
        let text = read(out.path(), "games.csv") + &read(out.path(), "findings.csv");
        text.lines().map(|line| line.split_once(',').unwrap().1.to_owned()).collect()
    };
    let plain = rows("a.sgf", &large);
    assert_eq!(plain.len(), 400 + 4 + 2);
    let members: &[(&str, &[u8])] = &[("a.sgf", &large)];
    for (name, bytes) in [
        ("a.zip", zip(members)),
        ("a.tar", tar(members)),
        ("a.tar.gz", gzip(&tar(members))),
        ("a.7z", seven_zip(members)),
    ] {
        assert!(rows(name, &bytes) == plain, "{name}");
    }
    for (ending, pack) in CODECS {
        assert!(rows(&format!("a.sgf.{ending}"), &pack(&large)) == plain, "{ending}");
    }
}

// Faults.

/// The bytes with another one somewhere.
fn flipped(mut bytes: Vec<u8>, at: usize) -> Vec<u8> {
    bytes[at] ^= 0x55;
    bytes
}

/// Where a text first stands.
fn place(bytes: &[u8], text: &[u8]) -> usize {
    bytes.windows(text.len()).position(|window| window == text).expect("the text is there")
}

const DAMAGED: &str = "damaged-archive";

#[test]
fn a_damaged_member_of_a_zip_costs_only_itself() {
    let stored = zip_by(zip::CompressionMethod::Stored, &[("a.sgf", CLEAN), ("b.sgf", ILLEGAL), ("c.sgf", CLEAN)]);
    // One move is another one: the checksum tells. What could be read is.
    let found = audit("a.zip", &flipped(stored.clone(), place(&stored, b"W[ee]") + 2));
    assert_eq!(found.games, ["a.zip!a.sgf", "a.zip!b.sgf", "a.zip!c.sgf"]);
    assert!(found.errors.contains(&("a.zip!b.sgf".into(), DAMAGED.into())), "{found:?}");
    // The header of the member.
    let found = audit("a.zip", &flipped(stored.clone(), place(&stored, b"PK\x03\x04")));
    assert_eq!(
        found,
        expected(&["a.zip!b.sgf", "a.zip!c.sgf"], &[("a.zip!a.sgf", DAMAGED), ("a.zip!b.sgf", "occupied")])
    );
    // Compressed bytes.
    let packed = zip(&[("a.sgf", &large()), ("b.sgf", CLEAN)]);
    let found = audit("a.zip", &flipped(packed.clone(), packed.len() / 2));
    assert_eq!(found.games.last().unwrap(), "a.zip!b.sgf");
    assert!(found.errors.contains(&("a.zip!a.sgf".into(), DAMAGED.into())));
}

#[test]
fn a_zip_without_its_end_gives_its_members_and_one_finding() {
    let zip = zip(MEMBERS);
    let mut all = all_of("a.zip");
    all.errors.push(("a.zip".into(), DAMAGED.into()));
    assert_eq!(audit("a.zip", &zip[..zip.len() - 30]), all);
    let mut all = all_of("-");
    all.errors.push(("-".into(), DAMAGED.into()));
    assert_eq!(audit_stdin(&zip[..zip.len() - 30]), all);
}

/// A program in front, as a self-extracting archive has it, and a comment behind that looks like the end of a zip.
#[test]
fn what_stands_around_a_zip_does_not_hide_its_members() {
    let packed = zip(&[("a.sgf", CLEAN), ("b.sgf", ILLEGAL)]);
    let whole = expected(&["a.zip!a.sgf", "a.zip!b.sgf"], &[("a.zip!b.sgf", "occupied")]);
    let mut behind_a_program = b"MZ, and some more".to_vec();
    behind_a_program.extend_from_slice(&packed);
    assert_eq!(audit("a.zip", &behind_a_program), whole);
    let comment = b"a comment: PK\x05\x06 and more of it";
    let mut commented = packed;
    let length = commented.len() - 2;
    commented[length..].copy_from_slice(&(comment.len() as u16).to_le_bytes());
    commented.extend_from_slice(comment);
    assert_eq!(audit("a.zip", &commented), whole);
}

#[test]
fn of_two_members_with_one_name_both_are_read() {
    let mut packed = zip(&[("a.sgf", CLEAN), ("b.sgf", ILLEGAL)]);
    let places: Vec<_> = packed.windows(5).enumerate().filter(|(_, name)| name == b"b.sgf").map(|(at, _)| at).collect();
    places.iter().for_each(|&at| packed[at] = b'a');
    assert_eq!(places.len(), 2, "one in the member's header, one in the directory");
    let found = audit("a.zip", &packed);
    assert_eq!(found, expected(&["a.zip!a.sgf", "a.zip!a.sgf"], &[("a.zip!a.sgf", "occupied")]));
}

/// The directory breaks off in its second entry: what it does list is no more to be trusted than none.
#[test]
fn a_zip_with_a_damaged_directory_is_read_without_it() {
    let packed = zip(&[("a.sgf", CLEAN), ("b.sgf", ILLEGAL)]);
    let directory = place(&packed, b"PK\x01\x02");
    let second = directory + 4 + place(&packed[directory + 4..], b"PK\x01\x02");
    let found = audit("a.zip", &flipped(packed, second));
    assert_eq!(found, expected(&["a.zip!a.sgf", "a.zip!b.sgf"], &[("a.zip!b.sgf", "occupied"), ("a.zip", DAMAGED)]));
}

/// Numbers of the directory that are wrong, and members that are all there.
#[test]
fn a_directory_that_errs_loses_no_member() {
    let packed = zip(&[("a.sgf", CLEAN), ("b.sgf", ILLEGAL)]);
    let games = ["a.zip!a.sgf", "a.zip!b.sgf"];
    let with = |at: usize, number: &[u8]| {
        let mut bytes = packed.clone();
        bytes[at..at + number.len()].copy_from_slice(number);
        audit("a.zip", &bytes)
    };
    let (directory, end) = (place(&packed, b"PK\x01\x02"), place(&packed, b"PK\x05\x06"));
    // Where the directory begins: what stands there could pass for a program in front of the zip.
    let whole = &[("a.zip!b.sgf", "occupied"), ("a.zip", DAMAGED)];
    assert_eq!(with(end + 16, &7u32.to_le_bytes()), expected(&games, whole));
    // The size of the first member after unpacking: all of it comes, and then the fault.
    let short = &[("a.zip!a.sgf", DAMAGED), ("a.zip!b.sgf", "occupied")];
    assert_eq!(with(directory + 24, &(CLEAN.len() as u32 - 1).to_le_bytes()), expected(&games, short));
    // How many members there are.
    assert_eq!(with(end + 10, &60_000u16.to_le_bytes()), expected(&games, &[("a.zip!b.sgf", "occupied")]));
}

#[test]
fn what_is_no_zip_is_damaged() {
    assert_eq!(audit("a.zip", b"no archive"), expected(&[], &[("a.zip", DAMAGED)]));
    assert_eq!(audit("a.zip", b""), expected(&[], &[("a.zip", DAMAGED)]));
}

#[test]
fn a_damaged_header_of_a_tar_costs_only_its_member() {
    let members: &[(&str, &[u8])] = &[("a.sgf", CLEAN), ("b.sgf", ILLEGAL), ("c.sgf", CLEAN)];
    let damaged = flipped(tar(members), 1024 + 100);
    for (name, bytes) in [("a.tar", damaged.clone()), ("a.tar.gz", gzip(&damaged))] {
        let games = [format!("{name}!a.sgf"), format!("{name}!c.sgf")];
        assert_eq!(audit(name, &bytes), expected(&[&games[0], &games[1]], &[(name, DAMAGED)]));
    }
}

#[test]
fn what_stands_before_the_damage_in_a_stream_is_read() {
    let large = large();
    let members: &[(&str, &[u8])] = &[("c.sgf", CLEAN), ("b.sgf", &large), ("a.sgf", CLEAN)];
    for (ending, pack) in CODECS {
        let name = format!("a.tar.{ending}");
        let packed = pack(&tar(members));
        let found = audit(&name, &packed[..packed.len() / 2]);
        assert!(found.games.contains(&format!("{name}!c.sgf")), "{name}");
        assert!(!found.games.contains(&format!("{name}!a.sgf")), "{name}");
        let faults: Vec<_> = found.errors.iter().filter(|(_, error)| error == DAMAGED).map(|(file, _)| file).collect();
        assert_eq!(faults, [&format!("{name}!b.sgf"), &name]);
        let name = format!("a.sgf.{ending}");
        let packed = pack(&large);
        let found = audit(&name, &packed[..packed.len() * 9 / 10]);
        assert_eq!(found.errors.last(), Some(&(name.clone(), DAMAGED.to_owned())));
        assert!(!found.games.is_empty(), "{name}");
    }
}

#[test]
fn a_tar_that_ends_too_early() {
    let tar = tar(&[("a.sgf", CLEAN), ("b.sgf", ILLEGAL)]);
    let cut = &tar[..1536 + 10];
    let found = audit("a.tar", cut);
    assert_eq!(found.games[0], "a.tar!a.sgf");
    assert!(found.errors.contains(&("a.tar!b.sgf".into(), DAMAGED.into())), "{found:?}");
    assert!(audit_stdin(cut).errors.contains(&("-!b.sgf".into(), DAMAGED.into())));
}

#[test]
fn a_7z_with_a_damaged_block_or_no_end() {
    let good = seven_zip(MEMBERS);
    // The first block, of one file, begins behind the header of 32 bytes.
    let found = audit("a.7z", &flipped(good.clone(), 32 + 12));
    assert_eq!(found.games.iter().filter(|name| !name.ends_with("b.sgf")).count(), 2, "{found:?}");
    assert!(found.errors.iter().any(|(file, name)| file.ends_with("b.sgf") && name == DAMAGED), "{found:?}");
    assert_eq!(audit("a.7z", &good[..good.len() - 10]), expected(&[], &[("a.7z", DAMAGED)]));
}

#[test]
fn an_encrypted_member_is_a_finding_of_its_own() {
    let mut zip = zip(&[("a.sgf", CLEAN), ("b.sgf", CLEAN)]);
    // The flag, in the header of the member and in the directory.
    let directory = place(&zip, b"PK\x01\x02");
    zip[6] |= 1;
    zip[directory + 8] |= 1;
    assert_eq!(audit("a.zip", &zip), expected(&["a.zip!b.sgf"], &[("a.zip!a.sgf", "encrypted-member")]));
}

#[test]
fn a_method_that_is_not_read_is_named() {
    let mut zip = zip(&[("a.sgf", CLEAN), ("b.sgf", CLEAN)]);
    let directory = place(&zip, b"PK\x01\x02");
    zip[8] = 98;
    zip[directory + 10] = 98;
    assert_eq!(audit("a.zip", &zip), expected(&["a.zip!b.sgf"], &[("a.zip!a.sgf", "unsupported-archive")]));
}

#[test]
fn an_archive_without_a_record_says_so() {
    for (name, bytes) in
        [("a.zip", zip(&[("read.me", b"x")])), ("a.tar", tar(&[])), ("a.7z", seven_zip(&[("x", b"y")]))]
    {
        assert_eq!(audit(name, &bytes), expected(&[], &[(name, "no-game")]));
    }
}

#[test]
fn links_and_strange_names_in_a_tar() {
    let mut builder = tar::Builder::new(tar(&[("../../a.sgf", CLEAN), ("./b\x1b.sgf", ILLEGAL)])[..2048].to_vec());
    let mut link = tar::Header::new_gnu();
    for (name, target) in [("c.sgf", "b\x1b.sgf"), ("d.sgf", "nowhere.sgf")] {
        link.set_entry_type(tar::EntryType::Link);
        link.set_path(name).unwrap();
        link.set_link_name(target).unwrap();
        link.set_size(0);
        link.set_cksum();
        builder.append(&link, std::io::empty()).unwrap();
    }
    let bytes = builder.into_inner().unwrap();
    for (name, bytes) in [("a.tar", bytes.clone()), ("a.tar.gz", gzip(&bytes))] {
        let full = |member: &str| format!("{name}!{member}");
        let (a, b, c, d) = (full("../../a.sgf"), full("b\\x1B.sgf"), full("c.sgf"), full("d.sgf"));
        let errors = [(b.as_str(), "occupied"), (&c, "occupied"), (&d, DAMAGED)];
        assert_eq!(audit(name, &bytes), expected(&[&a, &b, &c], &errors));
    }
}

// Limits.

#[test]
fn limits_stop_the_reading_of_an_archive() {
    const LIMIT: &str = "archive-limit";
    let large = large();
    let members: &[(&str, &[u8])] = &[("a.sgf", CLEAN), ("b.sgf", &large), ("c.sgf", CLEAN)];
    for (name, bytes) in [
        ("a.zip", zip(members)),
        ("a.tar.gz", gzip(&tar(members))),
        ("a.tar", tar(members)),
        ("a.7z", seven_zip(members)),
    ] {
        for jobs in ["1", "4"] {
            let check = |options: &[&str], games: &[&str]| {
                let found = audit_with(name, &bytes, &[&["--jobs", jobs], options].concat());
                let mut files = found.games.clone();
                files.dedup();
                let games: Vec<_> = games.iter().map(|game| format!("{name}!{game}")).collect();
                assert_eq!(files, games, "{name} {options:?}");
                assert_eq!(found.errors.last(), Some(&(name.to_owned(), LIMIT.to_owned())), "{name} {options:?}");
            };
            // The directory of a zip is read as a whole or not at all.
            check(&["--max-members", "1"], if name == "a.zip" { &[] } else { &["a.sgf"] });
            check(&["--max-unpacked", "600k"], &["a.sgf", "b.sgf"]);
        }
        let unlimited = audit(name, &bytes);
        assert!(unlimited.errors.iter().all(|(_, error)| error == "occupied"), "{name}");
    }
}

#[test]
fn what_unpacks_to_a_thousand_times_its_size_is_stopped() {
    let zeros = vec![0; 20 << 20];
    let bomb = bzip2(&zeros);
    let found = audit("a.sgf.bz2", &bomb);
    assert_eq!(found.errors.last(), Some(&("a.sgf.bz2".into(), "archive-limit".into())), "{found:?}");
    let outer = audit("a.zip", &zip_by(zip::CompressionMethod::Stored, &[("a.sgf.bz2", &bomb), ("b.sgf", CLEAN)]));
    assert_eq!(outer.errors.last(), Some(&("a.zip".into(), "archive-limit".into())), "{outer:?}");
    let allowed = audit_with("a.sgf.bz2", &bomb, &["--max-ratio", "10000000"]);
    assert_eq!(allowed.errors, [("a.sgf.bz2".into(), "no-game".into())]);
}

#[test]
fn a_stream_that_asks_for_too_much_memory_is_not_unpacked() {
    let mut xz = xz(CLEAN);
    // The header of the first block: its size, flags, the filter and the size of its properties, and these: 40 is 4 GiB.
    assert_eq!(xz[14..16], [0x21, 1]);
    xz[16] = 40;
    let end = 12 + (usize::from(xz[12]) + 1) * 4 - 4;
    let mut crc = flate2::Crc::new();
    crc.update(&xz[12..end]);
    xz[end..end + 4].copy_from_slice(&crc.sum().to_le_bytes());
    assert_eq!(audit("a.sgf.xz", &xz), expected(&[], &[("a.sgf.xz", "unsupported-archive")]));
}

#[test]
fn limits_are_said_in_bytes_or_with_a_unit() {
    let ran: Ran = sgfkit(["audit", "testdata", "--max-unpacked", "12 apples"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("500M or 64G"), "{}", ran.stderr);
}
