//! Files that commands write, and files that they read: no command writes what it reads.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Command};
use torusmith_generator::files_of_designs;
use torusmith_host::aside;

use crate::flags::{self, Path as Use};

/// The files that this command reads, by their canonical paths.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Learns from the command line which files are read: those that values of flags name, but for flags that say what is written. Refuses a file to be
/// written that is one of them, or no file.
pub fn check(command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let Some(sub) = command.find_subcommand(name) else { return Ok(()) };
    let values = |arg: &Arg| given.try_get_raw(arg.get_id().as_str()).ok().flatten().into_iter().flatten();
    *INPUTS.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    let read = sub.get_arguments().filter(|arg| !matches!(flags::path(sub, arg), Some(Use::Written | Use::Filled)));
    read.flat_map(values).for_each(add_inputs);
    let mut written: Vec<PathBuf> = Vec::new();
    for arg in sub.get_arguments().filter(|arg| flags::path(sub, arg) == Some(Use::Written)) {
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

/// Refuses a file to be written in a folder that is not there.
pub fn check_folder(flag: &str, file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("{flag} = {} cannot be written; allowed: a file in a folder that is there", file.display());
    }
    Ok(())
}

/// Refuses inputs among the files in the folder of `--out`.
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

    #[test]
    fn the_table_says_how_each_flag_with_a_path_uses_it() {
        let command = crate::cli::command();
        let mut counts = [0; 3];
        for sub in command.get_subcommands() {
            for arg in sub.get_arguments() {
                let names = arg.get_value_names().unwrap_or_default();
                let takes_path =
                    names.iter().any(|name| name.contains("FILE") || name.ends_with(".json") || ["DIR", "PLAN"].contains(&name.as_str()));
                let path = flags::path(sub, arg);
                assert_eq!(path.is_some(), takes_path, "{} {}", sub.get_name(), flags::name(arg));
                counts[path.map_or(0, |path| path as usize)] += usize::from(takes_path);
            }
        }
        assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    }
}
