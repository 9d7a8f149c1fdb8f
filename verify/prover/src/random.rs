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
use crate::sat::Assignment;
use crate::trace::{Trace, played};

/// Clocks of each run.
const CLOCKS: usize = 512;
/// Batches of 64 runs.
const BATCHES: u64 = 4;

/// Looks for a difference at the outputs.
pub fn random(miter: &Miter) -> Option<Trace> {
    let clock = Clock::new(miter);
    clock.found().map(|run| {
        let run = clock.plainest(run);
        played(miter, &clock.step, &clock.values_of(&run), &clock.outputs)
    })
}

/// Whether there is a difference, as [`random`] finds it.
pub fn differs(miter: &Miter) -> bool {
    Clock::new(miter).found().is_some()
}

/// A clock as a graph of which the values are computed.
struct Clock<'a> {
    aig: Aig,
    /// The state's bits, which are variables, and what they are in the next clock.
    state: Vec<(Edge, Edge)>,
    /// The variables that are no state: what is wished to come in.
    wishes: Vec<usize>,
    step: Step,
    outputs: Vec<Claim>,
    miter: &'a Miter,
}

/// Of 64 runs: the nodes, and the heads that may come in at each, see [`Filter::at`](crate::filter::Filter::at).
struct Heads {
    nodes: Vec<usize>,
    of: BTreeMap<usize, Vec<Vec<Option<Diagram>>>>,
}

/// Of one run: a bit for each bit of the state before the reset, then, from the clock of reset on, one for each wish.
struct Run {
    state: Vec<bool>,
    wishes: Vec<Vec<bool>>,
}

impl<'a> Clock<'a> {
    fn new(miter: &'a Miter) -> Self {
        let mut aig = Aig::default();
        let now = miter.any(&mut aig);
        let outputs = miter.output_claims(&mut aig, &now);
        let step = miter.step(&mut aig, &now, None);
        let state: Vec<(Edge, Edge)> = bits(&now).into_iter().zip(bits(&step.next)).collect();
        let mut wishes: Vec<bool> = (0..aig.len()).map(|node| node > 0 && aig.sides(node).is_none()).collect();
        state.iter().for_each(|(bit, _)| wishes[bit.node()] = false);
        let wishes = (0..aig.len()).filter(|node| wishes[*node]).collect();
        Self { aig, state, wishes, step, outputs, miter }
    }

    fn found(&self) -> Option<Run> {
        (0..BATCHES).find_map(|batch| self.runs(&mut ChaCha8Rng::seed_from_u64(batch)))
    }

    /// The first of 64 runs that shows a difference.
    fn runs(&self, rng: &mut ChaCha8Rng) -> Option<Run> {
        let begin: Vec<u64> = self.state.iter().map(|_| rng.next_u64()).collect();
        let (mut state, mut all) = (begin.clone(), Vec::new());
        let mut values = vec![0; self.aig.len()];
        let mut heads = None;
        for clock in 0..=CLOCKS {
            let mut wishes = self.wished(rng, clock == 0);
            match &heads {
                _ if self.miter.filter.kind == Kind::Turns => {}
                None => heads = Some(self.heads(&wishes)),
                Some(heads) => self.draw(rng, heads, &mut wishes),
            }
            self.evaluate(&mut values, &state, &wishes);
            all.push(wishes);
            let wrong = if clock == 0 { 0 } else { self.wrong(&values) };
            if wrong != 0 {
                let lane = wrong.trailing_zeros();
                let of = |words: &Vec<u64>| words.iter().map(|word| word >> lane & 1 == 1).collect::<Vec<bool>>();
                return Some(Run { state: of(&begin), wishes: all.iter().map(of).collect() });
            }
            state = self.state.iter().map(|(_, next)| value(&values, *next)).collect();
        }
        None
    }

