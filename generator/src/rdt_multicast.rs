//! The RDT's multicast router (docs/multicast_router.md): its options, its crosspoints and its files.

use askama::Template;
use torusmith_design::manifest::{MANIFEST_VERSION, Manifest, Signal};
use torusmith_design::ranges::{ACK_WAYS, MULTICAST_BUFFER_DEPTH, MULTICAST_FLIT_WIDTH, list};
use torusmith_design::{Interface, Order, Pipeline, RouterKind, RoutingAlgorithm, Scope, Ties, VcReuse, VcRule};
use torusmith_host::sha256;
use torusmith_topology::rdt::{Rdt, UPPER, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};
use torusmith_topology::{Network, NetworkSpec};

use crate::constraints::Pace;
use crate::design::Design;
use crate::error::Error;
use crate::library::{self, library_module};
use crate::options::Options;
use crate::package::Package;
use crate::signals::{Kind, LINK};
use crate::streams::{clock_fifo, no_streams};
use crate::templates::Values;
use crate::turn_table::ports;
use crate::verilog::VerilogModule;
use crate::{constraints, manifest, rdt};

/// Ports, the two local ones first and last.
const PORTS: usize = 10;
/// The second local port.
const LOCAL1: u8 = 9;
/// The output to the router's own unit.
const UNIT: u8 = 10;
/// D, flits of a buffer.
const DEPTH: u32 = MULTICAST_BUFFER_DEPTH as u32;
/// Bits of `vc`: packets on 0 .. 2, messages on 3.
const VC_BITS: u32 = 2;
/// V.
const VCS: u32 = 1 << VC_BITS;

/// Its clock was not measured.
const PACE: Pace = Pace { ports: PORTS, vcs: 8, pipeline: Pipeline::Two, adaptive: false, measured: false };

/// Its modules, behind those that say where a node is.
const OWN: [&str; 10] = [
    "route_rdt",
    "mc_position",
    "mc_bitmap_generator",
    "mc_local_check",
    "mc_io_controller",
    "mc_multicast_controller",
    "mc_arbiter",
    "mc_crossbar",
    "mc_ack_combining",
    "mc_setup_unit",
];

/// A configuration that can be generated.
pub(crate) struct MulticastRouter {
    network: Network,
    /// What was chosen in place of its slug.
    name: Option<String>,
    rdt: Rdt,
    flit_width: u32,
    ack_ways: u32,
}

/// One row of the table of crosspoints.
struct TurnRow<'a> {
    bits: String,
    comma: &'static str,
    port: &'a str,
}

#[derive(Template)]
#[template(path = "multicast/multicast_router_template.v")]
struct Router<'a> {
    slug: String,
    network: String,
    prefix: String,
    ports: [&'a str; PORTS],
    moves: bool,
    flit_width: u32,
    ack_ways: u32,
    address_bits: u32,
    side_bits: u32,
    max_rank: u32,
    turns: Vec<TurnRow<'a>>,
}

impl MulticastRouter {
    /// Checks what the user chose.
    ///
    /// # Errors
    /// [`Error::Option`] for another network than an RDT and for what docs/multicast_router.md does not allow or fixes.
    pub fn new(network: &Network, options: &Options, ack_ways: u32) -> Result<Self, Error> {
        let Some(rdt) = network.of::<Rdt>() else {
            return Err(Error::option("router", "multicast", format!("allowed for {network}: plain (only an RDT has a multicast router)")));
        };
        let fixed = Options::default();
        let flit_width = options.flit_width.unwrap_or(MULTICAST_FLIT_WIDTH.least as u32);
        if !MULTICAST_FLIT_WIDTH.contains(flit_width) {
            let why = format!("allowed with router multicast: {MULTICAST_FLIT_WIDTH}");
            return Err(Error::option("flit-width", flit_width, why));
        }
        if !ACK_WAYS.contains(&ack_ways) {
            return Err(Error::option("ack-ways", ack_ways, format!("allowed: {}", list(&ACK_WAYS))));
        }
        if options.buffer_depth != DEPTH && options.buffer_depth != fixed.buffer_depth {
            let why = "allowed with router multicast: 16 (a buffer holds a whole packet)";
            return Err(Error::option("buffer-depth", options.buffer_depth, why));
        }
        if let Some(vcs) = options.vcs {
            return Err(Error::option("vcs", vcs, "not an option of router multicast (two for packets, one for moves, one for messages)"));
        }
        if options.pipeline != fixed.pipeline {
            return Err(Error::option("pipeline", options.pipeline, "not an option of router multicast (3 clocks, a multicast's head 5)"));
        }
        if let Some(rule) = options.vc_rule.filter(|rule| *rule != VcRule::Descending) {
            return Err(Error::option("vc-rule", rule, "allowed with router multicast: descending"));
        }
        if let Some(ties) = options.ties.filter(|ties| *ties != Ties::Plus) {
            return Err(Error::option("ties", ties, "allowed with router multicast: plus"));
        }
        if let Some(routing) = options.routing.filter(|routing| *routing != RoutingAlgorithm::Dor) {
            return Err(Error::option("routing", routing, "allowed with router multicast: dor"));
        }
        for (name, given) in [("reset-tree", options.reset_tree), ("counters", options.counters)] {
            if given {
                return Err(Error::option(name, "yes", "not an option of router multicast"));
            }
        }
        if options.interface != Interface::Flit {
            return Err(Error::option("interface", options.interface, "allowed with router multicast: flit"));
        }
        no_streams(options)?;
        clock_fifo(options)?;
        if options.vc_reuse != VcReuse::Tail {
            return Err(Error::option(
                "vc-reuse",
                options.vc_reuse,
                "not an option of router multicast (a buffer holds one packet at a time)",
            ));
        }
        if let Some(order) = options.order {
            return Err(Error::option("order", order, "not an option of router multicast"));
        }
        if options.message_classes != fixed.message_classes {
            let why = "not an option of router multicast (its VCs are of classes of their own)";
            return Err(Error::option("message-classes", options.message_classes, why));
        }
        if options.target != fixed.target {
            return Err(Error::option("target", options.target, "allowed with router multicast: fpga"));
        }
        if !options.link_slices.is_empty() {
            return Err(Error::option(
                "link-slices",
                &options.link_slices,
                "not an option of router multicast (slices are part of a network)",
            ));
        }
        if options.scope != Scope::Router {
            return Err(Error::option("scope", options.scope, "allowed with router multicast: router"));
        }
        Ok(Self { network: network.clone(), name: options.name.clone(), rdt: *rdt, flit_width, ack_ways })
    }

