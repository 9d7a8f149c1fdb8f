//! GraphML, GML and node-link JSON: graphs that carry data of any kind, and the data that are left out.

use torusmith_topology::import::{Format, Options};
use torusmith_topology::{Network, NetworkSpec, export};

use crate::{exported, imported, imported_with, links};

/// A graph of the public Topology Zoo in three formats: a parallel link, a node without links, data of many kinds.
const ZOO: [(Format, &str); 3] = [
    (
        Format::Graphml,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
         <key attr.name=\"label\" attr.type=\"string\" for=\"node\" id=\"d33\" />\n<key attr.name=\"Longitude\" attr.type=\"double\" for=\"node\" id=\"d32\" />\n\
         <key attr.name=\"LinkSpeedRaw\" attr.type=\"double\" for=\"edge\" id=\"d34\" />\n<key attr.name=\"Network\" attr.type=\"string\" for=\"graph\" id=\"d3\" />\n\
         <graph edgedefault=\"undirected\"><data key=\"d3\">Example</data>\n\
         <node id=\"0\"><data key=\"d33\">New York</data><data key=\"d32\">1.5</data></node>\n<node id=\"1\"/><node id=\"2\"/><node id=\"3\"/>\n\
         <edge source=\"0\" target=\"1\"><data key=\"d34\">1e9</data></edge>\n<edge source=\"1\" target=\"2\" /><edge source=\"2\" target=\"0\" />\n\
         <edge source=\"1\" target=\"0\" />\n</graph></graphml>",
    ),
    (
        Format::Gml,
        "Creator \"a tool\"\ngraph [\n directed 0\n Network \"Example\"\n multigraph 1\n\
         node [ id 0 label \"New York\" Longitude 1.5 graphics [ x 1 y -2.5 ] ]\n node [ id 1 label \"B\" ] node [ id 2 label \"B\" ] node [ id 3 ]\n\
         edge [ source 0 target 1 LinkSpeedRaw 1e9 key 0 ]\n edge [ source 1 target 2 ] edge [ source 2 target 0 ]\n edge [ source 1 target 0 key 1 ]\n]\n",
    ),
    (
        Format::Json,
        "{\"directed\": false, \"multigraph\": true, \"graph\": {\"Network\": \"Example\"},\n \"nodes\": [\n\
         {\"id\": 0, \"label\": \"New York\", \"Longitude\": 1.5},\n {\"id\": 1, \"tags\": [1, null, true]}, {\"id\": 2}, {\"id\": 3}],\n\"links\": [\n\
         {\"source\": 0, \"target\": 1, \"LinkSpeedRaw\": 1e9, \"key\": 0}, {\"source\": 1, \"target\": 2}, {\"source\": 2, \"target\": 0},\n\
         {\"source\": 1, \"target\": 0, \"key\": 1}]}",
    ),
];

#[test]
fn graphs_of_the_topology_zoo_are_read() {
    let triangle: Vec<(String, String)> =
        [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)].iter().map(|(from, to)| (from.to_string(), to.to_string())).collect();
    for (format, text) in ZOO {
        let own = imported_with(format, text, Options { merge_parallel: true, ..Options::default() }).unwrap();
        let notes = own.notes().join("\n");
        for word in [
            "LinkSpeedRaw",
            "Network",
            "Longitude",
            "label",
            "1 of 4 nodes have no link and are left out: 3",
            "1 parallel links are left out",
        ] {
            assert!(notes.contains(word), "{format:?}: no {word} in {notes}");
        }
        assert_eq!(own.notes().len(), 3, "{format:?}: {notes}");
        assert_eq!(links(&Network::new(own)), triangle, "{format:?}");
        // Without the flag the second link is refused, with its line and the line of the first.
        let told = imported(format, text, None).unwrap_err().to_string();
        assert!(told.contains("a link from `1` to `0` is in line ") && told.contains("--merge-parallel"), "{told}");
        let told =
            imported_with(format, text, Options { strict: true, merge_parallel: true, ..Options::default() }).unwrap_err().to_string();
        assert!(told.contains("my file, line ") && told.contains("says nothing of a network here"), "{told}");
    }
}

