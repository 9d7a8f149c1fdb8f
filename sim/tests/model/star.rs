//! A network for situations that can be worked out manually: node 0 in the middle, nodes 1 to 3 around it.

use std::sync::Arc;

use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::{Engine, Packet, PortWord};
use torusmith_sim::fast;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{Candidate, Candidates, Headers, Routing, classes};
use torusmith_topology::{Graph, Link, TerminalId};

/// Port p of node 0 and port 1 of node p are linked in both directions.
pub fn graph() -> Graph {
    Graph::new(4, 4, |node, port| match (node, port) {
        (0, 1..=3) => Some(Link { node: port.into(), port: 1 }),
        (1..=3, 1) => Some(Link { node: 0, port: node as u8 }),
        _ => None,
    })
}

/// Routing in the star, by destination.
#[derive(Clone, Copy)]
pub struct Star {
    /// The VCs a packet may take on links.
    pub vcs: [u8; 4],
    /// VCs of a second candidate at node 0; 0 for none.
    pub second: [u8; 4],
    /// All VCs of a message class.
    pub all: u8,
    /// K of rule RC3; of the VCs above, a packet from node s may take those of class s mod K.
    pub classes: usize,
}

/// A network with one candidate everywhere, and one class.
pub fn only(vcs: [u8; 4]) -> Star {
    Star { vcs, second: [0; 4], all: 0, classes: 1 }
}

impl Routing for Star {
    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Candidates {
        let d = destination as usize;
        let class = classes(self.classes, self.all.count_ones() as usize)[bits as usize];
        let (first, second) = (self.vcs[d] & class, self.second[d] & class);
        if node != 0 || destination == 0 {
            return if node == destination { Candidates::one(0, self.all) } else { Candidates::one(1, first) };
        }
        let mut candidates = Candidates::one(d as u8, first);
        if second != 0 {
            candidates.push(Candidate { port: d as u8, vcs: second });
        }
        candidates
    }

    fn classes(&self) -> usize {
        self.classes
    }

    fn source_choices(&self, TerminalId(source): TerminalId, _destination: TerminalId) -> Headers {
        [u64::from(source) % self.classes as u64].into_iter().collect()
    }
}

/// (source, destination, flits, clock of creation); numbered in this order.
pub type Job = (u32, u32, u8, u64);

/// A flit that left a port: (clock in the register, packet, index of the flit, VC).
pub type Left = (u64, u32, usize, usize);

pub struct Seen {
    words: Vec<Vec<PortWord>>,
    pub traces: Vec<String>,
}

impl Seen {
    pub fn flits(&self, node: usize, port: usize) -> Vec<Left> {
        let words = self.words.iter().enumerate().map(|(clock, words)| (clock as u64, words[node * 4 + port]));
        words.filter(|(_, w)| w.valid()).map(|(clock, w)| (clock, w.packet(), w.index(), w.vc())).collect()
    }

    /// (clock, VC) of the credits that go back through a port.
    pub fn credits(&self, node: usize, port: usize) -> Vec<(u64, usize)> {
        let words = self.words.iter().enumerate();
        words.filter_map(|(clock, words)| words[node * 4 + port].credit().map(|vc| (clock as u64, vc))).collect()
    }
}

/// Runs jobs on both engines for `clocks` clocks, and passes the events of both to `check`.
pub fn play(config: RouterConfig, star: Star, jobs: &[Job], clocks: u64, check: impl Fn(&Seen)) {
    let star = Star { all: config.class_vcs(0), ..star };
    let reference: Box<dyn Engine> = Box::new(Reference::new(graph(), star, config).unwrap());
    let fast = fast::new(&graph(), Arc::new(star), config, true).unwrap();
    for mut engine in [reference, fast] {
        let mut seen = Seen { words: Vec::new(), traces: Vec::new() };
        for clock in 0..clocks {
            for (number, &(source, destination, flits, created)) in jobs.iter().enumerate() {
                if created == clock {
                    let (source, destination) = (TerminalId(source), TerminalId(destination));
                    let bits = star.source_bits(source, destination, number as u32);
                    engine.offer(Packet { number: number as u32, source, destination, bits, flits, created });
                }
            }
            let mut words = vec![PortWord::default(); 16];
            engine.outputs(&mut words);
            seen.words.push(words);
            seen.traces.push(engine.trace(0));
            engine.step();
        }
        assert_eq!((engine.queued(), engine.in_flight()), (0, 0), "all arrived");
        check(&seen);
    }
}
