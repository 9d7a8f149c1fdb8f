//! Files of a study, written aside and moved into place.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::Error;

/// File names and their texts.
pub type Files = Vec<(String, String)>;

/// Checks that a folder can be written, before the work of filling it.
///
/// # Errors
/// [`Error::Write`] if it cannot.
pub fn check(dir: &Path) -> Result<(), Error> {
    let there = dir.ancestors().map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir }).find(|dir| dir.exists());
    let tried = match there {
        Some(there) if there.is_dir() => tempfile::Builder::new().prefix(".torusmith-").tempfile_in(there).map(drop),
        Some(file) => Err(io::Error::new(io::ErrorKind::NotADirectory, format!("{} is no folder", file.display()))),
        None => Ok(()),
    };
    tried.map_err(|source| Error::Write { path: dir.to_owned(), source })
}

/// Writes files into a folder, which is made if need be; other files in it stay. Nothing is moved into place before all are written.
///
/// # Errors
/// [`Error::Write`] if the folder cannot be written.
pub fn write(dir: &Path, files: &Files) -> Result<(), Error> {
    try_write(dir, files).map_err(|source| Error::Write { path: dir.to_owned(), source })
}

fn try_write(dir: &Path, files: &Files) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    let aside = tempfile::Builder::new().prefix(".torusmith-").tempdir_in(dir)?;
    let places: Vec<(PathBuf, PathBuf)> = files.iter().map(|(name, _)| (aside.path().join(name), dir.join(name))).collect();
    for ((staged, place), (name, text)) in places.iter().zip(files) {
        if place.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, format!("{name} is a folder")));
        }
        fs::write(staged, text)?;
    }
    places.iter().try_for_each(|(staged, place)| fs::rename(staged, place))
}
