//! FlooGen's configuration of a FlooNoC network, in YAML: `routers`, `endpoints`, `connections`, `routing`, and the address ranges of endpoints.
//!
//! Endpoints are terminals. `route_algo` ID is a table of the paths that FlooGen takes, SRC is shortest paths; XY and YX are a table of the ports that
//! the routers' coordinates select. All names are those of FlooGen: `cluster_1_2` is element [1, 2] of the array `cluster`.

mod connect;
mod id;
mod keys;
mod map;
mod xy;

use std::collections::HashMap;

use super::yaml;
use crate::own::draft::{DraftLink, DraftNode, DraftRoutes, DraftTerminal, LinkEnd, NetworkDraft, PortRef};
use crate::own::spot::{FileError, Located, Location, refuse};
use crate::own::{MOST_NODES, MOST_TERMINALS};
use keys::{Configuration, Endpoint, RouteAlgorithm, RouterArray, Shape};

/// Names of the directions; 4 is an endpoint.
const DIRECTIONS: [&str; 5] = ["North", "East", "South", "West", "Eject"];
const NORTH: u32 = 0;
const EAST: u32 = 1;
const SOUTH: u32 = 2;
const WEST: u32 = 3;
const EJECT: u32 = 4;

/// Reads a network.
///
/// # Errors
/// Text that is not a configuration of FlooGen; endpoints that are not at one router; XY or YX routes that do not arrive.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    let configuration = keys::read(&yaml::read(text)?)?;
    Fabric::of(&configuration)?.draft(&configuration)
}

/// The address map of a network's endpoints, as a map file, and notes on ranges that were changed.
///
/// # Errors
/// Text that is not a configuration of FlooGen; ranges that a map cannot have.
pub fn address_map(text: &str) -> Result<(String, Vec<String>), FileError> {
    let configuration = keys::read(&yaml::read(text)?)?;
    map::write(&Fabric::of(&configuration)?, &configuration)
}

/// A router or an endpoint.
struct Element {
    location: Location,
    name: String,
    kind: ElementKind,
    /// Index in its array.
    index: Vec<i64>,
}

enum ElementKind {
    /// Number of the description; level in a tree.
    Router { of: usize, level: Option<i64> },
    /// Number of the description.
    Endpoint { of: usize },
}

/// A connection of two elements, both ways, and the direction of the port at each.
struct Edge {
    location: Location,
    ends: [usize; 2],
    directions: [Option<u32>; 2],
}

/// All elements and their connections.
struct Fabric {
    elements: Vec<Element>,
    numbers: HashMap<String, usize>,
    edges: Vec<Edge>,
    /// Number of edges that arrays and trees of routers have by themselves, the first.
    own_edges: usize,
    /// By endpoint, its edge.
    homes: HashMap<usize, usize>,
}

impl Fabric {
    fn of(configuration: &Configuration) -> Result<Self, FileError> {
        let mut fabric = Self { elements: Vec::new(), numbers: HashMap::new(), edges: Vec::new(), own_edges: 0, homes: HashMap::new() };
        for (of, routers) in configuration.routers.iter().enumerate() {
            fabric.add_routers(of, routers)?;
        }
        for (of, endpoint) in configuration.endpoints.iter().enumerate() {
            fabric.add_endpoints(of, endpoint)?;
        }
        fabric.own_edges = fabric.edges.len();
        for connection in &configuration.connections {
            connect::add(&mut fabric, connection)?;
        }
        fabric.check(configuration)?;
        Ok(fabric)
    }

    fn add(&mut self, element: Element, most: usize) -> Result<usize, FileError> {
        let number = self.elements.len();
        if number >= most {
            return refuse(element.location, format!("more than {most} routers and endpoints; expected: fewer"));
        }
        if self.numbers.insert(element.name.clone(), number).is_some() {
            return refuse(element.location, format!("`{}` is there twice; expected: a name of its own", element.name.escape_debug()));
        }
        self.elements.push(element);
        Ok(number)
    }

