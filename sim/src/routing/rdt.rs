//! Routing in RDT(2, R, 1)/alpha: the source splits the path into a vector for each rank. Every router takes a step off one of them and writes the
//! rest into the head flit (docs/networks.md, "RDT"; docs/router.md, rule RC7).

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::rdt::{FAMILY, Rdt, UPPER, X_PLUS, Y_PLUS};

use super::family::FamilyRouting;
use super::function::Candidates;
use super::function::Headers;
use super::function::Routing;
use super::network::NetworkRouting;
use super::options;
use super::options::Choice;

pub(super) static ROUTING: FamilyRouting<Rdt> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor, RoutingAlgorithm::Floating, RoutingAlgorithm::Fixed],
    rules: |_| &[VcRule::Descending, VcRule::Two],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, RdtRouting::new(*network, choice, vcs))),
    walk: |_, _, _| None,
};

/// K of a rule: with one upper rank no packet ever moves to a node of another rank.
fn classes(network: &Rdt, choice: Choice) -> usize {
    if choice.rule == VcRule::Descending && network.max_rank() > 1 { 3 } else { 2 }
}

/// Bits of a component of v_0.
const LOW: u32 = 4;
/// Bits of a component of v_1 .. v_R.
const HIGH: u32 = 3;

/// Lowest bit of the x component of a rank's vector in the routing bits, and its width; the y component is above it.
#[inline(always)]
fn field(rank: u32) -> (u32, u32) {
    if rank == 0 { (0, LOW) } else { (2 * LOW + 2 * HIGH * (rank - 1), HIGH) }
}

/// A component, two's complement in `width` bits from bit `at` up.
#[inline(always)]
fn component(bits: u64, at: u32, width: u32) -> i32 {
    let top = 64 - width;
    ((bits << (top - at)) as i64 >> top) as i32
}

/// The bits with another component; it wraps around in its field.
#[inline(always)]
fn with_component(bits: u64, at: u32, width: u32, value: i32) -> u64 {
    let mask = (1 << width) - 1;
    bits & !(mask << at) | (value as u64 & mask) << at
}

/// t / 4 to the nearest, a tie towards 0.
fn quarter(t: i32) -> i32 {
    t.signum() * ((t.abs() + 1) >> 2)
}

/// v_0 .. v_R with R = `ranks`, as (x, y), of a path that leads `a` to the right and `b` down (RDT paper, section III-A).
pub fn vectors(ranks: u32, mut a: i32, mut b: i32) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    for _ in 0..ranks {
        let (g, f) = (quarter(a + b), quarter(b - a));
        all.push((a - 2 * g + 2 * f, b - 2 * g - 2 * f));
        (a, b) = (g, f);
    }
    all.push((a, b));
    all
}

/// A hop of a head flit.
struct RdtHop {
    port: u8,
    class: HopClass,
    onward: u64,
}

#[derive(Clone, Copy)]
enum HopClass {
    /// Ejection at the destination.
    Ejection,
    /// Move to a node of another rank; whether the hop leaves the base torus at its edge.
    Move { wraps: bool },
    /// Along a vector: the edge is crossed by this hop, or has been before on this ring.
    Step { crossed: bool },
}

/// The routing function of one RDT.
#[derive(Debug, Clone)]
pub struct RdtRouting {
    network: Rdt,
    choice: Choice,
    /// K of the rule.
    classes: usize,
    max_rank: u32,
    /// Rank of a node, by x mod 4 and, in steps of 4, y mod 4.
    ranks: [u8; 16],
    /// (dx, dy) of the + direction of x in each rank; of y it is (-dy, dx).
    steps: [(i32, i32); 5],
    /// The VCs of each class; class 2 is there only for `descending` with moves.
    masks: [u8; 3],
    all: u8,
    /// Header of a path, by the difference of the addresses, `dy * N + dx` mod N.
    headers: Vec<u64>,
}

impl RdtRouting {
    /// Builds the routing function with one VC for each class.
    pub(crate) fn with_a_vc_a_class(network: Rdt, choice: Choice) -> Self {
        Self::new(network, choice, classes(&network, choice))
    }

    /// `vcs` must be as many as the rule has classes, at least: [`super::for_network`] sees to it.
    fn new(network: Rdt, choice: Choice, vcs: usize) -> Self {
        let (side, max_rank) = (network.side as i32, network.max_rank());
        let wrapped = |d: i32| if d > side / 2 { d - side } else { d };
        let header = |i: i32| {
            let vectors = vectors(max_rank, wrapped(i % side), wrapped(i / side));
            (0..).zip(vectors).fold(0, |bits, (rank, (x, y))| {
                let (at, width) = field(rank);
                with_component(with_component(bits, at, width, x), at + width, width, y)
            })
        };
        let classes = classes(&network, choice);
        let mut masks = [0; 3];
        for (mask, class) in masks.iter_mut().zip(options::classes(classes, vcs)) {
            *mask = class;
        }
        Self {
            choice,
            classes,
            max_rank,
            ranks: std::array::from_fn(|i| network.rank(network.node(i as u32 % 4, i as u32 / 4)) as u8),
            steps: std::array::from_fn(|rank| network.step(rank as u32, 0)),
            masks,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            headers: (0..side * side).map(header).collect(),
            network,
        }
    }

