//! Refusals of files of other programs, each with its line.

use torusmith_topology::import::{self, Format, Options};

use crate::{example, imported, imported_with};

#[track_caller]
fn refused(format: Format, text: &str, line: usize, words: &[&str]) {
    check(&imported(format, text, None).unwrap_err().to_string(), "my file", line, words, text);
}

/// Asserts a refusal with `--strict`, and acceptance without.
#[track_caller]
fn refused_strictly(format: Format, text: &str, line: usize, words: &[&str]) {
    assert!(imported(format, text, None).is_ok(), "{text}");
    let told = imported_with(format, text, Options { strict: true, ..Options::default() }).unwrap_err().to_string();
    check(&told, "my file", line, words, text);
}

/// Asserts a refusal that names the file of routes.
#[track_caller]
fn refused_routes(format: Format, text: &str, routes: &str, line: usize, words: &[&str]) {
    check(&imported(format, text, Some(routes)).unwrap_err().to_string(), "my routes", line, words, routes);
}

#[track_caller]
fn check(told: &str, file: &str, line: usize, words: &[&str], text: &str) {
    assert!(told.contains(&format!("{file}, line {line}: ")) && !told.contains('\n'), "{told}\n{text}");
    for word in words {
        assert!(told.contains(word), "no `{word}` in: {told}");
    }
}

/// Text that BookSim misreads.
#[test]
fn anynet() {
    let good = "router 0 node 0 router 1\nrouter 1 node 1 router 2\nrouter 2 node 2\n";
    assert_eq!(imported(Format::Anynet, good, None).unwrap().links(), (2, 0));
    for (more, line, words) in [
        ("router 0 router 2 5", 4, &["latency 5 from router 0 to router 2", "1 on the way back", "router 2 router 0 LATENCY"][..]),
        ("router 0 router 1", 4, &["a link from router 0 to router 1 is in line 1 already"]),
        ("router 1 router 1", 4, &["a link of router 1 to itself"]),
        ("router 0 router x", 4, &["`x` is no number of a router; expected: 0 to 1023"]),
        ("router 0 router 1x", 4, &["`1x` is no number"]),
        ("router 0 router -1", 4, &["`-1` is no number"]),
        ("router 0 router 1 0", 4, &["`0` is no latency of a link; expected: 1 to 9"]),
        ("router 0 router 2 10", 4, &["`10` is no latency of a link; expected: 1 to 9"]),
        ("router 0 rooter 1", 4, &["`rooter` is no latency"]),
        ("rooter 0 router 1", 4, &["`rooter`", "expected: `router N`"]),
        ("router", 4, &["no number behind `router`"]),
        ("router 0", 4, &["a line that joins nothing"]),
        ("router 0 3 router 2", 4, &["a latency behind `router 0`"]),
        ("node 0 node 1", 4, &["a node next to a node"]),
        ("router 0 node 1", 4, &["node 1 is at router 0, and at router 1 in line 2", "one router"]),
        ("router 0 node 4", 4, &["node 4, and no node 3", "without a gap"]),
        ("router 0 node 4096", 4, &["`4096` is no number of a node; expected: 0 to 4095"]),
        ("router 2 node 2", 4, &["node 2 is there twice", "line 3"]),
        ("router 0 router 4", 4, &["router 4, and no router 3"]),
        ("router 0 router 1024", 4, &["`1024` is no number"]),
    ] {
        refused(Format::Anynet, &format!("{good}{more}"), line, words);
    }
    // Both directions given with a latency each: two links, one in each direction.
    let two = imported(Format::Anynet, "router 0 node 0 router 1 3\nrouter 1 node 1 router 0 2\n", None).unwrap();
    assert_eq!(two.links(), (0, 2));
}

