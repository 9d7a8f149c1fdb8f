//! The routing of the families of networks, by name: those of this crate, and those that a program adds.

use std::sync::{Arc, PoisonError, RwLock};

use torusmith_design::ranges::VCS;
use torusmith_design::{OptionRange, RoutingAlgorithm, VcRule};
use torusmith_topology::{Classes, Network, NetworkSpec};

use super::family::{FamilyRouting, Known, Record};
use super::function::Routing;
use super::network::NetworkRouting;
use super::options::{Choice, RoutingOptions};
use super::{htn, hypercube, mesh, mh3dt, mtn, own, rdt, sttn, tesh, torus, ttn};
use crate::Error;
use crate::config::RouterConfig;

/// The records of this crate, in the order of the documentation.
static KNOWN: [&dyn Record; 11] = [
    &ttn::ROUTING,
    &sttn::ROUTING,
    &mtn::ROUTING,
    &tesh::ROUTING,
    &htn::ROUTING,
    &mh3dt::ROUTING,
    &rdt::ROUTING,
    &torus::ROUTING,
    &mesh::ROUTING,
    &hypercube::ROUTING,
    &own::ROUTING,
];

static ADDED: RwLock<Vec<&'static dyn Record>> = RwLock::new(Vec::new());

/// Adds the routing of a family, so that its networks can be simulated wherever a network is asked for. A program does this first of all.
///
/// # Panics
/// If there is one with that prefix.
pub fn register<T: NetworkSpec>(family: &'static FamilyRouting<T>) {
    assert!(records().all(|known| known.prefix() != family.prefix), "two routings of the networks that begin with {}", family.prefix);
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(family);
}

fn records() -> impl Iterator<Item = &'static dyn Record> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
    KNOWN.into_iter().chain(added)
}

/// What the family of a network knows of its routing; `None` if nothing.
fn known(network: &Network) -> Option<Box<dyn Known + '_>> {
    records().find_map(|record| record.of(network))
}

fn routed(network: &Network) -> Result<Box<dyn Known + '_>, Error> {
    if network.route_table().is_some_and(|table| table.classes() == Classes::Auto) {
        return Err(Error::OpenClasses { network: network.to_string() });
    }
    known(network).ok_or_else(|| Error::NoRouting { network: network.to_string() })
}

/// The algorithms that a network knows, its default one first; none for one without routing.
pub fn algorithms(network: &Network) -> &'static [RoutingAlgorithm] {
    known(network).map_or(&[], |known| known.algorithms())
}

/// The VC rules that a network knows, its default one first; none for one without routing. Those that are known to deadlock are among them:
/// `torusmith deadlock` shows it.
pub fn rules(network: &Network) -> &'static [VcRule] {
    known(network).map_or(&[], |known| known.rules())
}

/// What `options` stand for in a network.
///
/// # Errors
/// An algorithm, rule or ties of another network, or those that the network's parameters rule out; a network without routing.
pub fn choose(network: &Network, options: RoutingOptions) -> Result<Choice, Error> {
    settle(network, routed(network)?.as_ref(), options)
}

/// K of rule RC3: the classes that the VC rule speaks of in a network, and the fewest virtual channels that it can do with.
///
/// # Errors
/// As [`choose`].
pub fn least_vcs(network: &Network, options: RoutingOptions) -> Result<usize, Error> {
    let known = routed(network)?;
    Ok(known.classes(settle(network, known.as_ref(), options)?))
}

/// The routing function of `network` with `vcs` virtual channels a port.
///
/// # Errors
/// As [`choose`]; fewer VCs than the rule has classes, more than 8; a rule that is no routing function of a router (`literal` on an HTN).
pub fn for_network(network: &Network, options: RoutingOptions, vcs: usize) -> Result<NetworkRouting, Error> {
    let known = routed(network)?;
    let choice = settle(network, known.as_ref(), options)?;
    check_vcs(network, known.as_ref(), choice, vcs)?;
    known.build(choice, vcs)
}

/// The routing function of a network with such routers: it speaks of the VCs of message class 0 (rule RC8).
///
/// # Errors
/// As [`for_network`]; fewer VCs for each message class than the rule has classes; [`RouterConfig::check_order`].
pub fn for_router(network: &Network, options: RoutingOptions, config: RouterConfig) -> Result<NetworkRouting, Error> {
    config.check()?;
    let RouterConfig { vcs, message_classes, .. } = config;
    if message_classes > 1 {
        let known = routed(network)?;
        let choice = settle(network, known.as_ref(), options)?;
        let least = known.classes(choice);
        if config.vcs_a_class() < least {
            let rule = format!("the VC rule `{}` of {network} needs {least} for each message class", choice.rule.name());
            let enough: Vec<_> =
                (1..=VCS.most / message_classes).filter(|&each| each >= least).map(|each| each * message_classes).collect();
            return Err(if enough.is_empty() {
                Error::value("message-classes", message_classes, format!("1 to {}; {rule}", VCS.most / least))
            } else {
                Error::value("vcs", vcs, format!("{}; {rule}", list(&enough)))
            });
        }
    }
    let routing = for_network(network, options, config.vcs_a_class())?;
    config.check_order(routing.algorithm())?;
    Ok(routing)
}

