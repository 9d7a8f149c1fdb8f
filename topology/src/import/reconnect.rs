//! ReCONNECT: a folder such as `double_ring_16`, with a file of routes for each router, `0.hex`, `1.hex`, ..; in a mesh `0_0.hex`, by row and column.
//!
//! The folder's name gives the links: `ring_N`, one way, out of port 1 into port 1 of the next router; `double_ring_N`, out of port 1 into
//! port 2 of the next router, and back; `mesh_RxC`, ports north, south, east, west, numbered from 1 without those that a router lacks. In a
//! file, the number at index n is the output port for router n, in hexadecimal; 0 is the router's own port.

use std::path::Path;

use crate::Error;
use crate::own::MOST_NODES;
use crate::own::draft::{DraftLink, DraftNode, DraftRoute, DraftRoutes, LinkEnd, NetworkDraft, NextHop, PortRef};
use crate::own::spot::{self, FileError, Located, Location, refuse};

/// Topology that the folder's name gives.
#[derive(Clone, Copy)]
enum Shape {
    Ring(u32),
    DoubleRing(u32),
    Mesh(u32, u32),
}

/// Reads a folder.
///
/// # Errors
/// A folder of another name, a missing file, numbers that are no ports.
pub fn read(folder: &Path) -> Result<NetworkDraft, Error> {
    let shown = folder.display().to_string();
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unreadable = |what: &str| Error::Unreadable { file: shown.clone(), what: what.to_owned() };
    if !folder.is_dir() {
        return Err(unreadable("is no folder; expected: the folder of the routing tables, such as double_ring_16"));
    }
    let shape =
        shape(&name).ok_or_else(|| unreadable("expected: a folder called ring_N, double_ring_N or mesh_RxC, with 2 to 1024 routers"))?;
    let count = shape.nodes();
    let expected: Vec<String> = (0..count).map(|node| shape.file(node)).collect();
    let mut there: Vec<String> = std::fs::read_dir(folder)
        .map_err(|e| unreadable(&e.to_string()))?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|file| file.ends_with(".hex"))
        .collect();
    there.sort();
    if let Some(other) = there.iter().find(|file| !expected.contains(file)) {
        return Err(unreadable(&format!("{other} is of no router; expected: {} to {}", expected[0], expected[expected.len() - 1])));
    }
    let mut draft =
        NetworkDraft { files: vec![shown], name: Some(Located { location: Location::line(1), value: name }), ..NetworkDraft::default() };
    let mut rows = Vec::new();
    for (node, file) in expected.iter().enumerate() {
        let path = folder.join(file);
        let text = spot::text(&path)?;
        draft.files.push(path.display().to_string());
        let of = Location { file: node as u16 + 1, line: 1 };
        rows.extend(table(&text, of, node as u32, count).map_err(|error| error.into_error(&draft.files))?);
    }
    draft.nodes = (0..count)
        .map(|node| DraftNode { location: Location::line(1), name: node.to_string(), place: shape.place(node), dead: false })
        .collect();
    draft.links = shape.links();
    draft.routes = DraftRoutes::Table(Location::line(1), rows);
    Ok(draft)
}

/// Reads the routes of a router.
fn table(text: &str, file: Location, node: u32, count: u32) -> Result<Vec<DraftRoute>, FileError> {
    let (mut rows, mut to, mut last) = (Vec::new(), 0, file);
    for (i, line) in text.lines().enumerate() {
        let location = Location { line: i as u32 + 1, ..file };
        let line = line.split("//").next().unwrap_or_default();
        for word in line.split_whitespace() {
            last = location;
            let digits = word.bytes().all(|byte| byte.is_ascii_hexdigit());
            let Some(port) = u32::from_str_radix(word, 16).ok().filter(|port| digits && *port < 16) else {
                return refuse(location, format!("`{}` is no port; expected: 0..f", word.escape_debug().take(20).collect::<String>()));
            };
            if to == count {
                return refuse(location, format!("more than {count} numbers; expected: one for each router"));
            }
            if (port == 0) != (to == node) {
                let message =
                    format!("port {port:x} to router {to}, at router {node}; expected: 0 to router {node} itself, and there alone");
                return refuse(location, message);
            }
            if to != node {
                rows.push(DraftRoute {
                    location,
                    at: node.to_string(),
                    to: vec![to.to_string()],
                    to_routers: Vec::new(),
                    next_hop: NextHop::Port(PortRef::Number(port)),
                    class: None,
                });
            }
            to += 1;
        }
    }
    if to < count { refuse(last, format!("{to} numbers; expected: {count}, one for each router")) } else { Ok(rows) }
}

/// Parses a folder's name.
fn shape(name: &str) -> Option<Shape> {
    let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_NODES as u32).contains(number));
    let shape = if let Some(count) = name.strip_prefix("double_ring_") {
        Shape::DoubleRing(number(count)?)
    } else if let Some(count) = name.strip_prefix("ring_") {
        Shape::Ring(number(count)?)
    } else {
        let (rows, columns) = name.strip_prefix("mesh_")?.split_once('x')?;
        Shape::Mesh(number(rows)?, number(columns)?)
    };
    (2..=MOST_NODES as u32).contains(&shape.nodes()).then_some(shape)
}

impl Shape {
    fn nodes(self) -> u32 {
        match self {
            Self::Ring(count) | Self::DoubleRing(count) => count,
            Self::Mesh(rows, columns) => rows * columns,
        }
    }

    fn file(self, node: u32) -> String {
        match self {
            Self::Mesh(_, columns) => format!("{}_{}.hex", node / columns, node % columns),
            _ => format!("{node}.hex"),
        }
    }

    fn place(self, node: u32) -> Option<(u32, u32)> {
        match self {
            Self::Mesh(_, columns) => Some((node / columns, node % columns)),
            _ => None,
        }
    }

    fn links(self) -> Vec<DraftLink> {
        let count = self.nodes();
        let end = |node: u32, port: u32| LinkEnd { node: node.to_string(), port: Some(PortRef::Number(port)) };
        let link = |from, to, both| DraftLink { location: Location::line(1), from, to, both, slices: 0, kind: None, dead: false };
        match self {
            Self::Ring(_) => (0..count).map(|node| link(end(node, 1), end((node + 1) % count, 1), false)).collect(),
            Self::DoubleRing(_) => (0..count).map(|node| link(end(node, 1), end((node + 1) % count, 2), true)).collect(),
            Self::Mesh(rows, columns) => {
                let way = |node: u32, way: usize| {
                    let (row, column) = (node / columns, node % columns);
                    let has = [row > 0, row + 1 < rows, column + 1 < columns, column > 0];
                    end(node, has[..=way].iter().filter(|has| **has).count() as u32)
                };
                let (south, east) = (|node: u32| node / columns + 1 < rows, |node: u32| node % columns + 1 < columns);
                let down = (0..count).filter(|&node| south(node)).map(|node| link(way(node, 1), way(node + columns, 0), true));
                let right = (0..count).filter(|&node| east(node)).map(|node| link(way(node, 2), way(node + 1, 3), true));
                down.chain(right).collect()
            }
        }
    }
}
