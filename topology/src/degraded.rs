//! A network with links and routers out of service (docs/faults.md): addresses, port numbers and places are those of the whole network.

mod read;

use std::path::Path;
use std::sync::Arc;

use crate::dead::Dead;
use crate::digest::Digest;
use crate::own::{self, OwnNetwork, spot};
use crate::parts::cut_off;
use crate::{
    BasicModules, Coordinate, Error, FamilyName, Graph, Link, LocalPort, Network, NetworkSpec, Orbit, RouteTable, TerminalId, Undefined,
};

/// Most characters of the list of what is missing in a network's name.
const MOST_SHOWN: usize = 40;

/// A network with links and routers out of service.
#[derive(Debug)]
pub struct Degraded {
    base: Network,
    /// The network whose routes are kept where they are intact: the base, or a file's network of which links or routers are out of service.
    before: Network,
    dead: Dead,
    /// What is out of service, in the form of `--without`: `3,3:x+` is a link both ways, `3,3:x+>` one way, `0,0` a router.
    list: Vec<String>,
    /// Digits of the digest of `list`.
    digest: String,
    /// Routes around what is out of service, and a digest of them.
    table: Option<(Arc<RouteTable>, u64)>,
}

impl Degraded {
    /// The network without the links and routers of a list; of a base that is degraded, without both lists. `links` and `nodes` are in the
    /// form of `--without` and `--without-node`. With `allow_unreachable` routers that are cut off are out of service, too.
    ///
    /// # Errors
    /// [`Error::Missing`] for a link that does not exist, [`Error::Address`] for such a router, [`Error::CutOff`] for a router with
    /// terminals that is cut off.
    pub fn read(network: &Network, links: &[String], nodes: &[String], allow_unreachable: bool) -> Result<Network, Error> {
        let (base, mut dead) = match network.of::<Self>() {
            Some(degraded) => (degraded.base.clone(), degraded.dead.clone()),
            None => (network.clone(), Dead::default()),
        };
        read::links(&base, links, &mut dead)?;
        for node in nodes.iter().flat_map(|list| read::items(list, |item| base.parse_address(item).is_ok())) {
            dead.add_router(base.parse_address(node)?);
        }
        if links.is_empty() && nodes.is_empty() {
            return Ok(network.clone());
        }
        Self::with_before(base, network.clone(), dead, allow_unreachable)
    }

    /// The network without what [`Degraded::list`] lists.
    ///
    /// # Errors
    /// As [`Degraded::read`].
    pub fn of_list(base: &Network, list: &[String]) -> Result<Network, Error> {
        let (nodes, links): (Vec<String>, Vec<String>) = list.iter().cloned().partition(|item| base.parse_address(item).is_ok());
        Self::read(base, &links, &nodes, true)
    }

    /// The network without these links and routers; the network itself if there are none.
    ///
    /// # Errors
    /// [`Error::CutOff`], unless `allow_unreachable`.
    pub fn without(base: Network, dead: Dead, allow_unreachable: bool) -> Result<Network, Error> {
        Self::with_before(base.clone(), base, dead, allow_unreachable)
    }

    fn with_before(base: Network, before: Network, mut dead: Dead, allow_unreachable: bool) -> Result<Network, Error> {
        if dead.is_empty() {
            return Ok(base);
        }
        let at = |node, port| base.downstream(node, port).filter(|to| !dead.has_link(Link { node, port }, *to));
        let graph = Graph::new(base.routers(), base.ports(), at).with_terminals(base.attached().without(dead.routers()));
        let (cut, left) = cut_off(&graph);
        let has_terminals = |router: &&u32| (0..graph.local_ports() as u8).any(|port| graph.terminal(**router, port).is_some());
        if let Some(&router) = cut.iter().find(has_terminals).filter(|_| !allow_unreachable) {
            return Err(Error::CutOff { node: base.format_address(router) });
        }
        if left < 2 {
            return Err(Error::Missing { what: format!("{left} nodes of {base} are left; expected: at least 2") });
        }
        cut.into_iter().for_each(|router| dead.add_router(router));
        dead.drop_links_of_routers();
        let list = read::list(&base, &dead);
        let mut digest = Digest::default();
        digest.add(list.join("/").as_bytes());
        let digest = format!("{:016x}", digest.0)[..8].to_owned();
        Ok(Network::new(Self { base, before, dead, list, digest, table: None }))
    }

    /// The whole network.
    pub fn base(&self) -> &Network {
        &self.base
    }

    /// The network whose routes are kept where they are intact.
    pub fn before(&self) -> &Network {
        &self.before
    }

    /// What is out of service, in the form of `--without`.
    pub fn list(&self) -> &[String] {
        &self.list
    }

    /// The network with these routes, which end at each terminal in service. A file's network has them in place of its own.
    pub fn with_table(&self, table: RouteTable) -> Network {
        let mut digest = Digest::default();
        table.digest(&mut digest);
        Network::new(Self {
            base: self.base.of::<OwnNetwork>().map_or_else(|| self.base.clone(), |own| own.with_table(table.clone())),
            before: self.before.clone(),
            dead: self.dead.clone(),
            list: self.list.clone(),
            digest: self.digest.clone(),
            table: Some((Arc::new(table), digest.0)),
        })
    }

