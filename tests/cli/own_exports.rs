//! Networks, built in and own, in the formats of other programs.

use std::fs;

use tempfile::tempdir;

use crate::support::torusmith;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/networks");

/// A built-in network as a table of its own routes: read back, its ways are as long as they were, its links the same.
#[test]
fn routes_of_built_in_networks_are_exported() {
    let dir = tempdir().unwrap();
    for (network, flags) in [
        ("mesh:5,4", ""),
        ("torus:4,6", ""),
        ("torus:4,4", "--ties plus"),
        ("torus:3,4,2", ""),
        ("hypercube:5", ""),
        ("ttn:2,2,0", ""),
        ("ttn:2,2,1", "--ties plus --vc-rule min2"),
        ("sttn:2,2,1", ""),
        ("mtn:2,2,1", ""),
        ("tesh:2,2,1", ""),
    ] {
        let report = torusmith(&format!("topology {network} {flags} --json")).good().json();
        for what in ["ports", "classes"] {
            let file = dir.path().join("own.toml");
            let text = torusmith(&format!("topology {network} {flags} --export toml --with-routes {what}")).good().out;
            fs::write(&file, &text).unwrap();
            let own = torusmith(&format!("topology {} --json", file.display())).good().json();
            for field in ["nodes", "directed_links", "diameter", "routed_diameter", "routed_average", "longest_wire", "port_names"] {
                assert_eq!(own[field], report[field], "{network} {flags} {what}: {field}");
            }
            assert_eq!((&own["routes"], own["classes"] == "auto"), (&"table".into(), what == "ports"), "{network}");
            assert_eq!(text.contains("class = "), what == "classes" && own["classes"] != 1, "{network}");
        }
    }
}

#[test]
fn routes_that_are_no_function_of_node_and_destination_are_refused() {
    let export = |network: &str, rest: &str| torusmith(&format!("topology {network} --export toml --with-routes ports {rest}"));
    for network in ["ttn:2,2,2", "htn:4,4,2,1", "rdt:8"] {
        export(network, "").refused(2, &["with-routes", "routing bits"]);
    }
    export("ccc:4", "").refused(2, &["CCC(4)", "no routing"]);
    export("torus:64,64", "").refused(2, &["with-routes", "1024"]);
    torusmith("topology torus:64,64 --export toml").refused(2, &["export = toml", "1024"]);
    torusmith("topology torus:4,4 --with-routes ports").refused(2, &["--export"]);
    torusmith("topology torus:4,4 --export connect-routes").refused(2, &["connect-routes", "with-routes = ports"]);
    let own = format!("{EXAMPLES}/ring_8.toml --export toml --with-routes");
    torusmith(&format!("topology {own} classes")).refused(2, &["its classes are to be found", "ports"]);
    assert!(torusmith(&format!("topology {own} ports")).good().out.contains("{ at = \"0\", port = \"right\", to = ["));
}

/// What a format cannot say is told on standard error, and standard output is the file alone.
#[test]
fn what_a_format_cannot_say_is_told() {
    for (format, first, told) in [
        ("toml", "name = \"dragonfly 36\"", ""),
        ("anynet", "router 0 node 0 router 1 1 router 2 1 router 3 1 router 7 2", "note: names, ports and kinds of links are left out"),
        ("graphml", "<?xml", ""),
        ("dot", "digraph \"dragonfly 36\" {", ""),
        ("connect", "# dragonfly 36", "note: registers of links are left out"),
        ("connect-routes", "# dragonfly 36", ""),
        ("garnet", "# dragonfly 36: 36 routers", "note: gem5's table routing takes other routes than torusmith"),
        ("json", "{\"network\": \"dragonfly 36\",", ""),
        ("svg", "<svg class=\"network\" xmlns=", "note: registers of links are left out"),
    ] {
        let run = torusmith(&format!("topology {EXAMPLES}/dragonfly_36.toml --export {format}")).good();
        assert!(run.out.starts_with(first), "{format}: {}", run.out.lines().next().unwrap());
        assert!(if told.is_empty() { run.err.is_empty() } else { run.err.contains(told) }, "{format}: {}", run.err);
    }
    torusmith("topology ttn:2,2,0 --export anynet").refused(2, &["TTN: export = anynet", "both ways"]);
}

