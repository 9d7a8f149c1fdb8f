//! Templates and files of a design.

use askama::Template;
use torusmith_design::{Interface, Pipeline, Scope};

use crate::algorithm::Selection;
use crate::common::Common;
use crate::constraints::Pace;
use crate::description::{Hop, Neighbours, Number, Source};
use crate::design::Design;
use crate::error::Error;
use crate::family::FamilyRtl;
use crate::library::{
    self, AXI, AXI_WIDTHS, COUNTERS, INPUT_UNIT, LEAVES, MONITOR, RESET_TREE, ROUTE_AHEAD, TWO_CANDIDATES, UNITS, library_module,
};
use crate::package::Package;
use crate::parameters::Parameters;
use crate::ports::ports_of_top;
use crate::sliced::LINK_SLICE;
use crate::verilog::VerilogModule;
use crate::wrapped::wrapped;
use crate::{axi4_render, clocks, constraints, manifest, own};

/// One row of a table of the router's turns.
struct TurnRow {
    bits: String,
    comma: &'static str,
    port: String,
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
    /// Bits of `tuser` that a head carries.
    carried: u32,
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
    /// The ports with their numbers.
    numbered: String,
    /// The ports, the last first.
    outputs: String,
    latency: &'static str,
    route_bits: u32,
    hop: Option<&'a Hop>,
    neighbours: Option<&'a Neighbours>,
    classes: u32,
    mixed: u32,
    adapts: bool,
    /// Whether `ORDER` can be 1.
    ordered: bool,
    /// Bits of a row of turns.
    lanes: usize,
    turns: Vec<TurnRow>,
    either: Vec<TurnRow>,
    route_module: &'static str,
    route_parameters: &'a [(&'static str, String)],
}

#[derive(Template)]
#[template(path = "input_unit_template.v")]
struct InputUnit {
    /// Its heads may be routed a hop ahead.
    ahead: bool,
}

#[derive(Template)]
#[template(path = "route_ahead_template.v")]
struct RouteAhead<'a> {
    c: Common,
    route_bits: u32,
    /// The input at the far end of each output, the last output first.
    far: String,
    route_module: &'static str,
    route_parameters: &'a [(&'static str, String)],
}

