//! The inputs of one router, clock by clock, played to Verilog and model: a run that a proof found, or one made by hand.

mod ends;
mod inputs;
mod model;

use std::path::Path;

use serde::Serialize;
use torusmith_sim::single::LinkState;

use crate::Error;
use crate::binding::{Frame, Heads, Net, View};
use crate::flits::Format;
use crate::link::{self, Link};
use crate::manifest::Design;
use crate::protocol::Signal;
use crate::report::{Divergence, Elsewhere};
use crate::testbench::Testbench;
use crate::wave;

pub use inputs::Inputs;
pub(crate) use model::Model;

/// Inputs of a router's ports in a clock: for the model, and as wires, each port with its words of data.
pub(crate) struct PortInputs {
    pub carried: Vec<LinkState>,
    pub wires: Vec<u32>,
    /// `clear_error` is 1.
    pub clear: bool,
}

impl PortInputs {
    /// Nothing comes to so many ports, each with so many words of data.
    pub fn nothing(ports: usize, words: usize) -> Self {
        Self { carried: vec![LinkState::default(); ports], wires: vec![0; ports * (1 + words)], clear: false }
    }

    /// A flit, which has so many words of data.
    pub fn flit(&mut self, model: &mut Model, (port, vc): (usize, usize), (head, tail): (bool, bool), data: Vec<u32>) {
        let at = port * (1 + data.len());
        self.wires[at] |= link::flit_word(head, tail, vc);
        self.wires[at + 1..][..data.len()].copy_from_slice(&data);
        self.carried[port].flit = Some((vc, model.mark(head, tail, data)));
    }

    /// A credit.
    pub fn credit(&mut self, port: usize, vc: usize) {
        let words = self.wires.len() / self.carried.len();
        self.wires[port * words] |= link::credit_word(vc);
        self.carried[port].credit = Some(vc);
    }
}

/// Who says what comes in.
pub(crate) trait Played {
    /// It is over before this clock.
    fn over(&self, clock: u64) -> bool;

    /// In a clock; each port has so many words of data.
    fn clock(&mut self, clock: u64, model: &mut Model, words: usize) -> Result<PortInputs, Error>;
}

/// Result of a replay.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replayed {
    /// Clocks that were played: all, or up to the first difference.
    pub clocks: u64,
    /// Ports compared, each with all its signals, over these clocks.
    pub comparisons: u64,
    /// The first difference.
    pub first_divergence: Option<Divergence>,
}

impl Testbench {
    /// Plays inputs to a router and to the model's, from a reset on, and compares all outputs in every clock, up to the first difference. Of one there is
    /// a waveform in `wave`, if that is given.
    ///
    /// # Errors
    /// [`Error::Folder`] for inputs that no rule allows; as [`Testbench::cosim`].
    pub fn replay(&self, inputs: &Inputs, wave: Option<&Path>) -> Result<Replayed, Error> {
        let (mut clocks, mut first) = (0, None);
        play(self.design(), &mut self.net()?, inputs.node, &mut &*inputs, |clock, divergence| {
            (clocks, first) = (clock + 1, divergence);
            first.is_none()
        })?;
        if let (Some(divergence), Some(path)) = (&mut first, wave) {
            let (mut net, path) = wave::traced(self, divergence, path)?;
            net.start_waves(&path, &[inputs.node])?;
            play(self.design(), &mut net, inputs.node, &mut &*inputs, |_, _| true)?;
            divergence.wave = Some(path);
        }
        Ok(Replayed { clocks, comparisons: clocks * self.design().ports_compared() as u64, first_divergence: first })
    }
}

/// A router beside the model's, from a reset on, as long as there are clocks and `told` of a clock wants more.
pub(crate) fn play(
    design: &Design,
    net: &mut Net,
    node: u32,
    played: &mut dyn Played,
    mut told: impl FnMut(u64, Option<Divergence>) -> bool,
) -> Result<(), Error> {
    let format = Format::new(&design.network, design.flit_width);
    let mut model = Model::new(design, node)?;
    for clock in 0.. {
        if played.over(clock) {
            break;
        }
        let found = Shown::of(&View::new(net, clock), node as usize, format);
        let expected = Shown { links: model.shown(), errors: model.errors() };
        if !told(clock, difference(design, node, clock, &expected, &found)) {
            break;
        }
        let PortInputs { carried, wires, clear } = played.clock(clock, &mut model, net.port_words())?;
        net.step_by_hand(&Frame::<Heads> { clock, clear, ..Frame::default() }, node as usize, &wires)?;
        model.step(&carried, clear);
    }
    Ok(())
}

/// Outputs of a router.
#[derive(PartialEq, Eq)]
struct Shown {
    links: Vec<Link>,
    /// Three bits for each local port.
    errors: Vec<u8>,
}

impl Shown {
    fn of(view: &View<'_>, node: usize, format: Format) -> Self {
        let link = |port| Link::found(view.outputs(node, port), format);
        Self { links: (0..view.ports()).map(link).collect(), errors: vec![view.errors(node)] }
    }

    /// `error` belongs to the last port, as in a lock step.
    fn signals(&self, found: &Self, port: usize) -> Vec<Signal> {
        let mut all = link::signals(&self.links[port], &found.links[port]);
        if port + 1 == self.links.len() {
            let bits = |errors: &[u8]| errors.iter().rev().map(|error| format!("{error:03b}")).collect::<String>();
            all.push(Signal::new("error", bits(&self.errors), bits(&found.errors)));
        }
        all
    }
}

/// The first difference, and the other ports that have one.
fn difference(design: &Design, node: u32, clock: u64, expected: &Shown, found: &Shown) -> Option<Divergence> {
    if expected == found {
        return None;
    }
    let wrong = |port: usize| Some((port, expected.signals(found, port).into_iter().find(Signal::differs)?));
    let mut all = (0..expected.links.len()).filter_map(wrong);
    let (port, signal) = all.next()?;
    let address = design.network.format_address(node);
    let elsewhere = |(port, signal): (usize, Signal)| Elsewhere {
        node,
        address: address.clone(),
        port_name: design.port_name(node, port),
        signal: signal.name,
    };
    Some(Divergence {
        clock,
        node,
        port,
        port_name: design.port_name(node, port),
        signal: signal.name,
        expected: signal.expected,
        found: signal.found,
        expected_port: expected.links[port].text(),
        found_port: found.links[port].text(),
        recent: Vec::new(),
        others: all.map(elsewhere).collect(),
        address,
        wave: None,
        wave_note: None,
    })
}
