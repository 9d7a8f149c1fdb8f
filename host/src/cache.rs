//! Cache of results in a folder, one file per entry, and the choice of that folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::{aside, seal};

/// The folder that `$TORUSMITH_CACHE` names.
pub fn asked_folder() -> Option<PathBuf> {
    from("TORUSMITH_CACHE")
}

/// The user's default folder: `$XDG_CACHE_HOME/torusmith`, else `~/.cache/torusmith`.
pub fn own_folder() -> Option<PathBuf> {
    from("XDG_CACHE_HOME").map(|dir| dir.join("torusmith")).or_else(|| from("HOME").map(|dir| dir.join(".cache/torusmith")))
}

/// [`asked_folder`], else [`own_folder`].
pub fn user_folder() -> Option<PathBuf> {
    asked_folder().or_else(own_folder)
}

fn from(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// A cache folder, or no cache. Several processes and threads may use one folder concurrently.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// A cache that stores nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// A cache in a folder, which is created with the first entry.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// Parses an entry by `read`; `None` if there is no entry, or if `read` finds it incomplete.
    pub fn get<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        read(&fs::read_to_string(self.folder.as_ref()?.join(name)).ok()?)
    }

    /// The file of an entry; it may not exist.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }

    /// Removes files that were written aside and never moved into place, because their process was killed. No other process may use the
    /// folder.
    pub fn tidy(&self) {
        let files = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let aside = files.into_iter().flatten().flatten().filter(|entry| aside::is_aside(&entry.file_name()));
        aside.for_each(|entry| _ = fs::remove_file(entry.path()));
    }

    /// Stores an entry.
    ///
    /// # Errors
    /// A folder that cannot be written; the entry is not stored.
    pub fn put(&self, name: &str, text: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        aside::write_file(&folder.join(name), text)
    }
}

/// Keeps the file `path` if it is `whole`. Otherwise `build` creates it in a new folder next to it and returns its path in there; the file
/// is sealed and moved into place. Other processes that want the file wait. Returns whether the new file replaces a damaged one.
///
/// # Errors
/// Errors of `build`, and I/O errors as converted by `io`, with the path concerned.
pub fn or_build<E>(
    path: &Path,
    whole: impl Fn(&Path) -> bool,
    io: impl Fn(&Path, io::Error) -> E,
    build: impl FnOnce(&Path) -> Result<PathBuf, E>,
) -> Result<bool, E> {
    if whole(path) {
        return Ok(false);
    }
    let _lock = Lock::take(path.with_extension("lock")).map_err(|e| io(path, e))?;
    if whole(path) {
        return Ok(false);
    }
    let damaged = path.exists();
    let beside = path.parent().expect("a file in a folder");
    let folder = aside::empty_folder(beside).map_err(|e| io(beside, e))?;
    let made = build(folder.path())?;
    seal(&made).and_then(|()| fs::rename(&made, path)).map_err(|e| io(path, e))?;
    Ok(damaged)
}

/// A lock file, removed on drop. A process that waited on the removed file finds the entry, or builds it.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    fn take(path: PathBuf) -> io::Result<Self> {
        let file = File::create(&path)?;
        file.lock()?;
        Ok(Self { path, _file: file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;
    use crate::is_sealed;

    #[test]
    fn what_was_kept_is_found_unless_it_is_damaged() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::at(dir.path().join("new"));
        let number = |text: &str| text.parse::<u32>().ok();
        assert_eq!(cache.get("a", number), None);
        cache.put("a", "7").unwrap();
        assert_eq!(cache.get("a", number), Some(7));
        fs::write(dir.path().join("new/a"), "seven").unwrap();
        assert_eq!(cache.get("a", number), None);
        Cache::off().put("a", "7").unwrap();
        assert_eq!(Cache::off().get("a", number), None);
    }

    #[test]
    fn what_many_want_is_built_once() {
        let dir = tempfile::tempdir().unwrap();
        let (path, built) = (dir.path().join("model"), AtomicUsize::new(0));
        let build = |folder: &Path| {
            built.fetch_add(1, SeqCst);
            let made = folder.join("made");
            fs::write(&made, "whole").map(|()| made)
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert!(!or_build(&path, is_sealed, |_, e| e, build).unwrap()));
            }
        });
        let whole = fs::read_to_string(&path).unwrap();
        assert!(built.load(SeqCst) == 1 && whole.starts_with("whole"), "{whole}");
        fs::write(&path, &whole[..10]).unwrap();
        let again = || or_build(&path, is_sealed, |_, e| e, build).unwrap();
        assert_eq!((again(), again(), built.load(SeqCst), fs::read_to_string(&path).unwrap()), (true, false, 2, whole));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let failed = or_build(&dir.path().join("other"), is_sealed, |_, e| e, |_| Err(io::Error::other("no")));
        assert!(failed.is_err() && fs::read_dir(dir.path()).unwrap().count() == 1);
    }
}
