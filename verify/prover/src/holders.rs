//! Which output VCs the packets of an input VC can hold at which nodes: a packet whose head has left does not say where it goes.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_contract::Gates;
use torusmith_sim::routing::Routing;
use torusmith_topology::TerminalId;

use crate::aig::{Aig, Edge};
use crate::arrivals::{Arrival, Arrivals};
use crate::shape::Shape;

/// By input port and VC, then by output port and VC: whether it can be held, by node.
pub struct Holders(BTreeMap<[usize; 4], Vec<bool>>);

impl Holders {
    /// As these heads ask for them by the model's routing function; at local ports `local`, or heads for any node, with any routing bits.
    pub fn new(shape: &Shape, arrivals: &Arrivals, local: Option<&Arrivals>, routing: &impl Routing) -> Self {
        let p = &shape.parameters;
        let mut found = Self(BTreeMap::new());
        for Arrival { node, port, vc, to, bits } in arrivals.all().chain(local.into_iter().flat_map(Arrivals::all)) {
            for candidate in routing.route(node, to, bits).iter() {
                found.add(shape, node, (port.into(), vc.into()), (candidate.port.into(), candidate.vcs));
            }
        }
        if local.is_some() {
            return found;
        }
        // With RC7 the destination says nothing.
        let ends = if p.rewrites { 1 } else { p.nodes as usize };
        for node in 0..p.routers() {
            let heads = TerminalId::all(ends).flat_map(|to| (0..1u64 << p.routing_bits).map(move |bits| (to, bits)));
            let asked =
                |(to, bits)| routing.route(node, to, bits).iter().map(|candidate| (candidate.port, candidate.vcs)).collect::<Vec<_>>();
            let asked: BTreeSet<(u8, u8)> = heads.flat_map(asked).collect();
            for (k, v) in (0..p.locals()).flat_map(|k| (0..p.vcs).map(move |v| (k, v))) {
                asked.iter().for_each(|(o, set)| found.add(shape, node, (k, v), ((*o).into(), *set)));
            }
        }
        found
    }

    /// A head of (i, v) asks at a node for VCs of port `o`; the set is that of message class 0 (RC8).
    fn add(&mut self, shape: &Shape, node: u32, (i, v): (usize, usize), (o, set): (usize, u8)) {
        let p = &shape.parameters;
        // At local ports a head has the VCs of all classes (RC2).
        let vcs: Vec<usize> = match p.is_local(o) {
            true => (0..p.vcs).filter(|w| shape.reach(i, v, o) >> w & 1 == 1).collect(),
            false => shape.kept(set << (p.message_class(v) * shape.share()), v).into_iter().map(usize::from).collect(),
        };
        for w in vcs {
            self.0.entry([i, v, o, w]).or_insert_with(|| vec![false; 1 << p.router_bits()])[node as usize] = true;
        }
    }

    /// A packet of input VC (i, v) can hold output VC (o, w) at such a node.
    pub fn can(&self, aig: &mut Aig, node: &[Edge], (i, v): (usize, usize), (o, w): (usize, usize)) -> Edge {
        self.0.get(&[i, v, o, w]).map_or(Edge::FALSE, |nodes| among(aig, node, nodes))
    }
}

/// The node, from bit 0 up, is one of these.
fn among(aig: &mut Aig, node: &[Edge], nodes: &[bool]) -> Edge {
    let Some((highest, rest)) = node.split_last() else { return Edge::constant(nodes[0]) };
    let (low, high) = nodes.split_at(nodes.len() / 2);
    let (low, high) = (among(aig, rest, low), among(aig, rest, high));
    aig.mux(*highest, high, low)
}

#[cfg(test)]
mod tests {
    use torusmith_contract::vector;
    use torusmith_generator::{Options, generate};
    use torusmith_sim::generated::GeneratedDesign as Design;

    use super::*;
    use crate::arrivals::Kind;
    use crate::subject;

    #[test]
    fn what_can_be_held_is_what_packets_of_all_pairs_take_on_their_ways() {
        for network in ["torus:4,3", "ttn:2,2,0", "rdt:4", "fattree:2,2", "mesh:3,2:2"] {
            let folder = tempfile::tempdir().unwrap();
            let options = Options { vcs: Some(2), ..Options::default() };
            generate(&network.parse().unwrap(), &options).unwrap().write(folder.path()).unwrap();
            let design = Design::open(folder.path()).unwrap();
            let (shape, routing, graph) = (subject::shape(&design).unwrap(), subject::routing(&design).unwrap(), design.network.graph());
            let holders = Holders::new(&shape, &Arrivals::new(Kind::Routes, &shape, &graph, &routing), None, &routing);
            let p = &shape.parameters;
            let (mut walked, mut begun) = (BTreeSet::new(), BTreeSet::new());
            let all = TerminalId::all(p.nodes as usize);
            for (source, end) in
                all.clone().flat_map(|source| all.clone().map(move |end| (source, end))).filter(|(source, end)| source != end)
            {
                let at = graph.at(source);
                let mut open: Vec<_> = routing.source_choices(source, end).iter().map(|bits| (at.router, None, *bits)).collect();
                while let Some((node, from, bits)) = open.pop() {
                    let (candidates, onward) = routing.route_onward(node, end, bits);
                    for candidate in candidates.iter() {
                        for w in (0..p.vcs).filter(|w| candidate.vcs >> w & 1 == 1) {
                            match from {
                                Some((i, v)) => _ = walked.insert((node, i, v, usize::from(candidate.port), w)),
                                None => begun.extend((0..p.vcs).map(|v| (node, usize::from(at.port), v, usize::from(candidate.port), w))),
                            }
                            if let Some(link) =
                                graph.downstream(node as usize, candidate.port.into()).filter(|_| !p.is_local(candidate.port.into()))
                            {
                                open.push((link.node, Some((usize::from(link.port), w)), onward));
                            }
                        }
                    }
                }
            }
            let mut some_not = false;
            for node in 0..p.routers() {
                let bits = vector::number(&mut Aig::default(), node as usize, p.router_bits());
                // At the local port there may be more than sources send.
                for (_, k, v, o, w) in begun.iter().filter(|begun| begun.0 == node) {
                    assert_eq!(
                        holders.can(&mut Aig::default(), &bits, (*k, *v), (*o, *w)),
                        Edge::TRUE,
                        "{network}: {node}, {k}, {v}, {o}, {w}"
                    );
                }
                for (i, v) in (p.locals()..p.ports).flat_map(|i| shape.own_vcs(i).into_iter().map(move |v| (i, v))) {
                    for (o, w) in shape.reached(i, v) {
                        let can = holders.can(&mut Aig::default(), &bits, (i, v), (o, w));
                        assert_eq!(can == Edge::TRUE, walked.contains(&(node, i, v, o, w)), "{network}: {node}, {i}, {v}, {o}, {w}");
                        some_not |= can == Edge::FALSE;
                    }
                }
            }
            assert!(some_not, "{network}: the node says nothing");
        }
    }
}