    /// All files of the design.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub fn design(&self) -> Result<Design, Error> {
        let prefix = format!("{}_", self.name());
        let top = format!("{prefix}multicast_router");
        let banner = self.banner();
        let mut files: Vec<(String, String)> = Vec::new();
        let mut add = |module: String, text: String| files.push((format!("rtl/{module}.v"), format!("{banner}{}\n", text.trim_end())));
        let router = self.router(prefix.clone()).render()?;
        let own: Vec<VerilogModule> = rdt::place().into_iter().chain(OWN.map(library_module)).collect();
        let plain = router.replace(&prefix, "");
        let values = Values::from([("asic", false.into()), ("depth", DEPTH.into())]);
        let cells = library::cells(own.iter().map(|module| &*module.text).chain([plain.as_str()]), &values)?;
        for VerilogModule { name, text } in cells.into_iter().chain(own) {
            add(format!("{prefix}{name}"), library::renamed(&text, &prefix, &[]));
        }
        add(top.clone(), router);
        let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
        let properties = library::properties(&files, &prefix, &banner, |_| values.clone())?;
        let manifest = self.manifest(&top, &paths, &properties);
        files.extend(properties);
        files.push((format!("{top}.f"), paths.iter().map(|path| format!("{path}\n")).collect()));
        files.extend(constraints::constraints(&top, Some("node"), false, PACE)?);
        files.push((format!("{top}.json"), manifest.text()));
        let description = format!("Multicast router of {}, by torusmith", self.network);
        let parameters = vec![("FLIT_WIDTH".to_owned(), self.flit_width), ("ACK_WAYS".to_owned(), self.ack_ways)];
        let options =
            vec![("router", "multicast".to_owned()), ("flit-width", self.flit_width.to_string()), ("ack-ways", self.ack_ways.to_string())];
        let ports = self.ports_of_top();
        Design::new(Package { top, description, sources: paths, simulation: Vec::new(), ports, parameters, options, axi4: None }, files)
    }

    /// The design's name, by default the network's slug.
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.network.slug())
    }

    fn router(&self, prefix: String) -> Router<'_> {
        let turns = self.turns();
        let rows = self.port_names().into_iter().zip(turns).enumerate().rev();
        Router {
            slug: self.name(),
            network: self.network.to_string(),
            prefix,
            ports: self.port_names(),
            moves: self.rdt.max_rank() > 1,
            flit_width: self.flit_width,
            ack_ways: self.ack_ways,
            address_bits: self.network.address_bits(),
            side_bits: self.rdt.side.ilog2(),
            max_rank: self.rdt.max_rank(),
            turns: rows
                .map(|(i, (port, mask))| TurnRow { bits: format!("{mask:011b}"), comma: if i == 0 { " " } else { "," }, port })
                .collect(),
        }
    }

    fn port_names(&self) -> [&str; PORTS] {
        std::array::from_fn(|port| if port == usize::from(LOCAL1) { "local1" } else { self.rdt.port_label(port as u8) })
    }

    /// For each input, the outputs that packets from it can be sent to: unicasts go down the ranks, y before x, straight on
    /// or by one turn; multicasts go from a centre of a rank by all its links, and from a y- link of it south, east and
    /// west (docs/networks.md, RDT; docs/multicast_router.md, R3). What was shot down goes to the unit from everywhere.
    fn turns(&self) -> [u32; PORTS] {
        let ends = ports(&[0, LOCAL1, UNIT]);
        let base = ports(&[X_PLUS, X_MINUS, Y_PLUS, Y_MINUS]);
        let moves = self.rdt.max_rank() > 1;
        std::array::from_fn(|from| {
            let port = from as u8;
            // The centre of a tree of any rank: a source, or where a move ends.
            if port == 0 || port == LOCAL1 || (port <= UPPER && moves) {
                return ends | base | base << UPPER;
            }
            let rank = if port > UPPER { UPPER } else { 0 };
            let straight = ports(&[((port - 1) ^ 1) + 1]);
            let x = if port - rank >= Y_PLUS { ports(&[rank + X_PLUS, rank + X_MINUS]) } else { 0 };
            ends | straight | x | if rank == UPPER { base } else { 0 }
        })
    }

    /// The configuration in one line: equal lines make equal files.
    fn line(&self) -> String {
        let name = self.name.iter().map(|name| format!(" name={name}")).collect::<String>();
        format!("router=multicast FLIT_WIDTH={} ACK_WAYS={} buffer_depth={DEPTH}{name}", self.flit_width, self.ack_ways)
    }

    /// SHA-256 of the configuration, in hexadecimal.
    fn hash(&self) -> String {
        let text = format!("{} scope={} {}", self.network.slug(), Scope::Router, self.line());
        sha256(text)
    }

    fn banner(&self) -> String {
        format!(
            "// Generated by torusmith {} for {}, scope {}.\n// {}\n// Configuration sha256 {}\n//\n",
            env!("CARGO_PKG_VERSION"),
            self.network,
            Scope::Router,
            self.line(),
            self.hash()
        )
    }

    /// Bits of each of the ports of a signal.
    fn bits(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Bit => 1,
            Kind::Vc => VC_BITS,
            Kind::Data => self.flit_width,
            Kind::Address => self.network.address_bits(),
            Kind::Beat | Kind::Keep | Kind::User | Kind::Errors => 0,
        }
    }

    fn ports_of_top(&self) -> Vec<Signal> {
        let links = LINK.iter().map(|signal| (signal.name, signal.output, PORTS as u32 * self.bits(signal.kind)));
        let others = [("clk", false, 1), ("rst", false, 1), ("node", false, self.network.address_bits())];
        let all = others.into_iter().chain(links).chain([("error", true, 4)]);
        all.map(|(name, output, width)| Signal::new(name, output.into(), width)).collect()
    }

    fn manifest(&self, top: &str, sources: &[String], properties: &[(String, String)]) -> Manifest {
        Manifest {
            tool: Manifest::tool(),
            version: env!("CARGO_PKG_VERSION").into(),
            manifest_version: MANIFEST_VERSION,
            config_hash: self.hash(),
            network: self.network.to_string(),
            network_file: None,
            without: Vec::new(),
            slug: self.network.slug(),
            name: self.name(),
            scope: Scope::Router,
            top: top.into(),
            router: top.into(),
            router_kind: RouterKind::Multicast,
            local_interface: Interface::Flit,
            stream_width: None,
            tkeep: None,
            user_width: None,
            clocks: None,
            clock_fifo: None,
            axi4: None,
            map_file: None,
            managers: Vec::new(),
            subordinates: Vec::new(),
            ranges: Vec::new(),
            sources: sources.to_vec(),
            simulation: Vec::new(),
            properties: properties.iter().map(|(path, _)| path.clone()).collect(),
            verification: Vec::new(),
            parameters: [("FLIT_WIDTH", self.flit_width), ("ACK_WAYS", self.ack_ways)].map(|(name, value)| (name.to_owned(), value)).into(),
            flit_width: Some(self.flit_width),
            buffer_depth: DEPTH,
            vcs: VCS,
            pipeline: Pipeline::Three,
            message_classes: 1,
            reuse_empty: 0,
            ack_ways: Some(self.ack_ways),
            vc_rule: VcRule::Descending,
            ties: Ties::Plus,
            routing: RoutingAlgorithm::Dor,
            order: Order::None,
            link_slices: None,
            reset_tree: None,
            counters: None,
            classes: None,
            turns: Vec::new(),
            turns_by_class: Vec::new(),
            address_bits: self.network.address_bits(),
            route_bits: self.network.route_bits(),
            own_bits: None,
            vc_bits: VC_BITS,
            nodes: self.network.routers(),
            ports: manifest::ports(self.port_names()),
            interface: self.ports_of_top(),
            addresses: manifest::addresses(&self.network, |_| (1 << PORTS) - 1),
            terminals: Vec::new(),
            testbench: None,
            files: Default::default(),
            manifest_sha256: None,
        }
    }
}
