//! Routing in force where options are open, and combinations that are refused (docs/networks.md, "Ties", "What goes together").

use RoutingAlgorithm::{Cs, Dor, DorBoth, DorEarly, DorTurn, Ls};
use VcRule::{Dateline, Least, Level, Literal, Min2, Paper4, Phase};
use torusmith_sim::routing::{Choice, RoutingAlgorithm, RoutingOptions, Ties, VcRule, algorithms, choose, for_network, least_vcs, rules};

use super::support::{network, papers};

/// Whatever parts are given.
fn options(algorithm: Option<RoutingAlgorithm>, rule: Option<VcRule>, ties: Option<Ties>) -> RoutingOptions {
    RoutingOptions { algorithm, rule, ties }
}

#[test]
fn what_is_not_asked_for_is_the_first_that_goes_with_the_rest() {
    let (plus, even) = (Ties::Plus, Ties::Balanced);
    for (name, algorithm, rule, ties, expected) in [
        ("ttn:2,2,1", Some(Dor), None, None, (Dor, VcRule::Balanced, even)),
        ("ttn:2,2,1", None, Some(VcRule::Balanced), None, (DorTurn, VcRule::Balanced, even)),
        ("ttn:2,2,1", Some(Dor), Some(VcRule::Balanced), None, (Dor, VcRule::Balanced, even)),
        ("ttn:2,2,1", Some(DorTurn), None, None, (DorTurn, VcRule::Balanced, even)),
        ("ttn:2,2,1", Some(DorTurn), None, Some(even), (DorTurn, VcRule::Balanced, even)),
        ("ttn:2,2,1", Some(Dor), None, Some(plus), (Dor, Paper4, plus)),
        ("ttn:2,2,1", None, None, Some(even), (DorTurn, VcRule::Balanced, even)),
        ("ttn:2,2,1", None, Some(Paper4), None, (Dor, Paper4, even)),
        ("ttn:2,2,1", None, Some(Min2), None, (Dor, Min2, even)),
        ("ttn:2,2,1", None, Some(Min2), Some(plus), (Dor, Min2, plus)),
        ("ttn:2,2,1", None, Some(Literal), None, (Dor, Literal, plus)),
        ("ttn:2,4,0", None, None, Some(even), (Dor, Least, even)),
        ("sttn:2,2,0", Some(DorTurn), None, None, (DorTurn, VcRule::Balanced, even)),
        ("sttn:2,3,0", None, Some(VcRule::Balanced), None, (Dor, VcRule::Balanced, even)),
        ("sttn:2,3,0", None, Some(Level), None, (Dor, Level, even)),
        ("mtn:2,2,2", Some(DorTurn), Some(VcRule::Balanced), Some(even), (DorTurn, VcRule::Balanced, even)),
        ("htn:4,4,2,1", Some(Dor), None, None, (Dor, VcRule::Balanced, even)),
        ("htn:4,4,2,1", None, Some(VcRule::Balanced), None, (DorTurn, VcRule::Balanced, even)),
        ("htn:4,4,2,1", None, Some(Phase), None, (Dor, Phase, even)),
        ("htn:4,4,2,1", Some(DorTurn), None, None, (DorTurn, VcRule::Balanced, even)),
        ("htn:4,4,2,1", Some(DorEarly), None, None, (DorEarly, VcRule::Balanced, even)),
        ("htn:4,4,2,1", Some(DorBoth), None, None, (DorBoth, VcRule::Balanced, even)),
        ("htn:4,4,2,1", Some(Cs), None, None, (Cs, Phase, even)),
        ("htn:4,4,2,1", Some(Cs), None, Some(plus), (Cs, Phase, plus)),
        ("htn:4,4,2,1", Some(Ls), None, None, (Ls, Phase, plus)),
        ("htn:4,4,2,1", Some(Ls), Some(Literal), None, (Ls, Literal, plus)),
        ("torus:8,8", None, None, Some(even), (Dor, VcRule::Balanced, even)),
        ("torus:8,8", None, Some(VcRule::Balanced), None, (Dor, VcRule::Balanced, even)),
        ("torus:8,8", None, Some(Dateline), None, (Dor, Dateline, even)),
        ("torus:8,8", None, Some(Dateline), Some(plus), (Dor, Dateline, plus)),
    ] {
        let (algorithm_in_force, rule_in_force, ties_in_force) = expected;
        let expected = Choice { algorithm: algorithm_in_force, rule: rule_in_force, ties: ties_in_force };
        assert_eq!(choose(&network(name), options(algorithm, rule, ties)).unwrap(), expected, "{name} {algorithm:?} {rule:?} {ties:?}");
    }
}

