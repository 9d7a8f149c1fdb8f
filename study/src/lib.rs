//! Studies of the papers, run again on the golden model: sweeps of the offered load over several seeds, their estimates and figures.

pub mod claim;
mod error;
pub mod estimate;
pub mod figure;
pub mod files;
pub mod htn_selection;
pub mod options;
pub mod rdt;
pub mod statics;
pub mod summary;
pub mod sweep;
pub mod table;

pub use error::Error;

/// How far a study is, told from any thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A stage of so many steps begins.
    Stage(&'static str, u64),
    /// One step more is done.
    Step,
}
