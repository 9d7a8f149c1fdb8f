//! A generated design with its ports, as the test bench builds and drives it.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use torusmith_design::manifest::BitRange;
use torusmith_design::ranges::{ACK_WAYS, MULTICAST_BUFFER_DEPTH, MULTICAST_FLIT_WIDTH, list};
use torusmith_design::{Interface, Order, Pipeline, RouterKind, Scope, Signal};
use torusmith_sim::generated::GeneratedDesign;
use torusmith_topology::rdt::Rdt;
use torusmith_topology::{Graph, LinkSlices, TerminalId};

use crate::Error;
use crate::axi4::Axi4Design;
use crate::flits::Format;
use crate::interface::Shape;
use crate::kind::{Kind, MULTICAST_PORTS, MULTICAST_VCS};
use crate::stream_shape::StreamShape;

/// (D, V, pipeline) as a multicast router has them (docs/multicast_router.md, P2 and the table at the top).
const MULTICAST: (usize, usize, Pipeline) = (MULTICAST_BUFFER_DEPTH, MULTICAST_VCS, Pipeline::Three);

fn bits_text(bits: Option<BitRange>) -> String {
    bits.map_or("null".into(), |bits| format!("{}..{}", bits.high, bits.low))
}

/// A generated design on disk, with the properties of its ports: everything needed to build and drive it.
#[derive(Debug, Clone)]
pub struct Design {
    generated: GeneratedDesign,
    /// K of a multicast router, entries of its ack table for each class; `None` for a plain router.
    pub multicast: Option<u8>,
    /// AXI4-Stream interfaces at the local ports (docs/axi_interface.md).
    pub streams: Option<StreamShape>,
    /// AXI4 interfaces of a network's nodes (docs/axi4_interface.md).
    pub axi4: Option<Axi4Design>,
    /// Assertions that are bound to the Verilog (docs/verification.md), if they are to be checked.
    pub assertions: Vec<PathBuf>,
    /// What runs is counted ([`crate::Coverage`]).
    pub coverage: bool,
    /// W, data bits of a flit; of the request network where there are two.
    pub flit_width: u32,
}

impl Deref for Design {
    type Target = GeneratedDesign;

    fn deref(&self) -> &GeneratedDesign {
        &self.generated
    }
}

impl Design {
    /// Reads a manifest, or the one manifest of a folder, and checks that everything it names exists and fits together.
    ///
    /// # Errors
    /// [`Error::Folder`] with the file and the field.
    pub fn open(at: &Path) -> Result<Self, Error> {
        let generated = GeneratedDesign::open(at)?;
        let (path, dir) = (generated.manifest_path(), generated.dir.clone());
        Self::new(generated, |file| std::fs::read_to_string(dir.join(file)).ok()).map_err(|message| Error::folder(path, message))
    }

    /// The design of a manifest `path` in `dir` with the given text, whether its sources exist or not; `file` reads another file of the folder.
    ///
    /// # Errors
    /// [`Error::Folder`] with the field.
    pub fn of_manifest(dir: &Path, path: &Path, text: &str, file: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let generated = GeneratedDesign::of_manifest(dir, path, text, &file)?;
        Self::new(generated, file).map_err(|message| Error::folder(path, message))
    }

    /// Design with the assertions of `of` checked: those of the folder that `generate --sva` wrote.
    ///
    /// # Errors
    /// [`Error::Folder`] if `of` has none, or a file is missing.
    pub fn with_assertions(mut self, of: &Self) -> Result<Self, Error> {
        let bad = |message: String| Error::folder(of.manifest_path(), message);
        if of.manifest.verification.is_empty() {
            return Err(bad("verification: there are no assertions; torusmith generate --sva writes them".into()));
        }
        self.assertions = of.manifest.verification.iter().map(|file| of.dir.join(file)).collect();
        match self.assertions.iter().find(|file| !file.is_file()) {
            Some(missing) => Err(bad(format!("verification {} is missing", missing.strip_prefix(&of.dir).unwrap_or(missing).display()))),
            None => Ok(self),
        }
    }

    /// The design, built so that what runs is counted.
    pub fn with_coverage(self) -> Self {
        Self { coverage: true, ..self }
    }

    /// The design with other registers on its links.
    pub fn with_link_slices(mut self, slices: LinkSlices) -> Self {
        self.generated.link_slices = slices;
        self
    }

