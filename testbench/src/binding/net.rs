//! One network of Verilated instances.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::sync::Arc;

use super::frame::{Frame, FrameExtras};
use super::layout::{DriverCounts, DriverSettings, Flit, Totals};
use super::library::{Library, RawNet};
use crate::coverage::{Coverage, SharedCoverage};
use crate::kind::Kind;
use crate::{Design, Error};

/// The wires of a port in a clock; `control` as the low half of a [`torusmith_sim::engine::PortWord`], but unmasked. With AXI4-Stream interfaces two words are before the
/// data, and at port 0, where control is 1 tvalid, 2 tlast, 4 tready and `tuser` from bit 4 up, they are `tdest` and `tid`.
#[derive(Debug, Clone, Copy)]
pub struct Wires<'a> {
    pub control: u32,
    pub data: &'a [u32],
}

/// Connections of routers, links and nodes.
#[derive(Debug, Clone)]
pub struct Wiring {
    pub nodes: usize,
    /// By `node * locals + port`: the terminal at a local port, -1 without one.
    pub terminals: Vec<i32>,
    /// Ports compared at a node.
    pub ports: usize,
    /// All nodes are stepped as one: in network scope, and while a waveform is written.
    pub whole: bool,
    /// Interface at the local ports.
    pub kind: Kind,
    /// By `node * ports + port`: the output that feeds this input, -1 without a link.
    pub upstream: Vec<i32>,
    /// The input that this output feeds.
    pub downstream: Vec<i32>,
    /// Registers on the links of all `upstream`, then on those of all `downstream` (rule L5); empty if none has any.
    pub slices: Vec<u8>,
    /// The mutant on the input `mutsel` of a top that has one.
    pub mutant: u32,
}

/// A network in a loaded object.
pub struct Net {
    raw: *mut RawNet,
    library: Arc<Library>,
    nodes: usize,
    locals: usize,
    ports: usize,
    whole: bool,
    kind: Kind,
    /// Where counts of what ran go when the network is dropped, and the design that they are of.
    coverage: Option<(SharedCoverage, Arc<Design>)>,
}

// SAFETY: the shim keeps no thread-local state of a network, and all methods that take `&self` only read what no thread writes in the
// same clock; `step_nodes` says itself what its callers must keep.
unsafe impl Send for Net {}
// SAFETY: as above.
unsafe impl Sync for Net {}

impl Net {
    /// Instances out of reset, in clock 0.
    pub(crate) fn new(library: &Arc<Library>, wiring: &Wiring) -> Result<Self, Error> {
        let Wiring { nodes, ref terminals, ports, whole, kind, ref upstream, ref downstream, ref slices, mutant } = *wiring;
        const RESET_CLOCKS: u32 = 4;
        let locals = terminals.len() / nodes;
        assert!(locals > 0 && terminals.len() == nodes * locals);
        assert!(upstream.len() == nodes * ports && downstream.len() == nodes * ports);
        assert!(slices.is_empty() || slices.len() == 2 * nodes * ports);
        let sliced = if slices.is_empty() { std::ptr::null() } else { slices.as_ptr() };
        let mut failed = 0;
        // SAFETY: the slices have the length that the shim reads; a network is returned even if it failed to start.
        let raw = unsafe {
            {
                let (upstream, downstream) = (upstream.as_ptr(), downstream.as_ptr());
                (library.new)(nodes as u32, terminals.as_ptr(), upstream, downstream, sliced, mutant, RESET_CLOCKS, &mut failed)
            }
        };
        let net = Self { raw, library: library.clone(), nodes, locals, ports, whole, kind, coverage: None };
        if failed != 0 {
            return Err(Error::Stopped { clock: 0, message: net.message() });
        }
        // SAFETY: no thread steps.
        unsafe { (library.take_short_way)(raw, library.short_way.into()) };
        Ok(net)
    }

    /// The network, with counts of what runs.
    pub(crate) fn counted(mut self, coverage: Option<(SharedCoverage, Arc<Design>)>) -> Self {
        self.coverage = coverage;
        self
    }

