//! `verification/` of a design: SystemVerilog assertions that are bound to its modules.

use minijinja::{Value, context};

use crate::error::Error;
use crate::library::{self, renamed};
use crate::parameters::Parameters;
use crate::router;
use crate::templates::render;
use crate::verilog::VerilogModule;

/// Modules with assertions next to the router, the file of their template, and their parameters.
const CELLS: [(&str, &str, &[&str]); 4] = [
    ("rr_arbiter", "rr_arbiter", &["WIDTH"]),
    ("credit_counter", "credit_counter", &["DEPTH"]),
    ("credit_counter_whole", "credit_counter", &["DEPTH"]),
    ("fifo_pointers", "fifo_pointers", &["DEPTH", "SLOT_BITS"]),
];

/// The files as path and text, in compile order: routing as it was generated, assertions by module, and their binding; then a list of them.
/// `modules` are the names of the design's modules.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn files(p: &Parameters, banner: &str, modules: &[&str]) -> Result<Vec<(String, String)>, Error> {
    let (prefix, own) = (p.prefix(), format!("{}sva_", p.prefix()));
    let mut values = router::values_of(p, "");
    values.insert("axi4_own_bits", p.axi4.as_ref().map_or(Value::from(()), |_| p.own_bits().len().into()));
    let mut all = router::routing_modules(p)?;
    let cells = library::cells(all.iter().map(|module| &*module.text), &values)?;
    all.splice(0..0, cells);
    let there: Vec<_> = CELLS.into_iter().filter(|(name, ..)| modules.contains(name)).collect();
    for (name, template) in there.iter().map(|&(name, template, _)| (name, template)).chain([("link", "link"), ("router", "router")]) {
        all.push(VerilogModule::new(name, render(&format!("sva/{template}.sv"), &values)?));
    }
    let names: Vec<&str> = all.iter().map(|module| &*module.name).collect();
    let file = |name: &str| format!("verification/{prefix}{name}.sv");
    let with_banner = |text: &str| format!("{banner}{}\n", text.trim_end());
    let mut files: Vec<(String, String)> =
        all.iter().map(|module| (file(&format!("sva_{}", module.name)), with_banner(&renamed(&module.text, &own, &names)))).collect();
    let passed = |names: &[&str]| names.iter().map(|name| format!(".{name}({name})")).collect::<Vec<_>>().join(", ");
    let bound = there.iter().map(|(name, _, parameters)| context! { name => *name, parameters => passed(parameters) });
    values.extend([
        ("router_name", p.router().into()),
        ("prefix", prefix.clone().into()),
        ("bound", Value::from(bound.collect::<Vec<_>>())),
    ]);
    files.push((file("sva_bind"), with_banner(&render("sva/bind.sv", &values)?)));
    let list = files.iter().map(|(path, _)| format!("{path}\n")).collect();
    files.push((format!("{prefix}sva.f"), list));
    Ok(files)
}
