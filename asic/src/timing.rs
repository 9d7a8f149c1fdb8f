//! Static timing: latest arrivals, slacks and the critical path of a netlist, with the delay tables of its library.

use std::collections::VecDeque;

use crate::library::{Arc, Library, Sense};
use crate::netlist::{Net, Netlist};

/// Conditions of the timing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conditions {
    /// Transition of the clock, which is ideal, and of the inputs that no link leads to.
    pub clock_transition: f64,
    /// Capacitance of the wire to each input of a cell.
    pub wire: f64,
    /// Capacitance of a link's wire.
    pub link: f64,
    /// Input ports and the output ports of a neighbour that drive them by a link.
    pub links: Vec<(usize, usize)>,
}

/// A combinational loop, by a cell of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cell {0} is part of a combinational loop")]
pub struct LoopError(pub String);

/// Values of a net for its rising and its falling edge.
type Pair = [f64; 2];

/// The timing of a netlist, in nanoseconds after the clock edge.
#[derive(Debug, Clone)]
pub struct Timing {
    /// Latest arrival at each net; negative infinity where no register and no link leads.
    pub arrival: Vec<Pair>,
    /// Slowest transition at each net.
    pub transition: Vec<Pair>,
    /// Arrival at each net with which a path ends exactly at the next clock edge, where that is at 0.
    pub required: Vec<Pair>,
    /// Capacitance that each net's driver drives.
    pub load: Vec<Pair>,
    /// Shortest clock period: of paths between registers, and of those through links as well.
    pub period: f64,
    /// Shortest clock period of paths between registers alone.
    pub register_period: f64,
    /// The net and edge that each edge of a net comes from.
    from: Vec<[Option<(usize, usize)>; 2]>,
    /// The last net of the critical path, and its edge.
    end: Option<(usize, usize)>,
    order: Vec<usize>,
}

/// A net of the critical path.
#[derive(Debug, Clone, PartialEq)]
pub struct PathStep {
    /// The cell that drives it; `None` at the end of a link.
    pub instance: Option<usize>,
    /// Delay from the net before it.
    pub delay: f64,
}

const NEVER: Pair = [f64::NEG_INFINITY; 2];

impl Timing {
    /// Times a netlist. What enters by a link is as late as the latest output of the same netlist that a neighbour would send it by.
    ///
    /// # Errors
    /// A combinational loop.
    pub fn new(netlist: &Netlist, library: &Library, conditions: &Conditions) -> Result<Self, LoopError> {
        let nets = netlist.nets.len();
        let mut timing = Self {
            arrival: vec![NEVER; nets],
            transition: vec![[conditions.clock_transition; 2]; nets],
            required: vec![[f64::INFINITY; 2]; nets],
            load: loads(netlist, library, conditions),
            period: 0.0,
            register_period: 0.0,
            from: vec![[None; 2]; nets],
            end: None,
            order: order(netlist, library)?,
        };
        timing.propagate(netlist, library, conditions);
        timing.register_period = timing.require(netlist, library, conditions);
        timing.period = timing.register_period;
        if !conditions.links.is_empty() {
            timing.enter_links(netlist, conditions);
            timing.propagate(netlist, library, conditions);
            timing.period = timing.require(netlist, library, conditions);
        }
        timing.pull_back(netlist, library);
        if !conditions.links.is_empty() {
            timing.leave_links(netlist, conditions);
            timing.pull_back(netlist, library);
        }
        Ok(timing)
    }

    fn propagate(&mut self, netlist: &Netlist, library: &Library, conditions: &Conditions) {
        for &i in &self.order {
            let instance = &netlist.instances[i];
            for (pin, output) in library.cells[instance.cell].outputs() {
                let Some(net) = instance.pins[pin].net() else { continue };
                let (mut arrival, mut transition, mut from) = (NEVER, [0.0; 2], [None; 2]);
                for arc in &output.arcs {
                    let is_clock = arc.sense == Sense::Clock;
                    let source = instance.pins[arc.from].net();
                    let (start, slope) = match source {
                        _ if is_clock => ([0.0; 2], [conditions.clock_transition; 2]),
                        Some(source) => (self.arrival[source], self.transition[source]),
                        None => continue,
                    };
                    for &(before, after) in arc.sense.edges() {
                        let Some(delay) = &arc.delay[after] else { continue };
                        let at = start[before] + delay.at(slope[before], self.load[net][after]);
                        if at > arrival[after] {
                            arrival[after] = at;
                            from[after] = source.filter(|_| !is_clock).map(|source| (source, before));
                        }
                        if let Some(table) = &arc.transition[after] {
                            transition[after] = f64::max(transition[after], table.at(slope[before], self.load[net][after]));
                        }
                    }
                }
                (self.arrival[net], self.transition[net], self.from[net]) = (arrival, transition, from);
            }
        }
    }

