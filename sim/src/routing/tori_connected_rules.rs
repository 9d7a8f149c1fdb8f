//! In what the routing of one of TTN, STTN, MTN and TESH can differ from that of another, and what most of them have in common.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::tori_connected::{Dim, ToriConnected};

use super::options::Choice;
use super::ties::tie_goes_up;

/// A hop before its VCs are known: output port, and whether the wrap link of its ring is still ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub port: u8,
    pub wrap: bool,
}

/// Which of two equal ways round a ring a packet takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tie {
    Plus,
    /// The one without the wrap link.
    OffWrap,
    Balanced,
}

impl Tie {
    /// `own`: those of the VC rule keep off the wrap link.
    pub(super) fn new(choice: Choice, own: bool) -> Self {
        match choice.ties {
            Ties::Balanced => Self::Balanced,
            Ties::Plus if own => Self::OffWrap,
            Ties::Plus => Self::Plus,
        }
    }

    /// From coordinate `at` it is +; `wrap`: the wrap link is on that way.
    pub(super) fn goes_up(self, at: u32, wrap: bool) -> bool {
        match self {
            Self::Plus => tie_goes_up(Ties::Plus, at),
            Self::OffWrap => !wrap,
            Self::Balanced => tie_goes_up(Ties::Balanced, at),
        }
    }
}

/// What tells the routing of one network of the kind from that of another.
pub(super) struct Rules {
    /// The hop in a row or column of `side` nodes of a basic module from a digit to another one; the ports for + and -; ties.
    pub step: fn(u32, u32, u32, (u8, u8), Tie) -> Hop,
    /// Ties never use the wrap link, so that no ring has a closed chain of channels, as it has none if they are balanced.
    pub ties_avoid_wrap: fn(VcRule) -> bool,
    /// Class of an inter-BM hop: the network, whether the rule's ties avoid wrap links, whether the wrap link is ahead.
    pub class_between: fn(&ToriConnected, bool, bool) -> usize,
    /// K of a rule.
    pub classes: fn(&ToriConnected, Choice) -> usize,
    /// Rule `least`: class of a hop in the basic module on the way to a link: L, its level, its dimension; level 1 is the way to the destination.
    pub least: fn(u32, u32, Dim) -> usize,
    /// Rule `balanced`: the output ports whose wrap links are marked.
    pub marked: fn(&ToriConnected, RoutingAlgorithm) -> &'static [u8],
    /// Rule `balanced`: class of a hop over a marked link on the way to a link of a level; level 1 is the way to the destination itself.
    pub class_marked: fn(&ToriConnected, u32) -> usize,
}

/// The hop on a ring of `side` nodes from digit `c` to `t` != `c`, the shorter way round.
pub(super) fn ring(side: u32, c: u32, t: u32, (plus, minus): (u8, u8), tie: Tie) -> Hop {
    let distance = t.wrapping_sub(c) & (side - 1);
    let up = match distance.cmp(&(side / 2)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => tie.goes_up(c, c > t),
        std::cmp::Ordering::Greater => false,
    };
    if up { Hop { port: plus, wrap: c > t } } else { Hop { port: minus, wrap: c < t } }
}

/// [`Rules::ties_avoid_wrap`] of all networks but the TESH.
pub(super) fn ties_avoid_wrap(rule: VcRule) -> bool {
    matches!(rule, VcRule::Min2 | VcRule::Least | VcRule::Level)
}

/// [`Rules::class_between`] of all networks but the MTN: a ring both ways round has no closed chain of channels if ties avoid its wrap
/// link, or are balanced.
pub(super) fn class_between(network: &ToriConnected, ties_avoid_wrap: bool, wrap: bool) -> usize {
    (wrap && !(ties_avoid_wrap && network.bidirectional)) as usize
}

/// [`Rules::least`] of TTN and MTN: a class for the way to each level from the highest down, levels 3 and 2 sharing one, then one for the destination.
pub(super) fn least(levels: u32, level: u32, _dim: Dim) -> usize {
    let top = levels.max(3);
    (if level == 1 { top - 2 } else { top - level.max(3) }) as usize
}
