//! Classes of virtual channels that are to be found: for a network file with `classes = "auto"`, and with `--vc-rule auto`.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use torusmith_classes::{Class, Effort, find};
use torusmith_sim::config::MAX_VCS;
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Classes, Network, NetworkSpec};

use crate::progress;
use crate::values::at_least;
use crate::ways::Ways;

/// How classes are looked for, and used.
#[derive(Debug, Args)]
pub struct ClassesArgs {
    /// With classes that are found: steps of the search for fewer of them, 0 and more; 0 takes the first answer [default: 10000 a route, at most 400 million]
    #[arg(long, value_name = "STEPS", value_parser = at_least(0u64), allow_hyphen_values = true)]
    effort: Option<u64>,
    /// With classes that are found: balanced (a channel's classes about equally used), latest (most hops in the last class: fewer gates) [default: balanced]
    #[arg(long, value_name = "WHICH")]
    class_use: Option<Use>,
}

/// Where there are classes to find.
const WHERE: &str = "with --vc-rule auto, or a network file with classes = \"auto\"";

/// Which of the classes that are possible a hop has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Use {
    /// About equally used
    Balanced,
    /// The highest
    Latest,
}

/// Why a network has no classes of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Its file says that they are to be found.
    ByFile,
    /// `--vc-rule auto`.
    ByFlag,
}

impl ClassesArgs {
    /// The steps that are asked for.
    pub fn effort(&self) -> Option<Effort> {
        self.effort.map(Effort)
    }

    /// The highest classes are asked for.
    pub fn latest(&self) -> bool {
        self.class_use == Some(Use::Latest)
    }

    /// Refuses both flags where there is nothing to find.
    pub fn none(&self) -> anyhow::Result<()> {
        if let Some(steps) = self.effort {
            bail!("effort = {steps} is not allowed; allowed {WHERE}");
        }
        self.no_use()
    }

    /// Refuses `--class-use`.
    pub fn no_use(&self) -> anyhow::Result<()> {
        match self.class_use.and_then(|which| which.to_possible_value()) {
            Some(which) => bail!("class-use = {} is not allowed; allowed {WHERE}", which.get_name()),
            None => Ok(()),
        }
    }

    /// An own network with classes in place of those that it has or wants; told on standard error.
    pub fn resolve(&self, network: &Network, wanted: Wanted) -> anyhow::Result<Network> {
        let own = network.of::<OwnNetwork>().context("a network from a file")?;
        let routes = Ways::of_table(network)?.routes;
        let spinner = progress::spinner(format!("{network}: classes of virtual channels"));
        let found = find(&routes, self.effort().unwrap_or_else(|| Effort::usual(&routes)))?;
        let classes = if self.latest() { found.latest() } else { found.balanced() };
        spinner.finish_and_clear();
        let (count, least) = (found.count(), found.lower_bound);
        if count > MAX_VCS {
            bail!("{network}: {count} classes found for its routes; allowed: up to {MAX_VCS}, or other routes");
        }
        let why = match wanted {
            Wanted::ByFile => "classes = \"auto\"",
            Wanted::ByFlag => "vc-rule = auto",
        };
        let fewer = if count == least { "fewer are impossible".into() } else { format!("at least {least} are needed") };
        eprintln!("note: {why}: {count} found ({}); {fewer}", found.method);
        Ok(with(own, &classes))
    }
}

/// An own network with classes, of hop `at * nodes + to`.
pub fn with(own: &OwnNetwork, classes: &torusmith_classes::Classes) -> Network {
    let nodes = own.nodes();
    own.with_classes(classes.count() as u8, |at, to| match classes.of(at as usize * nodes + to as usize) {
        Class::One(class) if classes.count() > 1 => Some(class),
        _ => None,
    })
}

/// Its classes are still to be found.
pub fn wanted_by_file(network: &Network) -> bool {
    network.route_table().is_some_and(|table| table.classes() == Classes::Auto)
}
