//! Runs the `torusmith` that cargo built.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// What a command left behind.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The command ended well.
    #[track_caller]
    pub fn good(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// The command was refused in one line that says all of `words`, with nothing on standard output. `NOWHERE` stands for [`nowhere`].
    #[track_caller]
    pub fn refused(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.err.starts_with("torusmith: ") && self.err.ends_with('\n') && self.err.lines().count() == 1, "{self:?}");
        assert!(self.out.is_empty(), "{self:?}");
        for word in words.iter().map(|word| in_place(word)) {
            assert!(self.err.contains(&word), "no `{word}` in: {}", self.err);
        }
    }
}

/// A command that is about to be run.
pub fn command(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusmith"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs a prepared command.
pub fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs `torusmith` with the words of a line. `NOWHERE` stands for [`nowhere`].
pub fn torusmith(line: &str) -> Run {
    run(&mut command(line.split_whitespace().map(in_place)))
}

/// A path in a folder that does not exist. Each process has another one, so that nothing that was left there can matter.
pub fn nowhere(name: &str) -> PathBuf {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| tempfile::tempdir().unwrap().path().to_owned());
    FOLDER.join(name)
}

fn in_place(word: &str) -> String {
    word.replace("NOWHERE", nowhere("").to_str().unwrap().trim_end_matches('/'))
}

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A tool of the PATH or of `.tools/bin`.
pub fn tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(root().join(".tools/bin"));
    folders.into_iter().map(|dir| dir.join(name)).find(|path| path.is_file())
}

/// The folder of a library of cells, as TORUSMITH_ASIC=1 ./scripts/setup or a package of the distribution installs it.
pub fn cells(name: &str) -> Option<PathBuf> {
    let roots = [PathBuf::from("/"), root().join(".tools/asic")];
    roots.map(|root| root.join("usr/share/qflow/tech").join(name)).into_iter().find(|folder| folder.is_dir())
}

/// All files below a folder with their contents, by their relative path.
pub fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.strip_prefix(dir).unwrap().to_owned(), std::fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
