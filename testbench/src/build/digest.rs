//! Hashes in names of files.

use sha2::{Digest, Sha256};

/// The first half of a hash: enough for a name.
pub(super) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
