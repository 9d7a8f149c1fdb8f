//! Errors of a synthesis.

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
        /// Message of the tool.
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
    /// No such device.
    #[error("device = {name} is not allowed; allowed: {allowed}")]
    Device {
        /// Name that was asked for.
        name: String,
        /// Those there are.
        allowed: String,
    },
    /// The device is too small.
    #[error("{device} is too small: {context}, needs {needed} of {available} {cell}, {more} more than there are")]
    DoesNotFit {
        /// The device.
        device: &'static str,
        /// Design that was to be placed.
        context: &'static str,
        /// The cells that do not suffice.
        cell: String,
        /// How many it needs.
        needed: u64,
        /// How many there are.
        available: u64,
        /// How many are missing.
        more: u64,
    },
    /// A manifest that does not describe a router.
    #[error("{}: {source}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Error of the manifest.
        source: torusmith_design::ManifestError,
    },
    /// A design without a module that it should have.
    #[error("the design has no module {module}")]
    NoModule {
        /// The module.
        module: String,
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
