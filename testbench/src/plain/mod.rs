//! The lock step of plain routers: flits and credits at the local ports (docs/router.md).

mod counts;
mod driver;
mod ledger;
mod model;
mod ports;
mod settings;
mod users;

pub use counts::PlainCounts;
pub use driver::{Driven, Faults};
pub(crate) use model::Model;
pub use settings::Plain;
pub use users::PacketSource;
pub(crate) use users::Users;
