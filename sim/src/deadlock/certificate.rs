//! A certificate that a network's routing is free of deadlock, for a checker that knows nothing of how it was found: links, routes, and a rank
//! for each channel (docs/certificates.md).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use torusmith_topology::metrics::Progress;
use torusmith_topology::{Graph, Network, TerminalId};

use super::{DependencyGraphs, Walk, build_graphs};
use crate::Error;
use crate::routing::{Candidates, Routing, RoutingOptions, choose, for_walk};

/// Most routers, and most terminals, of a network that a certificate is written for: it holds the outputs of packets at every router to every terminal.
pub const MOST_CERTIFIED: usize = 4096;

/// Sorted numbers of terminals or routers.
type Nodes = Vec<u32>;

/// Routes of packets to one destination.
#[derive(Default)]
struct DestinationRoutes {
    /// Sources of each header, by routing bits.
    from: BTreeMap<u64, Nodes>,
    /// Routers of each route step, by the routing bits that packets have there.
    to: BTreeMap<u64, BTreeMap<RouteStep, Nodes>>,
}

/// Outputs of a packet at a router, each a port and its VCs, and the routing bits that it carries on.
type RouteStep = (Vec<(u8, u8)>, u64);

/// The certificate of a network's routing with `vcs` virtual channels, as the text of a file; `None` if the routing has a dependency cycle or a state
/// without an escape channel.
///
/// # Errors
/// As [`super::check`]; a network of more than [`MOST_CERTIFIED`] routers or terminals; a VC rule that is no routing function of a router.
pub fn certificate(network: &Network, options: RoutingOptions, vcs: usize, progress: Progress) -> Result<Option<String>, Error> {
    let nodes = network.routers().max(network.terminals());
    if nodes > MOST_CERTIFIED {
        return Err(Error::value("certificate of a network with nodes", nodes, format!("up to {MOST_CERTIFIED}")));
    }
    let (routing, vcs) = for_walk(network, options, Some(vcs))?;
    let choice = choose(network, options)?;
    if routing.by_channel() {
        return Err(Error::value("certificate with vc-rule", choice.rule.name(), "rules by which a router can route"));
    }
    let graph = network.graph();
    let DependencyGraphs { direct, extended, stranded, .. } =
        build_graphs(&graph, routing.as_ref(), network.route_bits(), vcs, Walk::Exhaustive, progress)?;
    let ranked = extended.as_ref().unwrap_or(&direct);
    let Some(ranks) = ranked.ranks().filter(|_| stranded == 0) else { return Ok(None) };
    let escape = routing.escape_vcs() & ((1u16 << vcs) - 1) as u8;
    // Numbers of the terminals in service.
    let live: Vec<TerminalId> = graph.live().collect();
    let apart = graph.attached().apart() || live.len() < graph.terminals();
    let version = if apart { 2 } else { 1 };
    let mut text =
        format!("torusmith-ranks {version}\n# Links, routes and ranks of channels; docs/certificates.md says what each line means.\n");
    let mut line = |words: std::fmt::Arguments| writeln!(text, "{words}").expect("a text grows");
    line(format_args!("network {network}"));
    line(format_args!("routing {}, VC rule {}, ties {}", choice.algorithm.name(), choice.rule.name(), choice.ties.name()));
    line(format_args!("nodes {}", live.len()));
    if apart {
        line(format_args!("routers {}", graph.routers()));
        let ends = live.iter().enumerate().map(|(number, &terminal)| (number, graph.at(terminal)));
        ends.for_each(|(number, end)| line(format_args!("at {number} {} {}", end.router, end.port)));
    }
    line(format_args!("vcs {vcs}"));
    line(format_args!("escape {}", digits(escape)));
    graph.iter_links().for_each(|(a, b)| line(format_args!("link {} {} {} {}", a.node, a.port, b.node, b.port)));
    ranked.channels().iter().zip(ranks).for_each(|(c, rank)| line(format_args!("rank {} {} {} {rank}", c.node, c.port, c.vc)));
    write_routes(&routes_by_destination(&graph, &live, routing.as_ref(), progress), &mut text);
    Ok(Some(text))
}

