//! Hashes: keys of caches, and seals that prove files complete.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

/// A hash of a list of parts; the boundaries between parts count.
#[derive(Debug, Clone, Default)]
pub struct Key(Sha256);

impl Key {
    /// Adds a part.
    pub fn put(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The key of these parts.
    pub fn of(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut key = Self::default();
        parts.into_iter().for_each(|part| key.put(part));
        key
    }

    /// The hash as 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0.clone().finalize())
    }

    /// The first 32 digits: enough for a file name.
    pub fn short(&self) -> String {
        hex(&self.0.clone().finalize()[..16])
    }
}

/// The SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digits of a seal.
const DIGITS: usize = 64;

/// Seals a file: adds the hash of its bytes to its end, which proves later that the file is complete. Programs and archives still load,
/// because loaders read from the start.
///
/// # Errors
/// The file cannot be read or written.
pub fn seal(path: &Path) -> io::Result<()> {
    let sum = sha256(fs::read(path)?);
    OpenOptions::new().append(true).open(path)?.write_all(sum.as_bytes())
}

/// Whether a file is sealed: it ends in the hash of its other bytes.
pub fn is_sealed(path: &Path) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    bytes.split_last_chunk::<DIGITS>().is_some_and(|(body, sum)| sha256(body).as_bytes() == sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_part_ends_counts() {
        assert_ne!(Key::of(["ab", "c"]).hex(), Key::of(["a", "bc"]).hex());
        assert!(Key::of(["ab"]).hex().starts_with(&Key::of(["ab"]).short()));
    }

    /// FIPS 180-2, appendix B.1.
    #[test]
    fn the_hash_of_the_standards_example() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

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
