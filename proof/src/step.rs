//! A clock of the router, from the state in it to the state in the next one.

use crate::{Gates, Inputs, Outputs, Router, State};

impl Router {
    /// What the router shows in a clock: it depends on the state alone (L2).
    pub fn outputs<G: Gates>(&self, _gates: &mut G, state: &State<G::Bit>) -> Outputs<G::Bit> {
        let flits = state.outputs.iter().filter_map(|output| output.flit.clone()).collect();
        Outputs { flits, credits: state.inputs.iter().map(|input| input.credit.clone()).collect(), error: state.error.clone() }
    }

    /// A clock: the state in the next one, and what the router shows in this one.
    pub fn step<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>, _inputs: &Inputs<G::Bit>) -> (State<G::Bit>, Outputs<G::Bit>) {
        (state.clone(), self.outputs(gates, state))
    }
}