/// gem5's classes as far as a topology needs them: what is made keeps its arguments.
const GEM5: &str = r#"
import importlib, json, sys, types

class Made:
    def __init__(self, **arguments):
        self.__dict__.update(arguments)

class Base:
    pass

for name, members in {"m5": {}, "m5.objects": {}, "m5.params": {}, "topologies": {"__path__": [sys.argv[1]]},
                      "topologies.BaseTopology": {"SimpleTopology": Base}}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)

class Options:
    router_latency, link_latency = 1, 1

def controllers(kinds):
    return [Made(type=kind) for kind in kinds]

# As configs/ruby/Ruby.py: --topology names the file and the class.
Topo = importlib.import_module("topologies." + sys.argv[2])
made = []
for kinds in [["L1"] * 16, ["L1"] * 16 + ["Directory"] * 16 + ["DMA_Controller"] * 2, ["L1"] * 16 + ["L2"] * 16 + ["Directory"] * 4, ["L1"] * 5]:
    network = Made()
    eval("Topo.%s" % sys.argv[2])(controllers(kinds)).makeTopology(Options, network, Made, Made, Made)
    ids = [link.link_id for link in network.ext_links + network.int_links]
    made.append({
        "routers": [router.router_id for router in network.routers],
        "at": [link.int_node.router_id for link in network.ext_links],
        "ids": ids == list(range(len(ids))),
        "links": [[l.src_node.router_id, l.src_outport, l.dst_node.router_id, l.dst_inport, l.latency, l.weight] for l in network.int_links],
    })
print(json.dumps(made))
"#;

/// Under any name of the file, with any controllers.
#[test]
fn a_garnet_topology_is_made_of_gem5s_classes() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("gem5.py"), GEM5).unwrap();
    for (network, file) in [("mesh:4,4", "Mesh44"), ("torus:4,4", "Torus")] {
        let text = torusmith(&format!("topology {network} --export garnet")).good().out;
        fs::write(dir.path().join(format!("{file}.py")), text).unwrap();
        let output = std::process::Command::new("python3").arg(dir.path().join("gem5.py")).arg(dir.path()).arg(file).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let around = |count: usize| (0..count).map(|i| i % 16).collect::<Vec<_>>();
        // DMA controllers that are left over are at router 0, all else goes round.
        let at = [around(16), [around(32), vec![0, 0]].concat(), around(36), around(5)];
        for (made, at) in made.as_array().unwrap().iter().zip(at) {
            assert_eq!((&made["routers"], &made["at"], &made["ids"]), (&around(16).into(), &at.into(), &true.into()), "{network}");
            let links = made["links"].as_array().unwrap();
            assert_eq!(links.len(), if file == "Torus" { 64 } else { 48 });
            assert!(links.contains(&serde_json::json!([0, "x+", 1, "x-", 1, 1])) && links.iter().any(|link| link[5].as_u64() > Some(1)));
        }
    }
}

/// A topology that gem5 builds of an export, read back from what gem5 writes of it: the routes are those of the network.
#[test]
fn a_garnet_topology_comes_back_with_its_routes() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("gem5.py"), GEM5).unwrap();
    for (network, file) in [("mesh:3,4", "Mesh34"), ("torus:4,5", "Torus45"), ("hypercube:4", "Cube")] {
        let text = torusmith(&format!("topology {network} --export garnet")).good().out;
        fs::write(dir.path().join(format!("{file}.py")), text).unwrap();
        let output = std::process::Command::new("python3").arg(dir.path().join("gem5.py")).arg(dir.path()).arg(file).output().unwrap();
        let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let routes = |text: &str| {
            let file: toml::Table = toml::from_str(text).unwrap();
            let row = |route: &toml::Value| {
                let to = route["to"].as_array().unwrap().iter().map(|to| to.to_string()).collect::<Vec<_>>();
                let (at, port) = (route["at"].to_string(), route["port"].to_string());
                to.into_iter().map(move |to| (at.clone(), to, port.clone())).collect::<Vec<_>>()
            };
            let mut rows: Vec<_> = file["routes"].as_array().unwrap().iter().flat_map(row).collect();
            rows.sort();
            rows
        };
        let known = torusmith(&format!("topology {network} --export toml --with-routes ports")).good().out;
        let table: toml::Table = toml::from_str(&known).unwrap();
        let names: Vec<&str> =
            table["nodes"].as_array().unwrap().iter().map(|node| node.get("name").unwrap_or(node).as_str().unwrap()).collect();
        let config = dir.path().join("config.ini");
        fs::write(&config, config_ini(&made[1], &names)).unwrap();
        let out = dir.path().join(format!("{file}.toml"));
        let told = torusmith(&format!("import {} --from garnet --out {}", config.display(), out.display())).good().out;
        assert!(!told.contains("gem5 takes the first"), "{told}");
        let read = torusmith(&format!("topology {} --export toml", out.display())).good().out;
        assert_eq!(routes(&read), routes(&known), "{network}");
    }
}