    fn new(generated: GeneratedDesign, file: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let GeneratedDesign { manifest, network, .. } = &generated;
        let multicast = manifest.router_kind == RouterKind::Multicast;
        match manifest.local_interface {
            Interface::Axis if multicast => return Err("local_interface = axis; allowed: flit; axis at plain routers".into()),
            Interface::Axi4 if multicast || manifest.scope != Scope::Network => {
                return Err("local_interface = axi4; allowed: flit; axis at plain routers; axi4 of a network".into());
            }
            _ => {}
        }
        let axi4 = (manifest.local_interface == Interface::Axi4).then(|| Axi4Design::new(manifest, network, &file)).transpose()?;
        let width = axi4.as_ref().map(|axi4| axi4.widths[0]).or(manifest.flit_width);
        let flit_width = width.ok_or("flit_width is missing")?;
        if multicast && network.of::<Rdt>().is_none() {
            return Err(format!("router_kind = multicast, but {network} is no RDT"));
        }
        if multicast && manifest.ports.len() != MULTICAST_PORTS {
            return Err(format!("number of ports = {}, but a multicast router has {MULTICAST_PORTS}", manifest.ports.len()));
        }
        let (depth, vcs) = (generated.config.depth, generated.config.vcs);
        if multicast && (depth, vcs, manifest.pipeline) != MULTICAST {
            let (d, v, pipeline) = MULTICAST;
            let told = format!("buffer_depth = {depth}, vcs = {vcs}, pipeline = {}", manifest.pipeline);
            return Err(format!("{told}; a multicast router has {d}, {v} and {pipeline}"));
        }
        if multicast && !MULTICAST_FLIT_WIDTH.contains(flit_width) {
            return Err(format!("flit_width = {flit_width}; allowed: {MULTICAST_FLIT_WIDTH}"));
        }
        if !multicast && axi4.is_none() {
            let bits = Format::new(network, flit_width).own_bits();
            let want = (!bits.is_empty()).then(|| BitRange { high: bits.end - 1, low: bits.start });
            if manifest.own_bits != want {
                let [found, want] = [manifest.own_bits, want].map(bits_text);
                return Err(format!("own_bits = {found}, but the heads of {network} with flit_width = {flit_width} have {want}"));
            }
        }
        let ack_ways = manifest.ack_ways.filter(|_| multicast);
        if multicast && !ack_ways.is_some_and(|ways| ACK_WAYS.contains(&ways)) {
            let found = ack_ways.map_or("missing".into(), |ways| ways.to_string());
            return Err(format!("ack_ways = {found}; allowed: {}", list(&ACK_WAYS)));
        }
        if multicast && manifest.order == Order::Pair {
            return Err("order = pair; allowed at a multicast router: none".into());
        }
        let streams = manifest.local_interface == Interface::Axis;
        let streams = streams.then(|| StreamShape::new(manifest, network, flit_width)).transpose()?;
        let design = Self {
            multicast: ack_ways.map(|ways| ways as u8),
            streams,
            axi4,
            assertions: Vec::new(),
            coverage: false,
            flit_width,
            generated,
        };
        let declared = &design.manifest.interface;
        for want in design.interface() {
            let name = &want.name;
            match declared.iter().find(|s| s.name == *name) {
                Some(found) if *found == want => {}
                Some(found) => {
                    return Err(format!(
                        "interface: {name} is {:?} [{}], expected {:?} [{}]",
                        found.direction, found.width, want.direction, want.width
                    ));
                }
                None => return Err(format!("interface: {name} is missing")),
            }
        }
        Ok(design)
    }

    /// Interface at the local ports.
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
        match self.manifest.scope {
            Scope::Router if self.multicast.is_some() => MULTICAST_PORTS,
            Scope::Router => self.network.ports(),
            Scope::Network => 1,
        }
    }

    /// Places that are compared: routers, or of a whole network its terminals.
    pub fn places(&self) -> usize {
        match self.manifest.scope {
            Scope::Router => self.network.routers(),
            Scope::Network => self.network.terminals(),
        }
    }

    /// Local ports of a place.
    pub fn locals(&self) -> usize {
        if self.manifest.scope == Scope::Router { self.network.local_ports() } else { 1 }
    }

    /// The local port of a terminal, as place * locals + port.
    pub(crate) fn local_of(&self, graph: &Graph, terminal: TerminalId) -> u32 {
        let end = graph.at(terminal);
        if self.manifest.scope == Scope::Router { end.router * self.locals() as u32 + u32::from(end.port) } else { terminal.0 }
    }

    /// The terminals by local port of all places.
    pub(crate) fn terminals(&self) -> Vec<Option<TerminalId>> {
        let graph = self.network.graph();
        let locals = self.locals();
        let of = |local: usize| match self.manifest.scope {
            Scope::Router => graph.terminal((local / locals) as u32, (local % locals) as u8),
            Scope::Network => Some(TerminalId(local as u32)),
        };
        (0..self.places() * locals).map(of).collect()
    }

    /// Address of a place.
    pub fn place_address(&self, place: u32) -> String {
        match self.manifest.scope {
            Scope::Router => self.network.format_address(place),
            Scope::Network => self.network.format_terminal(TerminalId(place)),
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
            whole: self.manifest.scope == Scope::Network,
            nodes: self.places() as u32,
            ports: self.ports_compared() as u32,
            locals: self.locals() as u32,
            address_bits: self.network.address_bits(),
            router_bits: self.network.router_bits(),
            streams: self.streams,
            vc_bits: self.vc_bits(),
            flit_width: self.flit_width,
            records: self.axi4.as_ref().map(|_| 32 * self.data_words() as u32),
        };
        shape.signals()
    }
}
