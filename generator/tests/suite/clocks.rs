//! Streams with clocks of their own (docs/axi_interface.md, K1 to K4): packets arrive whole and in order whatever the clocks are, and
//! nothing goes from one clock to another but through synchronizers and the FIFOs' read registers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::Design;

use crate::tools::{made, run, tool, written};

const BENCH: &str = include_str!("verilog/clocks_bench.v");
const OPTIONS: &str = "vcs=2 interface=axis scope=network clocks=async";

/// What the bench says of a network with half periods of the network's clock and the streams', and how much slower each node's is than
/// the one before; `None` without the tool.
fn driven(design: &Design, nodes: usize, packets: u32, [net, axis, drift]: [u32; 3]) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let address_bits = (nodes as u32).next_power_of_two().ilog2();
    let defines = [
        format!("-DNETWORK={}", design.top),
        format!("-DNODES={nodes}"),
        format!("-DADDRESS_BITS={address_bits}"),
        format!("-DPACKETS={packets}"),
        format!("-DNET_HALF={net}"),
        format!("-DAXIS_HALF={axis}"),
        format!("-DDRIFT={drift}"),
    ];
    let list = format!("{}.f", design.top);
    let mut command = Command::new(iverilog);
    command.args(["-g2001", "-s", "clocks_bench", "-o", "bench"]).args(defines).args(["-c", &list, "bench.v"]);
    run(&mut command, folder.path());
    Some(run(Command::new("vvp").args(["-n", "bench"]), folder.path()).trim().to_owned())
}

/// Streams at a third of the network's clock, at about the same with each node's a little slower, and at three times that.
#[test]
fn packets_cross_clocks_whole_and_in_order() {
    let design = made("torus:2,2", OPTIONS);
    for halves in [[1000, 3001, 0], [1000, 1001, 7], [3000, 1001, 3]] {
        let Some(said) = driven(&design, 4, 50, halves) else { return };
        assert_eq!(said, "PASS: 200 packets", "{halves:?}");
    }
}

/// FIFOs of four places, with another order of resets.
#[test]
#[ignore = "long: clocks at many ratios in Icarus"]
fn short_fifos() {
    let design = made("torus:2,2", &format!("{OPTIONS} clock-fifo=4"));
    for halves in [[1000, 8003, 11], [5000, 701, 2]] {
        let Some(said) = driven(&design, 4, 100, halves) else { return };
        assert_eq!(said, "PASS: 400 packets", "{halves:?}");
    }
}

/// A module's text changed in one place.
fn broken(design: &Design, module: &str, from: &str, to: &str) -> Design {
    let mut broken = design.clone();
    let (_, text) = broken.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
    assert!(text.contains(from), "{module}.v has no `{from}` to break");
    *text = text.replacen(from, to, 1);
    broken
}

#[test]
fn broken_fifos_are_found() {
    let design = made("torus:2,2", &format!("{OPTIONS} clock-fifo=4"));
    for (module, from, to) in [
        ("async_fifo", "wr_open & ~full", "wr_open"),
        ("async_fifo", "~empty & (~rd_valid | rd_ready)", "~empty"),
        ("async_fifo", "~empty | (rd_valid & ~rd_ready)", "~empty | rd_valid"),
        ("async_fifo", "{2'b11, {(PTR_BITS-1){1'b0}}}", "{2'b10, {(PTR_BITS-1){1'b0}}}"),
        ("axi_async_node", "assign m_axis_tdest = address", "assign m_axis_tdest = ~address"),
    ] {
        let Some(said) = driven(&broken(&design, module, from, to), 4, 100, [1000, 3001, 5]) else { return };
        assert!(said.starts_with("FAIL"), "{module}: `{from}` -> `{to}`: {said}");
    }
}

/// A flip-flop of the flat netlist, some bits wide.
struct Register {
    clock: u64,
    data: Vec<u64>,
    /// The file that it is written in.
    file: String,
    /// The names of its first bit, in modules from the top down.
    names: Vec<String>,
}

/// A flat netlist of registers and gates; a net is a number.
struct Netlist {
    registers: Vec<Register>,
    /// The register that drives a net, by its place.
    driver: HashMap<u64, usize>,
    /// The nets that a gate makes another one of.
    gates: HashMap<u64, Vec<u64>>,
    /// The clock that an input belongs to.
    inputs: HashMap<u64, u64>,
}

