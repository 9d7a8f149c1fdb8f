//! Paths of a network with links or nodes out of service (docs/faults.md).

use anyhow::bail;
use torusmith_design::ranges::VCS;
use torusmith_sim::loads::Loads;
use torusmith_sim::routing::{RoutingOptions, for_network, least_vcs};
use torusmith_sim::traffic::Pattern;
use torusmith_topology::{Classes, Degraded, Graph, Network, RouteTable, TableHop, TerminalId};
use torusmith_vc_classes::{BrokenRoutes, Class, ClassHop, repair};

use crate::table;
use crate::ways::channels;

/// Whether the paths of a network are those around what is out of service.
pub fn is_repaired(network: &Network) -> bool {
    network.of::<Degraded>().is_some_and(Degraded::has_table)
}

/// The repaired table, and the number of pairs of terminals whose path changed.
pub fn repaired(network: &Network, healthy: &RouteTable, spare: bool) -> Option<(RouteTable, usize)> {
    let graph = network.graph();
    let (numbers, all, outputs) = channels(&graph);
    let Classes::Given(classes) = healthy.classes() else { return None };
    let attached = graph.attached();
    let ends: Vec<Option<u32>> = TerminalId::all(graph.terminals()).map(|to| attached.is_live(to).then(|| graph.at(to).router)).collect();
    let hop = |at: u32, to: TerminalId| {
        let hop = healthy.hop(at, to);
        let channel = numbers[at as usize * graph.ports() + usize::from(hop.port)];
        let class = hop.class.map_or(Class::Any, Class::One);
        (at != graph.at(to).router).then_some(())?;
        all.get(channel as usize).map(|_| ClassHop { channel, class })
    };
    let pairs = (0..graph.routers() as u32).flat_map(|at| TerminalId::all(graph.terminals()).map(move |to| (at, to)));
    let hops = pairs.map(|(at, to)| hop(at, to)).collect();
    let broken = BrokenRoutes { nodes: graph.routers(), ends, channels: all, hops, classes: classes.into() };
    let found = repair(&broken, spare).filter(|found| found.classes <= VCS.most)?;
    let hop = |at: u32, to: TerminalId| {
        let hop = found.hops[at as usize * graph.terminals() + to.index()];
        hop.map_or_else(TableHop::default, |hop| TableHop {
            port: outputs[hop.channel as usize].1,
            class: match hop.class {
                Class::One(class) if found.classes > 1 => Some(class),
                _ => None,
            },
        })
    };
    let table = RouteTable::new(attached, Classes::Given(found.classes as u8), hop);
    table.check(&graph).ok()?;
    Some((table, found.changed))
}

/// What a repair costs.
#[derive(Debug, Clone, Copy)]
pub struct Repair {
    /// Pairs of terminals whose path changed, and all pairs in service.
    pub changed: usize,
    pub pairs: usize,
    /// Mean links of a path, and that of the same pairs in the whole network.
    pub mean_hops: f64,
    pub healthy_hops: f64,
    /// Bounds on uniform traffic.
    pub bound: Option<f64>,
    pub healthy_bound: Option<f64>,
    /// VC classes.
    pub classes: usize,
    pub healthy_classes: usize,
}

impl Repair {
    /// Of a network with its new paths, and the whole network with its table.
    pub fn of(repaired: &Network, healthy: &RouteTable, base: &Network, options: RoutingOptions, changed: usize) -> anyhow::Result<Self> {
        Ok(Self {
            bound: bound(repaired, RoutingOptions::default())?,
            healthy_bound: bound(base, options)?,
            healthy_classes: least_vcs(base, options)?,
            ..Self::paths(repaired, healthy, &base.graph(), changed)?
        })
    }

    /// Lengths of paths and classes alone; `whole` is the graph of the whole network.
    pub fn paths(repaired: &Network, healthy: &RouteTable, whole: &Graph, changed: usize) -> anyhow::Result<Self> {
        let graph = repaired.graph();
        let Some(table) = repaired.route_table() else { bail!("{repaired} has no table of routes") };
        let pairs = graph.live().count();
        Ok(Self {
            changed,
            pairs: pairs * (pairs - 1),
            mean_hops: mean_hops(&graph, &graph, table),
            healthy_hops: mean_hops(&graph, whole, healthy),
            bound: None,
            healthy_bound: None,
            classes: table::count(table),
            healthy_classes: table::count(healthy),
        })
    }

    /// In words.
    pub fn words(&self) -> String {
        let Self { changed, pairs, mean_hops, healthy_hops, classes, .. } = self;
        let stretch = mean_hops / healthy_hops;
        let bound = match (self.bound, self.healthy_bound) {
            (Some(bound), Some(healthy)) => {
                format!(", bound {bound:.4} flits a node and clock ({:.0} % of the whole network's)", 100.0 * bound / healthy)
            }
            _ => String::new(),
        };
        let more = if *classes > self.healthy_classes { format!(", {} before", self.healthy_classes) } else { String::new() };
        let plural = if *classes == 1 { "class" } else { "classes" };
        format!(
            "{changed} of {pairs} pairs take another path, {mean_hops:.3} links on average (stretch {stretch:.4}){bound}, {classes} {plural}{more}"
        )
    }
}

/// Mean links of the paths of a table in a graph, between the terminals in service of another.
pub fn mean_hops(live: &Graph, graph: &Graph, table: &RouteTable) -> f64 {
    let (mut sum, mut pairs) = (0u64, 0u64);
    for to in live.live() {
        let end = live.at(to).router;
        let mut lengths: Vec<Option<u64>> = vec![None; graph.routers()];
        lengths[end as usize] = Some(0);
        for from in live.live().filter(|&from| from != to) {
            let mut trail = Vec::new();
            let mut at = live.at(from).router;
            while lengths[at as usize].is_none() && trail.len() <= graph.routers() {
                trail.push(at);
                let Some(link) = graph.downstream(at as usize, table.hop(at, to).port.into()) else { break };
                at = link.node;
            }
            let mut length = lengths[at as usize].unwrap_or(0);
            for node in trail.into_iter().rev() {
                length += 1;
                lengths[node as usize] = Some(length);
            }
            sum += lengths[live.at(from).router as usize].unwrap_or(0);
            pairs += 1;
        }
    }
    sum as f64 / pairs.max(1) as f64
}

/// The bound on uniform traffic.
pub fn bound(network: &Network, options: RoutingOptions) -> anyhow::Result<Option<f64>> {
    let routing = for_network(network, options, least_vcs(network, options)?)?;
    Ok(Loads::new(network, &network.graph(), &routing, Pattern::Uniform, &|_, _| ())?.bound())
}
