//! HTN(4,4,2,q): routing by hand and over all pairs, and the deadlock figures of docs/networks.md.

use torusmith_sim::deadlock::{Report, Walk, check};
use torusmith_sim::routing::{Candidate, NetworkRouting, Routing, RoutingAlgorithm, VcRule, for_network};
use torusmith_topology::Network;

use super::support::network;
use RoutingAlgorithm::{Cs, Dor, Ls, LsCs};

fn htn(q: u32) -> Network {
    network(&format!("htn:4,4,2,{q}"))
}

fn routing(network: &Network, algorithm: RoutingAlgorithm, vcs: usize) -> NetworkRouting {
    for_network(network, algorithm, None, vcs).unwrap()
}

fn report(q: u32, algorithm: RoutingAlgorithm, rule: VcRule) -> Report {
    check(&htn(q), algorithm, Some(rule), None, Walk::Automatic, &|_, _| ()).unwrap()
}

/// (channels, dependencies, escape channels, extended dependencies)
fn figures(r: &Report) -> [usize; 4] {
    [r.channels, r.dependencies, r.escape_channels, r.extended_dependencies]
}

/// docs/networks.md, the table under "Freedom of deadlock".
#[test]
fn phase_is_free_of_deadlock() {
    for (q, algorithm, expected) in [
        (1, Dor, [8256, 22576, 8256, 22576]),
        (1, Ls, [11392, 35424, 8320, 32000]),
        (1, Cs, [14912, 86912, 8256, 1071952]),
        (1, LsCs, [14976, 95488, 8320, 1839168]),
        (0, LsCs, [14144, 85376, 7744, 1763616]),
        (2, LsCs, [16640, 112128, 9472, 1990784]),
    ] {
        let report = report(q, algorithm, VcRule::Phase);
        assert_eq!(figures(&report), expected, "q = {q}, {algorithm}");
        assert!(
            report.acyclic() && report.stranded == 0 && report.core == 0 && report.exhaustive,
            "q = {q}, {algorithm}: {:?}",
            report.cycle
        );
    }
}

/// The paper's own rule: networks/htn.md, A5.
#[test]
fn literal_deadlocks() {
    for (algorithm, channels, dependencies, core) in
        [(Dor, 7488, 22096, 6272), (Ls, 8320, 27168, 7296), (Cs, 11648, 57160, 9472), (LsCs, 11648, 63304, 10368)]
    {
        let report = report(1, algorithm, VcRule::Literal);
        assert_eq!((report.channels, report.dependencies, report.core), (channels, dependencies, core), "{algorithm}");
        assert_eq!(report.cycle.len(), 8, "{algorithm}: {:?}", report.cycle);
    }
}
