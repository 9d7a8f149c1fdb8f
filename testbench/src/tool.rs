//! Finding Verilator and the C++ compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use torusmith_host::find_tool;

use crate::Error;

/// A Verilator that answers, with what identifies it.
#[derive(Debug, Clone)]
pub struct Verilator {
    /// The command.
    pub command: PathBuf,
    /// Its folder of headers and run-time sources is `root/include`.
    pub root: PathBuf,
    /// Output of `--version`, on one line.
    pub version: String,
}

/// A C++ compiler that answers.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// The command.
    pub command: PathBuf,
    /// First line of `--version`.
    pub version: String,
}

impl Verilator {
    /// `$TORUSMITH_VERILATOR`, else `verilator` of the PATH, else `.tools/bin/verilator` here or in a folder above.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if there is none, [`Error::Tool`] if it does not answer.
    pub fn find() -> Result<Self, Error> {
        let command = find_tool(Some("TORUSMITH_VERILATOR"), &["verilator"]);
        Self::at(&command.ok_or_else(|| missing("verilator", "looked in $TORUSMITH_VERILATOR, the PATH and .tools/bin"))?)
    }

    /// The Verilator of that name.
    ///
    /// # Errors
    /// As [`Verilator::find`].
    pub fn at(command: &Path) -> Result<Self, Error> {
        let ask = |flags: &[&str]| answer(command, flags, "verilator");
        let version = ask(&["--version"])?;
        let root = PathBuf::from(ask(&["--getenv", "VERILATOR_ROOT"])?);
        if !root.join("include/verilated.cpp").is_file() {
            let message = format!("{} has no include/verilated.cpp", root.display());
            return Err(Error::Tool { tool: "verilator".into(), subject: "--getenv VERILATOR_ROOT".into(), message });
        }
        Ok(Self { command: command.into(), root, version })
    }
}

impl Compiler {
    /// `$CXX`, else `g++`, `clang++` or `c++` of the PATH.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if there is none, [`Error::Tool`] if it does not answer.
    pub fn find() -> Result<Self, Error> {
        let command = find_tool(Some("CXX"), &["g++", "clang++", "c++"]);
        let command = command.ok_or_else(|| missing("C++ compiler", "looked for $CXX, g++, clang++ and c++ on the PATH"))?;
        let version = answer(&command, &["--version"], "C++ compiler")?;
        Ok(Self { version: version.lines().next().unwrap_or_default().into(), command })
    }
}

fn missing(tool: &str, looked: &str) -> Error {
    Error::MissingTool { tool: tool.into(), hint: format!("{looked}; run ./scripts/setup, or install it: apt-get install verilator g++") }
}

fn answer(command: &Path, flags: &[&str], tool: &str) -> Result<String, Error> {
    let output = match Command::new(command).args(flags).output() {
        Ok(output) => output,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Err(missing(tool, &format!("{} does not exist", command.display()))),
        Err(e) => return Err(Error::Tool { tool: tool.into(), subject: flags.join(" "), message: format!("{}: {e}", command.display()) }),
    };
    // A tool of a wheel that is not installed
    if output.status.code() == Some(3) {
        return Err(Error::MissingTool { tool: tool.into(), hint: complaint(&output) });
    }
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || text.is_empty() {
        return Err(Error::Tool { tool: tool.into(), subject: flags.join(" "), message: complaint(&output) });
    }
    Ok(text)
}

/// The first lines of what a tool complained about: its error lines if there are any, else whatever it said.
pub(crate) fn complaint(output: &Output) -> String {
    const LINES: usize = 6;
    let text = [&output.stderr[..], &output.stdout[..]].map(String::from_utf8_lossy).join("\n");
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|l| !l.trim().is_empty()).collect();
    // A linker says what is wrong before g++ says that there was an error; Verilator repeats its whole command behind what is wrong.
    let is_error = |l: &&&str| {
        ["rror:", "%Error", "ld: ", "undefined reference"].iter().any(|sign| l.contains(sign)) && !l.contains("%Error: Command Failed")
    };
    let errors: Vec<&str> = lines.iter().filter(is_error).take(LINES).copied().collect();
    let shown = if errors.is_empty() { lines.into_iter().take(LINES).collect() } else { errors };
    let said = if shown.is_empty() { format!("it said nothing and ended with {}", output.status) } else { shown.join("\n") };
    let killed = ["signal 9", "signal: 9", "Killed"].iter().any(|sign| said.contains(sign));
    if killed { format!("{said}\nthe system ended it, as it does where memory runs out") } else { said }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    #[test]
    fn what_the_linker_says_is_told() {
        let stderr = b"/usr/bin/ld: a.o: in function `f':\na.cpp:(.text+0x5): undefined reference to `g'\ncollect2: error: ld returned 1 exit status\n";
        let output = Output { status: ExitStatus::from_raw(256), stdout: Vec::new(), stderr: stderr.to_vec() };
        let told = complaint(&output);
        assert!(told.contains("undefined reference to `g'") && told.lines().count() == 3, "{told}");
    }

    #[test]
    fn a_tool_that_ran_out_of_memory_is_told_without_its_command() {
        let stderr =
            b"%Error: Verilator threw signal 9. Suggest trying --debug --gdbbt\n%Error: Command Failed exec verilator_bin --cc a.v\n";
        let output = |stderr: &[u8], raw| Output { status: ExitStatus::from_raw(raw), stdout: Vec::new(), stderr: stderr.to_vec() };
        let told = complaint(&output(stderr, 256));
        assert!(told.lines().count() == 2 && !told.contains("--cc") && told.ends_with("where memory runs out"), "{told}");
        assert!(complaint(&output(b"", 9)).ends_with("where memory runs out"));
    }
}
