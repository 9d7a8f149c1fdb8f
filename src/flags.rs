//! Flags of all commands: one record each (docs/architecture.md, "Adding a flag").
//!
//! Values, value names and help texts stand with the fields that clap reads them into. The [`table`] says where help lists a flag, where it
//! has meaning, which field of a manifest it must agree with, whether it names a file, and which name it had before. Refusals and `--rtl`
//! agreement ([`check`]), help, short letters, completions and the page of flags are made from it.

mod check;
mod commands;
mod help;
#[cfg(test)]
mod page;
#[cfg(test)]
mod python;
mod table;
#[cfg(test)]
mod tests;

use clap::{Arg, Command};
use torusmith_testbench::Design;

pub use check::check;
pub use help::arranged;
use table::TABLE;

/// A flag.
pub struct Flag {
    /// The name, without dashes; of a positional argument its id.
    name: &'static str,
    letter: Option<char>,
    /// Names before this one, and values before others as `(before, now)`: refused with the new one.
    renamed: (&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// A command in which the flag is part of another flag, and that flag.
    part_of: Option<(&'static str, &'static str)>,
    /// Where it has meaning.
    rules: &'static [Rule],
    /// The value that a design has, in the words of the flag; the second argument is the value given.
    design: Option<fn(&Design, &str) -> String>,
    /// Files that it names, each with the commands for which it does so; empty: all.
    paths: &'static [(Path, &'static [&'static str])],
}

/// Use of the files that a flag names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// A file or folder that is read.
    Read,
    /// A file that is written.
    Written,
    /// A folder in which files are written.
    Filled,
}

/// Where a flag has meaning: with some values of another flag, the selector.
#[derive(Clone, Copy)]
struct Rule {
    selector: &'static str,
    values: Values,
    /// Values of the flag that have meaning in any case.
    except: &'static [&'static str],
    /// Commands that the rule is for; empty: all.
    commands: &'static [&'static str],
    /// A flag without which the rule does not count; empty: it always counts.
    beside: &'static str,
    /// Why a value is refused.
    reason: &'static str,
    /// The flag would have no effect, so the keys of a config file for all commands may set it.
    shareable: bool,
}

/// Values of a selector; of `hot-spot:10` and `trace:FILE` the part before the colon.
#[derive(Clone, Copy)]
enum Values {
    /// One of these.
    With(&'static [&'static str]),
    /// None of these; if the list is empty, the selector must not be given.
    Without(&'static [&'static str]),
}

/// A flag that has meaning everywhere.
const fn flag(name: &'static str) -> Flag {
    Flag { name, letter: None, renamed: (&[], &[]), part_of: None, rules: &[], design: None, paths: &[] }
}

impl Flag {
    const fn letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
    }

    const fn was(self, names: &'static [&'static str]) -> Self {
        Self { renamed: (names, self.renamed.1), ..self }
    }

    const fn values_were(self, values: &'static [(&'static str, &'static str)]) -> Self {
        Self { renamed: (self.renamed.0, values), ..self }
    }

    const fn part_of(self, command: &'static str, flag: &'static str) -> Self {
        Self { part_of: Some((command, flag)), ..self }
    }

    const fn only(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    const fn agrees(self, design: fn(&Design, &str) -> String) -> Self {
        Self { design: Some(design), ..self }
    }

    const fn paths(self, paths: &'static [(Path, &'static [&'static str])]) -> Self {
        Self { paths, ..self }
    }
}

/// Only where the selector has one of these values.
const fn with(selector: &'static str, values: &'static [&'static str]) -> Rule {
    Rule { selector, values: Values::With(values), except: &[], commands: &[], beside: "", reason: "", shareable: false }
}

/// Only where the selector has none of these values; if the list is empty, only where it is not given.
const fn without(selector: &'static str, values: &'static [&'static str]) -> Rule {
    Rule { values: Values::Without(values), ..with(selector, &[]) }
}

impl Rule {
    const fn at(self, commands: &'static [&'static str]) -> Self {
        Self { commands, ..self }
    }

    const fn except(self, except: &'static [&'static str]) -> Self {
        Self { except, ..self }
    }

    const fn beside(self, beside: &'static str) -> Self {
        Self { beside, ..self }
    }

    const fn because(self, reason: &'static str) -> Self {
        Self { reason, ..self }
    }

    const fn shareable(self) -> Self {
        Self { shareable: true, ..self }
    }
}

/// All flags, with their headings.
fn all() -> impl Iterator<Item = (&'static str, &'static Flag)> {
    TABLE.iter().flat_map(|(heading, flags)| flags.iter().map(|flag| (*heading, flag)))
}

/// The name of an argument: its long flag, or the id of a positional one.
pub fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or(arg.get_id().as_str())
}

/// The use of the files that an argument names.
pub fn path(command: &Command, arg: &Arg) -> Option<Path> {
    let (_, flag) = all().find(|(_, flag)| flag.name == name(arg))?;
    let here = |commands: &[&str]| commands.is_empty() || commands.contains(&command.get_name());
    flag.paths.iter().find(|(_, commands)| here(commands)).map(|(path, _)| *path)
}

/// The name that a flag of a command has now, without dashes, by one that it had before.
pub fn renamed(command: &Command, before: &str) -> Option<&'static str> {
    let mut known = all().filter(|(_, flag)| flag.renamed.0.contains(&before)).map(|(_, flag)| flag.name);
    known.find(|now| command.get_arguments().any(|arg| name(arg) == *now))
}

/// The name that a value of a flag has now, by one that it had before.
pub fn renamed_value(flag: &str, before: &str) -> Option<&'static str> {
    let (_, flag) = all().find(|(_, known)| known.name == flag)?;
    flag.renamed.1.iter().find(|(name, _)| *name == before).map(|(_, now)| *now)
}
