//! Which heads may come in from another router.

use torusmith_contract::{RouteBits, Router, vector};
use torusmith_sim::routing::Routing;
use torusmith_topology::Graph;

use crate::aig::{Aig, Edge};
pub use crate::arrivals::Kind;
use crate::arrivals::{Arrival, Arrivals};
use crate::diagram::Diagram;
use crate::holders::Holders;
use crate::shape::Shape;
use torusmith_contract::Gates;

/// The heads that may come in by each input VC.
pub struct Filter {
    /// Which they are.
    pub kind: Kind,
    /// By input port and VC; `None`: all that have turns there.
    sent: Vec<Vec<Option<Diagram>>>,
    /// Output VCs that packets of neighbours can hold; `None`: those that their routes turn to.
    holders: Option<Holders>,
}

impl Filter {
    /// Only turns count.
    pub fn turns(shape: &Shape) -> Self {
        let p = &shape.parameters;
        Self { kind: Kind::Turns, sent: vec![vec![None; p.vcs]; p.ports], holders: None }
    }

    /// Heads that neighbours can have sent, by the model's routing function.
    pub fn sent(kind: Kind, shape: &Shape, graph: &Graph, routing: &impl Routing) -> Self {
        let p = &shape.parameters;
        if kind == Kind::Turns {
            return Self::turns(shape);
        }
        let arrivals = Arrivals::new(kind, shape, graph, routing);
        let local = (kind == Kind::Sources).then(|| Arrivals::local(shape, graph, routing));
        let of = |i: usize| if p.is_local(i) { local.as_ref() } else { Some(&arrivals) };
        let diagram = |i: usize, v: usize| of(i).map(|heads| Diagram::new(p, heads.of(i, v)));
        let sent = (0..p.ports).map(|i| (0..p.vcs).map(|v| diagram(i, v)).collect()).collect();
        let holders = (kind >= Kind::Routes).then(|| Holders::new(shape, &arrivals, local.as_ref(), routing));
        Self { kind, sent, holders }
    }

    /// The heads that may come in at a node, by input port and VC; `None`: not only those of a set.
    pub fn at(&self, node: usize) -> Vec<Vec<Option<Diagram>>> {
        let at = |sent: &Option<Diagram>| sent.as_ref().map(|sent| sent.at(node));
        self.sent.iter().map(|of_port| of_port.iter().map(at).collect()).collect()
    }

    /// A packet that came by input VC (i, v) can hold output VC (o, w) at such a node.
    pub fn lets_hold(&self, aig: &mut Aig, node: &[Edge], from: (usize, usize), to: (usize, usize)) -> Edge {
        self.holders.as_ref().map_or(Edge::TRUE, |holders| holders.can(aig, node, from, to))
    }

    /// Local ports are filtered.
    pub fn is_of_local(&self) -> bool {
        self.kind == Kind::Sources
    }

    /// A head with such data may come to input VC (i, v): it is for a terminal of the network, its candidates are among the turns of (i, v), and it is
    /// one that comes from there.
    pub fn lets_in(&self, aig: &mut Aig, shape: &Shape, router: &Router, node: &[Edge], data: &[Edge], (i, v): (usize, usize)) -> Edge {
        let route = router.uncut_route(aig, node, data, v);
        let turns = has_turns(aig, shape, &route, (i, v));
        let known = vector::below(aig, &data[shape.parameters.destination()], shape.parameters.nodes as usize);
        let turns = aig.and(known, turns);
        match &self.sent[i][v] {
            Some(sent) => {
                let sent = sent.has(aig, node, data);
                aig.and(turns, sent)
            }
            None => turns,
        }
    }
}

