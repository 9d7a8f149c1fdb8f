//! `torusmith prove`: that a router keeps its contract, and properties of its modules, proved for its configuration.

mod certificates;
mod counterexample;
mod interfaces;
mod whole;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;
use torusmith_design::Scope;
use torusmith_generator as generator;
use torusmith_prover::certificate::{self, Certificate};
use torusmith_prover::prove::{self as prover, Limits, ProofReport as Whole};
use torusmith_prover::sides::{self, SideReport};
use torusmith_prover::wiring::{WiringReport, wiring};
use torusmith_synthesis::{self as synthesis, Cache, Outcome as ModuleProof, Proofs, Yosys};
use torusmith_testbench::{Design, Kind};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::junit::JunitArgs;
use crate::options::{CacheArgs, DesignArgs, NetworkArgs, ReportArgs, RtlArgs};
use crate::outcome::{Case, Outcome, verdict};
use crate::values::at_least;
use crate::{output, progress, temporary};
use certificates::Folder;

/// Prove that a router keeps its contract (docs/router.md) for all legal inputs
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith prove torus:4,4 --pipeline 3\n\nExit code 1 if something is refuted or stays open.")]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    router: RtlArgs,
    #[command(flatten)]
    rtl: DesignArgs,
    /// Prove the rules of the interfaces alone, of a folder with AXI4 or AXI4-Stream (docs/verification.md); needs --rtl
    #[arg(long, requires = "rtl")]
    interface_rules: bool,
    /// Seconds per question to the SAT solver, and for the search of a counterexample; a question that takes longer stays open
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = at_least(1u32), allow_hyphen_values = true)]
    timeout: u32,
    /// Write the proof as CNF and LRAT, for `check-lrat` (docs/certificates.md); nothing unless the router is proved
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// If the router is refuted, write the run from reset, for `cosim --replay`
    #[arg(long, value_name = "FILE")]
    counterexample: Option<PathBuf>,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    junit: JunitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Result of all proofs of a design (docs/cli.md, prove).
#[derive(Serialize)]
pub struct Proved {
    /// How to replay the run that refutes the router.
    #[serde(skip)]
    replay: Option<String>,
    network: String,
    top: String,
    pub yosys: String,
    proved: bool,
    /// `None` of a multicast router.
    pub whole: Option<Whole>,
    /// Of a network's top.
    #[serde(skip_serializing_if = "Option::is_none")]
    wiring: Option<WiringReport>,
    /// Of a network's top with interfaces, each module that differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interfaces: Vec<SideReport>,
    /// Files in the folder of `--certificate`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    certificates: Vec<Certificate>,
    pub proofs: Vec<ModuleProof>,
}

impl Outcome for Proved {
    fn text(&self) -> String {
        human(self) + self.replay.as_deref().unwrap_or_default()
    }

    fn verdict(&self) -> Verdict {
        verdict(self.proved)
    }

