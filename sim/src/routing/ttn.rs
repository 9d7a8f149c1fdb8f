//! Routing in TTN(m, L, q), deterministic, level by level from the highest, V before H (docs/networks.md, "Routing" and "VC rules").
//!
//! The rules are spelt out in [`within`] and [`between`]; [`TtnRouting`] keeps their results in tables.

use torusmith_topology::ttn::{Ttn, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::{Candidate, Candidates, Routing, VcRule, rule};

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

/// The hop in a basic module from (row, column) to another one: y while the rows differ, then x.
fn within(side: u32, at: (u32, u32), to: (u32, u32), rule: VcRule) -> Hop {
    let avoid = rule == VcRule::Min2;
    if at.0 != to.0 { ring(side, at.0, to.0, Y_PLUS, Y_MINUS, avoid) } else { ring(side, at.1, to.1, X_PLUS, X_MINUS, avoid) }
}

/// The inter-BM hop that brings digit `a` nearer to `b` != `a`.
fn between(side: u32, a: u32, b: u32, bidirectional: bool, rule: VcRule) -> Hop {
    if bidirectional { ring(side, a, b, UP_PLUS, UP_MINUS, rule == VcRule::Min2) } else { Hop { port: UP_PLUS, wrap: a > b } }
}

/// Class of a hop in the basic module; `last` when all levels above it agree (`lev` = 1).
fn class_within(rule: VcRule, last: bool, wrap: bool) -> usize {
    match rule {
        VcRule::Min2 => last as usize,
        VcRule::Literal => wrap as usize,
        _ => 2 * last as usize + wrap as usize,
    }
}

/// Class of an inter-BM hop.
fn class_between(rule: VcRule, bidirectional: bool, wrap: bool) -> usize {
    if rule == VcRule::Min2 && bidirectional { 0 } else { wrap as usize }
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
    /// Position that a packet heads for: `[group][bit of the highest differing address bit, above the position]`.
    outlet: [[u8; 32]; 2],
    /// Least address bit of the digit that holds that bit.
    shift: [u8; 32],
    /// `[level 1][position << 2m | target]`.
    within: [Vec<Candidate>; 2],
    /// `[a << m | b]`.
    between: Vec<Candidate>,
}

impl TtnRouting {
    /// The rule must be one of the network's, `vcs` at least its number of classes: [`super::for_network`] sees to it.
    pub(super) fn new(network: Ttn, rule: VcRule, vcs: usize) -> Self {
        let (m, side) = (network.m, network.side());
        let masks = rule::classes(rule.classes(), vcs);
        let position = |p: u32| (p >> m, p & (side - 1));
        let table = |last: bool| {
            let entry = |at: u32, to: u32| {
                if at == to {
                    return Candidate::default();
                }
                let hop = within(side, position(at), position(to), rule);
                Candidate { port: hop.port, vcs: masks[class_within(rule, last, hop.wrap)] }
            };
            (0..1 << (4 * m)).map(|i: u32| entry(i >> (2 * m), i & ((1 << (2 * m)) - 1))).collect()
        };
        let rings = (0..1 << (2 * m)).map(|i: u32| {
            let (a, b) = position(i);
            if a == b {
                return Candidate::default();
            }
            let hop = between(side, a, b, network.bidirectional, rule);
            Candidate { port: hop.port, vcs: masks[class_between(rule, network.bidirectional, hop.wrap)] }
        });
        let (mut outlet, mut shift) = ([[0; 32]; 2], [0; 32]);
        for (level, dim, group) in network.rings() {
            let digit = Ttn::ring_digit(level, dim);
            let (row, column) = network.outlet(level, dim, group);
            for bit in digit * m..(digit + 1) * m {
                outlet[group as usize][bit as usize] = (row << m | column) as u8;
                shift[bit as usize] = (digit * m) as u8;
            }
        }
        Self {
            network,
            rule,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            low: 2 * m,
            outlet,
            shift,
            within: [table(false), table(true)],
            between: rings.collect(),
        }
    }

    /// The VC rule in force.
    pub fn rule(&self) -> VcRule {
        self.rule
    }

    /// Links on the path from `source` to `destination` with routing bits `bits`.
    fn length(&self, source: u32, destination: u32, bits: u8) -> u32 {
        let (mut node, mut links) = (source, 0);
        while node != destination {
            let port = self.hop(node, destination, bits).port;
            node = self.network.downstream(node, port).expect("a routed hop has a link").node;
            links += 1;
        }
        links
    }

    #[inline]
    fn hop(&self, node: u32, destination: u32, bits: u8) -> Candidate {
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
        let bit = ((above.ilog2() + self.low) & 31) as usize;
        let target = self.outlet[(bits & 1) as usize][bit] as u32;
        if at != target {
            return self.within[0][(at << self.low | target) as usize];
        }
        let (m, digit) = (self.network.m, (1 << self.network.m) - 1);
        let (a, b) = (node >> self.shift[bit] & digit, destination >> self.shift[bit] & digit);
        self.between[(a << m | b) as usize]
    }
}

impl Routing for TtnRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, bits: u8) -> Candidates {
        let hop = self.hop(node, destination, bits);
        Candidates::one(hop.port, hop.vcs)
    }

    /// q = 2: the group whose whole path is shorter, 0 on a tie.
    fn source_bits(&self, source: u32, destination: u32) -> u8 {
        if self.network.groups() == 1 {
            return 0;
        }
        (self.length(source, destination, 1) < self.length(source, destination, 0)) as u8
    }
}
