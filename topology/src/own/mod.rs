//! Networks from the user's TOML or JSON files (docs/own_networks.md).
//!
//! Every format is read into a [`draft::NetworkDraft`] with line numbers; [`build`] checks it, for all formats alike.

mod balance;
pub mod draft;
mod file;
pub(crate) mod json;
pub(crate) mod names;
mod network;
mod nodes;
mod ports;
mod reach;
mod routes;
mod shortest;
pub mod spot;
mod summary;
pub(crate) mod toml;
pub(crate) mod tree;
mod up_down;
mod wiring;

use std::path::Path;

use torusmith_design::ranges::{LINK_SLICES, VCS};

pub use network::OwnNetwork;
pub use routes::RouteKind;
pub use summary::understood;

pub use crate::terminals::MOST_PORTS;
use crate::{Classes, Dead, Error, Graph, RouteTable, TableHop, TerminalId};
use draft::NetworkDraft;
use nodes::{CheckedNodes, Nodes};
use ports::Ports;
use spot::{FileError, Location, refuse};
use wiring::WireTable;

/// Most routers, and most nodes of a network in which each router has one.
pub const MOST_NODES: usize = 1024;
/// Most nodes apart from routers.
pub const MOST_TERMINALS: usize = 4096;
/// Most routes: routers times nodes.
pub const MOST_ROUTES: usize = 1 << 20;
/// Most registers of a link.
pub const MOST_SLICES: i64 = LINK_SLICES.most as i64;
/// Most classes.
pub const MOST_CLASSES: i64 = VCS.most as i64;

/// Whether a text is the path of a network file: it ends in `.toml` or `.json`.
pub fn is_file(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    text.ends_with(".toml") || text.ends_with(".json")
}

/// Reads a network file.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`].
pub fn read(path: &Path) -> Result<OwnNetwork, Error> {
    parse(&spot::text(path)?, &path.display().to_string())
}

/// Parses the text of a network file of which all is in service; JSON if the file's name ends in `.json`.
///
/// # Errors
/// [`Error::File`].
pub fn parse(text: &str, name: &str) -> Result<OwnNetwork, Error> {
    let (own, dead) = parse_parts(text, name)?;
    if dead.is_empty() { Ok(own) } else { Err(Error::Unreadable { file: name.into(), what: "links or nodes are dead".into() }) }
}

/// Routes of the fewest links in a graph, balanced among equally short ones.
pub fn shortest_routes(graph: &Graph) -> RouteTable {
    let (ports, count) = (shortest::fewest_links(graph), graph.terminals());
    let hop = |at: u32, to: TerminalId| TableHop { port: ports[at as usize * count + to.index()], class: None };
    RouteTable::new(graph.attached(), Classes::Auto, hop)
}

/// Parses the text of a network file: the whole network, and what is out of service.
pub(crate) fn parse_parts(text: &str, name: &str) -> Result<(OwnNetwork, Dead), Error> {
    let files = [name.to_owned()];
    let tree = if name.to_ascii_lowercase().ends_with(".json") { json::read(text) } else { toml::read(text) };
    let draft = tree.and_then(|tree| file::read_draft(&tree, name)).map_err(|error| error.into_error(&files))?;
    check_draft(&draft).map_err(|error| error.into_error(&draft.files))
}

/// Checks a draft.
///
/// # Errors
/// [`Error::File`], with the line of the first mistake.
pub fn build(draft: &NetworkDraft) -> Result<OwnNetwork, Error> {
    check_draft(draft).map_err(|error| error.into_error(&draft.files)).map(|(own, _)| own)
}

fn check_draft(draft: &NetworkDraft) -> Result<(OwnNetwork, Dead), FileError> {
    let file = draft.files.first().map_or("", String::as_str);
    let stem = || Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (location, name) =
        draft.name.as_ref().map_or_else(|| (Location::line(1), stem()), |name| (name.location, name.value.trim().to_owned()));
    let slug = names::slug(location, &name)?;
    let mut nodes = CheckedNodes::of(draft)?;
    let routers = &nodes.routers;
    if draft.links.is_empty() && routers.count() > 1 {
        return refuse(Location::line(1), format!("no links; expected: links by which every {0} reaches every other", routers.noun()));
    }
    let ports = Ports::of(draft, nodes.terminals.local_ports())?;
    let wiring = WireTable::of(draft, routers, &ports)?;
    let dead = wiring.dead();
    nodes.terminals = nodes.terminals.without(dead.routers());
    let graph = network::build_graph(&nodes.terminals, &wiring);
    if dead.is_empty() {
        reach::check(routers, &graph)?;
    } else {
        reach::check_rest(routers, &graph)?;
    }
    let (kind, table) = routes::build_table(draft, &routes::CheckedParts { nodes: &nodes, ports: &ports, wiring: &wiring, graph: &graph })?;
    let notes = [draft.notes.clone(), one_way(draft, routers, &wiring)].concat();
    let own = OwnNetwork::new(network::NetworkParts {
        file,
        name,
        name_line: location.line,
        slug,
        nodes,
        ports: &ports,
        wiring: &wiring,
        kind,
        table,
        notes,
    });
    Ok((own, dead))
}

/// Warns of links without a reverse link in a network where other links have one: perhaps both directions were meant.
fn one_way(draft: &NetworkDraft, nodes: &Nodes, wiring: &WireTable) -> Vec<String> {
    let leads = |from: u32, to: u32| (1..MOST_PORTS as u8).any(|port| wiring.wire(from, port).is_some_and(|wire| wire.to.node == to));
    let ends = draft
        .links
        .iter()
        .filter_map(|link| Some((link, nodes.find(link.location, &link.from.node).ok()?, nodes.find(link.location, &link.to.node).ok()?)));
    let (alone, back): (Vec<_>, Vec<_>) = ends.partition(|(link, from, to)| !link.both && !leads(*to, *from));
    let Some((link, ..)) = alone.first().filter(|_| !back.is_empty()) else { return Vec::new() };
    let (count, line) = (alone.len(), link.location.line);
    let (from, to) = (&link.from.node, &link.to.node);
    vec![format!("{count} of {} links have no way back; the first, in line {line}, is from `{from}` to `{to}`", draft.links.len())]
}
