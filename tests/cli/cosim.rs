use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{Run, command, nowhere, run, tool, torusmith};

/// The smallest router: quick to build, and the same in every test, so built once.
const SMALL: &str = "torus:4,4 --vcs 2 --flit-width 16 --packet-flits 4 --cycles 400";

fn small(flags: &str) -> Run {
    let mut command = command(["cosim"]);
    command.args(SMALL.split(' ')).args(flags.split_whitespace());
    with_tools(&mut command);
    run(&mut command)
}

/// `.tools/bin` of the repository, should the machine have no Verilator of its own.
fn with_tools(command: &mut std::process::Command) {
    if std::env::var_os("TORUSMITH_VERILATOR").is_none() {
        command.env("TORUSMITH_VERILATOR", tool("verilator").expect("verilator; run ./scripts/setup"));
    }
}

#[test]
fn json_has_the_documented_fields() {
    let report = small("--driver source --traffic uniform,complement --rate 0.1 --json").good().json();
    assert_eq!((&report["match"], &report["mismatches"]), (&true.into(), &0.into()));
    assert_eq!(
        (report["network"].as_str(), report["scope"].as_str(), report["engine"].as_str()),
        (Some("torus(4,4)"), Some("router"), Some("fast"))
    );
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|r| r["pattern"].as_str().unwrap()).collect::<Vec<_>>(), ["uniform", "complement"]);
    for run in runs {
        let count = |field: &str| run[field].as_u64().unwrap_or_else(|| panic!("{field}: {run}"));
        assert_eq!((count("cycles"), count("routers"), count("mismatches")), (400, 16, 0));
        // 16 routers of 5 ports, in every clock and in those of the drain.
        assert_eq!(count("comparisons"), 16 * 5 * (400 + count("drain_cycles")));
        assert!(count("packets_injected") > 50);
        assert_eq!(count("packets_injected"), count("packets_delivered"));
        assert_eq!(run["first_divergence"], Value::Null);
        assert_eq!(run["rate"], 0.1);
    }
}

