//! Proves rules of the interfaces at a network's local ports, each whole module by itself, for all legal inputs and for all time: the manager
//! side and the subordinate side of AXI4, and the AXI4-Stream interface. The rules are written from the contracts' pages; they speak of ports
//! alone, and helper invariants of registers, by their names in the Verilog.

mod answers;
mod axi4;
mod delivery;
mod induction;
mod links;
mod manager;
mod run;
mod scene;
mod stream;
mod subordinate;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use serde::Serialize;
use torusmith_design::Interface;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Sources, Yosys};

use crate::Error;
use crate::aig::{Aig, Edge};
use crate::netlist::Netlist;
use crate::prove::Verdict;
use crate::subject;
use axi4::Axi4;
use induction::{Closed, induction};
use manager::Manager;
use run::{Run, Runs};
use scene::{Claim, Moment, Scene, Side};
use stream::Stream;
use subordinate::Subordinate;

/// Result of the proof of an interface.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideReport {
    /// Its module.
    pub module: String,
    /// Parameters, `NAME=VALUE`, with spaces between them.
    pub parameters: String,
    /// `proved` if all rules are, `refuted` if one is.
    pub result: Verdict,
    /// By rule.
    pub rules: Vec<RuleReport>,
    /// Helper invariants, without which the induction would not close.
    pub helpers: usize,
    /// Those that are not kept up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed_helpers: Vec<String>,
    /// A run from reset that breaks a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// Seconds, yosys included.
    pub seconds: f64,
}

/// Result for a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RuleReport {
    /// As the contract names it.
    pub rule: &'static str,
    /// What is claimed.
    pub claim: String,
    /// How it ended.
    pub result: Verdict,
    /// Seconds in the solver.
    pub seconds: f64,
}

/// An interface as a netlist in its surroundings.
pub(crate) struct Subject {
    netlist: Netlist,
    words: BTreeSet<String>,
    side: Box<dyn Side>,
}

/// A clock.
pub(crate) struct Frame {
    pub claims: Vec<Claim>,
    pub next: Moment,
    pub arrivals: Vec<Edge>,
    pub reset: Edge,
    pub ports: BTreeMap<String, Vec<Edge>>,
    missing: BTreeSet<String>,
}

impl Subject {
    /// A state of which nothing is known.
    pub fn any_moment(&self) -> Moment {
        Moment::default()
    }

    /// A clock from a moment; what the moment lacks is added, and may be anything. `strict`: legal inputs alone.
    pub fn frame(&self, aig: &mut Aig, now: &mut Moment, reset: Option<bool>, strict: bool) -> Frame {
        if now.latches.is_empty() {
            now.latches = aig.variables(self.netlist.registers());
        }
        let reset = reset.map_or_else(|| aig.variable(), Edge::constant);
        let mut scene = Scene {
            aig,
            reset,
            strict,
            arrivals: Vec::new(),
            claims: Vec::new(),
            missing: BTreeSet::new(),
            netlist: &self.netlist,
            words: &self.words,
            now,
            next: BTreeMap::new(),
            driven: [("rst".to_owned(), vec![reset])].into(),
            notes: BTreeMap::new(),
            outputs: Vec::new(),
        };
        self.side.drive(&mut scene);
        let inputs: Vec<(String, Vec<Edge>)> = scene.driven.clone().into_iter().collect();
        let clock = self.netlist.clock(scene.aig, &scene.now.latches, &inputs);
        scene.outputs = clock.outputs;
        self.side.claim(&mut scene);
        let mut ports = scene.driven.clone();
        let outputs = self.netlist.output_names().map(|(name, at)| (name.to_owned(), at.map(|at| scene.outputs[at]).collect()));
        ports.extend(outputs);
        let Scene { claims, arrivals, missing, next, .. } = scene;
        Frame { claims, next: Moment { latches: clock.next, watched: next }, arrivals, reset, ports, missing }
    }
}

/// Proves or refutes the rules of the interfaces of a design with the scope `network`, or of those modules alone whose names end with `only`;
/// `told` hears what is asked.
///
/// # Errors
/// yosys that is missing, or refuses the Verilog; a design without interfaces; an interface whose signals have other names.
pub fn prove(
    design: &Design,
    only: &str,
    yosys: &Yosys,
    cache: &Cache,
    seconds: f32,
    told: &dyn Fn(&str),
) -> Result<Vec<SideReport>, Error> {
    let all: Vec<_> = interfaces(design).into_iter().filter(|(module, ..)| module.ends_with(only)).collect();
    if all.is_empty() {
        let (dir, top) = (design.dir.display(), &design.manifest.top);
        let way_out = "generate with --scope network and --interface axis, or axi4";
        return Err(Error::NotCovered(format!("{dir}: {top} has no interfaces to AXI4 or AXI4-Stream: {way_out}")));
    }
    all.into_iter().map(|(module, own, side)| one(design, (&module, own), side, yosys, cache, seconds, told)).collect()
}

