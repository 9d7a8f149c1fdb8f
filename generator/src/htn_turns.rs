//! The turns by class of an HTN (docs/networks.md, HTN).
//!
//! A way has up to three parts, along Y, along X and to the destination in its basic module, and where a part begins says little of what was
//! before it: so all ways of each part, joined by the input VCs and the places at which one ends and the next begins, are all turns there are.

use std::collections::BTreeSet;

use torusmith_design::{RoutingAlgorithm, Ties};
use torusmith_topology::htn::{EX, EY, Htn, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS, Z_MINUS, Z_PLUS};

use crate::algorithm::Selection;
use crate::turn_table::{Lanes, Turns};

/// What decides the ways.
pub(crate) struct Ways<'a> {
    pub htn: &'a Htn,
    pub routing: RoutingAlgorithm,
    pub ties: Ties,
    /// The VC rule is `balanced`, else it is `phase`.
    pub balanced: bool,
}

/// The class of the adaptive VCs.
const ADAPTIVE: u8 = 1 << 2;

/// A place in a basic module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    z: u8,
    y: u8,
    x: u8,
}

/// What is known of the destination before its basic module is reached, where y is mended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    y: u8,
    /// (z + x) mod 4.
    share: u8,
    /// Routing bit of `dor-both`.
    stay: bool,
}

/// A head somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    came: Lanes,
    at: Place,
    bound: Option<Bound>,
}

/// A link of a ring of basic modules that is to be reached, and what is left of that ring.
#[derive(Debug, Clone, Copy)]
struct Ring {
    along_y: bool,
    up: bool,
    at: u8,
    to: u8,
    /// The way passes the wrap link.
    wraps: bool,
}

impl Ring {
    fn wrapped(self) -> bool {
        let ahead = if self.up { self.at > self.to } else { self.at < self.to };
        self.wraps && !ahead
    }

    /// The edge of the basic module that the links out of it are on.
    fn edge(self) -> u8 {
        if self.up { 3 } else { 0 }
    }
}

/// All turns of a network, for `classes` classes.
pub(crate) fn turns(ways: &Ways, classes: u32) -> Turns {
    let mut walk = Walk { ways, turns: Turns::none(9, classes) };
    let source = walk.turns.all(0);
    let heads = |bound| (0..64).map(move |n| Head { came: source, at: Place { z: n >> 4, y: n >> 2 & 3, x: n & 3 }, bound });
    let bounds: Vec<Option<Bound>> = if ways.routing.turns() { bounds(ways.routing).map(Some).collect() } else { vec![None] };
    let sources: BTreeSet<Head> = bounds.into_iter().flat_map(heads).collect();
    let along_y = walk.part(&sources, true);
    let along_x = walk.part(&sources.union(&along_y).copied().collect(), false);
    for head in sources.iter().chain(&along_y).chain(&along_x) {
        for to in (0..64).map(|n| Place { z: n >> 4, y: n >> 2 & 3, x: n & 3 }) {
            let fits = head.bound.is_none_or(|bound| bound.y == to.y && bound.share == (to.z + to.x) & 3);
            if fits && (head.came != source || head.at != to) {
                walk.arrive(head.came, head.at, to);
            }
        }
    }
    walk.turns
}

fn bounds(routing: RoutingAlgorithm) -> impl Iterator<Item = Bound> {
    let stays = if routing == RoutingAlgorithm::DorBoth { 2 } else { 1 };
    (0..stays).flat_map(|stay| (0..16).map(move |n| Bound { y: n >> 2, share: n & 3, stay: stay == 1 }))
}

struct Walk<'a> {
    ways: &'a Ways<'a>,
    turns: Turns,
}

