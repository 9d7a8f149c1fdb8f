//! A clock of an interface in its surroundings: the Verilog's netlist, inputs that keep the contract, and the claims.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_contract::{Gates, vector};

use crate::aig::{Aig, Edge};
use crate::netlist::Netlist;

/// A rule of the contract in a clock, or a helper invariant, without which the induction does not close.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The rule, as the contract names it; of a helper none.
    pub rule: Option<&'static str>,
    /// In words; of a helper, what it speaks of.
    pub name: String,
    /// It holds.
    pub holds: Edge,
}

/// The state of the netlist and of what watches its ports.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    pub latches: Vec<Edge>,
    pub watched: BTreeMap<String, Vec<Edge>>,
}

/// One of the interfaces: what can arrive at its ports, and what holds then.
pub trait Side {
    /// Drives the inputs. They depend on earlier clocks alone, so that an edited interface with a path from input to output is no matter.
    fn drive(&self, scene: &mut Scene);

    /// Watches the ports and claims the rules.
    fn claim(&self, scene: &mut Scene);
}

/// A clock under construction.
pub struct Scene<'a> {
    pub aig: &'a mut Aig,
    /// `rst` of this clock.
    pub reset: Edge,
    /// Legal inputs alone. A proof may allow more, where that is simpler.
    pub strict: bool,
    /// Bits that say that something arrives: the fewer, the plainer a run.
    pub arrivals: Vec<Edge>,
    pub claims: Vec<Claim>,
    /// Signals that are named here and that the Verilog does not have.
    pub missing: BTreeSet<String>,
    pub(super) netlist: &'a Netlist,
    /// Words of the module's Verilog.
    pub(super) words: &'a BTreeSet<String>,
    pub(super) now: &'a mut Moment,
    pub(super) next: BTreeMap<String, Vec<Edge>>,
    pub(super) driven: BTreeMap<String, Vec<Edge>>,
    /// What `drive` leaves for `claim`.
    pub notes: BTreeMap<String, Vec<Edge>>,
    pub(super) outputs: Vec<Edge>,
}

