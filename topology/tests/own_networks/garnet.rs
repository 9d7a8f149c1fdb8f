//! gem5's `config.ini`: networks, and the routes that Garnet takes in them.

use torusmith_topology::import::Format;
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Error, Network, NetworkSpec, TerminalId};

use crate::imported;

/// Links as (from, to, port there, port here, weight), controllers as (path, router).
fn config(network: &str, routers: usize, links: &[(u32, u32, &str, &str, u32)], controllers: &[(&str, u32)]) -> String {
    let router = |number: u32| format!("system.ruby.network.routers{number:02}");
    let list = |kind: &str, count: usize| (0..count).map(|i| format!("system.ruby.network.{kind}{i:02}")).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "[root]\ntype=Root\nfull_system=false\n\n[system.ruby.network]\ntype=GarnetNetwork\n{network}\next_links={}\nint_links={}\nrouters={}\n",
        list("ext_links", controllers.len()),
        list("int_links", links.len()),
        list("routers", routers)
    );
    for (i, (path, at)) in controllers.iter().enumerate() {
        let at = router(*at);
        text += &format!(
            "\n[system.ruby.network.ext_links{i:02}]\ntype=GarnetExtLink\next_node={path}\nint_node={at}\nlatency=1\nsupported_vnets=\n"
        );
    }
    for (i, (from, to, output, input, weight)) in links.iter().enumerate() {
        text += &format!(
            "\n[system.ruby.network.int_links{i:02}]\ntype=GarnetIntLink\ndst_inport={input}\ndst_node={}\nlatency=1\nsrc_node={}\nsrc_outport={output}\nweight={weight}\n",
            router(*to),
            router(*from)
        );
    }
    for i in 0..routers as u32 {
        text += &format!("\n[{}]\ntype=GarnetRouter\nlatency=1\nrouter_id={i}\n", router(i));
    }
    text
}

const BY_WEIGHT: &str = "num_rows=2\nrouting_algorithm=0";

/// Two rows of two, weight 1 along a row and 2 along a column, as in gem5's `Mesh_XY`. Router 2 is north of router 0.
const MESH: [(u32, u32, &str, &str, u32); 8] = [
    (0, 1, "East", "West", 1),
    (1, 0, "West", "East", 1),
    (2, 3, "East", "West", 1),
    (3, 2, "West", "East", 1),
    (0, 2, "North", "South", 2),
    (2, 0, "South", "North", 2),
    (1, 3, "North", "South", 2),
    (3, 1, "South", "North", 2),
];
const CORES: [(&str, u32); 4] =
    [("system.ruby.l1_cntrl0", 0), ("system.ruby.l1_cntrl1", 1), ("system.ruby.l1_cntrl2", 2), ("system.ruby.l1_cntrl3", 3)];