/// Everything that a network can contain, in each of the formats; `key` of an edge is its number among parallel ones.
#[test]
fn ports_registers_kinds_and_places_are_read() {
    let gml = "graph [ name \"my net\" directed 1\n\
               node [ id 5 label \"a\" row 0 column 1 ]\nnode [ id 7 label \"b\" row 0 column 0 ]\n\
               edge [ source 5 target 7 sourceport \"out\" targetport 4 slices 2 kind \"long\" ]\nedge [ source 7 target 5 ] ]";
    let json = "{\"directed\": true, \"name\": \"my net\", \"nodes\": [{\"id\": \"a\", \"row\": 0, \"column\": 1}, {\"id\": \"b\", \"row\": \"0\", \"column\": 0}],\n\
                \"edges\": [{\"source\": \"a\", \"target\": \"b\", \"sourceport\": \"out\", \"targetport\": 4, \"slices\": 2, \"kind\": \"long\"},\n\
                {\"source\": \"b\", \"target\": \"a\", \"key\": 0}]}";
    let graphml = "<graphml><key id='row' for='node'/><key id='column' for='node'/><key id='slices' for='edge'/><key id='kind' for='edge'/>\
                   <key id='name' for='graph'/><graph edgedefault='directed'><data key='name'>my net</data>\
                   <node id='a'><data key='row'>0</data><data key='column'>1</data></node><node id='b'><data key='row'>0</data><data key='column'>0</data></node>\n\
                   <edge source='a' target='b' sourceport='out' targetport='4'><data key='slices'>2</data><data key='kind'>long</data></edge>\n\
                   <edge source='b' target='a'/></graph></graphml>";
    let strict = |format, text| imported_with(format, text, Options { strict: true, ..Options::default() }).unwrap();
    let all = [strict(Format::Gml, gml), strict(Format::Json, json), strict(Format::Graphml, graphml)];
    for own in &all {
        assert_eq!(own.identity(), all[0].identity());
        assert_eq!((own.name().as_str(), own.links(), own.place(0), own.own_slices(0, 1)), ("my net", (0, 2), Some((0, 1)), 2));
        assert_eq!((own.link_kind(0, 1), own.port_label(1), own.downstream(0, 1).map(|link| link.port)), ("long", "out", Some(4)));
    }
    assert!(exported(export::Format::Toml, &Network::new(all[0].clone()), None).contains("from = \"a:out\", to = \"b:4\""));
}

/// networkx writes numbers as ids and node names as labels: the labels are taken as names if all of them are valid.
#[test]
fn labels_of_gml_are_names_where_they_can_be() {
    let names = |labels: [&str; 2]| {
        let [a, b] = labels;
        let text = format!("graph [ node [ id 3 label \"{a}\" ] node [ id 4 label \"{b}\" ] edge [ source 3 target 4 ] ]");
        let own = imported(Format::Gml, &text, None).unwrap();
        (own.format_address(0), own.format_address(1), own.notes().len())
    };
    assert_eq!(names(["x", "y"]), ("x".into(), "y".into(), 0));
    assert_eq!(names(["x", "x"]), ("3".into(), "4".into(), 1));
    assert_eq!(names(["x", "New York"]), ("3".into(), "4".into(), 1));
    assert_eq!(names(["&#120;", "a&quot;b"]), ("3".into(), "4".into(), 1));
    assert_eq!(names(["&#120;", "y"]).0, "x");
    // An edge after the graph does not belong to it.
    let behind = "Creator \"x\" graph [ node [ id 3 ] node [ id 4 ] edge [ source 3 target 4 ] ] edge [ source 3 target 3 ]";
    assert_eq!(imported(Format::Gml, behind, None).unwrap().notes(), ["data that say nothing of the network are left out (file: edge)"]);
}

/// Of several links the first one stays; of a pair, the direction that is new.
#[test]
fn parallel_links_are_merged_way_by_way() {
    let merged = |text: &str| {
        let own =
            imported_with(Format::Csv, &format!("from,to,ways,slices\n{text}"), Options { merge_parallel: true, ..Options::default() })
                .unwrap();
        let out = |node: u32| -> Vec<u8> {
            let ports = (1..own.ports() as u8).filter(|&port| own.downstream(node, port).is_some());
            ports.map(|port| own.own_slices(node, port)).collect()
        };
        (out(0), out(1), own.notes().to_vec())
    };
    assert_eq!(merged("a,b,both,1\n"), (vec![1], vec![1], vec![]));
    let (there, back, notes) = merged("a,b,both,1\nb,a,both,2\na,b,one,3\n");
    assert_eq!((there, back), (vec![1], vec![1]));
    assert_eq!(notes, ["2 parallel links are left out; the first, in line 3, is from `b` to `a`, as that in line 2"]);
    let (there, back, notes) = merged("a,b,one,1\na,b,both,2\n");
    assert_eq!((there, back, notes.len()), (vec![1], vec![2], 1));
    let (there, back, notes) = merged("a,b,one,1\nb,a,both,2\n");
    assert_eq!((there, back, notes.len()), (vec![1], vec![2], 1));
}