/// Routes to each destination in service.
fn routes_by_destination(
    graph: &Graph,
    live: &[TerminalId],
    routing: &(impl Routing + ?Sized),
    progress: Progress,
) -> Vec<DestinationRoutes> {
    let done = AtomicUsize::new(0);
    let one = |&destination: &TerminalId| {
        let found = routes(graph, live, routing, destination);
        progress(1 + done.fetch_add(1, Relaxed), live.len());
        found
    };
    live.par_iter().map(one).collect()
}

fn routes(graph: &Graph, live: &[TerminalId], routing: &(impl Routing + ?Sized), destination: TerminalId) -> DestinationRoutes {
    let mut routes = DestinationRoutes::default();
    let home = graph.at(destination).router;
    let mut open = Vec::new();
    for (number, &source) in (0..).zip(live).filter(|&(_, &source)| source != destination) {
        for &bits in routing.source_choices(source, destination).iter().collect::<BTreeSet<_>>() {
            routes.from.entry(bits).or_default().push(number);
            open.push((bits, graph.at(source).router));
        }
    }
    // A packet that begins at its destination's router takes no hop.
    open.retain(|&(_, router)| router != home);
    let mut seen: BTreeSet<(u64, u32)> = open.iter().copied().collect();
    while let Some((bits, node)) = open.pop() {
        let (candidates, onward) = routing.route_onward(node, destination, bits);
        let ahead = candidates.iter().filter_map(|c| graph.downstream(node as usize, c.port.into())).map(|link| (onward, link.node));
        for next in ahead.filter(|&(_, node)| node != home) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    for (bits, node) in seen {
        let (candidates, onward) = routing.route_onward(node, destination, bits);
        routes.to.entry(bits).or_default().entry((outputs(&candidates), onward)).or_default().push(node);
    }
    routes
}

fn outputs(candidates: &Candidates) -> Vec<(u8, u8)> {
    candidates.iter().map(|c| (c.port, c.vcs)).collect()
}

/// Writes the lists of outputs that many states share, and the routes that refer to them.
fn write_routes(routes_by_destination: &[DestinationRoutes], text: &mut String) {
    let mut lists = BTreeMap::new();
    for (outputs, _) in routes_by_destination.iter().flat_map(|routes| routes.to.values().flat_map(BTreeMap::keys)) {
        lists.entry(outputs).or_insert(0);
    }
    let mut line = |words: std::fmt::Arguments| writeln!(text, "{words}").expect("a text grows");
    for (number, (outputs, own)) in lists.iter_mut().enumerate() {
        *own = number;
        let outputs: Vec<String> = outputs.iter().map(|(port, vcs)| format!("{port}:{}", digits(*vcs))).collect();
        line(format_args!("list {number} {}", outputs.join(" ")));
    }
    for (destination, routes) in routes_by_destination.iter().enumerate() {
        routes.from.iter().for_each(|(bits, nodes)| line(format_args!("from {destination} {bits} {}", ranges(nodes))));
        for (bits, steps) in &routes.to {
            let steps = steps.iter().map(|((outputs, onward), nodes)| {
                let onward = if onward == bits { String::new() } else { format!(">{onward}") };
                format!(" {}{onward}@{}", lists[outputs], ranges(nodes))
            });
            line(format_args!("to {destination} {bits}{}", steps.collect::<String>()));
        }
    }
}

/// The numbers of VCs of a set, one digit each.
fn digits(vcs: u8) -> String {
    (0..8).filter(|w| vcs >> w & 1 == 1).map(|w| w.to_string()).collect()
}

/// `0-3,7` for 0, 1, 2, 3 and 7.
fn ranges(nodes: &[u32]) -> String {
    let runs = nodes.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}
