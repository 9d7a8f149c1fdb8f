//! Routing a hop ahead (`PIPELINE` = 1, RC4): heads on links between routers have in their own bits (L4) where they go at the router that they come
//! to. What a router takes for granted of the heads that come in is what it shows of those that leave, at the neighbour's address and port.

use torusmith_contract::{Gates, RouteBits, Router, vector};
use torusmith_topology::Graph;

use crate::aig::{Aig, Edge};
use crate::shape::Shape;

/// The register with the neighbours' addresses.
pub const NEXT: &str = "next";

/// Next routers at the outputs of the routers of a network.
pub struct Ahead {
    /// By output port: the input port behind it, and by node the neighbour's address, if there is one.
    behind: Vec<Option<(usize, Vec<Option<u32>>)>>,
}

impl Ahead {
    /// Of a network in which the links of an output port all lead to the same input port; the others have none.
    pub fn new(shape: &Shape, graph: &Graph) -> Self {
        let p = &shape.parameters;
        let behind = |o: usize| {
            let links: Vec<_> = (0..p.routers() as usize).map(|node| graph.downstream(node, o)).collect();
            let port = links.iter().flatten().map(|link| usize::from(link.port)).next()?;
            let alike = links.iter().flatten().all(|link| usize::from(link.port) == port);
            alike.then(|| (port, links.iter().map(|link| link.map(|link| link.node)).collect()))
        };
        Self { behind: (0..p.ports).map(|o| if p.is_local(o) { None } else { behind(o) }).collect() }
    }

    /// The address of the neighbour behind output port `o`, and whether there is one.
    pub fn neighbour(&self, aig: &mut Aig, node: &[Edge], o: usize) -> Option<(Edge, Vec<Edge>)> {
        let (_, nodes) = self.behind[o].as_ref()?;
        let there = table(aig, node, &|node| nodes.get(node).is_some_and(Option::is_some));
        let bit =
            |aig: &mut Aig, bit: usize| table(aig, node, &|node| nodes.get(node).copied().flatten().is_some_and(|to| to >> bit & 1 == 1));
        let address = (0..node.len()).map(|n| bit(aig, n)).collect();
        Some((there, address))
    }

    /// The own bits with which a head leaves by output port `o`. Where they mean nothing they are those of `shown`: with no neighbour all of them, at
    /// its destination the class.
    pub fn leaves(
        &self,
        aig: &mut Aig,
        shape: &Shape,
        router: &Router,
        o: usize,
        (node, data, shown): (&[Edge], &[Edge], &[Edge]),
    ) -> Vec<Edge> {
        let (Some((port, _)), Some((there, neighbour))) = (&self.behind[o], self.neighbour(aig, node, o)) else { return shown.to_vec() };
        let hop = hop(aig, shape, router, *port, (&neighbour, data, shown));
        vector::mux(aig, there, &hop, shown)
    }
}

/// The own bits of a head that comes in by port `i` of `node`: which of the turns, and the class. At its destination the class means nothing and is
/// that of `shown`.
pub fn hop(aig: &mut Aig, shape: &Shape, router: &Router, i: usize, (node, data, shown): (&[Edge], &[Edge], &[Edge])) -> Vec<Edge> {
    // The class of a hop is the same in all message classes.
    let route = router.uncut_route(aig, node, data, 0);
    let (mut turn, class) = encoded(aig, shape, i, 0, &route);
    let home = shape.home(aig, &route);
    let class = vector::mux(aig, home, &shown[turn.len()..turn.len() + class.len()], &class);
    turn.extend(class);
    turn
}

/// A route from input VC (i, v) as a hop says it (`way_of` of an input unit): the output, and the field of the classes, a bit for each or the number of
/// the one.
pub fn encoded(aig: &mut Aig, shape: &Shape, i: usize, v: usize, route: &RouteBits<Edge>) -> (Vec<Edge>, Vec<Edge>) {
    let first = &route.candidates[0];
    let way = |aig: &mut Aig, bit: usize| {
        let there = shape.outputs_of(i).into_iter().filter(|o| shape.way(i, *o) >> bit & 1 == 1);
        vector::any(aig, there.map(|o| first.port[o]).collect::<Vec<_>>())
    };
    let way: Vec<Edge> = (0..shape.way_bits()).map(|bit| way(aig, bit)).collect();
    let m = shape.parameters.message_class(v);
    let there: Vec<Edge> = (0..shape.classes).map(|c| first.vcs[shape.lowest_of(c, m)]).collect();
    let class = if shape.mixed { there } else { vector::encode(aig, &there, shape.class_bits()) };
    (way, class)
}

/// A bit for each number, as a function of the number's bits.
fn table(aig: &mut Aig, number: &[Edge], bit: &dyn Fn(usize) -> bool) -> Edge {
    match number.split_last() {
        None => Edge::constant(bit(0)),
        Some((&highest, lower)) => {
            let half = 1 << lower.len();
            let (high, low) = (table(aig, lower, &|n| bit(n + half)), table(aig, lower, bit));
            aig.mux(highest, high, low)
        }
    }
}
