//! Each router by itself in lock step with the model's: its neighbours send all that they can have, and for a while most of it to one output VC.
//!
//! In a network few routers see that several inputs ask for the same output VC in the same clock, and fewer see it often. Here each does, for each of
//! its output VCs in turn.

mod heads;
mod neighbours;
mod own;

use std::path::Path;

use serde::Serialize;
use torusmith_design::{Pipeline, Scope};
use torusmith_sim::config::RouterConfig;
use torusmith_topology::TerminalId;

use crate::Error;
use crate::binding::Net;
use crate::flits::Format;
use crate::kind::Kind;
use crate::manifest::Design;
use crate::options::Observer;
use crate::replay::{Model, Played, PortInputs, play};
use crate::report::Divergence;
use crate::routing::routing;
use crate::testbench::Testbench;
use crate::wave;
use heads::Heads;
use neighbours::{Clock, Flit, Neighbours};

/// Routers of a run, at most: of larger networks so many, evenly spread.
const ROUTERS: usize = 256;
/// At each output VC of each router there are as many clocks, within these bounds.
const LEAST: u64 = 48;
const MOST: u64 = 256;
/// Of the clocks at an output VC one in so many has a flood of heads, the others volleys.
const FLOOD: u64 = 4;
/// Clocks after which a router must be empty whose outputs are all taken from.
const EMPTY: u64 = 1024;
/// Clocks behind a difference in its waveform.
const AFTER: u64 = 16;

/// Result of stepping routers by themselves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alone {
    /// Routers, one after the other.
    pub routers: u64,
    /// Clocks, of all of them.
    pub clocks: u64,
    /// Ports compared, each with all its signals, over these clocks.
    pub comparisons: u64,
    /// Packets that came in.
    pub packets: u64,
    /// The first difference: the clock is that of its router.
    pub first_divergence: Option<Divergence>,
    /// Violations of the contract on which both sides agree.
    pub violations: Vec<String>,
}

impl Alone {
    /// Nothing is wrong.
    pub fn good(&self) -> bool {
        self.first_divergence.is_none() && self.violations.is_empty()
    }
}

/// Why the routers of a design cannot be run by themselves; `None` if they can.
pub fn why_not(design: &Design) -> Option<&'static str> {
    match design.manifest.scope {
        Scope::Network => Some("of a whole network no router is by itself"),
        Scope::Router if design.kind() != Kind::Plain => Some("only plain routers run by themselves"),
        _ => None,
    }
}

impl Testbench {
    /// Runs routers one after the other, each from a reset on and driven at all ports, and compares all outputs in every clock, up to the first
    /// difference. There are about so many `clocks` in all. Of a difference there is a waveform in `wave`, if that is given.
    ///
    /// # Errors
    /// [`Error::Option`] for a design whose routers cannot be run so, see [`why_not`]; as [`Testbench::cosim`].
    pub fn alone(&self, seed: u64, clocks: u64, wave: Option<&Path>, observer: &mut dyn Observer) -> Result<Alone, Error> {
        let design = self.design();
        if let Some(why) = why_not(design) {
            return Err(Error::Option { field: "driver", value: "alone".into(), allowed: format!("others: {why}") });
        }
        let routing = routing(design)?;
        let config = design.config.for_routing(&routing); // RC6
        let mut heads = Heads::new(&design.graph(), design.ports_compared(), config, &routing);
        let mut found = Alone { routers: 0, clocks: 0, comparisons: 0, packets: 0, first_divergence: None, violations: Vec::new() };
        // Routers route a hop ahead only in networks in which each has a terminal.
        let graph = design.graph();
        let each = (0..graph.routers() as u32).all(|router| graph.terminal(router, 0).is_some());
        if config.pipeline == Pipeline::One && each {
            let (mut net, format) = (self.net()?, Format::new(&design.network, design.flit_width));
            let seen = |node: usize, heads: &[(TerminalId, u64)]| {
                own::seen(&mut net, node, design.locals()..design.ports_compared(), format, heads)
            };
            if let Some((node, destination)) = heads.own_bits(&design.graph(), &format.own_mask(), seen)? {
                let (at, to) = (design.network.format_address(node), design.network.format_terminal(destination));
                found
                    .violations
                    .push(format!("router {node} ({at}): a head for {destination} ({to}) does not leave it, though it is empty"));
                return Ok(found);
            }
        }
        let nodes = design.network.routers();
        let routers: Vec<u32> = (0..nodes.min(ROUTERS)).map(|at| (at * nodes / nodes.min(ROUTERS)) as u32).collect();
        let all: usize = routers.iter().map(|node| heads.asked(*node).len()).sum();
        let clocks = (clocks / all.max(1) as u64).clamp(LEAST, MOST);
        let mut net = self.net()?;
        for node in routers {
            if observer.interrupted() {
                return Err(Error::Interrupted);
            }
            let drive = || Drive::new(design, &heads, node, (seed, clocks), config);
            self.router(&mut net, node, drive(), &mut found)?;
            if let (Some(divergence), Some(path)) = (&mut found.first_divergence, wave) {
                let ((mut net, path), last) = (wave::traced(self, divergence, path)?, divergence.clock + AFTER);
                net.start_waves(&path, &[node])?;
                play(design, &mut net, node, &mut drive(), |clock, _| clock < last)?;
                divergence.wave = Some(path);
            }
            observer.progress(found.clocks);
            if !found.good() {
                break;
            }
        }
        Ok(found)
    }

