//! `torusmith topology`: a network as a graph.

mod loads;

use std::collections::BTreeMap;
use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;
use torusmith_sim::routing::{RoutingOptions, algorithms, for_network, lengths};
use torusmith_topology::metrics::{self, BisectionKind};
use torusmith_topology::{Graph, Link, Network};

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RoutesArgs};
use crate::{output, progress};
use loads::LoadsArgs;

/// Nodes, links, distances, connectivity, bisection and wiring of a network, or its whole graph
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith topology ttn:2,2,0\n  torusmith topology hypercube:12 --json\n  torusmith topology htn:4,4,2,1 --loads --traffic all\n  torusmith topology ttn:2,2,1 --export dot | dot -Tsvg > ttn.svg"
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Print every node and link instead
    #[arg(long, value_name = "FORMAT")]
    export: Option<Export>,
    #[command(flatten)]
    loads: LoadsArgs,
    #[command(flatten)]
    routes: RoutesArgs,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Export {
    /// One JSON object: nodes[] and links[]
    Json,
    /// Graphviz
    Dot,
}

/// The JSON of `topology` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    network: String,
    nodes: usize,
    degree: usize,
    degrees: Vec<Degree>,
    links: usize,
    directed_links: usize,
    ports: usize,
    port_names: Vec<String>,
    address_bits: u32,
    route_bits: u32,
    diameter: u32,
    average_distance: f64,
    average_distance_with_self: f64,
    routed_diameter: Option<u32>,
    routed_average: Option<f64>,
    routed_average_with_self: Option<f64>,
    cost: Option<usize>,
    arc_connectivity: usize,
    bisection_width: usize,
    bisection_kind: &'static str,
    bisection_cut: String,
    bisection_links: usize,
    bisection_channels: usize,
    wiring_links: usize,
    wiring_ends: usize,
    longest_wire: Option<u32>,
}

#[derive(Serialize)]
struct Degree {
    degree: usize,
    nodes: usize,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.network.resolve()?;
    let graph = network.graph();
    if args.loads.loads {
        loads::run(&network, &graph, &args.loads, &args.routes, args.report.json)?;
        return Ok(Verdict::Good);
    }
    match args.export {
        Some(Export::Json) => export_json(&network, &graph)?,
        Some(Export::Dot) => export_dot(&network, &graph)?,
        None => {
            let report = report(&network, &graph, &args.routes)?;
            if args.report.json { output::json(&report)? } else { output::text(&human(&network, &report))? }
        }
    }
    Ok(Verdict::Good)
}

/// Most virtual channels: enough for any VC rule, and the lengths of paths do not depend on their number.
const VCS: usize = 8;

fn report(network: &Network, graph: &Graph, routes: &RoutesArgs) -> anyhow::Result<Report> {
    let mut degrees = BTreeMap::new();
    for node in 0..graph.nodes() {
        *degrees.entry(graph.degree(node)).or_insert(0) += 1;
    }
    let degree = degrees.last_key_value().map_or(0, |(&degree, _)| degree);
    let orbits = network.orbits();
    let bar = progress::bar(orbits.len() as u64, "sources").with_prefix("distances");
    let distances = metrics::distances(graph, &orbits, &|done, _| bar.set_position(done as u64));
    bar.reset();
    bar.set_prefix("paths");
    let asked = routes.options();
    let routed = match algorithms(network) {
        [] if asked == RoutingOptions::default() => None,
        _ => {
            let routing = for_network(network, asked, VCS)?;
            Some(lengths(network, graph, &routing, &orbits, &|done, _| bar.set_position(done as u64))?)
        }
    };
    bar.finish_and_clear();
    let spinner = progress::spinner("flows and cuts");
    let arc_connectivity = metrics::arc_connectivity(graph);
    let bisection = metrics::bisection(network, graph);
    spinner.finish_and_clear();
    let wiring = metrics::wiring(network, graph);
    Ok(Report {
        network: network.to_string(),
        nodes: graph.nodes(),
        degree,
        degrees: degrees.into_iter().map(|(degree, nodes)| Degree { degree, nodes }).collect(),
        links: wiring.links,
        directed_links: graph.links(),
        ports: graph.ports(),
        port_names: (0..graph.ports() as u8).map(|port| network.port_label(port).to_owned()).collect(),
        address_bits: network.address_bits(),
        route_bits: network.route_bits(),
        diameter: distances.diameter,
        average_distance: distances.average(),
        average_distance_with_self: distances.average_with_self(),
        routed_diameter: routed.map(|routed| routed.diameter),
        routed_average: routed.map(|routed| routed.average()),
        routed_average_with_self: routed.map(|routed| routed.average_with_self()),
        cost: routed.map(|routed| degree * routed.diameter as usize),
        arc_connectivity,
        bisection_width: bisection.width,
        bisection_kind: match bisection.kind {
            BisectionKind::Exact => "exact",
            BisectionKind::UpperBound => "upper bound",
        },
        bisection_cut: bisection.cut,
        bisection_links: bisection.links,
        bisection_channels: bisection.channels,
        wiring_links: wiring.links,
        wiring_ends: wiring.ends,
        longest_wire: metrics::longest_wire(network, graph),
    })
}

