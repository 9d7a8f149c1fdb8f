//! `cosim` of multicast routers: what their runs are and how they are told of.

use serde::Serialize;
use torusmith_sim::traffic::{Pattern, TrafficOptions};
use torusmith_testbench::{Design, Multicast, MulticastCounts};

use super::report::ReportedProtocol;
use crate::options::{MulticastArgs, rdt};

/// A run for each pattern and rate of the unicasts.
pub fn protocols(args: &MulticastArgs, design: &Design, unicasts: &[TrafficOptions]) -> anyhow::Result<Vec<Multicast>> {
    let rdt = rdt(&design.network, "router multicast")?;
    let time_out = args.timeout;
    unicasts.iter().map(|unicasts| Ok(Multicast { traffic: args.traffic(&rdt, unicasts)?, time_out })).collect()
}

/// Settings that all runs share.
#[derive(Serialize)]
pub struct Settings {
    router: &'static str,
    flit_width: u32,
    ack_ways: u8,
    multicast_share: f64,
    root_ranks: Vec<u32>,
    maps: String,
    time_out: Option<u16>,
}

/// Settings of a run.
#[derive(Serialize)]
pub struct Asked {
    pattern: &'static str,
    rate: Option<f64>,
}

impl ReportedProtocol for Multicast {
    type Settings = Settings;
    type Asked = Asked;

    const COLUMNS: &[&str] = &["injected", "unicasts", "copies", "acks", "nacks", "shot down", "queued"];
    const STANDSTILL: &str = "none came to its end";

    fn settings(&self, design: &Design) -> Settings {
        Settings {
            router: "multicast",
            flit_width: design.flit_width,
            ack_ways: design.multicast.unwrap_or_default(),
            multicast_share: self.traffic.share,
            root_ranks: self.traffic.rank_weights.clone(),
            maps: self.traffic.maps.to_string(),
            time_out: self.time_out,
        }
    }

    fn asked(&self) -> Asked {
        Asked { pattern: self.traffic.pattern.name(), rate: Some(self.traffic.rate) }
    }

    fn traffic(&self) -> (Pattern, Option<f64>) {
        (self.traffic.pattern, Some(self.traffic.rate))
    }

    fn numbers(counts: &MulticastCounts) -> Vec<u64> {
        let MulticastCounts { packets_injected, unicasts_delivered, copies_delivered, acked, nacked, shot_down, packets_queued, .. } =
            *counts;
        vec![packets_injected, unicasts_delivered, copies_delivered, acked, nacked, shot_down, packets_queued]
    }

    fn compared(_scope: &str) -> String {
        "multicast router".into()
    }
}
