//! The routing of the families of networks, by name: those of this crate, and those that a program adds.

use std::sync::{Arc, PoisonError, RwLock};

use torusmith_design::ranges::VCS;
use torusmith_design::{OptionRange, RoutingAlgorithm, VcRule};
use torusmith_topology::{Classes, Concentrated, Degraded, Network, NetworkSpec};

use super::concentrated::ConcentratedCapabilities;
use super::family::{AnyFamilyRouting, FamilyRouting, RoutingCapabilities};
use super::function::Routing;
use super::network::NetworkRouting;
use super::options::{Choice, RoutingOptions};
use super::{dragonfly, fattree, flatfly, htn, hypercube, mesh, mh3dt, mtn, own, rdt, star, sttn, tesh, torus, ttn};
use crate::Error;
use crate::config::RouterConfig;

/// The records of this crate, in the order of the documentation.
static KNOWN: [&dyn AnyFamilyRouting; 15] = [
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
    &star::ROUTING,
    &fattree::ROUTING,
    &flatfly::ROUTING,
    &dragonfly::ROUTING,
    &own::ROUTING,
];

static ADDED: RwLock<Vec<&'static dyn AnyFamilyRouting>> = RwLock::new(Vec::new());

/// Adds the routing of a family, so that its networks can be simulated like all others. A program calls this before anything else.
///
/// # Panics
/// If a family of that prefix is registered already.
pub fn register<T: NetworkSpec>(family: &'static FamilyRouting<T>) {
    assert!(records().all(|record| record.prefix() != family.prefix), "two routings of the networks that begin with {}", family.prefix);
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(family);
}

fn records() -> impl Iterator<Item = &'static dyn AnyFamilyRouting> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
    KNOWN.into_iter().chain(added)
}

/// Routing capabilities of a network; `None` for a family without routing.
fn capabilities(network: &Network) -> Option<Box<dyn RoutingCapabilities + '_>> {
    if let Some(several) = network.of::<Concentrated>() {
        return Some(Box::new(ConcentratedCapabilities::new(several, capabilities(several.base())?)));
    }
    match network.of::<Degraded>() {
        Some(degraded) if degraded.has_table() => Some(Box::new((&own::OF_DEGRADED, degraded))),
        Some(degraded) => capabilities(degraded.base()),
        None => records().find_map(|record| record.capabilities(network)),
    }
}

fn find_routing(network: &Network) -> Result<Box<dyn RoutingCapabilities + '_>, Error> {
    if network.route_table().is_some_and(|table| table.classes() == Classes::Auto) {
        return Err(Error::OpenClasses { network: network.to_string() });
    }
    capabilities(network).ok_or_else(|| Error::NoRouting { network: network.to_string() })
}

/// The algorithms that a network knows, its default one first; none for one without routing.
pub fn algorithms(network: &Network) -> &'static [RoutingAlgorithm] {
    capabilities(network).map_or(&[], |capabilities| capabilities.algorithms())
}

/// The VC rules that a network knows, its default one first; none for one without routing. Rules that are known to deadlock are included: `torusmith
/// deadlock` reports their cycles.
pub fn rules(network: &Network) -> &'static [VcRule] {
    capabilities(network).map_or(&[], |capabilities| capabilities.rules())
}

/// Resolves the options of a network's routing.
///
/// # Errors
/// An algorithm, rule or ties of another network, or those that the network's parameters rule out; a network without routing.
pub fn choose(network: &Network, options: RoutingOptions) -> Result<Choice, Error> {
    resolve(network, find_routing(network)?.as_ref(), options)
}

/// K of rule RC3: the classes that the VC rule speaks of in a network, and the fewest virtual channels that it can do with.
///
/// # Errors
/// As [`choose`].
pub fn least_vcs(network: &Network, options: RoutingOptions) -> Result<usize, Error> {
    let capabilities = find_routing(network)?;
    Ok(capabilities.classes(resolve(network, capabilities.as_ref(), options)?))
}

/// The routing function of `network` with `vcs` virtual channels a port.
///
/// # Errors
/// As [`choose`]; fewer VCs than the rule has classes, more than 8; a rule that is no routing function of a router (`literal` on an HTN).
pub fn for_network(network: &Network, options: RoutingOptions, vcs: usize) -> Result<NetworkRouting, Error> {
    let capabilities = find_routing(network)?;
    let choice = resolve(network, capabilities.as_ref(), options)?;
    check_vcs(network, capabilities.as_ref(), choice, vcs)?;
    Ok(capabilities.build(choice, vcs)?.with_route_bits(network.route_bits()))
}

