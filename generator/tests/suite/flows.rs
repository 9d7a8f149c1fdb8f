//! The files for FuseSoC and Bender, and FuseSoC itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use torusmith_generator::{Design, Testbench, WriteOptions};

use crate::axi4;
use crate::skip::skip;
use crate::tools::{made, tool, written};

fn bench() -> Testbench {
    let file = |name: &str, text: &str| (format!("testbench/{name}"), text.to_owned());
    Testbench { module: "mine_tb".into(), source: file("mine_tb.v", "module mine_tb; endmodule\n"), record: file("mine_tb.hex", "0\n") }
}

fn manifest(design: &Design) -> Value {
    serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap()
}

fn paths<'a>(manifest: &'a Value, list: &str) -> Vec<&'a str> {
    manifest[list].as_array().into_iter().flatten().map(|path| path.as_str().unwrap()).collect()
}

/// The items of the lists of a YAML text that are paths of Verilog.
fn listed(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix("- ")).filter(|path| path.ends_with(".v")).collect()
}

#[test]
fn all_sources_are_named_in_compile_order() {
    for (network, options) in
        [("ttn:2,2,1", ""), ("torus:3,3", "vcs=2 scope=network"), ("rdt:8", "ack-ways=1"), ("mtn:2,2,2", "interface=axis")]
    {
        let design = made(network, options);
        let manifest = manifest(&design);
        // What is for simulations alone comes behind the sources.
        let sources = [paths(&manifest, "sources"), paths(&manifest, "simulation")].concat();
        let core = design.file(&format!("{}.core", design.top)).unwrap();
        let bender = design.file("Bender.yml").unwrap();
        assert_eq!(listed(core), sources, "{network} {options}");
        assert_eq!(listed(bender), sources, "{network} {options}");
        // FuseSoC's own line, without which it does not look further.
        assert_eq!(core.lines().next(), Some("CAPI=2:"));
        assert!(core.contains(&format!("\nname: \"torusmith:generated:{}:0.1.0\"\n", design.top)), "{core}");
        for target in ["default", "lint", "synth"] {
            assert!(core.contains(&format!("\n  {target}:\n")), "{target}: {core}");
        }
        assert!(!core.contains("  sim:") && !core.contains("bench") && !bender.contains("test"), "no test bench: {core}{bender}");
        assert_eq!(manifest["testbench"], Value::Null);
    }
}

/// The checker of AXI4's rules is for simulations: it has files of its own, and the sources do without.
#[test]
fn the_checker_of_axi4_is_no_source() {
    let design = axi4::made("torus:4,4", "", &["0,0"], &["3,3"]);
    let manifest = manifest(&design);
    let (sources, checker) = (paths(&manifest, "sources"), paths(&manifest, "simulation"));
    let expected = ["link_monitor", "axi4_channel_rules", "axi4_address_rules", "axi4_read_rules", "axi4_write_rules", "axi4_checker"];
    assert_eq!(checker, expected.map(|name| format!("simulation/torus_4_4_{name}.v")));
    assert_eq!(design.file(&format!("{}.f", design.top)).unwrap().lines().collect::<Vec<_>>(), sources);
    let core = design.file(&format!("{}.core", design.top)).unwrap();
    let (rtl, rest) = core.split_once("\n  checker:\n").unwrap();
    assert_eq!((listed(rtl), listed(rest)), (sources.clone(), checker.clone()));
    assert!(
        rest.contains("\n  default:\n    filesets: [rtl, \"checker? (checker)\"]\n") && rest.contains("    filesets: [rtl]\n"),
        "{rest}"
    );
    let (rtl, rest) = design.file("Bender.yml").unwrap().split_once("\n  - target: simulation\n").unwrap();
    assert_eq!((listed(rtl), listed(rest)), (sources.clone(), checker.clone()));
    let component = design.file("component.xml").unwrap().split("<ipxact:fileSet>").find(|set| set.contains("<ipxact:name>simulation</"));
    assert!(checker.iter().all(|path| component.unwrap().contains(path)) && !component.unwrap().contains("rtl/"), "{component:?}");
    // It stands without the sources, and goes with its design.
    let folder = written(&design);
    if let Some(verilator) = tool("verilator", "TORUSMITH_VERILATOR") {
        let lint = ["--lint-only", "-Wall", "--top-module", "torus_4_4_axi4_checker"];
        let output = Command::new(verilator).args(lint).args(&checker).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success() && text(&output).is_empty(), "{}", text(&output));
    }
    let options = WriteOptions { force: true, ..WriteOptions::default() };
    made("torus:4,4", "vcs=2").write_with(folder.path(), &options).unwrap();
    assert!(folder.path().join(checker[0]).exists() && !folder.path().join(checker[1]).exists());
}