    fn add_routers(&mut self, of: usize, routers: &RouterArray) -> Result<(), FileError> {
        let (location, name) = (routers.name.location, &routers.name.value);
        let element = |name: String, index: Vec<i64>, level| Element { location, name, kind: ElementKind::Router { of, level }, index };
        match &routers.shape {
            Shape::Single => _ = self.add(element(name.clone(), Vec::new(), None), MOST_NODES)?,
            Shape::Array(rows, columns) => {
                for (i, j) in (0..*rows).flat_map(|i| (0..*columns).map(move |j| (i, j))) {
                    let number = self.add(element(format!("{name}_{i}_{j}"), vec![i, j], None), MOST_NODES)?;
                    if !routers.auto_connect {
                        continue;
                    }
                    if i > 0 {
                        let ends = [number, number - *columns as usize];
                        self.edges.push(Edge { location, ends, directions: [Some(WEST), Some(EAST)] });
                    }
                    if j > 0 {
                        self.edges.push(Edge { location, ends: [number, number - 1], directions: [Some(SOUTH), Some(NORTH)] });
                    }
                }
            }
            Shape::Tree(counts) => self.add_tree(of, routers, counts, (0, name, None))?,
        }
        Ok(())
    }

    /// Adds the routers of a level below a parent.
    fn add_tree(
        &mut self,
        of: usize,
        routers: &RouterArray,
        counts: &[i64],
        (level, prefix, parent): (i64, &str, Option<usize>),
    ) -> Result<(), FileError> {
        let Some((count, below)) = counts.split_first() else { return Ok(()) };
        for i in 0..*count {
            let (location, name) = (routers.name.location, format!("{prefix}_{i}"));
            let kind = ElementKind::Router { of, level: Some(level) };
            let number = self.add(Element { location, name: name.clone(), kind, index: Vec::new() }, MOST_NODES)?;
            if let Some(parent) = parent.filter(|_| routers.auto_connect) {
                self.edges.push(Edge { location, ends: [parent, number], directions: [None, None] });
            }
            self.add_tree(of, routers, below, (level + 1, &name, Some(number)))?;
        }
        Ok(())
    }

    fn add_endpoints(&mut self, of: usize, endpoint: &Endpoint) -> Result<(), FileError> {
        let (location, name) = (endpoint.name.location, &endpoint.name.value);
        let most = MOST_NODES + MOST_TERMINALS;
        for index in endpoint.indices() {
            let name = index.iter().fold(name.clone(), |name, i| format!("{name}_{i}"));
            self.add(Element { location, name, kind: ElementKind::Endpoint { of }, index }, most)?;
        }
        Ok(())
    }

    fn is_router(&self, element: usize) -> bool {
        matches!(self.elements[element].kind, ElementKind::Router { .. })
    }

