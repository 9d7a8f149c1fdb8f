//! `torusmith deadlock --router multicast`: channels, entries of the ack tables and messages in one graph.

use serde::Serialize;
use torusmith_sim::multicast::{Asks, DependencyReport, Held, Parts, Phase, dependencies};
use torusmith_topology::Network;

use crate::options::rdt;
use crate::output;

/// Result of the check with a multicast router (docs/cli.md, deadlock).
#[derive(Serialize)]
pub struct MulticastCheck {
    network: String,
    router: &'static str,
    channels: usize,
    entries: usize,
    messages: usize,
    dependencies: usize,
    core: usize,
    pub acyclic: bool,
    cycle: Vec<HeldReport>,
}

/// Resource that a packet holds: a channel (`port`, `vc`), an entry (`class`) or a message buffer (`port`, VC 3).
#[derive(Serialize)]
struct HeldReport {
    kind: &'static str,
    node: u32,
    address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vc: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
}

/// Walks unicasts of all pairs, multicasts of all sources and root ranks, and their acks.
pub fn check(network: &Network) -> anyhow::Result<MulticastCheck> {
    let rdt = rdt(network, "router multicast")?;
    let found = dependencies(rdt, Parts { unicast: true, multicast: true, acks: Some(Asks::LowestServed) });
    Ok(report(network, &found))
}

fn report(network: &Network, found: &DependencyReport) -> MulticastCheck {
    let held = |held: &Held| {
        let (kind, node, port, vc, class) = match *held {
            Held::Channel(channel) => ("channel", channel.node, Some(channel.port), Some(channel.vc), None),
            Held::Entry { node, class } => ("entry", node, None, None, Some(class)),
            Held::Message { node, port } => ("message", node, Some(port), Some(3), None),
        };
        HeldReport {
            kind,
            node,
            address: network.format_address(node),
            port: port.map(|port| if port == 9 { "local1".into() } else { network.port_name(node, port) }),
            vc,
            class: class.map(class_name),
        }
    };
    MulticastCheck {
        network: network.to_string(),
        router: "multicast",
        channels: found.channels,
        entries: found.entries,
        messages: found.messages,
        dependencies: found.dependencies,
        core: found.core,
        acyclic: found.acyclic(),
        cycle: found.cycle.iter().map(held).collect(),
    }
}

/// `LEAF of stage 1`.
fn class_name(class: u8) -> String {
    let phase = match Phase::of(class & 3) {
        Phase::Begin => "BEGIN",
        Phase::Root => "ROOT",
        Phase::South => "SOUTH",
        Phase::Leaf => "LEAF",
    };
    format!("{phase} of stage {}", class >> 2)
}

impl MulticastCheck {
    pub fn text(&self) -> String {
        human(self)
    }
}

fn human(report: &MulticastCheck) -> String {
    let verdict = if report.acyclic {
        "acyclic: free of deadlock".to_owned()
    } else {
        format!("CYCLE of {}, {} on cycles or behind them", report.cycle.len(), report.core)
    };
    let facts = [
        ("network", format!("{}, multicast router", report.network)),
        ("walked", "unicasts of all pairs of nodes; multicasts of all sources, root ranks and maps; acks".to_owned()),
        ("channels", report.channels.to_string()),
        ("ack table entries", report.entries.to_string()),
        ("message buffers", report.messages.to_string()),
        ("dependencies", report.dependencies.to_string()),
        ("verdict", verdict),
    ];
    let mut text = output::facts(&facts);
    if !report.cycle.is_empty() {
        let count = report.cycle.len();
        let rows = report.cycle.iter().enumerate().map(|(i, held)| {
            let what = held.class.clone().unwrap_or_else(|| format!("{} VC {}", held.port.as_deref().unwrap_or(""), held.vc.unwrap_or(0)));
            vec![(i + 1).to_string(), held.kind.to_owned(), held.address.clone(), what, ((i + 1) % count + 1).to_string()]
        });
        text += "\nEach can be held by a packet or an ack that waits for the next:\n";
        text += &output::table(&["", "held", "node", "which", "waits for"], rows);
    }
    text
}
