//! The plain router: its modules, and what their templates see of a design.

mod shape;
mod tables;
mod terminals;
mod turns;
mod unit;
mod values;

use crate::error::Error;
use crate::parameters::Parameters;
use crate::templates::{Values, render};
use crate::verilog::VerilogModule;
use turns::Inputs;
use unit::{of_output, of_unit};
use values::values;

pub(crate) use shape::Shape;

/// How many bits of a head with one cycle a hop the router uses, where it routes a hop ahead.
pub(crate) fn own_bits(p: &Parameters) -> u32 {
    let shape = Shape::of(p);
    if shape.ahead { shape.hop_bits } else { 0 }
}

/// By input port and VC of a message class, whether packets go on to each output VC (o, w) of that class, at w * ports + o.
pub(crate) fn turns(p: &Parameters) -> Vec<Vec<Vec<bool>>> {
    Inputs::of(p).rows
}

/// The modules of a router in compile order, the router last; without the cells that they are made of.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn modules(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let (shape, inputs) = (Shape::of(p), Inputs::of(p));
    let common = values(p, &shape, &inputs);
    let mut modules = p.rtl.route_modules.clone();
    let mut add = |name: String, template: &str, values: &Values| -> Result<(), Error> {
        modules.push(VerilogModule::new(name, render(&format!("router/{template}.v"), values)?));
        Ok(())
    };
    if shape.ahead {
        add("route_ahead".into(), "route_ahead", &common)?;
    }
    if shape.either {
        add("other_direction".into(), "other_direction", &common)?;
    }
    if p.apart {
        add("terminals".into(), "terminals", &terminals::of_terminals(p, &common))?;
    }
    add("local_guard".into(), "local_guard", &common)?;
    add("input_vc".into(), if shape.three { "input_vc_three" } else { "input_vc" }, &common)?;
    for unit in &inputs.units {
        let values = of_unit(&common, &shape, unit);
        if shape.three {
            add(unit.of("head_call"), "head_call", &values)?;
            add(unit.of("flit_pick"), "flit_pick", &values)?;
        }
        let template = match (shape.three, shape.ahead) {
            (true, _) => "input_unit_three",
            (false, true) => "input_unit_one",
            (false, false) => "input_unit",
        };
        add(unit.of("input_unit"), template, &values)?;
    }
    if shape.three {
        for output in shape.outputs() {
            add(output.module.to_owned(), "output_vcs_three", &of_output(&common, &shape, &output))?;
        }
    } else {
        add("output_vcs".into(), "output_vcs", &common)?;
    }
    add("switch_allocator".into(), "switch_allocator", &common)?;
    add("crossbar".into(), if shape.one { "crossbar_one" } else { "crossbar" }, &common)?;
    if p.counters {
        add("router_counters".into(), "router_counters", &common)?;
    }
    add("router".into(), "router", &common)?;
    if shape.ahead {
        modules.splice(0..0, p.rtl.neighbours.clone());
    }
    Ok(modules)
}

/// The modules that route a head, and those that name a router's terminals.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn routing_modules(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let mut modules = p.rtl.route_modules.clone();
    if p.apart {
        let common = values(p, &Shape::of(p), &Inputs::of(p));
        modules.push(VerilogModule::new("terminals", render("router/terminals.v", &terminals::of_terminals(p, &common))?));
    }
    Ok(modules)
}

/// What watches the links of a router in simulations.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn link_monitor(p: &Parameters) -> Result<VerilogModule, Error> {
    Ok(VerilogModule::new("link_monitor", render("router/link_monitor.v", &values_of(p, "link_monitor"))?))
}

/// What the template of a module sees of a design: a cell, a module of the router, or its properties.
pub(crate) fn values_of(p: &Parameters, module: &str) -> Values {
    let (shape, inputs) = (Shape::of(p), Inputs::of(p));
    let common = values(p, &shape, &inputs);
    let unit = inputs.units.iter().find(|unit| ["head_call", "flit_pick"].iter().any(|name| unit.of(name) == module));
    let output = shape.outputs().into_iter().find(|output| output.module == module);
    match (unit, output) {
        (Some(unit), _) => of_unit(&common, &shape, unit),
        (None, Some(output)) => of_output(&common, &shape, &output),
        (None, None) => common,
    }
}
