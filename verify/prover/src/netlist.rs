//! The router as yosys gives it: AIGER with names, and a clock of it as edges of a graph.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::aig::{Aig, Edge};

/// Bits of the inputs, registers or outputs of each name, in the order of their numbers.
type Names = HashMap<String, Vec<usize>>;

/// A flat design.
#[derive(Debug, Clone)]
pub struct Netlist {
    inputs: Vec<u32>,
    /// Literals of the state and of the next state.
    latches: Vec<(u32, u32)>,
    outputs: Vec<u32>,
    /// Literals of an AND and of its sides.
    ands: Vec<(u32, u32, u32)>,
    input_names: Names,
    latch_names: Names,
    /// Latches by bit.
    latch_bits: HashMap<String, BTreeMap<i64, usize>>,
    /// Numbers of outputs that stand for registers, see [`Netlist::tap`]: they are numbered behind the latches.
    taps: Vec<usize>,
    /// Values of inputs, by their numbers, see [`Netlist::fix`].
    fixed: HashMap<usize, Edge>,
    /// By input: what one says that is neither given nor fixed, as yosys makes them of bits that nobody drives.
    spare: Vec<Edge>,
    /// The numbers of outputs, by name and bit.
    output_names: HashMap<String, BTreeMap<i64, usize>>,
    /// The value of the outputs without a name: yosys names none that is constant.
    constant: Edge,
}

impl Netlist {
    /// Reads what yosys wrote.
    ///
    /// # Errors
    /// A text that is no AIGER netlist of yosys.
    pub fn read(text: &torusmith_synthesis::Netlist) -> Result<Self, String> {
        let mut lines = text.aiger.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
        let counts: Vec<usize> = head.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
        let (&["aag", ..], &[_, inputs, latches, outputs, ands]) = (&head[..], &counts[..]) else {
            return Err(format!("yosys wrote AIGER of an unknown kind: {}", head.join(" ")));
        };
        let mut rows = |count: usize, width: usize| -> Result<Vec<Vec<u32>>, String> {
            let row = |line: &str| line.split_whitespace().map_while(|word| word.parse().ok()).collect::<Vec<u32>>();
            let rows: Vec<_> = lines.by_ref().take(count).map(row).collect();
            let whole = rows.len() == count && rows.iter().all(|row| row.len() >= width);
            whole.then_some(rows).ok_or_else(|| "yosys wrote AIGER that is not whole".to_owned())
        };
        let inputs = rows(inputs, 1)?.into_iter().map(|row| row[0]).collect();
        let latches = rows(latches, 2)?.into_iter().map(|row| (row[0], row[1])).collect();
        let outputs: Vec<u32> = rows(outputs, 1)?.into_iter().map(|row| row[0]).collect();
        let ands = rows(ands, 3)?.into_iter().map(|row| (row[0], row[1], row[2])).collect();
        let in_order = |named: &HashMap<String, BTreeMap<i64, usize>>| -> Names {
            named.iter().map(|(name, bits)| (name.clone(), bits.values().copied().collect())).collect()
        };
        let latch_bits = names("latch", &text.names);
        let (input_names, latch_names) = (in_order(&names("input", &text.names)), in_order(&latch_bits));
        let output_names = names("output", &text.names);
        let constant = constant(&outputs, &output_names)?;
        let (taps, fixed, spare) = (Vec::new(), HashMap::new(), Vec::new());
        Ok(Self { inputs, latches, outputs, ands, input_names, latch_names, latch_bits, taps, fixed, spare, output_names, constant })
    }

    /// How many registers there are.
    pub fn registers(&self) -> usize {
        self.latches.len()
    }

    /// How many ANDs there are.
    pub fn ands(&self) -> usize {
        self.ands.len()
    }

    /// The registers of a name, from bit 0 up.
    pub fn register(&self, name: &str) -> Option<&[usize]> {
        self.latch_names.get(name).map(Vec::as_slice)
    }

    /// A bit of a register, as the register is declared; none if yosys found that nothing depends on it.
    pub fn register_bit(&self, name: &str, bit: i64) -> Option<usize> {
        self.latch_bits.get(name)?.get(&bit).copied()
    }

