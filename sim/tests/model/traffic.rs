//! The seven patterns against values worked out manually, and the arrivals.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use torusmith_sim::engine::Packet;
use torusmith_sim::traffic::{Destinations, Lengths, Pattern, Sources, Traffic, TrafficOptions};
use torusmith_topology::{Network, TerminalId};

use super::support::{network, routing};

fn destination(network: &Network, pattern: Pattern, source: &str) -> Option<String> {
    let destinations = Destinations::new(network, pattern).unwrap();
    let source = network.parse_terminal(source).unwrap();
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    destinations.sends(source).then(|| network.format_terminal(destinations.draw(source, rng)))
}

#[test]
fn permutations_by_hand() {
    let ttn = network("ttn:2,2,0");
    let torus = network("torus:4,4");
    let htn = network("htn:4,4,2,1");
    let rdt = network("rdt:16");
    // 2013 is 10 00 01 11 in binary, 1302 is 01 11 00 10; row 1, column 2 of a 4x4 torus is 01 10.
    for (network, pattern, source, expected) in [
        (&ttn, Pattern::Transpose, "2013", "0231"),
        (&network("mtn:2,2,1"), Pattern::Transpose, "2013", "0231"),
        (&network("mh3dt:4,4,2,2"), Pattern::Transpose, "201312", "312201"),
        (&ttn, Pattern::BitReversal, "2013", "3201"), // 11 10 00 01
        (&ttn, Pattern::Complement, "2013", "1320"),  // 01 11 10 00
        (&ttn, Pattern::BitFlip, "2013", "0132"),     // 00 01 11 10
        (&ttn, Pattern::Shuffle, "2013", "0033"),     // 00 00 11 11
        (&ttn, Pattern::BitReversal, "1302", "1032"), // 01 00 11 10
        (&ttn, Pattern::Shuffle, "1302", "3210"),     // 11 10 01 00
        (&torus, Pattern::Transpose, "1,2", "2,1"),
        (&torus, Pattern::Complement, "1,2", "2,1"),  // 10 01
        (&torus, Pattern::BitFlip, "0,2", "2,3"),     // 00 10, 01 00, 10 11
        (&torus, Pattern::Shuffle, "2,0", "0,1"),     // 10 00, 00 01
        (&htn, Pattern::Transpose, "20131", "32300"), // 10000 11101, 11101 10000
        (&rdt, Pattern::Transpose, "3,5", "5,3"),     // y 0101, x 0011: 0011 0101
        (&rdt, Pattern::BitReversal, "3,5", "10,12"), // 1100 1010
        (&rdt, Pattern::Complement, "3,5", "12,10"),  // 1010 1100
        (&rdt, Pattern::BitFlip, "3,5", "5,3"),       // 0011 0101
        (&rdt, Pattern::Shuffle, "3,5", "6,10"),      // 1010 0110
    ] {
        assert_eq!(destination(network, pattern, source).as_deref(), Some(expected), "{pattern} {source}");
    }
}

#[test]
fn a_node_mapped_to_itself_is_silent() {
    let ttn = network("ttn:2,2,0");
    for (pattern, source, silent) in [
        (Pattern::Transpose, "1122", 16),   // row = column at both levels: 4 * 4 nodes
        (Pattern::BitReversal, "2001", 16), // 10 00 00 01, a palindrome: 2^4
        (Pattern::Shuffle, "3333", 2),      // all bits equal
        (Pattern::Complement, "", 0),
        (Pattern::BitFlip, "3300", 16), // 11 11 00 00: b_i is not b_{7-i}
    ] {
        let destinations = Destinations::new(&ttn, pattern).unwrap();
        assert_eq!(TerminalId::all(256).filter(|&s| !destinations.sends(s)).count(), silent, "{pattern}");
        if silent > 0 {
            assert_eq!(destination(&ttn, pattern, source), None, "{pattern}");
        }
    }
    let options =
        TrafficOptions { pattern: Pattern::Shuffle, rate: 0.9, lengths: Lengths::fixed(1).unwrap(), seed: 3, sources: Sources::default() };
    let packets = packets(&ttn, &options, 300);
    assert!(packets.iter().all(|p| p.source != p.destination && p.source.0 != 0 && p.source.0 != 255));
    assert!((1..255).all(|node| packets.iter().any(|p| p.source.0 == node)));
}

