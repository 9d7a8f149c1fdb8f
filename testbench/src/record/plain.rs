//! The plain router (docs/router.md) in the model: what is on its links in each clock.

use std::collections::BTreeMap;

use torusmith_sim::engine::{Head, Packet, PortWord};
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::run::{Run, RunOptions};
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::Traffic;
use torusmith_sim::watchdog::DeadNetwork;
use torusmith_topology::{Graph, TerminalId};

use super::events::{PortEvent, PortFlit, PortSink};
use super::interface::{Interface, Sent};
use super::lines::Lines;
use super::options::{MOST_LINES, RecordOptions};
use crate::Error;
use crate::flits::Format;
use crate::manifest::Design;
use crate::options::Observer;
use crate::routing::routing;

/// Clocks between two looks at the observer.
const LOOK: u64 = 64;
/// Clocks that are still recorded when the network is empty: the last credits arrive.
const SETTLE: u64 = 8;

/// The ports that are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recorded {
    /// All of this router, by their number.
    Router(u32),
    /// The local ones of all nodes, by the number of the node.
    Locals,
    /// All of all routers, by their place among the engine's; what comes in on local ports, and what goes out on all.
    All,
}

/// The model in clock 0; `observing` if its outputs are asked for.
pub(super) fn start(design: &Design, options: &RecordOptions, observing: bool) -> Result<Run<NetworkRouting>, Error> {
    let (routing, graph) = (routing(design)?, design.graph());
    let traffic = Traffic::new(&design.network, routing.clone(), &options.traffic)?;
    let engine = EngineKind::Fast.build(&graph, routing, design.config, observing)?;
    Ok(Run::new(engine, graph, traffic, RunOptions { cycles: options.cycles, ..RunOptions::default() }, design.config.message_classes)?)
}

fn look(observer: &mut dyn Observer, clock: u64) -> Result<(), Error> {
    if clock.is_multiple_of(LOOK) {
        observer.progress(clock);
        if observer.interrupted() {
            return Err(Error::Interrupted);
        }
    }
    Ok(())
}

pub(super) fn dead(dead: impl AsRef<DeadNetwork>) -> Error {
    Error::Dead { since: dead.as_ref().since }
}

/// Of the nodes with the most ports, the one that most flits pass; of several, the first.
pub(super) fn busiest(design: &Design, options: &RecordOptions, observer: &mut dyn Observer) -> Result<u32, Error> {
    let mut run = start(design, options, false)?;
    while run.open() {
        look(observer, run.engine().clock())?;
        run.begin();
        run.finish().map_err(dead)?;
    }
    let graph = design.network.graph();
    let passed: Vec<u64> = run.engine().link_flits().chunks_exact(graph.ports()).map(|ports| ports.iter().sum()).collect();
    let rank = |node: &usize| (graph.port_mask(*node).count_ones(), passed[*node], std::cmp::Reverse(*node));
    Ok((0..graph.routers()).max_by_key(rank).unwrap_or(0) as u32)
}

/// Writes down the links of a router, or the local links of all; the number of clocks.
pub(super) fn play(
    design: &Design,
    options: &RecordOptions,
    node: Option<u32>,
    lines: &mut Lines,
    observer: &mut dyn Observer,
) -> Result<u64, Error> {
    let graph = design.network.graph();
    let mut run = start(design, options, true)?;
    let mut recorded = RecordedClock::new(design, &graph, node.map_or(Recorded::Locals, Recorded::Router));
    let mut settle = SETTLE;
    while settle > 0 {
        let clock = run.engine().clock();
        look(observer, clock)?;
        settle -= u64::from(run.done());
        let open = run.open();
        let created = run.begin();
        recorded.offer(created);
        recorded.look(&mut run);
        recorded.write(clock, open, lines);
        run.finish().map_err(dead)?;
        if lines.count() > MOST_LINES {
            let allowed = format!("fewer: the recording has {MOST_LINES} lines, as many as are allowed, after clock {clock}");
            return Err(Error::Option { field: "cycles", value: options.cycles.to_string(), allowed });
        }
    }
    Ok(run.engine().clock())
}

/// Where a port's flits and credits come from: the words of the far ends in [`torusmith_sim::engine::Engine::outputs`].
#[derive(Clone, Copy, Default)]
struct Ends {
    upstream: Option<usize>,
    downstream: Option<usize>,
}

/// A terminal: its network interface, its port among the engine's, and its slice of the recording.
struct Terminal {
    interface: Interface,
    word: usize,
    lane: usize,
}

/// The network in a clock.
pub(super) struct RecordedClock {
    format: Format,
    ports: usize,
    /// The terminals that are recorded.
    terminals: BTreeMap<TerminalId, Terminal>,
    recorded: Recorded,
    locals: usize,
    /// The router's ports from L on; none of a whole network.
    links: Vec<Ends>,
    packets: Vec<Packet>,
    words: Vec<PortWord>,
    heads: Vec<Head>,
}