/// The design has interfaces.
pub fn has_interfaces(design: &Design) -> bool {
    !interfaces(design).is_empty()
}

/// Modules that differ, the parameter `OWN_LINK` if there is one, and the rules.
fn interfaces(design: &Design) -> Vec<(String, Option<bool>, Box<dyn Side>)> {
    let manifest = &design.manifest;
    let module = |end: &str| format!("{}_{end}", manifest.name);
    if manifest.local_interface == Interface::Axis {
        return vec![(module("axi_interface"), None, Box::new(Stream::of(design)))];
    }
    let nodes = |all: &[torusmith_design::manifest::Axi4Node]| all.iter().map(|node| node.node).collect::<BTreeSet<u32>>();
    let (managers, subordinates) = (nodes(&manifest.managers), nodes(&manifest.subordinates));
    // The modules have the parameter if some node has both sides.
    let both = !managers.is_disjoint(&subordinates);
    let mut all: Vec<(String, Option<bool>, Box<dyn Side>)> = Vec::new();
    for own in [true, false] {
        let axi4 = |here: &BTreeSet<u32>, others: &BTreeSet<u32>| {
            let there = here.iter().any(|node| others.contains(node) == own);
            there.then(|| Axi4::of(design, own)).flatten()
        };
        if let Some(axi4) = axi4(&managers, &subordinates) {
            all.push((module("axi4_manager"), both.then_some(own), Box::new(Manager { axi4 })));
        }
        if let Some(axi4) = axi4(&subordinates, &managers) {
            all.push((module("axi4_subordinate"), both.then_some(own), Box::new(Subordinate { axi4 })));
        }
    }
    all
}

fn one(
    design: &Design,
    (module, own): (&str, Option<bool>),
    side: Box<dyn Side>,
    yosys: &Yosys,
    cache: &Cache,
    seconds: f32,
    told: &dyn Fn(&str),
) -> Result<SideReport, Error> {
    let begin = Instant::now();
    let mut parameters = subject::parameters(design);
    parameters.extend(own.map(|own| ("OWN_LINK".to_owned(), u32::from(own).to_string())));
    let sources = Sources::read(&design.sources)?;
    let text = torusmith_synthesis::netlist(yosys, cache, &sources, module, &parameters, "")?;
    let netlist = Netlist::read(&text).map_err(Error::Netlist)?;
    let subject = Subject { netlist, words: words(&sources, module), side };
    let missing = subject.frame(&mut Aig::default(), &mut subject.any_moment(), None, false).missing;
    if let Some(first) = missing.first() {
        let others = if missing.len() > 1 { format!(", nor {} more", missing.len() - 1) } else { String::new() };
        let way_out = "keep the names that generate gives, or check the edit with cosim --rtl";
        return Err(Error::NotCovered(format!("{module} has no {first}{others}, of which the proof speaks: {way_out}")));
    }
    let claims = induction(&subject, seconds, told);
    let unproved: Vec<usize> = (0..claims.len()).filter(|n| claims[*n].0.rule.is_some() && claims[*n].1 != Closed::Yes).collect();
    let run = if unproved.is_empty() { None } else { Runs::new(&subject, &unproved).find() };
    let broken = run.as_ref().map(|run| run.broken.clone()).unwrap_or_default();
    let verdict = |n: usize| match claims[n].1 {
        Closed::Yes => Verdict::Proved,
        _ if broken.contains(&n) => Verdict::Refuted,
        _ => Verdict::Open,
    };
    let rounded = |seconds: f64| (seconds * 10.0).round() / 10.0;
    let rules: Vec<RuleReport> = (0..claims.len())
        .filter_map(|n| {
            let (claim, _, seconds) = &claims[n];
            Some(RuleReport { rule: claim.rule?, claim: claim.name.clone(), result: verdict(n), seconds: rounded(*seconds) })
        })
        .collect();
    let worst = [Verdict::Refuted, Verdict::Open].into_iter().find(|worst| rules.iter().any(|rule| rule.result == *worst));
    let helpers = claims.iter().filter(|(claim, ..)| claim.rule.is_none());
    let failed = helpers.clone().filter(|(_, closed, _)| *closed != Closed::Yes).map(|(claim, ..)| claim.name.clone()).collect();
    Ok(SideReport {
        module: module.to_owned(),
        parameters: parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "),
        result: worst.unwrap_or(Verdict::Proved),
        rules,
        helpers: helpers.count(),
        failed_helpers: failed,
        run,
        seconds: rounded(begin.elapsed().as_secs_f64()),
    })
}

/// Words of the file that declares a module.
fn words(sources: &Sources, module: &str) -> BTreeSet<String> {
    let declares = format!("module {module} ");
    let text = sources.texts().find(|text| text.contains(&declares)).unwrap_or_default();
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_owned).collect()
}
