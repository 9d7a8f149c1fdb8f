//! Wires of a network's top: what drives an input, and what the topology says that drives it.

use std::collections::{BTreeMap, HashMap};

use torusmith_design::Direction;
use torusmith_synthesis::{Bit, Connections};

/// The top, or one of its instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The top itself: its inputs drive, its outputs are driven.
    Top,
    /// An instance, by its number.
    Instance(usize),
}

/// Bits of a port.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Where the port is.
    pub place: Place,
    /// The port.
    pub port: &'a str,
    /// The lowest bit.
    pub first: usize,
    /// How many bits.
    pub width: usize,
}

impl<'a> Part<'a> {
    /// Slice `number` of a port that has slices of so many bits.
    pub fn slice(place: Place, port: &'a str, number: usize, width: usize) -> Self {
        Self { place, port, first: number * width, width }
    }
}

/// A bit of a port.
type Pin<'a> = (Place, &'a str, usize);

/// The wires of a top, and what was found of them.
#[derive(Debug)]
pub struct Wires<'a> {
    /// The netlist.
    pub netlist: &'a Connections,
    /// Modules of registers on links.
    slice: String,
    /// Module of the reset tree.
    tree: String,
    drivers: HashMap<u32, Pin<'a>>,
    /// What an instance is in the network, and the names of its ports, where it has several.
    names: HashMap<usize, (String, Vec<String>)>,
    /// How many bits of each port were compared.
    compared: BTreeMap<(Place, String), usize>,
    /// Bits that were compared.
    pub bits: usize,
    /// Wrong ones, and other faults.
    pub wrong: usize,
    /// The first one in words.
    pub first: Option<String>,
}

impl<'a> Wires<'a> {
    /// The wires of a netlist; `slice` and `tree` are the modules of registers on links and of the reset tree.
    pub fn new(netlist: &'a Connections, slice: String, tree: String) -> Self {
        let (drivers, names, compared) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        let mut wires = Self { netlist, slice, tree, drivers, names, compared, bits: 0, wrong: 0, first: None };
        let inputs = netlist.ports.iter().filter(|(_, port)| port.direction != Direction::Output);
        let mut pins: Vec<(Pin, &Bit)> = Vec::new();
        for (name, port) in inputs {
            pins.extend(port.bits.iter().enumerate().map(|(bit, net)| ((Place::Top, name.as_str(), bit), net)));
        }
        for (number, instance) in netlist.instances.iter().enumerate() {
            let outputs = instance.connections.iter().filter(|(name, _)| instance.directions.get(*name) != Some(&Direction::Input));
            for (name, bits) in outputs {
                pins.extend(bits.iter().enumerate().map(|(bit, net)| ((Place::Instance(number), name.as_str(), bit), net)));
            }
        }
        for (pin, net) in pins {
            let twice = match net {
                Bit::Net(net) => wires.drivers.insert(*net, pin).map(|other| wires.words(other)),
                // Of an output that is left open.
                Bit::Constant(value) if value == "x" => None,
                Bit::Constant(value) => Some(format!("the constant {value}")),
            };
            if let Some(other) = twice {
                wires.fault(format!("{} and {other} drive the same wire", wires.words(pin)));
            }
        }
        wires
    }

    /// Counts a fault and keeps the words of the first.
    pub fn fault(&mut self, words: String) {
        self.wrong += 1;
        self.first.get_or_insert(words);
    }

    /// Names an instance, and its ports where it has several.
    pub fn name(&mut self, instance: usize, name: String, ports: Vec<String>) {
        self.names.insert(instance, (name, ports));
    }

    /// The instances of a module.
    pub fn instances(&self, module: &str) -> Vec<usize> {
        let all = self.netlist.instances.iter().enumerate();
        all.filter(|(_, instance)| instance.module == module).map(|(number, _)| number).collect()
    }

    /// Whether a black box, or the top, has a port of that name.
    pub fn has(&self, place: Place, port: &str) -> bool {
        match place {
            Place::Top => self.netlist.ports.contains_key(port),
            Place::Instance(number) => {
                let module = self.netlist.boxes.get(&self.netlist.instances[number].module);
                module.is_some_and(|module| module.ports.contains_key(port))
            }
        }
    }

    /// Bits of a port.
    pub fn width(&self, place: Place, port: &str) -> usize {
        self.port(place, port).map_or(0, <[Bit]>::len)
    }

