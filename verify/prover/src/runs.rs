//! Runs of a clock that is a graph: 64 at a time by chance, one that shows what is looked for, and the plainest that shows it still.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;

use crate::aig::{Aig, Edge};

/// A clock as a graph of which the values are computed.
pub struct Clock {
    pub aig: Aig,
    /// The state's bits, which are variables, and what they are in the next clock.
    state: Vec<(Edge, Edge)>,
    /// The variables that are no state: what is wished to come in.
    pub wishes: Vec<usize>,
    /// What holds in each clock after that of reset, or else the run is what is looked for.
    holds: Vec<Edge>,
}

/// One run: a bit for each bit of the state before the reset, then, from the clock of reset on, one for each wish.
pub struct Run {
    state: Vec<bool>,
    pub wishes: Vec<Vec<bool>>,
}

impl Clock {
    pub fn new(aig: Aig, state: Vec<(Edge, Edge)>, holds: Vec<Edge>) -> Self {
        let mut free: Vec<bool> = (0..aig.len()).map(|node| node > 0 && aig.sides(node).is_none()).collect();
        state.iter().for_each(|(bit, _)| free[bit.node()] = false);
        let wishes = (0..aig.len()).filter(|node| free[*node]).collect();
        Self { aig, state, wishes, holds }
    }

    /// The place of a variable among the wishes.
    pub fn place(&self, edge: Edge) -> Option<usize> {
        self.wishes.binary_search(&edge.node()).ok()
    }

    /// The first of 64 runs in which something does not hold; `wished` draws the wishes of each clock, and hears which is that of reset.
    pub fn drawn(&self, rng: &mut ChaCha8Rng, clocks: usize, mut wished: impl FnMut(&mut ChaCha8Rng, bool) -> Vec<u64>) -> Option<Run> {
        let begin: Vec<u64> = self.state.iter().map(|_| rng.next_u64()).collect();
        let (mut state, mut all, mut values) = (begin.clone(), Vec::new(), vec![0; self.aig.len()]);
        for clock in 0..=clocks {
            let wishes = wished(rng, clock == 0);
            self.evaluate(&mut values, &state, &wishes);
            all.push(wishes);
            let wrong = if clock == 0 { 0 } else { self.wrong(&values) };
            if wrong != 0 {
                let lane = wrong.trailing_zeros();
                let of = |words: &Vec<u64>| words.iter().map(|word| word >> lane & 1 == 1).collect::<Vec<bool>>();
                return Some(Run { state: of(&begin), wishes: all.iter().map(of).collect() });
            }
            state = self.next(&values);
        }
        None
    }

    /// Plays a run up to the first clock in which something does not hold: the number of its clocks, that of reset among them.
    pub fn play(&self, run: &Run, seen: &mut dyn FnMut(usize, &[u64])) -> Option<usize> {
        let words = |bits: &[bool]| bits.iter().map(|bit| u64::from(*bit)).collect::<Vec<u64>>();
        let (mut state, mut values) = (words(&run.state), vec![0; self.aig.len()]);
        for (clock, wishes) in run.wishes.iter().enumerate() {
            self.evaluate(&mut values, &state, &words(wishes));
            seen(clock, &values);
            if clock > 0 && self.wrong(&values) & 1 == 1 {
                return Some(clock + 1);
            }
            state = self.next(&values);
        }
        None
    }

    /// The run without the wishes at these places that it need not have: all in halves, quarters, and so on are left out where something does
    /// not hold still. `clocks` are played for that at most.
    pub fn plain(&self, mut run: Run, at: &[usize], clocks: usize) -> Run {
        let places = |run: &Run| -> Vec<(usize, usize)> {
            let all = (1..run.wishes.len()).flat_map(|clock| at.iter().map(move |place| (clock, *place)));
            all.filter(|(clock, place)| run.wishes[*clock][*place]).collect()
        };
        let (mut size, mut left) = (places(&run).len(), clocks);
        while size > 0 {
            for some in places(&run).chunks(size) {
                if left == 0 || some.iter().any(|(clock, _)| *clock >= run.wishes.len()) {
                    break;
                }
                some.iter().for_each(|(clock, place)| run.wishes[*clock][*place] = false);
                left = left.saturating_sub(run.wishes.len());
                match self.play(&run, &mut |_, _| ()) {
                    Some(clocks) => run.wishes.truncate(clocks),
                    None => some.iter().for_each(|(clock, place)| run.wishes[*clock][*place] = true),
                }
            }
            size /= 2;
        }
        run
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

    fn next(&self, values: &[u64]) -> Vec<u64> {
        self.state.iter().map(|(_, next)| value(values, *next)).collect()
    }

    /// The runs in which something does not hold.
    fn wrong(&self, values: &[u64]) -> u64 {
        self.holds.iter().fold(0, |wrong, holds| wrong | !value(values, *holds))
    }
}

/// The value of an edge in 64 runs.
pub fn value(values: &[u64], edge: Edge) -> u64 {
    let word = values[edge.node()];
    if edge.negated() { !word } else { word }
}
