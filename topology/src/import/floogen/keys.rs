//! The keys of a configuration of FlooGen.

use super::{DIRECTIONS, NORTH};
use crate::own::spot::{FileError, Located, Location, refuse};
use crate::own::tree::{Fields, Tree, Value};
use crate::own::{MOST_NODES, MOST_TERMINALS};

/// A configuration.
pub struct Configuration {
    pub name: Located<String>,
    /// Line of the routing algorithm.
    pub algorithm: Location,
    pub routing: RouteAlgorithm,
    /// Routers have collective operations.
    pub collective: bool,
    pub endpoints: Vec<Endpoint>,
    pub routers: Vec<RouterArray>,
    pub connections: Vec<Connection>,
}

/// A routing algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteAlgorithm {
    /// A table by router and endpoint.
    Id,
    /// Paths by source and destination.
    Src,
    /// Ports by the coordinates of router and endpoint.
    Coordinates(DimensionOrder),
}

/// The coordinate that a packet corrects first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DimensionOrder {
    Xy,
    Yx,
}

/// An endpoint, or an array of them.
pub struct Endpoint {
    pub name: Located<String>,
    /// Sizes of the array; empty for a single endpoint.
    pub array: Vec<i64>,
    pub ranges: Vec<Range>,
    pub offset: (i64, i64),
    pub manager: bool,
    pub subordinate: bool,
}

/// A range of addresses.
pub struct Range {
    pub location: Location,
    /// First address, of the first element of an array.
    pub base: i128,
    pub size: i128,
    /// The range is given by its base: element n of an array has its range n sizes further.
    pub of_array: bool,
}

/// A router, or several.
pub struct RouterArray {
    pub name: Located<String>,
    pub shape: Shape,
    pub auto_connect: bool,
    pub degree: Option<i64>,
    pub offset: (i64, i64),
}

/// The routers of one description.
pub enum Shape {
    Single,
    Array(i64, i64),
    /// Routers below each router of the level above.
    Tree(Vec<i64>),
}

/// A connection of routers and endpoints.
pub struct Connection {
    pub location: Location,
    /// Source and destination.
    pub sides: [Side; 2],
    pub allow_multi: bool,
}

/// One side of a connection.
pub struct Side {
    pub name: Located<String>,
    pub select: Select,
    pub direction: Option<u32>,
}

/// The elements of a name.
pub enum Select {
    /// The element of this name itself.
    Named,
    Index(Vec<i64>),
    Range(Vec<(i64, i64)>),
    Level(i64),
}

impl Endpoint {
    /// The indices of all elements; one empty index of a single endpoint.
    pub fn indices(&self) -> Vec<Vec<i64>> {
        self.array.iter().fold(vec![Vec::new()], |all, &side| {
            all.into_iter().flat_map(|index| (0..side).map(move |i| [&index[..], &[i]].concat())).collect()
        })
    }
}

/// A table of which null values count as absent.
struct Keys<'a>(Fields<'a>);

impl<'a> Keys<'a> {
    fn of(tree: &'a Tree, what: &'static str, known: &[&str]) -> Result<Self, FileError> {
        Ok(Self(Fields::of(tree, what, known)?))
    }

    fn get(&self, key: &str) -> Option<&'a Tree> {
        self.0.get(key).filter(|tree| tree.value != Value::Other("null"))
    }

    fn name(&self) -> Result<Located<String>, FileError> {
        let tree = self.0.need("name")?;
        Ok(Located { location: tree.location, value: text(tree, "name")?.to_owned() })
    }

    fn truth(&self, key: &str, default: bool) -> Result<bool, FileError> {
        self.get(key).map_or(Ok(default), |tree| match &tree.value {
            Value::Truth(truth) => Ok(*truth),
            _ => tree.wrong(key, "true or false"),
        })
    }

    fn list(&self, key: &str) -> Result<&'a [Tree], FileError> {
        self.0.need(key)?.list(key, "a list")
    }

    /// A list of numbers, or a number alone.
    fn numbers(&self, key: &str, least: i64, most: i64) -> Result<Option<Vec<i64>>, FileError> {
        let Some(tree) = self.get(key) else { return Ok(None) };
        match &tree.value {
            Value::List(items) => items.iter().map(|item| item.number(key, least, most)).collect::<Result<_, _>>().map(Some),
            _ => Ok(Some(vec![tree.number(key, least, most)?])),
        }
    }

    fn offset(&self) -> Result<(i64, i64), FileError> {
        let Some(tree) = self.get("xy_id_offset") else { return Ok((0, 0)) };
        let keys = Self::of(tree, "xy_id_offset", &["x", "y", "port_id", "id"])?;
        let number = |key: &str, most: i64| keys.get(key).map_or(Ok(0), |tree| tree.number(key, -most, most));
        number("port_id", 0)?;
        Ok((number("x", 4096)?, number("y", 4096)?))
    }
}

/// A text without parameters.
fn text<'a>(tree: &'a Tree, key: &str) -> Result<&'a str, FileError> {
    let text = tree.text(key, "a text")?;
    if text.contains("${") {
        return refuse(tree.location, format!("{key} = `{}`; expected: a value without parameters", text.escape_debug()));
    }
    Ok(text)
}