/// The routing function of a network with such routers: it speaks of the VCs of message class 0 (rule RC8).
///
/// # Errors
/// As [`for_network`]; fewer VCs for each message class than the rule has classes; [`RouterConfig::check_order`].
pub fn for_router(network: &Network, options: RoutingOptions, config: RouterConfig) -> Result<NetworkRouting, Error> {
    config.check()?;
    let RouterConfig { vcs, message_classes, .. } = config;
    if message_classes > 1 {
        let capabilities = find_routing(network)?;
        let choice = resolve(network, capabilities.as_ref(), options)?;
        let least = capabilities.classes(choice);
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
    let capabilities = find_routing(network)?;
    let choice = resolve(network, capabilities.as_ref(), options)?;
    let vcs = vcs.unwrap_or_else(|| capabilities.classes(choice));
    check_vcs(network, capabilities.as_ref(), choice, vcs)?;
    let function = match capabilities.walk(choice, vcs) {
        Some(function) => function,
        None => capabilities.build(choice, vcs)?.into_function(),
    };
    Ok((function, vcs))
}

/// The first combination that agrees with the options: algorithms in the order of the network, then VC rules, then ties.
fn resolve(network: &Network, capabilities: &dyn RoutingCapabilities, options: RoutingOptions) -> Result<Choice, Error> {
    let (rules, algorithms) = (capabilities.rules(), capabilities.algorithms());
    if rules.is_empty() {
        return Err(Error::NoRouting { network: network.to_string() });
    }
    if let Some(rule) = options.rule.filter(|rule| !rules.contains(rule)) {
        let why = capabilities.refusal(rule).map_or(String::new(), |why| format!(" ({why})"));
        return Err(Error::value("vc-rule", rule, format!("{} for {network}{why}", list(rules))));
    }
    if let Some(algorithm) = options.algorithm.filter(|algorithm| !algorithms.contains(algorithm)) {
        return Err(Error::value("routing", algorithm, format!("{} for {network}", list(algorithms))));
    }
    combinations(capabilities, options).next().ok_or_else(|| conflict_error(network, capabilities, options))
}

/// All combinations that agree with the options.
fn combinations(capabilities: &dyn RoutingCapabilities, options: RoutingOptions) -> impl Iterator<Item = Choice> {
    let pairs = capabilities.algorithms().iter().flat_map(|&algorithm| capabilities.rules().iter().map(move |&rule| (algorithm, rule)));
    pairs
        .filter(move |&(algorithm, rule)| options.algorithm.is_none_or(|a| a == algorithm) && options.rule.is_none_or(|r| r == rule))
        .flat_map(|(algorithm, rule)| capabilities.ties(algorithm, rule).iter().map(move |&ties| Choice { algorithm, rule, ties }))
        .filter(move |choice| options.ties.is_none_or(|ties| ties == choice.ties))
}

/// Error for options that the network knows one by one but that do not go together: the algorithm with the rule, or the ties with both.
fn conflict_error(network: &Network, capabilities: &dyn RoutingCapabilities, options: RoutingOptions) -> Error {
    let untied = RoutingOptions { ties: None, ..options };
    if let (Some(algorithm), Some(rule), None) = (options.algorithm, options.rule, combinations(capabilities, untied).next()) {
        let allowed = distinct(combinations(capabilities, RoutingOptions { rule: None, ..untied }).map(|choice| choice.rule));
        return Error::value("vc-rule", rule, format!("{} for {network} with routing `{algorithm}`", list(&allowed)));
    }
    let ties = options.ties.unwrap_or_default();
    let goes = |algorithm, rule| combinations(capabilities, RoutingOptions { algorithm, rule, ties: Some(ties) }).next().is_some();
    // Names the other option if the network would have these ties without it.
    let with = match (options.algorithm, options.rule) {
        (Some(algorithm), rule) if goes(None, rule) => format!(" with routing `{algorithm}`"),
        (algorithm, Some(rule)) if goes(algorithm, None) => format!(" with the VC rule `{rule}`"),
        (Some(algorithm), Some(rule)) if goes(None, None) => format!(" with routing `{algorithm}` and the VC rule `{rule}`"),
        _ => String::new(),
    };
    let allowed = distinct(combinations(capabilities, untied).map(|choice| choice.ties));
    Error::value("ties", ties, format!("{} for {network}{with}", list(&allowed)))
}

/// Each item once, in the order of first occurrence.
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

/// Checks that the router has a VC for each class of the rule.
fn check_vcs(network: &Network, capabilities: &dyn RoutingCapabilities, choice: Choice, vcs: usize) -> Result<(), Error> {
    let least = capabilities.classes(choice);
    if !VCS.contains(vcs) {
        return Err(Error::value("vcs", vcs, OptionRange { least, ..VCS }.to_string()));
    }
    if vcs < least {
        let several =
            capabilities.algorithms().iter().filter(|&&algorithm| !capabilities.ties(algorithm, choice.rule).is_empty()).count() > 1;
        let network = if several { format!("{network} with routing `{}`", choice.algorithm) } else { network.to_string() };
        return Err(Error::TooFewVcs { vcs, rule: choice.rule.name(), network, least });
    }
    Ok(())
}
