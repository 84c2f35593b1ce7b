//! Zip archives.
//!
//! The `zip` crate reads the directory at the end. A member is unpacked from its own part of the file, so that many
//! threads unpack at once and a member of any size passes through in pieces.

use super::codec::zip_decoder;
use super::fault::{Fault, FaultKind, Unpacking};
use super::kind::is_wanted;
use super::pack::{Content, Lister, Member, Source, cut_short};
use super::store::Slice;
use super::zip_headers;
use flate2::Crc;
use std::io::{self, BufReader, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// A member, as the directory has it.
#[derive(Clone, Debug)]
pub(crate) struct ZipMember {
    pub(super) archive: Slice,
    /// Where its own header begins.
    pub(super) header: u64,
    pub(super) method: u16,
    pub(super) packed: u64,
    pub(super) size: u64,
    pub(super) crc: u32,
    /// Why it is not whole, where that is known already.
    pub(super) fault: Option<Fault>,
}

/// Lists the members: those in the directory, or where that is gone, those that are found without it.
pub(crate) fn list(archive: &Slice, lister: &mut Lister<'_>) -> io::Result<()> {
    // All of the directory comes into memory: how large it is must be known before.
    if let Some(members) = declared_members(archive)? {
        lister.budget.has_members(members)?;
    }
    let directory = match ZipArchive::new(BufReader::new(archive.reader())).map_err(fault).map_err(Fault::of) {
        Ok(directory) => directory,
        Err(Ok(fault)) if fault.kind == FaultKind::Damaged => return zip_headers::list(archive, lister),
        Err(other) => return Err(other?.into()),
    };
    if directory.has_duplicate_names() {
        lister.note(Fault::damaged("several members have the same name; only one of them was read"));
    }
    for index in 0..directory.len() {
        lister.count()?;
        let entry = directory.by_index_data(index).map_err(fault)?;
        if !is_wanted(entry.name_raw()) || entry.is_dir() || entry.is_symlink() {
            continue;
        }
        let member = if entry.encrypted() {
            Member::unreadable(Fault::new(FaultKind::Encrypted, "a password is needed to read this member"))
        } else {
            let member = ZipMember {
                archive: archive.clone(),
                header: entry.header_start(),
                #[allow(deprecated)]
                method: entry.compression().to_u16(),
                packed: entry.compressed_size(),
                size: entry.size(),
                crc: entry.crc32(),
                fault: None,
            };
            Member { content: Content::Zip(member), fault: None, paid: false }
        };
        lister.add(entry.name_raw(), member);
    }
    Ok(())
}

/// The number of members that the end of the archive states; none where there is no such end.
fn declared_members(archive: &Slice) -> io::Result<Option<u64>> {
    // The record at the end without its comment, the longest comment, and what stands before in a zip of 64 bits.
    const END: u64 = 22;
    const COMMENT: u64 = 0xffff;
    const LOCATOR: u64 = 20;
    let from = archive.len().saturating_sub(END + COMMENT + LOCATOR);
    let mut tail = Vec::new();
    archive.part(from, archive.len()).reader().read_to_end(&mut tail)?;
    let Some(at) = memchr::memmem::rfind(&tail, b"PK\x05\x06") else { return Ok(None) };
    let Some(&[low, high]) = tail.get(at + 10..at + 12) else { return Ok(None) };
    let members = u64::from(u16::from_le_bytes([low, high]));
    if members < u64::from(u16::MAX) {
        return Ok(Some(members));
    }
    let locator =
        at.checked_sub(LOCATOR as usize).and_then(|at| tail.get(at..)).filter(|rest| rest.starts_with(b"PK\x06\x07"));
    let offset =
        locator.and_then(|rest| rest.get(8..16)).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
    let mut record = [0; 40];
    match offset.map(|offset| archive.part(offset, archive.len()).reader().read_exact(&mut record)) {
        Some(Ok(())) if record.starts_with(b"PK\x06\x06") => {
            let [.., a, b, c, d, e, f, g, h] = record;
            Ok(Some(u64::from_le_bytes([a, b, c, d, e, f, g, h])))
        }
        _ => Ok(Some(members)),
    }
}

fn fault(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) if error.raw_os_error().is_some() => error,
        ZipError::Io(error) => Fault::damaged(error).into(),
        ZipError::UnsupportedArchive(detail) => Fault::new(FaultKind::Unsupported, detail).into(),
        error => Fault::damaged(error).into(),
    }
}

/// How a header of a member begins, and how long it is without the name and the extra field.
pub(super) const HEADER: (&[u8], usize) = (b"PK\x03\x04", 30);

impl ZipMember {
    /// Its bytes.
    pub(crate) fn open(self) -> io::Result<Source> {
        let mut header = [0; HEADER.1];
        let mut reader = self.archive.part(self.header, self.archive.len()).reader();
        reader.read_exact(&mut header).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::damaged("the archive ends before this member").into(),
            _ => error,
        })?;
        if !header.starts_with(HEADER.0) {
            return Err(Fault::damaged("no member begins where the directory of the archive says").into());
        }
        let [.., name0, name1, extra0, extra1] = header;
        let name = u16::from_le_bytes([name0, name1]);
        let extra = u16::from_le_bytes([extra0, extra1]);
        let start = self.header + HEADER.1 as u64 + u64::from(name) + u64::from(extra);
        let packed = self.archive.part(start, self.packed);
        let Some(inner) = zip_decoder(self.method, packed.reader(), self.size) else {
            let detail = format!("it is compressed by method {} of zip, which is not read here", self.method);
            return Err(Fault::new(FaultKind::Unsupported, detail).into());
        };
        let inner = inner.or_else(|error| Err(io::Error::from(Fault::of(error)?)))?;
        let there = packed.len();
        let fault = self.fault.or_else(|| (there < self.packed).then(|| cut_short(there, self.packed)));
        let checked = Checked { inner, crc: Crc::new(), left: self.size, expected: self.crc, fault };
        Ok(Source::Stream(Box::new(Unpacking(checked))))
    }
}

/// A reader that holds size and checksum against those in the directory.
struct Checked<R> {
    inner: R,
    crc: Crc,
    left: u64,
    expected: u32,
    fault: Option<Fault>,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read_checked(buffer);
        // Of a member that is not whole, the unpacker only knows that something is wrong.
        match (&self.fault, &read) {
            (Some(fault), Ok(0)) if !buffer.is_empty() => Err(fault.clone().into()),
            (Some(fault), Err(error))
                if error.kind() != io::ErrorKind::Interrupted && error.raw_os_error().is_none() =>
            {
                Err(fault.clone().into())
            }
            _ => read,
        }
    }
}

impl<R: Read> Checked<R> {
    fn read_checked(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(buffer)?;
        self.crc.update(&buffer[..got]);
        match self.left.checked_sub(got as u64) {
            Some(left) => self.left = left,
            None => return Err(io::Error::other("it is longer than the archive says")),
        }
        if got == 0 && !buffer.is_empty() {
            if self.left > 0 {
                return Err(io::Error::other("it is shorter than the archive says"));
            }
            if self.crc.sum() != self.expected {
                return Err(io::Error::other("its checksum does not fit"));
            }
        }
        Ok(got)
    }
}
