//! The keys of a file of endpoints.

use super::{Endpoints, Held, MOST_CLASSES, MOST_PLACES, PacketKind, Until, Wait};
use crate::own::spot::{FileError, refuse};
use crate::own::tree::{Fields, Tree};
use crate::{Network, TerminalId};

const NODES: &str = "a node, or a list of nodes";

/// Reads the keys.
///
/// # Errors
/// The first mistake in the file.
pub fn read(tree: &Tree, network: &Network) -> Result<Endpoints, FileError> {
    let fields = Fields::of(tree, "the endpoints", &["packet", "wait"])?;
    let mut found = Endpoints { packets: Vec::new(), places: Vec::new(), waits: Vec::new() };
    for item in fields.need("packet")?.list("packet", "tables [[packet]] with name, class, from, to")? {
        read_packet(item, network, &mut found.packets)?;
    }
    if found.packets.is_empty() {
        return refuse(fields.location(), "no packets; expected: a table [[packet]] with name, class, from, to");
    }
    let waits = fields.get("wait").map_or(Ok(&[][..]), |waits| waits.list("wait", "tables [[wait]]"))?;
    for item in waits {
        let wait = read_wait(item, network, &mut found)?;
        found.waits.push(wait);
    }
    default_places(&mut found);
    Ok(found)
}

/// Reads a table of a kind, of which there may be several: each has pairs of its own.
fn read_packet(tree: &Tree, network: &Network, packets: &mut Vec<PacketKind>) -> Result<(), FileError> {
    let fields = Fields::of(tree, "a packet", &["name", "class", "from", "to"])?;
    let name = fields.need("name")?.name("name", "the name of a kind of packets")?;
    let class = fields.get("class").map(|class| class.number("class", 0, i64::from(MOST_CLASSES) - 1)).transpose()?;
    let side = |key: &str| {
        let chosen = fields.get(key).map(|tree| nodes(tree, network, key)).transpose()?;
        let mut sides = vec![chosen.is_none(); network.terminals()];
        chosen.into_iter().flatten().for_each(|node| sides[node.index()] = true);
        Ok::<_, FileError>(sides)
    };
    let travels = [side("from")?, side("to")?];
    match packets.iter_mut().find(|kind| kind.name == name) {
        Some(kind) if class.is_some_and(|class| class as u8 != kind.class) => {
            let class = class.unwrap_or_default();
            refuse(fields.location(), format!("class = {class} of `{name}`, which has class {}; expected: one class", kind.class))
        }
        Some(kind) => {
            kind.travels.push(travels);
            Ok(())
        }
        None => {
            packets.push(PacketKind { name, class: class.unwrap_or(0) as u8, travels: vec![travels] });
            Ok(())
        }
    }
}

fn read_wait(tree: &Tree, network: &Network, found: &mut Endpoints) -> Result<Wait, FileError> {
    let fields = Fields::of(tree, "a wait", &["at", "packet", "link", "place", "sends", "receives", "from", "needs"])?;
    let packet = |tree: &Tree, key: &str, known: &[PacketKind]| {
        let name = tree.name(key, "the name of a packet")?;
        known.iter().position(|kind| kind.name == name).map_or_else(
            || {
                let names: Vec<&str> = known.iter().map(|kind| kind.name.as_str()).collect();
                refuse(tree.location, format!("unknown packet `{}`; expected: {}", name.escape_debug(), names.join(", ")))
            },
            Ok,
        )
    };
    let at = fields.get("at").map(|tree| nodes(tree, network, "at")).transpose()?;
    let held = match (fields.get("packet"), fields.get("link"), fields.get("place")) {
        (Some(tree), None, None) => Held::Packet(packet(tree, "packet", &found.packets)?),
        (Some(tree), Some(link), None) => {
            if at.is_none() {
                return refuse(fields.location(), "a wait of a link without `at`; expected: the node that waits");
            }
            Held::Link { packet: packet(tree, "packet", &found.packets)?, routers: routers(link, network)? }
        }
        (None, None, Some(tree)) => Held::Place(place(tree, "place", &mut found.places)?),
        _ => return refuse(fields.location(), "a wait has a `packet`, a `packet` and a `link`, or a `place`; expected: one of these"),
    };
    let until = match (fields.get("sends"), fields.get("receives"), fields.get("needs")) {
        (Some(tree), None, None) => Until::Sends(packet(tree, "sends", &found.packets)?),
        (None, Some(tree), None) => Until::Receives {
            packet: packet(tree, "receives", &found.packets)?,
            from: fields.get("from").map(|from| nodes(from, network, "from")).transpose()?,
        },
        (None, None, Some(tree)) => Until::Needs(place(tree, "needs", &mut found.places)?),
        _ => return refuse(fields.location(), "a wait ends by `sends`, `receives` or `needs`; expected: one of these"),
    };
    if let Some(from) = fields.get("from").filter(|_| !matches!(until, Until::Receives { .. })) {
        return refuse(from.location, "`from` in a wait without `receives`; expected: none");
    }
    let receive = |packet: usize| TerminalId::all(network.terminals()).filter(|&to| found.packets[packet].comes(to)).collect();
    let at = at.unwrap_or_else(|| if let Held::Packet(packet) = held { receive(packet) } else { Vec::new() });
    Ok(Wait { held, at, until })
}

