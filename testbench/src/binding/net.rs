//! One network of Verilated instances.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::sync::Arc;

use torusmith_sim::engine::PortWord;

use super::library::{Library, RawNet};
use crate::Error;

/// A packet on its way to its source's queue.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Offer {
    pub number: u32,
    pub source: u32,
    /// Data of the head flit, rule L4, or of flit 0.
    pub header: u64,
    /// Data of flit 1, in the multicast router's packets.
    pub second: u64,
    pub flits: u32,
    /// Of the multicast router's packets: [`Offer::BY_PORT_9`], [`Offer::ALWAYS`], [`Offer::BLANK`].
    pub flags: u32,
}

impl Offer {
    /// The packet leaves by the second local port.
    pub const BY_PORT_9: u32 = 1;
    /// It is sent although sources are closed, and counts as no new packet.
    pub const ALWAYS: u32 = 2;
    /// It has no number; its flits from 2 on are 0.
    pub const BLANK: u32 = 4;
}

/// A head flit in an output register whose data is not that of the packet's offer (rule RC7).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rewritten {
    /// Index of its word in [`Frame::words`].
    pub at: u64,
    /// Data of the head flit.
    pub header: u64,
}

/// What a clock brings from outside. The thread that prepares it fills it while the others step the clock before.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub clock: u64,
    /// The model's outputs in this clock, `node * ports + port`; empty when nothing is compared.
    pub words: Vec<PortWord>,
    /// Where routers rewrite heads: all heads among these words, in their order.
    pub heads: Vec<Rewritten>,
    /// Multicast router: data of the flits among these words, at the same index.
    pub data: Vec<[u32; 4]>,
    /// AXI4-Stream: what the users drive, by node [`Net::port_words`] words: 1 tvalid, 2 tlast, 4 tready; tdest; tdata.
    pub streams: Vec<u32>,
    /// AXI4-Stream: `tid`, and data of the beats and flits among the words, at the same index; a word less each.
    pub expected: Vec<u32>,
    /// Packets created in this clock, by source.
    pub inbox: Vec<Offer>,
    /// Sources may start packets.
    pub open: bool,
    /// Instances that cannot change need not be evaluated.
    pub skip_idle: bool,
}

#[repr(C)]
pub(super) struct RawFrame {
    clock: u64,
    words: *const PortWord,
    inbox: *const Offer,
    heads: *const Rewritten,
    head_count: u64,
    data: *const [u32; 4],
    streams: *const u32,
    expected: *const u32,
    offers: u32,
    flags: u32,
}

/// Sums over the nodes of a clock.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Totals {
    /// Ports that differ from the model.
    pub differences: u64,
    /// The lowest `node * ports + port` of them.
    pub first: u64,
    /// Flits in output registers.
    pub moved: u64,
    /// Packets whose head was sent into the network.
    pub started: u64,
    /// Tails at local outputs.
    pub finished: u64,
    /// Instances that were evaluated.
    pub evaluated: u64,
}

/// A flit that an output port showed.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Flit {
    pub clock: u64,
    pub word: PortWord,
}

/// The wires of a port in a clock; `control` as the low half of a [`PortWord`], but unmasked. With AXI4-Stream interfaces two words are before the
/// data, and at port 0, where control is 1 tvalid, 2 tlast, 4 tready, they are `tdest` and `tid`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wires<'a> {
    pub control: u32,
    pub data: &'a [u32],
}

/// What is connected to what.
#[derive(Debug, Clone)]
pub(crate) struct Wiring {
    pub nodes: usize,
    /// Ports compared at a node.
    pub ports: usize,
    /// All nodes are stepped as one: in network scope, and while a waveform is written.
    pub whole: bool,
    /// The routers are multicast routers.
    pub multicast: bool,
    /// AXI4-Stream interfaces are at the local ports.
    pub axi: bool,
    /// By `node * ports + port`: the output that feeds this input, -1 without a link.
    pub upstream: Vec<i32>,
    /// The input that this output feeds.
    pub downstream: Vec<i32>,
}

/// A network in a loaded object.
pub(crate) struct Net {
    raw: *mut RawNet,
    library: Arc<Library>,
    nodes: usize,
    ports: usize,
    whole: bool,
    multicast: bool,
    axi: bool,
}

// SAFETY: the shim keeps no thread-local state of a network, and all methods that take `&self` only read what no thread writes in the
// same clock; `step_nodes` says itself what its callers must keep.
unsafe impl Send for Net {}
// SAFETY: as above.
unsafe impl Sync for Net {}

impl Net {
    /// Instances out of reset, in clock 0.
    pub(crate) fn new(library: &Arc<Library>, wiring: &Wiring) -> Result<Self, Error> {
        let Wiring { nodes, ports, whole, multicast, axi, ref upstream, ref downstream } = *wiring;
        const RESET_CLOCKS: u32 = 4;
        assert!(upstream.len() == nodes * ports && downstream.len() == nodes * ports);
        let mut failed = 0;
        // SAFETY: the slices have the length that the shim reads; a network is returned even if it failed to start.
        let raw = unsafe { (library.new)(nodes as u32, upstream.as_ptr(), downstream.as_ptr(), RESET_CLOCKS, &mut failed) };
        let net = Self { raw, library: library.clone(), nodes, ports, whole, multicast, axi };
        if failed != 0 {
            return Err(Error::Stopped { clock: 0, message: net.message() });
        }
        // SAFETY: no thread steps.
        unsafe { (library.take_short_way)(raw, library.short_way.into()) };
        Ok(net)
    }

    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    pub(crate) fn ports(&self) -> usize {
        self.ports
    }

