//! Are unicasts, multicasts and acks together free of deadlock? A graph of everything that is held while something else is waited for.
//! A *channel* is the buffer at the far end of an output VC. A packet in it waits for the buffers of its branches, and a multicast first for an
//! *entry* of the ack table of its class. An entry is held until the acks of all branches have returned: so it waits for the buffers of the branches
//! of every packet of its class, for the entries of the copies there, and for the *message* buffer that its own ack goes to. A message waits for
//! nothing: the ack unit takes it at once. An acyclic graph means no deadlock, as a packet is wholly in a buffer before it has left the one before,
//! and waits for one buffer of each branch only.

use std::collections::HashSet;

use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use super::ack::class;
use super::branches::{Arrival, branches};
use super::geometry::{Geometry, PORTS};
use super::header::{MESSAGE_VC, Phase};
use super::unicast::{Hop, Unicast};
use crate::deadlock::{Cdg, Channel};

/// A resource that is held, or waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Held {
    /// The buffer at the far end of an output VC of a node.
    Channel(Channel),
    /// An entry of a node's ack table.
    Entry {
        /// The node.
        node: u32,
        /// The class: stage, and two bits.
        class: u8,
    },
    /// The message buffer at the far end of an output of a node.
    Message {
        /// The node.
        node: u32,
        /// The output port.
        port: u8,
    },
}

/// VC of a port that asks for an entry of the ack table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asks {
    /// A2: the lowest VC for whose class an entry is unused.
    LowestServed,
    /// Not of this contract: the lowest VC with a multicast that has no entry, whether one of its class is unused or not. The VCs above it wait with
    /// it, which makes a dependency cycle possible.
    Lowest,
}

/// Contents of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parts {
    /// Unicasts of all pairs of nodes.
    pub unicast: bool,
    /// Multicasts of all sources and root ranks, with every branch that a map can ask for.
    pub multicast: bool,
    /// Entries and messages.
    pub acks: Option<Asks>,
}

/// Result of [`dependencies`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DependencyReport {
    /// Channels in use.
    pub channels: usize,
    /// Entries in use.
    pub entries: usize,
    /// Message buffers in use.
    pub messages: usize,
    /// Dependencies of all kinds.
    pub dependencies: usize,
    /// A shortest dependency cycle, each resource waiting for the next and the last for the first; empty if the graph is acyclic.
    pub cycle: Vec<Held>,
    /// Resources that remain when those without a predecessor are removed repeatedly.
    pub core: usize,
}

impl DependencyReport {
    /// Free of deadlock.
    pub fn acyclic(&self) -> bool {
        self.cycle.is_empty()
    }
}

/// Builds the graph of a network and looks for cycles.
pub fn dependencies(rdt: Rdt, parts: Parts) -> DependencyReport {
    let unicast = Unicast::new(rdt);
    dependencies_of(rdt, parts, |source, destination| unicast.header(source, destination), |node, bits| unicast.hop(node, bits))
}

/// [`dependencies`] with another routing function of unicasts: `header` of (source, destination), `hop` at a node.
pub fn dependencies_of(rdt: Rdt, parts: Parts, header: impl Fn(u32, u32) -> u64, hop: impl Fn(u32, u64) -> Hop) -> DependencyReport {
    let geometry = Geometry::new(rdt);
    let mut found = DependencyBuilder::new(&geometry, parts.acks);
    if parts.unicast {
        let nodes = 0..rdt.routers() as u32;
        for source in nodes.clone() {
            nodes.clone().filter(|&to| to != source).for_each(|to| found.unicast(source, header(source, to), &hop));
        }
    }
    if parts.multicast {
        found.multicasts();
    }
    found.report()
}

/// Outputs of a node: bit 3 p + v for VC v of output p.
type Outputs = u32;
/// Classes of a node, a bit a class.
type Classes = u32;

struct DependencyBuilder<'a> {
    geometry: &'a Geometry,
    acks: Option<Asks>,
    /// By node and output VC: whether it is used, and the outputs that its packets wait for.
    used: Vec<Outputs>,
    next: Vec<[Outputs; 3 * PORTS]>,
    /// By node and input VC, as bit 3 p + v: classes of the multicasts that arrive there.
    classes: Vec<[Classes; 3 * PORTS]>,
    /// By node and class: the entry, if used, with outputs of the branches, ports of arrival, and children as (node, class).
    entries: Vec<[Option<Entry>; 32]>,
}

#[derive(Clone, Default)]
struct Entry {
    outputs: Outputs,
    ports: u16,
    children: HashSet<(u32, u8)>,
}

const fn bit(port: u8, vc: u8) -> usize {
    3 * port as usize + vc as usize
}

fn set(mask: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |i| mask >> i & 1 == 1)
}

impl<'a> DependencyBuilder<'a> {
    fn new(geometry: &'a Geometry, acks: Option<Asks>) -> Self {
        let nodes = geometry.nodes();
        Self {
            geometry,
            acks,
            used: vec![0; nodes],
            next: vec![[0; 3 * PORTS]; nodes],
            classes: vec![[0; 3 * PORTS]; nodes],
            entries: vec![const { [const { None }; 32] }; nodes],
        }
    }

