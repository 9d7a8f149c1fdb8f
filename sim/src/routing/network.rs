//! The routing function of any network, by its name and VC rule.

use torusmith_topology::Network;

use super::{Candidates, Headers, Routing, RoutingAlgorithm, VcRule, algorithms, htn, hypercube, mesh, mh3dt, rdt, tori_connected, torus};
use crate::Error;
use crate::config::MAX_VCS;

/// The routing function of one of the known networks; dispatched without a table of pointers, so that it inlines.
#[derive(Debug, Clone)]
pub enum NetworkRouting {
    /// TTN(m, L, q), STTN, MTN, TESH.
    ToriConnected(tori_connected::ToriConnectedRouting),
    /// HTN(m, n, L, q).
    Htn(htn::HtnRouting),
    /// MH3DT(4, 4, 2, q).
    Mh3dt(mh3dt::Mh3dtRouting),
    /// RDT(2, R, 1)/alpha.
    Rdt(rdt::RdtRouting),
    /// torus:K,K and of more dimensions.
    Torus(torus::TorusRouting),
    /// mesh:K,K.
    Mesh(mesh::MeshRouting),
    /// hypercube:D.
    Hypercube(hypercube::HypercubeRouting),
}

impl NetworkRouting {
    /// The VC rule in force.
    pub fn rule(&self) -> VcRule {
        match self {
            Self::ToriConnected(r) => r.rule(),
            Self::Htn(_) => VcRule::Phase,
            Self::Mh3dt(_) => VcRule::Min2,
            Self::Rdt(r) => r.rule(),
            Self::Torus(_) => VcRule::Dateline,
            Self::Mesh(_) | Self::Hypercube(_) => VcRule::Any,
        }
    }

    /// The routing algorithm in force.
    pub fn algorithm(&self) -> RoutingAlgorithm {
        match self {
            Self::Htn(r) => r.algorithm(),
            Self::Rdt(r) => r.algorithm(),
            Self::ToriConnected(_) | Self::Mh3dt(_) | Self::Torus(_) | Self::Mesh(_) | Self::Hypercube(_) => RoutingAlgorithm::Dor,
        }
    }
}

impl Routing for NetworkRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, bits: u64) -> Candidates {
        match self {
            Self::ToriConnected(r) => r.route(node, destination, bits),
            Self::Htn(r) => r.route(node, destination, bits),
            Self::Mh3dt(r) => r.route(node, destination, bits),
            Self::Rdt(r) => r.route(node, destination, bits),
            Self::Torus(r) => r.route(node, destination, bits),
            Self::Mesh(r) => r.route(node, destination, bits),
            Self::Hypercube(r) => r.route(node, destination, bits),
        }
    }

    #[inline]
    fn route_onward(&self, node: u32, destination: u32, bits: u64) -> (Candidates, u64) {
        match self {
            Self::Rdt(r) => r.route_onward(node, destination, bits),
            _ => (self.route(node, destination, bits), bits),
        }
    }

    fn rewrites(&self) -> bool {
        match self {
            Self::Rdt(r) => r.rewrites(),
            _ => false,
        }
    }

    #[inline]
    fn source_choices(&self, source: u32, destination: u32) -> Headers {
        match self {
            Self::ToriConnected(r) => r.source_choices(source, destination),
            Self::Htn(r) => r.source_choices(source, destination),
            Self::Mh3dt(r) => r.source_choices(source, destination),
            Self::Rdt(r) => r.source_choices(source, destination),
            Self::Torus(r) => r.source_choices(source, destination),
            Self::Mesh(r) => r.source_choices(source, destination),
            Self::Hypercube(r) => r.source_choices(source, destination),
        }
    }

    fn classes(&self) -> usize {
        match self {
            Self::ToriConnected(r) => r.classes(),
            Self::Htn(r) => r.classes(),
            Self::Mh3dt(r) => r.classes(),
            Self::Rdt(r) => r.classes(),
            Self::Torus(r) => r.classes(),
            Self::Mesh(r) => r.classes(),
            Self::Hypercube(r) => r.classes(),
        }
    }

    fn escape_vcs(&self) -> u8 {
        match self {
            Self::ToriConnected(r) => r.escape_vcs(),
            Self::Htn(r) => r.escape_vcs(),
            Self::Mh3dt(r) => r.escape_vcs(),
            Self::Rdt(r) => r.escape_vcs(),
            Self::Torus(r) => r.escape_vcs(),
            Self::Mesh(r) => r.escape_vcs(),
            Self::Hypercube(r) => r.escape_vcs(),
        }
    }

    fn representatives(&self, node: u32) -> Option<Vec<u32>> {
        match self {
            Self::ToriConnected(r) => r.representatives(node),
            Self::Htn(r) => r.representatives(node),
            Self::Mh3dt(r) => r.representatives(node),
            Self::Rdt(r) => r.representatives(node),
            Self::Torus(r) => r.representatives(node),
            Self::Mesh(r) => r.representatives(node),
            Self::Hypercube(r) => r.representatives(node),
        }
    }
}

