//! gem5's Garnet: the `config.ini` that a run writes to its output folder, with every router, link and controller as they were built.
//!
//! Routes are those of Garnet: `routing_algorithm` 0 takes shortest paths by weight ([`crate::garnet`]), 1 goes by the names of the
//! ports, first East or West, then North or South. A link's latency of L clocks is L - 1 registers.

use std::collections::{BTreeMap, BTreeSet};

use crate::Link;
use crate::garnet::{FARTHEST, WeightedGraph, WeightedLink};
use crate::own::draft::{DraftLink, DraftNode, DraftRoute, DraftRoutes, DraftTerminal, LinkEnd, NetworkDraft, NextHop, PortRef};
use crate::own::spot::{FileError, Located, Location, refuse};
use crate::own::{MOST_NODES, MOST_SLICES, names};

/// Reads a network.
///
/// # Errors
/// No network of Garnet, or two; values that are missing or out of range; routes that C++ alone knows.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    let file = ConfigFile::read(text)?;
    let mut networks = file.sections.values().filter(|section| section.is("GarnetNetwork"));
    let network = match (networks.next(), networks.next()) {
        (Some(network), None) => network,
        (None, _) => return refuse(Location::line(1), "no section with type=GarnetNetwork; expected: config.ini of a run with Garnet"),
        (Some(_), Some(other)) => return refuse(other.location, "a second section with type=GarnetNetwork; expected: one network"),
    };
    GarnetNetwork::of(&file, network)?.draft()
}

/// The lines `[section]` and `key=value` of a file.
struct ConfigFile<'a> {
    sections: BTreeMap<&'a str, Section<'a>>,
}

struct Section<'a> {
    location: Location,
    values: BTreeMap<&'a str, Located<&'a str>>,
}

impl<'a> ConfigFile<'a> {
    fn read(text: &'a str) -> Result<Self, FileError> {
        let mut sections: BTreeMap<&str, Section<'_>> = BTreeMap::new();
        let mut name = None;
        for (i, line) in text.lines().enumerate() {
            let (location, line) = (Location::line(i + 1), line.trim());
            if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                if sections.insert(section, Section { location, values: BTreeMap::new() }).is_some() {
                    return refuse(location, format!("section `{}` is there twice", section.escape_debug()));
                }
                name = Some(section);
            } else if let Some((key, value)) = line.split_once('=') {
                let Some(section) = name.and_then(|name| sections.get_mut(name)) else {
                    return refuse(location, "a value before the first [section]; expected: config.ini of gem5");
                };
                section.values.insert(key, Located { location, value });
            } else if !line.is_empty() {
                let shown: String = line.escape_debug().take(40).collect();
                return refuse(location, format!("`{shown}`; expected: [section] or key=value, as in config.ini of gem5"));
            }
        }
        Ok(Self { sections })
    }

    /// The sections that a list of another section names.
    fn listed(&self, section: &Section<'a>, key: &str) -> Result<Vec<(&'a str, &Section<'a>)>, FileError> {
        let list = section.value(key)?;
        list.value.split_whitespace().map(|name| Ok((name, self.section(&Located { location: list.location, value: name })?))).collect()
    }

    fn section(&self, name: &Located<&str>) -> Result<&Section<'a>, FileError> {
        let known = self.sections.get(name.value);
        known.map_or_else(|| refuse(name.location, format!("no section [{}]", name.value.escape_debug())), Ok)
    }
}

impl<'a> Section<'a> {
    fn is(&self, kind: &str) -> bool {
        self.values.get("type").is_some_and(|value| value.value == kind)
    }

    fn value(&self, key: &str) -> Result<&Located<&'a str>, FileError> {
        self.values.get(key).map_or_else(|| refuse(self.location, format!("no `{key}` in this section")), Ok)
    }

    fn number(&self, key: &str, least: u32, most: u32) -> Result<u32, FileError> {
        let Located { location, value } = self.value(key)?;
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.map_or_else(|| refuse(*location, format!("{key} = `{}`; expected: {least} to {most}", value.escape_debug())), Ok)
    }
}

/// A link between routers, as the file says it.
struct GarnetLink<'a> {
    location: Location,
    from: u32,
    to: u32,
    ports: [&'a str; 2],
    weight: u32,
    slices: u8,
}

struct GarnetNetwork<'a> {
    routers: Vec<Location>,
    /// Controllers: path, router, line.
    controllers: Vec<(&'a str, u32, Location)>,
    /// By the numbers of both routers, the order in which gem5 counts a router's links.
    links: Vec<GarnetLink<'a>>,
    /// Columns of routers, if routes go by the names of ports.
    columns: Option<u32>,
    routing: Location,
}

