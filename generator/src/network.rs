//! What a network brings to the generator: its route module and what the router around it must know.

use torusmith_topology::Network;

use crate::options::{Routing, VcRule};
use crate::parameters::Parameters;
use crate::{Error, htn, hypercube, mesh, rdt, tori_connected, torus};

/// The network's side of a router. A network is one module here that builds this, and one route module in `rtl/`.
pub(crate) struct NetworkRtl {
    /// The route module and the modules that only routing uses, in compile order; the route module is the last.
    pub route_modules: &'static [&'static str],
    /// In a network that rewrites routing bits (RC7), what its route module says of a hop.
    pub hop: Option<Hop>,
    /// Modules for the user's network interface, in compile order, which the router does not use.
    pub interface_modules: &'static [&'static str],
    /// What makes the routing bits at the source, in a network that has some.
    pub source: Option<Source>,
    /// Parameters of the route module beside `NUM_VCS` and `FROM`.
    pub route_parameters: Vec<(&'static str, String)>,
    /// For each input port, the outputs that routing can send its flits to, as a bit mask.
    pub turns: Vec<u32>,
    /// For each input port, the outputs of `turns` that a packet can exchange for the other way round their ring, as a bit mask:
    /// of the outputs 2k - 1 and 2k both or neither. Empty if routing gives one candidate.
    pub either: Vec<u32>,
    /// The rule in use.
    pub vc_rule: VcRule,
    /// The routing algorithm.
    pub routing: Routing,
    /// K, the classes of the rule; the last is the adaptive one unless the routing is `dor`.
    pub classes: u32,
}

/// A hop in a network that rewrites: RC is done on the link, once, and the hop waits in the buffer with the head.
pub(crate) struct Hop {
    /// The module that makes output port and VCs of it.
    pub module: &'static str,
    pub bits: u32,
}

/// The module that makes routing bits of a source `from` and a destination `to`, both by their addresses.
pub(crate) struct Source {
    /// The module and those that it uses, in compile order; it is the last.
    pub modules: &'static [&'static str],
    pub parameters: Vec<(&'static str, u32)>,
    /// How the bits depend on the packet's number.
    pub number: Number,
}

/// What a source does with the number of a packet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// The module has no such input.
    Absent,
    /// It has, but nothing depends on it.
    Unused,
    /// Packets take turns.
    Counts,
}

/// A module by the end of its name, and its text.
pub(crate) type Module = (&'static str, String);

impl NetworkRtl {
    /// Asks the network's module.
    ///
    /// # Errors
    /// [`Error::Option`] for a VC rule or a routing algorithm that the network does not have, [`Error::NoRtl`] for a network without Verilog.
    pub fn new(network: &Network, rule: Option<VcRule>, routing: Routing) -> Result<Self, Error> {
        let allowed = match network {
            Network::Htn(_) => "dor, ls, cs, ls+cs",
            Network::Rdt(_) => "dor (floating and fixed deadlock; they are for deadlock, route and simulate)",
            _ => "dor",
        };
        let adaptive = matches!(routing, Routing::Ls | Routing::Cs | Routing::LsCs) && matches!(network, Network::Htn(_));
        if routing != Routing::Dor && !adaptive {
            return Err(Error::option("routing", routing, format!("allowed for {network}: {allowed}")));
        }
        match network {
            Network::ToriConnected(n) => tori_connected::rtl(n, rule),
            Network::Htn(htn) => htn::rtl(htn, rule, routing),
            Network::Rdt(rdt) => rdt::rtl(rdt, rule),
            Network::Torus(torus) => torus::rtl(torus, rule),
            Network::Mesh(mesh) => mesh::rtl(mesh, rule),
            Network::Hypercube(cube) => hypercube::rtl(cube, rule),
            Network::Mh3dt(_) | Network::Ccc(_) => Err(Error::NoRtl(network.to_string())),
        }
    }

    /// The ports, as a bit mask, whose links no packet takes in the last class: they have no VCs of it.
    pub fn short_ports(&self, network: &Network) -> u32 {
        match network {
            Network::Rdt(rdt) => rdt::without_moves(rdt),
            _ => 0,
        }
    }

    /// What wires the nodes up, in compile order; the last is `network`, the top.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub fn network_modules(&self, p: &Parameters) -> Result<Vec<Module>, Error> {
        match &p.network {
            Network::ToriConnected(n) => tori_connected::network_modules(n, p),
            Network::Htn(htn) => htn::network_modules(htn, p),
            Network::Rdt(rdt) => rdt::network_modules(rdt, p),
            Network::Torus(torus) => torus::network_modules(torus, p),
            Network::Mesh(mesh) => mesh::network_modules(mesh, p),
            Network::Hypercube(cube) => hypercube::network_modules(cube, p),
            Network::Mh3dt(_) | Network::Ccc(_) => Err(Error::NoRtl(p.network.to_string())),
        }
    }
}

/// The rule of a network that has one.
///
/// # Errors
/// [`Error::Option`] if another one is asked for.
pub(crate) fn the_only_rule(rule: Option<VcRule>, only: VcRule, network: &str) -> Result<VcRule, Error> {
    match rule {
        Some(rule) if rule != only => Err(Error::option("vc-rule", rule, format!("allowed for {network}: {only}"))),
        _ => Ok(only),
    }
}

/// Whether a packet can go on by a ring of `side` nodes with the shorter way round: on '+', a way of `side` / 2 links at the
/// most, and on '-', a way of less unless a tie may go there.
pub(crate) fn goes_on(side: u32, plus: bool, ties_both_ways: bool) -> bool {
    let longest = if plus || ties_both_ways { side / 2 } else { (side - 1) / 2 };
    longest > 1
}

/// Mask of a set of ports.
pub(crate) fn ports(list: &[u8]) -> u32 {
    list.iter().fold(0, |mask, &p| mask | 1 << p)
}
