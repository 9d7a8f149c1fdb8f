//! What a run does and counts, whatever the threads.

use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic;
use torusmith_testbench::{Error, Observer, Plain, PlainCounts, RunOptions, Silent, Testbench};

use crate::support::{Folder, Given, Setting, engine, options, run, small};

#[test]
fn threads_and_engines_make_no_difference() {
    let Some(bench) = small() else { return };
    let one = run(bench, &options(0.5, 1500));
    assert!(one.good() && one.counts.packets_injected > 500, "{one:?}");
    for threads in [1, 2, 3, 16, 100] {
        let all = options(0.5, 1500);
        assert_eq!(run(bench, &Setting { run: RunOptions { threads, ..all.run.clone() }, ..all }), one);
    }
    let Setting { plain, run: how } = options(0.5, 1500);
    let reference = Plain { engine: EngineKind::Reference, ..plain };
    assert_eq!(bench.cosim(&reference, &how, &mut Silent).unwrap(), one);
}

#[test]
fn every_packet_is_accounted_for() {
    let Some(bench) = small() else { return };
    // Node 0 sends for ever more than its port takes: three packets of 16 flits to everybody else, all in clock 0.
    let packets: Vec<_> = (0..45).map(|i| (0, 0, 1 + i % 15, 16)).collect();
    let options = RunOptions { cycles: 100, ..RunOptions::default() };
    let go = |cycles| {
        let options = RunOptions { cycles, ..options.clone() };
        bench.run(Box::new(Given::new(bench, &packets)), engine(bench, EngineKind::Fast), &options, &mut Silent).unwrap()
    };
    let early = go(100);
    assert!(early.good(), "{early:?}");
    // A flit a clock, so six packets have been begun and a seventh is.
    let PlainCounts { packets_injected, packets_delivered, packets_queued, .. } = early.counts;
    assert_eq!((early.cycles, packets_injected, packets_delivered, packets_queued), (100, 7, 7, 38));
    let late = go(1000);
    assert_eq!(
        late.counts,
        PlainCounts { packets_injected: 45, packets_delivered: 45, packets_to_own_node: 0, packets_queued: 0, driven: None }
    );
    assert_eq!(late.comparisons, 16 * 5 * (late.cycles + late.drain_cycles));
}

/// They enter neither Verilog nor model, and are told by themselves.
#[test]
fn packets_to_the_own_node_are_counted() {
    let Some(bench) = small() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.csv");
    std::fs::write(&file, "clock,from,to,flits\n0,1,1,3\n2,0,5,4\n2,3,3,1\n9,7,7,1\n").unwrap();
    let network = &bench.design().network;
    let mut all = options(0.5, 100);
    all.plain.traffic.pattern = traffic::Given::trace(network, &file).unwrap().into();
    let report = run(bench, &all);
    let PlainCounts { packets_injected, packets_delivered, packets_to_own_node, .. } = report.counts;
    assert!(report.good() && (packets_injected, packets_delivered, packets_to_own_node) == (1, 1, 3), "{report:?}");
}

#[test]
fn stepping_alone_moves_the_same_packets() {
    let Some(bench) = small() else { return };
    for threads in [1, 2] {
        let mut all = options(0.6, 1000);
        all.run.threads = threads;
        let (stepped, compared) = (bench.step(&all.plain, &all.run).unwrap(), run(bench, &all));
        let counts = compared.counts;
        assert_eq!((stepped.packets_injected, stepped.packets_delivered), (counts.packets_injected, counts.packets_delivered));
        assert_eq!(stepped.cycles, compared.cycles + compared.drain_cycles);
    }
}

#[derive(Default)]
struct Watch {
    clocks: Vec<u64>,
    lines: Vec<String>,
    patience: Option<usize>,
}

impl Observer for Watch {
    fn progress(&mut self, clock: u64) {
        self.clocks.push(clock);
    }

    fn trace(&mut self, line: &str) {
        self.lines.push(line.into());
    }

    fn interrupted(&self) -> bool {
        self.patience.is_some_and(|most| self.clocks.len() >= most)
    }
}

#[test]
fn an_observer_sees_the_run_and_can_end_it() {
    let Some(bench) = small() else { return };
    let mut all = options(0.2, 640);
    all.run.trace = Some(5);
    let mut watch = Watch::default();
    bench.cosim(&all.plain, &all.run, &mut watch).unwrap();
    assert!(watch.clocks.len() >= 10 && watch.clocks[0] == 0, "{:?}", watch.clocks);
    // Both sides say the same of the output registers in each clock: flits by port and VC, credits.
    let shown = |line: &str| -> Vec<String> {
        let words = line.rsplit('|').next().unwrap().split(';').map(str::trim).filter(|w| *w != "-");
        words.map(|w| w.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    let mut flits = 0;
    for pair in watch.lines.chunks_exact(2) {
        assert!(pair[0].starts_with("model ") && pair[1].starts_with("rtl "), "{pair:?}");
        assert_eq!(shown(&pair[0]), shown(&pair[1]), "{pair:?}");
        flits += shown(&pair[1]).iter().filter(|w| w.starts_with("out ")).count();
    }
    assert!(watch.lines.len() >= 2 * 640 && flits > 50, "{} lines, {flits} flits", watch.lines.len());

    all.run.cycles = 1_000_000_000;
    let mut watch = Watch { patience: Some(3), ..Watch::default() };
    assert!(matches!(bench.cosim(&all.plain, &all.run, &mut watch), Err(Error::Interrupted)));
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let Some(bench) = small() else { return };
    let refused = |set: &dyn Fn(&mut Setting), words: &[&str]| {
        let mut all = options(0.1, 100);
        set(&mut all);
        let told = bench.cosim(&all.plain, &all.run, &mut Silent).unwrap_err().to_string();
        assert!(words.iter().all(|word| told.contains(word)) && !told.contains('\n'), "{told}");
    };
    refused(&|o| o.plain.traffic.rate = 1.5, &["rate", "1.5"]);
    refused(&|o| o.run.cycles = 0, &["cycles = 0"]);
    refused(&|o| o.run.trace = Some(16), &["trace = 16", "0 to 15"]);
}

/// Credits that never come back: stepping alone ends with the watchdog.
#[test]
fn a_network_that_stops_does_not_hang_the_bench() {
    let folder = Folder::small().edit("_router.v", ".credit_valid     (in_credit_valid[i])", ".credit_valid     ()");
    let folder = folder.with_verilog("assign in_credit_valid = 5'b0;");
    let Some(bench) = folder.open() else { return };
    let mut all = options(0.3, 100_000);
    all.run.watchdog = 200;
    let stepped = bench.step(&all.plain, &all.run).unwrap();
    assert!(stepped.cycles < 2000 && stepped.packets_injected > stepped.packets_delivered, "{stepped:?}");
    check_first(&bench, "in_credit_valid");
}

fn check_first(bench: &Testbench, signal: &str) {
    let first = run(bench, &options(0.3, 1000)).first_divergence.expect("a difference");
    assert_eq!(first.signal, signal, "{first}");
}
