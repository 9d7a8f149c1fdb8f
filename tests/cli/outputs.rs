//! What commands write, and that they do not write what they read.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::support::{Run, command, files, run};

/// Runs `torusmith` with the words of a line, in a folder.
fn within(dir: &Path, line: &str) -> Run {
    run(command(line.split_whitespace()).current_dir(dir))
}

const MAP: &str = "# Address map, agreed with the software team.\nmanagers = [\"0,0\"]\n[[range]]\nname = \"ram\"  # bank 0\nbase = 0x8000_0000\nsize = 0x1_0000\nnode = \"0,1\"\n";
const RING: &str =
    "# my ring\nnodes = 3\nlinks = [ { between = [\"0\", \"1\"] }, { between = [\"1\", \"2\"] }, { between = [\"2\", \"0\"] } ]\n";
const AXI4: &str = "generate mesh:2,2 --scope network --interface axi4 --map";

fn with(file: &str, text: &str) -> TempDir {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join(file), text).unwrap();
    dir
}

/// The files of a user in the folder that the design goes into; and another design there, edited by hand.
#[test]
fn no_file_of_the_user_is_written_or_removed() {
    let dir = with("map.toml", MAP);
    let at = dir.path();
    let read = |name: &str| fs::read_to_string(at.join(name)).unwrap();
    within(at, &format!("{AXI4} map.toml --out .")).good();
    let told = within(at, "generate mesh:2,2 --out .");
    told.refused(
        2,
        &["output folder `.`: nothing is written", "rtl/mesh_2_2_router.v", "(of the design mesh_2_2_axi4_network)", "--force"],
    );
    within(at, "generate mesh:2,2 --out . --force").good();
    assert!(!at.join("mesh_2_2_axi4_network.json").exists());
    fs::write(at.join("network.toml"), RING).unwrap();
    within(at, "generate network.toml --scope network --out .").good();
    within(at, "generate mesh:2,2 --out .").good();
    assert_eq!((read("map.toml").as_str(), read("network.toml").as_str()), (MAP, RING));

    within(at, "generate torus:4,4 --out both").good();
    let file = "both/rtl/torus_4_4_crossbar.v";
    fs::write(at.join(file), read(file) + "// my fix\n").unwrap();
    let edited = read(file);
    let report = within(at, "generate mesh:3,3 --out both --json").good().json();
    assert!(
        report["notes"][0].as_str().unwrap().starts_with("Bender.yml, component.xml, README.md and RULES.md of this folder"),
        "{report}"
    );
    let before = files(&at.join("both"));
    within(at, "generate torus:4,4 --vcs 2 --out both").refused(2, &["rtl/torus_4_4_crossbar.v (edited); ", "another folder, or --force"]);
    assert_eq!((files(&at.join("both")), read(file)), (before, edited));
    within(at, "generate torus:4,4 --vcs 2 --out both --force").good();
    assert!(!read(file).contains("my fix"));
}

/// The copy of an input in the design may be the input itself; a file that only has its name is refused, by force too.
#[test]
fn an_input_by_the_name_of_an_output() {
    let dir = with("map.toml", MAP);
    let at = dir.path();
    within(at, &format!("{AXI4} map.toml --out d")).good();
    let copy = at.join("d/mesh_2_2_axi4_network.map.toml");
    let text = fs::read_to_string(&copy).unwrap();
    within(at, &format!("{AXI4} d/mesh_2_2_axi4_network.map.toml --out d --data-width 32")).good();
    assert_eq!(fs::read_to_string(&copy).unwrap(), text);
    fs::write(&copy, MAP).unwrap();
    symlink("d/mesh_2_2_axi4_network.map.toml", at.join("link.toml")).unwrap();
    for force in ["", " --force"] {
        let before = files(at);
        let told = within(at, &format!("{AXI4} link.toml --out d{force}"));
        told.refused(2, &["mesh_2_2_axi4_network.map.toml (an input of this command)", "allowed: another folder"]);
        assert!(files(at) == before && !told.err.contains("force"), "{told:?}");
    }
    // A configuration file, and one of traffic.
    fs::write(at.join("d/mesh_2_2_router.core"), "vcs = 2\n").unwrap();
    within(at, "generate mesh:2,2 --config d/mesh_2_2_router.core --out d --name mesh_2_2 --force")
        .refused(2, &["mesh_2_2_router.core (an input"]);
    fs::write(at.join("d/Bender.yml"), "source,destination\n").unwrap();
    within(at, "generate mesh:2,2 --testbench --traffic permutation:d/Bender.yml --out d").refused(2, &["Bender.yml, line"]);
}

