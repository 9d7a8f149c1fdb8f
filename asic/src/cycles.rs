//! Simulation of a netlist clock by clock, 64 routers in the bits of each word: values without delays, and how often they change.

use std::collections::{BTreeMap, BTreeSet};

use crate::function::Function;
use crate::library::{Cell, Library};
use crate::netlist::{Netlist, Signal};
use crate::timing::{LoopError, order};

/// Routers in a word.
pub const LANES: usize = 64;

/// A netlist that cannot be simulated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CycleError {
    /// A combinational loop.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// A path without a register from an input to an output, which a network of routers may close to a loop.
    #[error("output {0} depends on an input in the same clock")]
    Through(String),
    /// A flip-flop whose clock is no input of the netlist, or not that of the others.
    #[error("cell {0} has a clock of its own")]
    Clock(String),
    /// A function that cannot be read.
    #[error("cell {0}: {1}")]
    Function(String, String),
}

/// An event that is counted beside the toggles of nets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Watch {
    /// The net that toggles; `None`: in each clock.
    pub toggles: Option<usize>,
    /// A net that toggles in the same clock.
    pub beside: Option<usize>,
    /// An instance, and the state of its pins after the clock edge.
    pub when: Option<(usize, Function)>,
}

/// Counts of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Clocks, times the number of routers.
    pub clocks: u64,
    /// Toggles of each net.
    pub toggles: Vec<u64>,
    /// Events of each [`Watch`], twice: with the clock at 0, and with the clock at 1.
    pub watched: Vec<u64>,
}

/// A value, or its inverse.
type Literal = (u32, bool);

/// `out = (a & b)`, each of the three inverted or not.
#[derive(Debug, Clone, Copy)]
struct Step {
    operands: [u32; 2],
    out: u32,
    /// Bit 0 inverts the first operand, bit 1 the second, bit 2 the result.
    inverted: u8,
}

/// Steps that compute a netlist. Values are those of nets, then 0 and 1, states of flip-flops, and what is between.
#[derive(Debug, Default)]
struct Program {
    steps: Vec<Step>,
    nets: u32,
    values: u32,
}

impl Program {
    fn constant(&self, value: bool) -> Literal {
        (self.nets, value)
    }

    fn signal(&self, signal: Signal) -> Literal {
        match signal {
            Signal::Net(net) => (net as u32, false),
            Signal::Constant(value) => self.constant(value),
            Signal::Open => self.constant(false),
        }
    }

    fn new_value(&mut self) -> u32 {
        self.values += 1;
        self.values - 1
    }

    fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let out = self.new_value();
        self.steps.push(Step { operands: [a.0, b.0], out, inverted: u8::from(a.1) | u8::from(b.1) << 1 });
        (out, false)
    }

    fn or(&mut self, a: Literal, b: Literal) -> Literal {
        let (value, _) = self.and((a.0, !a.1), (b.0, !b.1));
        (value, true)
    }

    fn assign(&mut self, out: usize, (value, inverted): Literal) {
        self.steps.push(Step { operands: [value; 2], out: out as u32, inverted: u8::from(inverted) << 2 });
    }
}

/// Makes the steps of a netlist.
struct Builder<'a> {
    netlist: &'a Netlist,
    functions: &'a BTreeMap<usize, CellFunctions>,
    states: &'a BTreeMap<usize, u32>,
    program: Program,
    /// The level of the clock's net in functions; else it is a net like others.
    clock: Option<(usize, bool)>,
}

impl Builder<'_> {
    /// A function of an instance's pins and state.
    fn compute(&mut self, instance: usize, function: &Function) -> Literal {
        match function {
            Function::Constant(value) => self.program.constant(*value),
            Function::Variable(at) => self.variable(instance, *at),
            Function::Not(a) => {
                let (value, inverted) = self.compute(instance, a);
                (value, !inverted)
            }
            Function::And(a, b) | Function::Or(a, b) | Function::Xor(a, b) => {
                let [a, b] = [a, b].map(|operand| self.compute(instance, operand));
                match function {
                    Function::And(..) => self.program.and(a, b),
                    Function::Or(..) => self.program.or(a, b),
                    _ => {
                        let (left, right) = (self.program.and(a, (b.0, !b.1)), self.program.and((a.0, !a.1), b));
                        self.program.or(left, right)
                    }
                }
            }
        }
    }

    fn variable(&mut self, i: usize, at: usize) -> Literal {
        let instance = &self.netlist.instances[i];
        if let Some(inverse) = at.checked_sub(instance.pins.len()) {
            return (self.states[&i], inverse == 1);
        }
        match (instance.pins[at], self.clock) {
            (Signal::Net(net), Some((clock, level))) if net == clock => self.program.constant(level),
            // An output that drives nothing has its function nevertheless.
            (Signal::Open, _) => match self.functions[&instance.cell].outputs.iter().find(|(pin, _)| *pin == at) {
                Some((_, function)) => self.compute(i, function),
                None => self.program.constant(false),
            },
            (signal, _) => self.program.signal(signal),
        }
    }
}

