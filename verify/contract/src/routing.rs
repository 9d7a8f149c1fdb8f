//! The routing function as a function of bits.

mod diagram;

use crate::error::RouteError;
use crate::parameters::{MAX_CANDIDATES, Parameters};
use crate::{Error, Gates, vector};
use diagram::{Diagram, Variable};

/// Result of a routing function for a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Route {
    /// Ports and sets of VCs, bit w for VC w, in the order of preference (RC1).
    candidates: [(u8, u8); MAX_CANDIDATES],
    count: usize,
    /// Routing bits that the head carries after a port that is a link (RC7).
    onward: u64,
}

/// A candidate of a head, as bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateBits<Bit> {
    /// Selects the candidate's output port; all 0 if there is no such candidate.
    pub port: Vec<Bit>,
    /// The candidate's set of VCs, V bits: only VCs of the head's message class.
    pub vcs: Vec<Bit>,
}

/// Result of a routing function for a head, as bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteBits<Bit> {
    /// The candidates, [`Parameters::candidates`] of them.
    pub candidates: Vec<CandidateBits<Bit>>,
    /// Routing bits that the head carries after a port that is a link (RC7).
    pub onward: Vec<Bit>,
}

/// A routing function as a reduced decision diagram over the bits of the router's address, the destination and the routing bits.
#[derive(Debug, Clone)]
pub struct Routing {
    diagram: Diagram<Leaf>,
}

/// Bits of a hop, from the lowest up: the fields that select port and VCs, then the routing bits that a head carries on if the routing
/// function rewrites them.
fn hop_fields(parameters: &Parameters) -> usize {
    parameters.hop_bits - if parameters.rewrites { parameters.routing_bits } else { 0 }
}

/// A route in the diagram. Rewriting is stored as the bits that change, because there are far fewer changes than values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Leaf {
    candidates: [(u8, u8); MAX_CANDIDATES],
    changed: u64,
}

impl Route {
    /// Candidates as (port, set of VCs) in the order of preference, and the routing bits that the head carries on: unchanged, except with
    /// RC7.
    ///
    /// # Panics
    /// If there are more than [`MAX_CANDIDATES`].
    pub fn new(candidates: &[(u8, u8)], onward: u64) -> Self {
        let mut all = [(0, 0); MAX_CANDIDATES];
        all[..candidates.len()].copy_from_slice(candidates);
        Self { candidates: all, count: candidates.len(), onward }
    }
}

impl Routing {
    /// Builds the diagram over routers and destinations. Their bits alternate, the highest of both first, so that digits of one position
    /// meet; routing bits follow.
    pub(crate) fn new(parameters: &Parameters, route: impl Fn(u32, u32, u64) -> Route) -> Result<Self, Error> {
        let (node, destination) = (parameters.router_bits(), parameters.address_bits);
        let bits =
            |b| [(b < node).then(|| Variable::Node(node - 1 - b)), (b < destination).then(|| Variable::Destination(destination - 1 - b))];
        let order: Vec<_> = (0..node.max(destination)).flat_map(bits).flatten().chain(routing_bits(parameters)).collect();
        Self::in_order(parameters, &order, route)
    }

    /// Builds the diagram over routing bits and nodes. Routing bits come first, as they leave few decisions for the node's bits.
    pub(crate) fn by_routing_bits(parameters: &Parameters, route: impl Fn(u32, u64) -> Route) -> Result<Self, Error> {
        let order: Vec<_> = routing_bits(parameters).chain((0..parameters.router_bits()).rev().map(Variable::Node)).collect();
        Self::in_order(parameters, &order, |node, _, bits| route(node, bits))
    }

    /// Builds the diagram over the fields of a hop. Values without a route may select any.
    pub(crate) fn of_hops(parameters: &Parameters, route: impl Fn(u64) -> Option<Route>) -> Result<Self, Error> {
        let order: Vec<_> = (0..hop_fields(parameters)).map(Variable::Hop).collect();
        let diagram = Diagram::new(&order, |fields| {
            let Some(route) = route(fields) else { return Ok(None) };
            route.check(parameters, 0).map_err(|fault| Error::Route { node: 0, destination: 0, bits: fields, fault })?;
            Ok(Some(Leaf { candidates: route.candidates, changed: 0 }))
        })?;
        Ok(Self { diagram })
    }

    fn in_order(parameters: &Parameters, order: &[Variable], route: impl Fn(u32, u32, u64) -> Route) -> Result<Self, Error> {
        let diagram = Diagram::new(order, |input| {
            let (mut node, mut destination, mut bits) = (0, 0, 0);
            for (n, &variable) in order.iter().enumerate() {
                let one = input >> n & 1;
                match variable {
                    Variable::Node(b) => node |= (one as u32) << b,
                    Variable::Destination(b) => destination |= (one as u32) << b,
                    Variable::Routing(b) => bits |= one << b,
                    Variable::Hop(_) => unreachable!("only `of_hops` has bits of a hop"),
                }
            }
            if node >= parameters.routers() || destination >= parameters.nodes {
                return Ok(None);
            }
            let route = route(node, destination, bits);
            route.check(parameters, bits).map_err(|fault| Error::Route { node, destination, bits, fault })?;
            Ok(Some(Leaf { candidates: route.candidates, changed: route.onward ^ bits }))
        })?;
        Ok(Self { diagram })
    }

