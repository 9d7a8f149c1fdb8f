//! One clock of the router, from a state to the next.

use torusmith_design::Pipeline;

use crate::allocation::{self, FlitMoves, VcGrants};
use crate::arrivals::{Arrival, next_input_vc};
use crate::credits;
use crate::fronts::{Fronts, compute_fronts};
use crate::guard::check_local;
use crate::links::{drive_link, select_leaving};
use crate::named::NamedBits;
use crate::parameters::Parameters;
use crate::state::{InputPort, OutputPort, OutputVc};
use crate::switch::{self, SwitchGrants};
use crate::wires::{CreditLink, FlitLink};
use crate::{Gates, Inputs, Outputs, Router, State, vector};

/// Decisions of a clock, from the state alone.
struct ClockDecisions<Bit> {
    fronts: Fronts<Bit>,
    switched: SwitchGrants<Bit>,
    /// By output port: flit on the link, or in the register in the next clock (ST1).
    flits: Vec<FlitLink<Bit>>,
}

impl Router {
    /// Outputs of a clock: they depend on the state alone (L2).
    pub fn outputs<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>) -> Outputs<G::Bit> {
        match self.parameters().pipeline {
            Pipeline::One => {
                let decided = self.decide(gates, state);
                drive_decisions(state, &decided)
            }
            _ => drive_registers(state),
        }
    }

    /// One clock: the state in the next clock, and the outputs in this one.
    pub fn step<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>, inputs: &Inputs<G::Bit>) -> (State<G::Bit>, Outputs<G::Bit>) {
        let decided = self.decide(gates, state);
        let outputs = match self.parameters().pipeline {
            Pipeline::One => drive_decisions(state, &decided),
            _ => drive_registers(state),
        };
        let next = self.next(gates, state, inputs, decided);
        (self.unless_reset(gates, inputs, next), outputs)
    }

    /// `next`, or the reset state in a clock of reset (Z1).
    fn unless_reset<G: Gates>(&self, gates: &mut G, inputs: &Inputs<G::Bit>, next: State<G::Bit>) -> State<G::Bit> {
        if gates.known(inputs.reset) == Some(false) {
            return next;
        }
        let mut reset = self.reset(gates, &inputs.node).bits().into_iter();
        next.map(&mut |name, bit| {
            let (same, cleared) = reset.next().expect("two states of one router have the same bits");
            debug_assert_eq!(name, same);
            gates.mux(inputs.reset, cleared, bit)
        })
    }

    fn decide<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>) -> ClockDecisions<G::Bit> {
        let parameters = self.parameters();
        let ok = credits::ok(gates, parameters, state);
        let has_credit = credits::has_credit(gates, state);
        let fronts = compute_fronts(self, gates, state, &ok, &has_credit);
        let switched = match parameters.pipeline {
            Pipeline::Three => switch::grant_picked(gates, parameters, state, &fronts),
            _ => switch::grant_heads_and_bodies(gates, parameters, state, &fronts),
        };
        let mut leaving = Vec::with_capacity(parameters.ports);
        for ((input, fronts), left) in state.inputs.iter().zip(&fronts).zip(&switched.left) {
            leaving.push(select_leaving(gates, parameters, input, fronts, left));
        }
        let flits = (0..parameters.ports).map(|o| drive_link(gates, parameters, &leaving, &switched, o)).collect();
        ClockDecisions { fronts, switched, flits }
    }

    /// The state in the next clock, if `rst` is 0.
    fn next<G: Gates>(
        &self,
        gates: &mut G,
        state: &State<G::Bit>,
        inputs: &Inputs<G::Bit>,
        ClockDecisions { fronts, switched, flits }: ClockDecisions<G::Bit>,
    ) -> State<G::Bit> {
        let parameters = self.parameters();
        let (mut accepted, mut guards, mut error) = (Vec::new(), Vec::new(), Vec::new());
        for k in 0..parameters.locals() {
            let decision = check_local(self, gates, state, inputs, k);
            accepted.push(decision.accepted);
            guards.push(decision.next);
            error.extend(decision.error);
        }
        let given = match parameters.pipeline {
            Pipeline::Three => allocation::allocate(gates, parameters, state, &fronts),
            _ => allocation::take_vcs(gates, state, &switched),
        };
        let wake = credits::wake(gates, parameters, state, &inputs.credits);
        let mut next = State { node: state.node.clone(), inputs: Vec::new(), outputs: Vec::new(), guards, error };
        for (o, output) in state.outputs.iter().enumerate() {
            let vcs = next_output_vcs(gates, (o, output), &inputs.credits[o], (&switched, &given), &flits[o]);
            next.outputs.push(OutputPort {
                vcs,
                pointer: switched.output_pointers[o].clone(),
                allocators: given.allocators[o].clone(),
                flit: output.flit.as_ref().map(|_| flits[o].clone()),
            });
        }
        let has_credit = credits::has_credit(gates, &next);
        for (i, input) in state.inputs.iter().enumerate() {
            let arrival = Arrival { link: &inputs.flits[i], valid: accepted.get(i).copied().unwrap_or(inputs.flits[i].valid) };
            let came = arrival.by_vc(gates, parameters);
            let traffic = FlitMoves { came: &came, left: &switched.left[i], given: &given.head[i] };
            let (port, vc) = (vector::encode(gates, &given.port[i], parameters.port_bits()), &given.vc[i]);
            let holds = (port, vector::encode(gates, vc, parameters.vc_bits()));
            let mut vcs = Vec::with_capacity(parameters.vcs);
            for (v, vc) in input.vcs.iter().enumerate() {
                vcs.push(next_input_vc(gates, (v, vc), &fronts[i][v], (&arrival, &traffic), &holds, &wake));
            }
            let mut credit = credit_of(gates, parameters, traffic.left);
            if let Some(guard) = state.guards.get(i) {
                credit = merge_credits(gates, &guard.dropped, &credit);
            }
            let called = input.called.is_some().then(|| allocation::call_next(gates, parameters, input, &fronts[i], &traffic));
            let picked = input.picked.is_some();
            let picked = picked.then(|| allocation::pick_next(gates, parameters, (input, &vcs), &has_credit, &traffic));
            next.inputs.push(InputPort { vcs, pointer: switched.input_pointers[i].clone(), called, picked, credit });
        }
        next
    }
}

