//! What can be wrong with an archive, beside what the system says of a file.

use super::codec::MEMORY;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why an archive, or a member of one, could not be read, or not further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// One sentence with the facts, without a stop at the end.
    pub detail: String,
}

/// The kinds of faults; each is a finding of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The bytes are not what the kind of archive asks for.
    Damaged,
    /// A password is needed.
    Encrypted,
    /// It goes beyond a limit of the run.
    Limit,
    /// It is packed in a way that is not read here.
    Unsupported,
    /// No record lies in the archive.
    Empty,
}

impl Fault {
    /// A fault with its facts.
    pub fn new(kind: FaultKind, detail: impl fmt::Display) -> Fault {
        Fault { kind, detail: detail.to_string() }
    }

    /// The bytes are not what they should be.
    pub(crate) fn damaged(detail: impl fmt::Display) -> Fault {
        Fault::new(FaultKind::Damaged, detail)
    }

    /// The fault that an error of a reader tells of: one of ours as it is, anything that did not come from the system
    /// as damage.
    ///
    /// # Errors
    ///
    /// What the system said, back again: a disk that fails is no damage of the archive.
    pub(crate) fn of(error: io::Error) -> io::Result<Fault> {
        if error.raw_os_error().is_some() {
            return Err(error);
        }
        if error.kind() == io::ErrorKind::OutOfMemory {
            let detail = format!("unpacking it takes more than {} MiB of memory", MEMORY >> 10);
            return Ok(Fault::new(FaultKind::Unsupported, detail));
        }
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return Ok(Fault::damaged("what is packed ends too early: it was probably cut off"));
        }
        Ok(match error.get_ref().and_then(|inner| inner.downcast_ref::<Fault>()) {
            Some(fault) => fault.clone(),
            None => Fault::damaged(error),
        })
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        io::Error::other(fault)
    }
}

/// A reader of packed bytes, whose errors say that they come from damage and not from the system.
pub(crate) struct Unpacking<R>(pub(crate) R);

impl<R: io::Read> io::Read for Unpacking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // An unpacker that is not prepared for some damage must not end the run.
        let read = catch_unwind(AssertUnwindSafe(|| self.0.read(buffer)));
        let read = read.unwrap_or_else(|_| Err(Fault::damaged("the unpacker broke down").into()));
        read.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => Fault::of(error).map_or_else(|system| system, io::Error::from),
        })
    }
}

/// A reader that only fails: what follows behind the readable part of something damaged.
pub(crate) struct Failing(pub(crate) Option<io::Error>);

impl io::Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.take() {
            Some(error) if !buffer.is_empty() => Err(error),
            error => {
                self.0 = error;
                Ok(0)
            }
        }
    }
}
