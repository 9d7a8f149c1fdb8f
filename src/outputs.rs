//! Files that commands write, and files that they read: no command writes what it reads.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Command};
use torusmith_generator::files_of_designs;
use torusmith_host::aside;

/// Flags that name a file that is written, each with its commands.
const FILES: [(&str, &[&str]); 7] = [
    ("out", &["report", "import", "deadlock"]),
    ("certificate", &["deadlock"]),
    ("plot", &["deadlock", "simulate"]),
    ("heatmap", &["simulate"]),
    ("wave", &["cosim"]),
    ("counterexample", &["prove"]),
    ("plan", &["study"]),
];

/// Flags that name a folder in which files are written.
const FOLDERS: [(&str, &[&str]); 3] =
    [("out", &["generate", "sweep", "study", "man"]), ("certificate", &["prove"]), ("cache", &["study", "area", "fpga", "prove"])];

/// The files that this command reads, by their canonical paths.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Learns from the command line which files are read: those that values of flags name, but for flags that say what is written. Refuses a file to be
/// written that is one of them, or no file.
pub fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let Some(sub) = command.find_subcommand(name) else { return Ok(()) };
    let values = |arg: &Arg| given.try_get_raw(arg.get_id().as_str()).ok().flatten().into_iter().flatten();
    *INPUTS.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    let read = sub.get_arguments().filter(|arg| !is_of(&FILES, name, arg) && !is_of(&FOLDERS, name, arg));
    read.flat_map(values).for_each(add_inputs);
    let mut written: Vec<PathBuf> = Vec::new();
    for arg in sub.get_arguments().filter(|arg| is_of(&FILES, name, arg)) {
        let flag = arg.get_long().unwrap_or_default();
        for file in values(arg).map(Path::new) {
            let shown = file.display();
            if file.is_dir() {
                bail!("{flag} = {shown} cannot be written: it is a folder; allowed: a file");
            }
            refuse_input(flag, file)?;
            let file = std::path::absolute(file).with_context(|| format!("{flag} = {shown}"))?;
            if written.contains(&file) {
                bail!("{flag} = {shown} is not allowed: another flag names it, too; allowed: another file");
            }
            written.push(file);
        }
    }
    Ok(())
}

fn is_of(flags: &[(&str, &[&str])], command: &str, arg: &Arg) -> bool {
    flags.iter().any(|(flag, commands)| arg.get_long() == Some(flag) && commands.contains(&command))
}

/// Adds the files that a value names: `FILE`, `trace:FILE`, `a,b`, and the files of designs in a folder, or else of the folder.
pub fn add_inputs(value: &OsStr) {
    let text = value.to_string_lossy();
    let parts = text.split(',').flat_map(|part| [Some(part), part.split_once(':').map(|(_, file)| file)]).flatten().map(PathBuf::from);
    let mut inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    for path in [PathBuf::from(value)].into_iter().chain(parts) {
        let mut files = files_of_designs(&path);
        if files.is_empty() {
            files = path.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        }
        files.push(path);
        inputs.extend(files.iter().filter(|file| file.is_file()).filter_map(|file| file.canonicalize().ok()));
    }
}

/// The files that this command reads, by their canonical paths.
pub fn inputs() -> Vec<PathBuf> {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Refuses a file to be written, named by a flag, that this command reads.
pub fn refuse_input(flag: &str, file: &Path) -> anyhow::Result<()> {
    if file.canonicalize().is_ok_and(|file| inputs().contains(&file)) {
        bail!("{flag} = {} is not allowed: it is an input of this command; allowed: another file", file.display());
    }
    Ok(())
}

/// The same of files in the folder of `--out`.
pub fn refuse_inputs(dir: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    files.iter().try_for_each(|(name, _)| refuse_input("out", &dir.join(name)))
}

/// Writes the file of a flag, as a whole or not at all.
pub fn write(flag: &str, file: &Path, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    refuse_input(flag, file)?;
    aside::write_file(file, text).with_context(|| format!("{flag} = {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new flag that takes a file or a folder has to be put into one of the lists, or into this one, of those that are read.
    #[test]
    fn each_flag_with_a_file_is_read_or_written() {
        const READ: [&str; 9] = ["config", "map", "rtl", "replay", "routes", "file", "plan", "compare", "designs"];
        let command = crate::cli::command();
        let mut seen = Vec::new();
        for sub in command.get_subcommands() {
            for arg in sub.get_arguments() {
                let names = arg.get_value_names().unwrap_or_default();
                let takes_path =
                    names.iter().any(|name| name.contains("FILE") || name.ends_with(".json") || ["DIR", "PLAN"].contains(&name.as_str()));
                if !takes_path {
                    continue;
                }
                let flag = arg.get_long().unwrap_or(arg.get_id().as_str());
                let lists = [is_of(&FILES, sub.get_name(), arg), is_of(&FOLDERS, sub.get_name(), arg), READ.contains(&flag)];
                let is_plan = flag == "plan" && sub.get_name() == "study";
                assert_eq!(lists.iter().filter(|is| **is).count() - usize::from(is_plan), 1, "{} {flag}", sub.get_name());
                seen.push((sub.get_name().to_owned(), flag.to_owned()));
            }
        }
        for (flag, commands) in FILES.iter().chain(&FOLDERS) {
            assert!(commands.iter().all(|command| seen.contains(&((*command).to_owned(), (*flag).to_owned()))), "{flag}: {seen:?}");
        }
    }
}
