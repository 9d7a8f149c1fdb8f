//! The flits of both networks (docs/axi4_interface.md, "Packets").

use torusmith_topology::TerminalId;

use super::signals::{Data, Request, WriteBeat};
use crate::reference::router::Routed;

/// Fields of every head: those that routers read (L4), and the request that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Destination node.
    pub destination: u32,
    /// Routing bits.
    pub bits: u64,
    /// The request is a write.
    pub write: bool,
    /// The manager's slot.
    pub slot: u8,
}

/// A flit of the request network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestFlit {
    /// A read, whole, or a write, whose beats follow.
    Head {
        /// Fields of every head.
        header: Header,
        /// Source node.
        source: u32,
        /// The request, with the address by the range's rule; id and lock are 0 with `EXCLUSIVE` = 0 (P3).
        request: Request,
    },
    /// A beat of a write.
    Data(WriteBeat),
}

/// A flit of the response network: a beat of a read, or the response to a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseFlit {
    /// Of a head: a write's response, and the first beat of a read.
    pub header: Option<Header>,
    /// `DATA_WIDTH` bits; 0 for a write.
    pub data: Data,
    /// The beat's, or the write's.
    pub resp: u8,
    /// U bits.
    pub user: u64,
    /// The tail.
    pub last: bool,
}

impl RequestFlit {
    fn header(&self) -> Option<&Header> {
        if let Self::Head { header, .. } = self { Some(header) } else { None }
    }

    fn header_mut(&mut self) -> Option<&mut Header> {
        if let Self::Head { header, .. } = self { Some(header) } else { None }
    }

    /// P1: a read request is its head alone.
    fn last(&self) -> bool {
        match self {
            Self::Head { header, .. } => !header.write,
            Self::Data(beat) => beat.last,
        }
    }
}

impl ResponseFlit {
    fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    fn header_mut(&mut self) -> Option<&mut Header> {
        self.header.as_mut()
    }

    fn last(&self) -> bool {
        self.last
    }
}

macro_rules! routed {
    ($flit:ty) => {
        impl Routed for $flit {
            fn head(&self) -> bool {
                self.header().is_some()
            }

            fn tail(&self) -> bool {
                self.last()
            }

            fn destination(&self) -> TerminalId {
                TerminalId(self.header().expect("a router asks heads where they go").destination)
            }

            fn bits(&self) -> u64 {
                self.header().map_or(0, |header| header.bits)
            }

            fn set_bits(&mut self, bits: u64) {
                if let Some(header) = self.header_mut() {
                    header.bits = bits;
                }
            }
        }
    };
}

routed!(RequestFlit);
routed!(ResponseFlit);