/// Defaults: balanced ties, the rule `balanced` and `dor-turn` where a network has them.
#[test]
fn defaults() {
    use VcRule::{Any, Balanced, Descending};
    let (plus, even) = (Ties::Plus, Ties::Balanced);
    for (names, algorithm, rule, ties) in [
        (&["ttn:2,2,0", "ttn:2,2,1", "ttn:2,2,2", "sttn:2,2,0", "sttn:2,2,1"][..], DorTurn, Balanced, even),
        (&["mtn:2,2,0", "mtn:2,2,1", "mtn:2,2,2", "htn:4,4,2,0", "htn:4,4,2,1", "htn:4,4,2,2"], DorTurn, Balanced, even),
        // No turn at three levels, nor the rule beyond them or in rings of 8.
        (&["ttn:2,3,0", "ttn:2,3,1", "sttn:2,3,0", "sttn:2,3,1", "mtn:2,3,0", "mtn:2,3,1"], Dor, Balanced, even),
        (&["ttn:3,2,0", "ttn:3,2,1", "sttn:3,2,0", "mtn:3,2,1"], Dor, Paper4, even),
        (&["ttn:2,4,0", "ttn:2,5,0", "mtn:2,4,0", "tesh:2,4,0"], Dor, Least, even),
        (&["sttn:2,4,0", "sttn:2,5,0"], Dor, Level, even),
        (&["tesh:2,2,0", "tesh:2,2,1", "tesh:2,2,2", "tesh:2,3,1", "tesh:3,2,0"], Dor, Min2, even),
        (&["torus:4,4", "torus:3,5", "torus:8,8", "torus:4,4,4", "torus:2,3,4,5"], Dor, Balanced, even),
        (&["mh3dt:4,4,2,0", "mh3dt:4,4,2,2"], Dor, Min2, plus),
        (&["rdt:4", "rdt:16"], Dor, Descending, plus),
        (&["mesh:4,4", "hypercube:4"], Dor, Any, plus),
    ] {
        for name in names {
            assert_eq!(choose(&network(name), RoutingOptions::default()).unwrap(), Choice { algorithm, rule, ties }, "{name}");
        }
    }
}

/// `--ties plus` alone.
#[test]
fn ties_plus_are_the_papers_routing() {
    use VcRule::{Any, Descending};
    for (names, rule) in [
        (&["ttn:2,2,0", "ttn:2,2,2", "ttn:2,3,1", "ttn:3,2,0", "mtn:2,2,1", "mtn:2,3,0", "mtn:3,2,1", "sttn:3,2,0"][..], Paper4),
        (&["ttn:2,4,0", "ttn:2,5,0", "mtn:2,4,0", "tesh:2,4,0"], Least),
        (&["sttn:2,2,0", "sttn:2,3,1", "sttn:2,4,0", "sttn:2,5,0"], Level),
        (&["tesh:2,2,0", "tesh:2,2,2", "tesh:2,3,0", "tesh:3,2,1", "mh3dt:4,4,2,1"], Min2),
        (&["htn:4,4,2,0", "htn:4,4,2,1", "htn:4,4,2,2"], Phase),
        (&["rdt:4", "rdt:16"], Descending),
        (&["torus:4,4", "torus:8,8", "torus:3,4,5"], Dateline),
        (&["mesh:4,4", "hypercube:4"], Any),
    ] {
        for name in names {
            let expected = Choice { algorithm: Dor, rule, ties: Ties::Plus };
            assert_eq!(choose(&network(name), papers()).unwrap(), expected, "{name}");
        }
    }
}

