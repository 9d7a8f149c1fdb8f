use std::fs;

use tempfile::tempdir;

use crate::support::torusmith;

#[test]
fn networks_out_of_range_are_refused_by_every_command() {
    for command in ["topology", "route --all", "deadlock", "generate --out NOWHERE/x", "simulate", "cosim"] {
        for (network, words) in [
            ("grid:4,4", ["grid:4,4", "unknown"]),
            ("mesh:1,1", ["nodes = 1", "2 to 1048576"]),
            ("torus:4,4,0", ["x = 0", "1 to 256"]),
            ("hypercube:17", ["D = 17", "1 to 16"]),
            ("ttn:1,2,0", ["m = 1", "2 or 3"]),
            ("ttn:2,6,0", ["L = 6", "2 to 5"]),
            ("ttn:2,2,3", ["q = 3", "0, 1 or 2"]),
            ("ttn:2,4,1", ["L = 4", "2 to 3"]),
            ("ttn:2,2", ["cannot be read", "ttn:m,L,q"]),
            ("sttn:2,2,2", ["q = 2", "0 or 1"]),
            ("mh3dt:4,4,2,3", ["q = 3", "0, 1 or 2"]),
            ("torus:257", ["x = 257", "1 to 256"]),
        ] {
            torusmith(&format!("{command} {network}")).refused(2, &words);
        }
    }
}

#[test]
fn addresses_with_a_wrong_digit_are_refused() {
    torusmith("route ttn:2,2,0 0004 0000").refused(2, &["0004", "4 digits 0 to 3"]);
    torusmith("route ttn:2,2,0 0000 00a0").refused(2, &["00a0", "4 digits 0 to 3"]);
    torusmith("route ttn:2,2,0 0000 000").refused(2, &["`000`", "4 digits"]);
    torusmith("route ttn:3,2,0 0000 0008").refused(2, &["0008", "4 digits 0 to 7"]);
    torusmith("route torus:4,4 0,0 4,0").refused(2, &["4,0", "row 0 to 3"]);
}

#[test]
fn routers_that_cannot_be_are_refused() {
    for command in ["generate ttn:2,2,1 --out NOWHERE/x", "simulate ttn:2,2,1", "cosim ttn:2,2,1"] {
        for (flags, words) in [
            ("--vcs 0", ["vcs", "8"]),
            ("--vcs 1", ["vcs", "2"]),
            ("--vcs 3 --ties plus", ["vcs", "4"]),
            ("--vcs 9", ["vcs", "8"]),
            ("--vcs two", ["vcs", "two"]),
            ("--vcs -1", ["vcs", "-1"]),
            ("--buffer-depth 0", ["buffer-depth", "64"]),
            ("--buffer-depth 65", ["buffer-depth", "64"]),
            ("--pipeline 4", ["pipeline", "1, 2, 3"]),
            ("--message-classes 5", ["message-classes", "1 to 4"]),
            ("--message-classes 0", ["message-classes", "1 to 4"]),
            ("--message-classes 2 --vcs 5", ["5", "2"]),
            ("--message-classes 2 --vcs 2", ["vcs", "2 for each"]),
            ("--vc-rule best", ["vc-rule", "paper4"]),
            ("--vc-rule dateline", ["vc-rule", "min2"]),
            ("--vc-reuse never", ["vc-reuse", "empty"]),
            ("--ties odd", ["ties", "plus, balanced"]),
        ] {
            torusmith(&format!("{command} {flags}")).refused(2, &words);
        }
    }
    let nine_ports = "simulate htn:4,4,2,1 --vcs 8 --rate 0.001 --cycles 200";
    torusmith(nine_ports).refused(2, &["vcs", "1 to 7", "9 ports", "--engine reference"]);
    torusmith(&format!("{nine_ports} --engine reference")).good();
    torusmith("simulate ttn:3,2,0 --vc-rule min2").refused(2, &["min2", "paper4"]);
    for command in ["generate ttn:2,2,1 --out NOWHERE/x", "cosim ttn:2,2,1"] {
        torusmith(&format!("{command} --flit-width 15")).refused(2, &["flit-width", "15", "16 to 512"]);
        torusmith(&format!("{command} --flit-width 513")).refused(2, &["flit-width", "513", "16 to 512"]);
        torusmith(&format!("{command} --vc-rule literal")).refused(2, &["literal"]);
        torusmith(&format!("{command} --scope half")).refused(2, &["scope", "half", "router"]);
    }
    torusmith("generate ttn:2,2,2 --out NOWHERE/x --flit-width 16").refused(2, &["flit-width", "17 to 512"]);
    let axi = "generate torus:4,4 --out NOWHERE/x --interface axis";
    torusmith(&format!("{axi} --stream-width 12")).refused(2, &["stream-width", "12", "8 to 512"]);
    torusmith(&format!("{axi} --user-width 70")).refused(2, &["user-width", "70", "0 to 64"]);
    torusmith(&format!("{axi} --clocks async")).refused(2, &["clocks", "async", "scope router"]);
    torusmith(&format!("{axi} --scope network --clocks async --clock-fifo 5")).refused(2, &["clock-fifo", "5", "4, 8, 16"]);
    torusmith("generate torus:4,4 --out NOWHERE/x --tkeep").refused(2, &["tkeep = true", "interface = flit", "interface = axis"]);
}

