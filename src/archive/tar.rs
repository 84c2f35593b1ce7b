//! Tar archives.

use super::fault::{Fault, FaultKind};
use super::kind::{TAR_BLOCK, is_tar_header, is_wanted};
use super::limits::Metered;
use super::pack::{Lister, Member, Source, Unpacked, cut_short};
use super::store::Slice;
use std::io::{self, Read};
use tar::{Archive, Entry, EntryType};

/// Lists the members. Where a header is damaged, the next sound one is looked for.
pub(crate) fn list(source: Source, lister: &mut Lister<'_>) -> io::Result<()> {
    let mut links = Vec::new();
    match source {
        Source::Slice(slice) => list_slice(&slice, lister, &mut links)?,
        Source::Stream(stream) => {
            let mut unpacked = Unpacked::new();
            let listed = list_stream(stream, lister, &mut unpacked, &mut links);
            unpacked.finish(lister)?;
            listed?;
        }
    }
    for Link { name, target } in links {
        lister.add_link(&name, &target);
    }
    Ok(())
}

/// A second name for a member.
struct Link {
    name: Vec<u8>,
    target: Vec<u8>,
}

fn list_slice(slice: &Slice, lister: &mut Lister<'_>, links: &mut Vec<Link>) -> io::Result<()> {
    let mut from = 0;
    loop {
        let rest = slice.part(from, slice.len());
        let mut reader = Blocks::new(rest.reader());
        let listed = Archive::new(&mut reader).entries_with_seek().and_then(|entries| {
            for entry in entries {
                let entry = entry?;
                let Some(name) = wanted(&entry, lister, links)? else { continue };
                let content = rest.part(entry.raw_file_position(), entry.size());
                let fault = match entry.header().entry_type() {
                    EntryType::GNUSparse => Some(Fault::new(FaultKind::Unsupported, "it is stored with holes")),
                    _ => (content.len() < entry.size()).then(|| cut_short(content.len(), entry.size())),
                };
                lister.add(&name, Member::unpacked(content, fault, false));
            }
            Ok(())
        });
        let Err(error) = listed else {
            reader.expect_end(lister);
            return Ok(());
        };
        if !go_on(error, lister)? || reader.find_header()?.is_none() {
            return Ok(());
        }
        from += reader.pos - TAR_BLOCK as u64;
    }
}

fn list_stream(
    stream: Box<dyn Read + Send>,
    lister: &mut Lister<'_>,
    unpacked: &mut Unpacked,
    links: &mut Vec<Link>,
) -> io::Result<()> {
    let budget = lister.budget;
    let mut reader = Blocks::new(Metered { inner: stream, budget: Some(budget) });
    loop {
        let listed = Archive::new(&mut reader).entries().and_then(|entries| {
            for entry in entries {
                let mut entry = entry?;
                let Some(name) = wanted(&entry, lister, links)? else { continue };
                let size = entry.size();
                if let Some(fault) = unpacked.add(&name, size, &mut entry)? {
                    return Err(fault.into());
                }
            }
            Ok(())
        });
        let Err(error) = listed else {
            reader.expect_end(lister);
            // The end of the members is not yet that of the stream: its checksum may follow.
            return io::copy(&mut reader, &mut io::sink()).map(drop);
        };
        if !go_on(error, lister)? {
            return Ok(());
        }
        let Some(header) = reader.find_header()? else { return Ok(()) };
        reader.ahead = header.to_vec();
    }
}

/// Notes what went wrong, and says whether members may follow.
fn go_on(error: io::Error, lister: &mut Lister<'_>) -> io::Result<bool> {
    let fault = Fault::of(error)?;
    let goes_on = fault.kind != FaultKind::Limit;
    lister.note(fault);
    Ok(goes_on)
}

/// Counts a member: its name, if it is to be read.
fn wanted<R: Read>(
    entry: &Entry<'_, R>,
    lister: &mut Lister<'_>,
    links: &mut Vec<Link>,
) -> io::Result<Option<Vec<u8>>> {
    lister.count()?;
    let name = entry.path_bytes();
    if !is_wanted(&name) {
        return Ok(None);
    }
    match entry.header().entry_type() {
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => Ok(Some(name.into_owned())),
        EntryType::Link => {
            let target = entry.link_name_bytes().unwrap_or_default().into_owned();
            links.push(Link { name: name.into_owned(), target });
            Ok(None)
        }
        // Folders, links by name, devices: as in a folder, only what lies in the archive itself is read.
        _ => Ok(None),
    }
}

/// A reader that knows where it stands.
struct Blocks<R> {
    inner: R,
    /// What is given before the rest.
    ahead: Vec<u8>,
    pos: u64,
    /// How many zeros were read last.
    zeros: usize,
}

impl<R: Read> Blocks<R> {
    fn new(inner: R) -> Blocks<R> {
        Blocks { inner, ahead: Vec::new(), pos: 0, zeros: 0 }
    }

    /// Notes that the archive has no end, where that is so: after the last member stand blocks of zeros. Where they are
    /// missing, it may have been cut off just between two members.
    fn expect_end(&self, lister: &mut Lister<'_>) {
        if self.zeros < TAR_BLOCK && lister.seen > 0 {
            let seen = lister.seen;
            let members = if seen == 1 { "the member" } else { "a member" };
            let detail =
                format!("it ends behind {members} without the mark of its end: there may have been more than {seen}");
            lister.note(Fault::damaged(detail));
        }
    }

    /// Reads on to the next header, which is then behind it.
    fn find_header(&mut self) -> io::Result<Option<[u8; TAR_BLOCK]>> {
        let block = TAR_BLOCK as u64;
        let mut skip = self.pos.next_multiple_of(block) - self.pos;
        loop {
            io::copy(&mut self.by_ref().take(skip), &mut io::sink())?;
            skip = 0;
            let mut header = [0; TAR_BLOCK];
            match self.read_exact(&mut header) {
                Ok(()) if is_tar_header(&header) => return Ok(Some(header)),
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }
}

impl<R: Read> Read for Blocks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.ahead.is_empty() {
            let got = self.ahead.as_slice().read(buffer)?;
            self.ahead.drain(..got);
            return Ok(got);
        }
        let got = self.inner.read(buffer)?;
        self.pos += got as u64;
        let read = buffer.get(..got).unwrap_or_default();
        self.zeros = match read.iter().rposition(|&byte| byte != 0) {
            Some(at) => got - at - 1,
            None => self.zeros.saturating_add(got),
        };
        Ok(got)
    }
}

impl<R: io::Seek> io::Seek for Blocks<R> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.pos = self.inner.seek(to)?;
        self.zeros = 0;
        Ok(self.pos)
    }
}