/// By default a share of the clocks is the random driver's, and one run of it has a reset every 32 clocks.
#[test]
fn runs_of_random_drivers_follow_those_of_the_source() {
    let report = small("--traffic uniform,complement --rate 0.1,0.2 --json").good().json();
    let runs = report["runs"].as_array().unwrap();
    let told = |field: &str| runs.iter().map(|run| run[field].to_string()).collect::<Vec<_>>().join(" ");
    let drivers = ["\"source\""; 4].into_iter().chain(["\"random\""; 4]).collect::<Vec<_>>().join(" ");
    assert_eq!((told("driver"), told("cycles")), (drivers, "400 400 400 400 200 200 200 400".into()));
    assert_eq!(
        (told("rate"), told("fault_rate")),
        ("0.1 0.2 0.1 0.2 0.5 0.5 1.0 1.0".into(), "null null null null 0.02 0.02 0.02 0.02".into())
    );
    assert_eq!(told("resets"), "null null null null 2 2 2 11");
    assert_eq!(told("pattern"), format!("{u} {u} {c} {c} {u} {c} \"neighbours\" {u}", u = "\"uniform\"", c = "\"complement\""));

    let report = small("--driver random --faults 0.2 --resets 4 --json").good().json();
    let [run, _] = &report["runs"].as_array().unwrap()[..] else { panic!("{report}") };
    let count = |field: &str| run[field].as_u64().unwrap_or_else(|| panic!("{field}: {run}"));
    assert_eq!((count("cycles"), count("resets"), &run["fault_rate"]), (400, 4, &0.2.into()));
    assert_eq!(count("packets_injected"), count("packets_delivered") + count("packets_lost"));
    let dropped: Vec<u64> = run["flits_dropped"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(dropped.iter().sum::<u64>(), count("flits_wrong"));
    let faults = |kind: &str| run["faults"][kind].as_u64().unwrap_or_else(|| panic!("{kind}: {run}"));
    assert_eq!(dropped[0], faults("overflow"));
    assert_eq!(dropped[1], faults("no_vc") + faults("head_in_packet") + faults("body_outside"));
    assert!(dropped[2] > faults("own_node") + faults("no_node") + faults("led_home") && count("flits_sent") > 500, "{run}");
    let told = small("--driver both --rate 0.1").good().out;
    assert!(told.contains("uniform (random driver)") && told.contains("wrong flits"), "{told}");
    assert!(!told.contains("by themselves"), "{told}");
    // Routers by themselves come last, of all routers a quarter of the clocks.
    let told = small("--rate 0.1").good().out;
    let alone = told.lines().find(|line| line.contains("by themselves")).unwrap_or_else(|| panic!("{told}"));
    assert!(alone.contains("16 routers by themselves, ") && alone.contains(": Verilog and model agree at "), "{alone}");
    let report = small("--driver alone --json").good().json();
    assert_eq!((report["runs"].as_array().unwrap().len(), &report["alone"]["routers"]), (0, &16.into()), "{report}");
    assert!(report["alone"]["packets"].as_u64().unwrap() > 1000 && report["alone"]["first_divergence"].is_null(), "{report}");
    // A seed is all that the draws depend on.
    let random = |flags: &str| small(&format!("--driver random --seed 3 {flags}")).good().out;
    assert_eq!(random("--threads 1"), random("--threads 3 --no-skip"));
    assert_eq!(random("--json"), random("--json"));
}

#[test]
fn what_goes_with_random_drivers() {
    small("--driver dice").refused(2, &["driver = dice", "source, random, alone, both, all"]);
    small("--driver alone --scope network").refused(2, &["driver = alone ", "whole network", "source, random, both, all"]);
    small("--driver alone --faults 0.1").refused(2, &["faults = 0.1 ", "driver = alone", "random, both, all"]);
    small("--faults 1.5").refused(2, &["faults = 1.5 ", "0 to 1"]);
    small("--faults -0.1").refused(2, &["faults = -0.1", "0 to 1"]);
    small("--faults often").refused(2, &["faults = often", "0 to 1"]);
    small("--resets -1").refused(2, &["resets = -1", "0 and more"]);
    small("--driver random --resets 25").refused(2, &["resets = 25 ", "0 to 24 in 400 clocks"]);
    small("--driver random --reset-skew 3").refused(2, &["reset-skew = 3 ", "0 to 2"]);
    small("--driver random --reset-skew 1 --scope network").refused(2, &["reset-skew = 1 ", "0 with scope network"]);
    small("--driver source --reset-skew 1").refused(2, &["reset-skew = 1 ", "driver = source", "random, both"]);
    small("--driver source --faults 0.1").refused(2, &["faults = 0.1 ", "driver = source", "random, both"]);
    small("--driver source --resets 1").refused(2, &["resets = 1 ", "driver = source", "random, both"]);
    small("--interface axis --driver random").refused(2, &["driver = random", "interface = axis"]);
    small("--tkeep").refused(2, &["tkeep = true ", "interface = flit"]);
    small("--stream-width 8").refused(2, &["stream-width = 8 ", "interface = flit"]);
    small("--interface axis --stream-width 12").refused(2, &["12", "8 to 512"]);
    small("--interface axis --faults 0.1").refused(2, &["faults = 0.1", "interface = axis"]);
    let dir = tempdir().unwrap();
    let trace = dir.path().join("trace.csv");
    fs::write(&trace, "clock,from,to,flits\n0,0,5,3\n").unwrap();
    let cosim = |flags: String| {
        let mut command = command(["cosim", "torus:4,4", "--vcs", "2", "--flit-width", "16"]);
        command.args(flags.split(' '));
        with_tools(&mut command);
        run(&mut command)
    };
    cosim(format!("--traffic trace:{} --driver random", trace.display())).refused(2, &["driver = random", "trace", "source"]);
    cosim(format!("--traffic trace:{} --resets 1", trace.display())).refused(2, &["resets = 1", "trace"]);
    let mut multicast = command(["cosim", "rdt:4", "--router", "multicast", "--driver", "both"]);
    with_tools(&mut multicast);
    run(&mut multicast).refused(2, &["driver = both", "router = multicast"]);
}

#[test]
fn engines_threads_and_idle_routers_make_no_difference() {
    let outputs = ["", "--threads 1", "--threads 3", "--no-skip"]
        .map(|flags| small(&format!("--traffic all --rate 0.05,0.6 --seed 3 {flags}")).good().out);
    assert!(outputs.iter().all(|out| *out == outputs[0]), "{outputs:?}");
    assert!(outputs[0].contains("match") && outputs[0].contains("Verilog and model agree"));
    small("--traffic all --rate 0.6 --seed 3 --engine reference").good();
}

#[test]
fn a_router_is_traced_line_by_line() {
    let told = small("--rate 0.3 --trace 1,2").good().out;
    assert!(told.lines().filter(|line| line.starts_with("model ")).count() >= 400, "{told}");
    let run = small("--rate 0.3 --trace 1,2 --json");
    run.json();
    assert!(run.err.lines().any(|line| line.starts_with("model ")));
    small("--trace 4,4").refused(2, &["4,4", "row 0 to 3"]);
}

#[test]
fn streams_in_json_and_in_words() {
    let flags = "--interface axis --traffic uniform,complement --rate 0.3 --wrong-destination 0.1";
    let report = small(&format!("{flags} --json")).good().json();
    assert_eq!((&report["match"], &report["interface"], &report["scope"]), (&true.into(), &"axis".into(), &"router".into()));
    assert_eq!((&report["tvalid_pause"], &report["tready_pause"], &report["wrong_destination"]), (&0.25.into(), &0.25.into(), &0.1.into()));
    for run in report["runs"].as_array().unwrap() {
        let count = |field: &str| run[field].as_u64().unwrap_or_else(|| panic!("{field}: {run}"));
        assert_eq!(count("comparisons"), 16 * 5 * (400 + count("drain_cycles")));
        assert!(count("packets_injected") > 50 && count("packets_dropped") > 5);
        assert_eq!(count("packets_injected"), count("packets_delivered"));
        // Packets of four flits have three beats.
        assert_eq!(run["beats"][0], 3 * (count("packets_delivered") + count("packets_dropped")));
        assert_eq!(run["beats"][1], 3 * count("packets_delivered"));
    }
    let outputs = ["", "--threads 1", "--no-skip"].map(|more| small(&format!("{flags} {more}")).good().out);
    assert!(outputs.iter().all(|out| *out == outputs[0]), "{outputs:?}");
    assert!(outputs[0].contains("Verilog and model agree"));
    let told = small(&format!("{flags} --trace 1,2")).good().out;
    assert!(["user  ", "rtl   "].iter().all(|side| told.lines().filter(|line| line.starts_with(side)).count() >= 800), "{told}");
    assert!(!told.contains(" in class "), "{told}");
    let told = small(&format!("{flags} --message-classes 2 --trace 1,2")).good().out;
    for side in ["user  ", "rtl   "] {
        let classes = [" in class 0", " in class 1"];
        assert!(classes.iter().all(|class| told.lines().any(|line| line.starts_with(side) && line.contains(class))), "{told}");
    }
}

#[test]
fn streams_and_what_goes_with_them() {
    small("--interface wishbone").refused(2, &["interface = wishbone", "flit, axi"]);
    small("--ready-pause 0.5").refused(2, &["ready-pause = 0.5", "allowed with interface = axis"]);
    small("--interface axis --ready-pause 1").refused(2, &["ready-pause = 1 ", "0 to 0.99"]);
    small("--interface axis --valid-pause often").refused(2, &["valid-pause = often"]);
    small("--interface axis --wrong-destination 1.5").refused(2, &["wrong-destination = 1.5", "0 to 1"]);
    small("--interface axis --engine fast").refused(2, &["engine = fast", "reference"]);
    let cosim = |args: &str| {
        let mut command = command(args.split(' '));
        with_tools(&mut command);
        run(&mut command)
    };
    cosim("cosim torus:4,4 --interface axis --packet-flits 1").refused(2, &["packet-flits = 1 ", "2 to 128"]);
    cosim("cosim rdt:4 --router multicast --interface axis").refused(2, &["interface = axis", "router = multicast"]);
    let dir = tempdir().unwrap();
    generate(dir.path());
    let rtl = format!("--rtl {}", dir.path().display());
    small(&format!("{rtl} --interface axis")).refused(2, &["interface = axis", "has flit"]);
    small(&format!("{rtl} --wrong-destination 0.1")).refused(2, &["wrong-destination = 0.1"]);
}

/// A broken interface is told of, with a waveform.
#[test]
fn streams_that_differ() {
    let dir = tempdir().unwrap();
    let network: Vec<&str> = SMALL.split(' ').take(5).collect();
    assert_eq!(run(command(["generate", "--interface", "axis", "--out"]).arg(dir.path()).args(network)).code, Some(0));
    edit(dir.path(), "torus_4_4_axi_depacketizer.v", "m_axis_tid   <= source;", "m_axis_tid   <= source ^ 4'd8;");
    let wave = dir.path().join("first.vcd");
    let flags = format!("--rtl {} --rate 0.3", dir.path().display());
    let report = small(&format!("{flags} --wave {} --json", wave.display())).json();
    let first = &report["runs"][0]["first_divergence"];
    assert_eq!((&report["match"], &first["signal"], &first["port_name"]), (&false.into(), &"m_axis_tid".into(), &"local".into()));
    let number = |field: &str| first[field].as_str().unwrap().parse::<u32>().unwrap();
    assert_eq!(number("expected") ^ 8, number("found"));
    assert!(fs::read_to_string(&wave).unwrap().contains("m_axis_tid"));
    let told = small(&flags);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains("DIFFERS") && told.out.contains("m_axis_tid is"), "{}", told.out);
}

