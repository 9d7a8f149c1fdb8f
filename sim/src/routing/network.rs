//! The routing function of any network, by its name and VC rule.

use torusmith_topology::Network;

use super::{Candidates, Routing, VcRule, torus, ttn};
use crate::Error;
use crate::config::MAX_VCS;

/// The routing function of one of the known networks; dispatched without a table of pointers, so that it inlines.
#[derive(Debug, Clone)]
pub enum NetworkRouting {
    /// TTN(m, L, q).
    Ttn(ttn::TtnRouting),
    /// torus:K,K.
    Torus(torus::TorusRouting),
}

impl NetworkRouting {
    /// The VC rule in force.
    pub fn rule(&self) -> VcRule {
        match self {
            Self::Ttn(r) => r.rule(),
            Self::Torus(_) => VcRule::Dateline,
        }
    }
}

impl Routing for NetworkRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, bits: u8) -> Candidates {
        match self {
            Self::Ttn(r) => r.route(node, destination, bits),
            Self::Torus(r) => r.route(node, destination, bits),
        }
    }

    #[inline]
    fn source_bits(&self, source: u32, destination: u32) -> u8 {
        match self {
            Self::Ttn(r) => r.source_bits(source, destination),
            Self::Torus(r) => r.source_bits(source, destination),
        }
    }

    fn representatives(&self, node: u32) -> Option<Vec<u32>> {
        match self {
            Self::Ttn(r) => r.representatives(node),
            Self::Torus(r) => r.representatives(node),
        }
    }
}

/// The VC rules that a network knows, its default one first. Those that are known to deadlock are among them: `torusmith deadlock` shows it.
pub fn rules(network: &Network) -> &'static [VcRule] {
    match network {
        Network::Ttn(n) if n.m > 2 => &[VcRule::Paper4, VcRule::Literal],
        Network::Ttn(n) if n.levels > 3 => &[VcRule::Least, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
        Network::Ttn(_) => &[VcRule::Paper4, VcRule::Min2, VcRule::Least, VcRule::Literal],
        Network::Htn(_) => &[],
        Network::Torus(_) => &[VcRule::Dateline],
    }
}

/// A VC rule is free of deadlock in a network: its channel dependency graph over all pairs of nodes has no cycle.
pub fn deadlock_free(network: &Network, rule: VcRule) -> bool {
    match (network, rule) {
        (_, VcRule::Literal) => false,
        (Network::Ttn(n), VcRule::Paper4 | VcRule::Min2) => n.levels <= 3,
        _ => true,
    }
}

/// The routing function of `network` under a VC rule (its default one if `None`) with `vcs` virtual channels a port.
///
/// # Errors
/// A rule of another network or one that the network's parameters rule out, fewer VCs than the rule has classes, more than 8.
pub fn for_network(network: &Network, rule: Option<VcRule>, vcs: usize) -> Result<NetworkRouting, Error> {
    let Some(&default) = rules(network).first() else {
        return Err(Error::value("network", network, "TTN, torus: the routing of HTN is not built yet"));
    };
    let rules = rules(network);
    let rule = rule.unwrap_or(default);
    if !rules.contains(&rule) {
        let names: Vec<_> = rules.iter().map(|r| r.name()).collect();
        let why = match (network, rule) {
            (Network::Ttn(_), VcRule::Min2 | VcRule::Least) => " (rings of 8 need the classes of paper4)",
            _ => "",
        };
        return Err(Error::value("vc-rule", rule, format!("{} for {network}{why}", names.join(", "))));
    }
    let least = rule.classes(network);
    if vcs > MAX_VCS || vcs == 0 {
        return Err(Error::value("vcs", vcs, format!("{least}..{MAX_VCS}")));
    }
    if vcs < least {
        return Err(Error::TooFewVcs { vcs, rule: rule.name(), network: network.to_string(), least });
    }
    Ok(match network {
        Network::Ttn(n) => NetworkRouting::Ttn(ttn::TtnRouting::new(*n, rule, vcs)),
        Network::Htn(_) => unreachable!("refused above"),
        Network::Torus(n) => NetworkRouting::Torus(torus::TorusRouting::new(*n, vcs)),
    })
}