    /// Counts of what ran so far.
    fn count(&mut self, design: &Design) -> Result<Coverage, Error> {
        let file = tempfile::NamedTempFile::new().map_err(Error::io("temporary file"))?;
        let path = CString::new(file.path().as_os_str().as_encoded_bytes()).expect("no path has a zero byte");
        // SAFETY: no thread steps; the path ends with a zero byte.
        match unsafe { (self.library.coverage)(self.raw, path.as_ptr()) } {
            0 => Ok(Coverage::read(&std::fs::read_to_string(file.path()).map_err(Error::io(file.path()))?, design)),
            _ => Err(Error::Stopped { clock: 0, message: self.message() }),
        }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Local ports of a node.
    pub(crate) fn locals(&self) -> usize {
        self.locals
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

    /// Last message of the shim.
    pub(super) fn message(&self) -> String {
        // SAFETY: a NUL-terminated string that lives until the next failing call.
        let message = unsafe { CStr::from_ptr((self.library.error)(self.raw)) }.to_string_lossy().into_owned();
        self.library.explain(&message)
    }

    /// Tells the headers of packets, by number. Called by the one thread that prepares frames, for packets of which no flit is on a link yet.
    pub(super) fn set_headers(&self, headers: &[(u32, u64)]) {
        for &(number, header) in headers {
            // SAFETY: writes a word that no thread reads before the next barrier.
            unsafe { (self.library.header)(self.raw, number, header) }
        }
    }

    /// One clock of some nodes; adds to `totals`.
    ///
    /// # Safety
    /// `frame.clock` is one more than at the last call for any node; no node is stepped twice in a clock, nor by two threads at once;
    /// all nodes have been stepped in the clock before.
    pub(super) unsafe fn step_nodes<B: FrameExtras>(
        &self,
        frame: &Frame<B>,
        nodes: std::ops::Range<usize>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        let words = frame.words.len();
        assert!(self.kind == B::KIND && nodes.end <= self.nodes && nodes.len() <= self.library.batch as usize);
        assert!(words == 0 || words == self.nodes * self.ports);
        assert!(frame.extras.fits(self.nodes * self.locals, words, self.port_words()));
        let extras = frame.extras.raw();
        let raw = frame.raw(&extras);
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

    /// Wires that the network interface at a local port, `node * locals + port`, drove in `clock`, the one before the current one.
    pub(super) fn sent(&self, clock: u64, local: usize) -> Wires<'_> {
        assert!(local < self.nodes * self.locals);
        // SAFETY: in range; as in `outputs`, and the threads that step write what is sent in the current clock.
        unsafe {
            let words = (self.library.sent)(self.raw, clock, local as u32).cast::<u32>();
            Wires { control: *words, data: std::slice::from_raw_parts(words.add(1), self.library.data_words as usize) }
        }
    }

    /// Whether a local port shows a flit in `clock`, as [`Net::outputs`]; a byte each.
    pub(super) fn arrives(&self, clock: u64) -> &[u8] {
        // SAFETY: the shim returns as many bytes as there are local ports, which nobody writes in this clock.
        unsafe { std::slice::from_raw_parts((self.library.arrives)(self.raw, clock), self.nodes * self.locals) }
    }

    /// The sticky error bits of a local port in `clock`, as [`Net::outputs`].
    pub(super) fn errors(&self, clock: u64, local: usize) -> u8 {
        assert!(local < self.nodes * self.locals);
        // SAFETY: in range.
        unsafe { (self.library.errors)(self.raw, clock, local as u32) }
    }

    /// Packets wholly in their source's queue. Not while threads step.
    pub(crate) fn queued(&mut self) -> u64 {
        // SAFETY: `&mut self`: no thread steps.
        unsafe { (self.library.queued)(self.raw) }
    }

    /// Puts random drivers in place of the network interfaces; in clock 0.
    pub(crate) fn drive(&mut self, settings: &DriverSettings) -> Result<(), Error> {
        // SAFETY: `&mut self`: no thread steps.
        let failed = unsafe { (self.library.drive)(self.raw, settings) };
        if failed != 0 { Err(Error::Stopped { clock: 0, message: self.message() }) } else { Ok(()) }
    }

    /// Counts of what the random drivers have sent. Not while threads step.
    pub(crate) fn driven(&mut self) -> DriverCounts {
        let mut counts = DriverCounts::default();
        // SAFETY: `&mut self`: no thread steps.
        unsafe { (self.library.driven)(self.raw, &mut counts) };
        counts
    }

    /// Steps one node, whose ports get `wires`: the control word and the data words of each port, in place of what interface and links carry. In the
    /// clocks before it was stepped by this as well.
    pub(crate) fn step_by_hand<B: FrameExtras>(&mut self, frame: &Frame<B>, node: usize, wires: &[u32]) -> Result<(), Error> {
        assert!(wires.len() == self.ports * (1 + self.port_words()) && frame.words.is_empty());
        // SAFETY: `&mut self`: no thread steps; the shim reads a control word and the data words of each port.
        unsafe { (self.library.by_hand)(self.raw, wires.as_ptr()) };
        // SAFETY: no other thread steps, and what a node gets does not depend on others.
        unsafe { self.step_nodes(frame, node..node + 1, &mut Totals::default()) }
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
        if let Some((all, design)) = self.coverage.take() {
            let counts = self.count(&design);
            let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match (&mut *all, counts) {
                (Ok(all), Ok(counts)) => all.add(counts),
                (all @ Ok(_), Err(error)) => *all = Err(error),
                (Err(_), _) => {}
            }
        }
        // SAFETY: the only owner; the library is dropped after.
        unsafe {
            (self.library.trace_close)(self.raw);
            (self.library.free)(self.raw);
        }
    }
}
