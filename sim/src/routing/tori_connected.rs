//! Routing in TTN, STTN, MTN and TESH, deterministic, level by level from the highest, V before H (docs/networks.md, "Routing" and "VC rules").
//! Differences between these networks are in their own modules.
//!
//! The rules are spelt out in functions of one hop; [`ToriConnectedRouting`] keeps their results in tables.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};
use torusmith_topology::{NetworkSpec, TerminalId};

use super::family::FamilyRouting;
use super::function::Headers;
use super::function::Routing;
use super::function::{Candidate, Candidates};
use super::network::NetworkRouting;
use super::options;
use super::options::Choice;
use super::tori_connected_rules::{RingHop, Rules, Tie, balanced_between, balanced_twisted, balanced_within, ring};
use super::twisted_ring::Vertical;
use crate::Error;

/// The record of one of the families: its prefix, the VC rules that its networks know, its own [`Rules`], and [`build`] with them.
pub(super) const fn record(
    prefix: &'static str,
    rules: fn(&ToriConnected) -> &'static [VcRule],
    own: &Rules,
    build: fn(&ToriConnected, Choice, usize) -> Result<NetworkRouting, Error>,
) -> FamilyRouting<ToriConnected> {
    FamilyRouting {
        prefix,
        algorithms,
        rules,
        refusal,
        ties: |_, algorithm, rule| match (algorithm, rule) {
            (_, VcRule::Balanced) => &[Ties::Balanced],
            (RoutingAlgorithm::DorTurn, _) => &[],
            (_, VcRule::Literal) => &[Ties::Plus],
            _ => &[Ties::Balanced, Ties::Plus],
        },
        classes: own.classes,
        build,
        walk: |_, _, _| None,
    }
}

/// The routing function of a network of the family with these rules.
pub(super) fn build(network: &ToriConnected, own: &Rules, choice: Choice, vcs: usize) -> Result<NetworkRouting, Error> {
    Ok(NetworkRouting::new(choice, ToriConnectedRouting::new(*network, own, choice, vcs)))
}

/// A turn before the links between basic modules is known to leave no cycle in rings of 4 and at one level of such links.
fn algorithms(network: &ToriConnected) -> &'static [RoutingAlgorithm] {
    match network {
        ToriConnected { m: 2, levels: 2, .. } if network.wraps() => &[RoutingAlgorithm::DorTurn, RoutingAlgorithm::Dor],
        _ => &[RoutingAlgorithm::Dor],
    }
}

fn refusal(network: &ToriConnected, rule: VcRule) -> Option<&'static str> {
    let for_rings_of_4 = matches!(rule, VcRule::Min2 | VcRule::Least | VcRule::Level | VcRule::Balanced);
    (for_rings_of_4 && network.m > 2 && network.wraps()).then_some("rings of 8 need the classes of paper4")
}

/// [`Rules::classes`] of all networks but the STTN.
pub(super) fn classes(network: &ToriConnected, choice: Choice) -> usize {
    match choice.rule {
        VcRule::Paper4 => 4,
        VcRule::Least => network.levels.max(3) as usize - 1,
        VcRule::Level => network.levels as usize,
        _ => 2,
    }
}

/// The hop of a ring between basic modules that changes one digit alone.
fn between(side: u32, from: u32, to: u32, bidirectional: bool, tie: Tie) -> RingHop {
    if bidirectional { ring(side, from, to, (UP_PLUS, UP_MINUS), tie) } else { RingHop { port: UP_PLUS, wrap: from > to } }
}

/// Class of a hop in the basic module towards a link of `level` and `dim`; level 1 stands for the destination itself.
fn class_within(own: &Rules, rule: VcRule, levels: u32, (level, dim): (u32, Dim), wrap: bool) -> usize {
    let last = level == 1;
    match rule {
        VcRule::Min2 => last as usize,
        VcRule::Least => (own.least)(levels, level, dim),
        VcRule::Level => (levels - level) as usize,
        VcRule::Literal => wrap as usize,
        _ => 2 * last as usize + wrap as usize,
    }
}

/// Number of the leg to the links of a level and dimension; the leg to the destination itself is of level 1 and V.
const fn leg(level: u32, dim: Dim) -> usize {
    2 * level as usize + matches!(dim, Dim::H) as usize
}

/// Ring between basic modules that changes one digit of the address.
#[derive(Debug, Clone, Copy, Default)]
struct RingTable {
    /// Least bit of the digit in an address.
    shift: u8,
    /// Leg to the links of the ring, by [`leg`].
    leg: u8,
    /// Position of the outlet, by group.
    outlet: [u8; 2],
    /// Position of the inlet if the rule treats the link from there to the outlet as a part of the ring, else none.
    inlet: Option<u8>,
    /// The hop of this ring depends on the columns too.
    twisted: bool,
    /// The hop over the link from inlet to outlet; the second one with the ring's wrap link still ahead.
    onward: [Candidate; 2],
}

