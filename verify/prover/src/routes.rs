//! Route computation (RC) apart from the rest of a router, for networks whose routes are too many for a table.
//!
//! The netlist is cut at the outputs of RC, and the contract's flits have a hop with them, any hop within the manifest's turns. So the router is
//! proved for every routing function. What RC computes is compared with the routing function of docs/networks.md, for every node and head.

use torusmith_contract::{CandidateBits, Gates, HopBits, Hops, Inputs, Parameters, Route, RouteBits, Router, vector};

use crate::ahead::encoded;
use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::filter::{Filter, has_turns};
use crate::netlist::Netlist;
use crate::shape::Shape;

/// Script for yosys that cuts a flat router at the outputs of its RC modules: each becomes an input.
pub const CUT: &str = "expose -input w:*.u_route.port w:*.u_route.out_class w:*.u_route.next_route\n";

/// Script for yosys that makes outputs of a flat router's RC modules outputs of the router.
pub const SHOWN: &str = "expose w:*.u_route.port w:*.u_route.out_class w:*.u_route.next_route\n";

/// RC of a router whose netlist is cut.
pub struct Routes {
    /// The routing function of the network.
    hops: Hops,
    /// By input port, the name of its RC in the netlist.
    units: Vec<String>,
    /// The router with the outputs of RC as outputs.
    shown: Netlist,
}

/// Bits of a hop that a flit has with it: port, classes, and with RC7 routing bits.
pub fn hop_bits(p: &Parameters, classes: usize) -> usize {
    p.port_bits() + classes + if p.rewrites { p.routing_bits } else { 0 }
}

/// Contract of a router for every routing function within the shape.
///
/// # Errors
/// A parameter out of range.
pub fn contract(shape: &Shape) -> Result<Router, torusmith_contract::Error> {
    let p = &shape.parameters;
    Router::for_any_routes(p.clone(), |fields| {
        let (port, classes) = (fields as usize & ((1 << p.port_bits()) - 1), fields as usize >> p.port_bits());
        let local = port < p.locals();
        let fits = port < p.ports && (p.rewrites || !local) && classes != 0 && (shape.mixed || classes.is_power_of_two());
        let vcs = (0..shape.share()).filter(|w| local || classes >> shape.class(*w) & 1 == 1).fold(0, |vcs, w| vcs | 1 << w);
        (fits && vcs != 0).then(|| Route::new(&[(port as u8, vcs)], 0))
    })
}

impl Routes {
    /// RC of a router by its netlists [`CUT`] and [`SHOWN`]; none where an input port has no RC of its own.
    pub fn new(hops: Hops, shape: &Shape, cut: &Netlist, shown: Netlist) -> Option<Self> {
        let unit = |i: usize| Some(cut.input_between(&format!("g_input[{i}]."), ".u_route.port")?.rsplit_once('.')?.0.to_owned());
        let units = (0..shape.parameters.ports).map(unit).collect::<Option<Vec<_>>>()?;
        Some(Self { hops, units, shown })
    }

    /// Values in place of RC's outputs: the hop that a legal head has with it, and anything for other flits.
    pub fn inputs(
        &self,
        aig: &mut Aig,
        (shape, router, filter): (&Shape, &Router, &Filter),
        node: &[Edge],
        inputs: &Inputs<Edge>,
    ) -> Vec<(String, Vec<Edge>)> {
        let p = &shape.parameters;
        let mut all = Vec::new();
        for (i, (flit, unit)) in inputs.flits.iter().zip(&self.units).enumerate() {
            let route = router.uncut_route(aig, node, &flit.data, 0);
            let home = shape.home(aig, &route);
            let of_vc = vector::decode(aig, &flit.vc, p.vcs);
            let let_in: Vec<Edge> = (0..p.vcs).map(|v| filter.lets_in(aig, shape, router, node, &flit.data, (i, v))).collect();
            let let_in = vector::select_bit(aig, &of_vc, &let_in);
            let legal = aig.or(home, let_in);
            let legal = aig.and(flit.head, legal);
            let class = encoded(aig, shape, i, 0, &route).1;
            let goes_on = aig.and(legal, !home);
            let onward = vector::mux(aig, home, &flit.data[p.routing()], &route.onward);
            for (name, given, bits) in
                [("port", legal, &route.candidates[0].port), ("out_class", goes_on, &class), ("next_route", legal, &onward)]
            {
                let free = aig.variables(bits.len());
                all.push((format!("{unit}.{name}"), vector::mux(aig, given, bits, &free)));
            }
        }
        all
    }

