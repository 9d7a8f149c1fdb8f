//! The turns by class that the Verilog has crosspoints for are those that the model's routing takes, no fewer and no more.

use std::collections::BTreeSet;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_generator::{Options, generate};
use torusmith_sim::deadlock;
use torusmith_sim::routing::{RoutingOptions, algorithms, rules};
use torusmith_topology::Network;

/// Input port and class, output port and class.
type Turn = ((usize, usize), (usize, usize));

type Choice = (RoutingAlgorithm, VcRule, Ties);

/// The turns of a router, of the text of its Verilog: a row of bits for each input port and VC, the last first, and in it a bit for each output port
/// and VC, the last VC first. The router has as many VCs as classes.
fn of_verilog(text: &str, ports: usize) -> BTreeSet<Turn> {
    let rows = text.split("TURNS = {").nth(1).unwrap().split('}').next().unwrap();
    let rows: Vec<&str> = rows.lines().filter_map(|line| line.split("'b").nth(1)?.split([',', ' ']).next()).collect();
    let classes = rows.len() / ports;
    assert_eq!(rows.len(), ports * classes);
    let turns_of = |(from, row): (usize, &&str)| {
        let bits: Vec<char> = row.chars().rev().filter(|&bit| bit != '_').collect();
        assert_eq!(bits.len(), ports * classes);
        let turn = |to: usize| ((from / classes, from % classes), (to % ports, to / ports));
        (0..bits.len()).filter(|&to| bits[to] == '1').map(turn).collect::<Vec<_>>()
    };
    rows.iter().rev().enumerate().flat_map(turns_of).collect()
}

/// The router's Verilog; `None` if these choices do not go together.
fn router(network: &Network, (routing, rule, ties): Choice) -> Option<String> {
    let options = Options { routing: Some(routing), vc_rule: Some(rule), ties: Some(ties), ..Options::default() };
    let design = generate(network, &options).ok()?;
    Some(design.file(&format!("rtl/{}.v", design.top)).unwrap().to_owned())
}

fn of_model(network: &Network, (routing, rule, ties): Choice) -> BTreeSet<Turn> {
    let options = RoutingOptions::new(routing, Some(rule)).with_ties(ties);
    let rows = deadlock::turns(network, options).unwrap();
    let classes = rows.len() / network.ports();
    let lane = |number: usize| (number / classes, number % classes);
    let turns_of =
        |(from, row): (usize, &u128)| (0..rows.len()).filter(|to| row >> to & 1 == 1).map(|to| (lane(from), lane(to))).collect::<Vec<_>>();
    rows.iter().enumerate().flat_map(turns_of).collect()
}

/// All that the network's names for algorithms, VC rules and ties make.
fn choices(network: &Network) -> Vec<Choice> {
    let of_algorithm = |&algorithm| {
        let of_rule = move |&rule| [Ties::Balanced, Ties::Plus].map(|ties| (algorithm, rule, ties));
        rules(network).iter().flat_map(of_rule)
    };
    algorithms(network).iter().flat_map(of_algorithm).collect()
}

/// What the Verilog lacks, and what no packet takes.
fn differences(text: &str, network: &Network, choice: Choice) -> [Vec<Turn>; 2] {
    let (verilog, model) = (of_verilog(text, network.ports()), of_model(network, choice));
    [model.difference(&verilog).copied().collect(), verilog.difference(&model).copied().collect()]
}

/// Sees that tables are equal for all choices that go together, and how many do.
fn alike(name: &str) -> usize {
    let network: Network = name.parse().unwrap();
    let differs = |choice: Choice| -> Option<bool> {
        let [missing, spare] = differences(&router(&network, choice)?, &network, choice);
        if missing.is_empty() && spare.is_empty() {
            return Some(false);
        }
        eprintln!("{name} {choice:?}: (input, class), (output, class): missing {missing:?}, used by no packet {spare:?}");
        Some(true)
    };
    let found: Vec<bool> = choices(&network).into_iter().filter_map(differs).collect();
    assert!(!found.contains(&true), "{name}: {} of {} tables differ", found.iter().filter(|differs| **differs).count(), found.len());
    found.len()
}

