//! Errors of a proof.

use std::path::PathBuf;

/// One line each.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing can be said of such a router.
    #[error("{0}")]
    NotCovered(String),
    /// The netlist cannot be read.
    #[error("{0}")]
    Netlist(String),
    /// yosys is missing, or refuses the Verilog.
    #[error(transparent)]
    Synthesis(#[from] torusmith_synthesis::Error),
    /// A certificate cannot be made of what was proved.
    #[error("no certificate: {0}")]
    Certificate(String),
    /// A file cannot be read, or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}
