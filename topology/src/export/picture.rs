//! Parts common to all pictures: nodes as squares on the network's plane, frames around basic modules, lines of the links.

use std::collections::HashMap;
use std::io::{self, Write};

use super::escape_xml;
use super::line::{LinkLine, NODE};
use super::links::{FileLink, LinksByKind};
use super::plane::{Plane, lay_out};
use super::{Source, links};
use crate::{Link, TerminalId};

/// Height of a line of the legend.
pub const LINE: i64 = 24;
/// Space for the network's name, and for numbers above the uppermost link.
const ABOVE: i64 = 54;

/// A kind of picture: how links look, and the legend below.
pub trait Paint {
    /// Lines of the legend.
    fn lines(&self) -> usize;
    /// Writes the links.
    ///
    /// # Errors
    /// Errors of `out`.
    fn links(&self, picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()>;
    /// Writes what lies on top of the nodes, and the legend, whose first line is at `y`.
    ///
    /// # Errors
    /// Errors of `out`.
    fn legend(&self, picture: &Picture<'_>, y: i64, out: &mut dyn Write) -> io::Result<()>;
}

/// A network laid out on a plane.
pub struct Picture<'a> {
    source: Source<'a>,
    /// Positions of the nodes.
    pub plane: Plane,
    /// Links by kind.
    pub kinds: LinksByKind<'a>,
    /// Links out of service.
    dead: Vec<FileLink<'a>>,
    /// Line of each link, by its output port; a pair of links is stored under both ports.
    lines: HashMap<Link, LinkLine>,
}

impl<'a> Picture<'a> {
    /// Lays a network out.
    pub fn of(source: &Source<'a>) -> Self {
        let (plane, kinds) = (lay_out(source), links::group_links(source));
        let (mut lines, mut drawn) = (HashMap::new(), HashMap::new());
        let dead = links::list_dead(source);
        for link in kinds.values().flatten().chain(&dead) {
            let (from, to) = (link.from.node, link.to.node);
            let before = drawn.entry((from.min(to), from.max(to))).or_insert(0);
            let line = LinkLine {
                ends: [plane.centres[from as usize], plane.centres[to as usize]],
                // Networks from files mark such links by the kind `wrap`.
                ring: source.network.closes_ring(from, link.from.port) || source.network.link_kind(from, link.from.port) == "wrap",
                far: source.network.joins_modules(link.from.port),
                before: *before,
                arrow: !link.both,
            };
            *before += 1;
            lines.insert(link.from, line);
            if link.both {
                lines.insert(link.to, line.back());
            }
        }
        Self { source: *source, plane, kinds, dead, lines }
    }

    /// The line of the link that leaves a node by a port.
    pub fn line(&self, from: Link) -> Option<LinkLine> {
        self.lines.get(&from).copied()
    }

    /// All links once, a pair as one.
    pub fn links(&self) -> impl Iterator<Item = &FileLink<'a>> {
        self.kinds.values().flatten()
    }

    /// Description of a link.
    pub fn describe_link(&self, from: Link, to: Link) -> String {
        escape_xml(&format!("{} to {}", self.describe_port(from), self.describe_port(to)))
    }

    /// Description of a port.
    pub fn describe_port(&self, end: Link) -> String {
        format!("{} {}", self.source.network.format_address(end.node), self.source.network.port_name(end.node, end.port))
    }

