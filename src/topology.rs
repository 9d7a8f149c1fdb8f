//! `torusmith topology`: a network as a graph.

mod export;
mod loads;

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Serialize;
use torusmith_sim::routing::{RoutingOptions, algorithms, for_network, lengths};
use torusmith_topology::degraded::own_network;
use torusmith_topology::metrics::{self, BisectionKind};
use torusmith_topology::own::{OwnNetwork, understood};
use torusmith_topology::{Classes, Degraded, Graph, Network, TerminalId};

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RoutesArgs};
use crate::outcome::{Outcome, by_name};
use crate::table::{self, WithRoutes};
use crate::{output, progress};
use export::Export;
use loads::LoadsArgs;

/// Print nodes, links, distances, bisection and wiring of a network, or export it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith topology ttn:2,2,0\n  torusmith topology hypercube:12 --json\n  torusmith topology htn:4,4,2,1 --loads --traffic all\n  torusmith topology ttn:2,2,1 --export dot | dot -Tsvg > ttn.svg"
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Print every node and link in this format (docs/own_networks.md)
    #[arg(long, value_name = "FORMAT")]
    export: Option<Export>,
    /// Routes in --export toml, connect-routes: ports, classes (with ports) [default: as the network file says; built-in networks: the shortest]
    #[arg(long, value_name = "WHAT", requires = "export")]
    with_routes: Option<WithRoutes>,
    #[command(flatten)]
    loads: LoadsArgs,
    #[command(flatten)]
    routes: RoutesArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The graph of a network and its metrics (docs/cli.md, topology).
#[derive(Serialize)]
pub struct GraphMetrics {
    #[serde(serialize_with = "by_name")]
    network: Network,
    /// What is out of service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    pub nodes: usize,
    /// Where terminals are apart from routers.
    #[serde(skip_serializing_if = "Option::is_none")]
    routers: Option<usize>,
    pub degree: usize,
    degrees: Vec<Degree>,
    pub links: usize,
    pub directed_links: usize,
    pub ports: usize,
    port_names: Vec<String>,
    pub address_bits: u32,
    pub route_bits: u32,
    pub diameter: u32,
    pub average_distance: f64,
    average_distance_with_self: f64,
    pub routed_diameter: Option<u32>,
    pub routed_average: Option<f64>,
    routed_average_with_self: Option<f64>,
    cost: Option<usize>,
    pub arc_connectivity: usize,
    bisection_width: usize,
    pub bisection_kind: &'static str,
    pub bisection_cut: String,
    pub bisection_links: usize,
    bisection_channels: usize,
    wiring_links: usize,
    wiring_ends: usize,
    pub longest_wire: Option<u32>,
    /// Of a network file alone.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    own: Option<Own>,
}

/// Properties of a network file.
#[derive(Serialize)]
struct Own {
    file: String,
    routes: &'static str,
    /// A number, or `auto`.
    classes: serde_json::Value,
    notes: Vec<String>,
}

impl Own {
    fn new(own: &OwnNetwork, network: &Network) -> Self {
        let classes = match network.route_table().map(|table| table.classes()) {
            Some(Classes::Given(count)) => count.into(),
            _ => "auto".into(),
        };
        Self { file: own.file().to_owned(), routes: own.route_kind().name(), classes, notes: own.notes().to_vec() }
    }
}

#[derive(Serialize)]
struct Degree {
    degree: usize,
    nodes: usize,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    // Its classes matter to loads alone.
    let network = args.network.resolve()?;
    let network = if args.loads.loads || args.routes.auto() { args.routes.network(network)? } else { args.routes.repaired(network)? };
    let graph = network.graph();
    if args.loads.loads {
        loads::run(&network, &graph, &args.loads, &args.routes, args.report.json)?;
        return Ok(Verdict::Good);
    }
    let Some(format) = args.export else { return measure(&network, &graph, &args.routes)?.print(args.report.json) };
    let table = match args.with_routes {
        Some(what) => Some(table::of(&network, &graph, args.routes.options(&network), what).context("with-routes")?),
        // Garnet's weights are made for routes; a network may have none by node and destination.
        None if format == Export::Garnet => table::of(&network, &graph, args.routes.options(&network), WithRoutes::Ports).ok(),
        None => None,
    };
    export::run(format, &network, &graph, table.as_ref())?;
    Ok(Verdict::Good)
}

