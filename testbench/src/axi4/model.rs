//! The model of a network with AXI4 interfaces.

use torusmith_sim::axi4::{
    self, Axi4Network, FlitBits, Inputs, Link, ManagerInputs, ReadBeat, SubordinateInputs, WriteBeat as ModelBeat, WriteResponse,
};
use torusmith_sim::engine::PortWord;
use torusmith_sim::routing::NetworkRouting;
use torusmith_topology::{Graph, TerminalId};

use super::job::{Answer, WriteBeat};
use super::layout::{Layout, Writer};
use super::manager::ManagerDrives;
use super::memory::MemoryDrives;
use super::ports;
use super::request::Request;
use crate::Error;
use crate::binding::{Frame, Signals};
use crate::manifest::Design;
use crate::protocol::{self, ClockView, Ports};

/// Inputs that the users of a node drive.
#[derive(Debug, Clone, Copy, Default)]
pub struct Drives {
    pub manager: ManagerDrives,
    pub memory: MemoryDrives,
    /// IDs that the subordinate drives.
    pub id: u32,
    pub clear_error: bool,
    /// `rst`.
    pub reset: bool,
}

pub struct Model {
    network: Axi4Network<NetworkRouting>,
    layout: Layout,
    nodes: usize,
    graph: Graph,
    /// Words of a node's record in a frame.
    words: usize,
    inputs: Vec<Inputs>,
}

impl Model {
    pub(super) fn new(design: &Design, layout: Layout, network: Axi4Network<NetworkRouting>) -> Self {
        let nodes = design.network.terminals();
        Self { network, layout, nodes, graph: design.network.graph(), words: design.data_words(), inputs: vec![Inputs::default(); nodes] }
    }

    fn record(&self, node: usize, words: &mut [u32]) {
        let network = &self.network;
        let mut to = Writer::new(&self.layout, words);
        match network.manager(node) {
            Some(manager) => {
                to.bit(manager.awready);
                to.bit(manager.wready);
                let answer = |b: WriteResponse| (u32::from(b.id), Answer { resp: b.resp, user: b.user, ..Answer::default() });
                to.response(manager.b.map(answer).as_ref().map(|(id, answer)| (*id, answer)));
                to.bit(manager.arready);
                let beat = |r: ReadBeat| (u32::from(r.id), Answer { data: r.data, resp: r.resp, user: r.user }, r.last);
                to.read(manager.r.map(beat).as_ref().map(|(id, answer, last)| (*id, answer, *last)));
            }
            None => {
                to.bit(false);
                to.bit(false);
                to.response(None);
                to.bit(false);
                to.read(None);
            }
        }
        match network.subordinate(node) {
            Some(subordinate) => {
                to.request(subordinate.aw.map(request).as_ref());
                to.write(subordinate.w.map(|w| (WriteBeat { data: w.data, strb: w.strb, user: w.user }, w.last)).as_ref());
                to.bit(subordinate.bready);
                to.request(subordinate.ar.map(request).as_ref());
                to.bit(subordinate.rready);
            }
            None => {
                to.request(None);
                to.write(None);
                to.bit(false);
                to.request(None);
                to.bit(false);
            }
        }
        to.put(network.error(node).into());
        let format = network.format();
        let end = self.graph.at(TerminalId(node as u32));
        let (router, local) = (end.router as usize, end.port.into());
        let links = self.graph.local_ports()..self.graph.ports();
        link(&mut to, &network.request_sides(node), &network.request_router(router, local), |flit| format.request(flit));
        link(&mut to, &network.response_sides(node), &network.response_router(router, local), |flit| format.response(flit));
        for port in links.clone() {
            let shown = network.request_router(router, port);
            wires(&mut to, &shown, &shown, |flit| format.request(flit));
        }
        for port in links {
            let shown = network.response_router(router, port);
            wires(&mut to, &shown, &shown, |flit| format.response(flit));
        }
    }
}

