//! Parts of a draft that are left out: nodes without links, and parallel links.

use std::collections::{HashMap, HashSet};

use crate::own::draft::{DraftLink, NetworkDraft};
use crate::own::spot::{FileError, refuse};

/// Most names in a note.
const MOST_NAMES: usize = 8;

/// Leaves out nodes without links, and adds a note that lists them.
///
/// # Errors
/// A node without links, with `strict`.
pub fn lone_nodes(draft: &mut NetworkDraft, strict: bool) -> Result<(), FileError> {
    let ends = draft.terminals.iter().flatten().map(|terminal| terminal.at.node.as_str());
    let linked: HashSet<&str> = draft.links.iter().flat_map(|link| [link.from.node.as_str(), link.to.node.as_str()]).chain(ends).collect();
    let is_lone = |name: &str| !linked.contains(name);
    let lone: Vec<String> = draft.nodes.iter().map(|node| node.name.clone()).filter(|name| is_lone(name)).collect();
    let Some(first) = draft.nodes.iter().find(|node| is_lone(&node.name)).filter(|_| !linked.is_empty()) else { return Ok(()) };
    if strict {
        return refuse(
            first.location,
            format!("node `{}` has no link; expected: links by which it reaches every node", first.name.escape_debug()),
        );
    }
    let shown: String =
        lone.iter().take(MOST_NAMES).map(|name| name.escape_debug().take(40).collect::<String>()).collect::<Vec<_>>().join(", ");
    let more = if lone.len() > MOST_NAMES { format!(" and {} more", lone.len() - MOST_NAMES) } else { String::new() };
    draft.notes.push(format!("{} of {} nodes have no link and are left out: {shown}{more}", lone.len(), draft.nodes.len()));
    let lone: HashSet<String> = lone.into_iter().collect();
    draft.nodes.retain(|node| !lone.contains(&node.name));
    Ok(())
}

/// Leaves out links that repeat an earlier one from the same node to the same node, and adds a note with their number.
pub fn parallel_links(draft: &mut NetworkDraft) {
    let mut first: HashMap<(String, String), u32> = HashMap::new();
    let (mut kept, mut merged, mut message) = (Vec::new(), 0, None);
    for link in std::mem::take(&mut draft.links) {
        let ways = [(link.from.node.clone(), link.to.node.clone()), (link.to.node.clone(), link.from.node.clone())];
        let new = |way: &(String, String)| !first.contains_key(way);
        let (there, back) = (new(&ways[0]), link.both && new(&ways[1]));
        if !there || link.both && !back {
            merged += 1;
            let line = first.get(&ways[0]).or(first.get(&ways[1])).copied().unwrap_or(0);
            message.get_or_insert_with(|| {
                format!("in line {}, is from `{}` to `{}`, as that in line {line}", link.location.line, ways[0].0, ways[0].1)
            });
        }
        for (way, _) in ways.into_iter().zip([there, back]).filter(|(_, new)| *new) {
            first.insert(way, link.location.line);
        }
        match (there, back) {
            (true, _) => kept.push(DraftLink { both: back, ..link }),
            (false, true) => kept.push(DraftLink { from: link.to, to: link.from, both: false, ..link }),
            (false, false) => {}
        }
    }
    draft.links = kept;
    if let Some(message) = message {
        draft.notes.push(format!("{merged} parallel links are left out; the first, {message}"));
    }
}
