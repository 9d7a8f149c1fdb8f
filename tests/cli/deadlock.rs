use serde_json::Value;

use crate::support::torusmith;

/// Table of docs/results/networks.md.
#[test]
fn figures_are_those_of_the_reference() {
    for (network, rule, channels, dependencies) in [
        ("ttn:2,2,0", "paper4", 1488, 2328),
        ("ttn:2,2,1", "paper4", 1512, 2560),
        ("ttn:2,3,0", "paper4", 29184, 48384),
        ("ttn:2,2,2", "paper4", 1872, 3392),
        ("ttn:3,2,1", "paper4", 26320, 48752),
        ("ttn:2,2,0", "min2", 1360, 2200),
        ("ttn:2,3,1", "min2", 27648, 53248),
        ("sttn:2,3,0", "level", 33280, 48896),
        ("mtn:2,3,1", "paper4", 30208, 57984),
        ("tesh:2,3,1", "least", 23552, 37888),
    ] {
        let report = torusmith(&format!("deadlock {network} --vc-rule {rule} --ties plus --json")).good().json();
        let found = [&report["channels"], &report["dependencies"], &report["acyclic"]];
        assert_eq!(found, [&Value::from(channels), &Value::from(dependencies), &Value::from(true)], "{network} {rule}");
        assert_eq!(report["cycle"], Value::Array(vec![]));
    }
}

/// docs/results/networks.md: the figures of what goes together, and which ties are in force.
#[test]
#[ignore = "long: all walks of networks of 1024 nodes"]
fn ties() {
    for (network, flags, ties, channels, dependencies) in [
        ("mtn:2,2,1", "", "balanced", 2176, 8336),
        ("mtn:2,2,1", "--routing dor", "balanced", 2128, 7632),
        ("mtn:2,2,1", "--ties plus", "plus", 1520, 2612),
        ("mtn:2,2,1", "--vc-rule paper4", "balanced", 1648, 2736),
        ("torus:8,8", "", "balanced", 512, 992),
        ("torus:8,8", "--vc-rule dateline", "balanced", 352, 672),
        ("torus:4,4", "--vcs 1", "balanced", 64, 96),
        ("htn:4,4,2,1", "", "balanced", 11776, 54528),
        ("htn:4,4,2,1", "--vc-rule phase", "balanced", 8192, 22144),
        ("htn:4,4,2,1", "--ties plus", "plus", 8256, 22576),
    ] {
        let report = torusmith(&format!("deadlock {network} {flags} --json")).good().json();
        let found = [&report["ties"], &report["channels"], &report["dependencies"], &report["acyclic"]];
        assert_eq!(found, [&Value::from(ties), &channels.into(), &dependencies.into(), &true.into()], "{network} {flags}");
    }
}

/// Table of docs/results/networks.md, after the reference's enumeration.
#[test]
#[ignore = "long: all walks of a network of 1024 nodes"]
fn adaptive_routing_is_judged_by_its_escape_channels() {
    for (routing, figures) in [
        ("dor", [8256, 22576, 8256, 22576]),
        ("ls", [11392, 35424, 8320, 32000]),
        ("cs", [14912, 86912, 8256, 1_071_952]),
        ("ls+cs", [14976, 95488, 8320, 1_839_168]),
    ] {
        let report = torusmith(&format!("deadlock htn:4,4,2,1 --routing {routing} --ties plus --json")).good().json();
        let fields = ["channels", "dependencies", "escape_channels", "extended_dependencies"];
        assert_eq!(fields.map(|field| report[field].as_u64().unwrap()), figures, "{routing}");
        assert_eq!([&report["acyclic"], &report["stranded"]], [&Value::from(true), &Value::from(0)], "{routing}");
    }
    let literal = torusmith("deadlock htn:4,4,2,1 --vc-rule literal --routing ls+cs --json");
    assert_eq!((literal.code, &literal.json()["core"]), (Some(1), &Value::from(10368)));
    torusmith("deadlock ttn:2,2,0 --routing ls").refused(2, &["routing", "ls", "dor"]);
    torusmith("deadlock htn:4,4,2,1 --routing cs --vcs 2").refused(2, &["vcs", "2", "3"]);
    torusmith("generate htn:4,4,2,1 --vc-rule literal --out x").refused(2, &["literal", "phase"]);
    // More nodes than a table of routes has: a graph alone.
    torusmith("deadlock htn:4,4,3,1").refused(2, &["HTN(4,4,3,1)", "no routing", "torusmith topology"]);
}

