//! Bytes that several threads read at once, each where it likes: a file, or what was unpacked.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use tempfile::{SpooledData, SpooledTempFile};

/// Up to this size, what is unpacked stays in memory; more goes to a temporary file without a name.
const IN_MEMORY: usize = 8 << 20;

/// A part of a file, or of what was unpacked. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    store: Arc<Store>,
    start: u64,
    len: u64,
}

#[derive(Debug)]
enum Store {
    File(File),
    Memory(Vec<u8>),
}

impl Slice {
    /// A whole file.
    pub(crate) fn file(file: File, len: u64) -> Slice {
        Slice { store: Arc::new(Store::File(file)), start: 0, len }
    }

    /// Its size in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// A part of it; shorter than asked for where it ends before.
    pub(crate) fn part(&self, start: u64, len: u64) -> Slice {
        let start = start.min(self.len);
        Slice { store: self.store.clone(), start: self.start + start, len: len.min(self.len - start) }
    }

    /// Reads it from its start.
    pub(crate) fn reader(&self) -> SliceReader {
        SliceReader { slice: self.clone(), pos: 0 }
    }

    /// Reads some bytes from this place on; none at the end.
    pub(crate) fn read_at(&self, pos: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.len.saturating_sub(pos);
        let wanted = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        if wanted == 0 {
            return Ok(0);
        }
        let (buffer, at) = (&mut buffer[..wanted], self.start + pos);
        match &*self.store {
            Store::File(file) => file_read_at(file, buffer, at),
            Store::Memory(bytes) => {
                let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
                (&*rest).read(buffer)
            }
        }
    }
}

#[cfg(unix)]
fn file_read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn file_read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Reads a [`Slice`].
#[derive(Debug)]
pub(crate) struct SliceReader {
    slice: Slice,
    pos: u64,
}

impl Read for SliceReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.slice.read_at(self.pos, buffer)?;
        self.pos += got as u64;
        Ok(got)
    }
}

impl Seek for SliceReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let pos = match to {
            SeekFrom::Start(pos) => Some(pos),
            SeekFrom::End(by) => self.slice.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.pos.checked_add_signed(by),
        };
        self.pos = pos.ok_or_else(|| io::Error::other("a place before the start"))?;
        Ok(self.pos)
    }
}

/// Takes up what is unpacked, one member behind the other.
pub(crate) struct Spool {
    /// Most members are small: they are written together. It holds more than the buffer, so that a piece is taken wholly or,
    /// where writing fails, not at all.
    file: BufWriter<SpooledTempFile>,
    len: u64,
    /// What passes between a reader and the file, one for all members: most are far smaller.
    buffer: Box<[u8]>,
}

impl Spool {
    pub(crate) fn new() -> Spool {
        let file = BufWriter::with_capacity(1 << 17, SpooledTempFile::new(IN_MEMORY));
        Spool { file, len: 0, buffer: vec![0; 1 << 16].into() }
    }

    /// Takes up all that a reader gives: where it then lies, and what stopped it before the end.
    ///
    /// # Errors
    ///
    /// Where the spool cannot be written.
    pub(crate) fn take_up(&mut self, reader: &mut dyn Read) -> io::Result<(Place, Option<io::Error>)> {
        let start = self.len;
        let broken = loop {
            match reader.read(&mut self.buffer) {
                Ok(0) => break None,
                Ok(got) => {
                    self.file.write_all(&self.buffer[..got]).map_err(cannot_spool)?;
                    self.len += got as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(error),
            }
        };
        Ok((Place { start, len: self.len - start }, broken))
    }

    /// Everything that was taken up, or what comes before that which could not be written, and why it could not.
    pub(crate) fn finish(self) -> (Slice, Option<io::Error>) {
        let (file, lost, error) = match self.file.into_inner() {
            Ok(file) => (file, 0, None),
            Err(failed) => {
                let (error, writer) = failed.into_parts();
                let lost = writer.buffer().len();
                (writer.into_parts().0, lost, Some(cannot_spool(error)))
            }
        };
        let store = match file.into_inner() {
            SpooledData::InMemory(cursor) => Store::Memory(cursor.into_inner()),
            SpooledData::OnDisk(file) => Store::File(file),
        };
        (Slice { store: Arc::new(store), start: 0, len: self.len - lost as u64 }, error)
    }
}

fn cannot_spool(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let message = format!("cannot unpack into {} (TMPDIR names another place): {error}", folder.display());
    io::Error::new(error.kind(), message)
}

/// Where something lies in a [`Spool`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) start: u64,
    pub(crate) len: u64,
}