fn run(steps: &[Step], values: &mut [u64]) {
    let mask = |bits: u8, at: u8| u64::from(bits >> at & 1).wrapping_neg();
    for step in steps {
        let [a, b] = [0, 1].map(|i| values[step.operands[i] as usize] ^ mask(step.inverted, i as u8));
        values[step.out as usize] = (a & b) ^ mask(step.inverted, 2);
    }
}

/// Up to 64 routers.
struct Group {
    values: Vec<u64>,
    /// Values of nets in the clock before.
    before: Vec<u64>,
    next: Vec<u64>,
    /// The routers that there are.
    mask: u64,
}

/// A netlist of routers in simulation.
pub struct Cycles {
    program: Program,
    /// Steps that compute outputs, those that compute the other nets, and those for watches.
    ends: [usize; 2],
    /// Of each flip-flop, its state and the value that it takes.
    flip_flops: Vec<(u32, Literal)>,
    /// With the states of each while the clock is 0 and while it is 1.
    watches: Vec<(Watch, [Literal; 2])>,
    groups: Vec<Group>,
    counts: Counts,
}

impl Cycles {
    /// As many routers of a netlist, all nets and states 0.
    ///
    /// # Errors
    /// [`CycleError`].
    pub fn new(netlist: &Netlist, library: &Library, watches: &[Watch], routers: usize) -> Result<Self, CycleError> {
        let functions = functions(netlist, library)?;
        let order = order(netlist, library)?;
        let clock = one_clock(netlist, library)?;
        let nets = netlist.nets.len() as u32;
        let mut program = Program { steps: Vec::new(), nets, values: nets + 1 };
        let is_flip_flop = |i: &usize| library.cells[netlist.instances[*i].cell].is_flip_flop();
        let states: BTreeMap<usize, u32> = order.iter().copied().filter(is_flip_flop).map(|i| (i, program.new_value())).collect();
        let mut builder = Builder { netlist, functions: &functions, states: &states, program, clock: None };
        let first = before_outputs(netlist, library)?;
        let (early, late): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|i| first[*i]);
        let mut ends = [0; 2];
        for (part, end) in [early, late].into_iter().zip(&mut ends) {
            for i in part {
                for (pin, function) in &functions[&netlist.instances[i].cell].outputs {
                    let Some(net) = netlist.instances[i].pins[*pin].net() else { continue };
                    let value = builder.compute(i, function);
                    builder.program.assign(net, value);
                }
            }
            *end = builder.program.steps.len();
        }
        let next = |(i, state): (&usize, &u32)| {
            let function = functions[&netlist.instances[*i].cell].next.as_ref().expect("it is a flip-flop");
            (*state, builder.compute(*i, function))
        };
        let flip_flops = states.iter().map(next).collect();
        ends[1] = builder.program.steps.len();
        let mut state_of = |watch: &Watch, level: bool| match &watch.when {
            Some((instance, when)) => {
                builder.clock = clock.map(|clock| (clock, level));
                builder.compute(*instance, when)
            }
            None => builder.program.constant(true),
        };
        let watches: Vec<_> = watches.iter().map(|watch| (watch.clone(), [false, true].map(|level| state_of(watch, level)))).collect();
        let program = builder.program;
        let group = |lanes: usize| Group {
            values: vec![0; program.values as usize],
            before: vec![0; netlist.nets.len()],
            next: vec![0; states.len()],
            mask: if lanes == LANES { u64::MAX } else { (1 << lanes) - 1 },
        };
        let groups = (0..routers).step_by(LANES).map(|from| group(LANES.min(routers - from))).collect();
        let counts = Counts { clocks: 0, toggles: vec![0; netlist.nets.len()], watched: vec![0; watches.len()] };
        Ok(Self { program, ends, flip_flops, watches, groups, counts })
    }

    /// Words of 64 routers.
    pub fn words(&self) -> usize {
        self.groups.len()
    }

    /// The routers of a word that there are.
    pub fn mask(&self, word: usize) -> u64 {
        self.groups[word].mask
    }

    /// A signal's value in 64 routers.
    pub fn value(&self, signal: Signal, word: usize) -> u64 {
        let (value, inverted) = self.program.signal(signal);
        self.groups[word].values[value as usize] ^ u64::from(inverted).wrapping_neg()
    }

    /// The value of an input's net, to be set.
    pub fn drive(&mut self, net: usize, word: usize) -> &mut u64 {
        &mut self.groups[word].values[net]
    }

    /// A clock edge: all outputs have their new values.
    pub fn edge(&mut self) {
        for group in &mut self.groups {
            for (next, &(_, (value, inverted))) in group.next.iter_mut().zip(&self.flip_flops) {
                *next = group.values[value as usize] ^ u64::from(inverted).wrapping_neg();
            }
            for (next, &(state, _)) in group.next.iter().zip(&self.flip_flops) {
                group.values[state as usize] = *next;
            }
            run(&self.program.steps[..self.ends[0]], &mut group.values);
        }
    }

    /// Computes all nets from the outputs and the inputs of this clock, and counts what has changed if `counted`.
    pub fn settle(&mut self, counted: bool) {
        for group in &mut self.groups {
            run(&self.program.steps[self.ends[0]..self.ends[1]], &mut group.values);
            if counted {
                run(&self.program.steps[self.ends[1]..], &mut group.values);
                count(group, &self.watches, &mut self.counts);
            }
            let nets = group.before.len();
            group.before.copy_from_slice(&group.values[..nets]);
        }
    }

    /// The counts so far, which start again from 0.
    pub fn take_counts(&mut self) -> Counts {
        let Counts { toggles, watched, .. } = &self.counts;
        let empty = Counts { clocks: 0, toggles: vec![0; toggles.len()], watched: vec![0; watched.len()] };
        std::mem::replace(&mut self.counts, empty)
    }
}

