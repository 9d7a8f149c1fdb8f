//! `torusmith completions`: what a shell completes.

use clap::Command;
use clap_complete::{Shell, generate};

use crate::exit::Verdict;
use crate::output;
use crate::values::one_of;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith completions bash > ~/.local/share/bash-completion/completions/torusmith")]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL", value_parser = one_of::<Shell>(["bash", "zsh", "fish"]))]
    shell: Shell,
}

/// Runs the subcommand; `command` is the command line that is completed.
pub fn run(args: &Args, command: &mut Command) -> anyhow::Result<Verdict> {
    let (name, mut script) = (command.get_name().to_owned(), Vec::new());
    generate(args.shell, command, name, &mut script);
    output::text(&String::from_utf8(script)?)?;
    Ok(Verdict::Good)
}
