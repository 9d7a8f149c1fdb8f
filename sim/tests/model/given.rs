//! Traffic from files, and hot spots at nodes of the user's choice, against the files' content.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use torusmith_sim::Error;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::Packet;
use torusmith_sim::loads::Loads;
use torusmith_sim::routing::RoutingOptions;
use torusmith_sim::run::{RunOptions, Summary};
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Destinations, Given, Lengths, Pattern, Sources, Traffic, TrafficOptions};
use torusmith_topology::{LinkSlices, Network, TerminalId};

use super::support::{network, routing};
use crate::own_networks::parsed;

/// A file of a folder that goes with it.
struct Written(TempDir, PathBuf);

fn write(name: &str, bytes: &[u8]) -> Written {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(name);
    fs::write(&file, bytes).unwrap();
    Written(dir, file)
}

fn trace(network: &Network, text: &str) -> Pattern {
    let Written(_dir, file) = write("my.csv", text.as_bytes());
    Given::trace(network, &file).unwrap().into()
}

fn rates(network: &Network, text: &str) -> Pattern {
    let Written(_dir, file) = write("my.csv", text.as_bytes());
    Given::rates(network, &file).unwrap().into()
}

fn options(pattern: Pattern, rate: f64) -> TrafficOptions {
    TrafficOptions { pattern, rate, lengths: Lengths::fixed(4).unwrap(), seed: 7, sources: Sources::default() }
}

/// (number, clock, source, destination, flits) of the packets created in so many clocks.
fn created(network: &Network, options: &TrafficOptions, clocks: u64) -> Vec<(u32, u64, u32, u32, u8)> {
    let mut traffic = Traffic::new(network, routing(network, 2), options).unwrap();
    let mut all = Vec::new();
    let told = |p: Packet| (p.number, p.created, p.source.0, p.destination.0, p.flits);
    (0..clocks).for_each(|clock| traffic.packets_at(clock, |packet| all.push(told(packet))));
    all
}

fn simulation(network: &Network, pattern: Pattern, pipeline: Pipeline, engine: EngineKind, cycles: u64) -> Simulation {
    Simulation {
        network: network.clone(),
        routing: RoutingOptions::default(),
        router: RouterConfig { vcs: 2, depth: 8, pipeline, ..RouterConfig::default() },
        slices: LinkSlices::new(network),
        engine,
        traffic: options(pattern, 0.0),
        run: RunOptions { cycles, ..RunOptions::default() },
    }
}

/// Clocks of arrival by packet number, and the summary.
fn run(simulation: &Simulation) -> (Vec<u64>, Summary) {
    let mut run = simulation.start(false).unwrap();
    let mut arrived = Vec::new();
    while !run.done() {
        run.begin();
        arrived.extend(run.finish().unwrap().iter().map(|delivery| (delivery.packet.number, delivery.delivered)));
    }
    arrived.sort_unstable();
    (arrived.into_iter().map(|(_, clock)| clock).collect(), run.summary())
}

/// The longest total and network latency.
fn longest(summary: &Summary) -> (u64, u64) {
    (summary.all.latencies.total.latency().unwrap().max, summary.all.latencies.network.latency().unwrap().max)
}

/// Rule N8: from 0,0 to 3,3 of a mesh are 6 links, 7 routers. A packet of 5 flits of clock 3 arrives in clock 3 + 7 PIPELINE + 4. One of clock 1000
/// meets no other packet; of 1 flit, over 1 link, it takes 2 PIPELINE. The run ends with the clock of the last arrival.
#[test]
fn a_packet_alone_arrives_by_the_formula() {
    let mesh = network("mesh:4,4");
    let text = "clock,from,to,flits\n3,\"0,0\",\"3,3\",5\n1000,\"2,2\",\"2,1\",1\n";
    for engine in [EngineKind::Fast, EngineKind::Reference] {
        for (pipeline, first, last) in [(Pipeline::One, 14, 1002), (Pipeline::Two, 21, 1004), (Pipeline::Three, 28, 1006)] {
            let (arrived, summary) = run(&simulation(&mesh, trace(&mesh, text), pipeline, engine, u64::MAX));
            assert_eq!(arrived, [first, last], "{engine} {pipeline:?}");
            assert_eq!((summary.clocks, summary.created, summary.delivered, summary.queued), (last + 1, 2, 2, 0));
            let load = 6.0 / (last + 1) as f64 / 16.0;
            assert_eq!((summary.all.offered, summary.all.accepted), (Some(load), Some(load)));
            assert_eq!(longest(&summary), (first - 3, first - 3));
        }
    }
}