    /// Writes the SVG.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write(&self, paint: &dyn Paint, out: &mut dyn Write) -> io::Result<()> {
        let plane = &self.plane;
        let rows: Vec<(i64, i64)> = self.lines.values().map(|line| line.path(plane).rows()).collect();
        let above = rows.iter().map(|row| ABOVE - row.0).max().unwrap_or(0).max(0);
        let legend = rows.iter().map(|row| row.1 + LINE).max().unwrap_or(0).max(plane.size.1 - 16);
        let (width, height) = (plane.size.0.max(480), above + legend + LINE * paint.lines() as i64);
        let name = escape_xml(&self.source.network.to_string());
        writeln!(
            out,
            "<svg class=\"network\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {} {width} {height}\" width=\"{width}\" height=\"{height}\">",
            -above
        )?;
        writeln!(out, "<title>{name}</title>")?;
        // Styles are scoped by class because the picture may stand on a page with others.
        writeln!(
            out,
            "<style>.network text {{ font-family: sans-serif; fill: #1a1f26 }} .network path {{ fill: none }} .network .arrow {{ fill: #1a1f26 }}</style>"
        )?;
        writeln!(
            out,
            "<defs><marker id=\"arrow\" markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"8\" refX=\"10\" refY=\"4\""
        )?;
        writeln!(out, "  orient=\"auto\" overflow=\"visible\"><path class=\"arrow\" d=\"M0 0L10 4L0 8z\"/></marker></defs>")?;
        writeln!(out, "<rect y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>", -above)?;
        let (nodes, routers, links) = (self.source.graph.live().count(), self.source.network.routers(), self.links().count());
        let dead = if self.dead.is_empty() { String::new() } else { format!(", {} dead", self.dead.len()) };
        let routers = if self.source.has_terminals() { format!(" at {routers} routers") } else { String::new() };
        writeln!(out, "<text x=\"20\" y=\"{}\" font-size=\"18\">{name}: {nodes} nodes{routers}, {links} links{dead}</text>", 28 - above)?;
        for [x, y, width, height] in &plane.frames {
            writeln!(
                out,
                "<rect class=\"module\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#f1f4f8\" stroke=\"#c5ced9\"/>"
            )?;
        }
        paint.links(self, out)?;
        self.write_dead(out)?;
        self.write_nodes(out)?;
        self.write_terminals(out)?;
        paint.legend(self, legend, out)?;
        writeln!(out, "</svg>")
    }

    /// Writes the links out of service: dashed, with a cross on the middle.
    fn write_dead(&self, out: &mut dyn Write) -> io::Result<()> {
        for link in &self.dead {
            let Some(line) = self.line(link.from) else { continue };
            let (path, told) = (line.path(&self.plane), self.describe_link(link.from, link.to));
            let (x, y) = path.places(0)[0];
            writeln!(
                out,
                "<path class=\"dead\" d=\"{}M{} {}l10 10m0 -10l-10 10\" stroke=\"#c0392b\" stroke-width=\"1.6\" stroke-dasharray=\"4 3\"><title>{told}, dead</title></path>",
                path.text(),
                x - 5,
                y - 5
            )?;
        }
        Ok(())
    }

    /// Writes the terminals apart from routers, as dots on the lower edges of their routers.
    fn write_terminals(&self, out: &mut dyn Write) -> io::Result<()> {
        let graph = self.source.graph;
        if !self.source.has_terminals() {
            return Ok(());
        }
        for (router, (x, y)) in (0..).zip(&self.plane.centres) {
            let all: Vec<TerminalId> = (0..graph.local_ports() as u8).filter_map(|port| graph.terminal(router, port)).collect();
            let pitch = NODE as f64 / all.len() as f64;
            for (terminal, place) in all.iter().zip(0u8..) {
                let (cx, cy) = ((x - NODE / 2) as f64 + pitch * (f64::from(place) + 0.5), y + NODE / 2);
                let (radius, name) = ((pitch * 0.4).min(4.0), escape_xml(&self.source.network.format_terminal(*terminal)));
                writeln!(
                    out,
                    "<circle class=\"terminal\" cx=\"{cx:.1}\" cy=\"{cy}\" r=\"{radius:.1}\" fill=\"#1a1f26\"><title>{name}</title></circle>"
                )?;
            }
        }
        Ok(())
    }

    fn write_nodes(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, (x, y)) in (0..).zip(&self.plane.centres) {
            let address = self.source.network.format_address(number);
            let (left, top) = (x - NODE / 2, y - NODE / 2);
            let dead = self.source.network.dead().is_some_and(|dead| dead.has_router(number));
            let stroke = if dead { "#c0392b\" stroke-dasharray=\"4 3" } else { "#1a1f26" };
            write!(
                out,
                "<rect class=\"node\" x=\"{left}\" y=\"{top}\" width=\"{NODE}\" height=\"{NODE}\" rx=\"4\" fill=\"#ffffff\" stroke=\"{stroke}\">"
            )?;
            writeln!(out, "<title>{}</title></rect>", escape_xml(&address))?;
            let size = match address.chars().count() {
                0..=2 => 12,
                3..=4 => 9,
                5 => 7,
                6 => 6,
                _ => continue,
            };
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
                y + size / 3 + 1,
                escape_xml(&address)
            )?;
        }
        Ok(())
    }
}
