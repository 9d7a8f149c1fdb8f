//! Services of the operating system: tools, atomic writes of files and folders, and caches keyed by everything that a result depends on.
//!
//! ```
//! let dir = tempfile::tempdir()?;
//! let file = dir.path().join("report.txt");
//! torusmith_host::aside::write_file(&file, "whole, or not there at all")?;
//! assert_eq!(std::fs::read_to_string(&file)?, "whole, or not there at all");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod aside;
mod cache;
mod claim;
pub mod folder;
mod hash;
mod tool;

pub use cache::{Cache, asked_folder, or_build, own_folder, user_folder};
pub use claim::Claim;
pub use hash::{Key, is_sealed, seal, sha256};
pub use tool::find_tool;
