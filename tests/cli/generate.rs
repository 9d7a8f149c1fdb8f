use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::tempdir;

use crate::skip::skip;
use crate::support::{Run, command, files, root, run, tool};

fn generate(network: &str, out: &std::path::Path, flags: &str) -> Run {
    let mut command = command(["generate", network, "--out"]);
    run(command.arg(out).args(flags.split_whitespace()))
}

#[test]
fn the_report_names_the_files_that_are_there() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("deep/er");
    let report = generate("ttn:2,2,1", &out, "--json").good().json();
    assert_eq!((report["network"].as_str(), report["scope"].as_str()), (Some("TTN(2,2,1)"), Some("router")));
    let named: Vec<String> = report["files"].as_array().unwrap().iter().map(|f| f.as_str().unwrap().to_owned()).collect();
    let mut sorted = named.clone();
    sorted.sort();
    let there: Vec<String> = files(&out).into_iter().map(|(path, _)| path.to_str().unwrap().to_owned()).collect();
    assert_eq!(sorted, there);
    let top = report["top"].as_str().unwrap();
    assert!(named.contains(&format!("{top}.json")) && named.contains(&format!("{top}.f")));
}

#[test]
fn equal_commands_write_equal_bytes() {
    let dir = tempdir().unwrap();
    for flags in ["", "--pipeline 3 --vcs 6 --flit-width 64 --buffer-depth 8", "--vc-rule min2 --vcs 2 --vc-reuse empty"] {
        let [a, b] = ["a", "b"].map(|name| {
            let out = dir.path().join(name);
            generate("ttn:2,3,0", &out, flags).good();
            files(&out)
        });
        assert_eq!(a, b);
        let text = a.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect::<String>();
        assert!(!text.contains(dir.path().to_str().unwrap()), "a path of this machine");
    }
}

#[test]
fn a_refusal_leaves_the_folder_as_it_was() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("ttn");
    generate("ttn:2,2,1", &out, "--flit-width 15").refused(2, &["flit-width", "15", "16 to 512"]);
    assert!(!out.exists());
    generate("ttn:2,2,1", &out, "").good();
    let before = files(&out);
    generate("ttn:2,2,1", &out, "--buffer-depth 1").refused(2, &["buffer-depth", "1", "2 to 64"]);
    assert_eq!(files(&out), before);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let dir = tempdir().unwrap();
    // A file where a folder should be stops root too.
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    generate("ttn:2,2,1", &file.join("out"), "").refused(2, &["file/out", "cannot be written"]);
    generate("ttn:2,2,1", &file, "").refused(2, &["file", "cannot be written"]);
    let sealed = dir.path().join("sealed");
    fs::create_dir(&sealed).unwrap();
    fs::set_permissions(&sealed, PermissionsExt::from_mode(0o555)).unwrap();
    let run = generate("ttn:2,2,1", &sealed.join("out"), "");
    if run.code != Some(0) {
        run.refused(2, &["sealed", "cannot be written"]);
    }
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_test_bench_is_written_and_goes_again() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("torus");
    let flags = "--vcs 2 --testbench --testbench-node 1,2 --traffic transpose --rate 0.2 --cycles 300 --packet-flits 1,4 --seed 7";
    let report = generate("torus:4,4", &out, &format!("{flags} --json")).good().json();
    let bench = &report["testbench"];
    assert_eq!((bench["module"].as_str(), bench["address"].as_str()), (Some("torus_4_4_router_tb"), Some("1,2")));
    assert_eq!(bench["node"], 6);
    assert!(bench["clocks"].as_u64() >= Some(300) && bench["flits_in"] == bench["flits_out"] && bench["flits_in"].as_u64() > Some(50));
    let named: Vec<&str> = report["files"].as_array().unwrap().iter().map(|f| f.as_str().unwrap()).collect();
    let written = files(&out);
    assert_eq!(named.len(), written.len());
    for file in ["testbench/torus_4_4_router_tb.v", "testbench/torus_4_4_router_tb.hex"] {
        assert!(named.contains(&file) && written.iter().any(|(path, _)| path.to_str() == Some(file)), "{file}: {named:?}");
    }
    // Equal commands, equal bytes.
    let again = dir.path().join("again");
    generate("torus:4,4", &again, flags).good();
    assert_eq!(files(&again), written);
    let plain = generate("torus:4,4", &out, "--vcs 2 --json").good().json();
    assert!(plain["testbench"].is_null());
    assert!(files(&out).iter().all(|(path, _)| !path.starts_with("testbench")), "{:?}", files(&out));
}

/// Both are refused beside a recording, which has neither.
#[test]
fn trees_and_counters() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("torus");
    let files = generate("torus:4,4", &out, "--vcs 2 --scope network --reset-tree --counters --json").good().json()["files"].to_string();
    assert!(["rtl/torus_4_4_reset_tree.v", "rtl/torus_4_4_router_counters.v"].iter().all(|file| files.contains(file)), "{files}");
    generate("torus:4,4", &out, "--vcs 2 --reset-tree").refused(2, &["reset-tree", "scope network"]);
    for flag in ["reset-tree", "counters"] {
        generate("torus:4,4", &out, &format!("--vcs 2 --scope network --{flag} --testbench")).refused(2, &["testbench", flag]);
    }
}

