//! 7z archives.

use super::fault::{Fault, FaultKind, Unpacking};
use super::kind::is_wanted;
use super::limits::Metered;
use super::pack::{Lister, Unpacked};
use super::store::Slice;
use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};
use std::io::{self, BufReader, Read};

/// Lists the members, which are unpacked on the way: they lie one behind the other in blocks.
pub(crate) fn list(archive: &Slice, lister: &mut Lister<'_>) -> io::Result<()> {
    whole(archive)?;
    let mut source = BufReader::new(archive.reader());
    let password = Password::empty();
    let directory = Archive::read(&mut source, &password).map_err(fault)?;
    let mut unpacked = Unpacked::new();
    let listed = unpack(&directory, &mut source, lister, &mut unpacked);
    unpacked.finish(lister)?;
    listed
}

/// Holds the size of the archive against what its beginning says: the list of members stands at the end, and where that is
/// cut off, nothing can be found.
fn whole(archive: &Slice) -> io::Result<()> {
    // Mark, version and checksum; then where the list stands behind this header, and its length.
    let mut header = Vec::new();
    archive.part(0, 32).reader().read_to_end(&mut header)?;
    let number = |at: usize| header.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
    let (Some(at), Some(len)) = (number(12), number(20)) else {
        return Err(Fault::damaged("this is no 7z archive, or it ends within its first bytes").into());
    };
    let end = at.saturating_add(len).saturating_add(32);
    if header.starts_with(b"7z") && archive.len() < end {
        let detail = format!(
            "the archive is cut off: {} of {end} bytes are there. A 7z has the list of its members at the end, so that \
             nothing in it can be read",
            archive.len()
        );
        return Err(Fault::damaged(detail).into());
    }
    Ok(())
}

fn unpack(
    directory: &Archive,
    source: &mut BufReader<super::store::SliceReader>,
    lister: &mut Lister<'_>,
    unpacked: &mut Unpacked,
) -> io::Result<()> {
    let password = Password::empty();
    for block in 0..directory.blocks.len() {
        let decoder = BlockDecoder::new(1, block, directory, &password, source);
        let mut each = |entry: &ArchiveEntry, reader: &mut dyn Read| {
            take_up(entry, reader, lister, unpacked).map_err(|error| Error::Io(error, "".into()))?;
            Ok(true)
        };
        if let Err(error) = decoder.for_each_entries(&mut each) {
            // A damaged block costs only what is in it.
            let fault = Fault::of(fault(error))?;
            let goes_on = fault.kind != FaultKind::Limit;
            lister.note(fault);
            if !goes_on {
                break;
            }
        }
    }
    // Empty files lie in no block.
    for (entry, block) in directory.files.iter().zip(&directory.stream_map.file_block_index) {
        if block.is_none() && !entry.is_directory() {
            take_up(entry, &mut io::empty(), lister, unpacked)?;
        }
    }
    Ok(())
}

fn take_up(
    entry: &ArchiveEntry,
    reader: &mut dyn Read,
    lister: &mut Lister<'_>,
    unpacked: &mut Unpacked,
) -> io::Result<()> {
    lister.count()?;
    let mut reader = Metered { inner: Unpacking(reader), budget: Some(lister.budget) };
    if entry.is_directory() || !is_wanted(entry.name().as_bytes()) {
        // What follows lies behind it. Its own damage is nothing to us.
        return match io::copy(&mut reader, &mut io::sink()).map(drop).map_err(Fault::of) {
            Err(Ok(fault)) if fault.kind == FaultKind::Limit => Err(fault.into()),
            Err(Err(error)) => Err(error),
            _ => Ok(()),
        };
    }
    match unpacked.add(entry.name().as_bytes(), entry.size(), &mut reader)? {
        Some(fault) if fault.kind == FaultKind::Limit => Err(fault.into()),
        _ => Ok(()),
    }
}

fn fault(error: Error) -> io::Error {
    match error {
        Error::Io(error, _) | Error::MaybeBadPassword(error) => {
            Fault::of(error).map_or_else(|system| system, Into::into)
        }
        Error::PasswordRequired => Fault::new(FaultKind::Encrypted, "a password is needed to read the archive").into(),
        Error::UnsupportedCompressionMethod(method) if method.contains(AES) => {
            Fault::new(FaultKind::Encrypted, "a password is needed to read the archive").into()
        }
        Error::UnsupportedCompressionMethod(method) => {
            Fault::new(FaultKind::Unsupported, format!("compression {method} is not read here")).into()
        }
        Error::Unsupported(detail) => Fault::new(FaultKind::Unsupported, detail).into(),
        error => Fault::damaged(error).into(),
    }
}

/// How the library names encryption, which we build it without.
const AES: &str = "AES";
