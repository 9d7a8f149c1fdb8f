use crate::support::{command, nowhere, run, torusmith};

#[test]
#[ignore = "long: all proofs of a router, twice"]
fn a_configuration_is_proved_and_a_broken_router_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let options = "torus:4,4 --vcs 2 --buffer-depth 2 --flit-width 8 --pipeline 3";
    torusmith(&format!("generate {options} --out {}", at("rtl"))).good();
    let prove = |flags: &str| torusmith(&format!("prove {options} --cache {} {flags}", at("cache")));
    let report = prove(&format!("--rtl {} --json", at("rtl"))).good().json();
    let proofs = report["proofs"].as_array().unwrap();
    assert!(report["proved"] == true && proofs.iter().all(|proof| proof["result"] == "proved"), "{report}");
    for module in
        ["rr_arbiter", "fifo_pointers", "credit_counter", "output_vcs", "credit_counter, fifo_pointers", "switch_allocator, crossbar"]
    {
        assert!(proofs.iter().any(|proof| proof["module"] == module && proof["depth"].as_u64() > Some(0)), "{module}: {report}");
    }
    let whole = &report["whole"];
    assert_eq!((&whole["result"], &whole["heads"]), (&"proved".into(), &"turns".into()), "{whole}");
    assert!(whole["claims"].as_u64() > whole["outputs"].as_u64() && whole["trace"].is_null(), "{whole}");
    // The arbiters that the router has: of all inputs.
    let widths: Vec<&str> = proofs.iter().filter(|p| p["module"] == "rr_arbiter").map(|p| p["parameters"].as_str().unwrap()).collect();
    assert_eq!(widths, ["WIDTH=5"]);

    let file = at("rtl/rtl/torus_4_4_output_vcs.v");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("vc_held <= taken | ", "vc_held <= ")).unwrap();
    let told = prove(&format!("--rtl {} --counterexample {}", at("rtl"), at("run.json")));
    assert_eq!(told.code, Some(1), "{told:?}");
    replayed(&told.out, &at("rtl"), &at("run.json"));
    assert!(told.out.contains("whole router: REFUTED") && told.out.contains(", by the contract "), "{told:?}");
    assert!(told.out.contains("output_vcs") && told.out.contains("is refuted by") && told.out.contains("Not all are proved"), "{told:?}");
    assert!(told.out.lines().any(|line| line.trim_start().starts_with("1 ")), "no counterexample: {told:?}");
}

