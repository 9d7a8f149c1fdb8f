//! A set of heads as a reduced decision diagram over the bits of node, destination and routing bits.

use std::collections::HashMap;

use torusmith_proof::{Gates, Parameters};

use crate::aig::{Aig, Edge};

/// A node of the diagram, or one of its two leaves.
type Place = u32;

const NO: Place = 0;
const YES: Place = 1;

/// What a node asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Node(usize),
    /// Of the header: destination, and routing bits above it.
    Header(usize),
}

/// A set of (node, destination, routing bits).
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    /// (what is asked, where 0 leads, where 1 leads), from place 2 on; those that a node leads to stand before it.
    nodes: Vec<(Variable, Place, Place)>,
    root: Place,
}

impl Diagram {
    /// The set of those for which `holds(node, destination, routing bits)`, which is asked for nodes of the network alone.
    pub fn new(p: &Parameters, holds: impl Fn(u32, u32, u64) -> bool) -> Self {
        let addresses = (0..p.address_bits).rev().flat_map(|b| [Variable::Node(b), Variable::Header(b)]);
        let bits = (0..p.routing_bits).rev().map(|b| Variable::Header(p.address_bits + b));
        let order: Vec<Variable> = match p.rewrites {
            // The destination says nothing (RC7).
            true => bits.chain((0..p.address_bits).rev().map(Variable::Node)).collect(),
            false => addresses.chain(bits).collect(),
        };
        let leaf = |node: u64, header: u64| {
            let (node, destination) = (node as u32, (header & ((1 << p.address_bits) - 1)) as u32);
            node < p.nodes && destination < p.nodes && holds(node, destination, header >> p.address_bits)
        };
        let mut diagram = Self::default();
        let mut known = HashMap::new();
        diagram.root = diagram.below(&order, (0, 0), &leaf, &mut known);
        diagram
    }

    fn below(
        &mut self,
        order: &[Variable],
        (node, header): (u64, u64),
        leaf: &impl Fn(u64, u64) -> bool,
        known: &mut HashMap<(Variable, Place, Place), Place>,
    ) -> Place {
        let Some((&variable, rest)) = order.split_first() else { return if leaf(node, header) { YES } else { NO } };
        let with = match variable {
            Variable::Node(b) => (node | 1 << b, header),
            Variable::Header(b) => (node, header | 1 << b),
        };
        let (zero, one) = (self.below(rest, (node, header), leaf, known), self.below(rest, with, leaf, known));
        if zero == one {
            return zero;
        }
        *known.entry((variable, zero, one)).or_insert_with(|| {
            self.nodes.push((variable, zero, one));
            self.nodes.len() as Place + 1
        })
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
