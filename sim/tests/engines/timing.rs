//! The fast engine alone, against figures worked out manually from docs/router.md.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::{Delivery, Engine, Packet, PortWord};
use torusmith_sim::routing::{RoutingOptions, for_network};
use torusmith_topology::{Network, TerminalId};

fn engine(name: &str, config: RouterConfig) -> Box<dyn Engine> {
    let network: Network = name.parse().unwrap();
    for_network(&network, RoutingOptions::default(), config.vcs).unwrap().fast(&network.graph(), config, true).unwrap()
}

fn packet(number: u32, source: u32, destination: u32, flits: u8, created: u64) -> Packet {
    Packet { number, source: TerminalId(source), destination: TerminalId(destination), bits: 0, flits, created }
}

fn drain(engine: &mut dyn Engine) -> Vec<Delivery> {
    let mut all = Vec::new();
    while engine.queued() + engine.in_flight() > 0 {
        assert!(engine.clock() < 10_000);
        engine.step();
        engine.take_deliveries(&mut all);
    }
    all
}

/// N8: the latency of a packet that is alone.
#[test]
fn a_lone_packet_takes_what_n8_says() {
    for (pipeline, clocks) in [(Pipeline::One, 1), (Pipeline::Two, 2), (Pipeline::Three, 3)] {
        for flits in [1, 2, 16, 64] {
            // 0 to 2 * 8 + 3 in an 8x8 torus: 3 columns and 2 rows.
            let mut engine = engine("torus:8,8", RouterConfig { pipeline, ..RouterConfig::default() });
            for _ in 0..7 {
                engine.step();
            }
            let sent = packet(0, 0, 19, flits, 7);
            engine.offer(sent);
            let expected = Delivery { packet: sent, injected: 7, delivered: 7 + clocks * (5 + 1) + flits as u64 - 1 };
            assert_eq!(drain(&mut *engine), [expected]);
        }
    }
}

/// Two routers, clock by clock, for a packet of two flits: L2, ST1, ST2, N5, and the four clocks of a credit.
#[test]
fn the_registers_of_a_lone_packet() {
    let mut engine = engine("torus:2,3", RouterConfig::default());
    engine.offer(packet(0, 0, 1, 2, 0));
    let mut words = vec![PortWord::default(); 30];
    let mut show = |engine: &mut dyn Engine| {
        engine.outputs(&mut words);
        let shown: Vec<_> = words.iter().enumerate().filter(|(_, w)| w.0 != 0).map(|(i, &w)| (i / 5, i % 5, w)).collect();
        engine.step();
        shown
    };
    // Head on the local link in clock 0, in node 0's buffer in 1, on x+ in 2. The path does not use the wrap link: class 0, VC 0.
    let head = PortWord::flit(0, true, false, 0, 0);
    let tail = PortWord::flit(0, false, true, 0, 1);
    let credit = PortWord::default().with_credit(0);
    assert_eq!(show(&mut *engine), []);
    assert_eq!(show(&mut *engine), []);
    assert_eq!(show(&mut *engine), [(0, 0, credit), (0, 1, head)]);
    assert_eq!(show(&mut *engine), [(0, 0, credit), (0, 1, tail)]);
    assert_eq!(show(&mut *engine), [(1, 0, head), (1, 2, credit)]);
    assert_eq!(show(&mut *engine), [(1, 0, tail), (1, 2, credit)]);
    assert_eq!(show(&mut *engine), []);
}

/// A buffer of D flits passes D flits every four clocks (win, link, win, credit on the link, counted), at most one a clock.
#[test]
fn credits_come_back_in_four_clocks() {
    for (depth, gap) in [(1, 4.0), (2, 2.0), (3, 4.0 / 3.0), (4, 1.0), (8, 1.0)] {
        let mut engine = engine("torus:8,8", RouterConfig { depth, ..RouterConfig::default() });
        engine.offer(packet(0, 0, 3, 64, 0));
        let clocks = drain(&mut *engine)[0].delivered;
        let expected = 2.0 * 4.0 + 63.0 * gap;
        assert!((clocks as f64 - expected).abs() < 4.0, "depth {depth}: {clocks} clocks, expected about {expected}");
    }
}

/// VC1, VC4: the VC of a packet whose tail wins the switch in t is taken in t+1 by a head that waits for it.
#[test]
fn a_vc_is_taken_in_the_clock_after_the_tail_wins() {
    for (pipeline, flits, gap) in [(Pipeline::Two, 4, 1), (Pipeline::Two, 1, 1), (Pipeline::Three, 4, 2)] {
        let mut engine = engine("torus:2,8", RouterConfig { vcs: 2, depth: 16, pipeline, reuse_empty: 0, ..RouterConfig::default() });
        // Both need x+ and class 0 of it from node 1 on, and sit in different input VCs there: one comes from node 0, one starts in node 1.
        engine.offer(packet(0, 0, 3, flits, 0));
        for _ in 0..pipeline_clocks(pipeline) {
            engine.step();
        }
        engine.offer(packet(1, 1, 3, flits, engine.clock()));
        let mut words = vec![PortWord::default(); 16 * 5];
        let mut link = Vec::new();
        while engine.queued() + engine.in_flight() > 0 {
            engine.outputs(&mut words);
            if words[5 + 1].valid() {
                link.push((engine.clock(), words[5 + 1].head(), words[5 + 1].tail(), words[5 + 1].packet()));
            }
            engine.step();
        }
        let tail = link.iter().find(|f| f.2).unwrap();
        let head = link.iter().find(|f| f.1 && f.3 != tail.3).unwrap();
        assert_eq!(head.0 - tail.0, gap, "{pipeline:?} {flits} flits: {link:?}");
    }
}

fn pipeline_clocks(pipeline: Pipeline) -> u64 {
    if pipeline == Pipeline::Two { 2 } else { 3 }
}

/// Routers that do not fit into a word are refused, in a line.
#[test]
fn too_many_ports_and_vcs_are_refused() {
    let network: Network = "torus:4,4".parse().unwrap();
    let routing = for_network(&network, RoutingOptions::default(), 4).unwrap();
    let graph = torusmith_topology::Graph::new(4, 12, |_, _| None);
    let config = RouterConfig { vcs: 8, ..RouterConfig::default() };
    let error = routing.fast(&graph, config, false).err().unwrap().to_string();
    assert_eq!(error, "vcs = 8 is not allowed; allowed: 1 to 5 for routers of 12 ports; --engine reference takes 1 to 8");
}
