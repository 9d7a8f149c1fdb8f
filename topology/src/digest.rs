//! FNV-1a of 64 bits, equal on every machine.

/// A digest of bytes.
pub struct Digest(pub u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |digest, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    }
}
