//! The turns that the Verilog has crosspoints for are those that the model's routing takes, no fewer and no more.

use std::collections::BTreeSet;

use torusmith_generator::{Options, generate};
use torusmith_sim::routing::{RoutingOptions, for_network, path_into};
use torusmith_topology::Network;

/// Straight on against the '+' direction: on a ring of four with ties to '+' no packet does so twice, and its crosspoint may be spared.
const STRAIGHT_BACK: [(usize, usize); 3] = [(1, 2), (3, 4), (5, 6)];

/// Routing algorithm, VC rule, ties.
type Choice = [&'static str; 3];

type Turns = BTreeSet<(usize, usize)>;

/// `ALL_TURNS` of the router: a row of bits for each input, the last first.
fn of_verilog(network: &Network, [routing, rule, ties]: Choice) -> Turns {
    let (routing, vc_rule, ties) = (Some(routing.parse().unwrap()), Some(rule.parse().unwrap()), Some(ties.parse().unwrap()));
    let design = generate(network, &Options { routing, vc_rule, ties, ..Options::default() }).unwrap();
    let path = format!("rtl/{}.v", design.top);
    let text = design.file(&path).unwrap();
    let rows = text.split("ALL_TURNS = {").nth(1).unwrap().split('}').next().unwrap();
    let rows: Vec<&str> = rows.lines().filter_map(|line| line.split_once("'b")).map(|(_, bits)| &bits[..network.ports()]).collect();
    assert_eq!(rows.len(), network.ports());
    let turns_of = |(from, row): (usize, &&str)| {
        row.chars().rev().enumerate().filter(|&(_, bit)| bit == '1').map(move |(to, _)| (from, to)).collect::<Vec<_>>()
    };
    rows.iter().rev().enumerate().flat_map(turns_of).collect()
}

/// By the paths of all pairs of nodes.
fn of_model(network: &Network, [routing, rule, ties]: Choice) -> Turns {
    let options =
        RoutingOptions { algorithm: Some(routing.parse().unwrap()), rule: Some(rule.parse().unwrap()), ties: Some(ties.parse().unwrap()) };
    let routing = for_network(network, options, 4).unwrap();
    let graph = network.graph();
    let mut turns = Turns::new();
    let mut hops = Vec::new();
    for (from, to) in
        (0..network.nodes() as u32).flat_map(|from| (0..network.nodes() as u32).map(move |to| (from, to))).filter(|(a, b)| a != b)
    {
        path_into(&graph, &routing, from, to, &mut hops).unwrap();
        let mut entered = 0;
        for hop in &hops {
            turns.insert((entered, hop.port as usize));
            entered = graph.downstream(hop.node as usize, hop.port as usize).map_or(0, |link| link.port as usize);
        }
    }
    turns
}

#[test]
fn verilog_and_model_turn_alike() {
    let cases = [
        ("ttn:2,2,0", ["dor", "paper4", "plus"]),
        ("ttn:2,2,0", ["dor", "min2", "plus"]),
        ("ttn:2,2,1", ["dor", "paper4", "plus"]),
        ("ttn:2,2,1", ["dor", "min2", "plus"]),
        ("ttn:2,2,1", ["dor", "paper4", "balanced"]),
        ("ttn:2,2,2", ["dor", "paper4", "plus"]),
        ("ttn:2,3,0", ["dor", "paper4", "plus"]),
        ("ttn:3,2,0", ["dor", "paper4", "plus"]),
        ("ttn:2,2,0", ["dor-turn", "balanced", "balanced"]),
        ("ttn:2,2,2", ["dor-turn", "balanced", "balanced"]),
        ("sttn:2,2,1", ["dor-turn", "balanced", "balanced"]),
        ("mtn:2,2,1", ["dor-turn", "balanced", "balanced"]),
        ("torus:4,4", ["dor", "dateline", "plus"]),
        ("torus:4,4", ["dor", "balanced", "balanced"]),
        ("torus:8,6", ["dor", "dateline", "plus"]),
        ("torus:8,6", ["dor", "balanced", "balanced"]),
    ];
    for (name, choice) in cases {
        let network: Network = name.parse().unwrap();
        let (verilog, model) = (of_verilog(&network, choice), of_model(&network, choice));
        let missing: Vec<_> = model.difference(&verilog).collect();
        assert!(missing.is_empty(), "{name} {choice:?}: no crosspoint for {missing:?} (input, output)");
        let spare: Vec<_> = verilog.difference(&model).filter(|turn| !STRAIGHT_BACK.contains(turn)).collect();
        assert!(spare.is_empty(), "{name} {choice:?}: crosspoints that no packet uses: {spare:?} (input, output)");
    }
}
