//! The model of a network of multicast routers.

use torusmith_sim::multicast::{Network, Packet};
use torusmith_topology::Network as Topology;

use super::ports;
use crate::Error;
use crate::binding::{Data, Frame};
use crate::manifest::Design;
use crate::protocol::{self, ClockView, Ports};

/// Waiting packets told of in a dead network.
const TOLD: usize = 16;

pub struct Model {
    network: Network,
    width: u32,
    nodes: usize,
    ports: usize,
}

impl Model {
    pub(super) fn new(design: &Design, network: Network) -> Self {
        Self { network, width: design.flit_width, nodes: design.network.routers(), ports: design.ports_compared() }
    }
}

impl protocol::Model for Model {
    type Input = Packet;
    type Extras = Data;

    /// The `error` bits are with the last port.
    fn show(&mut self, frame: &mut Frame<Data>) {
        let ports = self.ports;
        let Frame { words, extras: Data(data), .. } = frame;
        words.resize(self.nodes * ports, Default::default());
        data.resize(self.nodes * ports, [0; 4]);
        for node in 0..self.nodes {
            for port in 0..ports {
                let at = node * ports + port;
                let state = self.network.outputs(node as u32, port as u8);
                let mut word = 0;
                if state.valid {
                    word = 1 | u64::from(state.head) << 1 | u64::from(state.tail) << 2 | u64::from(state.vc) << 4;
                    data[at] = [0, 32, 64, 96].map(|shift| (state.data >> shift) as u32);
                }
                if state.credit_valid {
                    word |= 1 << 8 | u64::from(state.credit_vc) << 12;
                }
                words[at].0 = word;
            }
            words[node * ports + ports - 1].0 |= u64::from(self.network.error(node as u32)) << 16;
        }
    }

    fn close(&mut self) {
        self.network.close();
    }

    fn step(&mut self, given: &[Packet]) -> Result<(), Error> {
        for &packet in given {
            self.network.offer(packet)?;
        }
        self.network.step();
        Ok(())
    }

    fn trace(&self, node: u32) -> Option<String> {
        Some(format!("model {}", self.network.trace(node)))
    }

    /// Unicasts whose reports were shot down too (S2); no wire tells of it.
    fn lost(&self) -> u64 {
        self.network.totals().abandoned
    }

    fn quiet(&self) -> bool {
        self.network.quiet()
    }

    fn leftover(&self) -> Option<String> {
        self.network.check_drained().err().map(|violation| format!("model: {violation}"))
    }

    fn waiting(&self, _network: &Topology, _since: u64) -> Vec<String> {
        self.network.waiting().iter().take(TOLD).map(ToString::to_string).collect()
    }

    fn ports<'a>(&'a self, scene: ClockView<'a, Data>) -> Box<dyn Ports + 'a> {
        Box::new(ports::Ports { scene, width: self.width })
    }
}
