//! `torusmith`: from a hierarchical torus network's name to Verilog routers, and their proof against the golden model.
//!
//! The program is this library and no more, so a program of its own can have the whole command line: it calls [`run`] with its arguments.
//!
//! ```
//! let code = torusmith::run(["torusmith", "deadlock", "torus:4,4", "--json"].map(Into::into));
//! assert_eq!(format!("{code:?}"), format!("{:?}", std::process::ExitCode::SUCCESS));
//! ```

mod area;
mod asic;
mod chip;
mod cli;
mod completions;
mod config;
mod cosim;
mod coverage;
mod deadlock;
mod demo;
mod doctor;
mod energy;
mod exit;
mod explore;
mod faults;
mod flags;
mod fpga;
mod generate;
#[cfg(feature = "prove")]
mod heads;
mod import;
mod interrupt;
mod junit;
mod latencies;
mod man;
mod multicast;
mod multicast_deadlock;
#[cfg(feature = "prove")]
mod mutate;
mod network_file;
mod options;
mod outcome;
mod output;
mod outputs;
mod packets;
mod pictures;
mod progress;
#[cfg(feature = "prove")]
mod prove;
mod refusal;
mod repair;
mod report;
mod route;
mod shell;
mod simulate;
mod study;
mod sweep;
mod table;
mod temporary;
mod topology;
mod values;
mod ways;

use std::ffi::OsString;
use std::process::ExitCode;

use exit::Verdict;

/// Runs the command line `args`, the program's name first, and gives its exit code (docs/cli.md). Takes Ctrl-C over from the system.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    interrupt::install();
    let done = cli::parse(args).and_then(|command| command.map_or(Ok(Verdict::Good), cli::Command::run));
    exit::code(done)
}
