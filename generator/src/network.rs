//! What a network brings to the generator: its route module and what the router around it must know.

use torusmith_topology::Network;

use crate::options::VcRule;
use crate::parameters::Parameters;
use crate::{Error, torus, ttn};

/// The network's side of a router. A network is one module here that builds this, and one route module in `rtl/`.
pub(crate) struct NetworkRtl {
    /// The route module and the modules that only it uses, in compile order; the route module is the last.
    pub route_modules: &'static [&'static str],
    /// Parameters of the route module beside `NUM_VCS` and `FROM`.
    pub route_parameters: Vec<(&'static str, u32)>,
    /// Names of the ports, port 0 first.
    pub ports: Vec<&'static str>,
    /// For each input port, the outputs that routing can send its flits to, as a bit mask.
    pub turns: Vec<u32>,
    /// The rule in use.
    pub vc_rule: VcRule,
    /// K, the classes of the rule.
    pub classes: u32,
}

/// A module by the end of its name, and its text.
pub(crate) type Module = (&'static str, String);

impl NetworkRtl {
    /// Asks the network's module.
    ///
    /// # Errors
    /// [`Error::Option`] for a VC rule that the network does not have.
    pub fn new(network: &Network, rule: Option<VcRule>) -> Result<Self, Error> {
        match network {
            Network::Ttn(ttn) => ttn::rtl(ttn, rule),
            Network::Htn(_) => Err(not_yet(network)),
            Network::Torus(torus) => torus::rtl(torus, rule),
        }
    }

    /// What wires the nodes up, in compile order; the last is `network`, the top.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub fn network_modules(&self, p: &Parameters) -> Result<Vec<Module>, Error> {
        match &p.network {
            Network::Ttn(ttn) => ttn::network_modules(ttn, p),
            Network::Htn(_) => Err(not_yet(&p.network)),
            Network::Torus(torus) => torus::network_modules(torus, p),
        }
    }
}

fn not_yet(network: &Network) -> Error {
    Error::option("network", network, "TTN or torus: there is no route module for it yet")
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
