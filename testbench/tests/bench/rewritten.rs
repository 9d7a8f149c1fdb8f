//! Heads that routers rewrite (docs/router.md, rule RC7) are compared as they are on each link: here a torus whose routers count hops in bits of the
//! head that are free (rule L4: 8 to 15 of 24), and a model that says so.

use std::collections::HashMap;

use torusmith_sim::Error;
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::engine::{Delivery, Engine, Head, Packet, PortWord, WaitingVc};
use torusmith_sim::simulation::EngineKind;
use torusmith_testbench::{PlainCounts, RunOptions, RunReport, Silent};
use torusmith_topology::Network;

use crate::support::{Folder, Given, engine};

/// Bits of an address of torus:4,4, which has no routing bits; free bits follow after two addresses.
const ADDRESS: u32 = 4;

/// The model of a torus, and what its heads carry.
struct Counting {
    model: Box<dyn Engine>,
    words: Vec<PortWord>,
    hops: HashMap<u32, u64>,
    /// This one of the packets is said to carry a hop more on its last link.
    wrong: Option<u32>,
}

impl Engine for Counting {
    fn heads(&mut self, into: &mut Vec<Head>) {
        self.model.outputs(&mut self.words);
        into.clear();
        for (at, word) in self.words.iter().enumerate().filter(|(_, word)| word.valid() && word.head()) {
            let hops = self.hops.entry(word.packet()).or_insert(0);
            *hops += u64::from(at % 5 != 0);
            let more = u64::from(self.wrong == Some(word.packet()) && at % 5 == 0);
            into.push(Head { at: at as u32, bits: (*hops + more) << ADDRESS });
        }
    }

    fn drive(&mut self, network: &Network, options: DriverOptions) -> Result<(), Error> {
        self.model.drive(network, options)
    }

    fn errors(&self, into: &mut Vec<u8>) {
        self.model.errors(into);
    }

    fn dropped(&self) -> [u64; 3] {
        self.model.dropped()
    }

    fn clock(&self) -> u64 {
        self.model.clock()
    }

    fn offer(&mut self, packet: Packet) {
        self.model.offer(packet);
    }

    fn close(&mut self) {
        self.model.close();
    }

    fn step(&mut self) {
        self.model.step();
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        self.model.take_deliveries(into);
    }

    fn outputs(&mut self, into: &mut [PortWord]) {
        self.model.outputs(into);
    }

    fn queued(&self) -> usize {
        self.model.queued()
    }

    fn in_flight(&self) -> usize {
        self.model.in_flight()
    }

    fn link_flits(&self) -> Vec<u64> {
        self.model.link_flits()
    }

    fn waiting(&self) -> Vec<WaitingVc> {
        self.model.waiting()
    }

    fn trace(&self, node: usize) -> String {
        self.model.trace(node)
    }
}

#[test]
fn heads_are_compared_as_they_are_on_each_link() {
    let counted = (1..5).rev().map(|o| format!("out_data_[{}:{}] + {{15'd0, out_head[{o}], 8'd0}}", 24 * o + 23, 24 * o));
    let expression = format!("{{{}, out_data_[23:0]}}", counted.collect::<Vec<_>>().join(", "));
    let folder = Folder::new("torus:4,4", |o| (o.vcs, o.flit_width) = (Some(2), Some(24)));
    let Some(bench) = folder.tap("out_data", 120, &expression).open() else { return };
    // 1 and 2 hops, from every node, with heads side by side on the links; then packet 32, from 0 to 5.
    let mut packets: Vec<(u64, u32, u32, u8)> = (0..16).map(|node| (0, node, node ^ 1, 2)).collect();
    packets.extend((0..16).map(|node| (3, node, node ^ 5, 1)));
    packets.push((60, 0, 5, 1));
    let go = |engine: Box<dyn Engine>| -> RunReport<PlainCounts> {
        let options = RunOptions { cycles: 100, ..RunOptions::default() };
        bench.run(Box::new(Given::new(&bench, &packets)), engine, &options, &mut Silent).unwrap()
    };
    for kind in [EngineKind::Fast, EngineKind::Reference] {
        let counting = |wrong| {
            let words = vec![PortWord::default(); 16 * 5];
            Box::new(Counting { model: engine(&bench, kind), words, hops: HashMap::new(), wrong })
        };
        let right = go(counting(None));
        assert_eq!((right.first_divergence, right.counts.packets_injected), (None, 33));
        // What arrives is another matter: the torus is not known to rewrite.
        assert!(right.violations[0].contains("was not sent so"), "{:?}", right.violations);

        let found = go(counting(Some(32))).first_divergence.expect("a difference");
        assert_eq!((found.signal.as_str(), found.node, found.port), ("out_data", 5, 0));
        assert_eq!((found.expected.as_str(), found.found.as_str()), ("0x000305", "0x000205"));

        // A model that knows of no rewriting expects heads as they were sent.
        let found = go(engine(&bench, kind)).first_divergence.expect("a difference");
        assert_eq!((found.signal.as_str(), found.expected.as_str(), found.found.as_str()), ("out_data", "0x000001", "0x000101"));
    }
}
