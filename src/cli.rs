//! The command line: subcommands, the config file, and clap's errors in one line.

use std::error::Error;
use std::ffi::OsString;

use anyhow::anyhow;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::exit::Verdict;
use crate::values::Allowed;
use crate::{
    area, completions, config, cosim, deadlock, doctor, fpga, generate, import, man, multicast, mutate, prove, route, simulate, study,
    topology,
};

/// From a hierarchical torus network's name to synthesizable Verilog routers, and the proof that they are right.
#[derive(Debug, Parser)]
#[command(name = "torusmith", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands, one file each.
#[derive(Debug, Subcommand)]
pub enum Command {
    Generate(Box<generate::Args>),
    Cosim(Box<cosim::Args>),
    Simulate(simulate::Args),
    Study(study::Args),
    Route(route::Args),
    Multicast(multicast::Args),
    Topology(topology::Args),
    Import(import::Args),
    Deadlock(deadlock::Args),
    Area(area::Args),
    Fpga(fpga::Args),
    Prove(prove::Args),
    Mutate(Box<mutate::Args>),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Runs the subcommand.
    pub fn run(self) -> anyhow::Result<Verdict> {
        match self {
            Self::Generate(args) => generate::run(&args),
            Self::Cosim(args) => cosim::run(&args),
            Self::Simulate(args) => simulate::run(&args),
            Self::Study(args) => study::run(&args),
            Self::Route(args) => route::run(&args),
            Self::Multicast(args) => multicast::run(&args),
            Self::Topology(args) => topology::run(&args),
            Self::Import(args) => import::run(&args),
            Self::Deadlock(args) => deadlock::run(&args),
            Self::Area(args) => area::run(&args),
            Self::Fpga(args) => fpga::run(&args),
            Self::Prove(args) => prove::run(&args),
            Self::Mutate(args) => mutate::run(&args),
            Self::Doctor(args) => doctor::run(&args),
            Self::Completions(args) => completions::run(&args, &mut Cli::command()),
            Self::Man(args) => man::run(&args, &mut Cli::command()),
        }
    }
}

/// Reads the command line and the config file it names. Prints help and version, if that is what is asked for: then there is no command.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<Option<Command>> {
    let args: Vec<OsString> = args.into_iter().collect();
    let mut command = Cli::command();
    if args.len() < 2 {
        crate::output::text(FIRST)?;
        return Ok(None);
    }
    if let (Some(file), Some(sub)) = (config::named(&args), subcommand(&command, &args)) {
        command = config::apply(command, &sub, &file)?;
    }
    match command.try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(Some(cli.command)),
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            crate::output::text(&e.render().to_string())?;
            Ok(None)
        }
        Err(e) => Err(anyhow!(one_line(&e))),
    }
}

/// What the program says when it is called alone.
const FIRST: &str = "\
torusmith writes routers and networks on chip as Verilog, and checks them. To start with:

  torusmith generate torus:4,4 --out build/torus    a router in Verilog-2001, with a manifest
  torusmith simulate torus:4,4                      throughput and latency of the network
  torusmith cosim torus:4,4                         the Verilog beside the model, every port in every clock

All commands: torusmith --help. The tools that are missing: torusmith doctor.
";

fn subcommand(command: &clap::Command, args: &[OsString]) -> Option<String> {
    args.iter().skip(1).find_map(|arg| command.find_subcommand(arg)).map(|sub| sub.get_name().to_owned())
}

/// What clap has to say, without its usage block.
fn one_line(e: &clap::Error) -> String {
    if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand || e.kind() == ErrorKind::MissingSubcommand {
        let known: Vec<String> = Cli::command().get_subcommands().map(|s| s.get_name().to_owned()).collect();
        return format!("no subcommand; allowed: {} (see torusmith --help)", known.join(", "));
    }
    if let Some(refusal) = refusal(e) {
        return refusal;
    }
    let text = e.render().to_string();
    let paragraphs = text.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    let told: Vec<String> = paragraphs.filter(|p| !p.starts_with("Usage:") && !p.starts_with("For more information")).collect();
    let message = told.join("; ").trim_start_matches("error: ").to_owned();
    if e.kind() == ErrorKind::InvalidSubcommand && e.get(ContextKind::SuggestedSubcommand).is_none() {
        let known: Vec<String> = Cli::command().get_subcommands().map(|s| s.get_name().to_owned()).collect();
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
    let nearest = told(ContextKind::SuggestedValue).map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"));
    Some(format!("{field} = {value} is not allowed{nearest}; allowed: {allowed}"))
}
