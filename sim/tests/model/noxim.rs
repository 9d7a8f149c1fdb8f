//! Traffic tables of Noxim, and packets to their own node, against docs/traffic.md.

use std::fs;

use torusmith_sim::loads::Loads;
use torusmith_sim::routing::RoutingOptions;
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Given, Lengths, Pattern, Sources, Traffic, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

use super::support::{network, routing};

fn read(network: &Network, text: &str) -> Result<Pattern, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.txt");
    fs::write(&file, text).unwrap();
    Given::noxim(network, &file).map(Pattern::from).map_err(|e| e.to_string())
}

fn options(pattern: Pattern, rate: f64) -> TrafficOptions {
    TrafficOptions { pattern, rate, lengths: Lengths::any_of(&[2, 4]).unwrap(), seed: 5, sources: Sources::default() }
}

/// (clock, source, destination) of the packets created, and the number of packets to their own source.
fn created(network: &Network, pattern: Pattern, rate: f64, clocks: u64) -> (Vec<(u64, u32, u32)>, u64) {
    let mut traffic = Traffic::new(network, routing(network, 2), &options(pattern, rate)).unwrap();
    let mut all = Vec::new();
    (0..clocks).for_each(|clock| traffic.packets_at(clock, |packet| all.push((clock, packet.source.0, packet.destination.0))));
    assert_eq!(all.len(), traffic.created() as usize);
    (all, traffic.own())
}

/// A line is active in the clocks c with t_on < c mod period < t_off alone; with pir 1 in all of these.
#[test]
fn lines_are_active_in_their_clocks() {
    let mesh = network("mesh:2,2");
    let clocks =
        |text: &str| created(&mesh, read(&mesh, text).unwrap(), 1.0, 60).0.into_iter().map(|(clock, ..)| clock).collect::<Vec<_>>();
    let those = |active: &dyn Fn(u64) -> bool| (0..60).filter(|&clock| active(clock)).collect::<Vec<_>>();
    assert_eq!(clocks("0 3 1 1 5 9 20\n"), those(&|c| [6, 7, 8].contains(&(c % 20))));
    assert_eq!(clocks("% a comment\n\n0 3 1 1 5 9\r\n"), [6, 7, 8]);
    assert_eq!(clocks("0 3 1 1 5\n"), those(&|c| c > 5));
    assert_eq!(clocks("0 3 1\n"), those(&|c| c > 0));
    assert_eq!(clocks("0 3 1 1 0 2 3\n"), those(&|c| c % 3 == 1));
    assert_eq!(clocks("0 3 1 1 7 8 9\n"), [0u64; 0]);
    // Two lines of a source in turn, to different nodes.
    let (packets, _) = created(&mesh, read(&mesh, "0 1 1 1 0 6 10\n0 2 1 1 5 9 10\n").unwrap(), 1.0, 20);
    let to = |clock: u64| packets.iter().find(|packet| packet.0 == clock).map(|packet| packet.2);
    assert_eq!(
        (0..20).map(to).collect::<Vec<_>>()[..10],
        [None, Some(1), Some(1), Some(1), Some(1), Some(1), Some(2), Some(2), Some(2), None]
    );
    assert_eq!((10..20).map(to).collect::<Vec<_>>(), (0..10).map(to).collect::<Vec<_>>());
}

/// After a clock without a packet, one has probability pir, after one with a packet por: pir / (1 + pir - por) of all clocks have one.
#[test]
fn rates_depend_on_the_clock_before() {
    let mesh = network("mesh:2,2");
    for (pir, por, factor) in [(0.1, 0.1, 1.0), (0.1, 0.6, 1.0), (0.4, 0.2, 1.0), (0.4, 0.8, 0.5), (0.3, 0.0, 1.0)] {
        let (p, q) = (pir * factor, por * factor);
        let (packets, _) = created(&mesh, read(&mesh, &format!("2 1 {pir} {por}\n")).unwrap(), factor, 100_000);
        let at: std::collections::BTreeSet<u64> = packets.iter().map(|packet| packet.0).collect();
        let behind = at.iter().filter(|&&clock| at.contains(&(clock + 1))).count() as f64 / at.len() as f64;
        assert!((behind - q).abs() < 0.01, "{pir} {por}: {behind}");
        let share = at.len() as f64 / 100_000.0;
        assert!((share - p / (1.0 + p - q)).abs() < 0.006, "{pir} {por}: {share}");
    }
    // Without por it is pir; destinations by their share of the sum.
    let (packets, _) = created(&mesh, read(&mesh, "0 1 0.1\n0 2 0.3\n3 0 0.2\n").unwrap(), 1.0, 100_000);
    let count = |from, to| packets.iter().filter(|packet| (packet.1, packet.2) == (from, to)).count() as f64 / 1000.0;
    assert!([(count(0, 1), 10.0), (count(0, 2), 30.0), (count(3, 0), 20.0)].iter().all(|(found, wanted)| (found - wanted).abs() < 0.6));
    assert_eq!(created(&mesh, read(&mesh, "0 1 0.1\n").unwrap(), 0.0, 1000).0, []);
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let mesh = network("mesh:2,2");
    for (text, line, words) in [
        ("% none\n", 1, "no lines; expected: one and more"),
        ("0 1 0.1\n0 1\n", 2, "2 numbers; expected: 3 to 7, src dst pir, and por, t_on, t_off, period"),
        ("0 1 0.1 0.1 0 1 2 3\n", 1, "8 numbers"),
        ("0 4 0.1\n", 1, "dst = `4`; expected: a node, 0 to 3"),
        ("x 1 0.1\n", 1, "src = `x`"),
        ("0 1 1.5\n", 1, "pir = `1.5`; expected: 0 to 1 packets a clock"),
        ("0 1 0.5 -1\n", 1, "por = `-1`"),
        ("\n0 1 0.5 0.5 -3\n", 2, "t_on = `-3`; expected: a clock, 0 and more"),
        ("0 1 0.5 0.5 10 10\n", 1, "t_off = `10`; expected: a clock, 11 and more"),
        ("0 1 0.5 0.5 10 20 20\n", 1, "period = `20`; expected: a clock, 21 and more"),
        ("0 1 0.5\n1 1 0.5\n0 2 0.6\n", 3, "the pir of source 0 add up to 1.100000"),
        ("0 1 0.5 0.9\n0 2 0.1 0.2\n", 2, "the por of source 0 add up to 1.100000"),
    ] {
        let told = read(&mesh, text).unwrap_err();
        assert!(told.contains(&format!("t.txt, line {line}: ")) && told.contains(words) && !told.contains('\n'), "{told}");
    }
    assert!(read(&mesh, "0 1 0.8 0.8 0 5 10\n0 2 0.8 0.8 5 9 10\n").is_ok());
    let told = Loads::new(&mesh, &mesh.graph(), &routing(&mesh, 2), read(&mesh, "0 1 1\n").unwrap(), &|_, _| ()).unwrap_err().to_string();
    assert!(told.contains("rates, which have mean loads"), "{told}");
}

