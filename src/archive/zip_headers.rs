//! Zip archives without their directory, which stands at the end: what a download that broke off leaves.
//!
//! Each member has a header of its own in front of it. They are followed from the first byte, one behind the other, up
//! to the cut or to the first bytes that are no header. No further: what looks like a header somewhere behind may lie
//! inside a member.

use super::codec::READ_AHEAD;
use super::fault::{Fault, FaultKind, Unpacking};
use super::kind::is_wanted;
use super::limits::Metered;
use super::pack::{Content, Lister, Member};
use super::store::Slice;
use super::zip::{HEADER, ZipMember};
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use std::io::{self, BufReader, Read};

/// Flags of a header: a password is needed; size and checksum stand behind the member.
const ENCRYPTED: u16 = 1;
const SIZE_BEHIND: u16 = 8;

/// The one method whose end can be told by unpacking, of those that are written without the size in front.
const DEFLATED: u16 = 8;

/// What a size of 32 bits says where the real one stands in the extra field.
const IN_EXTRA: u64 = 0xffff_ffff;

/// Lists the members that come before the cut.
pub(super) fn list(archive: &Slice, lister: &mut Lister<'_>) -> io::Result<()> {
    let mut next = Some(0);
    while let Some(at) = next
        && let Some(header) = Header::read(archive, at)?
    {
        lister.count()?;
        let (member, end) = header.member(archive, lister)?;
        if header.is_record() {
            lister.add(&header.name, member);
        }
        next = end;
    }
    let all = next.map_or(Ok(false), |at| begins_directory(archive, at))?;
    let seen = lister.seen;
    let members = if seen == 1 { "member was" } else { "members were" };
    let detail = match (seen, all) {
        (0, _) => "this is no zip archive, or its beginning is damaged".to_owned(),
        (_, true) => format!("the list of members at the end is damaged or cut off; {seen} {members} found without it"),
        (_, false) => format!(
            "the end is missing or damaged, with the list of members: the archive was probably cut off; \
             {seen} {members} found without the list, and what came behind is lost"
        ),
    };
    Err(Fault::damaged(detail).into())
}

/// Whether the directory begins here: all members stand before it.
fn begins_directory(archive: &Slice, at: u64) -> io::Result<bool> {
    let mark = exactly(&mut archive.part(at, archive.len()).reader(), 4)?;
    Ok(mark.is_some_and(|mark| mark == b"PK\x01\x02" || mark == b"PK\x05\x06"))
}

/// The header of a member.
struct Header {
    at: u64,
    /// Where its bytes begin.
    start: u64,
    name: Vec<u8>,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
}

impl Header {
    /// The header at this place; none where something else stands there, or it is cut off.
    fn read(archive: &Slice, at: u64) -> io::Result<Option<Header>> {
        let mut reader = archive.part(at, archive.len()).reader();
        let Some(fixed) = exactly(&mut reader, HEADER.1)?.filter(|fixed| fixed.starts_with(HEADER.0)) else {
            return Ok(None);
        };
        let short = |at| u16::from_le_bytes(field(&fixed, at));
        let long = |at| u32::from_le_bytes(field(&fixed, at));
        let (name_len, extra_len) = (short(26).into(), short(28).into());
        let Some(name) = exactly(&mut reader, name_len)? else { return Ok(None) };
        let Some(extra) = exactly(&mut reader, extra_len)? else { return Ok(None) };
        let (packed, size) = sizes(long(18).into(), long(22).into(), &extra);
        let start = at + (HEADER.1 + name_len + extra_len) as u64;
        Ok(Some(Header { at, start, name, flags: short(6), method: short(8), crc: long(14), packed, size }))
    }

    fn is_record(&self) -> bool {
        is_wanted(&self.name) && !self.name.ends_with(b"/")
    }

    /// The member, and where the next header stands; nowhere where that cannot be known.
    fn member(&self, archive: &Slice, lister: &Lister<'_>) -> io::Result<(Member, Option<u64>)> {
        let size_behind = self.flags & SIZE_BEHIND != 0;
        let fault = if self.flags & ENCRYPTED != 0 {
            Some(Fault::new(FaultKind::Encrypted, "a password is needed to read this member"))
        } else if size_behind && self.method != DEFLATED {
            let detail =
                "its size stands in the lost list of members alone, so that it cannot be told from what follows";
            Some(Fault::new(FaultKind::Unsupported, detail))
        } else {
            None
        };
        let (extent, end) = match (size_behind, &fault) {
            (true, Some(_)) => (Extent::default(), None),
            (true, None) => self.unpack(archive, lister)?,
            (false, _) => {
                let extent = Extent { packed: self.packed, size: self.size, crc: self.crc, fault: None };
                // Both come from the file: their sum may be beyond all bounds.
                (extent, self.start.checked_add(self.packed).filter(|&end| end <= archive.len()))
            }
        };
        let member = fault.map_or_else(
            || {
                let Extent { packed, size, crc, fault } = extent;
                let (archive, header, method) = (archive.clone(), self.at, self.method);
                let member = ZipMember { archive, header, method, packed, size, crc, fault };
                Member { content: Content::Zip(member), fault: None, paid: size_behind }
            },
            Member::unreadable,
        );
        Ok((member, end))
    }

