//! A flat netlist of library cells.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use torusmith_synthesis::{CellNetlist, NetBit};

use crate::library::Library;

/// A flat netlist. Cells and nets are numbers: indexes of `instances` and `nets`.
#[derive(Debug, Clone)]
pub struct Netlist {
    /// The module.
    pub top: String,
    /// Its cells.
    pub instances: Vec<Instance>,
    /// Its nets; [`Netlist::connect`] keeps them in step with `instances`.
    pub nets: Vec<Net>,
    /// Its ports.
    pub ports: Vec<Port>,
}

/// A cell of a netlist.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The instances it is in and its own name, with dots between them.
    pub name: String,
    /// Its cell in the library.
    pub cell: usize,
    /// The signal at each pin, in the order of the cell's pins.
    pub pins: Vec<Signal>,
}

/// What a pin or a bit of a port is connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// A net.
    Net(usize),
    /// The constant 0 or 1.
    Constant(bool),
    /// Nothing.
    Open,
}

/// The ends of a net. Ends at cells are an instance and a pin of it.
#[derive(Debug, Clone, Default)]
pub struct Net {
    /// The output that drives it; an input port if there is none.
    pub driver: Option<(usize, usize)>,
    /// The inputs that it drives.
    pub sinks: Vec<(usize, usize)>,
    /// Bits of output ports that it drives.
    pub outputs: usize,
}

/// A port of the module.
#[derive(Debug, Clone)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// It is an output, or else an input.
    pub is_output: bool,
    /// Its bits, bit 0 first.
    pub bits: Vec<Signal>,
}

impl Signal {
    /// The net, if it is one.
    pub fn net(self) -> Option<usize> {
        match self {
            Self::Net(net) => Some(net),
            Self::Constant(_) | Self::Open => None,
        }
    }
}

/// A netlist that does not fit its library.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cell {cell} of type {kind} is {problem}")]
pub struct NetlistError {
    /// The cell.
    pub cell: String,
    /// Its type.
    pub kind: String,
    /// The problem.
    pub problem: &'static str,
}

impl Netlist {
    /// A mapped netlist with the cells of the library that it was mapped to.
    ///
    /// # Errors
    /// A cell or pin that the library does not have.
    pub fn new(mapped: &CellNetlist, library: &Library) -> Result<Self, NetlistError> {
        let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
        let mut signal = |bit: NetBit| match bit {
            NetBit::Constant(value) => Signal::Constant(value),
            NetBit::Net(number) => {
                let next = numbers.len();
                Signal::Net(*numbers.entry(number).or_insert(next))
            }
        };
        let ports = mapped.ports.iter().map(|port| Port {
            name: port.name.clone(),
            is_output: port.is_output,
            bits: port.bits.iter().map(|&bit| signal(bit)).collect(),
        });
        let ports: Vec<Port> = ports.collect();
        let mut instances = Vec::new();
        for mapped in &mapped.cells {
            let wrong = |problem| NetlistError { cell: mapped.name.clone(), kind: mapped.cell.clone(), problem };
            let cell = library.cell(&mapped.cell).ok_or_else(|| wrong("not in the library"))?;
            let mut pins = vec![Signal::Open; library.cells[cell].pins.len()];
            for (name, bit) in &mapped.pins {
                let pin = library.cells[cell].pins.iter().position(|pin| pin.name == *name);
                pins[pin.ok_or_else(|| wrong("connected at a pin that the library's cell does not have"))?] = signal(*bit);
            }
            instances.push(Instance { name: mapped.name.clone(), cell, pins });
        }
        let mut netlist = Self { top: mapped.top.clone(), instances, nets: vec![Net::default(); numbers.len()], ports };
        netlist.connect(library);
        Ok(netlist)
    }

