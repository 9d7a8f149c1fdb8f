//! Counters beside the routers (docs/counters.md) say what a bench counts from the wires of their links.

use torusmith_generator::{Design, generate};

use crate::simulation::compiled;
use crate::tools::{chosen, made, parsed, run};

const WATCH: &str = include_str!("verilog/counters_watch.v");

fn network() -> Design {
    made("torus:3,3", "vcs=2 scope=network counters=yes")
}

/// What traffic through the network and the bench that watches it print; `None` without the tool.
fn watched(mut design: Design) -> Option<String> {
    design.files.push(("watch.v".into(), WATCH.into()));
    let (program, folder) = compiled(&design, 700, 5, 120, &["-s", "counters_watch", "watch.v"])?;
    Some(run(&mut program(), folder.path()))
}

#[test]
fn counters_say_what_passes() {
    let Some(text) = watched(network()) else { return };
    let reads = text.lines().find_map(|line| line.strip_prefix("READS ")).expect(&text).parse::<u32>().unwrap();
    assert!(text.contains("PASS") && !text.contains("COUNTER") && reads > 50, "{text}");
}

/// Each defect shows in one register alone.
#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn broken_counters_are_found() {
    let all = [
        ("in_valid[p] & in_tail[p]", "in_valid[p]", 1),
        ("out_valid[p] & out_tail[p]", "out_valid[p] & in_tail[p]", 3),
        ("(|holds) & ~in_credit_valid[p]", "|holds", 4),
        ("(port == PORT)", "(port == PORT) & (register != 4'd2)", 2),
    ];
    for &(from, to, register) in chosen(&all, 2) {
        let mut design = network();
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with("_router_counters.v")).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from}");
        *text = text.replace(from, to);
        let Some(text) = watched(design) else { return };
        let told = format!("COUNTER register {register} ");
        let wrong: Vec<&str> = text.lines().filter(|line| line.starts_with("COUNTER")).collect();
        assert!(!wrong.is_empty() && wrong.iter().all(|line| line.starts_with(&told)), "{from}: {text}");
    }
}

/// A mark that a clear does not set back, and counts that wrap a clock late at the sum of all nodes.
#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn broken_clears_and_clocks_are_found() {
    for (file, from, to) in [
        ("_router_counters.v", "clear | (next > mark)", "next > mark"),
        ("_network.v", "counter_data = counter_q", "counter_data = node_counter"),
    ] {
        let mut design = network();
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(file)).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from}");
        *text = text.replace(from, to);
        let Some(text) = watched(design) else { return };
        assert!(text.contains("COUNTER register"), "{from}: {text}");
    }
}

#[test]
fn without_the_option_there_is_none() {
    let design = made("torus:3,3", "vcs=2 scope=network");
    assert!(
        design
            .files
            .iter()
            .all(|(path, text)| !path.contains("counter") || path.contains("credit_counter") || !text.contains("router_counters"))
    );
    assert!(design.files.iter().all(|(_, text)| !text.contains("counter_address") && !text.contains("reset_tree")));
}

#[test]
fn addresses_have_the_bits_of_the_page() {
    for (network, options, bits) in [("torus:3,3", "counters=yes scope=network", 4 + 3 + 4), ("torus:3,3", "counters=yes", 3 + 4)] {
        let design = made(network, options);
        let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        let ports = manifest["interface"].as_array().unwrap();
        let width = |name: &str| ports.iter().find(|port| port["name"] == name).map(|port| port["width"].as_u64().unwrap());
        assert_eq!([width("counter_address"), width("counter_data"), width("counter_clear")], [Some(bits), Some(32), Some(1)]);
        assert_eq!(manifest["counters"]["address_bits"], bits);
    }
}

#[test]
fn a_multicast_router_has_none() {
    let network = "rdt:8".parse().unwrap();
    for option in ["counters", "reset-tree"] {
        let error = generate(&network, &parsed(&format!("ack-ways=1 {option}=yes"))).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{option} `yes`: not allowed")), "{error}");
    }
}
