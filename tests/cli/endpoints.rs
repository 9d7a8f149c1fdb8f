//! `deadlock --endpoints`: public reports made again, and files that are refused.

use std::fs;
use std::time::Instant;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{root, torusmith};

/// A network with endpoints of examples/deadlock, by their names.
fn run(network: &str, endpoints: &str) -> (Option<i32>, Value) {
    let folder = tempdir().unwrap();
    let of = |name: &str| root().join("examples/deadlock").join(name).display().to_string();
    let format = [("yml", "floogen"), ("anynet", "anynet")].into_iter().find(|(end, _)| network.ends_with(end));
    let network = match format {
        Some((_, format)) => {
            let out = folder.path().join("net.toml").display().to_string();
            torusmith(&format!("import {} --from {format} --out {out}", of(network))).good();
            out
        }
        None => of(network),
    };
    let begin = Instant::now();
    let run = torusmith(&format!("deadlock {network} --endpoints {} --json", of(endpoints)));
    assert!(begin.elapsed().as_secs_f64() < 1.0, "{network}: {:?}", begin.elapsed());
    (run.code, run.json())
}

/// Router, port and reason of each channel of the cycle.
fn cycle(report: &Value) -> Vec<[&str; 3]> {
    let steps = report["cycle"].as_array().unwrap().iter();
    steps.map(|step| ["address", "port", "why"].map(|field| step[field].as_str().unwrap())).collect()
}

fn whys(report: &Value) -> Vec<&str> {
    cycle(report).into_iter().map(|step| step[2]).collect()
}

/// FlooNoC, pull request 89; snitch, issue 176; tt-metal, issues 29213 and 54650: the cycles that the reports describe, and none with their fixes.
#[test]
fn public_reports_are_found_and_their_fixes_pass() {
    let (code, report) = run("floonoc_89.yml", "floonoc_89.endpoints.toml");
    assert_eq!((code, cycle(&report)), (Some(1), vec![["router_0", "local output", "mem takes `aw` once it has received `w`"]]));
    let (code, report) = run("snitch_176.anynet", "snitch_176.endpoints.toml");
    let of = |node: u32| {
        [
            ("local output", format!("{node} takes `r` once its memory is free")),
            ("memory", format!("{node} frees its memory once it has sent `r`")),
            ("local input", format!("`r` from {node} to {}", 1 - node)),
        ]
    };
    let expected: Vec<_> = [of(0), of(1)].into_iter().flatten().collect();
    let found: Vec<_> = cycle(&report).into_iter().map(|[_, port, why]| (port, why.to_owned())).collect();
    assert_eq!((code, found), (Some(1), expected));
    let (code, report) = run("tt_metal_29213.toml", "tt_metal_29213.endpoints.toml");
    let links: Vec<_> =
        report["cycle"].as_array().unwrap().iter().map(|step| ["address", "to"].map(|end| step[end].as_str().unwrap())).collect();
    assert_eq!((code, links), (Some(1), vec![["s0", "s1"], ["s1", "r1"], ["r1", "r0"], ["r0", "s0"]]));
    assert_eq!(whys(&report), ["`data` from s0 to r0", "`data` from s0 to r0", "`ack` from r1 to s0", "`ack` from r0 to s1"]);
    let (code, report) = run("tt_metal_54650.toml", "tt_metal_54650.endpoints.toml");
    let never = "a3 frees the link of `data` once it has received `credit`, which none sends there";
    assert_eq!((code, whys(&report), &report["cycle"][0]["never"]), (Some(1), vec![never], &Value::from(true)));
    for (network, endpoints) in [
        ("floonoc_89.yml", "floonoc_89.fixed.toml"),
        ("snitch_176.anynet", "snitch_176.fixed.toml"),
        ("tt_metal_29213.fixed.toml", "tt_metal_29213.endpoints.toml"),
        ("tt_metal_54650.toml", "tt_metal_54650.fixed.toml"),
    ] {
        let (code, report) = run(network, endpoints);
        assert_eq!((code, &report["acyclic"], &report["cycle"]), (Some(0), &Value::from(true), &Value::Array(vec![])), "{endpoints}");
    }
}

#[test]
fn bad_files_are_refused_with_their_line() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("e.toml").display().to_string();
    let refused = |text: &str, told: &[&str]| {
        fs::write(&file, text).unwrap();
        torusmith(&format!("deadlock mesh:2,2 --endpoints {file}")).refused(2, told);
    };
    refused("name = 'a'\n", &["line 1", "unknown key `name`", "packet, wait"]);
    refused("", &["line 1", "no `packet`"]);
    refused("[[packet]]\nname = 'a'\nclas = 1\n", &["line 3", "unknown key `clas`", "did you mean `class`"]);
    refused("[[packet]]\nname = 'a'\nclass = 8\n", &["line 3", "class = 8", "0 to 7"]);
    refused("[[packet]]\nname = 'a'\nfrom = '9,9'\n", &["line 3", "from = `9,9`", "no node of mesh(2,2)"]);
    refused("[[packet]]\nname = 'a'\n[[packet]]\nname = 'a'\nclass = 1\n", &["line 3", "class = 1 of `a`, which has class 0"]);
    refused("[[packet]]\nname = a\n", &["line 2", "is no TOML"]);
    let of_wait = |text: &str, told: &[&str]| refused(&format!("[[packet]]\nname = 'a'\n[[wait]]\n{text}"), told);
    of_wait("packet = 'b'\nsends = 'a'\n", &["line 4", "unknown packet `b`", "expected: a"]);
    of_wait("packet = 'a'\n", &["line 3", "sends", "receives", "needs"]);
    of_wait("sends = 'a'\n", &["line 3", "packet", "link", "place"]);
    of_wait("packet = 'a'\nat = 'x'\nsends = 'a'\n", &["line 5", "at = `x`", "no node"]);
    of_wait("packet = 'a'\nlink = ['0,0', '1,1']\nat = '0,0'\nsends = 'a'\n", &["line 5", "no link leads from `0,0` to `1,1`"]);
    of_wait("packet = 'a'\nlink = ['0,0', '0,1']\nsends = 'a'\n", &["line 3", "without `at`"]);
    of_wait("packet = 'a'\nsends = 'a'\nfrom = '0,0'\n", &["line 6", "`from`", "receives"]);
    fs::write(&file, "[[packet]]\nname = 'a'\nclass = 2\n").unwrap();
    let with = |flags: &str| torusmith(&format!("deadlock mesh:2,2 --endpoints {file} {flags}"));
    with("--vcs 4").refused(2, &["vcs = 4", "a multiple of the 3 message classes"]);
    with("--vcs 6").good();
    with("--certificate c.ranks").refused(2, &["certificate", "endpoints"]);
    with("--message-classes 2").refused(2, &["message-classes", "endpoints", "where each kind of packets has a class"]);
    with("--plot c.svg").refused(2, &["plot", "endpoints"]);
    torusmith(&format!("deadlock htn:4,4,2,1 --routing cs --endpoints {file}")).refused(2, &["cs", "deterministic"]);
    torusmith("deadlock mesh:2,2 --endpoints nothing.toml").refused(2, &["nothing.toml"]);
}
