//! The folder that a run writes: every file appears whole or not at all.

use super::lock::Lock;
use crate::archive::display_name;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// The last file that a run writes: a folder without it is an unfinished run.
pub const SUMMARY: &str = "summary.json";

/// What makes a temporary name its own: so many letters and digits.
const LETTERS: usize = 6;

/// A file that is written under another name and renamed at the end.
#[derive(Debug)]
pub struct Pending {
    file: BufWriter<NamedTempFile>,
    name: Cow<'static, str>,
    len: u64,
}

/// A file that outlives its run under a temporary name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name that it is to have.
    pub name: String,
    /// The name that it has.
    pub temporary: String,
    /// Its size in bytes, as far as it is good.
    pub bytes: u64,
}

/// A folder for the results of a run. As long as it is held, no other run can open it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The tables that have got their names.
    written: Mutex<Vec<String>>,
    _lock: Option<Lock>,
}

/// A failure to write, with the path that it is about.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {source}")]
pub struct WriteError {
    /// What was to be written.
    pub path: String,
    /// Why it was not.
    #[source]
    pub source: io::Error,
}

impl Folder {
    /// Makes the folder where it is not there, and keeps other runs out of it.
    ///
    /// # Errors
    ///
    /// Where that is not possible, or another run has it.
    pub fn open(path: &Path) -> Result<Folder, WriteError> {
        let failed = |source| WriteError { path: display_name(path), source };
        fs::create_dir_all(path).map_err(failed)?;
        let lock = Lock::take(path).map_err(failed)?;
        Ok(Folder { path: path.to_owned(), written: Mutex::default(), _lock: lock })
    }

    /// [`Folder::open`] and [`Folder::begin`].
    ///
    /// # Errors
    ///
    /// As theirs.
    pub fn create(path: &Path) -> Result<Folder, WriteError> {
        let folder = Folder::open(path)?;
        folder.begin()?;
        Ok(folder)
    }

    /// Takes away an earlier run's summary: from now on the folder is unfinished.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn begin(&self) -> Result<(), WriteError> {
        self.remove(SUMMARY)
    }

    /// Starts a file. What a run that was killed left of it is taken away.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be written.
    pub fn start(&self, name: impl Into<Cow<'static, str>>) -> Result<Pending, WriteError> {
        let name = name.into();
        self.sweep(&name)?;
        let file = self.named(&name, || {
            let mut builder = tempfile::Builder::new();
            let prefix = format!(".{name}.");
            // Temporary files are for their owner alone; what we rename is for everybody that may read.
            #[cfg(unix)]
            let builder = builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
            builder.prefix(&prefix).rand_bytes(LETTERS).tempfile_in(&self.path)
        })?;
        Ok(Pending { file: BufWriter::with_capacity(1 << 18, file), name, len: 0 })
    }

    /// Takes away what a run that was killed left of a file under a temporary name. No other run is at work here: the
    /// folder is locked.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn sweep(&self, name: &str) -> Result<(), WriteError> {
        let prefix = format!(".{name}.");
        self.named(name, || {
            for entry in fs::read_dir(&self.path)? {
                let entry = entry?;
                let name = entry.file_name();
                let rest = name.to_str().and_then(|name| name.strip_prefix(&prefix));
                // Not a file that an editor keeps beside ours.
                if rest.is_some_and(|rest| rest.len() == LETTERS && rest.bytes().all(|c| c.is_ascii_alphanumeric())) {
                    fs::remove_file(entry.path())?;
                }
            }
            Ok(())
        })
    }

    /// Writes to a file.
    ///
    /// # Errors
    ///
    /// As the system says, a full disk for example.
    pub fn write(&self, pending: &mut Pending, bytes: &[u8]) -> Result<(), WriteError> {
        pending.len += bytes.len() as u64;
        self.named(&pending.name, || pending.file.write_all(bytes))
    }

    /// Makes a file outlive a run that ends before the file has its name, and says what it is called until then.
    pub fn keep(&self, pending: &mut Pending) -> Kept {
        let file = pending.file.get_mut();
        file.disable_cleanup(true);
        let temporary = file.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Kept { name: pending.name.clone().into_owned(), temporary, bytes: pending.len }
    }

    /// Writes out what is still in memory; the file is then as long as [`Kept::bytes`] says.
    ///
    /// # Errors
    ///
    /// As the system says, a full disk for example.
    pub fn flush(&self, pending: &mut Pending) -> Result<Kept, WriteError> {
        self.named(&pending.name, || pending.file.flush())?;
        Ok(self.keep(pending))
    }

    /// Opens a file that is being written for reading, from its start.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn read_back(&self, pending: &mut Pending) -> Result<File, WriteError> {
        self.named(&pending.name, || {
            pending.file.flush()?;
            pending.file.get_ref().reopen()
        })
    }

    /// Goes on with a file that an earlier run kept: what stands behind the kept bytes is cut off.
    ///
    /// # Errors
    ///
    /// Where it is gone, or shorter than it was.
    pub fn reopen(&self, name: &'static str, kept: &Kept) -> Result<Pending, WriteError> {
        let temporary = self.path.join(&kept.temporary);
        let file = self.named(name, || {
            if !temporary.exists() {
                // It may already have had its name.
                fs::rename(self.path.join(name), &temporary)?;
            }
            let mut file = File::options().read(true).write(true).open(&temporary)?;
            let len = file.metadata()?.len();
            if len < kept.bytes {
                return Err(io::Error::other(format!("{len} bytes are left of {}", kept.bytes)));
            }
            file.set_len(kept.bytes)?;
            file.seek(SeekFrom::End(0))?;
            let path = tempfile::TempPath::try_from_path(std::path::absolute(&temporary)?)?;
            Ok(NamedTempFile::from_parts(file, path))
        })?;
        Ok(Pending { file: BufWriter::with_capacity(1 << 18, file), name: name.into(), len: kept.bytes })
    }

    /// Takes a file away, if it is there.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn remove(&self, name: &str) -> Result<(), WriteError> {
        self.named(name, || match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }

    /// Reads a file; `None` where it is not there.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn read(&self, name: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.path.join(name)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Gives a file its name.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn finish(&self, pending: Pending) -> Result<(), WriteError> {
        let Pending { file, name, .. } = pending;
        self.named(&name, || {
            let file: NamedTempFile = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.persist(self.path.join(&*name)).map_err(io::Error::from).map(drop::<File>)
        })?;
        if is_table(&name) {
            self.written.lock().unwrap_or_else(PoisonError::into_inner).push(name.into_owned());
        }
        Ok(())
    }

    /// The files in the folder that look like tables and were not written here, by name: an earlier run may have left them,
    /// of other games.
    pub fn others(&self) -> Vec<String> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let names = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let mut others: Vec<String> =
            names.filter(|name| is_table(name) && !name.starts_with('.') && !written.contains(name)).collect();
        others.sort();
        others
    }

    fn named<T>(&self, name: &str, act: impl FnOnce() -> io::Result<T>) -> Result<T, WriteError> {
        act().map_err(|source| WriteError { path: display_name(&self.path.join(name)), source })
    }
}

fn is_table(name: &str) -> bool {
    [".csv", ".parquet", ".html"].iter().any(|end| name.ends_with(end))
}
