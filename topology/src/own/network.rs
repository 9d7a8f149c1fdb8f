//! A checked network from a user's file.

use std::sync::Arc;

use super::MOST_PORTS;
use super::nodes::{CheckedNodes, Names};
use super::ports::Ports;
use super::routes::RouteKind;
use super::wiring::WireTable;
use crate::digest::Digest;
use crate::spec::stem;
use crate::{Coordinate, FamilyName, Graph, Link, LocalPort, Network, NetworkSpec, RouteTable, TerminalId, Terminals, Undefined};

/// The family of all networks from files.
const OWN: FamilyName = FamilyName { prefix: "own", title: "own network" };

/// A network from a file.
#[derive(Debug, Clone)]
pub struct OwnNetwork {
    file: String,
    name: String,
    name_line: u32,
    slug: String,
    /// The slug, and a digest of the file's contents.
    identity: String,
    routers: Names,
    /// Names of the terminals, if others than those of the routers.
    ends: Option<Names>,
    terminals: Terminals,
    /// (row, column) by router; no two are equal.
    places: Option<Vec<(u32, u32)>>,
    /// Names of the ports, local ones first.
    ports: Vec<String>,
    /// By `[router * ports + port]`, the link that leaves a port, its registers, and its kind if the port's name does not give it.
    out: Vec<Option<(Link, u8, Option<String>)>>,
    /// Number of links declared in both directions, each pair counted once, and of links declared in one direction.
    named: (usize, usize),
    kind: RouteKind,
    table: Arc<RouteTable>,
    notes: Vec<String>,
}

/// The checked parts of a network.
pub struct NetworkParts<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The network's name.
    pub name: String,
    /// Line of the name.
    pub name_line: u32,
    /// Name as an identifier.
    pub slug: String,
    /// Routers and terminals of the network.
    pub nodes: CheckedNodes,
    /// Ports of the network.
    pub ports: &'a Ports,
    /// Links of the network.
    pub wiring: &'a WireTable,
    /// Kind of the routes.
    pub kind: RouteKind,
    /// Routes of the network.
    pub table: RouteTable,
    /// Notes for the user.
    pub notes: Vec<String>,
}

impl OwnNetwork {
    /// Combines the parts.
    pub(super) fn new(parts: NetworkParts<'_>) -> Self {
        let (count, ports) = (parts.nodes.routers.count(), parts.wiring.ports());
        let labels = parts.ports.labels(ports);
        let wire = |node: u32, port: u8| {
            let kind = |kind: &String| (kind != stem(&labels[usize::from(port)])).then(|| kind.clone());
            parts.wiring.any_wire(node, port).map(|wire| (wire.to, wire.slices, wire.kind.as_ref().and_then(kind)))
        };
        let out = (0..count as u32).flat_map(|node| (0..ports as u8).map(move |port| (node, port))).map(|(node, port)| wire(node, port));
        let (both, one) = parts
            .wiring
            .out
            .iter()
            .flatten()
            .fold((0, 0), |(both, one), wire| (both + usize::from(wire.both), one + usize::from(!wire.both)));
        let out = out.collect();
        let named = (both / 2, one);
        let CheckedNodes { routers, ends, terminals, places } = parts.nodes;
        let (routers, ends) = (routers.into_names(), ends.into_names());
        let own = Self {
            file: parts.file.to_owned(),
            name: parts.name,
            name_line: parts.name_line,
            slug: parts.slug,
            identity: String::new(),
            ends: (ends != routers).then_some(ends),
            routers,
            terminals,
            places,
            ports: labels,
            out,
            named,
            kind: parts.kind,
            table: Arc::new(parts.table),
            notes: parts.notes,
        };
        own.with_identity()
    }

    /// The file's name, as the user gave it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Line of the network's name; 1 if the name is the file's.
    pub fn name_line(&self) -> u32 {
        self.name_line
    }

    /// Kind of the routes.
    pub fn route_kind(&self) -> RouteKind {
        self.kind
    }

    /// Links that run both ways, each counted once, and links that run one way.
    pub fn links(&self) -> (usize, usize) {
        self.named
    }

    /// Whether port `port` of links has its default name.
    pub fn has_plain_name(&self, port: u8) -> bool {
        self.file_port(port).is_some_and(|number| self.ports[usize::from(port)] == format!("p{number}"))
    }

    /// Number of a port in the file, where ports of links count from 1; `None` for a local port.
    pub fn file_port(&self, port: u8) -> Option<u8> {
        let first = self.terminals.local_ports() as u8;
        (port >= first).then(|| port - first + 1)
    }

    /// Whether the file gives positions of the routers.
    pub fn has_places(&self) -> bool {
        self.places.is_some()
    }

    /// Notes for the user: parts that a reader left out, and one-way links among links that run both ways.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The network with the classes of `class(router, destination)`, below `count`. The routes stay, and count as a table from then on.
    pub fn with_classes(&self, count: u8, class: impl Fn(u32, TerminalId) -> Option<u8>) -> Network {
        let table = Arc::new(self.table.with_classes(count, class));
        Network::new(Self { table, kind: RouteKind::Table, ..self.clone() }.with_identity())
    }

    /// The network with other routes, of which those from and to what is out of service are missing.
    pub(crate) fn with_table(&self, table: RouteTable) -> Network {
        Network::new(Self { table: Arc::new(table), kind: RouteKind::Table, ..self.clone() }.with_identity())
    }

