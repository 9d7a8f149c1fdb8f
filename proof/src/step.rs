//! A clock of the router, from the state in it to the state in the next one.

use crate::allocation::{self, Given, Traffic};
use crate::credits::{self, OfOutputs};
use crate::fronts::{Front, Fronts, fronts, woken};
use crate::guard::{Guarded, guard};
use crate::named::Named;
use crate::parameters::Pipeline;
use crate::state::{Flit, InputPort, InputVc, OutputPort, OutputVc};
use crate::switch::{self, Switched};
use crate::wires::{CreditLink, FlitLink};
use crate::{Gates, Inputs, Outputs, Parameters, Router, State, vector};

/// All that is decided in a clock, from the state alone.
struct Decided<Bit> {
    fronts: Fronts<Bit>,
    switched: Switched<Bit>,
    /// By output port: what is on its link, or in its register in the next clock (ST1).
    flits: Vec<FlitLink<Bit>>,
}

impl Router {
    /// What the router shows in a clock: it depends on the state alone (L2).
    pub fn outputs<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>) -> Outputs<G::Bit> {
        match self.parameters().pipeline {
            Pipeline::One => {
                let decided = self.decided(gates, state);
                shown(state, &decided)
            }
            _ => in_registers(state),
        }
    }

    /// A clock: the state in the next one, and what the router shows in this one.
    pub fn step<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>, inputs: &Inputs<G::Bit>) -> (State<G::Bit>, Outputs<G::Bit>) {
        let decided = self.decided(gates, state);
        let outputs = match self.parameters().pipeline {
            Pipeline::One => shown(state, &decided),
            _ => in_registers(state),
        };
        let next = self.next(gates, state, inputs, decided);
        let reset = self.reset(gates, &inputs.node).bits();
        let mut reset = reset.into_iter();
        let next = next.map(&mut |name, bit| {
            let (same, cleared) = reset.next().expect("two states of one router have the same bits");
            debug_assert_eq!(name, same);
            gates.mux(inputs.reset, cleared, bit)
        });
        (next, outputs)
    }

    fn decided<G: Gates>(&self, gates: &mut G, state: &State<G::Bit>) -> Decided<G::Bit> {
        let parameters = self.parameters();
        let ok = credits::ok(gates, parameters, state);
        let has_credit = credits::has_credit(gates, state);
        let fronts = fronts(self, gates, state, &ok, &has_credit);
        let switched = match parameters.pipeline {
            Pipeline::Three => switch::picked(gates, parameters, state, &fronts),
            _ => switch::heads_and_bodies(gates, parameters, state, &fronts),
        };
        let mut leaving = Vec::with_capacity(parameters.ports);
        for ((input, fronts), left) in state.inputs.iter().zip(&fronts).zip(&switched.left) {
            leaving.push(crossing(gates, parameters, input, fronts, left));
        }
        let flits = (0..parameters.ports).map(|o| on_link(gates, parameters, &leaving, &switched, o)).collect();
        Decided { fronts, switched, flits }
    }

    /// The state in the next clock, if `rst` is 0.
    fn next<G: Gates>(
        &self,
        gates: &mut G,
        state: &State<G::Bit>,
        inputs: &Inputs<G::Bit>,
        Decided { fronts, switched, flits }: Decided<G::Bit>,
    ) -> State<G::Bit> {
        let parameters = self.parameters();
        let Guarded { accepted, open, dropping, error } = guard(self, gates, state, inputs);
        let given = match parameters.pipeline {
            Pipeline::Three => allocation::allocated(gates, parameters, state, &fronts),
            _ => allocation::taken(gates, state, &switched),
        };
        let wake = credits::wake(gates, parameters, state, &inputs.credits);
        let mut next = State { node: state.node.clone(), inputs: Vec::new(), outputs: Vec::new(), open, dropping, error };
        for (o, output) in state.outputs.iter().enumerate() {
            let vcs = output_vcs(gates, (o, output), &inputs.credits[o], (&switched, &given), &flits[o]);
            next.outputs.push(OutputPort {
                vcs,
                pointer: switched.output_pointers[o].clone(),
                allocators: given.allocators[o].clone(),
                flit: output.flit.as_ref().map(|_| flits[o].clone()),
            });
        }
        let has_credit = credits::has_credit(gates, &next);
        for (i, input) in state.inputs.iter().enumerate() {
            let arrival = Arrival { link: &inputs.flits[i], valid: if i == 0 { accepted } else { inputs.flits[i].valid } };
            let came = arrival.by_vc(gates, parameters);
            let traffic = Traffic { came: &came, left: &switched.left[i], given: &given.head[i] };
            let (port, vc) = (vector::encode(gates, &given.port[i], parameters.port_bits()), &given.vc[i]);
            let holds = (port, vector::encode(gates, vc, parameters.vc_bits()));
            let mut vcs = Vec::with_capacity(parameters.vcs);
            for (v, vc) in input.vcs.iter().enumerate() {
                vcs.push(input_vc(gates, (v, vc), &fronts[i][v], (&arrival, &traffic), &holds, &wake));
            }
            let left = vector::any(gates, traffic.left.iter().copied());
            let credit = CreditLink { valid: left, vc: vector::encode(gates, traffic.left, parameters.vc_bits()) };
            let called = input.called.is_some().then(|| allocation::next_called(gates, parameters, input, &fronts[i], &traffic));
            let picked = input.picked.is_some();
            let picked = picked.then(|| allocation::next_picked(gates, parameters, (input, &vcs), &has_credit, &traffic));
            next.inputs.push(InputPort { vcs, pointer: switched.input_pointers[i].clone(), called, picked, credit });
        }
        next
    }
}