/// Registers on a one-way link: the formula's s. From a to c are 2 links with 3 registers, 3 routers: 2 x 3 + 3 + 2 - 1.
#[test]
fn a_packet_alone_in_an_own_network() {
    let text = "nodes = [\"a\", \"b\", \"c\"]\nlinks = [{ from = \"a\", to = \"b\", slices = 1 }, { from = \"b\", to = \"c\", slices = 2 }, \
                { from = \"c\", to = \"a\" }]\nclasses = 1\n";
    let ring = Network::new(parsed(text));
    let (arrived, _) = run(&simulation(&ring, trace(&ring, "clock,from,to,flits\n4,a,c,2\n"), Pipeline::Two, EngineKind::Fast, u64::MAX));
    assert_eq!(arrived, [4 + 10]);
}

/// Two packets of a source share its local link: the second head follows the first tail, on another VC.
#[test]
fn packets_of_a_clock_leave_one_after_the_other() {
    let mesh = network("mesh:2,2");
    let pattern = trace(&mesh, "clock,from,to,flits\n0,0,1,3\n0,0,1,2\n");
    let (arrived, summary) = run(&simulation(&mesh, pattern, Pipeline::Two, EngineKind::Reference, u64::MAX));
    // 2 x 2 + 2, and two more flits that follow.
    assert_eq!((arrived, longest(&summary)), (vec![6, 8], (8, 6)));
}

/// Packets are numbered by clock, then by source (rule N6), then in the order of the file.
#[test]
fn packets_have_their_numbers_by_clock_source_and_line() {
    let mesh = network("mesh:4,4");
    let text = "# made by hand\nflits, to, from, clock\n1,2,9,0\n\n# later\n2,3,1,5\n3,0,9,5\n4,5,1,5\n5,\"0,1\",@15,5\n6,4,0,6\n";
    let expected = [(0, 0, 9, 2, 1), (1, 5, 1, 3, 2), (2, 5, 1, 5, 4), (3, 5, 9, 0, 3), (4, 5, 15, 1, 5), (5, 6, 0, 4, 6)];
    assert_eq!(created(&mesh, &options(trace(&mesh, text), 0.0), 10), expected);
    // Neither rate, nor lengths, nor seed make a difference.
    let other =
        TrafficOptions { rate: 1.0, lengths: Lengths::default(), seed: 1, pattern: trace(&mesh, text), sources: Sources::default() };
    assert_eq!(created(&mesh, &other, 10), expected);
    assert_eq!(created(&mesh, &other, 6), expected[..5]);
    assert_eq!((other.shortest(), options(Pattern::Uniform, 0.1).shortest()), (1, 4));
    // Ends of lines as Windows has them, a mark of UTF-8 at the beginning, no end of the last line.
    let windows = format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"));
    assert_eq!(created(&mesh, &options(trace(&mesh, &windows), 0.0), 10), expected);
}