/// A place that says no nodes is at those where it is needed.
fn default_places(found: &mut Endpoints) {
    let needed = |place: usize| {
        let waits = found.waits.iter().filter(|wait| wait.until == Until::Needs(place));
        let mut nodes: Vec<TerminalId> = waits.flat_map(|wait| wait.at.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    let all: Vec<Vec<TerminalId>> = (0..found.places.len()).map(needed).collect();
    for wait in found.waits.iter_mut().filter(|wait| wait.at.is_empty()) {
        if let Held::Place(place) = wait.held {
            wait.at.clone_from(&all[place]);
        }
    }
}

/// The number of a place, which gets one when it is first named.
fn place(tree: &Tree, key: &str, places: &mut Vec<String>) -> Result<usize, FileError> {
    let name = tree.name(key, "the name of a place")?;
    if let Some(known) = places.iter().position(|place| *place == name) {
        return Ok(known);
    }
    if places.len() == MOST_PLACES {
        return refuse(tree.location, format!("more than {MOST_PLACES} places; expected: up to {MOST_PLACES}"));
    }
    places.push(name);
    Ok(places.len() - 1)
}

/// Nodes, in ascending order.
fn nodes(tree: &Tree, network: &Network, key: &str) -> Result<Vec<TerminalId>, FileError> {
    let node = |tree: &Tree| {
        let name = tree.name(key, NODES)?;
        network.read_terminal(&name).or_else(|allowed| {
            let shown: String = name.escape_debug().take(64).collect();
            refuse(tree.location, format!("{key} = `{shown}`, no node of {network}; expected: {allowed}"))
        })
    };
    let mut found = match &tree.value {
        crate::own::tree::Value::List(items) => items.iter().map(node).collect::<Result<Vec<_>, _>>()?,
        _ => vec![node(tree)?],
    };
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Two routers that a link joins.
fn routers(tree: &Tree, network: &Network) -> Result<[u32; 2], FileError> {
    const ENDS: &str = "the two routers, such as [\"a\", \"b\"]";
    let [from, to] = tree.list("link", ENDS)? else {
        return refuse(tree.location, format!("link; expected: {ENDS}"));
    };
    let router = |tree: &Tree| {
        let name = tree.name("link", ENDS)?;
        network.read_address(&name).or_else(|allowed| {
            let shown: String = name.escape_debug().take(64).collect();
            refuse(tree.location, format!("link = `{shown}`, no router of {network}; expected: {allowed}"))
        })
    };
    let ends = [router(from)?, router(to)?];
    let graph = network.graph();
    if !graph.iter_links().any(|(a, b)| [a.node, b.node] == ends) {
        let [from, to] = ends.map(|router| network.format_address(router));
        return refuse(tree.location, format!("no link leads from `{from}` to `{to}`; expected: {ENDS}"));
    }
    Ok(ends)
}
