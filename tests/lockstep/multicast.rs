//! The multicast router of the RDT: sizes, ways of the ack table and shares of multicasts, below saturation and far past it.

use torusmith_sim::multicast::{Maps, MulticastTrafficOptions};
use torusmith_sim::traffic::{Lengths, Pattern};
use torusmith_testbench::{Multicast, MulticastCounts, RunOptions, RunReport, Silent};

use crate::support::Bench;

type Run = RunReport<MulticastCounts>;

/// Traffic of a seed: `lengths` are drawn equally.
fn traffic(share: f64, rate: f64, maps: Maps, lengths: &[usize]) -> MulticastTrafficOptions {
    MulticastTrafficOptions { share, rate, maps, lengths: Lengths::any_of(lengths).unwrap(), seed: 5, ..MulticastTrafficOptions::default() }
}

/// Runs traffic; what is found is returned.
pub fn run(bench: &Bench, traffic: MulticastTrafficOptions, time_out: Option<u16>, cycles: u64) -> Run {
    let options = RunOptions { cycles, ..RunOptions::default() };
    bench.bench.cosim(&Multicast { traffic, time_out }, &options, &mut Silent).unwrap_or_else(|e| panic!("{}: {e}", bench.name))
}

/// Runs traffic that must agree and come to its end.
fn agrees(bench: &Bench, traffic: MulticastTrafficOptions, time_out: Option<u16>, cycles: u64) -> Run {
    let asked = format!("{} {traffic:?} {time_out:?}", bench.name);
    let report = run(bench, traffic, time_out, cycles);
    let told = report.first_divergence.as_ref().map_or(String::new(), ToString::to_string);
    assert!(report.good(), "{asked}: {report:?}\n{told}");
    assert!(report.counts.packets_injected > 0, "{asked}: no traffic");
    report
}

fn agree(network: &str, options: &[&str], cycles: u64) {
    for options in options {
        // Seven runs, and the packets that are under way at their ends.
        let bench = Bench::expecting(20 * cycles, network, options);
        for share in [0.0, 0.3, 1.0] {
            let calm = agrees(&bench, traffic(share, 0.02, Maps::Random, &[16]), None, cycles);
            let rough = agrees(&bench, traffic(share, 0.8, Maps::Random, &[3, 4, 16]), None, cycles);
            for report in [&calm, &rough] {
                assert_eq!(report.counts.acked > 0, share > 0.0);
                assert_eq!(report.counts.unicasts_delivered > 0, share < 1.0);
                assert_eq!((report.counts.nacked, report.counts.shot_down), (0, 0));
            }
            assert!(rough.counts.packets_queued > 0, "not past saturation: {rough:?}");
        }
        // Everybody in a territory has one copy of each multicast, the source too: of rank 0 eight nodes.
        let everybody = MulticastTrafficOptions { rank_weights: vec![1], ..traffic(1.0, 0.1, Maps::Full, &[3]) };
        let report = agrees(&bench, everybody, None, cycles);
        assert_eq!(report.counts.copies_delivered, report.counts.acked * 8);
    }
}

#[test]
fn rdt_4() {
    agree("rdt:4", &["ack-ways=1"], 600);
}

#[test]
#[ignore = "long: a design of its own"]
fn rdt_4_with_two_ways() {
    agree("rdt:4", &["ack-ways=2"], 600);
}

#[test]
#[ignore = "long: many copies on 64 nodes"]
fn rdt_8() {
    agree(
        "rdt:8",
        &[
            #[cfg(feature = "soak")]
            "ack-ways=1",
            "ack-ways=2 width=65",
        ],
        400,
    );
}

#[cfg(feature = "soak")]
#[test]
fn rdt_16() {
    agree("rdt:16", &["ack-ways=1", "ack-ways=4 width=128"], 120);
}

/// Patterns, and broadcasts from everywhere among them.
#[test]
#[ignore = "long: broadcasts on 256 nodes"]
fn patterns_and_broadcasts() {
    let bench = Bench::new("rdt:16", "ack-ways=1");
    for pattern in Pattern::ALL {
        let options = MulticastTrafficOptions { pattern, rank_weights: vec![4, 2, 1], ..traffic(0.1, 0.1, Maps::Full, &[16]) };
        agrees(&bench, options, None, 200);
    }
}

/// Time-outs short enough that unicasts and multicasts are shot down: reports, restarts and nacks, and in the end every unicast has arrived or was lost
/// with its report.
#[test]
#[ignore = "long: two designs"]
fn shot_down_and_restarted() {
    for (network, options) in [
        ("rdt:4", "ack-ways=1"),
        ("rdt:8", "ack-ways=2"),
        #[cfg(feature = "soak")]
        ("rdt:16", "ack-ways=1"),
    ] {
        let bench = Bench::new(network, options);
        let reports = [20, 50].map(|time_out| agrees(&bench, traffic(0.3, 0.6, Maps::Random, &[8, 16]), Some(time_out), 500));
        let sum = |count: fn(&MulticastCounts) -> u64| reports.iter().map(|report| count(&report.counts)).sum::<u64>();
        assert!(
            sum(|r| r.shot_down) > 0 && sum(|r| r.restarted) > 0 && sum(|r| r.nacked) > 0,
            "{network}: nothing was shot down: {reports:?}"
        );
    }
}

/// A router that is never idle when it should be: instances that cannot change are not evaluated, with the same outcome.
#[test]
#[ignore = "long: a design of its own"]
fn idle_routers_and_threads_make_no_difference() {
    let bench = Bench::new("rdt:8", "ack-ways=1");
    let report = |skip_idle, threads| {
        let options = RunOptions { cycles: 500, threads, skip_idle, ..RunOptions::default() };
        let multicast = Multicast { traffic: traffic(0.3, 0.05, Maps::Full, &[5]), time_out: Some(100) };
        bench.bench.cosim(&multicast, &options, &mut Silent).unwrap()
    };
    let first = report(true, 2);
    assert!(first.good(), "{first:?}");
    assert_eq!(report(false, 1), first);
}
