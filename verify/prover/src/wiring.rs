//! Proves that the wires of a network's top are those of its topology: from the netlist, each input of each router and interface, and each
//! output of the top, is followed to what drives it. No solver is asked, and no run is sampled.

mod plane;
mod sides;
mod wires;

use std::time::Instant;

use serde::Serialize;
use torusmith_design::Interface;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Sources, Yosys, connections};

use crate::Error;
use crate::prove::Verdict;
use crate::subject;
use plane::Plane;
use wires::Wires;

/// Result of the proof of a top's wires.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WiringReport {
    /// How it ended: `open` if a port is not known.
    pub result: Verdict,
    /// Routers of the top, of both networks of AXI4.
    pub routers: usize,
    /// Links between them, one way each.
    pub links: usize,
    /// Wires of one bit that were compared.
    pub wires: usize,
    /// How many are wrong, with other faults.
    pub wrong: usize,
    /// The first that is wrong, or why it is open.
    pub reason: Option<String>,
    /// Seconds, yosys included.
    pub seconds: f64,
}

/// Proves or refutes the wires of a design with the scope `network`.
///
/// # Errors
/// yosys that is missing, or refuses the Verilog; a file that cannot be read.
pub fn wiring(design: &Design, yosys: &Yosys, cache: &Cache) -> Result<WiringReport, Error> {
    let begin = Instant::now();
    let manifest = &design.manifest;
    let of = |module: &str| format!("{}_{module}", manifest.name);
    let (slice, tree) = (of("link_slice"), of("reset_tree"));
    let boxes = [manifest.router.clone(), slice.clone(), tree.clone(), of(sides::STREAMS), of(sides::MANAGER), of(sides::SUBORDINATE)];
    let sources = Sources::read(&design.sources)?;
    let netlist = connections(yosys, cache, &sources, &manifest.top, &subject::parameters(design), &boxes)?;
    let mut wires = Wires::new(&netlist, slice.clone(), tree.clone());
    let planes = match &manifest.axi4 {
        None => vec![("", manifest.flit_width.unwrap_or_default())],
        Some(axi4) => vec![("u_requests.", axi4.request_width), ("u_responses.", axi4.response_width)],
    };
    let planes: Option<Vec<Plane>> = planes.into_iter().map(|(begin, width)| Plane::find(&mut wires, design, begin, width)).collect();
    let planes = planes.unwrap_or_default();
    planes.iter().for_each(|plane| plane.links(&mut wires, design));
    plane::registers(&mut wires, &slice, &tree, manifest.reset_tree.as_ref().map(|tree| tree.clocks));
    match (manifest.local_interface, &planes[..]) {
        (_, [requests, responses]) => sides::axi4(&mut wires, [requests, responses], design),
        (Interface::Axis, [plane]) => sides::streams(&mut wires, plane, design),
        (_, [plane]) => sides::flits(&mut wires, plane),
        _ => {}
    }
    let reason = wires.first.clone().or_else(|| wires.left_out().map(|port| format!("{port} is not compared with anything")));
    let result = match &reason {
        None => Verdict::Proved,
        Some(_) if wires.wrong > 0 => Verdict::Refuted,
        Some(_) => Verdict::Open,
    };
    let routers = planes.iter().map(|plane| plane.routers.len()).sum();
    let links = planes.iter().map(|plane| plane.graph.links()).sum();
    let seconds = (begin.elapsed().as_secs_f64() * 10.0).round() / 10.0;
    Ok(WiringReport { result, routers, links, wires: wires.bits, wrong: wires.wrong, reason, seconds })
}
