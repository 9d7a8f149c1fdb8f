//! Packets on their way to the queues of the Verilog's network interfaces, and the check of what arrives.

use torusmith_design::Order;
use torusmith_routes::Routes;
use torusmith_sim::engine::{Delivery, Packet};
use torusmith_topology::{Graph, TerminalId};

use super::counts::PlainCounts;
use super::driver::Driver;
use super::ledger::Ledger;
use super::times::PacketTimes;
use crate::Error;
use crate::binding::{Frame, Heads, Net, Offer, View};
use crate::flits::Format;
use crate::manifest::Design;
use crate::protocol;
use crate::routing::source_routes;
use crate::sums::{Packets, Sums};
use crate::trace;

/// Creates packets, clock by clock.
pub trait PacketSource {
    /// Appends the packets created in `clock`, by source, numbered on from the last one (rule N6). Called for 0, 1, ..
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>);

    /// The Verilog has delivered a packet in a clock; packets of later clocks may depend on it.
    fn arrive(&mut self, _packet: &Packet, _clock: u64) {}

    /// Packets created so far for their own source.
    fn own(&self) -> u64 {
        0
    }

    /// All are created; never of traffic without an end.
    fn over(&self) -> bool {
        false
    }
}

pub struct Users {
    format: Format,
    graph: Graph,
    /// By terminal its local port, and by local port its terminal, where they differ.
    locals: Option<(Vec<u32>, Vec<u32>)>,
    /// `None` without routing bits.
    routes: Option<Box<dyn Routes>>,
    source: Box<dyn PacketSource>,
    /// Packets created in the clock that was driven last.
    created: Vec<Packet>,
    /// Packets created in all.
    count: u64,
    ledger: Ledger,
    /// `None` with random drivers.
    times: Option<PacketTimes>,
    /// In place of sources and sinks.
    driver: Option<Driver>,
    /// The clock that was looked at last.
    now: u64,
}

impl Users {
    pub(crate) fn new(design: &Design, source: Box<dyn PacketSource>) -> Result<Self, Error> {
        Self::driven(design, source, None)
    }

    /// Users with random drivers (docs/router.md, section 11).
    pub(super) fn driven(design: &Design, source: Box<dyn PacketSource>, driver: Option<Driver>) -> Result<Self, Error> {
        let format = Format::new(&design.network, design.flit_width);
        let terminals = design.terminals();
        let graph = design.network.graph();
        let apart = terminals.iter().enumerate().any(|(local, terminal)| *terminal != Some(TerminalId(local as u32)));
        let locals = apart.then(|| {
            let of = |terminal| design.local_of(&graph, terminal);
            (
                TerminalId::all(graph.terminals()).map(of).collect(),
                terminals.iter().map(|terminal| terminal.map_or(u32::MAX, |terminal| terminal.0)).collect(),
            )
        });
        Ok(Self {
            format,
            locals,
            routes: source_routes(design)?,
            source,
            created: Vec::new(),
            count: 0,
            ledger: Ledger::new(format, design.network.terminals(), design.config, design.config.order == Order::Pair && driver.is_none()),
            times: driver.is_none().then(|| PacketTimes::new(design.network.terminals(), design.config)),
            graph,
            driver,
            now: 0,
        })
    }
}

impl Users {
    /// Something that arrived is wrong.
    pub(super) fn wrong(&self) -> bool {
        !self.ledger.violations.is_empty()
    }
}

impl protocol::Users for Users {
    type Input = Packet;
    type Extras = Heads;
    type Counts = PlainCounts;

    fn attach(&self, net: &mut Net) -> Result<(), Error> {
        self.driver.as_ref().map_or(Ok(()), |driver| net.drive(&driver.settings))
    }

