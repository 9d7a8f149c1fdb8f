//! Links of a network, as files and pictures list them: a link and its reverse between the same two ports are one entry.

use std::collections::{BTreeMap, HashSet};

use super::Source;
use crate::spec::stem;
use crate::{Degraded, Link, TerminalId};

/// A link as files name it.
pub struct FileLink<'a> {
    /// Output port at which the link starts.
    pub from: Link,
    /// Input port at which the link ends.
    pub to: Link,
    /// A reverse link joins the same two ports.
    pub both: bool,
    /// Registers in each direction.
    pub slices: u8,
    /// Kind, if the name of the output port does not give it.
    pub kind: Option<&'a str>,
}

/// Lists all links in service, in the order of nodes and ports.
pub fn list_links<'a>(source: &Source<'a>) -> Vec<FileLink<'a>> {
    let back = |to: Link| source.graph.downstream(to.node as usize, to.port as usize);
    pair_up(source, source.graph.iter_links(), back)
}

/// Lists the links out of service, in the order of nodes and ports: those that were named, and those of routers out of service.
pub fn list_dead<'a>(source: &Source<'a>) -> Vec<FileLink<'a>> {
    let (Some(degraded), Some(dead)) = (source.network.of::<Degraded>(), source.network.dead()) else { return Vec::new() };
    let whole = degraded.base().graph();
    let back = |to: Link| {
        let back = whole.downstream(to.node as usize, to.port as usize);
        back.filter(|&from| dead.has_link(to, from))
    };
    pair_up(source, whole.iter_links().filter(|&(from, to)| dead.has_link(from, to)), back)
}

/// Entries for links, of which a link and its reverse share one.
fn pair_up<'a>(source: &Source<'a>, all: impl Iterator<Item = (Link, Link)>, back: impl Fn(Link) -> Option<Link>) -> Vec<FileLink<'a>> {
    let said = |link: Link| (source.slices(link.node, link.port), kind(source, link));
    let mut links = Vec::new();
    for (from, to) in all {
        let (slices, kind) = said(from);
        let both = back(to) == Some(from) && said(to) == (slices, kind);
        if !both || from < to {
            links.push(FileLink { from, to, both, slices, kind });
        }
    }
    links
}

/// The kind of a link, if the name of the output port does not give it; `wrap` if the link closes a ring.
fn kind<'a>(source: &Source<'a>, from: Link) -> Option<&'a str> {
    let network = source.network;
    if network.closes_ring(from.node, from.port) {
        return Some("wrap");
    }
    let kind = network.link_kind(from.node, from.port);
    (kind != stem(network.port_label(from.port))).then_some(kind)
}

/// Names of the terminals in formats in which they are nodes like routers; empty unless terminals are apart from routers. If a router has the
/// name of a terminal, a prefix tells them apart.
pub fn terminal_names(source: &Source<'_>) -> Vec<String> {
    if !source.has_terminals() {
        return Vec::new();
    }
    let network = source.network;
    let routers: HashSet<String> = (0..network.routers() as u32).map(|router| network.format_address(router)).collect();
    let names: Vec<String> = TerminalId::all(network.terminals()).map(|terminal| source.terminal_name(terminal)).collect();
    let with = |letters: usize| names.iter().map(|name| "t".repeat(letters) + name).collect::<Vec<_>>();
    (0..32).map(with).find(|names| names.iter().all(|name| !routers.contains(name))).unwrap_or(names)
}

/// Colours that most eyes tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f3fbf"];
/// Colour of the links inside basic modules, and of all links where there are more kinds than colours.
const PLAIN: &str = "#5f6b7a";

/// Links by group and name.
pub type LinksByKind<'a> = BTreeMap<(LinkGroup, String), Vec<FileLink<'a>>>;

/// Group of a link's colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkGroup {
    /// Inside a basic module, or one of a network without kinds: plain.
    InModule,
    /// Between basic modules, or of a kind that a file names: coloured.
    Other,
}

/// Groups links by colour: inside a basic module; else by the port's name, which contains the level; else by kind.
pub fn group_links<'a>(source: &Source<'a>) -> LinksByKind<'a> {
    let network = source.network;
    let mut kinds = LinksByKind::new();
    for link in list_links(source) {
        let Link { node, port } = link.from;
        let kind = match network.basic_modules() {
            Some(_) if !network.joins_modules(port) => (LinkGroup::InModule, "in a basic module".to_owned()),
            Some(_) => (LinkGroup::Other, stem(&network.port_name(node, port)).to_owned()),
            None => match source.own() {
                Some(own) if own.has_plain_name(port) && network.link_kind(node, port) == network.port_label(port) => {
                    (LinkGroup::InModule, "links".to_owned())
                }
                _ => (LinkGroup::Other, network.link_kind(node, port).to_owned()),
            },
        };
        kinds.entry(kind).or_default().push(link);
    }
    let coloured = kinds.keys().filter(|(place, _)| *place == LinkGroup::Other).count();
    if coloured <= COLOURS.len() {
        return kinds;
    }
    LinksByKind::from([((LinkGroup::InModule, "links".to_owned()), kinds.into_values().flatten().collect())])
}

/// The groups with their colours.
pub fn with_colours<'k, 'a>(kinds: &'k LinksByKind<'a>) -> impl Iterator<Item = (&'static str, &'k str, &'k [FileLink<'a>])> {
    let mut colours = COLOURS.iter();
    kinds.iter().map(move |((place, name), links)| match place {
        LinkGroup::InModule => (PLAIN, &name[..], &links[..]),
        LinkGroup::Other => (colours.next().copied().unwrap_or(PLAIN), &name[..], &links[..]),
    })
}
