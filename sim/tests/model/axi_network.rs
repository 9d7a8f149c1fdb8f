//! Networks with AXI4-Stream interfaces: clocks of a lone packet, and every packet whole.

use torusmith_sim::axi::{AxiNetwork, Data, Inputs, Streams};
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, for_network};

use super::axi::{beat, data, silence};
use super::support::{network, routing};
use crate::apart::Apart;

/// router.md N8 between the two interfaces: head on the local link in clock 1, the last of n flits on the local output `PIPELINE` (h+1) + n - 1 clocks
/// later, in the register a clock after that. So the first beat, shown in clock 0, comes next door in clock 5, 7 or 9.
#[test]
fn a_lone_packet_through_a_network() {
    let (torus, shared) = (network("torus:4,4"), Apart::one_router(16).network());
    for (pipeline, clocks) in [(Pipeline::One, 1), (Pipeline::Two, 2), (Pipeline::Three, 3)] {
        for (network, destination, links) in [(&torus, 1, 1), (&torus, 10, 4), (&shared, 13, 0)] {
            let config = RouterConfig { vcs: 2, pipeline, ..RouterConfig::default() };
            let mut axi = AxiNetwork::new(network.graph(), routing(network, 2), config, Streams::plain(1)).unwrap();
            let mut inputs = vec![silence(true); 16];
            let mut arrived = Vec::new();
            let mut sent = 0;
            for clock in 0..60 {
                assert_eq!(axi.clock(), clock);
                let beats = axi.outputs(destination as usize).beat;
                arrived.extend(beats.map(|b| (clock, b.tdata[0], b.tlast, b.tid)));
                inputs[0] = if sent < 3 { beat(sent, sent == 2, destination) } else { silence(true) };
                sent += u32::from(sent < 3 && axi.outputs(0).tready);
                axi.step(&inputs);
            }
            let last = 1 + clocks * (links + 1) + 4 - 1 + 1;
            assert_eq!(arrived, [(last - 2, 0, false, 0), (last - 1, 1, false, 0), (last, 2, true, 0)]);
        }
    }
}

/// Words of random numbers, by SplitMix64's constants; good enough for a test.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    *state >> 33
}

/// Every packet arrives once and whole, whatever the users' pauses, and nothing is left over; adaptive routing too.
#[test]
fn all_packets_arrive_whole() {
    for (name, algorithm, vcs, clocks) in [("torus:3,3", RoutingAlgorithm::Dor, 2, 1500), ("htn:4,4,2,1", RoutingAlgorithm::LsCs, 3, 100)] {
        let network = network(name);
        let nodes = network.routers();
        let routing = for_network(&network, RoutingOptions::new(algorithm, None), vcs).unwrap();
        let config = RouterConfig { vcs, depth: 3, ..RouterConfig::default() };
        let mut axi = AxiNetwork::new(network.graph(), routing, config, Streams::plain(1)).unwrap();
        let mut state = 5;
        let mut inputs = vec![Inputs::default(); nodes];
        // By source: beats that are left of its packet and its destination; by (source, destination): last words sent and arrived.
        let mut left: Vec<(u32, u32)> = vec![(0, 0); nodes];
        let (mut sent, mut arrived): (Vec<Data>, Vec<Data>) = (Vec::new(), Vec::new());
        let mut open: Vec<Vec<Data>> = vec![Vec::new(); nodes];
        for clock in 0..clocks + 900 {
            for node in 0..nodes {
                let (beats, destination) = &mut left[node];
                if *beats == 0 && clock < clocks && random(&mut state).is_multiple_of(3) {
                    *beats = 1 + random(&mut state) as u32 % 9;
                    *destination = random(&mut state) as u32 % nodes as u32;
                }
                if !inputs[node].tvalid && *beats > 0 && !random(&mut state).is_multiple_of(4) {
                    let mut tdata = data(node as u32 | *destination << 16);
                    (tdata[1], tdata[15]) = (clock, *beats);
                    inputs[node] = Inputs { tvalid: true, tdata, tlast: *beats == 1, tdest: *destination, ..Inputs::default() };
                }
                inputs[node].tready = random(&mut state).is_multiple_of(2) || clock > clocks;
            }
            let outputs: Vec<_> = (0..nodes).map(|node| axi.outputs(node)).collect();
            axi.step(&inputs);
            for (node, outputs) in outputs.iter().enumerate() {
                let Inputs { tvalid, tdata, tdest, tready, .. } = inputs[node];
                if tvalid && outputs.tready {
                    inputs[node].tvalid = false;
                    left[node].0 -= 1;
                    if tdest as usize != node {
                        sent.push(tdata);
                    }
                }
                if let (Some(beat), true) = (outputs.beat, tready) {
                    assert_eq!((beat.tid, node as u32), (beat.tdata[0] & 0xffff, beat.tdata[0] >> 16));
                    // The beats of a packet count down to 1.
                    assert!(open[node].last().is_none_or(|before| before[0] == beat.tdata[0] && before[15] == beat.tdata[15] + 1));
                    assert_eq!(beat.tlast, beat.tdata[15] == 1);
                    open[node].push(beat.tdata);
                    if beat.tlast {
                        arrived.append(&mut open[node]);
                    }
                }
            }
        }
        assert!(sent.len() > 1000 && open.iter().all(Vec::is_empty), "{name}: {} sent", sent.len());
        sent.sort_unstable();
        arrived.sort_unstable();
        assert_eq!(sent, arrived, "{name}");
    }
}
