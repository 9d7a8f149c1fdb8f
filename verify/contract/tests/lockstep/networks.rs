//! Networks in lock step with several router configurations.

use torusmith_design::{Order, Pipeline};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::RoutingAlgorithm::{self, Cs, Dor, DorBoth, DorTurn, Ls, LsCs};
use torusmith_sim::routing::{RoutingOptions, Ties, VcRule};
use torusmith_topology::{Network, TerminalId, own};

use super::compare::{LockStepRun, compare, router};

const PIPELINES: [Pipeline; 3] = [Pipeline::One, Pipeline::Two, Pipeline::Three];

/// Compares a network's routers (V, D, M, `REUSE_EMPTY`), with each pipeline.
fn agree(name: &str, routers: &[(usize, usize, usize, u8)], run: LockStepRun) {
    let network: Network = name.parse().unwrap();
    agree_on(&network, routers, run);
}

fn agree_on(network: &Network, routers: &[(usize, usize, usize, u8)], run: LockStepRun) {
    for &(vcs, depth, message_classes, reuse_empty) in routers {
        let of =
            |pipeline| LockStepRun { config: RouterConfig { vcs, depth, pipeline, message_classes, reuse_empty, ..run.config }, ..run };
        let router = router(network, &of(Pipeline::Two));
        for run in PIPELINES.map(of) {
            let counts = compare(network, &run, &router).unwrap_or_else(|difference| panic!("{network} {run:?}\n{difference}"));
            assert!(counts.flits > 200 && counts.delivered > 30, "{network} {run:?}: {counts:?}");
        }
    }
}

fn by(algorithm: RoutingAlgorithm) -> RoutingOptions {
    RoutingOptions::new(algorithm, None)
}

fn under(rule: VcRule) -> RoutingOptions {
    RoutingOptions::new(None, Some(rule))
}

#[test]
fn torus() {
    agree("torus:4,4", &[(1, 4, 1, 0), (2, 2, 1, 0b10), (4, 3, 2, 0), (3, 1, 1, 0b111)], LockStepRun::default());
    agree(
        "torus:5,3",
        &[(2, 4, 1, 0), (8, 2, 4, 0xf0)],
        LockStepRun { options: under(VcRule::Dateline), every: 2, ..LockStepRun::default() },
    );
    agree("torus:2,3,2", &[(3, 2, 1, 0)], LockStepRun { options: under(VcRule::Dateline), every: 2, ..LockStepRun::default() });
}

#[test]
fn mesh_and_hypercube() {
    agree("mesh:3,4", &[(1, 3, 1, 0), (3, 2, 3, 0b001)], LockStepRun { spare: 0, ..LockStepRun::default() });
    agree("hypercube:4", &[(2, 5, 1, 0), (1, 2, 1, 1)], LockStepRun { spare: 70, ..LockStepRun::default() });
}

#[test]
fn ttn_and_its_like() {
    let some = LockStepRun { every: 20, clocks: 80, rate: 100, ..LockStepRun::default() };
    agree("ttn:2,2,0", &[(2, 3, 1, 0), (4, 2, 2, 0b11)], LockStepRun { options: under(VcRule::Min2), ..some });
    agree("ttn:2,2,1", &[(5, 2, 1, 0)], LockStepRun { options: under(VcRule::Paper4), ..some });
    agree("ttn:2,2,2", &[(3, 4, 1, 0)], some);
    agree("sttn:2,2,1", &[(2, 2, 1, 0)], LockStepRun { options: under(VcRule::Level), ..some });
    agree("mtn:2,2,1", &[(2, 2, 1, 0b01)], some);
    agree("tesh:2,2,1", &[(3, 2, 1, 0)], some);
}

fn some_of_htn() -> LockStepRun {
    LockStepRun { every: 128, clocks: 60, rate: 80, ..LockStepRun::default() }
}

#[test]
fn htn_deterministic() {
    let algorithms: &[_] = if cfg!(feature = "soak") { &[DorTurn, Dor, DorBoth] } else { &[DorBoth] };
    for &algorithm in algorithms {
        agree("htn:4,4,2,1", &[(3, 2, 1, 0)], LockStepRun { options: by(algorithm), ..some_of_htn() });
    }
}

#[test]
#[ignore = "long: networks of 1024 nodes by model and proof"]
fn htn_adaptive() {
    let algorithms: &[_] = if cfg!(feature = "soak") { &[Ls, Cs, LsCs] } else { &[LsCs] };
    for &algorithm in algorithms {
        agree("htn:4,4,2,1", &[(3, 2, 1, 0)], LockStepRun { options: by(algorithm), ..some_of_htn() });
    }
    agree("htn:4,4,2,0", &[(6, 1, 2, 0)], LockStepRun { options: by(LsCs), ..some_of_htn() });
}

