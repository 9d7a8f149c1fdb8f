//! What is generated is clean: Verilator `-Wall`, Icarus `-g2001 -Wall`, yosys `synth`.

use std::fs;
use std::path::Path;
use std::process::Command;

use torusmith_generator::Design;

use crate::tools::{made, run, tool, written};

/// Every network family, and every option at its ends, each with at least one network. An interface comes with its router.
const ROUTERS: &[(&str, &str)] = &[
    ("ttn:2,2,0", "interface=axi"),
    ("ttn:2,2,0", "vcs=8 flit-width=16 buffer-depth=2"),
    ("ttn:2,2,1", ""),
    ("ttn:2,2,1", "pipeline=3"),
    ("ttn:2,2,2", "flit-width=17"),
    ("ttn:2,4,0", "flit-width=512 buffer-depth=2"),
    ("ttn:3,2,1", "buffer-depth=5"),
    ("sttn:2,2,0", ""),
    ("sttn:2,2,1", "vcs=2 pipeline=3"),
    ("sttn:2,3,1", "vcs=3 vc-reuse=empty"),
    ("mtn:2,2,2", "vcs=2 vc-rule=min2 interface=axi"),
    ("mtn:2,2,2", "vcs=3 vc-rule=least pipeline=3"),
    ("mtn:2,4,0", "pipeline=3"),
    ("tesh:2,2,1", "vc-rule=least pipeline=3"),
    ("tesh:2,2,2", "vcs=5 interface=axi"),
    ("tesh:2,4,0", ""),
    ("htn:4,4,2,0", "vcs=2"),
    ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3"),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs interface=axi"),
    ("torus:4,4", "vcs=1 vc-rule=balanced"),
    ("torus:4,4", "vcs=2 ties=plus pipeline=3"),
    ("torus:8,4", "vcs=2 vc-rule=balanced interface=axi"),
    ("ttn:2,2,2", "ties=plus interface=axi"),
    ("sttn:2,2,1", "vcs=2 ties=plus"),
    ("mtn:2,2,2", "ties=plus interface=axi pipeline=3"),
    ("htn:4,4,2,1", "vcs=2 ties=plus interface=axi"),
    ("ttn:2,2,1", "vcs=3 routing=dor pipeline=3"),
    ("sttn:2,3,0", "vcs=3 vc-rule=balanced pipeline=3"),
    ("htn:4,4,2,1", "vcs=2 routing=dor"),
    ("htn:4,4,2,2", "vcs=4 routing=ls+cs-turn pipeline=3"),
    ("rdt:4", "vcs=2 interface=axi"),
    ("rdt:8", "vcs=4 pipeline=3 flit-width=512"),
    ("rdt:16", "vcs=3"),
    ("torus:4,4", "vcs=2"),
    ("torus:5,7", "vcs=3 buffer-depth=7 interface=axi"),
    ("torus:4,4,4", ""),
    ("torus:9,2,5,3", "vcs=2"),
    ("mesh:2,2", "vcs=1"),
    ("mesh:8,8", "vcs=2 pipeline=3"),
    ("hypercube:1", "vcs=1"),
    ("hypercube:16", "vcs=1 pipeline=3"),
    ("torus:16,16", "vcs=2 pipeline=1"),
    ("torus:4,4", "vcs=1 pipeline=1 flit-width=8"),
    ("mesh:3,7", "vcs=1 pipeline=1"),
    ("hypercube:4", "vcs=2 pipeline=1 flit-width=9"),
    ("ttn:2,2,2", "vcs=2 pipeline=1"),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs pipeline=1"),
    ("rdt:16", "vcs=3 pipeline=1"),
    ("torus:4,4", "vcs=8 pipeline=3 message-classes=4 ties=plus"),
    ("mesh:4,4", "vcs=4 pipeline=3 message-classes=4"),
    ("mesh:4,4", "vcs=2 message-classes=2 interface=axi"),
    ("ttn:2,2,1", "vcs=8 message-classes=4 interface=axi"),
];