    /// Goes through a member whose size stands behind it.
    fn unpack(&self, archive: &Slice, lister: &Lister<'_>) -> io::Result<(Extent, Option<u64>)> {
        let rest = archive.part(self.start, archive.len());
        let inner = DeflateDecoder::new(BufReader::with_capacity(READ_AHEAD, rest.reader()));
        let mut metered = Metered { inner: Unpacking(inner), budget: Some(lister.budget) };
        let (mut crc, mut buffer) = (Crc::new(), vec![0; READ_AHEAD]);
        let broken = loop {
            match metered.read(&mut buffer) {
                Ok(0) => break None,
                Ok(got) => crc.update(buffer.get(..got).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(Fault::of(error)?),
            }
        };
        let inner = &metered.inner.0;
        let mut extent = Extent { packed: inner.total_in(), size: inner.total_out(), crc: crc.sum(), fault: None };
        let stated = match &broken {
            Some(limit) if limit.kind == FaultKind::Limit => return Err(limit.clone().into()),
            Some(_) => None,
            None => extent.stated(archive, self.start)?,
        };
        Ok(match stated {
            Some((crc, end)) => (Extent { crc, ..extent }, Some(end)),
            None => {
                let size = extent.size;
                let detail =
                    format!("the archive ends inside this member, or it is damaged: {size} bytes were unpacked");
                extent.fault = Some(Fault::damaged(detail));
                (extent, None)
            }
        })
    }
}

/// How far a member reaches.
#[derive(Default)]
struct Extent {
    packed: u64,
    size: u64,
    crc: u32,
    fault: Option<Fault>,
}

impl Extent {
    /// The checksum that stands behind a member with its sizes, and where that ends; none where it does not fit. It comes
    /// with or without a mark, with sizes of 32 bits or of 64.
    fn stated(&self, archive: &Slice, start: u64) -> io::Result<Option<(u32, u64)>> {
        const MARK: &[u8] = b"PK\x07\x08";
        let at = start.saturating_add(self.packed);
        let mut bytes = Vec::new();
        archive.part(at, MARK.len() as u64 + 4 + 8 + 8).reader().read_to_end(&mut bytes)?;
        let forms = [(MARK, 4), (MARK, 8), (&[], 4), (&[], 8)];
        Ok(forms.into_iter().find_map(|(mark, width)| {
            let rest = bytes.strip_prefix(mark)?;
            let (packed, size) = (number(rest.get(4..4 + width)?), number(rest.get(4 + width..4 + 2 * width)?));
            let end = at + (mark.len() + 4 + 2 * width) as u64;
            (packed == self.packed && size == self.size).then(|| (u32::from_le_bytes(field(rest, 0)), end))
        }))
    }
}

/// The sizes, packed and unpacked, which stand in the extra field where 32 bits are too few.
fn sizes(packed: u64, size: u64, extra: &[u8]) -> (u64, u64) {
    let mut rest = extra;
    while let [id0, id1, len0, len1, more @ ..] = rest {
        let Some((field, behind)) = more.split_at_checked(u16::from_le_bytes([*len0, *len1]).into()) else { break };
        if [*id0, *id1] == [1, 0] {
            let mut words = field.chunks_exact(8).map(number);
            // The unpacked size comes first; each is there only where it is needed.
            let size = if size == IN_EXTRA { words.next().unwrap_or(size) } else { size };
            let packed = if packed == IN_EXTRA { words.next().unwrap_or(packed) } else { packed };
            return (packed, size);
        }
        rest = behind;
    }
    (packed, size)
}

/// A number of up to eight bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Bytes of a header; zeros where it ends before, which those who ask have ruled out.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..at + N).and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
}

/// So many bytes; none where there are fewer.
pub(super) fn exactly(reader: &mut impl Read, len: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(len);
    reader.take(len as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == len).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_64_bits_stand_in_the_extra_field() {
        let wide = |words: &[u64]| {
            let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            [&b"UT\x01\0x\x01\0"[..], &[words.len() as u8, 0], words.as_slice()].concat()
        };
        assert_eq!(sizes(3, 4, &wide(&[1, 2])), (3, 4));
        assert_eq!(sizes(IN_EXTRA, IN_EXTRA, &wide(&[7, 5])), (5, 7));
        assert_eq!(sizes(IN_EXTRA, 4, &wide(&[5])), (5, 4));
        // Too short, and cut off.
        assert_eq!(sizes(IN_EXTRA, IN_EXTRA, &wide(&[7])), (IN_EXTRA, 7));
        assert_eq!(sizes(IN_EXTRA, 4, b"\x01\0\x08\0\x01"), (IN_EXTRA, 4));
    }
}
