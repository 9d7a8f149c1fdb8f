//! A network whose terminals do what a file says (docs/deadlock.md).

use std::path::Path;

use serde::Serialize;
use torusmith_sim::deadlock::{Channel, EndpointsReport, LOCAL_INPUT, PLACE, Reason, check_endpoints};
use torusmith_sim::routing::{Choice, RoutingOptions, choose};
use torusmith_topology::endpoints::{self, Endpoints, Held};
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Graph, Network, TerminalId};

use super::ChannelReport;
use crate::options::{RuleArgs, wanted_by_file};
use crate::output;
use crate::values::not_allowed;

/// Result of the check with a file of endpoints (docs/deadlock.md).
#[derive(Serialize)]
pub struct EndpointsCheck {
    network: String,
    vc_rule: &'static str,
    routing: &'static str,
    ties: &'static str,
    /// Of all message classes.
    vcs: usize,
    message_classes: usize,
    packets: Vec<PacketReport>,
    waits: Vec<String>,
    channels: usize,
    dependencies: usize,
    pub acyclic: bool,
    cycle: Vec<StepReport>,
}

#[derive(Serialize)]
struct PacketReport {
    name: String,
    class: u8,
}

/// A channel of the cycle, and why it waits for the next one.
#[derive(Serialize)]
struct StepReport {
    #[serde(flatten)]
    channel: ChannelReport,
    class: Option<u8>,
    why: String,
    never: bool,
}

/// Checks a network; one whose classes are to be found has one class, unless they are asked for.
pub fn check(network: Network, rule: &RuleArgs, file: &Path) -> anyhow::Result<EndpointsCheck> {
    let network = if !rule.routes.auto() && wanted_by_file(&network) {
        network.of::<OwnNetwork>().map_or(network.clone(), |own| own.with_classes(1, |_, _| None))
    } else {
        rule.routes.network(network)?
    };
    let endpoints = endpoints::read(file, &network)?;
    let classes = endpoints.classes();
    let each = match rule.vcs {
        Some(vcs) if vcs % classes != 0 => {
            return Err(anyhow::anyhow!(not_allowed(
                "vcs",
                vcs,
                format!("a multiple of the {classes} message classes of {}", file.display())
            )));
        }
        vcs => vcs.map(|vcs| vcs / classes),
    };
    let options = if rule.routes.auto() { RoutingOptions::default() } else { rule.options(&network) };
    let choice = choose(&network, options)?;
    let found = check_endpoints(&network, options, &endpoints, each)?;
    Ok(EndpointsCheck::new(&network, choice, &endpoints, &found))
}

impl EndpointsCheck {
    fn new(network: &Network, choice: Choice, endpoints: &Endpoints, found: &EndpointsReport) -> Self {
        let graph = network.graph();
        let steps = found.exchange.cycle.iter().zip(&found.reasons);
        Self {
            network: network.to_string(),
            vc_rule: choice.rule.name(),
            routing: choice.algorithm.name(),
            ties: choice.ties.name(),
            vcs: found.vcs * endpoints.classes(),
            message_classes: endpoints.classes(),
            packets: endpoints.packets.iter().map(|kind| PacketReport { name: kind.name.clone(), class: kind.class }).collect(),
            waits: endpoints.waits.iter().map(|wait| endpoints.words(wait)).collect(),
            channels: found.exchange.channels,
            dependencies: found.exchange.dependencies,
            acyclic: found.exchange.cycle.is_empty(),
            cycle: steps.map(|(channel, reason)| StepReport::new(network, &graph, endpoints, *channel, *reason, found.vcs as u8)).collect(),
        }
    }

    pub fn text(&self) -> String {
        let kinds = self.packets.iter().map(|kind| format!("{} in class {}", kind.name, kind.class));
        let never = self.cycle.iter().any(|step| step.never);
        let verdict = match self.cycle.len() {
            0 => "acyclic: free of deadlock".to_owned(),
            _ if never => "a terminal waits for a packet that none sends".to_owned(),
            count => format!("CYCLE of {count} channel{}", if count == 1 { "" } else { "s" }),
        };
        let (routing, rule, ties, vcs) = (self.routing, self.vc_rule, self.ties, self.vcs);
        let mut facts = vec![
            ("network", format!("{}, routing {routing}, VC rule {rule}, ties {ties}, {vcs} VCs", self.network)),
            ("packets", kinds.collect::<Vec<_>>().join(", ")),
        ];
        facts.extend(self.waits.iter().map(|wait| ("a terminal", wait.clone())));
        facts.extend([
            ("channels", format!("{}, those of local ports included", self.channels)),
            ("dependencies", self.dependencies.to_string()),
            ("verdict", verdict),
        ]);
        output::facts(&facts) + &self.follow()
    }

    /// The cycle as a walk.
    fn follow(&self) -> String {
        if self.cycle.is_empty() {
            return String::new();
        }
        let rows = self.cycle.iter().enumerate().map(|(i, step)| {
            let StepReport { channel: ChannelReport { address, port, vc, to, .. }, class, why, .. } = step;
            let next = (i + 1) % self.cycle.len() + 1;
            let [class, vc] = class.map_or([String::new(), String::new()], |class| [class.to_string(), vc.to_string()]);
            vec![(i + 1).to_string(), address.clone(), port.clone(), class, vc, to.clone(), next.to_string(), why.clone()]
        });
        let table = output::table(&["channel", "from", "port", "class", "vc", "to", "waits for", "as"], rows);
        format!("\nEach channel can be held by a packet that waits for the next:\n{table}")
    }
}

impl StepReport {
    fn new(network: &Network, graph: &Graph, endpoints: &Endpoints, channel: Channel, reason: Reason, vcs: u8) -> Self {
        let terminal = |terminal: TerminalId| network.format_terminal(terminal);
        let here = |port: u8| graph.terminal(channel.node, port).map(terminal).unwrap_or_default();
        let place = (PLACE..LOCAL_INPUT).contains(&channel.port).then(|| usize::from(channel.port - PLACE));
        let report = match place {
            Some(place) => ChannelReport {
                node: channel.node,
                address: network.format_address(channel.node),
                port: endpoints.places[place].clone(),
                vc: 0,
                to: here(channel.vc),
            },
            None => ChannelReport::new(network, graph, &Channel { vc: channel.vc % vcs, ..channel }),
        };
        let words = |wait: usize| {
            let wait = &endpoints.waits[wait];
            let link = matches!(wait.held, Held::Link { .. });
            let who = if link { wait.at.iter().map(|&at| terminal(at)).collect::<Vec<_>>().join(", ") } else { report.to.clone() };
            format!("{who} {}", endpoints.words(wait))
        };
        let why = match reason {
            Reason::Packet { kind, from, to } => {
                format!("`{}` from {} to {}", endpoints.packets[kind].name, terminal(from), terminal(to))
            }
            Reason::Wait(wait) => words(wait),
            Reason::Never(wait) => format!("{}, which none sends there", words(wait)),
        };
        let class = place.is_none().then_some(channel.vc / vcs);
        Self { channel: report, class, why, never: matches!(reason, Reason::Never(_)) }
    }
}
