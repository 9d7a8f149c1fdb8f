//! The keys of a network file (docs/own_networks.md).

use super::draft::{DraftLink, DraftNode, DraftRoute, DraftRoutes, LinkEnd, NetworkDraft, NextHop, PortRef};
use super::spot::{FileError, Located, Location, refuse};
use super::tree::{Fields, Tree, Value};
use super::{MOST_CLASSES, MOST_NODES, MOST_SLICES};

const FORMS: &str = "a number of nodes, a list of names, or a list of tables with name, place";
const A_NODE: &str = "the name of a node";
const AN_END: &str = "a node, or a node and its port: \"a\" or \"a:1\"";

/// Reads the keys of a network file.
///
/// # Errors
/// An unknown key, a key that is missing, a value of the wrong kind.
pub fn read_draft(tree: &Tree, file: &str) -> Result<NetworkDraft, FileError> {
    let fields = Fields::of(tree, "the network", &["name", "nodes", "ports", "links", "routes", "classes"])?;
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
    let links = fields.need("links")?.list("links", "a list of tables")?;
    let classes = match fields.get("classes") {
        Some(tree) => Some(Located { location: tree.location, value: read_classes(tree)? }),
        None => None,
    };
    Ok(NetworkDraft {
        files: vec![file.to_owned()],
        name,
        nodes: read_nodes(fields.need("nodes")?)?,
        ports,
        links: links.iter().map(read_link).collect::<Result<_, _>>()?,
        routes: fields.get("routes").map_or(Ok(DraftRoutes::default()), read_routes)?,
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

fn read_nodes(tree: &Tree) -> Result<Vec<DraftNode>, FileError> {
    let of_name = |location: Location, name: String| DraftNode { location, name, place: None };
    match &tree.value {
        Value::Number(_) => {
            let count = tree.number("nodes", 2, MOST_NODES as i64)?;
            Ok((0..count).map(|number| of_name(tree.location, number.to_string())).collect())
        }
        Value::List(items) => items
            .iter()
            .map(|item| match &item.value {
                Value::Table(_) => read_node(item),
                _ => Ok(of_name(item.location, item.name("a node", "a name, or a table with name, place")?)),
            })
            .collect(),
        _ => refuse(tree.location, format!("nodes; expected: {FORMS}")),
    }
}

fn read_node(tree: &Tree) -> Result<DraftNode, FileError> {
    let fields = Fields::of(tree, "a node", &["name", "place"])?;
    let name = fields.need("name")?.name("name", "a text")?;
    let place = match fields.get("place") {
        None => None,
        Some(tree) => match tree.list("place", "[row, column]")? {
            [row, column] => Some((row.number("row", 0, 9999)? as u32, column.number("column", 0, 9999)? as u32)),
            other => return refuse(tree.location, format!("place has {} numbers; expected: [row, column]", other.len())),
        },
    };
    Ok(DraftNode { location: tree.location, name, place })
}

fn read_link(tree: &Tree) -> Result<DraftLink, FileError> {
    let fields = Fields::of(tree, "a link", &["between", "from", "to", "slices", "kind"])?;
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
    Ok(DraftLink { location: fields.location(), from, to, both, slices, kind })
}

fn read_routes(tree: &Tree) -> Result<DraftRoutes, FileError> {
    const WAYS: &str = "\"shortest\", \"least-latency\", \"up-down\", or a list of tables with at, to, port or next, class";
    match &tree.value {
        Value::Text(text) if text == "shortest" => Ok(DraftRoutes::Shortest),
        Value::Text(text) if text == "least-latency" => Ok(DraftRoutes::LeastLatency),
        Value::Text(text) if text == "up-down" => Ok(DraftRoutes::UpDown(tree.location)),
        Value::Text(text) => refuse(tree.location, format!("routes = `{text}`; expected: {WAYS}")),
        _ => Ok(DraftRoutes::Table(tree.location, tree.list("routes", WAYS)?.iter().map(read_route).collect::<Result<_, _>>()?)),
    }
}

fn read_route(tree: &Tree) -> Result<DraftRoute, FileError> {
    let fields = Fields::of(tree, "a route", &["at", "to", "port", "next", "class"])?;
    let to = fields.need("to")?;
    let to = match &to.value {
        Value::List(items) => items.iter().map(|item| item.name("to", A_NODE)).collect::<Result<_, _>>()?,
        _ => vec![to.name("to", "the name of a node, or a list of them")?],
    };
    let next_hop = match (fields.get("port"), fields.get("next")) {
        (Some(port), None) => NextHop::Port(PortRef::read(&port.name("port", "the number or the name of a port")?)),
        (None, Some(next)) => NextHop::Neighbour(next.name("next", A_NODE)?),
        _ => return refuse(fields.location(), "a route has a `port`, or the neighbour that is `next`; expected: one of these"),
    };
    let class = fields.get("class").map(|tree| tree.number("class", 0, MOST_CLASSES - 1)).transpose()?;
    Ok(DraftRoute {
        location: fields.location(),
        at: fields.need("at")?.name("at", A_NODE)?,
        to,
        next_hop,
        class: class.map(|class| class as u8),
    })
}
