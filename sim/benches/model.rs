//! Speed of the model: the fast engine, one thread, traffic and statistics included, against the reference engine and BookSim2 in the same run; then
//! large networks on one thread and on several.
//!
//! `cargo bench -p torusmith-sim --bench model -- [--runs N] [--threads N] [--only TEXT] [--booksim FILE] [--check]`. `--only` takes the cases
//! whose "network rate" contains the text, `--booksim` is the program of <https://github.com/booksim/booksim2>, `--check` makes a missed bar an error.
//! Units: a traversal is a flit granted by a switch, ejections included; a router-clock is one router for one clock.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::PortWord;
use torusmith_sim::routing::{RoutingOptions, Ties};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

/// Clocks of a run.
const CLOCKS: u64 = 20_000;
/// Nanoseconds a flit traversal may cost, whatever the network and load, all else that a run does included.
const TRAVERSAL_BAR: f64 = 40.0;
/// Nanoseconds a router-clock may cost where nothing moves.
const IDLE_BAR: f64 = 2.0;
/// Nanoseconds that looking at all output registers may add to a router-clock.
const LOOK_BAR: f64 = 15.0;

struct Case {
    network: &'static str,
    /// Flits a node and clock; packets of 16, uniform, V = 4, D = 4.
    rate: f64,
    pipeline: Pipeline,
    /// Seconds that a run may take.
    bar: Option<f64>,
    /// BookSim2 simulates it too.
    booksim: bool,
}

const fn case(network: &'static str, rate: f64) -> Case {
    Case { network, rate, pipeline: Pipeline::Two, bar: None, booksim: false }
}

const CASES: [Case; 14] = [
    Case { booksim: true, ..case("torus:8,8", 0.1) },
    Case { booksim: true, ..case("torus:8,8", 0.35) },
    Case { booksim: true, ..case("torus:16,16", 0.05) },
    Case { booksim: true, bar: Some(0.075), ..case("torus:16,16", 0.1) },
    Case { booksim: true, ..case("torus:16,16", 0.18) },
    case("torus:16,16", 1.0),
    Case { pipeline: Pipeline::Three, ..case("torus:16,16", 0.1) },
    Case { booksim: true, bar: Some(0.9), ..case("torus:64,64", 0.02) },
    case("ttn:2,2,1", 0.03),
    case("ttn:2,2,1", 0.3),
    case("ttn:2,3,1", 0.01),
    case("ttn:2,3,1", 0.3),
    case("torus:16,16", 0.0),
    case("torus:64,64", 0.0),
];

/// Clocks of a run on several threads: one after the other on one thread and on several, so that a busy machine disturbs both alike.
const SHORT: u64 = 10_000;
/// Least speed-up of two threads over one.
const THREADS_BAR: f64 = 1.6;
/// Seconds that 20,000 clocks of a network of a million routers may take.
const MILLION_BAR: f64 = 240.0;
/// Clocks of it that are run: the first ones, in which it fills, too.
const MILLION_CLOCKS: u64 = 500;

const THREADED: [Case; 4] = [case("torus:64,64", 0.02), case("ttn:2,3,1", 0.01), case("ttn:2,3,1", 0.3), case("ttn:2,5,0", 0.001)];

/// The cases as BookSim2 has them; its router has a longer pipeline.
const BOOKSIM: &str = "topology=torus; n=2; routing_function=dim_order; num_vcs=4; vc_buf_size=4; wait_for_tail_credit=0; packet_size=16;
injection_rate_uses_flits=1; router=iq; traffic=uniform; sim_type=throughput; warmup_periods=1; max_samples=1; sim_count=1;
";

/// Measurements of a run.
struct Measure {
    seconds: f64,
    traversals: u64,
    router_clocks: u64,
}

impl Case {
    fn label(&self) -> String {
        format!("{} {}", self.network, self.rate)
    }

    fn simulation(&self, engine: EngineKind, cycles: u64) -> Simulation {
        Simulation {
            network: self.network.parse().expect("a known network"),
            routing: RoutingOptions::default().with_ties(Ties::Plus),
            router: RouterConfig { pipeline: self.pipeline, ..RouterConfig::default() },
            slices: LinkSlices::default(),
            engine,
            traffic: TrafficOptions {
                pattern: Pattern::Uniform,
                rate: self.rate,
                lengths: Lengths::default(),
                seed: 1,
                sources: Sources::default(),
            },
            run: RunOptions { cycles, drain: false, ..RunOptions::default() },
        }
    }

