//! The random driver of port 0 on the model's side (docs/router.md, section 11), and the guard that it meets (section 8).
//!
//! What is drawn is in `draws`, a node's driver in `node`, when there are resets in `resets`, the checks of rule E1 in `guard`. Both engines take
//! from here what enters their routers.

mod draws;
mod guard;
mod node;
pub mod options;
mod resets;
mod scene;

use crate::config::RouterConfig;
use crate::engine::Packet;
use draws::Draws;
pub(crate) use guard::{Coming, DESTINATION, Guard};
use node::Node;
pub(crate) use node::Shown;
pub use options::DriverOptions;
use resets::Resets;
use scene::Scene;
pub(crate) use scene::Space;

/// What the links of port 0 carry into a router in a clock, of what it takes in.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Given {
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

/// The drivers of all nodes, their guards, and the resets.
pub(crate) struct Drivers {
    scene: Scene,
    resets: Resets,
    nodes: Vec<Node>,
    guards: Vec<Guard>,
    dropped: [u64; 3],
    /// `clear_error` in this clock (rule D7).
    clear: bool,
    /// See [`Resets::since`].
    since_reset: u64,
}

impl Drivers {
    pub fn new(options: DriverOptions, config: RouterConfig, space: Space) -> Self {
        Self {
            scene: Scene::new(options, config, space),
            resets: Resets::new(options, space.nodes),
            nodes: vec![Node::new(config); space.nodes as usize],
            guards: vec![Guard::default(); space.nodes as usize],
            dropped: [0; 3],
            clear: false,
            since_reset: u64::MAX,
        }
    }

    /// Rule N1.
    pub fn offer(&mut self, packet: Packet) {
        self.nodes[packet.source as usize].offer(self.scene.config.class_of_packet(packet.number), packet);
    }

    /// A clock begins; whether `rst` is 1 at all nodes in it (rule D6).
    pub fn begin(&mut self, clock: u64) -> bool {
        self.clear = clears(self.scene.options, clock);
        self.since_reset = self.resets.since(clock);
        self.since_reset == 0
    }

    /// `rst` is 1 at a node in this clock.
    pub fn in_reset(&self, node: usize) -> bool {
        self.resets.holds(node, self.since_reset)
    }

    /// Rules Z1, D6: as after reset.
    pub fn reset(&mut self) {
        (0..self.nodes.len()).for_each(|node| self.reset_node(node));
    }

    fn reset_node(&mut self, node: usize) {
        self.nodes[node] = Node::new(self.scene.config);
        self.guards[node] = Guard::default();
    }

    /// Clock t of a node: what its driver sends, and whether that is accepted; nothing while it is in reset. `full` says whether a VC's buffer holds D flits in t, `home` whether the
    /// routing bits of a head that goes to a node lead to port 0 here.
    pub fn clock(&mut self, node: usize, clock: u64, shown: Shown, full: impl Fn(usize) -> bool, home: impl Fn(u32, u64) -> bool) -> Given {
        if self.in_reset(node) {
            self.reset_node(node);
            return Given::default();
        }
        let (flit, credit) = self.nodes[node].clock(&self.scene, node as u32, clock, shown);
        if self.clear {
            self.guards[node].error = 0; // E6
        }
        let Some(flit) = flit else { return Given { credit, ..Given::default() } };
        let vcs = self.scene.config.vcs;
        let Space { nodes, rewrites, .. } = self.scene.space;
        let full = flit.vc < vcs && full(flit.vc);
        let lost = |destination: u32, bits: u64| destination == node as u32 || destination >= nodes || rewrites && home(destination, bits);
        let verdict = self.guards[node].check(&flit.coming(), vcs, full, lost);
        let accepted = match (verdict, flit.packet) {
            (Ok(()), Some((packet, index))) => Some((flit.vc, packet, index)),
            (Err(bit), None) => {
                self.dropped[bit] += 1;
                None
            }
            _ => panic!("clock {clock}, node {node}: rule D8 does not hold of {flit:?}"),
        };
        let dropped = (verdict == Err(DESTINATION)).then_some(flit.vc);
        Given { flit: accepted, credit, dropped }
    }

    /// `error` of each node (rule E3).
    pub fn errors(&self) -> impl Iterator<Item = u8> + '_ {
        self.guards.iter().map(|guard| guard.error)
    }

    /// Flits dropped so far, by bit of `error`.
    pub fn dropped(&self) -> [u64; 3] {
        self.dropped
    }

    /// Packets in the queues.
    pub fn queued(&self) -> usize {
        self.nodes.iter().map(Node::queued).sum()
    }

    /// Credits for a VC of a node's local output that the sink has not given back.
    pub fn held(&self, node: usize, vc: usize) -> usize {
        self.nodes[node].held(vc)
    }
}
