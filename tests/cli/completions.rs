//! Completion scripts and manual pages know the whole command line.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use crate::support::{command, files, run, tool, torusmith};

/// The subcommands that `--help` lists.
fn subcommands() -> Vec<String> {
    let help = torusmith("--help").good().out;
    let lines = help.lines().skip_while(|line| *line != "Generate:").take_while(|line| *line != "Options:");
    let names: Vec<String> = lines.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next().map(str::to_owned)).collect();
    assert!(names.len() >= 14, "{help}");
    names
}

/// The flags that `--help` of a subcommand lists.
fn flags(subcommand: &str) -> BTreeSet<String> {
    let help = torusmith(&format!("{subcommand} --help")).good().out;
    // Texts are further to the right.
    let lines =
        help.lines().filter(|line| line.find('-').is_some_and(|at| at <= 6)).map(str::trim_start).filter(|line| line.starts_with('-'));
    let found: BTreeSet<String> =
        lines.flat_map(|line| line.split([' ', ',']).filter(|w| w.starts_with("--")).take(1)).map(str::to_owned).collect();
    assert!(found.contains("--help"), "{help}");
    found
}

/// The words that the script offers behind a line, by the shell itself.
fn offered(script: &str, line: &str) -> BTreeSet<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let ask = format!(
        "{script}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_torusmith torusmith '{last}' '{before}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
        words.len() - 1
    );
    let output = Command::new("bash").args(["--norc", "-c", &ask]).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_every_subcommand_and_flag() {
    let script = torusmith("completions bash").good().out;
    assert_eq!(torusmith("completions bash").out, script);
    let commands = subcommands();
    let first = offered(&script, "torusmith ");
    for name in &commands {
        assert!(first.contains(name), "{name}: {first:?}");
        let (own, all) = (offered(&script, &format!("torusmith {name} --")), flags(name));
        assert!(own.is_superset(&all), "{name}: no {:?}", all.difference(&own).collect::<Vec<_>>());
    }
    // Values too, of clap's own enums and of those by name.
    for (line, values) in [
        ("topology ttn:2,2,1 --export ", ["json", "dot"]),
        ("generate ttn:2,2,1 --scope ", ["router", "network"]),
        ("deadlock ttn:2,2,1 --vc-rule ", ["paper4", "min2"]),
        ("fpga torus:4,4 --device ", ["ecp5-12k", "ice40-up5k"]),
    ] {
        let offered = offered(&script, &format!("torusmith {line}"));
        assert!(values.iter().all(|value| offered.contains(*value)), "{line}: {offered:?}");
    }
}

/// Each in its own shell where that is there; the text names everything in any case.
#[test]
fn scripts_are_accepted_by_their_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let script = torusmith(&format!("completions {shell}")).good().out;
        for name in subcommands() {
            assert!(script.contains(&name), "{shell}: {name}");
            for flag in flags(&name) {
                let word = if shell == "fish" { format!("-l {}", &flag[2..]) } else { flag };
                let ends = |(at, _): (usize, &str)| !script[at + word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
                assert!(script.match_indices(&word).any(ends), "{shell}, {name}: {word}");
            }
        }
        let dir = tempdir().unwrap();
        let file = dir.path().join("script");
        fs::write(&file, script).unwrap();
        if let Some(shell) = tool(shell) {
            let output = Command::new(&shell).arg("-n").arg(&file).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{}: {output:?}", shell.display());
        }
    }
    torusmith("completions tcsh").refused(2, &["shell = tcsh", "bash, zsh, fish"]);
}

#[test]
fn every_subcommand_has_a_page() {
    let dir = tempdir().unwrap();
    let made = |name: &str| {
        let out = dir.path().join(name);
        run(command(["man", "--out"]).arg(&out)).good();
        files(&out)
    };
    let pages = made("one");
    assert!(pages == made("two"), "pages differ");
    let commands = subcommands();
    let mut names: Vec<String> = commands.iter().map(|name| format!("torusmith-{name}.1")).chain(["torusmith.1".into()]).collect();
    names.sort();
    assert_eq!(pages.iter().map(|(path, _)| path.to_str().unwrap().to_owned()).collect::<Vec<_>>(), names);
    let text = |name: &str| String::from_utf8(pages.iter().find(|(path, _)| path.to_str() == Some(name)).unwrap().1.clone()).unwrap();
    for name in &commands {
        assert!(text("torusmith.1").contains(&format!("torusmith\\-{name}")), "{name}");
        let page = text(&format!("torusmith-{name}.1"));
        for flag in flags(name) {
            // A page writes a hyphen as `\-`.
            assert!(page.contains(&flag.replace('-', "\\-")), "{name}: no {flag}");
        }
        assert!(page.contains("Example"), "{name}");
    }
}

#[test]
fn pages_are_written_all_or_none() {
    let dir = tempdir().unwrap();
    fs::create_dir(dir.path().join("torusmith.1")).unwrap();
    run(command(["man", "--out"]).arg(dir.path())).refused(2, &["output folder", "torusmith.1 is a folder"]);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    let file = dir.path().join("file");
    fs::write(&file, "kept").unwrap();
    run(command(["man", "--out"]).arg(file.join("below"))).refused(2, &["output folder", "file"]);
    assert_eq!(fs::read_to_string(file).unwrap(), "kept");
    torusmith("man").refused(2, &["--out"]);
}
