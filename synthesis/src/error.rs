//! What can go wrong with a synthesis.

use std::path::PathBuf;

/// One line each, naming what is at fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such tool.
    #[error("{tool} is missing: {hint}")]
    MissingTool {
        /// The tool.
        tool: &'static str,
        /// Where it was sought, and how to get it.
        hint: String,
    },
    /// The tool refuses the Verilog, or fails.
    #[error("{tool} fails: {message}")]
    Tool {
        /// The tool.
        tool: &'static str,
        /// What it said.
        message: String,
    },
    /// A cell that the flow should not leave, so its gates are not known.
    #[error("cell {cell} of module {module}: its gates are not known; yosys {version} mapped it in a way that this flow does not expect")]
    UnknownCell {
        /// Type of the cell.
        cell: String,
        /// The module that has it.
        module: String,
        /// Version of yosys.
        version: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}
