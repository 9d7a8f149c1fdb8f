//! The file of inputs: what comes to the ports of a router, clock by clock.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use torusmith_design::Scope;

use super::model::Model;
use super::{Played, PortInputs};
use crate::Error;
use crate::kind::Kind;
use crate::manifest::Design;

/// Inputs of a router's ports, clock by clock, from the first one after a reset on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inputs {
    /// The router.
    pub node: u32,
    path: PathBuf,
    clocks: Vec<Clock>,
}

/// As in the file; other fields of it are for readers.
#[derive(Deserialize)]
struct File {
    network: Option<String>,
    node: u32,
    clocks: Vec<Clock>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Clock {
    #[serde(default)]
    flits: Vec<Flit>,
    #[serde(default)]
    credits: Vec<Credit>,
    #[serde(default)]
    clear_error: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Flit {
    port: usize,
    vc: usize,
    head: bool,
    tail: bool,
    /// Hexadecimal.
    data: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Credit {
    port: usize,
    vc: usize,
}

/// A VC is not one of so many.
fn beyond(at: &str, vc: usize, vcs: usize) -> Result<(), String> {
    if vc < vcs { Ok(()) } else { Err(format!("{at}: vc = {vc} is not allowed; allowed: 0 to {}", vcs - 1)) }
}

impl Inputs {
    /// Reads a file for a design.
    ///
    /// # Errors
    /// [`Error::Folder`] for a file that is none, one of another network, and ports, VCs and data that the router does not have; [`Error::Io`].
    pub fn read(path: &Path, design: &Design) -> Result<Self, Error> {
        let bad = |message: String| Error::folder(path, message);
        if design.kind() != Kind::Plain || design.manifest.scope == Scope::Network {
            return Err(Error::Option {
                field: "replay",
                value: path.display().to_string(),
                allowed: "plain routers with interface flit and scope router".into(),
            });
        }
        let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
        let file: File = serde_json::from_str(&text).map_err(|e| bad(format!("no inputs of a router: {e}")))?;
        let network = design.network.to_string();
        if let Some(other) = file.network.filter(|other| *other != network) {
            return Err(bad(format!("network = {other}, not {network}")));
        }
        let nodes = design.network.routers();
        if file.node as usize >= nodes {
            return Err(bad(format!("node = {} is not allowed; allowed: 0 to {}", file.node, nodes - 1)));
        }
        let inputs = Self { node: file.node, path: path.into(), clocks: file.clocks };
        inputs.clocks.iter().enumerate().try_for_each(|(at, clock)| clock.check(at, design)).map_err(bad)?;
        Ok(inputs)
    }

    /// How many.
    pub fn clocks(&self) -> usize {
        self.clocks.len()
    }
}

impl Played for &Inputs {
    fn over(&self, clock: u64) -> bool {
        clock >= self.clocks.len() as u64
    }

    fn clock(&mut self, clock: u64, model: &mut Model, words: usize) -> Result<PortInputs, Error> {
        let Clock { flits, credits, clear_error } = &self.clocks[clock as usize];
        let mut comes = PortInputs { clear: *clear_error, ..PortInputs::nothing(model.ports(), words) };
        for Flit { port, vc, head, tail, data } in flits {
            comes.flit(model, (*port, *vc), (*head, *tail), word(data, words));
        }
        credits.iter().for_each(|Credit { port, vc }| comes.credit(*port, *vc));
        model.check(&comes.carried).map_err(|what| Error::folder(&self.path, format!("clock {clock}: {what}")))?;
        Ok(comes)
    }
}

impl Clock {
    /// Refuses what the router has no wires for.
    fn check(&self, at: usize, design: &Design) -> Result<(), String> {
        let (ports, vcs, width) = (design.ports_compared(), design.config.vcs, design.flit_width as usize);
        let place = |what: &str, port: usize| format!("clock {at}, {what}[{port}]");
        let mut seen = [vec![false; ports], vec![false; ports]];
        let all = self.flits.iter().map(|flit| (0, "in", flit.port)).chain(self.credits.iter().map(|credit| (1, "out", credit.port)));
        for (way, what, port) in all {
            let place = place(what, port);
            match seen[way].get_mut(port) {
                None => return Err(format!("{place}: port = {port} is not allowed; allowed: 0 to {}", ports - 1)),
                Some(seen) if *seen => return Err(format!("{place}: twice in a clock")),
                Some(seen) => *seen = true,
            }
        }
        for Flit { port, vc, data, .. } in &self.flits {
            // A wrong VC at a local port is one of the errors that a router sees.
            let most = if *port < design.network.local_ports() { 1 << design.vc_bits() } else { vcs };
            beyond(&place("in", *port), *vc, most)?;
            let digits = data.trim_start_matches('0');
            let high = digits.chars().next().and_then(|digit| digit.to_digit(16)).unwrap_or(0);
            let bits = (4 * digits.len()).saturating_sub(high.leading_zeros() as usize - 28);
            if !data.chars().all(|digit| digit.is_ascii_hexdigit()) || bits > width {
                return Err(format!("{}: data = {data} is not allowed; allowed: {width} bits in hexadecimal", place("in", *port)));
            }
        }
        self.credits.iter().try_for_each(|credit| beyond(&place("out", credit.port), credit.vc, vcs))
    }
}

/// Hexadecimal digits in words of 32 bits, the lowest first.
fn word(digits: &str, words: usize) -> Vec<u32> {
    let mut data = vec![0; words];
    for (at, digit) in digits.chars().rev().enumerate().filter(|(at, _)| at / 8 < words) {
        data[at / 8] |= digit.to_digit(16).unwrap_or(0) << (at % 8 * 4);
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_words() {
        assert_eq!(word("00123456789abcdef0", 3), [0x9abc_def0, 0x1234_5678, 0]);
        assert_eq!(word("f", 1), [15]);
    }
}
