//! From a line of options to a loaded test bench.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;
use torusmith_generator::{Exclusive, IdOrder, Options, Router, Scope, generate};
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_synthesis::{Cache, Mapping, Sources, Yosys, mapped};
use torusmith_testbench::{Builder, Compiler, Design, Plain, PlainCounts, RunOptions, RunReport, Silent, Testbench, Verilator};
use torusmith_topology::{Classes, LinkSlices, Network, TerminalId, address_map};

use crate::edit::given;

/// Clocks that a test runs a design for, about: models of up to a thousand routers are then built soonest, and of thousands to run.
const CLOCKS: u64 = 380;

/// The tools, and the cache that tests and users share.
pub fn builder() -> &'static Builder {
    static BUILDER: OnceLock<Builder> = OnceLock::new();
    BUILDER.get_or_init(|| {
        let local = Path::new(env!("CARGO_MANIFEST_DIR")).join(".tools/bin/verilator");
        let verilator = Verilator::find().or_else(|missing| if local.is_file() { Verilator::at(&local) } else { Err(missing) });
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verilated");
        Builder::with(verilator.unwrap(), Compiler::find().unwrap(), &cache).unwrap().expecting(CLOCKS)
    })
}

/// Options of the generator for a network from `name=value` words.
pub fn options(network: &Network, text: &str) -> Options {
    let mut options = Options::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').expect(word);
        match name {
            "width" => options.flit_width = Some(value.parse().unwrap()),
            "depth" => options.buffer_depth = value.parse().unwrap(),
            "vcs" => options.vcs = Some(value.parse().unwrap()),
            "pipeline" => options.pipeline = value.parse().unwrap(),
            "routing" => options.routing = Some(value.parse().unwrap()),
            "rule" => options.vc_rule = Some(value.parse().unwrap()),
            "ties" => options.ties = Some(value.parse().unwrap()),
            "reuse" => options.vc_reuse = value.parse().unwrap(),
            "ack-ways" => options.router = Router::Multicast { ack_ways: value.parse().unwrap() },
            "interface" => options.interface = value.parse().unwrap(),
            "stream" => options.stream_width = Some(value.parse().unwrap()),
            "tkeep" => options.tkeep = value.parse().unwrap(),
            "user" => options.user_width = Some(value.parse().unwrap()),
            "classes" => options.message_classes = value.parse().unwrap(),
            "slices" => options.link_slices = LinkSlices::read(network, value).unwrap(),
            "order" => options.order = Some(value.parse().unwrap()),
            "scope" => options.scope = value.parse().unwrap(),
            _ => set_axi4(&mut options, network, name, value),
        }
    }
    options
}

/// Options of AXI4 interfaces among the others; `map` is told at [`axi4_map`].
fn set_axi4(options: &mut Options, network: &Network, name: &str, value: &str) {
    let axi4 = &mut options.axi4;
    let number = || Some(value.parse().unwrap());
    match name {
        "map" => {
            options.scope = Scope::Network;
            axi4.map = Some(address_map::parse(&axi4_map(network, value), "map.toml", network, 32).unwrap());
        }
        "data" => axi4.data_width = number(),
        "id" => axi4.id_width = number(),
        "slots" => (axi4.read_slots, axi4.write_slots) = (number(), number()),
        "burst" => axi4.max_burst = number(),
        "beats" => (axi4.read_beats, axi4.write_beats) = (number(), number()),
        "write-start" => axi4.write_start = number(),
        "held" => (axi4.reads_held, axi4.writes_held) = (number(), number()),
        "id-order" => axi4.id_order = Some(if value == "one" { IdOrder::One } else { IdOrder::Destination }),
        "exclusive" => axi4.exclusive = (value == "1").then_some(Exclusive::User),
        _ => panic!("option {name}"),
    }
}