    fn unicast(&mut self, source: u32, mut bits: u64, hop: impl Fn(u32, u64) -> Hop) {
        let (mut node, mut before) = (source, None);
        loop {
            let Hop { port, class, onward } = hop(node, bits);
            if port == 0 {
                return;
            }
            let out = bit(port, class);
            self.used[node as usize] |= 1 << out;
            if let Some((from, held)) = before.replace((node, out)) {
                self.next[from as usize][held] |= 1 << out;
            }
            (node, bits) = (self.geometry.far(node, port).0, onward);
        }
    }

    /// Adds multicasts with full maps: a bit that is not set removes branches and adds none.
    fn multicasts(&mut self) {
        let mut seen = HashSet::new();
        let mut open = Vec::new();
        for source in 0..self.geometry.nodes() as u32 {
            for stage in 0..=self.geometry.max_rank {
                open.push((source, 0, Arrival { stage, phase: Phase::Begin, vc: 0, local: 0 }));
            }
        }
        while let Some(state @ (node, input, arrival)) = open.pop() {
            if !seen.insert(state) {
                continue;
            }
            let mut outputs = 0;
            let own = self.acks.map(|_| class(arrival.stage, arrival.phase));
            let mut children = Vec::new();
            for (port, branch) in branches(self.geometry, node, arrival, &[0xff; 5]).iter().filter(|&(port, _)| port != 0) {
                let vc = branch.vcs.trailing_zeros() as u8;
                outputs |= 1 << bit(port, vc);
                let (to, at) = self.geometry.far(node, port);
                let copy = Arrival { stage: branch.stage, phase: Phase::of(branch.phase), vc, local: 0 };
                open.push((to, at, copy));
                children.extend(self.acks.map(|_| (to, class(copy.stage, copy.phase))));
            }
            self.used[node as usize] |= outputs;
            if input != 0 {
                let (from, output) = self.geometry.far(node, input);
                self.next[from as usize][bit(output, arrival.vc)] |= outputs;
            }
            if let Some(class) = own {
                self.classes[node as usize][bit(input, arrival.vc)] |= 1 << class;
                let entry = self.entries[node as usize][class as usize].get_or_insert_default();
                entry.outputs |= outputs;
                entry.ports |= 1 << input;
                entry.children.extend(children);
            }
        }
    }

    /// Classes whose entries a multicast in input VC (port, vc) of a node may have to wait for (A2).
    fn asked(&self, node: u32, port: u8, vc: u8) -> Classes {
        let classes = &self.classes[node as usize];
        let own = classes[bit(port, vc)];
        match self.acks {
            // The lowest VC of the port asks, so VCs above it wait with it.
            Some(Asks::Lowest) if own != 0 => (0..=vc).fold(0, |all, vc| all | classes[bit(port, vc)]),
            _ => own,
        }
    }

    fn report(&self) -> DependencyReport {
        // Entries and messages in the terms of the channel graph: a port and a VC that no channel has.
        const ENTRY: u8 = 16;
        let channels = |outputs: Outputs, node| set(outputs).map(move |i| Channel { node, port: i / 3, vc: i % 3 });
        let message = |node, port| Channel { node, port, vc: MESSAGE_VC };
        let mut all = Vec::new();
        for node in 0..self.geometry.nodes() as u32 {
            all.extend(channels(self.used[node as usize], node));
            let entries = (0..).zip(&self.entries[node as usize]).filter_map(|(class, entry)| Some((class, entry.as_ref()?)));
            for (class, entry) in entries {
                all.push(Channel { node, port: ENTRY, vc: class });
                all.extend(set(entry.ports.into()).map(|port| message(node, port)));
            }
        }
        all.sort_unstable();
        all.dedup();
        let count = |what: fn(&Channel) -> bool| all.iter().filter(|c| what(c)).count();
        let (entries, messages) = (count(|c| c.port == ENTRY), count(|c| c.port != ENTRY && c.vc == MESSAGE_VC));
        let links = all.len() - entries - messages;
        let entry = |(node, class)| Channel { node, port: ENTRY, vc: class };
        let cdg = Cdg::new(all.clone(), |a, next| {
            let Channel { node, port, vc } = all[a];
            if port == ENTRY {
                let Some(held) = &self.entries[node as usize][vc as usize] else { return };
                next.extend(channels(held.outputs, node));
                next.extend(set(held.ports.into()).map(|port| message(node, port)));
                next.extend(held.children.iter().map(|&child| entry(child)));
            } else if vc != MESSAGE_VC {
                let (to, input) = self.geometry.far(node, port);
                next.extend(channels(self.next[node as usize][bit(port, vc)], to));
                next.extend(set(self.asked(to, input, vc)).map(|class| entry((to, class))));
            }
        });
        let held = |c: Channel| match c {
            Channel { node, port: ENTRY, vc } => Held::Entry { node, class: vc },
            Channel { node, port, vc: MESSAGE_VC } => Held::Message { node, port },
            _ => Held::Channel(c),
        };
        let cycle: Vec<Held> = cdg.shortest_cycle().into_iter().map(held).collect();
        let core = if cycle.is_empty() { 0 } else { cdg.core() };
        DependencyReport { channels: links, entries, messages, dependencies: cdg.dependencies(), cycle, core }
    }
}
