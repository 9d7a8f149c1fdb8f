//! The constraints: SDC and XDC as Tcl, and every port that a file names is one of the design, as yosys has it.

use std::fs;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::Design;

use crate::tools::{made, run, tool, written};

const READER: &str = include_str!("verilog/constraints.tcl");

/// A router, one with streams, two networks, and a multicast router; the input that has the node's address, the clock in MHz, its period in ns.
const DESIGNS: [(&str, &str, &str, u32, &str); 5] = [
    ("ttn:2,2,2", "pipeline=3", "node", 85, "11.765"),
    ("torus:5,7", "vcs=2 pipeline=1 interface=axis", "address", 60, "16.667"),
    ("torus:2,2", "vcs=4 scope=network", "", 60, "16.667"),
    ("torus:2,2", "vcs=2 scope=network interface=axis", "", 85, "11.765"),
    ("rdt:8", "ack-ways=1", "node", 35, "28.571"),
];

/// The top's inputs by their bits, those of a bus with their numbers, and its outputs.
fn ports(design: &Design) -> Option<[Vec<String>; 2]> {
    let yosys = tool("yosys", "TORUSMITH_YOSYS")?;
    let folder = written(design);
    let script = format!("read_verilog rtl/{0}.v; proc; write_json top.json", design.top);
    run(Command::new(yosys).args(["-q", "-p", &script]), folder.path());
    let netlist: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("top.json")).unwrap()).unwrap();
    let ports = netlist["modules"][&design.top]["ports"].as_object().unwrap();
    Some(["input", "output"].map(|direction| {
        let of = ports.iter().filter(|(_, port)| port["direction"] == direction);
        let bits = |(name, port): (&String, &Value)| match port["bits"].as_array().unwrap().len() {
            1 => vec![name.clone()],
            count => (0..count).map(|bit| format!("{name}[{bit}]")).collect(),
        };
        of.flat_map(bits).collect()
    }))
}

/// What the file calls, or what is wrong with it; `None` without Tcl.
fn called(text: &str, ports: &[String]) -> Option<Result<Vec<String>, String>> {
    called_by(text, ports, "")
}

/// The same by the tool that reads files with this extension.
fn called_by(text: &str, ports: &[String], extension: &str) -> Option<Result<Vec<String>, String>> {
    let tclsh = tool("tclsh", "TORUSMITH_TCLSH")?;
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("reader.tcl", READER), ("file", text), ("ports", &ports.join("\n"))] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let output = Command::new(tclsh).args(["reader.tcl", "file", "ports", extension]).current_dir(folder.path()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Some(if output.status.success() { Ok(text(output.stdout).lines().map(str::to_owned).collect()) } else { Err(text(output.stderr)) })
}

/// One clock, and in a file apart the paths that are false: those from the address.
#[test]
fn sdc_and_xdc_are_well_formed_and_name_what_is_there() {
    for (network, options, address, megahertz, period) in DESIGNS {
        let design = made(network, options);
        let Some([inputs, outputs]) = ports(&design) else { return };
        let all = [inputs.clone(), outputs].concat();
        let bits: Vec<&str> = inputs.iter().map(String::as_str).filter(|name| name.starts_with(&format!("{address}["))).collect();
        for extension in ["sdc", "xdc"] {
            let text = design.file(&format!("constraints/{}.{extension}", design.top)).unwrap();
            let Some(clock) = called(text, &all) else { return };
            assert_eq!(clock, Ok(vec![format!("create_clock -name=clk -period={period} clk")]), "{network} {options}, {extension}");
            let exceptions = design.file(&format!("constraints/{}_exceptions.{extension}", design.top));
            assert_eq!(exceptions.is_some(), !address.is_empty(), "{network} {options}, {extension}");
            let Some(text) = exceptions else { continue };
            let false_paths = called(text, &all).unwrap();
            assert_eq!(false_paths, Ok(vec![format!("set_false_path -from={}", bits.join(","))]), "{network} {options}, {extension}");
        }
        assert!(inputs.iter().any(|name| name == "clk"), "{inputs:?}");
        let lpf = design.file(&format!("constraints/{}.lpf", design.top)).unwrap();
        assert!(lpf.contains(&format!("\nFREQUENCY PORT \"clk\" {megahertz} MHZ;\n")), "{lpf}");
        let pcf = design.file(&format!("constraints/{}.pcf", design.top)).unwrap();
        assert!(pcf.contains(&format!("\nset_frequency clk {megahertz}\n")), "{pcf}");
    }
}

