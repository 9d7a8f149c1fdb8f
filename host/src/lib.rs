//! What torusmith needs of the machine it is on: tools, files that nobody sees half written, and results kept by a hash of all that they
//! depend on.

pub mod aside;
mod cache;
mod claim;
mod key;
mod tool;

pub use cache::{Cache, asked_folder, or_build, own_folder, user_folder};
pub use claim::Claim;
pub use key::{Key, sha256};
pub use tool::find_tool;
