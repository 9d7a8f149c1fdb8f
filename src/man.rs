//! `torusmith man`: pages for man.

use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;
use torusmith_host::aside;

use crate::exit::Verdict;

/// Write manual pages
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith man --out ~/.local/share/man/man1")]
pub struct Args {
    /// Folder for the pages; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the subcommand; `command` is the command line that the pages are of.
pub fn run(args: &Args, command: &mut Command) -> anyhow::Result<Verdict> {
    command.build();
    let commands = [&*command].into_iter().chain(command.get_subcommands());
    let pages = commands.map(page).collect::<anyhow::Result<Vec<_>>>()?;
    let cannot = || format!("output folder `{}`: cannot be written", args.out.display());
    aside::write_files(&args.out, &pages).with_context(cannot)?;
    Ok(Verdict::Good)
}

/// File name and text.
fn page(command: &Command) -> anyhow::Result<(String, String)> {
    let (man, mut text) = (Man::new(command.clone()), Vec::new());
    man.render(&mut text)?;
    Ok((man.get_filename(), String::from_utf8(text)?))
}
