//! Parts of the lock step that depend on the interface. Everything else exists once, for all protocols.
//!
//! A [`Protocol`] names the two sides: the [`Users`] at the local ports of the Verilog, with the check of what arrives, and the [`Model`].
//! Neither sees the other's outputs. How the ports are compared word by word is said again in C++ (`cpp/`), for speed.

use torusmith_sim::engine::Delivery;
use torusmith_topology::Network;

use crate::Error;
use crate::binding::{Flit, Frame, FrameExtras, Net, View, Wires};
use crate::manifest::Design;
use crate::report::Counts;
use crate::sums::{Packets, Sums};

/// A kind of lock step; a value of it says which packets are sent.
pub trait Protocol {
    /// Counts of this protocol, besides clocks and ports.
    type Counts: Counts;
    /// Those at the local ports of the Verilog.
    #[doc(hidden)]
    type Users: Users<Counts = Self::Counts>;
    /// The golden model.
    #[doc(hidden)]
    type Model: Model<Input = <Self::Users as Users>::Input, Extras = <Self::Users as Users>::Extras>;

    /// Refuses settings that a design cannot be run with, before anything is built.
    ///
    /// # Errors
    /// [`Error::Folder`] for a design of another kind, [`Error::Option`] or [`Error::Model`] for traffic that the network cannot have.
    fn check(&self, design: &Design) -> Result<(), Error>;

    #[doc(hidden)]
    fn users(&self, design: &Design) -> Result<Self::Users, Error>;

    /// In clock 0.
    #[doc(hidden)]
    fn model(&self, design: &Design) -> Result<Self::Model, Error>;

    /// Clocks without a flit that moves after which a network is dead, if `watchdog` are asked for.
    #[doc(hidden)]
    fn patience(&self, watchdog: u64) -> u64 {
        watchdog
    }
}

/// Traffic, what stands between it and the Verilog's local ports, and the check of what arrives.
#[doc(hidden)]
pub trait Users {
    /// Input of the model in a clock: packets, or the wires of a node's streams.
    type Input;
    type Extras: FrameExtras;
    type Counts: Counts;

    /// Sets up the Verilog's side, in clock 0.
    fn attach(&self, _net: &mut Net) -> Result<(), Error> {
        Ok(())
    }

    /// Drives the frame's clock; a packet may start if the frame is open.
    fn drive(&mut self, frame: &mut Frame<Self::Extras>);

    /// Inputs of the model in the last driven clock.
    fn given(&self) -> &[Self::Input];

