//! The ports of all routers in the model, clock by clock, for who compares another form of the router with it.

use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::run::Run;

use super::events::PortSink;
use super::options::RecordOptions;
use super::plain::{Recorded, RecordedClock, dead, start};
use crate::Error;
use crate::manifest::Design;

/// The model of a plain router's network in a run, with a network interface at each terminal. Port p of router r is port `r * P + p`.
///
/// Local ports have all events. The others have what goes out: what comes in is what the router at the other end of the link sends.
pub struct RouterPorts {
    run: Run<NetworkRouting>,
    recorded: RecordedClock,
}

impl RouterPorts {
    /// The model in clock 0; of `options` the node has no meaning.
    ///
    /// # Errors
    /// [`Error::Model`] for traffic that the network cannot have.
    pub fn new(design: &Design, options: &RecordOptions) -> Result<Self, Error> {
        let run = start(design, options, true)?;
        Ok(Self { run, recorded: RecordedClock::new(design, &design.network.graph(), Recorded::All) })
    }

    /// Reports what is on all ports in this clock; the model is then a clock further.
    ///
    /// # Errors
    /// [`Error::Dead`].
    pub fn step(&mut self, sink: &mut dyn PortSink) -> Result<(), Error> {
        let (clock, open) = (self.run.engine().clock(), self.run.open());
        let created = self.run.begin();
        self.recorded.offer(created);
        self.recorded.look(&mut self.run);
        self.recorded.write(clock, open, sink);
        self.run.finish().map_err(dead)?;
        Ok(())
    }
}
