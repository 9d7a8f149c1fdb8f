//! `torusmith deadlock`: is the routing, with its VC rule, free of deadlock?

mod axi4;
mod endpoints;
mod found;

use std::path::{Path, PathBuf};

use anyhow::bail;
use serde::Serialize;
use torusmith_design::RouterKind;
use torusmith_design::ranges::MAX_BURST;
use torusmith_sim::deadlock::{Channel, Exchange, LOCAL_INPUT, MOST_CERTIFIED, Report as Found, Walk, certificate, check, check_exchange};
use torusmith_sim::routing::{Choice, RoutingOptions, choose, for_router, least_vcs};
use torusmith_topology::Classes::Given;
use torusmith_topology::export::Held;
use torusmith_topology::{Graph, Link, Network};

use crate::exit::Verdict;
use crate::junit::JunitArgs;
use crate::multicast_deadlock::{self, MulticastCheck};
use crate::options::{NetworkArgs, ReportArgs, RuleArgs, wanted_by_file};
use crate::outcome::{Outcome, by_name, verdict};
use crate::values::{in_range, name_of, not_allowed};
use crate::{output, outputs, pictures, progress, table};
use axi4::Axi4Check;
use endpoints::EndpointsCheck;
use found::{Beside, FoundCheck};

/// Check for deadlock: the channel dependency graph, and its shortest cycle
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith deadlock ttn:2,3,0\n  torusmith deadlock htn:4,4,2,1 --routing ls+cs\n  torusmith deadlock ttn:2,2,0 --vc-rule literal --plot cycle.svg\n  torusmith deadlock rdt:16 --vc-rule two\n  torusmith deadlock mtn:2,2,1 --ties balanced\n  torusmith deadlock torus:8,8 --message-classes 2\n  torusmith deadlock rdt:16 --router multicast\n  torusmith deadlock torus:4,4 --map map.toml\n  torusmith deadlock torus:4,4 --map map.toml --message-classes 2 --write-start 4\n  torusmith deadlock torus:4,4 --endpoints endpoints.toml\n\nExit code 1 if there is a cycle."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    rule: RuleArgs,
    /// Kind of router: plain, multicast (RDT: with multicasts, the entries of the ack tables, and acks) [default: plain]
    #[arg(long, value_name = "KIND", value_parser = name_of::<RouterKind>(), hide_possible_values = true)]
    router: Option<RouterKind>,
    /// Network file to write, with the VC classes found, .toml (needs a search for VC classes)
    #[arg(long, value_name = "FILE.toml")]
    out: Option<PathBuf>,
    /// Write links, routes and ranks of channels, for `check-ranks` (docs/certificates.md); nothing if there is a cycle
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// If there is a cycle, draw it on a picture of the network
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Check requests and responses of this AXI4 address map (docs/axi4_interface.md)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Beats with which a write starts, with --message-classes 2 (docs/axi4_interface.md) [default: all beats of the write]
    #[arg(long, value_name = "BEATS", value_parser = in_range::<u32>(MAX_BURST), allow_hyphen_values = true, requires = "map")]
    write_start: Option<u32>,
    /// File of what nodes send and wait for (docs/deadlock.md)
    #[arg(long, value_name = "FILE")]
    endpoints: Option<PathBuf>,
    #[command(flatten)]
    junit: JunitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Result of the check (docs/cli.md, deadlock).
#[derive(Serialize)]
#[serde(untagged)]
pub enum DeadlockCheck {
    /// With the classes of a VC rule.
    Rule(RuleCheck),
    /// With classes that are found.
    Found(FoundCheck),
    /// With AXI4 interfaces.
    Axi4(Axi4Check),
    /// With a file of endpoints.
    Endpoints(EndpointsCheck),
    /// With a multicast router.
    Multicast(MulticastCheck),
}

