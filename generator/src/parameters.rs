//! The options, checked and completed: everything that decides what the files say.

use std::ops::Range;

use torusmith_design::ranges::{BUFFER_DEPTH, MAX_FLIT_WIDTH, MESSAGE_CLASSES, VCS};
use torusmith_design::{Clocks, Interface, OptionRange, Order, Pipeline, RoutingAlgorithm, Scope, Target, Tool, VcReuse};
use torusmith_topology::{Graph, LinkSlices, Network};

use crate::algorithm::Selection;
use crate::axi4::{Axi4, no_axi4};
use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::{NetworkRtl, Number};
use crate::error::Error;
use crate::options::Options;
use crate::streams::{self, Streams};

/// The most registers that one of a reset tree drives; `FAN_OUT` in `rtl/reset_tree.v`.
pub(crate) const RESET_FAN_OUT: usize = 16;

/// A configuration that can be generated.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Parameters {
    /// The network.
    pub network: Network,
    /// What was chosen in place of its slug.
    pub(crate) name: Option<String>,
    /// What it brings.
    pub rtl: NetworkRtl,
    /// What was chosen of routing.
    pub choices: Choices,
    /// Names of the ports, port 0 first.
    pub ports: Vec<String>,
    /// What is generated.
    pub scope: Scope,
    /// What stands at the local ports.
    pub interface: Interface,
    /// What streams are like, with [`Interface::Axis`].
    pub streams: Streams,
    /// Places of the FIFOs between clocks, where streams have clocks of their own.
    pub clock_fifo: Option<u32>,
    /// What AXI4 interfaces are like, with [`Interface::Axi4`].
    pub axi4: Option<Axi4>,
    /// W.
    pub flit_width: u32,
    /// D.
    pub buffer_depth: u32,
    /// V.
    pub num_vcs: u32,
    /// Clocks a hop.
    pub pipeline: Pipeline,
    /// M.
    pub message_classes: u32,
    /// Whether the packets of a pair stay in order.
    pub order: Order,
    /// Whether an order was asked for.
    pub(crate) order_chosen: bool,
    /// What the Verilog is written for.
    pub target: Target,
    /// Registers on links.
    pub link_slices: LinkSlices,
    /// There is a tree of registers from `rst` to the routers.
    pub reset_tree: bool,
    /// There are counters.
    pub counters: bool,
    /// There are assertions to be bound.
    pub(crate) sva: bool,
    pub(crate) tools: Vec<Tool>,
    /// `REUSE_EMPTY`, bit w for VC w.
    pub reuse_empty: u32,
    /// L.
    pub locals: u32,
    /// Terminals are apart from routers.
    pub apart: bool,
    /// Bits of a router's address.
    pub router_bits: u32,
    /// A.
    pub address_bits: u32,
    /// R.
    pub route_bits: u32,
    /// The router is measured at a node.
    pub(crate) at_node: bool,
}