fn generate(dir: &Path) {
    let network: Vec<&str> = SMALL.split(' ').take(5).collect();
    assert_eq!(run(command(["generate", "--out"]).arg(dir).args(network)).code, Some(0));
}

/// Replaces the one place of `old` in a Verilog file of a design.
fn edit(dir: &Path, file: &str, old: &str, new: &str) {
    let path = dir.join("rtl").join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(old).count(), 1, "`{old}` in {file}");
    fs::write(path, text.replace(old, new)).unwrap();
}

/// A design says with how many beats its writes start, or that they start whole.
#[test]
fn a_design_starts_its_writes_in_one_way() {
    let dir = tempdir().unwrap();
    let map = dir.path().join("map.toml");
    fs::write(&map, "managers = [0]\n[[range]]\nname = \"ram\"\nbase = 0\nsize = 4096\nnode = 1\n").unwrap();
    for (out, flags, has) in [("whole", "", "has none"), ("early", "--message-classes 2 --write-start 4", "has 4")] {
        let (map, out) = (map.display(), dir.path().join(out).display().to_string());
        torusmith(&format!("generate mesh:2 --scope network --interface axi4 --map {map} {flags} --out {out}")).good();
        torusmith(&format!("cosim mesh:2 --rtl {out} --write-start 5")).refused(2, &["write-start = 5", has]);
    }
}

