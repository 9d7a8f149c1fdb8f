//! Flags of all commands: one record each (docs/architecture.md, "Adding a flag").
//!
//! Values, value names and help texts stand with the fields that clap reads them into. The [`table`] says where help lists a flag, where it
//! has meaning, and with which field of a manifest it must agree. Refusals and `--rtl` agreement ([`check`]), headings, short letters and the
//! page of flags are made from it.

mod check;
#[cfg(test)]
mod page;
mod table;

use clap::{Arg, Command};
use torusmith_testbench::Design;

pub use check::check;
use table::TABLE;

/// A flag.
pub struct Flag {
    /// The name, without dashes; of a positional argument its id.
    name: &'static str,
    letter: Option<char>,
    /// A command in which it is for another flag, and that flag.
    part_of: Option<(&'static str, &'static str)>,
    /// Where it has meaning.
    rules: &'static [Rule],
    /// What a design has, in the words of the flag; it is told what was given.
    design: Option<fn(&Design, &str) -> String>,
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
}

/// Values of a selector; of `hot-spot:10` and `trace:FILE` what stands before the colon.
#[derive(Clone, Copy)]
enum Values {
    /// One of these.
    With(&'static [&'static str]),
    /// None of these; if there are none here, the selector must not be given.
    Without(&'static [&'static str]),
}

/// A flag that has meaning everywhere.
const fn flag(name: &'static str) -> Flag {
    Flag { name, letter: None, part_of: None, rules: &[], design: None }
}

impl Flag {
    const fn letter(self, letter: char) -> Self {
        Self { letter: Some(letter), ..self }
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
}

/// Only where the selector has one of these values.
const fn with(selector: &'static str, values: &'static [&'static str]) -> Rule {
    Rule { selector, values: Values::With(values), except: &[], commands: &[], beside: "", reason: "" }
}

/// Only where the selector has none of these values; if there are none here, only where it is not given.
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
}

/// All flags, with their headings.
fn all() -> impl Iterator<Item = (&'static str, &'static Flag)> {
    TABLE.iter().flat_map(|(heading, flags)| flags.iter().map(|flag| (*heading, flag)))
}

/// The name of an argument: its long flag, or the id of a positional one.
pub fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or(arg.get_id().as_str())
}

/// A command whose flags have headings, order and letters of the table.
pub fn arranged(command: Command) -> Command {
    let place = |arg: &Arg| all().position(|(_, flag)| flag.name == name(arg)).filter(|_| !arg.is_positional());
    let arrange = |arg: &Arg| match place(arg).and_then(|place| all().nth(place).zip(Some(place))) {
        Some(((heading, flag), place)) => {
            let arg = arg.clone().help_heading(heading).display_order(place);
            let arg = if let Some(letter) = flag.letter { arg.short(letter) } else { arg };
            match flag.part_of.filter(|(of, _)| *of == command.get_name()) {
                Some((_, whole)) => arg.requires(whole),
                None => arg,
            }
        }
        None => arg.clone(),
    };
    let mut args: Vec<Arg> = command.get_arguments().map(arrange).collect();
    // Help lists headings as their first flags come.
    args.sort_by_key(place);
    let groups: Vec<_> = command.get_groups().cloned().collect();
    let (about, after) = (command.get_about().cloned(), command.get_after_help().cloned());
    Command::new(command.get_name().to_owned())
        .about(about.unwrap_or_default())
        .after_help(after.unwrap_or_default())
        .groups(groups)
        .args(args)
}