    fn port(&self, place: Place, port: &str) -> Option<&'a [Bit]> {
        match place {
            Place::Top => self.netlist.ports.get(port).map(|port| port.bits.as_slice()),
            Place::Instance(number) => self.netlist.instances[number].connections.get(port).map(Vec::as_slice),
        }
    }

    /// The value of a port that is constant.
    pub fn value(&self, place: Place, port: &str) -> Option<u64> {
        let bits = self.port(place, port)?;
        let digit = |bit: &Bit| match bit {
            Bit::Constant(value) => value.parse::<u64>().ok(),
            Bit::Net(_) => None,
        };
        bits.iter().rev().try_fold(0u64, |value, bit| Some(value << 1 | digit(bit)?))
    }

    /// A parameter of an instance, given or by default.
    pub fn parameter(&self, instance: usize, name: &str) -> Option<u64> {
        let instance = &self.netlist.instances[instance];
        let default = || self.netlist.boxes.get(&instance.module)?.defaults.get(name);
        u64::from_str_radix(instance.parameters.get(name).or_else(default)?, 2).ok()
    }

    /// Wants parameters of an instance to be these. One that it is given and that is not among these is a fault, unless it is in `free`.
    pub fn parameters(&mut self, instance: usize, wanted: &[(&str, u64)], free: &[&str]) {
        for &(name, value) in wanted {
            let has = self.parameter(instance, name);
            if let Some(has) = has.filter(|has| *has != value) {
                self.fault(format!("{} has {name} = {has}; the network's is {value}", self.named(instance)));
            }
        }
        let given = self.netlist.instances[instance].parameters.keys();
        let other =
            given.filter(|name| !free.contains(&name.as_str()) && wanted.iter().all(|(known, _)| known != name)).collect::<Vec<_>>();
        for name in other {
            self.fault(format!("{} has a parameter {name} that is not known", self.named(instance)));
        }
    }

    /// Wants a port of an instance to have so many bits.
    pub fn sized(&mut self, place: Place, port: &str, width: usize) {
        let has = self.width(place, port);
        if self.has(place, port) && has != 0 && has != width {
            self.fault(format!("{port} of {} has {has} bits; the network's has {width}", self.of(place)));
        }
    }

    /// Wants `sink` to be driven by `source`, over so many registers, bit for bit.
    pub fn join(&mut self, sink: Part, source: Part, slices: u64) {
        for bit in 0..sink.width {
            let wanted = (source.place, source.port, source.first + bit);
            let (driver, registers) = self.driver(sink, bit);
            match driver {
                Ok(pin) if pin == wanted && registers == slices => {}
                Ok(pin) if pin == wanted => {
                    let words = format!("over {registers} registers; the network has {slices}");
                    self.fault(format!("{} comes from {} {words}", self.words((sink.place, sink.port, sink.first + bit)), self.words(pin)));
                }
                Ok(pin) => self.differs(sink, bit, self.words(pin), &self.words(wanted)),
                Err(value) => self.differs(sink, bit, value, &self.words(wanted)),
            }
        }
        self.seen(sink);
    }

    /// Wants `sink` to be 0: nothing is connected there.
    pub fn zero(&mut self, sink: Part) {
        for bit in 0..sink.width {
            match self.driver(sink, bit).0 {
                Err(value) if value == "the constant 0" => {}
                Ok(pin) => self.differs(sink, bit, self.words(pin), "0, as nothing is connected there"),
                Err(value) => self.differs(sink, bit, value, "0, as nothing is connected there"),
            }
        }
        self.seen(sink);
    }

    /// Wants `sink` to be the reset: the top's, or a leaf of the reset tree.
    pub fn reset(&mut self, place: Place) {
        let sink = Part::slice(place, "rst", 0, 1);
        let is_reset = |&(at, port, _): &Pin| match at {
            Place::Top => port == "rst",
            Place::Instance(number) => self.netlist.instances[number].module == self.tree && port == "out",
        };
        let (driver, registers) = self.driver(sink, 0);
        match driver {
            Ok(pin) if is_reset(&pin) && registers == 0 => {}
            Ok(pin) => self.differs(sink, 0, self.words(pin), "the reset"),
            Err(value) => self.differs(sink, 0, value, "the reset"),
        }
        self.seen(sink);
    }

    /// Any value will do.
    pub fn any(&mut self, sink: Part) {
        *self.compared.entry((sink.place, sink.port.to_owned())).or_default() += sink.width;
    }

    fn seen(&mut self, sink: Part) {
        self.bits += sink.width;
        self.any(sink);
    }

    fn differs(&mut self, sink: Part, bit: usize, has: String, wanted: &str) {
        let sink = self.words((sink.place, sink.port, sink.first + bit));
        self.fault(format!("{sink} is connected to {has}; the network has {wanted}"));
    }

    /// What drives a bit, and over how many registers of a link; or what it is if nothing drives it.
    fn driver(&self, sink: Part, bit: usize) -> (Result<Pin<'a>, String>, u64) {
        let (mut place, mut port, mut bit, mut registers) = (sink.place, sink.port, sink.first + bit, 0);
        for _ in 0..=self.netlist.instances.len() {
            let net = match self.port(place, port).and_then(|bits| bits.get(bit)) {
                Some(Bit::Net(net)) => net,
                Some(Bit::Constant(value)) if value != "x" => return (Err(format!("the constant {value}")), registers),
                _ => return (Err("nothing".to_owned()), registers),
            };
            let Some(&pin) = self.drivers.get(net) else { return (Err("nothing".to_owned()), registers) };
            let Place::Instance(number) = pin.0 else { return (Ok(pin), registers) };
            if self.netlist.instances[number].module != self.slice {
                return (Ok(pin), registers);
            }
            registers += self.parameter(number, "SLICES").unwrap_or(0);
            (place, bit) = (pin.0, pin.2);
            port = if pin.1 == "flit_out" { "flit_in" } else { "credit_in" };
        }
        (Err("a ring of registers".to_owned()), registers)
    }

    /// A bit in words.
    fn words(&self, (place, port, bit): Pin) -> String {
        let (of, width) = (self.of(place), self.width(place, port));
        let ports = match place {
            Place::Instance(number) => self.names.get(&number).map_or(&[][..], |(_, ports)| ports.as_slice()),
            Place::Top => &[],
        };
        let each = width / ports.len().max(1);
        let linked = port.starts_with("in_") || port.starts_with("out_");
        match ports.get(bit / each.max(1)).filter(|_| linked) {
            Some(name) if each == 1 => format!("{port} of port {name} of {of}"),
            Some(name) => format!("{port} bit {} of port {name} of {of}", bit % each),
            None if width <= 1 => format!("{port} of {of}"),
            None => format!("{port}[{bit}] of {of}"),
        }
    }

    fn of(&self, place: Place) -> String {
        match place {
            Place::Top => "the top".to_owned(),
            Place::Instance(number) => self.named(number),
        }
    }

    /// An instance in words.
    pub fn named(&self, instance: usize) -> String {
        let known = self.names.get(&instance).map(|(name, _)| name.clone());
        known.unwrap_or_else(|| format!("instance {}", self.netlist.instances[instance].name))
    }

    /// The output that drives bit 0 of a slice of a port, if an instance of `module` does.
    pub fn instance_at(&self, sink: Part, module: &str) -> Option<usize> {
        match self.driver(sink, 0).0 {
            Ok((Place::Instance(number), ..)) if self.netlist.instances[number].module == module => Some(number),
            _ => None,
        }
    }

    /// The first port of which not every bit was compared: an input of a black box but registers, or an output of the top.
    pub fn left_out(&self) -> Option<String> {
        let all = |place: Place, port: &str| self.compared.get(&(place, port.to_owned())) == Some(&self.width(place, port));
        let outputs = self.netlist.ports.iter().filter(|(_, port)| port.direction != Direction::Input);
        let outputs = outputs.map(|(name, _)| (Place::Top, name.as_str()));
        let boxes = self.netlist.instances.iter().enumerate().filter(|(_, instance)| instance.module != self.slice);
        let inputs = boxes.flat_map(|(number, instance)| {
            let ports = self.netlist.boxes.get(&instance.module).into_iter().flat_map(|module| &module.ports);
            ports.filter(|(_, direction)| **direction != Direction::Output).map(move |(name, _)| (Place::Instance(number), name.as_str()))
        });
        outputs.chain(inputs).find(|(place, port)| !all(*place, port)).map(|(place, port)| format!("{port} of {}", self.of(place)))
    }
}
