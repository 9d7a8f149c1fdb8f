//! The golden model written down: a self-checking Verilog-2001 test bench that plays a recording to a generated design in any simulator.
//!
//! Of a router the links of all its ports are recorded, in the network that it is a router of; of a whole network the local ports of all nodes.

mod events;
mod interface;
mod lines;
mod options;
mod plain;
mod ports;

use askama::Template;
use torusmith_design::Scope;
use torusmith_sim::traffic::{Pattern, TrafficOptions};

use crate::Error;
use crate::flits::Format;
use crate::manifest::Design;
use crate::options::Observer;
use lines::Lines;
use options::check;

pub use events::{PortEvent, PortFlit, PortSink};
pub use options::RecordOptions;
pub use ports::RouterPorts;

/// A test bench and what it plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Name of the test bench's module.
    pub module: String,
    /// Path relative to the folder of the design, and the Verilog.
    pub source: (String, String),
    /// Name and text of the recording.
    pub record: (String, String),
    /// The router; `None` for a whole network.
    pub node: Option<u32>,
    /// Clocks that are played.
    pub clocks: u64,
    /// Flits given to the design.
    pub flits_in: u64,
    /// Flits expected from it.
    pub flits_out: u64,
}

#[derive(Template)]
#[template(path = "bench.v")]
struct Bench<'a> {
    module: &'a str,
    dut: &'a str,
    version: &'a str,
    what: &'a str,
    record: &'a str,
    prefix: &'a str,
    /// Meaning of column 2 of the recording.
    lane: &'a str,
    lanes: usize,
    flit_width: u32,
    /// A head's own bits, the highest of a flit.
    own_bits: usize,
    vc_bits: u32,
    error_bits: u32,
    clocks: u64,
    lines: u64,
    data_bits: usize,
    router_bits: u32,
    node: Option<u32>,
    port_names: &'a [String],
}

/// Records the model's run of a design.
///
/// # Errors
/// [`Error::Option`] for a multicast router, a network or a recording that is too large, a node that is not there; [`Error::Model`] for traffic
/// that the network cannot have; [`Error::Dead`], [`Error::Interrupted`].
pub fn record(design: &Design, options: &RecordOptions, observer: &mut dyn Observer) -> Result<Recording, Error> {
    check(design, options)?;
    let node = match (design.manifest.scope, options.node) {
        (Scope::Network, _) => None,
        (Scope::Router, Some(node)) => Some(node),
        (Scope::Router, None) => Some(plain::busiest(design, options, observer)?),
    };
    let what = what(design, options, node);
    let (lane, lanes, prefix) = match node {
        Some(_) => ("port", design.ports_compared(), ""),
        None => ("node", design.network.terminals(), "local_"),
    };
    let mut lines = Lines::new(design.flit_width, &head(design, &what, lane));
    let clocks = plain::play(design, options, node, &mut lines, observer)?;
    let module = format!("{}_tb", design.manifest.top);
    let path = |extension: &str| format!("testbench/{module}.{extension}");
    let bench = Bench {
        module: &module,
        dut: &design.manifest.top,
        version: env!("CARGO_PKG_VERSION"),
        what: &what.join(", "),
        record: &path("hex"),
        prefix,
        lane,
        lanes,
        flit_width: design.flit_width,
        own_bits: Format::new(&design.network, design.flit_width).own_bits().len(),
        vc_bits: design.vc_bits(),
        error_bits: design.interface().iter().find(|signal| signal.name == "error").map_or(0, |signal| signal.width),
        clocks,
        lines: lines.count() + 1,
        data_bits: lines.data_bits(),
        router_bits: design.network.router_bits(),
        node,
        port_names: &node.map_or(Vec::new(), |node| (0..lanes).map(|port| design.port_name(node, port)).collect::<Vec<_>>()),
    };
    let source = (path("v"), bench.render()? + "\n");
    let (flits_in, flits_out) = (lines.flits_in, lines.flits_out);
    Ok(Recording { source, record: (path("hex"), lines.finish()), module, node, clocks, flits_in, flits_out })
}

/// Description of a recording: the place, the traffic.
fn what(design: &Design, options: &RecordOptions, node: Option<u32>) -> [String; 2] {
    let network = &design.network;
    let place = match node {
        Some(node) => format!("the router of {network} at {} (node {node})", network.format_address(node)),
        None => format!("{network}, the local ports of all nodes"),
    };
    let TrafficOptions { pattern, rate, seed, .. } = options.traffic;
    // The same on every machine, wherever the file is.
    let traffic = match pattern {
        Pattern::Given(given) => given.short_name(),
        _ => &pattern.to_string(),
    };
    if pattern.is_trace() {
        return [place, format!("packets of {traffic}")];
    }
    if pattern.has_rates() {
        return [place, format!("{traffic}, its rates times {rate}, seed {seed}")];
    }
    [place, format!("{traffic} traffic at {rate} flits a node and clock, seed {seed}")]
}

/// The comment at the head of the recording.
fn head(design: &Design, what: &[String], lane: &str) -> String {
    format!(
        "What {} gets and gives, clock by clock, recorded from the golden model by torusmith {}:\n{}.\n\
         Columns, hexadecimal: clock, {lane}, kind, VC, ends, data.\n\
         Kinds: 0 flit in, 1 credit in (out_credit_*), 2 flit out, 3 credit out (in_credit_*). Ends: 1 head, 2 tail, 3 both.",
        design.manifest.top,
        env!("CARGO_PKG_VERSION"),
        what.join(",\n"),
    )
}
