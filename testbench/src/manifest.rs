//! The folder that `generate` wrote: its manifest `<top>.json`, checked against the network it names.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use torusmith_design::ranges::{ACK_WAYS, MAX_FLIT_WIDTH, MODEL_BUFFER_DEPTH, MULTICAST_BUFFER_DEPTH, MULTICAST_FLIT_WIDTH, VCS, list};
use torusmith_design::{OptionRange, Order, Pipeline, RoutingAlgorithm, Scope, Ties, UnknownName, VcRule};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::rdt::Rdt;
use torusmith_topology::{Graph, LinkSlices, Network};

use crate::Error;
use crate::axi4::{Axi4Design, Axi4Fields};
use crate::extras::Extras;
use crate::flits::Format;
use crate::folder::{folder_of, read, resolve};
use crate::interface::{Shape, Signal};
use crate::kind::{Kind, MULTICAST_PORTS, MULTICAST_VCS};
use crate::stream_shape::{StreamFields, StreamShape};

/// The manifest as it stands in the file; fields that the test bench does not need are not read.
#[derive(Debug, Deserialize)]
struct Manifest {
    network: String,
    /// The file of a network that no name stands for.
    network_file: Option<String>,
    slug: String,
    scope: Scope,
    top: String,
    router: String,
    /// The router's module, where `router` names its kind.
    router_module: Option<String>,
    /// What stands at the local ports; flits and credits if it is not there.
    local_interface: Option<String>,
    #[serde(flatten)]
    streams: StreamFields,
    #[serde(flatten)]
    axi4: Axi4Fields,
    #[serde(flatten)]
    extras: Extras,
    sources: Vec<PathBuf>,
    parameters: Parameters,
    /// What the Verilog of a plain router was resolved for; the multicast router has none.
    #[serde(default)]
    resolved: Resolved,
    version: Option<String>,
    buffer_depth: Option<usize>,
    vc_bits: Option<u32>,
    vc_rule: String,
    routing: String,
    /// `none` if it is not there.
    order: Option<String>,
    /// Registers on links; none if it is not there.
    link_slices: Option<String>,
    /// `plus` if it is not there.
    ties: Option<String>,
    address_bits: u32,
    route_bits: u32,
    own_bits: Option<OwnBits>,
    nodes: usize,
    ports: Vec<Port>,
    interface: Vec<Signal>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
struct Parameters {
    /// Of one network; those of AXI4 interfaces have a width each.
    flit_width: Option<u32>,
    buffer_depth: Option<usize>,
    ack_ways: Option<u8>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
struct Resolved {
    num_vcs: Option<usize>,
    pipeline: Option<u32>,
    /// 1 if it is not there.
    message_classes: Option<usize>,
    #[serde(default)]
    reuse_empty: u32,
    #[serde(default)]
    order: u32,
}

impl Manifest {
    /// Whether this is the multicast router (docs/multicast_router.md).
    fn is_multicast(&self) -> bool {
        self.router == "multicast" && self.router_module.is_some()
    }

