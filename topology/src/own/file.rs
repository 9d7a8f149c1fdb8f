//! The keys of a network file (docs/own_networks.md).

use super::draft::{DraftLink, DraftNode, DraftRoute, DraftRoutes, DraftTerminal, LinkEnd, NetworkDraft, NextHop, PortRef};
use super::spot::{FileError, Located, Location, refuse};
use super::tree::{Fields, Tree, Value};
use super::{MOST_CLASSES, MOST_NODES, MOST_PORTS, MOST_SLICES, MOST_TERMINALS};

const A_ROUTER: &str = "the name of a router";
const A_NODE: &str = "the name of a node";
const AN_END: &str = "a node, or a node and its port: \"a\" or \"a:1\"";

/// Reads the keys of a network file.
///
/// # Errors
/// An unknown key, a key that is missing, a value of the wrong kind.
pub fn read_draft(tree: &Tree, file: &str) -> Result<NetworkDraft, FileError> {
    let fields = Fields::of(tree, "the network", &["name", "routers", "nodes", "ports", "links", "routes", "classes"])?;
    let name = match fields.get("name") {
        Some(name) => Some(Located { location: name.location, value: name.text("name", "a text")?.to_owned() }),
        None => None,
    };
    let listed = match fields.get("ports") {
        Some(ports) => ports.list("ports", "a list of names, port 1 first")?,
        None => &[],
    };
    let port = |port: &Tree| Ok(Located { location: port.location, value: port.text("a port", "a name")?.to_owned() });
    let ports = listed.iter().map(port).collect::<Result<_, FileError>>()?;
    let (nodes, terminals) = match fields.get("routers") {
        None if fields.get("links").is_none() => return fields.need("links").map(|_| NetworkDraft::default()),
        None => (read_nodes(fields.need("nodes")?, "node", 2)?, None),
        Some(routers) => {
            let routers = read_nodes(routers, "router", 1)?;
            let terminals = read_terminals(fields.need("nodes")?, &routers)?;
            (routers, Some(terminals))
        }
    };
    let apart = terminals.is_some();
    let links = match fields.get("links") {
        None if apart && nodes.len() == 1 => &[],
        _ => fields.need("links")?.list("links", "a list of tables")?,
    };
    let classes = match fields.get("classes") {
        Some(tree) => Some(Located { location: tree.location, value: read_classes(tree)? }),
        None => None,
    };
    Ok(NetworkDraft {
        files: vec![file.to_owned()],
        name,
        nodes,
        terminals,
        ports,
        links: links.iter().map(read_link).collect::<Result<_, _>>()?,
        routes: fields.get("routes").map_or(Ok(DraftRoutes::default()), |routes| read_routes(routes, apart))?,
        classes,
        ..NetworkDraft::default()
    })
}

fn read_classes(tree: &Tree) -> Result<Option<u8>, FileError> {
    match &tree.value {
        Value::Text(text) if text == "auto" => Ok(None),
        Value::Text(text) => refuse(tree.location, format!("classes = `{text}`; expected: 1 to {MOST_CLASSES}, or \"auto\"")),
        _ => Ok(Some(tree.number("classes", 1, MOST_CLASSES)? as u8)),
    }
}

/// Reads routers; `noun` is `node` if each has a node of its own.
fn read_nodes(tree: &Tree, noun: &'static str, least: i64) -> Result<Vec<DraftNode>, FileError> {
    let key = format!("{noun}s");
    let of_name = |location: Location, name: String| DraftNode { location, name, place: None, dead: false };
    match &tree.value {
        Value::Number(_) => {
            let count = tree.number(&key, least, MOST_NODES as i64)?;
            Ok((0..count).map(|number| of_name(tree.location, number.to_string())).collect())
        }
        Value::List(items) => items
            .iter()
            .map(|item| match &item.value {
                Value::Table(_) => read_node(item, noun),
                _ => Ok(of_name(item.location, item.name(&format!("a {noun}"), "a name, or a table with name, place")?)),
            })
            .collect(),
        _ => {
            let forms = format!("a number of {key}, a list of names, or a list of tables with name, place");
            refuse(tree.location, format!("{key}; expected: {forms}"))
        }
    }
}

/// Reads terminals apart from routers.
fn read_terminals(tree: &Tree, routers: &[DraftNode]) -> Result<Vec<DraftTerminal>, FileError> {
    const AT: &str = "a router, or a router and its local port: \"leaf\" or \"leaf:0\"";
    let mut terminals: Vec<DraftTerminal> = Vec::new();
    if let Value::Number(_) = &tree.value {
        let each = tree.number("nodes", 1, MOST_PORTS as i64)?;
        for router in routers.iter().flat_map(|router| (0..each).map(move |_| router)) {
            let at = LinkEnd { node: router.name.clone(), port: None };
            terminals.push(DraftTerminal { location: tree.location, name: terminals.len().to_string(), at });
        }
        return Ok(terminals);
    }
    for item in tree.list("nodes", "a number, that many at each router, or a list of tables with name, at, count")? {
        let fields = Fields::of(item, "a node", &["name", "at", "count"])?;
        let at = LinkEnd::read(&fields.need("at")?.name("at", AT)?);
        let name = fields.get("name").map(|name| name.name("name", "a text")).transpose()?;
        let count = fields.get("count").map(|count| count.number("count", 1, MOST_TERMINALS as i64)).transpose()?;
        if count.is_some() && at.port.is_some() {
            return refuse(item.location, "a node with a local port and a count; expected: one of these");
        }
        for i in 0..count.unwrap_or(1) {
            let name = match (&name, count) {
                (None, _) => terminals.len().to_string(),
                (Some(name), None) => name.clone(),
                (Some(name), Some(_)) => format!("{name}.{i}"),
            };
            terminals.push(DraftTerminal { location: item.location, name, at: at.clone() });
        }
    }
    Ok(terminals)
}