impl RecordedClock {
    pub fn new(design: &Design, graph: &Graph, recorded: Recorded) -> Self {
        let ports = graph.ports();
        let index = |link: torusmith_topology::Link| link.node as usize * ports + link.port as usize;
        let locals = graph.local_ports();
        let lane = |terminal: TerminalId| {
            let end = graph.at(terminal);
            let word = end.router as usize * ports + usize::from(end.port);
            let lane = match recorded {
                Recorded::Router(_) => end.port.into(),
                Recorded::Locals => terminal.index(),
                Recorded::All => word,
            };
            (terminal, Terminal { interface: Interface::new(design.config), word, lane })
        };
        let here = |terminal: &TerminalId| !matches!(recorded, Recorded::Router(node) if graph.at(*terminal).router != node);
        let terminals = TerminalId::all(graph.terminals()).filter(here).map(lane).collect();
        let mut links = Vec::new();
        if let Recorded::Router(node) = recorded {
            links.resize(ports - locals, Ends::default());
            for (from, to) in graph.iter_links() {
                if to.node == node {
                    links[to.port as usize - locals].upstream = Some(index(from));
                }
                if from.node == node {
                    links[from.port as usize - locals].downstream = Some(index(to));
                }
            }
        }
        Self {
            format: Format::new(&design.network, design.flit_width),
            ports,
            terminals,
            recorded,
            locals,
            links,
            packets: Vec::new(),
            words: vec![PortWord::default(); graph.routers() * ports],
            heads: Vec::new(),
        }
    }

    /// The packets created in this clock.
    pub fn offer(&mut self, created: &[Packet]) {
        self.packets.extend_from_slice(created);
        for packet in created {
            if let Some(terminal) = self.terminals.get_mut(&packet.source) {
                terminal.interface.offer(*packet);
            }
        }
    }

    /// All output registers in this clock.
    pub fn look(&mut self, run: &mut Run<NetworkRouting>) {
        run.engine().outputs(&mut self.words);
        run.engine().heads(&mut self.heads);
    }

    /// The flit that the output register `at` shows.
    fn flit(&self, at: usize) -> Option<PortFlit> {
        let word = self.words[at];
        let packet = word.valid().then(|| &self.packets[word.packet() as usize])?;
        let bits = if self.format.rewritten && word.head() {
            self.heads.binary_search_by_key(&at, |head| head.at as usize).map_or(0, |found| self.heads[found].bits)
        } else {
            packet.bits
        };
        let data = self.format.data(packet, word.index(), self.format.header(packet, bits));
        Some(PortFlit { vc: word.vc(), head: word.head(), tail: word.tail(), data })
    }

    /// Everything that is on the recorded links in this clock.
    pub fn write(&mut self, clock: u64, open: bool, lines: &mut dyn PortSink) {
        let mut terminals = std::mem::take(&mut self.terminals);
        for Terminal { interface, word, lane } in terminals.values_mut() {
            let (word, lane) = (*word, *lane);
            let (sent, credit) = interface.step(self.words[word], open);
            if let Some(Sent { packet, vc, index }) = sent {
                let data = self.format.data(&packet, index, self.format.header(&packet, packet.bits));
                let flit = PortFlit { vc, head: index == 0, tail: index + 1 == usize::from(packet.flits), data };
                lines.flit(clock, PortEvent::FlitIn, lane, &flit);
            }
            if let Some(vc) = credit {
                lines.credit(clock, PortEvent::CreditIn, lane, vc);
            }
            self.shown(clock, lane, word, lines);
        }
        self.terminals = terminals;
        if self.recorded == Recorded::All {
            let locals = (0..self.words.len()).step_by(self.ports).map(|first| first..first + self.locals);
            let links = locals.map(|locals| locals.end..locals.start + self.ports);
            links.flatten().for_each(|word| self.shown(clock, word, word, lines));
        }
        for (port, ends) in self.links.iter().enumerate().map(|(link, ends)| (link + self.locals, ends)) {
            if let Some(flit) = ends.upstream.and_then(|at| self.flit(at)) {
                lines.flit(clock, PortEvent::FlitIn, port, &flit);
            }
            if let Some(vc) = ends.downstream.and_then(|at| self.words[at].credit()) {
                lines.credit(clock, PortEvent::CreditIn, port, vc);
            }
            let router = if let Recorded::Router(router) = self.recorded { router } else { 0 };
            self.shown(clock, port, router as usize * self.ports + port, lines);
        }
    }

    /// Writes the output registers of a port.
    fn shown(&self, clock: u64, lane: usize, at: usize, lines: &mut dyn PortSink) {
        if let Some(flit) = self.flit(at) {
            lines.flit(clock, PortEvent::FlitOut, lane, &flit);
        }
        if let Some(vc) = self.words[at].credit() {
            lines.credit(clock, PortEvent::CreditOut, lane, vc);
        }
    }
}