/// The routing function of one network.
#[derive(Debug, Clone)]
struct ToriConnectedRouting {
    network: ToriConnected,
    /// Arbiters of a port: K of the rule, or 1 if some hop is of class any.
    classes: usize,
    tie: Tie,
    /// All V virtual channels.
    all: u8,
    /// Bits of the position in a basic module, 2m.
    low: u32,
    /// Ring of each highest differing address bit above the position.
    rings: Box<[RingTable; 32]>,
    /// `[leg][position << 2m | target]`, legs numbered by [`leg`].
    within: [Vec<Candidate>; 12],
    /// `[a << m | b]`.
    between: Vec<Candidate>,
    /// `[columns to go << 2m | a << m | b]`: the vertical rings of an MTN.
    vertical: Vec<Candidate>,
    /// q = 2, L = 2: the group whose path is shorter, `[V hops to go, H hops to go][position << 2m | target]`. The number of these hops does not
    /// matter, as the rings of both groups have equally many. Empty for one group.
    nearer: Vec<u8>,
}

impl ToriConnectedRouting {
    /// The rule must be one of the network's, `vcs` at least its number of classes: [`super::for_network`] sees to it.
    fn new(network: ToriConnected, own: &Rules, choice: Choice, vcs: usize) -> Self {
        let rule = choice.rule;
        let (m, side) = (network.m, network.side());
        let avoid = (own.ties_avoid_wrap)(rule);
        let tie = Tie::new(choice, avoid);
        let classes = (own.classes)(&network, choice);
        let masks = options::classes(classes, vcs);
        let all = (1u16 << vcs).wrapping_sub(1) as u8;
        let vcs_of = |class: Option<usize>| class.map_or(all, |class| masks[class]);
        let is_balanced = rule == VcRule::Balanced;
        // `dor-turn`: x first towards a link between basic modules.
        let x_first = choice.algorithm == RoutingAlgorithm::DorTurn;
        let position = |p: u32| (p >> m, p & (side - 1));
        let hop_within = |(level, dim): (u32, Dim), at: u32, to: u32| {
            if at == to {
                return Candidate::default();
            }
            let ((row, column), (to_row, to_column)) = (position(at), position(to));
            let (from, to, ports) = match row == to_row || x_first && level > 1 && column != to_column {
                true => (column, to_column, (X_PLUS, X_MINUS)),
                false => (row, to_row, (Y_PLUS, Y_MINUS)),
            };
            let hop = (own.step)(side, from, to, ports, tie);
            let class = match is_balanced {
                true => balanced_within(&network, own, choice.algorithm, level, hop.port, from),
                false => Some(class_within(own, rule, network.levels, (level, dim), hop.wrap)),
            };
            Candidate { port: hop.port, vcs: vcs_of(class) }
        };
        let table = |number: u32| {
            let (level, dim) = (number / 2, if number.is_multiple_of(2) { Dim::V } else { Dim::H });
            let entries = if (1..=network.levels).contains(&level) { 1 << (4 * m) } else { 0 };
            (0..entries).map(|i: u32| hop_within((level, dim), i >> (2 * m), i & ((1 << (2 * m)) - 1))).collect()
        };
        let class_between = |hop: RingHop| Some((own.class_between)(&network, avoid, hop.wrap));
        let hop_between = |i: u32| match position(i) {
            (a, b) if a == b => Candidate::default(),
            (a, b) => {
                let hop = between(side, a, b, network.bidirectional, tie);
                let class = if is_balanced { balanced_between(&network, a, b) } else { class_between(hop) };
                Candidate { port: hop.port, vcs: vcs_of(class) }
            }
        };
        let hop_vertical = |i: u32| {
            let (columns, (from, to)) = (i >> (2 * m), position(i & ((1 << (2 * m)) - 1)));
            if from == to {
                return Candidate::default();
            }
            let hop = Vertical::new(&network, from, to, columns, tie).hop();
            let class = if is_balanced { balanced_twisted(hop, from, to) } else { class_between(hop) };
            Candidate { port: hop.port, vcs: vcs_of(class) }
        };
        let mut rings = Box::new([RingTable::default(); 32]);
        for (level, dim, group) in network.rings() {
            let digit = ToriConnected::ring_digit(level, dim);
            let place = |(row, column): (u32, u32)| row << m | column;
            let (outlet, inlet) = (place(network.outlet(level, dim, group)), place(network.inlet(level, dim, group)));
            for ring in &mut rings[(digit * m) as usize..((digit + 1) * m) as usize] {
                (ring.shift, ring.leg) = ((digit * m) as u8, leg(level, dim) as u8);
                ring.outlet[group as usize] = outlet as u8;
                ring.twisted = network.twisted() && dim == Dim::V;
                if matches!(rule, VcRule::Least | VcRule::Level) && inlet != outlet {
                    // Every round of the ring passes this link, so it needs the ring's dateline.
                    let class = class_within(own, rule, network.levels, (level, dim), false);
                    let port = hop_within((level, dim), inlet, outlet).port;
                    ring.inlet = Some(inlet as u8);
                    ring.onward = [class + 1, class].map(|class| Candidate { port, vcs: masks[class] });
                }
            }
        }
        let mut routing = Self {
            network,
            classes: if is_balanced { 1 } else { classes },
            tie,
            nearer: Vec::new(),
            all,
            low: 2 * m,
            rings,
            within: std::array::from_fn(|number| table(number as u32)),
            between: (0..1 << (2 * m)).map(hop_between).collect(),
            vertical: (0..if network.twisted() { 1 << (3 * m) } else { 0 }).map(hop_vertical).collect(),
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
            return self.within[leg(1, Dim::V)][(at << self.low | destination & position) as usize];
        }
        // The row digit of a level is above its column digit, so the highest differing digit gives level and dimension at once.
        let ring = &self.rings[((above.ilog2() + self.low) & 31) as usize];
        let (m, digit) = (self.network.m, (1 << self.network.m) - 1);
        let (a, b) = (node >> ring.shift & digit, destination >> ring.shift & digit);
        let target = u32::from(ring.outlet[(bits & 1) as usize]);
        if at == target {
            if ring.twisted {
                let columns = (destination >> (ring.shift - m as u8)).wrapping_sub(node >> (ring.shift - m as u8)) & digit;
                return self.vertical[((columns << m | a) << m | b) as usize];
            }
            return self.between[(a << m | b) as usize];
        }
        if ring.inlet == Some(at as u8) {
            return ring.onward[(a > b) as usize];
        }
        self.within[usize::from(ring.leg)][(at << self.low | target) as usize]
    }
}