    fn router(&self, net: &mut Net, node: u32, mut drive: Drive<'_>, found: &mut Alone) -> Result<(), Error> {
        let design = self.design();
        play(design, net, node, &mut drive, |_, divergence| {
            found.clocks += 1;
            found.first_divergence = divergence;
            found.first_divergence.is_none()
        })?;
        let neighbours = drive.neighbours;
        found.routers += 1;
        found.comparisons = found.clocks * design.ports_compared() as u64;
        found.packets += neighbours.begun;
        if found.first_divergence.is_none() && neighbours.begun != neighbours.ended {
            let address = design.network.format_address(node);
            let (begun, ended) = (neighbours.begun, neighbours.ended);
            found.violations.push(format!("router {node} ({address}): {begun} packets came in, and {ended} have left when it is over"));
        }
        Ok(())
    }
}

/// The neighbours of one router, phase by phase.
struct Drive<'a> {
    dir: &'a Path,
    neighbours: Neighbours<'a>,
    format: Format,
    nodes: u32,
    /// The output VCs at which heads meet, each for so many clocks.
    meet: Vec<(usize, usize)>,
    clocks: u64,
}

impl<'a> Drive<'a> {
    fn new(design: &'a Design, heads: &'a Heads, node: u32, (seed, clocks): (u64, u64), config: RouterConfig) -> Self {
        let neighbours = Neighbours::new(heads, node, (design.ports_compared(), design.locals()), config, seed);
        Self {
            dir: &design.dir,
            neighbours,
            format: Format::new(&design.network, design.flit_width),
            nodes: design.network.terminals() as u32,
            meet: heads.asked(node),
            clocks,
        }
    }
}

impl Played for Drive<'_> {
    fn over(&self, clock: u64) -> bool {
        let last = self.meet.len() as u64 * self.clocks;
        clock >= last && self.neighbours.begun == self.neighbours.ended || clock >= last + EMPTY
    }

    fn clock(&mut self, clock: u64, model: &mut Model, words: usize) -> Result<PortInputs, Error> {
        let meet = self.meet.get((clock / self.clocks) as usize).copied();
        let shown = model.carried();
        let Clock { flits, credits } = self.neighbours.clock(meet, clock % self.clocks >= self.clocks / FLOOD * (FLOOD - 1));
        // A credit comes a clock behind the flit that it is for (VC2).
        self.neighbours.see(&shown);
        let mut comes = PortInputs::nothing(shown.len(), words);
        for Flit { port, vc, head, tail, data } in flits {
            let mut word = vec![0; words];
            match head {
                Some(head) => {
                    let header = self.format.header_of(TerminalId(data % self.nodes), head.destination, head.bits);
                    word.iter_mut().zip([header as u32, (header >> 32) as u32]).for_each(|(word, part)| *word = part);
                    word.iter_mut().zip(&head.own).for_each(|(word, own)| *word |= own);
                }
                None => word[0] = data & low(self.format.width),
            }
            comes.flit(model, (port, vc), (head.is_some(), tail), word);
        }
        credits.into_iter().for_each(|(port, vc)| comes.credit(port, vc));
        // A driver that breaks a rule would prove nothing.
        model.check(&comes.carried).map_err(|what| Error::folder(self.dir, format!("clock {clock} of a router by itself: {what}")))?;
        Ok(comes)
    }
}

/// So many low bits, 32 at most.
fn low(width: u32) -> u32 {
    if width >= 32 { u32::MAX } else { (1 << width) - 1 }
}
