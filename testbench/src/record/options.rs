//! Options of a recording.

use torusmith_design::{Pipeline, Scope};
use torusmith_sim::traffic::TrafficOptions;
use torusmith_topology::LinkSlices;

use crate::Error;
use crate::flits::Format;
use crate::kind::Kind;
use crate::manifest::Design;

/// Nodes of a network of which a router can be recorded.
const MOST_AROUND: usize = 16_384;
/// Nodes of a network that can be recorded as a whole.
const MOST_AT_ONCE: usize = 1024;
/// Lines of a recording.
pub(super) const MOST_LINES: u64 = 4_000_000;

/// Traffic and length of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordOptions {
    /// The packets.
    pub traffic: TrafficOptions,
    /// Clocks in which sources may start packets; the recording goes on until the network is empty.
    pub cycles: u64,
    /// The router that is recorded. `None`: of those with the most ports, the one that most flits pass.
    pub node: Option<u32>,
}

impl RecordOptions {
    /// Most clocks in which packets are sent.
    pub const MOST_CLOCKS: u64 = 1_000_000;
}

/// The settings that nothing is recorded with.
pub(super) fn check(design: &Design, options: &RecordOptions) -> Result<(), Error> {
    let refuse = |field, value: String, allowed: String| Err(Error::Option { field, value, allowed });
    let nodes = design.network.routers();
    let kinds = match design.kind() {
        Kind::Plain => None,
        Kind::Multicast => Some("test benches of the plain router; for the multicast router there is cosim"),
        Kind::Axi4 => Some("designs with flits and credits at the local ports; for AXI4 there is cosim"),
        Kind::Axi => Some("designs with flits and credits at the local ports; for AXI4-Stream there is cosim"),
    };
    if let Some(allowed) = kinds {
        return refuse("testbench", design.manifest.top.clone(), allowed.into());
    }
    let (most, scope) = match design.manifest.scope {
        Scope::Router => (MOST_AROUND, "router"),
        Scope::Network => (MOST_AT_ONCE, "network"),
    };
    if nodes > most {
        return refuse(
            "testbench",
            format!("{} of {nodes} nodes", design.network),
            format!("networks of up to {most} nodes with scope {scope}"),
        );
    }
    let own = Format::new(&design.network, design.flit_width).own_bits();
    if design.manifest.scope == Scope::Router && design.config.pipeline == Pipeline::One && !own.is_empty() {
        let allowed = "2, 3 with testbench and scope router: with 1 routers may tell their neighbours the way in a head's own bits (L4), which the model \
                       does not know; any with scope network";
        return refuse("pipeline", "1".into(), allowed.into());
    }
    if design.manifest.scope == Scope::Router && !design.link_slices.is_empty() {
        let allowed = "none with testbench and scope router; any with scope network";
        let from_file = design.link_slices == LinkSlices::new(&design.network);
        let value = if from_file { format!("{} of the network file", design.link_slices.most()) } else { design.link_slices.to_string() };
        return refuse("link-slices", value, allowed.into());
    }
    const MOST_CLOCKS: u64 = RecordOptions::MOST_CLOCKS;
    if !(1..=MOST_CLOCKS).contains(&options.cycles) {
        return refuse("cycles", options.cycles.to_string(), format!("1 to {MOST_CLOCKS} with testbench"));
    }
    match options.node {
        Some(node) if design.manifest.scope == Scope::Network => {
            refuse("testbench-node", node.to_string(), "none with scope network, which has them all".into())
        }
        Some(node) if node as usize >= nodes => refuse("testbench-node", node.to_string(), format!("0 to {}", nodes - 1)),
        _ => Ok(()),
    }
}