    /// Measures one run. With `look` all output registers are copied out in every clock, as the lock step does.
    fn measure(&self, engine: EngineKind, cycles: u64, look: bool) -> Measure {
        let simulation = self.simulation(engine, cycles);
        let mut run = simulation.start(look).expect("a run that is allowed");
        let network: Network = simulation.network;
        let mut words = vec![PortWord::default(); network.routers() * network.ports()];
        let clock = Stopwatch::start();
        while !run.done() {
            run.begin();
            if look {
                run.engine().outputs(&mut words);
            }
            run.finish().expect("no deadlock");
        }
        let seconds = clock.seconds();
        let traversals = run.engine().link_flits().iter().sum();
        Measure { seconds, traversals, router_clocks: cycles * network.routers() as u64 }
    }
}

/// Processor seconds that a BookSim2 takes for so many clocks of a torus of equal sides.
fn booksim(program: &Path, case: &Case, clocks: u64) -> f64 {
    let config = std::env::temp_dir().join(format!("torusmith-booksim-{}.cfg", std::process::id()));
    std::fs::write(&config, BOOKSIM).expect("a folder for temporary files");
    let side = case.network.rsplit(',').next().expect("sides");
    let before = children();
    let output = Command::new(program)
        .arg(&config)
        .args([format!("k={side}"), format!("injection_rate={}", case.rate), format!("sample_period={clocks}"), "seed=1".into()])
        .output();
    std::fs::remove_file(&config).expect("the file is there");
    let output = output.unwrap_or_else(|e| panic!("--booksim {}: {e}", program.display()));
    // BookSim's exit code says nothing: it is an error without a steady state, which it does not look for here.
    let ran = String::from_utf8_lossy(&output.stdout).contains("Hops average");
    assert!(ran, "--booksim {}: it told nothing of {}", program.display(), case.label());
    children() - before
}

/// Processor seconds of all programs that were run, in user mode; Linux counts them in hundredths.
fn children() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let mut fields = text.rsplit(')').next().expect("fields behind the name").split_whitespace();
    fields.nth(13).and_then(|ticks| ticks.parse::<f64>().ok()).expect("a count of ticks") / 100.0
}

/// Seconds by the clock on the wall of one run on so many threads.
fn wall(case: &Case, cycles: u64, threads: usize) -> f64 {
    let mut run = case.simulation(EngineKind::Fast, cycles).start_on(threads).expect("a run that is allowed");
    let start = Instant::now();
    run.to_end(|_| ()).expect("no deadlock");
    start.elapsed().as_secs_f64()
}

/// The large networks on several threads; returns how many bars were missed.
fn on_threads(runs: usize, threads: usize, only: &str) -> usize {
    println!("\nlarge networks on one thread and on {threads}: seconds by the clock on the wall, least of {runs} runs in turn");
    println!("{:<12} {:>5} {:>6} {:>9} {:>9} {:>6} {:>10}  bars", "network", "rate", "clocks", "1", threads, "ratio", "20,000");
    let mut missed = 0;
    for case in THREADED.iter().filter(|case| case.label().contains(only)) {
        let million = case.network == "ttn:2,5,0";
        let cycles = if million { MILLION_CLOCKS } else { SHORT };
        let pairs: Vec<[f64; 2]> = (0..runs).map(|_| [1, threads].map(|threads| wall(case, cycles, threads))).collect();
        let [alone, together] = [0, 1].map(|i| pairs.iter().map(|pair| pair[i]).fold(f64::INFINITY, f64::min));
        let (ratio, all) = (alone / together, together * CLOCKS as f64 / cycles as f64);
        let (name, met) =
            if million { (format!("{MILLION_BAR} s"), all <= MILLION_BAR) } else { (format!("{THREADS_BAR}x"), ratio >= THREADS_BAR) };
        missed += usize::from(!met);
        let met = if met { "met" } else { "MISSED" };
        println!("{:<12} {:>5} {cycles:>6} {alone:>9.4} {together:>9.4} {ratio:>5.2}x {all:>10.2}  {name} {met}", case.network, case.rate);
    }
    missed
}