impl Walk<'_> {
    /// All ways round the rings along Y, or along X, and where they end.
    fn part(&mut self, starts: &BTreeSet<Head>, along_y: bool) -> BTreeSet<Head> {
        let mut ends = BTreeSet::new();
        let pairs = (0..4).flat_map(|at| (0..4).map(move |to| (at, to))).filter(|(at, to)| at != to);
        for (at, to) in pairs {
            for up in self.directions(at, to) {
                let wraps = if up { at > to } else { at < to };
                let mut heads = starts.clone();
                let mut ring = Ring { along_y, up, at, to, wraps };
                while ring.at != to {
                    let mut behind = BTreeSet::new();
                    heads.into_iter().for_each(|head| self.leave(head, ring, &mut behind));
                    heads = behind;
                    ring.at = (if up { ring.at + 1 } else { ring.at + 3 }) % 4;
                }
                ends.extend(heads);
            }
        }
        ends
    }

    /// The ways round a ring of basic modules that a source can take.
    fn directions(&self, at: u8, to: u8) -> Vec<bool> {
        match ((to + 4 - at) % 4, self.ways.ties) {
            (1, _) => vec![true],
            (3, _) => vec![false],
            _ if self.ways.routing.selects_links() && !self.ways.routing.turns() => vec![true, false],
            (_, Ties::Balanced) => vec![at.is_multiple_of(2)],
            _ => vec![true],
        }
    }

    /// The ways through a basic module and over a link out of it.
    fn leave(&mut self, head: Head, ring: Ring, behind: &mut BTreeSet<Head>) {
        let Head { came, at, bound } = head;
        let gate = match self.ways.htn.gate_planes() {
            4 => at.z,
            2 => [0, 1, 1, 0][at.z as usize],
            _ => 0,
        };
        let edge = ring.edge();
        let target = if at.z != gate {
            Some((Z_PLUS, at.z, gate))
        } else if ring.along_y {
            (at.y != edge).then_some((Y_PLUS, at.y, edge))
        } else {
            match bound.filter(|&bound| self.mends_early(at.y, bound)) {
                Some(bound) => Some((Y_PLUS, at.y, bound.y)),
                None => (at.x != edge).then_some((X_PLUS, at.x, edge)),
            }
        };
        if let Some((plus, from, to)) = target {
            for (hop, next) in self.steps(plus, from, to, Some(ring)) {
                self.turns.add(came, hop);
                self.leave(Head { came: arrival(hop), at: moved(at, plus, next), bound }, ring, behind);
            }
            return;
        }
        let classes = self.classes_between(ring);
        let port = if ring.along_y { EY } else { EX };
        self.turns.add(came, Lanes { port, classes });
        let at = if ring.along_y { Place { y: 3 - edge, ..at } } else { Place { x: 3 - edge, ..at } };
        behind.insert(Head { came: Lanes { port, classes }, at, bound });
    }

    /// The ways in the destination's basic module.
    fn arrive(&mut self, came: Lanes, at: Place, to: Place) {
        let (plus, from, there) = if at.z != to.z {
            (Z_PLUS, at.z, to.z)
        } else if at.y != to.y {
            (Y_PLUS, at.y, to.y)
        } else if at.x != to.x {
            (X_PLUS, at.x, to.x)
        } else {
            self.turns.add(came, self.turns.all(0));
            return;
        };
        for (hop, next) in self.steps(plus, from, there, None) {
            self.turns.add(came, hop);
            self.arrive(arrival(hop), moved(at, plus, next), to);
        }
    }

    fn mends_early(&self, y: u8, bound: Bound) -> bool {
        y != bound.y
            && matches!(bound.y, 1 | 2)
            && match self.ways.routing {
                RoutingAlgorithm::DorTurn | RoutingAlgorithm::LsCsTurn => bound.share == 3 || (bound.share != 0 && matches!(y, 0 | 3)),
                RoutingAlgorithm::DorBoth => !bound.stay,
                _ => true,
            }
    }

    /// The candidates of a hop in a ring of a basic module, with the digit that each leads to; `ring` in phase P.
    fn steps(&self, plus: u8, from: u8, to: u8, ring: Option<Ring>) -> Vec<(Lanes, u8)> {
        let distance = (to + 4 - from) % 4;
        let up = if distance == 2 { from.is_multiple_of(2) } else { distance == 1 };
        let step = |up: bool, classes: u8| {
            let port = if up { plus } else { plus + 1 };
            (Lanes { port, classes }, (if up { from + 1 } else { from + 3 }) % 4)
        };
        let mut steps = vec![step(up, self.classes_within(plus, from, up, ring))];
        steps.extend((distance == 2 && self.ways.routing.selects_links()).then(|| step(!up, ADAPTIVE)));
        steps
    }

    fn classes_within(&self, plus: u8, from: u8, up: bool, ring: Option<Ring>) -> u8 {
        if !self.ways.balanced {
            return self.with_adaptive(ring.is_none_or(Ring::wrapped));
        }
        if self.ways.routing.selects_channels() {
            return self.with_adaptive(ring.is_none());
        }
        let nears = if up { from >= 2 } else { from <= 1 };
        let apart = match plus {
            Y_PLUS => nears || self.ways.routing.turns(),
            X_PLUS => nears,
            _ => false,
        };
        if apart { 1 << u8::from(ring.is_none()) } else { self.turns.all(0).classes }
    }

    fn classes_between(&self, ring: Ring) -> u8 {
        if self.ways.balanced { self.turns.all(0).classes } else { self.with_adaptive(ring.wrapped() || ring.at == ring.edge()) }
    }

    /// An escape class, and the adaptive one where channels are selected.
    fn with_adaptive(&self, upper: bool) -> u8 {
        1 << u8::from(upper) | if self.ways.routing.selects_channels() { ADAPTIVE } else { 0 }
    }
}

/// A '+' link of a basic module leads from output x+ to input x-.
fn arrival(hop: Lanes) -> Lanes {
    let port = match hop.port {
        X_PLUS => X_MINUS,
        X_MINUS => X_PLUS,
        Y_PLUS => Y_MINUS,
        Y_MINUS => Y_PLUS,
        Z_PLUS => Z_MINUS,
        _ => Z_PLUS,
    };
    Lanes { port, ..hop }
}

fn moved(at: Place, plus: u8, digit: u8) -> Place {
    match plus {
        Z_PLUS => Place { z: digit, ..at },
        Y_PLUS => Place { y: digit, ..at },
        _ => Place { x: digit, ..at },
    }
}
