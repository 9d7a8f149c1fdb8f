use std::fs;

use tempfile::tempdir;

use crate::support::{command, run};

fn with_file(text: &str, args: &str) -> crate::support::Run {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("t.toml"), text).unwrap();
    run(command(args.split_whitespace()).current_dir(dir.path()))
}

#[test]
fn a_file_stands_for_flags_and_flags_override_it() {
    let text = "network = \"ttn:2,2,0\"\nlinks = \"bi\"\njson = true\nbuffer-depth = 8  # of another subcommand\n";
    assert_eq!(with_file(text, "topology --config t.toml").good().json()["ports"], 7);
    assert_eq!(with_file(text, "topology --config=t.toml --links uni").good().json()["ports"], 6);
    assert_eq!(with_file(text, "topology torus:4,6 --links bi --config t.toml").code, Some(2));
    assert_eq!(with_file("json = true\n", "topology torus:4,6 --config t.toml").good().json()["nodes"], 24);
}

#[test]
fn a_table_is_for_its_subcommand_alone() {
    let text = "network = \"ttn:2,2,0\"\nvc-rule = \"paper4\"\nties = \"plus\"\njson = true\n[deadlock]\nvc-rule = \"min2\"\n[generate]\nout = \"x\"\n";
    assert_eq!(with_file(text, "deadlock --config t.toml").good().json()["channels"], 1360);
    let hop = &with_file(text, "route 0003 0001 --config t.toml").json()["hops"][0];
    assert_eq!(hop["port"], "x+");
}

#[test]
fn a_key_for_all_subcommands_may_have_no_effect_in_one() {
    let shared = "network = \"ttn:2,2,0\"\nflit-width = 64\njson = true\ncycles = 100\n";
    with_file(shared, "simulate --config t.toml").good();
    let refusal = ["flit-width = 64", "where packets have no bytes"];
    with_file(shared, "simulate --config t.toml --flit-width 64").refused(2, &refusal);
    with_file(&format!("{shared}[simulate]\nflit-width = 64\n"), "simulate --config t.toml").refused(2, &refusal);
}

#[test]
fn addresses_may_stand_in_the_file() {
    let text = "network = \"ttn:2,2,0\"\nfrom = \"0000\"\nto = \"0001\"\njson = true\n";
    assert_eq!(with_file(text, "route --config t.toml").good().json()["to"], 1);
}

#[test]
fn unknown_keys_are_named_with_those_that_are_known() {
    with_file("network = \"ttn:2,2,0\"\nflit-widht = 8\n", "topology --config t.toml")
        .refused(2, &["t.toml", "`flit-widht`", "flit-width", "buffer-depth"]);
    with_file("[route]\nout = \"x\"\n", "topology ttn:2,2,0 --config t.toml").refused(2, &["`out`", "[route]", "vc-rule"]);
    with_file("config = \"x\"\n", "topology ttn:2,2,0 --config t.toml").refused(2, &["`config`"]);
}

#[test]
fn broken_files_are_refused_with_the_line() {
    with_file("network = \"ttn:2,2,0\"\nlinks = \n", "topology --config t.toml").refused(2, &["t.toml", "line 2"]);
    with_file("", "topology ttn:2,2,0 --config none.toml").refused(2, &["none.toml", "No such file"]);
    with_file("", "topology ttn:2,2,0 --config").refused(2, &["--config"]);
    with_file("vcs = \"many\"\n", "deadlock ttn:2,2,0 --config t.toml").refused(2, &["vcs = many", "1 to 8"]);
    with_file("json = 1\n", "deadlock ttn:2,2,0 --config t.toml").refused(2, &["json = 1", "true, false"]);
    with_file("vcs = true\n", "deadlock ttn:2,2,0 --config t.toml").refused(2, &["vcs = true", "number"]);
}
