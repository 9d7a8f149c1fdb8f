//! Traffic that a user gives (docs/traffic.md): packets, destinations or rates from a file, and hot spots at nodes of the user's choice.

mod hot_spots;
pub(super) mod noxim;
mod pairs;
mod table;
mod trace;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::Path;

use rand::Rng;
use torusmith_topology::{Network, TerminalId};

use crate::Error;
use hot_spots::HotSpots;
use pairs::Rates;
pub(super) use trace::{Trace, TracePacket};

/// Traffic of one network from a user's file or nodes. A pattern is copied freely, so the content stays in memory until the program ends.
#[derive(Clone, Copy)]
pub struct Given(&'static Content);

struct Content {
    /// Name on the command line: `trace:a/b.csv`.
    name: String,
    /// Name without folders: `trace:b.csv`.
    short: String,
    /// Nodes of its network.
    nodes: usize,
    demand: Demand,
}

enum Demand {
    Trace(Trace),
    /// Destination of each source; its own number if it sends nothing.
    Permutation(Vec<TerminalId>),
    Rates(Rates),
    Noxim(noxim::Table),
    HotSpots(HotSpots),
}

impl Given {
    /// Packets, each with its clock: columns `clock,from,to,flits`, or `bytes` in place of `flits`, in flits of [`Network::usual_flit_width`] bits.
    ///
    /// # Errors
    /// [`Error::File`] with file, line and what was expected.
    pub fn trace(network: &Network, file: &Path) -> Result<Self, Error> {
        Self::trace_in(network, file, network.usual_flit_width())
    }

    /// As [`Given::trace`], with bytes in flits of so many bits.
    ///
    /// # Errors
    /// [`Error::File`] with file, line and what was expected.
    pub fn trace_in(network: &Network, file: &Path, flit_width: u32) -> Result<Self, Error> {
        Ok(Self::from_file(network, "trace", file, Demand::Trace(trace::read(network, file, flit_width)?)))
    }

    /// A destination for each of some nodes: columns `from,to`.
    ///
    /// # Errors
    /// [`Error::File`] with file, line and what was expected.
    pub fn permutation(network: &Network, file: &Path) -> Result<Self, Error> {
        Ok(Self::from_file(network, "permutation", file, Demand::Permutation(pairs::read_permutation(network, file)?)))
    }

    /// Loads of pairs of nodes, in flits a clock: columns `from,to,rate`.
    ///
    /// # Errors
    /// [`Error::File`] with file, line and what was expected.
    pub fn rates(network: &Network, file: &Path) -> Result<Self, Error> {
        Ok(Self::from_file(network, "rates", file, Demand::Rates(pairs::read_rates(network, file)?)))
    }

    /// A traffic table of Noxim, of lines `src dst pir por t_on t_off period`.
    ///
    /// # Errors
    /// [`Error::File`] with file, line and what was expected.
    pub fn noxim(network: &Network, file: &Path) -> Result<Self, Error> {
        Ok(Self::from_file(network, "noxim", file, Demand::Noxim(noxim::Table::read(network, file)?)))
    }

    /// Uniform traffic of which `percent` go to one of these nodes, as their addresses or numbers separated by `/`.
    ///
    /// # Errors
    /// A percentage that is none; nodes that the network does not have, or not twice.
    pub fn hot_spots(network: &Network, percent: u8, nodes: &str) -> Result<Self, Error> {
        let spots = HotSpots::read(network, percent, nodes)?;
        let name = format!("hot-spot at {nodes}");
        Ok(Self::keep(Content { short: name.clone(), name, nodes: network.terminals(), demand: Demand::HotSpots(spots) }))
    }

    fn from_file(network: &Network, kind: &str, file: &Path, demand: Demand) -> Self {
        let name = |file: &Path| format!("{kind}:{}", file.display());
        let short = name(file.file_name().map_or(file, Path::new));
        Self::keep(Content { name: name(file), short, nodes: network.terminals(), demand })
    }

    fn keep(content: Content) -> Self {
        Self(Box::leak(Box::new(content)))
    }

    /// Name on the command line: `trace:a/b.csv`.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// Name without folders, for output that is to be the same on every machine: `trace:b.csv`.
    pub fn short_name(self) -> &'static str {
        &self.0.short
    }

    /// Refuses a network of another size than the one that it was read for.
    pub(super) fn check(self, network: &Network) -> Result<(), Error> {
        let (found, read) = (network.terminals(), self.0.nodes);
        if found == read {
            return Ok(());
        }
        Err(Error::value("traffic", self.name(), format!("what was read for {found} nodes, as {network} has; this was for {read}")))
    }

    pub(super) fn as_trace(self) -> Option<&'static Trace> {
        match &self.0.demand {
            Demand::Trace(trace) => Some(trace),
            _ => None,
        }
    }

    pub(super) fn as_noxim(self) -> Option<&'static noxim::Table> {
        match &self.0.demand {
            Demand::Noxim(table) => Some(table),
            _ => None,
        }
    }

    /// Sources have rates of their own.
    pub(super) fn has_rates(self) -> bool {
        matches!(self.0.demand, Demand::Rates(_) | Demand::Noxim(_))
    }

    /// Every node sends to every other.
    pub(super) fn joins_all(self) -> bool {
        matches!(self.0.demand, Demand::HotSpots(_))
    }

    /// Flits a clock that a source creates at rate 1, including those to itself.
    pub(super) fn creates(self, source: TerminalId) -> f64 {
        match &self.0.demand {
            Demand::Rates(rates) => rates.creates(source),
            _ => self.offers(source),
        }
    }

    /// Flits a clock that a source offers at rate 1.
    pub(super) fn offers(self, source: TerminalId) -> f64 {
        match &self.0.demand {
            Demand::Trace(_) | Demand::Noxim(_) => 0.0,
            Demand::Permutation(to) => f64::from(u8::from(to[source.index()] != source)),
            Demand::Rates(rates) => rates.offers(source),
            Demand::HotSpots(_) => 1.0,
        }
    }

    /// The next destination of a source that sends.
    pub(super) fn draw(self, source: TerminalId, rng: &mut impl Rng) -> TerminalId {
        match &self.0.demand {
            Demand::Trace(_) | Demand::Noxim(_) => source,
            Demand::Permutation(to) => to[source.index()],
            Demand::Rates(rates) => rates.draw(source, rng.next_u64()),
            Demand::HotSpots(spots) => spots.draw(source, rng),
        }
    }

    /// Flits a clock that each destination gets from a source at rate 1, destinations in ascending order.
    pub(super) fn shares(self, source: TerminalId) -> Vec<(TerminalId, f64)> {
        match &self.0.demand {
            Demand::Trace(_) | Demand::Noxim(_) => Vec::new(),
            Demand::Permutation(to) => Some((to[source.index()], 1.0)).filter(|(to, _)| *to != source).into_iter().collect(),
            Demand::Rates(rates) => rates.shares(source),
            Demand::HotSpots(spots) => spots.shares(source),
        }
    }
}

/// Two reads of one file differ: the file may have changed in between.
impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Given {}

impl Hash for Given {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.demand {
            Demand::HotSpots(spots) => write!(f, "{} with {} %", self.name(), spots.percent()),
            _ => f.write_str(self.name()),
        }
    }
}
