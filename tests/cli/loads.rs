//! `topology --loads`, and the share of the bound that `simulate` tells.

use crate::support::torusmith;

/// HTN(4,4,2,1): figures of a program of its own that counted all pairs (docs/results/routing.md). Under the complement all of a module's packets leave by two rows.
#[test]
fn the_busiest_link_makes_the_bound() {
    let report = torusmith("topology htn:4,4,2,1 --loads --routing dor --vc-rule phase --ties balanced --traffic all --json").good().json();
    assert_eq!([&report["routing"], &report["vc_rule"], &report["ties"]], ["dor", "phase", "balanced"]);
    let patterns = report["patterns"].as_array().unwrap();
    let names: Vec<_> = patterns.iter().map(|p| p["pattern"].as_str().unwrap()).collect();
    assert_eq!(names, ["uniform", "hot-spot:5", "transpose", "bit-reversal", "complement", "bit-flip", "shuffle"]);
    let told = |i: usize, field: &str| format!("{:.3}", patterns[i][field].as_f64().unwrap());
    assert_eq!([told(0, "load_max"), told(0, "bound"), told(4, "load_max"), told(4, "bound")], ["9.009", "0.111", "32.000", "0.031"]);
    assert_eq!(patterns[0]["links"].as_array().unwrap().len(), 6656);
    assert_eq!(patterns[0]["bound_kind"], "exact");
}

#[test]
fn adaptive_routing_has_an_estimate() {
    let report = torusmith("topology htn:4,4,2,1 --loads --routing ls+cs --json").good().json();
    assert_eq!(report["patterns"][0]["bound_kind"], "even split");
    let told = torusmith("topology htn:4,4,2,1 --loads --routing ls+cs").good().out;
    assert!(told.contains("the load is split evenly"), "{told}");
}

/// A 4 x 4 torus whose ties go '+': '+' links carry 12/15, '-' links 4/15.
#[test]
fn csv_has_a_line_for_each_link() {
    let told = torusmith("topology torus:4,4 --loads --ties plus --csv").good().out;
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 1 + 64);
    assert_eq!(lines[..3], ["pattern,node,address,port,load", "uniform,0,\"0,0\",x+,0.800000", "uniform,0,\"0,0\",x-,0.266667"]);
}

#[test]
fn what_is_not_there_is_refused() {
    torusmith("topology ccc:3 --loads").refused(2, &["CCC(3)", "no routing"]);
    torusmith("topology mesh:3,4 --loads --traffic shuffle").refused(2, &["traffic = shuffle", "power of two"]);
    torusmith("topology ttn:2,2,1 --loads --traffic rain").refused(2, &["traffic = rain", "bit-reversal"]);
    torusmith("topology ttn:2,2,1 --traffic shuffle").refused(2, &["--loads"]);
    torusmith("topology torus:4,4 --loads --vc-rule phase").refused(2, &["vc-rule = phase", "dateline"]);
}

/// Far below saturation all that is offered is accepted: of the bound of docs/results/routing.md for TTN(2,2,1), its links' 12.05, the share is offered x 12.05.
#[test]
fn simulate_tells_the_share() {
    let report =
        torusmith("simulate ttn:2,2,1 --ties plus --vc-rule paper4 --traffic uniform,shuffle --rate 0.01,0.02 --cycles 4000 --json")
            .good()
            .json();
    for point in report["points"].as_array().unwrap() {
        let number = |field: &str| point[field].as_f64().unwrap();
        assert!((number("share_of_bound") - number("accepted") / number("bound")).abs() < 1e-12);
    }
    assert_eq!(format!("{:.4}", 1.0 / report["points"][0]["bound"].as_f64().unwrap()), "12.0471");
    let told = torusmith("simulate ttn:2,2,1 --rate 0.01 --cycles 1000").good().out;
    assert!(told.contains("of bound") && told.contains(" %"), "{told}");
}

/// N3 with one VC of 4 flits: behind a packet of 4 flits the next one waits until its tail, sent in 3, has its credit back, counted in 6: 4 flits in 6 clocks.
/// Neighbours take that and more; a packet of one flit leaves in every clock, and then the network is the limit, as it is for uniform traffic.
#[test]
fn simulate_says_where_the_sources_are_the_limit() {
    let line = "simulate mesh:4,4 --vcs 1 --rate 0.3,0.9 --cycles 3000";
    let told = torusmith(&format!("{line} --traffic neighbours --packet-flits 4")).good().out;
    let said: Vec<_> = told.lines().filter(|line| line.contains("the sources are the limit")).collect();
    assert_eq!(said.len(), 1, "{told}");
    assert!(said[0].starts_with("neighbours at 0.9: ") && said[0].contains(" 0.6667 flits"), "{told}");
    for other in ["neighbours --packet-flits 1", "uniform --packet-flits 4"] {
        let told = torusmith(&format!("{line} --traffic {other}")).good().out;
        assert!(!told.contains("the sources are the limit"), "{told}");
    }
}

/// Counting all pairs of a large network would take longer than the simulation.
#[test]
fn a_large_network_has_no_bound_beside_a_simulation() {
    let report = torusmith("simulate torus:96,96 --rate 0.01 --cycles 20 --json").good().json();
    assert!(report["points"][0].as_object().unwrap()["bound"].is_null());
}