    /// The network with the routes of its file, which were made for what is in service.
    fn table_of_file(&self) -> Option<Network> {
        self.base.route_table().map(|table| self.with_table(table.clone()))
    }

    /// Whether the routes are a table of this network, and not those of the whole network.
    pub fn has_table(&self) -> bool {
        self.table.is_some()
    }
}

/// Reads a network file, in which links and routers may be out of service.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`].
pub fn read_file(path: &Path) -> Result<Network, Error> {
    parse_file(&spot::text(path)?, &path.display().to_string())
}

/// Parses the text of a network file, in which links and routers may be out of service.
///
/// # Errors
/// [`Error::File`].
pub fn parse_file(text: &str, name: &str) -> Result<Network, Error> {
    let (own, dead) = own::parse_parts(text, name)?;
    let network = Degraded::without(Network::new(own), dead, false)?;
    // Its routes were made for what is in service.
    Ok(network.of::<Degraded>().and_then(Degraded::table_of_file).unwrap_or(network))
}

/// The network from a file, or that of which links and routers are out of service.
pub fn own_network(network: &Network) -> Option<&OwnNetwork> {
    network.of::<Degraded>().map_or(network, Degraded::base).of()
}

impl NetworkSpec for Degraded {
    fn family(&self) -> FamilyName {
        self.base.family()
    }

    /// The name of the whole network, and what is missing: `mesh(8,8) without 3,3:x+`.
    fn name(&self) -> String {
        let list = self.list.join("/");
        if list.len() <= MOST_SHOWN {
            return format!("{} without {list}", self.base);
        }
        format!("{} without {} and {} more", self.base, self.list[0], self.list.len() - 1)
    }

    fn slug(&self) -> String {
        format!("{}_without_{}", self.base.slug(), self.digest)
    }

    fn identity(&self) -> String {
        let routes = self.table.as_ref().map_or(String::new(), |(_, digest)| format!("#{digest:016x}"));
        format!("{} without {}{routes}", self.base.identity(), self.list.join("/"))
    }

    fn routers(&self) -> usize {
        self.base.routers()
    }

    fn terminals(&self) -> usize {
        self.base.terminals()
    }

    fn local_ports(&self) -> usize {
        self.base.local_ports()
    }

    fn attachment(&self, terminal: TerminalId) -> LocalPort {
        self.base.attachment(terminal)
    }

    fn ports(&self) -> usize {
        self.base.ports()
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        self.base.downstream(node, port).filter(|to| !self.dead.has_link(Link { node, port }, *to))
    }

    fn dead(&self) -> Option<&Dead> {
        Some(&self.dead)
    }

    fn port_label(&self, port: u8) -> &str {
        self.base.port_label(port)
    }

    fn format_address(&self, node: u32) -> String {
        self.base.format_address(node)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        self.base.read_address(text)
    }

    fn format_terminal(&self, terminal: TerminalId) -> String {
        self.base.format_terminal(terminal)
    }

    fn read_terminal(&self, text: &str) -> Result<TerminalId, String> {
        self.base.read_terminal(text)
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        self.base.coordinates()
    }

    fn port_name(&self, node: u32, port: u8) -> String {
        self.base.port_name(node, port)
    }

    /// Routing bits of the whole network; a table needs none.
    fn route_bits(&self) -> u32 {
        if self.table.is_some() { 0 } else { self.base.route_bits() }
    }

    fn rewrites_route_bits(&self) -> bool {
        self.table.is_none() && self.base.rewrites_route_bits()
    }

    fn hot_spot(&self, source: TerminalId) -> Result<TerminalId, Undefined> {
        self.base.hot_spot(source)
    }

    fn transpose(&self, terminal: TerminalId) -> Result<TerminalId, Undefined> {
        self.base.transpose(terminal)
    }

    fn basic_modules(&self) -> Option<BasicModules> {
        self.base.basic_modules()
    }

    /// Each terminal in service for itself.
    fn orbits(&self) -> Vec<Orbit> {
        let live = TerminalId::all(self.terminals()).filter(|&terminal| !self.dead.has_router(self.attachment(terminal).router));
        live.map(|terminal| Orbit { terminal, count: 1 }).collect()
    }

    fn place(&self, node: u32) -> Option<(u32, u32)> {
        self.base.place(node)
    }

    fn closes_ring(&self, node: u32, port: u8) -> bool {
        self.base.closes_ring(node, port)
    }

    fn link_kind(&self, node: u32, port: u8) -> &str {
        self.base.link_kind(node, port)
    }

    fn link_kinds(&self) -> Vec<String> {
        self.base.link_kinds()
    }

    fn own_slices(&self, node: u32, port: u8) -> u8 {
        self.base.own_slices(node, port)
    }

    fn most_own_slices(&self) -> u8 {
        self.base.most_own_slices()
    }

    /// The network's own table; that of the whole network may lead over dead links and is none of this network.
    fn route_table(&self) -> Option<&RouteTable> {
        self.table.as_ref().map(|(table, _)| &**table)
    }
}
