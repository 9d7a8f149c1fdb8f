//! Flags that several subcommands share.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use torusmith_generator as generator;
use torusmith_sim as sim;
use torusmith_sim::config::{MAX_VCS, RouterConfig};
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_synthesis::Cache;
use torusmith_testbench as testbench;
use torusmith_topology::Network;

use crate::multicast_options::KindArgs;

/// The network.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    /// TTN(m,L,q) or ttn:m,L,q; sttn:, mtn:, tesh:m,L,q; HTN(m,n,L,q) or htn:m,n,L,q; mh3dt:m,n,L,q; rdt:N or RDT(2,R,1)/alpha; torus:ROWS,COLUMNS or of 3 or 4 sides; mesh:ROWS,COLUMNS; hypercube:D
    #[arg(value_name = "NETWORK")]
    network: String,
    /// Inter-BM rings one way or both ways, where the network leaves the choice
    #[arg(long, value_name = "DIRECTION")]
    links: Option<Links>,
}

/// Direction of the rings between basic modules.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Links {
    /// One way, +
    Uni,
    /// Both ways
    Bi,
}

impl NetworkArgs {
    /// The network that is meant.
    pub fn resolve(&self) -> anyhow::Result<Network> {
        let network: Network = self.network.parse()?;
        Ok(match self.links {
            None => network,
            Some(links) => network.with_bidirectional(matches!(links, Links::Bi))?,
        })
    }
}

/// Virtual channels and the rule for their use.
#[derive(Debug, Args)]
pub struct RuleArgs {
    /// Virtual channels a port, as many as the VC rule needs ..8 [default: 4; deadlock: as many as needed]
    #[arg(long, value_name = "V", value_parser = whole::<usize>, allow_hyphen_values = true)]
    vcs: Option<usize>,
    /// Which VCs a hop may use (docs/networks.md): paper4, min2, least (TTN, MTN, TESH), level (STTN), phase (HTN), descending (RDT), dateline (torus), any (mesh, hypercube) [default: the network's own]
    #[arg(long, value_name = "RULE")]
    vc_rule: Option<String>,
    /// Routing algorithm (docs/networks.md): dor; HTN also ls (link selection), cs (channel selection), ls+cs; RDT, in the model alone, floating, fixed [default: dor]
    #[arg(long, value_name = "ALGORITHM")]
    routing: Option<String>,
}

impl RuleArgs {
    /// Refuses them all, where they have no meaning.
    pub fn none(&self, with: &str) -> anyhow::Result<()> {
        let given = [("vcs", self.vcs.map(|v| v.to_string())), ("vc-rule", self.vc_rule.clone()), ("routing", self.routing.clone())];
        for (flag, given) in given {
            if let Some(given) = given {
                bail!("{flag} = {given} is not allowed with {with}, which fixes it");
            }
        }
        Ok(())
    }

    /// V.
    pub fn vcs(&self) -> Option<usize> {
        self.vcs
    }

    /// What is chosen, as the model names it.
    pub fn options(&self) -> Result<sim::routing::RoutingOptions, sim::Error> {
        let algorithm = self.routing.as_deref().map(str::parse).transpose()?.unwrap_or_default();
        Ok(sim::routing::RoutingOptions { algorithm, rule: self.vc_rule.as_deref().map(str::parse).transpose()? })
    }
}

/// A router.
#[derive(Debug, Args)]
pub struct RouterArgs {
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Flits an input VC's buffer holds, 2..64 (the model alone: from 1) [default: 4]
    #[arg(long, value_name = "D", value_parser = whole::<u32>, allow_hyphen_values = true)]
    buffer_depth: Option<u32>,
    /// Clocks from one input buffer to the next for a head flit, 2 or 3 [default: 2]
    #[arg(long, value_name = "CLOCKS", value_parser = whole::<u32>, allow_hyphen_values = true)]
    pipeline: Option<u32>,
    /// When a VC is given to the next packet: tail (its tail has left), empty (all its credits are back) [default: tail]
    #[arg(long, value_name = "WHEN")]
    vc_reuse: Option<String>,
}

/// A router in Verilog.
#[derive(Debug, Args)]
pub struct RtlArgs {
    /// Data bits of a flit, ..512 [default: 32, or the least that holds the header]; multicast router: 36..128 [default: 36]
    #[arg(long, value_name = "W", value_parser = whole::<u32>, allow_hyphen_values = true)]
    flit_width: Option<u32>,
    #[command(flatten)]
    pub router: RouterArgs,
    #[command(flatten)]
    pub kind: KindArgs,
    /// One router for every node, or all of them wired up: router, network [default: router]
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
}