#[test]
fn a_folder_of_verilog_is_what_is_run() {
    let dir = tempdir().unwrap();
    generate(dir.path());
    let rtl = |flags: &str| small(&format!("--rtl {} {flags}", dir.path().display()));
    rtl("--rate 0.1").good();
    rtl("--pipeline 3").refused(2, &["pipeline = 3", "has 2"]);
    let other = run(command(["cosim", "torus:4,8", "--rtl"]).arg(dir.path()));
    other.refused(2, &["torus(4,4)", "torus(4,8)"]);

    // A harmless edit is no difference.
    edit(dir.path(), "torus_4_4_router.v", "endmodule", "wire mine = clk & rst; wire idle = &{1'b0, mine}; endmodule");
    rtl("--rate 0.1").good();

    // A crossbar that inverts the payload.
    edit(dir.path(), "torus_4_4_crossbar.v", "data        <= flit_data;", "data        <= ~flit_data;");
    let wave = dir.path().join("seen.vcd");
    let run = rtl(&format!("--rate 0.1 --json --wave {}", wave.display()));
    assert_eq!(run.code, Some(1), "{run:?}");
    let report = run.json();
    assert_eq!(report["match"], false);
    let first = &report["runs"][0]["first_divergence"];
    assert_eq!(first["signal"], "out_data", "{first}");
    for field in ["clock", "node", "address", "port", "port_name", "expected", "found"] {
        assert!(!first[field].is_null(), "{field}: {first}");
    }
    assert!(fs::read_to_string(&wave).unwrap().contains("$enddefinitions"));

    let told = rtl("--rate 0.1");
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains("DIFFERS") && told.out.contains("out_data is"), "{}", told.out);
}