    /// Number of nodes of the diagram.
    pub fn size(&self) -> usize {
        self.diagram.size()
    }

    /// Routes of a head in VC `vc`; `order` keeps one VC of each set (RC9).
    pub(crate) fn route<G: Gates>(
        &self,
        gates: &mut G,
        parameters: &Parameters,
        node: &[G::Bit],
        data: &[G::Bit],
        (vc, order): (usize, bool),
    ) -> RouteBits<G::Bit> {
        let (destination, bits) = (&data[parameters.destination()], &data[parameters.routing()]);
        let hop = &data[data.len() - parameters.hop_bits..];
        let leaves = self.diagram.leaves(gates, |variable| match variable {
            Variable::Node(b) => node[b],
            Variable::Destination(b) => destination[b],
            Variable::Routing(b) => bits[b],
            Variable::Hop(b) => hop[b],
        });
        let (class_vcs, message_class) = (parameters.class_vcs(), parameters.message_class(vc));
        let kept = |set: u8| if order { keep_one_vc(set, vc % class_vcs) } else { set };
        let mut candidates = Vec::with_capacity(parameters.candidates);
        for c in 0..parameters.candidates {
            let of = |leaf: &Leaf| leaf.candidates[c];
            let port = (0..parameters.ports).map(|o| any_of(gates, &leaves, |leaf| of(leaf).1 != 0 && usize::from(of(leaf).0) == o));
            let port = port.collect();
            let own = |w| parameters.message_class(w) == message_class;
            let vcs = (0..parameters.vcs).map(|w| any_of(gates, &leaves, |leaf| own(w) && kept(of(leaf).1) >> (w % class_vcs) & 1 == 1));
            candidates.push(CandidateBits { port, vcs: vcs.collect() });
        }
        if !hop.is_empty() && parameters.rewrites {
            return RouteBits { candidates, onward: hop[hop_fields(parameters)..].to_vec() };
        }
        if !hop.is_empty() {
            // Every routing function leads to the local port at the destination and nowhere else (RC1, RC2).
            let here = vector::equal(gates, node, destination);
            let all = kept(((1u32 << class_vcs) - 1) as u8);
            let local = |o: usize| o == 0;
            let vcs = |w: usize| parameters.message_class(w) == message_class && all >> (w % class_vcs) & 1 == 1;
            for candidate in &mut candidates {
                candidate.port = at_destination(gates, here, &candidate.port, local);
                candidate.vcs = at_destination(gates, here, &candidate.vcs, vcs);
            }
        }
        let changed: Vec<_> = (0..bits.len()).map(|b| any_of(gates, &leaves, |leaf| leaf.changed >> b & 1 == 1)).collect();
        RouteBits { candidates, onward: bits.iter().zip(changed).map(|(&bit, changed)| gates.xor(bit, changed)).collect() }
    }
}

/// A set as it is, or `there` if `here`.
fn at_destination<G: Gates>(gates: &mut G, here: G::Bit, set: &[G::Bit], there: impl Fn(usize) -> bool) -> Vec<G::Bit> {
    let mut chosen = Vec::with_capacity(set.len());
    for (n, &bit) in set.iter().enumerate() {
        chosen.push(if there(n) { gates.or(bit, here) } else { gates.and_not(bit, here) });
    }
    chosen
}

/// The VC that RC9 keeps of a set, for a head in VC `j` of its message class: number j mod n of n.
fn keep_one_vc(set: u8, j: usize) -> u8 {
    let members: Vec<usize> = (0..8).filter(|w| set >> w & 1 == 1).collect();
    members.get(j % members.len().max(1)).map_or(0, |w| 1 << w)
}

/// Whether the selected leaf satisfies `which`.
fn any_of<G: Gates>(gates: &mut G, leaves: &[(&Leaf, G::Bit)], which: impl Fn(&Leaf) -> bool) -> G::Bit {
    vector::any(gates, leaves.iter().filter(|(leaf, _)| which(leaf)).map(|&(_, bit)| bit))
}

/// The routing bits as variables, the highest first.
fn routing_bits(parameters: &Parameters) -> impl Iterator<Item = Variable> {
    (0..parameters.routing_bits).rev().map(Variable::Routing)
}

impl Route {
    /// Checks that a router with these parameters can follow the route, for a head with these routing bits.
    fn check(&self, parameters: &Parameters, bits: u64) -> Result<(), RouteError> {
        if !(1..=parameters.candidates).contains(&self.count) {
            return Err(RouteError::Candidates(self.count));
        }
        let candidates = &self.candidates[..self.count];
        if let Some(&(port, _)) = candidates.iter().find(|&&(port, _)| usize::from(port) >= parameters.ports) {
            return Err(RouteError::Port(port));
        }
        if let Some(&(_, vcs)) = candidates.iter().find(|&&(_, vcs)| vcs == 0 || u32::from(vcs) >> parameters.class_vcs() != 0) {
            return Err(RouteError::Vcs(vcs));
        }
        let fits = self.onward >> parameters.routing_bits == 0 && (parameters.rewrites || self.onward == bits);
        if fits { Ok(()) } else { Err(RouteError::Onward(self.onward)) }
    }
}