impl<'a> GarnetNetwork<'a> {
    fn of(file: &ConfigFile<'a>, network: &Section<'a>) -> Result<Self, FileError> {
        let mut numbers = BTreeMap::new();
        for (_, router) in file.listed(network, "routers")? {
            let number = router.number("router_id", 0, MOST_NODES as u32 - 1)?;
            let location = router.value("router_id")?.location;
            if numbers.insert(number, location).is_some() {
                return refuse(location, format!("router_id = {number} is there twice"));
            }
        }
        if let Some((expected, (&number, &location))) = (0..).zip(&numbers).find(|(expected, (number, _))| expected != *number) {
            return refuse(location, format!("router_id = {number}, and none is {expected}; expected: numbers from 0 without a gap"));
        }
        let router = |link: &Section<'a>, key: &str| file.section(link.value(key)?)?.number("router_id", 0, numbers.len() as u32 - 1);
        let mut controllers = Vec::new();
        for (_, link) in file.listed(network, "ext_links")? {
            for_all_packets(link)?;
            controllers.push((link.value("ext_node")?.value, router(link, "int_node")?, link.location));
        }
        let mut links = BTreeMap::new();
        for (_, link) in file.listed(network, "int_links")? {
            for_all_packets(link)?;
            let (from, to) = (router(link, "src_node")?, router(link, "dst_node")?);
            if from == to {
                return refuse(link.location, format!("a link of router {from} to itself; expected: two routers"));
            }
            let ports = ["src_outport", "dst_inport"].map(|key| link.values.get(key).map_or("", |port| port.value));
            let slices = link.number("latency", 1, MOST_SLICES as u32 + 1)? as u8 - 1;
            let weight = link.number("weight", 1, FARTHEST)?;
            let read = GarnetLink { location: link.location, from, to, ports, weight, slices };
            if links.insert((from, to), read).is_some() {
                return refuse(link.location, format!("a second link from router {from} to router {to}; Garnet's routes know one"));
            }
        }
        let routing = network.value("routing_algorithm")?.location;
        let columns = match network.number("routing_algorithm", 0, 2)? {
            0 => None,
            1 => Some(numbers.len() as u32 / network.number("num_rows", 1, numbers.len().max(1) as u32)?),
            _ => return refuse(routing, "routing_algorithm = 2 is the C++ of that gem5; expected: 0 (by weight), 1 (XY)"),
        };
        Ok(Self { routers: numbers.into_values().collect(), controllers, links: links.into_values().collect(), columns, routing })
    }

    fn draft(&self) -> Result<NetworkDraft, FileError> {
        let names = self.controller_names();
        let apart = !self.controllers.iter().map(|(_, router, _)| *router as usize).eq(0..self.routers.len());
        let terminal = |(name, &(_, router, location)): (&String, &(&str, u32, Location))| DraftTerminal {
            location,
            name: name.clone(),
            at: LinkEnd { node: router.to_string(), port: None },
        };
        let router_name = |router: usize| if apart { router.to_string() } else { names[router].clone() };
        let end = |router: u32, port: &str| LinkEnd {
            node: router_name(router as usize),
            port: self.ports_have_names().then(|| PortRef::Name(port.to_owned())),
        };
        let links = self.links.iter().map(|link| DraftLink {
            location: link.location,
            from: end(link.from, link.ports[0]),
            to: end(link.to, link.ports[1]),
            both: false,
            slices: link.slices,
            kind: None,
            dead: false,
        });
        let mut draft = NetworkDraft {
            nodes: (0..)
                .zip(&self.routers)
                .map(|(router, &location)| DraftNode { location, name: router_name(router), place: None, dead: false })
                .collect(),
            terminals: apart.then(|| names.iter().zip(&self.controllers).map(terminal).collect()),
            links: links.collect(),
            ..NetworkDraft::default()
        };
        let mut there = vec![Vec::new(); self.routers.len()];
        for (name, (_, router, _)) in names.iter().zip(&self.controllers) {
            there[*router as usize].push(name.clone());
        }
        let next = match self.columns {
            Some(columns) => self.by_direction(columns, &there)?,
            None => self.by_weight(&there, &mut draft.notes),
        };
        let row = |&(at, link, to): &(usize, usize, usize)| DraftRoute {
            location: self.links[link].location,
            at: router_name(at),
            to: there[to].clone(),
            to_routers: Vec::new(),
            next_hop: NextHop::Neighbour(router_name(self.links[link].to as usize)),
            class: None,
        };
        draft.routes = DraftRoutes::Table(self.routing, next.iter().map(row).collect());
        Ok(draft)
    }

