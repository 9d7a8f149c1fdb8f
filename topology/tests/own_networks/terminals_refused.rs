//! Refusals of networks whose terminals are apart from routers, each with its line.

use torusmith_topology::import::Format;
use torusmith_topology::own;

use crate::imported;

#[track_caller]
fn check(told: &str, line: usize, words: &[&str], text: &str) {
    assert!(told.contains(&format!(", line {line}: ")) && !told.contains('\n'), "{told}\n{text}");
    for word in words {
        assert!(told.contains(word), "no `{word}` in: {told}\n{text}");
    }
}

#[track_caller]
fn refused(text: &str, line: usize, words: &[&str]) {
    check(&own::parse(text, "my.toml").unwrap_err().to_string(), line, words, text);
}

#[test]
fn routers_and_nodes() {
    let with = |nodes: &str| format!("routers = ['a', 'b']\nnodes = {nodes}\nlinks = [{{ between = ['a', 'b'] }}]");
    assert!(own::parse(&with("1"), "my.toml").is_ok());
    for (nodes, line, words) in [
        ("[{ name = 'x' }]", 2, &["no `at` in a node"][..]),
        ("[{ at = 'a' },\n{ at = 'c' }]", 3, &["unknown router `c`", "2 routers, a to b"]),
        ("[{ name = 'x', at = 'a:1' },\n{ name = 'y', at = 'a:1' }]", 3, &["`y` is at local port 1 of `a`, where `x` is, in line 2"]),
        ("[{ name = 'x', at = 'a' },\n{ name = 'x', at = 'b' }]", 3, &["node `x` is there twice; first in line 2"]),
        ("[{ at = 'a' }]", 1, &["1 nodes; expected: 2 to 4096"]),
        ("[{ at = 'a', count = 33 }]", 2, &["more than 32 nodes at `a`", "32 ports"]),
        ("[{ at = 'a:32', name = 'x' }, { at = 'b' }]", 2, &["local port `32`", "0 to 31"]),
        ("[{ at = 'a:up', name = 'x' }, { at = 'b' }]", 2, &["local port `up`", "0 to 31"]),
        ("[{ at = 'a:0', count = 2 }]", 2, &["a local port and a count"]),
        ("[{ at = 'a', counts = 2 }]", 2, &["unknown key `counts` in a node (did you mean `count`?)", "name, at, count"]),
        ("['a', 'b']", 2, &["a node is a text; expected: a table with name, at, count"]),
        ("33", 2, &["nodes = 33", "1 to 32"]),
        // 32 local ports leave none for the link.
        ("32", 3, &["no port of `a` is free; expected: up to 0 links of a router"]),
    ] {
        refused(&with(nodes), line, words);
    }
    refused("routers = 1024\nnodes = 4\nlinks = []", 2, &["1024 routers and 4096 nodes; expected: up to 1048576 as a product"]);
    refused("routers = 1025\nnodes = 1\nlinks = []", 1, &["routers = 1025", "1 to 1024"]);
    refused("routers = 2\nnodes = 1", 1, &["no `links`"]);
    refused("routers = 2\nnodes = 1\nlinks = []", 1, &["no links", "every router"]);
    refused(
        "routers = ['a',\n'b']\nnodes = [{ at = 'a', count = 2 }]\nlinks = [{ from = 'a', to = 'b' }]",
        2,
        &["router `a` cannot be reached from `b`"],
    );
}

#[test]
fn ports_and_routes() {
    let with = |rest: &str| format!("routers = ['a', 'b']\nnodes = 2\n{rest}");
    let link = "links = [{ between = ['a', 'b'] }]\n";
    for (rest, line, words) in [
        ("links = [{ between = ['a:31', 'b'] }]", 3, &["port 31; expected: 1 to 30, besides 2 local ports"][..]),
        ("links = [{ between = ['a:local1', 'b'] }]", 3, &["port `local1` is a local port"]),
        ("links = [{ between = ['a', 'a'] }]", 3, &["a link of `a` to itself; expected: two routers"]),
        (&format!("{link}routes = [{{ at = 'a', to = 0, next = 'b' }}]"), 4, &["a route at `a` to its own node `0`"]),
        (&format!("{link}routes = [{{ at = 'a', to_router = 'a', next = 'b' }}]"), 4, &["a route at `a` to its own node `0`"]),
        (
            &format!("{link}routes = [{{ at = 'a', to_router = 'b', next = 'b' }}]"),
            4,
            &["no route at `b` to `0`", "every router to every node of another"],
        ),
        (&format!("{link}routes = [{{ at = 'a', to = 'b', next = 'b' }}]"), 4, &["unknown node `b`", "4 nodes, 0 to 3"]),
        (&format!("{link}routes = [{{ at = 0, to = 2, next = 'b' }}]"), 4, &["unknown router `0`"]),
        (&format!("{link}routes = [{{ at = 'a', next = 'b' }}]"), 4, &["no `to` in a route"]),
    ] {
        refused(&with(rest), line, words);
    }
    // Without `routers` the key stays unknown.
    let known = "expected: at, to, port, next, class";
    refused(
        "nodes = 2\nlinks = [{ between = [0, 1] }]\nroutes = [{ at = 0, to_router = 1, next = 1 }]",
        3,
        &["unknown key `to_router`", known],
    );
}

#[test]
fn terminals_of_graphs() {
    for (text, line, words) in [
        (
            "graph {\na -- b; t [terminal=true];\nu [terminal=true]; t -- a; u -- b; t -- b\n}",
            3,
            &["terminal `t` has a second edge", "line 3"][..],
        ),
        ("graph {\na -- b\nt [terminal=true]\nu [terminal=true]\nu -- a\n}", 3, &["terminal `t` is at no router"]),
        ("graph {\na -- b\nt [terminal=true]\nu [terminal=true]\nu -- t\n}", 5, &["terminal `u` to terminal `t`"]),
        ("graph {\na -- b\nt [terminal=true]\nt -- a [slices=1]\n}", 4, &["registers or a kind", "terminal `t`"]),
        ("graph {\na -- b\nt [terminal=maybe]\nt -- a\n}", 3, &["terminal = `maybe`", "true, false"]),
    ] {
        check(&imported(Format::Dot, text, None).unwrap_err().to_string(), line, words, text);
    }
    let text = "from,to,ways,kind\na,b,both,\nt,a,one,node\n";
    check(&imported(Format::Csv, text, None).unwrap_err().to_string(), 3, &["`t` is a node; expected: ways = both"], text);
}

/// Receivers at a router's own ports, and links at all others.
#[test]
fn routes_of_connect() {
    let text = "SendRecvPort 0 -> R0:0\nSendRecvPort 1 -> R0:1\nSendRecvPort 2 -> R1:0\nRouterLink R0:2 -> R1:2\nRouterLink R1:2 -> R0:2\n";
    for (routes, line, words) in [
        ("R0: 0 -> 0\nR0: 1 -> 0\n", 2, &["at router 0 to 1 by port 0; expected: port 1"][..]),
        ("R0: 2 -> 1\n", 1, &["at router 0 to 2 by port 1, which is a receiver's"]),
    ] {
        check(&imported(Format::Connect, text, Some(routes)).unwrap_err().to_string(), line, words, routes);
    }
}
