//! The turns of an RDT's packets, derived from its routes.
//!
//! A path is a run of hops in each rank that it needs, the highest first, with moves between them. Which ports follow one another where one ends and
//! the next one begins depends on the vectors and on the position modulo 4, by which ranks repeat. The classes of a run depend on its position in the
//! network.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use torusmith_routes::{Lanes, Routes};
use torusmith_topology::rdt::{Rdt, UPPER};
use torusmith_topology::{Network, NetworkSpec, TerminalId};

use crate::turn_table::Turns;

/// The first or the last hop of a run, or another hop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hop {
    Local,
    Move(u8),
    Run { rank: u32, port: u8 },
}

/// The classes of moves.
const MOVE: u8 = 1 << 2;

/// Where runs meet, and the runs, by their routing bits, with their first hops.
#[derive(Default)]
struct Paths {
    joints: BTreeMap<Hop, BTreeSet<Hop>>,
    runs: BTreeMap<u64, Hop>,
}

/// All turns of a network.
pub(crate) fn turns(rdt: &Rdt, network: &Network, routes: &dyn Routes) -> Turns {
    let mut turns = Turns::none(network.ports(), routes.classes());
    let paths = Paths::of(rdt, routes);
    let (local, moved) = (turns.all(0), |port| Lanes { port, classes: MOVE });
    let arrival = |hop: Lanes| Lanes { port: ((hop.port - 1) ^ 1) + 1, ..hop };
    let samples: BTreeMap<Hop, u64> = paths.runs.iter().map(|(&run, &first)| (first, run)).collect();
    // Classes of first hops
    let mut first: BTreeMap<Hop, u8> = BTreeMap::new();
    for (&run, &begins) in &paths.runs {
        let Hop::Run { rank, .. } = begins else { continue };
        let mut classes = 0;
        let mut behind: Option<Vec<Result<Lanes, u64>>> = None;
        for start in (0..network.routers() as u32).filter(|&node| rank == 0 || rdt.rank(node) == rank) {
            let (mut node, mut hop) = (start, routes.route(start, TerminalId(0), run));
            classes |= hop.first.classes;
            let last = loop {
                node = rdt.downstream(node, hop.first.port).map_or(node, |link| link.node);
                let next = routes.route(node, TerminalId(0), hop.bits);
                if next.first.port == 0 {
                    break hop.first;
                }
                turns.add(arrival(hop.first), next.first);
                hop = next;
            };
            let of_joint = |next: &Hop| match *next {
                Hop::Local => Ok(local),
                Hop::Move(port) => Ok(moved(port)),
                // After an upper rank without a move: rank 0
                Hop::Run { .. } => Err(samples[next]),
            };
            let behind = behind.get_or_insert_with(|| paths.joints[&Hop::Run { rank, port: last.port }].iter().map(of_joint).collect());
            for next in behind {
                turns.add(arrival(last), next.unwrap_or_else(|run| routes.route(node, TerminalId(0), run).first));
            }
        }
        *first.entry(begins).or_default() |= classes;
    }
    let lanes = |hop: &Hop| match *hop {
        Hop::Local => local,
        Hop::Move(port) => moved(port),
        Hop::Run { port, .. } => Lanes { port, classes: first[hop] },
    };
    for (from, to) in paths.joints.iter().filter(|(from, _)| !matches!(from, Hop::Run { .. })) {
        let from = if *from == Hop::Local { local } else { arrival(lanes(from)) };
        to.iter().for_each(|to| turns.add(from, lanes(to)));
    }
    turns
}

impl Paths {
    /// The paths from all positions modulo 4 to all nodes.
    fn of(rdt: &Rdt, routes: &dyn Routes) -> Self {
        let mut paths = Self::default();
        let mut seen = HashSet::new();
        for from in (0..16).map(|n| rdt.node(n & 3, n >> 2)) {
            for to in (0..rdt.routers() as u32).filter(|&to| to != from) {
                paths.follow(rdt, routes, (from, routes.source_bits(TerminalId(from), TerminalId(to), 0)), &mut seen);
            }
        }
        paths
    }

    /// One path, up to a run or a move that was seen before.
    fn follow(&mut self, rdt: &Rdt, routes: &dyn Routes, (mut node, mut bits): (u32, u64), seen: &mut HashSet<(u32, u64)>) {
        let of = |node: u32, lanes: Lanes| match lanes.port {
            0 => Hop::Local,
            port if lanes.classes == MOVE => Hop::Move(port),
            port => Hop::Run { rank: if port > UPPER { rdt.rank(node) } else { 0 }, port },
        };
        let same_run = |a: Hop, b: Hop| matches!((a, b), (Hop::Run { rank, .. }, Hop::Run { rank: other, .. }) if rank == other);
        let mut last = Hop::Local;
        let mut run = (last, 0);
        loop {
            let route = routes.route(node, TerminalId(0), bits);
            let hop = of(node, route.first);
            if !same_run(last, hop) {
                // The bits that a run uses up are its own.
                if matches!(run.0, Hop::Run { .. }) {
                    self.runs.insert(run.1 ^ bits, run.0);
                }
                self.joints.entry(last).or_default().insert(hop);
                if hop == Hop::Local || !seen.insert((node, bits)) {
                    return;
                }
                run = (hop, bits);
            }
            let link = rdt.downstream(node, route.first.port).map_or(node, |link| link.node);
            let (x, y) = rdt.position(link);
            (node, bits, last) = (rdt.node(x & 3, y & 3), route.bits, hop);
        }
    }
}
