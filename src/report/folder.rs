//! The folder that a run writes: every file appears whole or not at all.

use crate::archive::display_name;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The last file that a run writes: a folder without it is an unfinished run.
pub const SUMMARY: &str = "summary.json";

/// A file that is written under another name and renamed at the end.
#[derive(Debug)]
pub struct Pending {
    file: BufWriter<NamedTempFile>,
    name: Cow<'static, str>,
}

/// A folder for the results of a run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
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
    /// Makes the folder where it is not there, and takes away an earlier run's summary: from now on it is
    /// unfinished.
    ///
    /// # Errors
    ///
    /// Where that is not possible.
    pub fn create(path: &Path) -> Result<Folder, WriteError> {
        let folder = Folder { path: path.to_owned() };
        folder.named(SUMMARY, || {
            fs::create_dir_all(path)?;
            match fs::remove_file(path.join(SUMMARY)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            }
        })?;
        Ok(folder)
    }

    /// Starts a file.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be written.
    pub fn start(&self, name: impl Into<Cow<'static, str>>) -> Result<Pending, WriteError> {
        let name = name.into();
        let file = self.named(&name, || {
            let mut builder = tempfile::Builder::new();
            let prefix = format!(".{name}.");
            // Temporary files are for their owner alone; what we rename is for everybody that may read.
            #[cfg(unix)]
            let builder = builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
            builder.prefix(&prefix).tempfile_in(&self.path)
        })?;
        Ok(Pending { file: BufWriter::with_capacity(1 << 18, file), name })
    }

    /// Writes to a file.
    ///
    /// # Errors
    ///
    /// As the system says, a full disk for example.
    pub fn write(&self, pending: &mut Pending, bytes: &[u8]) -> Result<(), WriteError> {
        self.named(&pending.name, || pending.file.write_all(bytes))
    }

    /// Gives a file its name.
    ///
    /// # Errors
    ///
    /// As the system says.
    pub fn finish(&self, pending: Pending) -> Result<(), WriteError> {
        let Pending { file, name } = pending;
        self.named(&name, || {
            let file: NamedTempFile = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.persist(self.path.join(&*name)).map_err(io::Error::from).map(drop::<File>)
        })
    }

    fn named<T>(&self, name: &str, act: impl FnOnce() -> io::Result<T>) -> Result<T, WriteError> {
        act().map_err(|source| WriteError { path: display_name(&self.path.join(name)), source })
    }
}
