//! `--config FILE.toml`: the keys of the file are the names of the flags (docs/cli.md).
//!
//! What the file sets becomes the default of the flag, so that the flag itself is checked and overrides as always.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Command;
use toml::{Table, Value};

use crate::flags;
use crate::values::not_allowed;

/// A value for an argument of a subcommand.
#[derive(Debug)]
pub struct Setting {
    /// The id of the argument.
    pub id: String,
    value: String,
    /// Its key is for all subcommands.
    pub shared: bool,
}

/// Flags that a file cannot set.
const NOT_IN_A_FILE: [&str; 4] = ["config", "help", "version", "quiet"];

/// The file named by `--config` on the command line, if there is one.
pub fn named(args: &[OsString]) -> Option<PathBuf> {
    args.iter().enumerate().find_map(|(i, arg)| match arg.to_str()?.strip_prefix("--config")? {
        "" => args.get(i + 1).map(PathBuf::from),
        rest => rest.strip_prefix('=').map(PathBuf::from),
    })
}

/// The command with the file's values as defaults of `subcommand`, and these values.
pub fn apply(command: Command, subcommand: &str, file: &PathBuf) -> anyhow::Result<(Command, Vec<Setting>)> {
    let whole = || format!("config {}", file.display());
    let text = std::fs::read_to_string(file).with_context(whole)?;
    let table: Table = toml::from_str(&text).map_err(|e| {
        let at = e.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        anyhow::anyhow!("config {}, line {at}: {}", file.display(), e.message())
    })?;
    let settings = select(&command, subcommand, &table).with_context(whole)?;
    let command = command.mut_subcommand(subcommand, |sub| {
        settings.iter().fold(sub, |sub, setting| sub.mut_arg(&setting.id, |arg| arg.default_value(&setting.value).required(false)))
    });
    Ok((command, settings))
}

/// The settings that concern a subcommand: those at the top of the file that it has, and those of its table.
fn select(command: &Command, subcommand: &str, table: &Table) -> anyhow::Result<Vec<Setting>> {
    let mut chosen = Vec::new();
    for (key, value) in table {
        if let (Some(sub), Value::Table(own)) = (command.find_subcommand(key), value) {
            for (key, value) in own {
                let setting = setting(sub, key, value).transpose()?;
                let Some(setting) = setting else { bail!("unknown key `{key}` in [{}]; {}", sub.get_name(), known_keys(key, &[sub])) };
                if sub.get_name() == subcommand {
                    let (id, value) = setting;
                    chosen.push(Setting { id, value, shared: false });
                }
            }
            continue;
        }
        let mut known = false;
        for sub in command.get_subcommands() {
            let Some(setting) = setting(sub, key, value) else { continue };
            known = true;
            if sub.get_name() == subcommand {
                // A subcommand's own table has the last word.
                let (id, value) = setting?;
                chosen.insert(0, Setting { id, value, shared: true });
            }
        }
        if !known {
            bail!("unknown key `{key}`; {}", known_keys(key, &command.get_subcommands().collect::<Vec<_>>()));
        }
    }
    Ok(chosen)
}

/// `key = value` as the default of an argument of `sub`; `None` if it has no such argument.
pub fn setting(sub: &Command, key: &str, value: &Value) -> Option<anyhow::Result<(String, String)>> {
    let arg = sub.get_arguments().find(|arg| name(arg).is_some_and(|n| n == key))?;
    let is_flag = !arg.get_action().takes_values();
    let text = match (is_flag, value) {
        (true, Value::Boolean(b)) => Ok(b.to_string()),
        (true, _) => Err(not_allowed(key, value, "true, false")),
        (false, value) => plain(value).ok_or_else(|| not_allowed(key, value, "a text, a number or a list of them")),
    };
    Some(text.map(|text| (arg.get_id().to_string(), text)))
}

/// A value as it is written on the command line; lists with commas.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => Some(s.clone()),
        Value::Integer(i) => Some(i.to_string()),
        Value::Float(f) => Some(f.to_string()),
        Value::Array(all) => all.iter().map(plain).collect::<Option<Vec<_>>>().map(|all| all.join(",")),
        _ => None,
    }
}

/// The key of an argument: its long flag, or the name of a positional one.
pub fn name(arg: &clap::Arg) -> Option<&str> {
    let name = arg.get_long().unwrap_or(arg.get_id().as_str());
    (!NOT_IN_A_FILE.contains(&name)).then_some(name)
}

/// The keys of commands, or the one that an unknown key is now.
fn known_keys(unknown: &str, commands: &[&Command]) -> String {
    if let Some(now) = commands.iter().find_map(|command| flags::renamed(command, unknown)) {
        return format!("it is called `{now}`");
    }
    let mut all: Vec<&str> = commands.iter().flat_map(|sub| sub.get_arguments().filter_map(name)).collect();
    all.sort_unstable();
    all.dedup();
    format!("allowed: {}", all.join(", "))
}