impl RouterArgs {
    fn vc_reuse(&self) -> Result<generator::VcReuse, generator::Error> {
        self.vc_reuse.as_deref().map_or(Ok(generator::VcReuse::Tail), str::parse)
    }

    /// As the model takes it.
    pub fn model(&self) -> anyhow::Result<RouterConfig> {
        let vcs = self.rule.vcs.unwrap_or(4);
        let reuse_empty = match self.vc_reuse()? {
            generator::VcReuse::Tail => 0,
            generator::VcReuse::Empty => ((1u32 << vcs.min(MAX_VCS)) - 1) as u8,
        };
        let depth = self.buffer_depth.unwrap_or(4) as usize;
        let config = RouterConfig { vcs, depth, pipeline: self.pipeline.unwrap_or(2).to_string().parse()?, reuse_empty };
        config.check()?;
        Ok(config)
    }
}

impl RtlArgs {
    /// As the generator takes it.
    pub fn generator(&self) -> anyhow::Result<generator::Options> {
        let router = &self.router;
        if self.kind.is_multicast()? {
            self.no_plain_flags(&[("buffer-depth", "16")])?;
        }
        Ok(generator::Options {
            flit_width: self.flit_width,
            buffer_depth: router.buffer_depth.unwrap_or(4),
            vcs: router.rule.vcs.map(|vcs| vcs as u32),
            pipeline: router.pipeline.unwrap_or(2),
            vc_rule: router.rule.vc_rule.as_deref().map(str::parse).transpose()?,
            routing: router.rule.routing.as_deref().map_or(Ok(generator::Routing::Dor), str::parse)?,
            vc_reuse: router.vc_reuse()?,
            scope: self.scope.as_deref().map_or(Ok(generator::Scope::Router), str::parse)?,
            router: self.kind.kind(self.flit_width)?,
            interface: generator::Interface::Flit,
        })
    }

    /// Refuses what the multicast router fixes or has not; `fixed` may be given with the value it has.
    fn no_plain_flags(&self, fixed: &[(&str, &str)]) -> anyhow::Result<()> {
        let router = &self.router;
        let given = [
            ("vcs", router.rule.vcs.map(|v| v.to_string())),
            ("buffer-depth", router.buffer_depth.map(|d| d.to_string())),
            ("pipeline", router.pipeline.map(|p| p.to_string())),
            ("vc-reuse", router.vc_reuse.clone()),
        ];
        for (flag, given) in given {
            let Some(given) = given else { continue };
            match fixed.iter().find(|(fixed, _)| *fixed == flag) {
                Some((_, value)) if *value == given => {}
                Some((_, value)) => bail!("{flag} = {given} is not allowed; router multicast has {value}"),
                None => bail!("{flag} = {given} is not allowed; router multicast has no such option"),
            }
        }
        Ok(())
    }

    /// Refuses a flag that says other than the design in `dir`.
    pub fn agree_with(&self, design: &testbench::Design, dir: &Path) -> anyhow::Result<()> {
        let router = &self.router;
        let kind = if design.multicast.is_some() { "multicast" } else { "plain" };
        // A flag of one kind of router asks for it.
        let asked = if self.kind.is_multicast()? { Some("multicast") } else { self.kind.router.as_deref() };
        if let Some(asked) = asked.filter(|asked| *asked != kind) {
            bail!("router = {asked} is not allowed; {} has {kind}", dir.display());
        }
        if let Some(ways) = design.multicast {
            self.no_plain_flags(&[("buffer-depth", "16")])?;
            self.kind.agree_with(ways, design.flit_width, dir)?;
        } else if let Some(ways) = self.kind.ack_ways {
            bail!("ack-ways = {ways} is not allowed; {} has a plain router", dir.display());
        }
        let config = &design.config;
        let all = ((1u16 << config.vcs) - 1) as u8;
        let reuse = if config.reuse_empty == all { "empty" } else { "tail" };
        let scope = match design.scope {
            testbench::Scope::Router => "router",
            testbench::Scope::Network => "network",
        };
        let given = [
            ("vcs", router.rule.vcs.map(|v| v.to_string()), config.vcs.to_string()),
            ("vc-rule", router.rule.vc_rule.clone(), design.vc_rule.clone()),
            ("routing", router.rule.routing.clone(), design.routing.clone()),
            ("buffer-depth", router.buffer_depth.map(|d| d.to_string()), config.depth.to_string()),
            ("pipeline", router.pipeline.map(|p| p.to_string()), config.pipeline.to_string()),
            ("vc-reuse", router.vc_reuse.clone(), reuse.to_owned()),
            ("flit-width", self.flit_width.map(|w| w.to_string()), design.flit_width.to_string()),
            ("scope", self.scope.clone(), scope.to_owned()),
        ];
        for (flag, given, there) in given {
            if let Some(given) = given.filter(|given| *given != there) {
                bail!("{flag} = {given} is not allowed; {} has {there}", dir.display());
            }
        }
        Ok(())
    }
}

