//! Archives, whatever their kind: what is in them, in the order of names.
//!
//! A zip has a directory, and each member is unpacked by the thread that works on it. A tar archive on disk is read
//! through once for its headers. What comes as one compressed stream can neither be sorted nor be read by several
//! threads as it is: it is unpacked once, into memory or a temporary file without a name, and read from there.

use super::fault::{Failing, Fault, FaultKind};
use super::kind::PackKind;
use super::limits::{Budget, Metered};
use super::store::{Place, Slice, Spool};
use super::zip::ZipMember;
use super::{Input, Medium, display_bytes, seven_zip, tar, zip};
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An archive that is to be opened.
pub(crate) struct Pack {
    pub(crate) kind: PackKind,
    pub(crate) source: Source,
}

/// Where the bytes of an archive come from.
pub(crate) enum Source {
    /// From a place where any part can be read.
    Slice(Slice),
    /// One after the other.
    Stream(Box<dyn Read + Send>),
}

impl Source {
    pub(crate) fn reader(self) -> Box<dyn Read + Send> {
        match self {
            Source::Slice(slice) => Box::new(slice.reader()),
            Source::Stream(stream) => stream,
        }
    }
}

/// A member of an archive.
#[derive(Clone, Debug)]
pub struct Member {
    pub(crate) content: Content,
    /// Why nothing follows behind what can be read of it.
    pub(crate) fault: Option<Fault>,
    /// Whether its bytes have been counted against the limits.
    pub(crate) paid: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// It lies unpacked.
    Slice(Slice),
    /// It lies packed in a zip.
    Zip(ZipMember),
    /// Nothing of it can be read.
    Nothing,
}

impl Member {
    /// One of which nothing can be read.
    pub(crate) fn unreadable(fault: Fault) -> Member {
        Member { content: Content::Nothing, fault: Some(fault), paid: true }
    }

    pub(crate) fn unpacked(content: Slice, fault: Option<Fault>, paid: bool) -> Member {
        Member { content: Content::Slice(content), fault, paid }
    }

    /// Its bytes.
    pub(crate) fn open(self) -> io::Result<Source> {
        let source = match self.content {
            Content::Slice(slice) => Source::Slice(slice),
            Content::Zip(member) => member.open()?,
            Content::Nothing => Source::Stream(Box::new(io::empty())),
        };
        Ok(match self.fault {
            None => source,
            Some(fault) => Source::Stream(Box::new(source.reader().chain(Failing(Some(fault.into()))))),
        })
    }
}

/// What an archive holds.
pub(crate) struct Listing {
    /// Records and archives, in the order of names.
    pub(crate) inputs: Vec<Input>,
    /// What was wrong with the archive as a whole.
    pub(crate) fault: Option<io::Error>,
}

/// Collects the members of an archive as they are found.
pub(crate) struct Lister<'a> {
    pub(crate) budget: &'a Budget,
    /// Everything that the archive holds, read or not.
    pub(crate) seen: u64,
    found: Vec<(Vec<u8>, Member)>,
    fault: Option<io::Error>,
}

impl Lister<'_> {
    /// Counts a member, wanted or not.
    pub(crate) fn count(&mut self) -> Result<(), Fault> {
        self.seen += 1;
        self.budget.member()
    }

    /// Takes a member up.
    pub(crate) fn add(&mut self, name: &[u8], member: Member) {
        self.found.push((plain(name).to_vec(), member));
    }

    /// Takes a member up that is another name for one that has been.
    pub(crate) fn add_link(&mut self, name: &[u8], target: &[u8]) {
        let found = self.found.iter().rev().find(|(name, _)| name == plain(target));
        let member = found.map_or_else(
            || {
                let detail = format!("a link to {}, which is not in the archive", display_bytes(target));
                Member::unreadable(Fault::damaged(detail))
            },
            |(_, member)| member.clone(),
        );
        self.add(name, member);
    }

    /// Notes what is wrong with the archive; what was noted first is reported.
    pub(crate) fn note(&mut self, fault: impl Into<io::Error>) {
        self.fault.get_or_insert(fault.into());
    }
}

