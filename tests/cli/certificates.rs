//! Certificates of `deadlock` and `prove`, checked by the programs in `verify/checker/`, which are compiled by `rustc` alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::{Run, command, root, run, torusmith};

/// A folder with the checkers, made once for their sources by whichever test comes first.
pub fn checkers() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let sources = ["check-ranks", "check-lrat"].map(|name| (name, root().join(format!("verify/checker/src/bin/{name}.rs"))));
        let texts = sources.each_ref().map(|(_, source)| fs::read_to_string(source).unwrap());
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("checkers-{}", &torusmith_host::sha256(texts.concat())[..16]));
        if place.exists() {
            return place;
        }
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep();
        for (name, source) in sources {
            let output = Command::new("rustc").args(["--edition", "2024", "-O", "-o"]).arg(folder.join(name)).arg(source).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        // Another test may have been faster.
        if fs::rename(&folder, &place).is_err() {
            assert!(place.exists(), "{} cannot be made", place.display());
            let _ = fs::remove_dir_all(&folder);
        }
        place
    })
}

/// Runs a checker.
pub fn check(name: &str, files: &[&Path]) -> Run {
    run(Command::new(checkers().join(name)).args(files))
}

#[track_caller]
fn refused(name: &str, files: &[&Path], words: &[&str]) {
    let told = check(name, files);
    assert!(told.code == Some(1) && told.out.starts_with("REFUSED: "), "{told:?}");
    words.iter().for_each(|word| assert!(told.out.contains(word), "no `{word}` in {}", told.out));
}

/// As many channels have ranks as the walk found.
#[test]
#[ignore = "long: certificates of many networks"]
fn ranks_are_good() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ranks");
    for network in [
        "torus:8,8",
        "torus:8,8 --message-classes 2",
        "mesh:3,4",
        "hypercube:5",
        "ttn:2,2,1",
        "ttn:2,2,0 --vcs 4",
        "mtn:2,2,1 --routing dor",
        "htn:4,4,2,1 --routing ls+cs",
        "rdt:16",
        "fattree:2,3",
        "torus:4,4:2",
        "star:4",
        "mesh:4,4 --without 1,1:y+",
        "torus:4,4:2 --without-node 1,1",
        "mesh:4,4 --without 0,0:x+/0,0:y+ --allow-unreachable",
        "rdt:16 --without 0,0:x+",
    ] {
        let args = network.split(' ').chain(["--json", "--certificate"]);
        let report = run(command(["deadlock"].into_iter().chain(args)).arg(&file)).good().json();
        assert_eq!(report["certificate"], file.to_str().unwrap(), "{network}");
        let told = check("check-ranks", &[&file]).good().out;
        assert!(told.contains(&format!(" {} channels: every dependency rises.", report["escape_channels"])), "{network}: {told}");
        assert!(fs::metadata(&file).unwrap().len() < 20 << 20, "{network}");
        // The same bytes again.
        let first = fs::read(&file).unwrap();
        run(command(["deadlock"].into_iter().chain(network.split(' ')).chain(["--certificate"])).arg(&file)).good();
        assert!(first == fs::read(&file).unwrap(), "{network}");
    }
}

/// In a file of a mesh of 3 x 3, whose routes are known without a walk.
#[test]
fn changed_ranks_and_routes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ranks");
    run(command(["deadlock", "mesh:3,3", "--certificate"]).arg(&file)).good();
    let good = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let place = |word: &str| lines.iter().position(|line| line.starts_with(word)).unwrap();
    // A channel that some channel depends on is given the lowest rank.
    let rising = lines.iter().position(|line| line.starts_with("rank ") && !line.ends_with(" 0")).unwrap();
    let channel = |line: &str| format!("({})", line.split(' ').skip(1).take(3).collect::<Vec<_>>().join(", "));
    let with = |at: usize, line: Option<String>| {
        let changed = lines.iter().enumerate().filter_map(|(i, old)| if i == at { line.clone() } else { Some((*old).to_owned()) });
        fs::write(&file, changed.map(|line| line + "\n").collect::<String>()).unwrap();
    };
    let (own, _) = lines[rising].rsplit_once(' ').unwrap();
    with(rising, Some(format!("{own} 0")));
    refused("check-ranks", &[&file], &["has rank ", &format!("{} behind it 0", channel(lines[rising]))]);
    with(rising, None);
    refused("check-ranks", &[&file], &["no rank of channel", &channel(lines[rising])]);
    with(place("link "), None);
    refused("check-ranks", &[&file], &["is no escape channel of a link"]);
    let from = place("from 3 ");
    with(from, Some(lines[from].replace("0-2", "0-1")));
    refused("check-ranks", &[&file], &[&format!("line {}: no packets from 2 to 3", from + 1)]);
    with(place("to 3 "), None);
    refused("check-ranks", &[&file], &["no route for packets to 3"]);
}

#[test]
fn where_there_is_a_cycle_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ranks");
    for network in ["ttn:2,2,0 --vc-rule literal", "rdt:16 --vc-rule two"] {
        let found = run(command(["deadlock"].into_iter().chain(network.split(' ')).chain(["--certificate"])).arg(&file));
        assert!(found.code == Some(1) && found.out.contains("CYCLE") && !found.out.contains("certificate"), "{found:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{network}");
    }
}

