//! Studies of the papers, run again on the golden model: sweeps of the offered load over several seeds, their estimates and figures.
//!
//! ```
//! use torusmith_papers::knee::{Knee, knee};
//! use torusmith_papers::sweep::grid;
//! use torusmith_papers::verdict::Verdict;
//!
//! The rate from which a network is saturated, by any criterion; and rates around it.
//! let judge = |rate| if rate > 0.3 { Verdict::Saturated } else { Verdict::Passes };
//! let found = knee(|rate| Ok::<_, std::convert::Infallible>(judge(rate)))?;
//! assert!(matches!(found, Knee::At(rate) if (0.3..0.33).contains(&rate)));
//! assert_eq!(grid(0.4, 0.5, 1.5, 3), [0.2, 0.4, 0.6]);
//! # Ok::<(), std::convert::Infallible>(())
//! ```

pub mod batches;
pub mod cache;
pub mod claims;
pub mod dynamic;
pub mod enough;
mod error;
pub mod estimate;
pub mod figure;
pub mod figures;
pub mod files;
pub mod histogram;
pub mod htn_selection;
pub mod knee;
pub mod options;
pub mod parts;
pub mod rdt;
pub mod statics;
pub mod sweep;
pub mod table;
pub mod verdict;

use cache::Cache;
pub use error::Error;

/// Progress of a study, reported from any thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A stage of this many steps begins.
    Stage(&'static str, u64),
    /// The stage has this many more steps, or fewer.
    More(i64),
    /// Another step is done.
    Step,
}

/// Resources of a running study.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Cache of simulated points.
    pub cache: &'a Cache,
    /// Receives the progress, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}
