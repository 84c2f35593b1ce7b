//! Two runs that write into one folder at the same time would spoil each other's files: the second is turned away.

use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file that stands for the folder. It is there as long as a run writes; one that was killed leaves it behind, and
/// the next one takes it over, for it is the system's lock that counts.
const NAME: &str = ".sgfkit-lock";

/// How often the file may be taken away between opening and locking it, before that is called an error.
const TRIES: u32 = 100;

/// The right to write into a folder, until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

impl Lock {
    /// Takes the right to write into a folder. `None` where the file system knows no locks: there, users must see to it
    /// themselves.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] where another run has it, in this process or another; else as the system says.
    pub(super) fn take(folder: &Path) -> io::Result<Option<Lock>> {
        let path = folder.join(NAME);
        for _ in 0..TRIES {
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => break,
                Err(TryLockError::Error(_)) => {
                    let _ = fs::remove_file(&path);
                    return Ok(None);
                }
            }
            // A run that has just ended takes the file away: then this one is no longer that of the name, and the next
            // run would make another.
            let ours = Handle::from_file(file.try_clone()?)?;
            if Handle::from_path(&path).is_ok_and(|there| there == ours) {
                return Ok(Some(Lock { path, _file: file }));
            }
        }
        let told = "another run of sgfkit is writing there: wait for its end, or name another folder";
        Err(io::Error::new(io::ErrorKind::WouldBlock, told))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Where that fails, an empty file is left, which does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::take(folder.path()).unwrap();
        assert!(first.is_some());
        assert_eq!(Lock::take(folder.path()).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(Lock::take(folder.path()).unwrap().is_some());
    }

    #[test]
    fn what_a_killed_run_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(NAME), "").unwrap();
        assert!(Lock::take(folder.path()).unwrap().is_some());
    }

    #[test]
    fn never_two_however_they_come_and_go() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let Ok(Some(lock)) = Lock::take(folder.path()) else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
