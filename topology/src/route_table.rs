//! Route tables: the routing of a network from a user's file, router by router.

use crate::digest::Digest;
use crate::metrics::Distances;
use crate::{Graph, Orbit, TerminalId, Terminals};

/// One hop of a packet: the output of a router towards a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TableHop {
    /// Output port of the router, with a link; at the destination's router the destination's local port.
    pub port: u8,
    /// Class of the hop (docs/router.md, RC3), below the number of classes; `None` is class any: the hop may take every VC.
    pub class: Option<u8>,
}

/// Number of classes of a table's hops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Classes {
    /// K of rule RC3, 1 to 8; each hop has its class.
    Given(u8),
    /// To be found: no hop has a class.
    Auto,
}

/// A mistake in a table, the first by destination, then by router.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// The router has no route to the destination.
    Missing,
    /// The port does not exist, or has no link.
    NoLink,
    /// Packets to the destination visit these routers in turn, for all time.
    Cycle(Vec<u32>),
}

/// A route from each router to each terminal: by (router, destination) the output port, and the class if given. The table of a
/// [`Network`](crate::Network) is complete, and each route ends at its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteTable {
    terminals: Terminals,
    /// `[router * terminals + destination]`.
    hops: Vec<TableHop>,
    classes: Classes,
}

impl RouteTable {
    /// Builds a table of `hop(router, destination)` for each router and each terminal of another router; port 0 marks a missing route. Routers
    /// and terminals out of service have no routes.
    pub fn new(terminals: &Terminals, classes: Classes, hop: impl Fn(u32, TerminalId) -> TableHop) -> Self {
        let of = |at: u32, to: TerminalId| {
            let end = terminals.at(to);
            match at == end.router {
                true => TableHop { port: end.port, class: None },
                false if terminals.is_live_router(at) && terminals.is_live(to) => hop(at, to),
                false => TableHop::default(),
            }
        };
        let to = TerminalId::all(terminals.count());
        let hops = (0..terminals.routers() as u32).flat_map(|at| to.clone().map(move |to| (at, to))).map(|(at, to)| of(at, to)).collect();
        Self { terminals: terminals.clone(), hops, classes }
    }

    /// Where the terminals are.
    pub fn terminals(&self) -> &Terminals {
        &self.terminals
    }

    /// The hop of a packet to terminal `to` at router `at`.
    pub fn hop(&self, at: u32, to: TerminalId) -> TableHop {
        self.hops[at as usize * self.terminals.count() + to.index()]
    }

    /// Adds ports and classes of all hops to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        self.hops.iter().for_each(|hop| digest.add(&[hop.port, hop.class.unwrap_or(u8::MAX)]));
    }

    /// Number of classes.
    pub fn classes(&self) -> Classes {
        self.classes
    }

    /// The table with `count` classes, each hop with the class of `class(router, destination)`.
    pub fn with_classes(&self, count: u8, class: impl Fn(u32, TerminalId) -> Option<u8>) -> Self {
        Self::new(&self.terminals, Classes::Given(count), |at, to| TableHop { class: class(at, to), ..self.hop(at, to) })
    }

    /// Checks that every route ends at its destination.
    ///
    /// # Errors
    /// (router, destination, mistake), of the lowest destination.
    pub fn check(&self, graph: &Graph) -> Result<(), (u32, TerminalId, TableError)> {
        self.terminals.live().try_for_each(|to| self.depths(graph, to).map(drop))
    }

    /// Lengths of the routes, in links.
    ///
    /// # Panics
    /// If [`RouteTable::check`] fails.
    pub fn lengths(&self, graph: &Graph) -> Distances {
        let mut of_router = vec![(0, 0); self.terminals.routers()];
        for to in self.terminals.live() {
            let depths = self.depths(graph, to).unwrap_or_else(|error| panic!("{error:?}"));
            for ((longest, sum), depth) in of_router.iter_mut().zip(depths) {
                *longest = depth.max(*longest);
                *sum += u64::from(depth);
            }
        }
        let of_router = |terminal| of_router[self.terminals.at(terminal).router as usize];
        let orbits = self.terminals.live().map(|terminal| (Orbit { terminal, count: 1 }, of_router(terminal)));
        Distances::from_orbits(self.terminals.live().count(), orbits.map(|(orbit, (longest, sum))| (orbit, longest, sum)))
    }

    /// Number of links from each router to `to`.
    fn depths(&self, graph: &Graph, to: TerminalId) -> Result<Vec<u32>, (u32, TerminalId, TableError)> {
        const UNKNOWN: u32 = u32::MAX;
        let routers = self.terminals.routers();
        let mut depths: Vec<u32> = (0..routers as u32).map(|at| if self.terminals.is_live_router(at) { UNKNOWN } else { 0 }).collect();
        let mut on_path = vec![false; routers];
        depths[self.terminals.at(to).router as usize] = 0;
        let mut path = Vec::new();
        for from in (0..routers as u32).filter(|&from| self.terminals.is_live_router(from)) {
            let mut at = from;
            while depths[at as usize] == UNKNOWN {
                if std::mem::replace(&mut on_path[at as usize], true) {
                    let first = path.iter().position(|&router| router == at).unwrap_or(0);
                    return Err((at, to, TableError::Cycle(path.split_off(first))));
                }
                path.push(at);
                let port = usize::from(self.hop(at, to).port);
                if port == 0 {
                    return Err((at, to, TableError::Missing));
                }
                let link = if port < graph.ports() { graph.downstream(at as usize, port) } else { None };
                at = link.ok_or((at, to, TableError::NoLink))?.node;
            }
            for router in path.drain(..).rev() {
                depths[router as usize] = depths[at as usize] + 1;
                at = router;
            }
        }
        Ok(depths)
    }
}
