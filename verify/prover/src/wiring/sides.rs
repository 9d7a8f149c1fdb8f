//! What is at the local ports: flits, AXI4-Stream interfaces, the sides of AXI4.

use torusmith_design::Direction;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_topology::TerminalId;

use crate::wiring::plane::{ERRORS, Plane, clocked};
use crate::wiring::wires::{Part, Place, Wires};

/// Modules of interfaces, behind a design's prefix.
pub const STREAMS: &str = "axi_interface";
pub const MANAGER: &str = "axi4_manager";
pub const SUBORDINATE: &str = "axi4_subordinate";

/// Flits at the ports of the top, a slice for each terminal.
pub fn flits(wires: &mut Wires, plane: &Plane) {
    for_each_local(plane, |local, terminal| match terminal {
        Some(terminal) => {
            plane.enters(wires, local, (Place::Top, "local_in", terminal));
            plane.leaves(wires, local, (Place::Top, "local_out", terminal));
            error(wires, plane, local, ERRORS * terminal);
        }
        None => {
            plane.nothing_enters(wires, local.0, local.1);
            plane.nothing_leaves(wires, local.0, local.1);
        }
    });
}

/// An AXI4-Stream interface at each local port.
pub fn streams(wires: &mut Wires, plane: &Plane, design: &Design) {
    let module = format!("{}_{STREAMS}", design.manifest.name);
    let manifest = &design.manifest;
    let all = plane.graph.terminals();
    for_each_local(plane, |(router, port), terminal| {
        let at = Part::slice(plane.at(router), "in_valid", port.into(), 1);
        let Some(instance) = wires.instance_at(at, &module) else {
            let label = design.network.port_name(router, port);
            wires.fault(format!("port {label} of router {}: no {module} sends to it", design.network.format_address(router)));
            return;
        };
        let side = Place::Instance(instance);
        let id = TerminalId(terminal.unwrap_or_default() as u32);
        let name = match terminal {
            Some(_) => format!("the interface of {}", design.network.format_terminal(id)),
            None => format!(
                "the interface at port {} of router {}",
                design.network.port_name(router, port),
                design.network.format_address(router)
            ),
        };
        wires.name(instance, name, Vec::new());
        let width = u64::from(manifest.flit_width.unwrap_or_default());
        wires.parameters(instance, &[("FLIT_WIDTH", width), ("BUFFER_DEPTH", manifest.buffer_depth.into())], &["NODE_CONSTANT"]);
        clocked(wires, side);
        wires.join(Part::slice(side, "clear_error", 0, 1), Part::slice(Place::Top, "clear_error", 0, 1), 0);
        address(wires, instance, terminal);
        plane.enters(wires, (router, port), (side, "local_in", 0));
        plane.leaves(wires, (router, port), (side, "local_out", 0));
        match terminal {
            Some(terminal) => {
                bus(wires, instance, ["s_axis_", "m_axis_"], (terminal, all));
                error(wires, plane, (router, port), 2 * ERRORS * terminal);
                let bits = Part { place: Place::Top, port: "error", first: (2 * terminal + 1) * ERRORS, width: ERRORS };
                wires.join(bits, Part::slice(side, "error", 0, ERRORS), 0);
            }
            None => {
                for port in ["s_axis_tvalid", "m_axis_tready"] {
                    wires.zero(Part::slice(side, port, 0, 1));
                }
                for port in ["s_axis_tdata", "s_axis_tkeep", "s_axis_tlast", "s_axis_tdest", "s_axis_tuser"] {
                    wires.any(Part::slice(side, port, 0, wires.width(side, port)));
                }
            }
        }
    });
}

