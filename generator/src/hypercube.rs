//! The hypercube: the route module's parameters, the turns that its routing takes, and the top.

use askama::Template;
use torusmith_topology::hypercube::Hypercube;

use crate::network::{Module, NetworkRtl, the_only_rule};
use crate::parameters::Parameters;
use crate::render::Common;
use crate::signals::Local;
use crate::{Error, Routing, VcRule};

pub(crate) fn rtl(cube: &Hypercube, rule: Option<VcRule>) -> Result<NetworkRtl, Error> {
    Ok(NetworkRtl {
        route_modules: &["route_hypercube"],
        hop: None,
        interface_modules: &[],
        source: None,
        route_parameters: vec![("DIMENSIONS", cube.dimensions.to_string())],
        turns: (0..=cube.dimensions).map(|from| turns(cube, from)).collect(),
        either: Vec::new(),
        vc_rule: the_only_rule(rule, VcRule::Any, "a hypercube")?,
        routing: Routing::Dor,
        classes: 1,
    })
}

/// The outputs that a flit from input `from` can be routed to, at any node: e-cube mends the bits from the lowest up, port d + 1 bit d.
fn turns(cube: &Hypercube, from: u32) -> u32 {
    let higher = (1 << (cube.dimensions + 1)) - (1 << (from + 1));
    if from == 0 { higher } else { higher | 1 }
}

#[derive(Template)]
#[template(path = "hypercube_network_template.v")]
struct Top {
    c: Common,
    dimensions: u32,
    local: Local,
}

/// The top with all nodes.
pub(crate) fn network_modules(cube: &Hypercube, p: &Parameters) -> Result<Vec<Module>, Error> {
    let top = Top { c: Common::new(p), dimensions: cube.dimensions, local: Local::of_nodes(cube.nodes(), p) };
    Ok(vec![("network", top.render()?)])
}
