//! The ports that a generated top must have.

use torusmith_design::Direction::{self, Input, Output};
use torusmith_design::Signal;

use crate::kind::Kind;
use crate::stream_shape::StreamShape;

/// Properties on which the ports of a top depend.
pub(crate) struct Shape {
    pub kind: Kind,
    /// The whole network, not one router.
    pub whole: bool,
    /// Places that are compared.
    pub nodes: u32,
    /// Ports of a place that are compared, and those of them that are local.
    pub ports: u32,
    pub locals: u32,
    pub address_bits: u32,
    pub router_bits: u32,
    /// Of AXI4-Stream interfaces.
    pub streams: Option<StreamShape>,
    pub vc_bits: u32,
    pub flit_width: u32,
    /// Of AXI4 interfaces, whose ports those of the module around them are.
    pub records: Option<u32>,
}

fn signal(name: impl Into<String>, direction: Direction, width: u32) -> Signal {
    Signal::new(name, direction, width)
}

impl Shape {
    pub fn signals(&self) -> Vec<Signal> {
        let mut all = vec![signal("clk", Input, 1), signal("rst", Input, 1)];
        if self.kind != Kind::Multicast {
            all.push(signal("clear_error", Input, 1));
        }
        if let Some(bits) = self.records {
            let records = [("driven", Input), ("shown", Output)];
            all.extend(records.map(|(name, direction)| signal(name, direction, self.nodes * bits)));
            return all;
        }
        all.extend(if self.kind == Kind::Axi { self.streams() } else { self.links() });
        all
    }

    /// Vectors of all ports of a router, or of the local ports of all nodes.
    fn links(&self) -> Vec<Signal> {
        let (prefix, lanes) = if self.whole { ("local_", self.nodes) } else { ("", self.ports) };
        let mut all = Vec::new();
        if !self.whole {
            all.push(signal("node", Input, self.router_bits));
        }
        for (link, flit, credit) in [("in", Input, Output), ("out", Output, Input)] {
            let flit_wires = [("valid", 1), ("head", 1), ("tail", 1), ("vc", self.vc_bits), ("data", self.flit_width)];
            let credit_wires = [("credit_valid", 1), ("credit_vc", self.vc_bits)];
            let wires = flit_wires.iter().map(|w| (w, flit)).chain(credit_wires.iter().map(|w| (w, credit)));
            all.extend(wires.map(|(&(name, width), direction)| signal(format!("{prefix}{link}_{name}"), direction, lanes * width)));
        }
        let errors = match (self.kind, self.whole) {
            (Kind::Multicast, _) => 4,
            (_, false) => 3 * self.locals,
            (_, true) => 3 * lanes,
        };
        all.push(signal("error", Output, errors));
        all
    }

    /// The streams of a node and the links of its router in bundles, or the streams of all nodes side by side.
    fn streams(&self) -> Vec<Signal> {
        let (address, width) = (self.address_bits, self.flit_width);
        let Some(StreamShape { width: data, tkeep, user_width }) = self.streams else { return Vec::new() };
        let keep = if tkeep { data / 8 } else { 0 };
        let (streams, links) = if self.whole { (self.nodes, 0) } else { (1, self.ports - 1) };
        let (flits, credits) = (links * (3 + self.vc_bits + width), links * (1 + self.vc_bits));
        let node = [
            ("address", Input, address),
            ("flit_in", Input, flits),
            ("credit_out", Output, credits),
            ("flit_out", Output, flits),
            ("credit_in", Input, credits),
        ];
        let stream = [
            ("s_axis_tvalid", Input, 1),
            ("s_axis_tready", Output, 1),
            ("s_axis_tdata", Input, data),
            ("s_axis_tkeep", Input, keep),
            ("s_axis_tlast", Input, 1),
            ("s_axis_tdest", Input, address),
            ("s_axis_tuser", Input, user_width),
            ("m_axis_tvalid", Output, 1),
            ("m_axis_tready", Input, 1),
            ("m_axis_tdata", Output, data),
            ("m_axis_tkeep", Output, keep),
            ("m_axis_tlast", Output, 1),
            ("m_axis_tdest", Output, address),
            ("m_axis_tid", Output, address),
            ("m_axis_tuser", Output, user_width),
            ("error", Output, 6),
        ];
        let node = node.into_iter().filter(|_| links > 0);
        let stream = stream.into_iter().filter(|&(_, _, width)| width > 0);
        let all = node.chain(stream.map(|(name, direction, width)| (name, direction, streams * width)));
        all.map(|(name, direction, width)| signal(name, direction, width)).collect()
    }
}
