//! Templates and files of a design.

use askama::Template;

use crate::flows::Flows;
use crate::library::{self, AXI, INPUT_UNIT, LEAVES, TWO_CANDIDATES, UNITS};
use crate::network::{Hop, Number, Source};
use crate::options::{Interface, Scope};
use crate::parameters::Parameters;
use crate::{Design, Error};
use crate::{constraints, manifest};

/// One row of a table of the router's turns.
struct TurnRow {
    bits: String,
    comma: &'static str,
    port: &'static str,
}

/// What every template says of a design.
pub(crate) struct Common {
    pub slug: String,
    pub network: String,
    pub nodes: usize,
    pub num_ports: usize,
    pub all_ports: String,
    pub flit_width: u32,
    pub buffer_depth: u32,
    pub num_vcs: u32,
    pub pipeline: u32,
    pub reuse_bits: String,
    pub address_bits: u32,
    /// What a network is made of, without the slug.
    pub node: &'static str,
}

impl Common {
    pub fn new(p: &Parameters) -> Self {
        let num_ports = p.ports.len();
        Self {
            slug: p.network.slug(),
            network: p.network.to_string(),
            nodes: p.network.nodes(),
            num_ports,
            all_ports: "1".repeat(num_ports),
            flit_width: p.flit_width,
            buffer_depth: p.buffer_depth,
            num_vcs: p.num_vcs,
            pipeline: p.pipeline,
            reuse_bits: format!("{:0width$b}", p.reuse_empty, width = p.num_vcs as usize),
            address_bits: p.address_bits,
            node: p.node(),
        }
    }
}

#[derive(Template)]
#[template(path = "node_template.v")]
struct Node {
    c: Common,
}

#[derive(Template)]
#[template(path = "axi/axi_interface_template.v")]
struct AxiInterface<'a> {
    c: Common,
    prefix: String,
    route_bits: u32,
    source: Option<&'a Source>,
    module: &'static str,
    numbered: bool,
    takes_number: bool,
}

#[derive(Template)]
#[template(path = "axi/axi_node_template.v")]
struct AxiNode {
    c: Common,
}

#[derive(Template)]
#[template(path = "router_template.v")]
struct Router<'a> {
    c: Common,
    prefix: String,
    ports: &'a [&'static str],
    latency_note: &'static str,
    route_bits: u32,
    hop: Option<&'a Hop>,
    classes: u32,
    mixed: u32,
    turns: Vec<TurnRow>,
    either: Vec<TurnRow>,
    route_module: &'static str,
    route_parameters: &'a [(&'static str, String)],
    /// Mask of the ports with fewer VCs, if there are any, and what the others' NUM_VCS and VC_BITS are called then.
    short: Option<String>,
    own_vcs: &'static str,
    own_bits: &'static str,
}

#[derive(Template)]
#[template(path = "input_unit_template.v")]
struct InputUnit {
    /// The VCs of an output port: NUM_VCS, unless a port may have fewer.
    all_vcs: &'static str,
}

