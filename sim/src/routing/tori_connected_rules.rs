//! Rules by which the routing of TTN, STTN, MTN and TESH differs, and those that most of them share. VC rule `balanced` of TTN, STTN and MTN gives
//! some hops a class, all others are of class any (docs/networks.md, "TTN(m, L, q), ..", "VC rule `balanced`").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::options::Choice;
use super::options::tie_goes_up;

/// A hop before its VCs are known: output port, and whether the wrap link of its ring is still ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RingHop {
    pub port: u8,
    pub wrap: bool,
}

/// Tie-break between the two equally long directions of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tie {
    Plus,
    /// The one without the wrap link.
    OffWrap,
    Balanced,
}

impl Tie {
    /// `avoid_wrap`: the VC rule's own ties avoid the wrap link.
    pub(super) fn new(choice: Choice, avoid_wrap: bool) -> Self {
        match choice.ties {
            Ties::Balanced => Self::Balanced,
            Ties::Plus if avoid_wrap => Self::OffWrap,
            Ties::Plus => Self::Plus,
        }
    }

    /// Whether a tie at coordinate `at` goes in direction +; `wrap`: that direction passes the wrap link.
    pub(super) fn goes_up(self, at: u32, wrap: bool) -> bool {
        match self {
            Self::Plus => tie_goes_up(Ties::Plus, at),
            Self::OffWrap => !wrap,
            Self::Balanced => tie_goes_up(Ties::Balanced, at),
        }
    }
}

/// Rules in which the networks differ.
pub(super) struct Rules {
    /// The hop in a row or column of `side` nodes of a basic module from a digit to another one; the ports for + and -; ties.
    pub step: fn(u32, u32, u32, (u8, u8), Tie) -> RingHop,
    /// Ties never use the wrap link, so that no ring has a closed chain of channels, as it has none if they are balanced.
    pub ties_avoid_wrap: fn(VcRule) -> bool,
    /// Class of an inter-BM hop: the network, whether the rule's ties avoid wrap links, whether the wrap link is ahead.
    pub class_between: fn(&ToriConnected, bool, bool) -> usize,
    /// K of a rule.
    pub classes: fn(&ToriConnected, Choice) -> usize,
    /// Rule `least`: class of a hop in the basic module towards a link: L, its level, its dimension; level 1 stands for the destination.
    pub least: fn(u32, u32, Dim) -> usize,
    /// Rule `balanced`: the output ports whose wrap links are marked.
    pub marked: fn(&ToriConnected, RoutingAlgorithm) -> &'static [u8],
    /// Rule `balanced`: class of a hop over a marked link towards a link of a level; level 1 stands for the destination itself.
    pub class_marked: fn(&ToriConnected, u32) -> usize,
}

/// The hop on a ring of `side` nodes from digit `c` to `t` != `c`, in the shorter direction.
pub(super) fn ring(side: u32, c: u32, t: u32, (plus, minus): (u8, u8), tie: Tie) -> RingHop {
    let distance = t.wrapping_sub(c) & (side - 1);
    let up = match distance.cmp(&(side / 2)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => tie.goes_up(c, c > t),
        std::cmp::Ordering::Greater => false,
    };
    if up { RingHop { port: plus, wrap: c > t } } else { RingHop { port: minus, wrap: c < t } }
}

/// [`Rules::ties_avoid_wrap`] of all networks but the TESH.
pub(super) fn ties_avoid_wrap(rule: VcRule) -> bool {
    matches!(rule, VcRule::Min2 | VcRule::Least | VcRule::Level)
}

/// [`Rules::class_between`] of all networks but the MTN: a bidirectional ring has no cycle of channels if ties avoid its wrap link, or are balanced.
pub(super) fn class_between(network: &ToriConnected, ties_avoid_wrap: bool, wrap: bool) -> usize {
    (wrap && !(ties_avoid_wrap && network.bidirectional)) as usize
}

/// [`Rules::least`] of TTN and MTN: a class for the leg to each level from the highest down, levels 3 and 2 sharing one, then one for the
/// destination.
pub(super) fn least(levels: u32, level: u32, _dim: Dim) -> usize {
    let top = levels.max(3);
    (if level == 1 { top - 2 } else { top - level.max(3) }) as usize
}

/// Nodes of every ring.
const SIDE: u32 = 4;

/// The ports of wrap links, all four kinds.
pub(super) const EVERY: &[u8] = &[X_PLUS, X_MINUS, Y_PLUS, Y_MINUS];

/// [`Rules::marked`] of TTN and MTN.
pub(super) fn marked_ports(network: &ToriConnected, _algorithm: RoutingAlgorithm) -> &'static [u8] {
    if network.levels > 2 || network.groups() > 1 { EVERY } else { &[X_PLUS] }
}

/// Class of a hop in the basic module from `digit` of its ring, by `port`, towards a link of `level`; level 1 stands for the destination itself.
pub(super) fn balanced_within(
    network: &ToriConnected,
    own: &Rules,
    algorithm: RoutingAlgorithm,
    level: u32,
    port: u8,
    digit: u32,
) -> Option<usize> {
    let last = if matches!(port, X_PLUS | Y_PLUS) { SIDE - 1 } else { 0 };
    (digit == last && (own.marked)(network, algorithm).contains(&port)).then(|| (own.class_marked)(network, level))
}

/// Class of a hop of a ring between basic modules from digit `a` to `b` != `a`.
pub(super) fn balanced_between(network: &ToriConnected, a: u32, b: u32) -> Option<usize> {
    (!network.bidirectional).then(|| plus_class(a, b))
}

/// Class of a hop of a vertical ring of an MTN from row `a` to `b`.
pub(super) fn balanced_twisted(hop: RingHop, a: u32, b: u32) -> Option<usize> {
    Some(if hop.port == UP_PLUS { plus_class(a, b) } else { plus_class(SIDE - 1 - a, SIDE - 1 - b) })
}

/// Class of a hop on a ring whose packets all go in direction +: towards the nodes next to the wrap link only the last hop is of class 0.
fn plus_class(a: u32, b: u32) -> usize {
    (match b {
        1 | 2 => a > b,
        _ => (b + SIDE - a) % SIDE != 1,
    }) as usize
}
