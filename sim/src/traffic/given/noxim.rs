//! Traffic tables of Noxim: lines `src dst pir por t_on t_off period`, the last four if one likes (docs/traffic.md, "Tables of Noxim").
//! In each clock a source draws a number below 1. If the number is below the sum of the `pir` of its active lines, or of their `por` if it created a
//! packet in the clock before, it creates a packet for the first line up to which the sum exceeds the number. A line is active in clock c if t_on < c
//! mod period < t_off. Noxim's `GlobalTrafficTable` and `ProcessingElement` do the same.

use std::path::Path;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use torusmith_topology::own::spot;
use torusmith_topology::{Error as TopologyError, Network, TerminalId};

use crate::Error;
use crate::traffic::Lengths;

/// Rounding error allowed in the sum of a source's rates, which is at most 1.
const ROUNDING: f64 = 1e-9;
const COLUMNS: &str = "src dst pir, and por, t_on, t_off, period";

/// A line.
#[derive(Debug, Clone, Copy)]
struct TableFlow {
    to: TerminalId,
    pir: f64,
    por: f64,
    on: u64,
    off: u64,
    period: u64,
}

/// The lines of each source, in the order of the file.
#[derive(Debug)]
pub struct Table(Vec<Vec<TableFlow>>);

impl Table {
    /// Reads a file.
    ///
    /// # Errors
    /// Nodes that are none, rates and clocks that cannot be, a source whose lines without clocks have rates of more than 1 together.
    pub fn read(network: &Network, file: &Path) -> Result<Self, Error> {
        let text = spot::text(file).map_err(Error::File)?;
        let mut table = Self(vec![Vec::new(); network.terminals()]);
        let mut sums = vec![[0.0; 2]; network.terminals()];
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first().is_none_or(|word| word.starts_with('%')) {
                continue;
            }
            let read = flow(network, &words).and_then(|(source, flow)| {
                let sums = &mut sums[source.index()];
                for ((sum, rate), name) in sums.iter_mut().zip([flow.pir, flow.por]).zip(["pir", "por"]) {
                    *sum += if words.len() < 5 { rate } else { 0.0 };
                    if *sum > 1.0 + ROUNDING {
                        return Err(format!(
                            "the {name} of source {source} add up to {sum:.6} with this one; expected: up to 1 packet a clock"
                        ));
                    }
                }
                Ok((source, flow))
            });
            let (source, flow) =
                read.map_err(|what| Error::File(TopologyError::File { file: file.display().to_string(), line: number, what }))?;
            table.0[source.index()].push(flow);
        }
        if table.0.iter().all(Vec::is_empty) {
            let what = format!("no lines; expected: one and more with {COLUMNS}");
            return Err(Error::File(TopologyError::File { file: file.display().to_string(), line: 1, what }));
        }
        Ok(table)
    }
}

/// A line's source and the rest.
fn flow(network: &Network, words: &[&str]) -> Result<(TerminalId, TableFlow), String> {
    if !(3..=7).contains(&words.len()) {
        return Err(format!("{} numbers; expected: 3 to 7, {COLUMNS}", words.len()));
    }
    let node = |name: &str, word: &str| {
        let node = word.parse().ok().map(TerminalId).filter(|node| node.index() < network.terminals());
        node.ok_or_else(|| format!("{name} = `{}`; expected: a node, 0 to {}", word.escape_debug(), network.terminals() - 1))
    };
    let rate = |name: &str, word: &str| {
        let rate = word.parse().ok().filter(|rate: &f64| (0.0..=1.0).contains(rate));
        rate.ok_or_else(|| format!("{name} = `{}`; expected: 0 to 1 packets a clock", word.escape_debug()))
    };
    let clock = |name: &str, at: usize, least: u64, without: u64| match words.get(at) {
        None => Ok(without),
        Some(word) => {
            let clock = word.parse().ok().filter(|&clock: &u64| (least..u64::MAX).contains(&clock));
            clock.ok_or_else(|| format!("{name} = `{}`; expected: a clock, {least} and more", word.escape_debug()))
        }
    };
    let pir = rate("pir", words[2])?;
    let por = words.get(3).map_or(Ok(pir), |word| rate("por", word))?;
    let on = clock("t_on", 4, 0, 0)?;
    let off = clock("t_off", 5, on + 1, u64::MAX)?;
    let period = clock("period", 6, off.saturating_add(1), u64::MAX)?;
    Ok((node("src", words[0])?, TableFlow { to: node("dst", words[1])?, pir, por, on, off, period }))
}