impl Routing for ToriConnectedRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Candidates {
        let hop = self.hop(node, destination, bits);
        Candidates::one(hop.port, hop.vcs)
    }

    /// q = 2: the group whose whole path is shorter, 0 on a tie.
    #[inline]
    fn source_choices(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId) -> Headers {
        if self.nearer.is_empty() {
            return Headers::one(0);
        }
        let (m, low, position) = (self.network.m, self.low, (1 << self.low) - 1);
        let above = (source ^ destination) >> low;
        let (vertical, mut horizontal) = (above >> m != 0, above & ((1 << m) - 1) != 0);
        if vertical && self.network.twisted() {
            let digit = |node: u32, i: u32| self.network.digit(node, i);
            let columns = digit(destination, 2).wrapping_sub(digit(source, 2)) & (self.network.side() - 1);
            horizontal = Vertical::new(&self.network, digit(source, 3), digit(destination, 3), columns, self.tie).turns();
        }
        let digits = 2 * vertical as u32 + horizontal as u32;
        Headers::one(self.nearer[((digits << low | source & position) << low | destination & position) as usize].into())
    }

    fn classes(&self) -> usize {
        self.classes
    }

    /// The candidates at `node` depend on the highest differing digit above the basic module, and on the destination's value of it; if all of them
    /// agree, on the position in the basic module. At the next node that digit may agree; then the next lower differing digit counts, or the
    /// position. Digits below do not matter, so two digits are varied, or one and the position. A twisted ring depends on, and changes, both digits
    /// of its level: there two levels are varied, or one and the position.
    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
        if self.network.groups() > 1 {
            return None;
        }
        let m = self.network.m;
        let unit = if self.network.twisted() { 2 } else { 1 };
        let units = 2 / unit..2 * self.network.levels / unit;
        let others = |at: u32, i: u32| (1..1 << (unit * m)).map(move |x| at ^ x << (i * unit * m));
        let positions = |at: u32| (0..1 << (2 * m)).map(move |p| at >> (2 * m) << (2 * m) | p);
        let mut all: Vec<u32> = positions(node).collect();
        for i in units.clone() {
            for first in others(node, i) {
                all.extend(positions(first));
                all.extend((units.start..i).flat_map(|j| others(first, j)));
            }
        }
        Some(all.into_iter().map(TerminalId).collect())
    }
}
