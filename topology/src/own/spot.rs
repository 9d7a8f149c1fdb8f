//! Positions in a user's files, and errors at a position.

use std::path::Path;

use crate::Error;

/// A line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Location {
    /// Index of the file among the files that were read; 0 is the file that the user named.
    pub file: u16,
    /// Line number, from 1.
    pub line: u32,
}

impl Location {
    /// A line of the file that the user named.
    pub fn line(line: usize) -> Self {
        Self { file: 0, line: line as u32 }
    }
}

/// A value, and its position in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    /// Position of the value.
    pub location: Location,
    /// The value.
    pub value: T,
}

/// An error in a file: position, mistake and expected form, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// Position of the error.
    pub location: Location,
    /// The mistake, and the expected form.
    pub what: String,
}

impl FileError {
    /// Converts to [`Error::File`], with the name of the file.
    pub fn into_error(self, files: &[String]) -> Error {
        let file = files.get(usize::from(self.location.file)).cloned().unwrap_or_default();
        Error::File { file, line: self.location.line, what: self.what }
    }
}

/// Fails with an error at a position.
pub fn refuse<T>(location: Location, what: impl Into<String>) -> Result<T, FileError> {
    Err(FileError { location, what: what.into() })
}

/// Ends of the lines of a text, to find the line of a byte.
pub struct Lines(Vec<usize>);

impl Lines {
    /// Finds the line ends.
    pub fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line of a byte, from 1.
    pub fn at(&self, byte: usize) -> Location {
        Location::line(1 + self.0.partition_point(|&end| end < byte))
    }
}

/// Longest file that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// Reads a text file.
///
/// # Errors
/// A file that cannot be read, that is longer than 64 MiB, or that is not UTF-8.
pub fn text(path: &Path) -> Result<String, Error> {
    let file = path.display().to_string();
    let unreadable = |what: String| Error::Unreadable { file: file.clone(), what };
    let length = std::fs::metadata(path).map_err(|e| unreadable(e.to_string()))?.len();
    if length > LONGEST {
        return Err(unreadable(format!("{length} bytes; allowed: up to {LONGEST}")));
    }
    let bytes = std::fs::read(path).map_err(|e| unreadable(e.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        Error::File { file: file.clone(), line: line as u32, what: "is no text in UTF-8".into() }
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