    /// Wishes of 64 runs: in some of them little comes from local ports, in some credits are slow.
    fn wished(&self, rng: &mut ChaCha8Rng, reset: bool) -> Vec<u64> {
        const QUIET: u64 = 0x5555_5555_5555_5555;
        const SLOW: u64 = 0x3333_3333_3333_3333;
        let mut wishes: Vec<u64> = self.wishes.iter().map(|_| rng.next_u64()).collect();
        let mut at = |edge: Edge, change: &mut dyn FnMut(u64) -> u64| {
            if let Ok(place) = self.wishes.binary_search(&edge.node()) {
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
                    let Ok(place) = self.wishes.binary_search(&edge.node()) else { continue };
                    wishes[place] = wishes[place] & !(1 << lane) | (drawn >> b & 1) << lane;
                }
            }
        }
    }

    /// The number that is wished for in a run by these bits, which are variables.
    fn number(&self, bits: &[Edge], wishes: &[u64], lane: usize) -> usize {
        let bit = |edge: &Edge| self.wishes.binary_search(&edge.node()).map_or(0, |place| (wishes[place] >> lane & 1) as usize);
        bits.iter().enumerate().fold(0, |number, (b, edge)| number | bit(edge) << b)
    }

    fn evaluate(&self, values: &mut [u64], state: &[u64], wishes: &[u64]) {
        self.state.iter().zip(state).for_each(|((bit, _), word)| values[bit.node()] = *word);
        self.wishes.iter().zip(wishes).for_each(|(node, word)| values[*node] = *word);
        for node in 1..self.aig.len() {
            if let Some((a, b)) = self.aig.sides(node) {
                values[node] = value(values, a) & value(values, b);
            }
        }
    }

    /// The runs in which an output is not as it ought to be.
    fn wrong(&self, values: &[u64]) -> u64 {
        self.outputs.iter().fold(0, |wrong, claim| wrong | !value(values, claim.holds))
    }

    /// The values of all nodes in each clock of a run.
    fn values_of(&self, run: &Run) -> Vec<Assignment> {
        let mut found = Vec::new();
        self.play(run, &mut |values| found.push(Assignment::of(values.iter().map(|word| word & 1 == 1).collect())));
        found
    }

    /// Plays a run up to the first difference: the number of its clocks, that of reset among them.
    fn play(&self, run: &Run, seen: &mut dyn FnMut(&[u64])) -> Option<usize> {
        let words = |bits: &[bool]| bits.iter().map(|bit| u64::from(*bit)).collect::<Vec<u64>>();
        let (mut state, mut values) = (words(&run.state), vec![0; self.aig.len()]);
        for (clock, wishes) in run.wishes.iter().enumerate() {
            self.evaluate(&mut values, &state, &words(wishes));
            seen(&values);
            if clock > 0 && self.wrong(&values) & 1 == 1 {
                return Some(clock + 1);
            }
            state = self.state.iter().map(|(_, next)| value(&values, *next)).collect();
        }
        None
    }

    /// The run without the flits and credits that it need not have: all in halves, quarters, and so on are left out where a difference remains.
    fn plainest(&self, mut run: Run) -> Run {
        let wished = &self.step.wished;
        let valid = wished.flits.iter().map(|flit| flit.valid).chain(wished.credits.iter().map(|credit| credit.valid));
        let valid: Vec<usize> = valid.filter_map(|edge| self.wishes.binary_search(&edge.node()).ok()).collect();
        let places = |run: &Run| -> Vec<(usize, usize)> {
            let all = (1..run.wishes.len()).flat_map(|clock| valid.iter().map(move |place| (clock, *place)));
            all.filter(|(clock, place)| run.wishes[*clock][*place]).collect()
        };
        let mut size = places(&run).len();
        while size > 0 {
            for some in places(&run).chunks(size) {
                if some.iter().any(|(clock, _)| *clock >= run.wishes.len()) {
                    break;
                }
                some.iter().for_each(|(clock, place)| run.wishes[*clock][*place] = false);
                match self.play(&run, &mut |_| ()) {
                    Some(clocks) => run.wishes.truncate(clocks),
                    None => some.iter().for_each(|(clock, place)| run.wishes[*clock][*place] = true),
                }
            }
            size /= 2;
        }
        run
    }
}

fn value(values: &[u64], edge: Edge) -> u64 {
    let word = values[edge.node()];
    if edge.negated() { !word } else { word }
}

/// The bits of a state, in a fixed order.
fn bits(moment: &Moment) -> Vec<Edge> {
    let mut all = moment.registers.clone();
    all.extend(moment.spec.bits().into_iter().map(|(_, bit)| bit));
    all.extend(moment.environment.bits());
    all
}
