//! `cosim` of plain routers: how their runs are told of.

use serde::Serialize;
use torusmith_sim::traffic::Pattern;
use torusmith_testbench::{Design, Plain, PlainCounts};

use super::report::ReportedProtocol;
use crate::options::told_rate;

/// Settings that all runs share.
#[derive(Serialize)]
pub struct Settings {
    engine: String,
}

/// Settings of a run.
#[derive(Serialize)]
pub struct Asked {
    rate: Option<f64>,
    pattern: &'static str,
    driver: &'static str,
    /// Of random drivers.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault_rate: Option<f64>,
    /// Of their resets.
    #[serde(skip_serializing_if = "Option::is_none")]
    reset_skew: Option<u64>,
}

impl ReportedProtocol for Plain {
    type Settings = Settings;
    type Asked = Asked;

    const COLUMNS: &[&str] = &["injected", "delivered", "queued", "lost", "wrong flits"];

    fn settings(&self, _design: &Design) -> Settings {
        Settings { engine: self.engine.to_string() }
    }

    fn asked(&self) -> Asked {
        let driver = if self.driver.is_some() { "random" } else { "source" };
        let fault_rate = self.driver.map(|driver| driver.faults);
        let reset_skew = self.driver.map(|driver| driver.skew);
        Asked { rate: told_rate(&self.traffic), pattern: self.traffic.pattern.name(), driver, fault_rate, reset_skew }
    }

    fn traffic(&self) -> (Pattern, Option<f64>) {
        (self.traffic.pattern, told_rate(&self.traffic))
    }

    fn name(&self) -> String {
        let pattern = self.traffic.pattern.name();
        if self.driver.is_some() { format!("{pattern} (random driver)") } else { pattern.into() }
    }

    fn has_latencies(&self) -> bool {
        self.driver.is_none()
    }

    fn cycles(&self) -> Option<u64> {
        self.driver.map(|driver| driver.cycles)
    }

    fn numbers(counts: &PlainCounts) -> Vec<u64> {
        let (lost, wrong) = counts.driven.map_or((0, 0), |driven| (driven.packets_lost, driven.flits_wrong));
        vec![counts.packets_injected, counts.packets_delivered, counts.packets_queued, lost, wrong]
    }

    fn compared(scope: &str) -> String {
        scope.into()
    }
}
