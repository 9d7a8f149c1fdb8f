//! What generated Verilog costs in hardware, by the tools that a user would take: gates by yosys.

mod area;
mod cells;
mod error;
mod yosys;

pub use area::{Area, Block, FLOW, UNIT, area};
pub use error::Error;
pub use yosys::Yosys;
