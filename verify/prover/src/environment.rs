//! Environment of a router: every flit, credit and reset that the contract allows, at any time.
//!
//! It is a filter and no assumption: whatever is wished for goes through if it is legal, else nothing does, so that nothing can contradict itself.
//! Local ports are not filtered at all (E1 to E3), except where routing bits say the way (RC7): there a head that E1 does not refuse has turns.
//! For mutants its routing bits are a source's, too (E4). Nothing comes in at a local port that the router does not have (Z3).

use torusmith_contract::{FlitLink, Gates, Inputs, Outputs, Router, vector};

use crate::ahead;
use crate::aig::{Aig, Edge};
use crate::filter::Filter;
use crate::shape::Shape;

/// State of the router's neighbours.
#[derive(Debug, Clone)]
pub struct Environment {
    /// By input port and VC: credits that the sender has (VC2); none at local ports.
    pub credits: Vec<Vec<Vec<Edge>>>,
    /// By input port and VC: a packet has begun and not ended (L3); none at local ports.
    pub open: Vec<Vec<Edge>>,
    /// By output port and VC: flits that came out of the router and for which no credit has gone back.
    pub owes: Vec<Vec<Vec<Edge>>>,
}

impl Environment {
    /// All bits by `bit`, in a fixed order.
    pub fn of(shape: &Shape, bit: &mut impl FnMut() -> Edge) -> Self {
        let p = &shape.parameters;
        let mut number = |_: usize| (0..p.count_bits()).map(|_| bit()).collect::<Vec<_>>();
        let credits = (0..p.ports).map(|i| if p.is_local(i) { Vec::new() } else { (0..p.vcs).map(&mut number).collect() }).collect();
        let owes = (0..p.ports).map(|_| (0..p.vcs).map(&mut number).collect()).collect();
        let open = (0..p.ports).map(|i| if p.is_local(i) { Vec::new() } else { (0..p.vcs).map(|_| bit()).collect() }).collect();
        Self { credits, open, owes }
    }

    /// All bits, in the order of [`Self::of`].
    pub fn bits(&self) -> Vec<Edge> {
        let numbers = self.credits.iter().chain(&self.owes).flatten().flatten();
        numbers.chain(self.open.iter().flatten()).copied().collect()
    }

    /// Legal part of the unconstrained inputs.
    pub fn let_through(
        &self,
        aig: &mut Aig,
        shape: &Shape,
        router: &Router,
        filter: &Filter,
        node: &[Edge],
        wishes: &Inputs<Edge>,
    ) -> Inputs<Edge> {
        let p = &shape.parameters;
        let mut legal = wishes.clone();
        let known = vector::below(aig, &wishes.node, p.routers() as usize);
        legal.node = vector::when(aig, known, &wishes.node);
        for (k, flit) in legal.flits.iter_mut().enumerate().take(p.locals()) {
            let there = router.has_terminal(aig, node, k);
            flit.valid = aig.and(flit.valid, there);
            if p.rewrites || p.hop_bits > 0 || filter.is_of_local() {
                let may = local_heads(aig, shape, router, filter, node, (k, &wishes.flits[k]));
                flit.valid = aig.and(flit.valid, may);
            }
        }
        for (i, flit) in legal.flits.iter_mut().enumerate().skip(p.locals()) {
            let vcs = vector::decode(aig, &flit.vc, p.vcs);
            let is_open = vector::select_bit(aig, &vcs, &self.open[i]);
            let mut may = Edge::FALSE;
            for v in shape.own_vcs(i) {
                let some = vector::any(aig, self.credits[i][v].iter().copied());
                let head = filter.lets_in(aig, shape, router, node, &flit.data, (i, v));
                let goes_on = aig.or(is_open, head);
                let here = vector::all(aig, [vcs[v], some, goes_on]);
                may = aig.or(may, here);
            }
            flit.valid = aig.and(flit.valid, may);
            flit.head = !is_open;
            if shape.ahead {
                // What the router before this one has put there: see `Ahead`.
                let at = shape.link_hop();
                let hop = ahead::hop(aig, shape, router, i, (node, &flit.data, &flit.data[at.clone()]));
                let hop = vector::mux(aig, flit.head, &hop, &flit.data[at.clone()]);
                flit.data.splice(at, hop);
            }
        }
        for (credit, owes) in legal.credits.iter_mut().zip(&self.owes) {
            let vcs = vector::decode(aig, &credit.vc, p.vcs);
            let some: Vec<_> = owes.iter().map(|owes| vector::any(aig, owes.iter().copied())).collect();
            let may = vector::select_bit(aig, &vcs, &some);
            credit.valid = aig.and(credit.valid, may);
        }
        legal
    }

    /// State of the neighbours in the next clock.
    pub fn next(&self, aig: &mut Aig, shape: &Shape, given: &Inputs<Edge>, shown: &Outputs<Edge>) -> Self {
        let p = &shape.parameters;
        let mut next = self.clone();
        let (none, all) = (vector::number(aig, 0, p.count_bits()), vector::number(aig, p.depth, p.count_bits()));
        for i in p.locals()..p.ports {
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

/// Condition of local port `k` where it is filtered: no head, one that E1 refuses, or one that the filter lets in.
fn local_heads(aig: &mut Aig, shape: &Shape, router: &Router, filter: &Filter, node: &[Edge], (k, flit): (usize, &FlitLink<Edge>)) -> Edge {
    let p = &shape.parameters;
    let destination = &flit.data[p.destination()];
    let own = router.terminal(aig, node, k);
    let here = vector::equal(aig, destination, &own);
    let a_terminal = vector::below(aig, destination, p.nodes as usize);
    let ends = if p.rewrites { router.route(aig, node, &flit.data, 0).candidates[0].port[0] } else { here };
    let vcs = vector::decode(aig, &flit.vc, p.vcs);
    let no_vc = !vector::any(aig, vcs.iter().copied());
    let let_in: Vec<Edge> = (0..p.vcs).map(|v| filter.lets_in(aig, shape, router, node, &flit.data, (k, v))).collect();
    let let_in = vector::select_bit(aig, &vcs, &let_in);
    vector::any(aig, [!flit.head, no_vc, here, !a_terminal, ends, let_in])
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