/// The VC rules that a network knows, its default one first. Those that are known to deadlock are among them: `torusmith deadlock` shows it.
pub fn rules(network: &Network) -> &'static [VcRule] {
    match network {
        Network::ToriConnected(n) => (tori_connected::rules(n.family).known)(n),
        Network::Htn(_) => &[VcRule::Phase, VcRule::Literal],
        Network::Mh3dt(_) => &[VcRule::Min2],
        Network::Rdt(_) => &[VcRule::Descending, VcRule::Two],
        Network::Torus(_) => &[VcRule::Dateline],
        Network::Mesh(_) | Network::Hypercube(_) => &[VcRule::Any],
        Network::Ccc(_) => &[],
    }
}

/// A VC rule is free of deadlock in a network under `dor` and the algorithms that add adaptive channels to it: its channel dependency graph over all pairs of nodes has no cycle.
pub fn deadlock_free(network: &Network, rule: VcRule) -> bool {
    match (network, rule) {
        (_, VcRule::Literal) => false,
        (Network::Rdt(n), VcRule::Two) => n.max_rank() == 1,
        (Network::ToriConnected(n), rule) => (tori_connected::rules(n.family).acyclic)(n, rule),
        _ => true,
    }
}

/// The VC rule that `rule` stands for in a network: itself, or the default one if `None`.
///
/// # Errors
/// A rule of another network or one that the network's parameters rule out; a network without routing.
pub fn vc_rule(network: &Network, rule: Option<VcRule>) -> Result<VcRule, Error> {
    let rules = rules(network);
    let Some(&default) = rules.first() else { return Err(no_routing(network)) };
    let rule = rule.unwrap_or(default);
    if rules.contains(&rule) {
        return Ok(rule);
    }
    let names: Vec<_> = rules.iter().map(|r| r.name()).collect();
    let why = match (network, rule) {
        (Network::ToriConnected(n), VcRule::Min2 | VcRule::Least | VcRule::Level) if n.m > 2 && n.wraps() => {
            " (rings of 8 need the classes of paper4)"
        }
        _ => "",
    };
    Err(Error::value("vc-rule", rule, format!("{} for {network}{why}", names.join(", "))))
}

fn no_routing(network: &Network) -> Error {
    Error::NoRouting { network: network.to_string() }
}

/// That `network` knows the algorithm, and that the rule has no more classes under it than there are VCs.
pub(crate) fn check_vcs(network: &Network, algorithm: RoutingAlgorithm, rule: VcRule, vcs: usize) -> Result<(), Error> {
    let known = algorithms(network);
    if !known.contains(&algorithm) {
        let names: Vec<_> = known.iter().map(|a| a.name()).collect();
        return Err(Error::value("routing", algorithm, format!("{} for {network}", names.join(", "))));
    }
    let least = rule.classes(network, algorithm);
    if vcs > MAX_VCS || vcs == 0 {
        return Err(Error::value("vcs", vcs, format!("{least}..{MAX_VCS}")));
    }
    if vcs < least {
        let network = if known.len() > 1 { format!("{network} with routing `{algorithm}`") } else { network.to_string() };
        return Err(Error::TooFewVcs { vcs, rule: rule.name(), network, least });
    }
    Ok(())
}

/// The routing function of `network` by an algorithm, under a VC rule (its default one if `None`), with `vcs` virtual channels a port.
///
/// # Errors
/// An algorithm or rule of another network or one that the network's parameters rule out, fewer VCs than the rule has classes, more than 8;
/// `literal` on an HTN, which is no routing function of a router; a network without routing.
pub fn for_network(network: &Network, algorithm: RoutingAlgorithm, rule: Option<VcRule>, vcs: usize) -> Result<NetworkRouting, Error> {
    let rule = vc_rule(network, rule)?;
    check_vcs(network, algorithm, rule, vcs)?;
    Ok(match network {
        Network::ToriConnected(n) => NetworkRouting::ToriConnected(tori_connected::ToriConnectedRouting::new(*n, rule, vcs)),
        Network::Htn(_) if rule == VcRule::Literal => {
            let allowed = format!(
                "phase for {network}; literal is for the deadlock check alone, as no header tells whether a ring's wrap link is behind"
            );
            return Err(Error::value("vc-rule", rule, allowed));
        }
        Network::Htn(n) => NetworkRouting::Htn(htn::HtnRouting::new(*n, algorithm, rule.classes(network, algorithm), vcs)),
        Network::Mh3dt(n) => NetworkRouting::Mh3dt(mh3dt::Mh3dtRouting::new(*n, vcs)),
        Network::Rdt(n) => NetworkRouting::Rdt(rdt::RdtRouting::new(*n, algorithm, rule, vcs)),
        Network::Torus(n) => NetworkRouting::Torus(torus::TorusRouting::new(*n, vcs)),
        Network::Mesh(n) => NetworkRouting::Mesh(mesh::MeshRouting::new(*n, vcs)),
        Network::Hypercube(n) => NetworkRouting::Hypercube(hypercube::HypercubeRouting::new(*n, vcs)),
        Network::Ccc(_) => return Err(no_routing(network)),
    })
}
