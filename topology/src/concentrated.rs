//! Concentration, `mesh:8,8:4`: K terminals at each router of a network that has one.
//!
//! Terminal t is at local port t mod K of router t / K. Routers and links are those of the base network, whose port p > 0 is port K - 1 + p
//! here.

use std::sync::Arc;

use crate::terminals::{MOST_PORTS, MOST_TERMINALS, local_label};
use crate::{BasicModules, Coordinate, Error, FamilyName, Link, LocalPort, Network, NetworkSpec, Orbit, TerminalId, Undefined};

/// Prefixes of the families whose networks can be concentrated by name.
const BASES: [&str; 7] = ["torus", "mesh", "hypercube", "ttn", "sttn", "mtn", "tesh"];

/// The field of K in messages.
const FIELD: &str = "terminals a router";

/// Form of a name in a list of all families.
pub const SYNTAX: &str = "NAME:K (K terminals at each router of a torus, mesh, hypercube, TTN, STTN, MTN or TESH)";

/// A network with several terminals at each router.
#[derive(Debug)]
pub struct Concentrated {
    base: Network,
    each: u32,
    name: String,
    slug: String,
}

impl Concentrated {
    /// Checks K and the base network, which must be of one of the families that can be concentrated.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a base of another family, fewer than 2 terminals a router, more than 32 ports, or more than 2^20 terminals.
    pub fn new(base: Network, each: u32) -> Result<Self, Error> {
        let family = base.family();
        if !BASES.contains(&family.prefix) {
            return Err(Error::parameter(family.title, FIELD, each, &format!("no number; NAME:K is for networks of {}", BASES.join(", "))));
        }
        let (name, slug) = (format!("{base}:{each}"), format!("{}_x{each}", base.slug()));
        Self::with_name(base, (FIELD, 2), each, name, slug)
    }