/// With `PIPELINE` = 1 what is decided is on the links.
fn shown<Bit: Copy>(state: &State<Bit>, decided: &Decided<Bit>) -> Outputs<Bit> {
    Outputs { flits: decided.flits.clone(), ..in_registers(state) }
}

/// What the registers show.
fn in_registers<Bit: Copy>(state: &State<Bit>) -> Outputs<Bit> {
    Outputs {
        flits: state.outputs.iter().filter_map(|output| output.flit.clone()).collect(),
        credits: state.inputs.iter().map(|input| input.credit.clone()).collect(),
        error: state.error.clone(),
    }
}

/// The flit that leaves an input, and its routing bits beyond a port other than 0 (RC7).
fn crossing<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    input: &InputPort<G::Bit>,
    fronts: &[Front<G::Bit>],
    left: &[G::Bit],
) -> (Flit<G::Bit>, Vec<G::Bit>) {
    let of: Vec<_> = input.vcs.iter().map(|vc| &vc.buffer[0]).collect();
    let heads: Vec<_> = of.iter().map(|flit| flit.head).collect();
    let tails: Vec<_> = of.iter().map(|flit| flit.tail).collect();
    let flit = Flit {
        head: vector::select_bit(gates, left, &heads),
        tail: vector::select_bit(gates, left, &tails),
        data: vector::select(gates, left, of.iter().map(|flit| &flit.data[..])),
    };
    let bits = match parameters.rewrites {
        true => {
            let onward = vector::select(gates, left, fronts.iter().map(|front| &front.route.onward[..]));
            vector::mux(gates, flit.head, &onward, &flit.data[parameters.routing()])
        }
        false => flit.data[parameters.routing()].to_vec(),
    };
    (flit, bits)
}

/// What the switch puts on the link of output port `o`, or into its register.
fn on_link<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    leaving: &[(Flit<G::Bit>, Vec<G::Bit>)],
    switched: &Switched<G::Bit>,
    o: usize,
) -> FlitLink<G::Bit> {
    let from: Vec<_> = switched.port.iter().map(|port| port[o]).collect();
    let heads: Vec<_> = leaving.iter().map(|(flit, _)| flit.head).collect();
    let tails: Vec<_> = leaving.iter().map(|(flit, _)| flit.tail).collect();
    let vc = vector::select(gates, &from, switched.vc.iter().map(|vc| &vc[..]));
    let mut data = vector::select(gates, &from, leaving.iter().map(|(flit, _)| &flit.data[..]));
    if o != 0 && parameters.rewrites {
        let onward = vector::select(gates, &from, leaving.iter().map(|(_, onward)| &onward[..]));
        data.splice(parameters.routing(), onward);
    }
    FlitLink {
        valid: vector::any(gates, from.iter().copied()),
        vc: vector::encode(gates, &vc, parameters.vc_bits()),
        head: vector::select_bit(gates, &from, &heads),
        tail: vector::select_bit(gates, &from, &tails),
        data,
    }
}

