//! Refuses flags where they have no meaning, and flags that say other than the design of `--rtl`.

use anyhow::{anyhow, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use torusmith_testbench::Design;
use torusmith_topology::Network;

use super::table::LOCK_STEPS;
use super::{Flag, Rule, Values, all, name};
use crate::config::Setting;
use crate::options::has_classes_to_find;

/// Refuses the first flag that has no meaning beside the others, or differs from the design of `--rtl`. `configured` are the ids of arguments
/// whose defaults are those of a config file.
pub fn check(command: &Command, matches: &ArgMatches, configured: &[Setting]) -> anyhow::Result<()> {
    let choice = Choice { command, matches, configured };
    let given: Vec<(&Flag, String)> = all().filter_map(|(_, flag)| Some((flag, choice.given(flag.name)?.join(",")))).collect();
    for (flag, value) in &given {
        flag.rules.iter().try_for_each(|rule| choice.hold(flag, value, rule))?;
    }
    let Some(design) = choice.design() else { return Ok(()) };
    for (flag, value) in &given {
        let Some(there) = flag.design.map(|of| of(design, value)) else { continue };
        if !same(&there, value) {
            bail!("{} = {value} is not allowed; {} has {there}", flag.name, design.dir.display());
        }
    }
    Ok(())
}

/// Two values are the same: as texts or as numbers.
fn same(a: &str, b: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    a.trim() == b.trim() || number(a).is_some() && number(a) == number(b)
}

/// Flags of a command line, a config file and a design together.
struct Choice<'a> {
    command: &'a Command,
    matches: &'a ArgMatches,
    configured: &'a [Setting],
}

impl<'a> Choice<'a> {
    fn arg(&self, flag: &str) -> Option<&Arg> {
        self.command.get_arguments().find(|arg| name(arg) == flag)
    }

    /// The values of a flag that the command line or the config file gives.
    fn given(&self, flag: &str) -> Option<Vec<String>> {
        let arg = self.arg(flag)?;
        let id = arg.get_id().as_str();
        let source = self.matches.value_source(id)?;
        let chosen = source != ValueSource::DefaultValue || self.configured.iter().any(|setting| setting.id == id);
        let values = self.raw(id).filter(|values| arg.get_action().takes_values() || values != &["false"]);
        values.filter(|_| chosen)
    }

    /// Whether the value comes from the keys of a config file for all commands.
    fn is_shared(&self, flag: &str) -> bool {
        let Some(id) = self.arg(flag).map(|arg| arg.get_id().as_str()) else { return false };
        self.matches.value_source(id) == Some(ValueSource::DefaultValue)
            && self.configured.iter().rfind(|s| s.id == id).is_some_and(|s| s.shared)
    }

    fn raw(&self, id: &str) -> Option<Vec<String>> {
        let values = self.matches.try_get_raw(id).ok()??;
        Some(values.map(|value| value.to_string_lossy().trim().to_owned()).collect())
    }

    /// The design of `--rtl`.
    fn design(&self) -> Option<&'a Design> {
        self.matches.try_get_one("rtl").ok()?
    }

    /// Its network's classes of virtual channels are to be found.
    fn finds_classes(&self) -> bool {
        self.matches.try_get_one::<Network>("network").ok().flatten().is_some_and(has_classes_to_find)
    }

    /// The values of a selector: the design's, else those given, else those by default.
    fn values(&self, selector: &str) -> Vec<String> {
        let design = self.design().zip(all().find(|(_, flag)| flag.name == selector).and_then(|(_, flag)| flag.design));
        design
            .map(|(design, of)| vec![of(design, "")])
            .or_else(|| self.given(selector))
            .or_else(|| self.default_value(selector).map(|value| vec![value.to_owned()]))
            .or_else(|| self.raw(self.arg(selector)?.get_id().as_str()))
            .unwrap_or_default()
    }

    /// The value of a selector that is not given, where clap does not know it.
    fn default_value(&self, selector: &str) -> Option<&'static str> {
        Some(match selector {
            "interface" => "flit",
            "router" if self.given("preset").is_some() => "multicast",
            "router" => "plain",
            "scope" if LOCK_STEPS.contains(&self.command.get_name()) && self.values("interface") == ["axi4"] => "network",
            "scope" => "router",
            "compare" => "ports",
            "driver" if self.values("compare") == ["packets"] => "source",
            "driver" if self.values("traffic").iter().any(|word| kind(word) == "trace") => "source",
            "driver" => "all",
            "vc-rule" if self.finds_classes() => "auto",
            _ => return None,
        })
    }

    /// Refuses a value of a flag that a rule is against.
    fn hold(&self, flag: &Flag, value: &str, rule: &Rule) -> anyhow::Result<()> {
        let counts = rule.commands.is_empty() || rule.commands.contains(&self.command.get_name());
        if rule.shareable && self.is_shared(flag.name) {
            return Ok(());
        }
        if !counts || rule.except.contains(&value) || !rule.beside.is_empty() && self.given(rule.beside).is_none() {
            return Ok(());
        }
        let selector = rule.selector;
        let values = match rule.values {
            Values::Without([]) => self.given(selector).unwrap_or_default(),
            _ => self.values(selector),
        };
        let listed = |words: &[&str]| values.iter().find(|value| words.contains(&kind(value)));
        let (against, allowed) = match rule.values {
            Values::With(words) if listed(words).is_some() => return Ok(()),
            Values::With(["auto"]) => (values.join(","), "with vc-rule = auto, or classes = auto in a network file".to_owned()),
            Values::With(words) => (values.join(","), format!("with {selector} = {}", words.join(", "))),
            Values::Without([]) if values.is_empty() => return Ok(()),
            Values::Without([]) => (values.join(","), format!("without {selector}")),
            Values::Without(words) => match listed(words) {
                Some(value) => (value.clone(), format!("with any other {selector}")),
                None => return Ok(()),
            },
        };
        let against = match against.as_str() {
            "" => String::new(),
            "auto" if self.given(selector).is_none() => " with classes = auto in the network file".to_owned(),
            value => format!(" with {selector} = {value}"),
        };
        let reason = if rule.reason.is_empty() { String::new() } else { format!(", {}", rule.reason) };
        let own = if rule.except.is_empty() { String::new() } else { format!(": {}; others", rule.except.join(", ")) };
        Err(anyhow!("{} = {value} is not allowed{against}{reason}; allowed{own} {allowed}", flag.name))
    }
}

/// `trace` of `trace:FILE`.
fn kind(value: &str) -> &str {
    value.split(':').next().unwrap_or(value)
}
