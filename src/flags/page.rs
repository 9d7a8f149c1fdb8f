//! The table of all flags in docs/cli.md, which is made from the command line itself.

use std::collections::BTreeMap;
use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// Commands that many flags belong to: each set holds those after it.
const SETS: [(&str, &str); 5] = [
    ("networks", "generate cosim simulate route multicast report topology faults deadlock area asic fpga prove mutate"),
    ("routes", "generate cosim simulate route report topology faults deadlock area asic fpga prove mutate"),
    ("models", "generate cosim simulate report area asic fpga prove mutate"),
    ("routers", "generate cosim area asic fpga prove mutate"),
    ("designs", "generate cosim area fpga mutate"),
];

/// Commands, with the largest of the sets that they hold by its name.
fn by_sets(commands: &[&str], sets: &[(&str, &str)]) -> String {
    let held = sets.iter().find(|(_, set)| set.split(' ').all(|name| commands.contains(&name)));
    let others = commands.iter().filter(|command| held.is_none_or(|(_, set)| set.split(' ').all(|name| name != **command)));
    let name = held.map(|(name, _)| format!("*{name}*"));
    name.into_iter().chain(others.map(|command| (*command).to_owned())).collect::<Vec<_>>().join(", ")
}

/// The sets, then the flags. Brackets in a flag's help, and what stands after its first semicolon or full stop, are left to `--help`.
fn table(command: &Command) -> String {
    let mut rows: BTreeMap<(String, &str, String), Vec<&str>> = BTreeMap::new();
    for sub in command.get_subcommands() {
        let own = sub.get_arguments().filter(|arg| arg.get_long().is_some_and(|name| name != "help") && !arg.is_global_set());
        for arg in own {
            rows.entry((flag(arg), arg.get_help_heading().unwrap_or_default(), short(arg))).or_default().push(sub.get_name());
        }
    }
    let mut text = "| set | commands |\n|---|---|\n".to_owned();
    for (at, (name, set)) in SETS.iter().enumerate().rev() {
        let commands: Vec<&str> = set.split(' ').collect();
        text += &format!("| *{name}* | {} |\n", by_sets(&commands, &SETS[at + 1..]));
    }
    text += "\n| flag | commands | value |\n|---|---|---|\n";
    let all = command.get_subcommands().count();
    for ((flag, _, help), commands) in rows {
        let commands = if commands.len() + 3 > all { "nearly all".to_owned() } else { by_sets(&commands, &SETS) };
        text += &format!("| `{flag}` | {commands} | {help} |\n");
    }
    for arg in command.get_arguments().filter(|arg| arg.is_global_set()) {
        text += &format!("| `{}` | all | {} |\n", flag(arg), short(arg));
    }
    text
}

/// A text without what is in brackets.
fn without_brackets(text: &str) -> String {
    let (mut depth, mut kept) = (0, String::new());
    for c in text.chars() {
        match c {
            '(' => {
                depth += 1;
                kept.truncate(kept.trim_end().len());
            }
            ')' => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

fn flag(arg: &Arg) -> String {
    let names = if arg.get_action().takes_values() { arg.get_value_names().unwrap_or_default() } else { &[] };
    let values: String = names.iter().map(|name| format!(" {name}")).collect();
    let letter = arg.get_short().map_or(String::new(), |letter| format!(", -{letter}"));
    format!("--{}{letter}{values}", arg.get_long().unwrap_or_default()).replace('|', "\\|")
}

fn short(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let defaults: Vec<&str> = help.split(" [default: ").collect();
    let text = defaults[0];
    let balanced = |at: usize| text[..at].matches('(').count() == text[..at].matches(')').count();
    let end = text.match_indices("; ").map(|(at, _)| at).find(|at| balanced(*at)).unwrap_or(text.len());
    let values = arg.get_possible_values();
    let values: Vec<&str> = values.iter().filter(|value| !value.is_hide_set()).map(PossibleValue::get_name).collect();
    let plain = without_brackets(&text[..end]);
    let (plain, values) = match arg.get_action().takes_values() && values.iter().any(|value| !text[..end].contains(value)) {
        true => {
            let is_value = |word: &str| values.contains(&word.trim_start_matches("or "));
            let listed = plain.rsplit_once(": ").filter(|(_, list)| list.split(", ").all(is_value));
            (listed.map_or(&*plain, |(before, _)| before), format!(": {}", values.join(", ")))
        }
        false => (&*plain, String::new()),
    };
    let own: Vec<String> = arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let default = match &defaults[1..] {
        _ if !arg.get_action().takes_values() => String::new(),
        _ if !own.is_empty() => own.join(","),
        [one] => one.trim_end_matches(']').to_owned(),
        _ => String::new(),
    };
    // A default that takes an explanation is left to `--help` too.
    let default = if default.is_empty() || default.len() > 24 { String::new() } else { format!(" (`{default}`)") };
    format!("{plain}{values}{default}").replace('|', "\\|")
}

/// The page says what the program knows. `TORUSMITH_WRITE_DOCS=1 cargo test --lib flags` writes it.
#[test]
fn the_page_lists_all_flags() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (start, end) = ("<!-- flags -->\n", "<!-- end of flags -->");
    let (before, rest) = page.split_once(start).unwrap();
    let (kept, after) = rest.split_once(end).unwrap();
    let made = table(&crate::cli::command());
    assert!(made.lines().count() > 60);
    if std::env::var_os("TORUSMITH_WRITE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{start}{made}{end}{after}")).unwrap();
        return;
    }
    assert!(kept == made, "TORUSMITH_WRITE_DOCS=1 cargo test --lib flags");
}