/// Each refusal, with its line.
#[test]
fn what_is_no_graph_is_refused() {
    let told = |format, text: &str| imported(format, text, None).unwrap_err().to_string();
    for (text, line, word) in [
        ("", 1, "no graph"),
        ("graph 3", 1, "graph is a whole number; expected: a list in brackets"),
        ("graph [\n node [ id 0 ]", 2, "the file ends in a list"),
        ("graph [\n node [ label \"a\" ]\n]", 2, "no id"),
        ("graph [\n node [ id -1 ]\n]", 2, "id is a whole number"),
        ("graph [\n node [ id 0 id 0 ]\n]", 2, "`id` is there twice"),
        ("graph [\n node [ id 0 ]\n node [ id 0 ] ]", 3, "node `0` is there twice"),
        ("graph [ directed 2 ]", 1, "directed = 2; expected: 0 to 1"),
        ("graph [ node 3 ]", 1, "a node is a whole number"),
        ("graph [ node [ id 0 ]\n edge [ source 0 ] ]", 2, "no target"),
        ("graph [ node [ id 0 ] node [ id 1 ]\n edge [ source 0 target 4 ] edge [ source 1 target 0 ] ]", 2, "unknown node `4`"),
        ("graph [ node [ id 0 row 1 ] ]", 1, "a row or a column"),
        ("graph [ node [ id 0 ] node [ id 1 ]\n edge [ source 0 target 1 slices 9 ] ]", 2, "slices = `9`; expected: 0 to 8"),
        ("graph [ node [ id 0 ] ]\n graph [ ]", 2, "`graph` is there twice"),
        ("graph [ node [ id \"0 ]", 1, "a text without its end"),
        ("graph [\n id x ]", 2, "`x`; expected: a number"),
        ("graph [\n 3 x ]", 2, "`3`; expected: a key"),
        ("# a\ngraph [ ] ]", 2, "`]`; expected: a key"),
    ] {
        let found = told(Format::Gml, text);
        assert!(found.contains(&format!("my file, line {line}: ")) && found.contains(word) && !found.contains('\n'), "{text}: {found}");
    }
    assert!(told(Format::Gml, &"a [ ".repeat(100_000)).contains("a list in 16 others"));
    for (text, line, word) in [
        ("", 1, "is no JSON"),
        ("[]", 1, "the graph is a list"),
        ("{\n\"nodes\": []}", 1, "no edges; expected: a list `edges` or `links`"),
        ("{\"edges\": [],\n\"links\": []}", 2, "edges and links"),
        ("{\n\"edges\": []}", 1, "no nodes"),
        ("{\"nodes\": [],\n\"edges\": 3}", 2, "edges is a whole number"),
        ("{\"edges\": [], \"directed\": 1, \"nodes\": []}", 1, "directed is a whole number; expected: true or false"),
        ("{\"edges\": [], \"nodes\": [\n3]}", 2, "a node is a whole number"),
        ("{\"edges\": [], \"nodes\": [\n{\"id\": [1, 2]}]}", 2, "id is a list"),
        ("{\"edges\": [], \"nodes\": [{\"id\": 1},\n{\"id\": \"1\"}]}", 2, "node `1` is there twice"),
        ("{\"edges\": [], \"graph\": 3, \"nodes\": []}", 1, "graph is a whole number"),
        ("{\"nodes\": [{\"id\": 1}, {\"id\": 2}], \"edges\": [\n{\"source\": 1}]}", 2, "no target"),
        (
            "{\"nodes\": [{\"id\": 1}, {\"id\": 2}], \"edges\": [\n{\"source\": 1, \"target\": 2, \"kind\": 1.5}]}",
            2,
            "kind is no whole number",
        ),
    ] {
        let found = told(Format::Json, text);
        assert!(found.contains(&format!("my file, line {line}: ")) && found.contains(word) && !found.contains('\n'), "{text}: {found}");
    }
}
