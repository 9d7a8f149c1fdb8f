//! Certificates of an induction: of each query a CNF that nothing satisfies, and a proof of that in LRAT (docs/certificates.md).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cadical_sys::{CaDiCal, Status};
use serde::Serialize;
use torusmith_synthesis::{Cache, Yosys};
use torusmith_testbench::Design;

use crate::Error;
use crate::aig::{Aig, Edge};
use crate::filter::Kind;
use crate::induction::{Query, question};
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
    /// Claims of which one would fail.
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
        let mut cnf = Cnf::default();
        for claim in &question.before {
            let holds = cnf.literal(&question.aig, claim.holds);
            cnf.clause(&[holds]);
        }
        let open: Vec<_> = question.after.iter().filter(|claim| claim.holds != Edge::TRUE).collect();
        let mut fails = Vec::new();
        let mut names: BTreeMap<i32, Vec<String>> = BTreeMap::new();
        for claim in &open {
            let literal = cnf.literal(&question.aig, !claim.holds);
            names.entry(literal).or_default().push(claim.to_string());
            fails.push(literal);
        }
        fails.sort_unstable();
        fails.dedup();
        cnf.clause(&fails);
        let mut text = format!("c torusmith: {} of {}, heads: {heads:?}\n", name, design.network);
        text += "c The last clause says that a claim fails a clock later: which one a literal stands for.\n";
        names.iter().for_each(|(literal, names)| writeln!(text, "c {literal} fails: {}", names.join(", ")).expect("a text grows"));
        let variables = cnf.literals.switch() as usize - 1;
        writeln!(text, "p cnf {variables} {}", cnf.clauses).expect("a text grows");
        text += &cnf.lines;
        let [cnf_name, lrat] = ["cnf", "lrat"].map(|end| format!("{name}.{end}"));
        let path = dir.join(&cnf_name);
        fs::write(&path, text).map_err(|source| Error::Io { path: path.clone(), source })?;
        refute(&path, &dir.join(&lrat), seconds)?;
        all.push(Certificate { query, cnf: cnf_name, lrat, claims: open.len(), variables, clauses: cnf.clauses });
    }
    Ok(all)
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
