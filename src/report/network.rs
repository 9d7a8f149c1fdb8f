//! The network as a graph, an example of a route, and whether it can deadlock.

use torusmith_topology::export::{self, Format, MOST_DRAWN, Source};
use torusmith_topology::{Graph, Network, TerminalId};

use super::made::Maker;
use super::page::{Block, Page, Table, facts};
use crate::deadlock::{self, DeadlockCheck};
use crate::exit::Verdict;
use crate::outcome::Outcome;
use crate::route;
use crate::topology::{self, GraphMetrics};

/// Adds the sections.
pub fn add(network: &Network, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let graph = maker.outcome("topology", &[], topology::Args::metrics)?;
    let deadlock = maker.outcome("deadlock", &["--plot", "cycle.svg"], deadlock::Args::check)?;
    page.summary("network", format!("{} nodes, degree {}, {} links", graph.nodes, graph.degree, graph.links));
    page.summary("router", format!("{} ports, {}", graph.ports, rules(&deadlock)));
    let export = ["--export", "svg"];
    let picture = if network.routers() <= MOST_DRAWN { Some(drawn(network)?) } else { None };
    picture.iter().for_each(|_| maker.stands_for("topology", &export));
    let mut blocks = vec![metrics(&graph)];
    let drawn = maker.words("topology", &export);
    blocks.extend(page.picture(
        picture,
        "The nodes, with links by kind or level. Rest the pointer on a link to see its ports.".into(),
        drawn,
    ));
    page.section("network", "Network", blocks);
    route(network, maker, page)?;
    let blocks = verdict(&deadlock, maker, page)?;
    page.section("deadlock", "Deadlock", blocks);
    Ok(())
}

/// VCs, routing, VC rule and ties.
fn rules(deadlock: &DeadlockCheck) -> String {
    let counted = |count: usize, one: &str, many: &str| if count == 1 { format!("1 {one}, ") } else { format!("{count} {many}, ") };
    let (vcs, routing, rule, ties) = match deadlock {
        DeadlockCheck::Rule(check) => (counted(check.vcs, "virtual channel", "virtual channels"), check.routing, check.vc_rule, check.ties),
        DeadlockCheck::Found(check) => {
            let classes = counted(check.classes, "class of virtual channels", "classes of virtual channels");
            (classes, check.routing, check.vc_rule, check.ties)
        }
        DeadlockCheck::Axi4(_) | DeadlockCheck::Endpoints(_) | DeadlockCheck::Multicast(_) => return String::new(),
    };
    format!("{vcs}routing {routing}, VC rule {rule}, ties {ties}")
}

fn drawn(network: &Network) -> anyhow::Result<String> {
    let mut picture = Vec::new();
    export::write(Format::Svg, &Source { network, graph: &network.graph(), table: None }, &mut picture)?;
    Ok(String::from_utf8(picture)?)
}

fn metrics(graph: &GraphMetrics) -> Block {
    let routed = match (graph.routed_diameter, graph.routed_average) {
        (Some(diameter), Some(average)) => format!("at most {diameter}, mean {average:.4}"),
        _ => "no routing".to_owned(),
    };
    facts([
        ("nodes", graph.nodes.to_string()),
        ("links", format!("{}, {} with both directions counted", graph.links, graph.directed_links)),
        ("distance", format!("at most {}, mean {:.4}", graph.diameter, graph.average_distance)),
        ("distance as routed", routed),
        ("arc connectivity", graph.arc_connectivity.to_string()),
        ("bisection", format!("{} links ({}, {})", graph.bisection_links, graph.bisection_kind, graph.bisection_cut)),
        ("longest wire", graph.longest_wire.map_or("not defined".into(), |length| format!("{length} pitches of the nodes"))),
        ("address", format!("{} bits, and {} routing bits", graph.address_bits, graph.route_bits)),
    ])
}

/// From the first node to the one that is farthest away, the first of equals.
fn route(network: &Network, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let (from, to) = (network.format_terminal(TerminalId(0)), network.format_terminal(farthest(&network.graph())));
    let hops = maker.outcome("route", &[&from, &to], route::Args::path)?.hops;
    let row = |(i, hop): (usize, &route::HopReport)| vec![i.to_string(), hop.address.clone(), hop.port.clone(), hop.vc.to_string()];
    let caption = format!("From {from} to {to}, which is farthest from it: {} hops", hops.len().saturating_sub(1));
    let table =
        Table { caption, head: vec!["hop", "node", "leaves by", "VC"], rows: hops.iter().enumerate().map(row).collect(), folded: false };
    page.section("route", "A route", vec![Block::Table(table)]);
    Ok(())
}

/// The terminal that is farthest from the first, the lowest of equals.
fn farthest(graph: &Graph) -> TerminalId {
    let mut seen = vec![false; graph.routers()];
    let mut ring = vec![graph.at(TerminalId(0)).router];
    let mut last = TerminalId(0);
    while !ring.is_empty() {
        let terminals = |&router: &u32| (0..graph.local_ports() as u8).filter_map(move |port| graph.terminal(router, port));
        last = ring.iter().flat_map(terminals).min().unwrap_or(last);
        let mut next = Vec::new();
        for node in std::mem::take(&mut ring) {
            seen[node as usize] = true;
            next.extend((0..graph.ports()).filter_map(|port| graph.downstream(node as usize, port)).map(|link| link.node));
        }
        next.sort_unstable();
        next.dedup();
        ring = next.into_iter().filter(|&node| !seen[node as usize]).collect();
    }
    last
}

fn verdict(deadlock: &DeadlockCheck, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<Vec<Block>> {
    let free = deadlock.verdict() == Verdict::Good;
    let verdict = if free { "free of deadlock: no cycle" } else { "A CYCLE: it can deadlock" };
    page.summary("deadlock", verdict.to_owned());
    let mut all = vec![("verdict", verdict.to_owned())];
    let mut counts = |channels: usize, dependencies: usize| {
        all.extend([("channels", channels.to_string()), ("dependencies", dependencies.to_string())]);
    };
    match deadlock {
        DeadlockCheck::Rule(check) => {
            counts(check.channels, check.dependencies);
            if check.escape_channels != check.channels {
                all.push(("escape channels", check.escape_channels.to_string()));
                all.push(("dependencies of these", check.extended_dependencies.to_string()));
            }
            let walked = if check.exhaustive { "all pairs of nodes" } else { "one destination for all that are routed alike" };
            all.push(("walked", walked.to_owned()));
        }
        DeadlockCheck::Found(check) => counts(check.channels, check.dependencies),
        DeadlockCheck::Axi4(_) | DeadlockCheck::Endpoints(_) | DeadlockCheck::Multicast(_) => {}
    }
    let mut blocks = vec![facts(all)];
    if let Some(cycle) = deadlock.picture()? {
        let caption = "Each channel can be held by a packet that waits for the next.".to_owned();
        blocks.extend(page.picture(Some(cycle), caption, maker.words("deadlock", &["--plot", "cycle.svg"])));
    }
    // Classes that are found have a file first.
    if free && matches!(deadlock, DeadlockCheck::Rule(_)) {
        blocks.push(Block::Text("A certificate, and a program that shares no code with torusmith to check it:".into()));
        blocks.push(Block::Command(format!("{}\ncheck-ranks ranks.txt", maker.words("deadlock", &["--certificate", "ranks.txt"]))));
    }
    Ok(blocks)
}
