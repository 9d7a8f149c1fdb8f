//! What a file says of a network, before it is checked: the common form of all formats.

use super::spot::{At, Spot};

/// A network as a file has it.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The files that it is from, by [`Spot::file`].
    pub files: Vec<String>,
    /// Its name.
    pub name: Option<At<String>>,
    /// Nodes, in the order of their numbers.
    pub nodes: Vec<DraftNode>,
    /// Names of the ports from 1 on, where the file lists them.
    pub ports: Vec<At<String>>,
    /// Links.
    pub links: Vec<DraftLink>,
    /// Routes.
    pub routes: DraftRoutes,
    /// `classes`, where given: a number, or `None` for those that are to be found.
    pub classes: Option<At<Option<u8>>>,
    /// What was left out or changed when it was read, for the user to know.
    pub notes: Vec<String>,
    /// The reader can merge parallel links: told where one is refused.
    pub mergeable: bool,
}

/// A node.
#[derive(Debug, Clone)]
pub struct DraftNode {
    /// Where it is first named.
    pub spot: Spot,
    /// Its name.
    pub name: String,
    /// (row, column) on a plane.
    pub place: Option<(u32, u32)>,
}

/// A link, or two, one each way between the same two ports.
#[derive(Debug, Clone)]
pub struct DraftLink {
    /// Where it is named.
    pub spot: Spot,
    /// Where it begins.
    pub from: End,
    /// Where it ends.
    pub to: End,
    /// There is a link back, too.
    pub both: bool,
    /// Registers, each way.
    pub slices: u8,
    /// Its kind; by its output port if `None`.
    pub kind: Option<String>,
}

/// An end of a link.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct End {
    /// Name of the node.
    pub node: String,
    /// Its port; `None` is one that nothing else uses.
    pub port: Option<PortRef>,
}

/// A port as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PortRef {
    /// By number.
    Number(u32),
    /// By name.
    Name(String),
}

/// Routes.
#[derive(Debug, Clone, Default)]
pub enum DraftRoutes {
    /// Those of the fewest links.
    #[default]
    Shortest,
    /// Those of the least latency.
    LeastLatency,
    /// Up towards a root, then down.
    UpDown(Spot),
    /// Row by row; where the table begins.
    Table(Spot, Vec<Row>),
}

/// A route at a node, to some destinations.
#[derive(Debug, Clone)]
pub struct Row {
    /// Where it is.
    pub spot: Spot,
    /// The node.
    pub at: String,
    /// The destinations.
    pub to: Vec<String>,
    /// The way on.
    pub by: By,
    /// The class.
    pub class: Option<u8>,
}

/// The way on from a node.
#[derive(Debug, Clone)]
pub enum By {
    /// By an output port.
    Port(PortRef),
    /// To a neighbour.
    Next(String),
}

impl PortRef {
    /// Reads `3` and `p3`, which are numbers, and names.
    pub fn read(text: &str) -> Self {
        let digits = text.strip_prefix('p').unwrap_or(text);
        let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
        number.map_or_else(|| Self::Name(text.to_owned()), Self::Number)
    }
}

impl End {
    /// Reads `node` or `node:port`.
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
