//! Progress and notes on standard error: progress when that is a terminal, and neither with --quiet.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

static QUIET: AtomicBool = AtomicBool::new(false);

/// From here on there is neither progress nor a note.
pub fn silence() {
    QUIET.store(true, Relaxed);
}

static NOTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Prints a note next to the result, once if a command has several outcomes.
pub fn note(text: impl std::fmt::Display) {
    let (text, mut noted) = (text.to_string(), NOTED.lock().unwrap_or_else(PoisonError::into_inner));
    if !QUIET.load(Relaxed) && !noted.contains(&text) {
        eprintln!("{text}");
        noted.push(text);
    }
}

/// A bar or spinner that is to be seen.
pub fn shown(bar: ProgressBar) -> ProgressBar {
    if QUIET.load(Relaxed) { ProgressBar::hidden() } else { bar }
}

/// A bar from 0 to `total`; `unit` says what is counted.
pub fn bar(total: u64, unit: &str) -> ProgressBar {
    let template = format!("{{prefix}} {{bar:40}} {{human_pos}} of {{human_len}} {unit}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("a template of indicatif").progress_chars("=> ");
    shown(ProgressBar::new(total).with_style(style))
}

/// A spinner for a step of unknown length.
pub fn spinner(what: impl Into<String>) -> ProgressBar {
    let spinner = shown(ProgressBar::new_spinner().with_message(what.into()));
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
