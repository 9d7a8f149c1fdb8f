//! A network of mapped routers, joined by their links, in lock step with the model.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{anyhow, bail};
use torusmith_asic::netlist::{Netlist, Signal};
use torusmith_asic::{Counts, Cycles, Library, Watch};
use torusmith_testbench::{Design, PortEvent, PortFlit, PortSink};
use torusmith_topology::Graph;

/// Signals of a port that go out with a flit and with a credit: the output of the sender, and the input of the receiver.
const FLIT: [(&str, &str); 5] =
    [("out_valid", "in_valid"), ("out_head", "in_head"), ("out_tail", "in_tail"), ("out_vc", "in_vc"), ("out_data", "in_data")];
const CREDIT: [(&str, &str); 2] = [("in_credit_valid", "out_credit_valid"), ("in_credit_vc", "out_credit_vc")];

/// Outputs that the contract defines in each clock; others where there is a flit or a credit.
const ALWAYS: [&str; 3] = ["out_valid", "in_credit_valid", "error"];

/// A bit of an output that is not the model's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitDivergence {
    pub router: u32,
    pub port: usize,
    pub signal: &'static str,
    pub bit: usize,
    pub found: bool,
}

/// Events of a run that are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PortCounts {
    /// Flits that leave routers, by all ports.
    pub flits: u64,
    /// Flits that leave routers by links to other routers.
    pub hops: u64,
}

/// A signal at all ports of a router: bit b of port p is `bits[p * width + b]`.
struct PortSignal {
    name: &'static str,
    bits: Vec<Signal>,
    width: usize,
    /// The first of its bits among those that are compared.
    first: usize,
}

impl PortSignal {
    fn new(name: &'static str, netlist: &Netlist, ports: usize) -> anyhow::Result<Self> {
        let bits = netlist.port(name).map(|port| netlist.ports[port].bits.clone());
        let bits =
            bits.filter(|bits| bits.len().is_multiple_of(ports)).ok_or_else(|| anyhow!("the netlist has no {name} of {ports} ports"))?;
        Ok(Self { name, width: bits.len() / ports, bits, first: 0 })
    }

    fn outputs(&self) -> impl Iterator<Item = OutputBit> + '_ {
        let Self { name: signal, width, .. } = *self;
        self.bits.iter().enumerate().map(move |(at, value)| OutputBit { signal, port: at / width, bit: at % width, value: *value })
    }

    fn of_port(&self, port: usize) -> &[Signal] {
        &self.bits[port * self.width..][..self.width]
    }
}

/// A bit of an output.
struct OutputBit {
    signal: &'static str,
    port: usize,
    bit: usize,
    value: Signal,
}

/// Output and input of a link's wires.
struct Wires {
    output: PortSignal,
    input: PortSignal,
}

/// Links with the same ports at both ends: routers of a word to those of a word, so many bits to the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lane {
    from: (usize, usize),
    to: (usize, usize),
    rotation: u32,
}

/// Values that outputs must have in a clock, a word for each bit that is compared and 64 routers.
#[derive(Default)]
struct Expected {
    values: Vec<u64>,
    /// Bits that the contract defines.
    defined: Vec<u64>,
}

/// The routers of a network as a netlist.
pub struct NetlistNetwork {
    cycles: Cycles,
    ports: usize,
    locals: usize,
    flit: Vec<Wires>,
    credit: Vec<Wires>,
    reset: usize,
    /// The links, and the routers at their first end.
    lanes: BTreeMap<Lane, u64>,
    /// Data bits of a head that are the routers' own.
    own_bits: Range<usize>,
    /// The flits' and the credits' bits by their [`PortSignal::first`], then those of `error`.
    outputs: Vec<OutputBit>,
    expected: Expected,
    pub counts: PortCounts,
    /// Bits of all routers and clocks that were compared.
    pub bits_compared: u64,
}