/// The same at more sizes and values: for scripts/soak.
const MORE_ROUTERS: &[(&str, &str)] = &[
    ("torus:4,4", "vcs=6 message-classes=3 interface=axi"),
    ("htn:4,4,2,0", "vcs=8 routing=cs message-classes=2"),
    ("torus:8,8,8,8", "vcs=8 pipeline=3"),
    ("torus:256,3", "vcs=7 pipeline=3 buffer-depth=63"),
    ("rdt:128", "vcs=5 buffer-depth=5 pipeline=3"),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs-turn interface=axi"),
    ("htn:4,4,2,0", "vcs=2 routing=dor-early pipeline=3"),
    ("mtn:2,2,1", "ties=plus"),
    ("torus:9,3", "vcs=3 vc-rule=balanced pipeline=3"),
    ("htn:4,4,2,2", "vcs=3 flit-width=24"),
    ("htn:4,4,2,1", "vcs=7 pipeline=3"),
    ("tesh:2,3,0", ""),
    ("tesh:2,2,0", "vcs=2"),
    ("mtn:2,3,1", "vcs=7"),
    ("mtn:2,2,0", ""),
    ("sttn:2,3,1", "vcs=3 interface=axi"),
    ("ttn:2,3,0", "buffer-depth=8 vc-reuse=empty pipeline=3"),
    ("ttn:2,2,1", "vcs=8 flit-width=64 buffer-depth=3 pipeline=3"),
    ("ttn:2,2,0", "vcs=2 vc-rule=min2 vc-reuse=empty"),
    ("ttn:2,2,1", "vcs=5 flit-width=33 buffer-depth=5 vc-reuse=empty"),
    ("ttn:2,2,1", "vcs=2 vc-rule=min2 flit-width=128 buffer-depth=8 pipeline=3"),
    ("ttn:2,2,2", "pipeline=3 flit-width=17 interface=axi"),
    ("ttn:2,2,2", "vcs=3 vc-rule=min2 buffer-depth=64 pipeline=3"),
    ("ttn:2,3,1", "vcs=6"),
    ("ttn:2,5,0", ""),
    ("ttn:3,2,0", "vcs=5 pipeline=3"),
    ("sttn:2,2,1", "vcs=5 vc-rule=paper4 buffer-depth=2"),
    ("sttn:2,5,0", "vcs=5 pipeline=3"),
    ("sttn:3,2,0", ""),
    ("mtn:2,2,1", "vcs=2 vc-rule=min2"),
    ("mtn:2,3,0", "pipeline=3 interface=axi"),
    ("mtn:3,2,1", "buffer-depth=3"),
    ("tesh:2,2,2", "vcs=3"),
    ("tesh:3,2,1", "vcs=8"),
    ("htn:4,4,2,0", "vcs=8 routing=cs flit-width=64"),
    ("htn:4,4,2,0", "vcs=5 routing=ls+cs vc-reuse=empty pipeline=3"),
    ("htn:4,4,2,1", "vcs=3 routing=cs pipeline=3"),
    ("htn:4,4,2,2", "pipeline=3 buffer-depth=64 interface=axi"),
    ("htn:4,4,2,2", "vcs=6 routing=ls"),
    ("torus:8,8", "vcs=2 vc-rule=balanced pipeline=3"),
    ("torus:2,5,4,3", "vcs=2 vc-rule=dateline"),
    ("ttn:2,2,1", "vcs=2 vc-rule=min2 ties=plus"),
    ("ttn:2,2,2", "vcs=2 vc-rule=balanced interface=axi"),
    ("sttn:2,2,1", "vcs=2 routing=dor"),
    ("mtn:2,2,1", "vcs=2 routing=dor"),
    ("htn:4,4,2,2", "vcs=3 routing=dor-both pipeline=3 interface=axi"),
    ("htn:4,4,2,2", "vcs=8 routing=ls+cs pipeline=3 buffer-depth=2"),
    ("rdt:16", "vcs=8 buffer-depth=2 interface=axi"),
    ("rdt:32", "vcs=3 pipeline=3 flit-width=48"),
    ("rdt:64", "vcs=8 buffer-depth=2 vc-reuse=empty"),
    ("torus:4,4", "vcs=2 flit-width=8 interface=axi"),
    ("torus:4,4", "vcs=2 pipeline=3 flit-width=8"),
    ("torus:8,8", "vcs=4 vc-reuse=empty"),
    ("torus:2,2,2", "vcs=2 pipeline=3"),
    ("torus:2,3,4", "vcs=2 interface=axi"),
    ("torus:16,16,16", "vcs=3"),
    ("mesh:3,7", "vcs=1 pipeline=3 buffer-depth=3 flit-width=10"),
    ("mesh:256,256", "vcs=8 vc-reuse=empty"),
    ("hypercube:6", "vcs=3"),
    ("torus:5,7", "vcs=3 pipeline=1 interface=axi"),
    ("torus:8,8", "vcs=4 pipeline=1 message-classes=2"),
    ("mesh:4,4", "vcs=2 message-classes=2"),
    ("ttn:2,2,1", "vcs=8 pipeline=3 message-classes=2 ties=plus"),
    ("htn:4,4,2,1", "vcs=6 routing=ls+cs pipeline=3 message-classes=2"),
    ("rdt:16", "vcs=6 pipeline=3 message-classes=2"),
];