/// Each flag that names a file to be written, with that file as an input of the same command.
#[test]
fn no_flag_writes_an_input_or_a_folder() {
    let dir = tempdir().unwrap();
    let at = dir.path();
    for (line, flag, file) in [
        ("import links.toml --from csv --out", "out", "links.toml"),
        ("import ring.dot --from dot --route-file routes.toml --out", "out", "routes.toml"),
        ("deadlock ring.toml --vc-rule auto --out", "out", "ring.toml"),
        ("deadlock ring.toml --certificate", "certificate", "ring.toml"),
        ("deadlock ring.toml --plot", "plot", "ring.toml"),
        ("simulate torus:4,4 --traffic uniform,permutation:t.svg --plot", "plot", "t.svg"),
        ("simulate torus:4,4 --traffic rates:t.svg --heatmap", "heatmap", "t.svg"),
        ("simulate torus:4,4 --traffic trace:t.csv --packets", "packets", "t.csv"),
        ("report torus:4,4 --config c.html --out", "out", "c.html"),
        ("cosim torus:4,4 --replay run.vcd --wave", "wave", "run.vcd"),
        ("prove torus:4,4 --config c.json --counterexample", "counterexample", "c.json"),
        ("study ttn-static --config c.toml --plan", "plan", "c.toml"),
    ] {
        let text = if line.contains("--config") { "" } else { RING };
        fs::write(at.join(file), text).unwrap();
        symlink(file, at.join(format!("link-{file}"))).unwrap();
        for name in [file.to_owned(), format!("./{file}"), format!("link-{file}")] {
            let told = within(at, &format!("{line} {name}"));
            told.refused(2, &[&format!("{flag} = {name} is not allowed: it is an input of this command; allowed: another file")]);
        }
        assert_eq!(fs::read_to_string(at.join(file)).unwrap(), text);
        let folder = format!("folder/{file}");
        fs::create_dir_all(at.join(&folder)).unwrap();
        let told = within(at, &format!("{line} {folder}"));
        told.refused(2, &[&format!("{flag} = {folder} cannot be written: it is a folder; allowed: a file")]);
        fs::remove_dir(at.join(folder)).unwrap();
        fs::remove_file(at.join(format!("link-{file}"))).unwrap();
        fs::remove_file(at.join(file)).unwrap();
    }
    within(at, "simulate torus:4,4 --rate 0.1 --plot a.svg --heatmap ./a.svg").refused(2, &["heatmap = ./a.svg", "another flag names it"]);
}

/// A manifest and the Verilog of `--rtl` are inputs, whatever is beside them is not.
#[test]
fn a_design_that_is_read_is_not_written() {
    let dir = tempdir().unwrap();
    let at = dir.path();
    within(at, "generate mesh:2,2 --out d").good();
    let before = files(at);
    for file in ["d/mesh_2_2_router.json", "d/rtl/mesh_2_2_router.v"] {
        for rtl in ["d", "d/mesh_2_2_router.json"] {
            let told = within(at, &format!("prove mesh:2,2 --rtl {rtl} --counterexample {file}"));
            told.refused(2, &["counterexample = ", "is an input of this command"]);
        }
    }
    assert_eq!(files(at), before);
}

/// Files of a sweep have fixed names: none of them is an input of its plan, and none of the user's goes when it is tidied up.
#[test]
fn a_sweep_spares_what_is_not_its_own() {
    let rates = "from,to,rate\n\"0,0\",\"1,1\",0.5\n";
    let dir = with("sweep.csv", rates);
    let at = dir.path();
    let plan =
        |traffic: &str| format!("command = \"simulate\"\nnetwork = \"torus:2,2\"\ntraffic = \"{traffic}\"\nrate = 0.1\ncycles = 200\n");
    fs::write(at.join("plan.toml"), plan("rates:sweep.csv")).unwrap();
    within(at, "sweep plan.toml --out .").good();
    within(at, "sweep plan.toml --out . --merge").refused(2, &["out = ./sweep.csv", "is an input of this command"]);
    assert_eq!(fs::read_to_string(at.join("sweep.csv")).unwrap(), rates);

    fs::write(at.join("plan.toml"), plan("uniform")).unwrap();
    for folder in ["failed", "claims"] {
        fs::create_dir_all(at.join("out").join(folder)).unwrap();
        fs::write(at.join("out").join(folder).join("notes"), "mine").unwrap();
    }
    within(at, "sweep plan.toml --out out").good();
    within(at, "sweep plan.toml --out out --merge").good();
    assert!(["failed/notes", "claims/notes"].iter().all(|file| at.join("out").join(file).exists()));
}

/// Two designs in a folder: each is opened by its manifest.
#[test]
fn a_folder_with_two_designs_is_asked_which() {
    let dir = tempdir().unwrap();
    let at = dir.path();
    within(at, "generate mesh:2,2 --out d").good();
    within(at, "generate torus:4,4 --out d").good();
    fs::write(at.join("d/mine.json"), "{}").unwrap();
    let told = within(at, "cosim mesh:2,2 --rtl d");
    told.refused(2, &["d: more than one manifest: mesh_2_2_router.json, torus_4_4_router.json", "the path of one of them"]);
    let told = within(at, "cosim mesh:2,2 --rtl d/torus_4_4_router.json");
    told.refused(2, &["has torus(4,4)", "not mesh(2,2)"]);
}
