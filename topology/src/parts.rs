//! The parts of a graph in which every router reaches every other, and routers that are cut off.

use crate::Graph;

/// The routers in service that are not of the largest part of a graph in which every router reaches every other, and the number of terminals
/// in service of that part.
pub fn cut_off(graph: &Graph) -> (Vec<u32>, usize) {
    let routers = graph.routers();
    let mut terminals = vec![0usize; routers];
    graph.live().for_each(|terminal| terminals[graph.at(terminal).router as usize] += 1);
    let live: Vec<usize> = graph.attached().live_routers().map(|router| router as usize).collect();
    let mut part_of: Vec<Option<usize>> = vec![None; routers];
    // Terminals and routers of each part
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for &router in &live {
        if part_of[router].is_some() {
            continue;
        }
        let onward = reached(graph, router, |node, port| graph.downstream(node, port).map(|link| link.node));
        let back = reached(graph, router, |node, port| graph.upstream(node, port).map(|link| link.node));
        let mut size = (0, 0);
        for node in (0..routers).filter(|&node| onward[node] && back[node]) {
            part_of[node] = Some(parts.len());
            size = (size.0 + terminals[node], size.1 + 1);
        }
        parts.push(size);
    }
    let largest = (0..parts.len()).rev().max_by_key(|&part| parts[part]);
    let cut = live.into_iter().filter(|&router| part_of[router] != largest).map(|router| router as u32).collect();
    (cut, largest.map_or(0, |part| parts[part].0))
}

/// The routers that are reached from one.
fn reached(graph: &Graph, from: usize, next: impl Fn(usize, usize) -> Option<u32>) -> Vec<bool> {
    let mut seen = vec![false; graph.routers()];
    seen[from] = true;
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        for to in (1..graph.ports()).filter_map(|port| next(node, port)) {
            if !std::mem::replace(&mut seen[to as usize], true) {
                open.push(to as usize);
            }
        }
    }
    seen
}