impl NetlistNetwork {
    /// The routers of `design`, in reset.
    pub fn new(netlist: &Netlist, library: &Library, watches: &[Watch], design: &Design) -> anyhow::Result<Self> {
        let graph = design.network.graph();
        let (routers, ports) = (graph.routers(), graph.ports());
        let mut outputs: Vec<OutputBit> = Vec::new();
        let mut wires = |(output, input)| {
            let (mut output, input) = (PortSignal::new(output, netlist, ports)?, PortSignal::new(input, netlist, ports)?);
            if output.width != input.width {
                bail!("the netlist has {} bits of {} and {} of {}", output.width, output.name, input.width, input.name);
            }
            output.first = outputs.len();
            outputs.extend(output.outputs());
            Ok(Wires { output, input })
        };
        let flit = FLIT.into_iter().map(&mut wires).collect::<anyhow::Result<_>>()?;
        let credit = CREDIT.into_iter().map(&mut wires).collect::<anyhow::Result<_>>()?;
        let port =
            |name: &str| netlist.port(name).map(|port| &netlist.ports[port].bits).ok_or_else(|| anyhow!("the netlist has no {name}"));
        let locals = graph.local_ports();
        outputs.extend(PortSignal::new("error", netlist, locals)?.outputs());
        let cycles = Cycles::new(netlist, library, watches, routers)?;
        let own_bits = design.manifest.own_bits.map_or(0..0, |bits| bits.low as usize..bits.high as usize + 1);
        let expected = vec![0; outputs.len() * cycles.words()];
        let reset = port("rst")?.first().and_then(|bit| bit.net()).ok_or_else(|| anyhow!("the netlist has no rst"))?;
        let mut network = Self {
            cycles,
            ports,
            locals,
            flit,
            credit,
            reset,
            lanes: lanes(&graph),
            own_bits,
            outputs,
            expected: Expected { values: expected.clone(), defined: expected },
            counts: PortCounts::default(),
            bits_compared: 0,
        };
        let node: Vec<Option<usize>> = port("node")?.iter().map(|bit| bit.net()).collect();
        for router in 0..routers {
            for (bit, net) in node.iter().enumerate() {
                if let Some(net) = net.filter(|_| router >> bit & 1 == 1) {
                    *network.cycles.drive(net, router / 64) |= 1 << (router % 64);
                }
            }
        }
        network.set_reset(true);
        for _ in 0..RESET {
            network.cycles.edge();
            network.cycles.settle(false);
        }
        Ok(network)
    }

    fn set_reset(&mut self, on: bool) {
        for word in 0..self.cycles.words() {
            *self.cycles.drive(self.reset, word) = if on { u64::MAX } else { 0 };
        }
    }

