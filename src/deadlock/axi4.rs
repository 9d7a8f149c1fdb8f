//! Requests and responses of an AXI4 interconnect (docs/axi4_interface.md): both networks, and the sides of the nodes of a map.

use std::path::Path;

use anyhow::bail;
use serde::Serialize;
use torusmith_design::ranges::ADDRESS_WIDTH;
use torusmith_design::write_promise;
use torusmith_sim::deadlock::{Channel, Exchange, LOCAL_INPUT, MANAGERS, OWN_LINK, SideOptions, Sides, Walk, check_axi4};
use torusmith_sim::routing::{choose, for_router};
use torusmith_topology::address_map;
use torusmith_topology::{Graph, Network, TerminalId};

use super::ChannelReport;
use crate::options::RuleArgs;
use crate::values::not_allowed;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    message_classes: Option<usize>,
    managers: usize,
    subordinates: usize,
    channels: usize,
    dependencies: usize,
    pub acyclic: bool,
    cycle: Vec<SideReport>,
    /// If a manager side could refuse a response.
    refused_response_cycle: Vec<SideReport>,
    /// With writes that start before their last beat.
    #[serde(flatten)]
    promise: Option<Promise>,
}

/// What managers and subordinates must keep to so that no cycle closes over them.
#[derive(Serialize)]
struct Promise {
    promise: String,
    /// If a manager waits for a write.
    broken_promise_cycle: Vec<SideReport>,
}

/// A channel, and the network that it is of.
#[derive(Serialize)]
struct SideReport {
    carries: &'static str,
    #[serde(flatten)]
    channel: ChannelReport,
}

/// Checks the two networks between the nodes of a map.
pub fn check(network: Network, rule: &RuleArgs, map: &Path, write_start: Option<u32>) -> anyhow::Result<Axi4Check> {
    let network = rule.routes.network(network)?;
    // How wide addresses are makes no difference.
    let map = address_map::read(map, &network, ADDRESS_WIDTH.most as u32)?;
    let (options, vcs, classes) = (rule.options(&network), rule.vcs(&network)?, rule.message_classes());
    if classes > 1 {
        for_router(&network, options, rule.config(&network)?)?;
    }
    if let Some(start) = write_start
        && let Some(node) = map.managers().find(|&node| map.is_subordinate(node))
    {
        let allowed = format!("where no node has a manager and a subordinate, as {} has", network.format_terminal(TerminalId(node)));
        bail!(not_allowed("write-start", start, allowed));
    }
    let choice = choose(&network, options)?;
    let bar = progress::bar(network.terminals() as u64, "nodes");
    let walk = |sides| {
        let walked = |done, _| bar.set_position(done as u64);
        let sides = SideOptions { map: &map, sides, message_classes: classes, write_start: write_start.is_some() };
        check_axi4(&network, options, vcs / classes, sides, Walk::Automatic, &walked)
    };
    let (found, refusing) = (walk(Sides::Contract)?, walk(Sides::RefuseResponses)?);
    let broken = write_start.map(|start| Ok::<_, anyhow::Error>((start, walk(Sides::BreakPromise)?))).transpose()?;
    bar.finish_and_clear();
    let graph = network.graph();
    let cycle = |found: &Exchange| found.cycle.iter().map(|channel| SideReport::new(&network, &graph, channel, vcs)).collect();
    Ok(Axi4Check {
        network: network.to_string(),
        vc_rule: choice.rule.name(),
        routing: choice.algorithm.name(),
        ties: choice.ties.name(),
        vcs,
        message_classes: Some(classes).filter(|&classes| classes > 1),
        managers: map.managers().len(),
        subordinates: map.subordinates().len(),
        channels: found.channels,
        dependencies: found.dependencies,
        acyclic: found.cycle.is_empty(),
        cycle: cycle(&found),
        refused_response_cycle: cycle(&refusing),
        promise: broken.map(|(start, broken)| Promise { promise: write_promise(start), broken_promise_cycle: cycle(&broken) }),
    })
}

impl SideReport {
    fn new(network: &Network, graph: &Graph, channel: &Channel, vcs: usize) -> Self {
        let (plane, vc) = (usize::from(channel.vc) / vcs, (usize::from(channel.vc) % vcs) as u8);
        let named = |port: &str, address: String| ChannelReport { node: channel.node, port: port.into(), vc, to: address.clone(), address };
        let channel = match channel.port {
            OWN_LINK..LOCAL_INPUT => named("own link", network.format_address(channel.node)),
            MANAGERS => named("manager, for beats", "any".into()),
            _ => ChannelReport::new(network, graph, &Channel { vc, ..*channel }),
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
    let Axi4Check { network, vc_rule, routing, ties, vcs, managers, subordinates, channels, dependencies, promise, .. } = report;
    let verdict = match report.cycle.len() {
        0 => "acyclic: requests and responses are free of deadlock".to_owned(),
        count => format!("CYCLE of {count} channels"),
    };
    let without = |cycle: &[SideReport], when: &str| match cycle.len() {
        0 => "acyclic".to_owned(),
        count => format!("CYCLE of {count} channels, if {when}"),
    };
    let classes = report.message_classes.map_or(String::new(), |_| ", half of them for reads, half for writes".to_owned());
    let mut facts = vec![
        (
            "network",
            format!(
                "{network}, routing {routing}, VC rule {vc_rule}, ties {ties}; one for requests, one for responses, {vcs} VCs each{classes}"
            ),
        ),
        ("sides", format!("managers at {managers} nodes, subordinates at {subordinates}")),
        ("channels", format!("{channels}, those between sides and routers included")),
        ("dependencies", dependencies.to_string()),
        ("verdict", verdict),
        (
            "granted",
            "every response is taken: places are kept before its request goes; subordinates answer what they have taken".to_owned(),
        ),
        ("without it", without(&report.refused_response_cycle, "a manager side could refuse a response")),
    ];
    if let Some(Promise { promise, broken_promise_cycle }) = promise {
        facts.push(("promised", promise.clone()));
        facts.push(("without it", without(broken_promise_cycle, "a manager waits for a write")));
    }
    let shown = |cycle: &[SideReport]| {
        let one = |SideReport { carries, channel }: &SideReport| ChannelReport {
            port: format!("{carries}, {}", channel.port),
            ..channel.clone()
        };
        super::follow(&cycle.iter().map(one).collect::<Vec<_>>())
    };
    let broken = promise.as_ref().map_or(String::new(), |promise| shown(&promise.broken_promise_cycle));
    output::facts(&facts) + &shown(&report.cycle) + &shown(&report.refused_response_cycle) + &broken
}