#[test]
fn packed_files_say_the_same() {
    let mesh = network("mesh:4,4");
    let text: String = (0..5000).map(|i| format!("{},{},{},{}\n", i / 3, i % 16, (i + 5) % 16, 1 + i % 128)).collect();
    let text = format!("clock,from,to,flits\n{text}");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let Written(_dir, file) = write("my.csv.gz", &packed);
    let [plain, unpacked] =
        [trace(&mesh, &text), Given::trace(&mesh, &file).unwrap().into()].map(|p| created(&mesh, &options(p, 0.0), 2000));
    assert_eq!((plain.len(), &plain), (5000, &unpacked));
    // Cut off in the middle, and none at all.
    let Written(_dir, file) = write("my.csv.gz", &packed[..packed.len() / 2]);
    let told = Given::trace(&mesh, &file).unwrap_err().to_string();
    assert!(told.contains("my.csv.gz, line ") && told.contains("cannot be read: "), "{told}");
    let Written(_dir, file) = write("my.csv.gz", text.as_bytes());
    let told = Given::trace(&mesh, &file).unwrap_err().to_string();
    assert!(told.ends_with("my.csv.gz: invalid gzip header"), "{told}");
}

/// After its clocks no packet of a trace is created, nor leaves its source.
#[test]
fn cycles_cut_a_trace_off() {
    let mesh = network("mesh:4,4");
    let pattern = trace(&mesh, "clock,from,to,flits\n0,0,1,20\n0,0,1,20\n30,0,1,1\n");
    let (arrived, summary) = run(&simulation(&mesh, pattern, Pipeline::Two, EngineKind::Fast, 10));
    assert_eq!((arrived.len(), summary.created, summary.queued), (1, 2, 1));
}

type Read = fn(&Network, &std::path::Path) -> Result<Given, Error>;

