//! The hypercube: the route module's parameters and the top.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::hypercube::{self, Hypercube};

use crate::bundle::{Bundle, Link, NodeWires, by_port, port_names};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::graph_wiring::{is_written_out, wire_graph};
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::templates::{Values, render};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: hypercube::FAMILY.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer::of(&[VcRule::Any]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire,
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let _: &Hypercube = spec(network)?;
    let values = Values::from([("ports", (network.ports() as u32).into()), ("address_bits", network.address_bits().into())]);
    let module = |name: &'static str, template: &str| Ok::<_, Error>(VerilogModule::new(name, render(template, &values)?));
    Ok(NetworkRtl {
        neighbours: Some(module("neighbours", "routes/hypercube_neighbours.v")?),
        ..NetworkRtl::new(vec![module("route", "routes/hypercube.v")?], turns(network, &*choices.routes(network)?), VcRule::Any)
    })
}

/// The links of each dimension: to a port of the same number.
const LINKS: [Bundle; 16] = [
    ("D0", "FAR_0", "D0"),
    ("D1", "FAR_1", "D1"),
    ("D2", "FAR_2", "D2"),
    ("D3", "FAR_3", "D3"),
    ("D4", "FAR_4", "D4"),
    ("D5", "FAR_5", "D5"),
    ("D6", "FAR_6", "D6"),
    ("D7", "FAR_7", "D7"),
    ("D8", "FAR_8", "D8"),
    ("D9", "FAR_9", "D9"),
    ("D10", "FAR_10", "D10"),
    ("D11", "FAR_11", "D11"),
    ("D12", "FAR_12", "D12"),
    ("D13", "FAR_13", "D13"),
    ("D14", "FAR_14", "D14"),
    ("D15", "FAR_15", "D15"),
];

#[derive(Template)]
#[template(path = "network/hypercube_network_template.v")]
struct Top {
    c: Common,
    dimensions: u32,
    ports: Vec<String>,
    wires: NodeWires,
    links: Vec<Link>,
    sliced: Vec<Sliced>,
    local: Local,
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    if is_written_out(p) {
        return wire_graph(p);
    }
    let cube: &Hypercube = spec(&p.network)?;
    let links = &LINKS[..cube.dimensions as usize];
    let ports = port_names(links);
    let top = Top {
        c: Common::new(p),
        dimensions: cube.dimensions,
        sliced: sliced::of_rings(p, links),
        links: by_port(links),
        wires: NodeWires::by_port(&ports),
        ports,
        local: Local::of_nodes(p.network.routers(), p),
    };
    Ok(vec![VerilogModule::new("network", top.render()?)])
}
