//! Files for Vivado, Quartus and VHDL: each is read by a stand-in of the tool that checks what it is told, and says of every port what the Verilog says.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::Design;

use crate::axi4;
use crate::tools::{made, parsed, run, tool, written};

/// Name, direction and width of each port of a module, as yosys has them.
fn ports(folder: &Path, module: &str) -> Option<BTreeMap<String, (String, usize)>> {
    let yosys = tool("yosys", "TORUSMITH_YOSYS")?;
    let script = format!("read_verilog rtl/{module}.v; proc; write_json top.json");
    run(Command::new(yosys).args(["-q", "-p", &script]), folder);
    let netlist: Value = serde_json::from_str(&fs::read_to_string(folder.join("top.json")).unwrap()).unwrap();
    let ports = netlist["modules"][module]["ports"].as_object().unwrap();
    let port = |(name, port): (&String, &Value)| {
        (name.clone(), (port["direction"].as_str().unwrap().to_owned(), port["bits"].as_array().unwrap().len()))
    };
    Some(ports.iter().map(port).collect())
}

/// What a stand-in says of a file, or what is wrong with it; `None` without Tcl.
fn told(folder: &Path, stand_in: &str, file: &str) -> Option<Result<Vec<String>, String>> {
    let tclsh = tool("tclsh", "TORUSMITH_TCLSH")?;
    let reader = tempfile::NamedTempFile::new().unwrap();
    fs::write(reader.path(), stand_in).unwrap();
    let output = Command::new(tclsh).arg(reader.path()).arg(folder.join(file)).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Some(if output.status.success() { Ok(text(output.stdout).lines().map(str::to_owned).collect()) } else { Err(text(output.stderr)) })
}

const VIVADO: &str = include_str!("verilog/ip_packager.tcl");
const QUARTUS: &str = include_str!("verilog/platform_designer.tcl");

/// Designs with interfaces of each kind: AXI4, streams, streams with clocks of their own, flits, and a router.
fn designs() -> Vec<(Design, String)> {
    let by_node = |design: Design| (design.clone(), format!("{}_by_node", design.top));
    let router = made("torus:4,4", "for=vivado,quartus,vhdl");
    let top = router.top.clone();
    vec![
        by_node(axi4::made("mesh:2,2", "for=vivado,quartus,vhdl", &["0,0", "1,1"], &["0,1", "1,0"])),
        by_node(made("mesh:1,2", "scope=network interface=axis tkeep=1 user-width=3 for=vivado,quartus,vhdl")),
        by_node(made("torus:2,2", "vcs=2 scope=network interface=axis clocks=async for=vivado,quartus,vhdl")),
        by_node(made("mesh:1,3", "scope=network counters=yes for=vivado,quartus,vhdl")),
        (router, top),
    ]
}

#[test]
fn platform_designer_has_every_port_in_an_interface() {
    for (design, module) in designs() {
        let folder = written(&design);
        let Some(known) = ports(folder.path(), &module) else { return };
        let Some(lines) = told(folder.path(), QUARTUS, &format!("quartus/{module}_hw.tcl")) else { return };
        let lines = lines.unwrap_or_else(|error| panic!("{module}: {error}"));
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let named = lines.iter().filter(|line| line.starts_with("port ")).map(|line| words(line));
        let named: BTreeMap<_, _> = named.map(|line| (line[2].clone(), (line[4].to_lowercase(), line[5].parse().unwrap()))).collect();
        assert_eq!(named, known, "{module}");
        let sources = lines.iter().filter(|line| line.starts_with("file synthesis ")).count();
        assert_eq!(sources, design.files.iter().filter(|(path, _)| path.starts_with("rtl/")).count(), "{module}");
        assert!(lines.contains(&format!("top synthesis {module}")), "{lines:?}");
    }
    let (axi4, module) = designs().swap_remove(0);
    let folder = written(&axi4);
    let Some(Ok(lines)) = told(folder.path(), QUARTUS, &format!("quartus/{module}_hw.tcl")) else { return };
    for line in [
        "interface n0_0_s_axi axi4 end",
        "property n0_0_s_axi associatedClock clk",
        "property n1_1_s_axi readAcceptanceCapability 16",
        "interface n1_0_m_axi axi4 start",
        "port n1_0_m_axi n1_0_m_axi_awaddr awaddr Output 32",
        "interface n0_0_error conduit end",
    ] {
        assert!(lines.iter().any(|known| known == line), "{line}: {lines:#?}");
    }
}

