//! `torusmith multicast`: the tree of a multicast, hop by hop.

use anyhow::{Context, bail};
use clap::ArgAction;
use serde::Serialize;
use torusmith_sim::multicast::{Geometry, Phase, Tree};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, rdt};
use crate::outcome::Outcome;
use crate::output;
use crate::values::{Allowed, at_least, not_allowed};

/// Print the tree of a multicast: every copy with port, VC, stage and phase
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith multicast rdt:16 --from 3,5\n  torusmith multicast rdt:16 --from 3,5 --root-rank 1 --bit-maps FF,03"
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Source address
    #[arg(long, value_name = "NODE")]
    from: String,
    /// Rank of the root of the tree [default: the highest of the network, which reaches all nodes]
    #[arg(long, value_name = "RANK", value_parser = at_least(0u8), allow_hyphen_values = true)]
    root_rank: Option<u8>,
    /// Bit maps in hexadecimal, one per rank from 0: bits C, E, W, N, S, SS, SE, SW from the lowest [default: FF for all]
    #[arg(long, value_name = "MAPS", value_delimiter = ',', action = ArgAction::Set, value_parser = map)]
    bit_maps: Option<Vec<u8>>,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `multicast` (docs/cli.md).
#[derive(Serialize)]
struct MulticastTree {
    network: String,
    from: u32,
    address: String,
    root_rank: u8,
    maps: Vec<String>,
    steps: u32,
    copies: usize,
    hops: Vec<HopReport>,
    members: Vec<Member>,
}

#[derive(Serialize)]
struct HopReport {
    depth: u32,
    node: u32,
    address: String,
    port: String,
    vc: u8,
    to: u32,
    to_address: String,
    stage: u8,
    phase: &'static str,
}

#[derive(Serialize)]
struct Member {
    node: u32,
    address: String,
    depth: u32,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.network.resolve()?;
    let rdt = rdt(&network, "multicast")?;
    let from = network.parse_address(&args.from).context("from")?;
    let top = rdt.max_rank() as u8;
    let root_rank = args.root_rank.unwrap_or(top);
    if root_rank > top {
        bail!(not_allowed("root-rank", root_rank, format!("0 to {top}, the ranks of {network}")));
    }
    let maps = args.bit_maps.as_deref().map_or(Ok([0xff; 5]), |given| maps(given, root_rank))?;
    let tree = Tree::new(&Geometry::new(rdt), from, root_rank, &maps);
    report(&network, from, root_rank, &maps, &tree).print(args.report.json)
}

/// A map in hexadecimal.
fn map(text: &str) -> Result<u8, Allowed> {
    let text = text.trim();
    let digits = (1..=2).contains(&text.len()) && text.chars().all(|c| c.is_ascii_hexdigit());
    let map = u8::from_str_radix(text, 16).ok().filter(|_| digits);
    map.ok_or_else(|| Allowed("maps of two hexadecimal digits, from rank 0 up".into()))
}

/// A map for each of the ranks 0 to `root_rank`.
fn maps(given: &[u8], root_rank: u8) -> anyhow::Result<[u8; 5]> {
    let ranks = usize::from(root_rank) + 1;
    if given.len() != ranks {
        let given: Vec<String> = given.iter().map(|map| format!("{map:02X}")).collect();
        bail!(not_allowed("bit-maps", given.join(","), format!("{ranks} maps of two hexadecimal digits, from rank 0 up")));
    }
    let mut maps = [0; 5];
    maps[..ranks].copy_from_slice(given);
    Ok(maps)
}

fn report(network: &Network, from: u32, root_rank: u8, maps: &[u8; 5], tree: &Tree) -> MulticastTree {
    let hops = tree.hops.iter().map(|hop| HopReport {
        depth: hop.depth,
        node: hop.from,
        address: network.format_address(hop.from),
        port: network.port_name(hop.from, hop.port),
        vc: hop.vc,
        to: hop.to,
        to_address: network.format_address(hop.to),
        stage: hop.stage,
        phase: match hop.phase {
            Phase::Begin => "BEGIN",
            Phase::Root => "ROOT",
            Phase::South => "SOUTH",
            Phase::Leaf => "LEAF",
        },
    });
    let members = tree.members.iter().map(|&(node, depth)| Member { node, address: network.format_address(node), depth });
    MulticastTree {
        network: network.to_string(),
        from,
        address: network.format_address(from),
        root_rank,
        maps: maps[..=usize::from(root_rank)].iter().map(|map| format!("{map:02X}")).collect(),
        steps: tree.steps(),
        copies: tree.hops.len(),
        hops: hops.collect(),
        members: members.collect(),
    }
}

impl Outcome for MulticastTree {
    fn text(&self) -> String {
        let report = self;
        let rows = report.hops.iter().map(|hop| {
            let phase = format!("{} of stage {}", hop.phase, hop.stage);
            vec![hop.depth.to_string(), hop.address.clone(), hop.port.clone(), hop.vc.to_string(), hop.to_address.clone(), phase]
        });
        let table = output::table(&["depth", "node", "port", "vc", "to", "as"], rows);
        let maps = report.maps.join(",");
        let members: Vec<&str> = report.members.iter().map(|member| member.address.as_str()).collect();
        format!(
            "{} from {}, root rank {}, maps {maps}: {} members in {} steps, {} copies\n{table}members: {}\n",
            report.network,
            report.address,
            report.root_rank,
            members.len(),
            report.steps,
            report.copies,
            members.join(" ")
        )
    }
}
