//! Folders that are gone when their work is done.

use anyhow::Context;
use tempfile::TempDir;

/// A new folder.
pub fn folder() -> anyhow::Result<TempDir> {
    tempfile::Builder::new().prefix("torusmith-").tempdir().context("temporary folder")
}