#[test]
fn the_papers_literal_rule_has_a_cycle_that_can_be_followed() {
    let run = torusmith("deadlock ttn:2,2,0 --vc-rule literal --json");
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let report = run.json();
    assert_eq!(report["acyclic"], false);
    let cycle = report["cycle"].as_array().unwrap();
    assert!(cycle.len() > 2);
    // Every channel ends where the next begins.
    let graph = torusmith("topology ttn:2,2,0 --export json").good().json();
    let links = graph["links"].as_array().unwrap();
    for (i, channel) in cycle.iter().enumerate() {
        let next = &cycle[(i + 1) % cycle.len()];
        let link = links.iter().find(|l| l["from"]["node"] == channel["node"] && l["from"]["name"] == channel["port"]);
        assert_eq!(link.expect("a link")["to"]["node"], next["node"], "{channel} {next}");
        assert!(channel["vc"].as_u64().unwrap() < 2);
    }

    let told = torusmith("deadlock ttn:2,2,0 --vc-rule literal").out;
    assert!(told.contains("CYCLE") && told.contains("waits for"), "{told}");
    let first = cycle[0]["address"].as_str().unwrap();
    assert_eq!(told.matches(first).count(), 2, "begins and ends there: {told}");
}

/// RC8, counted by hand for a torus of 8 x 8 with two classes of 2 VCs: 512 channels and 992 dependencies each, beside them 64 x 2 VCs of local outputs
/// and as many of inputs. Dependencies more, for each class: 512 channels x 2 VCs of the output at their end, 64 x 2 VCs of an input x 8 channels that
/// leave a node; and 64 x 2 x 2 from the outputs of class 0 to the inputs of class 1.
#[test]
fn requests_and_replies() {
    let report = torusmith("deadlock torus:8,8 --message-classes 2 --json").good().json();
    let classes = &report["message_classes"];
    assert_eq!([&classes["classes"], &classes["vcs_each"], &report["vcs"]], [2, 2, 4].map(Value::from).each_ref());
    assert_eq!(classes["channels"], 2 * (512 + 64 * 2 * 2));
    assert_eq!(classes["dependencies"], 2 * (992 + 512 * 2 + 64 * 2 * 8) + 64 * 2 * 2);
    assert_eq!(classes["acyclic"], true);
    // In one class: out of a node, over a link, out and in there, back over a link, and in again.
    let cycle = classes["one_class_cycle"].as_array().unwrap();
    let ports: Vec<&str> = cycle.iter().map(|channel| channel["port"].as_str().unwrap()).collect();
    assert_eq!(ports, ["local output", "local input", "x+", "local output", "local input", "x-"]);
    assert_eq!((&cycle[2]["to"], &cycle[5]["to"]), (&cycle[3]["address"], &cycle[0]["address"]));
    let told = torusmith("deadlock torus:8,8 --message-classes 2").good().out;
    assert!(told.contains("requests and replies are free of deadlock") && told.contains("CYCLE of 6 channels"), "{told}");
    torusmith("deadlock torus:8,8 --message-classes 2 --vcs 3").refused(2, &["vcs = 3", "2, 4, 6, 8"]);
    torusmith("deadlock htn:4,4,2,1 --routing cs --message-classes 3").refused(2, &["message-classes = 3", "1 to 2", "3 for each"]);
}