impl Parameters {
    /// # Errors
    /// [`Error::Option`] for what docs/router.md and docs/networks.md do not allow.
    pub(crate) fn new(network: &Network, choices: Choices, rtl: NetworkRtl, options: &Options) -> Result<Self, Error> {
        let classes = options.message_classes;
        if !MESSAGE_CLASSES.contains(classes) {
            return Err(Error::option("message-classes", classes, format!("allowed: {MESSAGE_CLASSES}")));
        }
        let least = rtl.classes() * classes;
        let num_vcs = options.vcs.unwrap_or(least);
        let vcs = OptionRange { least: least as usize, ..VCS };
        if !vcs.contains(num_vcs) {
            let with = if choices.routing.adapts() { format!(" with routing {}", choices.routing) } else { String::new() };
            let each = if classes > 1 { format!(" for each of {classes} message classes") } else { String::new() };
            let why = if vcs.least > vcs.most { "none".into() } else { vcs.to_string() };
            return Err(Error::option(
                "vcs",
                num_vcs,
                format!("allowed: {why} (VC rule {}{with} needs {}{each})", rtl.vc_rule, rtl.classes()),
            ));
        }
        let share = num_vcs / classes;
        if share * classes != num_vcs {
            return Err(Error::option("message-classes", classes, format!("allowed with {num_vcs} VCs: what divides {num_vcs}")));
        }
        if !BUFFER_DEPTH.contains(options.buffer_depth) {
            return Err(Error::option("buffer-depth", options.buffer_depth, format!("allowed: {BUFFER_DEPTH}")));
        }
        if options.scope == Scope::Router && !options.link_slices.is_empty() {
            let why = "allowed with scope router: 0 (link slices are part of a network: scope network)";
            return Err(Error::option("link-slices", &options.link_slices, why));
        }
        if options.scope == Scope::Router && options.reset_tree {
            return Err(Error::option("reset-tree", "yes", "allowed with scope network: a router alone has no tree"));
        }
        let order = match options.order {
            Some(Order::Pair) if !ordered(&choices, &rtl) => return Err(Error::Order(choices.routing.to_string())),
            Some(order) => order,
            None if options.interface != Interface::Flit && ordered(&choices, &rtl) => Order::Pair,
            None => Order::None,
        };
        let (address_bits, route_bits) = (network.address_bits(), network.route_bits());
        let least = 2 * address_bits + route_bits;
        no_axi4(options)?;
        let axi4 = (options.interface == Interface::Axi4).then(|| Axi4::new(network, options, order)).transpose()?;
        let (flit_width, streams) = Streams::new(options, least)?;
        if axi4.is_none() && !(least..=MAX_FLIT_WIDTH).contains(&flit_width) {
            let why = format!(
                "allowed: {least} to {MAX_FLIT_WIDTH} (the head flit holds two addresses of {address_bits} bits and {route_bits} routing bits)"
            );
            return Err(Error::option("flit-width", flit_width, why));
        }
        let apart = network.attached().apart();
        if let Some(router) = network.dead().and_then(|dead| dead.routers().first()) {
            let why = "allowed in Verilog: links out of service (--without), and all nodes in service";
            return Err(Error::option("without-node", network.format_address(*router), why));
        }
        if apart {
            let refuse =
                |field, value: String, allowed: &str| Err(Error::option(field, value, format!("allowed for {network}: {allowed}")));
            match options.interface {
                Interface::Axis if options.scope == Scope::Router => {
                    return refuse("scope", options.scope.to_string(), "network with interface axis");
                }
                Interface::Axis | Interface::Axi4 if route_bits > 0 => return refuse("interface", options.interface.to_string(), "flit"),
                Interface::Axis if options.clocks == Clocks::Async => return refuse("clocks", "async".into(), "common"),
                Interface::Axis | Interface::Axi4 | Interface::Flit => {}
            }
        }
        let reuse_empty = match options.vc_reuse {
            VcReuse::Empty => (1 << num_vcs) - 1,
            VcReuse::Tail if !choices.routing.adapts() => 0,
            // RC6
            VcReuse::Tail => (0..num_vcs).filter(|w| w % share * rtl.classes() / share == rtl.classes() - 1).fold(0, |set, w| set | 1 << w),
        };
        let made = Self {
            network: network.clone(),
            name: options.name.clone(),
            rtl,
            choices,
            ports: (0..network.ports()).map(|port| network.port_label(port as u8).to_owned()).collect(),
            scope: options.scope,
            interface: options.interface,
            streams,
            clock_fifo: streams::clock_fifo(options)?,
            axi4,
            flit_width,
            buffer_depth: options.buffer_depth,
            num_vcs,
            pipeline: options.pipeline,
            message_classes: options.message_classes,
            order,
            order_chosen: options.order.is_some(),
            target: options.target,
            link_slices: if options.scope == Scope::Network && options.link_slices.is_empty() {
                LinkSlices::new(network)
            } else {
                options.link_slices.clone()
            },
            reset_tree: options.reset_tree,
            counters: options.counters,
            sva: options.sva,
            tools: options.tools.clone(),
            reuse_empty,
            locals: network.local_ports() as u32,
            apart,
            router_bits: network.router_bits(),
            address_bits,
            route_bits,
            at_node: false,
        };
        Ok(made)
    }

    /// With so many bits of the heads of AXI4 interfaces that are the routers' own, from which the widths of both networks follow.
    pub(crate) fn with_own_bits(self, own_bits: u32) -> Self {
        let axi4 = self.axi4.map(|axi4| axi4.with_own_bits(own_bits));
        let flit_width = axi4.as_ref().map_or(self.flit_width, Axi4::request);
        Self { axi4, flit_width, ..self }
    }

    /// Bits of `vc` and `credit_vc` (L1).
    pub fn vc_bits(&self) -> u32 {
        clog2(self.num_vcs).max(1)
    }

    /// `ORDER`.
    pub fn order_bit(&self) -> u32 {
        u32::from(self.order == Order::Pair)
    }

    /// S in Verilog: W's parameter, where it follows that.
    pub fn stream_width(&self) -> String {
        if self.axi4.is_some() || self.streams.follow(self.flit_width) { "FLIT_WIDTH".into() } else { self.streams.width.to_string() }
    }

    /// `TARGET_FPGA`: 1 for an FPGA, 0 for gates.
    pub fn target_fpga(&self) -> u32 {
        u32::from(self.target == Target::Fpga)
    }

