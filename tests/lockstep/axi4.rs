//! AXI4 interfaces at the nodes: maps, widths, slots, orders and pauses, below saturation and far past it.

use torusmith_generator::{Exclusive, IdOrder, Options, Scope};
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_testbench::{Axi4, Axi4Counts, Axi4Options, RunOptions, RunReport, Script, Silent};
use torusmith_topology::{Network, address_map};

use crate::support::Bench;

/// Options of AXI4 interfaces among those of `support`; `map` is told at [`map`].
pub fn set(options: &mut Options, network: &Network, name: &str, value: &str) {
    let axi4 = &mut options.axi4;
    let number = || Some(value.parse().unwrap());
    match name {
        "map" => {
            options.scope = Scope::Network;
            axi4.map = Some(address_map::parse(&map(network, value), "map.toml", network, 32).unwrap());
        }
        "data" => axi4.data_width = number(),
        "id" => axi4.id_width = number(),
        "slots" => (axi4.read_slots, axi4.write_slots) = (number(), number()),
        "burst" => axi4.max_burst = number(),
        "beats" => (axi4.read_beats, axi4.write_beats) = (number(), number()),
        "held" => (axi4.reads_held, axi4.writes_held) = (number(), number()),
        "id-order" => axi4.id_order = Some(if value == "one" { IdOrder::One } else { IdOrder::Destination }),
        "exclusive" => axi4.exclusive = (value == "1").then_some(Exclusive::User),
        _ => panic!("option {name}"),
    }
}

/// A map by name: `all` nodes have both sides; `halves`: even nodes have managers, odd ones subordinates, the last with two ranges; `few`: managers at
/// the first and the last node, subordinates there and in the middle.
pub fn map(network: &Network, name: &str) -> String {
    let nodes: Vec<u32> = (0..network.nodes() as u32).collect();
    let (first, last, middle) = (0, nodes.len() as u32 - 1, nodes.len() as u32 / 2);
    let (managers, subordinates): (Vec<u32>, Vec<u32>) = match name {
        "all" => (nodes.clone(), nodes),
        "halves" => nodes.into_iter().partition(|node| node % 2 == 0),
        "few" => (vec![first, last], vec![first, last, middle]),
        _ => panic!("map {name}"),
    };
    let quoted = |node: &u32| format!("'{}'", network.format_address(*node));
    let mut text = format!("managers = [{}]\n", managers.iter().map(quoted).collect::<Vec<_>>().join(", "));
    let mut range = |name: String, base: u64, size: u64, node: &u32, rule: &str| {
        text += &format!("[[range]]\nname = '{name}'\nbase = {base:#x}\nsize = {size:#x}\nnode = {}\naddress = '{rule}'\n", quoted(node));
    };
    for node in &subordinates {
        let rule = if node % 3 == 1 { "keep" } else { "offset" };
        range(format!("ram{node}"), 0x10_0000 * u64::from(*node), 0x1000 * (3 + u64::from(*node) % 5), node, rule);
    }
    if name == "halves" {
        range("more".into(), 0x8000_0000, 0x7fff_f000, subordinates.last().unwrap(), "keep");
    }
    text
}

/// Requests of a pattern.
pub fn protocol(pattern: Pattern, rate: f64, users: Axi4Options) -> Axi4 {
    let lengths = Lengths::any_of(&[2, 2, 3, 5, 16, 64]).unwrap();
    Axi4 { traffic: TrafficOptions { pattern, rate, lengths, seed: 5 }, users, script: Script::default() }
}

/// All pauses alike.
pub fn pausing(pause: f64) -> Axi4Options {
    Axi4Options {
        valid_pause: pause,
        ready_pause: pause,
        answer_pause: pause,
        take_pause: pause,
        clear_error: 0.01,
        ..Axi4Options::default()
    }
}

pub fn run(bench: &Bench, axi4: &Axi4, cycles: u64) -> RunReport<Axi4Counts> {
    let options = RunOptions { cycles, ..RunOptions::default() };
    bench.bench.cosim(axi4, &options, &mut Silent).unwrap_or_else(|e| panic!("{}: {e}", bench.name))
}

#[track_caller]
pub fn agrees(bench: &Bench, axi4: &Axi4, cycles: u64) -> RunReport<Axi4Counts> {
    let report = run(bench, axi4, cycles);
    let told = report.first_divergence.as_ref().map_or(String::new(), ToString::to_string);
    assert!(report.good(), "{} {axi4:?}: {report:?}\n{told}", bench.name);
    assert!(report.counts.requests[0] > 0, "{}: no request", bench.name);
    report
}

/// Each bench without pauses past saturation, and with many below it.
fn agree(matrix: &[(&str, &str)]) {
    for (network, text) in matrix {
        let bench = Bench::new(network, &format!("interface=axi4 {text}"));
        let cycles = if bench.bench.design().network.nodes() > 20 { 150 } else { 400 };
        agrees(&bench, &protocol(Pattern::Uniform, 0.9, pausing(0.0)), cycles);
        agrees(&bench, &protocol(Pattern::Uniform, 0.3, pausing(0.6)), 2 * cycles);
    }
}

#[test]
fn tori_and_meshes() {
    agree(&[
        ("torus:3,3", "map=all vcs=4"),
        ("mesh:2,3", "map=halves vcs=1 data=32 id=1 slots=1 burst=16 beats=16 held=1"),
        ("mesh:3,3", "map=few vcs=2 data=128 id=8 user=5 slots=16 burst=256 beats=1024 held=16 pipeline=1"),
    ]);
}

/// Where the source chooses routing bits, where they are rewritten, and where nobody keeps the order of pairs.
#[test]
fn other_networks_and_orders() {
    agree(&[
        ("ttn:2,2,1", "map=few vcs=5"),
        ("mesh:2,2", "map=all vcs=2 order=none id-order=one"),
        ("hypercube:3", "map=halves vcs=2 pipeline=3 exclusive=1 user=3"),
    ]);
    if cfg!(feature = "soak") {
        agree(&[
            ("rdt:4", "map=halves pipeline=3 depth=2"),
            ("htn:4,4,2,0", "map=few vcs=3 routing=ls+cs"),
            ("torus:4,4", "map=all vcs=2 data=512 user=64 id=16"),
            ("torus:4,4", "map=halves vcs=4 depth=2 data=256 slots=8"),
            ("tesh:2,2,1", "map=all vcs=2 pipeline=3"),
        ]);
    }
}

#[test]
fn patterns() {
    let bench = Bench::new("torus:4,4", "interface=axi4 map=all vcs=2");
    for pattern in Pattern::ALL {
        agrees(&bench, &protocol(pattern, 0.4, Axi4Options::default()), 250);
    }
}

/// With a seed the same is done each time, with whatever number of threads.
#[test]
fn threads_make_no_difference() {
    let bench = Bench::new("torus:3,3", "interface=axi4 map=all vcs=4");
    let report = |threads| {
        let options = RunOptions { threads, cycles: 300, ..RunOptions::default() };
        bench.bench.cosim(&protocol(Pattern::Uniform, 0.3, pausing(0.25)), &options, &mut Silent).unwrap()
    };
    assert_eq!(report(2), report(1));
}
