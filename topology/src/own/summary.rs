//! Summary of a network file, in five lines.

use std::collections::BTreeSet;

use super::network::OwnNetwork;
use super::routes::RouteKind;
use crate::{Classes, Network, NetworkSpec, TerminalId};

/// Headings and contents of the summary: file, nodes, links, ports, routes.
pub fn understood(own: &OwnNetwork, network: &Network) -> [(&'static str, String); 5] {
    let graph = network.graph();
    let last = own.routers() as u32 - 1;
    let places = if own.has_places() { "places given" } else { "no places" };
    let mut nodes = format!("{}, {} to {}; {places}", own.routers(), own.format_address(0), own.format_address(last));
    if own.has_terminals() {
        let mut each = vec![0; own.routers()];
        let mut ends = TerminalId::all(own.terminals());
        ends.clone().for_each(|end| each[own.attachment(end).router as usize] += 1);
        let (count, first, last) =
            (own.terminals(), own.format_terminal(TerminalId(0)), own.format_terminal(ends.next_back().unwrap_or_default()));
        let (least, most) = (each.iter().min().copied().unwrap_or(0), each.iter().max().copied().unwrap_or(0));
        let each = if least == most { most.to_string() } else { format!("{least} to {most}") };
        nodes = format!("{count}, {first} to {last}, {each} a router; routers {nodes}");
    }
    let noun = if own.has_terminals() { "router" } else { "node" };
    let (both, one) = own.links();
    let sliced = graph.iter_links().filter(|(from, _)| own.own_slices(from.node, from.port) > 0).count();
    let mut kinds = own.link_kinds();
    let more = if kinds.len() > 8 { format!(" and {} more", kinds.len() - 8) } else { String::new() };
    kinds.truncate(8);
    let links = format!(
        "{both} both ways, {one} one way; {sliced} directed links with registers{}{}{more}",
        if kinds.is_empty() { "" } else { "; kinds " },
        kinds.join(", ")
    );
    let degrees: BTreeSet<usize> = (0..graph.routers()).map(|node| graph.port_mask(node).count_ones() as usize).collect();
    let span = match (degrees.first(), degrees.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last} a {noun}"),
        (Some(first), _) => format!("{first} a {noun}"),
        _ => String::new(),
    };
    let colon = if own.ports() > own.local_ports() { ": " } else { "" };
    let names: Vec<&str> = (own.local_ports() as u8..own.ports() as u8).map(|port| own.port_label(port)).collect();
    let local = if own.local_ports() == 1 { "the local one".to_owned() } else { format!("{} local ones", own.local_ports()) };
    let ports = format!("{span}, and {local}{colon}{}", names.join(", "));
    let routes = match own.route_kind() {
        RouteKind::Shortest => "shortest, ties balanced",
        RouteKind::LeastLatency => "least-latency, ties as in BookSim2",
        RouteKind::UpDown => "up-down, ties balanced",
        RouteKind::Table => "as the table says",
    };
    let classes = match own.route_table().map(|table| table.classes()) {
        Some(Classes::Given(1)) => "1 class".to_owned(),
        Some(Classes::Given(count)) => format!("{count} classes, as the table says"),
        _ => "classes to be found".to_owned(),
    };
    [("file", own.file().to_owned()), ("nodes", nodes), ("links", links), ("ports", ports), ("routes", format!("{routes}; {classes}"))]
}