    fn routers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.elements.len()).filter(|&element| self.is_router(element))
    }

    fn endpoints(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.elements.len()).filter(|&element| !self.is_router(element))
    }

    fn name(&self, element: usize) -> &str {
        &self.elements[element].name
    }

    /// The router of an endpoint.
    fn home(&self, endpoint: usize) -> usize {
        let edge = &self.edges[self.homes[&endpoint]];
        if edge.ends[0] == endpoint { edge.ends[1] } else { edge.ends[0] }
    }

    /// Checks that each endpoint is at one router, and that each port of a router is used once.
    fn check(&mut self, configuration: &Configuration) -> Result<(), FileError> {
        let mut homes: HashMap<usize, usize> = HashMap::new();
        for (number, edge) in self.edges.iter().enumerate() {
            for endpoint in edge.ends.into_iter().filter(|&end| !self.is_router(end)) {
                if let Some(first) = homes.insert(endpoint, number) {
                    let (name, line) = (self.name(endpoint), self.edges[first].location.line);
                    let what = format!("endpoint `{name}` is connected twice, first in line {line}; expected: one router");
                    return refuse(edge.location, what);
                }
            }
        }
        self.homes = homes;
        if let Some(alone) = self.endpoints().find(|endpoint| !self.homes.contains_key(endpoint)) {
            let what = format!("endpoint `{}` is at no router; expected: a connection to one", self.name(alone));
            return refuse(self.elements[alone].location, what);
        }
        let mut taken: HashMap<(usize, u32), &Edge> = HashMap::new();
        let mut degrees = vec![0; self.elements.len()];
        for edge in &self.edges {
            for (end, direction) in edge.ends.into_iter().zip(edge.directions) {
                degrees[end] += 1;
                let Some(direction) = direction else { continue };
                if let Some(other) = taken.insert((end, direction), edge).filter(|_| self.is_router(end)) {
                    let [port, ends] = [direction_name(direction), self.name(end).to_owned()];
                    let what = format!("port {port} of `{ends}` is taken in line {}; expected: a free port", other.location.line);
                    return refuse(edge.location, what);
                }
            }
        }
        for router in self.routers() {
            let Element { location, name, kind: ElementKind::Router { of, .. }, .. } = &self.elements[router] else { continue };
            let highest = (0..32).rev().find(|&direction| taken.contains_key(&(router, direction))).map_or(0, |port| i64::from(port) + 1);
            if let Some(degree) = configuration.routers[*of].degree.filter(|degree| *degree < highest.max(degrees[router])) {
                let ports = highest.max(degrees[router]);
                return refuse(*location, format!("degree = {degree}, and `{name}` has {ports} ports; expected: {ports} or more"));
            }
        }
        Ok(())
    }

    fn draft(&self, configuration: &Configuration) -> Result<NetworkDraft, FileError> {
        let alone = matches!(&configuration.routers[..], [RouterArray { shape: Shape::Array(..), .. }]);
        let node = |router: usize| {
            let Element { location, name, index, .. } = &self.elements[router];
            // The first row of the plane is the northernmost.
            let place = match (&configuration.routers[0].shape, &index[..]) {
                (Shape::Array(_, columns), [i, j]) if alone => Some(((columns - 1 - j) as u32, *i as u32)),
                _ => None,
            };
            DraftNode { location: *location, name: name.clone(), place, dead: false }
        };
        let terminal = |endpoint: usize| {
            let at = LinkEnd { node: self.name(self.home(endpoint)).to_owned(), port: None };
            DraftTerminal { location: self.edges[self.homes[&endpoint]].location, name: self.name(endpoint).to_owned(), at }
        };
        let end = |edge: &Edge, side: usize| LinkEnd {
            node: self.name(edge.ends[side]).to_owned(),
            port: edge.directions[side].filter(|&direction| direction < EJECT).map(|direction| PortRef::Name(direction_name(direction))),
        };
        let between = |edge: &Edge| edge.ends.iter().all(|&end| self.is_router(end));
        let links = self.edges.iter().filter(|edge| between(edge)).map(|edge| DraftLink {
            location: edge.location,
            from: end(edge, 0),
            to: end(edge, 1),
            both: true,
            slices: 0,
            kind: None,
            dead: false,
        });
        // Ports of links in the order of FlooNoC's.
        let used = |direction: &u32| self.edges.iter().any(|edge| between(edge) && edge.directions.contains(&Some(*direction)));
        let ports = (NORTH..EJECT)
            .filter(used)
            .map(|direction| Located { location: configuration.name.location, value: direction_name(direction) });
        let mut draft = NetworkDraft {
            name: Some(Located { location: configuration.name.location, value: configuration.name.value.clone() }),
            nodes: self.routers().map(node).collect(),
            ports: ports.collect(),
            terminals: Some(self.endpoints().map(terminal).collect()),
            links: links.collect(),
            ..NetworkDraft::default()
        };
        let rows = match configuration.routing {
            RouteAlgorithm::Id => Some(id::routes(self, configuration)),
            RouteAlgorithm::Src => None,
            RouteAlgorithm::Coordinates(order) => Some(xy::routes(self, configuration, order)?),
        };
        draft.routes = rows.map_or(DraftRoutes::Shortest, |rows| DraftRoutes::Table(configuration.algorithm, rows));
        if configuration.collective {
            draft.notes.push("collective operations of routers are left out".to_owned());
        }
        Ok(draft)
    }
}

fn direction_name(direction: u32) -> String {
    DIRECTIONS.get(direction as usize).map_or_else(|| direction.to_string(), |name| (*name).to_owned())
}
