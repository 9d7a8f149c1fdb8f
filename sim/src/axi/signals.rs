//! Signals of an interface in a clock, on the user's side and on the router's.

use torusmith_topology::TerminalId;

use crate::reference::router::{Routed, Wires};

/// Payload of a beat or flit, S or W bits, least significant word first; the bits above are 0.
pub type Data = [u32; 16];

/// Signals that a user drives in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inputs {
    /// `s_axis_tvalid`; the next five mean nothing without it.
    pub tvalid: bool,
    /// `s_axis_tdata`.
    pub tdata: Data,
    /// `s_axis_tkeep`, a bit a byte; not looked at with `TKEEP` = 0.
    pub tkeep: u64,
    /// `s_axis_tlast`.
    pub tlast: bool,
    /// `s_axis_tdest`, A bits.
    pub tdest: u32,
    /// `s_axis_tuser`, U bits, the lowest of which are the message class.
    pub tuser: u64,
    /// `m_axis_tready`.
    pub tready: bool,
    /// `clear_error`.
    pub clear_error: bool,
}

/// A beat in the output register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// `m_axis_tdata`.
    pub tdata: Data,
    /// `m_axis_tkeep`, 0 with `TKEEP` = 0.
    pub tkeep: u64,
    /// `m_axis_tlast`.
    pub tlast: bool,
    /// `m_axis_tid`, the packet's source.
    pub tid: u32,
    /// `m_axis_tuser`, equal to the sender's.
    pub tuser: u64,
}

/// Outputs of an interface to its user in a clock; `m_axis_tdest` is the node itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    /// `s_axis_tready`.
    pub tready: bool,
    /// `m_axis_*`, `None` where `m_axis_tvalid` is 0.
    pub beat: Option<Beat>,
    /// `error`, three bits.
    pub error: u8,
}

/// A flit of a stream's packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flit {
    /// Fields of a head (rule L4); its other free bits are 0.
    Head {
        /// Source node.
        source: u32,
        /// Destination node.
        destination: u32,
        /// Routing bits.
        bits: u64,
        /// The upper bits of `tuser`.
        user: u64,
    },
    /// Bytes of beats.
    Beat {
        /// Payload, and the count of a tail flit that has one.
        data: Data,
        /// The packet's last.
        last: bool,
    },
}

impl Routed for Flit {
    fn head(&self) -> bool {
        matches!(self, Self::Head { .. })
    }

    fn tail(&self) -> bool {
        matches!(self, Self::Beat { last: true, .. })
    }

    fn destination(&self) -> TerminalId {
        match *self {
            Self::Head { destination, .. } => TerminalId(destination),
            Self::Beat { .. } => unreachable!("a router asks heads where they go"),
        }
    }

    fn bits(&self) -> u64 {
        match *self {
            Self::Head { bits, .. } => bits,
            Self::Beat { .. } => 0,
        }
    }

    fn set_bits(&mut self, to: u64) {
        if let Self::Head { bits, .. } = self {
            *bits = to;
        }
    }
}

/// A link in a clock (rule L1): the flit on it with its VC, and the credit that goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Link {
    /// VC and flit.
    pub flit: Option<(usize, Flit)>,
    /// VC of the credit.
    pub credit: Option<usize>,
}

impl From<Wires<Flit>> for Link {
    fn from(Wires { flit, credit }: Wires<Flit>) -> Self {
        Self { flit, credit }
    }
}
