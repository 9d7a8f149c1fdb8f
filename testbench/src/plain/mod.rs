//! The lock step of plain routers: flits and credits at the local ports (docs/router.md).

mod by_packets;
mod counts;
mod driver;
mod ledger;
mod model;
mod ports;
mod settings;
mod times;
mod users;
mod watch;

pub use by_packets::ByPackets;
pub use counts::PlainCounts;
pub use driver::{Driven, Faults};
pub(crate) use model::Model;
pub use settings::Plain;
pub use users::PacketSource;
pub(crate) use users::Users;