    fn drive(&mut self, frame: &mut Frame<Heads>) {
        if let Some(driver) = &mut self.driver
            && driver.drive(frame)
        {
            self.ledger.forget();
        }
        frame.keep_sent = self.times.is_some();
        self.created.clear();
        frame.extras.sent.clear();
        if frame.open {
            self.source.create(frame.clock, &mut self.created);
        }
        self.count += self.created.len() as u64;
        for packet in &self.created {
            // The bench's own routing bits go into the Verilog, the model's are what is expected of it.
            let bits = self.routes.as_ref().map_or(0, |routes| routes.source_bits(packet.source, packet.destination, packet.number));
            let header = self.format.header(packet, bits);
            frame.inbox.push(Offer {
                number: packet.number,
                source: self.locals.as_ref().map_or(packet.source.0, |(of_terminal, _)| of_terminal[packet.source.index()]),
                header,
                second: 0,
                flits: packet.flits.into(),
                flags: 0,
            });
            frame.extras.sent.push((packet.number, self.format.header(packet, packet.bits)));
            self.ledger.expect(*packet, bits);
            if let Some(times) = &mut self.times {
                times.create(packet);
            }
        }
        if self.locals.is_some() {
            frame.inbox.sort_by_key(|offer| offer.source);
        }
    }

    fn given(&self) -> &[Packet] {
        &self.created
    }

    fn see(&mut self, view: &View<'_>, model: bool) -> u64 {
        self.now = view.clock();
        if model {
            let Self { locals, ledger, times, source, .. } = self;
            let terminal = |local: usize| locals.as_ref().map_or(local, |(_, of_local)| of_local[local] as usize);
            let ports = view.locals();
            if let Some(times) = times.as_mut().filter(|_| view.clock() > 0) {
                (0..view.nodes() * ports).for_each(|local| times.sent(view.clock() - 1, terminal(local), view.sent(local)));
            }
            for local in view.arrivals() {
                ledger.flit(view.clock(), terminal(local), view.outputs(local / ports, local % ports));
            }
            for packet in ledger.arrived.drain(..) {
                source.arrive(&packet, view.clock());
                times.iter_mut().for_each(|times| times.arrive(view.clock(), packet));
            }
        }
        0
    }

    /// In the order of routers and ports.
    fn take_arrived(&mut self, into: &mut Vec<Delivery>) {
        let Some(times) = &mut self.times else { return };
        times.arrived.sort_by_key(|delivery| {
            let end = self.graph.at(delivery.packet.destination);
            (end.router, end.port)
        });
        into.append(&mut times.arrived);
    }

    /// Takes the packets of a clock. Packets under way in the first clock of a reset are lost (rule D6); none starts or ends in its other clocks.
    fn packets(&mut self, sums: &Sums) -> Packets {
        let Some(driver) = &mut self.driver else { return Packets { started: sums.started, ended: sums.finished } };
        if self.now > 0 && driver.resets(self.now - 1) {
            driver.lost = sums.started - sums.finished;
        }
        Packets { started: sums.started - driver.lost, ended: sums.finished }
    }

    fn over(&self, sums: &Sums) -> bool {
        self.source.over() && sums.started == self.count
    }

    fn trace(&self, view: &View<'_>, node: u32) -> Vec<String> {
        vec![format!("rtl   {}", trace::outputs(view, node as usize, Some(self.format)))]
    }

    fn settle(&mut self, net: &mut Net, dropped: [u64; 3]) {
        if let Some(driver) = &mut self.driver {
            driver.settle(net.driven(), dropped);
        }
    }

    fn end(&mut self, _clock: u64) {
        self.ledger.violations.extend(self.driver.as_ref().and_then(Driver::wrong));
    }

    fn counts(self, sums: &Sums, queued: u64, _lost: u64) -> (PlainCounts, Vec<String>) {
        let Ledger { delivered, violations, .. } = self.ledger;
        let driven = self.driver.as_ref().map(Driver::counts);
        (
            PlainCounts {
                packets_injected: sums.started,
                packets_delivered: delivered,
                packets_to_own_node: self.source.own(),
                packets_queued: queued,
                driven,
            },
            violations,
        )
    }
}