#[test]
fn certificates_that_cannot_be_are_refused() {
    torusmith("deadlock mesh:3,3 --certificate NOWHERE/file").refused(2, &["certificate = NOWHERE/file", "No such file"]);
    let folder = tempfile::tempdir().unwrap();
    run(command("deadlock mesh:3,3 --certificate".split(' ')).arg(folder.path()))
        .refused(2, &[&format!("certificate = {}", folder.path().display())]);
    torusmith("deadlock rdt:16 --router multicast --certificate x").refused(2, &["certificate = x", "router = plain"]);
    torusmith("deadlock torus:8,8 --vc-rule auto --certificate x").refused(2, &["certificate = x", "the network file of --out"]);
    torusmith("deadlock ttn:3,3,0 --certificate x").refused(2, &["certificate = x", "up to 4096 nodes"]);
    torusmith("prove torus:4,4 --certificate NOWHERE/dir").refused(2, &["certificate = NOWHERE/dir", "No such file"]);
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    run(command("prove torus:4,4 --certificate".split(' ')).arg(&file)).refused(2, &[&format!("certificate = {}", file.display())]);
    torusmith("prove rdt:16 --router multicast --certificate x").refused(2, &["certificate = x", "router = plain"]);
}

/// A real proof is good; one with a changed line, a hint less, or of a CNF with a clause less is not.
#[test]
#[ignore = "long: a proof, and a check of all its steps"]
fn the_proof_of_a_router_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("proof");
    let options = "prove torus:4,4 --vcs 2 --buffer-depth 2 --flit-width 8 --json --certificate";
    let report = run(command(options.split(' ')).arg(&out)).good().json();
    assert_eq!(report["certificates"].as_array().unwrap().len(), 2, "{report}");
    let index = fs::read_to_string(out.join("index.txt")).unwrap();
    assert!(index.starts_with("torusmith-proof 1\nnetwork torus(4,4)\n") && index.contains("\nstep step.cnf step.lrat "), "{index}");
    assert!(index.contains("\nparameter BUFFER_DEPTH 2\n"), "{index}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 6);
    // What was proved is what `generate` writes.
    let verilog = folder.path().join("verilog");
    run(command("generate torus:4,4 --vcs 2 --buffer-depth 2 --flit-width 8 --out".split(' ')).arg(&verilog)).good();
    let checked = Command::new("sha256sum").args(["--check", "--quiet"]).arg(out.join("sources.sha256")).current_dir(&verilog).status();
    assert!(checked.unwrap().success());
    for query in ["base", "step"] {
        let [cnf, lrat] = ["cnf", "lrat"].map(|end| out.join(format!("{query}.{end}")));
        let told = check("check-lrat", &[&cnf, &lrat]).good().out;
        assert!(told.contains("nothing satisfies"), "{told}");
    }
    let [cnf, lrat] = ["cnf", "lrat"].map(|end| out.join(format!("step.{end}")));
    let proof = fs::read_to_string(&lrat).unwrap();
    let lines: Vec<&str> = proof.lines().collect();
    let changed = folder.path().join("changed");
    let with = |at: usize, line: &str| {
        let text: String = lines.iter().enumerate().map(|(i, old)| format!("{}\n", if i == at { line } else { old })).collect();
        fs::write(&changed, text).unwrap();
    };
    // The line that adds the empty clause; without its last hint, and with a clause in place of none.
    let last = lines.iter().rposition(|line| line.split(' ').nth(1) == Some("0")).unwrap();
    let line = &format!("LRAT, line {}: ", last + 1);
    let words: Vec<&str> = lines[last].split(' ').collect();
    with(last, &[&words[..words.len() - 2], &["0"]].concat().join(" "));
    refused("check-lrat", &[&cnf, &changed], &[line]);
    with(last, &words.iter().enumerate().map(|(i, word)| if i == 1 { "1 0" } else { word }).collect::<Vec<_>>().join(" "));
    let told = check("check-lrat", &[&cnf, &changed]);
    assert_eq!(told.code, Some(1), "{told:?}");
    // The first line that adds a clause has another literal.
    let first = lines.iter().position(|line| line.split(' ').nth(1) != Some("d")).unwrap();
    let words: Vec<&str> = lines[first].split(' ').collect();
    let literal = if words[1] == "0" { "1 0".to_owned() } else { format!("{}", -words[1].parse::<i32>().unwrap()) };
    with(first, &[&[words[0], &literal], &words[2..]].concat().join(" "));
    refused("check-lrat", &[&cnf, &changed], &[&format!("LRAT, line {}: ", first + 1)]);
    // The last clause of the CNF says that a claim fails.
    let text = fs::read_to_string(&cnf).unwrap();
    let (rest, _) = text.trim_end().rsplit_once('\n').unwrap();
    fs::write(&changed, rest).unwrap();
    refused("check-lrat", &[&changed, &lrat], &["CNF: ", "not as many as its header says"]);
    let header = rest.lines().find(|line| line.starts_with("p cnf ")).unwrap();
    let (left, clauses) = header.rsplit_once(' ').unwrap();
    fs::write(&changed, rest.replace(header, &format!("{left} {}", clauses.parse::<usize>().unwrap() - 1))).unwrap();
    refused("check-lrat", &[&changed, &lrat], &["LRAT, line "]);
}

/// A router whose registers have other names stays open.
#[test]
#[ignore = "long: several proofs"]
fn a_router_that_is_not_proved_has_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let [rtl, out] = ["rtl", "proof"].map(|name| folder.path().join(name));
    run(command(["generate", "hypercube:2", "--buffer-depth", "2", "--out"]).arg(&rtl)).good();
    let file = rtl.join("rtl/hypercube_2_local_guard.v");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("packet_lost", "packet_gone")).unwrap();
    let told = run(command(["prove", "hypercube:2", "--no-cache", "--rtl"]).arg(&rtl).arg("--certificate").arg(&out));
    assert!(told.code == Some(1) && told.out.contains("whole router: OPEN") && !told.out.contains(".lrat"), "{told:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a folder was left");
}
