//! Larger routers as yosys maps them.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;
use torusmith_synthesis::Mapping::{Ecp5, Generic, Ice40, Xilinx};

use crate::support::Bench;

#[test]
fn every_mapping_of_many_routers() {
    for mapping in [Ecp5, Xilinx, Ice40, Generic] {
        for (network, options) in [
            ("ttn:2,2,1", "vcs=2"),
            ("ttn:2,2,1", "vcs=4 classes=2 pipeline=3"),
            ("htn:4,4,2,1", "vcs=3 routing=ls+cs pipeline=1"),
            ("rdt:8", "vcs=3 reuse=empty"),
            ("hypercube:5", "depth=3 width=40"),
        ] {
            Bench::mapped(network, options, mapping, str::to_owned).agrees(
                &[Pattern::Uniform, Pattern::HotSpot(20)],
                0.4,
                &[1, 2, 5, 16],
                400,
                Fast,
            );
        }
    }
}