    /// The last part of each controller's path, or the path behind `system.` if two controllers have the same.
    fn controller_names(&self) -> Vec<String> {
        let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
        let short: BTreeSet<String> = self.controllers.iter().map(|(path, ..)| last(path)).collect();
        let short = short.len() == self.controllers.len();
        let name = |path: &str| if short { last(path) } else { path.strip_prefix("system.").unwrap_or(path).to_owned() };
        self.controllers.iter().map(|(path, ..)| name(path)).collect()
    }

    /// Whether ports have names that a network file can have, each once at a router.
    fn ports_have_names(&self) -> bool {
        let good = |link: &GarnetLink<'_>| link.ports.iter().all(|port| names::check(link.location, "port", port).is_ok());
        let number = |link: &GarnetLink<'_>| link.ports.iter().any(|port| matches!(PortRef::read(port), PortRef::Number(_)));
        let outputs: BTreeSet<_> = self.links.iter().map(|link| (link.from, link.ports[0])).collect();
        let inputs: BTreeSet<_> = self.links.iter().map(|link| (link.to, link.ports[1])).collect();
        let once = outputs.len() == self.links.len() && inputs.len() == self.links.len();
        once && self.links.iter().all(|link| good(link) && !number(link))
    }

    /// Routes as (router, link, destination's router), by weight; and a note if gem5 chooses at random.
    fn by_weight(&self, there: &[Vec<String>], notes: &mut Vec<String>) -> Vec<(usize, usize, usize)> {
        let end = |node: u32| Link { node, port: 0 };
        let links = self.links.iter().map(|link| WeightedLink { from: end(link.from), to: end(link.to), weight: link.weight });
        let graph = WeightedGraph::new(self.routers.len(), links.collect());
        let (mut next, mut ties) = (Vec::new(), 0);
        for to in (0..self.routers.len()).filter(|&to| !there[to].is_empty()) {
            let distance = graph.distances(to);
            for at in (0..self.routers.len()).filter(|&at| at != to) {
                let mut taken = graph.taken(&distance, at);
                next.extend(taken.next().map(|link| (at, link, to)));
                ties += usize::from(taken.next().is_some());
            }
        }
        if ties > 0 {
            let verdict = if graph.is_cyclic() { "have a dependency cycle" } else { "have no dependency cycle" };
            notes.push(format!(
                "for {ties} pairs of routers gem5 takes the first of several links, as here, on virtual networks in order, \
                 and one at random on others; all these routes together {verdict}"
            ));
        }
        next
    }

    /// Routes as (router, link, destination's router): along the row, then along the column.
    fn by_direction(&self, columns: u32, there: &[Vec<String>]) -> Result<Vec<(usize, usize, usize)>, FileError> {
        let outputs: BTreeMap<(u32, &str), usize> = (0..).zip(&self.links).map(|(i, link)| ((link.from, link.ports[0]), i)).collect();
        let mut next = Vec::new();
        for at in 0..self.routers.len() as u32 {
            for to in (0..self.routers.len() as u32).filter(|&to| to != at && !there[to as usize].is_empty()) {
                let ((x, y), (to_x, to_y)) = ((at % columns, at / columns), (to % columns, to / columns));
                let port = match (to_x.cmp(&x), to_y > y) {
                    (std::cmp::Ordering::Greater, _) => "East",
                    (std::cmp::Ordering::Less, _) => "West",
                    (_, true) => "North",
                    (_, false) => "South",
                };
                let Some(&link) = outputs.get(&(at, port)) else {
                    let expected = "routing_algorithm = 1 goes East or West, then North or South";
                    return refuse(self.routers[at as usize], format!("no link with src_outport={port} at router {at}; {expected}"));
                };
                next.push((at as usize, link, to as usize));
            }
        }
        Ok(next)
    }
}

/// Refuses a link that only some virtual networks may take.
fn for_all_packets(link: &Section<'_>) -> Result<(), FileError> {
    match link.values.get("supported_vnets").filter(|list| !list.value.trim().is_empty()) {
        Some(list) => refuse(
            list.location,
            format!("supported_vnets = `{}`; expected: nothing, a link for all virtual networks", list.value.escape_debug()),
        ),
        None => Ok(()),
    }
}