    fn cases(&self) -> Vec<Case> {
        let whole =
            self.whole.iter().map(|whole| Case::new("whole router", whole.result == prover::Verdict::Proved, || whole::text(whole)));
        let wired =
            self.wiring.iter().map(|wires| Case::new("wires of the top", wires.result == prover::Verdict::Proved, || whole::wires(wires)));
        let module = |proof: &ModuleProof| {
            let name = format!("{} {} ({})", proof.module, proof.property, proof.parameters);
            let why = || [vec![result(proof).to_owned()], proof.counterexample.clone(), proof.missing.clone()].concat().join("\n");
            Case::new(name, proof.result == synthesis::Verdict::Proved, why)
        };
        let sides = self.interfaces.iter().flat_map(interfaces::cases);
        whole.chain(wired).chain(sides).chain(self.proofs.iter().map(module)).collect()
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let proved = args.junit.errors("prove", args.prove())?;
    args.junit.print("prove", &proved, args.report.json)
}

fn prove(args: &Args) -> anyhow::Result<Proved> {
    let network = args.router.router.rule.routes.network(args.network.resolve()?)?;
    let generated = temporary::folder()?;
    let given = args.rtl.of(&network)?;
    let design = match given {
        Some(design) => design.clone(),
        None => {
            // The registers on links are modules of a network, not of a router.
            let sliced = !args.router.router.slices(&network)?.is_empty();
            let scope = if sliced { Scope::Network } else { args.router.scope().unwrap_or(Scope::Router) };
            let options = args.router.of_scope(&network, scope)?;
            let design = generator::generate(&network, &options)?;
            design.write(generated.path())?;
            Design::open(generated.path())?
        }
    };
    let yosys = Yosys::find().context("prove needs yosys")?;
    let cache = args.cache.cache();
    if args.interface_rules {
        return args.of_interfaces(&network, &design, yosys, &cache);
    }
    let catalogue = Proofs::read(&design.dir, &design.manifest.top)?;
    let mut proofs = catalogue.of_the_configuration()?;
    proofs.extend(catalogue.link_slices(&registers(&design))?);
    args.counterexample.as_deref().map_or(Ok(()), counterexample::check)?;
    let folder = args.certificate.as_deref().map(Folder::open).transpose()?;
    let wired = design.manifest.scope == Scope::Network && (given.is_some() || args.router.scope() == Some(Scope::Network));
    let wiring = if wired { Some(wiring(&design, &yosys, &cache)?) } else { None };
    let whole = if design.kind() == Kind::Multicast { None } else { Some(args.whole(&design, &yosys, &cache)?) };
    let interfaces = if sides::has_interfaces(&design) { args.interfaces(&design, &yosys, &cache)? } else { Vec::new() };
    let certificates = match (&folder, &whole) {
        (Some(folder), Some(whole)) => args.certificates(folder, whole, &design, &yosys, &cache)?,
        _ => Vec::new(),
    };
    let trace = whole.as_ref().and_then(|whole| whole.trace.as_ref());
    let run = args.counterexample.as_deref().zip(trace);
    run.map_or(Ok(()), |(path, trace)| counterexample::write(path, &network, trace))?;
    let replay = given.zip(trace).map(|(design, _)| counterexample::hint(args.counterexample.as_deref(), &network, &design.dir));
    let bar = progress::bar(proofs.len() as u64, "proofs");
    let one = |proof| synthesis::prove(&yosys, &cache, proof).inspect(|_| bar.inc(1));
    let proofs = proofs.par_iter().map(one).collect::<Result<Vec<ModuleProof>, synthesis::Error>>()?;
    bar.finish_and_clear();
    let proved = proofs.iter().all(|proof| proof.result == synthesis::Verdict::Proved)
        && whole.iter().all(|whole| whole.result == prover::Verdict::Proved)
        && wiring.iter().all(|wires| wires.result == prover::Verdict::Proved)
        && interfaces.iter().all(|side| side.result == prover::Verdict::Proved);
    Ok(Proved {
        replay,
        network: network.to_string(),
        top: design.manifest.top.clone(),
        yosys: yosys.version,
        proved,
        whole,
        wiring,
        interfaces,
        certificates,
        proofs,
    })
}

impl Args {
    /// Proves the network's router, or the one of `--rtl`; writes the files that the flags ask for.
    pub fn prove(&self) -> anyhow::Result<Proved> {
        prove(self)
    }

    /// The interfaces' rules alone.
    fn of_interfaces(&self, network: &Network, design: &Design, yosys: Yosys, cache: &Cache) -> anyhow::Result<Proved> {
        let interfaces = self.interfaces(design, &yosys, cache)?;
        Ok(Proved {
            replay: None,
            network: network.to_string(),
            top: design.manifest.top.clone(),
            yosys: yosys.version,
            proved: interfaces.iter().all(|side| side.result == prover::Verdict::Proved),
            whole: None,
            wiring: None,
            interfaces,
            certificates: Vec::new(),
            proofs: Vec::new(),
        })
    }

