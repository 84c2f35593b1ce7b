//! Limits for archives: a few kilobytes may unpack to more than any disk holds.

use super::fault::{Fault, FaultKind};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of an archive is read. What lies in archives within it counts too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Members, whatever they are.
    pub members: u64,
    /// Bytes after unpacking.
    pub bytes: u64,
    /// How many times larger it may be unpacked than packed; looked at from 16 MiB unpacked on.
    pub ratio: u64,
}

impl Default for Limits {
    /// A million members, 64 GiB, a thousand times.
    fn default() -> Limits {
        Limits { members: 1_000_000, bytes: 64 << 30, ratio: 1_000 }
    }
}

/// From here on the ratio counts: what is smaller does no harm.
const HARMLESS: u64 = 16 << 20;

/// The size of an archive as it lies packed.
#[derive(Clone, Debug)]
pub(crate) enum PackedSize {
    /// That of its file.
    Known(u64),
    /// It comes from a pipe: what has come up to now.
    SoFar(Arc<AtomicU64>),
}

/// What has been read of an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spent {
    members: u64,
    bytes: u64,
}

impl Spent {
    /// This and what was read between two moments.
    pub(crate) fn and(self, before: Spent, after: Spent) -> Spent {
        Spent {
            members: self.members + (after.members - before.members),
            bytes: self.bytes.saturating_add(after.bytes - before.bytes),
        }
    }
}

/// What has been read of an archive, held against its limits. Counted by one thread, in the order of the results, so that
/// a limit is met at the same place whatever the number of threads.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    packed: PackedSize,
    spent: Cell<Spent>,
}

impl Budget {
    pub(crate) fn new(limits: Limits, packed: PackedSize) -> Budget {
        Budget { limits, packed, spent: Cell::default() }
    }

    /// Counts what an earlier run has read, and is not read again.
    pub(crate) fn carry(&self, earlier: Spent) {
        self.spent.set(self.spent.get().and(Spent::default(), earlier));
    }

    /// What has been read.
    pub(crate) fn spent(&self) -> Spent {
        self.spent.get()
    }

    /// Counts unpacked bytes.
    pub(crate) fn spend(&self, bytes: u64) -> Result<(), Fault> {
        let Limits { bytes: most, ratio, .. } = self.limits;
        let spent = self.spent.get();
        let bytes = spent.bytes.saturating_add(bytes);
        self.spent.set(Spent { bytes, ..spent });
        if bytes > most {
            let detail = format!("it unpacks to more than {most} bytes; --max-unpacked raises the limit");
            return Err(Fault::new(FaultKind::Limit, detail));
        }
        if bytes > HARMLESS {
            let packed = match &self.packed {
                PackedSize::Known(size) => *size,
                PackedSize::SoFar(size) => size.load(Ordering::Relaxed),
            };
            if bytes / ratio.max(1) > packed {
                let detail = format!("it unpacks to more than {ratio} times its size; --max-ratio raises the limit");
                return Err(Fault::new(FaultKind::Limit, detail));
            }
        }
        Ok(())
    }

    /// Counts a member.
    pub(crate) fn member(&self) -> Result<(), Fault> {
        let spent = self.spent.get();
        self.spent.set(Spent { members: spent.members + 1, ..spent });
        self.has_members(0)
    }

    /// Whether there may be so many members more.
    pub(crate) fn has_members(&self, more: u64) -> Result<(), Fault> {
        if self.spent.get().members.saturating_add(more) > self.limits.members {
            let most = self.limits.members;
            let detail = format!("it has more than {most} members; --max-members raises the limit");
            return Err(Fault::new(FaultKind::Limit, detail));
        }
        Ok(())
    }
}

/// A reader whose bytes are counted.
pub(crate) struct Metered<'a, R> {
    pub(crate) inner: R,
    pub(crate) budget: Option<&'a Budget>,
}

impl<R: std::io::Read> std::io::Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let got = self.inner.read(buffer)?;
        if let Some(budget) = self.budget {
            budget.spend(got as u64)?;
        }
        Ok(got)
    }
}
