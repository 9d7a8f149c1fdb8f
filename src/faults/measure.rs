//! What is left of a network without some of its parts.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use torusmith_design::ranges::VCS;
use torusmith_host::aside;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::deadlock::certificate;
use torusmith_sim::routing::RoutingOptions;
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{Dead, Degraded, Graph, LinkSlices, Network, RouteTable};

use super::sets::{Part, PartKind};
use super::{Args, CYCLES, Healthy};
use crate::progress;
use crate::repair::{self, Repair};
use crate::table::{self, WithRoutes};

/// Flits of a packet.
const LENGTH: usize = 16;

/// Links or nodes that fail together, and what is left.
#[derive(Serialize)]
pub struct FaultSet {
    pub without: Vec<String>,
    /// Ordered pairs of nodes in service.
    pub reachable_pairs: usize,
    /// Routers that are cut off beside those of the set, with their nodes.
    pub cut_off: Vec<String>,
    /// `None`: no paths were found that keep the intact ones.
    pub repaired: Option<Measured>,
    /// Time of the repair.
    pub milliseconds: f64,
}

/// What the new paths cost.
#[derive(Serialize)]
pub struct Measured {
    pub changed_pairs: usize,
    pub mean_hops: f64,
    /// Mean links of a path, over that of the same pairs in the whole network.
    pub stretch: f64,
    pub bound: Option<f64>,
    pub classes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<f64>,
    /// File of the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

impl FaultSet {
    pub fn bound(&self) -> Option<f64> {
        self.repaired.as_ref().and_then(|repaired| repaired.bound)
    }

    pub fn accepted(&self) -> Option<f64> {
        self.repaired.as_ref().and_then(|repaired| repaired.accepted)
    }
}

/// The network, and how it is measured.
pub struct Whole {
    pub network: Network,
    pub graph: Graph,
    options: RoutingOptions,
    routes: RouteTable,
    spare: bool,
    /// Offered load, clocks and seed.
    load: Option<(f64, u64, u64)>,
    certificates: Option<PathBuf>,
}

impl Whole {
    /// A network whose routes are no table has shortest paths instead.
    pub fn new(network: Network, args: &Args) -> anyhow::Result<Self> {
        let table = |network: &Network| table::of(network, &network.graph(), args.routes.options(network), WithRoutes::Classes);
        let (network, routes) = match table(&network) {
            Ok(routes) => (network, routes),
            Err(why) => {
                let network = args.routes.classes.resolve(&table::with_shortest(&network)?, "faults")?;
                progress::note(format_args!("note: {why}; shortest paths are measured"));
                let routes = table(&network)?;
                (network, routes)
            }
        };
        let (graph, options) = (network.graph(), args.routes.options(&network));
        Ok(Self {
            routes,
            graph,
            options,
            network,
            spare: args.routes.spare_class,
            load: args.rate.map(|rate| (rate, args.cycles.unwrap_or(CYCLES), args.seed.unwrap_or(1))),
            certificates: args.certificate.clone(),
        })
    }

    /// Measures the whole network.
    pub fn healthy(&self) -> anyhow::Result<Healthy> {
        let live = self.graph.live().count();
        Ok(Healthy {
            pairs: live * (live - 1),
            mean_hops: repair::mean_hops(&self.graph, &self.graph, &self.routes),
            bound: repair::bound(&self.network, self.options)?,
            classes: table::count(&self.routes),
            accepted: self.accepted(&self.network, self.options)?,
        })
    }

    /// Measures what is left without some parts; a certificate is written under `name`, if they are asked for.
    pub fn without<'p>(&self, parts: impl Iterator<Item = &'p Part>, name: Option<&str>) -> anyhow::Result<FaultSet> {
        let (mut dead, mut names) = (Dead::default(), Vec::new());
        for part in parts {
            match &part.kind {
                PartKind::Link(ways) => ways.iter().for_each(|(from, to)| dead.add_link(*from, *to)),
                PartKind::Router(router) => dead.add_router(*router),
            }
            names.push(part.name.clone());
        }
        let named = dead.routers().clone();
        let mut set = FaultSet { without: names, reachable_pairs: 0, cut_off: Vec::new(), repaired: None, milliseconds: 0.0 };
        // Fewer than two nodes are left.
        let Ok(network) = Degraded::without(self.network.clone(), dead, true) else { return Ok(set) };
        let (live, all_dead) = (network.attached().live().count(), network.dead().map(Dead::routers));
        set.reachable_pairs = live * (live - 1);
        set.cut_off = all_dead.into_iter().flatten().filter(|router| !named.contains(router)).map(|&r| network.format_address(r)).collect();
        let begun = Instant::now();
        let found = repair::repaired(&network, &self.routes, self.spare);
        set.milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
        if let (Some((table, changed)), Some(degraded)) = (found, network.of::<Degraded>()) {
            set.repaired = Some(self.measure(&degraded.with_table(table), changed, name)?);
        }
        Ok(set)
    }

    fn measure(&self, repaired: &Network, changed: usize, name: Option<&str>) -> anyhow::Result<Measured> {
        let options = RoutingOptions::default();
        let costs = Repair::paths(repaired, &self.routes, &self.graph, changed)?;
        let written = self.certificates.as_ref().zip(name).map(|(dir, name)| {
            let text = certificate(repaired, options, costs.classes, &|_, _| ())?.context("the repaired paths have a dependency cycle")?;
            let file = dir.join(name);
            aside::write_file(&file, text).with_context(|| format!("certificate = {}", file.display()))?;
            anyhow::Ok(name.to_owned())
        });
        Ok(Measured {
            changed_pairs: changed,
            mean_hops: costs.mean_hops,
            stretch: costs.mean_hops / costs.healthy_hops,
            bound: repair::bound(repaired, options)?,
            classes: costs.classes,
            accepted: self.accepted(repaired, options)?,
            certificate: written.transpose()?,
        })
    }

    /// The accepted load of uniform traffic, if it is asked for, with one VC more than the whole network needs.
    fn accepted(&self, network: &Network, routing: RoutingOptions) -> anyhow::Result<Option<f64>> {
        let Some((rate, cycles, seed)) = self.load else { return Ok(None) };
        let vcs = (table::count(&self.routes) + 1).min(VCS.most);
        let simulation = Simulation {
            network: network.clone(),
            routing,
            router: RouterConfig { vcs, ..RouterConfig::default() },
            slices: LinkSlices::new(network),
            engine: EngineKind::default(),
            traffic: TrafficOptions {
                pattern: Pattern::Uniform,
                rate,
                lengths: Lengths::any_of(&[LENGTH])?,
                seed,
                sources: Sources::default(),
            },
            run: RunOptions { cycles, warm_up: cycles / 5, ..RunOptions::default() },
        };
        Ok(simulation.run(|_| ())?.summary.all.accepted)
    }
}
