//! A family that another program adds: its networks are those of other families with their names hidden, so the expected links are known,
//! and their tops are wired up from the graph.

use std::sync::Once;

use torusmith_generator::{
    Choices, Design, Error, FamilyRtl, NetworkRtl, Offer, Options, RoutingAlgorithm, Scope, Ties, Turns, VcRule, VerilogModule, generate,
};
use torusmith_topology::{Coordinate, FamilyName, Link, Network, NetworkSpec};

const NAME: FamilyName = FamilyName { prefix: "hidden", title: "hidden network" };

static HIDDEN: FamilyRtl = FamilyRtl {
    prefix: NAME.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer { deadlock: &[VcRule::Literal], ..Offer::of(&[VcRule::Any]) },
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire: torusmith_generator::wire_graph,
};

/// Another network; routing goes nowhere, so only the wires mean anything.
#[derive(Debug)]
struct Hidden {
    network: Network,
    turns: usize,
}

fn describe(network: &Network, _: &Choices) -> Result<NetworkRtl, Error> {
    let hidden: &Hidden = torusmith_generator::spec(network)?;
    let route = VerilogModule::new("route", "module route;\n  midimew_way u_shorter ();\n  way u_way ();\nendmodule\n");
    let modules = vec![torusmith_generator::library_module("midimew_way"), VerilogModule::new("way", "module way;\nendmodule\n"), route];
    Ok(NetworkRtl::new(modules, Turns::of_ports(&vec![1; hidden.turns], 1), VcRule::Any))
}

impl NetworkSpec for Hidden {
    fn family(&self) -> FamilyName {
        NAME
    }

    fn name(&self) -> String {
        format!("hidden {}", self.network)
    }

    fn slug(&self) -> String {
        format!("hidden_{}", self.network.slug())
    }

    fn routers(&self) -> usize {
        self.network.routers()
    }

    fn ports(&self) -> usize {
        self.network.ports()
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        self.network.downstream(node, port)
    }

    fn port_label(&self, port: u8) -> &str {
        self.network.port_label(port)
    }

    fn format_address(&self, node: u32) -> String {
        self.network.format_address(node)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        self.network.read_address(text)
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        self.network.coordinates()
    }
}

/// A network with its name hidden.
pub fn hidden(name: &str) -> Network {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| torusmith_generator::register(&HIDDEN));
    let network: Network = name.parse().unwrap();
    let turns = network.ports();
    Network::new(Hidden { network, turns })
}

fn whole(network: &Network) -> Result<Design, Error> {
    generate(network, &Options { scope: Scope::Network, ..Options::default() })
}

#[test]
fn its_modules_are_in_the_design_under_the_slug() {
    let design = whole(&hidden("mesh:2,2")).unwrap();
    let text = |name: &str| design.file(&format!("rtl/hidden_mesh_2_2_{name}.v")).unwrap();
    let route = "module hidden_mesh_2_2_route;\n  hidden_mesh_2_2_midimew_way u_shorter ();\n  hidden_mesh_2_2_way u_way ();\nendmodule\n";
    assert!(text("route").ends_with(route), "{}", text("route"));
    assert!(text("router").contains("hidden_mesh_2_2_route #("));
    let at = |name: &str| design.files.iter().position(|(path, _)| *path == format!("rtl/hidden_mesh_2_2_{name}.v")).unwrap();
    assert!(at("midimew_way") < at("way") && at("way") < at("route") && at("route") < at("router"));
}

#[test]
fn what_it_does_not_offer_is_refused() {
    let network = hidden("mesh:2,2");
    let refused = |options: Options| generate(&network, &options).unwrap_err().to_string();
    let routing = refused(Options { routing: Some(RoutingAlgorithm::Ls), ..Options::default() });
    assert_eq!(routing, "routing `ls`: not allowed; allowed for hidden mesh(2,2): dor");
    let rule = refused(Options { vc_rule: Some(VcRule::Literal), ..Options::default() });
    let why = "allowed for this hidden network: any (literal deadlocks: for deadlock, route and simulate alone)";
    assert_eq!(rule, format!("vc-rule `literal`: not allowed; {why}"));
}

#[test]
fn a_top_of_more_nodes_than_a_text_holds_is_refused() {
    let error = whole(&hidden("mesh:41,25")).unwrap_err().to_string();
    assert!(error.starts_with("scope `network`: not allowed; allowed for hidden mesh(41,25): router"), "{error}");
    assert!(generate(&hidden("mesh:41,25"), &Options::default()).is_ok());
}

#[test]
fn a_description_that_does_not_fit_the_network_is_refused() {
    hidden("mesh:2,2");
    let network = Network::new(Hidden { network: "mesh:2,2".parse().unwrap(), turns: 4 });
    let error = generate(&network, &Options::default()).unwrap_err().to_string();
    assert_eq!(error, "network hidden mesh(2,2): its family describes no router: turns: there must be a mask for each of the 5 ports");
}

/// CCC has no record.
#[test]
fn a_family_without_a_record_has_no_verilog() {
    let error = generate(&"ccc:3".parse().unwrap(), &Options::default()).unwrap_err().to_string();
    assert!(error.contains("there is no Verilog for it"), "{error}");
}