fn nets(bits: &Value) -> Vec<u64> {
    bits.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

impl Netlist {
    /// By yosys, with memories as registers; `None` without it.
    fn new(design: &Design) -> Option<Self> {
        let yosys = tool("yosys", "TORUSMITH_YOSYS")?;
        let folder = written(design);
        let files: Vec<&str> = design.files.iter().map(|(path, _)| path.as_str()).filter(|path| path.ends_with(".v")).collect();
        let script = format!(
            "read_verilog {}; hierarchy -top {}; proc; flatten; opt_expr; opt_clean; memory_collect; memory_map; opt_clean; write_json flat.json",
            files.join(" "),
            design.top
        );
        run(Command::new(yosys).args(["-q", "-p", &script]), folder.path());
        let json: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("flat.json")).unwrap()).unwrap();
        let module = &json["modules"][&design.top];
        let port = |name: &str| nets(&module["ports"][name]["bits"]);
        let (clk, axis_clk) = (port("clk")[0], port("axis_clk"));
        let mut netlist = Self { registers: Vec::new(), driver: HashMap::new(), gates: HashMap::new(), inputs: HashMap::new() };
        for (name, port) in module["ports"].as_object().unwrap().iter().filter(|(_, port)| port["direction"] == "input") {
            let bits = nets(&port["bits"]);
            let share = (bits.len() / axis_clk.len()).max(1);
            let of = |at: usize| if name.contains("axis") { axis_clk[at / share] } else { clk };
            netlist.inputs.extend(bits.iter().enumerate().map(|(at, &net)| (net, of(at))));
        }
        let mut names: HashMap<u64, Vec<String>> = HashMap::new();
        for (name, net) in module["netnames"].as_object().unwrap() {
            nets(&net["bits"]).into_iter().for_each(|bit| names.entry(bit).or_default().push(name.clone()));
        }
        for cell in module["cells"].as_object().unwrap().values() {
            let (inputs, outputs) = ends(cell);
            let kind = cell["type"].as_str().unwrap();
            if kind.contains("dff") {
                let clock = nets(&cell["connections"]["CLK"])[0];
                let q = nets(&cell["connections"]["Q"]);
                let data = inputs.into_iter().filter(|net| *net != clock).collect();
                netlist.driver.extend(q.iter().map(|&net| (net, netlist.registers.len())));
                let file = cell["attributes"]["src"].as_str().unwrap_or_default().to_owned();
                let names = q.first().and_then(|net| names.get(net)).cloned().unwrap_or_default();
                netlist.registers.push(Register { clock, data, file, names });
            } else {
                for net in outputs {
                    netlist.gates.entry(net).or_default().extend(&inputs);
                }
            }
        }
        Some(netlist)
    }

    /// The clocks of the registers and inputs that a net depends on.
    fn clocks(&self, net: u64, known: &mut HashMap<u64, BTreeSet<u64>>) -> BTreeSet<u64> {
        if let Some(known) = known.get(&net) {
            return known.clone();
        }
        let found = match (self.driver.get(&net), self.gates.get(&net)) {
            (Some(&register), _) => BTreeSet::from([self.registers[register].clock]),
            (None, Some(inputs)) => inputs.iter().flat_map(|&input| self.clocks(input, known)).collect(),
            (None, None) => self.inputs.get(&net).copied().into_iter().collect(),
        };
        known.insert(net, found.clone());
        found
    }

    /// What goes from one clock to another where it must not, by the names of registers; and how many registers take something over.
    fn crossings(&self) -> (Vec<String>, BTreeMap<&'static str, usize>) {
        let mut known = HashMap::new();
        let mut wrong = Vec::new();
        let mut taken = BTreeMap::new();
        let mut undecided = BTreeSet::new();
        for (place, register) in self.registers.iter().enumerate() {
            let of_others = |net: &&u64| self.clocks(**net, &mut known).iter().any(|clock| *clock != register.clock);
            let foreign: Vec<u64> = register.data.iter().filter(of_others).copied().collect();
            let straight = |net: &u64| self.driver.contains_key(net) || self.inputs.contains_key(net);
            match &register.file {
                _ if foreign.is_empty() => {}
                file if file.contains("_synchronizer.v") && foreign.iter().all(straight) => {
                    *taken.entry("synchronizer").or_default() += 1;
                    undecided.insert(place);
                }
                file if file.contains("_async_fifo.v") && register.names.iter().any(|name| name.ends_with(".rd_data")) => {
                    *taken.entry("read register").or_default() += 1
                }
                _ => wrong.push(format!("{:?} takes over what is of another clock", register.names)),
            }
        }
        // The first register of a synchronizer is seen by the second alone.
        let is_undecided = |net: &u64| self.driver.get(net).is_some_and(|register| undecided.contains(register));
        let looked_at = self.registers.iter().filter(|register| !register.file.contains("_synchronizer.v"));
        wrong.extend(looked_at.filter(|r| r.data.iter().any(is_undecided)).map(|r| format!("{:?} sees a first register", r.names)));
        if self.gates.values().flatten().any(is_undecided) {
            wrong.push("a gate sees a first register".into());
        }
        (wrong, taken)
    }
}

/// The nets at a cell's inputs, and at its outputs.
fn ends(cell: &Value) -> (Vec<u64>, Vec<u64>) {
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for (port, bits) in cell["connections"].as_object().unwrap() {
        if cell["port_directions"][port] == "output" { &mut outputs } else { &mut inputs }.extend(nets(bits));
    }
    (inputs, outputs)
}

/// Of each of the two nodes: pointers both ways of two FIFOs, the reset and the errors; and two read registers.
#[test]
fn clocks_meet_in_synchronizers_alone() {
    let design = made("hypercube:1", &format!("{OPTIONS} tkeep=1 user-width=2 counters=yes reset-tree=yes"));
    let Some(netlist) = Netlist::new(&design) else { return };
    let (wrong, taken) = netlist.crossings();
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(taken, BTreeMap::from([("synchronizer", 2 * 6), ("read register", 2 * 2)]));
}

#[test]
#[ignore = "long: a synthesis a fault"]
fn other_crossings_are_found() {
    let design = made("hypercube:1", OPTIONS);
    for (module, from, to, why) in [
        ("synchronizer", "out = second", "out = first", "sees a first register"),
        ("synchronizer", "second <= first", "second <= in", "sees a first register"),
        ("async_fifo", "wr_gray ^ rd_seen", "wr_gray ^ rd_gray", "takes over"),
        ("async_fifo", ".in (wr_gray)", ".in (wr_count ^ (wr_count >> 1))", "takes over"),
        ("axi_stream_clocks", ".rd_rst  (axis_rst)", ".rd_rst  (rst)", "takes over"),
    ] {
        let Some(netlist) = Netlist::new(&broken(&design, module, from, to)) else { return };
        let (wrong, _) = netlist.crossings();
        assert!(wrong.iter().any(|line| line.contains(why)), "{module}: `{from}` -> `{to}`: {wrong:?}");
    }
}
