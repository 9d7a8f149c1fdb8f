//! A family added from outside goes through every command, and the page that tells how says what is here (docs/adding_a_network.md).

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_torusmith-moebius")).args(args.split(' ')).output().unwrap()
}

#[track_caller]
fn json(args: &str) -> Value {
    let output = run(&format!("{args} --json"));
    assert!(output.status.success(), "{args}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// By hand: along the ring 1 to 4 links both ways, across and on 4, 3, 2 both ways, and 1 to the node opposite: 39 links to 15 nodes.
#[test]
fn the_graph_is_the_one_on_the_page() {
    let found = json("topology moebius:16");
    for (key, value) in [("nodes", 16), ("degree", 3), ("links", 24), ("diameter", 4), ("routed_diameter", 4)] {
        assert_eq!(found[key], value, "{key}");
    }
    for key in ["average_distance", "routed_average"] {
        assert_eq!(found[key], 39.0 / 15.0, "{key}");
    }
}

/// Across is the first hop or none, and the class falls at the wrap link. With one class the ring waits for itself.
#[test]
fn packets_go_where_the_page_says_and_never_wait_for_themselves() {
    let hops = |from: u32, to: u32| {
        let path = json(&format!("route moebius:16 {from} {to} --vcs 2"));
        let hops = path["hops"].as_array().unwrap().iter();
        hops.map(|hop| format!("{}{}", hop["port"].as_str().unwrap(), hop["vc"])).collect::<Vec<_>>()
    };
    assert_eq!(hops(14, 2), ["ring+1", "ring+1", "ring+0", "ring+0", "local0"]);
    assert_eq!(hops(1, 7), ["across0", "ring-0", "ring-0", "local0"]);
    assert_eq!(hops(5, 0), ["across0", "ring+1", "ring+1", "ring+1", "local0"]);
    let found = json("deadlock moebius:16");
    assert_eq!((&found["acyclic"], &found["vcs"]), (&Value::Bool(true), &Value::from(2)));
}

#[test]
fn help_and_refusals_know_the_family() {
    let known = String::from_utf8(run("topology nonsense:4").stderr).unwrap();
    assert!(known.contains("unknown") && known.contains("moebius:N"), "{known}");
    for (args, told) in [
        ("topology moebius:7", "N = 7 is not allowed; allowed: even numbers 8 to 256"),
        ("topology moebius:8,8", "write it as moebius:N, such as moebius:16"),
        ("simulate moebius:16 --traffic transpose", "where rows and columns are defined"),
        ("generate moebius:16 --vc-rule paper4 --out nowhere", "vc-rule `paper4`"),
    ] {
        let output = run(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(told) && error.lines().count() == 1, "{args}: {error}");
    }
}

#[test]
fn the_model_accepts_what_is_offered() {
    let found = json("simulate moebius:16 --rate 0.2 --cycles 20000");
    let accepted = found["points"][0]["accepted"].as_f64().unwrap();
    assert!((0.195..0.205).contains(&accepted), "{accepted}");
}

/// Router and network scope, two and three clocks.
#[test]
fn verilog_and_model_agree() {
    for options in ["--vcs 2", "--vcs 4 --pipeline 3 --buffer-depth 2", "--vcs 2 --scope network"] {
        let found = json(&format!("cosim moebius:16 --rate 0.3 --cycles 1500 {options}"));
        assert_eq!((&found["match"], &found["mismatches"]), (&Value::Bool(true), &Value::from(0)), "{options}: {found}");
        assert!(found["runs"][0]["packets_delivered"].as_u64() > Some(200), "{found}");
    }
}

/// The two classes of the ring exchanged in the route module.
#[test]
fn a_fault_in_the_route_module_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("design");
    let path = folder.display();
    assert!(run(&format!("generate moebius:16 --vcs 2 --out {path}")).status.success());
    let file = folder.join("rtl/moebius_16_route.v");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("out_class = (plus & ~ahead) | (minus & ahead)", "out_class = (plus & ahead) | (minus & ~ahead)"))
        .unwrap();
    let output = run(&format!("cosim moebius:16 --rtl {path} --rate 0.3 --cycles 500 --json"));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let first = &found["runs"][0]["first_divergence"];
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    // From 2 to 14 by the wrap link, which is ahead: class 1.
    assert_eq!((&first["clock"], &first["node"]), (&Value::from(8), &Value::from(2)), "{first}");
    assert_eq!(["port_name", "signal", "expected", "found"].map(|key| &first[key]), ["ring-", "out_vc", "1", "0"], "{first}");
}

/// Every command of the page is one that works here, and every piece of Rust on it stands in the example.
#[test]
fn the_page_says_what_is_here() {
    let page = std::fs::read_to_string(root().join("docs/adding_a_network.md")).unwrap();
    assert!(page.lines().count() <= 80 && page.lines().all(|line| line.chars().count() <= 120));
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources: String =
        ["topology.rs", "routing.rs", "rtl.rs", "main.rs"].map(|f| std::fs::read_to_string(here.join(f)).unwrap()).concat();
    let blocks = |language: &str| {
        let begin = format!("```{language}\n");
        let parts = page.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
        parts.collect::<Vec<_>>()
    };
    let rust = blocks("rust");
    assert_eq!(rust.len(), 2);
    for block in rust {
        assert!(sources.contains(&block), "not in the example:\n{block}");
    }
    let out = tempfile::tempdir().unwrap();
    let commands: Vec<String> = blocks("sh").concat().lines().map(str::to_owned).collect();
    assert_eq!(commands.len(), 5);
    for command in commands {
        let command = command.split('#').next().unwrap().trim();
        let args = command.strip_prefix("cargo run -p torusmith-moebius -- ").unwrap();
        let output = run(&args.replace("build/", &format!("{}/", out.path().display())));
        assert!(output.status.success(), "{command}: {output:?}");
    }
    for file in page.split("](../").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(root().join(file).exists(), "{file}");
    }
}
