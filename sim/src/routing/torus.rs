//! Dimension-order routing in the torus, x first, with the `dateline` rule (docs/networks.md, "torus").

use std::cmp::Ordering;

use torusmith_topology::NetworkSpec;
use torusmith_topology::torus::{FAMILY, Torus};

use super::algorithm::RoutingAlgorithm;
use super::candidates::{Candidate, Candidates};
use super::family::FamilyRouting;
use super::function::Routing;
use super::network::NetworkRouting;
use super::rule::{self, VcRule};

pub(super) static ROUTING: FamilyRouting<Torus> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Dateline],
    refusal: |_, _| None,
    classes: |_, _| CLASSES,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, TorusRouting::new(*network, vcs))),
    walk: |_, _, _| None,
};

/// The hop on a ring of `side` nodes from `c` to `t` != `c`: (in + direction, wrap link still ahead). A tie goes '+'.
fn ring(side: u32, c: u32, t: u32) -> (bool, bool) {
    let distance = if t > c { t - c } else { t + side - c };
    match (2 * distance).cmp(&side) {
        Ordering::Less | Ordering::Equal => (true, c > t),
        Ordering::Greater => (false, c < t),
    }
}

/// K of the rule `dateline`.
const CLASSES: usize = 2;

/// The routing function of one torus.
#[derive(Debug, Clone)]
pub struct TorusRouting {
    network: Torus,
    all: u8,
    /// The coordinates of every node, a byte each, x lowest.
    places: Vec<u32>,
    /// By dimension, `[c * side + t]`.
    rings: [Vec<Candidate>; 4],
}

impl TorusRouting {
    /// `vcs` must be 2 or more: [`super::for_network`] sees to it.
    fn new(network: Torus, vcs: usize) -> Self {
        let masks = rule::classes(CLASSES, vcs);
        let table = |dimension: usize| {
            let Some(&side) = network.sides().get(dimension) else { return Vec::new() };
            let entry = |c, t| {
                if c == t {
                    return Candidate::default();
                }
                let (up, wrap) = ring(side, c, t);
                Candidate { port: 2 * dimension as u8 + if up { 1 } else { 2 }, vcs: masks[wrap as usize] }
            };
            (0..side * side).map(|i| entry(i / side, i % side)).collect()
        };
        let place = |node| u32::from_le_bytes(network.coordinates(node).map(|at| at as u8));
        Self {
            network,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            places: (0..network.nodes() as u32).map(place).collect(),
            rings: std::array::from_fn(table),
        }
    }
}

impl Routing for TorusRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, _bits: u64) -> Candidates {
        let (at, to) = (self.places[node as usize], self.places[destination as usize]);
        let differs = at ^ to;
        if differs == 0 {
            return Candidates::one(0, self.all);
        }
        let dimension = differs.trailing_zeros() >> 3;
        let coordinate = |place: u32| (place >> (8 * dimension)) as usize & 255;
        let side = self.network.sides()[dimension as usize] as usize;
        let hop = self.rings[dimension as usize][coordinate(at) * side + coordinate(to)];
        Candidates::one(hop.port, hop.vcs)
    }

    fn classes(&self) -> usize {
        CLASSES
    }

    /// A coordinate of the destination counts only where those before it are reached, at `node` or one hop on.
    fn representatives(&self, node: u32) -> Option<Vec<u32>> {
        let sides = self.network.sides();
        let at = self.network.coordinates(node);
        let mut all = vec![node];
        for (d, &side) in sides.iter().enumerate() {
            for t in 0..side {
                let mut to = at;
                to[d] = t;
                all.push(self.network.at(to));
                if t == at[d] || (t + 1) % side != at[d] && (at[d] + 1) % side != t {
                    continue;
                }
                for (e, &side) in sides.iter().enumerate().skip(d + 1) {
                    all.extend((0..side).map(|u| {
                        let mut to = to;
                        to[e] = u;
                        self.network.at(to)
                    }));
                }
            }
        }
        Some(all)
    }
}