#[test]
fn vivado_packages_every_interface() {
    for ((design, module), buses) in designs().into_iter().zip([4, 4, 8, 0, 0]) {
        let folder = written(&design);
        let Some(known) = ports(folder.path(), &module) else { return };
        let Some(lines) = told(folder.path(), VIVADO, &format!("vivado/{module}_ip.tcl")) else { return };
        let lines = lines.unwrap_or_else(|error| panic!("{module}: {error}"));
        assert!(lines.contains(&format!("fileset top {module}")), "{lines:#?}");
        let mapped = lines.iter().filter_map(|line| Some((line.strip_prefix("map ")?, line.split_once(" physical_name ")?.1)));
        for (line, port) in mapped {
            assert!(known.contains_key(port), "{module}: {line}");
            let signal = line.split(' ').next().unwrap().to_lowercase();
            assert!(port.ends_with(&signal), "{module}: {line}");
        }
        // All but plain wires.
        let in_bus = |port: &&String| ["_axi_", "_axis_"].iter().any(|mark| port.contains(mark) && !port.ends_with("axis_error"));
        let mapped: Vec<&str> = lines.iter().filter_map(|line| Some(line.split_once(" physical_name ")?.1)).collect();
        for port in known.keys().filter(in_bus).map(String::as_str).chain(["clk", "rst"]) {
            assert_eq!(mapped.iter().filter(|known| **known == port).count(), 1, "{module}: {port}");
        }
        let kinds = ["xilinx.com:interface:aximm:1.0", "xilinx.com:interface:axis:1.0"];
        let found = lines.iter().filter(|line| kinds.iter().any(|kind| line.ends_with(&format!("bus_type_vlnv {kind}")))).count();
        assert_eq!(found, buses, "{module}");
        assert_eq!(lines.last().map(String::as_str), Some("saved"), "{module}");
    }
}

/// The clock that each interface goes with, resets by their level, and 4 GB of addresses.
#[test]
fn vivado_knows_clocks_resets_and_addresses() {
    let all = designs();
    let lines = |(design, module): &(Design, String)| {
        let folder = written(design);
        told(folder.path(), VIVADO, &format!("vivado/{module}_ip.tcl"))
            .map(|lines| lines.unwrap_or_else(|error| panic!("{module}: {error}")))
    };
    let (Some(axi4), Some(clocks)) = (lines(&all[0]), lines(&all[2])) else { return };
    for (lines, expected) in [
        (&axi4, "parameter ASSOCIATED_BUSIF clk value n0_0_s_axi:n1_1_s_axi:n0_1_m_axi:n1_0_m_axi"),
        (&axi4, "parameter ASSOCIATED_RESET clk value rst"),
        (&axi4, "parameter POLARITY rst value ACTIVE_HIGH"),
        (&axi4, "bus n0_0_s_axi slave_memory_map_ref n0_0_s_axi"),
        (&axi4, "space n1_0_m_axi range 4294967296"),
        (&clocks, "parameter ASSOCIATED_BUSIF n0_1_axis_clk value n0_1_s_axis:n0_1_m_axis"),
        (&clocks, "bus n0_1_axis_rst interface_mode master"),
        (&clocks, "constraints torus_2_2_network_by_node_clocks.xdc scope_to_ref torus_2_2_network_by_node"),
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected}: {lines:#?}");
    }
}

