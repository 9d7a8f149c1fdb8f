//! Classes of virtual channels that are to be found: for a network file with `classes = "auto"`, and with `--vc-rule auto`.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use torusmith_design::ranges::VCS;
use torusmith_host::{Cache, sha256, user_folder};
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Classes, Degraded, Network, TerminalId};
use torusmith_vc_classes::{Class, Classes as FoundClasses, Effort, Routes, find, walk};

use crate::progress;
use crate::values::at_least;
use crate::ways::Ways;

/// How classes are looked for, and used.
#[derive(Debug, Args)]
pub struct ClassesArgs {
    /// Steps of the search for fewer VC classes, 0 and more; 0 takes the first answer [default: 10000 per route, at most 400 million]
    #[arg(long, value_name = "STEPS", value_parser = at_least(0u64), allow_hyphen_values = true)]
    effort: Option<u64>,
    /// Search for VC classes: balanced (the classes of a channel about equally used), latest (most hops in the last class: fewer gates) [default: balanced]
    #[arg(long, value_name = "WHICH")]
    class_use: Option<Use>,
}

/// Which of the classes that are possible a hop has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Use {
    /// About equally used
    Balanced,
    /// The highest
    Latest,
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

    /// An own network with classes in place of those that it has or wants; told on standard error, with what asks for them.
    pub fn resolve(&self, network: &Network, why: &str) -> anyhow::Result<Network> {
        let spinner = progress::spinner(format!("{network}: classes of virtual channels"));
        let Answer { count, least, method, classes } = Answer::of(network, self)?;
        spinner.finish_and_clear();
        if count > VCS.most {
            bail!("{network}: {count} classes found for its routes; allowed: up to {}, or other routes", VCS.most);
        }
        let fewer = if count == least { "fewer are impossible".into() } else { format!("at least {least} are needed") };
        progress::note(format_args!("note: {why}: {count} found ({method}); {fewer}"));
        assigned(network, &classes)
    }
}

/// Classes found, or kept from the last time: the same for the same network, effort and use.
struct Answer {
    count: usize,
    least: usize,
    method: String,
    /// By hop `at * terminals + to`.
    classes: Vec<Option<u8>>,
}

impl Answer {
    fn of(network: &Network, asked: &ClassesArgs) -> anyhow::Result<Self> {
        let routes = Ways::of_table(network)?.routes;
        let effort = asked.effort().unwrap_or_else(|| Effort::usual(&routes));
        let key = format!("{} {} {effort:?} {}", env!("CARGO_PKG_VERSION"), network.identity(), asked.latest());
        let name = sha256(key.as_bytes());
        let cache = user_folder().map_or_else(Cache::off, |folder| Cache::at(folder.join("classes")));
        // An entry that is damaged, or no answer, counts as none.
        if let Some(kept) = cache.get(&name, |text| Self::read(text, routes.hops()).filter(|kept| kept.acyclic(&routes))) {
            return Ok(kept);
        }
        let found = find(&routes, effort)?;
        let classes = if asked.latest() { found.latest() } else { found.balanced() };
        let answer = Self {
            count: found.count(),
            least: found.lower_bound,
            method: found.method.to_string(),
            classes: (0..routes.hops()).map(|hop| class(&classes, hop)).collect(),
        };
        if !answer.acyclic(&routes) {
            bail!("{network}: the classes found leave a cycle (please report it)");
        }
        if answer.count <= VCS.most {
            // What cannot be kept is found again.
            let _ = cache.put(&name, &answer.text());
        }
        Ok(answer)
    }

    /// By a walk that shares nothing with the search.
    fn acyclic(&self, routes: &Routes) -> bool {
        let class = |class: &Option<u8>| class.map_or(Class::Any, Class::One);
        let each: Vec<Class> = self.classes.iter().map(class).collect();
        let walked = FoundClasses::new(routes, self.count, &each).and_then(|classes| walk(routes, &classes));
        walked.is_ok_and(|walked| walked.acyclic())
    }

    /// A line of what was found, one of a character for each hop, and the hash of both.
    fn text(&self) -> String {
        let hops: String = self.classes.iter().map(|class| class.map_or('-', |class| char::from(b'0' + class))).collect();
        let body = format!("{} {} {}\n{hops}\n", self.count, self.least, self.method);
        let sum = sha256(&body);
        body + &sum
    }

    fn read(text: &str, hops: usize) -> Option<Self> {
        let (body, sum) = text.split_at_checked(text.len().checked_sub(64)?)?;
        let (first, rest) = body.split_once('\n').filter(|_| sha256(body) == sum)?;
        let [count, least, method] = first.splitn(3, ' ').collect::<Vec<_>>()[..] else { return None };
        let count = count.parse().ok()?;
        let class = |c: u8| if c == b'-' { Some(None) } else { c.checked_sub(b'0').filter(|class| usize::from(*class) < count).map(Some) };
        let classes: Vec<Option<u8>> = rest.strip_suffix('\n')?.bytes().map(class).collect::<Option<_>>()?;
        (classes.len() == hops).then_some(Self { count, least: least.parse().ok()?, method: method.to_owned(), classes })
    }
}

/// Of a hop; none where it may take any VC.
fn class(classes: &FoundClasses, hop: usize) -> Option<u8> {
    match classes.of(hop) {
        Class::One(class) if classes.count() > 1 => Some(class),
        _ => None,
    }
}

/// A network with a table of its own, with classes, of hop `at * terminals + to`.
pub fn with_classes(network: &Network, classes: &FoundClasses) -> anyhow::Result<Network> {
    assigned(network, &(0..classes.hops()).map(|hop| class(classes, hop)).collect::<Vec<_>>())
}

/// The network with classes by a list; classes that no hop has do not count.
fn assigned(network: &Network, classes: &[Option<u8>]) -> anyhow::Result<Network> {
    let (ends, count) = (network.terminals(), classes.iter().flatten().max().map_or(1, |most| most + 1));
    let class = |at: u32, to: TerminalId| classes[at as usize * ends + to.index()];
    if let (Some(degraded), Some(table)) = (network.of::<Degraded>(), network.route_table()) {
        return Ok(degraded.with_table(table.with_classes(count, class)));
    }
    Ok(network.of::<OwnNetwork>().context("a network from a file")?.with_classes(count, class))
}

/// Its classes are still to be found.
pub fn wanted_by_file(network: &Network) -> bool {
    network.route_table().is_some_and(|table| table.classes() == Classes::Auto)
}

/// Its classes are to be found before it is routed.
pub fn has_classes_to_find(network: &Network) -> bool {
    // A table of routes that is built in has no classes.
    wanted_by_file(network) || network.route_table().is_some() && network.of::<OwnNetwork>().is_none() && network.dead().is_none()
}
