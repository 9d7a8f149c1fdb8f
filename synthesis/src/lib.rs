//! Hardware cost of generated Verilog, and proofs of its modules, by the tools that a user would take: yosys and nextpnr.
//!
//! ```
//! use torusmith_synthesis::{Cache, Sources, Yosys, area};
//!
//! let dir = tempfile::tempdir()?;
//! let file = dir.path().join("both.v");
//! std::fs::write(&file, "module both (input wire a, input wire b, output wire y);\nassign y = ~(a & b);\nendmodule\n")?;
//! let gates = area(&Yosys::find()?, &Cache::off(), &Sources::read(&[file])?, "both", &[])?;
//! assert_eq!(gates.total, 1.0); // in NAND2
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod area;
mod cache;
mod cells;
mod connections;
mod error;
mod fpga;
mod liberty;
mod mapping;
mod mutants;
mod netlist;
mod prove;
mod stat;
mod tools;
mod write_json;
mod yosys;

pub use area::{Area, Block, FLOW, UNIT, area};
pub use cache::Cache;
pub use connections::{Connections, Module as BoxModule, connections};
pub use error::Error;
pub use fpga::{
    CriticalPath, Device, Fpga, Hop, Module, Nextpnr, Progress, Router, STAGES, SeedResult, Segment, StageDelay, fpga, fpga_of_module,
};
pub use liberty::{CellNetlist, CellPort, LibraryFile, MappedCell, NetBit, map_to_library};
pub use mapping::{Mapped, Mapping, mapped};
pub use mutants::{Mutant, Mutants, SELECTOR, mutants};
pub use netlist::{Netlist, netlist};
pub use prove::{Outcome, Proof, Proofs, Verdict, prove};
pub use write_json::{Bit, Instance, Port};
pub use yosys::{Sources, Yosys, one_line};
