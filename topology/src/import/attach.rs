//! Nodes of a graph that are terminals: the one edge of each leads to its router.

use std::collections::{HashMap, HashSet};

use crate::own::draft::{DraftLink, DraftTerminal, LinkEnd, NetworkDraft};
use crate::own::spot::{FileError, refuse};

/// Takes the terminals out of a draft's nodes, and their edges out of its links. A pair of opposite one-way edges counts as one edge.
///
/// # Errors
/// A terminal without an edge, with edges to two routers or to a terminal, or with registers or a kind on its edge.
pub fn split(draft: &mut NetworkDraft, terminals: &HashSet<String>) -> Result<(), FileError> {
    if terminals.is_empty() {
        return Ok(());
    }
    let (mut links, mut edges) = (Vec::new(), HashMap::<String, (DraftLink, LinkEnd)>::new());
    for link in std::mem::take(&mut draft.links) {
        let (name, at) = match (terminals.contains(&link.from.node), terminals.contains(&link.to.node)) {
            (false, false) => {
                links.push(link);
                continue;
            }
            (true, false) => (&link.from.node, &link.to),
            (false, true) => (&link.to.node, &link.from),
            (true, true) => {
                let (from, to) = (link.from.node.escape_debug(), link.to.node.escape_debug());
                return refuse(link.location, format!("an edge from terminal `{from}` to terminal `{to}`; expected: edges to a router"));
            }
        };
        if link.slices > 0 || link.kind.is_some() {
            let what = format!("registers or a kind on the edge of terminal `{}`; expected: neither", name.escape_debug());
            return refuse(link.location, what);
        }
        if let Some((first, router)) = edges.get(name) {
            let back = !first.both && !link.both && router.node == at.node && first.from.node == link.to.node;
            if !back {
                let what = format!("terminal `{}` has a second edge, the first is in line {}", name.escape_debug(), first.location.line);
                return refuse(link.location, format!("{what}; expected: one, to its router"));
            }
            continue;
        }
        edges.insert(name.clone(), (link.clone(), at.clone()));
    }
    draft.links = links;
    let (ends, routers): (Vec<_>, Vec<_>) = std::mem::take(&mut draft.nodes).into_iter().partition(|node| terminals.contains(&node.name));
    draft.nodes = routers;
    let attach = |(at, node): (usize, crate::own::draft::DraftNode)| match edges.remove(&node.name) {
        Some((_, router)) => Ok((at, DraftTerminal { location: node.location, name: node.name, at: router })),
        None => {
            refuse(node.location, format!("terminal `{}` is at no router; expected: one edge, to its router", node.name.escape_debug()))
        }
    };
    let mut all = ends.into_iter().enumerate().map(attach).collect::<Result<Vec<_>, FileError>>()?;
    // By number if terminals are called 0, 1, 2, .. without a gap.
    let names: HashSet<&str> = all.iter().map(|(_, terminal)| terminal.name.as_str()).collect();
    if (0..all.len()).all(|number| names.contains(number.to_string().as_str())) {
        all.sort_by_key(|(_, terminal)| terminal.name.parse().unwrap_or(usize::MAX));
    }
    let numbers: HashSet<&str> = draft.nodes.iter().map(|node| node.name.as_str()).collect();
    if (0..draft.nodes.len()).all(|number| numbers.contains(number.to_string().as_str())) {
        draft.nodes.sort_by_key(|node| node.name.parse().unwrap_or(usize::MAX));
    }
    draft.terminals = Some(all.into_iter().map(|(_, terminal)| terminal).collect());
    Ok(())
}
