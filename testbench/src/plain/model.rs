//! The model of a plain router's network.

use torusmith_sim::engine::{Delivery, Engine, Head, Packet, PortWord};
use torusmith_sim::watchdog::DeadNetwork;
use torusmith_topology::{Graph, Network, TerminalId};

use super::ports;
use crate::Error;
use crate::binding::{Frame, Heads, Rewritten};
use crate::flits::Format;
use crate::manifest::Design;
use crate::protocol::{self, ClockView, Ports};

pub struct Model {
    engine: Box<dyn Engine>,
    format: Format,
    graph: Graph,
    /// Ports of a router, and those of them that are compared.
    ports: usize,
    compared: usize,
    /// Words of all ports, where not all are compared.
    all: Vec<PortWord>,
    heads: Vec<Head>,
    deliveries: Vec<Delivery>,
    /// By number.
    packets: Vec<Packet>,
}

impl Model {
    /// `engine` is in clock 0.
    pub(crate) fn new(design: &Design, engine: Box<dyn Engine>) -> Self {
        Self {
            engine,
            format: Format::new(&design.network, design.flit_width),
            graph: design.network.graph(),
            ports: design.network.ports(),
            compared: design.ports_compared(),
            all: Vec::new(),
            heads: Vec::new(),
            deliveries: Vec::new(),
            packets: Vec::new(),
        }
    }
}

impl protocol::Model for Model {
    type Input = Packet;
    type Extras = Heads;

    fn show(&mut self, frame: &mut Frame<Heads>) {
        let (ports, compared, words) = (self.ports, self.compared, self.graph.routers() * self.ports);
        // In network scope the local ports alone.
        let whole = ports == compared;
        let all = if whole { &mut frame.words } else { &mut self.all };
        all.resize(words, PortWord::default());
        self.engine.outputs(all);
        self.engine.heads(&mut self.heads);
        self.engine.errors(&mut frame.extras.errors);
        let rewritten = |head: &Head| {
            let (node, port) = (head.at as usize / ports, head.at as usize % ports);
            let packet = &self.packets[all[head.at as usize].packet() as usize];
            let at = (node * compared + port) as u64;
            (port < compared).then(|| Rewritten { at, header: self.format.header(packet, head.bits) })
        };
        frame.extras.rewritten.clear();
        frame.extras.rewritten.extend(self.heads.iter().filter_map(rewritten));
        if !whole {
            frame.words.clear();
            let ends = TerminalId::all(self.graph.terminals()).map(|terminal| self.graph.at(terminal));
            frame.words.extend(ends.clone().map(|end| self.all[end.router as usize * ports + usize::from(end.port)]));
            if !frame.extras.errors.is_empty() && self.graph.attached().apart() {
                let (errors, locals) = (std::mem::take(&mut frame.extras.errors), self.graph.local_ports());
                frame.extras.errors.extend(ends.map(|end| errors[end.router as usize * locals + usize::from(end.port)]));
            }
        }
    }

    fn close(&mut self) {
        self.engine.close();
    }

    fn step(&mut self, given: &[Packet]) -> Result<(), Error> {
        self.packets.extend_from_slice(given);
        given.iter().for_each(|&packet| self.engine.offer(packet));
        self.engine.step();
        self.engine.take_deliveries(&mut self.deliveries);
        self.deliveries.clear();
        Ok(())
    }

    fn trace(&self, node: u32) -> Option<String> {
        let router = if self.compared == self.ports { node } else { self.graph.at(TerminalId(node)).router };
        Some(format!("model {}", self.engine.trace(router as usize)))
    }

    fn dropped(&self) -> [u64; 3] {
        self.engine.dropped()
    }

    fn waiting(&self, network: &Network, since: u64) -> Vec<String> {
        DeadNetwork::new(&*self.engine, &network.graph(), since).describe(network)
    }

    fn ports<'a>(&'a self, scene: ClockView<'a, Heads>) -> Box<dyn Ports + 'a> {
        Box::new(ports::Ports { scene, format: self.format, packets: &self.packets })
    }
}
