//! Atomic replacement of a folder's files: a process that is killed leaves either the old files or the new ones.
//!
//! An existing folder is copied next to itself, as hard links to the files that stay, and both are exchanged in one system call. If that is
//! not possible (a process works in the folder, it is a mount point, ..), files are moved one by one, by a plan in the folder that the next
//! process completes; [`is_unfinished`] reports this state.

mod exchange;
mod one_by_one;

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub use one_by_one::is_unfinished;

/// Prefix of the names of stages, folders whose files wait to be moved into place.
const STAGE: &str = ".torusmith-design-";

/// Longest wait for another process that writes next to this folder.
const PATIENCE: Duration = Duration::from_secs(30);

/// A change of a folder's files, by paths relative to the folder.
#[derive(Debug, Default)]
pub struct Change<'a> {
    /// Files to write, with their contents.
    pub write: Vec<(&'a str, &'a [u8])>,
    /// Files to remove.
    pub remove: Vec<&'a str>,
}

impl Change<'_> {
    fn paths(&self) -> BTreeSet<PathBuf> {
        self.write.iter().map(|(path, _)| path).chain(&self.remove).map(PathBuf::from).collect()
    }
}

/// A folder, which need not exist, locked against replacements by other processes.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    parent: PathBuf,
    /// The locked parent; `None` if it cannot be locked.
    lock: Option<File>,
    _made: CreatedParents,
}

impl Folder {
    /// Waits for other processes that use the folder, and completes or removes the work of killed ones.
    ///
    /// # Errors
    /// The parent folder cannot be created, the path is no folder, or another process uses the folder for too long.
    pub fn open(dir: &Path) -> io::Result<Self> {
        let place = if dir.exists() { dir.canonicalize()? } else { dir.to_owned() };
        if place.exists() && !place.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "is no folder"));
        }
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
        let made = CreatedParents::parents(&parent)?;
        let folder = Self { lock: lock_folder(&parent)?, place, parent, _made: made };
        if folder.lock.is_some() {
            // Errors of another process's stage must not stop this one.
            stages(&folder.parent).iter().for_each(|stage| _ = exchange::settle(stage, &folder.parent));
            for stage in stages(&folder.place) {
                one_by_one::settle(&stage, &folder.place)?;
            }
        }
        Ok(folder)
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.place
    }

    /// Makes the change completely or not at all. Files that it does not name are unchanged.
    ///
    /// # Errors
    /// A folder that cannot be written; it is unchanged.
    pub fn replace(&self, change: &Change) -> io::Result<()> {
        if !self.place.exists() {
            let stage = stage_in(&self.parent)?;
            let tree = stage.path().join("tree");
            fs::create_dir(&tree)?;
            write_files(&tree, change)?;
            return fs::rename(&tree, &self.place);
        }
        exchange::replace(&self.place, &self.parent, change).or_else(|_| one_by_one::replace(&self.place, change))
    }
}

/// Parents created for a folder; empty ones are removed on drop.
#[derive(Debug)]
struct CreatedParents(Vec<PathBuf>);

impl CreatedParents {
    fn parents(parent: &Path) -> io::Result<Self> {
        let missing = parent.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists());
        let made = Self(missing.map(Path::to_owned).collect());
        fs::create_dir_all(parent)?;
        Ok(made)
    }
}

impl Drop for CreatedParents {
    fn drop(&mut self) {
        self.0.iter().for_each(|dir| _ = fs::remove_dir(dir));
    }
}

/// Locks a folder; `None` if the system cannot lock folders.
fn lock_folder(dir: &Path) -> io::Result<Option<File>> {
    let Ok(file) = File::open(dir) else { return Ok(None) };
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => sleep(Duration::from_millis(10)),
            Err(TryLockError::WouldBlock) => {
                let message = format!("another process has locked {}", dir.display());
                return Err(io::Error::new(io::ErrorKind::WouldBlock, message));
            }
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

/// Creates a stage, an empty folder that is removed on drop.
fn stage_in(dir: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(STAGE).tempdir_in(dir)
}

/// Stages of this user in a folder.
fn stages(dir: &Path) -> Vec<PathBuf> {
    let user = rustix::process::geteuid().as_raw();
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(STAGE)).map(|entry| entry.path());
    named.filter(|path| fs::symlink_metadata(path).is_ok_and(|found| found.is_dir() && found.uid() == user)).collect()
}

/// Writes the files of a change below a folder.
fn write_files(below: &Path, change: &Change) -> io::Result<()> {
    for (path, bytes) in &change.write {
        let file = below.join(path);
        fs::create_dir_all(file.parent().expect("a file in a folder"))?;
        fs::write(file, bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
