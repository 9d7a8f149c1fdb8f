//! Replacement of a folder by a modified copy, in one exchange.

use std::collections::BTreeSet;
use std::fs::{self, FileTimes, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Change, stage_in, write_files};

/// In a stage: the copy, and after the exchange the original folder.
const TREE: &str = "tree";
/// In a stage: the folder's name, the copy's inode, and the paths that change.
const STATE: &str = "state";
/// Last line of the state.
const END: &str = "end";

/// Most files and folders that are linked.
const MOST: usize = 10_000;

/// Applies the change to an existing folder.
///
/// # Errors
/// The folder cannot be exchanged; it is unchanged.
pub(super) fn replace(place: &Path, parent: &Path, change: &Change) -> io::Result<()> {
    let name = place.file_name().and_then(|name| name.to_str()).filter(|name| !name.contains('\n')).ok_or_else(unfit)?;
    let stage = stage_in(parent)?;
    let tree = stage.path().join(TREE);
    let changed = change.paths();
    fs::create_dir(&tree)?;
    let mut mirror = Mirror { place, tree: &tree, changed: &changed, device: fs::metadata(place)?.dev(), left: MOST, emptied: Vec::new() };
    mirror.link(Path::new(""))?;
    write_files(&tree, change)?;
    // Deepest first; folders with new files stay.
    mirror.emptied.iter().for_each(|path| _ = fs::remove_dir(tree.join(path)));
    let mut state = format!("{name}\n{}\n", fs::metadata(&tree)?.ino());
    for path in &changed {
        state += &format!("{}\n", path.display());
    }
    fs::write(stage.path().join(STATE), state + END + "\n")?;
    if is_worked_in(place) {
        return Err(unfit());
    }
    exchange(&tree, place)?;
    // The change is made: failing to clean up the original folder is no error.
    let stage = stage.keep();
    let _ = settle(&stage, parent);
    Ok(())
}

/// Removes a stage next to a folder. After the exchange it holds the original folder: files that were added there meanwhile move to the
/// copy.
pub(super) fn settle(stage: &Path, parent: &Path) -> io::Result<()> {
    let tree = stage.join(TREE);
    let state = fs::read_to_string(stage.join(STATE)).unwrap_or_default();
    let mut lines = state.lines();
    if let (Some(name), Some(inode), Some(END)) = (lines.next(), lines.next(), lines.next_back()) {
        let is_first = fs::metadata(&tree).is_ok_and(|tree| tree.ino().to_string() != inode);
        if is_first {
            reconcile(&tree, &parent.join(name), Path::new(""), &lines.map(PathBuf::from).collect())?;
            fs::remove_dir(&tree)?;
        }
    }
    fs::remove_dir_all(stage)
}

/// Empties the original folder. Its files are also in the copy, except for changed files, and files added while the copy was built.
fn reconcile(first: &Path, second: &Path, path: &Path, changed: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(first.join(path))? {
        let path = path.join(entry?.file_name());
        let (old, new) = (first.join(&path), second.join(&path));
        let metadata = fs::symlink_metadata(&old)?;
        if metadata.is_dir() {
            reconcile(first, second, &path, changed)?;
            fs::remove_dir(&old)?;
            continue;
        }
        let stays = match fs::symlink_metadata(&new) {
            _ if changed.contains(&path) => false,
            Ok(there) if is_one(&there, &metadata) => false,
            Ok(there) => !there.is_dir() && metadata.modified()? >= there.modified()?,
            Err(_) => true,
        };
        if stays {
            fs::create_dir_all(new.parent().expect("a file in a folder"))?;
            fs::rename(&old, &new)?;
        } else {
            fs::remove_file(&old)?;
        }
    }
    Ok(())
}

fn is_one(a: &Metadata, b: &Metadata) -> bool {
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Builds the copy, as hard links to the original's files.
struct Mirror<'a> {
    place: &'a Path,
    tree: &'a Path,
    changed: &'a BTreeSet<PathBuf>,
    device: u64,
    left: usize,
    /// Folders whose entries are all changed.
    emptied: Vec<PathBuf>,
}

impl Mirror<'_> {
    /// Links the entries of the folder at `path`, except for those that change. Returns whether all entries change.
    fn link(&mut self, path: &Path) -> io::Result<bool> {
        let (from, to) = (self.place.join(path), self.tree.join(path));
        let (mut all, mut gone) = (0, 0);
        for entry in fs::read_dir(&from)? {
            let path = path.join(entry?.file_name());
            let (from, to) = (self.place.join(&path), self.tree.join(&path));
            self.left = self.left.checked_sub(1).ok_or_else(unfit)?;
            all += 1;
            if self.changed.contains(&path) {
                gone += 1;
            } else if fs::symlink_metadata(&from)?.is_dir() {
                fs::create_dir(&to)?;
                gone += usize::from(self.link(&path)?);
            } else {
                fs::hard_link(&from, &to)?;
            }
        }
        copy_metadata(&from, &to, self.device)?;
        let emptied = all > 0 && gone == all;
        if emptied && !path.as_os_str().is_empty() {
            self.emptied.push(path.to_owned());
        }
        Ok(emptied)
    }
}

/// Gives the folder `to` the metadata of `from`.
///
/// # Errors
/// Metadata that cannot be copied: another owner, another device, or extended attributes.
fn copy_metadata(from: &Path, to: &Path, device: u64) -> io::Result<()> {
    let (old, new) = (fs::metadata(from)?, fs::metadata(to)?);
    let plain = |dir: &Path| attributes(dir) == Some(0);
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) || old.dev() != device || !plain(from) || !plain(to) {
        return Err(unfit());
    }
    fs::File::open(to)?.set_times(FileTimes::new().set_modified(old.modified()?))?;
    fs::set_permissions(to, old.permissions())
}

fn unfit() -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// Whether a process has its working directory in the folder: after an exchange, that directory would be removed.
fn is_worked_in(place: &Path) -> bool {
    let own = std::env::current_dir().is_ok_and(|dir| dir.starts_with(place));
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    own || processes.filter_map(|process| fs::read_link(process.path().join("cwd")).ok()).any(|dir| dir.starts_with(place))
}

#[cfg(target_os = "linux")]
fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?)
}

/// Size of the names of a folder's extended attributes, including access control lists; `None` if they cannot be read.
#[cfg(target_os = "linux")]
fn attributes(dir: &Path) -> Option<usize> {
    match rustix::fs::listxattr(dir, &mut [0u8; 0]) {
        Ok(bytes) => Some(bytes),
        Err(rustix::io::Errno::OPNOTSUPP) => Some(0),
        Err(_) => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(unfit())
}

#[cfg(not(target_os = "linux"))]
fn attributes(_: &Path) -> Option<usize> {
    None
}