    /// Sets what setup times require, and returns the shortest period.
    fn require(&mut self, netlist: &Netlist, library: &Library, conditions: &Conditions) -> f64 {
        let mut period = 0.0;
        for instance in &netlist.instances {
            for (pin, input) in library.cells[instance.cell].inputs() {
                let Some(net) = instance.pins[pin].net() else { continue };
                for (edge, table) in input.setups.iter().flat_map(|setup| setup.0.iter().enumerate()) {
                    let Some(table) = table else { continue };
                    let setup = table.at(self.transition[net][edge], conditions.clock_transition);
                    self.required[net][edge] = self.required[net][edge].min(-setup);
                    if self.arrival[net][edge] + setup > period {
                        period = self.arrival[net][edge] + setup;
                        self.end = Some((net, edge));
                    }
                }
            }
        }
        period
    }

    fn pull_back(&mut self, netlist: &Netlist, library: &Library) {
        for &i in self.order.iter().rev() {
            let instance = &netlist.instances[i];
            for (pin, output) in library.cells[instance.cell].outputs() {
                let Some(net) = instance.pins[pin].net() else { continue };
                for arc in output.arcs.iter().filter(|arc| arc.sense != Sense::Clock) {
                    let Some(source) = instance.pins[arc.from].net() else { continue };
                    for &(before, after) in arc.sense.edges() {
                        let Some(delay) = &arc.delay[after] else { continue };
                        let required = self.required[net][after] - delay.at(self.transition[source][before], self.load[net][after]);
                        self.required[source][before] = self.required[source][before].min(required);
                    }
                }
            }
        }
    }

    /// The latest bit of a port, and its edge.
    fn latest(&self, netlist: &Netlist, port: usize) -> Option<(usize, usize)> {
        let bits = netlist.ports[port].bits.iter().filter_map(|bit| bit.net()).flat_map(|net| [(net, 0), (net, 1)]);
        bits.max_by(|&(a, i), &(b, j)| self.arrival[a][i].total_cmp(&self.arrival[b][j]))
    }

    fn enter_links(&mut self, netlist: &Netlist, conditions: &Conditions) {
        let latest: Vec<_> = conditions.links.iter().filter_map(|&(to, from)| Some((to, from, self.latest(netlist, from)?))).collect();
        let arrivals: Vec<f64> = latest.iter().map(|&(.., (net, edge))| self.arrival[net][edge]).collect();
        let slowest = |port: usize| {
            let bits = netlist.ports[port].bits.iter().filter_map(|bit| bit.net());
            bits.flat_map(|net| self.transition[net]).fold(0.0, f64::max)
        };
        let slowest: Vec<f64> = latest.iter().map(|&(_, from, _)| slowest(from)).collect();
        for ((&(to, _, end), arrival), transition) in latest.iter().zip(arrivals).zip(slowest) {
            for net in netlist.ports[to].bits.iter().filter_map(|bit| bit.net()) {
                (self.arrival[net], self.transition[net], self.from[net]) = ([arrival; 2], [transition; 2], [Some(end); 2]);
            }
        }
    }

    fn leave_links(&mut self, netlist: &Netlist, conditions: &Conditions) {
        for &(to, from) in &conditions.links {
            let bits = |port: usize| netlist.ports[port].bits.iter().filter_map(|bit| bit.net());
            let earliest = bits(to).flat_map(|net| self.required[net]).fold(f64::INFINITY, f64::min);
            for net in bits(from) {
                self.required[net] = self.required[net].map(|required| required.min(earliest));
            }
        }
    }

    /// The larger load of a net, of its two edges.
    pub fn heaviest(&self, net: usize) -> f64 {
        f64::max(self.load[net][0], self.load[net][1])
    }

    /// How much earlier than needed the latest signal of a net arrives, for a period of 0: the critical path's nets have the lowest, `-period`.
    pub fn slack(&self, net: usize) -> f64 {
        (0..2).map(|edge| self.required[net][edge] - self.arrival[net][edge]).fold(f64::INFINITY, f64::min)
    }

