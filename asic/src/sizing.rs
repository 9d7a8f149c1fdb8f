//! Drive strengths and buffers, chosen over the borders of blocks, by the slacks of the whole netlist.

use std::collections::BTreeMap;

use crate::library::Library;
use crate::netlist::{Instance, Netlist};
use crate::timing::{Conditions, LoopError, Timing};

/// Rounds of moves, at most.
const ROUNDS: usize = 240;
/// Moves of a round at first. After three rounds that gain nothing they are halved, and start from the best netlist.
const MOVES: usize = 40;
/// Moves of a kind that an instance can make before that.
const TRIES: usize = 3;

/// A change at an instance that drives a net of the critical paths.
enum Move {
    /// Make it another cell of its family.
    Resize(usize),
    /// Drive some inputs of the net at this output by a buffer.
    Buffer { pin: usize, sinks: Vec<(usize, usize)>, is_all: bool },
}

struct Sizer<'a> {
    netlist: &'a mut Netlist,
    library: &'a Library,
    conditions: &'a Conditions,
    /// The buffer that is inserted, and the capacitance of its input.
    buffer: usize,
    buffer_capacitance: f64,
}

/// Resizes cells and inserts buffers until the period does not fall any more; the function stays. Returns the timing.
///
/// # Errors
/// A combinational loop.
pub fn size(netlist: &mut Netlist, library: &Library, conditions: &Conditions) -> Result<Timing, LoopError> {
    let buffer = library.repeater();
    let buffer_capacitance = library.cells[buffer].inputs().map(|(_, pin)| pin.load()).sum();
    let mut sizer = Sizer { netlist, library, conditions, buffer, buffer_capacitance };
    sizer.buffer_inputs();
    sizer.keep_to_limits()?;
    sizer.shorten()
}