/// By hand, for a torus of 4 x 4 with one VC: 64 channels and 96 dependencies, twice. Two managers and one subordinate: a channel into the router and one
/// out of it each. Out of a side 4 links, into it 4: 8 of each of the six. From request to response 1.
#[test]
fn requests_and_responses_of_axi4() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let ranges = "[[range]]\nname = 'ram'\nbase = 0\nsize = 4096\nnode = '0,1'\n";
    let map = write("map.toml", &format!("managers = ['0,0', '2,2']\n{ranges}"));
    let report = torusmith(&format!("deadlock torus:4,4 --map {map} --json")).good().json();
    let found = ["vcs", "managers", "subordinates", "channels", "dependencies"].map(|field| report[field].as_u64().unwrap());
    assert_eq!(found, [1, 2, 1, 2 * 64 + 6, 2 * 96 + 6 * 4 + 1]);
    assert_eq!((&report["acyclic"], &report["cycle"]), (&Value::from(true), &Value::Array(vec![])));
    // The manager beside the subordinate: a request there, its response back.
    let cycle = report["refused_response_cycle"].as_array().unwrap();
    let ports: Vec<_> =
        cycle.iter().map(|channel| [&channel["carries"], &channel["port"], &channel["to"]].map(|v| v.as_str().unwrap())).collect();
    assert_eq!(
        ports,
        [
            ["responses", "local output", "0,0"],
            ["requests", "local input", "0,0"],
            ["requests", "x+", "0,1"],
            ["requests", "local output", "0,1"],
            ["responses", "local input", "0,1"],
            ["responses", "x-", "0,0"],
        ]
    );
    let told = torusmith(&format!("deadlock torus:4,4 --map {map}")).good().out;
    assert!(told.contains("requests and responses are free of deadlock") && told.contains("CYCLE of 6 channels, if"), "{told}");

    // An own network whose routes deadlock with the one class that its file says; with classes that are found they do not.
    let ring = "nodes = 4\nlinks = [{ from = 0, to = 1 }, { from = 1, to = 2 }, { from = 2, to = 3 }, { from = 3, to = 0 }]\n";
    let (bad, good) = (write("bad.toml", &format!("{ring}classes = 1")), write("good.toml", &format!("{ring}classes = 'auto'")));
    let map = write("ring.toml", "managers = [0, 2]\n[[range]]\nname = 'ram'\nbase = 0\nsize = 4096\nnode = 1\n");
    let run = torusmith(&format!("deadlock {bad} --map {map} --json"));
    let (code, report) = (run.code, run.json());
    assert_eq!((code, &report["acyclic"], &report["cycle"][0]["carries"]), (Some(1), &Value::from(false), &Value::from("requests")));
    assert_eq!(torusmith(&format!("deadlock {good} --map {map} --json")).good().json()["vcs"], 2);

    let none = write("none.toml", "managers = []\n");
    torusmith(&format!("deadlock torus:4,4 --map {none}")).refused(2, &["none.toml, line 1", "no `range`"]);
    torusmith("deadlock torus:4,4 --map no.toml").refused(2, &["no.toml"]);
    torusmith(&format!("deadlock torus:4,4 --message-classes 3 --map {map}")).refused(2, &["message-classes = 3", "allowed: 1, 2; others"]);
    torusmith(&format!("deadlock torus:4,4 --certificate c.txt --map {map}")).refused(2, &["certificate = c.txt", "without map"]);
    torusmith(&format!("deadlock rdt:16 --router multicast --map {map}")).refused(2, &["map", "router = plain"]);
}

/// By hand, the map above with two message classes: twice its channels and dependencies, but from requests to responses 2 x 2. In addition the managers,
/// for whose beats 64 links and the local output of writes wait, and who wait for reads, by a local input each.
#[test]
fn writes_that_start_early() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, managers: &str| {
        let path = folder.path().join(name);
        let range = "[[range]]\nname = 'ram'\nbase = 0\nsize = 4096\nnode = '0,1'\n";
        std::fs::write(&path, format!("managers = [{managers}]\n{range}")).unwrap();
        path.display().to_string()
    };
    let map = write("map.toml", "'0,0', '2,2'");
    let twice = 2 * (2 * 96 + 6 * 4);
    for (flags, channels, dependencies) in [("", 268, twice + 4), (" --write-start 5", 269, twice + 4 + 65 + 2)] {
        let report = torusmith(&format!("deadlock torus:4,4 --map {map} --message-classes 2{flags} --json")).good().json();
        let found = ["vcs", "message_classes", "channels", "dependencies"].map(|field| report[field].as_u64().unwrap());
        assert_eq!(found, [2, 2, channels, dependencies], "{flags}");
        assert_eq!(report["promise"].is_string(), !flags.is_empty(), "{report}");
    }
    let report = torusmith(&format!("deadlock torus:4,4 --map {map} --message-classes 2 --write-start 5 --json")).good().json();
    let promise = "once a manager has shown 5 beats of a burst, or all, it shows the rest without waiting for a write; \
                   a subordinate takes and answers reads while a write that it has taken waits for its beats";
    assert_eq!(report["promise"], promise);
    let cycle = report["broken_promise_cycle"].as_array().unwrap();
    let of = |field: &str| cycle.iter().map(|channel| channel[field].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (of("port"), of("carries")),
        (["x+", "manager, for beats", "local input"].map(String::from).into(), vec!["requests".into(); 3])
    );
    assert!(cycle.iter().all(|channel| channel["vc"] == 1), "{cycle:?}");
    let told = torusmith(&format!("deadlock torus:4,4 --map {map} --message-classes 2 --write-start 5")).good().out;
    assert!(told.contains(promise) && told.contains("CYCLE of 3 channels, if a manager waits for a write"), "{told}");

    let both = write("both.toml", "'0,1'");
    let refused = |flags: &str, words: &[&str]| torusmith(&format!("deadlock torus:4,4 {flags}")).refused(2, words);
    refused(&format!("--map {map} --write-start 5"), &["write-start = 5", "message-classes = 2"]);
    refused(&format!("--map {map} --message-classes 2 --write-start 257"), &["write-start = 257", "1 to 256"]);
    refused(&format!("--map {map} --message-classes 2 --vcs 3 --write-start 5"), &["vcs = 3", "2, 4, 6, 8"]);
    refused(&format!("--map {both} --message-classes 2 --write-start 5"), &["write-start = 5", "no node", "0,1"]);
    refused("--message-classes 2 --write-start 5", &["--map"]);
}