#[test]
fn refusals_name_the_line_and_what_was_expected() {
    let mesh = network("mesh:4,4");
    let nodes = "row,column with row 0 to 3 and column 0 to 3; or a number 0 to 15";
    let all: &[(Read, &str, u32, &str)] = &[
        (Given::trace, "", 1, "no columns; expected: a first line with clock,from,to,flits (or bytes)"),
        (Given::trace, "# nothing\n\n", 1, "no columns; expected: a first line with clock,from,to,flits (or bytes)"),
        (
            Given::trace,
            "# x\nclock,from,to,flits\n# nothing\n",
            2,
            "no lines below; expected: one and more with clock,from,to,flits (or bytes)",
        ),
        (Given::trace, "0,1,2,3\n", 1, "unknown column `0`; expected: clock,from,to,flits (or bytes)"),
        (Given::trace, "clock,from,to\n", 1, "no column `flits` or `bytes`; expected: clock,from,to,flits (or bytes)"),
        (Given::trace, "clock,from,to,flits,to\n", 1, "column `to` is there twice; expected: clock,from,to,flits (or bytes)"),
        (Given::trace, "clock,from,to,flits\n0,1,2\n", 2, "3 cells; expected: 4, clock,from,to,flits (or bytes)"),
        (Given::trace, "clock,from,to,flits\n0,0,1,2,3\n", 2, "5 cells; expected: 4, clock,from,to,flits (or bytes)"),
        (
            Given::trace,
            "clock,from,to,flits\n9,0,1,1\n\n# x\n8,0,1,1\n",
            5,
            "clock = `8`; expected: 9 to 9007199254740991, as lines stand by clock",
        ),
        (Given::trace, "clock,from,to,flits\n-1,0,1,1\n", 2, "clock = `-1`; expected: 0 to 9007199254740991, as lines stand by clock"),
        // 2^53, and as 64 bits do not hold it.
        (
            Given::trace,
            "clock,from,to,flits\n9007199254740991,0,1,1\n9007199254740992,0,1,1\n",
            3,
            "clock = `9007199254740992`; expected: 9007199254740991 to 9007199254740991, as lines stand by clock",
        ),
        (
            Given::trace,
            "clock,from,to,flits\n100000000000000000000,0,1,1\n",
            2,
            "clock = `100000000000000000000`; expected: 0 to 9007199254740991, as lines stand by clock",
        ),
        (Given::trace, "clock,from,to,flits\n0,16,1,1\n", 2, &format!("unknown node `16`; expected: {nodes}")),
        (Given::trace, "clock,from,to,flits\n0,0,\"4,0\",1\n", 2, &format!("unknown node `4,0`; expected: {nodes}")),
        (Given::trace, "clock,from,to,flits\n0,0,,1\n", 2, &format!("unknown node ``; expected: {nodes}")),
        (Given::trace, "clock,from,to,flits\n0,@16,1,1\n", 2, "unknown node `@16`; expected: @ and a number 0 to 15"),
        (Given::trace, "clock,from,to,flits\n0,0,1,0\n", 2, "flits = `0`; expected: 1 to 128"),
        (Given::trace, "clock,from,to,flits\n0,0,1,129\n", 2, "flits = `129`; expected: 1 to 128"),
        (Given::trace, "clock,from,to,flits\n0,0,\"1\n\",1\n0,0,1,x\n", 4, "flits = `x`; expected: 1 to 128"),
        (
            Given::trace,
            "clock,flits,bytes,from,to\n",
            1,
            "columns `flits` and `bytes` are both there; expected: clock,from,to,flits (or bytes)",
        ),
        (Given::trace, "clock,from,to,bytes\n0,0,1,-1\n", 2, "bytes = `-1`; expected: 0 to 508, a head and up to 127 flits of 32 bits"),
        (
            Given::trace,
            "clock,from,to,bytes\n0,0,1,508\n0,0,1,509\n",
            3,
            "bytes = `509`; expected: 0 to 508, a head and up to 127 flits of 32 bits",
        ),
        (Given::permutation, "from,to\n0,1\n1,2\n\"0,0\",3\n", 4, "node `0,0` is a source in line 2 already; expected: once"),
        (Given::permutation, "from,to\n0,1\n1,2\n2,1\n", 4, "node `0,1` is a destination in line 2 already; expected: once"),
        (Given::permutation, "from,to\n0,a\n", 2, &format!("unknown node `a`; expected: {nodes}")),
        (Given::rates, "from,to,rate\n0,1,1.5\n", 2, "rate = `1.5`; expected: 0 to 1 flits a clock"),
        (Given::rates, "from,to,rate\n0,1,nan\n", 2, "rate = `nan`; expected: 0 to 1 flits a clock"),
        (
            Given::rates,
            "from,to,rate\n0,1,0.7\n1,0,0.7\n0,2,0.5\n",
            4,
            "the rates of `0` add up to 1.200000 with this one; expected: up to 1 (a port takes one flit a clock)",
        ),
        (Given::rates, "from,to,rate\n5,1,0.1\n0,3,0\n5,1,0.1\n", 4, "a rate from `1,1` to `0,1` is in line 2 already; expected: one"),
    ];
    for &(read, text, line, what) in all {
        let Written(_dir, file) = write("my.csv", text.as_bytes());
        let told = read(&mesh, &file).unwrap_err().to_string();
        assert_eq!(told, format!("{}, line {line}: {what}", file.display()), "{text}");
    }
    let Written(_dir, file) = write("my.csv", b"clock,from,to,flits\n0,0,1,1\n0,\xff,1,1\n");
    assert!(Given::trace(&mesh, &file).unwrap_err().to_string().ends_with(", line 3: is no text in UTF-8"));
    let none = file.with_file_name("none.csv");
    assert!(Given::rates(&mesh, &none).unwrap_err().to_string().starts_with(&format!("{}: No such file", none.display())));
}

/// A head, and a flit for every W bits, by hand.
#[test]
fn bytes_are_a_head_and_flits_of_the_width() {
    let mesh = network("mesh:4,4");
    let text = "bytes,from,to,clock\n0,0,1,0\n1,0,1,1\n4,0,1,2\n5,0,1,3\n64,0,1,4\n158,0,1,5\n";
    for (width, expected) in [(32, [1, 2, 2, 3, 17, 41]), (64, [1, 2, 2, 2, 9, 21]), (10, [1, 2, 5, 5, 53, 128]), (512, [1, 2, 2, 2, 2, 4])]
    {
        let Written(_dir, file) = write("my.csv", text.as_bytes());
        let pattern = Given::trace_in(&mesh, &file, width).unwrap().into();
        let flits: Vec<u8> = created(&mesh, &options(pattern, 0.0), 10).iter().map(|packet| packet.4).collect();
        assert_eq!(flits, expected, "{width}");
    }
}

