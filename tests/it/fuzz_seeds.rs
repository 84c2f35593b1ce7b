//! What the fuzz targets begin with, from testdata and the records of the findings' pages: `fuzz/run` calls this.

use crate::packs;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Spellings of komi, results, rules, sizes and conditions, one a line.
const SPELLINGS: &str = include_str!("../../fuzz/seeds/spellings.txt");

#[test]
#[ignore = "writes to the folder that SGFKIT_FUZZ_SEEDS names"]
fn write_the_seeds() {
    let folder = PathBuf::from(std::env::var_os("SGFKIT_FUZZ_SEEDS").expect("a folder to write to"));
    for (target, seeds) in seeds() {
        let folder = folder.join(target);
        fs::create_dir_all(&folder).unwrap();
        for (n, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{n:03}")), seed).unwrap();
        }
    }
}

#[test]
fn every_target_has_seeds() {
    let targets = fs::read_dir("fuzz/fuzz_targets").unwrap().map(|entry| entry.unwrap().path());
    let targets: Vec<_> = targets.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let seeds = seeds();
    assert_eq!(seeds.len(), targets.len());
    for target in targets {
        assert!(seeds.get(target.as_str()).is_some_and(|seeds| seeds.len() > 10), "{target}");
    }
}

/// For each target its seeds.
fn seeds() -> BTreeMap<&'static str, Vec<Vec<u8>>> {
    let records = records(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut seeds = BTreeMap::new();
    for target in ["text", "reader"] {
        seeds.insert(target, records.clone());
    }
    for target in ["replay", "columns", "fix"] {
        // In front of each record stands the choice of options.
        let with = |choice: u8| records.iter().map(move |record| [&[choice], record.as_slice()].concat());
        seeds.insert(target, with(0).chain(with(3)).collect());
    }
    let spellings = SPELLINGS.lines().filter(|line| !line.is_empty());
    seeds.insert("spellings", spellings.flat_map(|line| [0, 5].map(|n| [&[n], line.as_bytes()].concat())).collect());
    seeds.insert("board", (0..20).map(random).collect());
    seeds.insert("archive", archives(&records));
    seeds
}

/// The files of testdata, and the records in the findings' pages.
fn records(root: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut records = Vec::new();
    for folder in ["testdata", "testdata/sample", "fuzz/seeds"] {
        for path in sorted(&root.join(folder))? {
            if path.extension().is_some_and(|ending| ending == "sgf") {
                records.push(fs::read(path)?);
            }
        }
    }
    for page in sorted(&root.join("src/finding/text"))? {
        let text = fs::read_to_string(page)?;
        records.extend(text.split("```").skip(1).step_by(2).filter_map(|block| {
            let (_, record) = block.split_once('\n')?;
            Some(record.as_bytes().to_vec())
        }));
    }
    Ok(records)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Some records in each kind of archive. In front stands the ending that it is to have.
fn archives(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let members: Vec<(&str, &[u8])> =
        ["b.sgf", "a/c.sgf", "read.me"].into_iter().zip(records.iter().map(Vec::as_slice)).collect();
    let record = members.first().map_or(&b""[..], |member| member.1);
    let (zip, tar, seven) = (packs::zip(&members), packs::tar(&members), packs::seven_zip(&members));
    let inner = packs::zip(&[("in.zip", &zip), ("in.tar", &tar), ("d.sgf", record)]);
    let mut packed = vec![(1, zip), (2, seven), (1, inner), (0, record.to_vec())];
    for (n, (_, compress)) in packs::CODECS.iter().enumerate() {
        packed.push((4 + n as u8, compress(&tar)));
        packed.push((8, compress(record)));
    }
    packed.push((3, tar));
    packed.into_iter().map(|(ending, bytes)| [&[ending], bytes.as_slice()].concat()).collect()
}

/// Bytes in no order, the same each time.
fn random(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(byte).take(40 + 20 * seed as usize).collect()
}