/// Networks whose top holds the nodes themselves.
const NETWORKS: &[(&str, &str)] = &[
    ("torus:2,2", "vcs=2 scope=network"),
    ("torus:3,3", "vcs=4 pipeline=3 scope=network"),
    ("torus:2,3,2", "vcs=2 scope=network"),
    ("torus:2,2", "vcs=2 scope=network interface=axi"),
    ("mesh:3,4", "vcs=1 scope=network"),
    ("mesh:2,3", "vcs=1 scope=network interface=axi"),
    ("hypercube:3", "vcs=2 pipeline=3 scope=network"),
    ("hypercube:2", "vcs=1 scope=network interface=axi"),
    ("rdt:4", "vcs=2 scope=network interface=axi"),
    ("rdt:4", "vcs=2 scope=network pipeline=1 link-slices=ux=1,wrap=2"),
    ("torus:3,3", "vcs=4 scope=network message-classes=2 link-slices=wrap=2"),
    ("mesh:2,3", "vcs=3 scope=network message-classes=3 interface=axi"),
    ("mesh:3,4", "vcs=1 scope=network link-slices=1"),
    ("hypercube:2", "vcs=1 scope=network link-slices=d1=3"),
];

/// The multicast router.
const MULTICAST: &[(&str, &str)] = &[
    ("rdt:4", "ack-ways=1"),
    ("rdt:8", "ack-ways=1 flit-width=36"),
    ("rdt:8", "ack-ways=4 flit-width=64"),
    ("rdt:16", "ack-ways=2"),
    ("rdt:32", "ack-ways=4 flit-width=128"),
    ("rdt:64", "ack-ways=1 flit-width=37"),
    ("rdt:128", "ack-ways=1 flit-width=64"),
    ("rdt:128", "ack-ways=4 buffer-depth=16"),
];

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

/// Families, a test each.
const GROUPS: [&[&str]; 3] = [&["ttn", "sttn", "mtn", "tesh"], &["htn", "rdt"], &["torus", "mesh", "hypercube"]];

/// Those that are linted in this run.
fn routers() -> Vec<(&'static str, &'static str)> {
    let more = if cfg!(feature = "soak") { MORE_ROUTERS } else { &[] };
    [ROUTERS, more].concat()
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
fn verilator_has_nothing_to_say_about_ttns_and_the_like() {
    verilator_about_routers(GROUPS[0], &[]);
}

#[test]
fn verilator_has_nothing_to_say_about_htns_and_rdts() {
    verilator_about_routers(GROUPS[1], MULTICAST);
}

#[test]
fn verilator_has_nothing_to_say_about_tori_meshes_and_hypercubes() {
    verilator_about_routers(GROUPS[2], &[]);
}

/// Verilator copies every router of a network; those are linted by themselves.
#[test]
fn verilator_has_nothing_to_say_about_networks() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    for (network, options) in NETWORKS {
        assert_eq!(about_network(&program, &made(network, options), options), "", "{network} {options}");
    }
}

/// What Verilator says of a top whose routers, or whose nodes with their interfaces, are empty.
pub fn about_network(verilator_program: &Path, design: &Design, options: &str) -> String {
    let folder = written(design);
    let kept: &[&str] = if options.contains("axi") {
        &["_axi_node.v", "_link_slice.v", "_network.v"]
    } else {
        &["_router.v", "_node.v", "_link_slice.v", "_network.v"]
    };
    hollow_out(design, folder.path(), kept[0]);
    let files = design.files.iter().map(|(path, _)| path).filter(|path| kept.iter().any(|end| path.ends_with(end)));
    let list: String = files.map(|path| format!("{path}\n")).collect();
    fs::write(folder.path().join(format!("{}.f", design.top)), list).unwrap();
    run(&mut verilator(verilator_program, &design.top), folder.path())
}

