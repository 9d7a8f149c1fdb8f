//! The links of a network as tables, shared by the model, the Verilog's wiring and the test bench.

use crate::{LocalPort, TerminalId, Terminals};

/// One end of a link: a router and one of its ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// Router number, `0..routers`.
    pub node: u32,
    /// Port of that router, `local_ports..ports` (local ports have no link).
    pub port: u8,
}

/// All links of a network. A flit that leaves `node` by output port `port` enters [`Graph::downstream`]; credits travel the same link
/// backwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    routers: usize,
    ports: usize,
    terminals: Terminals,
    downstream: Vec<Option<Link>>,
    upstream: Vec<Option<Link>>,
    /// Registers by output port; empty if no link has any.
    slices: Vec<u8>,
}

impl Graph {
    /// Builds the tables from `out(node, port)`, the input at the far end of an output port, with one terminal at each router.
    ///
    /// # Panics
    /// If two output ports feed one input port: a network module is wrong.
    pub fn new(routers: usize, ports: usize, out: impl Fn(u32, u8) -> Option<Link>) -> Self {
        let mut downstream = vec![None; routers * ports];
        let mut upstream = vec![None; routers * ports];
        for node in 0..routers as u32 {
            for port in 1..ports as u8 {
                let Some(to) = out(node, port) else { continue };
                downstream[node as usize * ports + port as usize] = Some(to);
                let from = &mut upstream[to.node as usize * ports + to.port as usize];
                assert!(from.is_none(), "two links into port {} of node {}", to.port, to.node);
                *from = Some(Link { node, port });
            }
        }
        Self { routers, ports, terminals: Terminals::one_each(routers), downstream, upstream, slices: Vec::new() }
    }

    /// The graph with terminals apart from routers.
    ///
    /// # Panics
    /// If a local port has a link: a network module is wrong.
    pub fn with_terminals(self, terminals: Terminals) -> Self {
        assert_eq!(terminals.routers(), self.routers, "terminals of another network");
        let local = |link: Link| usize::from(link.port) < terminals.local_ports();
        assert!(!self.iter_links().any(|(from, to)| local(from) || local(to)), "a local port has a link");
        Self { terminals, ..self }
    }

    /// The graph with registers on links (docs/router.md, L5): `count(node, port)` on the link of an output port.
    pub fn with_slices(self, count: impl Fn(u32, u8) -> u8) -> Self {
        let of = |at: usize| if self.downstream[at].is_some() { count((at / self.ports) as u32, (at % self.ports) as u8) } else { 0 };
        let slices: Vec<u8> = (0..self.downstream.len()).map(of).collect();
        let none = slices.iter().all(|&count| count == 0);
        Self { slices: if none { Vec::new() } else { slices }, ..self }
    }

    /// Registers on the link of output port `port` of `node`, each way.
    pub fn slices(&self, node: usize, port: usize) -> usize {
        self.slices.get(node * self.ports + port).map_or(0, |&count| count.into())
    }

    /// Most registers that a link has.
    pub fn most_slices(&self) -> usize {
        self.slices.iter().copied().max().unwrap_or(0).into()
    }

    /// Number of routers.
    pub fn routers(&self) -> usize {
        self.routers
    }

    /// Number of terminals.
    pub fn terminals(&self) -> usize {
        self.terminals.count()
    }

    /// Where terminals are.
    pub fn attached(&self) -> &Terminals {
        &self.terminals
    }

    /// L, the most terminals of a router: ports `0..L` are local.
    pub fn local_ports(&self) -> usize {
        self.terminals.local_ports()
    }

    /// The local port of a terminal.
    pub fn at(&self, terminal: TerminalId) -> LocalPort {
        self.terminals.at(terminal)
    }

    /// The terminals in service, in ascending order.
    pub fn live(&self) -> impl Iterator<Item = TerminalId> + Clone + '_ {
        self.terminals.live()
    }

    /// The terminal in service at a port of a router, if the port is local and has one.
    pub fn terminal(&self, router: u32, port: u8) -> Option<TerminalId> {
        self.terminals.of(router, port)
    }

    /// Ports a router of this network has, local ports included; a router need not use all of them.
    pub fn ports(&self) -> usize {
        self.ports
    }

    /// The input port that the output port `port` of `node` feeds.
    pub fn downstream(&self, node: usize, port: usize) -> Option<Link> {
        self.downstream[node * self.ports + port]
    }

    /// The output port that feeds the input port `port` of `node`.
    pub fn upstream(&self, node: usize, port: usize) -> Option<Link> {
        self.upstream[node * self.ports + port]
    }

    /// Number of unidirectional links between routers.
    pub fn links(&self) -> usize {
        self.downstream.iter().flatten().count()
    }

    /// All links as (from, to), in the order of nodes and ports.
    pub fn iter_links(&self) -> impl Iterator<Item = (Link, Link)> + '_ {
        self.downstream
            .iter()
            .enumerate()
            .filter_map(|(i, to)| to.map(|to| (Link { node: (i / self.ports) as u32, port: (i % self.ports) as u8 }, to)))
    }

    /// The ports of `node` with links, as a bit mask; bit p is set when port p has an input or an output.
    pub fn port_mask(&self, node: usize) -> u32 {
        (1..self.ports).filter(|&p| self.downstream(node, p).is_some() || self.upstream(node, p).is_some()).fold(0, |mask, p| mask | 1 << p)
    }

    /// Node degree: the number of channel ends, an input and an output of one port counting as one when both exist
    /// between the same two nodes.
    pub fn degree(&self, node: usize) -> usize {
        (1..self.ports)
            .map(|p| match (self.downstream(node, p), self.upstream(node, p)) {
                (Some(out), Some(inn)) if out.node != inn.node => 2,
                (None, None) => 0,
                _ => 1,
            })
            .sum()
    }
}