#[test]
fn tables() {
    let good = "from,to,ways\na,b,both\nb,c,both\n";
    assert!(imported(Format::Csv, good, None).is_ok());
    for (text, line, words) in [
        ("", 1, &["no columns"][..]),
        ("from,to\na,b", 1, &["no column `ways`"]),
        ("# links\n\nfrom,to,ways,way\n", 3, &["unknown column `way`", "from, to, ways, from_port"]),
        ("from,to,ways,to\n", 1, &["column `to` is there twice"]),
        ("from,to,ways\na,b,both\nb,c\n", 3, &["2 cells; expected: 3"]),
        ("from,to,ways\na,b,two\n", 2, &["ways = `two`", "one, both"]),
        ("from,to,ways\na,,both\n", 2, &["no to"]),
        ("from,to,ways,slices\na,b,both,9\n", 2, &["slices = `9`", "0 to 8"]),
        ("from,to,ways,slices\na,b,both,x\n", 2, &["slices = `x`"]),
        ("from,to,ways\na,b,both\nb,a,one\n", 3, &["a link from `b` to `a` is in line 2 already"]),
        ("from,to,ways\na,b c,both\n", 2, &["node `b c`"]),
    ] {
        refused(Format::Csv, text, line, words);
    }
    for (routes, line, words) in [
        ("at,to\na,b\n", 2, &["a port, or the neighbour that is next"][..]),
        ("at,to,hop\n", 1, &["unknown column `hop`", "at, to, port, next, class"]),
        ("at,to,next\na,b,b\na,b,b\n", 3, &["the route at `a` to `b` is there twice", "line 2"]),
        ("at,to,next\na,b,b\na,c,b\nb,a,a\nb,c,c\nc,b,b\n", 6, &["no route at `c` to `a`"]),
        ("at,to,next,class\na,b,b,8\n", 2, &["class = `8`", "0 to 7"]),
        ("at,to,next\nd,b,b\n", 2, &["unknown node `d`"]),
    ] {
        refused_routes(Format::Csv, good, routes, line, words);
    }
    let routes = "at,to,next,class\na,b,b,0\na,c,b,1\nb,a,a,\nb,c,c,\nc,a,b,\nc,b,b,\n";
    assert_eq!(imported(Format::Csv, good, Some(routes)).unwrap().route_kind().name(), "table");
}

#[test]
fn dot() {
    let with = |more: &str| format!("graph {{\n  a -- b;\n  {more}\n}}\n");
    assert!(imported(Format::Dot, &with("b -- c [color=red, label=<<b>x</b>>] /* c */ // d\n# e"), None).is_ok());
    for (text, line, words) in [
        (with("b -> c"), 3, &["`->`", "expected: --, in a graph"][..]),
        (with("b -- c [slice=1]"), 3, &["unknown attribute `slice` of an edge", "dir, taillabel"]),
        (with("b -- c [slices=9]"), 3, &["slices = `9`", "0 to 8"]),
        (with("b -- c [dir=forward]"), 3, &["dir = `forward`", "both, none"]),
        (with("c [node=1]"), 3, &["unknown attribute `node`"]),
        (with("b -- {c d"), 4, &["the file ends"]),
        (with("b -- {b c}"), 3, &["a link of `b` to itself"]),
        (with("subgraph x { b -- c } -- a"), 3, &["a link from `b` to `a` is in line 2 already", "--merge-parallel"]),
        (with("b -- {} c"), 3, &["`c`", "; between an edge and another statement"]),
        (with("b -- c + d"), 3, &["`+`"]),
        (with("b -- \"c\" + d"), 3, &["`d`", "a text in quotes"]),
        (with("b:1 -- c [taillabel=2]"), 3, &["two ports of `b`"]),
        (with("c:1"), 3, &["a port without an edge"]),
        (with("b -- a"), 3, &["a link from `b` to `a` is in line 2 already"]),
        (with("b -- \"c d\""), 3, &["node `c d`"]),
        (with("b -- c ="), 3, &["`=`"]),
        (with("$"), 3, &["`$`"]),
        (with("\"b"), 3, &["a text without its end"]),
        (with("<b"), 3, &["a text without its end"]),
        (with("/* b"), 3, &["a comment without its end"]),
        (with("3x -- b"), 3, &["`3x` is no number"]),
        (with("b -- c a -- c"), 3, &["`a`", "; between an edge and another statement"]),
        (with("}\nx"), 4, &["`x`", "nothing behind the graph"]),
        (with("\n\nc"), 5, &["node `c` has no link"]),
        ("graph {\n a -- b".into(), 2, &["the file ends"]),
        ("a -- b".into(), 1, &["`a`", "graph or digraph"]),
        ("digraph { a -> b; b -> a [dir=back] }".into(), 1, &["dir = `back`", "forward, both, none"]),
        ("digraph {\n a -> b }".into(), 2, &["node `a` cannot be reached from `b`"]),
        (String::new(), 1, &["the file ends"]),
        (format!("graph {{ {}", "{".repeat(100_000)), 1, &["a subgraph in 16 others"]),
    ] {
        refused(Format::Dot, &text, line, words);
    }
}