    /// Words of [`Wires::data`].
    pub(crate) fn port_words(&self) -> usize {
        self.library.data_words as usize
    }

    /// Most nodes that are stepped by one call; all of them if they cannot be shared out.
    pub(super) fn chunk(&self) -> usize {
        let most = (self.library.batch as usize).min(self.nodes);
        if self.whole { self.nodes } else { most.min(16) }
    }

    /// What the shim said last.
    pub(super) fn message(&self) -> String {
        // SAFETY: a NUL-terminated string that lives until the next failing call.
        unsafe { CStr::from_ptr((self.library.error)(self.raw)) }.to_string_lossy().into_owned()
    }

    /// Tells the header of a packet. Called by the one thread that prepares frames, for packets of which no flit is on a link yet.
    pub(super) fn set_header(&self, number: u32, header: u64) {
        // SAFETY: writes a word that no thread reads before the next barrier.
        unsafe { (self.library.header)(self.raw, number, header) }
    }

    /// One clock of some nodes; adds to `totals`.
    ///
    /// # Safety
    /// `frame.clock` is one more than at the last call for any node; no node is stepped twice in a clock, nor by two threads at once;
    /// all nodes have been stepped in the clock before.
    pub(super) unsafe fn step_nodes(&self, frame: &Frame, nodes: std::ops::Range<usize>, totals: &mut Totals) -> Result<(), Error> {
        assert!(frame.words.is_empty() || frame.words.len() == self.nodes * self.ports);
        assert!(!self.multicast || frame.data.len() == frame.words.len());
        let words = self.port_words();
        assert!(!self.axi || frame.streams.len() == self.nodes * words && frame.expected.len() == frame.words.len() * (words - 1));
        assert!(nodes.end <= self.nodes && nodes.len() <= self.library.batch as usize);
        let raw = RawFrame {
            clock: frame.clock,
            words: if frame.words.is_empty() { std::ptr::null() } else { frame.words.as_ptr() },
            inbox: frame.inbox.as_ptr(),
            heads: frame.heads.as_ptr(),
            head_count: frame.heads.len() as u64,
            data: frame.data.as_ptr(),
            streams: frame.streams.as_ptr(),
            expected: frame.expected.as_ptr(),
            offers: frame.inbox.len() as u32,
            flags: frame.open as u32 | (frame.skip_idle as u32) << 1,
        };
        // SAFETY: lengths were checked; exclusiveness is the caller's promise.
        let failed = unsafe { (self.library.step)(self.raw, &raw, nodes.start as u32, nodes.end as u32, totals) };
        if failed != 0 { Err(Error::Stopped { clock: frame.clock, message: self.message() }) } else { Ok(()) }
    }

    /// The output registers of a port in `clock`: the current one, or the one before it.
    pub(super) fn outputs(&self, clock: u64, node: usize, port: usize) -> Wires<'_> {
        assert!(node < self.nodes && port < self.ports);
        // SAFETY: in range; the shim returns a `Port`, a control word and the data words, which nobody writes in this clock.
        unsafe {
            let words = (self.library.port)(self.raw, clock, node as u32, port as u32).cast::<u32>();
            Wires { control: *words, data: std::slice::from_raw_parts(words.add(1), self.library.data_words as usize) }
        }
    }

    /// The sticky error bits of a router in `clock`, as [`Net::outputs`].
    pub(super) fn errors(&self, clock: u64, node: usize) -> u8 {
        assert!(node < self.nodes);
        // SAFETY: in range.
        unsafe { (self.library.errors)(self.raw, clock, node as u32) }
    }

    /// Packets wholly in their source's queue. Not while threads step.
    pub(crate) fn queued(&mut self) -> u64 {
        // SAFETY: `&mut self`: no thread steps.
        unsafe { (self.library.queued)(self.raw) }
    }

    /// The last flits at an output port that agreed with the model, oldest first.
    pub(crate) fn recent(&mut self, node: usize, port: usize) -> Vec<Flit> {
        assert!(node < self.nodes && port < self.ports);
        let mut flits = vec![Flit::default(); self.library.recent_capacity as usize];
        // SAFETY: in range, and the vector has the capacity that the shim asks for.
        let count = unsafe { (self.library.recent)(self.raw, node as u32, port as u32, flits.as_mut_ptr()) };
        flits.truncate(count as usize);
        flits
    }

    /// Starts a waveform of some nodes; with the current clock as its beginning. In network scope always of the whole.
    pub(crate) fn start_waves(&self, path: &Path, nodes: &[u32]) -> Result<(), Error> {
        let fail = |message: String| Error::Io { path: path.into(), source: std::io::Error::other(message) };
        let name = CString::new(path.to_string_lossy().as_bytes()).map_err(|e| fail(e.to_string()))?;
        assert!(nodes.iter().all(|&n| (n as usize) < self.nodes));
        // SAFETY: nodes in range; called by the thread that steps, between two clocks.
        let failed = unsafe { (self.library.trace)(self.raw, name.as_ptr(), nodes.as_ptr(), nodes.len() as u32) };
        if failed != 0 { Err(fail(self.message())) } else { Ok(()) }
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        // SAFETY: the only owner; the library is dropped after.
        unsafe {
            (self.library.trace_close)(self.raw);
            (self.library.free)(self.raw);
        }
    }
}
