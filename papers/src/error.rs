//! Errors of a study, in one line.

use std::path::PathBuf;

/// A study that could not be run or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A setting out of range.
    #[error("{field} = {value} is not allowed; allowed: {allowed}")]
    Value {
        /// Name of the setting.
        field: &'static str,
        /// The value given.
        value: u64,
        /// The allowed range, with a reason where it is not obvious.
        allowed: &'static str,
    },
    /// A setting that the model refuses.
    #[error(transparent)]
    Model(#[from] torusmith_sim::Error),
    /// A run in which no packet was measured.
    #[error(
        "cycles = {cycles} is not allowed: no packet was measured at rate {rate} with seed {seed}, {pattern} on {network}; allowed: more"
    )]
    NoPacket {
        /// Clocks in which packets are created.
        cycles: u64,
        /// The offered load.
        rate: f64,
        /// The seed of the traffic.
        seed: u64,
        /// The traffic pattern.
        pattern: String,
        /// The network.
        network: String,
    },
    /// The cache folder cannot be written.
    #[error("cache folder `{}`: cannot be written: {source}", path.display())]
    Cache {
        /// The folder.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A figure that cannot be drawn.
    #[error("figure: {0}")]
    Figure(String),
    /// The output folder cannot be written.
    #[error("output folder `{}`: cannot be written: {source}", path.display())]
    Write {
        /// The folder.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
}