/// docs/router.md, L5.
#[test]
fn registers_on_links_that_are_not_there_are_refused() {
    for command in ["generate --scope network --out NOWHERE/x", "simulate", "cosim"] {
        for (flags, words) in [
            ("torus:4,4 --link-slices 9", ["link-slices = 9", "0 to 8"]),
            ("torus:4,4 --link-slices up=1", ["link-slices = up=1", "kinds x, y, wrap"]),
            ("mesh:4,4 --link-slices wrap=1", ["link-slices = wrap=1", "kinds x, y"]),
            ("ttn:2,2,1 --link-slices up=3,x", ["link-slices = x", "kinds x, y, up, wrap"]),
        ] {
            torusmith(&format!("{command} {flags}")).refused(2, &words);
        }
    }
    for command in ["generate torus:4,4 --out NOWHERE/x", "area torus:4,4", "fpga torus:4,4"] {
        torusmith(&format!("{command} --link-slices wrap=2")).refused(2, &["link-slices = wrap=2", "scope = network"]);
    }
}

/// What the multicast router has not.
#[test]
fn routers_of_other_kinds_have_none_of_it() {
    for flags in ["--pipeline 1", "--link-slices 1", "--message-classes 2"] {
        for command in ["generate --scope router --out NOWHERE/x", "cosim", "area"] {
            torusmith(&format!("{command} rdt:8 --router multicast {flags}")).refused(2, &[&flags[2..10], "multicast"]);
        }
    }
}

#[test]
fn networks_of_one_rule_have_no_other() {
    for network in ["torus:4,4,4", "torus:2,2,2,2", "mesh:4,4", "hypercube:4"] {
        for command in ["generate --out NOWHERE/x", "cosim"] {
            torusmith(&format!("{command} {network} --vc-rule paper4")).refused(2, &["vc-rule", "paper4"]);
        }
        torusmith(&format!("simulate {network} --cycles 200")).good();
    }
}

/// docs/networks.md, "What goes together".
#[test]
fn routing_rules_and_ties_that_do_not_go_together_are_refused() {
    for command in ["generate --out NOWHERE/x", "simulate --cycles 50", "deadlock", "cosim"] {
        for (flags, words) in [
            ("torus:4,4 --routing dor-turn", ["routing", "dor-turn", "torus(4,4)", ": dor"]),
            ("tesh:2,2,1 --routing dor-turn", ["routing", "dor-turn", "TESH(2,2,1)", ": dor"]),
            ("ttn:2,3,1 --routing dor-turn", ["routing", "dor-turn", "TTN(2,3,1)", ": dor"]),
            ("sttn:3,2,1 --routing dor-turn", ["routing", "dor-turn", "STTN(3,2,1)", ": dor"]),
            ("ttn:2,2,1 --routing dor-both", ["routing", "dor-both", "TTN(2,2,1)", "dor-turn, dor"]),
            ("ttn:2,2,1 --routing dor-turn --vc-rule paper4", ["vc-rule", "paper4", "dor-turn", "balanced"]),
            ("ttn:2,2,1 --routing dor-turn --ties plus", ["ties", "plus", "allowed", ": balanced"]),
            ("mtn:2,2,1 --vc-rule balanced --ties plus", ["ties", "plus", "allowed", ": balanced"]),
            ("htn:4,4,2,1 --routing dor-early --vc-rule phase", ["vc-rule", "phase", "dor-early", "balanced"]),
            ("htn:4,4,2,1 --routing dor-both --ties plus", ["ties", "plus", "allowed", ": balanced"]),
            ("htn:4,4,2,1 --routing cs --vc-rule balanced", ["vc-rule", "balanced", "cs", "phase"]),
            ("htn:4,4,2,1 --routing ls+cs --ties balanced", ["ties", "balanced", "ls+cs", "plus"]),
            ("tesh:2,2,1 --vc-rule balanced", ["vc-rule", "balanced", "TESH", "min2, least"]),
            ("rdt:16 --vc-rule balanced", ["vc-rule", "balanced", "RDT", "descending"]),
            ("mesh:4,4 --vc-rule balanced", ["vc-rule", "balanced", "mesh", "any"]),
            ("ttn:3,2,1 --vc-rule balanced", ["vc-rule", "balanced", "TTN", "paper4"]),
            ("torus:4,8 --vcs 1", ["vcs", "1", "balanced", "2"]),
            ("sttn:2,3,0 --vcs 2", ["vcs", "2", "balanced", "3"]),
            ("htn:4,4,2,1 --routing cs --vcs 2", ["vcs", "2", "phase", "3"]),
        ] {
            torusmith(&format!("{command} {flags}")).refused(2, &words);
        }
    }
    torusmith("simulate torus:4,4 --vcs 1 --cycles 50").good();
}

