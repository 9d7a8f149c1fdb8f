//! The netlist with all mutants behind the selector.

use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Mutant, SELECTOR, Sources, Yosys, one_line};

use crate::Error;
use crate::netlist::Netlist;

/// A netlist with mutants.
pub struct Faulty {
    pub netlist: Netlist,
    /// Mutants that are not in it, and why.
    pub left_out: Vec<(u32, &'static str)>,
}

/// The netlist of a design with these mutants. The registers keep their names: where a fault is between register and name, an output shows what
/// has the name.
pub fn faulty(design: &Design, mutants: &[&Mutant], yosys: &Yosys, cache: &Cache) -> Result<Faulty, Error> {
    let sources = Sources::read(&design.sources)?;
    // As the mutants were listed: cells have numbers that depend on all that is done before.
    let netlist = |more: &str| -> Result<Netlist, Error> {
        let text = torusmith_synthesis::netlist(yosys, cache, &sources, &design.manifest.top, &[], more)?;
        Netlist::read(&text).map_err(Error::Netlist)
    };
    let sound = netlist("")?;
    let (mut commands, mut taps, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for mutant in mutants {
        if mutant.port.ends_with("CLK") {
            left_out.push((mutant.number, "the fault is at a clock"));
            continue;
        }
        commands.push(mutant.command.clone());
        if let ("Q", Some((wire, bit))) = (mutant.port.as_str(), &mutant.wire) {
            taps.push((format!("{SELECTOR}_{}", mutant.number), wire.clone(), *bit as usize));
        }
    }
    for (output, wire, bit) in &taps {
        commands.extend([format!("add -output {output} 1"), format!("connect -set {output} \\{wire}[{bit}]")]);
    }
    let mut netlist = netlist(&one_line(commands.iter().map(String::as_str)))?;
    netlist.tap(&sound, &taps);
    Ok(Faulty { netlist, left_out })
}
