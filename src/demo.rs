//! `torusmith demo`: the first commands of a newcomer, one behind the other.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::exit::Verdict;
use crate::output;

/// Run the first commands on a 4 x 4 torus: Verilog, deadlock check, lock step, proof
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith demo\n\nEnds at the first command that fails, with its exit code; 3 if a tool is missing.")]
pub struct Args {
    /// Folder for the Verilog; created if missing [default: one that is removed at the end]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The commands, to which `--out` or `--rtl` and the folder are added; `prove` is left out of programs without it.
const COMMANDS: &[(&str, &str)] = &[
    ("generate torus:4,4 --vcs 2", "--out"),
    ("deadlock torus:4,4 --vcs 2", ""),
    ("cosim torus:4,4 --cycles 2000", "--rtl"),
    #[cfg(feature = "prove")]
    ("prove torus:4,4", "--rtl"),
];

/// Runs the subcommand; `command` runs the words of another one.
pub fn run(args: &Args, command: &dyn Fn(Vec<OsString>) -> anyhow::Result<Verdict>) -> anyhow::Result<Verdict> {
    let aside = tempfile::tempdir()?;
    let folder = args.out.clone().unwrap_or_else(|| aside.path().join("torus"));
    for (words, flag) in COMMANDS {
        let folder = [*flag, &folder.to_string_lossy()].map(OsString::from);
        let words: Vec<OsString> = words.split(' ').map(OsString::from).chain(folder.into_iter().filter(|_| !flag.is_empty())).collect();
        let shown: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        output::text(&format!("$ torusmith {}\n", shown.join(" ")))?;
        let verdict = command(std::iter::once("torusmith".into()).chain(words).collect())?;
        if verdict != Verdict::Good {
            return Ok(verdict);
        }
        output::text("\n")?;
    }
    Ok(Verdict::Good)
}