/// The routing function that the deadlock walk asks, and how many virtual channels a port has: as many as the rule has classes if `None`.
///
/// # Errors
/// As [`for_network`], but for rules that are no routing functions of a router.
pub(crate) fn for_walk(network: &Network, options: RoutingOptions, vcs: Option<usize>) -> Result<(Arc<dyn Routing>, usize), Error> {
    let known = routed(network)?;
    let choice = settle(network, known.as_ref(), options)?;
    let vcs = vcs.unwrap_or_else(|| known.classes(choice));
    check_vcs(network, known.as_ref(), choice, vcs)?;
    let function = match known.walk(choice, vcs) {
        Some(function) => function,
        None => known.build(choice, vcs)?.into_function(),
    };
    Ok((function, vcs))
}

/// The first combination that agrees with what is asked for: algorithms in the order of the network, then VC rules, then ties.
fn settle(network: &Network, known: &dyn Known, options: RoutingOptions) -> Result<Choice, Error> {
    let (rules, algorithms) = (known.rules(), known.algorithms());
    if rules.is_empty() {
        return Err(Error::NoRouting { network: network.to_string() });
    }
    if let Some(rule) = options.rule.filter(|rule| !rules.contains(rule)) {
        let why = known.refusal(rule).map_or(String::new(), |why| format!(" ({why})"));
        return Err(Error::value("vc-rule", rule, format!("{} for {network}{why}", list(rules))));
    }
    if let Some(algorithm) = options.algorithm.filter(|algorithm| !algorithms.contains(algorithm)) {
        return Err(Error::value("routing", algorithm, format!("{} for {network}", list(algorithms))));
    }
    combinations(known, options).next().ok_or_else(|| at_odds(network, known, options))
}

/// All that agree with what is asked for.
fn combinations(known: &dyn Known, options: RoutingOptions) -> impl Iterator<Item = Choice> {
    let pairs = known.algorithms().iter().flat_map(|&algorithm| known.rules().iter().map(move |&rule| (algorithm, rule)));
    pairs
        .filter(move |&(algorithm, rule)| options.algorithm.is_none_or(|a| a == algorithm) && options.rule.is_none_or(|r| r == rule))
        .flat_map(|(algorithm, rule)| known.ties(algorithm, rule).iter().map(move |&ties| Choice { algorithm, rule, ties }))
        .filter(move |choice| options.ties.is_none_or(|ties| ties == choice.ties))
}

/// Why nothing agrees with options that the network knows one by one: the algorithm and the rule do not go together, or the ties not with them.
fn at_odds(network: &Network, known: &dyn Known, options: RoutingOptions) -> Error {
    let untied = RoutingOptions { ties: None, ..options };
    if let (Some(algorithm), Some(rule), None) = (options.algorithm, options.rule, combinations(known, untied).next()) {
        let allowed = distinct(combinations(known, RoutingOptions { rule: None, ..untied }).map(|choice| choice.rule));
        return Error::value("vc-rule", rule, format!("{} for {network} with routing `{algorithm}`", list(&allowed)));
    }
    let ties = options.ties.unwrap_or_default();
    let goes = |algorithm, rule| combinations(known, RoutingOptions { algorithm, rule, ties: Some(ties) }).next().is_some();
    // Told where the network would have the ties with another algorithm or another VC rule.
    let with = match (options.algorithm, options.rule) {
        (Some(algorithm), rule) if goes(None, rule) => format!(" with routing `{algorithm}`"),
        (algorithm, Some(rule)) if goes(algorithm, None) => format!(" with the VC rule `{rule}`"),
        (Some(algorithm), Some(rule)) if goes(None, None) => format!(" with routing `{algorithm}` and the VC rule `{rule}`"),
        _ => String::new(),
    };
    let allowed = distinct(combinations(known, untied).map(|choice| choice.ties));
    Error::value("ties", ties, format!("{} for {network}{with}", list(&allowed)))
}

/// Each once, in the order of their first places.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.fold(Vec::new(), |mut seen, item| {
        if !seen.contains(&item) {
            seen.push(item);
        }
        seen
    })
}

fn list(all: &[impl ToString]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// That the rule has no more classes than there are VCs.
fn check_vcs(network: &Network, known: &dyn Known, choice: Choice, vcs: usize) -> Result<(), Error> {
    let least = known.classes(choice);
    if !VCS.contains(vcs) {
        return Err(Error::value("vcs", vcs, OptionRange { least, ..VCS }.to_string()));
    }
    if vcs < least {
        let several = known.algorithms().iter().filter(|&&algorithm| !known.ties(algorithm, choice.rule).is_empty()).count() > 1;
        let network = if several { format!("{network} with routing `{}`", choice.algorithm) } else { network.to_string() };
        return Err(Error::TooFewVcs { vcs, rule: choice.rule.name(), network, least });
    }
    Ok(())
}
