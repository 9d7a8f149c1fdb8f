//! `verification/` of a design: SystemVerilog assertions that are bound to its modules.

use std::collections::BTreeSet;

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
    let (turns, vcs) = cases(p);
    values.extend([("covered_turns", turns.into()), ("covered_vcs", vcs.into())]);
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

/// The cases of routing that are counted: (input, output) that some packet takes, and (output, VC) by which some packet leaves.
fn cases(p: &Parameters) -> (Vec<Value>, Vec<Value>) {
    let (rows, labels, ports) = (router::turns(p), labels(&p.ports), p.ports.len());
    let share = p.num_vcs / p.message_classes;
    let takes = |i: usize, o: usize| rows[i].iter().any(|row| row.iter().skip(o).step_by(ports).any(|bit| *bit));
    let pairs = (0..ports).flat_map(|i| (0..ports).map(move |o| (i, o))).filter(|&(i, o)| takes(i, o));
    let turns = pairs.map(|(i, o)| context! { input => i, output => o, name => format!("{}_to_{}", labels[i], labels[o]) });
    let leaves = |o: usize, w: u32| rows.iter().flatten().any(|row| row[(w % share) as usize * ports + o]);
    let used = (0..ports).flat_map(|o| (0..p.num_vcs).map(move |w| (o, w))).filter(|&(o, w)| leaves(o, w));
    let vcs = used.map(|(o, w)| context! { output => o, vc => w, name => format!("vc_{w}_of_{}", labels[o]) });
    (turns.collect(), vcs.collect())
}

/// Names of ports as parts of a Verilog name; their numbers where two would have the same.
fn labels(ports: &[String]) -> Vec<String> {
    let part = |c: char| match c {
        '+' => "_plus".to_owned(),
        '-' => "_minus".to_owned(),
        c if c.is_ascii_alphanumeric() => c.to_string(),
        _ => "_".to_owned(),
    };
    let labels: Vec<String> = ports.iter().map(|port| port.chars().map(part).collect()).collect();
    let all: BTreeSet<&String> = labels.iter().collect();
    if all.len() == labels.len() { labels } else { (0..ports.len()).map(|port| format!("port_{port}")).collect() }
}
