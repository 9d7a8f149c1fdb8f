//! `cosim` of plain routers: what their runs are and how they are told of.

use serde::Serialize;
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Pattern, TrafficOptions};
use torusmith_testbench::{Design, Plain, PlainCounts};

use super::report::Told;
use crate::options::told_rate;

/// A run for each pattern and rate.
pub fn protocols(engine: EngineKind, traffic: Vec<TrafficOptions>) -> Vec<Plain> {
    traffic.into_iter().map(|traffic| Plain { traffic, engine }).collect()
}

/// What all runs share.
#[derive(Serialize)]
pub struct Settings {
    engine: String,
}

/// What is asked for of a run.
#[derive(Serialize)]
pub struct Asked {
    rate: Option<f64>,
    pattern: &'static str,
}

impl Told for Plain {
    type Settings = Settings;
    type Asked = Asked;

    const COLUMNS: &[&str] = &["injected", "delivered", "queued"];

    fn settings(&self, _design: &Design) -> Settings {
        Settings { engine: self.engine.to_string() }
    }

    fn asked(&self) -> Asked {
        Asked { rate: told_rate(&self.traffic), pattern: self.traffic.pattern.name() }
    }

    fn traffic(&self) -> (Pattern, Option<f64>) {
        (self.traffic.pattern, told_rate(&self.traffic))
    }

    fn numbers(counts: &PlainCounts) -> Vec<u64> {
        vec![counts.packets_injected, counts.packets_delivered, counts.packets_queued]
    }

    fn compared(scope: &str) -> String {
        scope.into()
    }
}
