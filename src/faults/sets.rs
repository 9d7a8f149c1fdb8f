//! Sets of links or nodes that fail together.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_sim::splitmix::mix;
use torusmith_topology::{Graph, Link, Network};

/// A part that can fail.
pub struct Part {
    /// Its name, in the form of `--without` or `--without-node`.
    pub name: String,
    pub kind: PartKind,
}

pub enum PartKind {
    /// A link, each way: output port, and the input at the far end.
    Link(Vec<(Link, Link)>),
    Router(u32),
}

/// The links, a pair between the same two ports as one.
pub fn links(network: &Network, graph: &Graph) -> Vec<Part> {
    let back = |to: Link| graph.downstream(to.node as usize, to.port.into());
    let all = graph.iter_links().filter(|&(from, to)| back(to) != Some(from) || from < to);
    let part = |(from, to): (Link, Link)| Part {
        name: format!("{}:{}", network.format_address(from.node), network.port_name(from.node, from.port)),
        kind: PartKind::Link(if back(to) == Some(from) { vec![(from, to), (to, from)] } else { vec![(from, to)] }),
    };
    all.map(part).collect()
}

/// The routers with terminals.
pub fn routers(network: &Network, graph: &Graph) -> Vec<Part> {
    let at: BTreeSet<u32> = graph.live().map(|terminal| graph.at(terminal).router).collect();
    at.into_iter().map(|router| Part { name: network.format_address(router), kind: PartKind::Router(router) }).collect()
}

/// Number of sets of `count` among `all`; `None` if there are more than 64 bits count.
pub fn choose(all: u64, count: u64) -> Option<u64> {
    (0..count)
        .try_fold(1u128, |sets, i| sets.checked_mul(u128::from(all - i)).map(|sets| sets / u128::from(i + 1)))
        .and_then(|sets| sets.try_into().ok())
}

/// All sets of `count` among `0..all`, in ascending order.
pub fn every_set(all: usize, count: usize) -> Vec<Vec<usize>> {
    let mut set: Vec<usize> = (0..count).collect();
    let mut sets = Vec::new();
    loop {
        sets.push(set.clone());
        let Some(at) = (0..count).rev().find(|&at| set[at] < all - count + at) else { return sets };
        set[at] += 1;
        (at + 1..count).for_each(|next| set[next] = set[next - 1] + 1);
    }
}

/// Different sets of `count` among `0..all`, by SplitMix64 from (seed, sample): partial Fisher-Yates shuffles.
pub fn drawn(all: usize, count: usize, samples: usize, seed: u64) -> Vec<Vec<usize>> {
    let (mut seen, mut listed) = (BTreeSet::new(), Vec::new());
    for sample in 0u64.. {
        if listed.len() == samples {
            break;
        }
        let base = mix(mix(seed).wrapping_add(sample));
        let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
        let mut set = Vec::new();
        for place in 0..count {
            let from = place + (mix(base.wrapping_add(place as u64)) % (all - place) as u64) as usize;
            set.push(moved.get(&from).copied().unwrap_or(from));
            moved.insert(from, moved.get(&place).copied().unwrap_or(place));
        }
        set.sort_unstable();
        if seen.insert(set.clone()) {
            listed.push(set);
        }
    }
    listed
}
