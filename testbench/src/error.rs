//! Errors before or during a co-simulation. One line each.

use std::path::PathBuf;
use torusmith_sim::generated::FolderError;

/// Why a co-simulation could not be done. A difference between Verilog and model is no error: it is in the report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A tool is not there.
    #[error("{tool}: not found; {hint}")]
    MissingTool {
        /// The tool.
        tool: String,
        /// Where it was looked for and how to get it.
        hint: String,
    },
    /// The folder is not one that `generate` wrote, or is no longer.
    #[error("{}: {message}", path.display())]
    Folder {
        /// The folder or the file in it.
        path: PathBuf,
        /// The error.
        message: String,
    },
    /// A tool ran and failed; the first lines of its complaint follow.
    #[error("{tool} failed on {subject}: {message}")]
    Tool {
        /// The tool.
        tool: String,
        /// File or module that the tool worked on.
        subject: String,
        /// First lines of its errors.
        message: String,
    },
    /// An option out of range.
    #[error("{field} = {value} is not allowed; allowed: {allowed}")]
    Option {
        /// Name of the option.
        field: &'static str,
        /// The value given.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// The model refuses a setting, or a manifest that names what it does not know.
    #[error(transparent)]
    Model(#[from] torusmith_sim::Error),
    /// The Verilated model stopped by itself: `$finish`, `$fatal`, or logic that does not settle.
    #[error("the Verilog stopped in clock {clock}: {message}")]
    Stopped {
        /// The clock.
        clock: u64,
        /// Verilator's message.
        message: String,
    },
    /// The shim saw a difference that is none when the port is read again: a defect of the test bench.
    #[error(
        "clock {clock}: router {node} ({address}), port {port} ({port_name}): the lock step saw a difference here and finds none in any signal: \
         a defect of the test bench, not of the design; please report"
    )]
    Unexplained {
        /// The clock.
        clock: u64,
        /// Node number of the router.
        node: u32,
        /// Its address.
        address: String,
        /// Port number.
        port: usize,
        /// Port name.
        port_name: String,
    },
    /// A file could not be written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The model's network died while it was recorded: the routing or VC rule deadlocks.
    #[error("the network is dead: nothing has moved since clock {since}")]
    Dead {
        /// The clock.
        since: u64,
    },
    /// A template that does not render: a defect of the test bench.
    #[error("template: {0}")]
    Template(#[from] askama::Error),
    /// The run was interrupted by its caller.
    #[error("interrupted")]
    Interrupted,
}

impl From<FolderError> for Error {
    fn from(error: FolderError) -> Self {
        Self::folder(error.path, error.message)
    }
}

impl Error {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }

    pub(crate) fn folder(path: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Self::Folder { path: path.into(), message: message.into() }
    }
}