/// The router is the same; the registers are modules of their own.
#[test]
#[ignore = "long: several proofs"]
fn registers_on_links_are_proved() {
    const SMALL: &str = "--vcs 1 --flit-width 8 --buffer-depth 2";
    let folder = tempfile::tempdir().unwrap();
    let prove = |flags: &str| torusmith(&format!("prove mesh:2,2 {SMALL} {flags} --cache {} --json", folder.path().display()));
    let report = prove("--link-slices 1,x=3").good().json();
    let of = |report: &serde_json::Value, module: &str| -> Vec<String> {
        let all = report["proofs"].as_array().unwrap().iter().filter(|proof| proof["module"] == module);
        all.map(|proof| format!("{} {}", proof["parameters"].as_str().unwrap().split(' ').next().unwrap(), proof["result"])).collect()
    };
    assert_eq!(of(&report, "link_slice"), [r#"SLICES=1 "proved""#, r#"SLICES=3 "proved""#]);
    assert_eq!((&report["whole"]["result"], &report["proved"]), (&"proved".into(), &true.into()));

    let dir = folder.path().join("rtl").display().to_string();
    torusmith(&format!("generate mesh:2,2 {SMALL} --scope network --link-slices 2 --out {dir}")).good();
    let file = format!("{dir}/rtl/mesh_2_2_link_slice.v");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("~rst & credits", "credits")).unwrap();
    let broken = prove(&format!("--rtl {dir}"));
    assert_eq!((broken.code, of(&broken.json(), "link_slice")), (Some(1), vec![r#"SLICES=2 "refuted""#.to_owned()]));
}

/// The model, which shares nothing with the proof, sees the same difference; at the router that is not broken there is none.
fn replayed(told: &str, rtl: &str, file: &str) {
    assert!(told.contains(&format!("replay: torusmith cosim 'torus(4,4)' --rtl {rtl} --replay {file}")), "{told}");
    let run: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let wrong = &run["differences"][0];
    let report = torusmith(&format!("cosim torus:4,4 --rtl {rtl} --replay {file} --json"));
    assert_eq!(report.code, Some(1), "{report:?}");
    let report = report.json();
    let first = &report["first_divergence"];
    assert_eq!((&first["clock"], &report["node"]), (&wrong["clock"], &run["node"]), "{report}");
    // `out[2].vc` of the proof is `out_vc` at port 2; of several in that clock the lock step has another first.
    let (side, wire) = first["signal"].as_str().unwrap().split_once('_').unwrap();
    let found = format!("{side}[{}].{wire}", first["port"]);
    assert!(run["differences"].as_array().unwrap().iter().any(|wrong| wrong["signal"] == found), "{found}: {run}");
    let sound = "torus:4,4 --vcs 2 --buffer-depth 2 --flit-width 8 --pipeline 3";
    let report = torusmith(&format!("cosim {sound} --replay {file} --json")).good().json();
    assert_eq!(report["clocks"].as_u64().unwrap() as usize, run["clocks"].as_array().unwrap().len());
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    let replay = |text: &str, flags: &str| {
        std::fs::write(&file, text).unwrap();
        torusmith(&format!("cosim torus:4,4 --vcs 2 --flit-width 16 {flags} --replay {}", file.display()))
    };
    replay("{}", "").refused(2, &["run.json", "no inputs of a router", "node"]);
    replay("{\"node\": 16, \"clocks\": [{}]}", "").refused(2, &["node = 16", "0 to 15"]);
    replay("{\"node\": 1, \"clocks\": []}", "").refused(2, &["replay = ", "one clock or more"]);
    replay("{\"network\": \"torus(8,8)\", \"node\": 1, \"clocks\": [{}]}", "").refused(2, &["torus(8,8), not torus(4,4)"]);
    let flit = |flit: &str| format!("{{\"node\": 1, \"clocks\": [{{}}, {{\"flits\": [{flit}]}}]}}");
    let one =
        |port: u8, vc: u8, data: &str| format!("{{\"port\": {port}, \"vc\": {vc}, \"head\": true, \"tail\": true, \"data\": \"{data}\"}}");
    replay(&flit(&one(5, 0, "0")), "").refused(2, &["clock 1, in[5]", "port = 5", "0 to 4"]);
    replay(&flit(&one(1, 2, "0")), "").refused(2, &["clock 1, in[1]", "vc = 2", "0 to 1"]);
    replay(&flit(&one(1, 0, "10000")), "").refused(2, &["data = 10000", "16 bits"]);
    replay(&flit(&one(1, 0, "0x1")), "").refused(2, &["data = 0x1", "16 bits"]);
    replay(&flit(&format!("{}, {}", one(2, 0, "0"), one(2, 1, "0"))), "").refused(2, &["clock 1, in[2]", "twice"]);
    replay("{\"node\": 1, \"clocks\": [{}]}", "--scope network").refused(2, &["replay", "scope router"]);
    replay("{\"node\": 1, \"clocks\": [{}]}", "--interface axis").refused(2, &["replay", "interface flit"]);
    replay("{\"node\": 1, \"clocks\": [{}]}", "--rate 0.1").refused(2, &["--replay", "--rate"]);
    torusmith("prove torus:4,4 --counterexample NOWHERE/run.json").refused(2, &["counterexample = ", "no such folder"]);
    torusmith("prove rdt:4 --router multicast --counterexample run.json").refused(2, &["counterexample = run.json", "router = plain"]);
}

/// The modules of a multicast router that have properties of their own: arbiters of four and of ten inputs, buffer, closed crosspoints.
#[test]
fn a_multicast_router_is_proved_module_by_module() {
    let told = torusmith("prove rdt:4 --router multicast --json").good().json();
    let proofs = told["proofs"].as_array().unwrap();
    let modules: Vec<&str> = proofs.iter().map(|proof| proof["module"].as_str().unwrap()).collect();
    assert_eq!(modules, ["rr_arbiter", "rr_arbiter", "flit_buffer", "mc_arbiter"]);
    assert!(proofs.iter().all(|proof| proof["result"] == "proved"), "{told}");
}

#[test]
fn what_cannot_be_proved_is_refused() {
    run(command(["prove", "torus:4,4"]).env("TORUSMITH_YOSYS", nowhere("yosys"))).refused(3, &["prove needs yosys", "missing"]);
    torusmith("prove torus:4,4 --rtl NOWHERE").refused(2, &["NOWHERE"]);
    torusmith("prove mesh:0,4").refused(2, &["rows = 0"]);
}

/// Edited manifests are refused before anything is proved or compared of them.
#[test]
fn parameters_that_do_not_fit_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl");
    run(command(["generate", "torus:4,4", "--vcs", "2", "--ties", "plus", "--out"]).arg(&out)).good();
    let manifest = out.join("torus_4_4_router.json");
    let whole = std::fs::read_to_string(&manifest).unwrap();
    for (from, to, words) in [
        ("\"reuse_empty\": 0", "\"reuse_empty\": 4", ["reuse_empty = 4", "allowed: 0 to 3"]),
        ("\"reuse_empty\": 0", "\"reuse_empty\": 255", ["reuse_empty = 255", "allowed: 0 to 3"]),
        ("\"vcs\": 2", "\"vcs\": 0", ["vcs = 0", "allowed: 1 to 8"]),
        (
            "\"manifest_version\": 2",
            "\"manifest_version\": 1",
            ["manifest_version = 1, by torusmith 0.1.0; this", "reads 2: generate the design again"],
        ),
        ("\"vc_rule\": \"dateline\"", "\"vc_rule\": \"datelines\"", ["vc-rule = datelines", "allowed: paper4, min2"]),
    ] {
        assert!(whole.contains(from), "{whole}");
        std::fs::write(&manifest, whole.replace(from, to)).unwrap();
        for subcommand in ["prove", "cosim"] {
            run(command([subcommand, "torus:4,4", "--rtl"]).arg(&out)).refused(2, &words);
        }
    }
    // The highest that 2 VCs have.
    std::fs::write(&manifest, whole.replace("\"reuse_empty\": 0", "\"reuse_empty\": 3")).unwrap();
    run(command(["prove", "torus:4,4", "--vc-reuse", "tail", "--rtl"]).arg(&out)).refused(2, &["vc-reuse = tail", "has empty"]);
    run(command(["prove", "torus:4,8", "--rtl"]).arg(&out)).refused(2, &["torus(4,4)", "not torus(4,8)"]);
}

/// The claims do not know them: nothing is said of the whole router, and of its modules what was said before.
#[test]
fn registers_of_other_names_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl");
    run(command(["generate", "hypercube:2", "--buffer-depth", "2", "--out"]).arg(&out)).good();
    let file = out.join("rtl/hypercube_2_local_guard.v");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("packet_lost", "packet_gone")).unwrap();
    let prove = |more: &[&str]| run(command(["prove", "hypercube:2", "--no-cache", "--rtl"]).arg(&out).args(more));
    let told = prove(&[]);
    assert_eq!(told.code, Some(1), "{told:?}");
    let words = ["whole router: OPEN", "missing: u_guard.packet_lost\n", "rr_arbiter", "Not all are proved"];
    assert!(words.iter().all(|word| told.out.contains(word)) && !told.out.contains("REFUTED"), "{told:?}");

    // So is one that a module's own properties name: nothing is refuted by that.
    let arbiter = out.join("rtl/hypercube_2_rr_arbiter.v");
    let arbiters = std::fs::read_to_string(&arbiter).unwrap();
    std::fs::write(&arbiter, arbiters.replace("above_last", "above_it")).unwrap();
    std::fs::write(&file, &text).unwrap();
    let told = prove(&["--timeout", "2"]);
    let words = ["whole router: OPEN", "rr_arbiter: its properties name above_last, which its Verilog does not have", "Not all are proved"];
    assert!(told.code == Some(1) && words.iter().all(|word| told.out.contains(word)) && !told.out.contains("REFUTED"), "{told:?}");
    std::fs::write(&arbiter, arbiters).unwrap();

    // A register that follows another edge is none that a netlist of one clock has.
    std::fs::write(&file, text.replace("posedge clk", "negedge clk")).unwrap();
    prove(&[]).refused(2, &["does not follow the rising edge of clk"]);
    std::fs::write(&file, text).unwrap();
    prove(&["--timeout", "0"]).refused(2, &["timeout", "0"]);
}

/// The wires of a network's top beside its router; a link from the wrong router is named, and is exit code 1.
#[test]
fn the_wires_of_a_network_are_proved_or_the_wrong_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let design = folder.path().join("noc");
    run(command("generate mesh:1,3 --scope network --flit-width 8 --out".split(' ')).arg(&design)).good();
    let proved = run(command("prove mesh:1,3 --json --rtl".split(' ')).arg(&design)).good().json();
    let wiring = &proved["wiring"];
    assert_eq!((&wiring["result"], &wiring["routers"], &wiring["links"]), (&"proved".into(), &3.into(), &4.into()), "{wiring}");
    let top = design.join("rtl/mesh_1_3_network.v");
    let text = std::fs::read_to_string(&top).unwrap();
    assert_eq!(text.matches("(local_in_valid[2])").count(), 1, "{text}");
    std::fs::write(&top, text.replace("(local_in_valid[2])", "(local_in_valid[1])")).unwrap();
    let told = run(command("prove mesh:1,3 --rtl".split(' ')).arg(&design));
    assert_eq!(told.code, Some(1), "{told:?}");
    let words = "wires of the top: REFUTED: in_valid of port local of router 0,2 is connected to local_in_valid[1] of the top; the network has local_in_valid[2] of the top";
    assert!(told.out.contains(words), "{told:?}");
}

