//! Refusals of network files, each with its line.

use torusmith_topology::own;

use crate::toml;

/// Asserts that a file is refused in one line, which names this line of the file and contains all of `words`.
#[track_caller]
fn refused(file: &str, text: &str, line: usize, words: &[&str]) {
    let told = own::parse(text, file).unwrap_err().to_string();
    assert!(told.starts_with(&format!("{file}, line {line}: ")) && !told.contains('\n'), "{told}\n{text}");
    for word in words {
        assert!(told.contains(word), "no `{word}` in: {told}");
    }
}

const LINKS: &str = "links = [\n  { between = ['a', 'b'] },\n  { between = ['b', 'c'] },\n]\n";

#[test]
fn the_file_itself() {
    for (text, line, words) in [
        ("name = 'n'\nnodes = \n", 2, &["is no TOML"][..]),
        ("nodes = 2\nnodes = 3\nlinks = []", 2, &["is no TOML", "duplicate"]),
        ("", 1, &["no `links`"]),
        ("links = []", 1, &["no `nodes`"]),
        ("nodes = 2\nlinks = []\nlink = []", 3, &["unknown key `link`", "expected: name, routers, nodes, ports, links, routes, classes"]),
        ("nodes = 2\nlinks = []\n", 1, &["no links"]),
        ("nodes = 2\nlinks = 3", 2, &["links is a whole number", "expected: a list"]),
        ("nodes = 2\nlinks = [3]", 2, &["a link is a whole number", "between, from, to"]),
        ("name = 3\nnodes = 2\nlinks = []", 1, &["name is a whole number", "expected: a text"]),
        ("name = '--'\nnodes = 2\nlinks = []", 1, &["name = `--`", "a letter or a digit"]),
        ("nodes = true\nlinks = []", 1, &["nodes; expected: a number of nodes, a list"]),
    ] {
        refused("my.toml", text, line, words);
    }
    for (text, line, words) in [
        ("{\n\"nodes\": 2,\n}", 2, &["is no JSON"][..]),
        ("{ \"nodes\": 2, // two\n\"links\": [] }", 1, &["is no JSON", "omment"]),
        ("", 1, &["is no JSON"]),
        ("{\"nodes\": 2,\n\"links\": [],\n\"nodes\": 3}", 3, &["`nodes` is there twice", "line 1"]),
        ("[]", 1, &["the network is a list"]),
        ("{\"nodes\": 2.5, \"links\": []}", 1, &["nodes; expected"]),
        ("{\"nodes\": null, \"links\": []}", 1, &["nodes; expected"]),
        ("{\"nodes\": 2,\n\"links\": [\n{\"between\": [0, 0.5]}]}", 3, &["the end of a link is no whole number"]),
    ] {
        refused("my.json", text, line, words);
    }
    let deep = |open: &str| open.repeat(100_000);
    refused("my.json", &deep("["), 1, &["is no JSON"]);
    refused("my.json", &format!("{{\"a\":{}", deep("{\"a\":")), 1, &["is no JSON"]);
    refused("my.toml", &format!("nodes = {}", deep("[")), 1, &["is no TOML"]);
    refused("my.toml", &format!("nodes = {}", deep("{a=")), 1, &["is no TOML"]);
}

#[test]
fn nodes() {
    let with = |nodes: &str| format!("nodes = {nodes}\n{LINKS}");
    for (nodes, line, words) in [
        ("1", 1, &["nodes = 1", "2 to 1024"][..]),
        ("1025", 1, &["nodes = 1025", "2 to 1024"]),
        ("-3", 1, &["nodes = -3"]),
        ("[]", 1, &["0 nodes", "2 to 1024"]),
        ("['a',\n'b', 'c',\n'a']", 3, &["node `a` is there twice", "line 1"]),
        ("['a', 'b',\n'c d']", 2, &["node `c d`", "letters, digits"]),
        ("['a', 'b', '-c']", 1, &["node `-c`"]),
        ("['a', 'b', 'c:1']", 1, &["node `c:1`"]),
        ("['a', 'b', '']", 1, &["node ``"]),
        ("['a', 'b', [3]]", 1, &["a node is a list"]),
        ("[{ name = 'a', place = [0, 0] },\n'b', 'c']", 2, &["node `b` has no place", "all of them or none"]),
        ("[{ name = 'a', place = [0, 0] },\n{ name = 'b', place = [0, 0] }]", 2, &["node `b` is in the place of `a`"]),
        ("[{ name = 'a', place = [0] }]", 1, &["place has 1 numbers", "[row, column]"]),
        ("[{ name = 'a', place = [0, -1] }]", 1, &["column = -1", "0 to 9999"]),
        ("[{ name = 'a', x = 1 }]", 1, &["unknown key `x` in a node", "name, place"]),
        ("[{ place = [0, 0] }]", 1, &["no `name` in a node"]),
    ] {
        refused("my.toml", &with(nodes), line, words);
    }
    let many: String = (0..1025).map(|node| format!("'n{node}',\n")).collect();
    refused("my.toml", &with(&format!("[\n{many}]")), 1026, &["1025 nodes", "2 to 1024"]);
}

