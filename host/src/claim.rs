//! Mutual exclusion of processes that want the same work: one of them holds a locked file meanwhile, and the system releases the lock if
//! the process is killed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The right to do some work, released on drop.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _file: File,
}

impl Claim {
    /// Claims the work called `name`, in a folder that is created if needed; `None` if another process holds the claim. With `wait`, waits
    /// for it. Where files cannot be locked every process gets the claim, and work may be done twice.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn take(folder: &Path, name: &str, wait: bool) -> io::Result<Option<Self>> {
        fs::create_dir_all(folder)?;
        let path = folder.join(name);
        loop {
            let file = File::create(&path)?;
            if wait {
                let _ = file.lock();
            } else if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // The previous holder may have removed the file meanwhile: a lock on a removed file excludes nobody.
            if is_at(&file, &path)? {
                return Ok(Some(Self { path, _file: file }));
            }
        }
    }
}

/// Whether the path still leads to the open file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let id = |of: fs::Metadata| (of.dev(), of.ino());
    match fs::metadata(path) {
        Ok(there) => Ok(id(there) == id(file.metadata()?)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn one_has_it_until_it_lets_go() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("new");
        let first = Claim::take(&folder, "a", false).unwrap();
        assert!(first.is_some() && Claim::take(&folder, "a", false).unwrap().is_none());
        assert!(Claim::take(&folder, "b", false).unwrap().is_some());
        drop(first);
        assert!(Claim::take(&folder, "a", true).unwrap().is_some());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    /// The file is removed when a claim is released: a process that waited for it must not share the claim with one that creates the file
    /// again.
    #[test]
    fn who_waited_keeps_others_away() {
        let dir = tempfile::tempdir().unwrap();
        let first = Claim::take(dir.path(), "a", false).unwrap();
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| Claim::take(dir.path(), "a", true).unwrap());
            // The thread needs time to start waiting.
            std::thread::sleep(Duration::from_millis(100));
            drop(first);
            let second = waits.join().unwrap();
            assert!(second.is_some() && Claim::take(dir.path(), "a", false).unwrap().is_none());
        });
    }
}
