//! A run from reset that breaks a rule: random legal inputs, 64 runs at a time, made plain afterwards.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Serialize;

use crate::aig::{Aig, Edge};
use crate::sides::Subject;
use crate::sides::scene::Claim;

/// Clocks of the runs, and batches of 64: short ones first.
const RUNS: [(usize, u64); 3] = [(32, 16), (128, 8), (1024, 4)];

/// Clocks that are played at most to make a run plain.
const PLAIN: usize = 20_000;

/// A run that ends in the clock in which a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Run {
    /// Clocks from the reset on, that of the reset not counted.
    pub clocks: usize,
    /// Clock, signal, value in hexadecimal: of each channel and link with something on it.
    pub lines: Vec<String>,
    /// The rules that the last clock breaks, as indices of claims.
    #[serde(skip)]
    pub broken: Vec<usize>,
}

/// A clock as a graph whose values are computed.
pub struct Runs {
    aig: Aig,
    state: Vec<(Edge, Edge)>,
    wishes: Vec<usize>,
    arrivals: Vec<usize>,
    reset: Edge,
    claims: Vec<Claim>,
    ports: BTreeMap<String, Vec<Edge>>,
}

/// One run: the state before the reset, and the wishes of each clock.
struct Played {
    state: Vec<bool>,
    wishes: Vec<Vec<bool>>,
}

impl Runs {
    pub fn new(subject: &Subject) -> Self {
        let mut aig = Aig::default();
        let mut now = subject.any_moment();
        let frame = subject.frame(&mut aig, &mut now, None, true);
        let mut state: Vec<(Edge, Edge)> = now.latches.iter().copied().zip(frame.next.latches.iter().copied()).collect();
        for (name, bits) in &now.watched {
            state.extend(bits.iter().copied().zip(frame.next.watched[name].iter().copied()));
        }
        let mut free: Vec<bool> = (0..aig.len()).map(|node| node > 0 && aig.sides(node).is_none()).collect();
        state.iter().for_each(|(bit, _)| free[bit.node()] = false);
        let wishes: Vec<usize> = (0..aig.len()).filter(|node| free[*node]).collect();
        let arrivals = frame.arrivals.iter().filter_map(|edge| wishes.binary_search(&edge.node()).ok()).collect();
        Self { aig, state, wishes, arrivals, reset: frame.reset, claims: frame.claims, ports: frame.ports }
    }

    /// The first run found that breaks one of these claims.
    pub fn find(&self, wanted: &[usize]) -> Option<Run> {
        for (clocks, batches) in RUNS {
            for batch in 0..batches {
                let mut rng = ChaCha8Rng::seed_from_u64(batch);
                if let Some(played) = self.batch(&mut rng, clocks, wanted) {
                    return Some(self.run(self.plain(played, wanted), wanted));
                }
            }
        }
        None
    }

    fn batch(&self, rng: &mut ChaCha8Rng, clocks: usize, wanted: &[usize]) -> Option<Played> {
        let begin: Vec<u64> = self.state.iter().map(|_| rng.next_u64()).collect();
        let (mut state, mut all, mut values) = (begin.clone(), Vec::new(), vec![0; self.aig.len()]);
        // Each arrival is frequent in some runs and seldom in others.
        let rare: Vec<[u64; 2]> = self.arrivals.iter().map(|_| [rng.next_u64(), rng.next_u64()]).collect();
        for clock in 0..=clocks {
            let mut wishes: Vec<u64> = self.wishes.iter().map(|_| rng.next_u64()).collect();
            for (at, [seldom, often]) in self.arrivals.iter().zip(&rare) {
                wishes[*at] = (wishes[*at] | (often & rng.next_u64())) & (!seldom | (rng.next_u64() & rng.next_u64()));
            }
            self.set_reset(&mut wishes, clock == 0);
            self.evaluate(&mut values, &state, &wishes);
            all.push(wishes);
            let wrong = if clock == 0 { 0 } else { self.wrong(&values, wanted) };
            if wrong != 0 {
                let lane = wrong.trailing_zeros();
                let of = |words: &Vec<u64>| words.iter().map(|word| word >> lane & 1 == 1).collect::<Vec<bool>>();
                return Some(Played { state: of(&begin), wishes: all.iter().map(of).collect() });
            }
            state = self.state.iter().map(|(_, next)| value(&values, *next)).collect();
        }
        None
    }