    /// Finds the ends of all nets again, after instances have changed.
    pub fn connect(&mut self, library: &Library) {
        self.nets.iter_mut().for_each(|net| *net = Net::default());
        for (i, instance) in self.instances.iter().enumerate() {
            for (p, net) in instance.pins.iter().enumerate().filter_map(|(p, signal)| Some((p, signal.net()?))) {
                match library.cells[instance.cell].pins[p].is_output {
                    true => self.nets[net].driver = Some((i, p)),
                    false => self.nets[net].sinks.push((i, p)),
                }
            }
        }
        for net in self.ports.iter().filter(|port| port.is_output).flat_map(|port| &port.bits).filter_map(|bit| bit.net()) {
            self.nets[net].outputs += 1;
        }
    }

    /// Area of all cells.
    pub fn area(&self, library: &Library) -> f64 {
        self.instances.iter().map(|instance| library.cells[instance.cell].area).sum()
    }

    /// Drives these inputs of a net by a new buffer, named as if it were next to the instance `near`. The nets are to be connected again.
    pub fn insert_buffer(&mut self, net: usize, sinks: &[(usize, usize)], near: usize, cell: usize, library: &Library) {
        let new = self.nets.len();
        self.nets.push(Net::default());
        let block = self.instances[near].name.rsplit_once('.').map_or(String::new(), |(block, _)| format!("{block}."));
        let pins = library.cells[cell].pins.iter().map(|pin| Signal::Net(if pin.is_output { new } else { net })).collect();
        self.instances.push(Instance { name: format!("{block}_buffer{new}_"), cell, pins });
        sinks.iter().for_each(|&(instance, pin)| self.instances[instance].pins[pin] = Signal::Net(new));
    }

    /// The port of this name.
    pub fn port(&self, name: &str) -> Option<usize> {
        self.ports.iter().position(|port| port.name == name)
    }

    /// As structural Verilog. A port takes its own bits as nets; a concatenation on the left of an assignment, which OpenSTA cannot read, is avoided.
    pub fn verilog(&self, library: &Library) -> String {
        let mut names: Vec<Option<String>> = vec![None; self.nets.len()];
        let mut assigned = Vec::new();
        let mut inputs_first: Vec<&Port> = self.ports.iter().collect();
        inputs_first.sort_by_key(|port| port.is_output);
        for port in inputs_first {
            for (i, bit) in port.bits.iter().enumerate() {
                let name = if port.bits.len() == 1 { escaped(&port.name) } else { format!("{}[{i}]", escaped(&port.name)) };
                match bit.net() {
                    Some(net) if names[net].is_none() => names[net] = Some(name),
                    _ => assigned.push((name, *bit)),
                }
            }
        }
        let mut text = format!("module {} (", escaped(&self.top));
        text += &self.ports.iter().map(|port| escaped(&port.name)).collect::<Vec<_>>().join(", ");
        text += ");\n";
        for port in &self.ports {
            let range = if port.bits.len() == 1 { String::new() } else { format!("[{}:0] ", port.bits.len() - 1) };
            let _ = writeln!(text, "  {} {range}{};", if port.is_output { "output" } else { "input" }, escaped(&port.name));
        }
        for (net, name) in names.iter_mut().enumerate().filter(|(_, name)| name.is_none()) {
            *name = Some(format!("net{net}_"));
            let _ = writeln!(text, "  wire net{net}_;");
        }
        let signal = |signal: Signal| match signal {
            Signal::Net(net) => names[net].clone().unwrap_or_default(),
            Signal::Constant(value) => format!("1'b{}", u8::from(value)),
            Signal::Open => String::new(),
        };
        for (name, bit) in assigned {
            let _ = writeln!(text, "  assign {name} = {};", signal(bit));
        }
        for instance in &self.instances {
            let cell = &library.cells[instance.cell];
            let pins = cell.pins.iter().zip(&instance.pins).filter(|(_, at)| **at != Signal::Open);
            let pins: Vec<String> = pins.map(|(pin, at)| format!(".{}({})", pin.name, signal(*at))).collect();
            let _ = writeln!(text, "  {} {} ({});", cell.name, escaped(&instance.name), pins.join(", "));
        }
        text + "endmodule\n"
    }
}

/// A name as Verilog takes it.
pub(crate) fn escaped(name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if is_plain { name.to_owned() } else { format!("\\{name} ") }
}