/// Every listed option is valid in some combination, and the routing in force agrees with the options.
#[test]
fn whatever_a_network_lists_can_be_asked_for() {
    for name in
        ["ttn:2,2,2", "ttn:2,3,0", "ttn:2,5,0", "ttn:3,2,1", "sttn:2,3,1", "mtn:2,2,1", "tesh:2,2,1", "htn:4,4,2,0", "rdt:8", "torus:3,4"]
    {
        let network = network(name);
        for &algorithm in algorithms(&network) {
            assert_eq!(choose(&network, RoutingOptions::new(algorithm, None)).unwrap().algorithm, algorithm, "{name}");
        }
        for &rule in rules(&network) {
            assert_eq!(choose(&network, options(None, Some(rule), None)).unwrap().rule, rule, "{name}");
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused_in_a_line() {
    let refusal = |name: &str, algorithm, rule, ties| choose(&network(name), options(algorithm, rule, ties)).unwrap_err().to_string();
    let (plus, even, balanced) = (Some(Ties::Plus), Some(Ties::Balanced), Some(VcRule::Balanced));
    for (name, algorithm, rule, ties, expected) in [
        (
            "ttn:2,2,1",
            Some(DorTurn),
            Some(Paper4),
            None,
            "vc-rule = paper4 is not allowed; allowed: balanced for TTN(2,2,1) with routing `dor-turn`",
        ),
        (
            "mtn:2,2,1",
            Some(DorTurn),
            Some(Min2),
            plus,
            "vc-rule = min2 is not allowed; allowed: balanced for MTN(2,2,1) with routing `dor-turn`",
        ),
        (
            "htn:4,4,2,1",
            Some(DorBoth),
            Some(Phase),
            even,
            "vc-rule = phase is not allowed; allowed: balanced for HTN(4,4,2,1) with routing `dor-both`",
        ),
        (
            "htn:4,4,2,1",
            Some(Cs),
            balanced,
            None,
            "vc-rule = balanced is not allowed; allowed: phase, literal for HTN(4,4,2,1) with routing `cs`",
        ),
        ("ttn:2,2,1", Some(DorTurn), None, plus, "ties = plus is not allowed; allowed: balanced for TTN(2,2,1) with routing `dor-turn`"),
        ("ttn:2,2,1", None, balanced, plus, "ties = plus is not allowed; allowed: balanced for TTN(2,2,1) with the VC rule `balanced`"),
        (
            "ttn:2,2,1",
            Some(DorTurn),
            balanced,
            plus,
            "ties = plus is not allowed; allowed: balanced for TTN(2,2,1) with routing `dor-turn` and the VC rule `balanced`",
        ),
        (
            "htn:4,4,2,1",
            None,
            Some(Literal),
            even,
            "ties = balanced is not allowed; allowed: plus for HTN(4,4,2,1) with the VC rule `literal`",
        ),
        ("htn:4,4,2,1", Some(Ls), None, even, "ties = balanced is not allowed; allowed: plus for HTN(4,4,2,1) with routing `ls`"),
        ("mesh:4,4", None, None, even, "ties = balanced is not allowed; allowed: plus for mesh(4,4)"),
        ("ttn:2,3,0", Some(DorTurn), None, None, "routing = dor-turn is not allowed; allowed: dor for TTN(2,3,0)"),
        ("ttn:3,2,0", Some(DorTurn), None, None, "routing = dor-turn is not allowed; allowed: dor for TTN(3,2,0)"),
        ("tesh:2,2,0", Some(DorTurn), None, None, "routing = dor-turn is not allowed; allowed: dor for TESH(2,2,0)"),
        ("ttn:2,2,0", Some(DorEarly), None, None, "routing = dor-early is not allowed; allowed: dor-turn, dor for TTN(2,2,0)"),
        (
            "htn:4,4,2,1",
            Some(RoutingAlgorithm::Fixed),
            None,
            None,
            "routing = fixed is not allowed; allowed: dor-turn, dor, dor-early, dor-both, ls, cs, ls+cs, ls+cs-turn for HTN(4,4,2,1)",
        ),
        (
            "ttn:3,2,0",
            None,
            balanced,
            None,
            "vc-rule = balanced is not allowed; allowed: paper4, literal for TTN(3,2,0) (rings of 8 need the classes of paper4)",
        ),
        ("ttn:2,4,0", None, balanced, None, "vc-rule = balanced is not allowed; allowed: least, paper4, min2, literal for TTN(2,4,0)"),
        ("mtn:2,4,0", None, balanced, None, "vc-rule = balanced is not allowed; allowed: least, paper4, min2, literal for MTN(2,4,0)"),
        ("sttn:2,4,0", None, balanced, None, "vc-rule = balanced is not allowed; allowed: level, paper4, min2, literal for STTN(2,4,0)"),
        ("tesh:2,2,0", None, balanced, None, "vc-rule = balanced is not allowed; allowed: min2, least, literal for TESH(2,2,0)"),
    ] {
        assert_eq!(refusal(name, algorithm, rule, ties), expected);
    }
}

/// K of RC3 counts however few hops are of a class.
#[test]
fn too_few_vcs() {
    let few =
        |name: &str, algorithm, vcs| for_network(&network(name), RoutingOptions::new(algorithm, Some(VcRule::Balanced)), vcs).unwrap_err();
    for (name, algorithm, vcs, expected) in [
        ("ttn:2,2,1", DorTurn, 1, "vcs = 1 is not allowed; the VC rule `balanced` of TTN(2,2,1) with routing `dor-turn` needs at least 2"),
        ("sttn:2,3,1", Dor, 2, "vcs = 2 is not allowed; the VC rule `balanced` of STTN(2,3,1) needs at least 3"),
        (
            "htn:4,4,2,1",
            DorBoth,
            1,
            "vcs = 1 is not allowed; the VC rule `balanced` of HTN(4,4,2,1) with routing `dor-both` needs at least 2",
        ),
    ] {
        assert_eq!(few(name, algorithm, vcs).to_string(), expected);
    }
    for (name, k) in [("ttn:2,2,1", 2), ("ttn:2,3,1", 2), ("sttn:2,2,0", 2), ("sttn:2,3,0", 3), ("mtn:2,3,0", 2), ("htn:4,4,2,2", 2)] {
        assert_eq!(least_vcs(&network(name), options(None, Some(VcRule::Balanced), None)).unwrap(), k, "{name}");
    }
}
