//! Generated files among a user's own, and those of several designs, in one file list.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::skip::skip;
use crate::support::{Run, command, files, run, tool};

/// Runs `torusmith` with the words of a line, in a folder.
fn within(dir: &Path, line: &str) -> Run {
    run(command(line.split_whitespace()).current_dir(dir))
}

/// All that the program says of files in this order; nothing is what is expected.
fn said(dir: &Path, program: &Path, flags: &[&str], files: &[String]) -> String {
    let told = run(Command::new(program).args(flags).args(files).current_dir(dir));
    format!("{}{}{}", if told.code == Some(0) { "" } else { "failed: " }, told.out, told.err)
}

/// The sources of a design in the folder `dir`, and a module that has it as an instance with all of its ports.
fn design(at: &Path, dir: &str) -> (Vec<String>, String) {
    let found = files(&at.join(dir));
    let (_, text) = found.iter().find(|(path, _)| path.extension().is_some_and(|end| end == "json")).unwrap();
    let manifest: Value = serde_json::from_slice(text).unwrap();
    let sources = manifest["sources"].as_array().unwrap().iter().map(|path| format!("{dir}/{}", path.as_str().unwrap())).collect();
    let (mut wires, mut ports) = (String::new(), Vec::new());
    for port in manifest["interface"].as_array().unwrap() {
        let name = port["name"].as_str().unwrap();
        let kind = if port["direction"] == "input" { "reg" } else { "wire" };
        writeln!(wires, "  {kind} [{}:0] {dir}_{name};", port["width"].as_u64().unwrap() - 1).unwrap();
        ports.push(format!(".{name}({dir}_{name})"));
    }
    (sources, format!("{wires}  {} u_{dir} ({});\n", manifest["top"].as_str().unwrap(), ports.join(", ")))
}

fn top(body: &[&str]) -> String {
    format!("module user_top;\n{}endmodule\n", body.concat())
}

/// One mesh, two address maps: the case of two AXI4 networks in one chip.
fn two_designs(names: [&str; 2]) -> TempDir {
    let dir = tempdir().unwrap();
    for ((out, base), name) in [("a", "0x80000000"), ("b", "0x40000000")].into_iter().zip(names) {
        let map = format!("managers = ['0,0']\n[[range]]\nname = 'ram'\nbase = {base}\nsize = 0x10000\nnode = '0,1'\n");
        fs::write(dir.path().join("map.toml"), map).unwrap();
        let line = format!("generate mesh:2,2 --scope network --interface axi4 --map map.toml --out {out} {name}");
        within(dir.path(), &line).good();
    }
    dir
}

/// The name is in the names of all modules and files, and in those for other tools; the network's is in the manifest alone.
#[test]
fn a_name_names_everything() {
    let dir = two_designs(["--name noc_a", "--name noc_b"]);
    let found = files(&dir.path().join("a"));
    let of_folder = |path: &Path| ["Bender.yml", "component.xml", "README.md", "RULES.md"].iter().any(|name| path.ends_with(name));
    for (path, text) in &found {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("noc_a_") || of_folder(path), "{name}");
        let text = String::from_utf8_lossy(text);
        assert_eq!(text.contains("mesh_2_2"), name.ends_with(".json"), "{name}");
        for line in text.lines().filter(|line| name.ends_with(".v") && line.starts_with("module ")) {
            assert!(line.starts_with("module noc_a_"), "{line}");
        }
    }
    let text = |name: &str| String::from_utf8_lossy(&found.iter().find(|(path, _)| path.ends_with(name)).unwrap().1).into_owned();
    assert!(text("noc_a_axi4_network.core").contains("\nname: \"torusmith:generated:noc_a_axi4_network:0.1.0\"\n"));
    assert!(text("Bender.yml").contains("\npackage:\n  name: noc_a_axi4_network\n"));
    assert!(text("component.xml").contains("<ipxact:name>noc_a_axi4_network</ipxact:name>\n"));
    for name in ["2a", "a-b", "module", "_", &"n".repeat(65)] {
        within(dir.path(), &format!("generate mesh:2,2 --out c --name {name}"))
            .refused(2, &["name `", "a letter, then letters, digits and _"]);
    }
    within(dir.path(), "generate rdt:4 --router multicast --out m --name noc_m").good();
    assert!(files(&dir.path().join("m")).iter().all(|(path, _)| path.to_str().unwrap().contains("noc_m_") || of_folder(path)));
}

