//! Routing by the table of a network from a file, with the rule `table` (docs/networks.md, "A network from a file").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Classes, Degraded, NetworkSpec, RouteTable, TerminalId};

use super::family::FamilyRouting;
use super::function::Routing;
use super::function::{Candidate, Candidates};
use super::network::NetworkRouting;
use super::options::classes;

pub(super) static ROUTING: FamilyRouting<OwnNetwork> = by_table();

/// Routing of a network with links or routers out of service, by the table around them.
pub(super) static OF_DEGRADED: FamilyRouting<Degraded> = by_table();

const fn by_table<T: NetworkSpec>() -> FamilyRouting<T> {
    FamilyRouting {
        prefix: "own",
        algorithms: |_| &[RoutingAlgorithm::Table],
        rules: |_| &[VcRule::Table],
        refusal: |_, _| None,
        ties: |_, _, _| &[Ties::Plus],
        classes: |network, _| network.route_table().map_or(1, count),
        build: |network, choice, vcs| {
            let table = network.route_table().ok_or_else(|| crate::Error::NoRouting { network: network.name() })?;
            Ok(NetworkRouting::new(choice, TableRouting::new(table, vcs)))
        },
        walk: |_, _, _| None,
    }
}

/// K of the table. A table with open classes has been refused before.
fn count(table: &RouteTable) -> usize {
    match table.classes() {
        Classes::Given(count) => count.into(),
        Classes::Auto => 1,
    }
}

/// The routing function of one network and number of VCs.
#[derive(Debug, Clone)]
pub struct TableRouting {
    terminals: usize,
    /// Hop at each router towards each destination, `[router * terminals + destination]`.
    hops: Vec<Candidate>,
    classes: usize,
}

impl TableRouting {
    fn new(table: &RouteTable, vcs: usize) -> Self {
        let terminals = table.terminals();
        let all = (1u16 << vcs).wrapping_sub(1) as u8;
        let owned = classes(count(table), vcs);
        let pairs = (0..terminals.routers() as u32).flat_map(|at| TerminalId::all(terminals.count()).map(move |to| (at, to)));
        let mut any = false;
        let hops = pairs.map(|(at, to)| {
            let hop = table.hop(at, to);
            let routed = at != terminals.at(to).router && terminals.is_live_router(at) && terminals.is_live(to);
            any |= hop.class.is_none() && routed;
            Candidate { port: hop.port, vcs: hop.class.map_or(all, |class| owned[usize::from(class)]) }
        });
        let hops = hops.collect();
        Self { terminals: terminals.count(), hops, classes: if any { 1 } else { owned.len() } }
    }
}

impl Routing for TableRouting {
    #[inline]
    fn route(&self, router: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let Candidate { port, vcs } = self.hops[router as usize * self.terminals + destination as usize];
        Candidates::one(port, vcs)
    }

    fn classes(&self) -> usize {
        self.classes
    }
}
