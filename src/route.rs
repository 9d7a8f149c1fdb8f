//! `torusmith route`: the path of a packet, hop by hop.

use std::io::Write;

use anyhow::bail;
use rayon::prelude::*;
use serde::Serialize;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::{Hop, NetworkRouting, for_router, path, path_into};
use torusmith_topology::{Graph, Network, TerminalId};

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RuleArgs};
use crate::outcome::Outcome;
use crate::{interrupt, output};

/// Print the path of a packet: router, output port and VC of every hop
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith route ttn:2,3,0 000000 231112\n  torusmith route rdt:16 3,5 12,1\n  torusmith route ttn:2,2,1 --all --json"
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Source address, digits as in the papers; not with --all
    from: Option<String>,
    /// Destination address
    to: Option<String>,
    /// All pairs of nodes, one line each
    #[arg(long, conflicts_with_all = ["from", "to"])]
    all: bool,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The path of a packet (docs/cli.md, route); with `--all` one such object a line.
#[derive(Serialize)]
pub struct Path {
    #[serde(skip)]
    network: Network,
    from: u32,
    to: u32,
    pub hops: Vec<HopReport>,
}

/// A hop of a path: `node` is the number of its router.
#[derive(Serialize)]
pub struct HopReport {
    node: u32,
    pub address: String,
    pub port: String,
    pub vc: u32,
    /// With several message classes, the VC of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    vcs: Vec<u32>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    if !args.all {
        return args.path()?.print(args.report.json);
    }
    let (network, routing, _) = args.routing()?;
    all(&network, &network.graph(), &routing, args.report.json)?;
    Ok(Verdict::Good)
}

impl Args {
    fn routing(&self) -> anyhow::Result<(Network, NetworkRouting, RouterConfig)> {
        let network = self.rule.routes.network(self.network.resolve()?)?;
        let config = self.rule.config(&network)?;
        let routing = for_router(&network, self.rule.options(&network), config)?;
        Ok((network, routing, config))
    }

    /// The path between the two nodes.
    pub fn path(&self) -> anyhow::Result<Path> {
        let (network, routing, config) = self.routing()?;
        let (Some(from), Some(to)) = (&self.from, &self.to) else {
            bail!("no pair of nodes; give the addresses FROM and TO, or --all");
        };
        one(network, &routing, config, (from, to))
    }
}

fn one(network: Network, routing: &NetworkRouting, config: RouterConfig, pair: (&str, &str)) -> anyhow::Result<Path> {
    let attached = network.attached();
    let parse = |text: &str| match network.parse_terminal(text)? {
        terminal if attached.is_live(terminal) => Ok(terminal),
        _ => bail!("address `{text}`: out of service in {network}"),
    };
    let (from, to) = (parse(pair.0)?, parse(pair.1)?);
    let firsts: Vec<u32> = (0..config.message_classes).map(|class| config.first_vc(class) as u32).collect();
    let hops = path(&network.graph(), routing, from, to)?.into_iter().map(|hop| HopReport {
        node: hop.node,
        address: network.format_address(hop.node),
        port: network.port_name(hop.node, hop.port),
        vc: hop.vc(),
        vcs: if firsts.len() > 1 { firsts.iter().map(|first| first + hop.vc()).collect() } else { Vec::new() },
    });
    let hops = hops.collect();
    Ok(Path { network, from: from.0, to: to.0, hops })
}

impl Outcome for Path {
    fn text(&self) -> String {
        let network = &self.network;
        let vcs = |hop: &HopReport| match &hop.vcs[..] {
            [] => hop.vc.to_string(),
            all => all.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        };
        let hops = self.hops.iter().enumerate();
        let rows = hops.map(|(i, hop)| vec![i.to_string(), hop.address.clone(), hop.node.to_string(), hop.port.clone(), vcs(hop)]);
        let table = output::table(&["hop", "address", "router", "port", "vc"], rows);
        let (from, to) = (network.format_terminal(TerminalId(self.from)), network.format_terminal(TerminalId(self.to)));
        format!("{network} {from} -> {to}: {} hops\n{table}", self.hops.len() - 1)
    }
}

/// Most nodes for `--all`: the pairs of more would fill any disk.
const MOST_NODES: usize = 1 << 16;

fn all(network: &Network, graph: &Graph, routing: &NetworkRouting, json: bool) -> anyhow::Result<()> {
    if graph.terminals() > MOST_NODES {
        bail!("all: {network} has {} nodes; allowed: networks of up to {MOST_NODES}", graph.terminals());
    }
    interrupt::poll();
    let phrases = Phrases::new(network, graph, json);
    let mut out = output::stdout();
    let block = 4 * rayon::current_num_threads();
    let mut lines = vec![Vec::new(); block];
    let sources: Vec<TerminalId> = graph.live().collect();
    for first in (0..sources.len()).step_by(block) {
        interrupt::check()?;
        let lines = &mut lines[..block.min(sources.len() - first)];
        lines.par_iter_mut().zip(&sources[first..]).try_for_each(|(lines, &from)| phrases.paths_of(graph, routing, from, lines))?;
        lines.iter().try_for_each(|lines| out.write_all(lines))?;
    }
    Ok(out.flush()?)
}

/// Text of each hop up to its VC, made once for each node and port.
struct Phrases {
    json: bool,
    ports: usize,
    hops: Vec<String>,
    terminals: Vec<String>,
}

impl Phrases {
    fn new(network: &Network, graph: &Graph, json: bool) -> Self {
        let hop = |node: u32, port: u8| {
            let (address, name) = (network.format_address(node), network.port_name(node, port));
            if json {
                format!("{{\"node\":{node},\"address\":\"{address}\",\"port\":\"{name}\",\"vc\":")
            } else {
                format!(" {address} {name}:")
            }
        };
        let (routers, terminals) = (0..graph.routers() as u32, TerminalId::all(graph.terminals()));
        Self {
            json,
            ports: graph.ports(),
            hops: routers.flat_map(|node| (0..graph.ports() as u8).map(move |port| (node, port))).map(|(n, p)| hop(n, p)).collect(),
            terminals: terminals.map(|terminal| if json { terminal.to_string() } else { network.format_terminal(terminal) }).collect(),
        }
    }

    /// The paths from a source to every terminal in service, itself included.
    fn paths_of(&self, graph: &Graph, routing: &NetworkRouting, from: TerminalId, lines: &mut Vec<u8>) -> anyhow::Result<()> {
        let mut hops = Vec::new();
        lines.clear();
        for to in graph.live() {
            path_into(graph, routing, from, to, &mut hops)?;
            self.line(&self.terminals[from.index()], &self.terminals[to.index()], &hops, lines)?;
        }
        Ok(())
    }

    fn line(&self, from: &str, to: &str, hops: &[Hop], line: &mut Vec<u8>) -> std::io::Result<()> {
        let put = |line: &mut Vec<u8>, hop: &Hop| {
            line.extend_from_slice(self.hops[hop.node as usize * self.ports + hop.port as usize].as_bytes());
            line.push(b'0' + hop.vc() as u8);
        };
        if !self.json {
            write!(line, "{from} -> {to} {} hops:", hops.len() - 1)?;
            hops.iter().for_each(|hop| put(line, hop));
            return writeln!(line);
        }
        write!(line, "{{\"from\":{from},\"to\":{to},\"hops\":[")?;
        for (i, hop) in hops.iter().enumerate() {
            if i > 0 {
                line.push(b',');
            }
            put(line, hop);
            line.push(b'}');
        }
        writeln!(line, "]}}")
    }
}
