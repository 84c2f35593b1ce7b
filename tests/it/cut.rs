//! Archives that were cut off: whatever stands before the cut is read, and what is lost is said.

use crate::packs::{CODECS, seven_zip, tar, zip, zip_as_stream};
use crate::run::temporary;
use sgfkit::archive;
use sgfkit::run::run;
use std::ops::ControlFlow;

const MEMBERS: &[(&str, &[u8])] = &[
    ("a.sgf", b"(;SZ[9]C[the first];B[ee];W[cc])"),
    ("b/read.me", b"text, and text, and text"),
    ("b/c.sgf", b"(;SZ[9]C[the second];B[dd];W[cc];B[ff])"),
    ("d.sgf", b"(;SZ[9]C[the third];B[ff];W[cc];B[])"),
];

/// What came of a file of this name: for each piece its name without the folder, and its bytes or why there are none.
fn pieces(name: &str, bytes: &[u8]) -> Vec<(String, Result<Vec<u8>, String>)> {
    let folder = temporary();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let prefix = format!("{}/", folder.path().display());
    let mut pieces = Vec::new();
    let flow = run(archive::inputs(&[path]), 1, <[u8]>::to_vec, |event| {
        let name = event.name.strip_prefix(&prefix).unwrap_or(event.name).to_owned();
        pieces.push((name, event.result.map_err(|failure| failure.to_string())));
        ControlFlow::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    pieces
}

/// Where a text ends that stands once.
fn end_of(bytes: &[u8], text: &[u8]) -> usize {
    bytes.windows(text.len()).position(|window| window == text).expect("the text is there") + text.len()
}

/// The members whose bytes came, and what else was said of which.
fn parted(name: &str, bytes: &[u8]) -> (Vec<String>, Vec<(String, String)>) {
    let (mut whole, mut faults) = (Vec::new(), Vec::new());
    for (file, result) in pieces(name, bytes) {
        let member = file.strip_prefix(name).unwrap().trim_start_matches('!').to_owned();
        match result {
            Ok(bytes) if MEMBERS.contains(&(member.as_str(), bytes.as_slice())) => whole.push(member),
            // A part of a member came before its fault.
            Ok(_) => {}
            Err(detail) => faults.push((member, detail)),
        }
    }
    (whole, faults)
}

/// Cuts an archive at every byte. `end` is where the bytes of each record end.
fn cut_everywhere(name: &str, bytes: &[u8], ends: &[(&str, usize)]) {
    for cut in 4..bytes.len() {
        let (mut whole, faults) = parted(name, &bytes[..cut]);
        whole.sort();
        let before: Vec<_> = ends.iter().filter(|(_, end)| *end <= cut).map(|(member, _)| *member).collect();
        assert!(before.iter().all(|member| whole.iter().any(|name| name == member)), "{name} cut at {cut}: {whole:?}");
        let (_, detail) = faults.iter().find(|(member, _)| member.is_empty()).expect("the archive has its finding");
        assert!(!detail.contains("EOCD"), "{detail}");
        // What is cut itself has its own, and no other member has any.
        assert!(faults.len() <= 2, "{name} cut at {cut}: {faults:?}");
        assert!(faults.iter().all(|(member, _)| !before.contains(&member.as_str())), "{name} cut at {cut}: {faults:?}");
    }
    assert_eq!(parted(name, bytes), (vec!["a.sgf".into(), "b/c.sgf".into(), "d.sgf".into()], vec![]), "{name}");
}

/// Where each record of a zip ends: by the directory, with what stands behind it.
fn ends_in_zip(bytes: &[u8], behind: usize) -> Vec<(&'static str, usize)> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let records = MEMBERS.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".sgf"));
    records
        .map(|name| {
            let member = zip.by_name(name).unwrap();
            (name, (member.data_start().unwrap() + member.compressed_size()) as usize + behind)
        })
        .collect()
}

#[test]
fn a_zip_is_read_up_to_the_cut() {
    let packed = zip(MEMBERS);
    cut_everywhere("a.zip", &packed, &ends_in_zip(&packed, 0));
}

#[test]
fn a_zip_that_was_written_as_a_stream_is_read_up_to_the_cut() {
    // The sizes stand behind each member: a mark, the checksum and both.
    let packed = zip_as_stream(MEMBERS);
    cut_everywhere("a.zip", &packed, &ends_in_zip(&packed, 16));
}

#[test]
fn the_fault_of_a_cut_zip_says_what_is_lost() {
    let packed = zip(MEMBERS);
    let ends = ends_in_zip(&packed, 0);
    let fault = |cut: usize| parted("a.zip", &packed[..cut]).1;
    let inside = fault(ends[1].1 - 5);
    assert_eq!(inside[0].0, "b/c.sgf");
    assert!(inside[0].1.starts_with("the archive ends inside this member: "), "{inside:?}");
    assert!(inside[1].1.contains("cut off; 3 members were found without the list"), "{inside:?}");
    let directory = fault(packed.len() - 30);
    assert_eq!(directory.len(), 1);
    assert!(
        directory[0].1.contains("the list of members at the end is damaged or cut off; 4 members"),
        "{directory:?}"
    );
}

#[test]
fn an_encrypted_member_of_a_cut_zip_costs_only_itself() {
    let mut packed = zip(MEMBERS);
    packed[6] |= 1;
    packed.truncate(packed.len() - 30);
    let (whole, faults) = parted("a.zip", &packed);
    assert_eq!(whole, ["b/c.sgf", "d.sgf"]);
    assert_eq!(faults[0], ("a.sgf".into(), "a password is needed to read this member".into()));
}

#[test]
fn a_tar_is_read_up_to_the_cut() {
    let packed = tar(MEMBERS);
    let ends: Vec<_> = MEMBERS.iter().map(|(name, bytes)| (*name, end_of(&packed, bytes))).collect();
    let ends: Vec<_> = ends.into_iter().filter(|(name, _)| name.ends_with(".sgf")).collect();
    // One block of the two at the end is enough to know that all was there.
    let without_end = &packed[..packed.len() - 1024];
    for cut in (600..without_end.len()).step_by(32) {
        let (whole, faults) = parted("a.tar", &packed[..cut]);
        let before: Vec<_> = ends.iter().filter(|(_, end)| *end <= cut).map(|(name, _)| *name).collect();
        assert_eq!(whole, before, "cut at {cut}");
        assert!(!faults.is_empty(), "cut at {cut}");
    }
    let faults = parted("a.tar", without_end).1;
    assert_eq!(faults.len(), 1);
    assert!(faults[0].1.contains("without the mark of its end"), "{faults:?}");
    assert!(parted("a.tar", &packed).1.is_empty());
}

#[test]
fn a_compressed_tar_or_record_is_read_up_to_the_cut() {
    // Text that does not shrink, so that each codec has given much of it by the middle.
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{:08x}", random >> 32)
    };
    let record = |noise: &mut dyn FnMut() -> String| {
        let comment: String = (0..6000).map(|_| noise()).collect();
        format!("(;SZ[9]C[{comment}];B[ee])\n").into_bytes()
    };
    let records: Vec<_> = (0..60).map(|n| (format!("{n:02}.sgf"), record(&mut noise))).collect();
    let members: Vec<_> = records.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let (all, one) = (tar(&members), members.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect::<Vec<_>>());
    for (ending, pack) in CODECS {
        let (name, packed) = (format!("a.tar.{ending}"), pack(&all));
        let found = pieces(&name, &packed[..packed.len() / 2]);
        let whole = found.iter().filter(|(_, result)| members.iter().any(|(_, bytes)| result.as_deref() == Ok(bytes)));
        let whole = whole.count();
        assert!((10..=30).contains(&whole), "{name}: {whole}");
        assert!(found.last().is_some_and(|(file, result)| *file == name && result.is_err()), "{name}");
        let (name, packed) = (format!("a.sgf.{ending}"), pack(&one));
        let found = pieces(&name, &packed[..packed.len() / 2]);
        let came: Vec<u8> = found.iter().filter_map(|(_, result)| result.as_ref().ok()).flatten().copied().collect();
        assert!(one.starts_with(&came) && came.len() > one.len() / 5, "{name}: {} of {}", came.len(), one.len());
        assert!(found.last().is_some_and(|(_, result)| result.is_err()), "{name}");
    }
}

#[test]
fn a_zip_in_a_cut_archive_is_read_up_to_the_cut() {
    let inner = zip(MEMBERS);
    let outer = zip_by_stored("i.zip", &inner);
    let end = end_of(&outer, b"i.zip") + ends_in_zip(&inner, 0)[1].1;
    let found = pieces("o.zip", &outer[..end]);
    let whole: Vec<_> = found.iter().filter(|(_, result)| result.is_ok()).map(|(name, _)| name.as_str()).collect();
    assert_eq!(whole, ["o.zip!i.zip!a.sgf", "o.zip!i.zip!b/c.sgf"]);
}

fn zip_by_stored(name: &str, bytes: &[u8]) -> Vec<u8> {
    crate::packs::zip_by(zip::CompressionMethod::Stored, &[(name, bytes)])
}

#[test]
fn of_a_cut_7z_nothing_can_be_read_and_that_is_said() {
    let packed = seven_zip(MEMBERS);
    for cut in [40, packed.len() / 2, packed.len() - 1] {
        let (whole, faults) = parted("a.7z", &packed[..cut]);
        assert_eq!((whole.len(), faults.len()), (0, 1));
        assert!(faults[0].1.contains("the list of its members at the end"), "{faults:?}");
    }
    assert!(parted("a.7z", &packed[..20]).1[0].1.contains("ends within its first bytes"));
    assert_eq!(parted("a.7z", &packed).0.len(), 3);
}

#[test]
fn of_a_cut_zstandard_stream_all_whole_blocks_come() {
    // A window of 8 MiB, blocks that are stored as they are.
    let frame = b"\x28\xb5\x2f\xfd\x00\x68";
    let block = |bytes: &[u8], last: u32| {
        let header = ((bytes.len() as u32) << 3 | last).to_le_bytes();
        [&header[..3], bytes].concat()
    };
    let (first, second) = (MEMBERS[0].1, MEMBERS[2].1);
    let packed = [&frame[..], &block(first, 0), &block(second, 1)].concat();
    assert_eq!(pieces("a.sgf.zst", &packed), [("a.sgf.zst".to_owned(), Ok([first, second].concat()))]);
    let cut_off = "what is packed ends too early: it was probably cut off".to_owned();
    for cut in frame.len() + 3 + first.len()..packed.len() {
        let expected = [Ok(first.to_vec()), Err(cut_off.clone())].map(|result| ("a.sgf.zst".to_owned(), result));
        assert_eq!(pieces("a.sgf.zst", &packed[..cut]), expected, "cut at {cut}");
    }
}
