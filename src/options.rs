//! Flags that several subcommands share.

mod axi4;
mod beside;
mod cache;
mod classes;
mod engine;
mod kind;
mod multicast;
mod network;
mod node;
mod report;
mod router;
mod rtl;
mod rule;
mod stream;
mod testbench;
mod traffic;
mod words;

pub use axi4::Axi4Args;
pub use beside::BesideArgs;
pub use cache::CacheArgs;
pub use classes::{has_classes_to_find, wanted_by_file, with_classes};
pub use engine::EngineArgs;
pub use multicast::{MulticastArgs, rdt};
pub use network::NetworkArgs;
pub use node::{NodeArgs, at, at_node};
pub use report::ReportArgs;
pub use router::RouterArgs;
pub use rtl::{DesignArgs, RtlArgs};
pub use rule::{RoutesArgs, RuleArgs};
pub use stream::StreamArgs;
pub use testbench::TestbenchArgs;
pub use traffic::{TrafficArgs, clocks, only_one, told_rate};
pub use words::{HotSpots, Word, Words, patterns};
