//! Questions about edges of a graph, to the SAT solver CaDiCaL.

use cadical::{Solver, Timeout};

use crate::aig::{Aig, Edge};

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// There is no such assignment.
    Never,
    /// There is one: [`Sat::found`] tells it.
    Found,
    /// Out of time.
    Unknown,
}

/// A solver that knows those nodes of a graph that it was asked about.
pub struct Sat {
    solver: Solver<Timeout>,
    /// The solver's variable of a node, 0 if it has none.
    variables: Vec<i32>,
    last: i32,
}

impl Sat {
    /// One that gives up a question after so many seconds.
    pub fn new(seconds: f32) -> Self {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(Timeout::new(seconds)));
        Self { solver, variables: Vec::new(), last: 0 }
    }

    /// From now on a question is given up after so many seconds.
    pub fn limit(&mut self, seconds: f32) {
        self.solver.set_callbacks(Some(Timeout::new(seconds)));
    }

    /// A variable of the solver that is none of the graph's.
    pub fn switch(&mut self) -> i32 {
        self.last += 1;
        self.last
    }

    /// The solver's literal of an edge, with all that the edge depends on.
    pub fn literal(&mut self, aig: &Aig, edge: Edge) -> i32 {
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
                    let [a, b] = [a, b].map(|side| self.of(side));
                    self.solver.add_clause([-own, a]);
                    self.solver.add_clause([-own, b]);
                    self.solver.add_clause([own, -a, -b]);
                }
                None if node == 0 => self.solver.add_clause([-own]),
                None => {}
            }
        }
        self.of(edge)
    }

    fn of(&self, edge: Edge) -> i32 {
        let variable = self.variables[edge.node()];
        if edge.negated() { -variable } else { variable }
    }

    /// One of these literals holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.solver.add_clause(literals);
    }

    /// Whether all that was said can hold together with these literals.
    pub fn ask(&mut self, literals: impl IntoIterator<Item = i32>) -> Answer {
        match self.solver.solve_with(literals) {
            Some(true) => Answer::Found,
            Some(false) => Answer::Never,
            None => Answer::Unknown,
        }
    }

    /// What was found, of all nodes; variables that do not matter are 0.
    pub fn found(&self, aig: &Aig) -> Assignment {
        let mut values = Vec::with_capacity(aig.len());
        for node in 0..aig.len() {
            let value = match aig.sides(node) {
                Some((a, b)) => [a, b].into_iter().all(|side| values[side.node()] != side.negated()),
                None => {
                    let variable = self.variables.get(node).copied().filter(|variable| *variable != 0);
                    variable.and_then(|variable| self.solver.value(variable)).unwrap_or(false)
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
    /// The value of an edge.
    pub fn value(&self, edge: Edge) -> bool {
        self.0[edge.node()] != edge.negated()
    }
}
