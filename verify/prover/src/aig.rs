//! And-inverter graphs with structural hashing: what is built twice is there once.

use std::collections::HashMap;
use std::ops::Not;

use torusmith_contract::Gates;

/// An edge: a node, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// Always 0.
    pub const FALSE: Self = Self(0);
    /// Always 1.
    pub const TRUE: Self = Self(1);

    /// The constant of that value.
    pub fn constant(value: bool) -> Self {
        Self(value.into())
    }

    /// That node itself.
    pub fn of(node: usize) -> Self {
        Self(2 * node as u32)
    }

    /// Its value, of a constant.
    pub fn known(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The number of its node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// It stands for the negation of its node.
    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// This edge, negated if `negate` is set.
    pub fn xor(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

impl Not for Edge {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A graph. Node 0 is the constant 0.
#[derive(Debug, Clone)]
pub struct Aig {
    /// The two sides of an AND; `None` for the constant and for variables. Sides come before what they are sides of.
    nodes: Vec<Option<(Edge, Edge)>>,
    known: HashMap<(Edge, Edge), Edge>,
}

impl Default for Aig {
    fn default() -> Self {
        Self { nodes: vec![None], known: HashMap::new() }
    }
}

impl Aig {
    /// A new variable.
    pub fn variable(&mut self) -> Edge {
        self.nodes.push(None);
        Edge(2 * (self.nodes.len() as u32 - 1))
    }

    /// So many new variables.
    pub fn variables(&mut self, count: usize) -> Vec<Edge> {
        (0..count).map(|_| self.variable()).collect()
    }

    /// Both.
    pub fn both(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Edge::FALSE || a == !b {
            return Edge::FALSE;
        }
        if a == Edge::TRUE || a == b {
            return b;
        }
        if let Some(known) = self.known.get(&(a, b)) {
            return *known;
        }
        if let Some(simpler) = self.simplified(a, b).or_else(|| self.simplified(b, a)) {
            return simpler;
        }
        self.nodes.push(Some((a, b)));
        let made = Edge(2 * (self.nodes.len() as u32 - 1));
        self.known.insert((a, b), made);
        made
    }

    /// `a` AND `b` where `a` is known to be one of the sides of `b`, or to contradict one.
    fn simplified(&mut self, a: Edge, b: Edge) -> Option<Edge> {
        let (x, y) = self.nodes[b.node()]?;
        if b.negated() {
            // a AND NOT (x AND y)
            return if a == !x || a == !y {
                Some(a)
            } else if a == x {
                Some(self.both(a, !y))
            } else if a == y {
                Some(self.both(a, !x))
            } else {
                None
            };
        }
        if a == x || a == y {
            Some(b)
        } else if a == !x || a == !y {
            Some(Edge::FALSE)
        } else {
            None
        }
    }

    /// The sides of the AND at a node; `None` for the constant and for variables.
    pub fn sides(&self, node: usize) -> Option<(Edge, Edge)> {
        self.nodes[node]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// There is no node but the constant.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }
}

impl Gates for Aig {
    type Bit = Edge;

    fn constant(&mut self, value: bool) -> Edge {
        Edge::constant(value)
    }

    fn not(&mut self, a: Edge) -> Edge {
        !a
    }

    fn and(&mut self, a: Edge, b: Edge) -> Edge {
        self.both(a, b)
    }

    fn known(&self, bit: Edge) -> Option<bool> {
        bit.known()
    }

    fn mux(&mut self, select: Edge, yes: Edge, no: Edge) -> Edge {
        if yes == no {
            return yes;
        }
        let (yes, no) = (self.both(select, yes), self.both(!select, no));
        self.or(yes, no)
    }
}
