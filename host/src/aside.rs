//! Atomic file writes: a file is written aside and moved into place, so that concurrent readers and interrupted writers never leave half a
//! file.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

/// Prefix of the names of files and folders that are not yet in place.
const PREFIX: &str = ".torusmith-";

/// Whether a name is the name of a file that is not yet in place.
pub fn is_aside(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with(PREFIX)
}

/// Creates an empty file in `dir`, which is removed unless it is moved into place.
///
/// # Errors
/// A folder that cannot be written.
pub fn empty_file(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // With the permissions of any other new file; the default is private.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(PREFIX).tempfile_in(dir)
}

/// Creates an empty folder in `dir`, which is removed with its contents.
///
/// # Errors
/// A folder that cannot be written.
pub fn empty_folder(dir: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(PREFIX).tempdir_in(dir)
}

/// Writes a file into an existing folder. If the path is a link, its target is written; a device or a pipe is written to.
///
/// # Errors
/// A folder that cannot be written, or a path that is a folder.
pub fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AsideFile::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.put_in_place()
}

/// A file that is written in pieces and put in its place as a whole; dropped before that, it is removed.
pub enum AsideFile {
    /// Moved to this path at the end.
    File(NamedTempFile, PathBuf),
    /// A device or a pipe, written to at once.
    Device(File),
}

impl AsideFile {
    /// An empty file for a path as [`write_file`] takes it.
    ///
    /// # Errors
    /// A folder that cannot be written, or a path that is a folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        let place = fs::canonicalize(path).unwrap_or(path.to_owned());
        let there = fs::metadata(&place).ok();
        match &there {
            Some(there) if there.is_dir() => return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder")),
            Some(there) if !there.is_file() => return Ok(Self::Device(File::options().write(true).open(&place)?)),
            _ => {}
        }
        let aside = empty_file(place.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
        if let Some(there) = there {
            fs::set_permissions(aside.path(), there.permissions())?;
        }
        Ok(Self::File(aside, place))
    }

    /// Moves the file into place.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn put_in_place(self) -> io::Result<()> {
        match self {
            Self::File(aside, place) => aside.persist(place).map(drop).map_err(|e| e.error),
            Self::Device(_) => Ok(()),
        }
    }
}

impl Write for AsideFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file, _) => file.write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file, _) => file.flush(),
            Self::Device(file) => file.flush(),
        }
    }
}

/// Writes files, each a name and its text, into a folder, which is created if needed; other files stay. Nothing is moved into place before
/// all files are written.
///
/// # Errors
/// A folder that cannot be written, or a file name that is a folder.
pub fn write_files(dir: &Path, files: &[(String, String)]) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    let aside = empty_folder(dir)?;
    let places: Vec<(PathBuf, PathBuf)> = files.iter().map(|(name, _)| (aside.path().join(name), dir.join(name))).collect();
    for ((staged, place), (name, text)) in places.iter().zip(files) {
        if place.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, format!("{name} is a folder")));
        }
        fs::write(staged, text)?;
    }
    places.iter().try_for_each(|(staged, place)| fs::rename(staged, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file has the permissions of any other new file.
    #[cfg(unix)]
    #[test]
    fn a_file_is_as_open_as_others() {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().unwrap();
        let [ours, other] = ["ours", "other"].map(|name| dir.path().join(name));
        write_file(&ours, "").unwrap();
        fs::write(&other, "").unwrap();
        let [ours, other] = [ours, other].map(|path| fs::metadata(path).unwrap().permissions().mode());
        assert_eq!(ours, other);
    }

    /// A link's target is written with its old permissions; a device or a folder is not replaced.
    #[cfg(unix)]
    #[test]
    fn what_is_there_stays_what_it_is() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

        let dir = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| dir.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        symlink("file", &link).unwrap();
        write_file(&link, "new").unwrap();
        assert!(link.is_symlink());
        let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode), ("new", 0o600));
        let socket = dir.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        write_file(&socket, "x").unwrap_err();
        assert!(fs::metadata(&socket).unwrap().file_type().is_socket());
        assert_eq!(write_file(dir.path(), "x").unwrap_err().to_string(), "is a folder");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 3);
    }

    #[test]
    fn all_files_are_written_or_none() {
        let dir = tempfile::tempdir().unwrap();
        let files = |second: &str| [("a".to_owned(), "one".to_owned()), (second.to_owned(), "two".to_owned())];
        fs::create_dir(dir.path().join("b")).unwrap();
        let told = write_files(dir.path(), &files("b")).unwrap_err().to_string();
        assert_eq!((told.as_str(), fs::read_dir(dir.path()).unwrap().count()), ("b is a folder", 1));
        write_files(&dir.path().join("new"), &files("c")).unwrap();
        assert_eq!(fs::read_to_string(dir.path().join("new/c")).unwrap(), "two");
        assert_eq!(fs::read_dir(dir.path().join("new")).unwrap().count(), 2);
    }
}
