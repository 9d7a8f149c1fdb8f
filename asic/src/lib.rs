//! Area and timing of a router in the cells of a Liberty file.
//!
//! yosys maps a router to a library ([`torusmith_synthesis::map_to_library`]); sizing, buffers and static timing are of this crate. A library is read
//! once, and what can be computed of a mapped netlist is built on [`Library`] and [`Netlist`].
//!
//! ```
//! let error = torusmith_asic::Library::read("library (empty) { capacitive_load_unit (1, pf); }").unwrap_err();
//! assert_eq!(error.to_string(), "time_unit is missing");
//! ```

mod cycles;
mod energy;
mod function;
pub mod liberty;
pub mod library;
mod models;
pub mod netlist;
mod opensta;
mod power;
mod sizing;
mod table;
mod timing;

pub use cycles::{Counts, CycleError, Cycles, LANES, Watch};
pub use energy::{Energies, EnergyModel, InstanceEnergy};
pub use function::Function;
pub use library::{Library, LibraryError};
pub use models::models;
pub use netlist::{Netlist, NetlistError};
pub use opensta::OpenSta;
pub use power::{CellPower, InternalPower, Power};
pub use sizing::size;
pub use table::{Table, Units};
pub use timing::{Conditions, LoopError, PathStep, Timing};
