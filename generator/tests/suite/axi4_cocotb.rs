//! Managers and memories of cocotbext-axi at the nodes of a network (examples/axi4).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use torusmith_generator::{Axi4Options, Interface, Options, Scope, generate};
use torusmith_topology::{Network, address_map};

use crate::tools::{tool, written};

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

/// `None` without cocotb or Icarus Verilog.
fn driven(folder: &Path, bursts: u32) -> Option<Output> {
    let python = tool("cocotb-python", "TORUSMITH_COCOTB")?;
    tool("iverilog", "TORUSMITH_IVERILOG")?;
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/axi4/run");
    Some(Command::new(python).arg(run).arg(folder).args(["--bursts", &bursts.to_string()]).output().unwrap())
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[track_caller]
fn passes(folder: &Path, bursts: u32) {
    let Some(output) = driven(folder, bursts) else { return };
    assert_eq!(last_line(&output), format!("3 of 3 tests passed, {bursts} bursts"), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn bytes_of_others_are_those_that_were_written() {
    let narrow = Axi4Options { data_width: Some(32), id_width: Some(2), max_burst: Some(16), ..Axi4Options::default() };
    passes(design("mesh:2,2", SMALL, narrow).path(), 48);
}

/// The examples themselves, in soaks with 10,000 bursts.
#[test]
fn ten_thousand_bursts_of_others() {
    for (network, map) in [("torus:4,4", "map.toml"), ("ttn:2,2,1", "ttn.toml")] {
        let folder = design(network, &example(map), Axi4Options::default());
        if cfg!(feature = "soak") {
            passes(folder.path(), 10_000);
        }
    }
}

/// A byte that is written without its strobe is seen.
#[test]
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
