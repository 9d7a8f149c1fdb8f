//! Checks that a CNF is unsatisfiable, by a proof in LRAT: `check-lrat CNF LRAT`, DIMACS and LRAT as text.
//!
//! Every clause that a line adds follows by unit propagation from the clauses that the line names (RUP), or keeps satisfiability (RAT, on
//! its first literal); the proof ends in the empty clause. Only variables of the CNF may occur.
//! Exit code 0: the proof is valid. 1: it is not, and the output names the line. 2: a file cannot be read.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

#[derive(Default)]
struct Proof {
    clauses: HashMap<u64, Vec<i32>>,
    /// Whether each literal is assumed to hold; a variable's negation comes next to it.
    holds: Vec<bool>,
    assumed: Vec<i32>,
}

fn literal_index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

/// Parses the numbers of a line, which ends with a 0.
fn numbers(words: &str) -> Result<Vec<i64>, String> {
    let all = words.split_whitespace().map(|word| word.parse().map_err(|_| format!("`{word}` is no number")));
    let all = all.collect::<Result<Vec<i64>, String>>()?;
    if all.last() == Some(&0) { Ok(all) } else { Err("no 0 at the end".into()) }
}

impl Proof {
    /// Parses the literals of a clause; only known variables are allowed.
    fn clause(&self, numbers: &[i64]) -> Result<Vec<i32>, String> {
        let variables = self.holds.len() as u64 / 2;
        let literal = |n: &i64| if *n != 0 && n.unsigned_abs() < variables { Ok(*n as i32) } else { Err(format!("no literal {n}")) };
        numbers.iter().map(literal).collect()
    }

    /// Assumes a literal; `false` if its negation holds.
    fn assume(&mut self, literal: i32) -> bool {
        if !std::mem::replace(&mut self.holds[literal_index(literal)], true) {
            self.assumed.push(literal);
        }
        !self.holds[literal_index(-literal)]
    }

    fn forget(&mut self, from: usize) {
        self.assumed.drain(from..).for_each(|literal| self.holds[literal_index(literal)] = false);
    }

    /// Whether the clauses, in order, contradict the assumptions; each must leave one literal, or none.
    fn contradict(&mut self, hints: &[i64]) -> Result<bool, String> {
        for hint in hints {
            let clause = self.clauses.get(&(*hint as u64)).ok_or_else(|| format!("no clause {hint}"))?;
            let mut left = clause.iter().filter(|literal| !self.holds[literal_index(-**literal)]).copied();
            match (left.next(), left.next()) {
                (None, _) => return Ok(true),
                (Some(one), None) => _ = self.assume(one),
                _ => return Err(format!("clause {hint} leaves more than one literal")),
            }
        }
        Ok(false)
    }

    /// Checks that a clause may be added.
    fn check(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), String> {
        self.forget(0);
        let open = clause.iter().all(|literal| self.assume(-literal));
        let (first, mut rest) = hints.split_at(hints.iter().position(|hint| *hint < 0).unwrap_or(hints.len()));
        if !open || self.contradict(first)? {
            return Ok(());
        }
        let pivot = *clause.first().ok_or("the clauses named do not contradict one another")?;
        let mut against: Vec<u64> = self.clauses.iter().filter(|(_, clause)| clause.contains(&-pivot)).map(|(id, _)| *id).collect();
        let own = self.assumed.len();
        while let [with, behind @ ..] = rest {
            let (hints, next) = behind.split_at(behind.iter().position(|hint| *hint < 0).unwrap_or(behind.len()));
            let other = self.clauses.get(&with.unsigned_abs()).ok_or(format!("no clause {with}"))?.clone();
            let open = other.iter().filter(|literal| **literal != -pivot).all(|literal| self.assume(-literal));
            if open && !self.contradict(hints)? {
                return Err(format!("no contradiction with clause {with}"));
            }
            self.forget(own);
            against.retain(|id| *id != with.unsigned_abs());
            rest = next;
        }
        against.first().map_or(Ok(()), |id| Err(format!("the clauses named do not contradict one another, nor is clause {id} looked at")))
    }

    fn read_cnf(&mut self, file: impl BufRead) -> Result<(), String> {
        let mut announced = None;
        for (i, line) in file.lines().enumerate() {
            let line = line.map_err(|error| error.to_string())?;
            let at = |why: String| format!("CNF, line {}: {why}", i + 1);
            if let Some(header) = line.strip_prefix("p cnf ") {
                let counts = numbers(&format!("{header} 0")).map_err(at)?;
                let (&[variables @ 0..=0x3fff_ffff, clauses, 0], None) = (&counts[..], announced) else {
                    return Err(at("no header".into()));
                };
                (self.holds, announced) = (vec![false; 2 * variables as usize + 2], Some(clauses as u64));
            } else if !line.starts_with('c') {
                let clause = numbers(&line).and_then(|all| self.clause(&all[..all.len() - 1])).map_err(at)?;
                self.clauses.insert(self.clauses.len() as u64 + 1, clause);
            }
        }
        let found = self.clauses.len() as u64;
        announced.filter(|said| *said == found).map(drop).ok_or(format!("CNF: {found} clauses, not as many as its header says"))
    }

    /// Checks a line of the proof; `true` if it adds the empty clause.
    fn line(&mut self, line: &str) -> Result<bool, String> {
        let (id, rest) = line.split_once(' ').ok_or("too few words")?;
        let id: u64 = id.parse().map_err(|_| format!("`{id}` is no number"))?;
        if let Some(ids) = rest.strip_prefix("d ") {
            let ids = numbers(ids)?;
            ids[..ids.len() - 1].iter().try_for_each(|id| self.clauses.remove(&(*id as u64)).map(drop).ok_or(format!("no clause {id}")))?;
            return Ok(false);
        }
        let all = numbers(rest)?;
        let middle = all.iter().position(|number| *number == 0).filter(|middle| middle + 1 < all.len()).ok_or("no hints")?;
        let (clause, hints) = (self.clause(&all[..middle])?, &all[middle + 1..all.len() - 1]);
        self.check(&clause, hints)?;
        self.clauses.insert(id, clause).map_or(Ok(middle == 0), |_| Err(format!("clause {id} is there already")))
    }
}

fn check(cnf: impl BufRead, lrat: impl BufRead) -> Result<String, String> {
    let mut proof = Proof::default();
    proof.read_cnf(cnf)?;
    let clauses = proof.clauses.len();
    for (i, line) in lrat.lines().enumerate() {
        if line.and_then(|line| proof.line(&line).map_err(std::io::Error::other)).map_err(|why| format!("LRAT, line {}: {why}", i + 1))? {
            return Ok(format!("{clauses} clauses: nothing satisfies them, by a proof of {} lines.", i + 1));
        }
    }
    let empty = proof.clauses.values().find(|clause| clause.is_empty()).ok_or("LRAT: no line adds the empty clause".to_owned());
    empty.map(|_| format!("{clauses} clauses: nothing satisfies an empty one."))
}

fn main() -> ExitCode {
    let open = |file: &str| std::fs::File::open(file).map(BufReader::new).map_err(|error| format!("{file}: {error}"));
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [cnf, lrat] = [0, 1].map(|i| args.get(i).ok_or("check-lrat CNF LRAT".into()).and_then(|file| open(file)));
    let (output, code) = match cnf.and_then(|cnf| Ok(check(cnf, lrat?))) {
        Ok(Ok(good)) => (good, 0),
        Ok(Err(wrong)) => (format!("REFUSED: {wrong}"), 1),
        Err(error) => (error, 2),
    };
    println!("{output}");
    ExitCode::from(code)
}
