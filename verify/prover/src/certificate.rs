//! Certificates of an induction: of each query a CNF that nothing satisfies, and a proof of that in LRAT (docs/certificates.md).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cadical_sys::{CaDiCal, Status};
use serde::Serialize;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Yosys};

use crate::Error;
use crate::aig::{Aig, Edge};
use crate::filter::Kind;
use crate::induction::{Query, Question, question};
use crate::sat::{Literals, Until};
use crate::subject;

/// A CNF and its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// The query.
    pub query: Query,
    /// The file of the CNF.
    pub cnf: String,
    /// The file of the proof.
    pub lrat: String,
    /// Claims of which one would fail: those that do not hold by the form of the graph.
    pub claims: usize,
    /// Variables of the CNF.
    pub variables: usize,
    /// Its clauses.
    pub clauses: usize,
}

/// Clauses, as lines of a file.
#[derive(Default)]
struct Cnf {
    literals: Literals,
    lines: String,
    clauses: usize,
}

impl Cnf {
    fn add(lines: &mut String, clauses: &mut usize, clause: &[i32]) {
        clause.iter().for_each(|literal| write!(lines, "{literal} ").expect("a text grows"));
        lines.push_str("0\n");
        *clauses += 1;
    }

    fn literal(&mut self, aig: &Aig, edge: Edge) -> i32 {
        let Self { literals, lines, clauses } = self;
        literals.of(aig, edge, &mut |clause| Self::add(lines, clauses, clause))
    }

    fn clause(&mut self, clause: &[i32]) {
        Self::add(&mut self.lines, &mut self.clauses, clause);
    }
}

/// Writes the certificates of a router that was proved with such heads into a folder; each may take so many seconds.
///
/// # Errors
/// As [`subject::miter`]; a folder that cannot be written; [`Error::Certificate`] where the solver does not come to the same end.
pub fn write(
    design: &Design,
    heads: Kind,
    yosys: &Yosys,
    cache: &Cache,
    seconds: f32,
    dir: &Path,
    told: &dyn Fn(&str),
) -> Result<Vec<Certificate>, Error> {
    let miter = subject::miter(design, heads, yosys, cache)?;
    let mut all = Vec::new();
    for (query, name) in [(Query::Base, "base"), (Query::Step, "step")] {
        told(name);
        let missing = |names| Error::Certificate(format!("the router does not have {names:?}"));
        let question = question(&miter, query).map_err(missing)?;
        let (text, one) = cnf(&question, query, name, &format!("{name} of {}, heads: {heads:?}", design.network));
        let path = dir.join(&one.cnf);
        fs::write(&path, text).map_err(|source| Error::Io { path: path.clone(), source })?;
        refute(&path, &dir.join(&one.lrat), seconds)?;
        all.push(one);
    }
    Ok(all)
}

/// That a claim fails, as the text of a file.
fn cnf(question: &Question, query: Query, name: &str, title: &str) -> (String, Certificate) {
    let Question { aig, before, after, .. } = question;
    let mut cnf = Cnf::default();
    for claim in before {
        let holds = cnf.literal(aig, claim.holds);
        cnf.clause(&[holds]);
    }
    let mut fails: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for claim in after.iter().filter(|claim| claim.holds != Edge::TRUE) {
        fails.entry(cnf.literal(aig, !claim.holds)).or_default().push(claim.to_string());
    }
    cnf.clause(&fails.keys().copied().collect::<Vec<_>>());
    let claims = fails.values().map(Vec::len).sum();
    let variables = cnf.literals.switch() as usize - 1;
    let mut text = format!("c torusmith: {title}\n");
    let mut line = |words: std::fmt::Arguments| writeln!(text, "{words}").expect("a text grows");
    line(format_args!("c Of {} claims, {} hold by the form of the graph.", after.len(), after.len() - claims));
    line(format_args!("c The last clause says that one of the others fails a clock later. Its literals:"));
    fails.iter().for_each(|(literal, names)| line(format_args!("c {literal} fails: {}", names.join(", "))));
    line(format_args!("p cnf {variables} {}", cnf.clauses));
    text += &cnf.lines;
    let [cnf_name, lrat] = ["cnf", "lrat"].map(|end| format!("{name}.{end}"));
    (text, Certificate { query, cnf: cnf_name, lrat, claims, variables, clauses: cnf.clauses })
}

/// Lets the solver read a CNF from its file, and write a proof that nothing satisfies it.
fn refute(cnf: &Path, lrat: &Path, seconds: f32) -> Result<(), Error> {
    let [cnf_name, lrat_name] = [cnf, lrat].map(|path| path.to_str().ok_or(Error::Certificate(format!("{} is no UTF-8", path.display()))));
    let mut solver = CaDiCal::new();
    solver.set("lrat", 1);
    solver.set("binary", 0);
    if !solver.trace_proof2(lrat_name?) {
        return Err(Error::Certificate(format!("{} cannot be written", lrat.display())));
    }
    solver.read_dimacs2(cnf_name?, &mut 0, 1).map_err(Error::Certificate)?;
    solver.connect_terminator(Until::now_and(Duration::from_secs_f32(seconds)));
    let begin = Instant::now();
    let status = solver.solve();
    solver.close_proof_trace(false);
    match status {
        Status::UNSATISFIABLE => Ok(()),
        Status::SATISFIABLE => Err(Error::Certificate(format!("{} is satisfied", cnf.display()))),
        Status::UNKNOWN => Err(Error::Certificate(format!("no answer within {:.0} s", begin.elapsed().as_secs_f64()))),
    }
}
