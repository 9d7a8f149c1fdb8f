//! Cache keys: hashes of everything that a result depends on.

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
}
