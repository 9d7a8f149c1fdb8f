//! FlooGen's configurations: what its keys stand for, address maps, and refusals with their lines.

use torusmith_topology::import::{self, Format};
use torusmith_topology::own::RouteKind;
use torusmith_topology::{LocalPort, Network, TerminalId, address_map};

use super::terminals;
use crate::imported;

/// A configuration with one protocol each way.
pub fn configuration(algorithm: &str, rest: &str) -> String {
    format!(
        "name: my_fabric\ndescription: \"a test\"\nnetwork_type: \"axi\"\nrouting:\n  route_algo: \"{algorithm}\"\n  use_id_table: true\n\
         protocols:\n  - {{name: \"in\", protocol: \"AXI4\", data_width: 64, addr_width: 48, id_width: 4, type_prefix: }}\n\
         \x20 - {{name: \"out\", protocol: \"AXI4\", data_width: 64, addr_width: 48, id_width: 2}}\n{rest}"
    )
}

/// Line of the first line of `rest`.
const FIRST: usize = 10;

/// Two levels, a root with three routers below it; two clusters at each of these, memories and a serial port at the root.
pub const TREE: &str = "endpoints:
  - name: cluster
    array: [3, 2]
    addr_range: {base: 0x0000_1000_0000, size: 0x4_0000}
    mgr_port_protocol: [in]
    sbr_port_protocol: [out]
  - name: mem
    array: [2]
    addr_range:
      base: 0x8000_0000
      size: 0x4000_0000
    sbr_port_protocol: [out]
  - name: serial
    addr_range:
      - start: 0x0000_0000
        end: 0x0fff_ffff
      - start: 0x100_0000_0000
        size: 4096
    sbr_port_protocol: [out]
routers:
  - name: router
    tree: [1, 3]  # routers below each router
connections:
  - src: cluster
    dst: router
    src_range:
    - [0, 2]
    - [0, 1]
    dst_lvl: 1
    allow_multi: true
  - src: router
    dst: mem
    dst_range: [[0, 1]]
    src_lvl: 0
    allow_multi: true
  - {src: router, dst: serial, src_lvl: 0}
";

/// A mesh of 3 x 2 with a cluster at each router, and memories at the ports `dir` of the routers of `range`.
fn mesh(algorithm: &str, dir: &str, range: &str, count: usize) -> String {
    configuration(
        algorithm,
        &format!(
            "endpoints:\n  - {{name: cluster, array: [3, 2], mgr_port_protocol: [in]}}\n  - {{name: mem, array: [{count}], sbr_port_protocol: [out]}}\n\
             routers:\n  - {{name: router, array: [3, 2], degree: 5}}\nconnections:\n\
             \x20 - {{src: cluster, dst: router, src_range: [[0, 2], [0, 1]], dst_range: [[0, 2], [0, 1]], dst_dir: Eject}}\n\
             \x20 - {{src: mem, dst: router, src_range: [[0, {}]], dst_range: {range}, dst_dir: {dir}}}\n",
            count - 1
        ),
    )
}

/// Names of the routers that a packet visits.
fn visited(network: &Network, from: &str, to: &str) -> Vec<String> {
    let [from, to] = [from, to].map(|name| network.parse_terminal(name).unwrap());
    terminals::visited(network, from, to).into_iter().map(|router| network.format_address(router)).collect()
}

#[test]
fn a_tree_has_its_endpoints_at_two_levels() {
    let network = Network::new(imported(Format::Floogen, &configuration("ID", TREE), None).unwrap());
    let routers: Vec<String> = (0..4).map(|router| network.format_address(router)).collect();
    assert_eq!(
        (network.to_string(), routers),
        ("my_fabric".into(), ["router_0", "router_0_0", "router_0_1", "router_0_2"].map(str::to_owned).to_vec())
    );
    let at = |name: &str| network.attachment(network.parse_terminal(name).unwrap());
    let end = |router, port| LocalPort { router, port };
    assert_eq!(["cluster_0_0", "cluster_0_1", "cluster_2_1"].map(at), [end(1, 0), end(1, 1), end(3, 1)]);
    assert_eq!(["mem_0", "mem_1", "serial"].map(at), [end(0, 0), end(0, 1), end(0, 2)]);
    // Endpoints are numbered in the order of the file; the root has three links.
    assert_eq!(
        (network.terminals(), network.format_terminal(TerminalId(6)), network.graph().links(), network.ports()),
        (9, "mem_0".into(), 6, 6)
    );
    assert_eq!(visited(&network, "cluster_0_0", "cluster_2_1"), ["router_0_0", "router_0", "router_0_2"]);
    assert_eq!(visited(&network, "mem_1", "serial"), ["router_0"]);
}

