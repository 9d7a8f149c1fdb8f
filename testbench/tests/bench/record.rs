//! The recorded test bench: what it holds, that it passes in Icarus and Verilator, and that faults in the Verilog fail it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use torusmith_generator::{Options, Pipeline, Scope, Target, Ties};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{Design, Error, RecordOptions, Recording, Silent, Verilator, record};

use crate::own;
use crate::skip::skip;
use crate::support::Folder;

fn options(rate: f64, cycles: u64) -> RecordOptions {
    let lengths = Lengths::any_of(&[1, 2, 5, 16]).unwrap();
    RecordOptions {
        traffic: TrafficOptions { pattern: Pattern::Uniform, rate, lengths, seed: 1, sources: Sources::default() },
        cycles,
        node: None,
    }
}

fn recorded(folder: &Folder, options: &RecordOptions) -> Recording {
    record(&Design::open(folder.path()).unwrap(), options, &mut Silent).unwrap()
}

/// Puts a recording into the folder of its design.
fn put(folder: &Folder, recording: &Recording) {
    for (path, text) in [&recording.source, &recording.record] {
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

fn small(set: impl FnOnce(&mut Options)) -> Folder {
    Folder::new("torus:4,4", |o| {
        (o.vcs, o.flit_width) = (Some(2), Some(16));
        set(o);
    })
}

/// A line of a recording.
#[derive(Debug, PartialEq)]
struct Line {
    clock: u64,
    lane: usize,
    kind: u8,
    vc: u8,
    ends: u8,
    data: String,
}

fn lines(recording: &Recording) -> Vec<Line> {
    let number = |text: &str| u64::from_str_radix(text, 16).unwrap();
    let line = |text: &str| {
        let columns: Vec<&str> = text.split('_').collect();
        let [clock, lane, kind, vc, ends, data] = columns[..] else { panic!("{text}") };
        let small = |text| number(text) as u8;
        Line { clock: number(clock), lane: number(lane) as usize, kind: small(kind), vc: small(vc), ends: small(ends), data: data.into() }
    };
    let mut lines: Vec<Line> = recording.record.1.lines().filter(|text| !text.starts_with("//")).map(line).collect();
    let last = lines.pop().unwrap();
    assert_eq!((last.clock, last.kind), (0xffff_ffff, 0));
    lines
}

/// Packets on a VC of a port are whole (L3), no buffer gets more than it holds (VC2), and in the end all credits are back.
fn links_are_in_order(recording: &Recording, depth: i32) {
    let lines = lines(recording);
    assert!(lines.is_sorted_by_key(|line| line.clock));
    let mut open: HashMap<(usize, u8, u8), bool> = HashMap::new();
    let mut owed: HashMap<(usize, u8, bool), i32> = HashMap::new();
    for line in &lines {
        // The credit of a flit in goes out, that of a flit out comes in.
        let (flit, inward) = (line.kind & 1 == 0, matches!(line.kind, 0 | 3));
        let owed = owed.entry((line.lane, line.vc, inward)).or_default();
        *owed += if flit { 1 } else { -1 };
        assert!((0..=depth).contains(owed), "{line:?}");
        if flit {
            let open = open.entry((line.lane, line.vc, line.kind)).or_default();
            assert_eq!(line.ends & 1 == 1, !*open, "{line:?}");
            *open = line.ends & 2 == 0;
        }
    }
    assert!(open.values().all(|open| !open) && owed.values().all(|owed| *owed == 0));
    let count = |kind| lines.iter().filter(|line| line.kind == kind).count() as u64;
    assert_eq!((count(0), count(2)), (recording.flits_in, recording.flits_out));
    assert_eq!((count(3), count(1)), (recording.flits_in, recording.flits_out));
    assert!(recording.flits_in == recording.flits_out && recording.flits_in > 200, "{}", recording.flits_in);
    assert!(lines.last().unwrap().clock < recording.clocks);
}

#[test]
fn a_recording_keeps_the_rules_of_links() {
    links_are_in_order(&recorded(&small(|_| ()), &options(0.5, 500)), 4);
    links_are_in_order(&recorded(&small(|o| (o.pipeline, o.buffer_depth) = (Pipeline::Three, 2)), &options(0.9, 500)), 2);
    let whole = recorded(&small(|o| o.scope = Scope::Network), &options(0.5, 200));
    links_are_in_order(&whole, 4);
    // What goes in at a node comes out at another, each flit once; heads have their destination in the low bits (L4).
    let mut flits: HashMap<String, i32> = HashMap::new();
    for line in lines(&whole) {
        match line.kind {
            0 => *flits.entry(line.data).or_default() += 1,
            2 => {
                if line.ends & 1 == 1 {
                    assert_eq!(usize::from_str_radix(&line.data[3..], 16).unwrap(), line.lane);
                }
                *flits.entry(line.data).or_default() -= 1;
            }
            _ => {}
        }
    }
    assert!(flits.values().all(|left| *left == 0));
}

#[test]
fn equal_settings_record_equal_bytes() {
    let folder = small(|_| ());
    let [a, b] = [(); 2].map(|()| recorded(&folder, &options(0.3, 300)));
    assert_eq!(a, b);
    let mut other = options(0.3, 300);
    other.traffic.seed = 2;
    assert_ne!(recorded(&folder, &other).record, a.record);
    for text in [&a.source.1, &a.record.1] {
        assert!(text.is_ascii() && text.ends_with('\n') && !text.contains(env!("CARGO_MANIFEST_DIR")));
        let long = text.lines().find(|line| line.len() > 130 || line.ends_with(' ') || line.contains('\t'));
        assert_eq!(long, None);
    }
    // A torus of one destination: its router is the one that most flits pass.
    let mut hot = options(0.3, 300);
    hot.traffic.pattern = "hot-spot:100".parse().unwrap();
    let node = recorded(&folder, &hot).node.unwrap();
    hot.node = Some(node);
    let at = recorded(&folder, &hot);
    for other in (0..16).filter(|other| *other != node) {
        hot.node = Some(other);
        assert!(recorded(&folder, &hot).flits_out <= at.flits_out, "{node} {other}");
    }
}

/// Of a TTN's routers only the four corners of a basic module have all seven ports.
#[test]
fn a_router_with_all_ports_is_taken() {
    let folder = Folder::new("ttn:2,2,1", |_| ());
    let node = recorded(&folder, &options(0.05, 300)).node.unwrap();
    assert!([0, 3, 12, 15].contains(&(node % 16)), "{node}");
}

fn refusal(folder: &Folder, options: &RecordOptions, words: &[&str]) {
    let told = record(&Design::open(folder.path()).unwrap(), options, &mut Silent).unwrap_err();
    assert!(matches!(told, Error::Option { .. } | Error::Model(_)), "{told:?}");
    let told = told.to_string();
    assert!(!told.contains('\n'), "{told}");
    for word in words {
        assert!(told.contains(word), "`{word}` in: {told}");
    }
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let folder = small(|_| ());
    refusal(&folder, &options(0.1, 0), &["cycles = 0", "1 to 1000000"]);
    refusal(&folder, &RecordOptions { node: Some(16), ..options(0.1, 10) }, &["testbench-node = 16", "0 to 15"]);
    refusal(&folder, &options(1.5, 10), &["rate", "1.5"]);
    let whole = small(|o| o.scope = Scope::Network);
    refusal(&whole, &RecordOptions { node: Some(1), ..options(0.1, 10) }, &["testbench-node", "scope network"]);
    refusal(&whole, &options(1.0, 1_000_000), &["cycles = 1000000", "4000000 lines"]);
    let large = Folder::new("torus:33,32", |o| (o.vcs, o.scope) = (Some(2), Scope::Network));
    refusal(&large, &options(0.1, 10), &["torus(33,32) of 1056 nodes", "up to 1024"]);
    let larger = Folder::new("ttn:2,5,0", |_| ());
    refusal(&larger, &options(0.1, 10), &["1048576 nodes", "up to 16384"]);
    let multicast = Folder::new("rdt:4", |o| o.router = torusmith_generator::Router::Multicast { ack_ways: 1 });
    refusal(&multicast, &options(0.1, 10), &["multicast router", "cosim"]);
}

/// `variable`, else a tool of the PATH; skipped without it.
fn tool(name: &str, variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::var_os(variable).map(PathBuf::from);
    let found = found.or_else(|| std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file()));
    if found.is_none() {
        skip(&format!("{name} is missing: run scripts/setup, or set {variable}"));
    }
    found
}

/// What a command says, and whether it ended well.
fn run(command: &mut Command, folder: &Path) -> (bool, String) {
    let output = command.current_dir(folder).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    (output.status.success(), [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat())
}

/// Compiles without a warning, and runs. `None` without Icarus.
fn icarus(folder: &Folder) -> Option<(bool, String)> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let design = Design::open(folder.path()).unwrap();
    let (list, bench) = (format!("{}.f", design.manifest.top), format!("testbench/{}_tb.v", design.manifest.top));
    let mut compile = Command::new(iverilog);
    // The time unit of a bench comes with the design that it is put into.
    compile.args([
        "-g2001",
        "-Wall",
        "-Wno-timescale",
        "-s",
        &format!("{}_tb", design.manifest.top),
        "-o",
        "bench.vvp",
        "-c",
        &list,
        &bench,
    ]);
    assert_eq!(run(&mut compile, folder.path()), (true, String::new()));
    Some(run(Command::new("vvp").args(["-N", "bench.vvp"]), folder.path()))
}

#[track_caller]
fn passes(folder: Folder, options: &RecordOptions) {
    let recording = recorded(&folder, options);
    put(&folder, &recording);
    let Some((good, told)) = icarus(&folder) else { return };
    let Recording { clocks, flits_in, flits_out, .. } = recording;
    let end = format!("{clocks} clocks, {flits_in} flits in, {flits_out} flits out, as recorded\n");
    assert!(good && told.starts_with("PASS: ") && told.ends_with(&end) && told.lines().count() == 1, "{told}");
}

#[test]
fn routers_pass_in_icarus() {
    for pipeline in [Pipeline::Two, Pipeline::Three] {
        passes(Folder::new("ttn:2,2,1", |o| o.pipeline = pipeline), &options(0.3, 300));
        passes(Folder::new("rdt:8", |o| o.pipeline = pipeline), &options(0.5, 200));
        passes(small(|o| (o.pipeline, o.vcs, o.buffer_depth, o.flit_width) = (pipeline, Some(3), 3, Some(33))), &options(0.9, 300));
        let adaptive = |o: &mut Options| (o.pipeline, o.routing, o.flit_width) = (pipeline, Some("ls+cs".parse().unwrap()), Some(70));
        passes(Folder::new("htn:4,4,2,1", adaptive), &options(0.3, 200));
    }
    passes(small(|o| o.vc_reuse = torusmith_design::VcReuse::Empty), &RecordOptions { node: Some(5), ..options(0.9, 300) });
}

/// With one clock a hop heads may carry the way on, unless they have no room for it.
#[test]
fn routers_of_one_clock_are_recorded_where_heads_have_no_own_bits() {
    passes(small(|o| (o.pipeline, o.flit_width) = (Pipeline::One, Some(8))), &options(0.9, 200));
    let folder = small(|o| o.pipeline = Pipeline::One);
    let refusal = record(&Design::open(folder.path()).unwrap(), &options(0.9, 200), &mut Silent).unwrap_err().to_string();
    assert!(refusal.contains("pipeline = 1 is not allowed; allowed: 2, 3 with testbench and scope router"), "{refusal}");
}

#[test]
fn networks_pass_in_icarus() {
    let sliced = |o: &mut Options, network: &str| {
        (o.vcs, o.pipeline, o.scope, o.message_classes) = (Some(4), Pipeline::One, Scope::Network, 2);
        o.link_slices = torusmith_topology::LinkSlices::read(&network.parse().unwrap(), "wrap=2").unwrap();
    };
    passes(Folder::new("torus:2,4", |o| sliced(o, "torus:2,4")), &options(0.5, 100));
    passes(Folder::whole(), &options(0.9, 200));
    passes(Folder::new("torus:3,3", |o| (o.vcs, o.pipeline, o.scope) = (Some(2), Pipeline::Three, Scope::Network)), &options(0.5, 100));
}

/// Verilator's executable of the test bench, without a warning.
fn verilated(folder: &Folder) -> Option<PathBuf> {
    let verilator = match Verilator::find() {
        Err(Error::MissingTool { .. }) => {
            skip("Verilator is missing: run scripts/setup");
            return None;
        }
        found => found.unwrap().command,
    };
    let top = Design::open(folder.path()).unwrap().manifest.top.clone();
    let mut command = Command::new(verilator.canonicalize().unwrap());
    command.args(["--binary", "-Wall", "--top-module", &format!("{top}_tb"), "-f", &format!("{top}.f")]);
    // Compiled for longer than it runs.
    command.args(["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"]);
    let (good, told) = run(command.arg(format!("testbench/{top}_tb.v")), folder.path());
    assert!(good && !told.contains("Warning"), "{told}");
    Some(folder.path().join(format!("obj_dir/V{top}_tb")))
}

#[test]
#[ignore = "long: compiles the recorded bench"]
fn verilator_tells_the_good_from_the_bad() {
    let folder = small(|_| ());
    put(&folder, &recorded(&folder, &options(0.5, 500)));
    let Some(program) = verilated(&folder) else { return };
    let (good, told) = run(&mut Command::new(program), folder.path());
    assert!(good && told.starts_with("PASS: torus_4_4_router, "), "{told}");
    // Not the recording that it was made for.
    let record = folder.path().join("testbench/torus_4_4_router_tb.hex");
    let run = |text: &str| {
        fs::write(&record, text).unwrap();
        run(&mut Command::new(folder.path().join("obj_dir/Vtorus_4_4_router_tb")), folder.path())
    };
    let (good, told) = run("0\n");
    assert!(!good && told.contains("FAIL: testbench/torus_4_4_router_tb.hex cannot be read"), "{told}");
    // One in which a flit goes out that does not end its packet, though it does.
    let text = recorded(&folder, &options(0.5, 500)).record.1;
    let columns = |line: &str| line.split('_').map(str::to_owned).collect::<Vec<_>>();
    let tail = text.lines().find(|line| matches!(&columns(line)[..], [_, _, kind, _, ends, _] if kind == "2" && ends == "2")).unwrap();
    let mut changed = columns(tail);
    changed[4] = "0".into();
    let (good, told) = run(&text.replacen(tail, &changed.join("_"), 1));
    assert!(!good && told.contains("FAIL: clock ") && told.contains("out_tail is 1, expected 0"), "{told}");
}

/// The same of a router that is broken: another program to be built.
#[cfg(feature = "soak")]
#[test]
fn verilator_tells_a_broken_router() {
    let folder = small(|_| ()).edit("_crossbar.v", "out_tail[o]  <= send_tail[o];", "out_tail[o]  <= 1'b0;");
    put(&folder, &recorded(&folder, &options(0.5, 500)));
    let (good, told) = run(&mut Command::new(verilated(&folder).unwrap()), folder.path());
    assert!(!good && told.contains("FAIL: clock ") && told.contains("out_tail is 0, expected 1"), "{told}");
}

/// Each fault fails the bench at one of the signals where it can first show.
#[test]
fn faults_fail_in_icarus() {
    const MOVES: &[&str] = &["out_valid", "out_vc", "out_head", "out_tail", "out_data", "in_credit_valid", "in_credit_vc"];
    let faults: [(&str, &str, &str, &[&str]); 8] = [
        ("_rr_arbiter.v", "<= above(grant);", "<= above(grant) & ~2;", MOVES),
        (
            "_input_unit.v",
            "credit_valid <= (granted | return_credit) & ~rst;",
            "credit_valid <= (granted | return_credit) & ~rst & ~flit_tail;",
            &["in_credit_valid"],
        ),
        ("_route.v", "along_x & x_plus,", "along_x & ~x_plus,", MOVES),
        ("_output_vcs.v", "(vc_held | send) & ~released", "send & ~released", MOVES),
        ("_crossbar.v", "data        <= flit_data", "data        <= ~flit_data", &["out_data"]),
        ("_crossbar.v", "out_tail[o]  <= send_tail[o];", "out_tail[o]  <= 1'b0;", &["out_tail"]),
        ("_router.v", "if (rst) here <= node;", "here <= node;", MOVES),
        ("_local_guard.v", "{drop, in_valid", "{in_packet & in_tail, in_valid", &["error"]),
    ];
    // Where a packet goes at a tie, and which is the shorter way.
    let of_papers: [(&str, &str, &str, &[&str]); 1] = [("_ring_route.v", "shorter = hops <=", "shorter = hops >", MOVES)];
    let balanced: [(&str, &str, &str, &[&str]); 2] =
        [("_ring_route.v", "& ~here[0])", "& here[0])", MOVES), ("_ring_route.v", "shorter = (hops <", "shorter = (hops >", MOVES)];
    for (ties, own) in [(Ties::Plus, &of_papers[..]), (Ties::Balanced, &balanced)] {
        let recording = recorded(&small(|o| o.ties = Some(ties)), &options(0.5, 500));
        for &(file, from, to, signals) in own.iter().chain(&faults) {
            let folder = small(|o| o.ties = Some(ties)).edit(file, from, to);
            put(&folder, &recording);
            let Some((good, told)) = icarus(&folder) else { return };
            let named = signals.iter().any(|signal| told.contains(&format!("{signal} is ")));
            assert!(!good && told.starts_with("FAIL: clock ") && named && !told.contains("PASS"), "{ties} {file}, `{to}`: {told}");
        }
    }
}

/// Rule L4: of heads that go out the own bits are not compared; heads that come from a router have ones and zeros there, and nobody looks at them.
#[test]
fn own_bits_of_heads_are_left_out() {
    // For gates the hop of a head is in the buffer in their place.
    let wide = |ties| Folder::new("torus:4,4", |o| (o.vcs, o.flit_width, o.ties, o.target) = (Some(2), Some(36), ties, Target::Asic));
    let simulated = |ties, folder: Folder| {
        put(&folder, &recorded(&wide(ties), &options(0.9, 1000)));
        icarus(&folder)
    };
    for flipped in [own::OWN_OF_HEADS, own::FREE_OF_HEADS, own::OWN_OF_BODIES] {
        let Some((good, told)) = simulated(None, own::flipping(flipped)) else { return };
        assert_eq!(good, flipped == own::OWN_OF_HEADS, "{flipped}: {told}");
        assert!(told.contains(if good { "PASS: " } else { "out_data is " }), "{flipped}: {told}");
    }
    for ties in [None, Some(Ties::Plus)] {
        let looks = wide(ties).edit("_input_unit.v", " ? in_hop :", " ? in_hop | in_data[FLIT_WIDTH-1 -: 2] :");
        let Some((good, told)) = simulated(ties, looks) else { return };
        assert!(!good && told.contains("FAIL: clock "), "{ties:?}: {told}");
    }
}

#[test]
fn a_bench_without_its_recording_fails() {
    let folder = small(|_| ());
    put(&folder, &recorded(&folder, &options(0.5, 50)));
    fs::remove_file(folder.path().join("testbench/torus_4_4_router_tb.hex")).unwrap();
    let Some((good, told)) = icarus(&folder) else { return };
    assert!(!good && told.contains("FAIL: testbench/torus_4_4_router_tb.hex cannot be read") && !told.contains("PASS"), "{told}");
}
