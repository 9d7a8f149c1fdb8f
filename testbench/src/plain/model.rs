//! The model of a plain router's network.

use torusmith_sim::engine::{Delivery, Engine, Head, Packet, PortWord};
use torusmith_sim::watchdog::DeadNetwork;
use torusmith_topology::Network;

use super::ports;
use crate::Error;
use crate::binding::{Frame, Heads, Rewritten};
use crate::flits::Format;
use crate::manifest::Design;
use crate::protocol::{self, ClockView, Ports};

pub struct Model {
    engine: Box<dyn Engine>,
    format: Format,
    nodes: usize,
    /// Ports of a node, and those of them that are compared.
    ports: usize,
    compared: usize,
    /// Words of all ports, where not all are compared.
    all: Vec<PortWord>,
    /// By terminal, the word of its local port.
    locals: Vec<usize>,
    heads: Vec<Head>,
    deliveries: Vec<Delivery>,
    /// By number.
    packets: Vec<Packet>,
}

/// Index of the word of a terminal's local port in [`Engine::outputs`].
pub(crate) fn local_word(network: &Network, terminal: u32) -> usize {
    let at = network.attachment(terminal);
    at.router as usize * network.ports() + usize::from(at.port)
}

impl Model {
    /// `engine` is in clock 0.
    pub(crate) fn new(design: &Design, engine: Box<dyn Engine>) -> Self {
        Self {
            engine,
            format: Format::new(&design.network, design.flit_width),
            nodes: design.network.routers(),
            ports: design.network.ports(),
            compared: design.ports_compared(),
            all: Vec::new(),
            locals: (0..design.network.terminals() as u32).map(|terminal| local_word(&design.network, terminal)).collect(),
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
        let (ports, compared, words) = (self.ports, self.compared, self.nodes * self.ports);
        // In network scope one port a terminal, its local port.
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
            frame.words.extend(self.locals.iter().map(|&at| self.all[at]));
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
        Some(format!("model {}", self.engine.trace(node as usize)))
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