/// The local links of a router: into it, and out of it.
fn link<F: Ends>(to: &mut Writer<'_>, sides: &Link<F>, router: &Link<F>, data: impl Fn(&F) -> FlitBits) {
    wires(to, sides, router, &data);
    wires(to, router, sides, &data);
}

/// The flit of one, and the credit of the other.
fn wires<F: Ends>(to: &mut Writer<'_>, flits: &Link<F>, credits: &Link<F>, data: impl Fn(&F) -> FlitBits) {
    let shown = flits.flit.as_ref().map(|(vc, flit)| (*vc, flit.head(), flit.tail(), data(flit)));
    to.link(shown.as_ref().map(|(vc, head, tail, data)| (*vc, *head, *tail, &data[..])), credits.credit);
}

/// Which flits are head and tail (P1).
trait Ends {
    fn head(&self) -> bool;
    fn tail(&self) -> bool;
}

impl Ends for axi4::RequestFlit {
    fn head(&self) -> bool {
        matches!(self, Self::Head { .. })
    }

    fn tail(&self) -> bool {
        match self {
            Self::Head { header, .. } => !header.write,
            Self::Data(beat) => beat.last,
        }
    }
}

impl Ends for axi4::ResponseFlit {
    fn head(&self) -> bool {
        self.header.is_some()
    }

    fn tail(&self) -> bool {
        self.last
    }
}

fn request(of: axi4::Request) -> Request {
    let axi4::Request { id, addr, len, size, burst, lock, cache, prot, qos, region, user } = of;
    Request { id: id.into(), addr, len, size, burst, lock, cache, prot, qos, region, user }
}

fn to_model(of: Request) -> axi4::Request {
    let Request { id, addr, len, size, burst, lock, cache, prot, qos, region, user } = of;
    axi4::Request { id: id as u16, addr, len, size, burst, lock, cache, prot, qos, region, user }
}

impl Drives {
    fn inputs(&self) -> Inputs {
        let Self { manager, memory, .. } = self;
        let id = self.id as u16;
        let beat = |(beat, last): (WriteBeat, bool)| ModelBeat { data: beat.data, strb: beat.strb, last, user: beat.user };
        let read = |(answer, last): (Answer, bool)| ReadBeat { id, data: answer.data, resp: answer.resp, last, user: answer.user };
        Inputs {
            manager: ManagerInputs {
                aw: manager.aw.map(to_model),
                w: manager.w.map(beat),
                bready: manager.b_ready,
                ar: manager.ar.map(to_model),
                rready: manager.r_ready,
            },
            subordinate: SubordinateInputs {
                awready: memory.aw_ready,
                wready: memory.w_ready,
                b: memory.b.map(|answer| WriteResponse { id, resp: answer.resp, user: answer.user }),
                arready: memory.ar_ready,
                r: memory.r.map(read),
            },
        }
    }
}

impl protocol::Model for Model {
    type Input = Drives;
    type Extras = Signals;

    fn show(&mut self, frame: &mut Frame<Signals>) {
        frame.words.clear();
        frame.words.resize(self.nodes, PortWord(0));
        let expected = &mut frame.extras.expected;
        expected.clear();
        expected.resize(self.nodes * self.words, 0);
        for node in 0..self.nodes {
            self.record(node, &mut expected[node * self.words..][..self.words]);
        }
    }

    fn step(&mut self, given: &[Drives]) -> Result<(), Error> {
        if given.first().is_some_and(|drives| drives.reset) {
            self.network.reset();
            return Ok(());
        }
        let clear = given.first().is_some_and(|drives| drives.clear_error);
        for (inputs, drives) in self.inputs.iter_mut().zip(given) {
            *inputs = drives.inputs();
        }
        self.network.step(&self.inputs, clear);
        Ok(())
    }

    fn ports<'a>(&'a self, scene: ClockView<'a, Signals>) -> Box<dyn Ports + 'a> {
        Box::new(ports::Ports { scene, layout: &self.layout, words: self.words })
    }
}