    #[inline(always)]
    fn rank(&self, x: i32, y: i32) -> u32 {
        u32::from(self.ranks[((y & 3) << 2 | x & 3) as usize])
    }

    /// A step leaves 0..N-1, in x if it has an x part, else in y.
    #[inline(always)]
    fn wraps(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
        let at = if dx != 0 { x + dx } else { y + dy };
        at as u32 >= self.network.side
    }

    /// The rank that a packet is to be routed in next, 0 if only v_0 is left.
    #[inline(always)]
    fn next_rank(&self, own: u32, bits: u64) -> u32 {
        let upper = bits >> (2 * LOW) & ((1 << (2 * HIGH * self.max_rank)) - 1);
        if upper == 0 {
            return 0;
        }
        let own_first = matches!(self.choice.algorithm, RoutingAlgorithm::Floating | RoutingAlgorithm::Fixed);
        if own_first && upper >> (2 * HIGH * (own - 1)) & ((1 << (2 * HIGH)) - 1) != 0 { own } else { upper.ilog2() / (2 * HIGH) + 1 }
    }

    #[inline(always)]
    fn hop(&self, node: u32, bits: u64) -> RdtHop {
        let (x, y) = self.network.position(node);
        let here @ (x, y) = (x as i32, y as i32);
        let own = self.rank(x, y);
        let rank = self.next_rank(own, bits);
        if rank > 0 && rank != own {
            return self.towards(rank, here, bits);
        }
        let crossed_at = 2 * LOW + 2 * HIGH * self.max_rank;
        let (at, width) = field(rank);
        let vertical = component(bits, at + width, width);
        let (along, at, first) = match vertical {
            0 => (component(bits, at, width), at, X_PLUS),
            _ => (vertical, at + width, Y_PLUS),
        };
        if along == 0 {
            return RdtHop { port: 0, class: HopClass::Ejection, onward: bits };
        }
        let (dx, dy) = self.steps[rank as usize];
        let (dx, dy) = if first == X_PLUS { (dx, dy) } else { (-dy, dx) };
        let sign = along.signum();
        let crossed = self.wraps(here, (sign * dx, sign * dy)) || bits >> crossed_at & 1 == 1;
        let rest = with_component(bits, at, width, along - sign) & !(1 << crossed_at);
        RdtHop {
            port: first + u8::from(sign < 0) + if rank > 0 { UPPER } else { 0 },
            class: HopClass::Step { crossed },
            onward: rest | u64::from(crossed && along != sign) << crossed_at,
        }
    }

    /// A move to a neighbour of another rank: of these the one that is nearest to where v_0 leads, of equals the one by the lowest port.
    #[inline(always)]
    fn towards(&self, rank: u32, here: (i32, i32), bits: u64) -> RdtHop {
        let (v_x, v_y) = (component(bits, 0, LOW), component(bits, LOW, LOW));
        let neighbours = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().zip(X_PLUS..);
        let of_rank = neighbours.filter(|((dx, dy), _)| self.rank(here.0 + dx, here.1 + dy) == rank);
        let nearest = of_rank.min_by_key(|((dx, dy), _)| (v_x - dx).abs() + (v_y - dy).abs());
        let ((dx, dy), port) = nearest.expect("every other rank is one hop away");
        let onward = with_component(with_component(bits, 0, LOW, v_x - dx), LOW, LOW, v_y - dy);
        RdtHop { port, class: HopClass::Move { wraps: self.wraps(here, (dx, dy)) }, onward }
    }

    #[inline(always)]
    fn vcs(&self, class: HopClass) -> u8 {
        match class {
            HopClass::Ejection => self.all,
            HopClass::Move { wraps } if self.choice.rule == VcRule::Two => self.masks[wraps as usize],
            HopClass::Move { .. } => self.masks[2],
            HopClass::Step { crossed } => self.masks[crossed as usize],
        }
    }
}

impl Routing for RdtRouting {
    #[inline]
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Candidates {
        self.route_onward(node, destination, bits).0
    }

    #[inline]
    fn route_onward(&self, node: u32, _destination: TerminalId, bits: u64) -> (Candidates, u64) {
        let hop = self.hop(node, bits);
        (Candidates::one(hop.port, self.vcs(hop.class)), hop.onward)
    }

    fn rewrites(&self) -> bool {
        true
    }

    fn classes(&self) -> usize {
        self.classes
    }

    #[inline]
    fn source_choices(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId) -> Headers {
        let ((x, y), (to_x, to_y)) = (self.network.position(source), self.network.position(destination));
        let mask = self.network.side - 1;
        let (dx, dy) = (to_x.wrapping_sub(x) & mask, to_y.wrapping_sub(y) & mask);
        Headers::one(self.headers[self.network.node(dx, dy) as usize])
    }
}
