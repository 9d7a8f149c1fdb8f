//! How a command reports, and where its settings come from.

use std::path::PathBuf;

use clap::Args;

/// How a command reports, and where its settings come from.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Print JSON (docs/cli.md)
    #[arg(long)]
    pub json: bool,
    /// Read settings from a TOML file; keys are names of flags, and flags override them
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}