#[test]
fn graphml() {
    let with = |more: &str| {
        format!(
            "<graphml>\n<key id='k' for='edge' attr.name='kind'/>\n<key id='w' for='edge' attr.name='weight'/>\n<graph edgedefault='undirected'>\n\
             <node id='a'/><node id='b'/>\n<edge source='a' target='b'/>\n{more}\n</graph></graphml>"
        )
    };
    assert!(imported(Format::Graphml, &with(""), None).is_ok());
    for (text, line, words) in [
        (with("<node id='a'/>"), 7, &["node `a` is there twice"][..]),
        (with("<node/>"), 7, &["no id in <node>"]),
        (with("<edge source='a'/>"), 7, &["no target in <edge>"]),
        (with("<edge source='a' target='c'/>"), 7, &["unknown node `c`"]),
        (with("<edge source='a' target='b' directed='yes'/>"), 7, &["directed = `yes`", "true, false"]),
        (with("<edge source='b' target='a'/>"), 7, &["a link from `b` to `a` is in line 6 already"]),
        (with("<edge source='a' target='b'><data key='x'>3</data></edge>"), 7, &["no <key> for edge with id `x`"]),
        (with("<edge source='a' target='b'><data key='k'>3</data><data key='k'>3</data></edge>"), 7, &["`kind` is there twice"]),
        (with("<edge source='a' target='b'><port/></edge>"), 7, &["<port> in <edge>"]),
        (with("<hyperedge/>"), 7, &["<hyperedge> in <graph>"]),
        (with("<node id='c'><graph/></node>"), 7, &["<graph> in <node>"]),
        (with("<node id='c'>"), 8, &["is no XML"]),
        ("<graph/>".into(), 1, &["<graph>; expected: <graphml>"]),
        ("<graphml>\n</graphml>".into(), 1, &["no <graph>"]),
        ("<graphml>\n<graph/></graphml>".into(), 2, &["no edgedefault in <graph>"]),
        ("<graphml>\n<graph edgedefault='both'/></graphml>".into(), 2, &["edgedefault = `both`"]),
        ("<graphml>\n<key id='a' for='node'/>\n<key id='a' for='node'/></graphml>".into(), 3, &["key `a` is there twice"]),
        ("<graphml>\n<key id='row' for='node'><default>1</default></key></graphml>".into(), 2, &["a key with a default"]),
        (String::new(), 1, &["is no XML"]),
    ] {
        refused(Format::Graphml, &text, line, words);
    }
    refused_strictly(
        Format::Graphml,
        &with("<node id='c'/><edge source='a' target='c'><data key='w'>3</data></edge>"),
        7,
        &["`weight` says nothing", "slices, kind"],
    );
    refused_strictly(Format::Graphml, &with("<node id='c'/>"), 7, &["node `c` has no link"]);
    let rows = "<graphml><key id='r' for='node' attr.name='row'/><graph edgedefault='directed'>\n<node id='a'><data key='r'>1</data></node></graph></graphml>";
    refused(Format::Graphml, rows, 2, &["a row or a column", "both or none"]);
    let deep = format!("<graphml>{}", "<a>".repeat(100_000));
    assert!(imported(Format::Graphml, &deep, None).is_err());
}

