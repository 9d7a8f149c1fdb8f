//! Rule E5 worked out manually: the delay that a dropped flit causes for the following flits, and the clock of its credit.

use torusmith_design::Pipeline;
use torusmith_topology::TerminalId;

use super::router::{Flit, RequestRule, Router, Wires};
use crate::config::RouterConfig;
use crate::engine::Packet;
use crate::routing::{NetworkRouting, RoutingOptions, for_network};

/// A packet of one flit for node 1 is on VC 0 of the local link of node 0 in clock 0, and flits are dropped for VC 1 in the given clocks. The clock in
/// which it is on a link to a neighbour, and all clocks with credits of port 0, with their VCs.
fn seen(pipeline: Pipeline, drops: &[u64]) -> (Option<u64>, Vec<(u64, usize)>) {
    let network = "mesh:2,2".parse().unwrap();
    let config = RouterConfig { vcs: 2, pipeline, ..RouterConfig::default() };
    let routing: NetworkRouting = for_network(&network, RoutingOptions::default(), config.vcs).unwrap();
    let ports = network.graph().ports();
    let mut router = Router::new(0, (1, ports), config, RequestRule::Contract);
    let packet = Packet { number: 0, source: TerminalId(0), destination: TerminalId(1), bits: 0, flits: 1, created: 0 };
    let (mut left, mut credits) = (None, Vec::new());
    for clock in 0..8 {
        if router.outgoing[1..].iter().any(|wires| wires.flit.is_some()) {
            assert_eq!(left.replace(clock), None, "once");
        }
        credits.extend(router.outgoing[0].credit.map(|vc| (clock, vc)));
        let mut links = vec![Wires::default(); ports];
        links[0].flit = (clock == 0).then_some((0, Flit { packet, index: 0, bits: 0 }));
        router.step(&links, &[drops.contains(&clock).then_some(1)], &routing);
    }
    (left, credits)
}

/// The flit is in the buffer in clock 1. It wins there with `PIPELINE` = 1 and 2, and in clock 2 with 3; a flit dropped in the clock before keeps it from
/// that. The credit of a flit that wins in t is there in t+1, that of one dropped in t in t+2.
#[test]
fn a_dropped_flit_costs_one_clock_of_the_switch() {
    use Pipeline::{One, Three, Two};
    for (pipeline, drops, left, credits) in [
        (One, &[][..], 1, &[(2, 0)][..]),
        (One, &[0], 2, &[(2, 1), (3, 0)]),
        (One, &[1], 1, &[(2, 0), (3, 1)]),
        (Two, &[], 2, &[(2, 0)]),
        (Two, &[0], 3, &[(2, 1), (3, 0)]),
        (Two, &[0, 1, 2], 5, &[(2, 1), (3, 1), (4, 1), (5, 0)]),
        (Two, &[1], 2, &[(2, 0), (3, 1)]),
        (Three, &[], 3, &[(3, 0)]),
        (Three, &[0], 3, &[(2, 1), (3, 0)]),
        (Three, &[1], 4, &[(3, 1), (4, 0)]),
        (Three, &[0, 1, 2], 5, &[(2, 1), (3, 1), (4, 1), (5, 0)]),
    ] {
        assert_eq!(seen(pipeline, drops), (Some(left), credits.to_vec()), "{pipeline} {drops:?}");
    }
}
