//! TTN, STTN, MTN and TESH.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_PLUS, X_PLUS, Y_PLUS};
use torusmith_topology::{NetworkSpec, TerminalId};

use crate::{Choices, Direction, Hop, Lanes, Leg, Routes, Tie};

/// The routes of a TTN, STTN, MTN or TESH.
pub(crate) struct ToriConnectedRoutes {
    network: ToriConnected,
    rule: VcRule,
    /// On the way to an inter-BM link x comes before y.
    x_first: bool,
    tie: Tie,
}

/// (row, column), in a basic module or of a level.
type Place = (u32, u32);

/// A ring between basic modules that a packet has to go on in.
#[derive(Clone, Copy)]
struct Ring {
    level: u32,
    dim: Dim,
    /// The ring's digit of node and destination.
    digits: (u32, u32),
    direction: Direction,
}

impl ToriConnectedRoutes {
    pub fn new(&network: &ToriConnected, choices: &Choices) -> Option<Self> {
        let tie = match choices.vc_rule {
            _ if choices.ties == Ties::Balanced => Tie::Balanced,
            VcRule::Paper4 | VcRule::Literal => Tie::Plus,
            VcRule::Min2 if !network.wraps() => Tie::Plus,
            _ => Tie::WithoutWrap,
        };
        Some(Self { network, rule: choices.vc_rule, x_first: choices.routing == RoutingAlgorithm::DorTurn, tie })
    }

    fn is_sttn(&self) -> bool {
        self.network.family() == torusmith_topology::sttn::FAMILY.id
    }

    fn is_tesh(&self) -> bool {
        !self.network.wraps()
    }

    /// Row and column of a level; those of level 1 are the position in the basic module.
    fn place(&self, node: u32, level: u32) -> Place {
        (self.network.digit(node, 2 * level - 1), self.network.digit(node, 2 * level - 2))
    }

    /// The ring of the highest level whose digits differ.
    fn ring(&self, node: u32, destination: u32) -> Option<Ring> {
        let level = (2..=self.network.levels).rev().find(|&level| self.place(node, level) != self.place(destination, level))?;
        let (at, to) = (self.place(node, level), self.place(destination, level));
        let (dim, digits) = if at.0 != to.0 { (Dim::V, (at.0, to.0)) } else { (Dim::H, (at.1, to.1)) };
        let direction = match dim {
            _ if !self.network.bidirectional => Direction::new(true, digits.0, digits.1),
            Dim::V if self.network.twisted() => self.twisted(at, to),
            _ => self.tie.direction(self.network.side(), digits.0, digits.1),
        };
        Some(Ring { level, dim, digits, direction })
    }

    /// The direction on a bidirectional V ring of an MTN.
    fn twisted(&self, (a, a_column): Place, (b, b_column): Place) -> Direction {
        let side = self.network.side();
        let direction = |plus| {
            let direction = Direction::new(plus, a, b);
            let vertical = (if plus { b + side - a } else { a + side - b }) % side;
            let column = (a_column + if direction.wrap { side / 2 } else { 0 }) % side;
            let east = (b_column + side - column) % side;
            (vertical + east.min(side - east), direction)
        };
        let ((by_plus, plus), (by_minus, minus)) = (direction(true), direction(false));
        let is_plus = if by_plus == by_minus { self.tie.prefers_plus(a, b) } else { by_plus < by_minus };
        if is_plus { plus } else { minus }
    }

    /// A hop between basic modules.
    fn between(&self, ring: &Ring) -> Lanes {
        let n = &self.network;
        let port = ring.direction.port(UP_PLUS);
        let twisted = n.twisted() && ring.dim == Dim::V;
        if self.rule == VcRule::Balanced {
            let (a, b) = if ring.direction.plus { ring.digits } else { (3 - ring.digits.0, 3 - ring.digits.1) };
            let class = if b == 1 || b == 2 { a > b } else { (b + 4 - a) % 4 != 1 };
            return if n.bidirectional && !twisted { Lanes::all(port, self.classes()) } else { Lanes::one(port, class.into()) };
        }
        let any_tie = matches!(self.rule, VcRule::Paper4 | VcRule::Literal) || self.is_tesh() && self.rule == VcRule::Min2;
        let dateline = !n.bidirectional || n.twisted() || any_tie;
        Lanes::one(port, (dateline && ring.direction.wrap).into())
    }

