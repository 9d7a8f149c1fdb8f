//! Routing in TTN(m, L, q), deterministic, level by level from the highest, V before H (docs/networks.md, "Routing" and "VC rules").
//!
//! The rules are spelt out in [`within`] and [`between`]; [`TtnRouting`] keeps their results in tables.

use torusmith_topology::Network;
use torusmith_topology::ttn::{Ttn, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::{Candidate, Candidates, Headers, Routing, RoutingAlgorithm, VcRule, rule};

/// A hop before its VCs are known: output port, and whether the wrap link of its ring is still ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hop {
    port: u8,
    wrap: bool,
}

/// The hop on a ring of `side` nodes from digit `c` to `t` != `c`; `plus` and `minus` are the ports.
fn ring(side: u32, c: u32, t: u32, plus: u8, minus: u8, ties_avoid_wrap: bool) -> Hop {
    let distance = t.wrapping_sub(c) & (side - 1);
    let up = match distance.cmp(&(side / 2)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => !ties_avoid_wrap || c < t,
        std::cmp::Ordering::Greater => false,
    };
    if up { Hop { port: plus, wrap: c > t } } else { Hop { port: minus, wrap: c < t } }
}

/// Ties never use the wrap link, so that no ring has a closed chain of channels.
fn ties_avoid_wrap(rule: VcRule) -> bool {
    matches!(rule, VcRule::Min2 | VcRule::Least)
}

/// The hop in a basic module from (row, column) to another one: y while the rows differ, then x.
fn within(side: u32, at: (u32, u32), to: (u32, u32), rule: VcRule) -> Hop {
    let avoid = ties_avoid_wrap(rule);
    if at.0 != to.0 { ring(side, at.0, to.0, Y_PLUS, Y_MINUS, avoid) } else { ring(side, at.1, to.1, X_PLUS, X_MINUS, avoid) }
}

/// The inter-BM hop that brings digit `a` nearer to `b` != `a`.
fn between(side: u32, a: u32, b: u32, bidirectional: bool, rule: VcRule) -> Hop {
    if bidirectional { ring(side, a, b, UP_PLUS, UP_MINUS, ties_avoid_wrap(rule)) } else { Hop { port: UP_PLUS, wrap: a > b } }
}

/// Class of a hop in the basic module on the way to a link of `level`; 1 is the way to the destination itself.
fn class_within(rule: VcRule, levels: u32, level: u32, wrap: bool) -> usize {
    let last = level == 1;
    match rule {
        VcRule::Min2 => last as usize,
        VcRule::Least => least(levels, level),
        VcRule::Literal => wrap as usize,
        _ => 2 * last as usize + wrap as usize,
    }
}

/// Rule `least`: a class for the way to each level from the highest down, levels 3 and 2 sharing one, then one for the destination.
fn least(levels: u32, level: u32) -> usize {
    let top = levels.max(3);
    (if level == 1 { top - 2 } else { top - level.max(3) }) as usize
}

/// Class of an inter-BM hop.
fn class_between(rule: VcRule, bidirectional: bool, wrap: bool) -> usize {
    if ties_avoid_wrap(rule) && bidirectional { 0 } else { wrap as usize }
}

/// What belongs to the digit that a ring changes.
#[derive(Debug, Clone, Copy, Default)]
struct Ring {
    /// Its least address bit.
    shift: u8,
    level: u8,
    /// Position of the outlet, by group.
    outlet: [u8; 2],
    /// Position of the inlet if rule `least` treats the link from there to the outlet as a part of the ring, else none.
    inlet: Option<u8>,
    /// The hop over that link; second the one with the ring's wrap link still ahead.
    onward: [Candidate; 2],
}

/// The routing function of one TTN.
#[derive(Debug, Clone)]
pub struct TtnRouting {
    network: Ttn,
    rule: VcRule,
    /// All V virtual channels.
    all: u8,
    /// Bits of the position in a basic module, 2m.
    low: u32,
    /// By the highest differing address bit above the position.
    rings: Box<[Ring; 32]>,
    /// `[level][position << 2m | target]`.
    within: [Vec<Candidate>; 6],
    /// `[a << m | b]`.
    between: Vec<Candidate>,
    /// q = 2, L = 2: the group whose path is shorter, `[V digits differ, H digits differ][position << 2m | target]`. Which digits they are is of no
    /// account, as the rings of both groups take the same hops. Empty for one group.
    nearer: Vec<u8>,
}

