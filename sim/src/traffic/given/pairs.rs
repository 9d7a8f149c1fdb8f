//! Traffic by pairs of nodes: a destination for each source, or a load for each pair.

use std::path::Path;

use torusmith_topology::{Network, TerminalId};

use super::table::{self, pair};
use crate::Error;

/// Rounding error allowed in the sum of a source's rates, which is at most 1.
const ROUNDING: f64 = 1e-9;

/// Rates in flits a clock, by source.
#[derive(Debug)]
pub(super) struct Rates(Vec<SourceRates>);

/// Rates of a source, by destination in ascending order.
#[derive(Debug, Default)]
struct SourceRates {
    to: Vec<TerminalId>,
    rates: Vec<f64>,
    /// Sums of the rates up to each.
    sums: Vec<f64>,
}

/// Reads `from,to,rate`.
///
/// # Errors
/// Nodes that are none, a rate that is none, a pair that is there twice, a source whose rates are more than 1 together.
pub(super) fn read_rates(network: &Network, file: &Path) -> Result<Rates, Error> {
    let mut given: Vec<Vec<(TerminalId, f64, u32)>> = vec![Vec::new(); network.terminals()];
    let mut sums = vec![0.0; network.terminals()];
    table::read(file, ["from", "to", "rate"], |line| {
        let [from, to, rate] = line.cells;
        let (source, destination) = pair(network, [from, to])?;
        let Some(rate) = rate.parse().ok().filter(|rate: &f64| (0.0..=1.0).contains(rate)) else {
            return Err(format!("rate = `{}`; expected: 0 to 1 flits a clock", rate.escape_debug()));
        };
        let sum = &mut sums[source.index()];
        *sum += rate;
        if *sum > 1.0 + ROUNDING {
            return Err(format!(
                "the rates of `{}` add up to {sum:.6} with this one; expected: up to 1 (a port takes one flit a clock)",
                from.escape_debug()
            ));
        }
        given[source.index()].push((destination, rate, line.number));
        Ok(())
    })?;
    let mut twice = None;
    let rows = (0..).map(TerminalId).zip(given).map(|(source, mut given)| {
        given.sort_by_key(|&(to, _, line)| (to, line));
        let again = given.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[1].2, pair[0].2, source, pair[0].0));
        twice = twice.into_iter().chain(again).min();
        SourceRates::new(given.into_iter().map(|(to, rate, _)| (to, rate)).filter(|&(_, rate)| rate > 0.0))
    });
    let rates = Rates(rows.collect());
    match twice {
        None => Ok(rates),
        Some((line, first, from, to)) => {
            let [from, to] = [from, to].map(|node| network.format_terminal(node));
            let what = format!("a rate from `{from}` to `{to}` is in line {first} already; expected: one");
            Err(Error::File(torusmith_topology::Error::File { file: file.display().to_string(), line, what }))
        }
    }
}

impl SourceRates {
    fn new(all: impl Iterator<Item = (TerminalId, f64)>) -> Self {
        let (to, rates): (Vec<TerminalId>, Vec<f64>) = all.unzip();
        let sums = rates.iter().scan(0.0, |sum, rate| {
            *sum += rate;
            Some(*sum)
        });
        Self { to, sums: sums.collect(), rates }
    }
}

impl Rates {
    /// Flits a clock that a source creates.
    pub fn creates(&self, source: TerminalId) -> f64 {
        self.0[source.index()].sums.last().map_or(0.0, |&sum| sum.min(1.0))
    }

    /// Flits a clock of a source to other nodes.
    pub fn offers(&self, source: TerminalId) -> f64 {
        let row = &self.0[source.index()];
        match row.to.binary_search(&source) {
            Ok(_) => self.shares(source).iter().map(|(_, rate)| rate).sum::<f64>().min(1.0),
            Err(_) => self.creates(source),
        }
    }

    /// The destination that 64 random bits draw; it can be the source itself.
    pub fn draw(&self, source: TerminalId, random: u64) -> TerminalId {
        let row = &self.0[source.index()];
        // [0, sum) in steps of 2^-53 of it.
        let at = (random >> 11) as f64 / (1u64 << 53) as f64 * row.sums.last().copied().unwrap_or(0.0);
        let drawn = row.sums.partition_point(|&sum| sum <= at);
        row.to[drawn.min(row.to.len() - 1)]
    }

    /// Flits a clock to each other node.
    pub fn shares(&self, source: TerminalId) -> Vec<(TerminalId, f64)> {
        let row = &self.0[source.index()];
        row.to.iter().copied().zip(row.rates.iter().copied()).filter(|&(to, _)| to != source).collect()
    }
}

/// Reads `from,to`. Returns the destination of each source, its own number if it sends nothing.
///
/// # Errors
/// Nodes that are none, a node that is a source or a destination twice.
pub(super) fn read_permutation(network: &Network, file: &Path) -> Result<Vec<TerminalId>, Error> {
    let nodes = network.terminals();
    let mut to: Vec<TerminalId> = TerminalId::all(nodes).collect();
    // By node, the line in which it is a source, and a destination; 0 for none.
    let mut lines = [vec![0; nodes], vec![0; nodes]];
    table::read(file, ["from", "to"], |line| {
        let (source, destination) = pair(network, line.cells)?;
        for ((node, what), lines) in [(source, "source"), (destination, "destination")].into_iter().zip(&mut lines) {
            let other = std::mem::replace(&mut lines[node.index()], line.number);
            if other > 0 {
                return Err(format!("node `{}` is a {what} in line {other} already; expected: once", network.format_terminal(node)));
            }
        }
        to[source.index()] = destination;
        Ok(())
    })?;
    Ok(to)
}
