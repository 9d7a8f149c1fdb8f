//! Networks in the formats of other programs, one format a module.

mod anynet;
mod connect;
mod cycle;
mod dot;
mod garnet;
mod garnet_weights;
mod graphml;
mod heat;
mod line;
mod links;
mod picture;
mod plane;
mod svg;
mod toml;

use std::io::{self, Write};

use crate::degraded::own_network;
use crate::own::{MOST_NODES, MOST_ROUTES, MOST_TERMINALS, OwnNetwork};
use crate::{Degraded, Error, Graph, Network, RouteTable, TerminalId};
pub use cycle::Held;
pub use heat::Heat;
pub use svg::MOST as MOST_DRAWN;

/// A format that networks are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A network file.
    Toml,
    /// BookSim2's `anynet`.
    Anynet,
    /// GraphML.
    Graphml,
    /// Graphviz.
    Dot,
    /// CONNECT's custom topology.
    Connect,
    /// CONNECT's routing file.
    ConnectRoutes,
    /// A topology for gem5's Garnet, in Python.
    Garnet,
    /// A picture.
    Svg,
}

/// The network to export.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The network.
    pub network: &'a Network,
    /// Graph of the network.
    pub graph: &'a Graph,
    /// Routes to export, row by row; `None` leaves them out.
    pub table: Option<&'a RouteTable>,
}

impl Source<'_> {
    fn own(&self) -> Option<&OwnNetwork> {
        own_network(self.network)
    }

    /// Whether routers and terminals have other names or other numbers.
    fn has_terminals(&self) -> bool {
        self.own().map_or_else(|| self.graph.attached().apart(), OwnNetwork::has_terminals)
    }

    /// A terminal's name in files, where a colon ends the name of a router.
    fn terminal_name(&self, terminal: TerminalId) -> String {
        self.network.format_terminal(terminal).replace(':', ".")
    }

    /// Name in the file; a built-in network gets another one, as files may not use the names of built-in networks.
    fn name(&self) -> String {
        let whole = self.network.of::<Degraded>().map_or(self.network, Degraded::base);
        if self.own().is_some() { whole.name() } else { format!("my {whole}") }
    }

    /// Registers on a link.
    fn slices(&self, node: u32, port: u8) -> u8 {
        self.network.own_slices(node, port)
    }

    /// The routes to export, or the network's own table.
    fn routes(&self) -> Option<&RouteTable> {
        self.table.or_else(|| self.network.route_table())
    }

    fn refuse<T>(&self, format: &str, allowed: &str) -> Result<T, Error> {
        Err(Error::parameter(self.network.family().title, "export", format, allowed))
    }
}

/// Lists what the format cannot express of this network, one item per line.
///
/// # Errors
/// [`Error::Parameter`] if the format would describe another network.
pub fn left_out(format: Format, source: &Source<'_>) -> Result<Vec<String>, Error> {
    let limited = matches!(format, Format::Toml | Format::Connect | Format::ConnectRoutes | Format::Anynet);
    if limited && source.network.routers() > MOST_NODES {
        return source
            .refuse(&format!("{format:?}").to_lowercase(), &format!("networks of up to {MOST_NODES} nodes; json and dot for larger ones"));
    }
    let (routers, terminals) = (source.network.routers(), source.network.terminals());
    if limited && (terminals > MOST_TERMINALS || routers * terminals > MOST_ROUTES) {
        let allowed = format!("networks of up to {MOST_TERMINALS} nodes, and up to {MOST_ROUTES} as a product of routers and nodes");
        return source.refuse(&format!("{format:?}").to_lowercase(), &allowed);
    }
    if format == Format::Svg && source.network.routers() > svg::MOST {
        return source.refuse("svg", &format!("networks of up to {} nodes; json and dot for larger ones", svg::MOST));
    }
    match format {
        Format::Toml => Ok(Vec::new()),
        Format::Anynet => anynet::left_out(source),
        Format::Graphml => Ok(graphml::left_out(source)),
        Format::Dot => Ok(dot::left_out(source)),
        Format::Connect => Ok(connect::left_out(source)),
        Format::ConnectRoutes => connect::routes_left_out(source),
        Format::Garnet => garnet::left_out(source),
        Format::Svg => Ok(svg::left_out(source)),
    }
}

/// Writes a network in a format.
///
/// # Errors
/// Errors of `out`.
pub fn write(format: Format, source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Toml => toml::write(source, out),
        Format::Anynet => anynet::write(source, out),
        Format::Graphml => graphml::write(source, out),
        Format::Dot => dot::write(source, out),
        Format::Connect => connect::write(source, out),
        Format::ConnectRoutes => connect::write_routes(source, out),
        Format::Garnet => garnet::write(source, out),
        Format::Svg => svg::write(source, out),
    }
}

/// Draws link loads on the picture of a network.
///
/// # Errors
/// Errors of `out`.
pub fn heat_map(source: &Source<'_>, heat: &Heat, out: &mut impl Write) -> io::Result<()> {
    picture::Picture::of(source).write(heat, out)
}

/// Draws a dependency cycle on the picture of a network.
///
/// # Errors
/// Errors of `out`.
pub fn cycle(source: &Source<'_>, held: &[Held], out: &mut impl Write) -> io::Result<()> {
    picture::Picture::of(source).write(&cycle::CyclePicture(held), out)
}

/// Notes that several formats share.
fn notes(source: &Source<'_>, routes: bool, slices: bool, places: bool) -> Vec<String> {
    let own = source.own();
    let sliced = source.graph.iter_links().any(|(from, _)| source.slices(from.node, from.port) > 0);
    let mut notes = Vec::new();
    if !routes && source.table.is_some() {
        notes.push("routes are left out: the format cannot say them".to_owned());
    }
    if !slices && sliced {
        notes.push("registers of links are left out: the format cannot say them".to_owned());
    }
    if !places && own.is_some_and(OwnNetwork::has_places) {
        notes.push("places are left out: the format cannot say them".to_owned());
    }
    notes
}

/// Escapes text for XML, for use between tags and between double quotes.
fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
