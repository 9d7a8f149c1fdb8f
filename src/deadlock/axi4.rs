//! Requests and responses of an AXI4 interconnect (docs/axi4_interface.md): both networks, and the sides of the nodes of a map.

use std::path::Path;

use serde::Serialize;
use torusmith_design::ranges::ADDRESS_WIDTH;
use torusmith_sim::deadlock::{Channel, Exchange, OWN_LINK, Sides, Walk, check_axi4};
use torusmith_sim::routing::choose;
use torusmith_topology::address_map;
use torusmith_topology::{Graph, Network};

use super::ChannelReport;
use crate::options::RuleArgs;
use crate::{output, progress};

/// Result of the check with AXI4 interfaces (docs/cli.md, deadlock).
#[derive(Serialize)]
pub struct Axi4Check {
    network: String,
    vc_rule: &'static str,
    routing: &'static str,
    ties: &'static str,
    /// Of each of the two networks.
    vcs: usize,
    managers: usize,
    subordinates: usize,
    channels: usize,
    dependencies: usize,
    pub acyclic: bool,
    cycle: Vec<SideReport>,
    /// If a manager side could refuse a response.
    refused_response_cycle: Vec<SideReport>,
}

/// A channel, and the network that it is of.
#[derive(Serialize)]
struct SideReport {
    carries: &'static str,
    #[serde(flatten)]
    channel: ChannelReport,
}

/// Checks the two networks between the nodes of a map.
pub fn check(network: Network, rule: &RuleArgs, map: &Path) -> anyhow::Result<Axi4Check> {
    let network = rule.routes.network(network)?;
    // How wide addresses are makes no difference.
    let map = address_map::read(map, &network, ADDRESS_WIDTH.most as u32)?;
    let (options, vcs) = (rule.options(), rule.vcs(&network)?);
    let choice = choose(&network, options)?;
    let bar = progress::bar(network.nodes() as u64, "nodes");
    let walk = |sides| {
        let walked = |done, _| bar.set_position(done as u64);
        check_axi4(&network, options, Some(vcs), &map, sides, Walk::Automatic, &walked).map(|(found, _)| found)
    };
    let (found, refusing) = (walk(Sides::Contract)?, walk(Sides::RefuseResponses)?);
    bar.finish_and_clear();
    let graph = network.graph();
    let cycle = |found: &Exchange| found.cycle.iter().map(|channel| SideReport::new(&network, &graph, channel, vcs)).collect();
    Ok(Axi4Check {
        network: network.to_string(),
        vc_rule: choice.rule.name(),
        routing: choice.algorithm.name(),
        ties: choice.ties.name(),
        vcs,
        managers: map.managers().len(),
        subordinates: map.subordinates().len(),
        channels: found.channels,
        dependencies: found.dependencies,
        acyclic: found.cycle.is_empty(),
        cycle: cycle(&found),
        refused_response_cycle: cycle(&refusing),
    })
}

impl SideReport {
    fn new(network: &Network, graph: &Graph, channel: &Channel, vcs: usize) -> Self {
        let (plane, vc) = (usize::from(channel.vc) / vcs, (usize::from(channel.vc) % vcs) as u8);
        let channel = if channel.port == OWN_LINK {
            let address = network.format_address(channel.node);
            ChannelReport { node: channel.node, port: "own link".into(), vc, to: address.clone(), address }
        } else {
            ChannelReport::new(network, graph, &Channel { vc, ..*channel })
        };
        Self { carries: if plane == 0 { "requests" } else { "responses" }, channel }
    }
}

impl Axi4Check {
    pub fn text(&self) -> String {
        human(self)
    }
}

fn human(report: &Axi4Check) -> String {
    let Axi4Check { network, vc_rule, routing, ties, vcs, managers, subordinates, channels, dependencies, .. } = report;
    let verdict = match report.cycle.len() {
        0 => "acyclic: requests and responses are free of deadlock".to_owned(),
        count => format!("CYCLE of {count} channels"),
    };
    let refusing = match report.refused_response_cycle.len() {
        0 => "acyclic".to_owned(),
        count => format!("CYCLE of {count} channels, if a manager side could refuse a response"),
    };
    let facts = [
        (
            "network",
            format!("{network}, routing {routing}, VC rule {vc_rule}, ties {ties}; one for requests, one for responses, {vcs} VCs each"),
        ),
        ("sides", format!("managers at {managers} nodes, subordinates at {subordinates}")),
        ("channels", format!("{channels}, those between sides and routers included")),
        ("dependencies", dependencies.to_string()),
        ("verdict", verdict),
        (
            "granted",
            "every response is taken: places are kept before its request goes; subordinates answer what they have taken".to_owned(),
        ),
        ("without it", refusing),
    ];
    let shown = |cycle: &[SideReport]| {
        let one = |SideReport { carries, channel }: &SideReport| ChannelReport {
            port: format!("{carries}, {}", channel.port),
            ..channel.clone()
        };
        super::follow(&cycle.iter().map(one).collect::<Vec<_>>())
    };
    let text = output::facts(&facts);
    text + &shown(&report.cycle) + &shown(&report.refused_response_cycle)
}
