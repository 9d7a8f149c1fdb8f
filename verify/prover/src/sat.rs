//! Questions about edges of a graph, to the SAT solver CaDiCaL.

use std::time::{Duration, Instant};

use cadical_sys::{CaDiCal, Status, Terminator};

use crate::aig::{Aig, Edge};

/// Result of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// There is no such assignment.
    Never,
    /// There is one: [`Sat::found`] tells it.
    Found,
    /// Out of time.
    Unknown,
}

/// Edges of a graph as literals: each edge that was asked for has clauses that say what it is.
#[derive(Default)]
pub struct Literals {
    /// The variable of a node, 0 if it has none.
    variables: Vec<i32>,
    last: i32,
}

/// When questions are given up.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// Each after so long.
    Each(Duration),
    /// All of them after so much work, in the solver's ticks: the same on every machine.
    Ticks(i64),
}

impl Limit {
    /// So many seconds for each.
    pub fn seconds(seconds: f32) -> Self {
        Self::Each(Duration::from_secs_f32(seconds))
    }
}

/// A solver that knows those nodes of a graph that it was asked about.
pub struct Sat {
    solver: CaDiCal,
    literals: Literals,
    limit: Limit,
}

/// When a question is given up.
pub(crate) struct Until(Instant);

impl Until {
    /// So long from now.
    pub fn now_and(limit: Duration) -> Self {
        Self(Instant::now() + limit)
    }
}

impl Terminator for Until {
    fn terminated(&mut self) -> bool {
        Instant::now() >= self.0
    }
}

impl Literals {
    /// A variable that is none of the graph's.
    pub fn switch(&mut self) -> i32 {
        self.last += 1;
        self.last
    }

    /// The literal of an edge; `add` takes the clauses of all that it depends on.
    pub fn of(&mut self, aig: &Aig, edge: Edge, add: &mut dyn FnMut(&[i32])) -> i32 {
        self.variables.resize(aig.len().max(self.variables.len()), 0);
        let mut open = vec![edge.node()];
        while let Some(&node) = open.last() {
            if self.variables[node] != 0 {
                open.pop();
                continue;
            }
            let sides = aig.sides(node);
            let before = open.len();
            if let Some((a, b)) = sides {
                open.extend([a, b].map(Edge::node).into_iter().filter(|side| self.variables[*side] == 0));
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            let own = self.switch();
            self.variables[node] = own;
            match sides {
                Some((a, b)) => {
                    let [a, b] = [a, b].map(|side| self.known(side));
                    add(&[-own, a]);
                    add(&[-own, b]);
                    add(&[own, -a, -b]);
                }
                None if node == 0 => add(&[-own]),
                None => {}
            }
        }
        self.known(edge)
    }

    fn known(&self, edge: Edge) -> i32 {
        let variable = self.variables[edge.node()];
        if edge.negated() { -variable } else { variable }
    }
}

impl Sat {
    /// One that gives up so.
    pub fn new(limit: Limit) -> Self {
        Self { solver: CaDiCal::new(), literals: Literals::default(), limit }
    }

    /// From now on questions are given up so.
    pub fn limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Remainder of the limit.
    pub fn left(&self) -> Limit {
        self.limit
    }

    /// A variable of the solver that is none of the graph's.
    pub fn switch(&mut self) -> i32 {
        self.literals.switch()
    }

    /// The solver's literal of an edge, with all that the edge depends on.
    pub fn literal(&mut self, aig: &Aig, edge: Edge) -> i32 {
        self.literals.of(aig, edge, &mut |clause| self.solver.clause6(clause))
    }

    /// One of these literals holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.solver.clause6(&literals.into_iter().collect::<Vec<_>>());
    }

    /// Whether all that was said can hold together with these literals.
    pub fn ask(&mut self, literals: impl IntoIterator<Item = i32>) -> Answer {
        let literals: Vec<i32> = literals.into_iter().collect();
        loop {
            match self.limit {
                Limit::Ticks(0) => return Answer::Unknown,
                Limit::Each(limit) => self.solver.connect_terminator(Until::now_and(limit)),
                Limit::Ticks(left) => _ = self.solver.limit("ticks", i32::try_from(left).unwrap_or(i32::MAX)),
            }
            literals.iter().for_each(|literal| self.solver.assume(*literal));
            let before = self.ticks();
            let status = self.solver.solve();
            let used = self.ticks() - before;
            let more = match &mut self.limit {
                Limit::Each(_) => false,
                Limit::Ticks(left) => {
                    *left = left.saturating_sub(used).max(0);
                    // A question may take more than the solver can be told at once.
                    *left > 0 && used > 0
                }
            };
            match status {
                Status::SATISFIABLE => return Answer::Found,
                Status::UNSATISFIABLE => return Answer::Never,
                Status::UNKNOWN if more => {}
                Status::UNKNOWN => return Answer::Unknown,
            }
        }
    }

    fn ticks(&self) -> i64 {
        self.solver.get_statistic_value("ticks")
    }

    /// The literal holds in what was found.
    pub fn holds(&mut self, literal: i32) -> bool {
        (self.solver.val(literal.abs()) > 0) == (literal > 0)
    }

    /// Values of all nodes in the assignment that was found; variables that do not matter are 0.
    pub fn found(&mut self, aig: &Aig) -> Assignment {
        let mut values = Vec::with_capacity(aig.len());
        for node in 0..aig.len() {
            let value = match aig.sides(node) {
                Some((a, b)) => [a, b].into_iter().all(|side| values[side.node()] != side.negated()),
                None => {
                    let variable = self.literals.variables.get(node).copied().filter(|variable| *variable != 0);
                    variable.is_some_and(|variable| self.solver.val(variable) > 0)
                }
            };
            values.push(value);
        }
        Assignment(values)
    }
}

/// Values of all nodes of a graph.
pub struct Assignment(Vec<bool>);

impl Assignment {
    /// These values, by node.
    pub fn of(values: Vec<bool>) -> Self {
        Self(values)
    }

    /// The value of an edge.
    pub fn value(&self, edge: Edge) -> bool {
        self.0[edge.node()] != edge.negated()
    }
}