impl Outcome for DeadlockCheck {
    fn text(&self) -> String {
        match self {
            Self::Rule(check) => check.text(),
            Self::Found(check) => check.text(),
            Self::Axi4(check) => check.text(),
            Self::Endpoints(check) => check.text(),
            Self::Multicast(check) => check.text(),
        }
    }

    fn verdict(&self) -> Verdict {
        verdict(match self {
            Self::Rule(check) => check.acyclic,
            Self::Found(check) => check.acyclic,
            Self::Axi4(check) => check.acyclic,
            Self::Endpoints(check) => check.acyclic,
            Self::Multicast(check) => check.acyclic,
        })
    }
}

/// Result of the check with the classes of a VC rule.
#[derive(Serialize)]
pub struct RuleCheck {
    #[serde(serialize_with = "by_name")]
    network: Network,
    /// The channels of a cycle, for its picture.
    #[serde(skip)]
    held: Vec<Channel>,
    pub vc_rule: &'static str,
    pub routing: &'static str,
    pub ties: &'static str,
    pub vcs: usize,
    pub channels: usize,
    pub dependencies: usize,
    pub escape_channels: usize,
    pub extended_dependencies: usize,
    core: usize,
    stranded: usize,
    pub acyclic: bool,
    cycle: Vec<ChannelReport>,
    pub exhaustive: bool,
    /// K, the classes of the rule.
    pub classes: usize,
    /// Result of a search for the same paths; none where it was not made.
    auto: Option<Beside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message_classes: Option<Classes>,
    /// The file, if it was asked for and there is no cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<PathBuf>,
}

/// Requests and replies, the local ports among the channels.
#[derive(Serialize)]
struct Classes {
    classes: usize,
    vcs_each: usize,
    channels: usize,
    dependencies: usize,
    acyclic: bool,
    /// With all VCs in one class.
    one_class_cycle: Vec<ChannelReport>,
}

#[derive(Clone, Serialize)]
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
    let check = args.junit.errors("deadlock", args.check())?;
    if let Some(file) = &args.plot {
        match check.picture()? {
            Some(picture) => outputs::write("plot", file, picture)?,
            None => progress::note(format_args!("note: plot = {} is not written: there is no cycle", file.display())),
        }
    }
    args.junit.print("deadlock", &check, args.report.json)
}

impl Args {
    /// The check that the flags ask for; writes its files.
    pub fn check(&self) -> anyhow::Result<DeadlockCheck> {
        outcome(self)
    }
}

fn outcome(args: &Args) -> anyhow::Result<DeadlockCheck> {
    let network = args.rule.routes.repaired(table::as_file(args.network.resolve()?)?)?;
    if args.router == Some(RouterKind::Multicast) {
        return Ok(DeadlockCheck::Multicast(multicast_deadlock::check(&network)?));
    }
    if let Some(map) = &args.map {
        return Ok(DeadlockCheck::Axi4(axi4::check(network, &args.rule, map, args.write_start)?));
    }
    if let Some(file) = &args.endpoints {
        return Ok(DeadlockCheck::Endpoints(endpoints::check(network, &args.rule, file)?));
    }
    if args.rule.routes.auto() || wanted_by_file(&network) {
        return Ok(DeadlockCheck::Found(found::check(&network, &args.rule.routes, args.out.as_deref())?));
    }
    if let Some(file) = args.certificate.as_ref().filter(|_| network.routers() > MOST_CERTIFIED) {
        bail!(not_allowed("certificate", file.display(), format!("with networks of up to {MOST_CERTIFIED} nodes")));
    }
    args.plot.as_deref().map_or(Ok(()), |file| pictures::check_of(&network, "plot", file))?;
    let options = args.rule.options(&network);
    let choice = choose(&network, options)?;
    let classes = args.rule.message_classes();
    let vcs = args.rule.vcs(&network)?;
    if classes > 1 {
        for_router(&network, options, args.rule.config(&network)?)?;
    }
    let bar = progress::bar(network.routers() as u64, "nodes");
    let walked = |done, _| bar.set_position(done as u64);
    let found = check(&network, options, Some(vcs / classes), Walk::Automatic, &walked)?;
    let exchange = |classes, vcs| check_exchange(&network, options, classes, vcs, Walk::Automatic, &walked);
    let exchanges = if classes > 1 { Some((exchange(classes, vcs / classes)?, exchange(1, vcs)?)) } else { None };
    let file = args.certificate.as_deref().filter(|_| found.acyclic());
    let text = file.map(|_| certificate(&network, options, vcs / classes, &walked)).transpose()?.flatten();
    bar.finish_and_clear();
    file.zip(text).map_or(Ok(()), |(file, text)| outputs::write("certificate", file, text))?;
    let of_classes = || exchanges.iter().flat_map(|(several, _)| several.cycle.clone()).collect();
    let held = if found.cycle.is_empty() { of_classes() } else { found.cycle.clone() };
    let classes = exchanges.map(|(several, one)| Classes::new(&network, classes, vcs, &several, &one));
    let rule = args.rule.routes.asked();
    let auto = Beside::of(&network, rule, args.rule.routes.classes.effort());
    Ok(DeadlockCheck::Rule(RuleCheck {
        held,
        message_classes: classes,
        classes: least_vcs(&network, options)?,
        auto,
        certificate: file.map(Path::to_owned),
        ..report(&network, choice, vcs, &found)
    }))
}