impl Scene<'_> {
    /// An input's bits.
    pub fn drive(&mut self, port: &str, bits: Vec<Edge>) {
        if self.netlist.input(port).is_none() {
            self.lacks(port);
        }
        self.driven.insert(port.to_owned(), bits);
    }

    /// Anything.
    pub fn any(&mut self, width: usize) -> Vec<Edge> {
        self.aig.variables(width)
    }

    /// Something may arrive in this clock.
    pub fn may_arrive(&mut self) -> Edge {
        let bit = self.aig.variable();
        self.arrivals.push(bit);
        bit
    }

    /// A port's bits in this clock.
    pub fn port(&mut self, name: &str, width: usize) -> Vec<Edge> {
        if let Some(bits) = self.driven.get(name) {
            return bits.clone();
        }
        if !self.words.contains(name) {
            self.lacks(name);
        }
        self.netlist.output(name, width, &self.outputs)
    }

    /// A port of one bit.
    pub fn bit(&mut self, name: &str) -> Edge {
        self.port(name, 1)[0]
    }

    /// A register of the Verilog, by its path.
    pub fn register(&mut self, path: &str) -> Vec<Edge> {
        match self.netlist.register(path) {
            Some(at) => at.iter().map(|at| self.now.latches[*at]).collect(),
            None => {
                self.lacks(path);
                Vec::new()
            }
        }
    }

    /// A register of one bit.
    pub fn flag(&mut self, path: &str) -> Edge {
        self.register(path).first().copied().unwrap_or(Edge::FALSE)
    }

    /// The netlist has a register of that path.
    pub fn has_register(&self, path: &str) -> bool {
        self.netlist.register(path).is_some()
    }

    fn lacks(&mut self, name: &str) {
        self.missing.insert(name.to_owned());
    }

    /// A value that is remembered from the clock before, see [`Scene::remember`].
    pub fn watched(&mut self, name: &str, width: usize) -> Vec<Edge> {
        if let Some(bits) = self.now.watched.get(name) {
            return bits.clone();
        }
        let bits = self.aig.variables(width);
        self.now.watched.insert(name.to_owned(), bits.clone());
        bits
    }

    /// What [`Scene::watched`] is in the next clock: `bits`, and after a clock of reset a number.
    pub fn remember(&mut self, name: &str, at_reset: usize, bits: &[Edge]) {
        // That there is such a bit now, too.
        self.watched(name, bits.len());
        let start = padded(&vector::number(self.aig, at_reset, bits.len().min(32)), bits.len());
        let next = vector::mux(self.aig, self.reset, &start, bits);
        self.next.insert(name.to_owned(), next);
    }

    /// Any number, the same in all clocks.
    pub fn constant(&mut self, name: &str, width: usize) -> Vec<Edge> {
        let now = self.watched(name, width);
        self.next.insert(name.to_owned(), now.clone());
        now
    }

    /// A rule of the contract.
    pub fn rule(&mut self, rule: &'static str, name: &str, holds: Edge) {
        self.claims.push(Claim { rule: Some(rule), name: name.to_owned(), holds });
    }

    /// A helper invariant.
    pub fn helper(&mut self, name: &str, holds: Edge) {
        self.claims.push(Claim { rule: None, name: name.to_owned(), holds });
    }

    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        self.aig.both(a, b)
    }

    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        self.aig.or(a, b)
    }

    pub fn all(&mut self, bits: impl IntoIterator<Item = Edge>) -> Edge {
        vector::all(self.aig, bits)
    }

    pub fn some(&mut self, bits: impl IntoIterator<Item = Edge>) -> Edge {
        vector::any(self.aig, bits)
    }

    pub fn implies(&mut self, a: Edge, b: Edge) -> Edge {
        !self.aig.both(a, !b)
    }

    pub fn same(&mut self, a: Edge, b: Edge) -> Edge {
        !self.aig.xor(a, b)
    }

    pub fn choose(&mut self, select: Edge, yes: Edge, no: Edge) -> Edge {
        self.aig.mux(select, yes, no)
    }

    pub fn equal(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let width = a.len().max(b.len());
        let (a, b) = (padded(a, width), padded(b, width));
        vector::equal(self.aig, &a, &b)
    }

    pub fn is(&mut self, number: &[Edge], value: usize) -> Edge {
        vector::is(self.aig, number, value)
    }

    pub fn mux(&mut self, select: Edge, yes: &[Edge], no: &[Edge]) -> Vec<Edge> {
        vector::mux(self.aig, select, yes, no)
    }

    /// The number of bits that are 1, or a sum of numbers, in `width` bits.
    pub fn sum(&mut self, width: usize, numbers: &[&[Edge]]) -> Vec<Edge> {
        let zero = vec![Edge::FALSE; width];
        numbers.iter().fold(zero, |sum, number| vector::add(self.aig, &sum, &padded(number, width)))
    }

    pub fn count(&mut self, width: usize, bits: &[Edge]) -> Vec<Edge> {
        let bits: Vec<[Edge; 1]> = bits.iter().map(|bit| [*bit]).collect();
        let numbers: Vec<&[Edge]> = bits.iter().map(|bit| &bit[..]).collect();
        self.sum(width, &numbers)
    }

    /// At most one of them is 1.
    pub fn at_most_one(&mut self, bits: &[Edge]) -> Edge {
        let pairs: Vec<(Edge, Edge)> = bits.iter().enumerate().flat_map(|(n, a)| bits[n + 1..].iter().map(move |b| (*a, *b))).collect();
        let both: Vec<Edge> = pairs.into_iter().map(|(a, b)| self.and(a, b)).collect();
        !self.some(both)
    }

    /// A counter's next value.
    pub fn counted(&mut self, number: &[Edge], up: Edge, down: Edge) -> Vec<Edge> {
        let (more, fewer) = (vector::increment(self.aig, number), vector::decrement(self.aig, number));
        let (only_up, only_down) = (self.and(up, !down), self.and(down, !up));
        let other = self.mux(only_down, &fewer, number);
        self.mux(only_up, &more, &other)
    }
}

/// The number in `width` bits or more.
pub fn padded(bits: &[Edge], width: usize) -> Vec<Edge> {
    bits.iter().copied().chain(std::iter::repeat(Edge::FALSE)).take(width.max(bits.len())).collect()
}
