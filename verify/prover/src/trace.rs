//! A run of the router as numbers, clock by clock.

use serde::Serialize;
use torusmith_contract::{CreditLink, FlitLink, Outputs};

use crate::aig::Edge;
use crate::claims::Claim;
use crate::miter::{Miter, Step};
use crate::sat::Assignment;

/// A run from reset that ends in a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The router's address (Z2).
    pub node: u32,
    /// Inputs from clock 0 on, the first after reset; `rst` is 0 in all of them.
    pub clocks: Vec<Clock>,
    /// Outputs of the router in the last clock that differ from the contract; never empty.
    pub differences: Vec<Difference>,
}

/// Inputs in a clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// Flits, by input port.
    pub flits: Vec<Flit>,
    /// Credits, by output port.
    pub credits: Vec<Credit>,
    /// `clear_error` is 1.
    pub clear_error: bool,
}

/// A flit at an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flit {
    /// The input port.
    pub port: usize,
    /// Its VC.
    pub vc: u32,
    /// It is a head.
    pub head: bool,
    /// It is a tail.
    pub tail: bool,
    /// Its data, in hexadecimal.
    pub data: String,
}

/// A credit that comes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Credit {
    /// The output port.
    pub port: usize,
    /// Its VC.
    pub vc: u32,
}

/// An output that is not as the contract says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The clock.
    pub clock: usize,
    /// The output, as in `out[1].valid`.
    pub signal: String,
    /// Value of the router, in binary.
    pub found: String,
    /// Value of the contract.
    pub expected: String,
}

/// The run that the solver found: its first step is the reset.
pub fn trace(miter: &Miter, found: &Assignment, run: &[Step], outputs: &[Claim]) -> Trace {
    let clocks: Vec<Clock> = run[1..].iter().map(|step| clock(found, step)).collect();
    let last = run.last().expect("a run has clocks");
    let differences = differences(miter, (found, last), outputs, clocks.len() - 1);
    Trace { node: number(found, &run[0].inputs.node), clocks, differences }
}

/// The run in which a clock has these values, one after another; the first is the reset.
pub fn played(miter: &Miter, step: &Step, values: &[Assignment], outputs: &[Claim]) -> Trace {
    let clocks: Vec<Clock> = values[1..].iter().map(|values| clock(values, step)).collect();
    let last = values.last().expect("a run has clocks");
    let differences = differences(miter, (last, step), outputs, clocks.len() - 1);
    Trace { node: number(&values[0], &step.inputs.node), clocks, differences }
}

/// The outputs that are wrong in the last clock.
fn differences(miter: &Miter, (found, last): (&Assignment, &Step), outputs: &[Claim], clock: usize) -> Vec<Difference> {
    let wrong = outputs.iter().filter(|claim| !found.value(claim.holds));
    let difference = |claim: &Claim| {
        let value = |of: &Outputs<Edge>| binary(found, &output(miter, of, claim));
        Difference { clock, signal: signal(claim), found: value(&last.shown), expected: value(&last.owed) }
    };
    wrong.map(difference).collect()
}

impl Trace {
    /// The run as lines: clock, signal, value.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("node {}", self.node)];
        for (at, clock) in self.clocks.iter().enumerate() {
            for Flit { port, vc, head, tail, data } in &clock.flits {
                let kind = ["body", "tail", "head", "head and tail"][usize::from(*head) * 2 + usize::from(*tail)];
                lines.push(format!("{at} in[{port}] {kind}, vc {vc}, data {data}"));
            }
            lines.extend(clock.clear_error.then(|| format!("{at} clear_error")));
            lines.extend(clock.credits.iter().map(|credit| format!("{at} out[{}].credit vc {}", credit.port, credit.vc)));
        }
        let told = |d: &Difference| format!("{} {} is {}, by the contract {}", d.clock, d.signal, d.found, d.expected);
        lines.extend(self.differences.iter().map(told));
        lines
    }
}

fn clock(found: &Assignment, step: &Step) -> Clock {
    let flit = |(port, flit): (usize, &FlitLink<Edge>)| Flit {
        port,
        vc: number(found, &flit.vc),
        head: found.value(flit.head),
        tail: found.value(flit.tail),
        data: hexadecimal(found, &flit.data),
    };
    let credit = |(port, credit): (usize, &CreditLink<Edge>)| Credit { port, vc: number(found, &credit.vc) };
    let flits = step.inputs.flits.iter().enumerate().filter(|(_, flit)| found.value(flit.valid));
    let credits = step.inputs.credits.iter().enumerate().filter(|(_, credit)| found.value(credit.valid));
    Clock { flits: flits.map(flit).collect(), credits: credits.map(credit).collect(), clear_error: found.value(step.inputs.clear_error) }
}

/// The output that a claim is of, as in `out[1].valid`.
fn signal(claim: &Claim) -> String {
    let port = claim.of[0].unwrap_or_default();
    match claim.group.split_once('.') {
        Some((side, wire)) => format!("{side}[{port}].{wire}"),
        None => format!("{}[{port}]", claim.group),
    }
}

fn output(miter: &Miter, of: &Outputs<Edge>, claim: &Claim) -> Vec<Edge> {
    let port = claim.of[0].unwrap_or_default();
    let own = miter.shape.parameters.own();
    match claim.group {
        "out.valid" => vec![of.flits[port].valid],
        "out.head" => vec![of.flits[port].head],
        "out.tail" => vec![of.flits[port].tail],
        "out.vc" => of.flits[port].vc.clone(),
        "out.data" => of.flits[port].data[..own.start].to_vec(),
        "out.own_bits" => of.flits[port].data[own].to_vec(),
        "out.next_hop" => of.flits[port].data[miter.shape.link_hop()].to_vec(),
        "in.credit_valid" => vec![of.credits[port].valid],
        "in.credit_vc" => of.credits[port].vc.clone(),
        _ => vec![of.error[port]],
    }
}

/// A number's value.
fn number(found: &Assignment, bits: &[Edge]) -> u32 {
    bits.iter().rev().fold(0, |value, bit| value << 1 | u32::from(found.value(*bit)))
}

/// Bits, the highest first.
pub fn binary(found: &Assignment, bits: &[Edge]) -> String {
    bits.iter().rev().map(|bit| if found.value(*bit) { '1' } else { '0' }).collect()
}

fn hexadecimal(found: &Assignment, bits: &[Edge]) -> String {
    bits.chunks(4).rev().map(|digit| format!("{:x}", number(found, digit))).collect()
}