#[test]
fn rdt() {
    agree("rdt:4", &[(2, 2, 1, 0), (5, 3, 1, 0b10000)], LockStepRun { every: 2, ..LockStepRun::default() });
    agree("rdt:8", &[(4, 2, 2, 0)], LockStepRun { every: 4, rate: 100, ..LockStepRun::default() });
}

#[test]
fn own_network() {
    // Ports that only some nodes have, and links whose ports differ at both ends.
    let links = r#"
        { from = "0:1", to = "1:2" }, { from = "1:1", to = "2:3" }, { from = "2:4", to = "3:1" }, { from = "3:2", to = "4:1" },
        { from = "4:3", to = "0:1" }, { from = "1:5", to = "4:5" }, { from = "4:2", to = "2:1" }, { from = "2:1", to = "0:4" },
    "#;
    let network = own::parse(&format!("nodes = 5\nlinks = [{}]\n", links.replace('\n', " ")), "my.toml").unwrap();
    let each = network.clone().with_classes(2, |at, TerminalId(to)| Some((at + to) as u8 % 2));
    let some_any = network.with_classes(2, |at, TerminalId(to)| (at != 2).then_some((at + to) as u8 % 2));
    for network in [each, some_any] {
        agree_on(&network, &[(2, 2, 1, 0), (5, 4, 1, 0b11)], LockStepRun { rate: 150, clocks: 200, ..LockStepRun::default() });
    }
}

/// Several terminals at a router, or none at some.
#[test]
fn terminals_apart_from_routers() {
    agree("star:5", &[(1, 3, 1, 0), (4, 2, 2, 0b11)], LockStepRun { rate: 200, clocks: 200, ..LockStepRun::default() });
    agree("fattree:2,3", &[(1, 4, 1, 0), (3, 2, 1, 0)], LockStepRun { rate: 150, clocks: 200, ..LockStepRun::default() });
    agree("torus:4,4:2", &[(2, 2, 1, 0), (4, 3, 2, 0)], LockStepRun { every: 3, ..LockStepRun::default() });
    agree("torus:5,3:2", &[(4, 2, 2, 0)], LockStepRun { options: under(VcRule::Dateline), every: 4, ..LockStepRun::default() });
    agree("mesh:3,3:2", &[(4, 2, 1, 0)], LockStepRun { every: 2, ..in_order() });
    // Terminals 0 to 2 at router 2, 3 at router 0, none at router 1.
    let text = "routers = 3\nnodes = [{ at = 2, count = 3 }, { at = 0 }]\nlinks = [{ between = [\"0:1\", \"1:1\"] }, { between = [\"1:2\", \"2:1\"] }]\n";
    let network = own::parse(text, "my.toml").unwrap();
    agree_on(&Network::new(network), &[(2, 2, 1, 0)], LockStepRun { rate: 150, clocks: 200, ..LockStepRun::default() });
}

#[test]
fn ties() {
    let options = RoutingOptions::default().with_ties(Ties::Plus);
    agree("ttn:2,2,1", &[(4, 2, 1, 0)], LockStepRun { options, every: 20, clocks: 80, rate: 100, ..LockStepRun::default() });
}

/// A run with packets of a pair in order (RC9).
fn in_order() -> LockStepRun {
    LockStepRun { config: RouterConfig { order: Order::Pair, ..RouterConfig::default() }, ..LockStepRun::default() }
}

#[test]
fn order_of_tori_and_meshes() {
    agree("torus:4,4", &[(4, 2, 1, 0), (6, 3, 2, 0b100), (3, 4, 1, 0), (8, 2, 2, 0xff)], in_order());
    agree("torus:5,3", &[(6, 4, 1, 0)], LockStepRun { options: under(VcRule::Dateline), every: 2, ..in_order() });
    agree("mesh:3,4", &[(1, 2, 1, 0), (5, 2, 1, 0)], in_order());
    agree("hypercube:4", &[(6, 2, 2, 0b10)], LockStepRun { every: 3, ..in_order() });
}

#[test]
#[ignore = "long: many networks by model and proof"]
fn order_of_hierarchies() {
    let some = LockStepRun { every: 20, clocks: 80, rate: 100, ..in_order() };
    agree("ttn:2,2,1", &[(4, 2, 1, 0), (6, 2, 1, 0b11)], LockStepRun { options: under(VcRule::Min2), ..some });
    // A hop of class any keeps one VC of all.
    agree("ttn:2,2,1", &[(5, 2, 1, 0)], LockStepRun { options: RoutingOptions::default().with_ties(Ties::Plus), ..some });
    if cfg!(feature = "soak") {
        agree("htn:4,4,2,1", &[(6, 2, 1, 0)], LockStepRun { options: by(Dor), every: 128, clocks: 60, rate: 80, ..in_order() });
    }
    agree("rdt:4", &[(4, 2, 1, 0), (5, 3, 1, 0b10000)], LockStepRun { every: 2, ..in_order() });
    agree("rdt:8", &[(8, 2, 2, 0)], LockStepRun { every: 4, rate: 100, ..in_order() });
}