#[test]
fn connect() {
    let good =
        "SendRecvPort 0 -> R0:0\nSendPort 1 -> R1:0\nRecvPort 1 -> R1:0\n# links\nRouterLink R0:1 -> R1:1\nRouterLink R1:1 -> R0:1\n";
    assert_eq!(imported(Format::Connect, good, None).unwrap().links(), (1, 0));
    for (more, line, words) in [
        ("RouterLink R0:1 -> R1:2", 7, &["two links out of port `p1` of `0`", "line 5"][..]),
        ("RouterLink R0:2 -> R1:1", 7, &["two links into port `p1` of `1`", "line 5"]),
        ("RouterLink R0:0 -> R1:2", 7, &["a link out of port 0 of router 0", "its own sender or receiver"]),
        ("RouterLink R0:32 -> R1:2", 7, &["port 32 of router 0"]),
        ("RouterLink R0:1 R1:2", 7, &["`RouterLink R0:1 R1:2`", "RouterLink RN:P -> RN:P"]),
        ("RouterLink R0:1 -> R1", 7, &["expected: SendPort"]),
        ("Link R0:1 -> R1:2", 7, &["`Link R0:1 -> R1:2`"]),
        ("SendPort 0 -> R0:2", 7, &["SendPort 0 is there twice", "line 1"]),
        ("SendPort 2 -> R0:2", 7, &["endpoint 2 has no RecvPort", "RecvPort 2 -> RN:P"]),
        ("SendRecvPort 3 -> R0:2", 7, &["endpoint 3, and no endpoint 2"]),
        ("SendRecvPort 2 -> R0:0", 7, &["SendPort 2 is at port 0 of router 0, where SendPort 0 is"]),
        ("SendPort 2 -> R0:2\nRecvPort 2 -> R1:2", 8, &["RecvPort 2 is at router 1, and its SendPort at router 0"]),
        ("RouterLink R0:2 -> R3:1", 7, &["router 3, and no router 2"]),
    ] {
        refused(Format::Connect, &format!("{good}{more}"), line, words);
    }
    for (routes, line, words) in [
        ("R0: 0 -> 0\nR0: 1 -> 0\n", 2, &["at router 0 to 1 by port 0, which is a receiver's", "the port of a link"][..]),
        ("R0: 0 -> 1\n", 1, &["at router 0 to 0 by port 1"]),
        ("R2: 0 -> 1\n", 1, &["unknown router 2", "0 to 1"]),
        ("R0: 1 -> 2\n", 1, &["no link leaves `0` by port `p2`", "p1"]),
        ("R0: 1 -> x\n", 1, &["RN: TO -> PORT"]),
        ("# none\nR0: 1 -> 1\n", 2, &["no route at `1` to `0`"]),
    ] {
        let line = if words[0].starts_with("no route") { 1 } else { line };
        refused_routes(Format::Connect, good, routes, line, words);
    }
    // The router's own port may be any: ports before it move up.
    let high = "SendRecvPort 0 -> R0:2\nSendRecvPort 1 -> R1:2\nRouterLink R0:0 -> R1:1\nRouterLink R1:1 -> R0:0\n";
    let own = imported(Format::Connect, high, Some("R0: 0 -> 2\nR0: 1 -> 0\nR1: 0 -> 1\nR1: 1 -> 2\n")).unwrap();
    let far = torusmith_topology::NetworkSpec::downstream(&own, 0, 1).unwrap();
    assert_eq!((far.node, far.port), (1, 2));
}

