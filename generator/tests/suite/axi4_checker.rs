//! The checker of AXI4's rules (docs/axi4_checker.md): for each rule traces that break it, and traces beside them that keep it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{run, tool};

mod traces;

use traces::{Case, TRACES};

const BENCH: &str = include_str!("verilog/axi4_checker_bench.v");

/// Signals as the bench takes them apart, with their bits; the last of them is the lowest.
const SIGNALS: &str = "ask 1 rst 1 awvalid 1 awready 1 awid 2 awaddr 13 awlen 8 awsize 3 awburst 2 awlock 1 awcache 4 awprot 3 awqos 4 \
    awregion 4 wvalid 1 wready 1 wdata 32 wstrb 4 wlast 1 bvalid 1 bready 1 bid 2 bresp 2 arvalid 1 arready 1 arid 2 araddr 13 arlen 8 \
    arsize 3 arburst 2 arlock 1 arcache 4 arprot 3 arqos 4 arregion 4 rvalid 1 rready 1 rid 2 rdata 32 rresp 2 rlast 1 user 1";

/// A signal's bits of a line.
#[derive(Clone)]
struct Field {
    name: &'static str,
    bits: String,
}

/// Requests are of words that go up, with all else 0; READY is 1.
fn idle() -> Vec<Field> {
    let words: Vec<&str> = SIGNALS.split_whitespace().collect();
    let fields = words.chunks(2).map(|pair| Field { name: pair[0], bits: "0".repeat(pair[1].parse().unwrap()) });
    let mut all: Vec<Field> = fields.collect();
    for (name, value) in [("awsize", "2"), ("arsize", "2"), ("awburst", "1"), ("arburst", "1"), ("wstrb", "f")] {
        put(&mut all, name, value);
    }
    for channel in ["aw", "w", "b", "ar", "r"] {
        put(&mut all, &format!("{channel}ready"), "1");
    }
    all
}

/// A value in hexadecimal, or `x` for all bits unknown.
fn put(fields: &mut [Field], name: &str, value: &str) {
    let field = fields.iter_mut().find(|field| field.name == name).unwrap_or_else(|| panic!("{name}"));
    let width = field.bits.len();
    field.bits = match value {
        "x" => "x".repeat(width),
        value => format!("{:0width$b}", u64::from_str_radix(value, 16).expect(value)),
    };
    assert_eq!(field.bits.len(), width, "{name}={value}");
}

/// A line of stimulus: `aw:id=1:len=3` shows a transfer on AW, `-aw` keeps its READY at 0, `rst`, `ask`; `awvalid=x` sets a signal.
fn stimulus(clock: &str) -> String {
    let mut fields = idle();
    for word in clock.split_whitespace() {
        let mut parts = word.split(':');
        let channel = parts.next().unwrap();
        match (channel, channel.strip_prefix('-'), channel.split_once('=')) {
            (_, Some(channel), _) => put(&mut fields, &format!("{channel}ready"), "0"),
            (_, _, Some((name, value))) => put(&mut fields, name, value),
            ("rst" | "ask", ..) => put(&mut fields, channel, "1"),
            _ => put(&mut fields, &format!("{channel}valid"), "1"),
        }
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, "1"));
            put(&mut fields, &format!("{channel}{name}"), value);
        }
    }
    fields.into_iter().map(|field| field.bits).collect::<String>() + "\n"
}

/// A trace out of reset, and clocks for what is told late.
fn lines(case: &Case) -> String {
    let clocks = case.clocks.split(';').map(str::trim).flat_map(|clock| match clock.split_once('*') {
        Some((count, clock)) => vec![clock; count.parse().unwrap()],
        None => vec![clock],
    });
    let clocks = ["rst", "rst", ""].into_iter().chain(clocks).chain([""; 6]).chain(["ask"]);
    clocks.map(stimulus).collect()
}

/// What the checker said in a trace.
struct Said {
    /// Rules from the message, and the words behind it.
    messages: Vec<(usize, String)>,
    broken: u32,
    in_flight: (u32, u32),
}

/// What it says of each trace by what the simulator prints.
fn said(text: &str) -> Vec<Said> {
    let (mut all, mut messages) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("AXI4 rule ") {
            let (number, rest) = rest.split_once(' ').unwrap();
            let (_, words) = rest.split_once(": ").unwrap();
            messages.push((number.parse().unwrap(), words.split(" (time").next().unwrap().to_owned()));
        } else if let Some(rest) = line.strip_prefix("= ") {
            let words: Vec<&str> = rest.split(' ').collect();
            let broken = u32::from_str_radix(words[0], 2).unwrap_or_else(|_| panic!("{line}"));
            let in_flight = (words[1].parse().unwrap(), words[2].parse().unwrap());
            all.push(Said { messages: std::mem::take(&mut messages), broken, in_flight });
        }
    }
    all
}

