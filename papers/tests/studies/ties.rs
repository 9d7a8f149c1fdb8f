//! Ties of the papers' algorithms.

use torusmith_papers::htn_selection::DEFAULT;
use torusmith_papers::options::{Options, Routes};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, VcRule, choose};

/// The papers' algorithm and VC rule stay; ties are balanced if the network and the algorithm support it.
#[test]
fn balanced_ties_are_for_those_that_have_them() {
    use RoutingAlgorithm::{Dor, Ls};
    let asked = RoutingOptions::default();
    for (name, asked, algorithm, rule, balanced) in [
        ("ttn:2,2,1", asked, Dor, VcRule::Paper4, Ties::Balanced),
        ("ttn:2,2,1", RoutingOptions::new(None, Some(VcRule::Min2)), Dor, VcRule::Min2, Ties::Balanced),
        ("sttn:2,3,1", asked, Dor, VcRule::Level, Ties::Balanced),
        ("tesh:2,2,1", asked, Dor, VcRule::Min2, Ties::Balanced),
        ("torus:16,16", asked, Dor, VcRule::Dateline, Ties::Balanced),
        ("htn:4,4,2,1", RoutingOptions::new(Dor, None), Dor, VcRule::Phase, Ties::Balanced),
        ("htn:4,4,2,1", RoutingOptions::new(Ls, None), Ls, VcRule::Phase, Ties::Plus),
        ("mesh:16,16", asked, Dor, VcRule::Any, Ties::Plus),
        ("mh3dt:4,4,2,2", asked, Dor, VcRule::Min2, Ties::Plus),
    ] {
        let network = name.parse().unwrap();
        for (ties, expected) in [(Ties::Plus, Ties::Plus), (Ties::Balanced, balanced)] {
            let chosen = choose(&network, Options { ties, ..DEFAULT }.routing(&network, asked).unwrap()).unwrap();
            assert_eq!((chosen.algorithm, chosen.rule, chosen.ties), (algorithm, rule, expected), "{name} {ties}");
        }
    }
}

/// A network's default routing (docs/routing.md), with the requested VC rule.
#[test]
fn chosen_routes_are_those_of_the_network() {
    use RoutingAlgorithm::{Dor, DorTurn};
    for (name, rule, expected) in [
        ("ttn:2,2,1", None, (DorTurn, VcRule::Balanced, Ties::Balanced)),
        ("ttn:2,3,1", None, (Dor, VcRule::Balanced, Ties::Balanced)),
        ("ttn:2,3,1", Some(VcRule::Min2), (Dor, VcRule::Min2, Ties::Balanced)),
        ("torus:16,16", None, (Dor, VcRule::Balanced, Ties::Balanced)),
        ("mesh:16,16", None, (Dor, VcRule::Any, Ties::Plus)),
    ] {
        let network = name.parse().unwrap();
        let options = Options { routes: Routes::Chosen, ..DEFAULT };
        let chosen = choose(&network, options.routing(&network, RoutingOptions::new(None, rule)).unwrap()).unwrap();
        assert_eq!((chosen.algorithm, chosen.rule, chosen.ties), expected, "{name}");
    }
}