    /// (D, V, pipeline); the multicast router's are fixed (P2, and the table at the top of its page).
    fn sizes(&self) -> Result<(usize, usize, u32), String> {
        let p = &self.parameters;
        if self.is_multicast() {
            let fixed = |name: &str, value: Option<usize>, want: usize| match value {
                Some(value) if value == want => Ok(()),
                _ => Err(format!("{name} = {}; a multicast router has {want}", value.map_or("missing".into(), |v| v.to_string()))),
            };
            fixed("buffer_depth", self.buffer_depth, MULTICAST_BUFFER_DEPTH)?;
            fixed("vc_bits", self.vc_bits.map(|bits| bits as usize), 2)?;
            return Ok((MULTICAST_BUFFER_DEPTH, MULTICAST_VCS, 3));
        }
        let Resolved { num_vcs: None, pipeline: None, .. } = self.resolved else {
            let missing = |field: &str, name: &str| format!("{field}: {name} is missing");
            return Ok((
                p.buffer_depth.ok_or_else(|| missing("parameters", "BUFFER_DEPTH"))?,
                self.resolved.num_vcs.ok_or_else(|| missing("resolved", "NUM_VCS"))?,
                self.resolved.pipeline.ok_or_else(|| missing("resolved", "PIPELINE"))?,
            ));
        };
        let version = self.version.as_deref().unwrap_or("unknown");
        Err(format!("resolved: missing; the folder is of an older torusmith (version {version}): run `torusmith generate` again"))
    }
}

#[derive(Debug, Deserialize)]
struct Port {
    index: usize,
}

/// The highest and the lowest of a head's own bits (rule L4).
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct OwnBits {
    high: u32,
    low: u32,
}

impl OwnBits {
    fn text(bits: Option<&Self>) -> String {
        bits.map_or("null".into(), |bits| format!("{}..{}", bits.high, bits.low))
    }
}

/// A generated design on disk: what is needed to build and drive it.
#[derive(Debug, Clone)]
pub struct Design {
    /// The folder.
    pub dir: PathBuf,
    /// The network.
    pub network: Network,
    /// V, D, pipeline, VC reuse and message classes; of a multicast router they are fixed.
    pub config: RouterConfig,
    /// Registers on the links between routers (docs/router.md, L5).
    pub link_slices: LinkSlices,
    /// K of a multicast router, entries of its ack table for each class; `None` for a plain router.
    pub multicast: Option<u8>,
    /// Those of the AXI4-Stream interfaces that stand at the local ports (docs/axi_interface.md).
    pub streams: Option<StreamShape>,
    /// The AXI4 interfaces of a network's nodes (docs/axi4_interface.md).
    pub axi4: Option<Axi4Design>,
    /// W, data bits of a flit; of the request network where there are two.
    pub flit_width: u32,
    /// The VC rule (docs/networks.md).
    pub vc_rule: VcRule,
    /// The routing algorithm (docs/networks.md).
    pub routing: RoutingAlgorithm,
    /// Ways of half a ring (docs/networks.md).
    pub ties: Ties,
    /// What the top is.
    pub scope: Scope,
    /// Name of the top module.
    pub top: String,
    /// Name of the router module.
    pub router: String,
    /// Verilog files in compile order, absolute or relative to the current folder.
    pub sources: Vec<PathBuf>,
}

impl Design {
    /// The model's routing that goes with it.
    pub fn routing_options(&self) -> RoutingOptions {
        RoutingOptions::new(self.routing, Some(self.vc_rule)).with_ties(self.ties)
    }

    /// The links of its network.
    pub fn graph(&self) -> Graph {
        self.link_slices.graph(&self.network)
    }

    /// Reads a manifest, or the one manifest of a folder, and checks that everything it names is there and fits together.
    ///
    /// # Errors
    /// [`Error::Folder`] with the file and field that is wrong.
    pub fn open(at: &Path) -> Result<Self, Error> {
        let (path, text) = read(at)?;
        let dir = folder_of(&path);
        let design = Self::of_manifest(dir, &path, &text, |file| std::fs::read_to_string(dir.join(file)).ok())?;
        if let Some(missing) = design.sources.iter().find(|s| !s.is_file()) {
            let message = format!("source {} is missing", missing.strip_prefix(dir).unwrap_or(missing).display());
            return Err(Error::folder(&path, message));
        }
        Ok(design)
    }

