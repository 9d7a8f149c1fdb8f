//! A set of heads as a reduced decision diagram over the bits of node, destination and routing bits.

use std::collections::HashMap;

use rand_chacha::rand_core::RngCore;
use torusmith_contract::{Gates, Parameters};

use crate::aig::{Aig, Edge};

/// A node of the diagram, or one of its two leaves.
type Place = u32;

const NO: Place = 0;
const YES: Place = 1;

/// Question of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Node(usize),
    /// Of the header: destination, and routing bits above it.
    Header(usize),
}

/// The nodes that there are.
type Known = HashMap<(Variable, Place, Place), Place>;

/// A set of (node, destination, routing bits).
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    /// (what is asked, where 0 leads, where 1 leads), from place 2 on; those that a node leads to stand before it.
    nodes: Vec<(Variable, Place, Place)>,
    root: Place,
    /// By place: the share of all headers that lead to a head; of sets of one node.
    shares: Vec<f64>,
}

impl Diagram {
    /// The set of the heads of which the bit is 1, by their numbers, see [`crate::arrivals::Arrivals::of`]: no words are the empty set.
    pub fn new(p: &Parameters, heads: &[u64]) -> Self {
        let (node, to) = (p.router_bits(), p.address_bits);
        let of = |b| [(b < node).then(|| Variable::Node(node - 1 - b)), (b < to).then(|| Variable::Header(to - 1 - b))];
        let addresses = (0..node.max(to)).flat_map(of).flatten();
        let bits = (0..p.routing_bits).rev().map(|b| Variable::Header(p.address_bits + b));
        let order: Vec<Variable> = match p.rewrites {
            // The destination says nothing (RC7).
            true => bits.chain((0..node).rev().map(Variable::Node)).collect(),
            false => addresses.chain(bits).collect(),
        };
        let mut diagram = Self::default();
        if !heads.is_empty() {
            let (mut known, mut words) = (HashMap::new(), HashMap::new());
            diagram.root = diagram.below(&order, heads, &mut known, &mut words);
        }
        diagram
    }

    /// The set of the heads of these words.
    fn below(&mut self, order: &[Variable], heads: &[u64], known: &mut Known, words: &mut HashMap<u64, Place>) -> Place {
        if let [word] = heads {
            let found = words.get(word).copied();
            return found.unwrap_or_else(|| {
                let place = self.within(order, *word, known);
                words.insert(*word, place);
                place
            });
        }
        let (zero, one) = heads.split_at(heads.len() / 2);
        let (zero, one) = (self.below(&order[1..], zero, known, words), self.below(&order[1..], one, known, words));
        self.place(order[0], zero, one, known)
    }

    /// Diagram of the lowest 2^n bits of a word, n being the number of variables.
    fn within(&mut self, order: &[Variable], word: u64, known: &mut Known) -> Place {
        let Some((&variable, rest)) = order.split_first() else { return if word & 1 == 1 { YES } else { NO } };
        let (zero, one) = (self.within(rest, word, known), self.within(rest, word >> (1u64 << rest.len()), known));
        self.place(variable, zero, one, known)
    }

    fn place(&mut self, variable: Variable, zero: Place, one: Place, known: &mut Known) -> Place {
        if zero == one {
            return zero;
        }
        *known.entry((variable, zero, one)).or_insert_with(|| {
            self.nodes.push((variable, zero, one));
            self.nodes.len() as Place + 1
        })
    }

    /// Those of its heads that are at one node.
    pub fn at(&self, node: usize) -> Self {
        let (mut of, mut known, mut diagram) = (vec![NO, YES], HashMap::new(), Self::default());
        for (variable, zero, one) in &self.nodes {
            let (zero, one) = (of[*zero as usize], of[*one as usize]);
            of.push(match variable {
                Variable::Node(b) => [zero, one][node >> b & 1],
                Variable::Header(_) => diagram.place(*variable, zero, one, &mut known),
            });
        }
        diagram.root = of[self.root as usize];
        diagram.shares = vec![0.0, 1.0];
        for (_, zero, one) in &diagram.nodes {
            let share = [zero, one].map(|to| diagram.shares[*to as usize]);
            diagram.shares.push((share[0] + share[1]) / 2.0);
        }
        diagram
    }

    /// A header of one of its heads, each as likely as another: `header`, changed where it must be. Of a set of one node ([`Self::at`]); `None` if
    /// it is empty.
    pub fn header(&self, rng: &mut impl RngCore, mut header: u64) -> Option<u64> {
        let mut place = self.root;
        while place > YES {
            let (variable, zero, one) = self.nodes[place as usize - 2];
            let Variable::Header(b) = variable else { return None };
            let [zeros, ones] = [zero, one].map(|to| self.shares[to as usize]);
            let is_one = f64::from(rng.next_u32()) * (zeros + ones) < ones * 2f64.powi(32);
            header = header & !(1 << b) | u64::from(is_one) << b;
            place = if is_one { one } else { zero };
        }
        (place == YES).then_some(header)
    }

    /// A head with such data is in it at such a node.
    pub fn has(&self, aig: &mut Aig, node: &[Edge], data: &[Edge]) -> Edge {
        let mut values = vec![Edge::FALSE, Edge::TRUE];
        for (variable, zero, one) in &self.nodes {
            let bit = match variable {
                Variable::Node(b) => node[*b],
                Variable::Header(b) => data[*b],
            };
            let made = aig.mux(bit, values[*one as usize], values[*zero as usize]);
            values.push(made);
        }
        values[self.root as usize]
    }
}