/// A module of the same interface that does nothing, cleanly.
fn hollow(module: &str) -> String {
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
    for (network, options) in [
        ("ttn:2,2,1", ""),
        ("ttn:2,4,0", ""),
        ("ttn:2,2,2", "interface=axi"),
        ("sttn:2,4,0", ""),
        ("mtn:2,2,1", ""),
        ("mtn:2,2,2", "interface=axi"),
        ("tesh:2,2,0", "interface=axi"),
        ("tesh:2,2,2", ""),
        ("htn:4,4,2,0", "vcs=2 interface=axi"),
        ("htn:4,4,2,1", "vcs=3 routing=ls+cs"),
        ("ttn:2,2,1", "link-slices=1,wrap=2"),
        ("tesh:2,2,0", "link-slices=x=1"),
        ("htn:4,4,2,1", "vcs=2 link-slices=z=1,wrap=3"),
    ] {
        let design = made(network, &format!("{options} scope=network"));
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
    let module = design.files.iter().find(|(path, _)| path.ends_with(end)).unwrap();
    fs::write(folder.join(&module.0), hollow(&module.1)).unwrap();
}

/// A whole RDT with hollow nodes, and the encoder, which no other module instantiates.
#[test]
fn nothing_to_say_about_an_rdt_beside_its_routers() {
    let (verilator, iverilog, yosys) =
        (tool("verilator", "TORUSMITH_VERILATOR"), tool("iverilog", "TORUSMITH_IVERILOG"), tool("yosys", "TORUSMITH_YOSYS"));
    for side in [4, 8, 16, 32, 64, 128] {
        let design = made(&format!("rdt:{side}"), "scope=network");
        let folder = written(&design);
        hollow_out(&design, folder.path(), "_node.v");
        let slug = format!("rdt_{side}");
        let files = |names: &[&str]| -> Vec<String> { names.iter().map(|name| format!("rtl/{slug}_{name}.v")).collect() };
        // A network of 1024 nodes and more is too large to be read for every test.
        let network = (side <= 16).then(|| ("network", files(&["node", "network"])));
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

#[test]
fn icarus_has_nothing_to_say() {
    let Some(program) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let icarus = |top: &str| {
        let mut command = Command::new(&program);
        command.args(["-g2001", "-Wall", "-t", "null", "-s", top, "-c", &format!("{top}.f")]);
        command
    };
    clean(&routers(), &icarus);
    clean(NETWORKS, &icarus);
    clean(MULTICAST, icarus);
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

/// One of each kind of module and of each way that a family routes.
const SYNTHESIZED: &[(&str, &str)] = &[
    ("torus:2,2", "vcs=2 scope=network"),
    ("hypercube:8", "vcs=1 pipeline=3"),
    ("rdt:32", "vcs=3"),
    ("mtn:2,2,1", "vcs=2 vc-rule=min2"),
    ("tesh:2,4,0", ""),
    ("ttn:2,2,1", "vcs=2 routing=dor-turn"),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs-turn"),
];

/// The same at more sizes and values: for scripts/soak.
const MORE_SYNTHESIZED: &[(&str, &str)] = &[
    ("torus:3,3", "vcs=4 pipeline=3 scope=network"),
    ("torus:2,3,2", "vcs=2 scope=network"),
    ("mesh:2,2", "vcs=1 scope=network"),
    ("hypercube:3", "vcs=2 pipeline=3 scope=network"),
    ("rdt:128", "vcs=3 pipeline=3"),
    ("sttn:2,5,0", "vcs=5"),
    ("mtn:2,3,1", ""),
    ("tesh:3,2,1", "vcs=8"),
    ("mtn:2,3,0", "vcs=2 vc-rule=balanced"),
    ("htn:4,4,2,1", "vcs=2 routing=dor-turn"),
];

/// Down to gates.
const MAPPED: &[(&str, &str)] = &[("ttn:2,2,1", "flit-width=16"), ("torus:4,4", "vcs=2 interface=axi")];

/// The same for scripts/soak.
const MORE_MAPPED: &[(&str, &str)] = &[
    ("ttn:2,3,0", "pipeline=3 vc-reuse=empty vcs=4 flit-width=24 buffer-depth=2"),
    ("torus:8,4", "vcs=2 vc-rule=balanced pipeline=3 flit-width=16 buffer-depth=2"),
    ("rdt:16", "vcs=3 flit-width=40 buffer-depth=2"),
];

#[test]
fn yosys_has_nothing_to_say() {
    yosys(COARSE, SYNTHESIZED);
    yosys(COARSE, &[MULTICAST[0], MULTICAST[2]]);
    if cfg!(feature = "soak") {
        yosys(COARSE, MORE_SYNTHESIZED);
    }
}

/// Down to gates: what the modules are made of is much alike, whatever the network.
#[test]
fn yosys_has_nothing_to_say_down_to_gates() {
    yosys("", MAPPED);
    if cfg!(feature = "soak") {
        yosys("", MORE_MAPPED);
    }
}