fn read(text: &str) -> OwnNetwork {
    imported(Format::Garnet, text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The routers after each router but the destination's own, by destination.
fn next_routers(own: OwnNetwork) -> Vec<Vec<Option<u32>>> {
    let network = Network::new(own);
    let (graph, table) = (network.graph(), network.route_table().unwrap());
    let next = |at: u32, to: TerminalId| graph.downstream(at as usize, table.hop(at, to).port.into()).map(|end| end.node);
    let row = |to: TerminalId| (0..graph.routers() as u32).map(|at| next(at, to)).collect();
    TerminalId::all(graph.terminals()).map(row).collect()
}

/// First along the row: to router 3 from 0 by 1, from 2 at once; by weight, and by the names of ports.
#[test]
fn a_mesh_goes_along_rows_first() {
    let by_hand = [
        [None, Some(0), Some(0), Some(2)],
        [Some(1), None, Some(3), Some(1)],
        [Some(2), Some(0), None, Some(2)],
        [Some(1), Some(3), Some(3), None],
    ];
    for routing in [BY_WEIGHT, "num_rows=2\nrouting_algorithm=1"] {
        let own = read(&config(routing, 4, &MESH, &CORES));
        assert_eq!((own.terminals(), own.local_ports(), own.notes()), (4, 1, &[][..]), "{routing}");
        assert_eq!((own.format_terminal(TerminalId(2)), own.port_label(1)), ("l1_cntrl2".to_owned(), "East"));
        assert_eq!(next_routers(own), by_hand, "{routing}");
    }
}

/// The weights of both directions say the order: heavy rows are taken last.
#[test]
fn weights_say_the_way() {
    let links = MESH.map(|(from, to, output, input, weight)| (from, to, output, input, 3 - weight));
    let next = next_routers(read(&config(BY_WEIGHT, 4, &links, &CORES)));
    assert_eq!((next[3][0], next[0][3], next[1][2]), (Some(2), Some(1), Some(0)));
    // A detour of two light links, where the straight one weighs more.
    let links = MESH.map(|(from, to, output, input, weight)| (from, to, output, input, if (from, to) == (0, 1) { 6 } else { weight }));
    assert_eq!(next_routers(read(&config(BY_WEIGHT, 4, &links, &CORES)))[1][..2], [Some(2), None]);
}

/// In a ring of four with equal weights the way to the opposite router is a tie: of 4 pairs. The first links, to 1, 0, 1 and 0, have no
/// cycle; all of them together run round.
#[test]
fn ties_are_told() {
    let links: Vec<_> = (0..4).flat_map(|i| [(i, (i + 1) % 4, "cw", "cw", 1), ((i + 1) % 4, i, "ccw", "ccw", 1)]).collect();
    let own = read(&config(BY_WEIGHT, 4, &links, &CORES));
    assert!(own.notes()[0].starts_with("for 4 pairs of routers gem5 takes the first of several links"), "{:?}", own.notes());
    assert!(own.notes()[0].ends_with("have a dependency cycle"));
    let next = next_routers(own);
    assert_eq!((next[2][0], next[3][1], next[0][2], next[1][3]), (Some(1), Some(0), Some(1), Some(0)));
    // A square with rows and columns of equal weight: turns of all kinds, so a cycle again; a line has no ties.
    let line: Vec<_> = links.iter().copied().filter(|(from, to, ..)| from.abs_diff(*to) == 1).collect();
    assert!(read(&config(BY_WEIGHT, 4, &line, &CORES)).notes().is_empty());
}

/// Controllers in any number at a router, and names of ports that no network file can have.
#[test]
fn controllers_are_terminals() {
    let links = MESH.map(|(from, to, _, _, weight)| (from, to, "", "", weight));
    let controllers =
        [("system.cpu0.l1_cntrl", 0), ("system.cpu1.l1_cntrl", 2), ("system.ruby.dir_cntrl0", 3), ("system.ruby.dir_cntrl1", 3)];
    let own = read(&config(BY_WEIGHT, 4, &links, &controllers));
    assert_eq!((own.routers(), own.terminals(), own.local_ports()), (4, 4, 2));
    let names: Vec<String> = TerminalId::all(4).map(|terminal| own.format_terminal(terminal)).collect();
    assert_eq!(names, ["cpu0.l1_cntrl", "cpu1.l1_cntrl", "ruby.dir_cntrl0", "ruby.dir_cntrl1"]);
    assert_eq!(TerminalId::all(4).map(|terminal| own.attachment(terminal).router).collect::<Vec<_>>(), [0, 2, 3, 3]);
}

/// A line of text in place of another; the line that is refused, and what is said of it.
#[test]
fn what_is_no_network_of_garnet_is_refused() {
    let good = config(BY_WEIGHT, 4, &MESH, &CORES);
    for (old, new, line, what) in [
        ("type=GarnetNetwork", "type=SimpleNetwork", "type=none", "no section with type=GarnetNetwork"),
        ("type=Root", "type=GarnetNetwork", "[system.ruby.network]", "a second section with type=GarnetNetwork"),
        ("routing_algorithm=0", "routing_algorithm=2", "routing_algorithm=2", "routing_algorithm = 2 is the C++"),
        ("routing_algorithm=0", "routing_algorithm=x", "routing_algorithm=x", "routing_algorithm = `x`; expected: 0 to 2"),
        ("\nrouting_algorithm=0", "", "[system.ruby.network]", "no `routing_algorithm`"),
        ("router_id=3", "router_id=4", "router_id=4", "router_id = 4, and none is 3"),
        ("router_id=3", "router_id=2", "router_id=2", "router_id = 2 is there twice"),
        ("weight=2", "weight=0", "weight=0", "weight = `0`; expected: 1 to 9990"),
        ("supported_vnets=", "supported_vnets=0 1", "supported_vnets=0 1", "supported_vnets = `0 1`"),
        ("[root]", "root", "root", "`root`; expected: [section] or key=value"),
        ("[root]", "x=1", "x=1", "a value before the first [section]"),
        ("[root]", "[system.ruby.network]", "[system.ruby.network]", "section `system.ruby.network` is there twice"),
        ("src_outport=East", "src_outport=North", "", ""),
        (
            "dst_node=system.ruby.network.routers01",
            "dst_node=system.ruby.network.routers00",
            "[system.ruby.network.int_links00]",
            "to itself",
        ),
        ("dst_node=system.ruby.network.routers01", "dst_node=x", "dst_node=x", "no section [x]"),
        (
            "dst_node=system.ruby.network.routers01",
            "dst_node=system.ruby.network.routers02",
            "[system.ruby.network.int_links04]",
            "a second link",
        ),
    ] {
        assert!(good.contains(old), "{old}");
        let text = good.replacen(old, new, 1);
        let read = imported(Format::Garnet, &text, None);
        if what.is_empty() {
            // Routes by weight know no names; a port twice has a number instead.
            assert_eq!(read.unwrap().port_label(1), "p1");
            continue;
        }
        let Err(Error::File { line: told, what: said, .. }) = read else { panic!("{new}: {read:?}") };
        assert!(said.contains(what), "{new}: {said}");
        let lines: Vec<usize> = text.lines().zip(1..).filter(|(text, _)| *text == line).map(|(_, number)| number).collect();
        assert!(lines.contains(&(told as usize)) || told == 1, "{new}: line {told}, {lines:?}");
    }
    let eastless = good.replace("src_outport=East", "src_outport=Up").replace("routing_algorithm=0", "routing_algorithm=1");
    let error = imported(Format::Garnet, &eastless, None).unwrap_err().to_string();
    assert!(error.contains("no link with src_outport=East at router 0"), "{error}");
}
