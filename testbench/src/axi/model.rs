//! The model of a network of nodes with AXI4-Stream interfaces.

use torusmith_sim::axi::{AxiNetwork, Data, Flit, Inputs, Link};
use torusmith_sim::engine::PortWord;
use torusmith_sim::routing::NetworkRouting;
use torusmith_topology::TerminalId;

use super::ports;
use super::streams::{ERROR_AT, INTERFACE_AT, TLAST, TREADY, TVALID, bit, words};
use crate::Error;
use crate::binding::{Frame, Streams};
use crate::flits::Format;
use crate::link::{credit_word, flit_word};
use crate::manifest::Design;
use crate::protocol::{self, ClockView, Ports};
use crate::stream_shape::StreamShape;

pub struct Model {
    network: AxiNetwork<NetworkRouting>,
    format: Format,
    streams: StreamShape,
    /// Words of a port's data.
    words: usize,
    nodes: usize,
    /// Ports of a node that are compared.
    ports: usize,
}

impl Model {
    pub(super) fn new(design: &Design, streams: StreamShape, network: AxiNetwork<NetworkRouting>) -> Self {
        let format = Format::new(&design.network, design.flit_width);
        Self { network, format, streams, words: design.data_words(), nodes: design.network.terminals(), ports: design.ports_compared() }
    }
}

impl protocol::Model for Model {
    type Input = Inputs;
    type Extras = Streams;

    /// The streams of each node, and in router scope the links of its router.
    fn show(&mut self, frame: &mut Frame<Streams>) {
        let Frame { words: shown, extras: Streams { expected, .. }, .. } = frame;
        shown.clear();
        expected.clear();
        let mut put = |word: u32, tid: u32, [tuser, tkeep]: [u64; 2], data: &Data| {
            shown.push(PortWord(word.into()));
            expected.push(tid);
            expected.extend([words(tuser), words(tkeep)].concat());
            expected.extend_from_slice(&data[..self.words]);
        };
        for node in 0..self.nodes {
            let outputs = self.network.outputs(node);
            let word = u32::from(outputs.error) << (INTERFACE_AT + ERROR_AT) | bit(outputs.tready, TREADY);
            match outputs.beat {
                Some(beat) => put(word | TVALID | bit(beat.tlast, TLAST), beat.tid, [beat.tuser, beat.tkeep], &beat.tdata),
                None => put(word, 0, [0; 2], &Data::default()),
            }
            for port in 1..self.ports {
                let link = self.network.router(node, port);
                put(link_word(&link), 0, [0; 2], &link_data(&link, self.format));
            }
        }
    }

    fn step(&mut self, given: &[Inputs]) -> Result<(), Error> {
        self.network.step(given);
        Ok(())
    }

    fn ports<'a>(&'a self, scene: ClockView<'a, Streams>) -> Box<dyn Ports + 'a> {
        Box::new(ports::Ports { scene, format: self.format, streams: self.streams })
    }
}

/// The wires of a link but its data, as the low half of a [`PortWord`].
fn link_word(link: &Link) -> u32 {
    let flit = link.flit.map_or(0, |(vc, flit)| {
        let (head, tail) = match flit {
            Flit::Head { .. } => (true, false),
            Flit::Beat { last, .. } => (false, last),
        };
        flit_word(head, tail, vc)
    });
    flit | link.credit.map_or(0, credit_word)
}

/// Rule L4 for a head, with its user bits behind it.
fn link_data(link: &Link, format: Format) -> Data {
    let mut data = Data::default();
    match link.flit {
        Some((_, Flit::Head { source, destination, bits, user })) => {
            let at = 2 * format.address_bits + format.route_bits;
            let all = u128::from(format.header_of(TerminalId(source), TerminalId(destination), bits)) | u128::from(user) << at;
            (0..4).for_each(|j| data[j] = (all >> (32 * j)) as u32);
        }
        Some((_, Flit::Beat { data: payload, .. })) => data = payload,
        None => {}
    }
    data
}