/// Reads a configuration.
///
/// # Errors
/// An unknown key, a key that is missing, a value of the wrong kind.
pub fn read(tree: &Tree) -> Result<Configuration, FileError> {
    const KEYS: [&str; 9] =
        ["name", "description", "network_type", "protocols", "endpoints", "routers", "connections", "routing", "params"];
    let keys = Keys::of(tree, "the configuration", &KEYS)?;
    if let Some(params) = keys.get("params") {
        return refuse(params.location, "params; expected: none, with the values themselves where they are used");
    }
    let protocols = keys.list("protocols")?.iter().map(protocol).collect::<Result<Vec<&str>, _>>()?;
    let (algorithm, routing, collective) = routing(keys.0.need("routing")?)?;
    Ok(Configuration {
        name: keys.name()?,
        algorithm,
        routing,
        collective,
        endpoints: keys.list("endpoints")?.iter().map(|tree| endpoint(tree, &protocols)).collect::<Result<_, _>>()?,
        routers: keys.list("routers")?.iter().map(routers).collect::<Result<_, _>>()?,
        connections: keys.list("connections")?.iter().map(connection).collect::<Result<_, _>>()?,
    })
}

/// Reads the name of a protocol; its widths say nothing of the network.
fn protocol(tree: &Tree) -> Result<&str, FileError> {
    const KEYS: [&str; 10] =
        ["name", "description", "protocol", "type", "direction", "data_width", "addr_width", "id_width", "user_width", "type_prefix"];
    text(Fields::of(tree, "a protocol", &KEYS)?.need("name")?, "name")
}

/// Reads the routing: its line, the algorithm, and whether there are collective operations.
fn routing(tree: &Tree) -> Result<(Location, RouteAlgorithm, bool), FileError> {
    const KEYS: [&str; 8] =
        ["route_algo", "use_id_table", "rob_idx_bits", "port_id_bits", "num_vc_id_bits", "decouple_rw", "vc_impl", "collective"];
    const COLLECTIVE: [&str; 5] = ["en_narrow_multicast", "en_wide_multicast", "en_barrier", "en_narrow_reduction", "en_wide_reduction"];
    let keys = Keys::of(tree, "routing", &KEYS)?;
    let collective = keys.get("collective").map(|tree| Fields::of(tree, "collective", &COLLECTIVE)).transpose()?.is_some();
    let algorithm = keys.0.need("route_algo")?;
    let routing = match text(algorithm, "route_algo")? {
        "ID" | "id" | "IdTable" => RouteAlgorithm::Id,
        "SRC" | "src" | "SourceRouting" => RouteAlgorithm::Src,
        "XY" | "xy" | "XYRouting" => RouteAlgorithm::Coordinates(DimensionOrder::Xy),
        "YX" | "yx" | "YXRouting" => RouteAlgorithm::Coordinates(DimensionOrder::Yx),
        other => return refuse(algorithm.location, format!("route_algo = `{}`; expected: ID, SRC, XY, YX", other.escape_debug())),
    };
    Ok((algorithm.location, routing, collective))
}

fn endpoint(tree: &Tree, protocols: &[&str]) -> Result<Endpoint, FileError> {
    const KEYS: [&str; 8] = ["name", "description", "array", "num", "addr_range", "xy_id_offset", "mgr_port_protocol", "sbr_port_protocol"];
    let keys = Keys::of(tree, "an endpoint", &KEYS)?;
    let array = keys.numbers("array", 1, MOST_TERMINALS as i64)?.unwrap_or_default();
    if array.len() > 2 || array.iter().product::<i64>() > MOST_TERMINALS as i64 {
        return refuse(tree.location, format!("array = {array:?}; expected: one or two sizes, up to {MOST_TERMINALS} endpoints"));
    }
    let side = |key: &str| match keys.get(key) {
        None => Ok(false),
        Some(tree) => {
            for name in tree.list(key, "a list of protocols")? {
                let protocol = text(name, key)?;
                if !protocols.contains(&protocol) {
                    return refuse(
                        name.location,
                        format!("unknown protocol `{}`; expected: {}", protocol.escape_debug(), protocols.join(", ")),
                    );
                }
            }
            Ok(true)
        }
    };
    let ranges = match keys.get("addr_range").map(|tree| (tree, &tree.value)) {
        None => Vec::new(),
        Some((_, Value::List(items))) => items.iter().map(range).collect::<Result<_, _>>()?,
        Some((tree, _)) => vec![range(tree)?],
    };
    Ok(Endpoint {
        name: keys.name()?,
        array,
        ranges,
        offset: keys.offset()?,
        manager: side("mgr_port_protocol")?,
        subordinate: side("sbr_port_protocol")?,
    })
}

