//! `torusmith deadlock`: is the routing, with its VC rule, free of deadlock?

use serde::Serialize;
use torusmith_sim::deadlock::{Channel, Report as Found, Walk, check};
use torusmith_sim::routing::{RoutingAlgorithm, vc_rule};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RuleArgs};
use crate::{output, progress};

/// Channel dependency graph over all pairs of nodes: channels, dependencies, acyclic or the shortest cycle
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith deadlock ttn:2,3,0\n  torusmith deadlock ttn:2,2,0 --vc-rule literal\n\nExit code 1 if there is a cycle."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `deadlock` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    network: String,
    vc_rule: &'static str,
    vcs: usize,
    channels: usize,
    dependencies: usize,
    acyclic: bool,
    cycle: Vec<ChannelReport>,
    exhaustive: bool,
}

#[derive(Serialize)]
struct ChannelReport {
    node: u32,
    address: String,
    port: String,
    vc: u8,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.network.resolve()?;
    let rule = vc_rule(&network, args.rule.vc_rule()?)?;
    let algorithm = RoutingAlgorithm::Dor;
    let vcs = args.rule.vcs().unwrap_or(rule.classes(&network, algorithm));
    let bar = progress::bar(network.nodes() as u64, "nodes");
    let found = check(&network, algorithm, Some(rule), Some(vcs), Walk::Automatic, &|done, _| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let report = report(&network, rule.name(), vcs, &found);
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&network, &report))?
    }
    Ok(if report.acyclic { Verdict::Good } else { Verdict::Bad })
}

fn report(network: &Network, vc_rule: &'static str, vcs: usize, found: &Found) -> Report {
    let channel = |c: &Channel| ChannelReport {
        node: c.node,
        address: network.format_address(c.node),
        port: network.port_name(c.node, c.port),
        vc: c.vc,
    };
    Report {
        network: network.to_string(),
        vc_rule,
        vcs,
        channels: found.channels,
        dependencies: found.dependencies,
        acyclic: found.acyclic(),
        cycle: found.cycle.iter().map(channel).collect(),
        exhaustive: found.exhaustive,
    }
}

fn human(network: &Network, report: &Report) -> String {
    let pairs = if report.exhaustive { "all pairs of nodes" } else { "one destination for all that are routed alike" };
    let verdict = if report.acyclic { "acyclic: free of deadlock".to_owned() } else { format!("CYCLE of {} channels", report.cycle.len()) };
    let facts = output::facts(&[
        ("network", format!("{network}, VC rule {}, {} VCs", report.vc_rule, report.vcs)),
        ("walked", pairs.to_owned()),
        ("channels", report.channels.to_string()),
        ("dependencies", report.dependencies.to_string()),
        ("verdict", verdict),
    ]);
    facts + &follow(report)
}

/// The cycle as a walk: a packet holds each channel and waits for the next.
fn follow(report: &Report) -> String {
    if report.acyclic {
        return String::new();
    }
    let count = report.cycle.len();
    let rows = report.cycle.iter().enumerate().map(|(i, channel)| {
        // A packet waits at the far end of the link it holds, so that is where the next channel begins.
        let next = (i + 1) % count;
        let far = report.cycle[next].address.clone();
        vec![(i + 1).to_string(), channel.address.clone(), channel.port.clone(), channel.vc.to_string(), far, (next + 1).to_string()]
    });
    let table = output::table(&["channel", "from", "port", "vc", "to", "waits for"], rows);
    format!("\nEach channel can be held by a packet that waits for the next:\n{table}")
}