#[test]
fn random_destinations() {
    let ttn = network("ttn:2,3,0");
    let rng = &mut ChaCha8Rng::seed_from_u64(5);
    let mut shares = |pattern: Pattern, source: &str, watched: &str| {
        let destinations = Destinations::new(&ttn, pattern).unwrap();
        let (source, watched) = (ttn.parse_terminal(source).unwrap(), ttn.parse_terminal(watched).unwrap());
        let draws: Vec<TerminalId> = (0..200_000).map(|_| destinations.draw(source, rng)).collect();
        assert!(draws.iter().all(|&d| d != source && d.0 < 4096));
        draws.iter().filter(|&&d| d == watched).count() as f64 / 200_000.0
    };
    // The hot node of 231112 is 230000; with p = 0.1 its share is 0.1 + 0.9 / 4095.
    assert!((shares(Pattern::HotSpot(10), "231112", "230000") - 0.10022).abs() < 0.003);
    assert!((shares(Pattern::HotSpot(2), "231112", "230000") - 0.02024).abs() < 0.0015);
    assert!(shares(Pattern::HotSpot(20), "230000", "230000") == 0.0);
    assert!(shares(Pattern::HotSpot(20), "230000", "220000") < 0.001);
    assert!(shares(Pattern::Uniform, "231112", "230000") < 0.001);
    // Every other node, the neighbours in number too.
    let torus = network("torus:2,3");
    let destinations = Destinations::new(&torus, Pattern::Uniform).unwrap();
    for source in 0..6 {
        let mut counts = [0; 6];
        (0..60_000).for_each(|_| counts[destinations.draw(TerminalId(source), rng).index()] += 1);
        let others = (0..6).filter(|&d| d != source as usize).map(|d| counts[d]);
        assert!(others.clone().all(|n| (11_500..12_500).contains(&n)), "{counts:?}");
        assert_eq!(others.sum::<i32>(), 60_000);
    }
    // 8x8 in four parts of 2 rows and columns a side: the node of the part that is nearest to the centre.
    let torus = network("torus:8,8");
    let hot = |source| destination(&torus, Pattern::HotSpot(100), source).unwrap();
    assert_eq!(["0,0", "2,7", "7,4", "5,5"].map(hot), ["1,1", "3,6", "6,4", "4,4"]);
    // (n5, n4) (0, 0) (0, 0) (TTN paper, 5.4.2), in its like too; by number the same nodes in an MH3DT.
    for name in ["sttn:2,3,0", "mtn:2,3,1", "tesh:2,3,0", "mh3dt:4,4,2,2"] {
        let network = network(name);
        let hot = |source| destination(&network, Pattern::HotSpot(100), source).unwrap();
        assert_eq!(["231112", "020001"].map(hot), ["230000", "020000"], "{name}");
    }
    // The four nodes round the centre, each for a quarter of the BMs.
    let htn = network("htn:4,4,2,1");
    let hot = |source| destination(&htn, Pattern::HotSpot(100), source).unwrap();
    assert_eq!(["00000", "13222", "21300", "33333"].map(hot), ["11033", "12030", "21003", "22000"]);
}

/// Definitions of the networks (docs/networks.md): the nodes to which links lead, each once.
#[test]
fn neighbours_by_hand() {
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    for (name, source, expected) in [
        ("mesh:3,3", "0,0", &["0,1", "1,0"] as &[_]),
        ("torus:4,4", "1,0", &["0,0", "1,1", "1,3", "2,0"]),
        ("torus:2,3", "0,0", &["0,1", "0,2", "1,0"]), // both ways round a ring of two are one node
        ("hypercube:3", "101", &["001", "100", "111"]),
        // A corner of a basic module is linked to the far corners; on the one-way ring of level 2, to the next node.
        ("ttn:2,2,0", "0000", &["0001", "0003", "0010", "0030", "1000"]),
    ] {
        let network = network(name);
        let destinations = Destinations::new(&network, Pattern::Neighbours).unwrap();
        let source = network.parse_terminal(source).unwrap();
        let mut counts = BTreeMap::new();
        (0..12_000).for_each(|_| *counts.entry(network.format_terminal(destinations.draw(source, rng))).or_insert(0usize) += 1);
        assert_eq!(counts.keys().collect::<Vec<_>>(), expected, "{name}");
        let share = 12_000 / expected.len();
        assert!(counts.values().all(|count| count.abs_diff(share) < share / 8), "{name}: {counts:?}");
        let shares: Vec<(String, f64)> =
            destinations.shares(source).into_iter().map(|(node, share)| (network.format_terminal(node), share)).collect();
        assert_eq!(shares, expected.iter().map(|node| (node.to_string(), 1.0 / expected.len() as f64)).collect::<Vec<_>>(), "{name}");
    }
}