#[test]
fn verilog_that_verilator_refuses_is_told_in_a_line() {
    let dir = tempdir().unwrap();
    generate(dir.path());
    edit(dir.path(), "torus_4_4_crossbar.v", "endmodule", "assign nothing here; endmodule");
    small(&format!("--rtl {}", dir.path().display())).refused(2, &["verilator failed", "torus_4_4_crossbar.v"]);
    small(&format!("--rtl {}", nowhere("rtl").display())).refused(2, &["NOWHERE/rtl", "no such folder"]);
    small(&format!("--rtl {}", dir.path().join("rtl").display())).refused(2, &["no manifest", "torusmith generate"]);
}

/// In a cache of its own, where all but the models is that of the others.
#[test]
fn a_model_that_was_cut_short_is_built_again() {
    let dir = tempdir().unwrap();
    let design = dir.path().join("a b");
    run(command("generate torus:4,4 --vcs 2 --flit-width 16 --out".split(' ')).arg(&design)).good();
    let cosim = |cache: &Path| {
        let mut command = command(["cosim"]);
        command.args(SMALL.split(' ')).args(["--rate", "0.3", "--rtl"]).arg(&design).env("TORUSMITH_CACHE", cache);
        with_tools(&mut command);
        run(&mut command)
    };
    let shared = torusmith_host::user_folder().unwrap();
    let told = cosim(&shared).good();
    // To be pasted.
    let last = format!("For all other inputs: torusmith prove 'torus(4,4)' --rtl '{}'\n", design.display());
    assert!(told.out.ends_with(&last), "{}", told.out);
    for entry in fs::read_dir(shared).unwrap().map(|entry| entry.unwrap()) {
        let (name, here) = (entry.file_name(), dir.path().join(entry.file_name()));
        match entry.path().extension().and_then(|ending| ending.to_str()) {
            Some("so") if name.to_string_lossy().starts_with("torus_4_4_router") => {
                fs::write(here, &fs::read(entry.path()).unwrap()[..1000]).unwrap()
            }
            Some("o" | "gch") => symlink(entry.path(), here).unwrap(),
            _ => {}
        }
    }
    let again = cosim(dir.path()).good();
    assert_eq!(again.out, told.out);
    assert!(again.err.contains(".so was damaged; it was built again"), "{}", again.err);
    assert!(!cosim(dir.path()).good().err.contains("damaged"));
}

