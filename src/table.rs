//! The routes of a network as a table, where they are a function of node and destination.

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use torusmith_sim::routing::{Candidate, Routing, RoutingOptions, for_network, least_vcs};
use torusmith_topology::own::{self, MOST_NODES, MOST_ROUTES, MOST_TERMINALS, OwnNetwork};
use torusmith_topology::{Classes, Graph, Network, RouteTable, TableHop, TerminalId};

use crate::network_file;

/// Contents of a route table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WithRoutes {
    /// Output ports; classes are to be found
    Ports,
    /// Output ports, and the class of each hop
    Classes,
}

/// The table of a network, by its routing algorithm and VC rule; of a network file, by its own.
pub fn of(network: &Network, graph: &Graph, routes: RoutingOptions, what: WithRoutes) -> anyhow::Result<RouteTable> {
    let refuse = |why: String| refusal(network, &why);
    if let Some(table) = network.route_table() {
        return match (what, table.classes()) {
            (WithRoutes::Ports, _) => Ok(without_classes(table)),
            (WithRoutes::Classes, Classes::Given(_)) => Ok(table.clone()),
            (WithRoutes::Classes, Classes::Auto) => Err(refuse("its classes are to be found; allowed: ports".into())),
        };
    }
    check_size(network)?;
    let (routers, terminals) = (network.routers(), network.terminals());
    let count = least_vcs(network, routes)?;
    let routing = for_network(network, routes, count)?;
    if network.route_bits() > 0 {
        return Err(refuse("a packet's header says more of its way than its destination; allowed: networks without routing bits".into()));
    }
    let all = u8::MAX >> (8 - count);
    let mut hops = Vec::with_capacity(routers * terminals);
    let mut classes = 1;
    for (at, to) in (0..routers as u32).flat_map(|at| TerminalId::all(terminals).map(move |to| (at, to))) {
        if at == graph.at(to).router {
            hops.push(TableHop::default());
            continue;
        }
        let candidates = routing.route(at, to, 0);
        let [Candidate { port, vcs }] = candidates[..] else {
            bail!(refuse("a packet may choose its way; allowed: deterministic routing".into()));
        };
        let class = match vcs & all {
            vcs if vcs == all => None,
            vcs if vcs.is_power_of_two() => Some(vcs.trailing_zeros() as u8),
            _ => return Err(refuse("a hop may take VCs of several classes, and not of all; allowed: hops of one class or any".into())),
        };
        let class = if what == WithRoutes::Classes { class } else { None };
        classes = class.map_or(classes, |class| classes.max(class + 1));
        hops.push(TableHop { port, class });
    }
    let classes = if what == WithRoutes::Classes { Classes::Given(classes) } else { Classes::Auto };
    let table = RouteTable::new(graph.attached(), classes, |at, to| hops[at as usize * terminals + to.index()]);
    table.check(graph).map_err(|_| refuse("its ways do not follow from node and destination".into()))?;
    Ok(table)
}

fn refusal(network: &Network, why: &str) -> anyhow::Error {
    anyhow!("a table of routes is not allowed for {network}: {why}")
}

/// Refuses a network that is too large for a table.
pub fn check_size(network: &Network) -> anyhow::Result<()> {
    let (routers, terminals) = (network.routers(), network.terminals());
    if routers > MOST_NODES {
        return Err(refusal(network, &format!("{routers} nodes; allowed: networks of up to {MOST_NODES}")));
    }
    if terminals > MOST_TERMINALS || routers * terminals > MOST_ROUTES {
        let allowed = format!("up to {MOST_TERMINALS} nodes, and {MOST_ROUTES} as the product of both");
        return Err(refusal(network, &format!("{routers} routers and {terminals} nodes; allowed: {allowed}")));
    }
    Ok(())
}

/// A built-in network whose routes are a table, as one from a file; any other as it is.
pub fn as_file(network: Network) -> anyhow::Result<Network> {
    if network.route_table().is_none() || network.of::<OwnNetwork>().is_some() || network.dead().is_some() {
        return Ok(network);
    }
    without_rule(&network, RoutingOptions::default())
}

/// A network with the ports of a table's routes, whose classes are to be found, in place of a network that has a rule of its own.
pub fn without_rule(network: &Network, routes: RoutingOptions) -> anyhow::Result<Network> {
    with_ports(network, &of(network, &network.graph(), routes, WithRoutes::Ports)?)
}

/// A network with shortest paths, whose classes are to be found, in place of its own.
pub fn with_shortest(network: &Network) -> anyhow::Result<Network> {
    check_size(network)?;
    with_ports(network, &own::shortest_routes(&network.graph()))
}

fn with_ports(network: &Network, table: &RouteTable) -> anyhow::Result<Network> {
    let text = network_file::text(network, Some(table))?;
    let (_, rest) = text.split_once('\n').context("a network file")?;
    Ok(Network::new(own::parse(&format!("name = \"{network} auto\"\n{rest}"), &network.to_string())?))
}

/// Number of classes of a table; 1 if they are to be found.
pub fn count(table: &RouteTable) -> usize {
    if let Classes::Given(count) = table.classes() { count.into() } else { 1 }
}

fn without_classes(table: &RouteTable) -> RouteTable {
    RouteTable::new(table.terminals(), Classes::Auto, |at, to| TableHop { class: None, ..table.hop(at, to) })
}
