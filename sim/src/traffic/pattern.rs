//! Destinations of packets.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use strum::IntoStaticStr;
use torusmith_topology::{Graph, Network, TerminalId, Undefined};

use super::given::Given;
use crate::Error;

/// One of the seven traffic patterns, [`Pattern::HotNodes`], [`Pattern::Neighbours`], or traffic from a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Pattern {
    /// Any terminal but the source.
    Uniform,
    /// Uniform, but this percentage goes to the source's hot node.
    HotSpot(u8),
    /// Row and column exchanged.
    Transpose,
    /// The bits of the address in reverse order.
    BitReversal,
    /// All bits inverted.
    Complement,
    /// Reversed and inverted.
    BitFlip,
    /// Rotated left by one bit.
    Shuffle,
    /// One of the hot nodes, a thirty-second of all nodes.
    HotNodes,
    /// One of the neighbours of the source: the terminals of other routers to which links of its router lead.
    Neighbours,
    /// From a user's file, or hot spots at nodes of the user's choice.
    Given(Given),
}

impl Pattern {
    /// The seven patterns, in the order of the documentation; hot spot with 5 %.
    pub const ALL: [Self; 7] =
        [Self::Uniform, Self::HotSpot(5), Self::Transpose, Self::BitReversal, Self::Complement, Self::BitFlip, Self::Shuffle];

    /// Names of the patterns that have one, in the order of the documentation.
    pub const NAMES: &[&str] =
        &["uniform", "hot-spot", "transpose", "bit-reversal", "complement", "bit-flip", "shuffle", "hot-nodes", "neighbours"];

    /// Patterns that have a name: the seven, hot nodes, and neighbours.
    fn known() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain([Self::HotNodes, Self::Neighbours])
    }

    /// Name on the command line, without the percentage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given(given) => given.name(),
            _ => self.into(),
        }
    }

    /// Packets with their clocks: rate, lengths and seed mean nothing.
    pub fn is_trace(self) -> bool {
        matches!(self, Self::Given(given) if given.as_trace().is_some())
    }

    /// Clocks up to the last packet of a trace.
    pub fn clocks(self) -> Option<u64> {
        match self {
            Self::Given(given) => given.as_trace().map(|trace| trace.jobs.last().map_or(0, |job| job.clock + 1)),
            _ => None,
        }
    }

    /// Sources have rates of their own: they do not all offer the same, or nothing.
    pub fn has_rates(self) -> bool {
        matches!(self, Self::Given(given) if given.has_rates())
    }

    /// Mean loads of pairs of nodes are known: not those of a trace, nor those of a table of Noxim, whose rates depend on the clock.
    pub fn has_loads(self) -> bool {
        !matches!(self, Self::Given(given) if given.as_trace().is_some() || given.as_noxim().is_some())
    }

    /// Every terminal sends to every other.
    pub fn joins_all(self) -> bool {
        match self {
            Self::Uniform | Self::HotSpot(_) | Self::HotNodes => true,
            Self::Given(given) => given.joins_all(),
            _ => false,
        }
    }
}

impl From<Given> for Pattern {
    fn from(given: Given) -> Self {
        Self::Given(given)
    }
}

/// `uniform`, `hot-spot:10`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HotSpot(percent) => write!(f, "hot-spot:{percent}"),
            _ => f.write_str(self.name()),
        }
    }
}

/// A name; `hot-spot` may have a percentage, as in `hot-spot:10`.
impl FromStr for Pattern {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, percent) = text.split_once(':').map_or((text, None), |(name, percent)| (name, Some(percent)));
        match (Self::known().find(|pattern| pattern.name() == name), percent) {
            (Some(Self::HotSpot(_)), Some(percent)) => match percent.trim_end_matches('%').parse() {
                Ok(percent @ 1..=100) => Ok(Self::HotSpot(percent)),
                _ => Err(Error::value("hot-spot-percent", percent, "1 to 100 %; the paper's are 2, 5, 10, 20")),
            },
            (Some(pattern), None) => Ok(pattern),
            _ => Err(Error::value("traffic", text, Self::NAMES.join(", "))),
        }
    }
}

/// The groups of five bits of the terminal's number, from the lowest up, add up to 0 without carry: so has one of 32 terminals.
fn is_hot(TerminalId(number): TerminalId) -> bool {
    (0..32).step_by(5).fold(0, |sum, shift| sum ^ number >> shift) & 31 == 0
}

