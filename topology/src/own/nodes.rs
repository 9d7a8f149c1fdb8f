//! The routers and terminals of a draft.

use std::collections::HashMap;

use super::draft::{DraftNode, DraftTerminal, NetworkDraft, PortRef};
use super::spot::{FileError, Location, refuse};
use super::{MOST_NODES, MOST_PORTS, MOST_ROUTES, MOST_TERMINALS, names};
use crate::{LocalPort, Terminals};

/// Names by number, numbers by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// Names by number.
    pub names: Vec<String>,
    /// Numbers by name.
    pub numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of a name; else the names that there are.
    pub fn read(&self, text: &str, noun: &str) -> Result<u32, String> {
        let named = || format!("the name of a {noun}, {} to {}", self.names[0], self.names[self.names.len() - 1]);
        self.numbers.get(text.trim()).copied().ok_or_else(named)
    }
}

/// Routers or terminals by name and number.
#[derive(Clone)]
pub struct Nodes {
    /// What messages call one of them.
    noun: &'static str,
    names: Names,
    locations: Vec<Location>,
}

/// The routers, their terminals, and places on a plane.
pub struct CheckedNodes {
    /// Routers.
    pub routers: Nodes,
    /// Terminals; the routers themselves if each has one of its own.
    pub ends: Nodes,
    /// Where terminals are.
    pub terminals: Terminals,
    /// (row, column) by router.
    pub places: Option<Vec<(u32, u32)>>,
}

impl CheckedNodes {
    /// Checks routers and terminals.
    ///
    /// # Errors
    /// Too few or too many of them, names that are invalid or occur twice, positions that only some routers have, terminals at no router or at
    /// the local port of another.
    pub fn of(draft: &NetworkDraft) -> Result<Self, FileError> {
        let (noun, least) = if draft.terminals.is_some() { ("router", 1) } else { ("node", 2) };
        let routers = Nodes::of(noun, (least, MOST_NODES), draft.nodes.iter().map(|node| (node.location, &node.name)))?;
        let places = places(&draft.nodes, noun)?;
        let Some(drafts) = &draft.terminals else {
            return Ok(Self { ends: routers.clone(), terminals: Terminals::one_each(routers.count()), routers, places });
        };
        let ends = Nodes::of("node", (2, MOST_TERMINALS), drafts.iter().map(|terminal| (terminal.location, &terminal.name)))?;
        if routers.count() * ends.count() > MOST_ROUTES {
            let what = format!("{} routers and {} nodes; expected: up to {MOST_ROUTES} as a product", routers.count(), ends.count());
            return refuse(ends.locations[0], what);
        }
        let terminals = attach(drafts, &routers)?;
        Ok(Self { routers, ends, terminals, places })
    }
}

impl Nodes {
    fn of<'a>(
        noun: &'static str,
        (least, most): (usize, usize),
        all: impl ExactSizeIterator<Item = (Location, &'a String)> + Clone,
    ) -> Result<Self, FileError> {
        let count = all.len();
        if !(least..=most).contains(&count) {
            let location = all.clone().nth(most).map_or(Location::line(1), |(location, _)| location);
            return refuse(location, format!("{count} {noun}s; expected: {least} to {most}"));
        }
        let mut nodes = Self { noun, names: Names { names: Vec::new(), numbers: HashMap::new() }, locations: Vec::new() };
        for (location, name) in all {
            names::check(location, noun, name)?;
            if let Some(other) = nodes.names.numbers.insert(name.clone(), nodes.locations.len() as u32) {
                let first = nodes.locations[other as usize].line;
                return refuse(location, format!("{noun} `{name}` is there twice; first in line {first}"));
            }
            nodes.names.names.push(name.clone());
            nodes.locations.push(location);
        }
        Ok(nodes)
    }

