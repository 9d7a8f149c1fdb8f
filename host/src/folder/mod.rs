//! A folder whose files are replaced all at once: a process that is killed leaves the old ones or the new ones.
//!
//! A folder that exists is built a second time next to itself, of hard links to the files that stay, and the two are exchanged in one system call.
//! Where that is not possible (a process works in the folder, it is a mount point, ..), files are moved one by one, by a plan in the folder that the
//! next process completes; until then [`is_unfinished`] says so.

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

/// Of the names of folders in which files wait to be moved into place.
const STAGE: &str = ".torusmith-design-";

/// How long another process that writes next to this folder is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is to become of files of a folder, by their paths relative to it.
#[derive(Debug, Default)]
pub struct Change<'a> {
    /// Files to be there, with their contents.
    pub write: Vec<(&'a str, &'a [u8])>,
    /// Files to be there no more.
    pub remove: Vec<&'a str>,
}

impl Change<'_> {
    fn paths(&self) -> BTreeSet<PathBuf> {
        self.write.iter().map(|(path, _)| path).chain(&self.remove).map(PathBuf::from).collect()
    }
}

/// A folder, which need not exist, that no other process replaces files of meanwhile.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    parent: PathBuf,
    /// The locked parent; `None` where it cannot be locked.
    lock: Option<File>,
    _made: Made,
}

impl Folder {
    /// Waits for other processes that are at the folder, and completes or removes what killed ones left.
    ///
    /// # Errors
    /// The folder's parent cannot be made, something else than a folder has its name, or another process is at it for too long.
    pub fn open(dir: &Path) -> io::Result<Self> {
        let place = if dir.exists() { dir.canonicalize()? } else { dir.to_owned() };
        if place.exists() && !place.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "is no folder"));
        }
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
        let made = Made::parents(&parent)?;
        let folder = Self { lock: locked(&parent)?, place, parent, _made: made };
        if folder.lock.is_some() {
            // Another process's fault must not stop this one.
            stages(&folder.parent).iter().for_each(|stage| _ = exchange::settle(stage, &folder.parent));
            for stage in stages(&folder.place) {
                one_by_one::settle(&stage, &folder.place)?;
            }
        }
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.place
    }

    /// Makes the change, as a whole or not at all. Files that it does not name stay as they are.
    ///
    /// # Errors
    /// The folder cannot be written; then it is as it was.
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

/// Parents that were made for a folder: those that hold nothing in the end go again.
#[derive(Debug)]
struct Made(Vec<PathBuf>);

impl Made {
    fn parents(parent: &Path) -> io::Result<Self> {
        let missing = parent.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists());
        let made = Self(missing.map(Path::to_owned).collect());
        fs::create_dir_all(parent)?;
        Ok(made)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        self.0.iter().for_each(|dir| _ = fs::remove_dir(dir));
    }
}

/// The folder, locked, where the system can lock folders.
fn locked(dir: &Path) -> io::Result<Option<File>> {
    let Ok(file) = File::open(dir) else { return Ok(None) };
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => sleep(Duration::from_millis(10)),
            Err(TryLockError::WouldBlock) => {
                let told = format!("another process has locked {}", dir.display());
                return Err(io::Error::new(io::ErrorKind::WouldBlock, told));
            }
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

/// An empty folder in which files wait; it goes with this value.
fn stage_in(dir: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(STAGE).tempdir_in(dir)
}

/// Those of this user that are in a folder.
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
