//! The lock step of the RDT's multicast router (docs/multicast_router.md).
//!
//! As with the plain router, the stimulus on each side comes from that side's own outputs. The network interfaces of the Verilog side are in
//! `cpp/multicast.h`; reports and restarts, which need the packets of other nodes, and the check of deliveries are here.

mod counts;
mod format;
mod ledger;
mod members;
mod model;
mod ports;
mod settings;
mod source;
mod users;

pub use counts::MulticastCounts;
pub use settings::Multicast;