/// The `config.ini` of a network that `GEM5` has made; the first controllers have the names of nodes.
fn config_ini(made: &serde_json::Value, names: &[&str]) -> String {
    let (links, routers) = (made["links"].as_array().unwrap(), made["routers"].as_array().unwrap().len());
    let list = |kind: &str, count: usize| (0..count).map(|i| format!("n.{kind}{i}")).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "[n]\ntype=GarnetNetwork\nrouting_algorithm=0\next_links={}\nint_links={}\nrouters={}\n",
        list("ext", names.len()),
        list("int", links.len()),
        list("routers", routers)
    );
    for (i, name) in names.iter().enumerate() {
        text += &format!("[n.ext{i}]\next_node=system.{name}\nint_node=n.routers{}\n", made["at"][i]);
    }
    for (i, link) in links.iter().enumerate() {
        let name = |field: usize| link[field].as_str().unwrap();
        text += &format!(
            "[n.int{i}]\nsrc_node=n.routers{}\nsrc_outport={}\ndst_node=n.routers{}\ndst_inport={}\nlatency={}\nweight={}\n",
            link[0],
            name(1),
            link[2],
            name(3),
            link[4],
            link[5]
        );
    }
    (0..routers).for_each(|i| text += &format!("[n.routers{i}]\nrouter_id={i}\n"));
    text
}

/// Every node and link, as the graph counts them.
#[test]
fn a_picture_shows_all_nodes_and_links() {
    for (network, modules) in [("ttn:2,2,1".to_owned(), 16), (format!("{EXAMPLES}/kautz_24.toml"), 0)] {
        let report = torusmith(&format!("topology {network} --json")).good().json();
        let text = torusmith(&format!("topology {network} --export svg")).good().out;
        let picture = roxmltree::Document::parse(&text).unwrap();
        let count = |class: &str| picture.descendants().filter(|n| n.attribute("class") == Some(class)).count();
        assert_eq!(
            (&count("node").into(), &count("link").into(), count("module")),
            (&report["nodes"], &report["links"], modules),
            "{network}"
        );
    }
    torusmith("topology torus:128,64 --export svg").refused(2, &["torus: export = svg", "4096 nodes"]);
}

/// As the way to a network of one's own goes: a mesh, with a link taken out.
#[test]
fn an_own_network_begins_as_a_built_in_one() {
    let dir = tempdir().unwrap();
    let text = torusmith("topology mesh:8,8 --export toml").good().out;
    let link = "  { between = [\"3,3:x+\", \"3,4:x-\"] },\n";
    assert!(text.contains(link));
    let file = dir.path().join("mine.toml");
    fs::write(&file, text.replace(link, "")).unwrap();
    let report = torusmith(&format!("topology {} --json", file.display())).good().json();
    assert_eq!((&report["links"], &report["diameter"], &report["network"]), (&111.into(), &14.into(), &"my mesh(8,8)".into()));
    // With its table of routes, the one over that link is refused.
    let text = torusmith("topology mesh:8,8 --export toml --with-routes ports").good().out;
    let line = 1 + text.lines().position(|line| line.starts_with("  { at = \"3,3\", port = \"x+\"")).unwrap();
    fs::write(&file, text.replace(link, "")).unwrap();
    let told = format!("mine.toml, line {}: no link leaves `3,3` by port `x+`; expected: x-, y+, y-", line - 1);
    torusmith(&format!("topology {}", file.display())).refused(2, &[&told]);
}
