//! The options of a design: the names of their values, and their ranges. Command line, manifests, JSON, generator, model and proof use these types.
//!
//! An option says here how it is written, and nothing of what it does: generator, model and proof implement it each on its own.
//!
//! ```
//! use torusmith_design::{RoutingAlgorithm, VcRule, ranges};
//!
//! assert_eq!("ls+cs".parse(), Ok(RoutingAlgorithm::LsCs));
//! assert_eq!(VcRule::Paper4.name(), "paper4");
//! assert_eq!("even".parse::<torusmith_design::Ties>().unwrap_err().to_string(), "ties = even is not allowed; allowed: plus, balanced");
//! assert!(ranges::VCS.contains(8) && !ranges::VCS.contains(9));
//! ```

mod interface;
mod lines;
pub mod manifest;
mod names;
mod places;
pub mod ranges;
mod router;
mod routing;
mod tool;

pub use interface::*;
pub use manifest::{Direction, Manifest, ManifestError, Signal};
pub use names::UnknownName;
pub use ranges::OptionRange;
pub use router::*;
pub use routing::*;
pub use tool::Tool;