#[test]
fn a_mesh_has_compass_points() {
    let own = imported(Format::Floogen, &mesh("SRC", "West", "[[0, 0], [0, 1]]", 2), None).unwrap();
    let network = Network::new(own.clone());
    assert_eq!(own.route_kind(), RouteKind::Shortest);
    let port = |name: &str| (0..network.ports() as u8).find(|&port| network.port_label(port) == name).unwrap();
    let node = |name: &str| network.parse_address(name).unwrap();
    // x is the first index, and east of a router is the next x; north the next y.
    let far = |router: &str, name: &str| {
        network.downstream(node(router), port(name)).map(|to| (network.format_address(to.node), network.port_label(to.port).to_owned()))
    };
    assert_eq!(far("router_0_0", "East"), Some(("router_1_0".into(), "West".into())));
    assert_eq!(far("router_0_0", "North"), Some(("router_0_1".into(), "South".into())));
    assert_eq!((far("router_2_0", "East"), far("router_0_0", "West")), (None, None));
    // 2 x 2 links along x, 3 along y, each both ways.
    assert_eq!((network.graph().links(), network.terminals(), network.local_ports()), (14, 8, 2));
    assert_eq!((network.place(node("router_0_1")), network.place(node("router_2_0"))), (Some((0, 0)), Some((1, 2))));
    let alone = mesh("ID", "West", "[[0, 0], [0, 1]]", 2).replace("degree: 5", "auto_connect: false");
    assert!(imported(Format::Floogen, &alone, None).unwrap_err().to_string().contains("no links"));
}

/// Ports that FlooGen's tables select in a mesh of 3 x 3, where most paths have others of equal length: run once with FlooGen at 2fa02eb and networkx
/// 3.6.1. By router; to clusters 0_0, 0_1, .. 2_2 and the three memories, which are west of the mesh.
#[test]
fn tables_are_those_of_floogen() {
    const TABLES: [&str; 9] = [
        ".NNENNENN.NN",
        "S.NSENSENS.N",
        "SS.SSESSESS.",
        "WWW.NNENNWWW",
        "WWWS.NSENWWW",
        "WWWSS.SSEWWW",
        "WWWWWW.NNWWW",
        "WWWWWWS.NWWW",
        "WWWWWWSS.WWW",
    ];
    let text = mesh("ID", "West", "[[0, 0], [0, 2]]", 3).replace("[3, 2]", "[3, 3]").replace("[0, 1]]", "[0, 2]]");
    let network = Network::new(imported(Format::Floogen, &text, None).unwrap());
    let table = network.route_table().unwrap();
    let letter = |router: u32, to: TerminalId| match network.port_label(table.hop(router, to).port) {
        local if local.starts_with("local") => '.',
        name => name.chars().next().unwrap(),
    };
    assert_eq!((0..9).map(|router| (0..12).map(|to| letter(router, TerminalId(to))).collect::<String>()).collect::<Vec<_>>(), TABLES);
}

/// A router compares x first with XY, and y first with YX.
#[test]
fn routes_follow_coordinates() {
    let north = Network::new(imported(Format::Floogen, &mesh("XY", "North", "[[0, 2], [1, 1]]", 3), None).unwrap());
    assert_eq!(visited(&north, "cluster_0_0", "mem_2"), ["router_0_0", "router_1_0", "router_2_0", "router_2_1"]);
    assert_eq!(visited(&north, "cluster_2_1", "cluster_0_0"), ["router_2_1", "router_1_1", "router_0_1", "router_0_0"]);
    let west = Network::new(imported(Format::Floogen, &mesh("YX", "West", "[[0, 0], [0, 1]]", 2), None).unwrap());
    assert_eq!(visited(&west, "cluster_2_0", "mem_1"), ["router_2_0", "router_2_1", "router_1_1", "router_0_1"]);
    assert_eq!(visited(&west, "mem_0", "cluster_1_1"), ["router_0_0", "router_0_1", "router_1_1"]);
}

/// West of the mesh with XY: packets of the other row leave at the wrong memory.
#[test]
fn routes_that_do_not_arrive_are_refused() {
    for (text, words) in [
        (mesh("XY", "West", "[[0, 0], [0, 1]]", 2), ["a packet to `mem_0` leaves `router_0_1` by port West, where `mem_1` is", "ID, SRC"]),
        (mesh("YX", "South", "[[0, 2], [0, 0]]", 3), ["a packet to `mem_0` leaves `router_1_0` by port South, where `mem_1` is", "arrive"]),
        (configuration("XY", TREE), ["router `router_0` has no array", "by coordinates"]),
    ] {
        let told = imported(Format::Floogen, &text, None).unwrap_err().to_string();
        assert!(words.iter().all(|word| told.contains(word)) && !told.contains('\n'), "{told}");
    }
}

#[test]
fn address_ranges_are_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.yml");
    std::fs::write(&file, configuration("ID", TREE)).unwrap();
    let (text, notes) = import::address_map(Format::Floogen, &file).unwrap().unwrap();
    let network = Network::new(import::read(Format::Floogen, &file, import::Options::default()).unwrap());
    let map = address_map::parse(&text, "map.toml", &network, 48).unwrap();
    let at = |address: u64| map.lookup(address).map(|target| (network.format_terminal(TerminalId(target.node)), target.address));
    // Element [i, j] of cluster has range 2 i + j; addresses stay as they are.
    assert_eq!(at(0x1000_0000 + 5 * 0x4_0000), Some(("cluster_2_1".into(), 0x1014_0000)));
    assert_eq!((at(0x1000_0000 + 6 * 0x4_0000), at(0xc000_0000)), (None, Some(("mem_1".into(), 0xc000_0000))));
    // The end of a range of `start` and `end` counts as its last address.
    assert_eq!((at(0x0fff_ffff), at(0x100_0000_0fff)), (Some(("serial".into(), 0x0fff_ffff)), Some(("serial".into(), 0x100_0000_0fff))));
    assert_eq!((map.managers().len(), map.subordinates().len(), notes.len()), (6, 9, 1));
    assert!(notes[0].contains("`serial` has one more byte"), "{notes:?}");
    assert_eq!(import::address_map(Format::Dot, &file).unwrap(), None);
}