/// The registers that the delays between clocks are for are those of the Verilog.
#[test]
fn delays_name_registers_that_are_there() {
    let (design, module) = designs().swap_remove(2);
    let text = design.file(&format!("vivado/{module}_clocks.xdc")).unwrap();
    let verilog = |module: &str| design.file(&format!("rtl/torus_2_2_{module}.v")).unwrap();
    let all: String = ["axi_async_node", "axi_stream_clocks", "async_fifo", "synchronizer"].map(verilog).concat();
    for part in text.split("*u_clocks/").skip(1) {
        let names: Vec<&str> = part.split('}').next().unwrap().trim_end_matches('*').split('/').collect();
        for name in names.iter().filter(|name| **name != "u_*") {
            let plain = name.trim_end_matches('*');
            let there = match plain.strip_suffix("_reg") {
                Some(register) => all.lines().any(|line| line.contains("reg ") && line.contains(register)),
                None => all.contains(&format!(" {plain} (")),
            };
            assert!(there, "{plain} in {part}");
        }
    }
    assert_eq!(text.matches("set_max_delay -datapath_only").count(), 3);
    assert_eq!(text.matches("set_false_path").count(), 2);
}

/// A component of a package of VHDL: its ports, `std_logic` or vectors.
fn component(text: &str, module: &str) -> BTreeMap<String, (String, usize)> {
    let (_, rest) = text.split_once(&format!("  component {module}\n    port (\n")).unwrap();
    let (ports, _) = rest.split_once("    );\n").unwrap();
    let port = |line: &str| {
        let (name, kind) = line.trim().trim_end_matches(';').split_once(" : ").unwrap();
        let (direction, kind) = kind.split_once(' ').unwrap();
        let width = match kind.trim().strip_prefix("std_logic_vector(") {
            Some(range) => range.split(' ').next().unwrap().parse::<usize>().unwrap() + 1,
            None => 1,
        };
        (name.to_owned(), (format!("{direction}put"), width))
    };
    ports.lines().map(port).collect()
}

#[test]
fn vhdl_declares_what_the_verilog_has() {
    for (design, module) in designs() {
        let folder = written(&design);
        let text = design.file(&format!("vhdl/{}_components.vhd", design.top)).unwrap();
        for module in [&module, &design.top] {
            let Some(known) = ports(folder.path(), module) else { return };
            assert_eq!(component(text, module), known, "{module}");
        }
    }
}

/// The package compiles, and the instance in its header with signals of those names.
#[test]
#[ignore = "needs GHDL"]
fn ghdl_takes_the_components() {
    let Some(ghdl) = tool("ghdl", "TORUSMITH_GHDL") else { return };
    for (design, module) in designs() {
        let folder = written(&design);
        let path = format!("vhdl/{}_components.vhd", design.top);
        let text = design.file(&path).unwrap();
        let (_, instance) = text.split_once(&format!("--   u_network : {module}\n")).unwrap();
        let instance: String = instance.lines().map_while(|line| Some(line.strip_prefix("--   ")?.to_owned() + "\n")).collect();
        let (instance, _) = instance.split_once(");\n").unwrap();
        let signals: String = component(text, &module)
            .into_iter()
            .map(|(name, (_, width))| match width {
                1 => format!("  signal {name} : std_logic;\n"),
                width => format!("  signal {name} : std_logic_vector({} downto 0);\n", width - 1),
            })
            .collect();
        let user = format!(
            "library ieee;\nuse ieee.std_logic_1164.all;\nuse work.{}_components.all;\nentity user is\nend entity;\narchitecture a of user is\n\
             {signals}begin\n  u_network : {module}\n{instance});\nend architecture;\n",
            design.top
        );
        fs::write(folder.path().join("user.vhd"), user).unwrap();
        for standard in ["--std=93", "--std=08"] {
            run(Command::new(&ghdl).args(["-a", standard, &path, "user.vhd"]), folder.path());
        }
    }
}

/// Networks that are too large for ports by node.
#[test]
fn what_has_no_interfaces_is_refused() {
    let large = torusmith_generator::generate(&"torus:8,9".parse().unwrap(), &parsed("vcs=2 scope=network for=vhdl,quartus")).unwrap_err();
    assert_eq!(
        large.to_string(),
        "for `quartus`: not allowed; allowed in networks of up to 64 nodes, whose interfaces have ports of their own: vhdl"
    );
}
