//! A clock as claims see it.

use torusmith_contract::{CandidateBits, Outputs, Parameters, RouteBits, Router, State, vector};

use crate::ahead::Ahead;
use crate::aig::{Aig, Edge};
use crate::cases::by_cases;
use crate::environment::Environment;
use crate::filter::Filter;
use crate::netlist::Netlist;
use crate::shape::Shape;

/// The router's registers, the contract's state, what the neighbours know, and what both show.
pub struct ClaimContext<'a> {
    /// Shape of the router.
    pub shape: &'a Shape,
    /// The contract.
    pub router: &'a Router,
    /// Allowed inputs.
    pub filter: &'a Filter,
    /// Next routers at the outputs, where routing is a hop ahead.
    pub ahead: Option<&'a Ahead>,
    /// The router.
    pub netlist: &'a Netlist,
    /// Its registers.
    pub registers: &'a [Edge],
    /// The contract's state.
    pub spec: &'a State<Edge>,
    /// State of the neighbours.
    pub environment: &'a Environment,
    /// Outputs of the router.
    pub shown: &'a Outputs<Edge>,
    /// Outputs of the contract.
    pub owed: &'a Outputs<Edge>,
    /// By input port and VC: where the packets go whose heads are in the buffer, by place.
    pub routes: Vec<Vec<Vec<RouteBits<Edge>>>>,
    /// Routes before one VC is kept of each set (RC9).
    pub uncut: Vec<Vec<Vec<RouteBits<Edge>>>>,
}

impl<'a> ClaimContext<'a> {
    /// Where the packets go whose heads are in the buffers.
    /// Once as they are, and once before one VC is kept of each set (RC9).
    pub fn routes(aig: &mut Aig, shape: &Shape, router: &Router, spec: &State<Edge>) -> [Vec<Vec<Vec<RouteBits<Edge>>>>; 2] {
        let routes = Self::all_routes(aig, shape, spec, |aig, node, data, v| router.route(aig, node, data, v));
        let uncut = match shape.parameters.order {
            true => Self::all_routes(aig, shape, spec, |aig, node, data, v| router.uncut_route(aig, node, data, v)),
            false => routes.clone(),
        };
        [routes, uncut]
    }

    fn all_routes(
        aig: &mut Aig,
        shape: &Shape,
        spec: &State<Edge>,
        route: impl Fn(&mut Aig, &[Edge], &[Edge], usize) -> RouteBits<Edge>,
    ) -> Vec<Vec<Vec<RouteBits<Edge>>>> {
        let p = &shape.parameters;
        let of = |aig: &mut Aig, i: usize, v: usize| {
            let flits = spec.inputs[i].vcs[v].buffer.iter();
            flits.map(|flit| route_by_cases(aig, p, &spec.node, &flit.data, |aig, node, data| route(aig, node, data, v))).collect()
        };
        (0..p.ports).map(|i| shape.own_vcs(i).into_iter().map(|v| of(aig, i, v)).collect()).collect()
    }

    /// The bits of a register, from bit 0 up.
    pub fn register(&self, name: &str) -> Option<Vec<Edge>> {
        Some(self.netlist.register(name)?.iter().map(|bit| self.registers[*bit]).collect())
    }

    /// The input VCs that packets come by: port, rank among those of the port, VC.
    pub fn input_vcs(&self) -> Vec<(usize, usize, usize)> {
        let ports = 0..self.shape.parameters.ports;
        ports.flat_map(|i| self.shape.own_vcs(i).into_iter().enumerate().map(move |(rank, v)| (i, rank, v))).collect()
    }

    /// A bit of a register, as it is declared.
    pub fn register_bit(&self, name: &str, bit: usize) -> Option<Edge> {
        Some(self.registers[self.netlist.register_bit(name, bit as i64)?])
    }

    /// The name of a register of an input port.
    pub fn of_input(&self, i: usize, name: &str) -> String {
        let own: Vec<String> = self.shape.own_vcs(i).iter().map(usize::to_string).collect();
        let blocks = [String::new(), "g_all.".to_owned(), format!("g_vc_{}.", own.join("_"))];
        let unit = |block: &String| format!("g_input[{i}].{block}u_input.");
        let found = blocks.iter().map(unit).find(|unit| self.netlist.register(&format!("{unit}credit_valid")).is_some());
        found.unwrap_or_else(|| unit(&blocks[0])) + name
    }