    /// The critical path from a register on, and the setup time at its end.
    pub fn path(&self, netlist: &Netlist) -> (Vec<PathStep>, f64) {
        let mut steps = Vec::new();
        let Some((net, edge)) = self.end else { return (steps, 0.0) };
        let setup = self.period - self.arrival[net][edge];
        let mut at = Some((net, edge));
        while let Some((net, edge)) = at {
            at = self.from[net][edge];
            let before = at.map_or(0.0, |(net, edge)| self.arrival[net][edge]);
            steps.push(PathStep { instance: netlist.nets[net].driver.map(|(i, _)| i), delay: self.arrival[net][edge] - before });
        }
        steps.reverse();
        (steps, setup)
    }

    /// The latest arrival at an output of an instance, were it this cell of its family with this load.
    pub fn arrival_with(&self, netlist: &Netlist, library: &Library, driver: (usize, usize), cell: usize, load: f64, clock: f64) -> f64 {
        let of_arc = |arc: &Arc| {
            let (start, slope) = match (arc.sense, netlist.instances[driver.0].pins[arc.from].net()) {
                (Sense::Clock, _) => ([0.0; 2], [clock; 2]),
                (_, Some(net)) => (self.arrival[net], self.transition[net]),
                _ => return f64::NEG_INFINITY,
            };
            let edges = arc.sense.edges().iter();
            let arrivals = edges.filter_map(|&(before, after)| Some(start[before] + arc.delay[after].as_ref()?.at(slope[before], load)));
            arrivals.fold(f64::NEG_INFINITY, f64::max)
        };
        library.cells[cell].pins[driver.1].arcs.iter().map(of_arc).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Capacitance at each net. An output of a link also drives the inputs of a neighbour, as many as the heaviest input of this netlist has.
fn loads(netlist: &Netlist, library: &Library, conditions: &Conditions) -> Vec<Pair> {
    let of_net = |net: &Net, edge: usize| {
        let pins = net.sinks.iter().map(|&(i, pin)| library.cells[netlist.instances[i].cell].pins[pin].capacitance[edge]).sum::<f64>();
        pins + conditions.wire * (net.sinks.len() + net.outputs) as f64 + conditions.link * net.outputs as f64
    };
    let mut loads: Vec<Pair> = netlist.nets.iter().map(|net| [0, 1].map(|edge| of_net(net, edge))).collect();
    let bits = |port: usize| netlist.ports[port].bits.iter().filter_map(|bit| bit.net());
    let of_port = |to: usize| [0, 1].map(|edge| bits(to).map(|net| loads[net][edge]).fold(0.0, f64::max));
    let heaviest: Vec<Pair> = conditions.links.iter().map(|&(to, _)| of_port(to)).collect();
    for (&(_, from), load) in conditions.links.iter().zip(heaviest) {
        bits(from).for_each(|net| loads[net] = [loads[net][0] + load[0], loads[net][1] + load[1]]);
    }
    loads
}

/// The instances, each after those that drive its inputs, and flip-flops first.
pub(crate) fn order(netlist: &Netlist, library: &Library) -> Result<Vec<usize>, LoopError> {
    let is_source = |i: usize| library.cells[netlist.instances[i].cell].is_flip_flop();
    let mut waits = vec![0; netlist.instances.len()];
    for net in netlist.nets.iter().filter(|net| net.driver.is_some()) {
        net.sinks.iter().filter(|(i, _)| !is_source(*i)).for_each(|&(i, _)| waits[i] += 1);
    }
    let mut ready: VecDeque<usize> = (0..waits.len()).filter(|&i| waits[i] == 0).collect();
    let mut order = Vec::with_capacity(waits.len());
    while let Some(i) = ready.pop_front() {
        order.push(i);
        for (pin, _) in library.cells[netlist.instances[i].cell].outputs() {
            let Some(net) = netlist.instances[i].pins[pin].net() else { continue };
            for &(sink, _) in netlist.nets[net].sinks.iter().filter(|(sink, _)| !is_source(*sink)) {
                waits[sink] -= 1;
                if waits[sink] == 0 {
                    ready.push_back(sink);
                }
            }
        }
    }
    match (0..waits.len()).find(|&i| waits[i] > 0) {
        Some(i) => Err(LoopError(netlist.instances[i].name.clone())),
        None => Ok(order),
    }
}
