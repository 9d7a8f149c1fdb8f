//! A function of bits as a reduced decision diagram: equal branches are merged, and equal nodes are shared.

use std::collections::HashMap;
use std::hash::Hash;

use crate::Gates;

/// The bit that a node of the diagram tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variable {
    /// A bit of the node's address.
    Node(usize),
    /// A bit of the destination.
    Destination(usize),
    /// A routing bit.
    Routing(usize),
    /// A bit of the hop that a flit has with it.
    Hop(usize),
}

/// A node or a leaf of the diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum NodeRef {
    Node(u32),
    Leaf(u32),
}

/// A decision diagram from bits to leaves.
#[derive(Debug, Clone)]
pub struct Diagram<L> {
    /// (variable, target for 0, target for 1); the targets of a node come before it.
    nodes: Vec<(Variable, NodeRef, NodeRef)>,
    leaves: Vec<L>,
    /// Root; `None` for a function that is defined nowhere.
    root: Option<NodeRef>,
}

/// Builds a diagram, sharing equal nodes and leaves.
struct DiagramBuilder<'a, L, F> {
    order: &'a [Variable],
    leaf: F,
    diagram: Diagram<L>,
    found: HashMap<(Variable, NodeRef, NodeRef), NodeRef>,
    found_leaves: HashMap<L, NodeRef>,
}

impl<L: Copy + Eq + Hash> Diagram<L> {
    /// The diagram of `leaf`, which is evaluated once for each input: bit n of the input is the value of `order[n]`. Inputs without a value
    /// may lead to any leaf. The complete tree is never stored: equal parts are merged during the enumeration.
    ///
    /// # Errors
    /// The first error of `leaf`.
    pub fn new<E>(order: &[Variable], leaf: impl FnMut(u64) -> Result<Option<L>, E>) -> Result<Self, E> {
        let diagram = Self { nodes: Vec::new(), leaves: Vec::new(), root: None };
        let mut builder = DiagramBuilder { order, leaf, diagram, found: HashMap::new(), found_leaves: HashMap::new() };
        builder.diagram.root = builder.below(0, 0)?;
        Ok(builder.diagram)
    }

    /// Number of nodes, without leaves.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// All reachable leaves, each with the bit that selects it; exactly one of these is 1.
    pub fn leaves<'a, G: Gates>(&'a self, gates: &mut G, value: impl Fn(Variable) -> G::Bit) -> Vec<(&'a L, G::Bit)> {
        let mut nodes: Vec<Option<G::Bit>> = vec![None; self.nodes.len()];
        let mut leaves: Vec<Option<G::Bit>> = vec![None; self.leaves.len()];
        let mut reach = |gates: &mut G, nodes: &mut [Option<G::Bit>], place, by| {
            let reached = match place {
                NodeRef::Node(at) => &mut nodes[at as usize],
                NodeRef::Leaf(at) => &mut leaves[at as usize],
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

impl<L: Copy + Eq + Hash, E, F: FnMut(u64) -> Result<Option<L>, E>> DiagramBuilder<'_, L, F> {
    /// The part of the function with the variables before `level` fixed by `input`.
    fn below(&mut self, level: usize, input: u64) -> Result<Option<NodeRef>, E> {
        let Some(&variable) = self.order.get(level) else {
            return Ok((self.leaf)(input)?.map(|leaf| self.place_of(leaf)));
        };
        let (zero, one) = (self.below(level + 1, input)?, self.below(level + 1, input | 1 << level)?);
        Ok(match (zero, one) {
            (Some(zero), Some(one)) if zero != one => Some(self.node(variable, zero, one)),
            (zero, one) => zero.or(one),
        })
    }

    fn node(&mut self, variable: Variable, zero: NodeRef, one: NodeRef) -> NodeRef {
        let nodes = &mut self.diagram.nodes;
        *self.found.entry((variable, zero, one)).or_insert_with(|| {
            nodes.push((variable, zero, one));
            NodeRef::Node(nodes.len() as u32 - 1)
        })
    }

    fn place_of(&mut self, leaf: L) -> NodeRef {
        let leaves = &mut self.diagram.leaves;
        *self.found_leaves.entry(leaf).or_insert_with(|| {
            leaves.push(leaf);
            NodeRef::Leaf(leaves.len() as u32 - 1)
        })
    }
}
