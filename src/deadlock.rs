//! `torusmith deadlock`: is the routing, with its VC rule, free of deadlock?

use serde::Serialize;
use torusmith_sim::deadlock::{Channel, Report as Found, Walk, check};
use torusmith_sim::routing::{choose, least_vcs};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RouterKind, RuleArgs};
use crate::values::name_of;
use crate::{multicast_deadlock, output, progress};

/// Channel dependency graph over all pairs of nodes: channels, dependencies, acyclic or the shortest cycle
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith deadlock ttn:2,3,0\n  torusmith deadlock htn:4,4,2,1 --routing ls+cs\n  torusmith deadlock ttn:2,2,0 --vc-rule literal\n  torusmith deadlock rdt:16 --vc-rule two\n  torusmith deadlock rdt:16 --router multicast\n\nExit code 1 if there is a cycle."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    rule: RuleArgs,
    /// The router: plain, multicast (RDT: with multicasts, the entries of the ack tables, and acks) [default: plain]
    #[arg(long, value_name = "KIND", value_parser = name_of::<RouterKind>(), hide_possible_values = true)]
    router: Option<RouterKind>,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `deadlock` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    network: String,
    vc_rule: &'static str,
    routing: &'static str,
    vcs: usize,
    channels: usize,
    dependencies: usize,
    escape_channels: usize,
    extended_dependencies: usize,
    core: usize,
    stranded: usize,
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
    /// Address at the far end of the link.
    to: String,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.network.resolve()?;
    if args.router == Some(RouterKind::Multicast) {
        args.rule.none("router multicast")?;
        return multicast_deadlock::run(&network, args.report.json);
    }
    let options = args.rule.options();
    let choice = choose(&network, options)?;
    let vcs = match args.rule.vcs {
        Some(vcs) => vcs,
        None => least_vcs(&network, options)?,
    };
    let bar = progress::bar(network.nodes() as u64, "nodes");
    let found = check(&network, options, Some(vcs), Walk::Automatic, &|done, _| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let report = report(&network, choice.rule.name(), choice.algorithm.name(), vcs, &found);
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&network, &report))?
    }
    Ok(if report.acyclic { Verdict::Good } else { Verdict::Bad })
}

fn report(network: &Network, vc_rule: &'static str, routing: &'static str, vcs: usize, found: &Found) -> Report {
    let graph = network.graph();
    let channel = |c: &Channel| ChannelReport {
        node: c.node,
        address: network.format_address(c.node),
        port: network.port_name(c.node, c.port),
        vc: c.vc,
        to: graph.downstream(c.node as usize, c.port as usize).map(|link| network.format_address(link.node)).unwrap_or_default(),
    };
    Report {
        network: network.to_string(),
        vc_rule,
        routing,
        vcs,
        channels: found.channels,
        dependencies: found.dependencies,
        escape_channels: found.escape_channels,
        extended_dependencies: found.extended_dependencies,
        core: found.core,
        stranded: found.stranded,
        acyclic: found.acyclic(),
        cycle: found.cycle.iter().map(channel).collect(),
        exhaustive: found.exhaustive,
    }
}

fn human(network: &Network, report: &Report) -> String {
    let pairs = if report.exhaustive { "all pairs of nodes" } else { "one destination for all that are routed alike" };
    let verdict = match (report.acyclic, report.stranded) {
        (true, _) => "acyclic: free of deadlock".to_owned(),
        (false, 0) => format!("CYCLE of {} channels, {} channels on cycles or behind them", report.cycle.len(), report.core),
        (false, stranded) => format!("{stranded} states without an escape channel"),
    };
    let mut facts = vec![
        ("network", format!("{network}, routing {}, VC rule {}, {} VCs", report.routing, report.vc_rule, report.vcs)),
        ("walked", pairs.to_owned()),
        ("channels", report.channels.to_string()),
        ("dependencies", report.dependencies.to_string()),
    ];
    if report.escape_channels != report.channels {
        facts.push(("escape channels", report.escape_channels.to_string()));
        facts.push(("extended dependencies", report.extended_dependencies.to_string()));
    }
    facts.push(("verdict", verdict));
    output::facts(&facts) + &follow(report)
}

/// The cycle as a walk: a packet holds each channel and waits for the next.
fn follow(report: &Report) -> String {
    if report.cycle.is_empty() {
        return String::new();
    }
    let count = report.cycle.len();
    let rows = report.cycle.iter().enumerate().map(|(i, channel)| {
        let next = (i + 1) % count + 1;
        vec![
            (i + 1).to_string(),
            channel.address.clone(),
            channel.port.clone(),
            channel.vc.to_string(),
            channel.to.clone(),
            next.to_string(),
        ]
    });
    let table = output::table(&["channel", "from", "port", "vc", "to", "waits for"], rows);
    format!("\nEach channel can be held by a packet that waits for the next:\n{table}")
}