/// The VCs of an output port in the next clock (VC1, VC2); `flit` is what goes to it.
fn output_vcs<G: Gates>(
    gates: &mut G,
    (o, output): (usize, &OutputPort<G::Bit>),
    credit: &CreditLink<G::Bit>,
    (switched, given): (&Switched<G::Bit>, &Given<G::Bit>),
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
        vcs.push(OutputVc { owned: gates.or(kept, taken), credit: credits::counted(gates, vc, w, sent, credit) });
    }
    vcs
}

/// What comes to an input port.
struct Arrival<'a, Bit> {
    link: &'a FlitLink<Bit>,
    /// There is a flit for a buffer.
    valid: Bit,
}

impl<Bit: Copy> Arrival<'_, Bit> {
    fn by_vc<G: Gates<Bit = Bit>>(&self, gates: &mut G, parameters: &Parameters) -> Vec<Bit> {
        let vc = vector::decode(gates, &self.link.vc, parameters.vcs);
        vector::when(gates, self.valid, &vc)
    }
}

/// An input VC in the next clock; `holds` is the output VC that the head of its port is given, if one is.
fn input_vc<G: Gates>(
    gates: &mut G,
    (v, vc): (usize, &InputVc<G::Bit>),
    front: &Front<G::Bit>,
    (arrival, traffic): (&Arrival<G::Bit>, &Traffic<G::Bit>),
    holds: &(Vec<G::Bit>, Vec<G::Bit>),
    wake: &OfOutputs<G::Bit>,
) -> InputVc<G::Bit> {
    let (came, left, given) = (traffic.came[v], traffic.left[v], traffic.given[v]);
    let fewer = vector::decrement(gates, &vc.count);
    let kept = vector::mux(gates, left, &fewer, &vc.count);
    let more = vector::increment(gates, &kept);
    let count = vector::mux(gates, came, &more, &kept);

    let ended = gates.and(left, vc.buffer[0].tail);
    let still = gates.and_not(vc.act, ended);
    let act = gates.or(still, given);

    let occupied = gates.not(front.occupied);
    let fresh = gates.or(occupied, left);
    let (requests, candidate) = woken(gates, front, &vc.candidate, wake, fresh);
    let occupied = vector::any(gates, count.iter().copied());
    let waits = gates.and_not(occupied, act);
    InputVc {
        buffer: buffer(gates, vc, &kept, (arrival.link, came), left),
        act,
        port: vector::mux(gates, given, &holds.0, &vc.port),
        vc: vector::mux(gates, given, &holds.1, &vc.vc),
        hreq: gates.and(waits, requests),
        candidate,
        count,
    }
}

/// The places of a buffer in the next clock; what comes goes to place `kept`, the number of flits that stay.
fn buffer<G: Gates>(
    gates: &mut G,
    vc: &InputVc<G::Bit>,
    kept: &[G::Bit],
    (link, came): (&FlitLink<G::Bit>, G::Bit),
    left: G::Bit,
) -> Vec<Flit<G::Bit>> {
    let mut places = Vec::with_capacity(vc.buffer.len());
    for (k, here) in vc.buffer.iter().enumerate() {
        let behind = vc.buffer.get(k + 1).unwrap_or(here);
        let last = vector::is(gates, kept, k);
        let filled = gates.and(came, last);
        let mut next = |link, here, behind| {
            let moved = gates.mux(left, behind, here);
            gates.mux(filled, link, moved)
        };
        places.push(Flit {
            head: next(link.head, here.head, behind.head),
            tail: next(link.tail, here.tail, behind.tail),
            data: (0..here.data.len()).map(|b| next(link.data[b], here.data[b], behind.data[b])).collect(),
        });
    }
    places
}
