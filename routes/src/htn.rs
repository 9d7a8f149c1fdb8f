//! HTN(4,4,2,q).

use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::htn::{BM_X, BM_Y, EX, EY, Htn, X, Y, Z};

use crate::{Choices, Hop, Lanes, Leg, Routes, Tie};

/// The routes of an HTN.
pub(crate) struct HtnRoutes {
    htn: Htn,
    routing: RoutingAlgorithm,
    balanced: bool,
    tie: Tie,
}

/// The mask of the adaptive class.
const ADAPTIVE: u8 = 1 << 2;

impl HtnRoutes {
    pub fn new(&htn: &Htn, &Choices { routing, vc_rule, ties }: &Choices) -> Option<Self> {
        let routes = Self { htn, routing, balanced: vc_rule == VcRule::Balanced, tie: ties.into() };
        // `literal` depends on where a packet comes from
        (vc_rule != VcRule::Literal).then_some(routes)
    }

    fn selects_links(&self) -> bool {
        matches!(self.routing, RoutingAlgorithm::Ls | RoutingAlgorithm::LsCs | RoutingAlgorithm::LsCsTurn)
    }

    /// The adaptive class, if a candidate can have it next to an escape class.
    fn adaptive(&self) -> u8 {
        let selects = matches!(self.routing, RoutingAlgorithm::Cs | RoutingAlgorithm::LsCs | RoutingAlgorithm::LsCsTurn);
        if selects { ADAPTIVE } else { 0 }
    }

    /// turn(y): a packet to an X link fixes y before x.
    fn turns(&self, node: u32, destination: u32, stay: bool) -> bool {
        let (y, to) = (self.htn.digit(node, Y), self.htn.digit(destination, Y));
        let share = (self.htn.digit(destination, Z) + self.htn.digit(destination, X)) % 4;
        y != to
            && matches!(to, 1 | 2)
            && match self.routing {
                RoutingAlgorithm::DorEarly => true,
                RoutingAlgorithm::DorTurn | RoutingAlgorithm::LsCsTurn => share == 3 || share != 0 && matches!(y, 0 | 3),
                RoutingAlgorithm::DorBoth => !stay,
                _ => false,
            }
    }

    /// A hop in the ring of digit `axis` of a basic module, from c to t. `last`: in the destination's module (phase F); `wrapped`: phase P, and
    /// the wrap link of the ring of modules is behind.
    fn inside(&self, axis: u32, (c, t): (u32, u32), last: bool, wrapped: bool, bits: u64) -> Hop {
        let direction = Tie::Balanced.direction(4, c, t);
        let plus = 2 * axis as u8 + 1;
        let port = direction.port(plus);
        let nears = if direction.plus { c >= 2 } else { c <= 1 };
        let apart = match axis {
            X => nears,
            Y => nears || self.routing != RoutingAlgorithm::Dor,
            _ => false,
        };
        let first = match self.balanced {
            true if self.adaptive() != 0 => Lanes { port, classes: 1 << u8::from(last) | ADAPTIVE },
            true if apart => Lanes::one(port, last.into()),
            true => Lanes::all(port, self.classes()),
            false => Lanes { port, classes: 1 << u8::from(last || wrapped) | self.adaptive() },
        };
        let other = || Lanes { port: if direction.plus { plus + 1 } else { plus }, classes: ADAPTIVE };
        Hop { first, second: (self.selects_links() && (t + 4 - c) % 4 == 2).then(other), bits }
    }

    /// The directions of a source round a ring of basic modules, in the order of the choices, as (north or east, wrap).
    fn source_directions(&self, from: u32, to: u32) -> ([(bool, bool); 2], usize) {
        let (plus, minus) = ((true, from > to), (false, from < to));
        let both = matches!(self.routing, RoutingAlgorithm::Ls | RoutingAlgorithm::LsCs);
        match (to + 4 - from) % 4 {
            0 => ([(false, false); 2], 1),
            2 if both => ([plus, minus], 2),
            _ if self.tie.direction(4, from, to).plus => ([plus; 2], 1),
            _ => ([minus; 2], 1),
        }
    }
}

impl Routes for HtnRoutes {
    fn classes(&self) -> u32 {
        if self.selects_links() || self.adaptive() != 0 { 3 } else { 2 }
    }

    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let digits = |axis| (self.htn.digit(node, axis), self.htn.digit(destination, axis));
        let [north, east, wrap_y, wrap_x] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
        let differs = |axis: &u32| digits(*axis).0 != digits(*axis).1;
        let (outer, inner, up, wrap, link) = match [BM_Y, BM_X].into_iter().find(differs) {
            Some(BM_Y) => (BM_Y, Y, north, wrap_y, EY),
            Some(_) => (BM_X, X, east, wrap_x, EX),
            None => {
                return match [Z, Y, X].into_iter().find(differs) {
                    Some(axis) => self.inside(axis, digits(axis), true, false, bits),
                    None => Hop::new(Lanes::all(0, self.classes()), bits),
                };
            }
        };
        let (a, b) = digits(outer);
        let wrapped = wrap && !(if up { a > b } else { a < b });
        let (z, edge) = (digits(Z).0, if up { 3 } else { 0 });
        let gate = match self.htn.q {
            0 => 0,
            1 => [0, 1, 1, 0][z as usize],
            _ => z,
        };
        if z != gate {
            return self.inside(Z, (z, gate), false, wrapped, bits);
        }
        // `stay` is in the place of wrap_y.
        if outer == BM_X && self.turns(node, destination, wrap_y) {
            return self.inside(Y, digits(Y), false, wrapped, bits);
        }
        if digits(inner).0 != edge {
            return self.inside(inner, (digits(inner).0, edge), false, wrapped, bits);
        }
        let first = match self.balanced {
            true => Lanes::all(link, self.classes()),
            false => Lanes { port: link, classes: 1 << u8::from(wrapped || a == edge) | self.adaptive() },
        };
        Hop::new(first, bits)
    }

    fn source_bits(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId, number: u32) -> u64 {
        let of = |axis| self.source_directions(self.htn.digit(source, axis), self.htn.digit(destination, axis));
        let ((y, ways_y), (x, ways_x)) = (of(BM_Y), of(BM_X));
        let choice = number as usize % (ways_y * ways_x);
        let ((north, wrap_y), (east, wrap_x)) = (y[choice % ways_y], x[choice / ways_y]);
        let bit_2 = if self.routing == RoutingAlgorithm::DorBoth { number % 2 == 1 } else { wrap_y };
        [north, east, bit_2, wrap_x].into_iter().rev().fold(0, |bits, bit| bits << 1 | u64::from(bit))
    }

    fn source_period(&self) -> u32 {
        match self.routing {
            RoutingAlgorithm::Ls | RoutingAlgorithm::LsCs => 4,
            RoutingAlgorithm::DorBoth => 2,
            _ => 1,
        }
    }

    /// Along Y, then along X.
    fn legs(&self) -> Vec<Leg> {
        [BM_Y, BM_X].map(|digit| Leg::of_digit(1 << (2 * digit), 4)).into()
    }

    /// What turn(y) looks at.
    fn share(&self, place: u32) -> u32 {
        match self.routing {
            RoutingAlgorithm::Dor | RoutingAlgorithm::Ls | RoutingAlgorithm::Cs | RoutingAlgorithm::LsCs => 0,
            _ => (self.htn.digit(place, Y) << 2) | ((self.htn.digit(place, Z) + self.htn.digit(place, X)) % 4),
        }
    }
}