#[test]
fn links() {
    let with = |links: &str| format!("nodes = ['a', 'b', 'c']\nlinks = [\n{links}\n]\n");
    let good = "{ between = ['a', 'b'] },\n{ between = ['b', 'c'] },\n";
    assert_eq!(toml(&with(good)).links(), (2, 0));
    for (more, line, words) in [
        ("{ between = ['a', 'd'] }", 5, &["unknown node `d`", "3 nodes, a to c"][..]),
        ("{ between = ['a', 'a'] }", 5, &["a link of `a` to itself"]),
        ("{ between = ['a', 'b'] }", 5, &["a link from `a` to `b` is in line 3 already", "the ports of both"]),
        ("{ between = ['b:5', 'a:5'] }", 5, &["a link from `b` to `a` is in line 3 already"]),
        ("{ from = 'b', to = 'a' }", 5, &["a link from `b` to `a` is in line 3 already"]),
        ("{ between = ['a', 'c'], slice = 1 }", 5, &["unknown key `slice` in a link", "between, from, to, slices, kind"]),
        ("{ between = ['a', 'c'], slices = 9 }", 5, &["slices = 9", "0 to 8"]),
        ("{ between = ['a', 'c'], kind = 'a=b' }", 5, &["kind `a=b`", "a letter, then"]),
        ("{ between = ['a', 'c'], kind = 3 }", 5, &["kind is a whole number"]),
        ("{ between = ['a'] }", 5, &["between has 1 ends", "2"]),
        ("{ between = ['a', 'c'], to = 'c' }", 5, &["`between` = [end, end]", "one of these"]),
        ("{ from = 'a' }", 5, &["`from` and `to`"]),
        ("{ between = ['a:0', 'c'] }", 5, &["port 0", "1 to 31"]),
        ("{ between = ['a:32', 'c'] }", 5, &["port 32", "1 to 31"]),
        ("{ between = ['a:local', 'c'] }", 5, &["port `local` is the node's own"]),
        ("{ between = ['a:x y', 'c'] }", 5, &["port `x y`", "letters, digits"]),
        ("{ between = ['a:', 'c'] }", 5, &["port ``"]),
    ] {
        refused("my.toml", &with(&format!("{good}{more}")), line, words);
    }
    let ports = "{ between = ['a:e', 'b:w'] },\n{ between = ['b:e', 'c:w'] },\n";
    for (more, line, words) in [
        ("{ from = 'a', to = 'c:w' }", 5, &["two links into port `w` of `c`", "line 4"][..]),
        ("{ from = 'a:e', to = 'c' }", 5, &["two links out of port `e` of `a`", "line 3"]),
        ("{ between = ['c:w', 'a:x'] }", 5, &["two links out of port `w` of `c`", "line 4"]),
    ] {
        refused("my.toml", &with(&format!("{ports}{more}")), line, words);
    }
    let named: String = (0..32).map(|port| format!("{{ from = 'a:n{port}', to = 'b' }},\n")).collect();
    refused("my.toml", &with(&named), 34, &["port `n31` is one too many", "up to 31 ports, besides the local port"]);
}

#[test]
fn lists_of_ports() {
    let with = |ports: &str| format!("nodes = 2\nports = {ports}\nlinks = [{{ between = ['0:e', '1:w'] }}]");
    for (ports, line, words) in [
        ("['e',\n'e', 'w']", 3, &["port `e` is there twice", "port 1 already"][..]),
        ("['e']", 3, &["unknown port `w`", "expected: e"]),
        ("['e', 'w',\n'n']", 3, &["no link uses port `n`"]),
        ("['e', 'w', 'local']", 2, &["port `local` is the node's own"]),
        ("['p2', 'e', 'w']", 2, &["port 1 is called `p2`"]),
        ("['e', 'w', 3]", 2, &["a port is a whole number", "a name"]),
        ("'e'", 2, &["ports is a text", "a list of names"]),
    ] {
        refused("my.toml", &with(ports), line, words);
    }
    let many: Vec<String> = (0..32).map(|port| format!("'n{port}'")).collect();
    refused("my.toml", &with(&format!("[{}]", many.join(", "))), 2, &["32 ports", "up to 31, besides the local port"]);
}

#[test]
fn nodes_that_cannot_be_reached() {
    refused("my.toml", "nodes = ['a', 'b',\n'c']\nlinks = [{ between = ['a', 'b'] }]", 2, &["node `c` has no link"]);
    let two = "nodes = ['a', 'b',\n'c', 'd']\nlinks = [{ between = ['a', 'b'] }, { between = ['c', 'd'] }]";
    refused("my.toml", two, 2, &["node `c` cannot be reached from `a`"]);
    let dead_end = "nodes = ['a',\n'b']\nlinks = [{ from = 'a', to = 'b' }]";
    refused("my.toml", dead_end, 2, &["node `a` cannot be reached from `b`"]);
    let star: String = (1..34).map(|node| format!("{{ between = [0, {node}] }},\n")).collect();
    refused("my.toml", &format!("nodes = 34\nlinks = [\n{star}]"), 34, &["no port of `0` is free", "up to 31 links of a node"]);
}