/// Package, groups of files, a group's target: the form of Bender's own page.
#[test]
fn a_bender_manifest_to_the_letter() {
    let mut design = made("torus:4,4", "vcs=2");
    design.add_testbench(bench()).unwrap();
    let bender = design.file("Bender.yml").unwrap();
    let (head, rest) = bender.split_once("\nsources:\n").unwrap();
    assert_eq!(head.lines().skip(3).collect::<Vec<_>>(), ["package:", "  name: torus_4_4_router"]);
    let lines: Vec<&str> = rest.lines().collect();
    assert_eq!(lines[0], "  - files:");
    let (rtl, others) = lines[1..].split_at(lines.len() - 7);
    assert!(rtl.len() > 10 && rtl.iter().all(|line| line.starts_with("      - rtl/torus_4_4_")), "{bender}");
    let (simulation, bench) = others.split_at(3);
    assert_eq!(simulation, ["  - target: simulation", "    files:", "      - simulation/torus_4_4_link_monitor.v"]);
    assert_eq!(bench, ["  - target: all(simulation, test)", "    files:", "      - testbench/mine_tb.v"]);
}

#[test]
fn a_test_bench_is_named_everywhere_and_goes_with_its_design() {
    let plain = made("torus:4,4", "vcs=2");
    let mut design = plain.clone();
    design.add_testbench(bench()).unwrap();
    assert_eq!(design.files.len(), plain.files.len() + 2);
    let core = design.file("torus_4_4_router.core").unwrap();
    for text in ["- testbench/mine_tb.v: ", "copyto: testbench/mine_tb.hex}", "\n  sim:\n", "\n  sim_verilator:\n", "toplevel: mine_tb"] {
        assert!(core.contains(text), "{text}: {core}");
    }
    let expected = r#"{"module":"mine_tb","record":"testbench/mine_tb.hex","source":"testbench/mine_tb.v"}"#;
    assert_eq!(manifest(&design)["testbench"].to_string(), expected);
    // The Verilog is the same.
    assert_eq!(manifest(&design)["config_hash"], manifest(&plain)["config_hash"]);
    let folder = written(&design);
    let there = |path: &str| folder.path().join(path).exists();
    assert!(there("testbench/mine_tb.v") && there("testbench/mine_tb.hex"));
    fs::write(folder.path().join("testbench/notes"), "mine").unwrap();
    made("torus:8,8", "vcs=2 name=torus_4_4").write(folder.path()).unwrap();
    for gone in ["testbench/mine_tb.v", "testbench/mine_tb.hex"] {
        assert!(!there(gone), "{gone}");
    }
    assert!(there("testbench/notes"));
    assert!(!fs::read_to_string(folder.path().join("Bender.yml")).unwrap().contains("mine_tb"));
}