    /// Checks K, the field of which has a name and a least value in each family.
    pub(crate) fn with_name(
        base: Network,
        (field, least): (&'static str, u32),
        each: u32,
        name: String,
        slug: String,
    ) -> Result<Self, Error> {
        let most = (MOST_PORTS + 1).saturating_sub(base.ports()).min(MOST_TERMINALS / base.routers()) as u32;
        if !(2..=most).contains(&each) {
            let allowed = match most.max(1) {
                most if most > least => format!("{least} to {most}"),
                most if most == least => most.to_string(),
                _ => "no number for this network".into(),
            };
            let why = format!("{allowed} (a router has at most {MOST_PORTS} ports, a network {MOST_TERMINALS} terminals)");
            return Err(Error::parameter(base.family().title, field, each, &why));
        }
        Ok(Self { base, each, name, slug })
    }

    /// The network with one terminal at each router.
    pub fn base(&self) -> &Network {
        &self.base
    }

    /// K, the terminals of a router.
    pub fn each(&self) -> u32 {
        self.each
    }

    /// The base network's port; `None` for a local port.
    fn base_port(&self, port: u8) -> Option<u8> {
        u32::from(port).checked_sub(self.each - 1).filter(|&port| port > 0).map(|port| port as u8)
    }

    fn own_port(&self, base_port: u8) -> u8 {
        base_port + self.each as u8 - 1
    }
}

impl NetworkSpec for Concentrated {
    fn family(&self) -> FamilyName {
        self.base.family()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn slug(&self) -> String {
        self.slug.clone()
    }

    fn routers(&self) -> usize {
        self.base.routers()
    }

    fn terminals(&self) -> usize {
        self.base.routers() * self.each as usize
    }

    fn local_ports(&self) -> usize {
        self.each as usize
    }

    fn attachment(&self, TerminalId(terminal): TerminalId) -> LocalPort {
        LocalPort { router: terminal / self.each, port: (terminal % self.each) as u8 }
    }

    fn ports(&self) -> usize {
        self.base.ports() + self.each as usize - 1
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let to = self.base.downstream(node, self.base_port(port)?)?;
        Some(Link { port: self.own_port(to.port), ..to })
    }

    fn port_label(&self, port: u8) -> &str {
        self.base_port(port).map_or_else(|| local_label(port), |port| self.base.port_label(port))
    }

    fn port_name(&self, node: u32, port: u8) -> String {
        self.base_port(port).map_or_else(|| local_label(port).to_owned(), |port| self.base.port_name(node, port))
    }

    fn format_address(&self, node: u32) -> String {
        self.base.format_address(node)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        self.base.read_address(text)
    }

    /// The router's address, a colon, and the local port: `3,5:1`.
    fn format_terminal(&self, TerminalId(terminal): TerminalId) -> String {
        format!("{}:{}", self.base.format_address(terminal / self.each), terminal % self.each)
    }

    fn read_terminal(&self, text: &str) -> Result<TerminalId, String> {
        let read = || {
            let (router, port) = text.rsplit_once(':')?;
            let port = port.trim().parse().ok().filter(|&port: &u32| port < self.each)?;
            Some(TerminalId(self.base.read_address(router).ok()? * self.each + port))
        };
        let router = || self.base.read_address("").err().unwrap_or_default();
        read().ok_or_else(|| {
            format!("{}; then a colon and 0 to {}, such as {}", router(), self.each - 1, self.format_terminal(TerminalId(1)))
        })
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        self.base.coordinates()
    }

    fn route_bits(&self) -> u32 {
        self.base.route_bits()
    }

    fn with_links(&self, bidirectional: bool) -> Result<Arc<dyn NetworkSpec>, Error> {
        Ok(Arc::new(Self::new(self.base.with_bidirectional(bidirectional)?, self.each)?))
    }

    /// Local port 0 of the router that is the base network's hot node.
    fn hot_spot(&self, TerminalId(source): TerminalId) -> Result<TerminalId, Undefined> {
        let TerminalId(hot) = self.base.hot_spot(TerminalId(source / self.each))?;
        Ok(TerminalId(hot * self.each))
    }

    /// The base network's transpose of the router. If K is a power of 4, the terminals of a router form a square, which is transposed as well.
    fn transpose(&self, TerminalId(terminal): TerminalId) -> Result<TerminalId, Undefined> {
        let (router, port) = (terminal / self.each, terminal % self.each);
        let bits = self.each.trailing_zeros();
        let port = if self.each.is_power_of_two() && bits.is_multiple_of(2) {
            let side = 1 << (bits / 2);
            port % side * side + port / side
        } else {
            port
        };
        let TerminalId(router) = self.base.transpose(TerminalId(router))?;
        Ok(TerminalId(router * self.each + port))
    }

    fn basic_modules(&self) -> Option<BasicModules> {
        self.base.basic_modules().map(|modules| BasicModules { first_port: self.own_port(modules.first_port), ..modules })
    }

    /// Those of the base network; all terminals of a router see the network alike.
    fn orbits(&self) -> Vec<Orbit> {
        let each = self.each;
        self.base
            .orbits()
            .into_iter()
            .map(|Orbit { terminal, count }| Orbit { terminal: TerminalId(terminal.0 * each), count: count * u64::from(each) })
            .collect()
    }

    fn place(&self, node: u32) -> Option<(u32, u32)> {
        self.base.place(node)
    }

    fn closes_ring(&self, node: u32, port: u8) -> bool {
        self.base_port(port).is_some_and(|port| self.base.closes_ring(node, port))
    }

    fn link_kind(&self, node: u32, port: u8) -> &str {
        self.base_port(port).map_or_else(|| local_label(port), |port| self.base.link_kind(node, port))
    }

    fn link_kinds(&self) -> Vec<String> {
        self.base.link_kinds()
    }

    fn straight_cut_is_least(&self) -> bool {
        self.base.straight_cut_is_least()
    }
}
