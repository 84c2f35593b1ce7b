//! Opens an input, and says what it is.

use super::Medium;
use super::fault::{Failing, Fault, FaultKind};
use super::kind::{Kind, PackKind, is_tar_name};
use super::limits::PackedSize;
use super::pack::{Pack, Source};
use super::store::Slice;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An input up to this size is read whole. A larger one passes through piece by piece.
pub(crate) const WHOLE: usize = 1 << 18;

/// Archives in archives that are read: one level.
pub(crate) const DEEPEST: usize = 1;

/// An input, opened.
pub(crate) struct Opened {
    pub(crate) what: What,
    /// Its size, or that of what it came out of, before anything was unpacked.
    pub(crate) packed: PackedSize,
    /// Whether its bytes come out of an archive and have not been counted against the limits.
    pub(crate) unpaid: bool,
}

/// What an input turned out to be.
pub(crate) enum What {
    /// A small record: all of it is in the buffer.
    Whole,
    /// A record that is read on.
    Large(Box<dyn Read + Send>),
    /// An archive.
    Pack(Pack),
}

/// Opens an input that lies in `depth` archives. The buffer is for what is read of it.
///
/// # Errors
///
/// What the system says, or a [`Fault`] within an error.
pub(crate) fn open(medium: Medium, name: &str, depth: usize, buffer: &mut Vec<u8>) -> io::Result<Opened> {
    let (source, packed, mut unpaid) = match medium {
        Medium::Failed(error) => return Err(error),
        Medium::Stdin => counted(io::stdin()),
        Medium::File(path) => {
            let mut file = File::open(path)?;
            // A small record, as most are: nothing else is asked of it.
            if matches!(take_whole(&mut file, buffer), Ok(true)) && matches!(Kind::of(buffer, name), Kind::Plain) {
                return Ok(Opened { what: What::Whole, packed: PackedSize::Known(buffer.len() as u64), unpaid: false });
            }
            opened(file, buffer)?
        }
        Medium::Member(member) => {
            let unpaid = !member.paid;
            (member.open()?, PackedSize::Known(0), unpaid)
        }
    };
    let (mut reader, slice) = match source {
        Source::Slice(slice) => (Box::new(slice.reader()) as Box<dyn Read + Send>, Some(slice)),
        Source::Stream(stream) => (stream, None),
    };
    let mut complete = fill(&mut reader, buffer)?;
    let mut kind = Kind::of(buffer, name);
    let mut source = slice.map(Source::Slice);
    if let Kind::Compressed(codec) = kind {
        let packed = source.map_or_else(|| behind(buffer, reader), Source::reader);
        reader = codec.decoder(packed);
        (source, unpaid) = (None, true);
        complete = fill(&mut reader, buffer)?;
        kind = Kind::of(buffer, if is_tar_name(name) { ".tar" } else { "" });
        if !matches!(kind, Kind::Plain | Kind::Pack(PackKind::Tar)) {
            return Err(unsupported("an archive that is compressed once more: unpack it once").into());
        }
    }
    let what = match kind {
        Kind::Pack(_) if depth > DEEPEST => {
            return Err(unsupported("an archive in an archive in an archive: unpack the outermost").into());
        }
        Kind::Pack(kind) => {
            let source = source.unwrap_or_else(|| Source::Stream(behind(buffer, reader)));
            What::Pack(Pack { kind, source })
        }
        _ if complete => What::Whole,
        _ => What::Large(behind(buffer, reader)),
    };
    Ok(Opened { what, packed, unpaid })
}

/// A file, or a pipe or device under its name, of which this has been read.
fn opened(file: File, read: &[u8]) -> io::Result<(Source, PackedSize, bool)> {
    let data = file.metadata()?;
    // Files that the system makes up as they are read say that they are empty.
    if !data.is_file() || data.len() == 0 {
        return Ok(counted(Cursor::new(read.to_vec()).chain(file)));
    }
    Ok((Source::Slice(Slice::file(file, data.len())), PackedSize::Known(data.len()), false))
}

/// A stream that tells how much has come of it.
fn counted(stream: impl Read + Send + 'static) -> (Source, PackedSize, bool) {
    let so_far = Arc::new(AtomicU64::new(0));
    let stream = Counted { stream, so_far: so_far.clone() };
    (Source::Stream(Box::new(stream)), PackedSize::SoFar(so_far), false)
}

struct Counted<R> {
    stream: R,
    so_far: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.stream.read(buffer)?;
        self.so_far.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

/// Reads a small input whole, and of a larger one the beginning. Says whether it was whole.
fn take_whole(reader: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<bool> {
    buffer.clear();
    reader.take(WHOLE as u64 + 1).read_to_end(buffer)?;
    Ok(buffer.len() <= WHOLE)
}

/// The same, where an error after the beginning is told behind it.
fn fill(reader: &mut Box<dyn Read + Send>, buffer: &mut Vec<u8>) -> io::Result<bool> {
    match take_whole(reader, buffer) {
        Ok(whole) => Ok(whole),
        Err(error) if buffer.is_empty() => Err(error),
        Err(error) => {
            // What was read before is worth something.
            *reader = Box::new(Failing(Some(error)));
            Ok(false)
        }
    }
}

/// What has been read, and then the rest.
fn behind(read: &[u8], rest: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
    Box::new(Cursor::new(read.to_vec()).chain(rest))
}

fn unsupported(detail: &str) -> Fault {
    Fault::new(FaultKind::Unsupported, detail)
}
