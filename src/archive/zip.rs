//! Zip archives.
//!
//! The `rawzip` crate reads the directory at the end. A member is unpacked from its own part of the file, so that many
//! threads unpack at once and a member of any size passes through in pieces.

use super::codec::zip_decoder;
use super::fault::{Fault, FaultKind, Unpacking};
use super::kind::is_wanted;
use super::pack::{Content, Lister, Member, Source, cut_short};
use super::store::Slice;
use super::zip_headers;
use flate2::Crc;
use rawzip::{ErrorKind, ReaderAt, ZipArchive, ZipLocator};
use std::io::{self, Read};

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
    // The largest entry that there can be fits.
    let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let directory = match locate(archive, &mut buffer).and_then(|directory| is_whole(directory, &mut buffer)) {
        Ok(directory) => directory,
        Err(error) => match fault(error)? {
            fault if fault.kind == FaultKind::Damaged => return zip_headers::list(archive, lister),
            fault => return Err(fault.into()),
        },
    };
    // Where it says itself that it holds too many, none is read; an entry takes 46 bytes at least, so that not every
    // number is one of members.
    lister.budget.has_members(directory.entries_hint().min(archive.len() / 46))?;
    let mut entries = directory.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().or_else(|error| Err(io::Error::from(fault(error)?)))? {
        lister.count()?;
        let name = entry.file_path().as_bytes();
        if !is_wanted(name) || entry.is_dir() || entry.mode().is_symlink() {
            continue;
        }
        let member = if entry.flags().is_encrypted() {
            Member::unreadable(Fault::new(FaultKind::Encrypted, "a password is needed to read this member"))
        } else {
            let member = ZipMember {
                archive: archive.clone(),
                header: entry.local_header_offset(),
                method: entry.compression_method().as_u16(),
                packed: entry.compressed_size_hint(),
                size: entry.uncompressed_size_hint(),
                crc: entry.crc32(),
                fault: None,
            };
            Member { content: Content::Zip(member), fault: None, paid: false }
        };
        lister.add(name, member);
    }
    Ok(())
}

/// Finds the directory. What looks like its end may be part of a comment: then the true one lies before.
fn locate(archive: &Slice, buffer: &mut [u8]) -> Result<ZipArchive<Slice>, rawzip::Error> {
    let mut end = archive.len();
    loop {
        match ZipLocator::new().locate_in_reader(archive.clone(), buffer, end) {
            Ok(directory) => return Ok(directory),
            Err((_, error)) => match error.eocd_offset() {
                Some(before) if before < end => end = before,
                _ => return Err(error),
            },
        }
    }
}

/// A directory that is damaged further on is no better than none; nor is one that leads to no member at all.
fn is_whole(directory: ZipArchive<Slice>, buffer: &mut [u8]) -> Result<ZipArchive<Slice>, rawzip::Error> {
    let mut entries = directory.entries(buffer);
    let (mut listed, mut found) = (0, false);
    while let Some(entry) = entries.next_entry()? {
        listed += 1;
        found = found || begins_member(directory.get_ref(), entry.local_header_offset())?;
    }
    if listed > 0 && !found { Err(ErrorKind::Eof.into()) } else { Ok(directory) }
}

fn begins_member(archive: &Slice, at: u64) -> io::Result<bool> {
    let mark = zip_headers::exactly(&mut archive.part(at, archive.len()).reader(), HEADER.0.len())?;
    Ok(mark.is_some_and(|mark| mark == HEADER.0))
}

impl ReaderAt for Slice {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        Slice::read_at(self, offset, buffer)
    }
}

fn fault(error: rawzip::Error) -> io::Result<Fault> {
    match error.into_kind() {
        ErrorKind::IO(error) => Fault::of(error),
        kind => Ok(Fault::damaged(rawzip::Error::from(kind))),
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
        let Some(inner) = zip_decoder(self.method, &packed, self.size) else {
            let detail = format!("it is compressed by method {} of zip, which is not read here", self.method);
            return Err(Fault::new(FaultKind::Unsupported, detail).into());
        };
        let inner = inner.or_else(|error| Err(io::Error::from(Fault::of(error)?)))?;
        let there = packed.len();
        let fault = self.fault.or_else(|| (there < self.packed).then(|| cut_short(there, self.packed)));
        let checked = Checked { inner, crc: Crc::new(), left: self.size, too_long: false, expected: self.crc, fault };
        Ok(Source::Stream(Box::new(Unpacking(checked))))
    }
}

/// A reader that holds size and checksum against those in the directory.
struct Checked<R> {
    inner: R,
    crc: Crc,
    left: u64,
    /// Whether more came than the archive says.
    too_long: bool,
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
        // What came is handed out first.
        if self.too_long {
            return Err(io::Error::other("it is longer than the archive says"));
        }
        let got = self.inner.read(buffer)?;
        self.crc.update(&buffer[..got]);
        self.too_long = got as u64 > self.left;
        self.left = self.left.saturating_sub(got as u64);
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
