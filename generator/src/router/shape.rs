//! Shape of a router: which parts its configuration has.

use torusmith_design::{Pipeline, Target};

use crate::bits::clog2;
use crate::parameters::Parameters;

/// What decides how a router is built.
pub(crate) struct Shape {
    pub ports: u32,
    /// L.
    pub locals: u32,
    pub vcs: u32,
    pub messages: u32,
    pub share: u32,
    pub classes: u32,
    pub mixed: bool,
    pub order: bool,
    pub either: bool,
    pub any_reuse: bool,
    pub one: bool,
    pub three: bool,
    /// A head may have one VC of the links, as each class has one.
    pub single: bool,
    /// That VC is a bit.
    pub bit: bool,
    pub class_bits: u32,
    pub turns_back: bool,
    pub way_bits: u32,
    pub hop_bits: u32,
    /// Routing is a hop ahead.
    pub ahead: bool,
    /// A hop waits in the routers' own bits of a head.
    pub inside: bool,
}

impl Shape {
    pub fn of(p: &Parameters) -> Self {
        let (ports, locals, vcs, messages) = (p.ports.len() as u32, p.locals, p.num_vcs, p.message_classes);
        let (share, classes, mixed) = (vcs / messages, p.rtl.classes(), p.rtl.mixed_classes && p.rtl.classes() > 1);
        let class_bits = if mixed { classes } else { clog2(classes) };
        let order = p.order_bit() == 1;
        let single = classes == share && !mixed && !order;
        // With several local ports the number of the way back cannot stand for the local one.
        let turns_back = locals > 1 || p.rtl.turns.masks().iter().enumerate().any(|(i, mask)| i > 0 && mask >> i & 1 == 1);
        let way_bits = clog2(if turns_back { ports } else { ports - 1 }).max(1);
        let either = !p.rtl.either.is_empty();
        let hop_bits = way_bits + class_bits + u32::from(either);
        let one = p.pipeline == Pipeline::One;
        // The heads of AXI4 interfaces have as many own bits as are used, and none if routing is not a hop ahead (P2).
        let fits = hop_bits <= if p.axi4.is_some() { 8 } else { p.own_bits().len() as u32 };
        let ahead = one && p.rtl.neighbours.is_some() && fits;
        Self {
            ports,
            locals,
            vcs,
            messages,
            share,
            classes,
            mixed,
            order,
            either,
            any_reuse: p.reuse_empty != 0,
            one,
            three: p.pipeline == Pipeline::Three,
            single,
            bit: share == 2 && classes == 2 && !mixed,
            class_bits,
            turns_back,
            way_bits,
            hop_bits,
            ahead,
            inside: !ahead && fits && p.axi4.is_none() && p.target == Target::Asic,
        }
    }

    /// Whether requests are void before the pick rather than after it (SA2).
    pub fn void_early(&self) -> bool {
        self.vcs != 3 || self.messages > 1
    }

    /// Arbiters of VC allocation of a message class at an output to a link (VA3).
    pub fn per_class(&self) -> u32 {
        if self.mixed { 1 } else { self.classes }
    }

    /// A one-hot output is local.
    pub fn home(&self, port: &str) -> String {
        if self.locals == 1 { format!("{port}[0]") } else { format!("(|{port}[{}:0])", self.locals - 1) }
    }

    pub fn row(&self) -> u32 {
        self.share * self.ports
    }

    /// An input unit names the output VCs that packets go to from any of its VCs, `REACH`.
    pub fn needs_reach(&self) -> bool {
        match self.three {
            true => self.share > 1,
            false => self.share > 2 && (!self.void_early() || !self.order && !self.single),
        }
    }

    /// The outputs of a router with three cycles a hop: all alike, or that of the local port first.
    pub fn outputs(&self) -> Vec<Output> {
        let link = Output { module: "output_vcs", per: self.per_class(), any_will_do: !self.order && !self.mixed };
        let local = Output { module: "local_vcs", per: 1, any_will_do: !self.order };
        if self.three && self.classes > 1 && !(self.order && self.mixed) { vec![local, link] } else { vec![link] }
    }
}

/// An output of a router with three cycles a hop.
pub(crate) struct Output {
    pub module: &'static str,
    /// Arbiters for each message class.
    pub per: u32,
    /// All heads that ask an arbiter wait for the same VCs.
    pub any_will_do: bool,
}