    /// Plays a clock, in which `model` reports what is on the ports; the first bit that differs, if any does.
    pub fn step(
        &mut self,
        counted: bool,
        model: impl FnOnce(&mut dyn PortSink) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<BitDivergence>> {
        self.cycles.edge();
        self.set_reset(false);
        self.clear();
        let before = self.counts;
        model(self)?;
        if !counted {
            self.counts = before;
        }
        self.link();
        self.cycles.settle(counted);
        Ok(self.compare())
    }

    /// What has been counted since it was asked last.
    pub fn take_counts(&mut self) -> Counts {
        self.cycles.take_counts()
    }

    /// No flit and no credit, neither given nor expected.
    fn clear(&mut self) {
        let inputs = self.flit.iter().chain(&self.credit).flat_map(|wires| &wires.input.bits);
        for net in inputs.filter_map(|bit| bit.net()) {
            (0..self.cycles.words()).for_each(|word| *self.cycles.drive(net, word) = 0);
        }
        self.expected.values.fill(0);
        self.expected.defined.fill(0);
        for (at, _) in self.outputs.iter().enumerate().filter(|(_, output)| ALWAYS.contains(&output.signal)) {
            for word in 0..self.cycles.words() {
                self.expected.defined[word * self.outputs.len() + at] = self.cycles.mask(word);
            }
        }
    }

    /// Gives each input of a link what the output at its other end has.
    fn link(&mut self) {
        for (lane, routers) in &self.lanes {
            let mut carry = |wires: &Wires, (from, word): (usize, usize), (to, to_word): (usize, usize), routers: u64, rotation: u32| {
                for (output, input) in wires.output.of_port(from).iter().zip(wires.input.of_port(to)) {
                    let value = self.cycles.value(*output, word) & routers;
                    if let Some(net) = input.net() {
                        *self.cycles.drive(net, to_word) |= value.rotate_left(rotation);
                    }
                }
            };
            self.flit.iter().for_each(|wires| carry(wires, lane.from, lane.to, *routers, lane.rotation));
            let back = (64 - lane.rotation) % 64;
            self.credit.iter().for_each(|wires| carry(wires, lane.to, lane.from, routers.rotate_left(lane.rotation), back));
        }
    }

    fn compare(&mut self) -> Option<BitDivergence> {
        let mut first: Option<BitDivergence> = None;
        for (at, output) in self.outputs.iter().enumerate() {
            for word in 0..self.cycles.words() {
                let index = word * self.outputs.len() + at;
                let (value, defined) = (self.cycles.value(output.value, word), self.expected.defined[index]);
                self.bits_compared += u64::from(defined.count_ones());
                let differ = (value ^ self.expected.values[index]) & defined;
                if differ != 0 {
                    let lane = differ.trailing_zeros();
                    let OutputBit { signal, port, bit, .. } = *output;
                    let found = BitDivergence { router: word as u32 * 64 + lane, port, signal, bit, found: value >> lane & 1 == 1 };
                    if first.as_ref().is_none_or(|first| (found.router, port) < (first.router, first.port)) {
                        first = Some(found);
                    }
                }
            }
        }
        first
    }

    /// Sets a signal of a port where it is an input, and expects it where it is an output.
    fn set(&mut self, is_flit: bool, signal: usize, at: usize, is_input: bool, value: impl Fn(usize) -> Option<bool>) {
        let (router, port) = (at / self.ports, at % self.ports);
        let (word, lane) = (router / 64, router % 64);
        // A flit goes out at an output of flits; the credits that enter are of the neighbour's inputs.
        let wires = if is_flit { &self.flit[signal] } else { &self.credit[signal] };
        for bit in 0..wires.output.width {
            let Some(value) = value(bit) else { continue };
            if is_input {
                if let Some(net) = wires.input.of_port(port)[bit].net() {
                    *self.cycles.drive(net, word) |= u64::from(value) << lane;
                }
            } else {
                let index = word * self.outputs.len() + wires.output.first + port * wires.output.width + bit;
                self.expected.values[index] |= u64::from(value) << lane;
                self.expected.defined[index] |= 1 << lane;
            }
        }
    }
}

/// Clocks of reset, as in test benches.
const RESET: usize = 8;

/// The links of a network, by their ends.
fn lanes(graph: &Graph) -> BTreeMap<Lane, u64> {
    let mut lanes = BTreeMap::new();
    for (from, to) in graph.iter_links() {
        let place = |link: torusmith_topology::Link| ((link.port as usize, link.node as usize / 64), link.node % 64);
        let ((from, from_lane), (to, to_lane)) = (place(from), place(to));
        let lane = Lane { from, to, rotation: (to_lane + 64 - from_lane) % 64 };
        *lanes.entry(lane).or_default() |= 1 << from_lane;
    }
    lanes
}

impl PortSink for NetlistNetwork {
    fn flit(&mut self, _clock: u64, event: PortEvent, port: usize, flit: &PortFlit) {
        let is_input = event == PortEvent::FlitIn;
        let own = if flit.head && !is_input { self.own_bits.clone() } else { 0..0 };
        let data = |bit: usize| (!own.contains(&bit)).then(|| flit.data[bit / 32] >> (bit % 32) & 1 == 1);
        self.set(true, 0, port, is_input, |_| Some(true));
        self.set(true, 1, port, is_input, |_| Some(flit.head));
        self.set(true, 2, port, is_input, |_| Some(flit.tail));
        self.set(true, 3, port, is_input, |bit| Some(flit.vc >> bit & 1 == 1));
        self.set(true, 4, port, is_input, data);
        if !is_input {
            self.counts.flits += 1;
            self.counts.hops += u64::from(port % self.ports >= self.locals);
        }
    }

    fn credit(&mut self, _clock: u64, event: PortEvent, port: usize, vc: usize) {
        let is_input = event == PortEvent::CreditIn;
        self.set(false, 0, port, is_input, |_| Some(true));
        self.set(false, 1, port, is_input, |bit| Some(vc >> bit & 1 == 1));
    }
}