impl Args {
    /// The metrics of the network.
    pub fn metrics(&self) -> anyhow::Result<GraphMetrics> {
        let network = self.network.resolve()?;
        let network = if self.routes.auto() { self.routes.network(network)? } else { self.routes.repaired(network)? };
        measure(&network, &network.graph(), &self.routes)
    }
}

/// Most virtual channels: enough for any VC rule, and the lengths of paths do not depend on their number.
const VCS: usize = 8;

fn measure(network: &Network, graph: &Graph, routes: &RoutesArgs) -> anyhow::Result<GraphMetrics> {
    let mut degrees = BTreeMap::new();
    for node in 0..graph.routers() {
        *degrees.entry(graph.degree(node)).or_insert(0) += 1;
    }
    let degree = degrees.last_key_value().map_or(0, |(&degree, _)| degree);
    let orbits = network.orbits();
    let bar = progress::bar(orbits.len() as u64, "sources").with_prefix("distances");
    let distances = metrics::distances(graph, &orbits, &|done, _| bar.set_position(done as u64));
    bar.reset();
    bar.set_prefix("paths");
    let asked = routes.options(network);
    let routed = match (network.route_table(), algorithms(network)) {
        (Some(table), _) if asked == RoutingOptions::default() => Some(table.lengths(graph)),
        (_, []) if asked == RoutingOptions::default() => None,
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
    Ok(GraphMetrics {
        network: network.clone(),
        without: network.of::<Degraded>().map_or(Vec::new(), |degraded| degraded.list().to_vec()),
        nodes: graph.live().count(),
        routers: graph.attached().apart().then(|| graph.routers()),
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
        own: own_network(network).map(|own| Own::new(own, network)),
    })
}

impl Outcome for GraphMetrics {
    fn text(&self) -> String {
        let (report, network) = (self, &self.network);
        let noun = if report.routers.is_some() { "routers" } else { "nodes" };
        let degrees: Vec<String> = report.degrees.iter().map(|d| format!("{} {noun} of degree {}", d.nodes, d.degree)).collect();
        let last = network.format_terminal(TerminalId(network.terminals() as u32 - 1));
        let bisection = format!(
            "{}  ({}, {}: {} links, {} directed)",
            report.bisection_width, report.bisection_kind, report.bisection_cut, report.bisection_links, report.bisection_channels
        );
        let mut facts = vec![
            ("network", network.to_string()),
            ("nodes", format!("{}  ({} to {last})", report.nodes, network.format_terminal(TerminalId(0)))),
            ("degree", format!("{}  ({})", report.degree, degrees.join(", "))),
            ("links", format!("{}  ({} directed)", report.links, report.directed_links)),
            ("ports", format!("{}  ({})", report.ports, report.port_names.join(", "))),
            ("address", format!("{} bits, and {} routing bits", report.address_bits, report.route_bits)),
            ("distance", lengths_of(report.diameter, report.average_distance, report.average_distance_with_self)),
        ];
        if !report.without.is_empty() {
            facts.insert(1, ("without", report.without.join(", ")));
        }
        if let Some(routers) = report.routers {
            let (first, last) = (network.format_address(0), network.format_address(routers as u32 - 1));
            facts.insert(2, ("routers", format!("{routers}  ({first} to {last})")));
        }
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
            (
                "wiring",
                format!("{} links; {} with both ends of the channels between basic modules", report.wiring_links, report.wiring_ends),
            ),
            ("longest wire", wire),
        ]);
        let Some(own) = own_network(network) else { return output::facts(&facts) };
        let notes = own.notes().iter().map(|note| format!("note: {note}\n")).collect::<String>();
        output::facts(&understood(own, network)) + &notes + "\n" + &output::facts(&facts)
    }
}

fn lengths_of(diameter: u32, average: f64, with_self: f64) -> String {
    format!("at most {diameter}, mean {average:.4}  ({with_self:.4} with the pairs of a node with itself)")
}
