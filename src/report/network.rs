//! The network as a graph, an example of a route, and whether it can deadlock.

use serde_json::Value;
use torusmith_topology::{Graph, Network};

use super::made::Maker;
use super::page::{Block, Page, Table, number, text};

/// Adds the sections.
pub fn add(network: &Network, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let graph = maker.json("topology", &[])?;
    let (deadlock, cycle) = maker.drawn("deadlock", &[], "--plot", "cycle.svg")?;
    page.summary("network", format!("{} nodes, degree {}, {} links", graph["nodes"], graph["degree"], graph["links"]));
    let rules = ["routing", "vc_rule", "ties"].map(|field| text(&deadlock[field]));
    let vcs = match (deadlock["vcs"].as_u64(), deadlock["classes"].as_u64()) {
        (Some(1), _) => "1 virtual channel, ".to_owned(),
        (Some(vcs), _) => format!("{vcs} virtual channels, "),
        (None, Some(1)) => "1 class of virtual channels, ".to_owned(),
        (None, Some(classes)) => format!("{classes} classes of virtual channels, "),
        (None, None) => String::new(),
    };
    page.summary("router", format!("{} ports, {vcs}routing {}, VC rule {}, ties {}", graph["ports"], rules[0], rules[1], rules[2]));
    let picture =
        if network.nodes() <= torusmith_topology::export::MOST_DRAWN { Some(maker.text("topology", &["--export", "svg"])?) } else { None };
    let mut blocks = vec![metrics(&graph)];
    let drawn = maker.words("topology", &["--export", "svg"]);
    blocks.extend(page.picture(
        picture,
        "The nodes, with links by kind or level. Rest the pointer on a link to see its ports.".into(),
        drawn,
    ));
    page.section("network", "Network", blocks);
    route(network, maker, page)?;
    let blocks = verdict(&deadlock, cycle, maker, page);
    page.section("deadlock", "Deadlock", blocks);
    Ok(())
}

fn metrics(graph: &Value) -> Block {
    let at = |field: &str| number(&graph[field], 4);
    let routed = if graph["routed_diameter"].is_null() {
        "no routing".to_owned()
    } else {
        format!("at most {}, mean {}", at("routed_diameter"), at("routed_average"))
    };
    let bisection = format!("{} links ({}, {})", graph["bisection_links"], text(&graph["bisection_kind"]), text(&graph["bisection_cut"]));
    let facts = [
        ("nodes", at("nodes")),
        ("links", format!("{}, {} with both directions counted", graph["links"], graph["directed_links"])),
        ("distance", format!("at most {}, mean {}", at("diameter"), at("average_distance"))),
        ("distance as routed", routed),
        ("arc connectivity", at("arc_connectivity")),
        ("bisection", bisection),
        ("longest wire", graph["longest_wire"].as_u64().map_or("not defined".into(), |length| format!("{length} pitches of the nodes"))),
        ("address", format!("{} bits, and {} routing bits", graph["address_bits"], graph["route_bits"])),
    ];
    Block::Facts(facts.map(|(name, value)| (name.to_owned(), value)).into())
}

/// From the first node to the one that is farthest away, the first of equals.
fn route(network: &Network, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let (from, to) = (network.format_address(0), network.format_address(farthest(&network.graph())));
    let route = maker.json("route", &[&from, &to])?;
    let hops = route["hops"].as_array().map_or(&[][..], Vec::as_slice);
    let row = |(i, hop): (usize, &Value)| vec![i.to_string(), text(&hop["address"]), text(&hop["port"]), text(&hop["vc"])];
    let caption = format!("From {from} to {to}, which is farthest from it: {} hops", hops.len().saturating_sub(1));
    let table =
        Table { caption, head: vec!["hop", "node", "leaves by", "VC"], rows: hops.iter().enumerate().map(row).collect(), folded: false };
    page.section("route", "A route", vec![Block::Table(table)]);
    Ok(())
}

/// The node that is farthest from the first, the lowest of equals.
fn farthest(graph: &Graph) -> u32 {
    let mut seen = vec![false; graph.nodes()];
    let mut ring = vec![0];
    let mut last = 0;
    while let Some(&lowest) = ring.iter().min() {
        last = lowest;
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

fn verdict(deadlock: &Value, cycle: Option<String>, maker: &Maker<'_>, page: &mut Page) -> Vec<Block> {
    let free = deadlock["acyclic"] == true;
    let verdict = if free { "free of deadlock: no cycle" } else { "A CYCLE: it can deadlock" };
    page.summary("deadlock", verdict.to_owned());
    let mut facts =
        vec![("verdict", verdict.to_owned()), ("channels", text(&deadlock["channels"])), ("dependencies", text(&deadlock["dependencies"]))];
    if deadlock["escape_channels"].is_u64() && deadlock["escape_channels"] != deadlock["channels"] {
        facts.push(("escape channels", text(&deadlock["escape_channels"])));
        facts.push(("dependencies of these", text(&deadlock["extended_dependencies"])));
    }
    if let Some(all) = deadlock["exhaustive"].as_bool() {
        let walked = if all { "all pairs of nodes" } else { "one destination for all that are routed alike" };
        facts.push(("walked", walked.to_owned()));
    }
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut blocks = vec![Block::Facts(facts)];
    if let Some(cycle) = cycle {
        let caption = "Each channel can be held by a packet that waits for the next.".to_owned();
        blocks.extend(page.picture(Some(cycle), caption, maker.words("deadlock", &["--plot", "cycle.svg"])));
    }
    // Classes that are found have a file first.
    if free && deadlock["vcs"].is_u64() {
        blocks.push(Block::Text("A certificate, and a program that shares no code with torusmith to check it:".into()));
        blocks.push(Block::Command(format!("{}\ncheck-ranks ranks.txt", maker.words("deadlock", &["--certificate", "ranks.txt"]))));
    }
    blocks
}