/// All candidates of a route are among the turns of input VC (i, v).
pub fn has_turns(aig: &mut Aig, shape: &Shape, route: &RouteBits<Edge>, (i, v): (usize, usize)) -> Edge {
    let mut strays = Vec::new();
    for candidate in &route.candidates {
        for (o, &port) in candidate.port.iter().enumerate() {
            let reach = shape.turned_to(i, v, o);
            let beyond: Vec<_> = (0..shape.parameters.vcs).filter(|w| reach >> w & 1 == 0).map(|w| candidate.vcs[w]).collect();
            let beyond = vector::any(aig, beyond);
            strays.push(aig.and(port, beyond));
        }
    }
    !vector::any(aig, strays)
}

/// A head that some source's packet has on its way and that the turns of its input VC leave out, in words.
pub fn beyond_turns(shape: &Shape, graph: &Graph, routing: &impl Routing) -> Option<String> {
    let arrivals = Arrivals::new(Kind::Routes, shape, graph, routing);
    let strays = arrivals.all().filter(|&Arrival { node, port, vc, to, bits }| {
        let up = shape.parameters.message_class(vc.into()) * shape.share();
        let candidates = routing.route(node, to, bits).moved_up(up);
        candidates.iter().any(|c| {
            let wanted = if shape.parameters.is_local(c.port.into()) { 0 } else { c.vcs };
            let turned_to = shape.turned_to(port.into(), vc.into(), c.port.into());
            wanted & !turned_to != 0 || turned_to == 0
        })
    });
    strays.min().map(|Arrival { node, port, vc, to, bits }| {
        format!("at node {node}, port {port}, VC {vc}, for node {to} with routing bits {bits:#x}")
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};
    use torusmith_generator::{Options, generate};
    use torusmith_sim::generated::GeneratedDesign as Design;
    use torusmith_topology::TerminalId;

    use super::*;
    use crate::subject;

    /// Drawn at random there are those of all destinations, and no other; by a network in which routing bits break ties, by one in which they say the
    /// way, and by one in which terminals are apart from routers.
    #[test]
    fn heads_of_the_local_port_are_those_of_its_source() {
        for network in ["torus:4,4", "rdt:4", "fattree:2,2"] {
            let folder = tempfile::tempdir().unwrap();
            generate(&network.parse().unwrap(), &Options::default()).unwrap().write(folder.path()).unwrap();
            let design = Design::open(folder.path()).unwrap();
            let (shape, routing) = (subject::shape(&design).unwrap(), subject::routing(&design).unwrap());
            let graph = design.network.graph();
            let filter = Filter::sent(Kind::Sources, &shape, &graph, &routing);
            let (p, mut rng) = (&shape.parameters, ChaCha8Rng::seed_from_u64(1));
            for source in TerminalId::all(p.nodes as usize) {
                let end = graph.at(source);
                let drawn = |set: &Diagram, rng: &mut ChaCha8Rng| {
                    let blind = rng.next_u64() & ((1 << p.routing().end) - 1);
                    let header = set.header(rng, blind).unwrap();
                    let to = if p.rewrites { 0 } else { header & ((1 << p.address_bits) - 1) };
                    (to, header >> p.address_bits)
                };
                let of_port = filter.at(end.router as usize).swap_remove(end.port.into());
                let set = of_port.last().unwrap().as_ref().unwrap();
                let found: BTreeSet<_> = (0..2000).map(|_| drawn(set, &mut rng)).collect();
                let choices = |to: TerminalId| {
                    routing.source_choices(source, to).iter().map(move |bits| (u64::from(to.0), *bits)).collect::<Vec<_>>()
                };
                let all = TerminalId::all(p.nodes as usize).filter(|to| *to != source).flat_map(choices);
                let expected: BTreeSet<_> = all.map(|(to, bits)| (if p.rewrites { 0 } else { to }, bits)).collect();
                assert_eq!(found, expected, "{network}, source {source}");
            }
            let before = Filter::sent(Kind::Routes, &shape, &graph, &routing).at(0);
            let (locals, links) = before.split_at(p.locals());
            assert!(locals.iter().flatten().all(Option::is_none) && links.iter().flatten().all(Option::is_some), "{network}");
        }
    }
}
