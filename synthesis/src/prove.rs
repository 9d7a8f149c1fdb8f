//! Properties of a generated router's modules, proved for ever by temporal induction with the SAT solver in yosys.

mod catalogue;

use std::collections::BTreeSet;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Key};
use crate::{Error, Yosys, tools, yosys};

pub use catalogue::Proofs;

/// The deepest induction that is tried.
const DEEPEST: u32 = 16;
/// Lines of a counterexample that are kept.
const LINES: usize = 40;

/// A property of a module, with all that yosys needs to prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The property in words.
    pub property: &'static str,
    /// The module, or the modules that it is of.
    pub module: &'static str,
    /// The Verilog module that holds the properties.
    pub top: String,
    /// Its parameters, as `chparam` takes them.
    pub parameters: Vec<(String, String)>,
    /// Verilog read without its own properties: what they assume is for its user to keep.
    pub plain: Vec<String>,
    /// Verilog read with its properties.
    pub formal: Vec<String>,
    /// Modules of `formal` whose assumptions are proved as well, as `top` is their user.
    pub discharged: Vec<String>,
    /// Wires of `top` that are connected to registers of instances.
    pub connected: Vec<(&'static str, &'static str)>,
}

/// Result of a [`Proof`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome {
    /// The property in words.
    pub property: &'static str,
    /// Its module.
    pub module: &'static str,
    /// `NAME=VALUE`, with spaces between them.
    pub parameters: String,
    /// How it ended.
    pub result: Verdict,
    /// Clocks of the induction; of what is refuted, the clock in which it fails.
    pub depth: u32,
    /// Assertions proved at once.
    pub assertions: u32,
    /// How long yosys took, when it ran.
    pub seconds: f64,
    /// Of what is refuted, the first lines of a run that contradicts it: clock, signal, value.
    pub counterexample: Vec<String>,
    /// Names of the properties that the Verilog does not have; with one, nothing is proved or refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// How a proof ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds in every run, for ever.
    Proved,
    /// There is a run in which it does not hold.
    Refuted,
    /// No induction of up to 16 clocks shows it, and no run of so many contradicts it.
    Open,
}

/// Cached result of yosys.
#[derive(Serialize, Deserialize)]
struct Found {
    result: Verdict,
    depth: u32,
    assertions: u32,
    seconds: f64,
    counterexample: Vec<String>,
    missing: Vec<String>,
}

impl Proof {
    fn script(&self, lower: &str) -> String {
        let (top, mut script) = (&self.top, String::new());
        for (kind, flags, texts) in [("plain", "", &self.plain), ("formal", " -formal -DTORUSMITH_FORMAL", &self.formal)] {
            script.extend((0..texts.len()).map(|i| format!("read_verilog{flags} {kind}{i}.v\n")));
        }
        if !self.parameters.is_empty() {
            let sets = self.parameters.iter().map(|(name, value)| format!(" -set {name} {value}")).collect::<String>();
            script += &format!("chparam{sets} {top}\n");
        }
        script += &format!("hierarchy -check -top {top}\nproc\n");
        script.extend(self.discharged.iter().map(|module| format!("chformal -assume -assume2assert {module} $paramod*{module}*\n")));
        script += "flatten\n";
        script.extend(self.connected.iter().map(|(wire, register)| format!("connect -set {wire} {register}\n")));
        // The proof starts from any state; that the first clock is a reset, the properties assume themselves.
        script += &format!("prep -top {top}\nmemory_map\nasync2sync\ndffunmap\n{lower}opt_clean\n");
        script + &format!("sat -set-assumes -prove-asserts -tempinduct -seq 1 -maxsteps {DEEPEST} -show-public {top}\n")
    }

    fn run(&self, yosys: &Yosys, script: &str) -> Result<Found, Error> {
        let folder = yosys::folder()?;
        for (kind, texts) in [("plain", &self.plain), ("formal", &self.formal)] {
            for (i, text) in texts.iter().enumerate() {
                yosys::write(&folder.path().join(format!("{kind}{i}.v")), text)?;
            }
        }
        yosys::write(&folder.path().join("script.ys"), script)?;
        let begin = Instant::now();
        let log = tools::run("yosys", &yosys.command, &["-s", "script.ys"], folder.path())?;
        let seconds = (begin.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        let missing = undeclared(&log);
        let result = if !missing.is_empty() {
            Verdict::Open
        } else if log.contains("Induction step proven: SUCCESS!") {
            Verdict::Proved
        } else if log.contains("model found for base case: FAIL!") {
            Verdict::Refuted
        } else {
            Verdict::Open
        };
        let assertions = log.matches("Import proof for assert").count() as u32;
        if assertions == 0 {
            return Err(Error::Tool { tool: "yosys", message: format!("{} has no property", self.top) });
        }
        let depth = log.matches("[base case ").count() as u32;
        let counterexample = if result == Verdict::Refuted { counterexample(&log) } else { Vec::new() };
        Ok(Found { result, depth, assertions, seconds, counterexample, missing })
    }
}

/// Signals that properties name and the module does not declare: those of an edit that renamed them.
fn undeclared(log: &str) -> Vec<String> {
    let names = log.lines().filter_map(|line| line.split_once("Identifier `\\")?.1.split_once("' is implicitly declared"));
    let names: BTreeSet<String> = names.map(|(name, _)| name.to_owned()).collect();
    names.into_iter().collect()
}

/// The table of signals behind `model found`: time, name, decimal, hexadecimal, binary.
fn counterexample(log: &str) -> Vec<String> {
    let found = log.lines().skip_while(|line| !line.contains("model found for base case"));
    let table = found.skip_while(|line| !line.trim_start().starts_with("Time ")).skip(2);
    let rows = table.map(|line| line.split_whitespace().collect::<Vec<_>>()).take_while(|row| !row.is_empty());
    let row = |row: Vec<&str>| Some(format!("{} {} {}", row.first()?, row.get(1)?.trim_start_matches('\\'), row.get(4)?));
    rows.filter(|row| row.len() == 5 && !row[1].contains('$')).filter_map(row).take(LINES).collect()
}

/// Proves or refutes `proof`.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog or finds no property in it, [`Error::Io`].
pub fn prove(yosys: &Yosys, cache: &Cache, proof: &Proof) -> Result<Outcome, Error> {
    // Older ones make assertions cells of their own at once, and have nothing to lower.
    let minor: Option<u32> = yosys.version.split(['.', '+']).nth(1).and_then(|minor| minor.parse().ok());
    let lower = if minor.is_none_or(|minor| minor >= 38) { "chformal -lower\n" } else { "" };
    let script = proof.script(lower);
    let texts = proof.plain.iter().chain(&proof.formal).map(String::as_str);
    let key = Key::of([yosys.build.as_str(), &script].into_iter().chain(texts));
    let found = cache.or_make("prove", &key, || proof.run(yosys, &script))?;
    Ok(Outcome {
        property: proof.property,
        module: proof.module,
        parameters: proof.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "),
        result: found.result,
        depth: found.depth,
        assertions: found.assertions,
        seconds: found.seconds,
        counterexample: found.counterexample,
        missing: found.missing,
    })
}
