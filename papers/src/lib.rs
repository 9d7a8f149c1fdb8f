//! Studies of the papers, run again on the golden model: sweeps of the offered load over several seeds, their estimates and figures.
//!
//! ```
//! use torusmith_papers::knee::{Knee, knee};
//! use torusmith_papers::sweep::grid;
//! use torusmith_papers::verdict::Verdict;
//!
//! // The rate from which on a network is saturated, by whatever tells whether it is; and rates around it.
//! let judge = |rate| if rate > 0.3 { Verdict::Saturated } else { Verdict::Passes };
//! let found = knee(|rate| Ok::<_, std::convert::Infallible>(judge(rate)))?;
//! assert!(matches!(found, Knee::At(rate) if (0.3..0.33).contains(&rate)));
//! assert_eq!(grid(0.4, 0.5, 1.5, 3), [0.2, 0.4, 0.6]);
//! # Ok::<(), std::convert::Infallible>(())
//! ```

pub mod batches;
pub mod cache;
pub mod claim;
pub mod dynamic;
pub mod enough;
mod error;
pub mod estimate;
pub mod figure;
pub mod figures;
pub mod files;
pub mod htn_selection;
pub mod knee;
pub mod options;
pub mod parts;
pub mod rdt;
pub mod statics;
pub mod summary;
pub mod sweep;
pub mod table;
pub mod verdict;

use cache::Cache;
pub use error::Error;

/// How far a study is, told from any thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A stage of so many steps begins.
    Stage(&'static str, u64),
    /// The stage turns out to be so many steps longer, or shorter.
    More(i64),
    /// One step more is done.
    Step,
}

/// What a study runs with.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Where points are looked up and kept.
    pub cache: &'a Cache,
    /// Is told how far the study is, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}
