//! A function of bits as a reduced decision diagram: equal halves are one, equal nodes are one.

use std::collections::HashMap;
use std::hash::Hash;

use crate::Gates;

/// What a node of the diagram asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variable {
    /// A bit of the node's address.
    Node(usize),
    /// A bit of the destination.
    Destination(usize),
    /// A routing bit.
    Routing(usize),
}

/// A node or a leaf of the diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Node(u32),
    Leaf(u32),
}

/// What each input leads to.
#[derive(Debug, Clone)]
pub struct Diagram<L> {
    /// (variable, where 0 leads, where 1 leads): those that a node leads to stand before it.
    nodes: Vec<(Variable, Place, Place)>,
    leaves: Vec<L>,
    /// `None` of a function that is defined nowhere.
    root: Option<Place>,
}

/// Finds what is equal.
struct Builder<'a, L, F> {
    order: &'a [Variable],
    leaf: F,
    diagram: Diagram<L>,
    found: HashMap<(Variable, Place, Place), Place>,
    found_leaves: HashMap<L, Place>,
}

impl<L: Copy + Eq + Hash> Diagram<L> {
    /// The diagram of `leaf`, which is asked once for each input: bit n of it is the value of `order[n]`. Where it is not defined the diagram leads
    /// anywhere. The whole is never held: what is equal is found as the inputs go by.
    ///
    /// # Errors
    /// The first of `leaf`.
    pub fn new<E>(order: &[Variable], leaf: impl FnMut(u64) -> Result<Option<L>, E>) -> Result<Self, E> {
        let diagram = Self { nodes: Vec::new(), leaves: Vec::new(), root: None };
        let mut builder = Builder { order, leaf, diagram, found: HashMap::new(), found_leaves: HashMap::new() };
        builder.diagram.root = builder.below(0, 0)?;
        Ok(builder.diagram)
    }

    /// Its nodes, those that are leaves not counted.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// All leaves that an input may lead to, each with the bit that it does: of these one is 1.
    pub fn leaves<'a, G: Gates>(&'a self, gates: &mut G, value: impl Fn(Variable) -> G::Bit) -> Vec<(&'a L, G::Bit)> {
        let mut nodes: Vec<Option<G::Bit>> = vec![None; self.nodes.len()];
        let mut leaves: Vec<Option<G::Bit>> = vec![None; self.leaves.len()];
        let mut reach = |gates: &mut G, nodes: &mut [Option<G::Bit>], place, by| {
            let reached = match place {
                Place::Node(at) => &mut nodes[at as usize],
                Place::Leaf(at) => &mut leaves[at as usize],
            };
            *reached = Some(match *reached {
                Some(before) => gates.or(before, by),
                None => by,
            });
        };
        if let Some(root) = self.root {
            let always = gates.constant(true);
            reach(gates, &mut nodes, root, always);
        }
        for at in (0..nodes.len()).rev() {
            let Some(here) = nodes[at] else { continue };
            let (variable, zero, one) = self.nodes[at];
            let bit = value(variable);
            if gates.known(bit) != Some(true) {
                let by = gates.and_not(here, bit);
                reach(gates, &mut nodes, zero, by);
            }
            if gates.known(bit) != Some(false) {
                let by = gates.and(here, bit);
                reach(gates, &mut nodes, one, by);
            }
        }
        self.leaves.iter().zip(leaves).filter_map(|(leaf, reached)| Some((leaf, reached?))).collect()
    }
}

impl<L: Copy + Eq + Hash, E, F: FnMut(u64) -> Result<Option<L>, E>> Builder<'_, L, F> {
    /// What is left of the function when the variables before `level` are as in `input`.
    fn below(&mut self, level: usize, input: u64) -> Result<Option<Place>, E> {
        let Some(&variable) = self.order.get(level) else {
            return Ok((self.leaf)(input)?.map(|leaf| self.place_of(leaf)));
        };
        let (zero, one) = (self.below(level + 1, input)?, self.below(level + 1, input | 1 << level)?);
        Ok(match (zero, one) {
            (Some(zero), Some(one)) if zero != one => Some(self.node(variable, zero, one)),
            (zero, one) => zero.or(one),
        })
    }

    fn node(&mut self, variable: Variable, zero: Place, one: Place) -> Place {
        let nodes = &mut self.diagram.nodes;
        *self.found.entry((variable, zero, one)).or_insert_with(|| {
            nodes.push((variable, zero, one));
            Place::Node(nodes.len() as u32 - 1)
        })
    }

    fn place_of(&mut self, leaf: L) -> Place {
        let leaves = &mut self.diagram.leaves;
        *self.found_leaves.entry(leaf).or_insert_with(|| {
            leaves.push(leaf);
            Place::Leaf(leaves.len() as u32 - 1)
        })
    }
}
