//! The contents of a network file before it is checked: the common form of all formats.

use super::spot::{Located, Location};

/// A network as its file describes it, unchecked.
#[derive(Debug, Clone, Default)]
pub struct NetworkDraft {
    /// Files that were read, indexed by [`Location::file`].
    pub files: Vec<String>,
    /// Name of the network.
    pub name: Option<Located<String>>,
    /// Routers, in the order of their numbers.
    pub nodes: Vec<DraftNode>,
    /// Terminals, in the order of their numbers; `None` if each router has one terminal, with its own name.
    pub terminals: Option<Vec<DraftTerminal>>,
    /// Names of the ports from 1 on, if the file lists them.
    pub ports: Vec<Located<String>>,
    /// Links.
    pub links: Vec<DraftLink>,
    /// Routes.
    pub routes: DraftRoutes,
    /// `classes`, if given: a number, or `None` for classes to be found.
    pub classes: Option<Located<Option<u8>>>,
    /// Notes for the user on parts that the reader left out or changed.
    pub notes: Vec<String>,
    /// The reader has an option that merges parallel links; errors on parallel links mention it.
    pub mergeable: bool,
}

/// A router.
#[derive(Debug, Clone)]
pub struct DraftNode {
    /// Line that first names the router.
    pub location: Location,
    /// Name of the router.
    pub name: String,
    /// (row, column) on a plane.
    pub place: Option<(u32, u32)>,
    /// The router is out of service.
    pub dead: bool,
}

/// A terminal apart from routers.
#[derive(Debug, Clone)]
pub struct DraftTerminal {
    /// Line of the terminal.
    pub location: Location,
    /// Name of the terminal.
    pub name: String,
    /// Router, and its local port; without a port, the lowest that no other terminal has.
    pub at: LinkEnd,
}

/// A link, or a pair of links in both directions between the same two ports.
#[derive(Debug, Clone)]
pub struct DraftLink {
    /// Line of the link.
    pub location: Location,
    /// Output end.
    pub from: LinkEnd,
    /// Input end.
    pub to: LinkEnd,
    /// A reverse link exists.
    pub both: bool,
    /// Registers in each direction.
    pub slices: u8,
    /// Kind of the link; `None` means the kind of its output port.
    pub kind: Option<String>,
    /// The link is out of service.
    pub dead: bool,
}

/// An end of a link.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LinkEnd {
    /// Name of the node.
    pub node: String,
    /// Port of the node; `None` means a port that no other link uses.
    pub port: Option<PortRef>,
}

/// A port in a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PortRef {
    /// By number.
    Number(u32),
    /// By name.
    Name(String),
}

/// The routes of a file.
#[derive(Debug, Clone, Default)]
pub enum DraftRoutes {
    /// Routes of the fewest links.
    #[default]
    Shortest,
    /// Routes of the least latency.
    LeastLatency,
    /// Up towards a root, then down; with the line of the key.
    UpDown(Location),
    /// A table, row by row, with the line where the table begins.
    Table(Location, Vec<DraftRoute>),
}

/// A route at a router, to one or more destinations.
#[derive(Debug, Clone)]
pub struct DraftRoute {
    /// Line of the route.
    pub location: Location,
    /// The router.
    pub at: String,
    /// The destinations, terminals.
    pub to: Vec<String>,
    /// Routers whose terminals are destinations too.
    pub to_routers: Vec<String>,
    /// Output of the node.
    pub next_hop: NextHop,
    /// The class.
    pub class: Option<u8>,
}

/// An output of a node.
#[derive(Debug, Clone)]
pub enum NextHop {
    /// The output port.
    Port(PortRef),
    /// The neighbour that the output leads to.
    Neighbour(String),
}

impl PortRef {
    /// Parses a port; `3` and `p3` are numbers, any other text is a name.
    pub fn read(text: &str) -> Self {
        let digits = text.strip_prefix('p').unwrap_or(text);
        let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
        number.map_or_else(|| Self::Name(text.to_owned()), Self::Number)
    }
}

impl LinkEnd {
    /// Parses `node` or `node:port`.
    pub fn read(text: &str) -> Self {
        match text.rsplit_once(':') {
            Some((node, port)) => Self { node: node.trim().to_owned(), port: Some(PortRef::read(port.trim())) },
            None => Self { node: text.trim().to_owned(), port: None },
        }
    }
}

impl std::fmt::Display for PortRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}
