//! Check that a packet can go from every node to every other node.

use super::nodes::Nodes;
use super::spot::{FileError, Location, refuse};
use crate::Graph;
use crate::parts::cut_off;

/// Refuses routers that are not strongly connected.
///
/// # Errors
/// A node without links, a node that cannot be reached, or that cannot reach others.
pub fn check(nodes: &Nodes, graph: &Graph) -> Result<(), FileError> {
    let (noun, first) = (nodes.noun(), nodes.name(0));
    if let Some(alone) = (0..graph.routers()).find(|&node| graph.routers() > 1 && graph.port_mask(node) == 0) {
        let alone = alone as u32;
        return refuse(
            nodes.location(alone),
            format!("{noun} `{}` has no link; expected: links by which it reaches every {noun}", nodes.name(alone)),
        );
    }
    let back = |node: usize, port: usize| graph.upstream(node, port).map(|link| link.node);
    let onward = |node: usize, port: usize| graph.downstream(node, port).map(|link| link.node);
    if let Some(node) = unreached(graph, onward) {
        return refuse(
            nodes.location(node),
            format!("{noun} `{}` cannot be reached from `{first}`; expected: a way between any two {noun}s", nodes.name(node)),
        );
    }
    if let Some(node) = unreached(graph, back) {
        return refuse(
            nodes.location(node),
            format!("{noun} `{first}` cannot be reached from `{}`; expected: a way between any two {noun}s", nodes.name(node)),
        );
    }
    Ok(())
}

/// Refuses routers in service, of which one is cut off.
///
/// # Errors
/// A router with terminals that is cut off, fewer than two terminals in service.
pub fn check_rest(nodes: &Nodes, graph: &Graph) -> Result<(), FileError> {
    let (cut, left) = cut_off(graph);
    if let Some(&router) = cut.first() {
        let what = format!("{} `{}` is cut off; expected: dead = true for it, or links to it", nodes.noun(), nodes.name(router));
        return refuse(nodes.location(router), what);
    }
    if left < 2 { refuse(Location::line(1), format!("{left} nodes in service; expected: at least 2")) } else { Ok(()) }
}

/// The first node that cannot be reached from node 0.
fn unreached(graph: &Graph, next: impl Fn(usize, usize) -> Option<u32>) -> Option<u32> {
    let mut seen = vec![false; graph.routers()];
    seen[0] = true;
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        for to in (1..graph.ports()).filter_map(|port| next(node, port)) {
            if !std::mem::replace(&mut seen[to as usize], true) {
                open.push(to as usize);
            }
        }
    }
    seen.iter().position(|seen| !seen).map(|node| node as u32)
}
