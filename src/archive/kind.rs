//! What a file is: told by how it begins, and where that says nothing, by its name.

/// How a file is packed, if it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Not packed.
    Plain,
    /// One stream, compressed: a record, or a tar archive.
    Compressed(Codec),
    /// An archive with members.
    Pack(PackKind),
}

/// The kinds of archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackKind {
    Zip,
    Tar,
    SevenZip,
}

/// How a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

/// A header of a tar archive, and what everything in it is a multiple of.
pub(crate) const TAR_BLOCK: usize = 512;

const ZIP: Kind = Kind::Pack(PackKind::Zip);
const TAR: Kind = Kind::Pack(PackKind::Tar);
const SEVEN: Kind = Kind::Pack(PackKind::SevenZip);
const GZIP: Kind = Kind::Compressed(Codec::Gzip);
const BZIP2: Kind = Kind::Compressed(Codec::Bzip2);
const XZ: Kind = Kind::Compressed(Codec::Xz);
const ZSTD: Kind = Kind::Compressed(Codec::Zstd);

/// How files begin. No text of a record begins so.
const MAGIC: &[(&[u8], Kind)] = &[
    (b"PK\x03\x04", ZIP),
    // No member.
    (b"PK\x05\x06", ZIP),
    (b"7z\xbc\xaf\x27\x1c", SEVEN),
    (b"\x1f\x8b\x08", GZIP),
    (b"\xfd7zXZ\0", XZ),
    (b"\x28\xb5\x2f\xfd", ZSTD),
    (b"BZh", BZIP2),
];

/// How names of archives end. Those of a single compressed file are only taken where a record or a tar archive is in it.
const ENDINGS: &[(&str, Kind)] = &[
    (".zip", ZIP),
    (".7z", SEVEN),
    (".tar", TAR),
    (".tgz", GZIP),
    (".tar.gz", GZIP),
    (".sgf.gz", GZIP),
    (".tbz", BZIP2),
    (".tbz2", BZIP2),
    (".tar.bz2", BZIP2),
    (".sgf.bz2", BZIP2),
    (".txz", XZ),
    (".tar.xz", XZ),
    (".sgf.xz", XZ),
    (".tzst", ZSTD),
    (".tar.zst", ZSTD),
    (".sgf.zst", ZSTD),
];

impl Kind {
    /// The kind of a file that begins with these bytes, as many as a tar header has, and has this name.
    pub(crate) fn of(head: &[u8], name: &str) -> Kind {
        let magic = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, kind)| kind);
        if let Some(kind) = magic.filter(|&kind| kind != BZIP2 || is_bzip2(head)) {
            return kind;
        }
        if head.starts_with(b"(") {
            // Nearly every record; whatever its name says, it is not packed.
            return Kind::Plain;
        }
        if head.get(..TAR_BLOCK).is_some_and(is_tar_header) { TAR } else { Kind::by_name(name) }
    }

    fn by_name(name: &str) -> Kind {
        ENDINGS.iter().find(|(ending, _)| ends_with(name.as_bytes(), ending)).map_or(Kind::Plain, |&(_, kind)| kind)
    }
}

/// Whether a file of this name is read where it was not named itself: a record, or an archive. What macOS sets beside a
/// file, under its name behind `._`, is neither.
pub(crate) fn is_wanted(name: &[u8]) -> bool {
    let last = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    !last.starts_with(b"._") && is_named_so(name)
}

/// Whether a name ends as that of a record or an archive does.
pub(crate) fn is_named_so(name: &[u8]) -> bool {
    ends_with(name, ".sgf") || ENDINGS.iter().any(|(ending, _)| ends_with(name, ending))
}

/// Whether a name promises a tar archive in a compressed stream.
pub(crate) fn is_tar_name(name: &str) -> bool {
    let promises = |ending: &str| ending.starts_with(".t") && ends_with(name.as_bytes(), ending);
    ENDINGS.iter().any(|&(ending, _)| promises(ending))
}

fn ends_with(name: &[u8], ending: &str) -> bool {
    name.len().checked_sub(ending.len()).is_some_and(|at| name[at..].eq_ignore_ascii_case(ending.as_bytes()))
}

/// Three letters are too few to tell it from text: the block size and the mark of a first or last block follow.
fn is_bzip2(head: &[u8]) -> bool {
    matches!(head.get(3), Some(b'1'..=b'9'))
        && matches!(head.get(4..10), Some(b"\x31\x41\x59\x26\x53\x59" | b"\x17\x72\x45\x38\x50\x90"))
}

/// Whether a block is the header of a member: the sum of its bytes stands in it.
pub(crate) fn is_tar_header(block: &[u8]) -> bool {
    let Ok(block) = <&[u8; TAR_BLOCK]>::try_from(block) else { return false };
    let field = &block[148..156];
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    // The field itself counts as eight blanks.
    let sum = sum - field.iter().map(|&byte| u32::from(byte)).sum::<u32>() + 8 * u32::from(b' ');
    let digits = field.trim_ascii_start().split(|&byte| byte == 0 || byte == b' ').next().unwrap_or_default();
    let stated = std::str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 8).ok());
    stated == Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_tells_before_the_name() {
        let check = |head: &[u8], name: &str, kind| assert_eq!(Kind::of(head, name), kind, "{name}");
        check(b"(;GM[1])", "a.zip", Kind::Plain);
        check(b"PK\x03\x04....", "a.sgf", ZIP);
        check(b"\x1f\x8b\x08\0", "a.sgf", GZIP);
        check(b"BZh91AY&SY", "a", BZIP2);
        check(b"BZh91 is what Black says", "a.sgf", Kind::Plain);
        check(b"", "a.sgf", Kind::Plain);
        check(b"", "a.TAR.GZ", GZIP);
        check(b"junk", "a.zip", ZIP);
        check(&[0; 512], "a.sgf", Kind::Plain);
        let mut header = tar::Header::new_old();
        header.set_path("a.sgf").unwrap();
        header.set_cksum();
        check(header.as_bytes(), "a", TAR);
    }

    #[test]
    fn records_and_archives_are_wanted() {
        for name in ["a.sgf", "A.SGF", "b/c.sgf.gz", "x.tar.zst", "x.7z", "._b/a.sgf", ".a.sgf", "_.sgf"] {
            assert!(is_wanted(name.as_bytes()), "{name}");
        }
        for name in ["a.gz", "read.me", "sgf", "a.sgf~", "x.jsonl.gz", "._a.sgf", "__MACOSX/b/._a.sgf", "._x.zip"] {
            assert!(!is_wanted(name.as_bytes()), "{name}");
        }
    }
}