/// Without names the designs cannot be in one list, and `doctor` says so; with names three tools have nothing to say of both.
#[test]
#[ignore = "long: all tools, and a lock step of each"]
fn two_designs_of_one_network_go_together() {
    let same = two_designs(["", ""]);
    let told = within(same.path(), "doctor --designs a b");
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.out.starts_with("a/mesh_2_2_axi4_network.json and b/mesh_2_2_axi4_network.json: "), "{told:?}");
    assert!(told.out.contains(" modules have one name and differ, the first mesh_2_2_") && told.out.contains("another --name"), "{told:?}");
    let report = within(same.path(), "doctor --designs a/mesh_2_2_axi4_network.json b --json").json();
    let hashes = report["collisions"][0]["config_hashes"].as_array().unwrap();
    assert!(hashes[0] != hashes[1] && report["ok"] == false && report["designs"] == 2, "{report}");
    // One design in two folders is no collision, but its files are to be listed once.
    within(same.path(), "generate mesh:2,2 --out c").good();
    within(same.path(), "generate mesh:2,2 --out d").good();
    let told = within(same.path(), "doctor --designs c d").good().out;
    assert!(told.contains("modules are the same. List their files once.\n2 designs: no two modules of one name differ\n"), "{told}");
    within(same.path(), "doctor --designs nowhere").refused(2, &["designs = nowhere"]);
    fs::create_dir(same.path().join("empty")).unwrap();
    within(same.path(), "doctor --designs a empty").refused(2, &["designs = empty", "no manifest"]);

    let dir = two_designs(["--name noc_a", "--name noc_b"]);
    let at = dir.path();
    let told = within(at, "doctor --designs a b").good().out;
    assert_eq!(told, "2 designs: no two modules of one name differ\n");
    let ((mut sources, a), (more, b)) = (design(at, "a"), design(at, "b"));
    sources.extend(more);
    fs::write(at.join("top.v"), format!("`timescale 1ns/1ps\n{}", top(&[&a, &b]))).unwrap();
    sources.push("top.v".into());
    for (name, flags) in TOOLS {
        let Some(program) = tool(name) else { return skip("verilator, iverilog or yosys is missing: run scripts/setup") };
        assert_eq!(said(at, &program, flags, &sources), "", "{name}");
    }
    let script = format!("read_verilog {}; hierarchy -check -top user_top; proc", sources.join(" "));
    let Some(yosys) = tool("yosys") else { return skip("yosys is missing: run scripts/setup") };
    let told = run(Command::new(yosys).args(["-p", &script]).current_dir(at));
    assert!(told.code == Some(0) && !format!("{told:?}").contains("Warning"), "{told:?}");
}

/// Warnings of a list of files: Verilator's by default, all of Icarus.
const TOOLS: [(&str, &[&str]); 2] =
    [("verilator", &["--lint-only", "--top-module", "user_top"]), ("iverilog", &["-g2001", "-Wall", "-s", "user_top", "-o", "/dev/null"])];

/// A user's file with a time unit, before and after those of a design; and one without, in Verilator.
#[test]
fn a_file_with_a_time_unit_may_be_anywhere_in_the_list() {
    let dir = tempdir().unwrap();
    let at = dir.path();
    within(at, "generate mesh:2,2 --out d --testbench --cycles 20").good();
    let (mut sources, body) = design(at, "d");
    // Both simulators have each file of the design, the test bench too.
    sources.push("d/testbench/mesh_2_2_router_tb.v".into());
    for (unit, tools) in [("`timescale 1ns/1ps\n", 2), ("`timescale 1us / 10ns\n", 2), ("", 1)] {
        fs::write(at.join("top.v"), format!("{unit}{}", top(&[&body]))).unwrap();
        let user = ["top.v".to_owned()];
        for (name, flags) in &TOOLS[..tools] {
            let Some(program) = tool(name) else { return skip("verilator or iverilog is missing: run scripts/setup") };
            // Verilator has no delays without being told what to do with them.
            let flags = [*flags, if *name == "verilator" { &["--no-timing", "-Wno-STMTDLY", "-Wno-MULTITOP"] } else { &[] }].concat();
            for list in [[&user, &sources[..]].concat(), [&sources[..], &user].concat()] {
                assert_eq!(said(at, &program, &flags, &list), "", "{name}: {unit:?} {}", list[0]);
            }
        }
    }
}

/// What docs/flows.md says of a user's file without a time unit: in Icarus it has that of the file before it, here 1 ns in steps of 1 ps.
#[test]
fn the_time_unit_of_later_files() {
    let (Some(iverilog), Some(vvp)) = (tool("iverilog"), tool("vvp")) else { return skip("iverilog is missing: run scripts/setup") };
    let dir = tempdir().unwrap();
    let at = dir.path();
    within(at, "generate mesh:2,2 --out d").good();
    let (sources, body) = design(at, "d");
    fs::write(at.join("top.v"), top(&[&body, "  initial begin $timeformat(-12, 0, \"ps\", 0); #1 $display(\"%t\", $time); end\n"]))
        .unwrap();
    let user = ["top.v".to_owned()];
    for (list, one) in [([&sources[..], &user].concat(), "1000ps"), ([&user, &sources[..]].concat(), "1000000000000ps")] {
        assert_eq!(said(at, &iverilog, &["-g2001", "-s", "user_top", "-o", "bench"], &list), "");
        let told = run(Command::new(&vvp).args(["-n", "bench"]).current_dir(at));
        assert_eq!(told.out, format!("{one}\n"), "{told:?}");
    }
}