fn range(tree: &Tree) -> Result<Range, FileError> {
    const KEYS: [&str; 12] = [
        "start",
        "end",
        "base",
        "size",
        "arr_idx",
        "arr_dim",
        "rdl_name",
        "rdl_as_mem",
        "en_collective",
        "desc",
        "rdl_addrmap_grp",
        "rdl_params",
    ];
    let keys = Keys::of(tree, "addr_range", &KEYS)?;
    let number = |key: &str| match keys.get(key) {
        None => Ok(None),
        Some(Tree { value: Value::Number(number), .. }) if (0..=1 << 64).contains(number) => Ok(Some(*number)),
        Some(tree) => tree.wrong(key, "a whole number, 0 to 2^64"),
    };
    let (base, size, of_array) = match (number("base")?, number("size")?, number("start")?, number("end")?) {
        (Some(base), Some(size), None, None) => (base, size, true),
        (None, size, Some(start), Some(end)) if size.is_none_or(|size| size == end - start) => (start, end - start, false),
        (None, Some(size), Some(start), None) => (start, size, false),
        _ => return refuse(tree.location, "addr_range; expected: base and size, start and end, or start and size"),
    };
    if size <= 0 {
        return refuse(tree.location, format!("addr_range of {size} bytes; expected: 1 and more"));
    }
    Ok(Range { location: tree.location, base, size, of_array })
}

fn routers(tree: &Tree) -> Result<RouterArray, FileError> {
    let keys = Keys::of(tree, "a router", &["name", "array", "tree", "xy_id_offset", "auto_connect", "degree"])?;
    let most = MOST_NODES as i64;
    let shape = match (keys.numbers("array", 1, most)?, keys.numbers("tree", 1, most)?) {
        (None, None) => Shape::Single,
        (Some(array), None) => match array[..] {
            [rows, columns] => Shape::Array(rows, columns),
            _ => return refuse(tree.location, format!("array = {array:?} of routers; expected: two sizes")),
        },
        (None, Some(tree)) => Shape::Tree(tree),
        (Some(_), Some(_)) => return refuse(tree.location, "a router with array and tree; expected: one of these"),
    };
    let degree = keys.get("degree").map(|tree| tree.number("degree", 1, 1024)).transpose()?;
    Ok(RouterArray { name: keys.name()?, shape, auto_connect: keys.truth("auto_connect", true)?, degree, offset: keys.offset()? })
}

fn connection(tree: &Tree) -> Result<Connection, FileError> {
    const KEYS: [&str; 13] = [
        "description",
        "src",
        "dst",
        "src_range",
        "dst_range",
        "src_idx",
        "dst_idx",
        "src_lvl",
        "dst_lvl",
        "src_dir",
        "dst_dir",
        "allow_multi",
        "bidirectional",
    ];
    let keys = Keys::of(tree, "a connection", &KEYS)?;
    if !keys.truth("bidirectional", true)? {
        return refuse(tree.location, "bidirectional = false; expected: true, as in FlooGen");
    }
    let side = |prefix: &str| {
        let key = |name: &str| format!("{prefix}_{name}");
        let name = keys.0.need(prefix)?;
        let level = keys.get(&key("lvl")).map(|tree| tree.number(&key("lvl"), 0, 1024)).transpose()?;
        let select = match (keys.numbers(&key("idx"), 0, 1 << 20)?, keys.get(&key("range")), level) {
            (None, None, None) => Select::Named,
            (Some(index), None, None) => Select::Index(index),
            (None, Some(ranges), None) => Select::Range(pairs(ranges, &key("range"))?),
            (None, None, Some(level)) => Select::Level(level),
            _ => return refuse(tree.location, format!("{0}_idx, {0}_range, {0}_lvl; expected: one of these at most", prefix)),
        };
        let direction = keys.get(&key("dir")).map(|tree| direction(tree, &key("dir"))).transpose()?;
        Ok(Side { name: Located { location: name.location, value: text(name, prefix)?.to_owned() }, select, direction })
    };
    Ok(Connection { location: tree.location, sides: [side("src")?, side("dst")?], allow_multi: keys.truth("allow_multi", false)? })
}

fn pairs(tree: &Tree, key: &str) -> Result<Vec<(i64, i64)>, FileError> {
    let pair = |tree: &Tree| match tree.list(key, "[first, last] of each dimension")? {
        [first, last] => Ok((first.number(key, 0, 1 << 20)?, last.number(key, 0, 1 << 20)?)),
        other => refuse(tree.location, format!("{key} has {} numbers; expected: [first, last]", other.len())),
    };
    let all = tree.list(key, "[first, last] of each dimension")?.iter().map(pair).collect::<Result<Vec<_>, FileError>>()?;
    if all.is_empty() { refuse(tree.location, format!("{key} = []; expected: [first, last] of each dimension")) } else { Ok(all) }
}

/// Reads a direction, or the number of a port.
fn direction(tree: &Tree, key: &str) -> Result<u32, FileError> {
    let Value::Text(text) = &tree.value else { return Ok(tree.number(key, NORTH.into(), 31)? as u32) };
    let found = (0..).zip(DIRECTIONS).find(|(_, name)| name.eq_ignore_ascii_case(text));
    found.map_or_else(
        || refuse(tree.location, format!("{key} = `{}`; expected: {}", text.escape_debug(), DIRECTIONS.join(", "))),
        |(number, _)| Ok(number),
    )
}