/// Addresses count before numbers: 0123 of a TTN(3,2,1) is (0,1)(2,3), 0o0123 = 83; node 123 is @123, and 123, which is no address, too.
#[test]
fn addresses_count_before_numbers() {
    let ttn = network("ttn:3,2,1");
    let Written(_dir, file) = write("my.csv", b"from,to\n0123,@123\n1234,124\n");
    let destinations = Destinations::new(&ttn, Given::permutation(&ttn, &file).unwrap().into()).unwrap();
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    assert_eq!((destinations.draw(TerminalId(83), rng), destinations.draw(TerminalId(0o1234), rng)), (TerminalId(123), TerminalId(124)));
    let own = Network::new(parsed(
        "nodes = [\"2\", \"1\", \"0\"]\nlinks = [{ between = [\"2\", \"1\"] }, { between = [\"1\", \"0\"] }]\nclasses = 1\n",
    ));
    assert_eq!(created(&own, &options(trace(&own, "clock,from,to,flits\n0,2,0,1\n"), 0.0), 1), [(0, 0, 0, 2, 1)]);
}

#[test]
fn a_permutation_sends_what_it_names() {
    let mesh = network("mesh:4,4");
    let Written(_dir, file) = write("my.csv", b"from,to\n\"0,0\",\"3,3\"\n15,0\n3,3\n");
    let pattern = Pattern::from(Given::permutation(&mesh, &file).unwrap());
    assert_eq!(pattern.name(), format!("permutation:{}", file.display()));
    let packets = created(&mesh, &options(pattern, 0.8), 2000);
    assert!(packets.iter().all(|&(_, _, from, to, _)| [(0, 15), (15, 0)].contains(&(from, to))));
    // Two sources at a packet in five clocks.
    assert!((740..860).contains(&packets.len()), "{}", packets.len());
    let loads = Loads::new(&mesh, &mesh.graph(), &routing(&mesh, 2), pattern, &|_, _| ()).unwrap();
    // 0 to 15 by x then y, 15 to 0 by x then y: no link of both.
    assert_eq!((loads.senders, loads.bound(), loads.busiest().unwrap().load), (2.0 / 16.0, Some(2.0 / 16.0), 1.0));
    let told = Destinations::new(&network("mesh:4,5"), pattern).unwrap_err().to_string();
    assert!(told.contains("what was read for 20 nodes, as mesh(4,5) has; this was for 16"), "{told}");
}

/// In mesh(2,2), x first: link 0 to 1 has 0.5 + 0.25, 1 to 3 has 0.25, 2 to 3 has 0.5; node 3 gets 0.75, node 0 sends 0.75. 1.25 in all.
#[test]
fn rates_are_what_the_pairs_send() {
    let mesh = network("mesh:2,2");
    let pattern = rates(&mesh, "from,to,rate\n0,3,0.25\n0,1,0.5\n2,3,0.5\n1,0,0\n");
    let loads = Loads::new(&mesh, &mesh.graph(), &routing(&mesh, 2), pattern, &|_, _| ()).unwrap();
    let carried: Vec<_> = loads.links.iter().filter(|link| link.load > 0.0).map(|link| (link.node, link.load)).collect();
    assert_eq!(carried, [(0, 0.75), (1, 0.25), (2, 0.5)]);
    assert_eq!((loads.ejection, loads.injection, loads.senders, loads.offered), (0.75, 0.75, 0.5, 0.3125));
    assert!((loads.bound().unwrap() - 0.3125 / 0.75).abs() < 1e-9);

    // In 400,000 clocks, in packets of 4 flits, half of it by the factor: 12,500 and 25,000 and 25,000.
    let packets = created(&mesh, &options(pattern, 0.5), 400_000);
    let count = |from, to| packets.iter().filter(|packet| (packet.2, packet.3) == (from, to)).count() as f64;
    for (from, to, expected) in [(0, 3, 12_500.0), (0, 1, 25_000.0), (2, 3, 25_000.0)] {
        assert!((count(from, to) / expected - 1.0).abs() < 0.04, "{from} {to}: {}", count(from, to));
    }
    assert_eq!(packets.len() as f64, count(0, 3) + count(0, 1) + count(2, 3));
    let expected = Traffic::new(&mesh, routing(&mesh, 2), &options(pattern, 0.5)).unwrap().expected(400_000);
    assert!((expected - 62_500.0).abs() < 1e-6, "{expected}");
}