    /// The name of a register of an input VC, by its rank.
    pub fn of_vc(&self, i: usize, rank: usize, name: &str) -> String {
        let alone = self.shape.own_vcs(i).len() == 1 && !self.shape.three();
        self.of_input(i, &if alone { format!("u_vc.{name}") } else { format!("g_vc[{rank}].u_vc.{name}") })
    }

    /// The name of a register of an output port.
    pub fn of_output(&self, o: usize, name: &str) -> String {
        let block = match self.shape.local_differs() {
            true if self.shape.parameters.is_local(o) => "g_local.",
            true => "g_link.",
            false => "",
        };
        format!("g_output[{o}].{block}u_vcs.{name}")
    }

    /// The input VC's buffer is not empty.
    pub fn some(&self, aig: &mut Aig, i: usize, v: usize) -> Edge {
        vector::any(aig, self.spec.inputs[i].vcs[v].count.iter().copied())
    }

    /// The packet whose flit was pushed last has not ended: the last flit in the buffer is no tail, or in an empty one the packet at the front goes on.
    pub fn unended(&self, aig: &mut Aig, i: usize, v: usize) -> Edge {
        let vc = &self.spec.inputs[i].vcs[v];
        let counts = vector::decode(aig, &vc.count, vc.buffer.len() + 1);
        let goes_on: Vec<_> = std::iter::once(vc.act).chain(vc.buffer.iter().map(|flit| !flit.tail)).collect();
        vector::select_bit(aig, &counts, &goes_on)
    }

    /// The packet at the front of the input VC holds output VC (o, w).
    pub fn holds(&self, aig: &mut Aig, (i, v): (usize, usize), (o, w): (usize, usize)) -> Edge {
        let vc = &self.spec.inputs[i].vcs[v];
        let (port, vc_is) = (vector::is(aig, &vc.port, o), vector::is(aig, &vc.vc, w));
        vector::all(aig, [vc.act, port, vc_is])
    }

    /// The candidate that the head at the front of an input VC asks for.
    pub fn asked(&self, aig: &mut Aig, i: usize, rank: usize) -> CandidateBits<Edge> {
        let v = self.shape.own_vcs(i)[rank];
        let candidates = &self.routes[i][rank][0].candidates;
        match (&candidates[..], &self.spec.inputs[i].vcs[v].candidate[..]) {
            ([first, other], &[second]) if self.shape.vc_chooses(i, v) => CandidateBits {
                port: vector::mux(aig, second, &other.port, &first.port),
                vcs: vector::mux(aig, second, &other.vcs, &first.vcs),
            },
            _ => candidates[0].clone(),
        }
    }

    /// A flit is in the output register for VC `w` of port `o`; never with `PIPELINE` = 1.
    pub fn leaves(&self, aig: &mut Aig, o: usize, w: usize) -> Edge {
        let Some(flit) = &self.spec.outputs[o].flit else { return Edge::FALSE };
        let here = vector::is(aig, &flit.vc, w);
        vector::all(aig, [flit.valid, here])
    }

    /// A credit is in the credit register of port `i` for VC `v`.
    pub fn credited(&self, aig: &mut Aig, i: usize, v: usize) -> Edge {
        let credit = &self.spec.inputs[i].credit;
        let here = vector::is(aig, &credit.vc, v);
        vector::all(aig, [credit.valid, here])
    }
}

/// The head has a second candidate.
pub fn has_other(aig: &mut Aig, route: &RouteBits<Edge>) -> Edge {
    route.candidates.get(1).map_or(Edge::FALSE, |other| vector::any(aig, other.port.iter().copied()))
}

/// Where a head with such data goes.
fn route_by_cases(
    aig: &mut Aig,
    p: &Parameters,
    node: &[Edge],
    data: &[Edge],
    route: impl Fn(&mut Aig, &[Edge], &[Edge]) -> RouteBits<Edge>,
) -> RouteBits<Edge> {
    let word = [node, &p.header(data)].concat();
    let bits = by_cases(aig, &word, &mut |aig, word| {
        let (node, header) = word.split_at(p.router_bits());
        let route = route(aig, node, header);
        let candidates = route.candidates.into_iter().flat_map(|candidate| candidate.port.into_iter().chain(candidate.vcs));
        candidates.chain(route.onward).collect()
    });
    let mut bits = bits.into_iter();
    let mut some = |count: usize| bits.by_ref().take(count).collect::<Vec<_>>();
    let candidates = (0..p.candidates).map(|_| CandidateBits { port: some(p.ports), vcs: some(p.vcs) }).collect();
    RouteBits { candidates, onward: some(p.routing_bits) }
}