/// A command that is asked for its version and answers, or fails as `body` says.
fn script(dir: &Path, body: &str) -> std::path::PathBuf {
    let path = dir.join("tool");
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

#[test]
fn missing_and_failing_tools_are_told_in_a_line() {
    let dir = tempdir().unwrap();
    let cosim = |set: &dyn Fn(&mut std::process::Command)| {
        let mut command = command(["cosim", "torus:4,4", "--vcs", "2"]);
        command.current_dir(&dir).env("TORUSMITH_CACHE", dir.path().join("cache"));
        with_tools(&mut command);
        set(&mut command);
        run(&mut command)
    };
    cosim(&|c| _ = c.env("PATH", dir.path()).env_remove("TORUSMITH_VERILATOR")).refused(3, &["verilator", "not found", "./scripts/setup"]);
    cosim(&|c| _ = c.env("TORUSMITH_VERILATOR", nowhere("verilator"))).refused(3, &["NOWHERE/verilator"]);
    cosim(&|c| _ = c.env("CXX", nowhere("g++"))).refused(3, &["C++", "NOWHERE/g++"]);
    let broken = script(dir.path(), "echo '%Error: out of order' >&2; exit 1");
    cosim(&|c| _ = c.env("TORUSMITH_VERILATOR", &broken)).refused(2, &["verilator failed", "out of order"]);
    let broken = script(dir.path(), "case $1 in --version) echo 1;; *) echo 'error: no more ink' >&2; exit 1;; esac");
    cosim(&|c| _ = c.env("CXX", &broken)).refused(2, &["failed", "no more ink"]);
    assert_eq!(
        fs::read_dir(dir.path().join("cache"))
            .unwrap()
            .filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|x| x == "so"))
            .count(),
        0
    );
}

#[test]
fn ctrl_c_ends_a_run_cleanly() {
    small("--rate 0.1").good();
    let tmp = tempdir().unwrap();
    let mut command = command(["cosim"]);
    command.args(SMALL.split(' ').take(7)).args(["--cycles", "100000000", "--rate", "0.1"]).env("TMPDIR", tmp.path());
    with_tools(&mut command);
    let child = command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr).as_ref()), (Some(130), "torusmith: interrupted\n"));
    assert_eq!(fs::read_dir(tmp.path()).unwrap().count(), 0, "the generated Verilog is gone");
}

/// The one fault: the pointer of round robin stays behind the requester that was granted (SA4).
#[test]
fn assertions_hold_and_find_a_fault_before_the_model() {
    small("--sva --driver random").good();
    small("--sva --netlist generic --driver random").good();
    let dir = tempdir().unwrap();
    let design = dir.path().join("design");
    let at = design.display();
    torusmith(&format!("generate torus:4,4 --vcs 2 --flit-width 16 --sva --out {at}")).good();
    let arbiter = design.join("rtl/torus_4_4_rr_arbiter.v");
    let (from, to) = ("above_last <= above(grant)", "above_last <= above_last");
    let text = fs::read_to_string(&arbiter).unwrap();
    assert!(text.contains(from));
    fs::write(&arbiter, text.replace(from, to)).unwrap();
    let found = small(&format!("--rtl {at} --sva --driver random --junit {}", dir.path().join("out.xml").display()));
    assert_eq!((found.code, found.out.as_str()), (Some(1), ""), "standard output is for reports");
    assert!(found.err.contains("assert_SA4_first_from_the_pointer_on"), "{}", found.err);
    let xml = fs::read_to_string(dir.path().join("out.xml")).unwrap();
    assert!(xml.contains("errors=\"1\"") && xml.contains("assert_SA4_first_from_the_pointer_on"), "{xml}");
    // A copy takes the Verilated model from the cache, which was built from the files of the first folder.
    let moved = dir.path().join("moved");
    fs::rename(&design, &moved).unwrap();
    let found = small(&format!("--rtl {} --sva --driver random", moved.display()));
    assert!(found.err.contains(&format!("{}/verification/torus_4_4_sva_rr_arbiter.sv:", moved.display())), "{}", found.err);
}

#[test]
fn a_design_without_assertions_is_refused() {
    let dir = tempdir().unwrap();
    let design = dir.path().join("design");
    torusmith(&format!("generate torus:4,4 --vcs 2 --flit-width 16 --out {}", design.display())).good();
    let refused = small(&format!("--rtl {} --sva", design.display()));
    assert!(refused.err.contains("verification: there are no assertions; torusmith generate --sva writes them"), "{}", refused.err);
}