/// Between the network's clock and those of streams each path has its longest delay, in a file apart that goes with the clock's.
#[test]
fn paths_between_clocks_are_bounded() {
    let design = made("torus:2,2", "vcs=2 scope=network interface=axis clocks=async");
    let Some([inputs, _]) = ports(&design) else { return };
    let file = |end: &str| design.file(&format!("constraints/torus_2_2_network{end}")).unwrap().to_owned();
    let clocks = "create_clock -name=axis_clk -period=11.765 axis_clk[0] axis_clk[1] axis_clk[2] axis_clk[3]";
    for (extension, flag, more) in [("sdc", "", true), ("xdc", " -datapath_only", false)] {
        let clock = file(&format!(".{extension}"));
        let text = file(&format!("_clocks.{extension}"));
        let Some(called) = called_by(&format!("{clock}{text}"), &inputs, extension) else { return };
        let ways = [["clk", "axis_clk"], ["axis_clk", "clk"]];
        let delays = ways.map(|[from, to]| format!("set_max_delay{flag} -from={from} -to={to} 11.765"));
        let holds = ways.map(|[from, to]| format!("set_false_path -hold -from={from} -to={to}"));
        let lines = ["create_clock -name=clk -period=11.765 clk".to_owned(), clocks.to_owned()].into_iter().chain(delays);
        assert_eq!(called, Ok(lines.chain(holds.into_iter().filter(|_| more)).collect()), "{extension}");
        let alone = called_by(&text, &inputs, extension).unwrap();
        assert!(alone.is_err_and(|error| error.contains("no clock is `clk`")), "{extension}");
    }
    let vivado_alone = called_by(&format!("{}{}", file(".xdc"), file("_clocks.xdc")), &inputs, "sdc").unwrap();
    assert!(vivado_alone.is_err_and(|error| error.contains("no option `-datapath_only`")));
    assert!(made("torus:2,2", "vcs=2 scope=network interface=axis").files.iter().all(|(path, _)| !path.contains("_clocks.")));
}

/// What the constraints ask for is what routers were seen to meet: by each row of docs/results/choices.md with a clock.
#[test]
fn every_measured_router_meets_the_clock() {
    let page = include_str!("../../../docs/results/choices.md");
    let cells = |line: &'static str| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect::<Vec<_>>();
    let rows = page.lines().map(cells).filter(|row| row.len() == 21 && row[4].parse::<u32>().is_ok());
    let mut seen = 0;
    for row in rows {
        let Ok(measured) = row[14].parse::<f64>() else { continue };
        let (network, routing, rule, vcs, pipeline) = (row[1], row[2], row[3], row[4], row[5]);
        let design = made(network, &format!("routing={routing} vc-rule={rule} vcs={vcs} pipeline={pipeline}"));
        let lpf = design.file(&format!("constraints/{}.lpf", design.top)).unwrap();
        let asked: f64 = lpf.split("\"clk\" ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().parse().unwrap();
        assert!(asked <= measured, "{network} {routing} {rule} V {vcs} P {pipeline}: {asked} MHz asked for, {measured} measured");
        assert!(asked >= measured / 2.0, "{network} {routing} {rule} V {vcs} P {pipeline}: {asked} MHz asked for, {measured} measured");
        seen += 1;
    }
    assert!(seen > 60, "{seen} rows");
}

/// The reader finds what the tools would not take.
#[test]
fn broken_constraints_are_found() {
    let design = made("torus:4,4", "vcs=2");
    let Some([inputs, _]) = ports(&design) else { return };
    let text = ["", "_exceptions"].map(|end| design.file(&format!("constraints/torus_4_4_router{end}.xdc")).unwrap()).concat();
    let broken = [
        ("get_ports clk", "get_ports clock", "no port matches `clock`"),
        ("{node[*]}", "{address[*]}", "no port matches `address[*]`"),
        ("-period", "-frequency", "has no option `-frequency`"),
        ("set_false_path", "set_false_paths", "`set_false_paths` is no command"),
        ("[get_ports clk]", "[get_ports clk", "missing close-bracket"),
        ("{node[*]}", "{node[*]", "missing close-bra"),
        ("[get_ports clk]", "[get_ports clk] # the clock", "too many arguments"),
    ];
    for (from, to, why) in broken {
        assert!(text.contains(from), "{text}");
        let Some(called) = called(&text.replace(from, to), &inputs) else { return };
        assert!(called.as_ref().is_err_and(|error| error.contains(why)), "`{from}` -> `{to}`: {called:?}");
    }
}
