//! Channels and dependencies where routers rewrite heads (docs/router.md, rule RC7): by following the packets of all pairs of terminals.
//! The set of all headers that occur is too large to keep. But a packet whose header equals the one that a source at this router would give it
//! continues like that source's own packet, which is followed from there; most packets reach such a node after a hop or two.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use torusmith_topology::metrics::Progress;
use torusmith_topology::{Graph, TerminalId};

use super::cdg::{Cdg, Channel};
use crate::routing::{Candidate, Routing};

/// Sources that a thread follows before it merges its findings.
const SHARE: usize = 64;

/// By output port and VC of every node, `(node * ports + port) * vcs + vc`: whether the channel is used, and the channels that depend on it, bit
/// `port * vcs + vc` of the node at the far end.
struct ChannelUse {
    used: Vec<bool>,
    next: Vec<u128>,
}

/// The dependencies of deterministic routing.
pub(super) fn direct(graph: &Graph, routing: &(impl Routing + ?Sized), vcs: usize, progress: Progress) -> Cdg {
    let (terminals, ports) = (graph.terminals(), graph.ports());
    let channels = graph.routers() * ports * vcs;
    let empty = || ChannelUse { used: vec![false; channels], next: vec![0; channels] };
    let all = Mutex::new(empty());
    let done = AtomicUsize::new(0);
    (0..terminals).into_par_iter().step_by(SHARE).for_each_init(empty, |found, first| {
        let sources = first..(first + SHARE).min(terminals);
        let count = sources.len();
        for source in sources {
            let source = TerminalId(source as u32);
            TerminalId::all(terminals).filter(|&to| to != source).for_each(|to| follow(graph, routing, vcs, source, to, found));
        }
        let mut all = all.lock().expect("no thread panics");
        all.used.iter_mut().zip(&found.used).for_each(|(all, &found)| *all |= found);
        all.next.iter_mut().zip(&found.next).for_each(|(all, &found)| *all |= found);
        drop(all);
        progress(count + done.fetch_add(count, Relaxed), terminals);
    });
    let ChannelUse { used, next } = all.into_inner().expect("no thread panics");
    let channel = |i: usize| Channel { node: (i / vcs / ports) as u32, port: (i / vcs % ports) as u8, vc: (i % vcs) as u8 };
    let index = |c: Channel| (c.node as usize * ports + c.port as usize) * vcs + c.vc as usize;
    let channels: Vec<Channel> = (0..channels).filter(|&i| used[i]).map(channel).collect();
    Cdg::new(channels.clone(), |a, to| {
        let from = channels[a];
        let Some(link) = graph.downstream(from.node as usize, from.port as usize) else { return };
        let next = next[index(from)];
        let asked = (0..ports * vcs).filter(|&i| next >> i & 1 == 1);
        to.extend(asked.map(|i| Channel { node: link.node, port: (i / vcs) as u8, vc: (i % vcs) as u8 }));
    })
}

/// Follows a packet from its source up to a router that has a source that would send it so.
fn follow(
    graph: &Graph,
    routing: &(impl Routing + ?Sized),
    vcs: usize,
    source: TerminalId,
    destination: TerminalId,
    found: &mut ChannelUse,
) {
    let mut node = graph.at(source).router;
    let mut bits = routing.source_choices(source, destination)[0];
    let mut held: Option<(usize, u8)> = None;
    for _ in 0..=graph.routers() {
        let (candidates, onward) = routing.route_onward(node, destination, bits);
        let Candidate { port, vcs: may } = candidates[0];
        if let Some((first, held)) = held.filter(|_| usize::from(port) >= graph.local_ports()) {
            let asked = u128::from(may) << (port as usize * vcs);
            (0..vcs).filter(|w| held >> w & 1 == 1).for_each(|w| found.next[first + w] |= asked);
        }
        let here = (0..graph.local_ports() as u8).filter_map(|port| graph.terminal(node, port)).filter(|&other| other != destination);
        let own = held.is_some() && here.into_iter().any(|other| routing.source_choices(other, destination)[0] == bits);
        let Some(link) = graph.downstream(node as usize, port as usize).filter(|_| !own) else { return };
        let first = (node as usize * graph.ports() + port as usize) * vcs;
        (0..vcs).filter(|w| may >> w & 1 == 1).for_each(|w| found.used[first + w] = true);
        held = Some((first, may));
        (node, bits) = (link.node, onward);
    }
}
