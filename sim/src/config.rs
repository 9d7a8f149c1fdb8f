//! Parameters of a router (docs/router.md, the table of parameters).

pub use torusmith_design::Pipeline;
use torusmith_design::ranges::{MESSAGE_CLASSES, MODEL_BUFFER_DEPTH, VCS};
use torusmith_design::{Order, RoutingAlgorithm};
use torusmith_topology::TerminalId;

use crate::Error;
use crate::routing::{Candidates, Routing, Selection};

/// The router's parameters; ports and addresses come from the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RouterConfig {
    /// V, virtual channels a port, 1..=8.
    pub vcs: usize,
    /// D, flits a buffer holds, 1..=64.
    pub depth: usize,
    /// Clocks a hop.
    pub pipeline: Pipeline,
    /// `REUSE_EMPTY`, rule VC3: bit w is set when VC w is given away only with all its credits back. See [`RouterConfig::for_routing`].
    pub reuse_empty: u8,
    /// M, message classes, 1..=4: V is a multiple of it (rule RC8).
    pub message_classes: usize,
    /// `ORDER`, rule RC9: not with every routing algorithm, see [`RouterConfig::check_order`].
    pub order: Order,
}

impl RouterConfig {
    /// Adds the adaptive VCs of a routing function to `REUSE_EMPTY`, as rule RC6 demands. The engines call this themselves; code that compares masks
    /// or builds hardware has to call it.
    pub fn for_routing(self, routing: &dyn Routing) -> Self {
        let adaptive = self.class_vcs(0) & !routing.escape_vcs();
        let of_all = (0..self.message_classes).fold(0, |all, m| all | adaptive << self.first_vc(m));
        Self { reuse_empty: self.reuse_empty | of_all, ..self }
    }

    /// V / M: the VCs that the VC rule has for each message class (rule RC8).
    pub fn vcs_a_class(&self) -> usize {
        self.vcs / self.message_classes
    }

    /// The message class of a VC (rule RC8).
    pub fn message_class(&self, vc: usize) -> usize {
        vc / self.vcs_a_class()
    }

    /// Candidates of a head in VC `v`, from those of message class 0 in any VC (rules RC8, RC9).
    pub fn candidates(&self, v: usize, of_class_0: Candidates) -> Candidates {
        let first = self.first_vc(self.message_class(v));
        let candidates = of_class_0.moved_up(first);
        match self.order {
            Order::None => candidates,
            Order::Pair => candidates.kept(v - first),
        }
    }

    /// The lowest VC of a message class.
    pub fn first_vc(&self, class: usize) -> usize {
        class * self.vcs_a_class()
    }

    /// The VCs of a message class, bit w for VC w.
    pub fn class_vcs(&self, class: usize) -> u8 {
        (((1u16 << self.vcs_a_class()) - 1) << self.first_vc(class)) as u8
    }

    /// The message class of a packet by its number (rule N1).
    pub fn class_of_packet(&self, number: u32) -> usize {
        number as usize % self.message_classes
    }

    /// The one VC on which packets to `destination` enter, with `ORDER` = 1 (rule N3; rule T5 of docs/axi_interface.md).
    pub fn vc_of_pair(&self, class: usize, destination: TerminalId) -> usize {
        self.first_vc(class) + (destination.0 & self.pair_mask()) as usize
    }

    /// The VC of a class on which a packet of so many flits may enter: with `ORDER` = 1 that of its destination if it has a credit, else the one with most
    /// credits of those that have room, the lowest of equals (rule N3).
    pub fn entry_vc(&self, class: usize, destination: TerminalId, flits: usize, credits: &[usize]) -> Option<usize> {
        match self.order {
            Order::Pair => Some(self.vc_of_pair(class, destination)).filter(|&vc| credits[vc] > 0),
            Order::None => {
                let least = |vc: usize| if self.reuse_empty >> vc & 1 == 1 { self.depth } else { flits.min(self.depth) };
                let of_class = (0..self.vcs).rev().filter(|&vc| self.message_class(vc) == class);
                of_class.filter(|&vc| credits[vc] >= least(vc)).max_by_key(|&vc| credits[vc])
            }
        }
    }

    /// 2^b - 1, with 2^b the greatest power of two that is not above V / M (rule N3).
    pub fn pair_mask(&self) -> u32 {
        (1 << self.vcs_a_class().ilog2()) - 1
    }

    /// Checks that packets of a pair have a single path under the algorithm if they are to be kept in order (rule RC9).
    ///
    /// # Errors
    /// [`Error::Order`].
    pub fn check_order(&self, routing: RoutingAlgorithm) -> Result<(), Error> {
        match self.order {
            Order::Pair if routing.has_several_paths() => Err(Error::Order { order: self.order, routing: routing.to_string() }),
            _ => Ok(()),
        }
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self) -> Result<(), Error> {
        if !VCS.contains(self.vcs) {
            return Err(Error::value("vcs", self.vcs, VCS.to_string()));
        }
        if !MESSAGE_CLASSES.contains(self.message_classes) {
            return Err(Error::value("message-classes", self.message_classes, MESSAGE_CLASSES.to_string()));
        }
        if !self.vcs.is_multiple_of(self.message_classes) {
            let multiples: Vec<_> =
                VCS.inclusive().filter(|vcs| vcs.is_multiple_of(self.message_classes)).map(|vcs| vcs.to_string()).collect();
            let allowed = format!("{} with message-classes = {}", multiples.join(", "), self.message_classes);
            return Err(Error::value("vcs", self.vcs, allowed));
        }
        if !MODEL_BUFFER_DEPTH.contains(self.depth) {
            return Err(Error::value("buffer-depth", self.depth, MODEL_BUFFER_DEPTH.to_string()));
        }
        if u32::from(self.reuse_empty) >> self.vcs != 0 {
            return Err(Error::value("reuse-empty", format!("{:#b}", self.reuse_empty), format!("VCs 0 to {}", self.vcs - 1)));
        }
        Ok(())
    }
}

impl Default for RouterConfig {
    fn default() -> Self {
        Self { vcs: 4, depth: 4, pipeline: Pipeline::Two, reuse_empty: 0, message_classes: 1, order: Order::None }
    }
}