/// The files of the checker, the bench and the traces in a folder.
fn folder(traces: &[&Case]) -> (tempfile::TempDir, Vec<PathBuf>, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let stimulus: String = traces.iter().map(|case| lines(case)).collect();
    fs::write(folder.path().join("stimulus.bin"), &stimulus).unwrap();
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let rtl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rtl/axi4");
    let names = ["axi4_channel_rules", "axi4_address_rules", "axi4_read_rules", "axi4_write_rules", "axi4_checker"];
    let files = names.iter().map(|name| rtl.join(name).with_extension("v").canonicalize().unwrap());
    let defines = [format!("-DBITS={}", self::stimulus("").trim().len()), format!("-DCLOCKS={}", stimulus.lines().count())];
    (folder, files.chain([PathBuf::from("bench.v")]).collect(), defines)
}

/// Each trace breaks the rules that it is to break and no others.
fn judge(traces: &[&Case], said: &[Said]) {
    assert_eq!(said.len(), traces.len());
    for (case, said) in traces.iter().zip(said) {
        let broken: Vec<usize> = (0..32).filter(|&rule| said.broken >> rule & 1 == 1).collect();
        assert_eq!(broken, case.breaks, "{}: {}", case.name, case.clocks);
        assert_eq!(said.messages.first().map(|message| message.0), case.breaks.first().copied(), "{}", case.name);
        if case.breaks.is_empty() {
            assert_eq!(said.in_flight, case.in_flight, "{}: {}", case.name, case.clocks);
        }
    }
}

/// (rule, message) of the page.
fn table() -> Vec<(usize, String)> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/axi4_checker.md")).unwrap();
    let table = page.split("<!-- axi4 rules -->").nth(1).unwrap().split("<!-- end of axi4 rules -->").next().unwrap();
    let rows = table.lines().skip(3).map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    rows.map(|cells| (cells[1].parse().unwrap(), cells[4].to_owned())).collect()
}

#[test]
fn every_rule_has_traces_that_break_and_keep_it() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let traces: Vec<&Case> = TRACES.iter().collect();
    let (folder, files, defines) = folder(&traces);
    run(
        Command::new(iverilog)
            .args(["-g2001", "-Wall", "-Wno-timescale", "-s", "axi4_checker_bench", "-o", "bench"])
            .args(defines)
            .args(files),
        folder.path(),
    );
    let said = said(&run(Command::new("vvp").arg("bench"), folder.path()));
    judge(&traces, &said);
    let rules = table();
    assert!((0..32).eq(rules.iter().map(|rule| rule.0)), "a row for each rule");
    for (rule, message) in rules {
        let alone = traces.iter().position(|case| case.breaks == [rule]).unwrap_or_else(|| panic!("no trace breaks rule {rule} alone"));
        assert_eq!(said[alone].messages[0], (rule, message), "{}", traces[alone].name);
        assert!(traces.iter().any(|case| case.breaks.is_empty() && case.keeps == rule), "no trace keeps rule {rule}");
    }
}

/// In two states: all traces without an unknown bit. Verilator takes half a minute to build the bench; lock steps have the checker in Verilator, too.
#[test]
fn verilator_finds_the_same() {
    if !cfg!(feature = "soak") {
        return;
    }
    let Some(verilator) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let traces: Vec<&Case> = TRACES.iter().filter(|case| !case.clocks.contains("=x")).collect();
    let (folder, files, defines) = folder(&traces);
    let mut command = Command::new(verilator);
    command
        .args(["--binary", "-Wall", "-Wno-DECLFILENAME", "-O0", "-CFLAGS", "-O0", "--top-module", "axi4_checker_bench"])
        .args(defines)
        .args(files);
    run(&mut command, folder.path());
    let said = said(&run(&mut Command::new("obj_dir/Vaxi4_checker_bench"), folder.path()));
    judge(&traces, &said);
}

/// The checker is as clean as what is generated.
#[test]
fn linters_have_nothing_to_say_about_the_checker() {
    let (folder, files, _) = folder(&[]);
    let files = &files[..files.len() - 1];
    let mut said = String::new();
    if let Some(verilator) = tool("verilator", "TORUSMITH_VERILATOR") {
        said += &run(Command::new(verilator).args(["--lint-only", "-Wall", "--top-module", "axi4_checker"]).args(files), folder.path());
    }
    if let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") {
        said += &run(Command::new(iverilog).args(["-g2001", "-Wall", "-s", "axi4_checker", "-o", "checker"]).args(files), folder.path());
    }
    if let Some(slang) = tool("slang", "TORUSMITH_SLANG") {
        said += &run(Command::new(slang).args(["--quiet", "--top", "axi4_checker"]).args(files), folder.path());
    }
    assert_eq!(said, "");
}
