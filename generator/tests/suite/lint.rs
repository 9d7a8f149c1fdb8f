//! What is generated is clean: Verilator `-Wall`, Icarus `-g2001 -Wall`, yosys `synth`, slang.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use torusmith_generator::Design;

use crate::tools::{SOAK, chosen, made, run, tool, written};
use crate::{axi4, own};

mod configurations;
mod library;

pub use configurations::ROUTERS;
use configurations::{MAPPED, MORE_MAPPED, MORE_NETWORKS, MORE_ROUTERS, MORE_SYNTHESIZED, MULTICAST, NETWORKS, SYNTHESIZED};
use library::{covering, made_of, unused};

/// Runs `lint(top)` in the folder of every configuration; what it prints must be empty.
fn clean(configurations: &[(&str, &str)], mut lint: impl FnMut(&str) -> Command) {
    for (network, options) in configurations {
        let design = made(network, options);
        let folder = written(&design);
        let output = run(&mut lint(&design.top), folder.path());
        assert_eq!(output, "", "{network} {options}");
    }
}

pub fn verilator(program: &Path, top: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["--lint-only", "-Wall", "--top-module", top, "-f", &format!("{top}.f")]);
    command
}

/// So many of the multicast routers are looked at in every run.
const QUICK_MULTICAST: usize = 4;

/// Families, a test each.
const GROUPS: [&[&str]; 3] =
    [&["ttn", "sttn", "mtn", "tesh"], &["htn", "rdt", "star", "fattree", "flatfly", "dragonfly"], &["torus", "mesh", "hypercube"]];

/// Those that are linted in this run.
fn routers() -> Vec<(&'static str, &'static str)> {
    [ROUTERS, chosen(MORE_ROUTERS, 0)].concat()
}

/// Every other one, for tools that say less than Verilator; in soaks all.
fn half_of_the_routers() -> Vec<(&'static str, &'static str)> {
    routers().into_iter().step_by(if SOAK { 1 } else { 2 }).collect()
}

fn networks() -> Vec<(&'static str, &'static str)> {
    [NETWORKS, chosen(MORE_NETWORKS, 0)].concat()
}

/// The first router of each family.
fn first_routers() -> Vec<(&'static str, &'static str)> {
    let family = |network: &'static str| network.split(':').next().unwrap();
    let mut seen = BTreeSet::new();
    ROUTERS.iter().copied().filter(|(network, _)| seen.insert(family(network))).collect()
}

/// Each file of `rtl/` that is part of a router or a node, in the first configuration that has it; networks have a test of their own.
#[test]
fn verilator_has_nothing_to_say_about_each_file_of_a_router() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    clean(&covering(&[ROUTERS, &MULTICAST[..1]].concat()), |top| verilator(&program, top));
}

/// A file that no design has is dead.
#[test]
fn each_file_of_rtl_is_in_some_design() {
    // Of networks of more than 64 nodes, by families
    let large = ["ttn:2,2,1", "htn:4,4,2,1", "rdt:16", "torus:9,9", "mesh:9,9", "hypercube:7"];
    let large = large.map(|network| (network, "scope=network wide-ports=yes counters=yes"));
    let configurations = [ROUTERS, NETWORKS, &MULTICAST[..1], &large].concat();
    let plain = configurations.iter().map(|(network, options)| made(network, options));
    let of_a_file = own::design(&own::classed(&own::example("ring_8.toml"), 2, true), "scope=network");
    let [plain_axi4, routed_axi4] = [("torus:2,2", ["0,0", "1,1"]), ("ttn:2,2,2", ["0,0,0,0", "1,1,3,3"])]
        .map(|(network, [manager, subordinate])| axi4::made(network, "", &[manager], &[subordinate]));
    let [two, three] = ["vcs=2 sva=yes", "vcs=2 pipeline=3 sva=yes"].map(|options| made("torus:4,4", options));
    let others = [plain_axi4, routed_axi4, of_a_file, two, three];
    let found: BTreeSet<&str> = plain.chain(others).flat_map(|design| made_of(&design)).collect();
    assert_eq!(unused(&found), Vec::<&str>::new());
}

fn verilator_about_routers(group: &[&str], more: &[(&str, &str)]) {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let family = |network: &str| network.split(':').next().unwrap().to_owned();
    assert!(routers().iter().all(|(network, _)| GROUPS.concat().contains(&family(network).as_str())));
    let chosen: Vec<_> = routers().into_iter().filter(|(network, _)| group.contains(&family(network).as_str())).collect();
    clean(&chosen, |top| verilator(&program, top));
    clean(more, |top| verilator(&program, top));
}

#[test]
#[ignore = "long: dozens of routers"]
fn verilator_has_nothing_to_say_about_ttns_and_the_like() {
    verilator_about_routers(GROUPS[0], &[]);
}

#[test]
#[ignore = "long: dozens of routers"]
fn verilator_has_nothing_to_say_about_htns_rdts_and_trees() {
    verilator_about_routers(GROUPS[1], chosen(MULTICAST, QUICK_MULTICAST));
}

