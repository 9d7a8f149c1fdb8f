//! Templates and files of a design.

use askama::Template;
use torusmith_design::{Interface, Scope, write_promise};

use crate::common::Common;
use crate::constraints::Pace;
use crate::design::Design;
use crate::error::Error;
use crate::family::FamilyRtl;
use crate::graph_wiring::wire_graph;
use crate::library::{self, library_module};
use crate::package::Package;
use crate::parameters::Parameters;
use crate::ports::ports_of_top;
use crate::verilog::VerilogModule;
use crate::wrapped::wrapped;
use crate::{alignment, axi4_render, axis, by_node, clocks, constraints, manifest, own, router, tools, verification};

#[derive(Template)]
#[template(path = "network/node_template.v")]
struct Node {
    c: Common,
    /// Numbers and names of the ports of links.
    links: String,
}

#[derive(Template)]
#[template(path = "axis/axi_node_template.v")]
struct AxiNode {
    c: Common,
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
    let values_of = |module: &str| {
        let mut values = router::values_of(p, module);
        if module.is_empty() || module.starts_with("axi") {
            values.extend(axis::values(p));
            values.extend(axi4_render::values(p));
        }
        values
    };
    let values = values_of("");
    let mut modules = router::modules(p)?;
    modules.extend(p.rtl.interface_modules.iter().cloned());
    let mut others: Vec<VerilogModule> = Vec::new();
    if p.interface == Interface::Axis {
        others.extend(p.rtl.source_modules().cloned());
        others.extend(axis::modules(p, &values)?);
    }
    if p.axi4.is_some() {
        others.extend(p.rtl.source_modules().cloned());
    }
    if p.scope == Scope::Network || p.interface == Interface::Axis {
        others.push(VerilogModule::new("node", Node { c: Common::new(p), links: links(p) }.render()?));
    }
    if p.interface == Interface::Axis {
        others.push(VerilogModule::new("axi_node", AxiNode { c: Common::new(p) }.render()?));
    }
    if let Some(places) = p.clock_fifo {
        others.extend(clocks::MODULES.map(library_module));
        others.push(VerilogModule::new("axi_async_node", clocks::async_node(p, places)?));
    }
    if p.scope == Scope::Network {
        others.extend(if p.apart { wire_graph(p) } else { (family.wire)(p) }?);
    }
    if let Some(axi4) = &p.axi4 {
        others.extend(axi4_render::modules(p, axi4, &values)?);
    }
    others.extend(by_node::module(p));
    modules.extend(others);
    // Templates that name modules of the design with its prefix
    let plain: Vec<String> = modules.iter().map(|module| module.text.replace(&prefix, "")).collect();
    let cells = library::cells(plain.iter().map(String::as_str), &values)?;
    let all: Vec<VerilogModule> = cells.into_iter().chain(modules).collect();
    let checker: &[&str] = if p.axi4.is_some() { &axi4_render::CHECKER } else { &[] };
    let watching: Vec<VerilogModule> =
        std::iter::once(router::link_monitor(p)?).chain(checker.iter().map(|name| library_module(name))).collect();
    let names: Vec<&str> = all.iter().chain(&watching).map(|module| &*module.name).collect();
    for (_, module) in all.iter().enumerate().filter(|(at, module)| !names[..*at].contains(&&*module.name)) {
        add(format!("{prefix}{}", module.name), &library::renamed(&alignment::aligned(&module.text), &prefix, &names));
    }
    let simulation = watching.iter().map(|module| {
        let text = library::renamed(&module.text, &prefix, &names);
        (format!("simulation/{prefix}{}.v", module.name), format!("{banner}{}\n", text.trim_end()))
    });
    let simulation: Vec<(String, String)> = simulation.collect();
    let of = |files: &[(String, String)]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    let (paths, simulation_paths) = (of(&sources), of(&simulation));
    let (top, ports) = (p.top(), ports_of_top(p));
    let properties = library::properties(&sources, &prefix, &banner, values_of)?;
    let properties_paths = of(&properties);
    let verification = if p.sva { verification::files(p, &banner, &names)? } else { Vec::new() };
    let verification_paths = of(&verification).into_iter().filter(|path| path.ends_with(".sv")).collect();
    let mut files = sources;
    files.extend(simulation);
    files.extend(properties);
    files.extend(verification);
    files.push((format!("{top}.f"), paths.iter().map(|path| format!("{path}\n")).collect()));
    let pace = Pace {
        ports: p.ports.len(),
        vcs: p.num_vcs,
        pipeline: p.pipeline,
        adaptive: !p.rtl.either.is_empty() || p.rtl.mixed_classes,
        measured: p.num_vcs <= 4 && p.ports.len() <= 9,
    };
    files.extend(constraints::constraints(&top, p.address_port(), p.clock_fifo.is_some(), pace)?);
    files.extend(tools::files(p, &ports, &paths, pace)?);
    files.push((
        format!("{top}.json"),
        manifest::manifest(p, ports.clone(), [paths.clone(), simulation_paths.clone(), properties_paths, verification_paths]).text(),
    ));
    files.extend(own::network_file(&p.network).map(|text| (own::network_file_name(&top), text)));
    files.extend(p.axi4.as_ref().map(|axi4| (axi4_render::map_file_name(&top), axi4.map_file(&p.network))));
    let what = match p.scope {
        Scope::Router => "Router",
        Scope::Network => "Network",
    };
    let parameters = p.verilog().iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let description = format!("{what} of {}, by torusmith", p.network);
    let options = p.options();
    let package =
        Package { top, description, sources: paths, simulation: simulation_paths, ports, parameters, options, axi4: p.axi4.clone() };
    let mut design = Design::new(package, files)?;
    design.notes.extend(p.short_of_credits());
    design.notes.extend(p.without_order());
    let promise = p.axi4.as_ref().and_then(|axi4| axi4.write_start).map(write_promise);
    design.notes.extend(promise.map(|promise| format!("your managers and subordinates must keep a promise: {promise}")));
    Ok(design)
}

/// Numbers and names of the ports of links, for a header.
fn links(p: &Parameters) -> String {
    wrapped(p.ports.iter().enumerate().skip(p.locals as usize).map(|(port, name)| format!("{port} {name}")), ",", 45, "\n//               ")
}

/// The head of every generated Verilog file.
fn banner(p: &Parameters) -> String {
    let cycles = if p.pipeline.clocks() == 1 { "1 cycle a hop".to_owned() } else { format!("{} cycles a hop", p.pipeline.clocks()) };
    let vcs = if p.num_vcs == 1 { "1 virtual channel".to_owned() } else { format!("{} virtual channels", p.num_vcs) };
    format!("// Generated by torusmith {} for {}: {vcs}, {cycles}.\n//\n", env!("CARGO_PKG_VERSION"), p.network)
}