    /// The input of that name has these bits in every clock.
    pub fn fix(&mut self, name: &str, bits: &[Edge]) {
        let at = self.input_names.get(name).into_iter().flatten().copied();
        self.fixed.extend(at.zip(bits.iter().copied()));
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// Binds inputs that are neither given nor fixed, one edge for each input; unbound ones are new variables in
    /// every clock.
    pub fn spare(&mut self, edges: &[Edge]) {
        self.spare = edges.to_vec();
    }

    /// Registers whose names stand for what comes behind a fault: `taps` are outputs of one bit, and the names and bits of such registers in the
    /// netlist `sound`, which has no fault. All other names that a register has there stand for it too.
    pub fn tap(&mut self, sound: &Self, taps: &[(String, String, usize)]) {
        let mut tapped: HashMap<usize, usize> = HashMap::new();
        for (output, name, bit) in taps {
            let register = sound.latch_bits.get(name).and_then(|bits| bits.get(&(*bit as i64)));
            let output = self.output_names.get(output).and_then(|bits| bits.values().next());
            if let (Some(&register), Some(&output)) = (register, output) {
                tapped.entry(register).or_insert(self.latches.len() + self.taps.len());
                self.taps.push(output);
            }
        }
        for (name, bits) in &sound.latch_bits {
            if bits.values().any(|latch| tapped.contains_key(latch)) {
                let own = self.latch_bits.get(name);
                let at = |(bit, latch): (&i64, &usize)| Some((*bit, tapped.get(latch).or_else(|| own?.get(bit)).copied()?));
                let whole: BTreeMap<i64, usize> = bits.iter().filter_map(at).collect();
                self.latch_names.insert(name.clone(), whole.values().copied().collect());
                self.latch_bits.insert(name.clone(), whole);
            }
        }
    }

    /// The values of the latches and behind them those of the taps.
    pub fn with_taps(&self, latches: &[Edge], outputs: &[Edge]) -> Vec<Edge> {
        latches.iter().copied().chain(self.taps.iter().map(|at| outputs[*at])).collect()
    }

    /// A name for every register that has one.
    pub fn register_names(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.latch_names.iter().map(|(name, bits)| (name.as_str(), bits.as_slice()))
    }

    /// Bits of an input of that name.
    pub fn input(&self, name: &str) -> Option<&[usize]> {
        self.input_names.get(name).map(Vec::as_slice)
    }

    /// Of the values of all outputs, those of an output of that name and width.
    pub fn output(&self, name: &str, width: usize, values: &[Edge]) -> Vec<Edge> {
        let at = |bit: usize| self.output_names.get(name)?.get(&(bit as i64)).copied();
        (0..width).map(|bit| at(bit).map_or(self.constant, |at| values[at])).collect()
    }

    /// The outputs that have names, each with the numbers of its bits; constant ones have none.
    pub fn output_names(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = usize>)> {
        self.output_names.iter().map(|(name, bits)| (name.as_str(), bits.values().copied()))
    }

    /// How many bits there are that come out; taps do not count.
    pub fn outputs_width(&self) -> usize {
        self.outputs.len() - self.taps.len()
    }

    /// One clock: from a state, and inputs by name, what the outputs say and the next state. Inputs that are not given may be anything.
    pub fn clock(&self, aig: &mut Aig, state: &[Edge], inputs: &[(String, Vec<Edge>)]) -> Clock {
        let given: HashMap<usize, Edge> =
            inputs.iter().flat_map(|(name, edges)| self.input(name).into_iter().flatten().copied().zip(edges.iter().copied())).collect();
        let values = self.values(aig, state, &given, 0..self.ands.len());
        Clock {
            next: self.latches.iter().map(|(_, next)| of(&values, *next)).collect(),
            outputs: self.outputs.iter().map(|literal| of(&values, *literal)).collect(),
        }
    }

    /// The name of an input that begins and ends so.
    pub fn input_between(&self, begin: &str, end: &str) -> Option<&str> {
        self.input_names.keys().find(|name| name.starts_with(begin) && name.ends_with(end)).map(String::as_str)
    }

    /// Values of the outputs whose names begin so, where a register and an input have given values and all else may be anything. Other outputs
    /// have no meaning.
    pub fn outputs_from(&self, aig: &mut Aig, begin: &str, register: (&str, &[Edge]), input: (&str, &[Edge])) -> Vec<Edge> {
        let wanted = self.output_names.iter().filter(|(name, _)| name.starts_with(begin)).flat_map(|(_, bits)| bits.values());
        let ands = cone(&self.ands, wanted.map(|at| self.outputs[*at]));
        let mut state = aig.variables(self.latches.len());
        for (bit, edge) in register.1.iter().enumerate() {
            self.register_bit(register.0, bit as i64).into_iter().for_each(|at| state[at] = *edge);
        }
        let given = self.input(input.0).into_iter().flatten().copied().zip(input.1.iter().copied()).collect();
        let values = self.values(aig, &state, &given, ands.into_iter());
        self.outputs.iter().map(|literal| of(&values, *literal)).collect()
    }

    /// Values of the outputs in a state, for all inputs.
    pub fn outputs(&self, aig: &mut Aig, state: &[Edge]) -> Vec<Edge> {
        let ands = cone(&self.ands, self.outputs.iter().copied());
        let values = self.values(aig, state, &HashMap::new(), ands.into_iter());
        self.outputs.iter().map(|literal| of(&values, *literal)).collect()
    }

    fn values(&self, aig: &mut Aig, state: &[Edge], given: &HashMap<usize, Edge>, ands: impl Iterator<Item = usize>) -> Vec<Edge> {
        let size = self.ands.iter().map(|and| and.0).chain(self.latches.iter().map(|l| l.0)).chain(self.inputs.iter().copied()).max();
        let mut values = vec![Edge::FALSE; size.unwrap_or(0) as usize / 2 + 1];
        for (i, literal) in self.inputs.iter().enumerate() {
            values[*literal as usize / 2] =
                given.get(&i).or_else(|| self.fixed.get(&i)).or_else(|| self.spare.get(i)).copied().unwrap_or_else(|| aig.variable());
        }
        for ((literal, _), edge) in self.latches.iter().zip(state) {
            values[*literal as usize / 2] = *edge;
        }
        for n in ands {
            let (and, a, b) = self.ands[n];
            values[and as usize / 2] = aig.both(of(&values, a), of(&values, b));
        }
        values
    }
}

/// The edge of a literal.
fn of(values: &[Edge], literal: u32) -> Edge {
    values[literal as usize / 2].xor(literal & 1 == 1)
}

/// The numbers of the ANDs that some literals depend on, in order.
fn cone(ands: &[(u32, u32, u32)], roots: impl Iterator<Item = u32>) -> Vec<usize> {
    let mut wanted: HashSet<u32> = roots.map(|literal| literal / 2).collect();
    let mut found: Vec<usize> = Vec::new();
    for (n, (and, a, b)) in ands.iter().enumerate().rev() {
        if wanted.contains(&(and / 2)) {
            wanted.extend([a / 2, b / 2]);
            found.push(n);
        }
    }
    found.reverse();
    found
}

/// State and outputs after a clock.
#[derive(Debug, Clone)]
pub struct Clock {
    /// The next state.
    pub next: Vec<Edge>,
    /// The outputs in this clock.
    pub outputs: Vec<Edge>,
}

/// The value of the outputs that are constant: they have no name, as have those that are what a named one is.
fn constant(outputs: &[u32], named: &HashMap<String, BTreeMap<i64, usize>>) -> Result<Edge, String> {
    let named: HashSet<usize> = named.values().flat_map(BTreeMap::values).copied().collect();
    let others: HashSet<u32> =
        (0..outputs.len()).filter(|at| !named.contains(at)).map(|at| outputs[at]).filter(|literal| *literal < 2).collect();
    match others.into_iter().collect::<Vec<_>>()[..] {
        [] | [0] => Ok(Edge::FALSE),
        [1] => Ok(Edge::TRUE),
        _ => Err("outputs are constant, some of them 0 and some 1: which is which yosys does not tell".to_owned()),
    }
}

/// A name without the blocks that the source gives none: yosys calls what follows an `else` `genblk` and a number.
fn written(name: &str) -> String {
    let unnamed = |part: &&str| part.strip_prefix("genblk").is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()));
    name.split('.').filter(|part| !unnamed(part)).collect::<Vec<_>>().join(".")
}

/// The lines of one kind: kind, number, bit, name.
fn names(kind: &str, text: &str) -> HashMap<String, BTreeMap<i64, usize>> {
    let mut found: HashMap<String, BTreeMap<i64, usize>> = HashMap::new();
    for line in text.lines() {
        let mut words = line.splitn(4, ' ');
        if words.next() != Some(kind) {
            continue;
        }
        let (number, bit) = (words.next().and_then(|w| w.parse().ok()), words.next().and_then(|w| w.parse().ok()));
        if let (Some(number), Some(bit), Some(name)) = (number, bit, words.next()) {
            found.entry(written(name)).or_default().insert(bit, number);
        }
    }
    found
}