/// Rules of interfaces: proved, refuted with a run, or refused in a line.
#[test]
fn interfaces_are_proved_refuted_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let design = folder.path().join("streams");
    run(command("generate mesh:1,2 --scope network --interface axis --buffer-depth 2 --out".split(' ')).arg(&design)).good();
    let prove = |more: &[&str]| run(command("prove mesh:1,2 --no-cache --interface-rules --rtl".split(' ')).arg(&design).args(more));
    let proved = prove(&["--json"]).good().json();
    let side = &proved["interfaces"][0];
    assert_eq!((&side["module"], &side["result"]), (&"mesh_1_2_axi_interface".into(), &"proved".into()), "{side}");
    assert!(proved["proved"] == true && proved["whole"].is_null() && proved["proofs"] == serde_json::json!([]), "{proved}");
    let rules: Vec<&str> = side["rules"].as_array().unwrap().iter().map(|rule| rule["rule"].as_str().unwrap()).collect();
    assert!(["M4", "M5", "T1", "T6", "M6"].iter().all(|rule| rules.contains(rule)), "{rules:?}");

    let file = design.join("rtl/mesh_1_2_axi_depacketizer.v");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("if (space) begin", "if (there) begin")).unwrap();
    let told = prove(&[]);
    assert_eq!(told.code, Some(1), "{told:?}");
    let words =
        ["M5", "m_axis: valid and payload stay until ready", "REFUTED", "m_axis_tvalid data=", "M5 is broken", "Not all are proved"];
    assert!(words.iter().all(|word| told.out.contains(word)), "{told:?}");

    std::fs::write(&file, text.replace("open", "opened")).unwrap();
    prove(&[]).refused(2, &["mesh_1_2_axi_interface has no u_depacketizer.open", "keep the names"]);
    torusmith("prove mesh:1,2 --interface-rules").refused(2, &["--rtl"]);
    let plain = folder.path().join("plain");
    run(command("generate mesh:1,2 --out".split(' ')).arg(&plain)).good();
    let told = run(command("prove mesh:1,2 --interface-rules --rtl".split(' ')).arg(&plain));
    told.refused(2, &["has no interfaces to AXI4 or AXI4-Stream", "--interface axis"]);
}