/// 20 % to one of two hot nodes, each as often, besides their shares of the rest; hot nodes send uniformly.
#[test]
fn hot_spots_at_nodes_of_choice() {
    let mesh = network("mesh:4,4");
    let pattern = Pattern::from(Given::hot_spots(&mesh, 20, "1,1/15").unwrap());
    assert_eq!(pattern.to_string(), "hot-spot at 1,1/15");
    let destinations = Destinations::new(&mesh, pattern).unwrap();
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    for source in [0, 5].map(TerminalId) {
        let shares = destinations.shares(source);
        assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12 && shares.len() == 15);
        let mut counts = [0u32; 16];
        (0..150_000).for_each(|_| counts[destinations.draw(source, rng).index()] += 1);
        for (node, share) in shares {
            let hot = if source.0 == 0 && [5, 15].contains(&node.0) { 0.1 } else { 0.0 };
            let even = if source.0 == 0 { 0.8 / 15.0 } else { 1.0 / 15.0 };
            assert!((share - even - hot).abs() < 1e-12, "{source} {node} {share}");
            assert!((f64::from(counts[node.index()]) / 150_000.0 - share).abs() < 0.004, "{source} {node} {counts:?}");
        }
    }
    for (nodes, told) in [
        ("1,1/16", "hot-spot-nodes = 1,1/16 is not allowed; allowed: nodes separated by `/`: unknown node `16`; expected: row,column"),
        ("1,1/5", "hot-spot-nodes = 1,1/5 is not allowed; allowed: nodes separated by `/`: `5` is there twice"),
    ] {
        assert!(Given::hot_spots(&mesh, 20, nodes).unwrap_err().to_string().starts_with(told));
    }
}

/// A trace has its clocks: no pattern is drawn from it, and nothing is counted over pairs.
#[test]
fn a_trace_is_no_pattern() {
    let mesh = network("mesh:4,4");
    let pattern = trace(&mesh, "clock,from,to,flits\n0,0,1,1\n");
    assert!(pattern.is_trace() && !Pattern::Uniform.is_trace());
    assert!(Destinations::new(&mesh, pattern).unwrap_err().to_string().contains("which have mean loads"));
    let told = Traffic::new(&network("mesh:4,5"), routing(&mesh, 2), &options(pattern, 0.0)).err().unwrap().to_string();
    assert!(told.contains("what was read for 20 nodes"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands in a file, it is read or refused in a line with a line of it.
    #[test]
    fn any_text_is_read_or_refused(body in "([0-9@,.\"#a \r\n-]|1,2,0.1\n|1,2\n|0,1,2,3\n){0,40}", head in 0..4usize) {
        let head = ["clock,from,to,flits\n", "from,to\n", "to,rate,from\r\n", ""][head];
        let text = format!("{head}{body}");
        let mesh = network("mesh:4,4");
        let Written(_dir, file) = write("my.csv", text.as_bytes());
        for read in [Given::trace as Read, Given::permutation, Given::rates] {
            let Err(e) = read(&mesh, &file) else { continue };
            let told = e.to_string();
            let line = told.strip_prefix(&format!("{}, line ", file.display())).and_then(|rest| rest.split(':').next()?.parse().ok());
            prop_assert!(line.is_some_and(|line: usize| (1..=text.matches('\n').count() + 1).contains(&line)), "{} in {:?}", told, text);
            prop_assert!(!told.contains('\n'), "{}", told);
        }
    }
}