/// The link back runs between the same two ports.
fn is_paired(graph: &Graph, from: Link, to: Link) -> bool {
    graph.downstream(to.node as usize, to.port as usize) == Some(from)
}

fn human(network: &Network, report: &Report) -> String {
    let degrees: Vec<String> = report.degrees.iter().map(|d| format!("{} nodes of degree {}", d.nodes, d.degree)).collect();
    let last = network.format_address(report.nodes as u32 - 1);
    let bisection = format!(
        "{}  ({}, {}: {} links, {} directed)",
        report.bisection_width, report.bisection_kind, report.bisection_cut, report.bisection_links, report.bisection_channels
    );
    let mut facts = vec![
        ("network", report.network.clone()),
        ("nodes", format!("{}  ({} to {last})", report.nodes, network.format_address(0))),
        ("degree", format!("{}  ({})", report.degree, degrees.join(", "))),
        ("links", format!("{}  ({} directed)", report.links, report.directed_links)),
        ("ports", format!("{}  ({})", report.ports, report.port_names.join(", "))),
        ("address", format!("{} bits, and {} routing bits", report.address_bits, report.route_bits)),
        ("distance", lengths_of(report.diameter, report.average_distance, report.average_distance_with_self)),
    ];
    if let (Some(diameter), Some(average), Some(with_self), Some(cost)) =
        (report.routed_diameter, report.routed_average, report.routed_average_with_self, report.cost)
    {
        facts.push(("routed", lengths_of(diameter, average, with_self)));
        facts.push(("cost", format!("{cost}  (degree x routed diameter)")));
    }
    let wire = report
        .longest_wire
        .map_or("not defined".to_owned(), |length| format!("{length} pitches of the nodes, laid out by rows and columns"));
    facts.extend([
        ("arc connectivity", report.arc_connectivity.to_string()),
        ("bisection", bisection),
        ("wiring", format!("{} links; {} with both ends of the channels between basic modules", report.wiring_links, report.wiring_ends)),
        ("longest wire", wire),
    ]);
    output::facts(&facts)
}

fn lengths_of(diameter: u32, average: f64, with_self: f64) -> String {
    format!("at most {diameter}, mean {average:.4}  ({with_self:.4} with the pairs of a node with itself)")
}

#[derive(Serialize)]
struct Node {
    node: u32,
    address: String,
    degree: usize,
}

#[derive(Serialize)]
struct End {
    node: u32,
    port: u8,
    name: String,
}

#[derive(Serialize)]
struct Edge {
    from: End,
    to: End,
}

fn export_json(network: &Network, graph: &Graph) -> anyhow::Result<()> {
    let end = |link: Link| End { node: link.node, port: link.port, name: network.port_name(link.node, link.port) };
    let mut out = output::stdout();
    writeln!(out, "{{\"network\": {},\n\"nodes\": [", serde_json::to_string(&network.to_string())?)?;
    let nodes =
        (0..graph.nodes() as u32).map(|node| Node { node, address: network.format_address(node), degree: graph.degree(node as usize) });
    lines(&mut out, nodes)?;
    writeln!(out, "],\n\"links\": [")?;
    lines(&mut out, graph.iter_links().map(|(from, to)| Edge { from: end(from), to: end(to) }))?;
    writeln!(out, "]}}")?;
    Ok(out.flush()?)
}

/// The elements of an array, one a line.
fn lines(out: &mut impl Write, items: impl Iterator<Item = impl Serialize>) -> anyhow::Result<()> {
    for (i, item) in items.enumerate() {
        if i > 0 {
            writeln!(out, ",")?;
        }
        serde_json::to_writer(&mut *out, &item).map_err(std::io::Error::from)?;
    }
    Ok(writeln!(out)?)
}

/// A pair of links between the same two ports is one edge without arrows.
fn export_dot(network: &Network, graph: &Graph) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "digraph \"{network}\" {{\n  node [shape=circle];")?;
    for node in 0..graph.nodes() as u32 {
        writeln!(out, "  n{node} [label=\"{}\"];", network.format_address(node))?;
    }
    for (from, to) in graph.iter_links() {
        let paired = is_paired(graph, from, to);
        if paired && to < from {
            continue;
        }
        let label = network.port_name(from.node, from.port);
        writeln!(out, "  n{} -> n{} [label=\"{label}\"{}];", from.node, to.node, if paired { ", dir=none" } else { "" })?;
    }
    writeln!(out, "}}")?;
    Ok(out.flush()?)
}
