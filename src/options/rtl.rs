//! A router in Verilog: generated as the flags say, or in a folder that they agree with.

use std::path::Path;

use anyhow::bail;
use clap::Args;
use torusmith_design::ranges::MULTICAST_BUFFER_DEPTH;
use torusmith_design::{Clocks, Interface, Order, RouterKind, Scope, Target, VcReuse};
use torusmith_generator::{Axi4Options, Options};
use torusmith_sim::routing::RoutingOptions;
use torusmith_testbench as testbench;
use torusmith_topology::{LinkSlices, Network};

use super::agree::agree;
use super::kind::KindArgs;
use super::router::RouterArgs;
use crate::values::{at_least, name_of};

/// A router in Verilog.
#[derive(Debug, Args)]
pub struct RtlArgs {
    /// Data bits of a flit, ..512 [default: 32, or the least that holds the header]; multicast router: 36..128 [default: 36]
    #[arg(long, value_name = "W", value_parser = at_least(1u32), allow_hyphen_values = true)]
    flit_width: Option<u32>,
    #[command(flatten)]
    pub router: RouterArgs,
    #[command(flatten)]
    pub kind: KindArgs,
    /// What the Verilog is written for: fpga (buffers are distributed RAM, fewer LUTs), asic (buffers are flip-flops, fewer gates); the router does the same [default: fpga]
    #[arg(long, value_name = "TARGET", value_parser = name_of::<Target>(), hide_possible_values = true)]
    target: Option<Target>,
    /// Which packets arrive in the order in which they were sent: none (none need), pair (those from one node to another, of one message class) [default: none; interfaces axi and axi4: pair where the routing allows it]
    #[arg(long, value_name = "ORDER", value_parser = name_of::<Order>(), hide_possible_values = true)]
    order: Option<Order>,
    /// One router for every node, or all of them wired up [default: router]
    #[arg(long, value_name = "SCOPE", value_parser = name_of::<Scope>())]
    scope: Option<Scope>,
}

impl RtlArgs {
    /// As the generator takes it.
    pub fn generator(&self, network: &Network) -> anyhow::Result<Options> {
        let options = self.without_links(network)?;
        match &self.router.link_slices {
            Some(list) if options.scope == Scope::Router => {
                bail!("link-slices = {list} is not allowed with scope router, which has no links; allowed with scope network")
            }
            _ => Ok(options),
        }
    }

    /// The scope, if one is asked for.
    pub fn scope(&self) -> Option<Scope> {
        self.scope
    }

    /// The same for whoever has the links between single routers himself.
    pub fn without_links(&self, network: &Network) -> anyhow::Result<Options> {
        self.of_scope(network, self.scope.unwrap_or(Scope::Router))
    }

    /// The same for a scope, whichever is asked for.
    pub fn of_scope(&self, network: &Network, scope: Scope) -> anyhow::Result<Options> {
        let router = &self.router;
        if self.kind.is_multicast()? {
            self.no_plain_flags()?;
        }
        let slices = router.slices(network)?;
        let classes = router.rule.message_classes();
        let RoutingOptions { rule: vc_rule, ties, algorithm: routing } = router.rule.options();
        Ok(Options {
            name: None,
            flit_width: self.flit_width,
            buffer_depth: router.buffer_depth.unwrap_or(RouterArgs::DEPTH) as u32,
            vcs: if classes > 1 { Some(router.rule.vcs(network)?) } else { router.rule.vcs }.map(|vcs| vcs as u32),
            message_classes: classes as u32,
            order: self.order,
            target: self.target.unwrap_or(Target::Fpga),
            link_slices: if scope == Scope::Network { slices } else { LinkSlices::default() },
            pipeline: router.pipeline.unwrap_or_default(),
            vc_rule,
            ties,
            routing,
            vc_reuse: router.vc_reuse.unwrap_or(VcReuse::Tail),
            scope,
            router: self.kind.generator(self.flit_width)?,
            interface: Interface::Flit,
            stream_width: None,
            tkeep: false,
            user_width: None,
            reset_tree: false,
            counters: false,
            // `generate` asks; what other commands make is for tools that take them.
            wide_ports: true,
            clocks: Clocks::Common,
            clock_fifo: None,
            axi4: Axi4Options::default(),
        })
    }

    /// Refuses what the multicast router fixes or has not.
    fn no_plain_flags(&self) -> anyhow::Result<()> {
        let router = &self.router;
        let given = [
            ("vcs", router.rule.vcs.map(|vcs| vcs.to_string())),
            ("pipeline", router.pipeline.map(|pipeline| pipeline.to_string())),
            ("vc-reuse", router.vc_reuse.map(|reuse| reuse.to_string())),
            ("message-classes", router.rule.message_classes.map(|classes| classes.to_string())),
            ("link-slices", router.link_slices.clone()),
            ("order", self.order.map(|order| order.to_string())),
            ("target", self.target.map(|target| target.to_string())),
        ];
        for (flag, given) in given {
            if let Some(given) = given {
                bail!("{flag} = {given} is not allowed; router multicast has no such option");
            }
        }
        match router.buffer_depth {
            Some(depth) if depth != MULTICAST_BUFFER_DEPTH => {
                bail!("buffer-depth = {depth} is not allowed; router multicast has {MULTICAST_BUFFER_DEPTH}")
            }
            _ => Ok(()),
        }
    }

    /// Refuses a flag that says other than the design in `dir`.
    pub fn agree_with(&self, design: &testbench::Design, dir: &Path) -> anyhow::Result<()> {
        let kind = if design.multicast.is_some() { RouterKind::Multicast } else { RouterKind::Plain };
        // A flag of one kind of router asks for it.
        let asked = if self.kind.is_multicast()? { Some(RouterKind::Multicast) } else { self.kind.router };
        agree("router", asked, kind, dir)?;
        if let Some(ways) = design.multicast {
            self.no_plain_flags()?;
            self.kind.agree_with(ways, design.flit_width, dir)?;
        } else if let Some(ways) = self.kind.ack_ways {
            bail!("ack-ways = {ways} is not allowed; {} has a plain router", dir.display());
        }
        let (router, config) = (&self.router, &design.config);
        let all = ((1u16 << config.vcs) - 1) as u8;
        agree("vcs", router.rule.vcs, config.vcs, dir)?;
        agree("message-classes", router.rule.message_classes, config.message_classes, dir)?;
        if design.manifest.scope == Scope::Network && router.link_slices.is_some() {
            agree("link-slices", Some(router.slices(&design.network)?), design.link_slices.clone(), dir)?;
        }
        let asked = router.rule.options();
        agree("vc-rule", asked.rule, design.manifest.vc_rule, dir)?;
        agree("ties", asked.ties, design.manifest.ties, dir)?;
        agree("routing", asked.algorithm, design.manifest.routing, dir)?;
        agree("buffer-depth", router.buffer_depth, config.depth, dir)?;
        agree("pipeline", router.pipeline, config.pipeline, dir)?;
        agree("vc-reuse", router.vc_reuse, if config.reuse_empty == all { VcReuse::Empty } else { VcReuse::Tail }, dir)?;
        agree("flit-width", self.flit_width, design.flit_width, dir)?;
        agree("order", self.order, config.order, dir)?;
        agree("scope", self.scope, design.manifest.scope, dir)
    }
}
