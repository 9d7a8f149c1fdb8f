//! What a router may meet: every flit, credit and reset that the contract allows, at any time.
//!
//! It is a filter and no assumption: whatever is wished for goes through if it is legal, else nothing does, so that nothing can contradict itself.
//! The local port is not filtered at all (E1 to E3).

use torusmith_proof::{FlitLink, Gates, Inputs, Outputs, Router, vector};

use crate::aig::{Aig, Edge};
use crate::shape::Shape;

/// What the router's neighbours know.
#[derive(Debug, Clone)]
pub struct Environment {
    /// By input port and VC: credits that the sender has (VC2); none at port 0.
    pub credits: Vec<Vec<Vec<Edge>>>,
    /// By input port and VC: a packet has begun and not ended (L3); none at port 0.
    pub open: Vec<Vec<Edge>>,
    /// By output port and VC: flits that came out of the router and for which no credit has gone back.
    pub owes: Vec<Vec<Vec<Edge>>>,
}

impl Environment {
    /// All bits by `bit`, in a fixed order.
    pub fn of(shape: &Shape, bit: &mut impl FnMut() -> Edge) -> Self {
        let p = &shape.parameters;
        let mut number = |_: usize| (0..p.count_bits()).map(|_| bit()).collect::<Vec<_>>();
        let credits = (0..p.ports).map(|i| if i == 0 { Vec::new() } else { (0..p.vcs).map(&mut number).collect() }).collect();
        let owes = (0..p.ports).map(|_| (0..p.vcs).map(&mut number).collect()).collect();
        let open = (0..p.ports).map(|i| if i == 0 { Vec::new() } else { (0..p.vcs).map(|_| bit()).collect() }).collect();
        Self { credits, open, owes }
    }

    /// What of the wishes is legal.
    pub fn let_through(&self, aig: &mut Aig, shape: &Shape, router: &Router, node: &[Edge], wishes: &Inputs<Edge>) -> Inputs<Edge> {
        let p = &shape.parameters;
        let mut legal = wishes.clone();
        let known = vector::below(aig, &wishes.node, p.nodes as usize);
        legal.node = vector::when(aig, known, &wishes.node);
        for (i, flit) in legal.flits.iter_mut().enumerate().skip(1) {
            let vcs = vector::decode(aig, &flit.vc, p.vcs);
            let is_open = vector::select_bit(aig, &vcs, &self.open[i]);
            let mut may = Edge::FALSE;
            for v in shape.own_vcs(i) {
                let some = vector::any(aig, self.credits[i][v].iter().copied());
                let head = may_come(aig, shape, router, node, flit, (i, v));
                let goes_on = aig.or(is_open, head);
                let here = vector::all(aig, [vcs[v], some, goes_on]);
                may = aig.or(may, here);
            }
            flit.valid = aig.and(flit.valid, may);
            flit.head = !is_open;
        }
        for (credit, owes) in legal.credits.iter_mut().zip(&self.owes) {
            let vcs = vector::decode(aig, &credit.vc, p.vcs);
            let some: Vec<_> = owes.iter().map(|owes| vector::any(aig, owes.iter().copied())).collect();
            let may = vector::select_bit(aig, &vcs, &some);
            credit.valid = aig.and(credit.valid, may);
        }
        legal
    }

    /// What is known in the next clock.
    pub fn next(&self, aig: &mut Aig, shape: &Shape, given: &Inputs<Edge>, shown: &Outputs<Edge>) -> Self {
        let p = &shape.parameters;
        let mut next = self.clone();
        let (none, all) = (vector::number(aig, 0, p.count_bits()), vector::number(aig, p.depth, p.count_bits()));
        for i in 1..p.ports {
            let (sent, back) = (&given.flits[i], &shown.credits[i]);
            for v in 0..p.vcs {
                let [sent_here, back_here] = [(sent.valid, &sent.vc), (back.valid, &back.vc)].map(|(valid, vc)| at(aig, valid, vc, v));
                next.credits[i][v] = counted(aig, &self.credits[i][v], back_here, sent_here);
                next.credits[i][v] = vector::mux(aig, given.reset, &all, &next.credits[i][v]);
                let open = aig.mux(sent_here, !sent.tail, self.open[i][v]);
                next.open[i][v] = aig.and(open, !given.reset);
            }
        }
        for o in 0..p.ports {
            let (seen, back) = (&shown.flits[o], &given.credits[o]);
            for w in 0..p.vcs {
                let [seen_here, back_here] = [(seen.valid, &seen.vc), (back.valid, &back.vc)].map(|(valid, vc)| at(aig, valid, vc, w));
                next.owes[o][w] = counted(aig, &self.owes[o][w], seen_here, back_here);
                next.owes[o][w] = vector::mux(aig, given.reset, &none, &next.owes[o][w]);
            }
        }
        next
    }
}

/// A head with such data may come by input VC (i, v): it is for a node of the network, and all its candidates are among the turns of (i, v).
pub fn may_come(aig: &mut Aig, shape: &Shape, router: &Router, node: &[Edge], flit: &FlitLink<Edge>, (i, v): (usize, usize)) -> Edge {
    turns_there(aig, shape, router, node, &flit.data, (i, v))
}

/// As [`may_come`], of the data alone.
pub fn turns_there(aig: &mut Aig, shape: &Shape, router: &Router, node: &[Edge], data: &[Edge], (i, v): (usize, usize)) -> Edge {
    let p = &shape.parameters;
    let route = router.route(aig, node, data, p.message_class(v));
    let mut strays = Vec::new();
    for candidate in &route.candidates {
        for (o, &port) in candidate.port.iter().enumerate() {
            let reach = shape.reach(i, v, o);
            let beyond: Vec<_> = (0..p.vcs).filter(|w| reach >> w & 1 == 0).map(|w| candidate.vcs[w]).collect();
            let beyond = vector::any(aig, beyond);
            strays.push(aig.and(port, beyond));
        }
    }
    let strays = vector::any(aig, strays);
    let known = vector::below(aig, &data[p.destination()], p.nodes as usize);
    aig.and(known, !strays)
}

/// Something is on a link, for VC `v`.
fn at(aig: &mut Aig, valid: Edge, vc: &[Edge], v: usize) -> Edge {
    let here = vector::is(aig, vc, v);
    aig.and(valid, here)
}

/// A number, one more, one less, or neither if both.
fn counted(aig: &mut Aig, number: &[Edge], more: Edge, less: Edge) -> Vec<Edge> {
    let (up, down) = (aig.and(more, !less), aig.and(less, !more));
    let (above, below) = (vector::increment(aig, number), vector::decrement(aig, number));
    let moved = vector::mux(aig, up, &above, number);
    vector::mux(aig, down, &below, &moved)
}