fn simulation(network: &Network, pattern: Pattern, cycles: u64) -> Simulation {
    Simulation {
        network: network.clone(),
        routing: RoutingOptions::default(),
        router: super::support::config(torusmith_sim::config::Pipeline::Two),
        slices: LinkSlices::new(network),
        engine: EngineKind::Fast,
        traffic: options(pattern, 1.0),
        run: RunOptions { cycles, ..RunOptions::default() },
    }
}

/// Packets to the own node are counted separately: all other figures are those of the file without them.
#[test]
fn packets_to_the_own_node_enter_no_network() {
    let mesh = network("mesh:2,2");
    let given = |text: &str, read: fn(&Network, &std::path::Path) -> Result<Given, torusmith_sim::Error>| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.csv");
        fs::write(&file, text).unwrap();
        Pattern::from(read(&mesh, &file).unwrap())
    };
    let with = simulation(&mesh, given("clock,from,to,flits\n0,0,3,4\n5,1,1,1\n5,1,2,3\n5,2,2,9\n90,3,3,1\n", Given::trace), u64::MAX)
        .run(|_| ())
        .unwrap();
    let without = simulation(&mesh, given("clock,from,to,flits\n0,0,3,4\n5,1,2,3\n", Given::trace), u64::MAX).run(|_| ()).unwrap();
    let (with, without) = (with.summary, without.summary);
    assert_eq!((with.own, without.own), (3, 0));
    assert_eq!((with.created, with.delivered, with.all.latencies.network.latency()), (2, 2, without.all.latencies.network.latency()));
    assert_eq!(with.hops_mean, without.hops_mean);
    // A quarter of rates 0.3 and 0.1 stays; the loads of links are those of the rest.
    let pattern = given("from,to,rate\n0,0,0.1\n0,3,0.3\n1,1,0.5\n", Given::rates);
    let (packets, own) = created(&mesh, pattern, 1.0, 300_000);
    let here = own as f64 / 1000.0;
    assert!(
        (packets.len() as f64 / 1000.0 - 30.0).abs() < 0.7 && packets.iter().all(|packet| (packet.1, packet.2) == (0, 3)),
        "{}",
        packets.len()
    );
    assert!((here - 10.0 - 50.0).abs() < 1.0, "{here}");
    let loads = Loads::new(&mesh, &mesh.graph(), &routing(&mesh, 2), pattern, &|_, _| ()).unwrap();
    assert_eq!((loads.injection, loads.ejection, loads.senders, loads.offered), (0.3, 0.3, 0.25, 0.075));
    let outcome = simulation(&mesh, pattern, 5000);
    assert!((outcome.zero_load_latency().unwrap().unwrap() - (2.0 * 3.0 + 3.0 - 1.0)).abs() < 1e-9);
    // A table of Noxim, too.
    let (packets, own) = created(&mesh, read(&mesh, "0 0 1\n").unwrap(), 1.0, 10);
    assert_eq!((packets.len(), own), (0, 9));
}

/// An idle network goes on to the next clock in which a line is active, with the outcome of a run that steps each clock.
#[test]
fn idle_clocks_of_a_table_are_passed_over() {
    let mesh = network("mesh:2,2");
    let pattern = read(&mesh, "0 3 0.5 0.9 4000 4010 6000\n1 2 0.2 0.2 9000 9003 100000000\n").unwrap();
    let simulation = simulation(&mesh, pattern, 40_000);
    let mut steps = simulation.start(false).unwrap();
    while !steps.done() {
        steps.begin();
        steps.finish().unwrap();
    }
    let outcome = simulation.run(|_| ()).unwrap();
    assert_eq!(outcome.summary, steps.summary());
    assert!(outcome.summary.created > 20, "{:?}", outcome.summary);
}
