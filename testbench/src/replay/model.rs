//! The model's router beside the Verilog's, with the data of the flits that are in it.

use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::single::{LinkState, NumberedFlit, SingleRouter};

use super::ends::Ends;
use crate::Error;
use crate::flits::{Format, hex};
use crate::link::{self, Link};
use crate::manifest::Design;
use crate::routing::routing;

pub(crate) struct Model {
    single: SingleRouter<NetworkRouting>,
    format: Format,
    /// Of each flit that came in, by number.
    data: Vec<Vec<u32>>,
    ends: Ends,
    terminals: u32,
    locals: usize,
}

impl Model {
    pub fn new(design: &Design, node: u32) -> Result<Self, Error> {
        Ok(Self {
            single: SingleRouter::new(&design.network, node, routing(design)?, design.config)?,
            format: Format::new(&design.network, design.flit_width),
            data: Vec::new(),
            ends: Ends::new(design.ports_compared(), design.locals(), design.config),
            terminals: design.network.terminals() as u32,
            locals: design.locals(),
        })
    }

    pub fn ports(&self) -> usize {
        self.single.shown().len()
    }

    /// The error bits of all local ports, three each.
    pub fn error(&self) -> u128 {
        self.single.errors().iter().rev().fold(0, |all, bits| all << 3 | u128::from(*bits))
    }

    /// A flit that comes in.
    pub fn mark(&mut self, head: bool, tail: bool, data: Vec<u32>) -> NumberedFlit {
        let header = header(&data);
        let mark = NumberedFlit {
            number: self.data.len() as u32,
            head,
            tail,
            destination: self.format.ends(header).0,
            bits: self.format.route_bits_of(header),
        };
        self.data.push(data);
        mark
    }

    /// Refuses what no rule allows at the ports in this clock.
    pub fn check(&mut self, carried: &[LinkState]) -> Result<(), String> {
        let beyond = |(_, mark): (usize, NumberedFlit)| mark.head && mark.destination.0 >= self.terminals;
        if let Some(port) = (self.locals..carried.len()).find(|&port| carried[port].flit.is_some_and(beyond)) {
            return Err(format!("in[{port}]: a head to a node that is not there"));
        }
        self.ends.clock(&self.single.shown(), carried)
    }

    /// Flits and credits at the outputs in this clock, by port.
    pub fn carried(&self) -> Vec<LinkState> {
        self.single.shown()
    }

    pub fn step(&mut self, carried: &[LinkState], clear: bool) {
        self.single.step(carried, clear);
    }

    /// Outputs in this clock, in words.
    pub fn shown(&self) -> Vec<Link> {
        self.single.shown().iter().map(|carried| self.link(carried)).collect()
    }

    fn link(&self, carried: &LinkState) -> Link {
        let credit = carried.credit.map_or(0, link::credit_word);
        let Some((vc, mark)) = carried.flit else { return Link { control: credit, data: String::new() } };
        let mut data = self.data[mark.number as usize].clone();
        if mark.head && self.format.rewritten {
            let Format { address_bits, route_bits, .. } = self.format;
            let mask = ((1 << route_bits) - 1) << address_bits;
            let new = header(&data) & !mask | mark.bits << address_bits;
            data.iter_mut().zip([new as u32, (new >> 32) as u32]).for_each(|(word, new)| *word = new);
        }
        let control = link::flit_word(mark.head, mark.tail, vc);
        Link { control: control | credit, data: hex(&self.format.defined(&data, mark.head), self.format.width) }
    }
}

/// The low bits of a head, in which its fields are (rule L4).
fn header(data: &[u32]) -> u64 {
    u64::from(data[0]) | data.get(1).map_or(0, |&high| u64::from(high) << 32)
}