#[test]
fn routing_that_deadlocks_is_for_the_model_alone() {
    for routing in ["floating", "fixed"] {
        for command in ["generate --out NOWHERE/x", "cosim"] {
            let words = [routing, "allowed for RDT(2,2,1)/alpha 16x16: dor", "deadlock, route and simulate"];
            torusmith(&format!("{command} rdt:16 --routing {routing}")).refused(2, &words);
        }
        torusmith(&format!("simulate rdt:16 --routing {routing} --rate 0.001 --cycles 200")).good();
    }
}

#[test]
fn traffic_that_cannot_be_is_refused() {
    for command in ["simulate ttn:2,2,1", "cosim ttn:2,2,1"] {
        for (flags, words) in [
            ("--traffic random", ["traffic", "random"]),
            ("--traffic uniform,,shuffle", ["traffic", "shuffle"]),
            ("--rate 1.5", ["rate", "1.5"]),
            ("--rate -0.1", ["rate", "-0.1"]),
            ("--rate much", ["rate", "much"]),
            ("--rate nan", ["rate", "nan"]),
            ("--packet-flits 0", ["packet-flits", "128"]),
            ("--packet-flits 129", ["packet-flits", "128"]),
            ("--hot-spot-percent 101", ["hot-spot-percent", "101"]),
            ("--cycles 0", ["cycles", "0"]),
            ("--threads 0", ["threads", "0"]),
            ("--engine slow", ["engine", "reference"]),
        ] {
            torusmith(&format!("{command} {flags}")).refused(2, &words);
        }
    }
    torusmith("simulate torus:4,6 --traffic transpose").refused(2, &["transpose"]);
    torusmith("simulate torus:6,6 --traffic shuffle").refused(2, &["shuffle"]);
}

#[test]
fn the_command_line_itself_is_checked() {
    torusmith("--config a.toml").refused(2, &["--config"]);
    torusmith("rout ttn:2,2,0").refused(2, &["rout", "route"]);
    torusmith("topology").refused(2, &["NETWORK"]);
    torusmith("topology ttn:2,2,0 --exprot json").refused(2, &["--exprot", "--export"]);
    torusmith("topology ttn:2,2,0 --export xml").refused(2, &["xml", "json", "dot"]);
    torusmith("topology torsu:4,4").refused(2, &["`torsu:4,4`: unknown (did you mean `torus:4,4`?); known are"]);
    torusmith("simulate ttn:2,2,0 --routing dor-trun").refused(2, &["routing = dor-trun", "did you mean `dor-turn`?"]);
    torusmith("simulate torus:4,4 --traffic unifrm").refused(2, &["traffic = unifrm", "did you mean `uniform`?", "trace:FILE.csv"]);
    // Nothing is near.
    for name in ["x", "spiral:9"] {
        let run = torusmith(&format!("topology {name}"));
        run.refused(2, &["unknown; known are"]);
        assert!(!run.err.contains("did you mean"), "{}", run.err);
    }
    torusmith("generate ttn:2,2,0").refused(2, &["--out"]);
}

/// The commands that the program alone shows to start with can be parsed, and the first one works.
#[test]
fn alone_it_shows_three_commands() {
    let text = torusmith("").good().out;
    let shown: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  torusmith ")?.split("   ").next()).collect();
    assert_eq!(shown.len(), 3, "{text}");
    let dir = tempfile::tempdir().unwrap();
    torusmith(&shown[0].replace("build/", &format!("{}/", dir.path().display()))).good();
    for line in shown {
        torusmith(&format!("{line} --exprot")).refused(2, &["--exprot"]);
    }
}

