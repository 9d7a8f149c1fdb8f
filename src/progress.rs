//! Progress on standard error, when that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar from 0 to `total`; `unit` says what is counted.
pub fn bar(total: u64, unit: &str) -> ProgressBar {
    let template = format!("{{prefix}} {{bar:40}} {{human_pos}} of {{human_len}} {unit}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("a template of indicatif").progress_chars("=> ");
    ProgressBar::new(total).with_style(style)
}

/// A spinner for a step of unknown length.
pub fn spinner(what: impl Into<String>) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what.into());
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
