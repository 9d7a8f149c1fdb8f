//! An independent check of classes: follows the packets of all sources, and checks the observed dependencies for cycles.
//!
//! The check shares neither components nor order with the search.

use std::collections::HashSet;

use crate::classes::{Class, Classes};
use crate::error::Error;
use crate::routes::Routes;

/// Results of a walk. A channel is a channel with a class here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// Channels with a class that some packet may use.
    pub channels: usize,
    /// Dependencies between them.
    pub dependencies: usize,
    /// Vertices on or before a cycle, as (channel, class), by Kahn's algorithm; empty if there is no cycle.
    pub remaining: Vec<(usize, usize)>,
}

impl Walk {
    /// Whether no packet waits, directly or indirectly, for itself.
    pub fn acyclic(&self) -> bool {
        self.remaining.is_empty()
    }
}

/// Follows the packets of all sources.
///
/// # Errors
/// Classes of other routes.
pub fn walk(routes: &Routes, classes: &Classes) -> Result<Walk, Error> {
    if classes.hops() != routes.hops() {
        return Err(Error::Length { found: classes.hops(), expected: routes.hops() });
    }
    let count = classes.count();
    // A hop's virtual channels, as one number: channel and class, or channel and all classes.
    let held = |hop: usize, channel: usize| match classes.of(hop) {
        Class::One(class) => channel * (count + 1) + usize::from(class),
        Class::Any => channel * (count + 1) + count,
    };
    let (mut used, mut met) = (HashSet::new(), HashSet::new());
    let mut walked = vec![false; routes.hops()];
    for source in 0..routes.hops() {
        let mut before = None;
        let mut at = Some(source);
        while let Some((hop, channel)) = at.and_then(|hop| Some((hop, routes.channel(hop)?))) {
            let this = held(hop, channel);
            used.insert(this);
            if let Some(before) = before {
                met.insert((before, this));
            }
            if std::mem::replace(&mut walked[hop], true) {
                break;
            }
            before = Some(this);
            at = routes.next(hop);
        }
    }
    let each = |held: usize| {
        let (channel, class) = (held / (count + 1), held % (count + 1));
        let range = if class == count { 0..count } else { class..class + 1 };
        range.map(move |class| channel * count + class)
    };
    let channels: HashSet<usize> = used.into_iter().flat_map(each).collect();
    let arcs: HashSet<(usize, usize)> =
        met.into_iter().flat_map(|(a, b)| each(a).flat_map(move |a| each(b).map(move |b| (a, b)))).collect();
    let remaining = find_cyclic(routes.channels().len() * count, &arcs);
    Ok(Walk {
        channels: channels.len(),
        dependencies: arcs.len(),
        remaining: remaining.into_iter().map(|vertex| (vertex / count, vertex % count)).collect(),
    })
}

/// The vertices that Kahn's algorithm cannot remove, ascending.
fn find_cyclic(vertices: usize, arcs: &HashSet<(usize, usize)>) -> Vec<usize> {
    let mut after = vec![0usize; vertices];
    let mut before = vec![Vec::new(); vertices];
    for &(a, b) in arcs {
        after[a] += 1;
        before[b].push(a);
    }
    let mut open: Vec<usize> = (0..vertices).filter(|&vertex| after[vertex] == 0).collect();
    let mut gone = vec![false; vertices];
    while let Some(vertex) = open.pop() {
        gone[vertex] = true;
        for &a in &before[vertex] {
            after[a] -= 1;
            if after[a] == 0 {
                open.push(a);
            }
        }
    }
    (0..vertices).filter(|&vertex| !gone[vertex]).collect()
}
