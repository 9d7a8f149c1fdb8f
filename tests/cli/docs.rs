//! The commands in the documentation, run as they stand.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use crate::certificates::checkers;
use crate::skip::skip;
use crate::support::{cells, root, tool, torusmith};

/// The instance in docs/using.md connects every port of the module, with the widths it has.
#[test]
fn the_docs_instantiate_the_router_as_it_is() {
    let page = fs::read_to_string(root().join("docs/using.md")).unwrap();
    let instance = page.split("```verilog\n").nth(1).unwrap().split("```").next().unwrap();
    let dir = tempdir().unwrap();
    let design = torusmith_generator::generate(&"ttn:2,2,1".parse().unwrap(), &torusmith_generator::Options::default()).unwrap();
    design.write(dir.path()).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    let mut ports = Vec::new();
    for port in manifest["interface"].as_array().unwrap() {
        let (name, width) = (port["name"].as_str().unwrap(), port["width"].as_u64().unwrap());
        assert!(instance.contains(&format!(".{name}")), "{name}: {instance}");
        if name != "node" {
            ports.push(format!("{} wire [{}:0] {name}", port["direction"].as_str().unwrap(), width - 1));
        }
    }
    fs::write(dir.path().join("mine.v"), format!("module mine ({});\n{instance}endmodule\n", ports.join(", "))).unwrap();
    let verilator = tool("verilator").expect("verilator; run ./scripts/setup");
    let mut lint = Command::new(verilator);
    lint.args(["--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module", "mine", "-f", &format!("{}.f", design.top), "mine.v"]);
    let output = lint.current_dir(&dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The pictures of the docs, by the networks that they show.
const PICTURES: [(&str, &str); 2] = [("ttn_2_2_1", "ttn:2,2,1"), ("torus_4_4", "torus:4,4")];

#[test]
fn pictures_are_those_that_the_command_draws() {
    for (name, network) in PICTURES {
        let path = root().join(format!("docs/pictures/{name}.svg"));
        let drawn = torusmith(&format!("topology {network} --export svg")).good().out;
        let same = fs::read_to_string(&path).unwrap() == drawn;
        assert!(same, "torusmith topology {network} --export svg > {}", path.strip_prefix(root()).unwrap().display());
    }
}

/// A line without its last number of seconds, which differs from run to run.
fn without_seconds(line: &str) -> &str {
    if line.ends_with(" s)") { line.rsplit_once(", ").map_or(line, |(rest, _)| rest) } else { line }
}

/// The terminal in the README shows lines that its commands print, in their order; the Verilog below it is in the arbiter that the first one writes.
#[test]
fn the_readme_quotes_what_the_commands_print() {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let block = |kind: &str| page.split(&format!("```{kind}\n")).nth(1).unwrap().split("```").next().unwrap().to_owned();
    let dir = tempdir().unwrap();
    let (mut printed, mut shown) = (String::new(), 0);
    for line in block("console").lines() {
        if let Some(command) = line.strip_prefix("$ torusmith ") {
            let output = Command::new(env!("CARGO_BIN_EXE_torusmith")).args(command.split(' ')).current_dir(&dir).output().unwrap();
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            printed = String::from_utf8(output.stdout).unwrap();
            continue;
        }
        let found = printed.lines().position(|own| without_seconds(own) == without_seconds(line));
        let at = found.unwrap_or_else(|| panic!("README.md: {line}\nis not in\n{printed}"));
        printed = printed.lines().skip(at + 1).map(|own| format!("{own}\n")).collect();
        shown += 1;
    }
    assert!(shown >= 5, "{shown} lines of output");
    let arbiter = fs::read_to_string(dir.path().join("build/torus/rtl/torus_4_4_rr_arbiter.v")).unwrap();
    assert!(arbiter.contains(&block("verilog")), "{arbiter}");
}

/// What stands before a block of commands that is run; `<!-- tested with a, b -->`: where there are these tools, or libraries of cells.
const MARK: &str = "<!-- tested";

/// The marked blocks of a page, each with the line it begins in, and the tools that may be missing.
fn blocks(text: &str) -> Vec<(usize, String, Vec<&str>)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for i in 1..lines.len() {
        let with = lines[i - 1].trim().strip_prefix(MARK).and_then(|rest| rest.strip_suffix("-->"));
        let Some(with) = with.filter(|_| lines[i].starts_with("```sh")) else { continue };
        let commands = lines[i + 1..].iter().take_while(|l| !l.starts_with("```")).map(|l| format!("{l}\n")).collect();
        found.push((i + 2, commands, with.split([' ', ',']).filter(|word| !["", "with"].contains(word)).collect()));
    }
    found
}

/// Runs every `of`-th block of all pages, from block `part` on: tests that run beside one another.
fn commands(part: usize, of: usize) {
    let pages = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = pages.filter(|p| p.extension().is_some_and(|e| e == "md")).chain([root().join("README.md")]).collect();
    pages.sort();
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_torusmith"));
    let path = std::env::var_os("PATH").unwrap();
    let folders = [bin.parent().unwrap().to_owned(), checkers().to_owned()]
        .into_iter()
        .chain(std::env::split_paths(&path))
        .chain([root().join(".tools/bin")]);
    let path = std::env::join_paths(folders).unwrap();
    let texts: Vec<(PathBuf, String)> = pages.into_iter().map(|page| (page.clone(), fs::read_to_string(page).unwrap())).collect();
    let all = texts.iter().flat_map(|(page, text)| blocks(text).into_iter().map(move |block| (page, block)));
    let mut run = 0;
    for (page, (line, commands, tools)) in all.skip(part).step_by(of) {
        if let Some(missing) = tools.iter().find(|name| tool(name).or_else(|| cells(name)).is_none()) {
            skip(&format!("{missing} is missing, for {}, line {line}: run scripts/setup", page.display()));
            continue;
        }
        let dir = tempdir().unwrap();
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", &commands])
            .current_dir(&dir)
            .env("PATH", &path)
            .env("REPOSITORY", root())
            .stdin(Stdio::null());
        let output = bash.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}, line {line}:\n{commands}{err}", page.display());
        run += 1;
    }
    assert!(run * of >= 5, "only {run} blocks are marked with {MARK}");
}

#[test]
#[ignore = "long: a third of the pages' commands"]
fn commands_in_the_docs_work_1() {
    commands(0, 3);
}

#[test]
#[ignore = "long: a third of the pages' commands"]
fn commands_in_the_docs_work_2() {
    commands(1, 3);
}

#[test]
#[ignore = "long: a third of the pages' commands"]
fn commands_in_the_docs_work_3() {
    commands(2, 3);
}
