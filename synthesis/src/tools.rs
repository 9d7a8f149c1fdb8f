//! Running external tools.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

use crate::Error;

/// Output of `command flag`, both streams.
///
/// # Errors
/// [`Error::MissingTool`] if there is no such command, [`Error::Tool`] if it cannot be run.
pub(crate) fn ask(tool: &'static str, command: &Path, flag: &str) -> Result<(Output, String), Error> {
    let output = Command::new(command).arg(flag).output().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => {
            Error::MissingTool { tool, hint: format!("{} does not exist; run ./scripts/setup", command.display()) }
        }
        _ => Error::Tool { tool, message: format!("{}: {e}", command.display()) },
    })?;
    let said = said(&output);
    Ok((output, said))
}

/// Runs a tool in the folder `at`; what it says, both streams.
///
/// # Errors
/// [`Error::Tool`] with the line that tells the error, else the last line.
pub(crate) fn run(tool: &'static str, command: &Path, args: &[impl AsRef<OsStr>], at: &Path) -> Result<String, Error> {
    let ran = Command::new(command).args(args).current_dir(at).output();
    let output = ran.map_err(|e| Error::Tool { tool, message: e.to_string() })?;
    let said = said(&output);
    if output.status.success() {
        return Ok(said);
    }
    Err(Error::Tool { tool, message: complaint(&said) })
}

/// The line of a log that tells the error, else the last one.
pub(crate) fn complaint(said: &str) -> String {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(|line| line.contains("ERROR")).or_else(|| lines().next_back()).unwrap_or("it said nothing").to_owned()
}

fn said(output: &Output) -> String {
    [&output.stderr[..], &output.stdout[..]].map(String::from_utf8_lossy).join("\n")
}
