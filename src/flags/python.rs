//! `python/torusmith/commands.py`: a function for each command, which is made from the command line itself.

use std::path::Path;

use clap::{Arg, Command};

/// Flags that the package sets, or whose output is not JSON.
const OWN: [&str; 4] = ["json", "csv", "export", "help"];
/// Commands without JSON.
const WITHOUT: [&str; 3] = ["completions", "demo", "man"];
/// Columns of a line of Python, at most.
const COLUMNS: usize = 140;

const HEAD: &str = "\"\"\"A function for each command. Do not edit: `TORUSMITH_WRITE_DOCS=1 cargo test --lib flags` writes this file.\"\"\"

from ._call import Result, Value, run

";

/// A name that Python allows.
fn name(text: &str) -> String {
    let text = text.replace('-', "_");
    if ["for", "from", "import"].contains(&text.as_str()) { format!("{text}_") } else { text }
}

/// Words separated by commas, in lines that begin with four blanks.
fn wrapped(words: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        if lines[lines.len() - 1].len() + word.len() > COLUMNS - 8 {
            lines.push(String::new());
        }
        *lines.last_mut().unwrap() += &format!("{word}, ");
    }
    lines.iter().map(|line| format!("    {}\n", line.trim_end())).collect()
}

fn function(sub: &Command, global: &[&Arg]) -> String {
    let (positional, flags): (Vec<&Arg>, Vec<&Arg>) =
        sub.get_arguments().filter(|arg| !arg.is_global_set()).partition(|arg| arg.is_positional());
    let mut flags: Vec<&Arg> = flags.into_iter().chain(global.iter().copied()).collect();
    flags.retain(|arg| !arg.is_hide_set() && !OWN.contains(&arg.get_long().unwrap_or_default()));
    flags.sort_by_key(|arg| arg.get_long());
    let long = |arg: &Arg| name(arg.get_long().unwrap_or_default());
    let names: Vec<String> = positional.iter().map(|arg| name(arg.get_id().as_str())).collect();
    let mut words: Vec<String> = names.iter().map(|name| format!("{name}: Value = None")).chain(["*".to_owned()]).collect();
    let given = |arg: &&Arg| if arg.get_action().takes_values() { "Value = None" } else { "bool = False" };
    words.extend(flags.iter().map(|arg| format!("{}: {}", long(arg), given(arg))));
    let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
    format!(
        "\n\ndef {}(\n{}) -> Result:\n    \"\"\"{}. `torusmith {} --help` explains the flags.\"\"\"\n    return run(\"{}\", {names:?}, locals())\n",
        name(sub.get_name()),
        wrapped(&words),
        about.trim_end_matches('.'),
        sub.get_name(),
        sub.get_name(),
    )
}

/// The package has the commands and flags that the program has.
#[test]
fn the_python_package_has_all_flags() {
    let command = crate::cli::command();
    let global: Vec<&Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).collect();
    let subs: Vec<&Command> = command
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set() && ![&WITHOUT[..], &["help"]].concat().contains(&sub.get_name()))
        .collect();
    let all: Vec<String> = subs.iter().map(|sub| format!("{:?}", name(sub.get_name()))).collect();
    let functions: String = subs.iter().map(|sub| function(sub, &global)).collect();
    let made = format!("{HEAD}__all__ = [\n{}]\n{functions}", wrapped(&all));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/torusmith/commands.py");
    if std::env::var_os("TORUSMITH_WRITE_DOCS").is_some() {
        std::fs::write(&path, made).unwrap();
        return;
    }
    assert!(std::fs::read_to_string(&path).unwrap() == made, "TORUSMITH_WRITE_DOCS=1 cargo test --lib flags");
}