#[test]
fn refused() {
    let endpoints = "endpoints:\n  - {name: a, mgr_port_protocol: [in]}\n  - {name: b}\n";
    let routers = "routers:\n  - name: r\n";
    let connections = "connections:\n  - {src: a, dst: r}\n  - {src: b, dst: r}\n";
    let good = configuration("ID", &format!("{endpoints}{routers}{connections}"));
    assert!(imported(Format::Floogen, &good, None).is_ok());
    for (from, to, line, words) in [
        ("use_id_table", "use_table", 6, &["unknown key `use_table` in routing", "use_id_table"][..]),
        ("name: a,", "names: a,", FIRST + 1, &["unknown key `names` in an endpoint (did you mean `name`?)"]),
        ("{src: b, dst: r}", "{src: b, dst: r, dst_port: 1}", FIRST + 7, &["unknown key `dst_port` in a connection"]),
        ("\"ID\"", "\"XY_MIRRORED\"", 5, &["route_algo = `XY_MIRRORED`", "ID, SRC, XY, YX"]),
        ("[in]", "[inn]", FIRST + 1, &["unknown protocol `inn`", "in, out"]),
        ("{src: b, dst: r}", "{src: b, dst: s}", FIRST + 7, &["no router and no endpoint is called `s`"]),
        ("{src: b, dst: r}", "{src: b, dst: a}", FIRST + 7, &["endpoint `b` is connected to endpoint `a`"]),
        ("{src: b, dst: r}", "{src: a, dst: r}", FIRST + 7, &["endpoint `a` is connected twice, first in line 16"]),
        ("  - {src: b, dst: r}\n", "", FIRST + 2, &["endpoint `b` is at no router"]),
        ("{name: b}", "{name: a}", FIRST + 2, &["`a` is there twice"]),
        ("name: r\n", "name: r\n    degree: 1\n", FIRST + 4, &["degree = 1, and `r` has 2 ports"]),
        ("name: r\n", "name: r\n    array: [3]\n", FIRST + 4, &["array = [3] of routers", "two sizes"]),
        ("name: r\n", "name: r\n    array: [2, 2]\n    tree: [1]\n", FIRST + 4, &["array and tree"]),
        ("{src: b, dst: r}", "{src: b, dst: r, bidirectional: false}", FIRST + 7, &["bidirectional = false"]),
        ("{src: b, dst: r}", "{src: b, dst: r, dst_dir: Up}", FIRST + 7, &["dst_dir = `Up`", "North, East, South, West, Eject"]),
        ("{src: b, dst: r}", "{src: b, dst: r, dst_lvl: 0}", FIRST + 7, &["no router of `r` is at level 0"]),
        (
            "{src: b, dst: r}",
            "{src: b, dst: r, dst_lvl: 0, dst_idx: 1}",
            FIRST + 7,
            &["dst_idx, dst_range, dst_lvl; expected: one of these"],
        ),
        ("name: my_fabric", "name: ${name}", 1, &["name = `${name}`", "without parameters"]),
        ("name: my_fabric", "name: &n my_fabric\nparams: {n: 1}", 2, &["params", "the values themselves"]),
        ("name: my_fabric", "name: [", 2, &["is no YAML"]),
        ("name: my_fabric", "name: *other", 1, &["is no YAML"]),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let told = imported(Format::Floogen, &text, None).unwrap_err().to_string();
        assert!(told.contains(&format!("my file, line {line}: ")) && !told.contains('\n'), "{told}\n{text}");
        assert!(words.iter().all(|word| told.contains(word)), "{told}");
    }
    // Two endpoints at a port, and different numbers of elements.
    for (connections, words) in [
        ("  - {src: a, dst: r, dst_dir: West}\n  - {src: b, dst: r, dst_dir: West}\n", "port West of `r` is taken in line 16"),
        ("  - {src: a, dst: r, dst_range: [[0, 1]]}\n", "no router and no endpoint is called `r_0`"),
    ] {
        let text = configuration("ID", &format!("{endpoints}{routers}connections:\n{connections}"));
        assert!(imported(Format::Floogen, &text, None).unwrap_err().to_string().contains(words));
    }
    let uneven = configuration("ID", &TREE.replacen("    allow_multi: true\n", "", 1));
    let told = imported(Format::Floogen, &uneven, None).unwrap_err().to_string();
    assert!(told.contains("6 of `cluster` and 3 of `router`; expected: equal numbers, or allow_multi: true"), "{told}");
}
