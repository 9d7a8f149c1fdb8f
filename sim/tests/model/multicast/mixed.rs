//! Unicasts and multicasts together, end to end.

use torusmith_sim::multicast::{Asks, Maps, MulticastTraffic, MulticastTrafficOptions, Network, Options, Totals, Watchdog};
use torusmith_sim::traffic::{Lengths, Pattern};

use super::rdt;

/// Runs traffic for `clocks` clocks, then until all that has begun is at its end.
fn run(side: u32, options: Options, traffic: &MulticastTrafficOptions, clocks: u64) -> (Network, Totals) {
    let mut network = Network::new(rdt(side), options).unwrap();
    let mut source = MulticastTraffic::new(rdt(side), traffic, 0).unwrap();
    let mut watchdog = Watchdog::new(1000);
    while network.clock() < clocks || network.in_flight() > 0 {
        if network.clock() < clocks {
            source.packets_at(network.clock(), |packet| network.offer(packet).unwrap());
        } else {
            network.close();
        }
        network.step();
        if let Err(dead) = watchdog.look(&network) {
            let waiting: Vec<String> = dead.waiting.iter().map(ToString::to_string).collect();
            panic!("{dead}\n{}", waiting.join("\n"));
        }
    }
    network.check_drained().unwrap();
    (0..40).for_each(|_| network.step());
    assert!(network.quiet());
    let totals = network.totals();
    (network, totals)
}

#[test]
fn everything_arrives_below_and_past_saturation() {
    for side in [4, 8, 16] {
        for (rate, share) in [(0.02, 0.05), (0.3, 0.1), (1.0, 0.0), (1.0, 0.3), (1.0, 1.0)] {
            for maps in [Maps::Full, Maps::Random] {
                let traffic = MulticastTrafficOptions {
                    rate,
                    share,
                    maps,
                    lengths: Lengths::any_of(&[3, 8, 16]).unwrap(),
                    pattern: Pattern::Uniform,
                    ..MulticastTrafficOptions::default()
                };
                let options = Options { asks: Asks::LowestServed, ..Options::default() };
                let (network, totals) = run(side, options, &traffic, 3000);
                println!("{side} {rate} {share} {maps:?} {totals:?} clock {}", network.clock());
            }
        }
    }
}