/// The sides of AXI4 nodes, between two networks.
pub fn axi4(wires: &mut Wires, [requests, responses]: [&Plane; 2], design: &Design) {
    let manifest = &design.manifest;
    let nodes = [&manifest.managers, &manifest.subordinates].map(|list| list.iter().map(|side| side.node).collect::<Vec<_>>());
    let kinds = [(MANAGER, "manager side"), (SUBORDINATE, "subordinate side")];
    let mut sides = [Vec::new(), Vec::new()];
    for (kind, (module, words)) in kinds.iter().enumerate() {
        let module = format!("{}_{module}", manifest.name);
        let mut found = wires.instances(&module);
        found.sort_by_key(|instance| wires.value(Place::Instance(*instance), "node"));
        for &node in &nodes[kind] {
            let Some(at) = found.iter().position(|instance| wires.value(Place::Instance(*instance), "node") == Some(node.into())) else {
                wires.fault(format!("no instance of {module} has the address of {}", design.network.format_terminal(TerminalId(node))));
                return;
            };
            let instance = found.remove(at);
            wires.name(instance, format!("the {words} of {}", design.network.format_terminal(TerminalId(node))), Vec::new());
            sides[kind].push((node, instance));
        }
        if let Some(&instance) = found.first() {
            let path = &wires.netlist.instances[instance].name;
            wires.fault(format!("instance {path} is a {words} too many"));
            return;
        }
    }
    let [managers, subordinates] = sides;
    for (kind, (own, others)) in [(&managers, &subordinates), (&subordinates, &managers)].into_iter().enumerate() {
        for (number, &(node, instance)) in own.iter().enumerate() {
            let other = others.iter().find(|(at, _)| *at == node).map(|(_, instance)| *instance);
            let (side, end) = (Place::Instance(instance), requests.graph.at(TerminalId(node)));
            let depth = ("BUFFER_DEPTH", u64::from(manifest.buffer_depth));
            wires.parameters(instance, &[depth, ("OWN_LINK", other.is_some().into())], &[]);
            clocked(wires, side);
            address(wires, instance, Some(node as usize));
            let (prefixes, [sends, takes]) = match kind {
                0 => (["s_axi_"], [("request", requests), ("response", responses)]),
                _ => (["m_axi_"], [("response", responses), ("request", requests)]),
            };
            sends.1.enters(wires, (end.router, end.port), (side, sends.0, 0));
            takes.1.leaves(wires, (end.router, end.port), (side, takes.0, 0));
            bus(wires, instance, prefixes, (number, own.len()));
            own_link(wires, side, other.map(Place::Instance), [sends.0, takes.0]);
        }
    }
    let all = requests.graph.terminals();
    for_each_local(requests, |local, terminal| {
        let has = |list: &[(u32, usize)]| terminal.and_then(|t| list.iter().find(|(node, _)| *node as usize == t)).map(|(_, side)| *side);
        let (manager, subordinate) = (has(&managers), has(&subordinates));
        for (plane, sender, receiver) in [(requests, manager, subordinate), (responses, subordinate, manager)] {
            if sender.is_none() {
                plane.nothing_enters(wires, local.0, local.1);
            }
            if receiver.is_none() {
                plane.nothing_leaves(wires, local.0, local.1);
            }
        }
        let Some(terminal) = terminal else { return };
        let each = wires.width(Place::Top, "error") / all;
        error(wires, requests, local, each * terminal);
        error(wires, responses, local, each * terminal + ERRORS);
        let own = Part { place: Place::Top, port: "error", first: each * terminal + 2 * ERRORS, width: each - 2 * ERRORS };
        match manager {
            Some(instance) => {
                let side = Place::Instance(instance);
                wires.join(own, Part::slice(side, "error", 0, own.width), 0);
                wires.join(Part::slice(side, "clear_error", 0, 1), Part::slice(Place::Top, "clear_error", 0, 1), 0);
            }
            None => wires.zero(own),
        }
    });
}

/// The link between both sides of a node: what one sends, by name, and what it takes.
fn own_link(wires: &mut Wires, side: Place, other: Option<Place>, [sends, takes]: [&str; 2]) {
    let credit = format!("own_{sends}_credit");
    if !wires.has(side, &credit) {
        return;
    }
    let names = ["valid", "tail", "data"].map(|field| (format!("own_{takes}_{field}"), format!("{takes}_{field}")));
    let width = |wires: &Wires, name: &str| wires.width(side, name);
    match other {
        Some(other) => {
            wires.join(Part::slice(side, &credit, 0, 1), Part::slice(other, &credit, 0, 1), 0);
            for (at, (sink, field)) in names.iter().enumerate() {
                // Tail and data of the own link are those of the link to the router.
                let source = if at == 0 { sink } else { field };
                wires.join(Part::slice(side, sink, 0, width(wires, sink)), Part::slice(other, source, 0, width(wires, sink)), 0);
            }
        }
        None => {
            wires.zero(Part::slice(side, &credit, 0, 1));
            wires.zero(Part::slice(side, &names[0].0, 0, 1));
            names[1..].iter().for_each(|(sink, _)| wires.any(Part::slice(side, sink, 0, width(wires, sink))));
        }
    }
}

/// Ports with these beginnings are slice `number` of those of the top with the same names, of `all` slices.
fn bus<const N: usize>(wires: &mut Wires, instance: usize, prefixes: [&str; N], (number, all): (usize, usize)) {
    let side = Place::Instance(instance);
    let netlist = wires.netlist;
    let ports = netlist.instances[instance].directions.iter().filter(|(name, _)| prefixes.iter().any(|prefix| name.starts_with(prefix)));
    for (name, direction) in ports {
        let width = wires.width(Place::Top, name) / all;
        wires.sized(side, name, width);
        let (inner, outer) = (Part::slice(side, name, 0, width), Part::slice(Place::Top, name, number, width));
        match direction {
            Direction::Input => wires.join(inner, outer, 0),
            _ => wires.join(outer, inner, 0),
        }
    }
}

/// Wants an interface to have the address of its terminal.
fn address(wires: &mut Wires, instance: usize, terminal: Option<usize>) {
    let side = Place::Instance(instance);
    let has = wires.value(side, "node");
    if let Some(wanted) = terminal.filter(|wanted| has != Some(*wanted as u64)) {
        let has = has.map_or("that is not constant".to_owned(), |has| has.to_string());
        wires.fault(format!("{} has address {has}; the network's is {wanted}", wires.named(instance)));
    }
    wires.any(Part::slice(side, "node", 0, wires.width(side, "node")));
}

/// Bits of the top's `error` from `first` up are those of a local port of a router.
fn error(wires: &mut Wires, plane: &Plane, (router, port): (u32, u8), first: usize) {
    let sink = Part { place: Place::Top, port: "error", first, width: ERRORS };
    wires.join(sink, Part::slice(plane.at(router), "error", port.into(), ERRORS), 0);
}

/// Each local port of each router, with the number of its terminal.
fn for_each_local(plane: &Plane, mut each: impl FnMut((u32, u8), Option<usize>)) {
    for router in 0..plane.graph.routers() as u32 {
        for port in 0..plane.graph.local_ports() as u8 {
            each((router, port), plane.graph.terminal(router, port).map(TerminalId::index));
        }
    }
}