/// The credit of a flit that leaves (ST2).
fn credit_of<G: Gates>(gates: &mut G, parameters: &Parameters, left: &[G::Bit]) -> CreditLink<G::Bit> {
    CreditLink { valid: vector::any(gates, left.iter().copied()), vc: vector::encode(gates, left, parameters.vc_bits()) }
}

/// Merges the credit of a dropped flit (E5) and the credit of a leaving flit, which never occur together.
fn merge_credits<G: Gates>(gates: &mut G, dropped: &CreditLink<G::Bit>, left: &CreditLink<G::Bit>) -> CreditLink<G::Bit> {
    let vc = vector::mux(gates, dropped.valid, &dropped.vc, &left.vc);
    CreditLink { valid: gates.or(dropped.valid, left.valid), vc }
}

/// Outputs with `PIPELINE` = 1: the decisions of this clock are on the links.
fn drive_decisions<Bit: Copy>(state: &State<Bit>, decided: &ClockDecisions<Bit>) -> Outputs<Bit> {
    Outputs { flits: decided.flits.clone(), ..drive_registers(state) }
}

/// Outputs of the registers.
fn drive_registers<Bit: Copy>(state: &State<Bit>) -> Outputs<Bit> {
    Outputs {
        flits: state.outputs.iter().filter_map(|output| output.flit.clone()).collect(),
        credits: state.inputs.iter().map(|input| input.credit.clone()).collect(),
        error: state.error.clone(),
    }
}

/// The VCs of an output port in the next clock (VC1, VC2); `flit` is the flit that goes to the port.
fn next_output_vcs<G: Gates>(
    gates: &mut G,
    (o, output): (usize, &OutputPort<G::Bit>),
    credit: &CreditLink<G::Bit>,
    (switched, given): (&SwitchGrants<G::Bit>, &VcGrants<G::Bit>),
    flit: &FlitLink<G::Bit>,
) -> Vec<OutputVc<G::Bit>> {
    let mut vcs = Vec::with_capacity(output.vcs.len());
    for (w, vc) in output.vcs.iter().enumerate() {
        let (mut sent, mut taken) = (gates.constant(false), gates.constant(false));
        for i in 0..switched.port.len() {
            let here = gates.and(switched.port[i][o], switched.vc[i][w]);
            sent = gates.or(sent, here);
            let given_here = gates.and(given.port[i][o], given.vc[i][w]);
            let given_any = vector::any(gates, given.head[i].iter().copied());
            let taken_here = gates.and(given_here, given_any);
            taken = gates.or(taken, taken_here);
        }
        let ended = gates.and(sent, flit.tail);
        let kept = gates.and_not(vc.owned, ended);
        vcs.push(OutputVc { owned: gates.or(kept, taken), credit: credits::count_credits(gates, vc, w, sent, credit) });
    }
    vcs
}
