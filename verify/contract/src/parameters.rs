//! Parameters of a router (docs/router.md, the table of parameters).

use std::ops::Range;

use torusmith_design::Pipeline;
use torusmith_design::ranges::{MAX_FLIT_WIDTH, MESSAGE_CLASSES, MODEL_BUFFER_DEPTH, VCS};

use crate::Error;

/// Most candidates of a head.
pub const MAX_CANDIDATES: usize = 4;

/// The parameters of a router; a [`Router`](crate::Router) checks them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// P, local ports included: 2 to 32.
    pub ports: usize,
    /// V, virtual channels a port: 1 to 8.
    pub vcs: usize,
    /// W, data bits of a flit: 2A + R to 512.
    pub flit_width: usize,
    /// D, flits a buffer holds: 1 to 64.
    pub depth: usize,
    /// A, bits of a terminal's address: 1 to 20.
    pub address_bits: usize,
    /// R, routing bits of a header: 0 to 63.
    pub routing_bits: usize,
    /// Terminals of the network, which have the addresses below this number: 2 to 2^A.
    pub nodes: u32,
    /// Where terminals are, if they are apart from routers; `None`: terminal t is at port 0 of router t.
    pub apart: Option<Apart>,
    /// Clocks a hop.
    pub pipeline: Pipeline,
    /// M, message classes: 1 to 4; V is a multiple.
    pub message_classes: usize,
    /// `REUSE_EMPTY`: bit w for VC w (VC3).
    pub reuse_empty: u8,
    /// Classes for which a port that is a link has an arbiter of VC allocation (VA3): K of the VC rule, or 1 if a candidate may have VCs
    /// of several classes.
    pub classes: usize,
    /// Most candidates of a head (RC1): 1 to 4.
    pub candidates: usize,
    /// The routing function rewrites the routing bits (RC7).
    pub rewrites: bool,
    /// `ORDER` = 1: one VC of a candidate's set is kept (RC9).
    pub order: bool,
    /// Bits of a hop that each flit has behind its W data bits, see [`Router::for_any_routes`](crate::Router::for_any_routes); 0: none.
    pub hop_bits: usize,
    /// `turns[i]`, bit o: a flit may go from input port i to output port o. A request for any other output is ignored: a caller that leaves
    /// out turns must show that no head requests them.
    pub turns: Vec<u32>,
}

/// Terminals apart from routers: a router has some of the local ports, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// Bits of a router's address: 1 to 20.
    pub router_bits: usize,
    /// By router, the terminal at each of L local ports; `None` where the router lacks the port (Z3).
    pub terminals: Vec<Vec<Option<u32>>>,
}

impl Parameters {
    /// L, local ports of a router: ports 0 to L - 1.
    pub fn locals(&self) -> usize {
        self.apart.as_ref().map_or(1, |apart| apart.terminals.first().map_or(0, Vec::len))
    }

    /// Whether a port is local.
    pub fn is_local(&self, port: usize) -> bool {
        port < self.locals()
    }

    /// Bits of a router's address.
    pub fn router_bits(&self) -> usize {
        self.apart.as_ref().map_or(self.address_bits, |apart| apart.router_bits)
    }

    /// Routers of the network, which have the addresses below this number.
    pub fn routers(&self) -> u32 {
        self.apart.as_ref().map_or(self.nodes, |apart| apart.terminals.len() as u32)
    }

    /// The terminal at local port `k` of a router.
    pub fn terminal(&self, router: u32, k: usize) -> Option<u32> {
        match &self.apart {
            Some(apart) => apart.terminals[router as usize][k],
            None => Some(router),
        }
    }

    /// All turns of `ports` ports.
    pub fn all_turns(ports: usize) -> Vec<u32> {
        vec![((1u64 << ports) - 1) as u32; ports]
    }

    /// Whether a flit may go from input port `i` to output port `o`.
    pub fn has_turn(&self, i: usize, o: usize) -> bool {
        self.turns[i] >> o & 1 == 1
    }

    /// Bits of a VC's number (L1); they can encode numbers above V - 1.
    pub fn vc_bits(&self) -> usize {
        index_bits(self.vcs)
    }

    /// Bits of a port's number.
    pub fn port_bits(&self) -> usize {
        index_bits(self.ports)
    }

    /// Bits of a number of flits, 0 to D.
    pub fn count_bits(&self) -> usize {
        index_bits(self.depth + 1)
    }

    /// Bits of a candidate's number; 0 if a head has only one candidate.
    pub fn candidate_bits(&self) -> usize {
        if self.candidates == 1 { 0 } else { index_bits(self.candidates) }
    }

    /// V / M: VCs of a message class (RC8).
    pub fn class_vcs(&self) -> usize {
        self.vcs / self.message_classes
    }

    /// The message class of a VC (RC8).
    pub fn message_class(&self, vc: usize) -> usize {
        vc / self.class_vcs()
    }

