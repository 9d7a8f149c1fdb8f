//! Dimension-order routing in the torus, x first, with the rules `dateline` and `balanced` (docs/networks.md, "torus").

use std::cmp::Ordering;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::torus::{FAMILY, Torus};
use torusmith_topology::{NetworkSpec, TerminalId};

use super::family::FamilyRouting;
use super::function::Routing;
use super::function::{Candidate, Candidates};
use super::network::NetworkRouting;
use super::options;
use super::options::Choice;
use super::options::tie_goes_up;

pub(super) static ROUTING: FamilyRouting<Torus> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Balanced, VcRule::Dateline],
    refusal: |_, _| None,
    ties: |_, _, rule| if rule == VcRule::Balanced { &[Ties::Balanced] } else { &[Ties::Balanced, Ties::Plus] },
    classes: |network, choice| classes(network, choice.rule),
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, TorusRouting::new(*network, choice, vcs))),
    walk: |_, _, _| None,
};

/// Most nodes of a ring that has no cycle of channels with balanced ties, so that its hops are of class any.
const SHORT: u32 = 4;

/// K of a rule.
fn classes(network: &Torus, rule: VcRule) -> usize {
    if rule == VcRule::Balanced && network.sides().iter().all(|&side| side <= SHORT) { 1 } else { 2 }
}

/// Whether the hop on a ring of `side` nodes from `c` to `t` != `c` goes in direction +, the shorter one. A ring of 2 has no tie.
fn goes_up(side: u32, ties: Ties, c: u32, t: u32) -> bool {
    let distance = if t > c { t - c } else { t + side - c };
    match (2 * distance).cmp(&side) {
        Ordering::Less => true,
        Ordering::Equal => side == 2 || tie_goes_up(ties, c),
        Ordering::Greater => false,
    }
}

/// Class of a hop by the rule `dateline`: the wrap link is still ahead.
fn dateline(up: bool, c: u32, t: u32) -> usize {
    (if up { c > t } else { c < t }) as usize
}

/// Class of a hop by the rule `balanced` on a ring of more than [`SHORT`] nodes.
fn balanced(side: u32, up: bool, c: u32, t: u32) -> usize {
    // Hops in direction - are mirrored.
    let (c, t) = if up { (c, t) } else { (side - 1 - c, side - 1 - t) };
    let (distance, near) = ((t + side - c) % side, side.div_ceil(8));
    let last = if side.is_multiple_of(2) { side / 2 - 2 } else { (side - 1) / 2 };
    (if (1..=last).contains(&t) { c > t } else { distance > near }) as usize
}

/// The routing function of one torus.
#[derive(Debug, Clone)]
pub struct TorusRouting {
    network: Torus,
    /// Arbiters of a port: K of the rule, or 1 if some hop is of class any.
    classes: usize,
    all: u8,
    /// The coordinates of every node, a byte each, x lowest.
    places: Vec<u32>,
    /// Hop in each dimension, `[c * side + t]`.
    rings: [Vec<Candidate>; 4],
}

impl TorusRouting {
    /// `vcs` must be K or more: [`super::for_network`] sees to it.
    fn new(network: Torus, Choice { rule, ties, .. }: Choice, vcs: usize) -> Self {
        let classes = classes(&network, rule);
        let masks = options::classes(classes, vcs);
        let all = (1u16 << vcs).wrapping_sub(1) as u8;
        let is_any = |side: u32| rule == VcRule::Balanced && side <= SHORT;
        let table = |dimension: usize| {
            let Some(&side) = network.sides().get(dimension) else { return Vec::new() };
            let entry = |c, t| {
                if c == t {
                    return Candidate::default();
                }
                let up = goes_up(side, ties, c, t);
                let vcs = match rule {
                    _ if is_any(side) => all,
                    VcRule::Balanced => masks[balanced(side, up, c, t)],
                    _ => masks[dateline(up, c, t)],
                };
                Candidate { port: 2 * dimension as u8 + if up { 1 } else { 2 }, vcs }
            };
            (0..side * side).map(|i| entry(i / side, i % side)).collect()
        };
        let place = |node| u32::from_le_bytes(network.coordinates(node).map(|at| at as u8));
        Self {
            network,
            classes: if network.sides().iter().any(|&side| is_any(side)) { 1 } else { classes },
            all,
            places: (0..network.routers() as u32).map(place).collect(),
            rings: std::array::from_fn(table),
        }
    }
}

impl Routing for TorusRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
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
        self.classes
    }

    /// A coordinate of the destination counts only once the coordinates of the lower dimensions agree, at `node` or one hop on.
    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
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
        Some(all.into_iter().map(TerminalId).collect())
    }
}