/// A map by name: `all` nodes have both sides; `halves`: even nodes have managers, odd ones subordinates, the last with two ranges; `few`: managers at
/// the first and the last node, subordinates there and in the middle; `quarters`: of four nodes the second has a manager, the third a subordinate.
pub fn axi4_map(network: &Network, name: &str) -> String {
    let nodes: Vec<u32> = (0..network.terminals() as u32).collect();
    let (first, last, middle) = (0, nodes.len() as u32 - 1, nodes.len() as u32 / 2);
    let (managers, subordinates): (Vec<u32>, Vec<u32>) = match name {
        "all" => (nodes.clone(), nodes),
        "halves" => nodes.into_iter().partition(|node| node % 2 == 0),
        "few" => (vec![first, last], vec![first, last, middle]),
        "quarters" => [1, 2].map(|place| nodes.iter().copied().filter(|node| node % 4 == place).collect::<Vec<u32>>()).into(),
        _ => panic!("map {name}"),
    };
    let quoted = |node: &u32| format!("'{}'", network.format_terminal(TerminalId(*node)));
    let mut text = format!("managers = [{}]\n", managers.iter().map(quoted).collect::<Vec<_>>().join(", "));
    let mut range = |name: String, base: u64, size: u64, node: &u32, rule: &str| {
        text += &format!("[[range]]\nname = '{name}'\nbase = {base:#x}\nsize = {size:#x}\nnode = {}\naddress = '{rule}'\n", quoted(node));
    };
    for node in &subordinates {
        let rule = if node % 3 == 1 { "keep" } else { "offset" };
        range(format!("ram{node}"), 0x10_0000 * u64::from(*node), 0x1000 * (3 + u64::from(*node) % 5), node, rule);
    }
    if name == "halves" {
        range("more".into(), 0x8000_0000, 0x7fff_f000, subordinates.last().unwrap(), "keep");
    }
    text
}

/// A network by its name, or of an example's file, `my_ring.toml`, with the classes that `deadlock` finds if it wants some.
pub fn named(name: &str) -> Network {
    if !name.ends_with(".toml") {
        return name.parse().unwrap();
    }
    let example = format!("{}/examples/networks/{name}", env!("CARGO_MANIFEST_DIR"));
    let network: Network = example.parse().unwrap();
    if network.route_table().unwrap().classes() != Classes::Auto {
        return network;
    }
    let dir = tempfile::tempdir().unwrap();
    let found = dir.path().join(name).display().to_string();
    let status =
        Command::new(env!("CARGO_BIN_EXE_torusmith")).args(["deadlock", &example, "--out", &found, "--json"]).output().unwrap().status;
    assert!(status.success(), "{name}");
    found.parse().unwrap()
}

/// A run of a plain router.
pub type Run = RunReport<PlainCounts>;

/// A generated design, and the folder it lives in.
pub struct Bench {
    pub name: String,
    pub bench: Testbench,
    _dir: TempDir,
}

impl Bench {
    pub fn new(network: &str, text: &str) -> Self {
        Self::expecting(CLOCKS, network, text)
    }