    fn interfaces(&self, design: &Design, yosys: &Yosys, cache: &Cache) -> anyhow::Result<Vec<SideReport>> {
        let spinner = progress::spinner("interfaces");
        let told = |claim: &str| spinner.set_message(format!("interfaces: {claim}"));
        let reports = sides::prove(design, "", yosys, cache, self.timeout as f32, &told);
        spinner.finish_and_clear();
        Ok(reports?)
    }

    fn whole(&self, design: &Design, yosys: &Yosys, cache: &Cache) -> anyhow::Result<Whole> {
        let spinner = progress::spinner("whole router");
        let told = |group: &str| spinner.set_message(format!("whole router: {group}"));
        let limits = Limits { seconds: self.timeout as f32, ..Limits::default() };
        let report = prover::prove(design, yosys, cache, limits, &told);
        spinner.finish_and_clear();
        Ok(report?)
    }

    /// Those of a router that is proved.
    fn certificates(
        &self,
        folder: &Folder,
        whole: &Whole,
        design: &Design,
        yosys: &Yosys,
        cache: &Cache,
    ) -> anyhow::Result<Vec<Certificate>> {
        let Some(heads) = whole.heads.filter(|_| whole.result == prover::Verdict::Proved) else { return Ok(Vec::new()) };
        let spinner = progress::spinner("certificates");
        let told = |query: &str| spinner.set_message(format!("certificates: {query}"));
        let all = certificate::write(design, heads, yosys, cache, self.timeout as f32, folder.path(), &told);
        spinner.finish_and_clear();
        let all = all?;
        folder.keep(design, &all)?;
        Ok(all)
    }
}

/// The numbers of registers that links of the design have.
fn registers(design: &Design) -> BTreeSet<u32> {
    let (network, slices) = (&design.network, &design.link_slices);
    // A single router has no links.
    let nodes = if design.manifest.scope == Scope::Network { network.routers() as u32 } else { 0 };
    let links = (0..nodes).flat_map(|node| (1..network.ports() as u8).map(move |port| (node, port)));
    links.map(|(node, port)| slices.of(network, node, port)).filter(|number| *number > 0).collect()
}

fn result(outcome: &ModuleProof) -> &'static str {
    match outcome.result {
        synthesis::Verdict::Proved => "proved",
        synthesis::Verdict::Refuted => "REFUTED",
        synthesis::Verdict::Open => "OPEN",
    }
}

fn human(report: &Proved) -> String {
    let row = |outcome: &ModuleProof| {
        let (depth, seconds) = (outcome.depth.to_string(), format!("{:.1}", outcome.seconds));
        vec![outcome.module.into(), outcome.property.into(), depth, result(outcome).into(), seconds, outcome.parameters.clone()]
    };
    let mut text = format!("{}, {}\n", report.network, report.top);
    text.extend(report.whole.iter().map(whole::text));
    text.extend(report.wiring.iter().map(whole::wires));
    text.extend(report.interfaces.iter().map(interfaces::text));
    for one in &report.certificates {
        text += &format!("  {}: {} clauses, which nothing satisfies by {}\n", one.cnf, one.clauses, one.lrat);
    }
    if !report.proofs.is_empty() {
        text += &format!("modules, by induction in yosys {}\n", report.yosys);
        text += &output::table(&["module", "property", "depth", "result", "s", "parameters"], report.proofs.iter().map(row));
    }
    for outcome in report.proofs.iter().filter(|outcome| !outcome.counterexample.is_empty()) {
        text += &format!("{} {} is refuted by (clock, signal, value in binary):\n", outcome.module, outcome.parameters);
        text.extend(outcome.counterexample.iter().map(|line| format!("  {line}\n")));
    }
    for outcome in report.proofs.iter().filter(|outcome| !outcome.missing.is_empty()) {
        let (module, missing) = (outcome.module, outcome.missing.join(", "));
        text += &format!(
            "{module}: its properties name {missing}, which its Verilog does not have: an edit must keep the names of registers\n"
        );
    }
    text + if report.proved { "All hold, for all time.\n" } else { "Not all are proved.\n" }
}