/// Processor time of this thread where the system reports it, so that a busy machine counts for less, else elapsed time.
struct Stopwatch {
    start: Instant,
    used: Option<f64>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { start: Instant::now(), used: Self::used() }
    }

    fn used() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
    }

    fn seconds(&self) -> f64 {
        match (self.used, Self::used()) {
            (Some(start), Some(now)) => now - start,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}

/// Least and median.
fn spread(mut seconds: Vec<f64>) -> (f64, f64) {
    seconds.sort_by(f64::total_cmp);
    (seconds[0], seconds[seconds.len() / 2])
}

fn first_line(path: &str, key: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().find(|line| line.starts_with(key)).map_or("unknown", |line| line.rsplit(':').next().unwrap_or(line)).trim().into()
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if !args.iter().any(|a| a == "--bench") {
        // Run as a test: that it compiles is all.
        return ExitCode::SUCCESS;
    }
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let runs: usize = value("--runs").and_then(|n| n.parse().ok()).unwrap_or(5).max(1);
    let only = value("--only").map_or("", String::as_str);
    let program = value("--booksim").map(Path::new);
    let threads = value("--threads").and_then(|n| n.parse().ok()).unwrap_or(2).max(2);
    println!(
        "machine {}; load {}; {CLOCKS} clocks, processor seconds, least and median of {runs} runs",
        first_line("/proc/cpuinfo", "model name"),
        first_line("/proc/loadavg", "")
    );
    println!("V = 4, D = 4, packets of 16 flits, uniform; one thread; traffic and statistics included; rate in flits a node and clock");
    println!(
        "{:<12} {:>5} {:>2} {:>9} {:>9} {:>8} {:>8} {:>6} {:>10} {:>10}  bars",
        "network", "rate", "P", "least s", "median s", "ns/trav", "ns/rclk", "+look", "reference", "BookSim2"
    );
    let mut missed = 0;
    for case in CASES.iter().filter(|case| case.label().contains(only)) {
        let all: Vec<Measure> = (0..runs).map(|_| case.measure(EngineKind::Fast, CLOCKS, false)).collect();
        let Measure { traversals, router_clocks, .. } = all[0];
        let (least, median) = spread(all.iter().map(|m| m.seconds).collect());
        let looks = (0..runs).map(|_| case.measure(EngineKind::Fast, CLOCKS, true).seconds).collect();
        let look = (spread(looks).0 - least) * 1e9 / router_clocks as f64;
        // The reference runs for about as long as a run or two of the fast engine, and is compared a clock at a time.
        let part = CLOCKS / if router_clocks > 10_000_000 { 100 } else { 20 };
        let clocks = |m: Measure| m.router_clocks as f64 / m.seconds;
        let ratio = router_clocks as f64 / least / clocks(case.measure(EngineKind::Reference, part, false));
        let per_traversal = if traversals == 0 { f64::NAN } else { least * 1e9 / traversals as f64 };
        let per_clock = least * 1e9 / router_clocks as f64;

        let mut bars = Vec::new();
        let mut bar = |name: String, met: bool| {
            bars.push(format!("{name} {}", if met { "met" } else { "MISSED" }));
            missed += usize::from(!met);
        };
        if let Some(seconds) = case.bar {
            bar(format!("{seconds} s"), least <= seconds);
        }
        if traversals == 0 {
            bar(format!("{IDLE_BAR} ns/rclk"), per_clock <= IDLE_BAR);
        } else {
            bar(format!("{TRAVERSAL_BAR} ns/trav"), per_traversal <= TRAVERSAL_BAR);
        }
        bar(format!("look {LOOK_BAR} ns"), look <= LOOK_BAR);
        let program = program.filter(|_| case.booksim);
        // A tenth is enough for a large network, which takes minutes.
        let tenth = if router_clocks > 10_000_000 { 10 } else { 1 };
        let booksim = |program: &Path| format!("{:.0}x", tenth as f64 * booksim(program, case, CLOCKS / tenth) / least);
        let booksim = program.map_or("-".into(), booksim);
        println!(
            "{:<12} {:>5} {:>2} {least:>9.4} {median:>9.4} {per_traversal:>8.1} {per_clock:>8.2} {look:>6.1} {:>10} {booksim:>10}  {}",
            case.network,
            case.rate,
            case.pipeline,
            format!("{ratio:.0}x"),
            bars.join(", ")
        );
    }
    println!(
        "load {} at the end; +look: ns a router-clock more when all output registers are copied out in every clock",
        first_line("/proc/loadavg", "")
    );
    println!("reference, BookSim2: how many times longer they take for a clock, in this run");
    missed += on_threads(runs, threads, only);
    if missed > 0 && args.iter().any(|a| a == "--check") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
