//! Networks from files for 20,000 clocks.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;

use crate::support::Bench;

const CLOCKS: u64 = 20_000;

#[test]
fn routers_of_networks_from_files() {
    for network in ["ring_8.toml", "kautz_24.toml", "mesh_4x4_broken.toml", "dragonfly_36.toml", "random_64.toml", "double_ring_16.toml"] {
        Bench::expecting(CLOCKS, network, "").agrees(&[Pattern::Uniform], 0.3, &[1, 2, 5, 16], CLOCKS, Fast);
    }
}