    /// Whether VC w is in `REUSE_EMPTY`.
    pub fn reused_empty(&self, vc: usize) -> bool {
        self.reuse_empty >> vc & 1 == 1
    }

    /// Arbiters of VC allocation at output port `o`, for each message class (VA3); 0 unless `PIPELINE` = 3.
    pub fn arbiters(&self, o: usize) -> usize {
        match self.pipeline {
            Pipeline::Three if self.is_local(o) => 1,
            Pipeline::Three => self.classes,
            _ => 0,
        }
    }

    /// The arbiter at output port `o` that is responsible for a VC (RC3, RC8).
    pub fn arbiter_of(&self, o: usize, vc: usize) -> usize {
        vc % self.class_vcs() * self.arbiters(o) / self.class_vcs()
    }

    /// Bits of a flit's data, those of a hop behind the W data bits included.
    pub fn data_bits(&self) -> usize {
        self.flit_width + self.hop_bits
    }

    /// The bits of a flit's data that its route depends on: destination and routing bits, and those of a hop.
    pub fn header<Bit: Copy>(&self, data: &[Bit]) -> Vec<Bit> {
        [&data[..self.routing().end], &data[data.len() - self.hop_bits..]].concat()
    }

    /// Position of the destination in the data of a head (L4).
    pub fn destination(&self) -> Range<usize> {
        0..self.address_bits
    }

    /// Position of the routing bits in the data of a head (L4).
    pub fn routing(&self) -> Range<usize> {
        self.address_bits..self.address_bits + self.routing_bits
    }

    /// Position of the routers' own bits in the data of a head: their values are undefined (L4).
    pub fn own(&self) -> Range<usize> {
        let left = self.flit_width - 2 * self.address_bits - self.routing_bits;
        self.flit_width - left.min(8)..self.flit_width
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self) -> Result<(), Error> {
        within("ports", self.ports, 2, 32)?;
        within("vcs", self.vcs, VCS.least, VCS.most)?;
        within("address-bits", self.address_bits, 1, 20)?;
        within("routing-bits", self.routing_bits, 0, 63)?;
        within("flit-width", self.flit_width, 2 * self.address_bits + self.routing_bits, MAX_FLIT_WIDTH as usize)?;
        within("depth", self.depth, MODEL_BUFFER_DEPTH.least, MODEL_BUFFER_DEPTH.most)?;
        within("nodes", self.nodes as usize, 2, 1 << self.address_bits)?;
        self.apart.as_ref().map_or(Ok(()), |apart| apart.check(self))?;
        within("message-classes", self.message_classes, MESSAGE_CLASSES.least, MESSAGE_CLASSES.most)?;
        if !self.vcs.is_multiple_of(self.message_classes) {
            return Err(Error::value("vcs", self.vcs, format!("multiples of message-classes = {}", self.message_classes)));
        }
        if u32::from(self.reuse_empty) >> self.vcs != 0 {
            return Err(Error::value("reuse-empty", format!("{:#b}", self.reuse_empty), format!("VCs 0 to {}", self.vcs - 1)));
        }
        within("classes", self.classes, 1, self.class_vcs())?;
        within("candidates", self.candidates, 1, MAX_CANDIDATES)?;
        if self.rewrites && self.candidates > 1 {
            return Err(Error::value("candidates", self.candidates, "1 where routing bits are rewritten"));
        }
        if self.order && self.candidates > 1 {
            return Err(Error::value("candidates", self.candidates, "1 where packets are kept in order"));
        }
        if self.turns.len() != self.ports {
            return Err(Error::value("turns", format!("{} rows", self.turns.len()), format!("a row for each of {} ports", self.ports)));
        }
        match self.turns.iter().find(|&&row| u64::from(row) >> self.ports != 0) {
            Some(row) => Err(Error::value("turns", format!("{row:#b}"), format!("ports 0 to {}", self.ports - 1))),
            None => Ok(()),
        }
    }
}

impl Apart {
    fn check(&self, parameters: &Parameters) -> Result<(), Error> {
        within("router-bits", self.router_bits, 1, 20)?;
        within("routers", self.terminals.len(), 1, 1 << self.router_bits)?;
        within("local-ports", parameters.locals(), 1, parameters.ports)?;
        let mut found = vec![false; parameters.nodes as usize];
        for of_router in &self.terminals {
            within("local-ports", of_router.len(), parameters.locals(), parameters.locals())?;
            for &terminal in of_router.iter().flatten() {
                match found.get_mut(terminal as usize) {
                    Some(there) if !*there => *there = true,
                    _ => return Err(Error::value("terminals", terminal, format!("0 to {}, each once", parameters.nodes - 1))),
                }
            }
        }
        Ok(())
    }
}

/// Bits of numbers below `n`, at least one.
fn index_bits(n: usize) -> usize {
    ((n.max(2) - 1).ilog2() + 1) as usize
}

fn within(field: &'static str, value: usize, least: usize, most: usize) -> Result<(), Error> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(Error::value(field, value, format!("{least} to {most}"))) }
}