fn packets(network: &Network, options: &TrafficOptions, clocks: u64) -> Vec<Packet> {
    let mut traffic = Traffic::new(network, routing(network, 4), options).unwrap();
    let mut all = Vec::new();
    for clock in 0..clocks {
        traffic.packets_at(clock, |packet| {
            assert_eq!(packet.created, clock);
            all.push(packet);
        });
    }
    assert_eq!(traffic.created() as usize, all.len());
    all
}

#[test]
fn arrivals_are_bernoulli_at_the_rate() {
    let torus = network("torus:4,4");
    for (rate, lengths) in [(0.3, vec![16]), (1.0, vec![1]), (0.5, vec![1]), (0.02, vec![64]), (0.4, vec![1, 1, 1, 13])] {
        let lengths = Lengths::any_of(&lengths).unwrap();
        let p = rate / lengths.mean();
        let options = TrafficOptions { pattern: Pattern::Uniform, rate, lengths, seed: 11, sources: Sources::default() };
        let clocks = 200_000;
        let packets = packets(&torus, &options, clocks);
        let trials = 16.0 * clocks as f64;
        let spread = 5.0 * (trials * p * (1.0 - p)).sqrt() + 1e-9;
        assert!((packets.len() as f64 - trials * p).abs() <= spread, "{rate}: {} of {}", packets.len(), trials * p);
        // In order of clock and source, one a node and clock, numbered.
        assert!(packets.windows(2).all(|w| (w[0].created, w[0].source) < (w[1].created, w[1].source)));
        assert!(packets.iter().map(|p| p.number).eq(0..packets.len() as u32));
        // No memory: a packet right after a packet is as likely as any.
        let clocks_of_3: Vec<u64> = packets.iter().filter(|p| p.source.0 == 3).map(|p| p.created).collect();
        let adjacent = clocks_of_3.windows(2).filter(|w| w[1] == w[0] + 1).count() as f64;
        let pairs = clocks_of_3.len() as f64;
        assert!((adjacent - pairs * p).abs() <= 5.0 * (pairs * p * (1.0 - p)).sqrt() + 2.0, "{rate}: {adjacent} of {}", pairs * p);
        let flits: f64 = packets.iter().map(|p| f64::from(p.flits)).sum();
        assert!((flits / trials / rate - 1.0).abs() < 10.0 / (packets.len() as f64).sqrt());
    }
}

/// On periods of 50 clocks on average, in which a packet of 4 flits begins in a clock with p = 1/4; between, off periods that keep the load.
#[test]
fn bursts_keep_the_load() {
    let torus = network("torus:4,4");
    for (rate, mean) in [(0.1, 50.0), (0.5, 50.0), (0.9, 50.0), (1.0, 50.0), (0.3, 1.0)] {
        let lengths = Lengths::fixed(4).unwrap();
        let options = TrafficOptions { pattern: Pattern::Uniform, rate, lengths, seed: 11, sources: Sources::Bursts(mean) };
        let clocks = 400_000;
        let all = packets(&torus, &options, clocks);
        assert_eq!(all, packets(&torus, &options, clocks));
        let trials = 16.0 * clocks as f64;
        // Clocks of a burst go together: of so many bursts the lengths scatter like exponential ones, on and off.
        let bursts = trials * rate / mean;
        let expected = trials * rate / 4.0;
        let spread = 5.0 * expected * ((2.0 / bursts).sqrt() + (4.0 / expected).sqrt());
        assert!((all.len() as f64 - expected).abs() < spread, "{rate}: {} of {expected}", all.len());
        // The next packet of a source comes in the next clock if the period goes on and the draw hits: 49/50 x 1/4; if the period ends, after an off
        // period of no clock, of mean F = 50 (1 - rate) / rate: 1/50 x 1/(F + 1) x 1/4 more.
        let mut last = [u64::MAX - 1; 16];
        let mut adjacent = 0.0;
        for packet in &all {
            adjacent += f64::from(u8::from(last[packet.source.index()] + 1 == packet.created));
            last[packet.source.index()] = packet.created;
        }
        let off = mean * (1.0 - rate) / rate;
        let p = (1.0 - 1.0 / mean + 1.0 / mean / (off + 1.0)) / 4.0;
        let pairs = all.len() as f64;
        assert!((adjacent - pairs * p).abs() < 5.0 * (pairs * p * (1.0 - p)).sqrt() + 16.0, "{rate}: {adjacent} of {}", pairs * p);
    }
    let none = TrafficOptions { pattern: Pattern::Uniform, rate: 0.0, lengths: Lengths::default(), seed: 1, sources: Sources::Bursts(9.0) };
    assert_eq!(packets(&torus, &none, 10_000), []);
    let wrong = TrafficOptions { sources: Sources::Bursts(0.5), ..none };
    let told = Traffic::new(&torus, routing(&torus, 4), &wrong).err().unwrap().to_string();
    assert!(told.contains("burst") && told.contains("1 clock and more"), "{told}");
}