impl TtnRouting {
    /// The rule must be one of the network's, `vcs` at least its number of classes: [`super::for_network`] sees to it.
    pub(super) fn new(network: Ttn, rule: VcRule, vcs: usize) -> Self {
        let (m, side) = (network.m, network.side());
        let masks = rule::classes(rule.classes(&Network::Ttn(network), RoutingAlgorithm::Dor), vcs);
        let position = |p: u32| (p >> m, p & (side - 1));
        let hop_within = |level: u32, at: u32, to: u32| {
            if at == to {
                return Candidate::default();
            }
            let hop = within(side, position(at), position(to), rule);
            Candidate { port: hop.port, vcs: masks[class_within(rule, network.levels, level, hop.wrap)] }
        };
        let table = |level: u32| {
            let entries = if (1..=network.levels).contains(&level) { 1 << (4 * m) } else { 0 };
            (0..entries).map(|i: u32| hop_within(level, i >> (2 * m), i & ((1 << (2 * m)) - 1))).collect()
        };
        let hop_between = |i: u32| {
            let (a, b) = position(i);
            if a == b {
                return Candidate::default();
            }
            let hop = between(side, a, b, network.bidirectional, rule);
            Candidate { port: hop.port, vcs: masks[class_between(rule, network.bidirectional, hop.wrap)] }
        };
        let mut rings = Box::new([Ring::default(); 32]);
        for (level, dim, group) in network.rings() {
            let digit = Ttn::ring_digit(level, dim);
            let place = |(row, column): (u32, u32)| row << m | column;
            let (outlet, inlet) = (place(network.outlet(level, dim, group)), place(network.inlet(level, dim, group)));
            for ring in &mut rings[(digit * m) as usize..((digit + 1) * m) as usize] {
                (ring.shift, ring.level) = ((digit * m) as u8, level as u8);
                ring.outlet[group as usize] = outlet as u8;
                if rule == VcRule::Least && inlet != outlet {
                    // Every round of the ring passes this link, so it needs the ring's dateline.
                    let class = least(network.levels, level);
                    let port = hop_within(level, inlet, outlet).port;
                    ring.inlet = Some(inlet as u8);
                    ring.onward = [class + 1, class].map(|class| Candidate { port, vcs: masks[class] });
                }
            }
        }
        let mut routing = Self {
            network,
            rule,
            nearer: Vec::new(),
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            low: 2 * m,
            rings,
            within: std::array::from_fn(|level| table(level as u32)),
            between: (0..1 << (2 * m)).map(hop_between).collect(),
        };
        if network.groups() > 1 {
            let nearer = |row: u32, column: u32, from: u32, to: u32| {
                let to = (row << m | column) << (2 * m) | to;
                (routing.length(from, to, 1) < routing.length(from, to, 0)) as u8
            };
            let positions = 1 << (2 * m);
            let all = (0..4 * positions * positions).map(|i| {
                let (digits, pair) = (i / (positions * positions), i % (positions * positions));
                nearer(digits / 2, digits % 2, pair / positions, pair % positions)
            });
            routing.nearer = all.collect();
        }
        routing
    }

    /// The VC rule in force.
    pub fn rule(&self) -> VcRule {
        self.rule
    }

    /// Links on the path from `source` to `destination` with routing bits `bits`.
    fn length(&self, source: u32, destination: u32, bits: u64) -> u32 {
        let (mut node, mut links) = (source, 0);
        while node != destination {
            let port = self.hop(node, destination, bits).port;
            node = self.network.downstream(node, port).expect("a routed hop has a link").node;
            links += 1;
        }
        links
    }

    #[inline]
    fn hop(&self, node: u32, destination: u32, bits: u64) -> Candidate {
        let position = (1 << self.low) - 1;
        let at = node & position;
        let above = (node ^ destination) >> self.low;
        if above == 0 {
            if node == destination {
                return Candidate { port: 0, vcs: self.all };
            }
            return self.within[1][(at << self.low | destination & position) as usize];
        }
        // The row digit of a level is above its column digit, so the highest differing digit gives level and dimension at once.
        let ring = &self.rings[((above.ilog2() + self.low) & 31) as usize];
        let (m, digit) = (self.network.m, (1 << self.network.m) - 1);
        let (a, b) = (node >> ring.shift & digit, destination >> ring.shift & digit);
        let target = u32::from(ring.outlet[(bits & 1) as usize]);
        if at == target {
            return self.between[(a << m | b) as usize];
        }
        if ring.inlet == Some(at as u8) {
            return ring.onward[(a > b) as usize];
        }
        self.within[ring.level as usize][(at << self.low | target) as usize]
    }
}

impl Routing for TtnRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, bits: u64) -> Candidates {
        let hop = self.hop(node, destination, bits);
        Candidates::one(hop.port, hop.vcs)
    }

    /// q = 2: the group whose whole path is shorter, 0 on a tie.
    #[inline]
    fn source_choices(&self, source: u32, destination: u32) -> Headers {
        if self.nearer.is_empty() {
            return Headers::one(0);
        }
        let (m, low, position) = (self.network.m, self.low, (1 << self.low) - 1);
        let above = (source ^ destination) >> low;
        let digits = 2 * (above >> m != 0) as u32 + (above & ((1 << m) - 1) != 0) as u32;
        Headers::one(self.nearer[((digits << low | source & position) << low | destination & position) as usize].into())
    }

    /// The candidates at `node` depend on the highest differing digit above the basic module, and on the destination's value of it; if there
    /// is none, on its position in the basic module. At the next node that digit may agree at last; then the next lower differing digit
    /// counts, or the position. All digits below are of no account, so two digits are varied, or one and the position.
    fn representatives(&self, node: u32) -> Option<Vec<u32>> {
        if self.network.groups() > 1 {
            return None;
        }
        let m = self.network.m;
        let others = |at: u32, digit: u32| (1..self.network.side()).map(move |x| at ^ x << (digit * m));
        let positions = |at: u32| (0..1 << (2 * m)).map(move |p| at >> (2 * m) << (2 * m) | p);
        let mut all: Vec<u32> = positions(node).collect();
        for digit in 2..2 * self.network.levels {
            for first in others(node, digit) {
                all.extend(positions(first));
                all.extend((2..digit).flat_map(|second| others(first, second)));
            }
        }
        Some(all)
    }
}
