//! The command line: subcommands and the config file.

use std::ffi::OsString;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::exit::Verdict;
use crate::{
    area, asic, completions, config, cosim, deadlock, demo, doctor, energy, explore, faults, flags, fpga, generate, import, man, multicast,
    outputs, progress, refusal, report, route, simulate, study, sweep, topology,
};
#[cfg(feature = "prove")]
use crate::{mutate, prove};

/// Generate Verilog routers for a network-on-chip, prove them against a written specification, and check them against a golden model.
#[derive(Debug, Parser)]
#[command(name = "torusmith", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// No progress and no notes; errors are still printed
    #[arg(short, long, global = true)]
    quiet: bool,
}

/// The subcommands, one file each.
#[derive(Debug, Subcommand)]
pub enum Command {
    Generate(Box<generate::Args>),
    Cosim(Box<cosim::Args>),
    Simulate(simulate::Args),
    Study(study::Args),
    Sweep(sweep::Args),
    Explore(explore::Args),
    Route(route::Args),
    Multicast(multicast::Args),
    Report(Box<report::Args>),
    Topology(topology::Args),
    Faults(faults::Args),
    Import(import::Args),
    Deadlock(deadlock::Args),
    Area(area::Args),
    Asic(Box<asic::Args>),
    Energy(Box<energy::Args>),
    Fpga(fpga::Args),
    #[cfg(feature = "prove")]
    Prove(Box<prove::Args>),
    #[cfg(feature = "prove")]
    Mutate(Box<mutate::Args>),
    Doctor(doctor::Args),
    Demo(demo::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// With what its fields do not say: the words of flags that go on to other commands.
    fn with(mut self, matches: &clap::ArgMatches) -> Self {
        if let (Self::Report(args), Some((name, given))) = (&mut self, matches.subcommand()) {
            args.given = command().find_subcommand(name).map(|sub| report::Given::of(sub, given)).unwrap_or_default();
        }
        self
    }

    /// Runs the subcommand.
    pub fn run(self) -> anyhow::Result<Verdict> {
        match self {
            Self::Generate(args) => generate::run(&args),
            Self::Cosim(args) => cosim::run(&args),
            Self::Simulate(args) => simulate::run(&args),
            Self::Study(args) => study::run(&args),
            Self::Sweep(args) => sweep::run(&args, &command()),
            Self::Explore(args) => explore::run(&args, &command()),
            Self::Route(args) => route::run(&args),
            Self::Report(args) => report::run(&args, &command()),
            Self::Multicast(args) => multicast::run(&args),
            Self::Topology(args) => topology::run(&args),
            Self::Faults(args) => faults::run(&args),
            Self::Import(args) => import::run(&args),
            Self::Deadlock(args) => deadlock::run(&args),
            Self::Area(args) => area::run(&args),
            Self::Asic(args) => asic::run(&args),
            Self::Energy(args) => energy::run(&args),
            Self::Fpga(args) => fpga::run(&args),
            #[cfg(feature = "prove")]
            Self::Prove(args) => prove::run(&args),
            #[cfg(feature = "prove")]
            Self::Mutate(args) => mutate::run(&args),
            Self::Doctor(args) => doctor::run(&args),
            Self::Demo(args) => demo::run(&args, &|words| parse(words)?.map_or(Ok(Verdict::Good), Self::run)),
            Self::Completions(args) => completions::run(&args, &mut command()),
            Self::Man(args) => man::run(&args, &mut command()),
        }
    }
}

/// Reads the command line and the config file it names. Prints help and version, if that is what is asked for: then there is no command.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<Option<Command>> {
    let args: Vec<OsString> = args.into_iter().collect();
    if args.len() < 2 {
        crate::output::text(FIRST)?;
        return Ok(None);
    }
    let (mut command, mut configured) = (command(), Vec::new());
    let named = subcommand(&command, &args);
    if let (Some(file), Some(sub)) = (config::named(&args), &named) {
        (command, configured) = config::apply(command, sub, &file)?;
    }
    match command.clone().try_get_matches_from(args).and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches))) {
        Ok((cli, matches)) => {
            if cli.quiet {
                progress::silence();
            }
            if let Some((sub, given)) = matches.subcommand().and_then(|(name, given)| Some((command.find_subcommand(name)?, given))) {
                flags::check(sub, given, &configured)?;
            }
            outputs::check(&command, &matches)?;
            Ok(Some(cli.command.with(&matches)))
        }
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            crate::output::text(&e.render().to_string())?;
            Ok(None)
        }
        Err(e) => Err(anyhow!(refusal::one_line(&e, named.and_then(|name| command.find_subcommand(name)).unwrap_or(&command)))),
    }
}

/// The whole command line.
pub fn command() -> clap::Command {
    flags::arranged(Cli::command())
}

/// Output of the program without arguments.
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