fn read_node(tree: &Tree, noun: &'static str) -> Result<DraftNode, FileError> {
    if noun == "node"
        && let Value::Table(entries) = &tree.value
        && let Some((key, _)) = entries.iter().find(|(key, _)| ["at", "count"].contains(&key.value.as_str()))
    {
        let key_of = &key.value;
        return refuse(key.location, format!("`{key_of}` in a node, without the key `routers`; expected: `routers`, at which nodes are"));
    }
    let fields = Fields::of(tree, if noun == "node" { "a node" } else { "a router" }, &["name", "place", "dead"])?;
    let name = fields.need("name")?.name("name", "a text")?;
    let place = match fields.get("place") {
        None => None,
        Some(tree) => match tree.list("place", "[row, column]")? {
            [row, column] => Some((row.number("row", 0, 9999)? as u32, column.number("column", 0, 9999)? as u32)),
            other => return refuse(tree.location, format!("place has {} numbers; expected: [row, column]", other.len())),
        },
    };
    Ok(DraftNode { location: tree.location, name, place, dead: read_dead(&fields)? })
}

fn read_link(tree: &Tree) -> Result<DraftLink, FileError> {
    let fields = Fields::of(tree, "a link", &["between", "from", "to", "slices", "kind", "dead"])?;
    let end = |tree: &Tree| Ok::<_, FileError>(LinkEnd::read(&tree.name("the end of a link", AN_END)?));
    let (from, to, both) = match (fields.get("between"), fields.get("from"), fields.get("to")) {
        (Some(between), None, None) => match between.list("between", "the two ends, such as [\"a:1\", \"b:2\"]")? {
            [from, to] => (end(from)?, end(to)?, true),
            other => return refuse(between.location, format!("between has {} ends; expected: 2", other.len())),
        },
        (None, Some(from), Some(to)) => (end(from)?, end(to)?, false),
        _ => {
            return refuse(
                fields.location(),
                "a link has `between` = [end, end], both ways, or `from` and `to`, one way; expected: one of these",
            );
        }
    };
    let slices = fields.get("slices").map_or(Ok(0), |tree| tree.number("slices", 0, MOST_SLICES))? as u8;
    let kind = fields.get("kind").map(|tree| tree.text("kind", "a text").map(str::to_owned)).transpose()?;
    Ok(DraftLink { location: fields.location(), from, to, both, slices, kind, dead: read_dead(&fields)? })
}

/// Whether a link or router is out of service.
fn read_dead(fields: &Fields<'_>) -> Result<bool, FileError> {
    fields.get("dead").map_or(Ok(false), |tree| tree.truth("dead"))
}

fn read_routes(tree: &Tree, apart: bool) -> Result<DraftRoutes, FileError> {
    const WAYS: &str = "\"shortest\", \"least-latency\", \"up-down\", or a list of tables with at, to, port or next, class";
    match &tree.value {
        Value::Text(text) if text == "shortest" => Ok(DraftRoutes::Shortest),
        Value::Text(text) if text == "least-latency" => Ok(DraftRoutes::LeastLatency),
        Value::Text(text) if text == "up-down" => Ok(DraftRoutes::UpDown(tree.location)),
        Value::Text(text) => refuse(tree.location, format!("routes = `{text}`; expected: {WAYS}")),
        _ => Ok(DraftRoutes::Table(
            tree.location,
            tree.list("routes", WAYS)?.iter().map(|row| read_route(row, apart)).collect::<Result<_, _>>()?,
        )),
    }
}

fn read_route(tree: &Tree, apart: bool) -> Result<DraftRoute, FileError> {
    let known: &[&str] = if apart { &["at", "to", "to_router", "port", "next", "class"] } else { &["at", "to", "port", "next", "class"] };
    let fields = Fields::of(tree, "a route", known)?;
    let (at_router, names) = (if apart { A_ROUTER } else { A_NODE }, |key: &str, what: &str| {
        let Some(to) = fields.get(key) else { return Ok(Vec::new()) };
        match &to.value {
            Value::List(items) => items.iter().map(|item| item.name(key, what)).collect::<Result<Vec<_>, FileError>>(),
            _ => Ok(vec![to.name(key, &format!("{what}, or a list of them"))?]),
        }
    });
    let to_routers = names("to_router", A_ROUTER)?;
    if to_routers.is_empty() {
        fields.need("to")?;
    }
    let next_hop = match (fields.get("port"), fields.get("next")) {
        (Some(port), None) => NextHop::Port(PortRef::read(&port.name("port", "the number or the name of a port")?)),
        (None, Some(next)) => NextHop::Neighbour(next.name("next", at_router)?),
        _ => return refuse(fields.location(), "a route has a `port`, or the neighbour that is `next`; expected: one of these"),
    };
    let class = fields.get("class").map(|tree| tree.number("class", 0, MOST_CLASSES - 1)).transpose()?;
    Ok(DraftRoute {
        location: fields.location(),
        at: fields.need("at")?.name("at", at_router)?,
        to: names("to", A_NODE)?,
        to_routers,
        next_hop,
        class: class.map(|class| class as u8),
    })
}
