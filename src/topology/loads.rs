//! `torusmith topology --loads`: what a traffic pattern puts on each link.

use serde::Serialize;
use torusmith_sim::loads::{LinkLoad, Loads};
use torusmith_sim::routing::{NetworkRouting, for_network};
use torusmith_sim::traffic::Pattern;
use torusmith_topology::{Graph, Network, digits, significant};

use super::VCS;
use crate::options::{HotSpots, RoutesArgs, Word, Words, patterns};
use crate::{output, progress};

/// Loads of links.
#[derive(Debug, clap::Args)]
pub struct LoadsArgs {
    /// Print loads of links and the bound on throughput
    #[arg(long, conflicts_with = "export")]
    pub loads: bool,
    /// Traffic of --loads: uniform, hot-spot (hot-spot:10: 10 % of packets), transpose, bit-reversal, complement, bit-flip, shuffle, hot-nodes, neighbours, or all; permutation:FILE.csv, rates:FILE.csv (docs/traffic.md)
    #[arg(long, value_name = "PATTERN", default_value = "uniform", requires = "loads", value_parser = Words, hide_possible_values = true)]
    traffic: Word,
    /// Hot spots of --traffic hot-spot: addresses or numbers of nodes, separated by / [default: those of docs/networks.md]
    #[arg(long, value_name = "NODES", requires = "loads", allow_hyphen_values = true)]
    hot_spot_nodes: Option<String>,
    /// Print a line of CSV for each link
    #[arg(long, requires = "loads", conflicts_with = "json")]
    csv: bool,
}

/// The JSON of `topology --loads` (docs/cli.md). Loads in flits a clock where every node that sends offers one flit a clock.
#[derive(Serialize)]
struct LinkLoads {
    network: String,
    routing: &'static str,
    vc_rule: &'static str,
    ties: &'static str,
    patterns: Vec<OfPattern>,
}

#[derive(Serialize)]
struct OfPattern {
    pattern: String,
    senders: f64,
    busiest_link: Option<String>,
    load_max: f64,
    load_mean: f64,
    ejection_max: f64,
    bound: Option<f64>,
    bound_kind: &'static str,
    links: Vec<Link>,
}

#[derive(Serialize)]
struct Link {
    node: u32,
    address: String,
    port: String,
    load: f64,
}

/// Runs `topology --loads`.
pub fn run(network: &Network, graph: &Graph, args: &LoadsArgs, routes: &RoutesArgs, json: bool) -> anyhow::Result<()> {
    let routing = for_network(network, routes.options(network), VCS)?;
    let hot = HotSpots { nodes: args.hot_spot_nodes.as_deref(), ..HotSpots::default() };
    let patterns = patterns(network, network.usual_flit_width(), std::slice::from_ref(&args.traffic), hot)?;
    let of_pattern = |&pattern: &Pattern| of_pattern(network, graph, &routing, pattern);
    let report = LinkLoads {
        network: network.to_string(),
        routing: routing.algorithm().name(),
        vc_rule: routing.rule().name(),
        ties: routing.ties().name(),
        patterns: patterns.iter().map(of_pattern).collect::<anyhow::Result<_>>()?,
    };
    if json {
        output::json(&report)?;
    } else if args.csv {
        output::text(&csv(&report)?)?;
    } else {
        output::text(&human(&report))?;
    }
    Ok(())
}

fn of_pattern(network: &Network, graph: &Graph, routing: &NetworkRouting, pattern: Pattern) -> anyhow::Result<OfPattern> {
    let bar = progress::bar(graph.terminals() as u64, "sources").with_prefix(pattern.name());
    let loads = Loads::new(network, graph, routing, pattern, &|done, _| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let link = |&LinkLoad { node, port, load }: &LinkLoad| Link {
        node,
        address: network.format_address(node),
        port: network.port_name(node, port),
        load,
    };
    let busiest = loads.busiest();
    Ok(OfPattern {
        pattern: pattern.to_string(),
        senders: loads.senders,
        busiest_link: busiest.as_ref().map(link).map(|link| format!("{} {}", link.address, link.port)),
        load_max: busiest.map_or(0.0, |link| link.load),
        load_mean: loads.mean(),
        ejection_max: loads.ejection,
        bound: loads.bound(),
        bound_kind: if loads.adaptive { "even split" } else { "exact" },
        links: loads.links.iter().map(link).collect(),
    })
}

/// Most links that are listed one by one.
const LISTED: usize = 10;

fn human(report: &LinkLoads) -> String {
    let mut text = format!("{}, routing {}, VC rule {}, ties {}\n", report.network, report.routing, report.vc_rule, report.ties);
    let by_rates = report.patterns.iter().any(|p| p.pattern.starts_with("rates:"));
    text += match by_rates {
        true => "Loads in flits a clock at the rates of the file\n",
        false => "Loads in flits a clock where every node that sends offers one flit a clock\n",
    };
    for p in &report.patterns {
        let split = if p.bound_kind == "exact" { "" } else { "; where a head may choose its port, the load is split evenly" };
        text += &format!("\n{}\n", p.pattern);
        let bound = |bound| format!("{} flits a node and clock accepted{split}", significant(bound));
        text += &output::facts(&[
            ("busiest link", p.busiest_link.as_ref().map_or("-".to_owned(), |link| format!("{link}  {}", significant(p.load_max)))),
            ("mean of links", significant(p.load_mean)),
            ("busiest ejection", significant(p.ejection_max)),
            ("nodes that send", format!("{} %", significant(100.0 * p.senders))),
            ("bound", p.bound.map_or("-".to_owned(), bound)),
        ]);
        if p.busiest_link.is_none() {
            continue;
        }
        let mut busiest: Vec<&Link> = p.links.iter().collect();
        // Equal sums differ in their last bits.
        busiest.sort_by_key(|link| std::cmp::Reverse((link.load * 1e9).round() as u64));
        let full = busiest.iter().filter(|link| link.load > p.load_max - 1e-9).count();
        text += &format!("the busiest of {} links, {full} of which carry as much:\n", p.links.len());
        let rows = busiest.iter().take(LISTED).map(|l| vec![l.address.clone(), l.port.clone(), significant(l.load)]);
        text += &output::table(&["node", "port", "load"], rows);
    }
    text
}

fn csv(report: &LinkLoads) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["pattern", "node", "address", "port", "load"])?;
    for p in &report.patterns {
        for l in &p.links {
            table.write_record([&p.pattern, &l.node.to_string(), &l.address, &l.port, &digits(l.load, 6)])?;
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}
