//! A network and options to Verilog-2001: routers, network tops, constraints and a manifest.
//!
//! [`generate`] renders a [`Design`] in memory, [`Design::add_testbench`] puts a test bench beside it, [`Design::write`] puts all into a folder. The Verilog follows
//! docs/router.md and docs/networks.md; nothing here is shared with the golden model.
//!
//! ```
//! use torusmith_generator::{Options, generate};
//!
//! let design = generate(&"torus:4,4".parse()?, &Options { vcs: Some(2), ..Options::default() })?;
//! assert_eq!(design.top, "torus_4_4_router");
//! assert!(design.file("rtl/torus_4_4_crossbar.v").is_some_and(|verilog| verilog.contains("module torus_4_4_crossbar")));
//! // design.write(Path::new("build/torus"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A family adds its Verilog
//!
//! Each family is one record, a [`FamilyRtl`], that says what its router looks like ([`NetworkRtl`]) and brings the text of its route module. One
//! that another crate adds is whole in `examples/star`; in short, beside [`torusmith_topology::register`]:
//!
//! ```
//! use torusmith_generator::{Choices, Error, FamilyRtl, NetworkRtl, Offer, RoutingAlgorithm, Ties, Turns, VcRule, VerilogModule};
//!
//! static LINE: FamilyRtl = FamilyRtl {
//!     prefix: "line", // of the names of its networks
//!     routing: Offer::of(&[RoutingAlgorithm::Dor]),
//!     vc_rules: Offer::of(&[VcRule::Any]),
//!     ties: Offer::of(&[Ties::Plus]),
//!     describe,
//!     wire: torusmith_generator::wire_graph, // or a top of its own
//! };
//!
//! fn describe(network: &torusmith_topology::Network, _: &Choices) -> Result<NetworkRtl, Error> {
//!     let route = VerilogModule::new("route", "module route .."); // include_str!("route_line.v")
//!     let turns = Turns::of_ports(&[0b110, 0b101, 0b011], 1); // from port 0 to 1 and 2; from 1 to 0 and 2; from 2 to 0 and 1; one class
//!     let address_bits = ("ADDRESS_BITS", network.address_bits().to_string());
//!     Ok(NetworkRtl { route_parameters: vec![address_bits], ..NetworkRtl::new(vec![route], turns, VcRule::Any) })
//! }
//!
//! torusmith_generator::register(&LINE);
//! ```

mod algorithm;
mod alignment;
mod axi4;
mod axi4_options;
mod axi4_render;
mod axi4_signals;
mod axis;
mod bits;
mod bundle;
mod by_node;
mod choices;
mod clocks;
mod common;
mod concentrated;
mod configuration;
mod constraints;
mod description;
mod design;
mod dragonfly;
mod error;
mod expressions;
mod family;
mod fattree;
mod flatfly;
mod flows;
mod graph_wiring;
mod grid;
mod htn;
mod hypercube;
mod ip_xact;
mod ip_xact_bus;
mod ip_xact_memory;
mod kept;
mod library;
mod manifest;
mod mesh;
mod mtn;
mod name;
mod options;
mod own;
mod ownership;
mod package;
mod parameters;
mod ports;
mod rdt;
mod rdt_multicast;
mod rdt_turns;
mod readme;
mod registry;
mod render;
mod router;
mod rules;
mod signals;
mod sliced;
mod star;
mod streams;
mod sttn;
mod summary;
mod templates;
mod terminals;
mod tesh;
mod tools;
mod top;
mod tori_connected;
mod tori_connected_classes;
mod torus;
mod ttn;
mod turn_table;
mod turns;
mod verification;
mod verilog;
mod widest;
mod wrapped;

pub use axi4::Axi4;
pub use axi4_options::Axi4Options;
pub use choices::Choices;
pub use description::{NetworkRtl, Number, Source};
pub use design::{Design, Written};
pub use error::Error;
pub use family::{FamilyRtl, Offer, spec};
pub use graph_wiring::wire_graph;
pub use kept::Kept;
pub use library::library_module;
pub use options::{Options, Router};
pub use ownership::{WriteOptions, files_of_designs};
pub use package::Testbench;
pub use parameters::Parameters;
pub use registry::{families, register};
pub use streams::Streams;
pub use top::{NodeInstance, network_declaration, node_instance};
pub use torusmith_design::{
    Clocks, Exclusive, IdOrder, Interface, Order, Pipeline, RoutingAlgorithm, Scope, Target, Ties, VcReuse, VcRule,
};
pub use torusmith_routes::Lanes;
pub use turn_table::{Turns, ports};
pub use verilog::VerilogModule;

use rdt_multicast::MulticastRouter;
use torusmith_topology::Network;

/// Renders the Verilog of `network` with `options`.
///
/// # Errors
/// [`Error::Option`] for an option that is out of range or does not go with the network, [`Error::NoRtl`] for a network of a family without
/// Verilog.
pub fn generate(network: &Network, options: &Options) -> Result<Design, Error> {
    streams::no_clocks_alone(options)?;
    made(network, options, false)
}

/// One node of `network` for who measures it: what [`generate`] renders with [`Scope::Router`], and with [`Clocks::Async`], too.
///
/// # Errors
/// As [`generate`].
pub fn generate_node(network: &Network, options: &Options) -> Result<Design, Error> {
    made(network, &Options { scope: Scope::Router, ..options.clone() }, true)
}

fn made(network: &Network, options: &Options, at_node: bool) -> Result<Design, Error> {
    options.name.as_deref().map_or(Ok(()), name::check)?;
    match options.router {
        Router::Plain => {
            let family = registry::family_of(network)?;
            let (choices, rtl) = family.description(network, options)?;
            let mut parameters = Parameters::new(network, choices, rtl, options)?;
            parameters.at_node = at_node;
            let own_bits = router::own_bits(&parameters);
            let parameters = parameters.with_own_bits(own_bits);
            if !options.wide_ports {
                widest::check(&parameters)?;
            }
            render::render(&parameters, family)
        }
        Router::Multicast { ack_ways } => MulticastRouter::new(network, options, ack_ways)?.design(),
    }
}