    fn set_reset(&self, wishes: &mut [u64], reset: bool) {
        if let Ok(at) = self.wishes.binary_search(&self.reset.node()) {
            wishes[at] = if reset { u64::MAX } else { 0 };
        }
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

    fn wrong(&self, values: &[u64], wanted: &[usize]) -> u64 {
        wanted.iter().fold(0, |wrong, n| wrong | !value(values, self.claims[*n].holds))
    }

    /// Plays a run up to the first clock that breaks one of these claims: the number of its clocks, that of reset among them.
    fn play(&self, run: &Played, wanted: &[usize], seen: &mut dyn FnMut(usize, &[u64])) -> Option<usize> {
        let words = |bits: &[bool]| bits.iter().map(|bit| u64::from(*bit)).collect::<Vec<u64>>();
        let (mut state, mut values) = (words(&run.state), vec![0; self.aig.len()]);
        for (clock, wishes) in run.wishes.iter().enumerate() {
            self.evaluate(&mut values, &state, &words(wishes));
            seen(clock, &values);
            if clock > 0 && self.wrong(&values, wanted) & 1 == 1 {
                return Some(clock + 1);
            }
            state = self.state.iter().map(|(_, next)| value(&values, *next)).collect();
        }
        None
    }

    /// The run without arrivals that it does not need: all in halves, quarters, and so on are left out where a rule is broken still.
    fn plain(&self, mut run: Played, wanted: &[usize]) -> Played {
        let places = |run: &Played| -> Vec<(usize, usize)> {
            let all = (1..run.wishes.len()).flat_map(|clock| self.arrivals.iter().map(move |place| (clock, *place)));
            all.filter(|(clock, place)| run.wishes[*clock][*place]).collect()
        };
        let (mut size, mut left) = (places(&run).len(), PLAIN);
        while size > 0 {
            for some in places(&run).chunks(size) {
                if left == 0 || some.iter().any(|(clock, _)| *clock >= run.wishes.len()) {
                    break;
                }
                some.iter().for_each(|(clock, place)| run.wishes[*clock][*place] = false);
                left = left.saturating_sub(run.wishes.len());
                match self.play(&run, wanted, &mut |_, _| ()) {
                    Some(clocks) => run.wishes.truncate(clocks),
                    None => some.iter().for_each(|(clock, place)| run.wishes[*clock][*place] = true),
                }
            }
            size /= 2;
        }
        run
    }

    /// What is at the ports in each clock.
    fn run(&self, played: Played, wanted: &[usize]) -> Run {
        let (mut lines, mut broken) = (Vec::new(), Vec::new());
        self.play(&played, wanted, &mut |clock, values| {
            let number = |bits: &[Edge]| hexadecimal(bits, |edge| value(values, edge) & 1 == 1);
            // Signals of a channel, or of a link, follow its `valid`.
            for (name, bits) in &self.ports {
                let alone = name.starts_with("own_") && name.ends_with("_credit");
                let Some(begin) = name.strip_suffix("valid").or_else(|| alone.then_some(name.as_str())) else { continue };
                if clock == 0 || value(values, bits[0]) & 1 == 0 {
                    continue;
                }
                let others = self.ports.iter().filter(|(other, _)| belongs(other, begin) && *other != name);
                let all: Vec<String> = others.map(|(other, bits)| format!("{}={}", &other[begin.len()..], number(bits))).collect();
                lines.push(format!("{clock} {name} {}", all.join(" ")).trim_end().to_owned());
            }
            broken = wanted.iter().copied().filter(|n| value(values, self.claims[*n].holds) & 1 == 0).collect();
        });
        let clocks = played.wishes.len() - 1;
        for n in &broken {
            let Claim { rule, name, .. } = &self.claims[*n];
            lines.push(format!("{clocks} {} is broken: {name}", rule.unwrap_or_default()));
        }
        Run { clocks, lines, broken }
    }
}

/// A signal of the channel or link whose names begin so; data of the own link are those of the router's.
fn belongs(signal: &str, begin: &str) -> bool {
    signal.strip_prefix(begin).is_some_and(|end| !end.contains("credit"))
}

fn value(values: &[u64], edge: Edge) -> u64 {
    let word = values[edge.node()];
    if edge.negated() { !word } else { word }
}

fn hexadecimal(bits: &[Edge], holds: impl Fn(Edge) -> bool) -> String {
    let digit = |bits: &[Edge]| bits.iter().rev().fold(0u8, |digit, bit| digit << 1 | u8::from(holds(*bit)));
    bits.chunks(4).rev().map(|bits| format!("{:x}", digit(bits))).collect()
}
