//! Sealed files, which prove their own completeness: the last bytes are the hash of all others. Programs and archives still load, because
//! loaders read from the start.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::sha256;

/// Digits of the hash.
const DIGITS: usize = 64;

/// Adds the hash of a file to its end.
///
/// # Errors
/// The file cannot be read or written.
pub fn seal(path: &Path) -> io::Result<()> {
    let sum = sha256(fs::read(path)?);
    OpenOptions::new().append(true).open(path)?.write_all(sum.as_bytes())
}

/// Whether a file ends in the hash of its other bytes.
pub fn is_sealed(path: &Path) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    bytes.split_last_chunk::<DIGITS>().is_some_and(|(body, sum)| sha256(body).as_bytes() == sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_cut_short_or_changed_is_not_sealed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("object");
        fs::write(&path, "abc").unwrap();
        assert!(!is_sealed(&path) && !is_sealed(&dir.path().join("none")) && !is_sealed(dir.path()));
        seal(&path).unwrap();
        // FIPS 180-2, appendix B.1.
        let sealed = b"abcba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(fs::read(&path).unwrap() == sealed && is_sealed(&path));
        for damaged in
            [&sealed[..66], &sealed[..3], &sealed[1..], b"abdba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", b""]
        {
            fs::write(&path, damaged).unwrap();
            assert!(!is_sealed(&path), "{damaged:?}");
        }
    }
}