/// All files of the design.
///
/// # Errors
/// [`Error::Template`] if a template does not render, [`Error::Option`] if the family cannot wire the network up.
pub(crate) fn render(p: &Parameters, family: &FamilyRtl) -> Result<Design, Error> {
    let prefix = p.prefix();
    let banner = banner(p);
    let mut sources: Vec<(String, String)> = Vec::new();
    let mut add = |module: String, text: &str| sources.push((format!("rtl/{module}.v"), format!("{banner}{}\n", text.trim_end())));
    let of_network: Vec<&str> = p.rtl.modules().map(|module| module.name).collect();
    let renamed = |module: &VerilogModule| (format!("{prefix}{}", module.name), library::renamed(&module.text, &prefix, &of_network));
    for module in router_modules(p)? {
        let (name, text) = renamed(&module);
        add(name, &text);
    }
    let (name, text) = renamed(&library_module(MONITOR));
    add(name, &text);
    if p.counters {
        let (name, text) = renamed(&library_module(COUNTERS));
        add(name, &text);
    }
    add(p.router(), &router(p)?);
    for module in &p.rtl.interface_modules {
        let (name, text) = renamed(module);
        add(name, &text);
    }
    if p.interface == Interface::Axis {
        let widths: &[&str] = if p.streams.follow(p.flit_width) { &[] } else { &AXI_WIDTHS };
        let own = widths.iter().chain(&AXI).map(|name| library_module(name));
        for module in p.rtl.source_modules().cloned().chain(own) {
            let (name, text) = renamed(&module);
            add(name, &text);
        }
        add(format!("{prefix}axi_interface"), &axi_interface(p)?);
    }
    if p.axi4.is_some() {
        let own = axi4_render::MODULES.map(library_module);
        for module in p.rtl.source_modules().cloned().chain(own) {
            let (name, text) = renamed(&module);
            add(name, &text);
        }
    }
    if p.scope == Scope::Network || p.interface == Interface::Axis {
        add(format!("{prefix}node"), &Node { c: Common::new(p) }.render()?);
    }
    if p.interface == Interface::Axis {
        add(format!("{prefix}axi_node"), &AxiNode { c: Common::new(p) }.render()?);
    }
    if let Some(places) = p.clock_fifo {
        for module in clocks::MODULES.map(library_module) {
            let (name, text) = renamed(&module);
            add(name, &text);
        }
        add(format!("{prefix}axi_async_node"), &clocks::async_node(p, places)?);
    }
    if p.scope == Scope::Network {
        if !p.link_slices.is_empty() {
            let (name, text) = renamed(&library_module(LINK_SLICE));
            add(name, &text);
        }
        if p.reset_tree {
            let (name, text) = renamed(&library_module(RESET_TREE));
            add(name, &text);
        }
        for module in (family.wire)(p)? {
            add(format!("{prefix}{}", module.name), &module.text);
        }
    }
    if let Some(axi4) = &p.axi4 {
        for (name, text) in axi4_render::sides(p, axi4)? {
            add(format!("{prefix}{name}"), &text);
        }
        add(p.top(), &axi4_render::top(p, axi4)?);
    }
    let checker: &[&str] = if p.axi4.is_some() { &axi4_render::CHECKER } else { &[] };
    let simulation = checker.iter().map(|name| {
        let (name, text) = renamed(&library_module(name));
        (format!("simulation/{name}.v"), format!("{banner}{}\n", text.trim_end()))
    });
    let simulation: Vec<(String, String)> = simulation.collect();
    let of = |files: &[(String, String)]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    let (paths, simulation_paths) = (of(&sources), of(&simulation));
    let (top, ports) = (p.top(), ports_of_top(p));
    let properties = library::properties(&sources, &prefix, &banner);
    let properties_paths = of(&properties);
    let mut files = sources;
    files.extend(simulation);
    files.extend(properties);
    files.push((format!("{top}.f"), paths.iter().map(|path| format!("{path}\n")).collect()));
    let pace = Pace {
        ports: p.ports.len(),
        vcs: p.num_vcs,
        pipeline: p.pipeline,
        adaptive: !p.rtl.either.is_empty() || p.rtl.mixed_classes,
        measured: p.num_vcs <= 4 && p.ports.len() <= 9,
    };
    files.extend(constraints::constraints(&top, p.address_port(), p.clock_fifo.is_some(), pace)?);
    files.push((
        format!("{top}.json"),
        manifest::manifest(p, ports.clone(), [paths.clone(), simulation_paths.clone(), properties_paths]).text(),
    ));
    files.extend(own::network_file(&p.network).map(|text| (own::network_file_name(&top), text)));
    files.extend(p.axi4.as_ref().map(|axi4| (axi4_render::map_file_name(&top), axi4.map_file(&p.network))));
    let what = match p.scope {
        Scope::Router => "Router",
        Scope::Network => "Network",
    };
    let parameters = p.verilog().iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let description = format!("{what} of {}, by torusmith", p.network);
    let package = Package { top, description, sources: paths, simulation: simulation_paths, ports, parameters, axi4: p.axi4.clone() };
    let mut design = Design::new(package, files)?;
    design.notes.extend(p.short_of_credits());
    design.notes.extend(p.without_order());
    Ok(design)
}

/// A vector in Verilog has its highest bits first.
fn reversed(rows: impl Iterator<Item = TurnRow>) -> Vec<TurnRow> {
    let mut rows: Vec<TurnRow> = rows.collect();
    rows.reverse();
    rows
}