#[test]
#[ignore = "long: dozens of routers"]
fn verilator_has_nothing_to_say_about_tori_meshes_and_hypercubes() {
    verilator_about_routers(GROUPS[2], &[]);
}

/// Verilator copies every router of a network; those are linted by themselves.
#[test]
fn verilator_has_nothing_to_say_about_networks() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    for (network, options) in networks() {
        assert_eq!(about_network(&program, &made(network, options), options), "", "{network} {options}");
    }
}

/// What Verilator says of a top whose routers, or whose nodes with their interfaces, are empty.
pub fn about_network(verilator_program: &Path, design: &Design, options: &str) -> String {
    let folder = written(design);
    let kept: &[&str] = if options.contains("clocks=async") {
        &["_axi_async_node.v", "_reset_tree.v", "_network.v", "_network_by_node.v"]
    } else if options.contains("axi") {
        &["_axi_node.v", "_link_slice.v", "_reset_tree.v", "_network.v", "_network_by_node.v"]
    } else {
        &["_router.v", "_node.v", "_link_slice.v", "_reset_tree.v", "_network.v", "_network_by_node.v"]
    };
    hollow_out(design, folder.path(), kept[0]);
    let slug = design.top.strip_suffix("_network").unwrap();
    let files = design.files.iter().map(|(path, _)| path).filter(|path| kept.iter().any(|end| **path == format!("rtl/{slug}{end}")));
    let list: String = files.map(|path| format!("{path}\n")).collect();
    let top = format!("{}_by_node", design.top);
    fs::write(folder.path().join(format!("{top}.f")), list).unwrap();
    run(&mut verilator(verilator_program, &top), folder.path())
}

/// A module of the same interface that does nothing, cleanly.
pub fn hollow(module: &str) -> String {
    let (declaration, _) = module.split_once("\n);\n").unwrap();
    let names = |kind: &str| -> Vec<String> {
        let lines = declaration.lines().filter(|line| line.trim_start().starts_with(kind));
        let declared = lines.map(|line| line.split('=').next().unwrap().trim_end_matches([' ', ',']));
        declared.map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect()
    };
    let used = [names("parameter"), names("input")].concat().join(", ");
    let outputs: String = names("output").iter().map(|name| format!("  assign {name} = 0;\n")).collect();
    let quiet = "  /* verilator lint_off WIDTH */ /* verilator lint_off WIDTHCONCAT */\n";
    format!(
        "{declaration}\n);\n{quiet}{outputs}  wire unused = &{{1'b0, {used}}};\n  /* verilator lint_on WIDTH */ /* verilator lint_on WIDTHCONCAT */\nendmodule\n`default_nettype wire\n"
    )
}

/// One basic module has all that a network has but its length. Its routers are linted by themselves.
#[test]
fn verilator_has_nothing_to_say_about_a_basic_module() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let all = [
        ("ttn:2,2,2", "interface=axis"),
        ("ttn:2,4,0", ""),
        ("sttn:2,4,0", ""),
        ("mtn:2,2,1", ""),
        ("tesh:2,2,0", "link-slices=x=1"),
        ("htn:4,4,2,0", "vcs=2 interface=axis"),
        ("htn:4,4,2,1", "vcs=2 link-slices=z=1,wrap=3"),
        ("ttn:2,2,1", ""),
        ("mtn:2,2,2", "interface=axis"),
        ("tesh:2,2,0", "interface=axis"),
        ("tesh:2,2,2", ""),
        ("htn:4,4,2,1", "vcs=3 routing=ls+cs"),
        ("ttn:2,2,1", "link-slices=1,wrap=2"),
    ];
    for (network, options) in chosen(&all, 7) {
        let design = made(network, &format!("{options} scope=network wide-ports=yes"));
        let folder = written(&design);
        let node = if options.contains("axi") { "_axi_node.v" } else { "_router.v" };
        hollow_out(&design, folder.path(), node);
        let top = design.top.replace("network", "basic_module");
        let kept: &[&str] =
            if options.contains("axi") { &[node, "_basic_module.v"] } else { &[node, "_node.v", "_link_slice.v", "_basic_module.v"] };
        let files = design.files.iter().map(|(path, _)| path).filter(|path| kept.iter().any(|end| path.ends_with(end)));
        let list: String = files.map(|path| format!("{path}\n")).collect();
        fs::write(folder.path().join(format!("{top}.f")), list).unwrap();
        assert_eq!(run(&mut verilator(&program, &top), folder.path()), "", "{network}");
    }
}

/// Replaces the module whose file ends so, which is linted by itself, by a hollow one.
fn hollow_out(design: &Design, folder: &Path, end: &str) {
    let path = format!("rtl/{}{end}", design.top.strip_suffix("_network").unwrap());
    let module = design.files.iter().find(|(found, _)| *found == path).unwrap();
    fs::write(folder.join(&module.0), hollow(&module.1)).unwrap();
}