#[test]
fn a_refused_test_bench_leaves_the_folder_as_it_was() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("torus");
    let refused = |network: &str, flags: &str, words: &[&str]| generate(network, &out, flags).refused(2, words);
    refused("torus:4,4", "--vcs 2 --rate 0.1", &["--testbench"]);
    refused("torus:4,4", "--vcs 2 --testbench --rate 2", &["rate = 2", "0 to 1"]);
    refused("torus:4,4", "--vcs 2 --testbench --rate 0.1,0.2", &["rate = 0.1,0.2", "one pattern at one rate"]);
    refused("torus:4,4", "--vcs 2 --testbench --cycles 0", &["cycles = 0", "1 and more"]);
    refused("torus:4,4", "--vcs 2 --testbench --packet-flits 4,x", &["packet-flits = x", "1 to 128"]);
    refused("torus:4,4", "--vcs 2 --testbench --packet-flits 129", &["packet-flits", "129", "1 to 128"]);
    refused("torus:4,4", "--vcs 2 --testbench --traffic circles", &["circles"]);
    refused("torus:4,4", "--vcs 2 --testbench --testbench-node 4,4", &["testbench-node", "row 0 to 3"]);
    refused("torus:4,4", "--vcs 2 --testbench --scope network --testbench-node 1,1", &["testbench-node = 5", "scope network"]);
    refused("torus:33,32", "--vcs 2 --testbench --scope network", &["1056 nodes", "up to 1024"]);
    refused("torus:4,4", "--vcs 2 --buffer-depth 1 --testbench", &["buffer-depth"]);
    refused("rdt:4", "--router multicast --testbench", &["multicast", "cosim"]);
    refused("mh3dt:4,4,2,2", "--testbench", &["MH3DT", "no Verilog"]);
    refused("torus:4,4", "--vcs 2 --interface axis --testbench", &["testbench", "interface = axis", "interface = flit"]);
    assert!(!out.exists());
}

#[test]
fn streams_are_written_or_refused() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let refused = |network: &str, flags: &str, words: &[&str]| generate(network, &out, flags).refused(2, words);
    refused("torus:4,4", "--vcs 2 --interface stream", &["interface = stream", "flit, axi"]);
    refused("rdt:8", "--router multicast --interface axis", &["interface = axis", "router = multicast"]);
    refused("mh3dt:4,4,2,2", "--interface axis", &["MH3DT", "no Verilog"]);
    assert!(!out.exists());
    let report = generate("mtn:2,2,2", &out, "--interface axis --json").good().json();
    assert_eq!(report["top"], "mtn_2_2_2_axi_node");
    let classes = dir.path().join("classes");
    generate("mesh:4,4", &classes, "--interface axis --message-classes 3").good();
    let manifest = fs::read_to_string(classes.join("mesh_4_4_axi_node.json")).unwrap();
    assert!(["s_axis_tuser", "m_axis_tuser"].iter().all(|port| manifest.contains(port)), "{manifest}");
}

/// A config file has keys of `simulate` and `cosim` at its top, which mean nothing to a `generate` without test bench.
#[test]
fn keys_of_the_traffic_do_not_disturb() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("all.toml");
    fs::write(&file, "network = \"torus:4,4\"\nvcs = 2\nrate = [0.1, 0.2]\ntraffic = \"all\"\ncycles = 100\npacket-flits = 4\n").unwrap();
    let mut plain = command(["generate", "--config"]);
    run(plain.arg(&file).arg("--out").arg(dir.path().join("out"))).good();
}

/// FuseSoC's sim target, of a good router and of a broken one.
#[test]
fn fusesoc_simulates() {
    let tools = [tool("fusesoc"), tool("iverilog")];
    let [Some(fusesoc), Some(_)] = tools else { return skip("fusesoc or iverilog is missing: run scripts/setup") };
    let dir = tempdir().unwrap();
    generate("torus:4,4", dir.path(), "--vcs 2 --flit-width 16 --testbench --cycles 300").good();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::env::split_paths(&path).chain([root().join(".tools/bin")])).unwrap();
    let simulate = || {
        let mut command = std::process::Command::new(&fusesoc);
        command.args(["--cores-root", ".", "run", "--target=sim", "torus_4_4_router"]).current_dir(&dir);
        command.env("PATH", &path).env("HOME", dir.path()).env("http_proxy", "http://127.0.0.1:9").env("https_proxy", "http://127.0.0.1:9");
        run(&mut command)
    };
    let passed = simulate().good();
    assert!(passed.out.contains("PASS: torus_4_4_router, ") && !format!("{passed:?}").contains("warning"), "{passed:?}");
    let arbiter = dir.path().join("rtl/torus_4_4_rr_arbiter.v");
    let text = fs::read_to_string(&arbiter).unwrap();
    fs::write(&arbiter, text.replace("above_last <= above(grant);", "above_last <= above(grant) & ~2;")).unwrap();
    let failed = simulate();
    assert!(failed.code != Some(0) && failed.out.contains("FAIL: clock "), "{failed:?}");
}
