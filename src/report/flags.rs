//! The flags that were given to `report`, from the command line or a config file, and which go on to other commands.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// The network as it was named, and flags with their values.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// As on the command line.
    pub network: String,
    /// By name without dashes; no value if there is none to give.
    flags: Vec<(String, Option<String>)>,
}

impl Given {
    /// Flags in `matches` for `sub`; defaults do not count.
    pub fn of(sub: &Command, matches: &ArgMatches) -> Self {
        let flags = sub.get_arguments().filter_map(|arg| given(arg, matches)).collect();
        Self { network: raw(matches, "network").unwrap_or_default(), flags }
    }

    /// Those that a command has, in its words.
    pub fn for_command(&self, sub: &Command) -> Vec<String> {
        let known = |name: &str| sub.get_arguments().any(|arg| arg.get_long() == Some(name));
        let of = |(name, value): &(String, Option<String>)| [Some(format!("--{name}")), value.clone()].into_iter().flatten();
        self.flags.iter().filter(|(name, _)| !OWN.contains(&&name[..]) && known(name)).flat_map(of).collect()
    }
}

/// Flags of `report` itself, of which some mean something else elsewhere.
const OWN: [&str; 11] = ["out", "traffic", "cycles", "seed", "map", "area", "fpga", "prove", "mutate", "json", "config"];

fn given(arg: &Arg, matches: &ArgMatches) -> Option<(String, Option<String>)> {
    let (name, id) = (arg.get_long()?, arg.get_id().as_str());
    let value = raw(matches, id);
    let usual = || arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(",");
    match matches.value_source(id)? {
        ValueSource::DefaultValue if value.as_deref() == Some(&usual()[..]) => None,
        _ if arg.get_action().takes_values() => Some((name.to_owned(), value)),
        // A config file can say that a flag is not set.
        _ => matches.get_flag(id).then(|| (name.to_owned(), None)),
    }
}

fn raw(matches: &ArgMatches, id: &str) -> Option<String> {
    let values = matches.get_raw(id)?.map(|value| value.to_string_lossy().into_owned());
    Some(values.collect::<Vec<_>>().join(","))
}