    fn with_identity(self) -> Self {
        let mut digest = Digest::default();
        digest.add(
            format!("{:?} {:?} {:?} {:?} {:?}", self.name, self.routers.names, self.ports, self.places, self.table.classes()).as_bytes(),
        );
        digest.add(format!("{:?}", self.out).as_bytes());
        self.table.digest(&mut digest);
        if self.has_terminals() {
            let ends = TerminalId::all(self.terminals());
            let names = self.ends.as_ref().map(|ends| &ends.names);
            digest.add(format!("{names:?} {:?}", ends.map(|end| self.terminals.at(end)).collect::<Vec<_>>()).as_bytes());
        }
        Self { identity: format!("{}#{:016x}", self.slug, digest.0), ..self }
    }

    /// Whether routers and terminals have other names or other numbers.
    pub fn has_terminals(&self) -> bool {
        self.ends.is_some() || self.terminals.apart()
    }

    fn wire(&self, node: u32, port: u8) -> Option<&(Link, u8, Option<String>)> {
        if usize::from(port) < self.ports.len() { self.out[node as usize * self.ports.len() + usize::from(port)].as_ref() } else { None }
    }

    fn ends(&self) -> &Names {
        self.ends.as_ref().unwrap_or(&self.routers)
    }

    /// (rows, columns), if routers fill a plane.
    fn grid(&self) -> Option<(u32, u32)> {
        let places = self.places.as_ref()?;
        let side = |of: fn(&(u32, u32)) -> u32| places.iter().map(of).max().map(|most| most + 1);
        let (rows, columns) = (side(|place| place.0)?, side(|place| place.1)?);
        (u64::from(rows) * u64::from(columns) == places.len() as u64).then_some((rows, columns))
    }
}

impl NetworkSpec for OwnNetwork {
    fn family(&self) -> FamilyName {
        OWN
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn slug(&self) -> String {
        self.slug.clone()
    }

    /// The slug, and a digest of the file's contents: two files with one name are two networks.
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn routers(&self) -> usize {
        self.routers.names.len()
    }

    fn terminals(&self) -> usize {
        self.terminals.count()
    }

    fn local_ports(&self) -> usize {
        self.terminals.local_ports()
    }

    fn attachment(&self, terminal: TerminalId) -> LocalPort {
        self.terminals.at(terminal)
    }

    fn ports(&self) -> usize {
        self.ports.len()
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        self.wire(node, port).map(|(link, ..)| *link)
    }

    /// The name in the file; `p3` if the file gives port 3 no name.
    fn port_label(&self, port: u8) -> &str {
        &self.ports[usize::from(port)]
    }

    /// The router's name.
    fn format_address(&self, node: u32) -> String {
        self.routers.names[node as usize].clone()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        self.routers.read(text, if self.has_terminals() { "router" } else { "node" })
    }

    fn format_terminal(&self, terminal: TerminalId) -> String {
        self.ends().names[terminal.index()].clone()
    }

    fn read_terminal(&self, text: &str) -> Result<TerminalId, String> {
        self.ends().read(text, "node").map(TerminalId)
    }

    /// Rows and columns if routers fill a plane, and the numbers of the routers.
    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let mut coordinates =
            vec![Coordinate::new(if self.has_terminals() { "router" } else { "node" }, self.routers() as u32, |node| node)];
        if let (Some((rows, columns)), Some(places)) = (self.grid(), &self.places) {
            coordinates.push(Coordinate::new("column", columns, |node| places[node as usize].1));
            coordinates.push(Coordinate::new("row", rows, |node| places[node as usize].0));
        }
        coordinates
    }

    /// The terminal at the router with row and column exchanged; of 4 or 16 local ports the two digits are exchanged, too.
    fn transpose(&self, terminal: TerminalId) -> Result<TerminalId, Undefined> {
        let undefined = Undefined("where rows and columns are defined: in an own network whose places fill a square");
        let places = self.places.as_ref().filter(|_| self.grid().is_some_and(|(rows, columns)| rows == columns)).ok_or(undefined)?;
        let LocalPort { router, port } = self.terminals.at(terminal);
        let (row, column) = places[router as usize];
        let router = places.iter().position(|&place| place == (column, row)).ok_or(undefined)?;
        let side = match self.terminals.local_ports() {
            4 => 2,
            16 => 4,
            _ => 1,
        };
        let port = if side == 1 { port } else { port % side * side + port / side };
        self.terminals.of(router as u32, port).ok_or(undefined)
    }

    fn place(&self, node: u32) -> Option<(u32, u32)> {
        self.places.as_ref().map(|places| places[node as usize])
    }

    fn link_kind(&self, node: u32, port: u8) -> &str {
        let given = self.wire(node, port).and_then(|(.., kind)| kind.as_deref());
        given.unwrap_or_else(|| stem(self.port_label(port)))
    }

    fn link_kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for (node, port) in (0..self.routers() as u32).flat_map(|node| (1..self.ports.len() as u8).map(move |port| (node, port))) {
            let kind = self.link_kind(node, port);
            if self.wire(node, port).is_some() && !kinds.iter().any(|known| known == kind) {
                kinds.push(kind.to_owned());
            }
        }
        kinds
    }

    fn own_slices(&self, node: u32, port: u8) -> u8 {
        self.wire(node, port).map_or(0, |(_, slices, _)| *slices)
    }

    fn most_own_slices(&self) -> u8 {
        self.out.iter().flatten().map(|(_, slices, _)| *slices).max().unwrap_or(0)
    }

    fn route_table(&self) -> Option<&RouteTable> {
        Some(&self.table)
    }
}

/// Builds the graph of a wiring.
pub(super) fn build_graph(terminals: &Terminals, wiring: &WireTable) -> Graph {
    let to = |node, port| wiring.wire(node, port).map(|wire| wire.to);
    Graph::new(terminals.routers(), wiring.ports().min(MOST_PORTS), to).with_terminals(terminals.clone())
}
