//! torusmith with one family more: `moebius:N`, the Moebius ladder. All commands are there, and take it wherever they take a network.

mod routing;
mod rtl;
mod topology;

use std::process::ExitCode;

fn main() -> ExitCode {
    torusmith_topology::register(&topology::FAMILY);
    torusmith_sim::routing::register(&routing::ROUTING);
    torusmith_generator::register(&rtl::RTL);
    torusmith::run(std::env::args_os())
}
