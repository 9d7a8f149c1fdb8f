//! Tests whose tool is missing.

use std::fs::OpenOptions;
use std::io::Write as _;

/// A tool is missing: the test fails, or with TORUSMITH_ALLOW_SKIP its name goes into that file, a line each time, and the test may return.
///
/// # Panics
/// Without the variable, or if its file cannot be written.
#[track_caller]
pub fn skip(reason: &str) {
    let Some(file) = std::env::var_os("TORUSMITH_ALLOW_SKIP") else { panic!("{reason}") };
    // The runner names a test's thread after it. One write, as tests append at the same time.
    let line = format!("{}: {reason}\n", std::thread::current().name().unwrap_or("a test without a name"));
    let written = OpenOptions::new().create(true).append(true).open(&file).and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("TORUSMITH_ALLOW_SKIP = {}: {error}", file.display()));
    println!("SKIPPED: {reason}");
}