/// Packets, and how long they are sent.
#[derive(Debug, Args)]
pub struct TrafficArgs {
    /// Patterns, separated by commas, or all: uniform, hot-spot, transpose, bit-reversal, complement, bit-flip, shuffle; and hot-nodes
    #[arg(long, value_name = "PATTERNS", default_value = "uniform")]
    traffic: String,
    /// Offered load of each node in flits a clock, 0..1; several, separated by commas, are a sweep
    #[arg(long, value_name = "RATES", default_value = "0.03", allow_hyphen_values = true)]
    rate: String,
    /// Clocks in which packets are sent
    #[arg(long, value_name = "CLOCKS", default_value_t = 20_000, value_parser = whole::<u64>, allow_hyphen_values = true)]
    pub cycles: u64,
    /// Flits of a packet, 1..128 [default: 16; cosim with interface axi: 2, 2, 3, 5, 16 or 64]
    #[arg(long, value_name = "FLITS", value_parser = whole::<usize>, allow_hyphen_values = true)]
    pub packet_flits: Option<usize>,
    /// Packets that go to the hot spot, 1..100 %
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = whole::<u8>, allow_hyphen_values = true)]
    hot_spot_percent: u8,
    /// Seed of the traffic; equal seeds give equal packets
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>, allow_hyphen_values = true)]
    seed: u64,
}

impl TrafficArgs {
    /// Each pattern at each rate.
    pub fn resolve(&self) -> anyhow::Result<Vec<TrafficOptions>> {
        let lengths = self.packet_flits.map_or(Ok(Lengths::default()), Lengths::fixed)?;
        let hot_spot: Pattern = format!("hot-spot:{}", self.hot_spot_percent).parse()?;
        let mut patterns = match self.traffic.as_str() {
            "all" => Pattern::ALL.to_vec(),
            names => names.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>()?,
        };
        for pattern in &mut patterns {
            if matches!(pattern, Pattern::HotSpot(_)) {
                *pattern = hot_spot;
            }
        }
        let rates = self.rate.split(',').map(rate).collect::<anyhow::Result<Vec<f64>>>()?;
        let options = |pattern, rate| TrafficOptions { pattern, rate, lengths: lengths.clone(), seed: self.seed };
        Ok(patterns.iter().flat_map(|&pattern| rates.iter().map(move |&rate| (pattern, rate))).map(|(p, r)| options(p, r)).collect())
    }
}

/// An offered load.
pub fn rate(text: &str) -> anyhow::Result<f64> {
    match text.trim().parse() {
        Ok(rate) if (0.0..=1.0).contains(&rate) => Ok(rate),
        _ => bail!("rate = {} is not allowed; allowed: 0..1 flits a node and clock (a port takes one flit a clock)", text.trim()),
    }
}

/// Which model, on how many threads.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// The model: fast, or reference (slow; the same in every clock) [default: fast]
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Threads; results do not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_hyphen_values = true)]
    threads: Option<usize>,
}

impl EngineArgs {
    /// The engine.
    pub fn engine(&self) -> Result<EngineKind, sim::Error> {
        self.engine.as_deref().map_or(Ok(EngineKind::Fast), str::parse)
    }

    /// The number of threads.
    pub fn threads(&self) -> anyhow::Result<usize> {
        match self.threads {
            Some(0) => bail!("threads = 0 is not allowed; allowed: 1 and more"),
            Some(threads) => Ok(threads),
            None => Ok(std::thread::available_parallelism().map_or(1, |n| n.get())),
        }
    }
}

/// Where results of yosys and nextpnr are kept.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// Folder for results of yosys and nextpnr, by the hash of all they depend on (docs/cli.md) [default: $TORUSMITH_CACHE or ~/.cache/torusmith, below it synthesis]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Run the tools in any case, and keep nothing
    #[arg(long)]
    no_cache: bool,
}

impl CacheArgs {
    /// The cache that is meant.
    pub fn cache(&self) -> Cache {
        match &self.cache {
            _ if self.no_cache => Cache::off(),
            Some(folder) => Cache::at(folder),
            None => Cache::of_the_user(),
        }
    }
}

/// How a command reports, and where its settings come from.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Print JSON (docs/cli.md)
    #[arg(long)]
    pub json: bool,
    /// Take settings from a TOML file; its keys are the names of the flags, and flags override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// A number without sign or fraction.
pub fn whole<N: std::str::FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "expected a whole number, not below 0")
}