#[test]
fn every_subcommand_explains_itself_with_an_example() {
    let help = torusmith("--help").good().out;
    for name in ["generate", "cosim", "simulate", "route", "topology", "deadlock", "area", "fpga", "prove", "study", "doctor"] {
        assert!(help.contains(name), "{help}");
        let own = torusmith(&format!("{name} --help")).good().out;
        assert!(own.contains(&format!("Example:\n  torusmith {name}")) || own.contains(&format!("Examples:\n  torusmith {name}")), "{own}");
        assert!(own.contains("--json") && own.contains("--config"), "{own}");
    }
    assert!(torusmith("--version").good().out.starts_with("torusmith "));
}

#[test]
fn old_names_are_refused_with_the_new_ones() {
    for (line, words) in [
        ("cosim torus:4,4 --interface axi", ["interface = axi ", "`axis`"]),
        ("cosim rdt:8 --router multicast --maps full", ["--maps", "--bit-maps"]),
        ("cosim rdt:8 --router multicast --time-out 5", ["--time-out", "--timeout"]),
        ("cosim torus:4,4 --tvalid-pause 0.5", ["--tvalid-pause", "--valid-pause"]),
        ("prove torus:4,4 --time-limit=5", ["--time-limit", "--timeout"]),
        ("fpga torus:4,4 --seeds 1,2", ["--seeds", "--seed"]),
        ("study rdt --seeds 3", ["--seeds", "--seed-count"]),
        ("import a.csv --from csv --routes b.csv --out c.toml", ["--routes", "--route-file"]),
    ] {
        torusmith(line).refused(2, &words);
    }
    let dir = tempdir().unwrap();
    let config = |text: &str| {
        fs::write(dir.path().join("a.toml"), text).unwrap();
        torusmith(&format!("study rdt --config {}", dir.path().join("a.toml").display()))
    };
    config("[study]\nseeds = 3\n").refused(2, &["unknown key `seeds`", "`seed-count`"]);
    config("[cosim]\nmaps = \"full\"\n").refused(2, &["unknown key `maps`", "`bit-maps`"]);
}

#[test]
fn help_is_in_groups_and_the_short_one_leaves_flags_out() {
    let help = torusmith("--help").good().out;
    let at = |words: &str| help.find(words).unwrap_or_else(|| panic!("no `{words}` in: {help}"));
    let order = ["\nGenerate:\n  generate ", "\nCheck:\n  cosim ", "\nExplore:\n", "\n  simulate ", "\nTools:\n  doctor ", "--quiet"];
    assert!(order.map(at).is_sorted(), "{help}");
    let [short, long] = ["-h", "--help"].map(|flag| torusmith(&format!("cosim {flag}")).good().out);
    assert_eq!(short.lines().filter(|line| line.trim_start().starts_with(['-'])).count(), 11, "{short}");
    let headings = ["Network:", "Router:", "Interface AXI4-Stream:", "Interface AXI4:", "Traffic:", "Run:", "Output:"];
    let found: Vec<_> = headings.iter().map(|heading| long.find(&format!("\n{heading}\n"))).collect();
    assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{long}");
    assert!(short.contains("--rtl") && !short.contains("--holes") && long.contains("--holes"), "{short}");
}

#[test]
fn short_letters() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out").display().to_string();
    assert!(torusmith(&format!("generate torus:4,4 -q -o {out}")).good().err.is_empty());
    torusmith("simulate torus:4,4 -q -j 2 --cycles 200").good();
}

/// `all` leaves out the patterns that a network has not, and says so.
#[test]
fn patterns_that_a_network_has_not_are_left_out_of_all() {
    let run = torusmith("topology star:8 --loads --traffic all --json").good();
    assert!(run.err.contains("star(8) has no pattern hot-spot, transpose: left out"), "{}", run.err);
    let report = run.json();
    let names: Vec<_> = report["patterns"].as_array().unwrap().iter().map(|of| of["pattern"].as_str().unwrap()).collect();
    assert_eq!(names, ["uniform", "bit-reversal", "complement", "bit-flip", "shuffle"]);
    torusmith("topology star:8 --loads --traffic hot-spot").refused(2, &["hot-spot", "star(8)"]);
}

#[test]
fn a_node_at_a_router_needs_routers() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("net.toml").display().to_string();
    fs::write(&file, "nodes = [\n  { name = 'a', at = 'r' },\n]\nlinks = []\n").unwrap();
    torusmith(&format!("topology {file}")).refused(2, &["line 2", "`at` in a node", "`routers`"]);
}
