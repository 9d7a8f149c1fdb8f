//! The table against the command line that clap has.

use std::collections::BTreeSet;

use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::commands::COMMANDS;
use super::{Values, all, name};
use crate::cli::command;

/// Flags of a command.
fn flags(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_positional())
}

#[test]
fn each_flag_has_one_record_and_each_record_a_flag() {
    let command = command();
    let known: Vec<&str> = all().map(|(_, flag)| flag.name).collect();
    let used: BTreeSet<&str> = command.get_subcommands().flat_map(Command::get_arguments).map(name).chain(["quiet"]).collect();
    assert_eq!(known.iter().collect::<BTreeSet<_>>().len(), known.len(), "a flag has two records");
    assert!(known.iter().all(|flag| used.contains(flag)), "{known:?}");
    for sub in command.get_subcommands() {
        for arg in flags(sub).filter(|arg| name(arg) != "help") {
            assert!(known.contains(&name(arg)), "{} {}: no record", sub.get_name(), name(arg));
            assert!(arg.get_help_heading().is_some(), "{} {}", sub.get_name(), name(arg));
        }
    }
    for (_, flag) in all() {
        for rule in flag.rules {
            assert!(known.contains(&rule.selector) || rule.selector == "study", "{}: {}", flag.name, rule.selector);
            let (Values::With(values) | Values::Without(values)) = rule.values;
            let takes = |arg: &Arg| {
                let possible = arg.get_possible_values();
                values.iter().all(|value| {
                    possible.is_empty()
                        || possible.iter().any(|known| known.matches(value, false) || known.get_name().starts_with(&format!("{value}:")))
                })
            };
            let mut selectors = command.get_subcommands().flat_map(Command::get_arguments).filter(|arg| name(arg) == rule.selector);
            assert!(selectors.all(takes), "{}: {} = {values:?}", flag.name, rule.selector);
        }
    }
}

#[test]
fn each_command_has_a_group_and_at_most_ten_flags_in_short_help() {
    let command = command();
    let grouped: Vec<&str> = COMMANDS.iter().flat_map(|(_, commands)| commands.iter().map(|(name, _)| *name)).collect();
    for sub in command.get_subcommands() {
        assert_eq!(grouped.iter().filter(|name| **name == sub.get_name()).count(), 1, "{}", sub.get_name());
    }
    for (sub, short) in COMMANDS.iter().flat_map(|(_, commands)| *commands) {
        let Some(sub) = command.find_subcommand(sub) else { continue };
        assert!(short.len() <= 10, "{}: {}", sub.get_name(), short.len());
        assert!(short.iter().all(|flag| flags(sub).any(|arg| name(arg) == *flag)), "{}: {short:?}", sub.get_name());
        let shown: BTreeSet<&str> = flags(sub).filter(|arg| !arg.is_hide_short_help_set()).map(name).collect();
        assert_eq!(shown, short.iter().copied().chain(["help"]).collect(), "{}", sub.get_name());
    }
}

/// `a` is `b` with one letter more or another one.
fn differ_by_a_letter(a: &str, b: &str) -> bool {
    let ahead = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let rest = |at: usize, of: usize| (&a[(ahead + at).min(a.len())..], &b[(ahead + of).min(b.len())..]);
    a != b && [rest(1, 0), rest(0, 1), rest(1, 1)].iter().any(|(a, b)| a == b)
}

#[test]
fn no_two_names_differ_by_a_letter() {
    assert!(differ_by_a_letter("map", "maps") && differ_by_a_letter("tmap", "map") && differ_by_a_letter("mad", "map"));
    assert!(!differ_by_a_letter("map", "map") && !differ_by_a_letter("map", "mbd") && !differ_by_a_letter("map", "mapss"));
    let names: Vec<&str> = all().map(|(_, flag)| flag.name).collect();
    for (at, name) in names.iter().enumerate() {
        assert!(names[..at].iter().all(|other| !differ_by_a_letter(name, other)), "{name}");
        assert!(all().all(|(_, flag)| !flag.renamed.0.contains(name)), "{name} is an old name, too");
    }
}

/// The ends of a range, as in `virtual channels, 1 to 8 [default: 2]`.
fn range(help: &str) -> Option<(f64, f64)> {
    let words: Vec<&str> = help.split([' ', ',', ';', ':']).collect();
    let number = |word: &str| word.parse::<f64>().ok();
    words.windows(3).find_map(|three| if three[1] == "to" { number(three[0]).zip(number(three[2])) } else { None })
}

#[test]
fn ranges_in_help_are_those_that_are_taken() {
    let command = command();
    let mut seen = BTreeSet::new();
    for sub in command.get_subcommands() {
        for arg in flags(sub) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            // A list of numbers, which is read with the network; a range of the multicast router alone.
            let Some((least, most)) = range(&help).filter(|_| !["link-slices", "flit-width"].contains(&name(arg))) else { continue };
            let takes = |value: f64| {
                let words = [sub.get_name().to_owned(), format!("--{}={value}", name(arg))];
                let refused = sub.clone().try_get_matches_from(words).err().map(|e| e.kind());
                !matches!(refused, Some(ErrorKind::ValueValidation | ErrorKind::InvalidValue))
            };
            let step = if most.fract() == 0.0 && !help.contains("robability") && !help.contains("hare of") { 1.0 } else { 0.001 };
            let ends = [least - step, least, most, most + step].map(takes);
            assert_eq!(ends, [false, true, true, false], "{} --{}: {help}", sub.get_name(), name(arg));
            seen.insert(name(arg).to_owned());
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
}
