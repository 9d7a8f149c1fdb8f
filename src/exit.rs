//! Exit codes (docs/cli.md), and the one line that an error is told in.

use std::io::ErrorKind;
use std::process::ExitCode;

use torusmith_synthesis::Error as SynthesisError;
use torusmith_testbench::Error as BenchError;

/// Result of a command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All is well.
    Good,
    /// A mismatch, a cycle of channels, a dead network.
    Bad,
    /// A tool that is needed is missing.
    ToolMissing,
}

const BAD: u8 = 1;
const BAD_INPUT: u8 = 2;
const TOOL_MISSING: u8 = 3;
/// 128 + SIGINT, as a shell reports it.
pub const INTERRUPTED: u8 = 130;

/// Ctrl-C, noticed by a command between two steps.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Verilog that differs from the model where it may not.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(pub String);

/// A tool that is needed and is not there.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ToolMissing(pub String);

/// Tells the error, if there is one, and gives the exit code.
pub fn code(done: anyhow::Result<Verdict>) -> ExitCode {
    ExitCode::from(match done {
        Ok(Verdict::Good) => 0,
        Ok(Verdict::Bad) => BAD,
        Ok(Verdict::ToolMissing) => TOOL_MISSING,
        Err(e) => match of_error(&e) {
            // The reader of the pipe has seen enough.
            None => 0,
            Some(code) => {
                eprintln!("torusmith: {}", line(&e));
                code
            }
        },
    })
}

/// The next of many jobs would end like this too: Ctrl-C, a tool that is missing.
pub fn ends_all(e: &anyhow::Error) -> bool {
    matches!(of_error(e), None | Some(INTERRUPTED | TOOL_MISSING))
}

fn of_error(e: &anyhow::Error) -> Option<u8> {
    for cause in e.chain() {
        if cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe) {
            return None;
        }
        if cause.is::<Interrupted>() {
            return Some(INTERRUPTED);
        }
        if cause.is::<ToolMissing>() {
            return Some(TOOL_MISSING);
        }
        if cause.is::<Mismatch>() {
            return Some(BAD);
        }
        if let Some(SynthesisError::MissingTool { .. }) = cause.downcast_ref() {
            return Some(TOOL_MISSING);
        }
        match cause.downcast_ref::<BenchError>() {
            Some(BenchError::MissingTool { .. }) => return Some(TOOL_MISSING),
            Some(BenchError::Interrupted) => return Some(INTERRUPTED),
            Some(BenchError::Stopped { .. } | BenchError::Unexplained { .. }) => return Some(BAD),
            _ => {}
        }
    }
    Some(BAD_INPUT)
}

/// The error and its causes on one line; a cause that an error above it quotes already is not repeated.
pub fn line(e: &anyhow::Error) -> String {
    let mut told = String::new();
    for cause in e.chain().map(ToString::to_string) {
        let cause: Vec<&str> = cause.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let cause = cause.join("; ");
        if told.is_empty() {
            told = cause;
        } else if !told.contains(&cause) {
            told += ": ";
            told += &cause;
        }
    }
    told
}
