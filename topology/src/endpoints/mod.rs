//! What the terminals of a network make of packets: which kinds travel between which terminals, and what a terminal waits for before it takes one
//! (docs/deadlock.md).
//!
//! ```
//! use torusmith_topology::{Network, endpoints, TerminalId};
//!
//! let network: Network = "mesh:2,2".parse()?;
//! let text = "[[packet]]\nname = 'ask'\n[[packet]]\nname = 'answer'\nclass = 1\n[[wait]]\npacket = 'ask'\nsends = 'answer'\n";
//! let endpoints = endpoints::parse(text, "endpoints.toml", &network)?;
//! assert_eq!((endpoints.classes(), endpoints.waits[0].at.len()), (2, 4));
//! # Ok::<(), torusmith_topology::Error>(())
//! ```

mod file;

use std::path::Path;

use crate::own::{spot, toml};
use crate::{Error, Network, TerminalId};

/// Most message classes of a file of endpoints.
pub const MOST_CLASSES: u8 = 8;
/// Most places of a file of endpoints.
pub const MOST_PLACES: usize = 32;

/// Kinds of packets, places in terminals, and waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoints {
    /// Kinds of packets; at least one.
    pub packets: Vec<PacketKind>,
    /// Names of places, which a terminal has one of each.
    pub places: Vec<String>,
    /// Waits, in the order of the file.
    pub waits: Vec<Wait>,
}

/// A kind of packets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketKind {
    /// Its name.
    pub name: String,
    /// The message class in which it travels.
    pub class: u8,
    /// Sources and destinations, each by terminal; packets of the kind travel from every source to every destination of one of the pairs.
    pub travels: Vec<[Vec<bool>; 2]>,
}

/// What is held, and the event that frees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// What is held.
    pub held: Held,
    /// The terminals that wait, in ascending order.
    pub at: Vec<TerminalId>,
    /// What they wait for.
    pub until: Until,
}

/// What is held until the end of a wait. Numbers are indices of [`Endpoints::packets`] and [`Endpoints::places`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// The local output of the terminal, by a packet of this kind.
    Packet(usize),
    /// The links from one router to another, by a packet of this kind.
    Link {
        /// The kind.
        packet: usize,
        /// The routers from which and to which the links lead.
        routers: [u32; 2],
    },
    /// A place in the terminal.
    Place(usize),
}

/// The event that a terminal waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Until {
    /// The terminal has sent a packet of this kind.
    Sends(usize),
    /// The terminal has received a packet of this kind.
    Receives {
        /// The kind.
        packet: usize,
        /// From which terminals; of all that send it there if `None`.
        from: Option<Vec<TerminalId>>,
    },
    /// The place in the terminal is free.
    Needs(usize),
}

impl PacketKind {
    /// Whether packets of the kind travel from one terminal to another.
    pub fn travels(&self, from: TerminalId, to: TerminalId) -> bool {
        from != to && self.travels.iter().any(|[sources, destinations]| sources[from.index()] && destinations[to.index()])
    }

    /// Whether a terminal sends packets of the kind.
    pub fn leaves(&self, from: TerminalId) -> bool {
        self.travels.iter().any(|[sources, to]| sources[from.index()] && (0..to.len()).any(|other| to[other] && other != from.index()))
    }

    /// Whether a terminal receives packets of the kind.
    pub fn comes(&self, to: TerminalId) -> bool {
        self.travels
            .iter()
            .any(|[from, destinations]| destinations[to.index()] && (0..from.len()).any(|other| from[other] && other != to.index()))
    }
}

impl Endpoints {
    /// The message classes, 0 up to the highest of a kind.
    pub fn classes(&self) -> usize {
        self.packets.iter().map(|kind| usize::from(kind.class) + 1).max().unwrap_or(1)
    }

    /// The wait in words, without its terminals: "takes `ask` once it has sent `answer`".
    pub fn words(&self, wait: &Wait) -> String {
        let kind = |packet: usize| format!("`{}`", self.packets[packet].name);
        let held = match wait.held {
            Held::Packet(packet) => format!("takes {}", kind(packet)),
            Held::Link { packet, .. } => format!("frees the link of {}", kind(packet)),
            Held::Place(place) => format!("frees its {}", self.places[place]),
        };
        let until = match wait.until {
            Until::Sends(packet) => format!("it has sent {}", kind(packet)),
            Until::Receives { packet, .. } => format!("it has received {}", kind(packet)),
            Until::Needs(place) => format!("its {} is free", self.places[place]),
        };
        format!("{held} once {until}")
    }
}

/// Reads a file of endpoints for a network.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`].
pub fn read(path: &Path, network: &Network) -> Result<Endpoints, Error> {
    parse(&spot::text(path)?, &path.display().to_string(), network)
}

/// Parses the text of a file of endpoints; `name` is the file's name in errors.
///
/// # Errors
/// [`Error::File`].
pub fn parse(text: &str, name: &str, network: &Network) -> Result<Endpoints, Error> {
    let read = toml::read(text).and_then(|tree| file::read(&tree, network));
    read.map_err(|error| error.into_error(&[name.to_owned()]))
}
