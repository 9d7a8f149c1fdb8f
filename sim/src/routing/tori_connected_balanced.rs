//! VC rule `balanced` of TTN, STTN and MTN: which hops are of a class, all others being of class any (docs/networks.md, "TTN(m, L, q), ..", "VC rule
//! `balanced`").

use torusmith_design::RoutingAlgorithm;
use torusmith_topology::tori_connected::{ToriConnected, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::tori_connected_rules::{Hop, Rules};

/// Nodes of every ring.
const SIDE: u32 = 4;

/// The ports of wrap links, all four kinds.
pub(super) const EVERY: &[u8] = &[X_PLUS, X_MINUS, Y_PLUS, Y_MINUS];

/// [`Rules::marked`] of TTN and MTN.
pub(super) fn marked(network: &ToriConnected, _algorithm: RoutingAlgorithm) -> &'static [u8] {
    if network.levels > 2 || network.groups() > 1 { EVERY } else { &[X_PLUS] }
}

/// Class of a hop in the basic module from `digit` of its ring, by `port`, on the way to a link of `level`; 1 is the way to the destination itself.
pub(super) fn within(network: &ToriConnected, own: &Rules, algorithm: RoutingAlgorithm, level: u32, port: u8, digit: u32) -> Option<usize> {
    let last = if matches!(port, X_PLUS | Y_PLUS) { SIDE - 1 } else { 0 };
    (digit == last && (own.marked)(network, algorithm).contains(&port)).then(|| (own.class_marked)(network, level))
}

/// Class of a hop of a ring between basic modules from digit `a` to `b` != `a`.
pub(super) fn between(network: &ToriConnected, a: u32, b: u32) -> Option<usize> {
    (!network.bidirectional).then(|| one_way(a, b))
}

/// That of a vertical ring of an MTN from row `a` to `b`.
pub(super) fn twisted(hop: Hop, a: u32, b: u32) -> Option<usize> {
    Some(if hop.port == UP_PLUS { one_way(a, b) } else { one_way(SIDE - 1 - a, SIDE - 1 - b) })
}

/// On a ring that all packets go round in direction +: to the nodes next to the wrap link the last hop alone is of class 0.
fn one_way(a: u32, b: u32) -> usize {
    (match b {
        1 | 2 => a > b,
        _ => (b + SIDE - a) % SIDE != 1,
    }) as usize
}
