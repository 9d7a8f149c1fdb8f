//! A run that refutes a router, by chance: 64 runs of legal inputs at a time. It is not the shortest one, and of large routers it is found sooner.

use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use torusmith_contract::NamedBits;

use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::diagram::Diagram;
use crate::filter::Kind;
use crate::miter::{Miter, Moment, Step};
use crate::runs::{Clock, Run};
use crate::sat::Assignment;
use crate::trace::{Trace, played};

/// Clocks of each run.
const CLOCKS: usize = 512;
/// Batches of 64 runs.
const BATCHES: u64 = 4;

/// Looks for a difference at the outputs.
pub fn random(miter: &Miter) -> Option<Trace> {
    let search = Search::new(miter);
    search.found().map(|run| {
        let run = search.plainest(run);
        played(miter, &search.step, &search.values_of(&run), &search.outputs)
    })
}

/// Whether there is a difference, as [`random`] finds it.
pub fn differs(miter: &Miter) -> bool {
    Search::new(miter).found().is_some()
}

/// Runs of legal inputs, in which outputs are compared.
struct Search<'a> {
    clock: Clock,
    step: Step,
    outputs: Vec<Claim>,
    miter: &'a Miter,
}

/// Of 64 runs: the nodes, and the heads that may come in at each, see [`Filter::at`](crate::filter::Filter::at).
struct Heads {
    nodes: Vec<usize>,
    of: BTreeMap<usize, Vec<Vec<Option<Diagram>>>>,
}

impl<'a> Search<'a> {
    fn new(miter: &'a Miter) -> Self {
        let mut aig = Aig::default();
        let now = miter.any(&mut aig);
        let outputs = miter.output_claims(&mut aig, &now);
        let step = miter.step(&mut aig, &now, None);
        let state = bits(&now).into_iter().zip(bits(&step.next)).collect();
        let holds = outputs.iter().map(|claim| claim.holds).collect();
        Self { clock: Clock::new(aig, state, holds), step, outputs, miter }
    }

    fn found(&self) -> Option<Run> {
        (0..BATCHES).find_map(|batch| self.runs(&mut ChaCha8Rng::seed_from_u64(batch)))
    }

    /// The first of 64 runs that shows a difference.
    fn runs(&self, rng: &mut ChaCha8Rng) -> Option<Run> {
        let mut heads = None;
        self.clock.drawn(rng, CLOCKS, |rng, reset| {
            let mut wishes = self.wished(rng, reset);
            match &heads {
                _ if self.miter.filter.kind == Kind::Turns => {}
                None => heads = Some(self.heads(&wishes)),
                Some(heads) => self.draw(rng, heads, &mut wishes),
            }
            wishes
        })
    }

    /// Wishes of 64 runs: in some of them little comes from local ports, in some credits are slow.
    fn wished(&self, rng: &mut ChaCha8Rng, reset: bool) -> Vec<u64> {
        const QUIET: u64 = 0x5555_5555_5555_5555;
        const SLOW: u64 = 0x3333_3333_3333_3333;
        let mut wishes: Vec<u64> = self.clock.wishes.iter().map(|_| rng.next_u64()).collect();
        let mut at = |edge: Edge, change: &mut dyn FnMut(u64) -> u64| {
            if let Some(place) = self.clock.place(edge) {
                wishes[place] = change(wishes[place]);
            }
        };
        let locals = self.miter.shape.parameters.locals();
        let mut seldom = || rng.next_u64() & rng.next_u64() & rng.next_u64();
        at(self.step.inputs.reset, &mut |_| if reset { u64::MAX } else { 0 });
        at(self.step.inputs.clear_error, &mut |word| word & seldom());
        self.step.wished.flits[..locals].iter().for_each(|flit| at(flit.valid, &mut |word| word & (!QUIET | seldom())));
        self.step.wished.credits.iter().for_each(|credit| at(credit.valid, &mut |word| word & (!SLOW | seldom())));
        wishes
    }

    /// Heads that may arrive at the nodes that are wished for in the clock of reset.
    fn heads(&self, wishes: &[u64]) -> Heads {
        let nodes = self.miter.shape.parameters.routers() as usize;
        let node = |lane| Some(self.number(&self.step.wished.node, wishes, lane)).filter(|node| *node < nodes).unwrap_or(0);
        let nodes: Vec<usize> = (0..64).map(node).collect();
        let of = nodes.iter().collect::<BTreeSet<_>>().into_iter().map(|node| (*node, self.miter.filter.at(*node))).collect();
        Heads { nodes, of }
    }

    /// Makes most headers such as may come in: of those drawn blindly hardly one does where the routing bits are many.
    fn draw(&self, rng: &mut ChaCha8Rng, heads: &Heads, wishes: &mut [u64]) {
        let parameters = &self.miter.shape.parameters;
        for (i, flit) in self.step.wished.flits.iter().enumerate() {
            let blind = rng.next_u64() & rng.next_u64();
            let header = &flit.data[..parameters.routing().end];
            for (lane, node) in heads.nodes.iter().enumerate().filter(|(lane, _)| blind >> lane & 1 == 0) {
                let vc = self.number(&flit.vc, wishes, lane);
                let Some(Some(set)) = heads.of[node][i].get(vc) else { continue };
                let Some(drawn) = set.header(rng, self.number(header, wishes, lane) as u64) else { continue };
                for (b, edge) in header.iter().enumerate() {
                    let Some(place) = self.clock.place(*edge) else { continue };
                    wishes[place] = wishes[place] & !(1 << lane) | (drawn >> b & 1) << lane;
                }
            }
        }
    }

    /// The number that is wished for in a run by these bits, which are variables.
    fn number(&self, bits: &[Edge], wishes: &[u64], lane: usize) -> usize {
        let bit = |edge: &Edge| self.clock.place(*edge).map_or(0, |place| (wishes[place] >> lane & 1) as usize);
        bits.iter().enumerate().fold(0, |number, (b, edge)| number | bit(edge) << b)
    }

    /// The values of all nodes in each clock of a run.
    fn values_of(&self, run: &Run) -> Vec<Assignment> {
        let mut found = Vec::new();
        self.clock.play(run, &mut |_, values| found.push(Assignment::of(values.iter().map(|word| word & 1 == 1).collect())));
        found
    }

    /// The run without the flits and credits that it need not have.
    fn plainest(&self, run: Run) -> Run {
        let wished = &self.step.wished;
        let valid = wished.flits.iter().map(|flit| flit.valid).chain(wished.credits.iter().map(|credit| credit.valid));
        let valid: Vec<usize> = valid.filter_map(|edge| self.clock.place(edge)).collect();
        self.clock.plain(run, &valid, usize::MAX)
    }
}

/// The bits of a state, in a fixed order.
fn bits(moment: &Moment) -> Vec<Edge> {
    let mut all = moment.registers.clone();
    all.extend(moment.spec.bits().into_iter().map(|(_, bit)| bit));
    all.extend(moment.environment.bits());
    all
}