fn count(group: &Group, watches: &[(Watch, [Literal; 2])], counts: &mut Counts) {
    let toggled = |net: usize| group.values[net] ^ group.before[net];
    counts.clocks += u64::from(group.mask.count_ones());
    for (net, toggles) in counts.toggles.iter_mut().enumerate() {
        *toggles += u64::from((toggled(net) & group.mask).count_ones());
    }
    for ((watch, states), watched) in watches.iter().zip(&mut counts.watched) {
        let edges = [watch.toggles, watch.beside].into_iter().flatten().fold(group.mask, |all, net| all & toggled(net));
        let state = |(state, inverted): Literal| group.values[state as usize] ^ u64::from(inverted).wrapping_neg();
        *watched += states.map(|literal| u64::from((edges & state(literal)).count_ones())).iter().sum::<u64>();
    }
}

/// The functions of a cell's outputs, of its pins and, behind them, its state and the inverse of it; and the next state.
pub(crate) struct CellFunctions {
    pub outputs: Vec<(usize, Function)>,
    pub next: Option<Function>,
}

impl CellFunctions {
    fn read(cell: &Cell) -> Result<Self, String> {
        let names: Vec<&str> = cell.pins.iter().map(|pin| &pin.name).chain(&cell.states).map(String::as_str).collect();
        let outputs = cell.outputs().map(|(pin, output)| {
            let text = output.function.as_deref().ok_or_else(|| format!("output {} has no function", output.name))?;
            Ok((pin, Function::read(text, &names)?))
        });
        let next = cell.next_state().map(|next| Function::read(next, &names)).transpose()?;
        Ok(Self { outputs: outputs.collect::<Result<_, String>>()?, next })
    }
}

/// The functions of the cells that a netlist has.
pub(crate) fn functions(netlist: &Netlist, library: &Library) -> Result<BTreeMap<usize, CellFunctions>, CycleError> {
    let used: BTreeSet<usize> = netlist.instances.iter().map(|instance| instance.cell).collect();
    let read = |at: usize| {
        let cell = &library.cells[at];
        Ok((at, CellFunctions::read(cell).map_err(|e| CycleError::Function(cell.name.clone(), e))?))
    };
    used.into_iter().map(read).collect()
}

/// The net of the one clock, if there are flip-flops.
fn one_clock(netlist: &Netlist, library: &Library) -> Result<Option<usize>, CycleError> {
    let mut clock = None;
    for instance in &netlist.instances {
        for (pin, _) in library.cells[instance.cell].inputs().filter(|(_, pin)| pin.is_clock) {
            let net = instance.pins[pin].net().filter(|&net| netlist.nets[net].driver.is_none());
            if net.is_none() || net != *clock.get_or_insert(net) {
                return Err(CycleError::Clock(instance.name.clone()));
            }
        }
    }
    Ok(clock.flatten())
}

/// The instances that outputs depend on in the same clock, flip-flops included.
fn before_outputs(netlist: &Netlist, library: &Library) -> Result<Vec<bool>, CycleError> {
    let mut found = vec![false; netlist.instances.len()];
    for port in netlist.ports.iter().filter(|port| port.is_output) {
        let mut open: Vec<usize> = port.bits.iter().filter_map(|bit| bit.net()).collect();
        while let Some(net) = open.pop() {
            let Some((i, _)) = netlist.nets[net].driver else { return Err(CycleError::Through(port.name.clone())) };
            let cell = &library.cells[netlist.instances[i].cell];
            if !std::mem::replace(&mut found[i], true) && !cell.is_flip_flop() {
                open.extend(cell.inputs().filter_map(|(pin, _)| netlist.instances[i].pins[pin].net()));
            }
        }
    }
    Ok(found)
}
