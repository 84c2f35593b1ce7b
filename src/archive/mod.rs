//! Where games come from: files, folders, lists of files, archives, standard input.
//!
//! [`inputs`] names them in a fixed order without opening any. What is packed shows when it is opened: a compressed
//! record is read under its own name, and an archive gives its members, `pack.zip!inner/a.sgf`, in the order of names.

mod codec;
mod fault;
mod kind;
mod limits;
mod open;
mod pack;
mod seven_zip;
mod store;
mod tar;
mod zip;
mod zip_headers;

pub use fault::{Fault, FaultKind};
pub use limits::Limits;
pub(crate) use limits::{Budget, Metered, Spent};
pub(crate) use open::{DEEPEST, Opened, WHOLE, What, open};
pub use pack::Member;
pub(crate) use pack::{Listing, Pack};

use crate::escape::unescape;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Something to read games from.
#[derive(Debug)]
pub struct Input {
    /// Its name in reports: as given or found, `/` between parts; control characters and bytes that are not
    /// UTF-8 as `\xE8`.
    pub name: String,
    /// How to read it.
    pub medium: Medium,
}

/// How to read an input.
#[derive(Debug)]
pub enum Medium {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A member of an archive.
    Member(Box<Member>),
    /// It was found, but cannot be read: why.
    Failed(io::Error),
}

/// The name of standard input, as an argument and in reports.
pub const STDIN: &str = "-";

/// Every input under these paths, in order: paths sorted and without repetition, and folders walked by name.
///
/// A file that is named is taken whatever it is called, be it a pipe or a device; in folders the files that end
/// in `.sgf` are taken, in capital letters or small, and the archives: `.zip`, `.7z`, `.tar`, compressed `.tar`, and
/// compressed `.sgf`; not what macOS sets beside them, `._a.sgf`. Links are followed; a loop of links, a dangling link, a
/// folder that cannot be opened or a pipe among the files, to which nobody may ever write, is an input that failed.
/// [`STDIN`] is standard input.
pub fn inputs(paths: &[PathBuf]) -> impl Iterator<Item = Input> + use<> {
    distinct(paths).into_iter().flat_map(walk)
}

/// The paths in order, without those that lie in another one.
fn distinct(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut sorted = paths.to_vec();
    sorted.sort();
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in sorted {
        // What lies in a folder directly follows it in the order of paths.
        if kept.last().is_none_or(|above| !path.starts_with(above)) {
            kept.push(path);
        }
    }
    kept
}

fn walk(path: PathBuf) -> Box<dyn Iterator<Item = Input> + Send> {
    if path == Path::new(STDIN) {
        return Box::new(std::iter::once(Input { name: STDIN.to_string(), medium: Medium::Stdin }));
    }
    // By name: what lies in one folder differs in nothing else. To take the names out of the paths first costs much.
    let entries = WalkDir::new(path).follow_links(true).sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()));
    Box::new(entries.into_iter().filter_map(|entry| match entry {
        Ok(entry) => {
            let (kind, named) = (entry.file_type(), entry.depth() == 0);
            let wanted = !kind.is_dir() && (named || kind::is_wanted(entry.path().as_os_str().as_encoded_bytes()));
            wanted.then(|| {
                let name = display_name(entry.path());
                let medium = if named || kind.is_file() {
                    Medium::File(entry.into_path())
                } else {
                    Medium::Failed(io::Error::other("neither a file nor a folder"))
                };
                Input { name, medium }
            })
        }
        Err(error) => {
            let name = error.path().map_or_else(String::new, display_name);
            let error = match error.loop_ancestor() {
                Some(above) => io::Error::other(format!("a link back to {}", display_name(above))),
                None => error.into_io_error().unwrap_or_else(|| io::Error::other("cannot be walked")),
            };
            Some(Input { name, medium: Medium::Failed(error) })
        }
    }))
}

/// A path as reports name it.
pub fn display_name(path: &Path) -> String {
    let name = display_bytes(path.as_os_str().as_encoded_bytes());
    if cfg!(windows) { name.replace('\\', "/") } else { name }
}

/// The same for a name in an archive.
fn display_bytes(bytes: &[u8]) -> String {
    // The usual name, and there may be millions.
    if let Ok(name) = std::str::from_utf8(bytes)
        && !name.contains(char::is_control)
    {
        return name.to_owned();
    }
    let mut name = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            // A line break or an escape sequence in a name must not reach a terminal or break a row.
            if c.is_control() { name.push_str(&format!("\\x{:02X}", u32::from(c))) } else { name.push(c) }
        }
        for byte in chunk.invalid() {
            name.push_str(&format!("\\x{byte:02X}"));
        }
    }
    name
}

/// The input that a name in a report belongs to: that of the outermost archive, `pack.zip` for `pack.zip!inner/a.sgf`.
#[must_use]
pub fn outermost(name: &str) -> &str {
    // A `!` in the name of a folder is not one of ours.
    let is_ours = |&(at, _): &(usize, &str)| kind::is_named_so(&name.as_bytes()[..at]);
    name.match_indices('!').find(is_ours).map_or(name, |(at, _)| &name[..at])
}

/// The order in which [`inputs`] gives names, as reports have them: part by part, by their bytes.
#[must_use]
pub fn order(a: &str, b: &str) -> Ordering {
    let (a, b) = (unescape(a), unescape(b));
    a.split(|&c| c == b'/').cmp(b.split(|&c| c == b'/'))
}

/// The paths that a list names, one a line or each behind a NUL as `find -print0` writes them; blank lines and a byte order
/// mark are passed over. [`STDIN`] reads the list from standard input.
///
/// # Errors
///
/// Where the list cannot be read.
pub fn read_list(list: &Path) -> io::Result<Vec<PathBuf>> {
    let input: Box<dyn BufRead> = if list == Path::new(STDIN) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(list)?))
    };
    let mut paths = Vec::new();
    for line in input.split(b'\n') {
        let line = line?;
        let line = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| paths.is_empty()).unwrap_or(&line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        paths.extend(line.split(|&b| b == 0).filter(|path| !path.is_empty()).map(path_of));
    }
    Ok(paths)
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_sorted_and_taken_once() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(distinct(&paths(&["b", "a/x.sgf", "a", "b", "a.sgf"])), paths(&["a", "a.sgf", "b"]));
    }

    #[test]
    fn names_are_in_the_order_of_a_walk() {
        let sorted = ["-/a", "a/b.sgf", "a.sgf", "b\\x1B.sgf", "b\\.sgf", "b.zip", "b.zip a.sgf"];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|a, b| order(a, b));
        assert_eq!(names, ["-/a", "a/b.sgf", "a.sgf", "b\\x1B.sgf", "b.zip", "b.zip a.sgf", "b\\.sgf"]);
        assert_eq!(outermost("Go!/pack.tar.gz!in.zip!a.sgf"), "Go!/pack.tar.gz");
        assert_eq!(outermost("Go!/a.sgf"), "Go!/a.sgf");
    }
}