    /// What messages call one of them: `node`, or `router` where terminals are apart from routers.
    pub fn noun(&self) -> &'static str {
        self.noun
    }

    /// Number of them.
    pub fn count(&self) -> usize {
        self.locations.len()
    }

    /// The name of one.
    pub fn name(&self, node: u32) -> &str {
        &self.names.names[node as usize]
    }

    /// Line that names one.
    pub fn location(&self, node: u32) -> Location {
        self.locations[node as usize]
    }

    /// Finds the number of a name.
    ///
    /// # Errors
    /// An unknown name.
    pub fn find(&self, location: Location, name: &str) -> Result<u32, FileError> {
        self.names.numbers.get(name).copied().map_or_else(
            || {
                let shown: String = name.escape_debug().take(64).collect();
                let (noun, count) = (self.noun, self.count());
                refuse(location, format!("unknown {noun} `{shown}`; expected: one of the {count} {noun}s, {}", self.span()))
            },
            Ok,
        )
    }

    /// Names of the first and the last: `a to h`.
    pub fn span(&self) -> String {
        format!("{} to {}", self.name(0), self.name(self.count() as u32 - 1))
    }

    /// Names and numbers.
    pub fn into_names(self) -> Names {
        self.names
    }
}

/// The local port of each terminal: the one that it names, else the lowest that no terminal of its router has.
fn attach(drafts: &[DraftTerminal], routers: &Nodes) -> Result<Terminals, FileError> {
    // By router and local port, the terminal there.
    let mut taken: HashMap<(u32, u8), &DraftTerminal> = HashMap::new();
    let mut ends = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let router = routers.find(draft.location, &draft.at.node)?;
        let port = draft.at.port.as_ref().map(|port| local_port(draft, port)).transpose()?;
        if let Some(port) = port
            && let Some(other) = taken.insert((router, port), draft)
        {
            let (name, other, line) = (&draft.name, &other.name, other.location.line);
            let what = format!("node `{name}` is at local port {port} of `{}`, where `{other}` is, in line {line}", draft.at.node);
            return refuse(draft.location, format!("{what}; expected: a local port of its own"));
        }
        ends.push((router, port));
    }
    let mut first = vec![0; routers.count()];
    for (draft, (router, port)) in drafts.iter().zip(&mut ends).filter(|(_, (_, port))| port.is_none()) {
        let next = &mut first[*router as usize];
        let free = (*next..MOST_PORTS as u8).find(|&free| !taken.contains_key(&(*router, free)));
        let Some(free) = free else {
            let what = format!("more than {MOST_PORTS} nodes at `{}`; expected: up to {MOST_PORTS} ports of a router", draft.at.node);
            return refuse(draft.location, what);
        };
        *next = free + 1;
        taken.insert((*router, free), draft);
        *port = Some(free);
    }
    let end = |&(router, port): &(u32, Option<u8>)| LocalPort { router, port: port.unwrap_or_default() };
    Ok(Terminals::new(routers.count(), ends.iter().map(end).collect()))
}

/// A local port by its number, `1`, or by its name, `local1`.
fn local_port(draft: &DraftTerminal, port: &PortRef) -> Result<u8, FileError> {
    let number = match port {
        PortRef::Number(number) => Some(*number),
        PortRef::Name(name) if name == "local" => Some(0),
        PortRef::Name(name) => name.strip_prefix("local").and_then(|digits| digits.parse().ok()),
    };
    number.filter(|&number| number < MOST_PORTS as u32).map_or_else(
        || {
            let (name, port) = (&draft.name, port.to_string());
            let shown: String = port.escape_debug().take(40).collect();
            refuse(draft.location, format!("node `{name}` at local port `{shown}`; expected: 0 to {}", MOST_PORTS - 1))
        },
        |number| Ok(number as u8),
    )
}

/// Positions of the routers, if given.
fn places(drafts: &[DraftNode], noun: &str) -> Result<Option<Vec<(u32, u32)>>, FileError> {
    if drafts.iter().all(|node| node.place.is_none()) {
        return Ok(None);
    }
    let mut seen = HashMap::new();
    let mut places = Vec::new();
    for node in drafts {
        let Some(place) = node.place else {
            return refuse(node.location, format!("{noun} `{}` has no place, and others have; expected: all of them or none", node.name));
        };
        if let Some(other) = seen.insert(place, &node.name) {
            return refuse(node.location, format!("{noun} `{}` is in the place of `{other}`; expected: a place of its own", node.name));
        }
        places.push(place);
    }
    Ok(Some(places))
}