    /// One that runs for so many clocks.
    pub fn expecting(clocks: u64, network: &str, text: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let name = format!("{network} {text}");
        let network = named(network);
        let mut options = options(&network, text);
        // The links between single routers are the bench's.
        let slices = if options.scope == Scope::Router { std::mem::take(&mut options.link_slices) } else { options.link_slices.clone() };
        generate(&network, &options).unwrap_or_else(|e| panic!("{name}: {e}")).write(dir.path()).unwrap();
        let bench = Testbench::open(dir.path(), &builder().expecting(clocks)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let bench = bench.with_link_slices(slices);
        Self { name, bench, _dir: dir }
    }

    /// A design with a module in which signals are given other values, see [`given`]; or, where there is no signal of that name, another text.
    pub fn edited(network: &str, text: &str, module: &str, signal: &str, to: &str) -> Self {
        Self::broken(network, text, module, &[(signal, to)])
    }

    /// The same with several signals.
    pub fn broken(network: &str, text: &str, module: &str, edits: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let parsed = named(network);
        generate(&parsed, &options(&parsed, text)).unwrap().write(dir.path()).unwrap();
        let ending = format!("_{module}.v");
        let named = |path: &std::path::PathBuf| path.file_name().unwrap().to_str().unwrap().ends_with(&ending);
        let paths = std::fs::read_dir(dir.path().join("rtl")).unwrap().map(|entry| entry.unwrap().path());
        let path = paths.into_iter().filter(named).min_by_key(|path| path.as_os_str().len()).unwrap_or_else(|| panic!("no {module}"));
        let mut verilog = std::fs::read_to_string(&path).unwrap();
        for (signal, to) in edits {
            let plain = || verilog.contains(signal).then(|| verilog.replacen(signal, to, 1));
            verilog = given(&verilog, signal, to).or_else(plain).unwrap_or_else(|| panic!("{} has no `{signal}` to break", path.display()));
        }
        std::fs::write(&path, verilog).unwrap();
        let bench = Testbench::open(dir.path(), builder()).unwrap_or_else(|e| panic!("{module}: {edits:?}: {e}"));
        Self { name: format!("{network} {text}, {module} edited"), bench, _dir: dir }
    }

    /// A design as yosys maps it to cells, edited.
    pub fn mapped(network: &str, text: &str, mapping: Mapping, edit: impl Fn(&str) -> String) -> Self {
        let name = format!("{network} {text}, {mapping}");
        let (generated, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let parsed = named(network);
        generate(&parsed, &options(&parsed, text)).unwrap().write(generated.path()).unwrap();
        let design = Design::open(generated.path()).unwrap();
        let cache = Cache::at(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("netlists"));
        let made =
            mapped(&Yosys::find().unwrap(), &cache, &Sources::read(&design.sources).unwrap(), &design.manifest.top, mapping).unwrap();
        design.of_other_sources(dir.path(), &[("cells.v", &made.cells), ("netlist.v", &edit(&made.netlist))]).unwrap();
        let bench = Testbench::open(dir.path(), builder()).unwrap_or_else(|e| panic!("{name}: {e}"));
        Self { name, bench, _dir: dir }
    }

    /// Runs one pattern after another, up to the first that is not good; what is found is returned.
    pub fn run(&self, traffic: &[Pattern], rate: f64, lengths: &[usize], cycles: u64, engine: EngineKind) -> Vec<Run> {
        self.seeded(traffic, rate, lengths, cycles, engine, 11)
    }

    /// The same with another seed.
    pub fn seeded(&self, traffic: &[Pattern], rate: f64, lengths: &[usize], cycles: u64, engine: EngineKind, seed: u64) -> Vec<Run> {
        // Tests run beside one another: a second thread would take another test's processor.
        let options = RunOptions { cycles, ..RunOptions::default() };
        let lengths = Lengths::any_of(lengths).unwrap();
        let mut runs = Vec::new();
        for &pattern in traffic {
            let plain = Plain {
                traffic: TrafficOptions { pattern, rate, lengths: lengths.clone(), seed, sources: Default::default() },
                engine,
                driver: None,
            };
            runs.push(self.bench.cosim(&plain, &options, &mut Silent).unwrap_or_else(|e| panic!("{}: {e}", self.name)));
            if !runs[runs.len() - 1].good() {
                break;
            }
        }
        runs
    }

    /// Random drivers of port 0 for so many clocks, at more load than the network takes.
    pub fn driven(&self, faults: f64, resets: u64, cycles: u64, engine: EngineKind) -> Run {
        self.skewed(faults, resets, 0, cycles, engine)
    }

    /// The same with routers that leave each reset up to `skew` clocks after the first of them.
    pub fn skewed(&self, faults: f64, resets: u64, skew: u64, cycles: u64, engine: EngineKind) -> Run {
        let options = RunOptions { cycles, ..RunOptions::default() };
        let lengths = Lengths::any_of(&[1, 1, 2, 3, 5, 16]).unwrap();
        let traffic = TrafficOptions { pattern: Pattern::Uniform, rate: 0.6, lengths, seed: 11, sources: Default::default() };
        let driver = Some(DriverOptions { seed: 11, faults, resets, skew, cycles });
        self.bench.cosim(&Plain { traffic, engine, driver }, &options, &mut Silent).unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    /// Runs traffic that must agree and get through.
    pub fn agrees(&self, traffic: &[Pattern], rate: f64, lengths: &[usize], cycles: u64, engine: EngineKind) {
        let runs = self.run(traffic, rate, lengths, cycles, engine);
        for (run, pattern) in runs.iter().zip(traffic) {
            let told = run.first_divergence.as_ref().map_or(String::new(), |d| d.to_string());
            assert!(run.good(), "{} {pattern} at {rate}: {run:?}\n{told}", self.name);
            assert!(run.counts.packets_injected > 0, "{} {pattern} at {rate}: no traffic", self.name);
        }
        assert_eq!(runs.len(), traffic.len());
    }
}