/// A node's packets depend on the seed and its number only.
#[test]
fn streams_are_independent() {
    let clocks_and_lengths = |name: &str, pattern, seed| {
        let options =
            TrafficOptions { pattern, rate: 0.1, lengths: Lengths::any_of(&[1, 4, 16]).unwrap(), seed, sources: Sources::default() };
        let all = packets(&network(name), &options, 3000);
        all.into_iter().filter(|p| p.source.0 == 27).map(|p| (p.created, p.flits)).collect::<Vec<_>>()
    };
    let here = clocks_and_lengths("ttn:2,2,0", Pattern::Complement, 1);
    assert!(here.len() > 20);
    assert_eq!(here, clocks_and_lengths("ttn:2,3,1", Pattern::Complement, 1));
    assert_eq!(here, clocks_and_lengths("torus:8,8", Pattern::Complement, 1));
    assert_ne!(here, clocks_and_lengths("ttn:2,2,0", Pattern::Complement, 2));
}

#[test]
fn no_packets_at_rate_0() {
    let options =
        TrafficOptions { pattern: Pattern::Uniform, rate: 0.0, lengths: Lengths::default(), seed: 1, sources: Sources::default() };
    assert_eq!(packets(&network("torus:4,4"), &options, 10_000), []);
}

#[test]
fn what_is_refused_says_why_in_a_line() {
    let refusal = |name: &str, pattern, rate| {
        let network = network(name);
        let options = TrafficOptions { pattern, rate, lengths: Lengths::default(), seed: 1, sources: Sources::default() };
        Traffic::new(&network, routing(&network, 4), &options).err().unwrap().to_string()
    };
    let rate = "0 to 1 flits a node and clock (a port takes one flit a clock)";
    assert_eq!(refusal("ttn:2,2,0", Pattern::Uniform, 1.01), format!("rate = 1.01 is not allowed; allowed: {rate}"));
    assert_eq!(refusal("ttn:2,2,0", Pattern::Uniform, -0.1), format!("rate = -0.1 is not allowed; allowed: {rate}"));
    assert_eq!(refusal("ttn:2,2,0", Pattern::Uniform, f64::NAN), format!("rate = NaN is not allowed; allowed: {rate}"));
    let shape = |name, pattern| refusal(name, pattern, 0.1);
    assert_eq!(
        shape("torus:3,5", Pattern::BitFlip),
        "traffic = bit-flip is not allowed; allowed: where the number of nodes is a power of two; torus(3,5) has not"
    );
    assert_eq!(
        shape("torus:4,8", Pattern::Transpose),
        "traffic = transpose is not allowed; allowed: on a torus of equal sides, of two or four dimensions; torus(4,8) has not"
    );
    assert_eq!(
        shape("torus:6,6", Pattern::HotSpot(5)),
        "traffic = hot-spot is not allowed; allowed: on a 2D torus whose sides are multiples of 4; torus(6,6) has not"
    );
    assert_eq!(Lengths::fixed(129).unwrap_err().to_string(), "packet-flits = 129 is not allowed; allowed: 1 to 128");
    assert_eq!(Lengths::fixed(0).unwrap_err().to_string(), "packet-flits = 0 is not allowed; allowed: 1 to 128");
    assert_eq!(
        "tornado".parse::<Pattern>().unwrap_err().to_string(),
        "traffic = tornado is not allowed; allowed: uniform, hot-spot, transpose, bit-reversal, complement, bit-flip, shuffle, hot-nodes, neighbours"
    );
    assert_eq!("hot-spot:10".parse(), Ok(Pattern::HotSpot(10)));
    assert_eq!("hot-spot".parse(), Ok(Pattern::HotSpot(5)));
    assert_eq!(
        "hot-spot:0".parse::<Pattern>().unwrap_err().to_string(),
        "hot-spot-percent = 0 is not allowed; allowed: 1 to 100 %; the paper's are 2, 5, 10, 20"
    );
    for pattern in Pattern::ALL {
        assert_eq!(pattern.to_string().parse(), Ok(pattern));
    }
}
