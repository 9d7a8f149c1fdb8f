//! Proofs that `check-lrat` accepts, and refusals with their line.

use std::process::Command;

/// An unsatisfiable CNF.
const CNF: &str = "c by hand
p cnf 3 6
1 2 0
-1 2 0
1 -2 0
-1 -2 3 0
-3 -1 0
3 1 2 0
";

/// 2 follows from clauses 1 and 2; then 1 by 3; then 3 by 4; and 5 contradicts.
const PROOF: &str = "7 2 0 1 2 0
7 d 1 6 0
8 1 0 7 3 0
9 3 0 7 8 4 0
10 0 9 8 5 0
";

/// Returns the exit code and the output.
fn check(cnf: &str, lrat: &str) -> (i32, String) {
    let place = |end: &str| std::env::temp_dir().join(format!("check-{}-{:?}.{end}", std::process::id(), std::thread::current().id()));
    let files = [(place("cnf"), cnf), (place("lrat"), lrat)];
    files.iter().for_each(|(path, text)| std::fs::write(path, text).unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_check-lrat")).args(files.iter().map(|(path, _)| path)).output().unwrap();
    files.iter().for_each(|(path, _)| std::fs::remove_file(path).unwrap());
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_proof_by_hand_is_good() {
    assert_eq!(check(CNF, PROOF), (0, "6 clauses: nothing satisfies them, by a proof of 5 lines.\n".to_owned()));
}

/// An empty clause in the CNF.
#[test]
fn an_empty_clause_needs_no_proof() {
    assert_eq!(check("p cnf 0 1\n0\n", ""), (0, "1 clauses: nothing satisfies an empty one.\n".to_owned()));
}

#[test]
fn whatever_is_changed_is_refused_with_its_line() {
    for (from, to, told) in [
        // A changed clause or hint.
        ("8 1 0 7 3 0", "8 -1 0 7 3 0", "LRAT, line 3: the clauses named do not contradict one another, nor is clause"),
        ("8 1 0 7 3 0", "8 1 0 7 0", "LRAT, line 3: the clauses named do not contradict one another, nor is clause"),
        ("8 1 0 7 3 0", "8 1 0 3 0", "LRAT, line 3: the clauses named do not contradict one another, nor is clause"),
        ("9 3 0 7 8 4 0", "9 3 0 4 0", "LRAT, line 4: clause 4 leaves more than one literal"),
        ("10 0 9 8 5 0", "10 0 9 8 0", "LRAT, line 5: the clauses named do not contradict one another"),
        ("10 0 9 8 5 0", "10 0 9 1 8 5 0", "LRAT, line 5: no clause 1"),
        ("10 0 9 8 5 0\n", "", "LRAT: no line adds the empty clause"),
        // Malformed lines.
        ("7 d 1 6 0", "7 d 1 12 0", "LRAT, line 2: no clause 12"),
        ("8 1 0 7 3 0", "8 1 0 7 3", "LRAT, line 3: no 0 at the end"),
        ("8 1 0 7 3 0", "8 1 0", "LRAT, line 3: no hints"),
        ("8 1 0 7 3 0", "5 1 0 7 3 0", "LRAT, line 3: clause 5 is there already"),
        ("8 1 0 7 3 0", "8 4 0 7 3 0", "LRAT, line 3: no literal 4"),
        ("8 1 0 7 3 0", "8 one 0 7 3 0", "LRAT, line 3: `one` is no number"),
    ] {
        assert!(PROOF.contains(from), "{from}");
        let (code, found) = check(CNF, &PROOF.replacen(from, to, 1));
        assert!(code == 1 && found.starts_with(&format!("REFUSED: {told}")), "{from} -> {to}: {found}");
    }
    for (from, to, told) in [
        ("-3 -1 0\n", "", "CNF: 5 clauses, not as many as its header says"),
        ("p cnf 3 6\n", "", "CNF, line 2: no literal 1"),
        ("p cnf 3 6", "p cnf 2 6", "CNF, line 6: no literal 3"),
        ("p cnf 3 6", "p cnf 3 6\np cnf 2 6", "CNF, line 3: no header"),
        ("-3 -1 0\n", "-3 -1\n", "CNF, line 7: no 0 at the end"),
    ] {
        let (code, found) = check(&CNF.replacen(from, to, 1), PROOF);
        assert!(code == 1 && found.starts_with(&format!("REFUSED: {told}")), "{from} -> {to}: {found}");
    }
    // One clause less, with a matching header: all later clauses are renumbered.
    let (code, found) = check(&CNF.replace("p cnf 3 6", "p cnf 3 5").replacen("-1 2 0\n", "", 1), PROOF);
    assert!(code == 1 && found.contains("LRAT, line 1: "), "{found}");
}

/// Clause 6 may be added although it does not follow: its only resolvent on literal 3, with clause 1, equals clause 2.
#[test]
fn a_clause_that_does_not_follow_may_be_added_by_rat() {
    let cnf = "p cnf 3 5\n-3 1 0\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    let rest = "7 2 0 2 3 0\n8 0 7 4 5 0\n";
    assert_eq!(check(cnf, &format!("6 3 2 0 -1 2 0\n{rest}")).0, 0);
    for (wrong, told) in [
        ("6 3 2 0 0\n", "LRAT, line 1: the clauses named do not contradict one another, nor is clause 1 looked at"),
        ("6 3 2 0 -1 0\n", "LRAT, line 1: no contradiction with clause -1"),
        ("6 3 0 -1 2 0\n", "LRAT, line 1: no contradiction with clause -1"),
        ("6 3 2 0 -9 2 0\n", "LRAT, line 1: no clause -9"),
    ] {
        let found = check(cnf, &format!("{wrong}{rest}"));
        assert!(found.0 == 1 && found.1.contains(told), "{wrong}: {}", found.1);
    }
}
