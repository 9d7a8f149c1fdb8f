//! What a lock step with AXI4 interfaces measures: round trips, and beats a clock of a manager.

use serde::Serialize;
use torusmith_testbench::{Axi4Counts, RoundTrips, RunReport};
use torusmith_topology::significant;

/// Measured numbers of a run (docs/cli.md).
#[derive(Debug, Serialize)]
pub struct Measured {
    round_trips: ByDirection<RoundTrip>,
    beats_a_clock: ByDirection<BeatRate>,
}

#[derive(Debug, Serialize)]
struct ByDirection<T> {
    read: T,
    write: T,
}

/// Clocks from a request to its first beat or its response.
#[derive(Debug, Serialize)]
struct RoundTrip {
    least: Option<u64>,
    mean: Option<f64>,
}

/// Beats of a manager in a clock.
#[derive(Debug, Serialize)]
struct BeatRate {
    mean: f64,
    most: f64,
}

impl Measured {
    /// Columns of its table.
    pub const COLUMNS: [&str; 8] =
        ["read, least clocks", "mean", "write, least clocks", "mean", "beats read a clock", "most", "beats written a clock", "most"];

    /// Those of a run with so many managers.
    pub fn new(run: &RunReport<Axi4Counts>, managers: usize) -> Self {
        let Axi4Counts { round_trips: [reads, writes], beats: [written, read], most_beats: [most_written, most_read], .. } = run.counts;
        let clocks = (run.cycles + run.drain_cycles).max(1) as f64;
        let trip = |trips: RoundTrips| RoundTrip { least: trips.least, mean: trips.mean() };
        let rate = |all: u64, most: u64| BeatRate { mean: all as f64 / managers as f64 / clocks, most: most as f64 / clocks };
        Self {
            round_trips: ByDirection { read: trip(reads), write: trip(writes) },
            beats_a_clock: ByDirection { read: rate(read, most_read), write: rate(written, most_written) },
        }
    }

    /// Cells of its columns.
    pub fn cells(&self) -> Vec<String> {
        let Self { round_trips, beats_a_clock } = self;
        let trip = |RoundTrip { least, mean }: &RoundTrip| {
            [least.map_or("-".to_owned(), |least| least.to_string()), mean.map_or("-".to_owned(), significant)]
        };
        let rate = |BeatRate { mean, most }: &BeatRate| [significant(*mean), significant(*most)];
        [trip(&round_trips.read), trip(&round_trips.write), rate(&beats_a_clock.read), rate(&beats_a_clock.write)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 90 clocks and a drain of 10, two managers: 40 and 20 beats read, 30 and 0 written; two reads of 11 and 14 clocks.
    #[test]
    fn means_are_of_a_manager_and_a_clock() {
        let reads = RoundTrips { least: Some(11), clocks: 25, requests: 2 };
        let counts = Axi4Counts {
            requests: [3, 3],
            requests_arrived: 3,
            requests_refused: 0,
            requests_to_own_node: 0,
            requests_queued: 0,
            beats: [30, 60],
            read_clocks: [25, 2],
            round_trips: [reads, RoundTrips::default()],
            most_beats: [30, 40],
            rules_broken: 0,
        };
        let run = RunReport {
            cycles: 90,
            drain_cycles: 10,
            routers: 2,
            comparisons: 200,
            counts,
            mismatches: 0,
            first_divergence: None,
            violations: Vec::new(),
            dead: None,
        };
        let measured = Measured::new(&run, 2);
        assert_eq!(measured.cells(), ["11", "12.50", "-", "-", "0.3000", "0.4000", "0.1500", "0.3000"]);
        let json = serde_json::to_value(&measured).unwrap();
        assert_eq!(json["round_trips"], serde_json::json!({"read": {"least": 11, "mean": 12.5}, "write": {"least": null, "mean": null}}));
        assert_eq!(json["beats_a_clock"], serde_json::json!({"read": {"mean": 0.3, "most": 0.4}, "write": {"mean": 0.15, "most": 0.3}}));
    }
}