#[test]
fn reconnect() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, files: &[(String, String)]| {
        let folder = folder.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::read_dir(&folder).unwrap().for_each(|file| std::fs::remove_file(file.unwrap().path()).unwrap());
        files.iter().for_each(|(file, text)| std::fs::write(folder.join(file), text).unwrap());
        import::read(Format::Reconnect, &folder, Options::default())
    };
    let good: Vec<(String, String)> =
        (0..3).map(|at| (format!("{at}.hex"), (0..3).map(|to| format!("{}\n", [0, 1, 2][(to + 3 - at) % 3])).collect())).collect();
    assert_eq!(read("double_ring_3", &good).unwrap().links(), (3, 0));
    let told = |text: &str| {
        let mut files = good.clone();
        files[1].1 = text.to_owned();
        read("double_ring_3", &files).unwrap_err().to_string()
    };
    for (text, line, words) in [
        ("2\n0\n3\n", 3, &["no link leaves `1` by port `p3`", "p1, p2"][..]),
        ("2\n0\n", 2, &["2 numbers; expected: 3"]),
        ("2 0 1\n1", 2, &["more than 3 numbers"]),
        ("2\n1\n1", 2, &["port 1 to router 1, at router 1"]),
        ("0\n0\n1", 1, &["port 0 to router 0, at router 1"]),
        ("2\nx\n1", 2, &["`x` is no port"]),
        ("2\n+0\n1", 2, &["`+0` is no port"]),
        ("2\n// own\n0 // own\ng", 4, &["`g` is no port"]),
    ] {
        let told = told(text);
        check(&told, "1.hex", line, words, text);
    }
    let mut circle = good.clone();
    (circle[0].1, circle[1].1) = ("0\n1\n1\n".into(), "2\n0\n2\n".into());
    let told = read("double_ring_3", &circle).unwrap_err().to_string();
    check(&told, "0.hex", 3, &["routes to `2` run in a circle: 0 -> 1 -> 0"], "");
    assert!(read("double_ring_3", &good[..2]).unwrap_err().to_string().contains("2.hex: "));
    let mut more = good.clone();
    more.push(("3.hex".into(), String::new()));
    assert!(read("double_ring_3", &more).unwrap_err().to_string().contains("3.hex is of no router; expected: 0.hex to 2.hex"));
    for name in ["torus_3", "ring_1", "ring_2000", "mesh_2", "double_ring_x"] {
        assert!(read(name, &good).unwrap_err().to_string().contains("a folder called ring_N"), "{name}");
    }
    assert!(import::read(Format::Reconnect, &example("ring_8.dot"), Options::default()).unwrap_err().to_string().contains("is no folder"));
    let table = example("kautz_24.csv");
    let options = Options { routes: Some(&table), ..Options::default() };
    let routes = import::read(Format::Reconnect, &example("double_ring_16"), options);
    assert!(routes.unwrap_err().to_string().contains("are in its folder"));
    // A one-way ring, and a mesh with ports north, south, east, west without those that are missing; x first.
    let ring: Vec<_> = (0..3).map(|at| (format!("{at}.hex"), (0..3).map(|to| if at == to { "0 " } else { "1 " }).collect())).collect();
    assert_eq!(read("ring_3", &ring).unwrap().links(), (0, 3));
    let mesh: Vec<_> = (0..6usize)
        .map(|at| {
            let (row, column) = (at / 3, at % 3);
            let (vertical, east, west) = (1, 2, if column == 2 { 2 } else { 3 - usize::from(column == 0) });
            let port = |to: usize| match (to / 3, to % 3) {
                (r, c) if (r, c) == (row, column) => 0,
                (_, c) if c > column => east,
                (_, c) if c < column => west,
                _ => vertical,
            };
            (format!("{row}_{column}.hex"), (0..6).map(|to| format!("{:x}\n", port(to))).collect())
        })
        .collect();
    assert_eq!(read("mesh_2x3", &mesh).unwrap().links(), (7, 0));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.csv");
    let told = |format| import::read(format, &file, Options::default()).unwrap_err().to_string();
    assert!(told(Format::Csv).contains("x.csv: "));
    std::fs::write(&file, b"from,to,ways\na,b,both\n\xff").unwrap();
    assert!(told(Format::Csv).contains("x.csv, line 3: is no text in UTF-8"));
    assert!(imported(Format::Csv, "\u{feff}from,to,ways\na,b,both", None).is_ok());
}
