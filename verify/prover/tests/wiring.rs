//! Wires of a network's top: those that are generated are proved, and each fault is named.

use std::path::Path;

use torusmith_design::{Interface, Scope};
use torusmith_generator::{Axi4Options, Options, generate};
use torusmith_prover::prove::Verdict;
use torusmith_prover::wiring::{WiringReport, wiring};
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Yosys};
use torusmith_topology::{Degraded, LinkSlices, Network};

fn report(dir: &Path) -> WiringReport {
    wiring(&Design::open(dir).unwrap(), &Yosys::find().unwrap(), &Cache::off()).unwrap()
}

fn network() -> Options {
    Options { scope: Scope::Network, ..Options::default() }
}

fn streams() -> Options {
    Options { interface: Interface::Axis, ..network() }
}

/// Two managers and two subordinates in a mesh of 2 x 2, one node with both.
fn axi4() -> Options {
    let map = "managers = [\"0,0\", \"1,1\"]\n[[range]]\nname = \"a\"\nbase = 0\nsize = 4096\nnode = \"0,0\"\n\
               [[range]]\nname = \"b\"\nbase = 4096\nsize = 4096\nnode = \"0,1\"\n";
    let map = torusmith_topology::address_map::parse(map, "map.toml", &"mesh:2,2".parse().unwrap(), 32).unwrap();
    Options { interface: Interface::Axi4, axi4: Axi4Options { map: Some(map), ..Axi4Options::default() }, ..network() }
}

/// The report on a network's top.
#[track_caller]
fn checked(network: &Network, options: &Options) -> WiringReport {
    let folder = tempfile::tempdir().unwrap();
    generate(network, options).unwrap().write(folder.path()).unwrap();
    report(folder.path())
}

/// Routers and links are those of the family's definition.
#[track_caller]
fn proved(network: &str, options: &Options, routers: usize, links: usize) {
    let report = checked(&network.parse().unwrap(), options);
    assert_eq!((report.result, report.wrong, &report.reason), (Verdict::Proved, 0, &None), "{network}");
    assert_eq!((report.routers, report.links), (routers, links), "{network}");
    assert!(report.wires > 30 * links, "{report:?}");
}

#[test]
fn networks_are_proved() {
    let torus = "torus:2,3".parse().unwrap();
    let slices = LinkSlices::read(&torus, "wrap=2").unwrap();
    // Four links out of each router.
    proved("torus:2,3", &Options { link_slices: slices, ..network() }, 6, 24);
    // Four links in rows and three in columns, each both ways.
    proved("mesh:2,3:2", &network(), 6, 14);
    proved("hypercube:3", &network(), 8, 24);
    proved("star:4", &network(), 1, 0);
    // Two levels of two routers, each joined to both of the other level.
    proved("fattree:2,2", &network(), 4, 8);
    let ttn: Network = "ttn:2,2,1".parse().unwrap();
    proved("ttn:2,2,1", &network(), ttn.routers(), ttn.graph().links());
}

#[test]
fn interfaces_are_proved() {
    proved("mesh:2,2", &streams(), 4, 8);
    proved("mesh:1,2:2", &streams(), 2, 2);
    // A network for requests and one for responses.
    proved("mesh:2,2", &axi4(), 8, 16);
}

#[test]
fn a_network_without_a_link_is_proved() {
    let mesh: Network = "mesh:2,2".parse().unwrap();
    let whole = checked(&mesh, &network());
    let table = torusmith_topology::own::shortest_routes(&Degraded::read(&mesh, &["0,0:x+".into()], &[], false).unwrap().graph());
    let table = table.with_classes(1, |_, _| None);
    let degraded = Degraded::read(&mesh, &["0,0:x+".into()], &[], false).unwrap();
    let degraded = degraded.of::<Degraded>().unwrap().with_table(table);
    let report = checked(&degraded, &network());
    assert_eq!((report.result, report.links), (Verdict::Proved, whole.links - 2), "{report:?}");
}

#[test]
#[ignore = "long: 256 nodes"]
fn larger_networks_are_proved() {
    proved("torus:16,16", &Options { vcs: Some(2), ..network() }, 256, 1024);
}