    /// The design of a manifest `path` in `dir` with the given text, whether its sources are there or not; `file` reads another file of the folder.
    ///
    /// # Errors
    /// [`Error::Folder`] with the field that is wrong.
    pub fn of_manifest(dir: &Path, path: &Path, text: &str, file: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let bad = |message: String| Error::folder(path, message);
        let manifest: Manifest = serde_json::from_str(text).map_err(|e| bad(format!("not a manifest of torusmith: {e}")))?;
        let network = resolve(&manifest.network, manifest.network_file.as_deref(), &manifest.slug, &file).map_err(&bad)?;
        let (p, resolved) = (&manifest.parameters, &manifest.resolved);
        let field = |name: &str, value: u64, want: u64| {
            (value == want).then_some(()).ok_or_else(|| bad(format!("{name} = {value}, but {network} has {want}")))
        };
        field("nodes", manifest.nodes as u64, network.nodes() as u64)?;
        field("address_bits", manifest.address_bits.into(), network.address_bits().into())?;
        field("route_bits", manifest.route_bits.into(), network.route_bits().into())?;
        let multicast = manifest.is_multicast();
        let axi4 = manifest.local_interface.as_deref() == Some("axi4");
        let axi4 = axi4.then(|| manifest.axi4.design(&network, &file)).transpose().map_err(&bad)?;
        let width = axi4.as_ref().map(|axi4| axi4.widths[0]).or(p.flit_width);
        let flit_width = width.ok_or_else(|| bad("parameters: FLIT_WIDTH is missing".into()))?;
        if multicast && network.of::<Rdt>().is_none() {
            return Err(bad(format!("router = multicast, but {network} is no RDT")));
        }
        field("number of ports", manifest.ports.len() as u64, if multicast { MULTICAST_PORTS } else { network.ports() } as u64)?;
        let (depth, vcs, pipeline) = manifest.sizes().map_err(&bad)?;
        if let Some(i) = (0..manifest.ports.len()).find(|&i| manifest.ports[i].index != i) {
            return Err(bad(format!("ports[{i}].index = {}, expected {i}", manifest.ports[i].index)));
        }
        let within = |name: &str, value: usize, range: OptionRange| {
            range.contains(value).then_some(()).ok_or_else(|| bad(format!("{name} = {value}; allowed: {range}")))
        };
        within("NUM_VCS", vcs, VCS)?;
        within("BUFFER_DEPTH", depth, MODEL_BUFFER_DEPTH)?;
        let header = (2 * network.address_bits() + network.route_bits()) as usize;
        let widths = if multicast { MULTICAST_FLIT_WIDTH } else { OptionRange { least: header, most: MAX_FLIT_WIDTH as usize } };
        if axi4.is_none() {
            within("FLIT_WIDTH", flit_width as usize, widths)?;
        }
        if !multicast && axi4.is_none() {
            let bits = Format::new(&network, flit_width).own_bits();
            let want = (!bits.is_empty()).then(|| OwnBits { high: bits.end - 1, low: bits.start });
            if manifest.own_bits != want {
                let [found, want] = [manifest.own_bits.as_ref(), want.as_ref()].map(OwnBits::text);
                return Err(bad(format!("own_bits = {found}, but the heads of {network} with FLIT_WIDTH = {} have {want}", flit_width)));
            }
        }
        within("REUSE_EMPTY", resolved.reuse_empty as usize, OptionRange { least: 0, most: (1 << vcs) - 1 })?;
        if multicast && !p.ack_ways.is_some_and(|ways| ACK_WAYS.contains(&ways.into())) {
            let found = p.ack_ways.map_or("missing".into(), |ways| ways.to_string());
            return Err(bad(format!("ACK_WAYS = {found}; allowed: {}", list(&ACK_WAYS))));
        }
        let named = manifest.order.as_deref().unwrap_or("none");
        let allowed = |order: &Order| resolved.order == u32::from(*order == Order::Pair) && !(*order == Order::Pair && multicast);
        let Some(order) = named.parse().ok().filter(allowed) else {
            return Err(bad(format!("order = {named}, ORDER = {}; allowed: none and 0, at plain routers pair and 1", resolved.order)));
        };
        let pipeline = Pipeline::try_from(pipeline).map_err(|_| bad(format!("PIPELINE = {pipeline}; allowed: 1, 2, 3")))?;
        if manifest.sources.is_empty() {
            return Err(bad("sources: empty".into()));
        }
        let sources: Vec<PathBuf> = manifest.sources.iter().map(|s| dir.join(s)).collect();
        let router = manifest.router_module.as_ref().filter(|_| multicast).unwrap_or(&manifest.router);
        for name in [&manifest.top, router] {
            let first = |c: char| c.is_ascii_alphabetic() || c == '_';
            if !name.starts_with(first) || !name.chars().all(|c| first(c) || c.is_ascii_digit()) {
                return Err(bad(format!("`{name}` is no name of a module")));
            }
        }
        let axi = match manifest.local_interface.as_deref() {
            None | Some("flit") => false,
            Some("axi") if !multicast => true,
            Some("axi4") if manifest.scope == Scope::Network => false,
            Some(other) => return Err(bad(format!("local_interface = {other}; allowed: flit; axi at plain routers; axi4 of a network"))),
        };
        manifest.extras.check().map_err(bad)?;
        let config =
            RouterConfig { vcs, depth, pipeline, reuse_empty: resolved.reuse_empty as u8, message_classes: resolved.message_classes.unwrap_or(1), order };
        config.check().map_err(|e| bad(e.to_string()))?;
        let slices = manifest.link_slices.as_deref().map(|list| LinkSlices::read(&network, list)).transpose();
        let link_slices = slices.map_err(|e| bad(e.to_string()))?.unwrap_or_else(|| LinkSlices::new(&network));
        let streams = axi.then(|| manifest.streams.shape(&network, flit_width, config.message_classes)).transpose().map_err(&bad)?;
        let design = Self {
            dir: dir.into(),
            network,
            config,
            link_slices,
            multicast: p.ack_ways.filter(|_| multicast),
            streams,
            axi4,
            flit_width,
            vc_rule: manifest.vc_rule.parse().map_err(|e: UnknownName| bad(e.to_string()))?,
            routing: manifest.routing.parse().map_err(|e: UnknownName| bad(e.to_string()))?,
            ties: match &manifest.ties {
                Some(ties) => ties.parse().map_err(|e: UnknownName| bad(e.to_string()))?,
                None => Ties::Plus,
            },
            scope: manifest.scope,
            top: manifest.top,
            router: router.clone(),
            sources,
        };
        for want in design.interface() {
            let name = &want.name;
            match manifest.interface.iter().find(|s| s.name == *name) {
                Some(found) if *found == want => {}
                Some(found) => {
                    return Err(bad(format!(
                        "interface: {name} is {:?} [{}], expected {:?} [{}]",
                        found.direction, found.width, want.direction, want.width
                    )));
                }
                None => return Err(bad(format!("interface: {name} is missing"))),
            }
        }
        Ok(design)
    }

