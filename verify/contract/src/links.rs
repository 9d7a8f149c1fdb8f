//! Flits that the switch puts on the links, or into the output registers (ST1).

use crate::fronts::Front;
use crate::state::{Flit, InputPort};
use crate::switch::SwitchGrants;
use crate::wires::FlitLink;
use crate::{Gates, Parameters, vector};

/// The flit that leaves an input.
pub struct LeavingFlit<Bit> {
    flit: Flit<Bit>,
    /// Routing bits of the flit after a port that is a link (RC7).
    onward: Vec<Bit>,
}

/// Selects the flit that leaves an input.
pub fn select_leaving<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    input: &InputPort<G::Bit>,
    fronts: &[Front<G::Bit>],
    left: &[G::Bit],
) -> LeavingFlit<G::Bit> {
    let of: Vec<_> = input.vcs.iter().map(|vc| &vc.buffer[0]).collect();
    let heads: Vec<_> = of.iter().map(|flit| flit.head).collect();
    let tails: Vec<_> = of.iter().map(|flit| flit.tail).collect();
    let flit = Flit {
        head: vector::select_bit(gates, left, &heads),
        tail: vector::select_bit(gates, left, &tails),
        data: vector::select(gates, left, of.iter().map(|flit| &flit.data[..])),
    };
    let onward = match parameters.rewrites {
        true => {
            let onward = vector::select(gates, left, fronts.iter().map(|front| &front.route.onward[..]));
            vector::mux(gates, flit.head, &onward, &flit.data[parameters.routing()])
        }
        false => flit.data[parameters.routing()].to_vec(),
    };
    LeavingFlit { flit, onward }
}

/// Flit that the switch puts on the link of output port `o`, or into its register.
pub fn drive_link<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    leaving: &[LeavingFlit<G::Bit>],
    switched: &SwitchGrants<G::Bit>,
    o: usize,
) -> FlitLink<G::Bit> {
    let from: Vec<_> = switched.port.iter().map(|port| port[o]).collect();
    let heads: Vec<_> = leaving.iter().map(|crossing| crossing.flit.head).collect();
    let tails: Vec<_> = leaving.iter().map(|crossing| crossing.flit.tail).collect();
    let vc = vector::select(gates, &from, switched.vc.iter().map(|vc| &vc[..]));
    let mut data = vector::select(gates, &from, leaving.iter().map(|crossing| &crossing.flit.data[..]));
    if !parameters.is_local(o) && parameters.rewrites {
        let onward = vector::select(gates, &from, leaving.iter().map(|crossing| &crossing.onward[..]));
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