impl Pack {
    /// What is in it. `name` is the name of the archive in reports.
    pub(crate) fn list(self, name: &str, budget: &Budget) -> Listing {
        let mut lister = Lister { budget, seen: 0, found: Vec::new(), fault: None };
        let list = || match self.kind {
            PackKind::Zip => zip::list(&at_rest(self.source, &mut lister)?, &mut lister),
            PackKind::SevenZip => seven_zip::list(&at_rest(self.source, &mut lister)?, &mut lister),
            PackKind::Tar => tar::list(self.source, &mut lister),
        };
        // As with a member's bytes: damage that a library is not prepared for must not end the run.
        let broke_down = |_| Err(Fault::damaged("the unpacker broke down").into());
        if let Err(error) = catch_unwind(AssertUnwindSafe(list)).unwrap_or_else(broke_down) {
            lister.note(error);
        }
        let Lister { seen, mut found, mut fault, .. } = lister;
        if found.is_empty() && fault.is_none() {
            let detail = match seen {
                0 => "the archive is empty".to_owned(),
                1 => "the one member of the archive is no record".to_owned(),
                _ => format!("none of the {seen} members of the archive is a record"),
            };
            fault = Some(Fault::new(FaultKind::Empty, detail).into());
        }
        // As a walk through the unpacked folder would find them; of two with one name, the first comes first.
        found.sort_by(|(a, _), (b, _)| a.split(|&c| c == b'/').cmp(b.split(|&c| c == b'/')));
        let input = |(inner, member): (Vec<u8>, Member)| Input {
            name: inner_name(name, &inner),
            medium: Medium::Member(Box::new(member)),
        };
        Listing { inputs: found.into_iter().map(input).collect(), fault }
    }
}

/// A name without the folder in which nearly every tar archive of a whole folder begins.
fn plain(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"./").unwrap_or(name)
}

/// The name of a member in reports.
fn inner_name(archive: &str, member: &[u8]) -> String {
    format!("{archive}!{}", display_bytes(member))
}

/// The bytes of an archive where any part can be read; a stream is taken up first, as far as it can be unpacked.
fn at_rest(source: Source, lister: &mut Lister<'_>) -> io::Result<Slice> {
    match source {
        Source::Slice(slice) => Ok(slice),
        Source::Stream(stream) => {
            let mut spool = Spool::new();
            let mut metered = Metered { inner: stream, budget: Some(lister.budget) };
            if let (_, Some(error)) = spool.take_up(&mut metered)? {
                let fault = Fault::of(error)?;
                if fault.kind != FaultKind::Damaged {
                    return Err(fault.into());
                }
                lister.note(fault);
            }
            match spool.finish() {
                (all, None) => Ok(all),
                (_, Some(error)) => Err(error),
            }
        }
    }
}

/// Members that are unpacked one behind the other, until all are.
pub(crate) struct Unpacked {
    spool: Spool,
    members: Vec<(Vec<u8>, Place, Option<Fault>)>,
}

impl Unpacked {
    pub(crate) fn new() -> Unpacked {
        Unpacked { spool: Spool::new(), members: Vec::new() }
    }

    /// Unpacks a member of this size. Says what stopped it, if that may be the end of the others too.
    pub(crate) fn add(&mut self, name: &[u8], size: u64, reader: &mut dyn Read) -> io::Result<Option<Fault>> {
        let (place, broken) = self.spool.take_up(reader)?;
        let fault = match broken {
            Some(error) => Some(Fault::of(error)?),
            None if place.len < size => Some(cut_short(place.len, size)),
            None => None,
        };
        self.members.push((name.to_vec(), place, fault.clone()));
        Ok(fault)
    }

    /// Hands all over.
    pub(crate) fn finish(self, lister: &mut Lister<'_>) -> io::Result<()> {
        let (all, lost) = self.spool.finish();
        for (name, place, fault) in self.members {
            if place.start + place.len <= all.len() {
                lister.add(&name, Member::unpacked(all.part(place.start, place.len), fault, true));
            }
        }
        lost.map_or(Ok(()), Err)
    }
}

/// A member that ends before its time.
pub(crate) fn cut_short(len: u64, size: u64) -> Fault {
    Fault::damaged(format!("the archive ends inside this member: {len} of {size} bytes are there"))
}
