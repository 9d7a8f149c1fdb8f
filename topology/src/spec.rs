//! Description of a network, shared by generator, model and test bench.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::capability::{BasicModules, Coordinate, Orbit, Undefined, every_terminal};
use crate::{Dead, Error, Graph, Link, LocalPort, RouteTable, TerminalId, Terminals};

/// Name of a family of networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FamilyName {
    /// Prefix of the networks' names, in small letters: `ttn`.
    pub prefix: &'static str,
    /// Name in messages: `TTN`.
    pub title: &'static str,
}

/// A network as a graph: routers, terminals, ports, links, names, addresses; and capabilities that only some networks have.
///
/// Routers, terminals and ports are numbered from 0; the first ports are local. A family implements the first half. The second half are capabilities,
/// with a default for networks that do not have them.
pub trait NetworkSpec: Any + fmt::Debug + Send + Sync {
    /// The network's family.
    fn family(&self) -> FamilyName;

    /// The name in the papers' form: `TTN(2,2,1)`, `RDT(2,2,1)/alpha 16x16`, `torus(8,8)`.
    fn name(&self) -> String;

    /// A name for files and Verilog modules: `ttn_2_2_1`, `torus_8_8`. Networks with equal names are equal.
    fn slug(&self) -> String;

    /// Text by which networks are compared: the slug, extended if several networks can share a slug.
    fn identity(&self) -> String {
        self.slug()
    }

    /// Number of routers.
    fn routers(&self) -> usize;

    /// Number of terminals, the sources and destinations of packets.
    fn terminals(&self) -> usize {
        self.routers()
    }

    /// L, the most terminals of a router: ports `0..L` are local, the others links.
    fn local_ports(&self) -> usize {
        1
    }

    /// The local port of a terminal. By default terminal t is at port 0 of router t.
    fn attachment(&self, terminal: TerminalId) -> LocalPort {
        LocalPort { router: terminal.0, port: 0 }
    }

    /// Ports of a router, local ports included; a router need not use all of them.
    fn ports(&self) -> usize;

    /// The input at the far end of output `port` of `node`.
    fn downstream(&self, node: u32, port: u8) -> Option<Link>;

    /// Name of a port, independent of the node: `local`, `x+`, `up+`.
    fn port_label(&self, port: u8) -> &str;

    /// A router's address: `231112`, `3,5`.
    fn format_address(&self, node: u32) -> String;

    /// Parses an address as [`NetworkSpec::format_address`] writes it.
    ///
    /// # Errors
    /// The expected form of addresses.
    fn read_address(&self, text: &str) -> Result<u32, String>;

    /// A terminal's address; its router's where each router has its own terminal.
    fn format_terminal(&self, terminal: TerminalId) -> String {
        self.format_address(terminal.0)
    }

    /// Parses an address as [`NetworkSpec::format_terminal`] writes it.
    ///
    /// # Errors
    /// The expected form of addresses.
    fn read_terminal(&self, text: &str) -> Result<TerminalId, String> {
        self.read_address(text).map(TerminalId)
    }

    /// The coordinates across which the network can be cut, at least one.
    fn coordinates(&self) -> Vec<Coordinate<'_>>;

    /// Name of a port at a node, where nodes name a port differently: `3V+`.
    fn port_name(&self, _node: u32, port: u8) -> String {
        self.port_label(port).to_owned()
    }

    /// R, the routing bits of the head flit (docs/router.md, rule L4).
    fn route_bits(&self) -> u32 {
        0
    }

    /// Whether routers rewrite the routing bits of heads (docs/router.md, rule RC7).
    fn rewrites_route_bits(&self) -> bool {
        false
    }

    /// The network with rings between basic modules in one direction or in both.
    ///
    /// # Errors
    /// [`Error::Parameter`] where the direction cannot be chosen.
    fn with_links(&self, bidirectional: bool) -> Result<Arc<dyn NetworkSpec>, Error> {
        let asked = if bidirectional { "bi" } else { "uni" };
        Err(Error::parameter(self.family().title, "links", asked, "no choice; its links run both ways"))
    }

    /// The hot terminal of a source; a hot source is its own hot terminal.
    ///
    /// # Errors
    /// [`Undefined`], with the networks that have hot nodes.
    fn hot_spot(&self, _source: TerminalId) -> Result<TerminalId, Undefined> {
        Err(Undefined("where hot nodes are defined (hot-nodes: everywhere)"))
    }

    /// The terminal with row and column exchanged.
    ///
    /// # Errors
    /// [`Undefined`], with the networks that have rows and columns.
    fn transpose(&self, _terminal: TerminalId) -> Result<TerminalId, Undefined> {
        Err(Undefined("where rows and columns are defined"))
    }

    /// The basic modules, if the network is hierarchical.
    fn basic_modules(&self) -> Option<BasicModules> {
        None
    }

    /// One terminal of each set from which the network looks the same; the counts add up to the number of terminals.
    ///
    /// The mappings between them keep links, and the lengths of the paths of the default routing.
    fn orbits(&self) -> Vec<Orbit> {
        every_terminal(self.terminals())
    }

    /// (row, column) of a node in a planar layout, in pitches of the nodes; `None` if no layout is defined.
    fn place(&self, _node: u32) -> Option<(u32, u32)> {
        None
    }

    /// Whether the link of an output port closes a ring: it leads from the ring's last node to its first, or back. `false` in a network
    /// without rings, and for a port without a link.
    fn closes_ring(&self, _node: u32, _port: u8) -> bool {
        false
    }

    /// The kind of the link of an output port (docs/networks.md, "Kinds of links"): by default the port's name without its sign.
    fn link_kind(&self, _node: u32, port: u8) -> &str {
        stem(self.port_label(port))
    }

    /// The kinds of the network's links, by port; without `wrap`, the additional kind of links that close a ring.
    fn link_kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for port in self.local_ports() as u8..self.ports() as u8 {
            let kind = stem(self.port_label(port));
            if !kinds.iter().any(|known| known == kind) {
                kinds.push(kind.to_owned());
            }
        }
        kinds
    }

    /// Registers on the link of an output port by the network itself, in each direction, 0 to 8 (docs/router.md, L5).
    fn own_slices(&self, _node: u32, _port: u8) -> u8 {
        0
    }

    /// Most registers that the network itself puts on a link.
    fn most_own_slices(&self) -> u8 {
        0
    }

    /// The route table of a network that brings its routing along: by (router, destination) the output port, and the class if given. Model
    /// and generator both read it. `None` if the routing is a rule of the family.
    fn route_table(&self) -> Option<&RouteTable> {
        None
    }

    /// Links and routers out of service; `None` for a whole network.
    fn dead(&self) -> Option<&Dead> {
        None
    }

    /// Whether the best straight cut across a coordinate is a minimum bisection, by a theorem (docs/results/networks.md, "Bisection width").
    fn straight_cut_is_least(&self) -> bool {
        false
    }
}

impl dyn NetworkSpec {
    /// The links as tables.
    pub fn graph(&self) -> Graph {
        Graph::new(self.routers(), self.ports(), |node, port| self.downstream(node, port)).with_terminals(self.attached())
    }

    /// Where the terminals are.
    pub fn attached(&self) -> Terminals {
        let all = Terminals::new(self.routers(), TerminalId::all(self.terminals()).map(|terminal| self.attachment(terminal)).collect());
        match self.dead() {
            Some(dead) => all.without(dead.routers()),
            None => all,
        }
    }
}

/// A port's name without its sign.
pub(crate) fn stem(label: &str) -> &str {
    label.trim_end_matches(['+', '-'])
}