    /// A hop in the basic module to a place in it, where `ring` begins or the packet ends.
    fn inside(&self, at: Place, to: Place, ring: Option<&Ring>) -> Lanes {
        let n = &self.network;
        if at == to {
            return Lanes::all(0, self.classes());
        }
        let along_x = if self.x_first && ring.is_some() { at.1 != to.1 } else { at.0 == to.0 };
        let (c, t, port) = if along_x { (at.1, to.1, X_PLUS) } else { (at.0, to.0, Y_PLUS) };
        let direction = if self.is_tesh() { Direction { plus: c < t, wrap: false } } else { self.tie.direction(n.side(), c, t) };
        let port = direction.port(port);
        let level = ring.map_or(1, |ring| ring.level);
        let last = u32::from(level == 1);
        // The link from a ring's input node to its output node, with the wrap link behind
        let more = |ring: &Ring| {
            let inlet = n.inlet(ring.level, ring.dim, 0);
            u32::from(at == inlet && inlet != n.outlet(ring.level, ring.dim, 0) && !ring.direction.wrap)
        };
        let more = ring.map_or(0, more);
        let class = match self.rule {
            VcRule::Balanced => {
                let over_wrap = c == if direction.plus { n.side() - 1 } else { 0 };
                let marked: &[u8] = match (n.levels, n.groups()) {
                    (2, 1) if self.is_sttn() && !self.x_first => &[X_PLUS, Y_PLUS],
                    (2, 1) => &[X_PLUS],
                    _ => &[1, 2, 3, 4],
                };
                if !(over_wrap && marked.contains(&port)) {
                    return Lanes::all(port, self.classes());
                }
                if self.is_sttn() { n.levels - level } else { last }
            }
            VcRule::Paper4 => 2 * last + u32::from(direction.wrap),
            VcRule::Literal => direction.wrap.into(),
            VcRule::Min2 => last,
            VcRule::Level => n.levels - level + more,
            _ => {
                let to_2h = self.is_tesh() && n.levels > 3 && ring.is_some_and(|ring| (ring.level, ring.dim) == (2, Dim::H));
                if level == 1 || to_2h { self.classes() - 1 } else { n.levels.max(3) - level.max(3) + more }
            }
        };
        Lanes::one(port, class)
    }

    /// Links between two places of a basic module.
    fn distance(&self, a: Place, b: Place) -> u32 {
        let along = |a: u32, b: u32| match a.abs_diff(b) {
            straight if self.network.wraps() => straight.min(self.network.side() - straight),
            straight => straight,
        };
        along(a.0, b.0) + along(a.1, b.1)
    }
}

impl Routes for ToriConnectedRoutes {
    fn classes(&self) -> u32 {
        match self.rule {
            VcRule::Paper4 => 4,
            VcRule::Least => self.network.levels.max(3) - 1,
            VcRule::Level => self.network.levels,
            VcRule::Balanced if self.is_sttn() => self.network.levels,
            _ => 2,
        }
    }

    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let at = self.place(node, 1);
        let first = match self.ring(node, destination) {
            None => self.inside(at, self.place(destination, 1), None),
            Some(ring) => match self.network.outlet(ring.level, ring.dim, bits as u32) {
                outlet if at == outlet => self.between(&ring),
                outlet => self.inside(at, outlet, Some(&ring)),
            },
        };
        Hop::new(first, bits)
    }

    /// The group by which the path is shorter. Between V and H hops, and between those of one ring, paths by both groups are equally long: what
    /// differs is the distance to the first inter-BM link and from the last one. There are two groups only with L = 2.
    fn source_bits(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId, _number: u32) -> u64 {
        let n = &self.network;
        let Some(first) = self.ring(source, destination).filter(|_| n.groups() == 2) else { return 0 };
        let ((_, column), (_, to_column)) = (self.place(source, 2), self.place(destination, 2));
        let twisted = n.twisted() && first.dim == Dim::V && first.direction.wrap;
        let column = if twisted { (column + n.side() / 2) % n.side() } else { column };
        let last = if column == to_column { Dim::V } else { Dim::H };
        let ends = |group| {
            let (outlet, inlet) = (n.outlet(2, first.dim, group), n.inlet(2, last, group));
            self.distance(self.place(source, 1), outlet) + self.distance(inlet, self.place(destination, 1))
        };
        (ends(1) < ends(0)).into()
    }

    /// V before H of each level, the highest level first. In an MTN the direction on a V ring depends on both digits, but for their column on its
    /// difference alone. Of two groups the source chooses one by both places, so that a path is not made of legs.
    fn legs(&self) -> Vec<Leg> {
        let n = &self.network;
        if n.groups() == 2 {
            return Vec::new();
        }
        let of_digit = |digit: u32| Leg::of_digit(1 << (n.m * digit), n.side());
        let of_level = |level: u32| {
            let (v, h) = (of_digit(2 * level - 1), of_digit(2 * level - 2));
            let twisted = v.pairs.iter().flat_map(|(from, to)| (0..n.side()).map(move |column| (from << n.m, to << n.m | column)));
            [if n.twisted() { Leg { unit: h.unit, pairs: twisted.collect() } } else { v }, h]
        };
        (2..=n.levels).rev().flat_map(of_level).collect()
    }
}
