//! How a command reports, and where its settings come from.

use std::path::PathBuf;

use clap::Args;

/// How a command reports, and where its settings come from.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Print JSON (docs/cli.md)
    #[arg(long)]
    pub json: bool,
    /// Take settings from a TOML file; its keys are the names of the flags, and flags override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}