impl TableFlow {
    /// Active in a clock, and the next clock in which that may change.
    fn active(&self, clock: u64) -> (bool, u64) {
        let at = clock % self.period;
        let (active, left) = if at <= self.on {
            (false, self.on + 1 - at)
        } else if at < self.off {
            (true, self.off - at)
        } else {
            (false, (self.period - at).saturating_add(self.on + 1))
        };
        (active, clock.saturating_add(left))
    }
}

/// The sources, clock by clock.
pub struct Senders {
    table: &'static Table,
    factor: f64,
    lengths: Lengths,
    sources: Vec<Sender>,
    /// The clock that is taken next.
    now: u64,
}

struct Sender {
    rng: ChaCha8Rng,
    /// The source created a packet in the clock before.
    created: bool,
    /// The lines that are active before this clock: destination, and sums of `pir` and of `por` up to it.
    until: u64,
    active: Vec<(TerminalId, [f64; 2])>,
}

impl Senders {
    /// Senders from clock 0 on, with all rates times `factor`; a node's stream depends on the seed and the node alone.
    pub fn new(table: &'static Table, factor: f64, lengths: Lengths, seed: u64) -> Self {
        let sender = |node: usize| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(node as u64);
            Sender { rng, created: false, until: 0, active: Vec::new() }
        };
        Self { table, factor, lengths, sources: (0..table.0.len()).map(sender).collect(), now: 0 }
    }

    /// Calls `each` with source, destination and flits of the packets of a clock, in the order of their sources. Call for every clock, 0, 1, ...,
    /// except those that are passed over.
    pub fn take(&mut self, clock: u64, mut each: impl FnMut(TerminalId, TerminalId, u8)) {
        self.now = clock + 1;
        for (source, sender) in (0..).map(TerminalId).zip(&mut self.sources) {
            if clock >= sender.until {
                sender.begin(clock, &self.table.0[source.index()], self.factor);
            }
            let kind = usize::from(std::mem::take(&mut sender.created));
            if sender.active.is_empty() {
                continue;
            }
            // [0, 1) in steps of 2^-53.
            let drawn = (sender.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if let Some(&(to, _)) = sender.active.iter().find(|(_, sums)| drawn < sums[kind]) {
                sender.created = true;
                each(source, to, self.lengths.draw(&mut sender.rng));
            }
        }
    }

    /// The next clock in which a line is active.
    pub fn next_clock(&self) -> Option<u64> {
        let next = |flow: &TableFlow| match flow.active(self.now) {
            (true, _) => self.now,
            (false, next) => next,
        };
        self.table.0.iter().flatten().map(next).min()
    }

    /// Passes over the clocks before `clock`, in which no line is active.
    pub fn pass_until(&mut self, clock: u64) {
        if clock > self.now {
            self.sources.iter_mut().for_each(|sender| sender.created = false);
        }
        self.now = clock;
    }

    /// Packets that a clock creates at most: one a source.
    pub fn most_a_clock(&self) -> f64 {
        let most = |flows: &Vec<TableFlow>| (self.factor * flows.iter().map(|flow| flow.pir.max(flow.por)).sum::<f64>()).min(1.0);
        self.table.0.iter().map(most).sum()
    }
}

impl Sender {
    /// Finds the lines that are active in a clock, and when others are.
    fn begin(&mut self, clock: u64, flows: &[TableFlow], factor: f64) {
        (self.until, self.active) = (u64::MAX, Vec::new());
        let mut sums = [0.0; 2];
        for flow in flows {
            let (active, until) = flow.active(clock);
            self.until = self.until.min(until);
            if active {
                sums = [sums[0] + factor * flow.pir, sums[1] + factor * flow.por];
                self.active.push((flow.to, sums));
            }
        }
    }
}