#[test]
fn a_bender_manifest_of_the_user_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Bender.yml");
    fs::write(&path, "package:\n  name: mine\n").unwrap();
    let error = made("torus:4,4", "vcs=2").write(folder.path()).unwrap_err().to_string();
    assert!(error.contains("Bender.yml") && !error.contains('\n'), "{error}");
    assert_eq!(fs::read_to_string(path).unwrap(), "package:\n  name: mine\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
#[ignore = "needs Bender (TORUSMITH_FPGA=1 ./scripts/setup)"]
fn bender_lists_the_sources() {
    let Some(program) = tool("bender", "TORUSMITH_BENDER") else { return };
    let mut design = made("torus:4,4", "vcs=2");
    design.add_testbench(bench()).unwrap();
    let folder = written(&design);
    let list = |targets: &[&str]| {
        let output = Command::new(&program).args(["script", "flist"]).args(targets).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        String::from_utf8(output.stdout).unwrap().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let sources = design.file("torus_4_4_router.f").unwrap();
    let (rtl, all) = (list(&[]), list(&["-t", "simulation", "-t", "test"]));
    assert!(rtl.iter().map(String::as_str).zip(sources.lines()).all(|(found, source)| found.ends_with(source)), "{rtl:?}");
    assert_eq!((rtl.len(), all.len()), (sources.lines().count(), rtl.len() + 2));
    assert!(
        all[rtl.len()].ends_with("simulation/torus_4_4_link_monitor.v") && all[rtl.len() + 1].ends_with("testbench/mine_tb.v"),
        "{all:?}"
    );
}

/// Runs a target in a design's folder, with no way out to the network. `None` without FuseSoC.
fn fusesoc(folder: &Path, target: &str, top: &str) -> Option<Output> {
    let program = tool("fusesoc", "TORUSMITH_FUSESOC")?;
    let local = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::env::split_paths(&path).chain([local])).unwrap();
    let mut command = Command::new(program);
    command.args(["--cores-root", ".", "run", &format!("--target={target}"), top]).current_dir(folder);
    command.env("PATH", path).env("HOME", folder).env("http_proxy", "http://127.0.0.1:9").env("https_proxy", "http://127.0.0.1:9");
    command.env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME").env_remove("XDG_CACHE_HOME");
    Some(command.output().unwrap())
}

fn text(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

#[test]
fn fusesoc_lints() {
    let streams = made("torus:4,4", "vcs=2 interface=axis");
    let Some(output) = fusesoc(written(&streams).path(), "lint", &streams.top) else { return };
    assert!(output.status.success() && !text(&output).contains("Warning"), "{}", text(&output));
    let design = made("torus:4,4", "vcs=2 flit-width=16");
    let folder = written(&design);
    let Some(output) = fusesoc(folder.path(), "lint", &design.top) else { return };
    assert!(output.status.success() && !text(&output).contains("Warning"), "{}", text(&output));
    let crossbar = folder.path().join("rtl/torus_4_4_crossbar.v");
    let broken = fs::read_to_string(&crossbar).unwrap().replace("endmodule", "wire [1:0] narrow = 3'd5;\nendmodule");
    fs::write(&crossbar, broken).unwrap();
    let output = fusesoc(folder.path(), "lint", &design.top).unwrap();
    assert!(!output.status.success() && text(&output).contains("%Warning-WIDTH"), "{}", text(&output));
}

#[test]
#[ignore = "long: FuseSoC and yosys"]
fn fusesoc_synthesizes() {
    let Some(yosys) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let tcl = Command::new(yosys).args(["-Q", "-T", "-p", "help tcl"]).output().unwrap();
    if !String::from_utf8_lossy(&tcl.stdout).contains("tcl <filename>") {
        return skip("this yosys has no Tcl, which FuseSoC scripts it in");
    }
    let design = made("torus:4,4", "vcs=2 flit-width=16");
    let folder = written(&design);
    let Some(output) = fusesoc(folder.path(), "synth", &design.top) else { return };
    assert!(output.status.success(), "{}", text(&output));
    let name = format!("torusmith_generated_{}_0.1.0", design.top);
    let netlist: PathBuf = ["build", &name, "synth", &format!("{name}.json")].iter().collect();
    let netlist: Value = serde_json::from_str(&fs::read_to_string(folder.path().join(netlist)).unwrap()).unwrap();
    let cells = netlist["modules"][&design.top]["cells"].as_object().unwrap();
    assert!(cells.values().filter(|cell| cell["type"] == "TRELLIS_FF").count() > 100, "{} cells", cells.len());
}
