//! Files of a study, written atomically.

use std::io;
use std::path::Path;

use torusmith_host::aside;

use crate::Error;

/// File names and their texts.
pub type Files = Vec<(String, String)>;

/// Checks that a folder can be written, before the study is run.
///
/// # Errors
/// [`Error::Write`] if the folder cannot be written.
pub fn check(dir: &Path) -> Result<(), Error> {
    let there = dir.ancestors().map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir }).find(|dir| dir.exists());
    let tried = match there {
        Some(there) if there.is_dir() => aside::empty_file(there).map(drop),
        Some(file) => Err(io::Error::new(io::ErrorKind::NotADirectory, format!("{} is no folder", file.display()))),
        None => Ok(()),
    };
    tried.map_err(|source| Error::Write { path: dir.to_owned(), source })
}

/// Writes files into a folder, which is created if needed; other files stay. Nothing is moved into place before all files are written.
///
/// # Errors
/// [`Error::Write`] if the folder cannot be written.
pub fn write(dir: &Path, files: &Files) -> Result<(), Error> {
    aside::write_files(dir, files).map_err(|source| Error::Write { path: dir.to_owned(), source })
}

/// A CSV file of a header and rows; cells with a comma are quoted.
pub(crate) fn csv(header: impl IntoIterator<Item = &'static str>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header: Vec<String> = header.into_iter().map(str::to_owned).collect();
    [header].into_iter().chain(rows).for_each(|row| writer.write_record(row).expect("rows as long as the header, in memory"));
    String::from_utf8(writer.into_inner().expect("in memory")).expect("texts")
}
