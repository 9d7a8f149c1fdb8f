//! Designs on disk and loaded.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use tempfile::TempDir;
use torusmith_generator::{Options, Scope, Ties, generate};
use torusmith_sim::engine::{Engine, Packet};
use torusmith_sim::routing::{Routing, RoutingOptions, for_network};
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{
    Builder, Compiler, Error, PacketSource, Plain, PlainCounts, RunOptions, RunReport, Silent, Testbench, Verilator,
};
use torusmith_topology::{Network, TerminalId};

use crate::skip::skip;

/// The tools with a cache that lasts, or `None` where tests may be skipped.
pub fn builder() -> Option<&'static Builder> {
    static BUILDER: OnceLock<Option<Builder>> = OnceLock::new();
    let found = BUILDER.get_or_init(|| {
        let verilator = Verilator::find();
        if let Err(Error::MissingTool { .. }) = &verilator {
            return None;
        }
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verilated");
        Some(Builder::with(verilator.unwrap(), Compiler::find().unwrap(), &cache).unwrap().expecting(3000))
    });
    if found.is_none() {
        skip("Verilator is missing: run scripts/setup");
    }
    found.as_ref()
}

/// A generated design in a folder of its own.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(network: &str, set: impl FnOnce(&mut Options)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut options = Options::default();
        set(&mut options);
        generate(&network.parse().unwrap(), &options).unwrap().write(dir.path()).unwrap();
        Self(dir)
    }

    /// The router that most tests use: 16 nodes, 2 VCs, quick to build.
    pub fn small() -> Self {
        Self::new("torus:4,4", |o| (o.vcs, o.flit_width) = (Some(2), Some(16)))
    }

    /// The same as the papers route: '+' at ties, VCs by the dateline.
    pub fn small_of_papers() -> Self {
        Self::new("torus:4,4", |o| (o.vcs, o.flit_width, o.ties) = (Some(2), Some(16), Some(Ties::Plus)))
    }

    /// A whole network of four nodes.
    pub fn whole() -> Self {
        Self::new("torus:2,2", |o| (o.vcs, o.flit_width, o.scope) = (Some(2), Some(16), Scope::Network))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The file whose name ends so.
    pub fn file(&self, ending: &str) -> PathBuf {
        let folders = [self.path().to_path_buf(), self.path().join("rtl")];
        let mut files = folders.iter().flat_map(|dir| std::fs::read_dir(dir).unwrap()).map(|entry| entry.unwrap().path());
        files.find(|path| path.to_string_lossy().ends_with(ending)).unwrap_or_else(|| panic!("no {ending}"))
    }

    /// Replaces text that occurs once in a file.
    pub fn edit(self, ending: &str, from: &str, to: &str) -> Self {
        let path = self.file(ending);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(from).count(), 1, "`{from}` in {}", path.display());
        std::fs::write(&path, text.replace(from, to)).unwrap();
        self
    }

    /// Adds Verilog to the router, in front of its end.
    pub fn with_verilog(self, verilog: &str) -> Self {
        self.edit("_router.v", "endmodule", &format!("{verilog}\nendmodule"))
    }

    /// Puts an expression of `NAME_`, what an instance in the router drives, between it and the router's output `NAME`.
    pub fn tap(self, name: &str, width: usize, expression: &str) -> Self {
        let path = self.file("_router.v");
        let text = std::fs::read_to_string(&path).unwrap();
        let connects = |line: &str| {
            let words: String = line.split_whitespace().collect();
            words.trim_end_matches(',') == format!(".{name}({name})")
        };
        assert_eq!(text.lines().filter(|line| connects(line)).count(), 1, "{name}");
        let comma = |line: &str| if line.ends_with(',') { "," } else { "" };
        let line = |line: &str| if connects(line) { format!(".{name}({name}_){}\n", comma(line)) } else { format!("{line}\n") };
        std::fs::write(&path, text.lines().map(line).collect::<String>()).unwrap();
        self.with_verilog(&format!("wire [{}:0] {name}_; assign {name} = {expression};", width - 1))
    }

    pub fn open(&self) -> Option<Testbench> {
        Some(Testbench::open(self.path(), builder()?).unwrap())
    }
}

/// The small router, loaded once.
pub fn small() -> Option<&'static Testbench> {
    static SMALL: LazyLock<Option<Testbench>> = LazyLock::new(|| Folder::small().open());
    builder()?;
    SMALL.as_ref()
}

/// Packets, and how they are run.
#[derive(Clone)]
pub struct Setting {
    pub plain: Plain,
    pub run: RunOptions,
}

/// Uniform traffic of mixed lengths.
pub fn options(rate: f64, cycles: u64) -> Setting {
    let lengths = Lengths::any_of(&[1, 1, 2, 5, 16]).unwrap();
    Setting {
        plain: Plain {
            traffic: TrafficOptions { pattern: Pattern::Uniform, rate, lengths, seed: 7, sources: Sources::default() },
            engine: EngineKind::Fast,
            driver: None,
        },
        run: RunOptions { cycles, ..RunOptions::default() },
    }
}

pub fn run(bench: &Testbench, Setting { plain, run }: &Setting) -> RunReport<PlainCounts> {
    bench.cosim(plain, run, &mut Silent).unwrap()
}

/// Packets by hand: (clock, source, destination, flits), in order of clock and source.
pub struct Given {
    packets: Vec<(u64, u32, u32, u8)>,
    network: Network,
    routing: RoutingOptions,
    vcs: usize,
    next: usize,
}

impl Given {
    pub fn new(bench: &Testbench, packets: &[(u64, u32, u32, u8)]) -> Self {
        let design = bench.design();
        let (network, routing) = (design.network.clone(), design.routing_options());
        Self { packets: packets.to_vec(), network, routing, vcs: design.config.vcs, next: 0 }
    }
}

impl PacketSource for Given {
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>) {
        let routing = for_network(&self.network, self.routing, self.vcs).unwrap();
        while let Some(&(created, source, destination, flits)) = self.packets.get(self.next).filter(|packet| packet.0 == clock) {
            let (source, destination) = (TerminalId(source), TerminalId(destination));
            let bits = routing.source_bits(source, destination, self.next as u32);
            into.push(Packet { number: self.next as u32, source, destination, bits, flits, created });
            self.next += 1;
        }
    }
}

/// A model of a loaded design.
pub fn engine(bench: &Testbench, kind: EngineKind) -> Box<dyn Engine> {
    let design = bench.design();
    let routing = for_network(&design.network, design.routing_options(), design.config.vcs).unwrap();
    kind.build(&design.network.graph(), routing, design.config, true).unwrap()
}