impl Sizer<'_> {
    fn time(&self) -> Result<Timing, LoopError> {
        Timing::new(self.netlist, self.library, self.conditions)
    }

    fn pin_capacitance(&self, (instance, pin): (usize, usize)) -> f64 {
        self.library.cells[self.netlist.instances[instance].cell].pins[pin].load()
    }

    /// Gives each input of a link that drives more than a buffer would a buffer, as the ports of a block on a chip have.
    fn buffer_inputs(&mut self) {
        let bits = self.conditions.links.iter().flat_map(|&(to, _)| &self.netlist.ports[to].bits).filter_map(|bit| bit.net());
        let nets: Vec<usize> = bits.collect();
        for net in nets {
            let sinks = self.netlist.nets[net].sinks.clone();
            let load = sinks.iter().map(|&sink| self.pin_capacitance(sink) + self.conditions.wire).sum::<f64>();
            if load > 1.5 * self.buffer_capacitance {
                let near = sinks.iter().map(|&(i, _)| i).min_by_key(|&i| &self.netlist.instances[i].name).expect("it has a load");
                self.netlist.insert_buffer(net, &sinks, near, self.buffer, self.library);
            }
        }
        self.netlist.connect(self.library);
    }

    /// Resizes or splits what drives more than half of its `max_capacitance`.
    fn keep_to_limits(&mut self) -> Result<(), LoopError> {
        for _ in 0..6 {
            let timing = self.time()?;
            let mut changed = false;
            for i in 0..self.netlist.instances.len() {
                for pin in 0..self.library.cells[self.netlist.instances[i].cell].pins.len() {
                    let cell = &self.library.cells[self.netlist.instances[i].cell];
                    let Some(net) = self.netlist.instances[i].pins[pin].net().filter(|_| cell.pins[pin].is_output) else { continue };
                    let limit = |cell: usize| 0.5 * self.library.cells[cell].pins[pin].max_capacitance;
                    let own = self.netlist.instances[i].cell;
                    let load = timing.heaviest(net);
                    if load <= limit(own) {
                        continue;
                    }
                    let strong = self.larger(own).iter().copied().find(|&cell| limit(cell) >= load);
                    let chosen = strong.or(self.larger(own).last().copied()).unwrap_or(own);
                    changed |= chosen != own;
                    let sinks = self.netlist.nets[net].sinks.clone();
                    self.netlist.instances[i].cell = chosen;
                    if strong.is_none() && sinks.len() > 1 {
                        self.split(net, sinks, i);
                        changed = true;
                    }
                }
            }
            self.netlist.connect(self.library);
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Cells of a family that are larger than this one, the smallest first.
    fn larger(&self, cell: usize) -> &[usize] {
        let family = &self.library.families[cell];
        &family[family.iter().position(|&other| other == cell).map_or(family.len(), |at| at + 1)..]
    }

    /// Distributes the inputs of a net over buffers.
    fn split(&mut self, net: usize, mut sinks: Vec<(usize, usize)>, near: usize) {
        let most = self.library.cells[self.buffer].outputs().map(|(_, pin)| 0.4 * pin.max_capacitance).fold(0.0, f64::max);
        sinks.sort_by(|&(a, _), &(b, _)| self.netlist.instances[a].name.cmp(&self.netlist.instances[b].name));
        let (mut group, mut load) = (Vec::new(), 0.0);
        for sink in sinks {
            let more = self.pin_capacitance(sink) + self.conditions.wire;
            if load + more > most && !group.is_empty() {
                self.netlist.insert_buffer(net, &std::mem::take(&mut group), near, self.buffer, self.library);
                load = 0.0;
            }
            group.push(sink);
            load += more;
        }
        self.netlist.insert_buffer(net, &group, near, self.buffer, self.library);
    }

    fn shorten(&mut self) -> Result<Timing, LoopError> {
        let mut timing = self.time()?;
        let mut best = (self.netlist.clone(), timing.clone());
        let (mut moves_of_round, mut without_gain) = (MOVES, 0);
        let mut tries: BTreeMap<(usize, u8), usize> = BTreeMap::new();
        for _ in 0..ROUNDS {
            let mut moves = self.moves(&timing, best.1.period);
            moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut moved = Vec::new();
            for (_, instance, change) in moves {
                let tried = tries.entry((instance, change.kind())).or_default();
                if moved.len() == moves_of_round || moved.contains(&instance) || *tried >= TRIES {
                    continue;
                }
                *tried += 1;
                moved.push(instance);
                match change {
                    Move::Resize(cell) => self.netlist.instances[instance].cell = cell,
                    Move::Buffer { pin, sinks, .. } => {
                        let net = self.netlist.instances[instance].pins[pin].net().expect("it drives a net");
                        self.netlist.insert_buffer(net, &sinks, instance, self.buffer, self.library);
                    }
                }
            }
            if !moved.is_empty() {
                self.netlist.connect(self.library);
                timing = self.time()?;
                if timing.period < best.1.period - 1e-6 {
                    best = (self.netlist.clone(), timing.clone());
                    without_gain = 0;
                    continue;
                }
            }
            without_gain = if moved.is_empty() { 3 } else { without_gain + 1 };
            if without_gain == 3 {
                (*self.netlist, timing) = best.clone();
                (moves_of_round, without_gain) = (moves_of_round / 2, 0);
                tries.clear();
                if moves_of_round == 0 {
                    break;
                }
            }
        }
        (*self.netlist, timing) = best;
        Ok(timing)
    }

    /// Moves at nets of nearly critical paths, with what each seems to gain.
    fn moves(&self, timing: &Timing, best: f64) -> Vec<(f64, usize, Move)> {
        let critical = -timing.period + 0.03 * best;
        let mut moves = Vec::new();
        for (i, instance) in self.netlist.instances.iter().enumerate() {
            for (pin, _) in self.library.cells[instance.cell].outputs() {
                let Some(net) = instance.pins[pin].net() else { continue };
                if timing.slack(net) > critical {
                    continue;
                }
                let load = timing.heaviest(net);
                let arrival = |cell: usize, load: f64| {
                    timing.arrival_with(self.netlist, self.library, (i, pin), cell, load, self.conditions.clock_transition)
                };
                let now = arrival(instance.cell, load);
                for &cell in self.larger(instance.cell).iter().take(2) {
                    let gain = now - arrival(cell, load) - self.loss(timing, instance, cell, critical);
                    if gain > 0.002 * best {
                        moves.push((gain, i, Move::Resize(cell)));
                    }
                }
                let sinks = &self.netlist.nets[net].sinks;
                if sinks.len() < 2 {
                    continue;
                }
                let relaxed = critical + 0.12 * best;
                let far: Vec<_> = sinks.iter().copied().filter(|&sink| self.sink_slack(timing, net, sink, best) > relaxed).collect();
                let wire = self.conditions.wire;
                let far_load: f64 = far.iter().map(|&sink| self.pin_capacitance(sink) + wire).sum();
                if far.len() < sinks.len() + self.netlist.nets[net].outputs && far_load > 1.5 * self.buffer_capacitance {
                    let gain = now - arrival(instance.cell, load - far_load + self.buffer_capacitance + wire);
                    if gain > 0.004 * best {
                        moves.push((gain, i, Move::Buffer { pin, sinks: far, is_all: false }));
                    }
                }
                if load > 6.0 * self.buffer_capacitance {
                    let gain = now - arrival(instance.cell, self.buffer_capacitance + wire) - self.buffer_delay(timing, net, load);
                    if gain > 0.004 * best {
                        moves.push((gain, i, Move::Buffer { pin, sinks: sinks.clone(), is_all: true }));
                    }
                }
            }
        }
        moves
    }

    /// How much later the inputs of an instance arrive, if it becomes this cell and is a larger load.
    fn loss(&self, timing: &Timing, instance: &Instance, cell: usize, critical: f64) -> f64 {
        let (own, other) = (&self.library.cells[instance.cell], &self.library.cells[cell]);
        let mut loss = 0.0;
        for (pin, input) in own.inputs() {
            let more = other.pins[pin].load() - input.load();
            let Some(net) = instance.pins[pin].net().filter(|&net| timing.slack(net) < critical) else { continue };
            let Some(driver) = self.netlist.nets[net].driver else { continue };
            let arrival = |load: f64| {
                let cell = self.netlist.instances[driver.0].cell;
                timing.arrival_with(self.netlist, self.library, driver, cell, load, self.conditions.clock_transition)
            };
            loss = f64::max(loss, arrival(timing.heaviest(net) + more) - arrival(timing.heaviest(net)));
        }
        loss
    }

    /// Slack behind an input of a net: the net's own slack is that of its most critical input.
    fn sink_slack(&self, timing: &Timing, net: usize, (sink, _): (usize, usize), best: f64) -> f64 {
        let (instance, cell) = (&self.netlist.instances[sink], &self.library.cells[self.netlist.instances[sink].cell]);
        if cell.is_flip_flop() {
            // A tenth of the period for its setup time.
            return timing.arrival[net].iter().map(|arrival| -0.1 * best - arrival).fold(f64::INFINITY, f64::min);
        }
        let outputs = cell.outputs().filter_map(|(pin, _)| instance.pins[pin].net());
        outputs.map(|net| timing.slack(net)).fold(f64::INFINITY, f64::min)
    }

    /// Delay of the buffer with all of a net's load behind it.
    fn buffer_delay(&self, timing: &Timing, net: usize, load: f64) -> f64 {
        let transition = 0.4 * timing.transition[net][0];
        let arcs = self.library.cells[self.buffer].outputs().flat_map(|(_, pin)| &pin.arcs);
        arcs.flat_map(|arc| arc.delay.iter().flatten()).map(|table| table.at(transition, load)).fold(0.0, f64::max)
    }
}

impl Move {
    fn kind(&self) -> u8 {
        match self {
            Self::Resize(_) => 0,
            Self::Buffer { is_all: false, .. } => 1,
            Self::Buffer { is_all: true, .. } => 2,
        }
    }
}