/// All files of the design.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub(crate) fn render(p: &Parameters) -> Result<Design, Error> {
    let prefix = p.prefix();
    let banner = banner(p);
    let mut sources: Vec<(String, String)> = Vec::new();
    let mut add = |module: String, text: String| sources.push((format!("rtl/{module}.v"), format!("{banner}{}\n", text.trim_end())));
    let two_candidates: &[&str] = if p.rtl.either.is_empty() { &[] } else { &[TWO_CANDIDATES] };
    for module in LEAVES.iter().chain(p.rtl.route_modules).chain(two_candidates).chain(&UNITS) {
        let text = match *module {
            INPUT_UNIT => {
                let all_vcs = if p.rtl.short_ports(&p.network) == 0 { "NUM_VCS" } else { "ALL_VCS" };
                library::renamed(&InputUnit { all_vcs }.render()?, &prefix)
            }
            _ => library::module(module, &prefix),
        };
        add(format!("{prefix}{module}"), text);
    }
    add(p.router(), router(p)?);
    for module in p.rtl.interface_modules {
        add(format!("{prefix}{module}"), library::module(module, &prefix));
    }
    if p.interface == Interface::Axi {
        let source = p.rtl.source.as_ref().map_or(&[][..], |source| source.modules);
        let there = |module: &&&str| p.rtl.interface_modules.contains(*module) || p.rtl.route_modules.contains(*module);
        for module in source.iter().filter(|module| !there(module)).chain(&AXI) {
            add(format!("{prefix}{module}"), library::module(module, &prefix));
        }
        add(format!("{prefix}axi_interface"), axi_interface(p)?);
    }
    if p.scope == Scope::Network || p.interface == Interface::Axi {
        add(format!("{prefix}node"), Node { c: Common::new(p) }.render()?);
    }
    if p.interface == Interface::Axi {
        add(format!("{prefix}axi_node"), AxiNode { c: Common::new(p) }.render()?);
    }
    if p.scope == Scope::Network {
        for (module, text) in p.rtl.network_modules(p)? {
            add(format!("{prefix}{module}"), text);
        }
    }
    let paths: Vec<String> = sources.iter().map(|(path, _)| path.clone()).collect();
    let top = p.top();
    let mut files = sources;
    files.push((format!("{top}.f"), paths.iter().map(|path| format!("{path}\n")).collect()));
    files.extend(constraints::constraints(&top, p.address_port())?);
    files.push((format!("{top}.json"), manifest::manifest(p, &paths)));
    let what = match p.scope {
        Scope::Router => "Router",
        Scope::Network => "Network",
    };
    Design::new(Flows { top, description: format!("{what} of {}, by torusmith", p.network), sources: paths }, files)
}

/// The head of every generated Verilog file.
fn banner(p: &Parameters) -> String {
    format!(
        "// Generated by torusmith {} for {}, scope {}.\n// {}\n// Configuration sha256 {}\n//\n",
        env!("CARGO_PKG_VERSION"),
        p.network,
        p.scope_and_interface(", interface "),
        p.line(),
        p.hash()
    )
}

fn axi_interface(p: &Parameters) -> Result<String, Error> {
    let source = p.rtl.source.as_ref();
    let number = source.map_or(Number::Absent, |source| source.number);
    let interface = AxiInterface {
        c: Common::new(p),
        prefix: p.prefix(),
        route_bits: p.route_bits,
        source,
        module: source.map_or("", |source| source.modules[source.modules.len() - 1]),
        numbered: number == Number::Counts,
        takes_number: number != Number::Absent,
    };
    Ok(interface.render()?)
}

fn router(p: &Parameters) -> Result<String, Error> {
    let ports = p.ports.len();
    let table = |masks: &[u32]| {
        let rows = p.ports.iter().zip(masks).enumerate().rev();
        rows.map(|(i, (port, mask))| TurnRow { bits: format!("{mask:0ports$b}"), comma: if i == 0 { " " } else { "," }, port }).collect()
    };
    let short = p.rtl.short_ports(&p.network);
    let router = Router {
        c: Common::new(p),
        prefix: p.prefix(),
        ports: &p.ports,
        latency_note: if p.pipeline == 3 { " for a head, 2 for others" } else { "" },
        route_bits: p.route_bits,
        hop: p.rtl.hop.as_ref(),
        classes: p.rtl.classes,
        mixed: p.rtl.routing.selects_channels().into(),
        turns: table(&p.rtl.turns),
        either: table(&p.rtl.either),
        route_module: p.rtl.route_modules[p.rtl.route_modules.len() - 1],
        route_parameters: &p.rtl.route_parameters,
        short: (short != 0).then(|| format!("{short:0ports$b}")),
        own_vcs: if short == 0 { "NUM_VCS" } else { "OWN_VCS" },
        own_bits: if short == 0 { "VC_BITS" } else { "OWN_BITS" },
    };
    Ok(router.render()?)
}