/// A whole RDT with hollow nodes, and the encoder, which no other module instantiates.
#[test]
#[ignore = "long: networks of 256 nodes"]
fn nothing_to_say_about_an_rdt_beside_its_routers() {
    let (verilator, iverilog, yosys) =
        (tool("verilator", "TORUSMITH_VERILATOR"), tool("iverilog", "TORUSMITH_IVERILOG"), tool("yosys", "TORUSMITH_YOSYS"));
    for side in chosen(&[4, 16, 32, 8, 64, 128], 3) {
        let design = made(&format!("rdt:{side}"), "scope=network wide-ports=yes");
        let folder = written(&design);
        hollow_out(&design, folder.path(), "_node.v");
        let slug = format!("rdt_{side}");
        let files = |names: &[&str]| -> Vec<String> { names.iter().map(|name| format!("rtl/{slug}_{name}.v")).collect() };
        // A network of 1024 nodes and more is too large to be read for every test.
        let network = (*side <= 16).then(|| ("network", files(&["node", "network"])));
        for (top, files) in network.into_iter().chain([("vector_encoder", files(&["quarter", "vector_encoder"]))]) {
            let top = format!("{slug}_{top}");
            if let Some(program) = &verilator {
                let said = run(Command::new(program).args(["--lint-only", "-Wall", "--top-module", &top]).args(&files), folder.path());
                assert_eq!(said, "", "{top}");
            }
            if let Some(program) = &iverilog {
                let said = run(Command::new(program).args(["-g2001", "-Wall", "-t", "null", "-s", &top]).args(&files), folder.path());
                assert_eq!(said, "", "{top}");
            }
            if let Some(program) = &yosys {
                let script = format!("read_verilog {}; hierarchy -check -top {top}; proc; check -assert", files.join(" "));
                assert_eq!(run(Command::new(program).args(["-q", "-p", &script]), folder.path()), "", "{top}");
            }
        }
    }
}

fn icarus(program: &Path, top: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["-g2001", "-Wall", "-t", "null", "-s", top, "-c", &format!("{top}.f")]);
    command
}

/// Each file of `rtl/`, in the first configuration that has it.
#[test]
fn icarus_has_nothing_to_say_about_each_file() {
    let Some(program) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    clean(&covering(&[ROUTERS, NETWORKS, &MULTICAST[..1]].concat()), |top| icarus(&program, top));
}

#[test]
#[ignore = "long: dozens of designs"]
fn icarus_has_nothing_to_say() {
    let Some(program) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    for configurations in [&half_of_the_routers()[..], &networks(), chosen(MULTICAST, QUICK_MULTICAST)] {
        clean(configurations, |top| icarus(&program, top));
    }
}

/// As SystemVerilog, with the default warnings.
fn slang(program: &Path, top: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["--quiet", "--top", top, "-f", &format!("{top}.f")]);
    command
}

#[test]
fn slang_has_nothing_to_say_about_a_router_of_each_family() {
    let Some(program) = tool("slang", "TORUSMITH_SLANG") else { return };
    clean(&first_routers(), |top| slang(&program, top));
}

#[test]
#[ignore = "long: dozens of designs"]
fn slang_has_nothing_to_say() {
    let Some(program) = tool("slang", "TORUSMITH_SLANG") else { return };
    for configurations in [&half_of_the_routers()[..], &networks(), chosen(MULTICAST, QUICK_MULTICAST)] {
        clean(configurations, |top| slang(&program, top));
    }
}

/// `synth` of every configuration, as far as `passes` say.
fn yosys(passes: &str, configurations: &[(&str, &str)]) {
    let Some(program) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    clean(configurations, |top| {
        let mut command = Command::new("sh");
        let read = format!("read_verilog $(tr '\\n' ' ' < {top}.f); hierarchy -check -top {top}");
        command.args(["-c", &format!("\"$0\" -q -p \"{read}; synth -top {top} {passes}; check -assert\"")]).arg(&program);
        command
    });
}

/// As far as every family and every kind of module differs from others.
const COARSE: &str = "-run begin:fine";

#[test]
fn yosys_has_nothing_to_say_about_a_small_network() {
    yosys(COARSE, &SYNTHESIZED[..1]);
}

#[test]
#[ignore = "long: a synthesis of a router of each kind"]
fn yosys_has_nothing_to_say() {
    yosys(COARSE, &SYNTHESIZED[1..]);
    yosys(COARSE, &MULTICAST[..1]);
    if SOAK {
        yosys(COARSE, &MULTICAST[1..2]);
        yosys(COARSE, MORE_SYNTHESIZED);
    }
}

/// Down to gates: what the modules are made of is much alike, whatever the network.
#[test]
#[ignore = "long: synthesis down to gates"]
fn yosys_has_nothing_to_say_down_to_gates() {
    yosys("", MAPPED);
    if SOAK {
        yosys("", MORE_MAPPED);
    }
}