#[test]
fn routes() {
    let with = |routes: &str| format!("nodes = ['a', 'b', 'c']\n{LINKS}{routes}\n");
    let row = |at: &str, to: &str, next: &str| format!("{{ at = '{at}', to = [{to}], next = '{next}' }},\n");
    let (a, b1, b2, c) = (row("a", "'b', 'c'", "b"), row("b", "'a'", "a"), row("b", "'c'", "c"), row("c", "'a', 'b'", "b"));
    let table = |rows: &[&str]| with(&format!("routes = [\n{}]", rows.concat()));
    assert!(own::parse(&table(&[&a, &b1, &b2, &c]), "my.toml").is_ok());
    for (rows, line, words) in [
        (vec![&*a, &b1, &b2], 6, &["no route at `c` to `a`", "every other node"][..]),
        (vec![&*a, &b1, &c], 8, &["no route at `b` to `c`"]),
        (vec![&*a, &b1, &b2, &c, &b1], 11, &["the route at `b` to `a` is there twice", "line 8"]),
        (vec![&*a, "{ at = 'b', to = ['a', 'c'], next = 'a' },\n", &c], 7, &["routes to `c` run in a circle: a -> b -> a", "end at `c`"]),
        (vec!["{ at = 'a', to = 'b', next = 'c' }"], 7, &["`c` is no neighbour of `a`", "expected: b"]),
        (vec!["{ at = 'a', to = 'b', port = 2 }"], 7, &["no link leaves `a` by port `p2`", "expected: p1"]),
        (vec!["{ at = 'a', to = 'b', port = 'x' }"], 7, &["unknown port `x`", "numbers, as no port has a name"]),
        (vec!["{ at = 'a', to = 'b', port = 0 }"], 7, &["port 0", "1 to 31"]),
        (vec!["{ at = 'a', to = 'd', port = 1 }"], 7, &["unknown node `d`"]),
        (vec!["{ at = 'd', to = 'a', port = 1 }"], 7, &["unknown node `d`"]),
        (vec!["{ at = 'a', to = 'a', port = 1 }"], 7, &["from `a` to itself"]),
        (vec!["{ at = 'a', to = [], port = 1 }"], 7, &["a route to no node"]),
        (vec!["{ at = 'a', to = 'b' }"], 7, &["`port`, or the neighbour that is `next`"]),
        (vec!["{ at = 'a', to = 'b', port = 1, next = 'b' }"], 7, &["one of these"]),
        (vec!["{ to = 'b', port = 1 }"], 7, &["no `at` in a route"]),
        (vec!["{ at = 'a', to = 'b', port = 1, vc = 1 }"], 7, &["unknown key `vc` in a route", "at, to, port, next, class"]),
        (vec!["{ at = 'a', to = 'b', port = 1, class = 8 }"], 7, &["class = 8", "0 to 7"]),
    ] {
        refused("my.toml", &table(&rows), line, words);
    }
    refused("my.toml", &with("routes = 'short'"), 6, &["routes = `short`", "\"shortest\", \"least-latency\", \"up-down\""]);
    let parallel =
        "nodes = 2\nlinks = [{ between = ['0:1', '1:1'] }, { between = ['0:2', '1:2'] }]\nroutes = [\n{ at = 0, to = 1, next = 1 }]";
    refused("my.toml", parallel, 4, &["`0` has several links to `1`", "p1 or p2"]);
    let one_way = "nodes = 3\nroutes = 'up-down'\nlinks = [\n{ between = [0, 1] },\n{ from = 1, to = 2 },\n{ from = 2, to = 0 }]";
    refused("my.toml", one_way, 5, &["no link leads back from `2` to `1`", "both ways"]);
}

#[test]
fn classes() {
    let with = |classes: &str, class: &str| {
        format!(
            "nodes = 2\nlinks = [{{ between = [0, 1] }}]\nclasses = {classes}\nroutes = [\n{{ at = 0, to = 1, port = 1 }},\n{{ at = 1, to = 0, port = 1{class} }}]"
        )
    };
    for one_spare in ["2", "3"] {
        assert!(own::parse(&with(one_spare, ", class = 1"), "my.toml").is_ok());
    }
    for (classes, class, line, words) in [
        ("0", "", 3, &["classes = 0", "1 to 8"][..]),
        ("9", "", 3, &["classes = 9", "1 to 8"]),
        ("'some'", "", 3, &["classes = `some`", "\"auto\""]),
        ("4", ", class = 1", 3, &["classes = 4, and no route is of class 2", "expected: 2, or 3"]),
        ("2", ", class = 2", 6, &["class 2", "0 to 1, as classes = 2"]),
        ("'auto'", ", class = 0", 6, &["a route says its class", "line 3"]),
    ] {
        refused("my.toml", &with(classes, class), line, words);
    }
    refused(
        "my.toml",
        "nodes = 2\nlinks = [{ between = [0, 1] }]\nclasses = 2",
        3,
        &["classes = 2, and no route says its class", "\"auto\""],
    );
}