impl DeadlockCheck {
    /// A picture of the cycle on the network, if there is a cycle.
    pub fn picture(&self) -> anyhow::Result<Option<String>> {
        match self {
            Self::Rule(RuleCheck { network, held, .. }) if !held.is_empty() => Ok(Some(cycle_picture(network, held)?)),
            _ => Ok(None),
        }
    }
}

fn cycle_picture(network: &Network, cycle: &[Channel]) -> anyhow::Result<String> {
    let graph = network.graph();
    let held = cycle.iter().map(|channel| {
        let ChannelReport { address, port, vc, to, .. } = ChannelReport::new(network, &graph, channel);
        Held { output: Link { node: channel.node, port: channel.port }, told: format!("{address} {port} to {to}, VC {vc}") }
    });
    pictures::cycle(network, &held.collect::<Vec<_>>())
}

/// Refuses an own network whose routes deadlock with the classes that they have.
pub fn refuse_cycle(network: &Network) -> anyhow::Result<()> {
    let Some(Given(classes)) = network.route_table().map(|table| table.classes()) else { return Ok(()) };
    let bar = progress::bar(network.routers() as u64, "nodes").with_prefix("deadlock");
    let found = check(network, RoutingOptions::default(), Some(classes.into()), Walk::Automatic, &|done, _| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    if found.acyclic() {
        return Ok(());
    }
    let names = |c: &Channel| format!("{} {} (VC {})", network.format_address(c.node), network.port_name(c.node, c.port), c.vc);
    let cycle: Vec<String> = found.cycle.iter().map(names).collect();
    let cycle = format!("{} -> {}", cycle.join(" -> "), cycle[0]);
    let plural = if classes == 1 { "" } else { "es" };
    bail!(
        "{network}: its routes deadlock with {classes} class{plural}: {cycle}; allowed: classes without a cycle (--vc-rule auto finds some)"
    )
}

impl Classes {
    fn new(network: &Network, classes: usize, vcs: usize, several: &Exchange, one: &Exchange) -> Self {
        Self {
            classes,
            vcs_each: vcs / classes,
            channels: several.channels,
            dependencies: several.dependencies,
            acyclic: several.cycle.is_empty(),
            one_class_cycle: one.cycle.iter().map(|channel| ChannelReport::new(network, &network.graph(), channel)).collect(),
        }
    }
}

impl ChannelReport {
    fn new(network: &Network, graph: &Graph, c: &Channel) -> Self {
        let address = network.format_address(c.node);
        let terminal = |port| graph.terminal(c.node, port).map_or_else(String::new, |terminal| network.format_terminal(terminal));
        let (port, to) = match c.port {
            LOCAL_INPUT.. => ("local input".into(), terminal(c.port - LOCAL_INPUT)),
            port if usize::from(port) < graph.local_ports() => ("local output".into(), terminal(port)),
            port => {
                let far = graph.downstream(c.node as usize, port as usize);
                (network.port_name(c.node, port), far.map(|link| network.format_address(link.node)).unwrap_or_default())
            }
        };
        Self { node: c.node, address, port, vc: c.vc, to }
    }
}

fn report(network: &Network, Choice { algorithm, rule, ties }: Choice, vcs: usize, found: &Found) -> RuleCheck {
    let graph = network.graph();
    RuleCheck {
        network: network.clone(),
        held: Vec::new(),
        vc_rule: rule.name(),
        routing: algorithm.name(),
        ties: ties.name(),
        vcs,
        channels: found.channels,
        dependencies: found.dependencies,
        escape_channels: found.escape_channels,
        extended_dependencies: found.extended_dependencies,
        core: found.core,
        stranded: found.stranded,
        acyclic: found.acyclic(),
        cycle: found.cycle.iter().map(|channel| ChannelReport::new(network, &graph, channel)).collect(),
        exhaustive: found.exhaustive,
        classes: 0,
        auto: None,
        message_classes: None,
        certificate: None,
    }
}

impl RuleCheck {
    fn text(&self) -> String {
        let report = self;
        let pairs = if report.exhaustive { "all pairs of nodes" } else { "one destination for all that are routed alike" };
        let verdict = match (report.acyclic, report.stranded) {
            (true, _) => "acyclic: free of deadlock".to_owned(),
            (false, 0) => format!("CYCLE of {} channels, {} channels on cycles or behind them", report.cycle.len(), report.core),
            (false, stranded) => format!("{stranded} states without an escape channel"),
        };
        let mut facts = vec![
            (
                "network",
                format!(
                    "{}, routing {}, VC rule {}, ties {}, {} VCs",
                    report.network, report.routing, report.vc_rule, report.ties, report.vcs
                ),
            ),
            ("walked", pairs.to_owned()),
            ("channels", report.channels.to_string()),
            ("dependencies", report.dependencies.to_string()),
        ];
        if report.escape_channels != report.channels {
            facts.push(("escape channels", report.escape_channels.to_string()));
            facts.push(("extended dependencies", report.extended_dependencies.to_string()));
        }
        facts.push(("verdict", verdict));
        if let Some(auto) = &report.auto {
            facts.push(("classes", format!("{} by the rule; a search finds {}", report.classes, auto.words())));
        }
        facts.extend(report.certificate.iter().map(|file| ("certificate", file.display().to_string())));
        let Some(Classes { classes, vcs_each, channels, dependencies, acyclic, one_class_cycle }) = &report.message_classes else {
            return output::facts(&facts) + &follow(&report.cycle);
        };
        facts.push((
            "message classes",
            format!("{classes} of {vcs_each} VCs, all walked as the first; a node answers class m in class m + 1"),
        ));
        let verdict = if *acyclic { "acyclic: requests and replies are free of deadlock" } else { "CYCLE" };
        facts.push(("with local ports", format!("{channels} channels, {dependencies} dependencies, {verdict}")));
        let one = match one_class_cycle.len() {
            0 => "acyclic".into(),
            count => format!("CYCLE of {count} channels, where a node takes no request before its last reply has left"),
        };
        facts.push(("in one class", one));
        output::facts(&facts) + &follow(&report.cycle) + &follow(one_class_cycle)
    }
}

/// The cycle as a walk: a packet holds each channel and waits for the next.
fn follow(cycle: &[ChannelReport]) -> String {
    if cycle.is_empty() {
        return String::new();
    }
    let count = cycle.len();
    let rows = cycle.iter().enumerate().map(|(i, channel)| {
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