/// What a router is made of, in compile order.
fn router_modules(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let mut modules: Vec<VerilogModule> = LEAVES.map(library_module).into();
    modules.extend_from_slice(&p.rtl.route_modules);
    if p.rtl.neighbours.is_some() {
        modules.push(VerilogModule::new(ROUTE_AHEAD, route_ahead(p)?));
    }
    modules.extend((!p.rtl.either.is_empty()).then(|| library_module(TWO_CANDIDATES)));
    for unit in UNITS {
        modules.push(match unit {
            INPUT_UNIT => VerilogModule::new(INPUT_UNIT, InputUnit { ahead: p.rtl.neighbours.is_some() }.render()?),
            _ => library_module(unit),
        });
    }
    Ok(modules)
}

/// The head of every generated Verilog file.
fn banner(p: &Parameters) -> String {
    format!(
        "// Generated by torusmith {} for {}, scope {}.\n// {}\n// {}\n// Configuration sha256 {}\n//\n",
        env!("CARGO_PKG_VERSION"),
        p.network,
        p.scope_and_interface(", interface "),
        p.sizes(),
        p.routes(),
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
        module: source.and_then(|source| source.modules.last()).map_or("", |module| module.name),
        numbered: number == Number::Counts,
        takes_number: number != Number::Absent,
        carried: p.streams.carried(),
    };
    Ok(interface.render()?)
}

fn route_ahead(p: &Parameters) -> Result<String, Error> {
    let graph = p.network.graph();
    let far = |port: usize| (0..p.network.nodes()).find_map(|node| graph.downstream(node, port)).map_or(0, |link| link.port);
    let far: Vec<String> = (0..p.ports.len()).rev().map(|port| format!("32'd{}", if port == 0 { 0 } else { far(port) })).collect();
    let ahead = RouteAhead {
        c: Common::new(p),
        route_bits: p.route_bits,
        far: far.join(", "),
        route_module: p.rtl.route_modules.last().map_or("", |module| module.name),
        route_parameters: &p.rtl.route_parameters,
    };
    Ok(ahead.render()?)
}

fn router(p: &Parameters) -> Result<String, Error> {
    let ports = p.ports.len();
    let classes = p.rtl.classes();
    let comma = |last: bool| if last { " " } else { "," };
    let lanes = p.ports.iter().enumerate().flat_map(|(i, port)| (0..classes).map(move |class| (i, port, class)));
    let turns = lanes.map(|(i, port, class)| TurnRow {
        bits: p.rtl.turns.row(i, class),
        comma: comma(i == 0 && class == 0),
        port: if classes == 1 { port.clone() } else { format!("{port}, class {class}") },
    });
    let either = p.ports.iter().zip(&p.rtl.either).enumerate();
    let either = either.map(|(i, (port, mask))| TurnRow { bits: format!("{mask:0ports$b}"), comma: comma(i == 0), port: port.clone() });
    let router = Router {
        c: Common::new(p),
        prefix: p.prefix(),
        numbered: wrapped(p.ports.iter().enumerate().map(|(i, port)| format!("{i} {port}")), "", 12, "\n//   "),
        outputs: wrapped(p.ports.iter().rev().cloned(), "", 10, "\n    //   "),
        latency: match p.pipeline {
            Pipeline::One => "1 clock",
            Pipeline::Two => "2 clocks",
            Pipeline::Three => "3 clocks for a head, 2 for others",
        },
        route_bits: p.route_bits,
        hop: p.rtl.hop.as_ref(),
        neighbours: p.rtl.neighbours.as_ref(),
        classes,
        mixed: p.rtl.mixed_classes.into(),
        adapts: p.choices.routing.adapts(),
        ordered: p.can_order(),
        lanes: ports * classes as usize,
        turns: reversed(turns),
        either: reversed(either),
        route_module: p.rtl.route_modules.last().map_or("", |module| module.name),
        route_parameters: &p.rtl.route_parameters,
    };
    Ok(router.render()?)
}
