//! Help: commands in groups, flags under headings, and the few flags of `-h`.

use clap::{Arg, ArgAction, Command};

use super::commands::COMMANDS;
use super::{all, name};

/// The command line with groups of commands, and with headings, order and letters of flags.
pub fn arranged(command: Command) -> Command {
    let global: Vec<Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let command = command.mut_subcommands(|sub| of_table(sub.args(&global)));
    let template = template(&command);
    command.help_template(template)
}

/// The template of `torusmith --help`: clap has one list of commands, and none of groups.
fn template(command: &Command) -> String {
    let about = |name: &str| command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (group, commands) in COMMANDS {
        text += &format!("\n{group}:\n");
        for (name, about) in commands.iter().filter_map(|(name, _)| Some((name, about(name)?))) {
            text += &format!("  {name:<12} {about}\n");
        }
    }
    text + "\nOptions:\n{options}\n\nFlags of a command: torusmith COMMAND -h; all of them: torusmith COMMAND --help"
}

/// A command whose flags have headings, order and letters of the table.
fn of_table(command: Command) -> Command {
    let short = COMMANDS.iter().flat_map(|(_, commands)| *commands).find(|(name, _)| *name == command.get_name());
    let short = short.map_or(&[][..], |(_, flags)| *flags);
    let place = |arg: &Arg| all().position(|(_, flag)| flag.name == name(arg)).filter(|_| !arg.is_positional());
    let arrange = |arg: &Arg| match place(arg).and_then(|place| all().nth(place).zip(Some(place))) {
        Some(((heading, flag), place)) => {
            let arg = arg.clone().help_heading(heading).display_order(place).hide_short_help(!short.contains(&flag.name));
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
    let help =
        Arg::new("help").short('h').long("help").action(ArgAction::Help).help("Print the flags that most runs need (-h) or all (--help)");
    Command::new(command.get_name().to_owned())
        .about(about.unwrap_or_default())
        .after_help(after.unwrap_or_default())
        .groups(groups)
        .args(args)
        .disable_help_flag(true)
        .arg(help.help_heading("Output").display_order(usize::MAX))
}