    /// The path of the manifest.
    pub fn manifest(&self) -> PathBuf {
        self.dir.join(format!("{}.json", self.top))
    }

    /// What stands at the local ports.
    pub fn kind(&self) -> Kind {
        match (self.multicast, self.streams, &self.axi4) {
            (Some(_), ..) => Kind::Multicast,
            (None, Some(_), _) => Kind::Axi,
            (None, None, Some(_)) => Kind::Axi4,
            (None, None, None) => Kind::Plain,
        }
    }

    /// Refuses a design of another kind.
    pub(crate) fn must_have(&self, kind: Kind) -> Result<(), Error> {
        if self.kind() == kind {
            return Ok(());
        }
        Err(Error::folder(&self.dir, format!("has {}, not {kind}", self.kind())))
    }

    /// Bits of a VC number on a link (rule L1).
    pub(crate) fn vc_bits(&self) -> u32 {
        (self.config.vcs as u32).next_power_of_two().ilog2().max(1)
    }

    /// Words of a port's data: those of a flit or of a beat, which are more; with AXI4 interfaces those of a node's record.
    pub(crate) fn data_words(&self) -> usize {
        if let Some(axi4) = &self.axi4 {
            return axi4.driven().words().max(self.shown_words() + 3);
        }
        self.flit_width.max(self.streams.map_or(0, |streams| streams.width)).div_ceil(32) as usize
    }

    /// Words of a node's record that are compared, with AXI4 interfaces.
    pub(crate) fn shown_words(&self) -> usize {
        self.axi4.as_ref().map_or(0, |axi4| axi4.shown(&self.network, self.vc_bits()).words())
    }

    /// Ports of a node that the test bench drives and compares: all, or the local one of a whole network.
    pub fn ports_compared(&self) -> usize {
        match self.scope {
            Scope::Router if self.multicast.is_some() => MULTICAST_PORTS,
            Scope::Router => self.network.ports(),
            Scope::Network => 1,
        }
    }

    /// Name of a port of a node's router.
    pub fn port_name(&self, node: u32, port: usize) -> String {
        if self.multicast.is_some() && port + 1 == MULTICAST_PORTS { "local1".into() } else { self.network.port_name(node, port as u8) }
    }

    /// The ports that the top must have.
    pub(crate) fn interface(&self) -> Vec<Signal> {
        match &self.axi4 {
            Some(axi4) => axi4.ports(&self.network),
            None => self.driven_ports(),
        }
    }

    /// The ports that the shim drives: those of the top, or of the module around it.
    pub(crate) fn driven_ports(&self) -> Vec<Signal> {
        let shape = Shape {
            kind: self.kind(),
            whole: self.scope == Scope::Network,
            nodes: self.network.nodes() as u32,
            ports: self.ports_compared() as u32,
            address_bits: self.network.address_bits(),
            streams: self.streams,
            vc_bits: self.vc_bits(),
            flit_width: self.flit_width,
            records: self.axi4.as_ref().map(|_| 32 * self.data_words() as u32),
        };
        shape.signals()
    }
}
