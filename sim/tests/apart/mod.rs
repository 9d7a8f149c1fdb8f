//! Networks whose terminals are apart from routers (docs/router.md, "Names"), built from tables.

use std::sync::Once;

use torusmith_sim::routing::{Candidates, FamilyRouting, NetworkRouting, Routing, RoutingAlgorithm, Ties, VcRule, classes, register};
use torusmith_topology::{Coordinate, FamilyName, Graph, Link, LocalPort, Network, NetworkSpec, Terminals, TerminalId};

const PREFIX: &str = "apart";

static ROUTING: FamilyRouting<Apart> = FamilyRouting {
    prefix: PREFIX,
    algorithms: |_| &[RoutingAlgorithm::Table],
    rules: |_| &[VcRule::Table],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |network, _| network.classes.into(),
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, network.routing(vcs))),
    walk: |_, _, _| None,
};

/// A network by its tables.
#[derive(Debug, Clone)]
pub struct Apart {
    pub graph: Graph,
    /// K of rule RC3.
    pub classes: u8,
    /// Output port and class of a packet, `[router * terminals + destination]`; not used at the destination's router.
    pub hops: Vec<(u8, u8)>,
}

impl Apart {
    /// Routers with so many ports, terminals at local ports (router, port), and links (router, port) to (router, port), one way each. Routes are
    /// shortest, by breadth-first search from the destination; `choose(router, destination, n)` takes one of n output ports, and a class below K.
    pub fn new(
        (routers, ports): (usize, usize),
        terminals: &[(u32, u8)],
        links: &[[(u32, u8); 2]],
        classes: u8,
        mut choose: impl FnMut(u32, u32, usize) -> (usize, u8),
    ) -> Self {
        let out = |node, port| links.iter().find(|[from, _]| *from == (node, port)).map(|[_, (node, port)]| Link { node: *node, port: *port });
        let ends = terminals.iter().map(|&(router, port)| LocalPort { router, port }).collect();
        let graph = Graph::new(routers, ports, out).with_terminals(Terminals::new(routers, ends));
        let mut hops = vec![(0, 0); routers * terminals.len()];
        for (to, &(home, _)) in terminals.iter().enumerate() {
            let mut distance = vec![usize::MAX; routers];
            distance[home as usize] = 0;
            let mut queue = vec![home];
            for at in 0.. {
                let Some(&near) = queue.get(at) else { break };
                for [(far, _), _] in links.iter().filter(|[_, (node, _)]| *node == near) {
                    if distance[*far as usize] == usize::MAX {
                        distance[*far as usize] = distance[near as usize] + 1;
                        queue.push(*far);
                    }
                }
            }
            for at in (0..routers as u32).filter(|&at| at != home) {
                let nearer = |link: &&[(u32, u8); 2]| link[0].0 == at && distance[link[1].0 as usize] < distance[at as usize];
                let ways: Vec<u8> = links.iter().filter(nearer).map(|[(_, port), _]| *port).collect();
                let (way, class) = choose(at, to as u32, ways.len());
                hops[at as usize * terminals.len() + to] = (ways[way], class);
            }
        }
        Self { graph, classes, hops }
    }

    /// One router with a terminal at each of its ports.
    pub fn one_router(terminals: u8) -> Self {
        let all: Vec<(u32, u8)> = (0..terminals).map(|port| (0, port)).collect();
        Self::new((1, terminals.into()), &all, &[], 1, |_, _, _| (0, 0))
    }

    pub fn routing(&self, vcs: usize) -> Table {
        let owned = classes(self.classes.into(), vcs);
        let all = ((1u16 << vcs) - 1) as u8;
        let hop = |at: usize| {
            let (router, to) = ((at / self.graph.terminals()) as u32, TerminalId((at % self.graph.terminals()) as u32));
            let (home, (port, class)) = (self.graph.at(to), self.hops[at]);
            if home.router == router { (home.port, all) } else { (port, owned[usize::from(class)]) }
        };
        Table { terminals: self.graph.terminals(), hops: (0..self.hops.len()).map(hop).collect(), classes: self.classes.into() }
    }

    /// The network, whose routing is known by its name from now on.
    pub fn network(&self) -> Network {
        static KNOWN: Once = Once::new();
        KNOWN.call_once(|| register(&ROUTING));
        Network::new(self.clone())
    }
}

/// Routing of an [`Apart`].
#[derive(Debug, Clone)]
pub struct Table {
    terminals: usize,
    hops: Vec<(u8, u8)>,
    classes: usize,
}

impl Routing for Table {
    fn route(&self, router: u32, destination: TerminalId, _bits: u64) -> Candidates {
        let (port, vcs) = self.hops[router as usize * self.terminals + destination.index()];
        Candidates::one(port, vcs)
    }

    fn classes(&self) -> usize {
        self.classes
    }
}

impl NetworkSpec for Apart {
    fn family(&self) -> FamilyName {
        FamilyName { prefix: PREFIX, title: PREFIX }
    }

    fn name(&self) -> String {
        PREFIX.into()
    }

    fn slug(&self) -> String {
        PREFIX.into()
    }

    fn routers(&self) -> usize {
        self.graph.routers()
    }

    fn terminals(&self) -> usize {
        self.graph.terminals()
    }

    fn local_ports(&self) -> usize {
        self.graph.local_ports()
    }

    fn attachment(&self, terminal: TerminalId) -> LocalPort {
        self.graph.at(terminal)
    }

    fn ports(&self) -> usize {
        self.graph.ports()
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        self.graph.downstream(node as usize, port.into())
    }

    fn port_label(&self, _port: u8) -> &str {
        "port"
    }

    fn format_address(&self, node: u32) -> String {
        node.to_string()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        text.parse().map_err(|_| "a number".into())
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("router", self.graph.routers() as u32, |router| router)]
    }
}
