//! A family of networks that a program adds, with its own Verilog: `cargo run -p torusmith-generator --example star -- star:5 OUT`
//!
//! The Verilog is that of the whole network, wired up from the family's graph.

use std::error::Error;
use std::path::Path;

use torusmith_generator::{Choices, FamilyRtl, NetworkRtl, Offer, Options, RoutingAlgorithm, Scope, Ties, Turns, VcRule, VerilogModule};
use torusmith_topology::{Coordinate, Family, FamilyName, Link, Network, NetworkSpec, family};

/// `star:5`, a hub with four leaves.
static STAR: Family = Family {
    id: FamilyName { prefix: "star", title: "star" },
    syntax: "star:NODES",
    form: "star:NODES, such as star:5",
    read: |rest| family::numbers(rest).map(|[nodes]| Star::new(nodes).map(Network::new)),
};

/// Its Verilog. A star has no cycles, so any VC will do.
static STAR_RTL: FamilyRtl = FamilyRtl {
    prefix: STAR.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer::of(&[VcRule::Any]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire: torusmith_generator::wire_graph,
};

fn describe(network: &Network, _: &Choices) -> Result<NetworkRtl, torusmith_generator::Error> {
    let star: &Star = torusmith_generator::spec(network)?;
    let all = (1 << star.nodes) - 1;
    // From anywhere to anywhere but back.
    let turns: Vec<u32> = (0..star.nodes).map(|from| all & !(1 << from)).collect();
    Ok(NetworkRtl {
        route_parameters: vec![("NUM_PORTS", star.nodes.to_string()), ("ADDRESS_BITS", network.address_bits().to_string())],
        ..NetworkRtl::new(vec![VerilogModule::new("route_star", include_str!("route_star.v"))], Turns::of_ports(&turns, 1), VcRule::Any)
    })
}

/// Node 0, the hub, has port p to leaf p; a leaf has port 1 to the hub.
#[derive(Debug)]
struct Star {
    nodes: u32,
    labels: Vec<String>,
}

impl Star {
    fn new(nodes: u32) -> Result<Self, torusmith_topology::Error> {
        if !(3..=12).contains(&nodes) {
            return Err(torusmith_topology::Error::parameter("star", "nodes", nodes, "3..12"));
        }
        Ok(Self { nodes, labels: (0..nodes).map(|port| if port == 0 { "local".into() } else { format!("p{port}") }).collect() })
    }
}

impl NetworkSpec for Star {
    fn family(&self) -> FamilyName {
        STAR.id
    }

    fn name(&self) -> String {
        format!("star({})", self.nodes)
    }

    fn slug(&self) -> String {
        format!("star_{}", self.nodes)
    }

    fn routers(&self) -> usize {
        self.nodes as usize
    }

    fn ports(&self) -> usize {
        self.nodes as usize
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        match (node, port) {
            (0, leaf) => Some(Link { node: leaf.into(), port: 1 }),
            (leaf, 1) => Some(Link { node: 0, port: leaf as u8 }),
            _ => None,
        }
    }

    fn port_label(&self, port: u8) -> &str {
        &self.labels[port as usize]
    }

    fn format_address(&self, node: u32) -> String {
        node.to_string()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        text.parse().ok().filter(|node| *node < self.nodes).ok_or_else(|| format!("0..{}", self.nodes - 1))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("node", self.nodes, |node| node)]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    torusmith_topology::register(&STAR);
    torusmith_generator::register(&STAR_RTL);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [network, out] = &arguments[..] else { return Err("usage: star NETWORK OUT".into()) };
    let options = Options { scope: Scope::Network, vcs: Some(2), ..Options::default() };
    torusmith_generator::generate(&network.parse()?, &options)?.write(Path::new(out))?;
    Ok(())
}
