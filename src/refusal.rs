//! clap's errors in one line.

use std::error::Error;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::flags;
use crate::values::Allowed;

/// The message of clap, without its usage block; `command` is the subcommand if there is one.
pub fn one_line(e: &clap::Error, command: &Command) -> String {
    if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand || e.kind() == ErrorKind::MissingSubcommand {
        let known: Vec<String> = command.get_subcommands().map(|s| s.get_name().to_owned()).collect();
        return format!("no subcommand; allowed: {} (see torusmith --help)", known.join(", "));
    }
    if let Some(refusal) = refusal(e) {
        return refusal;
    }
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(flag))) = (e.kind(), e.get(ContextKind::InvalidArg))
        && let Some(now) = flags::renamed(command, flag.trim_start_matches('-'))
    {
        return format!("unknown flag {flag}: it is called --{now}");
    }
    let text = e.render().to_string();
    let paragraphs = text.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    let told: Vec<String> = paragraphs.filter(|p| !p.starts_with("Usage:") && !p.starts_with("For more information")).collect();
    let message = told.join("; ").trim_start_matches("error: ").to_owned();
    if e.kind() == ErrorKind::InvalidSubcommand && e.get(ContextKind::SuggestedSubcommand).is_none() {
        let known: Vec<String> = command.get_subcommands().map(|s| s.get_name().to_owned()).collect();
        return format!("{message}; allowed: {}", known.join(", "));
    }
    message
}

/// A value that its flag cannot have: the field, the value, and what is allowed.
fn refusal(e: &clap::Error) -> Option<String> {
    let told = |kind| match e.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(all) => Some(all.join(", ")),
        _ => None,
    };
    let (flag, value) = (told(ContextKind::InvalidArg)?, told(ContextKind::InvalidValue)?);
    let field = flag.trim_start_matches(['-', '<', '[']).split([' ', '>', ']']).next()?.to_lowercase();
    let allowed = match e.source() {
        // An error of another crate names the field itself.
        Some(source) if !source.is::<Allowed>() => return Some(source.to_string()),
        Some(allowed) => allowed.to_string(),
        None => told(ContextKind::ValidValue).filter(|_| !value.is_empty())?,
    };
    let renamed = flags::renamed_value(&field, &value).map(str::to_owned);
    let nearest =
        renamed.or_else(|| told(ContextKind::SuggestedValue)).map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"));
    Some(format!("{field} = {value} is not allowed{nearest}; allowed: {allowed}"))
}
