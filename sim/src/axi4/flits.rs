//! The flits of both networks (docs/axi4_interface.md, "Packets").

use super::signals::{Data, Request, WriteBeat};
use crate::reference::router::Routed;

/// Fields of every head: those that routers read (L4), and the request that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Source node.
    pub source: u32,
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
        /// The request, with the address by the range's rule; id and lock are 0 with `EXCLUSIVE` = 0 (P3).
        request: Request,
    },
    /// A beat of a write.
    Data(WriteBeat),
}

/// A flit of the response network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseFlit {
    /// A write's response, whole, or that of a read, whose beats follow.
    Head {
        /// Fields of every head.
        header: Header,
        /// Response of a write; 0 for a read.
        resp: u8,
        /// User bits of a write's response; 0 for a read.
        user: u64,
    },
    /// A beat of a read.
    Data {
        /// `DATA_WIDTH` bits.
        data: Data,
        /// The beat's.
        resp: u8,
        /// U bits.
        user: u64,
        /// The tail.
        last: bool,
    },
}

impl RequestFlit {
    fn header(&self) -> Option<&Header> {
        if let Self::Head { header, .. } = self { Some(header) } else { None }
    }
}

impl ResponseFlit {
    fn header(&self) -> Option<&Header> {
        if let Self::Head { header, .. } = self { Some(header) } else { None }
    }
}

/// P1: a read request and a write's response are heads alone.
macro_rules! routed {
    ($flit:ty, alone if write is $alone:literal, last: $last:expr) => {
        impl Routed for $flit {
            fn head(&self) -> bool {
                self.header().is_some()
            }

            fn tail(&self) -> bool {
                self.header().map_or_else(|| $last(self), |header| header.write == $alone)
            }

            fn destination(&self) -> u32 {
                self.header().expect("a router asks heads where they go").destination
            }

            fn bits(&self) -> u64 {
                self.header().map_or(0, |header| header.bits)
            }

            fn set_bits(&mut self, bits: u64) {
                if let Self::Head { header, .. } = self {
                    header.bits = bits;
                }
            }
        }
    };
}

routed!(RequestFlit, alone if write is false, last: |flit: &Self| matches!(flit, Self::Data(WriteBeat { last: true, .. })));
routed!(ResponseFlit, alone if write is true, last: |flit: &Self| matches!(flit, Self::Data { last: true, .. }));