    /// Claims of a clock: whatever else the router's inputs and registers are, RC gives the hop of the routing function for each head with turns
    /// of its input port, and each head at a local port that E1 does not refuse has such turns, unless routing bits give the route (RC7).
    pub fn claims(&self, aig: &mut Aig, shape: &Shape, node: &[Edge], inputs: &Inputs<Edge>) -> Vec<Claim> {
        let p = &shape.parameters;
        let data: Vec<Edge> = inputs.flits.iter().flat_map(|flit| flit.data[..p.flit_width].to_vec()).collect();
        let outputs = self.shown.outputs_from(aig, "g_input[", ("here", node), ("in_data", &data));
        let mut claims = Vec::new();
        let mut push = |group, i, holds| {
            claims.push(Claim { group, of: [Some(i), None], is_output: false, is_definition: false, holds });
        };
        for (i, (flit, unit)) in inputs.flits.iter().zip(&self.units).enumerate() {
            let destination = &flit.data[p.destination()];
            let hop = self.hops.hop(aig, node, destination, &flit.data[p.routing()]);
            let home = hop.port[0];
            let known = vector::below(aig, destination, p.nodes as usize);
            let routes: Vec<_> = (0..p.vcs).map(|v| route_of(aig, shape, &hop, v)).collect();
            let turns: Vec<Edge> = routes.iter().enumerate().map(|(v, route)| has_turns(aig, shape, route, (i, v))).collect();
            let legal = vector::any(aig, shape.own_vcs(i).into_iter().map(|v| turns[v]));
            let legal = aig.or(home, legal);
            let legal = aig.and(known, legal);
            let expected = encoded(aig, shape, i, 0, &routes[0]).1;
            let found = |name: &str, width| self.shown.output(&format!("{unit}.{name}"), width, &outputs);
            let same_port = vector::equal(aig, &found("port", p.ports), &hop.port);
            let same_class = vector::equal(aig, &found("out_class", expected.len()), &expected);
            let same_class = aig.or(home, same_class);
            push("route_port", i, aig.or(!legal, same_port));
            push("route_class", i, aig.or(!legal, same_class));
            if p.rewrites {
                let same = vector::equal(aig, &found("next_route", p.routing_bits), &hop.onward);
                push("next_route", i, aig.or(!legal, same));
            }
            if p.is_local(i) && !p.rewrites {
                let all = vector::all(aig, turns);
                let away = aig.and(known, !home);
                push("local_turns", i, aig.or(!away, all));
                let here = vector::equal(aig, node, destination);
                let differ = aig.xor(home, here);
                let differ = aig.and(known, differ);
                push("destination", i, !differ);
            }
        }
        claims
    }
}

/// A hop as the route of a head in VC `v`.
fn route_of(aig: &mut Aig, shape: &Shape, hop: &HopBits<Edge>, v: usize) -> RouteBits<Edge> {
    let p = &shape.parameters;
    let vcs = (0..p.vcs).map(|w| match p.message_class(w) == p.message_class(v) {
        true => aig.or(hop.port[0], hop.classes[shape.class(w)]),
        false => Edge::FALSE,
    });
    RouteBits { candidates: vec![CandidateBits { port: hop.port.clone(), vcs: vcs.collect() }], onward: hop.onward.clone() }
}