/// The terminals of the other routers to which links of a terminal's router lead, each once, in ascending order.
fn neighbours(graph: &Graph, terminal: TerminalId) -> Vec<TerminalId> {
    let own = graph.at(terminal).router;
    let routers = (0..graph.ports()).filter_map(|port| graph.downstream(own as usize, port)).map(|link| link.node);
    let locals = |router| (0..graph.local_ports() as u8).filter_map(move |port| graph.terminal(router, port));
    let mut all: Vec<TerminalId> = routers.filter(|&router| router != own).flat_map(locals).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The destinations that a pattern gives the terminals of a network.
#[derive(Debug, Clone)]
pub struct Destinations {
    nodes: u32,
    pattern: Pattern,
    /// Destination or hot node of each source. For [`Pattern::HotNodes`] all hot nodes, for [`Pattern::Neighbours`] the neighbours of one source
    /// after the other, in ascending order. Empty for uniform traffic, and for traffic from a user.
    table: Vec<TerminalId>,
    /// [`Pattern::Neighbours`]: position in the table at which the neighbours of each source begin, and the end of the last ones.
    begins: Vec<u32>,
    /// The terminals in service, if some are not.
    live: Option<Vec<TerminalId>>,
}

impl Destinations {
    /// The pattern on a network.
    ///
    /// # Errors
    /// A pattern that a network of this size and shape does not have.
    pub fn new(network: &Network, pattern: Pattern) -> Result<Self, Error> {
        let nodes = network.terminals() as u32;
        if let Pattern::HotSpot(percent) = pattern
            && !(1..=100).contains(&percent)
        {
            return Err(Error::value("hot-spot-percent", percent, "1 to 100 %"));
        }
        let defined = match pattern {
            Pattern::HotSpot(_) => network.hot_spot(TerminalId(0)).map(|_| ()),
            Pattern::Transpose => network.transpose(TerminalId(0)).map(|_| ()),
            Pattern::HotNodes if !nodes.is_power_of_two() || nodes < 64 => {
                Err(Undefined("where the number of nodes is a power of two, 64 or more"))
            }
            Pattern::BitReversal | Pattern::Complement | Pattern::BitFlip | Pattern::Shuffle if !nodes.is_power_of_two() => {
                Err(Undefined("where the number of nodes is a power of two"))
            }
            _ => Ok(()),
        };
        if let Err(Undefined(where_it_is)) = defined {
            return Err(Error::value("traffic", pattern.name(), format!("{where_it_is}; {network} has not")));
        }
        let attached = network.attached();
        if let Pattern::Given(given) = pattern {
            given.check(network)?;
            if !attached.all_live() {
                let allowed = "a pattern without a file or hot spots of its own, where nodes are out of service";
                return Err(Error::value("traffic", pattern.name(), allowed));
            }
            if !pattern.has_loads() {
                return Err(Error::value("traffic", pattern.name(), "a pattern, a permutation or rates, which have mean loads"));
            }
        }
        let bits = nodes.ilog2();
        let reversed = |number: u32| number.reverse_bits() >> (32 - bits);
        let to = |source: TerminalId| match pattern {
            Pattern::Uniform | Pattern::HotNodes | Pattern::Neighbours | Pattern::Given(_) => source,
            Pattern::HotSpot(_) => network.hot_spot(source).unwrap_or(source),
            Pattern::Transpose => network.transpose(source).unwrap_or(source),
            Pattern::BitReversal => TerminalId(reversed(source.0)),
            Pattern::Complement => TerminalId(nodes - 1 - source.0),
            Pattern::BitFlip => TerminalId(nodes - 1 - reversed(source.0)),
            Pattern::Shuffle => TerminalId((source.0 << 1 | source.0 >> (bits - 1)) & (nodes - 1)),
        };
        let mut begins = Vec::new();
        let table = match pattern {
            Pattern::Neighbours => {
                begins.push(0);
                let (graph, mut all) = (network.graph(), Vec::new());
                for source in TerminalId::all(network.terminals()) {
                    all.extend(neighbours(&graph, source));
                    begins.push(all.len() as u32);
                }
                all
            }
            Pattern::Uniform | Pattern::Given(_) => Vec::new(),
            Pattern::HotNodes => attached.live().filter(|&terminal| is_hot(terminal)).collect(),
            // No packet goes to a terminal out of service, or comes from there.
            _ => TerminalId::all(network.terminals())
                .map(|from| Some(to(from)).filter(|&to| attached.is_live(from) && attached.is_live(to)).unwrap_or(from))
                .collect(),
        };
        let live = (!attached.all_live()).then(|| attached.live().collect());
        Ok(Self { nodes, pattern, table, begins, live })
    }

    /// The source sends at all (rule N7).
    pub fn sends(&self, source: TerminalId) -> bool {
        self.offers(source) > 0.0
    }

    /// Flits a clock that the source creates at rate 1, 0..=1, including those to itself.
    pub(super) fn creates(&self, source: TerminalId) -> f64 {
        match self.pattern {
            Pattern::Given(given) => given.creates(source),
            _ => self.offers(source),
        }
    }

    /// Flits a clock that the source offers at rate 1, 0..=1.
    pub fn offers(&self, source: TerminalId) -> f64 {
        match self.pattern {
            Pattern::Uniform | Pattern::HotSpot(_) | Pattern::HotNodes => f64::from(u8::from(self.is_live(source))),
            Pattern::Neighbours => f64::from(u8::from(!self.near(source).is_empty())),
            Pattern::Given(given) => given.offers(source),
            _ => f64::from(u8::from(self.table[source.index()] != source)),
        }
    }

    /// The next destination of a source that sends; with rates it can be the source itself.
    pub fn draw(&self, source: TerminalId, rng: &mut impl Rng) -> TerminalId {
        match self.pattern {
            Pattern::Uniform => self.other(source, rng),
            Pattern::HotSpot(percent) => match self.table[source.index()] {
                hot if hot != source && rng.random_range(0..100) < u32::from(percent) => hot,
                _ => self.other(source, rng),
            },
            Pattern::HotNodes => {
                let hot = &self.table;
                let own = hot.binary_search(&source).ok();
                let other = rng.random_range(0..(hot.len() - own.is_some() as usize) as u32) as usize;
                hot[other + own.is_some_and(|own| other >= own) as usize]
            }
            Pattern::Neighbours => {
                let near = self.near(source);
                near[rng.random_range(0..near.len() as u32) as usize]
            }
            Pattern::Given(given) => given.draw(source, rng),
            _ => self.table[source.index()],
        }
    }

    /// Flits a clock that each destination gets from a source at rate 1, destinations in ascending order; empty if the source does not send.
    pub fn shares(&self, source: TerminalId) -> Vec<(TerminalId, f64)> {
        let even = |among: &mut dyn Iterator<Item = TerminalId>| {
            let all: Vec<TerminalId> = among.filter(|&to| to != source && self.is_live(to)).collect();
            let share = 1.0 / all.len() as f64;
            all.into_iter().map(|to| (to, share)).collect::<Vec<_>>()
        };
        if !self.is_live(source) {
            return Vec::new();
        }
        match self.pattern {
            Pattern::Uniform => even(&mut TerminalId::all(self.nodes as usize)),
            Pattern::HotNodes => even(&mut self.table.iter().copied()),
            Pattern::Neighbours => even(&mut self.near(source).iter().copied()),
            Pattern::HotSpot(percent) => {
                let mut all = even(&mut TerminalId::all(self.nodes as usize));
                let hot = self.table[source.index()];
                if hot != source {
                    let hot_share = f64::from(percent) / 100.0;
                    all.iter_mut().for_each(|(to, share)| *share = *share * (1.0 - hot_share) + if *to == hot { hot_share } else { 0.0 });
                }
                all
            }
            Pattern::Given(given) => given.shares(source),
            _ if !self.sends(source) => Vec::new(),
            _ => vec![(self.table[source.index()], 1.0)],
        }
    }

    /// The neighbours of a source.
    fn near(&self, source: TerminalId) -> &[TerminalId] {
        let [from, to] = [source.index(), source.index() + 1].map(|at| self.begins[at] as usize);
        &self.table[from..to]
    }

    fn is_live(&self, terminal: TerminalId) -> bool {
        self.live.as_ref().is_none_or(|live| live.binary_search(&terminal).is_ok())
    }

    /// Any terminal in service but `source`.
    fn other(&self, source: TerminalId, rng: &mut impl Rng) -> TerminalId {
        if let Some(live) = &self.live {
            let other = rng.random_range(0..live.len() as u32 - 1) as usize;
            return live[other + usize::from(live[other] >= source)];
        }
        let other = rng.random_range(0..self.nodes - 1);
        TerminalId(other + (other >= source.0) as u32)
    }
}
