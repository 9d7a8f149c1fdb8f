//! Netlists of the small library's cells.

use torusmith_asic::Library;
use torusmith_asic::netlist::{Instance, Net, Netlist, Port, Signal};

use crate::cells::text;

pub fn library() -> Library {
    Library::read(&text()).unwrap()
}

/// A netlist of cells: name, type, and the nets at its pins in the order of the library. `clk` is a net like others; ports are a bit each.
pub fn netlist(library: &Library, cells: &[(&str, &str, &[&str])], inputs: &[&str], outputs: &[&str]) -> Netlist {
    let mut names: Vec<String> = Vec::new();
    let mut net = |name: &str| match names.iter().position(|known| known == name) {
        Some(at) => at,
        None => {
            names.push(name.to_owned());
            names.len() - 1
        }
    };
    let port = |name: &&str, is_output: bool, net: usize| Port { name: (*name).to_owned(), is_output, bits: vec![Signal::Net(net)] };
    let mut ports: Vec<Port> = inputs.iter().map(|name| port(name, false, net(name))).collect();
    // An output has the name of its net behind `out_`.
    ports.extend(outputs.iter().map(|name| port(name, true, net(name.trim_start_matches("out_")))));
    let instances = cells.iter().map(|(name, cell, pins)| Instance {
        name: (*name).to_owned(),
        cell: library.cell(cell).unwrap(),
        pins: pins.iter().map(|pin| Signal::Net(net(pin))).collect(),
    });
    let instances = instances.collect();
    let mut netlist = Netlist { top: "top".to_owned(), instances, nets: vec![Net::default(); names.len()], ports };
    netlist.connect(library);
    netlist
}