/// What is wrong in a design with the first `from` of its top replaced.
#[track_caller]
fn broken(network: &Network, options: &Options, from: &str, to: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let design = generate(network, options).unwrap();
    design.write(folder.path()).unwrap();
    let file = folder.path().join(format!("rtl/{}.v", design.top));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "no `{from}` in {text}");
    std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
    let report = report(folder.path());
    assert_eq!(report.result, Verdict::Refuted, "{to}: {report:?}");
    assert!(report.wrong > 0);
    report.reason.unwrap()
}

/// In the top of a torus of 2 x 3 node 0 is beside node 1, 2 and twice 3. Its ports in a vector: y-, y+, x-, x+, from the highest.
#[test]
fn each_fault_is_named() {
    let torus: Network = "torus:2,3".parse().unwrap();
    let options = Options { link_slices: LinkSlices::read(&torus, "wrap=1").unwrap(), ..network() };
    for (from, to, words) in [
        // From another router.
        ("n3_y_plus_far_flit, n3_y_minus_flit", "n4_y_plus_far_flit, n3_y_minus_flit", ["port y- of router 0,0", "router 1,1"]),
        // Ports of a vector in another order.
        ("n3_y_plus_far_flit, n3_y_minus_flit", "n3_y_minus_flit, n3_y_plus_far_flit", ["of router 0,0", "the network has"]),
        // A link that is not there.
        ("n3_y_minus_flit, n2_x_plus_far_flit", "{36{1'b0}}, n2_x_plus_far_flit", ["router 0,0", "the constant 0"]),
        // Logic on a wire.
        (".local_in_valid        (local_in_valid[0])", ".local_in_valid        (local_in_valid[0] & rst)", ["in_valid", "router 0,0"]),
        // Slices of another node.
        (".local_in_valid        (local_in_valid[0])", ".local_in_valid        (local_in_valid[1])", ["in_valid", "local_in_valid[0]"]),
        // Two routers with one address.
        (".address               (3'd1)", ".address               (3'd0)", ["both have the address of router 0,0", "instances"]),
        // Credits that go back to another router.
        ("n3_y_plus_far_credit, n3_y_minus_credit", "n3_y_minus_credit, n3_y_plus_far_credit", ["credit", "router"]),
        // Another number of registers on a link.
        (".SLICES     (1)", ".SLICES     (2)", ["over 2 registers", "the network has 1"]),
        // Errors in another order.
        ("(error[2:0])", "({error[0], error[2:1]})", ["error[0] of the top", "error[2] of router 0,0"]),
        // Buffers of another depth.
        (".BUFFER_DEPTH (BUFFER_DEPTH)", ".BUFFER_DEPTH (BUFFER_DEPTH+1)", ["router 0,0", "BUFFER_DEPTH = 5; the network's is 4"]),
        // One that is never reset.
        (".rst                   (rst)", ".rst                   (1'b0)", ["rst of router 0,0", "the reset"]),
    ] {
        let told = broken(&torus, &options, from, to);
        assert!(words.iter().all(|word| told.contains(word)), "{to}: {told}");
    }
}

/// Signals of interfaces that are those of another node, or of the other channel.
#[test]
fn faults_of_interfaces_are_named() {
    let mesh: Network = "mesh:2,2".parse().unwrap();
    for (options, from, to, words) in [
        (streams(), "(s_axis_tvalid[1])", "(s_axis_tvalid[2])", ["s_axis_tvalid", "the interface of 0,1"]),
        (streams(), "(m_axis_tready[3])", "(m_axis_tready[0])", ["m_axis_tready", "the interface of 1,1"]),
        (axi4(), ".s_axi_awvalid(s_axi_awvalid[m])", ".s_axi_awvalid(s_axi_arvalid[m])", ["s_axi_awvalid", "the manager side of 0,0"]),
        (axi4(), ".s_axi_awready(s_axi_awready[m])", ".s_axi_awready(s_axi_awready[1-m])", ["s_axi_awready[0] of the top", "of 1,1"]),
        (axi4(), "[m*32 +: 32]", "[(1-m)*32 +: 32]", ["s_axi_awaddr", "the manager side of 0,0"]),
        (axi4(), ".m_axi_awready(m_axi_awready[s])", ".m_axi_awready(m_axi_arready[s])", ["m_axi_awready", "the subordinate side of 0,0"]),
    ] {
        let told = broken(&mesh, &options, from, to);
        assert!(words.iter().all(|word| told.contains(word)), "{to}: {told}");
    }
}