#[test]
fn tori_meshes_and_hypercubes_turn_alike() {
    let tori = ["torus:4,4", "torus:8,8", "torus:6,6", "torus:5,5", "torus:8,4", "torus:12,12", "torus:9,3", "torus:2,7", "torus:16,16"];
    for name in tori.into_iter().chain(["torus:4,4,4", "torus:8,8,8", "torus:2,5,3", "torus:4,4,4,4", "torus:2,5,4,3"]) {
        assert_eq!(alike(name), 3, "{name}");
    }
    for name in ["mesh:2,2", "mesh:4,4", "mesh:8,8", "mesh:3,7", "mesh:2,5", "hypercube:1", "hypercube:6"] {
        assert_eq!(alike(name), 1, "{name}");
    }
}

#[test]
fn networks_of_tori_turn_alike() {
    for (name, count) in [
        ("ttn:2,2,0", 8),
        ("ttn:2,2,1", 8),
        ("ttn:2,2,2", 8),
        ("sttn:2,2,0", 8),
        ("sttn:2,2,1", 8),
        ("mtn:2,2,0", 8),
        ("mtn:2,2,1", 8),
        ("mtn:2,2,2", 8),
        ("tesh:2,2,0", 4),
        ("tesh:2,2,1", 4),
        ("tesh:2,2,2", 4),
    ] {
        assert_eq!(alike(name), count, "{name}");
    }
}

#[test]
fn hierarchical_tori_turn_alike() {
    for q in 0..3 {
        assert_eq!(alike(&format!("htn:4,4,2,{q}")), 11, "{q}");
    }
}

#[test]
fn recursive_diagonal_tori_turn_alike() {
    for side in [4, 8, 16, 32] {
        assert_eq!(alike(&format!("rdt:{side}")), 1, "{side}");
    }
}

/// Of 4096 nodes, with three levels.
#[test]
fn a_network_of_three_levels_turns_alike() {
    let network: Network = "ttn:2,3,0".parse().unwrap();
    for (rule, ties) in [(VcRule::Paper4, Ties::Plus), (VcRule::Balanced, Ties::Balanced)] {
        let choice = (RoutingAlgorithm::Dor, rule, ties);
        assert_eq!(differences(&router(&network, choice).unwrap(), &network, choice), [[], []], "{choice:?}");
    }
}

/// Of 65536 nodes, with four levels: some rings have their input and their output on different nodes. By scripts/soak.
#[cfg(feature = "soak")]
#[test]
fn networks_of_four_levels_turn_alike() {
    for (name, ties) in [("mtn:2,4,0", Ties::Balanced), ("tesh:2,4,0", Ties::Balanced), ("ttn:2,4,0", Ties::Plus)] {
        let network: Network = name.parse().unwrap();
        let choice = (RoutingAlgorithm::Dor, VcRule::Least, ties);
        assert_eq!(differences(&router(&network, choice).unwrap(), &network, choice), [[], []], "{name}");
    }
}

/// A crosspoint less and one more are seen, each by its ports and classes.
#[test]
fn a_wrong_table_is_seen() {
    let network: Network = "torus:8,8".parse().unwrap();
    let choice = (RoutingAlgorithm::Dor, VcRule::Dateline, Ties::Plus);
    let text = router(&network, choice).unwrap();
    let row = "10'b11011_11011,  // from x-, VC 1";
    let changed = |to: &str| {
        assert_eq!(text.matches(row).count(), 1, "{text}");
        differences(&text.replace(row, &format!("10'b{to},  // from x-, VC 1")), &network, choice)
    };
    assert_eq!(changed("11011_11011"), [vec![], vec![]]);
    // Port 2 is x-, 1 x+, 4 y-.
    assert_eq!(changed("11001_11011"), [vec![((2, 1), (1, 1))], vec![]]);
    assert_eq!(changed("01011_11011"), [vec![((2, 1), (4, 1))], vec![]]);
    assert_eq!(changed("11111_11011"), [vec![], vec![((2, 1), (2, 1))]]);
}