    /// Looks at the local outputs in a clock; deliveries are checked if there is a `model`. Returns how many beats were taken from users, which no
    /// output register shows.
    fn see(&mut self, view: &View<'_>, model: bool) -> u64;

    /// Moves the packets that have arrived in the clock that was looked at last, with their clocks in the Verilog, to `into`, where these are known.
    fn take_arrived(&mut self, _into: &mut Vec<Delivery>) {}

    /// Packets as of the clock that was counted last.
    fn packets(&mut self, sums: &Sums) -> Packets;

    /// All packets of traffic that has an end have begun to leave, as of the clock that was counted last.
    fn over(&self, _sums: &Sums) -> bool {
        false
    }

    /// Nothing is still on its way that they look for, when all packets have come to their end.
    fn settled(&self) -> bool {
        true
    }

    /// Whether the users saw an error that ends the run.
    fn failed(&self) -> bool {
        false
    }

    /// Lines on the Verilog's side of a node.
    fn trace(&self, view: &View<'_>, node: u32) -> Vec<String>;

    /// The run is over; the model has dropped so many flits at local inputs, by bit of `error`.
    fn settle(&mut self, _net: &mut Net, _dropped: [u64; 3]) {}

    /// Checks the end of a run that ended by itself in `clock`.
    fn end(&mut self, _clock: u64) {}

    /// Counts, and violations at the local outputs. `queued` packets are in the queues of the Verilog's side; the model has `lost` some.
    fn counts(self, sums: &Sums, queued: u64, lost: u64) -> (Self::Counts, Vec<String>);
}

/// A golden model, stepped clock by clock.
#[doc(hidden)]
pub trait Model {
    type Input;
    type Extras: FrameExtras;

    /// Its outputs in the clock it is in.
    fn show(&mut self, frame: &mut Frame<Self::Extras>);

    /// From the current clock on no packet starts.
    fn close(&mut self) {}

    /// Decides and moves everything of the current clock.
    ///
    /// # Errors
    /// [`Error::Model`] for a packet that it cannot take.
    fn step(&mut self, given: &[Self::Input]) -> Result<(), Error>;

    /// A line on its side of a node.
    fn trace(&self, _node: u32) -> Option<String> {
        None
    }

    /// Packets that will never come to their end, though nothing is wrong.
    fn lost(&self) -> u64 {
        0
    }

    /// Flits that it has dropped at local inputs, by bit of `error`.
    fn dropped(&self) -> [u64; 3] {
        [0; 3]
    }

    /// Nothing is left to be done but for packets of the users.
    fn quiet(&self) -> bool {
        true
    }

    /// Error in the model's state when all packets have arrived.
    fn leftover(&self) -> Option<String> {
        None
    }

    /// Of a dead network in which nothing has moved since a clock: who waits for whom.
    fn waiting(&self, _network: &Network, _since: u64) -> Vec<String> {
        Vec::new()
    }

    /// How the ports of a scene are told of.
    fn ports<'a>(&'a self, scene: ClockView<'a, Self::Extras>) -> Box<dyn Ports + 'a>;
}

/// Outputs of both sides in a clock.
#[doc(hidden)]
pub struct ClockView<'a, B> {
    pub(crate) design: &'a Design,
    pub(crate) view: View<'a>,
    pub(crate) frame: &'a Frame<B>,
}

impl<'a, B> ClockView<'a, B> {
    /// (node, port) of a word of the frame.
    pub(crate) fn place(&self, at: usize) -> (usize, usize) {
        (at / self.view.ports(), at % self.view.ports())
    }

    /// The Verilog's output registers at the port of a word.
    pub(crate) fn wires(&self, at: usize) -> Wires<'a> {
        let (node, port) = self.place(at);
        self.view.outputs(node, port)
    }

    /// The sticky error bits of the node of a word.
    pub(crate) fn errors(&self, at: usize) -> u8 {
        self.view.errors(self.place(at).0)
    }

    /// The same of all local ports of a plain router, three each.
    pub(crate) fn error(&self, at: usize) -> u128 {
        self.view.error(self.place(at).0)
    }

    /// The word is that of its node's last port, with which the error bits are told.
    pub(crate) fn last_port(&self, at: usize) -> bool {
        self.place(at).1 + 1 == self.view.ports()
    }
}

/// The ports of a clock in words, by the index of their word.
#[doc(hidden)]
pub trait Ports {
    /// The signals that mean something by the model, in the order in which they are told of.
    fn signals(&self, at: usize) -> Vec<Signal>;

    /// The whole port by the model.
    fn expected(&self, at: usize) -> String;

    /// The whole port in the Verilog.
    fn found(&self, at: usize) -> String;

    /// A flit that the port showed before.
    fn before(&self, at: usize, flit: &Flit) -> String;
}

/// A signal of the top module at a port, as it is told of.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    pub name: String,
    pub expected: String,
    pub found: String,
}

impl Signal {
    pub(crate) fn new(name: impl Into<String>, expected: impl ToString, found: impl ToString) -> Self {
        Self { name: name.into(), expected: expected.to_string(), found: found.to_string() }
    }

    /// Of a field of two words.
    pub(crate) fn field(name: &str, expected: u32, found: u32, shift: u32, mask: u32) -> Self {
        Self::new(name, expected >> shift & mask, found >> shift & mask)
    }

    pub(crate) fn differs(&self) -> bool {
        self.expected != self.found
    }
}
