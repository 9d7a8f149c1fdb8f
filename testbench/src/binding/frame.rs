//! Inputs and expected outputs of a clock: the model's outputs, packets, streams.

use std::ffi::c_void;

use torusmith_sim::engine::PortWord;

use super::layout::{Offer, RawData, RawFrame, RawHeads, RawStreams, Rewritten};
use crate::kind::Kind;

/// Inputs and expected outputs of a clock. The thread that prepares a frame fills it while the others step the clock before.
#[derive(Debug, Default)]
pub struct Frame<B> {
    pub clock: u64,
    /// The model's outputs in this clock, `node * ports + port`; empty when nothing is compared.
    pub words: Vec<PortWord>,
    /// Packets created in this clock, by the local port of their source.
    pub inbox: Vec<Offer>,
    /// Sources may start packets.
    pub open: bool,
    /// Clocks since `rst` was 1 at all nodes, 0 in a clock in which it is; `None` if nobody asks.
    pub reset: Option<u64>,
    /// `clear_error` is 1 in this clock.
    pub clear: bool,
    /// Clock of the last reset: flits that were on links before it are lost.
    pub since: u64,
    /// What network interfaces send in this clock is kept for [`View::sent`](super::View).
    pub keep_sent: bool,
    /// Instances that cannot change need not be evaluated.
    pub skip_idle: bool,
    /// Parts that only designs of one kind have.
    pub extras: B,
}

/// Parts of a frame besides words and packets.
pub trait FrameExtras: Default + Send + Sync {
    /// The designs that have it.
    const KIND: Kind;
    /// As the shim gets it.
    type Raw;

    /// Whether it has the lengths that the shim reads, at `nodes` local ports, `words` ports compared and `port_words` words of data a port.
    fn fits(&self, nodes: usize, words: usize, port_words: usize) -> bool;

    /// Pointers to it.
    fn raw(&self) -> Self::Raw;

    /// (number, header) of packets whose heads the model will show.
    fn headers(&self) -> &[(u32, u64)] {
        &[]
    }
}

/// Beside the words of a plain router: the data of heads.
#[derive(Debug, Default)]
pub struct Heads {
    /// Of packets created in this clock: number, and data of the head flit as the model's source sends it.
    pub sent: Vec<(u32, u64)>,
    /// Where routers rewrite heads: all heads among the words, in their order.
    pub rewritten: Vec<Rewritten>,
    /// `error` of each local port; empty where all are 0.
    pub errors: Vec<u8>,
}

/// Beside the words of a multicast router: the data of the flits among them, at the same index.
#[derive(Debug, Default)]
pub struct Data(pub Vec<[u32; 4]>);

/// Beside the words of nodes with AXI4-Stream interfaces.
#[derive(Debug, Default)]
pub struct Streams {
    /// Inputs that the users drive, by node as many words as a port has of data: 1 tvalid, 2 tlast, 4 tready; `tdest`; `tuser` and
    /// `tkeep` in two words each; `tdata`.
    pub driven: Vec<u32>,
    /// `tid`, `tuser`, `tkeep`, and data of the beats and flits among the words, at the same index; a word less each.
    pub expected: Vec<u32>,
}

/// Beside the words of a network with AXI4 interfaces: records of all nodes, one behind the other.
#[derive(Debug, Default)]
pub struct Signals {
    /// Inputs that the users drive.
    pub driven: Vec<u32>,
    /// Outputs of the model.
    pub expected: Vec<u32>,
}

impl FrameExtras for Heads {
    const KIND: Kind = Kind::Plain;
    type Raw = RawHeads;

    fn fits(&self, nodes: usize, _: usize, _: usize) -> bool {
        self.errors.is_empty() || self.errors.len() == nodes
    }

    fn raw(&self) -> RawHeads {
        let errors = if self.errors.is_empty() { std::ptr::null() } else { self.errors.as_ptr() };
        RawHeads { heads: self.rewritten.as_ptr(), head_count: self.rewritten.len() as u64, errors }
    }

    fn headers(&self) -> &[(u32, u64)] {
        &self.sent
    }
}

impl FrameExtras for Data {
    const KIND: Kind = Kind::Multicast;
    type Raw = RawData;

    fn fits(&self, _: usize, words: usize, _: usize) -> bool {
        self.0.len() == words
    }

    fn raw(&self) -> RawData {
        RawData { data: self.0.as_ptr() }
    }
}

impl FrameExtras for Streams {
    const KIND: Kind = Kind::Axi;
    type Raw = RawStreams;

    fn fits(&self, nodes: usize, words: usize, port_words: usize) -> bool {
        self.driven.len() == nodes * port_words && self.expected.len() == words * (port_words - 1)
    }

    fn raw(&self) -> RawStreams {
        RawStreams { driven: self.driven.as_ptr(), expected: self.expected.as_ptr() }
    }
}

impl FrameExtras for Signals {
    const KIND: Kind = Kind::Axi4;
    type Raw = RawStreams;

    fn fits(&self, nodes: usize, words: usize, port_words: usize) -> bool {
        self.driven.len() == nodes * port_words && self.expected.len() == words * port_words
    }

    fn raw(&self) -> RawStreams {
        RawStreams { driven: self.driven.as_ptr(), expected: self.expected.as_ptr() }
    }
}

impl<B: FrameExtras> Frame<B> {
    /// As the shim gets it; `beside` is [`Beside::raw`] of the same frame.
    pub(super) fn raw(&self, extras: &B::Raw) -> RawFrame {
        RawFrame {
            clock: self.clock,
            reset: self.reset.unwrap_or(u64::MAX),
            since: self.since,
            words: if self.words.is_empty() { std::ptr::null() } else { self.words.as_ptr() },
            inbox: self.inbox.as_ptr(),
            extras: std::ptr::from_ref(extras).cast::<c_void>(),
            offers: self.inbox.len() as u32,
            flags: u32::from(self.open) | u32::from(self.skip_idle) << 1 | u32::from(self.clear) << 2 | u32::from(self.keep_sent) << 3,
        }
    }
}