    /// Registers from `rst` to each router, if there is a tree: the least for its fan-out.
    pub fn reset_clocks(&self) -> Option<u32> {
        let mut levels = 1;
        let mut reached = RESET_FAN_OUT;
        while reached < self.network.routers() {
            levels += 1;
            reached *= RESET_FAN_OUT;
        }
        self.reset_tree.then_some(levels)
    }

    /// Bits of a port's number, as `counter_address` has them.
    pub fn port_bits(&self) -> u32 {
        clog2(self.ports.len() as u32)
    }

    /// Bits of `counter_address` (docs/counters.md).
    pub fn counter_bits(&self) -> u32 {
        let node = if self.scope == Scope::Network { self.router_bits } else { 0 };
        node + self.port_bits() + 4
    }

    /// The bits of a head flit that routers keep things of their own in (L4).
    pub fn own_bits(&self) -> Range<u32> {
        let room = self.flit_width - 2 * self.address_bits - self.route_bits;
        let own = self.axi4.as_ref().map_or(room.min(8), Axi4::own_bits);
        self.flit_width - own..self.flit_width
    }

    /// The design's name, by default the network's slug.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.network.slug())
    }

    /// What every module name of this design begins with.
    pub fn prefix(&self) -> String {
        format!("{}_", self.name())
    }

    /// Name of the router module.
    pub fn router(&self) -> String {
        self.prefix() + "router"
    }

    /// Name of the top module.
    pub fn top(&self) -> String {
        match (self.scope, self.interface) {
            (Scope::Network, Interface::Axi4) => self.prefix() + "axi4_network",
            (Scope::Router, Interface::Flit | Interface::Axi4) => self.router(),
            (Scope::Router, Interface::Axis) => self.prefix() + self.node(),
            (Scope::Network, _) => self.prefix() + "network",
        }
    }

    /// The module that a network is made of, without the prefix.
    pub fn node(&self) -> &'static str {
        match self.interface {
            Interface::Flit | Interface::Axi4 => "node",
            Interface::Axis if self.clock_fifo.is_some() => "axi_async_node",
            Interface::Axis => "axi_node",
        }
    }

    /// The input of the top with the node's address; a network has none.
    pub fn address_port(&self) -> Option<&'static str> {
        match (self.scope, self.interface) {
            (Scope::Router, Interface::Flit | Interface::Axi4) => Some("node"),
            (Scope::Router, Interface::Axis) => Some("address"),
            (Scope::Network, _) => None,
        }
    }

    /// Bits of a node's `error`; with AXI4 interfaces, in one of the two networks.
    pub fn error_bits(&self) -> u32 {
        match self.interface {
            Interface::Flit | Interface::Axi4 => 3,
            Interface::Axis => 6,
        }
    }

    /// The Verilog parameters of the top: the others are resolved. Two networks have no width in common.
    pub fn verilog(&self) -> Vec<(&'static str, u32)> {
        let width = self.axi4.is_none().then_some(("FLIT_WIDTH", self.flit_width));
        width.into_iter().chain([("BUFFER_DEPTH", self.buffer_depth)]).collect()
    }

    /// Nodes differ in the ports that they have.
    pub(crate) fn irregular(&self) -> bool {
        let graph = self.network.graph();
        let all = (1u64 << self.ports.len()) - 1;
        (0..self.network.routers()).any(|router| u64::from(self.present(&graph, router)) != all)
    }

    /// The ports that a router has, a bit each.
    pub(crate) fn present(&self, graph: &Graph, router: usize) -> u32 {
        let local = |port: &u32| graph.terminal(router as u32, *port as u8).is_some();
        (0..self.locals).filter(local).fold(graph.port_mask(router), |mask, port| mask | 1 << port)
    }

    /// The routers are at nodes of a network that is wired up, or are measured as such.
    pub(crate) fn wired(&self) -> bool {
        self.scope == Scope::Network || self.interface != Interface::Flit || self.at_node
    }

    /// The scope, and the interface if it is not the router's own, behind `word`.
    pub fn scope_and_interface(&self, word: &str) -> String {
        match self.interface {
            Interface::Flit => self.scope.to_string(),
            Interface::Axis | Interface::Axi4 => format!("{}{word}{}", self.scope, self.interface),
        }
    }
}

/// Whether packets of a pair can stay in order: routing must be a function of source and destination alone (RC9).
fn ordered(choices: &Choices, rtl: &NetworkRtl) -> bool {
    let in_turn = choices.routing == RoutingAlgorithm::DorBoth || rtl.source.as_ref().is_some_and(|source| source.number == Number::Counts);
    !choices.routing.adapts() && rtl.either.is_empty() && !in_turn
}
