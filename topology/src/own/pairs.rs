//! Pairing of links that are declared one by one: a link and its reverse share the ports of both nodes.

use std::collections::HashMap;

use super::draft::{DraftLink, End};

/// Merges links that are each other's reverse and equal in all else; keeps the order of the first of the two.
pub fn paired(links: &[DraftLink]) -> Vec<DraftLink> {
    let mut waiting: HashMap<(&End, &End), Vec<usize>> = HashMap::new();
    let mut gone = vec![false; links.len()];
    let mut both = vec![false; links.len()];
    for (i, link) in links.iter().enumerate().filter(|(_, link)| !link.both) {
        let alike = |&first: &usize| links[first].slices == link.slices && links[first].kind == link.kind;
        let back = waiting.get_mut(&(&link.to, &link.from));
        match back.and_then(|back| back.iter().position(alike).map(|at| back.remove(at))) {
            Some(first) => (gone[i], both[first]) = (true, true),
            None => waiting.entry((&link.from, &link.to)).or_default().push(i),
        }
    }
    let kept = links.iter().enumerate().filter(|(i, _)| !gone[*i]);
    kept.map(|(i, link)| DraftLink { both: link.both || both[i], ..link.clone() }).collect()
}
