//! The random driver of a local port on the model's side (docs/router.md, section 11), and the guard that it meets (section 8).
//! Random draws are in `draws`, a terminal's driver in `node`, the clocks of resets in `resets`, the checks of rule E1 in `guard`. Both engines take the
//! inputs of their routers' local ports from here.

mod draws;
mod guard;
mod node;
pub mod options;
mod resets;

use torusmith_topology::{TerminalId, Terminals};

use crate::config::RouterConfig;
use crate::engine::Packet;
use draws::Draws;
pub(crate) use guard::{DESTINATION, Guard, GuardedFlit};
pub(crate) use node::LocalOutputs;
use node::NodeDriver;
pub(crate) use options::AddressSpace;
use options::DriverContext;
pub use options::DriverOptions;
use resets::Resets;

/// Inputs that a router takes from the links of a local port in a clock.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LocalInputs {
    /// An accepted flit: its VC, packet and index.
    pub flit: Option<(usize, Packet, u8)>,
    /// VC of the sink's credit.
    pub credit: Option<usize>,
    /// VC of a flit that is dropped and gives its credit back (rule E5).
    pub dropped: Option<usize>,
}

/// D7: whether `clear_error` is 1 in a clock.
fn clears(options: DriverOptions, clock: u64) -> bool {
    clock < options.cycles && Draws::new(options.seed, (1 << 63) + 1, clock).hits(3, 1 << 26)
}

/// The drivers of all terminals, their guards, and the resets.
pub(crate) struct Drivers {
    context: DriverContext,
    resets: Resets,
    /// By terminal, as `guards`.
    nodes: Vec<NodeDriver>,
    guards: Vec<Guard>,
    terminals: Terminals,
    dropped: [u64; 3],
    /// `clear_error` in this clock (rule D7).
    clear: bool,
    /// Clocks since the last reset: see [`Resets::since`].
    since_reset: u64,
}

impl Drivers {
    pub fn new(options: DriverOptions, config: RouterConfig, space: AddressSpace, terminals: &Terminals) -> Self {
        Self {
            context: DriverContext::new(options, config, space),
            resets: Resets::new(options, terminals.routers() as u32),
            nodes: vec![NodeDriver::new(config); space.nodes as usize],
            guards: vec![Guard::default(); space.nodes as usize],
            terminals: terminals.clone(),
            dropped: [0; 3],
            clear: false,
            since_reset: u64::MAX,
        }
    }

    /// Rule N1.
    pub fn offer(&mut self, packet: Packet) {
        self.nodes[packet.source.index()].offer(self.context.config.class_of_packet(packet.number), packet);
    }

    /// A clock begins; whether `rst` is 1 at all routers in it (rule D6).
    pub fn begin(&mut self, clock: u64) -> bool {
        self.clear = clears(self.context.options, clock);
        self.since_reset = self.resets.since(clock);
        self.since_reset == 0
    }

    /// `rst` is 1 at a router in this clock.
    pub fn in_reset(&self, router: usize) -> bool {
        self.resets.holds(router, self.since_reset)
    }

    /// Rules Z1, D6: as after reset.
    pub fn reset(&mut self) {
        (0..self.nodes.len()).for_each(|node| self.reset_node(node));
    }

    fn reset_node(&mut self, node: usize) {
        self.nodes[node] = NodeDriver::new(self.context.config);
        self.guards[node] = Guard::default();
    }

    /// Clock t of a terminal: the flit that its driver sends, if the guard accepts it, and the sink's credit; nothing while its router is in reset.
    /// `full` returns whether a VC's buffer holds D flits in t, `home` whether the routing bits of a head for a destination lead to a local port here.
    pub fn clock(
        &mut self,
        terminal: TerminalId,
        clock: u64,
        shown: LocalOutputs,
        full: impl Fn(usize) -> bool,
        home: impl Fn(TerminalId, u64) -> bool,
    ) -> LocalInputs {
        let node = terminal.index();
        if self.in_reset(self.terminals.at(terminal).router as usize) {
            self.reset_node(node);
            return LocalInputs::default();
        }
        let (flit, credit) = self.nodes[node].clock(&self.context, terminal, clock, shown);
        if self.clear {
            self.guards[node].error = 0; // E6
        }
        let Some(flit) = flit else { return LocalInputs { credit, ..LocalInputs::default() } };
        let vcs = self.context.config.vcs;
        let AddressSpace { nodes, rewrites, .. } = self.context.space;
        let full = flit.vc < vcs && full(flit.vc);
        let lost =
            |destination: TerminalId, bits: u64| destination == terminal || destination.0 >= nodes || rewrites && home(destination, bits);
        let verdict = self.guards[node].check(&flit.guarded(), vcs, full, lost);
        let accepted = match (verdict, flit.packet) {
            (Ok(()), Some((packet, index))) => Some((flit.vc, packet, index)),
            (Err(bit), None) => {
                self.dropped[bit] += 1;
                None
            }
            _ => panic!("clock {clock}, terminal {terminal}: rule D8 does not hold of {flit:?}"),
        };
        let dropped = (verdict == Err(DESTINATION)).then_some(flit.vc);
        LocalInputs { flit: accepted, credit, dropped }
    }

    /// The three bits of `error` (rule E3) of each local port, `router * L + port`; 0 without a terminal.
    pub fn errors(&self) -> impl Iterator<Item = u8> + '_ {
        let locals = self.terminals.local_ports();
        let ports = (0..self.terminals.routers() * locals).map(move |at| ((at / locals) as u32, (at % locals) as u8));
        ports.map(|(router, port)| self.terminals.of(router, port).map_or(0, |terminal| self.guards[terminal.index()].error))
    }

    /// Flits dropped so far, by bit of `error`.
    pub fn dropped(&self) -> [u64; 3] {
        self.dropped
    }

    /// Packets in the queues.
    pub fn queued(&self) -> usize {
        self.nodes.iter().map(NodeDriver::queued).sum()
    }

    /// Credits for a VC of a terminal's local output that the sink has not given back.
    pub fn held(&self, terminal: TerminalId, vc: usize) -> usize {
        self.nodes[terminal.index()].held(vc)
    }
}
