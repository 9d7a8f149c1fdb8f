//! Links and routers out of service.

use std::collections::{BTreeMap, BTreeSet};

use crate::Link;

/// Links and routers out of service. All links of a dead router are dead, too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dead {
    /// The links that were named: output port, and the input at the far end.
    links: BTreeMap<Link, Link>,
    routers: BTreeSet<u32>,
}

impl Dead {
    /// Takes a link in one direction out of service.
    pub fn add_link(&mut self, from: Link, to: Link) {
        self.links.insert(from, to);
    }

    /// Takes a router and its terminals out of service.
    pub fn add_router(&mut self, router: u32) {
        self.routers.insert(router);
    }

    /// Takes all of another list out of service.
    pub fn add_all(&mut self, other: &Self) {
        self.links.extend(&other.links);
        self.routers.extend(&other.routers);
    }

    /// Forgets the links of routers out of service, which are dead with these.
    pub fn drop_links_of_routers(&mut self) {
        self.links.retain(|from, to| !self.routers.contains(&from.node) && !self.routers.contains(&to.node));
    }

    /// Nothing is out of service.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty() && self.routers.is_empty()
    }

    /// The links that were named: output port, and the input at the far end.
    pub fn links(&self) -> &BTreeMap<Link, Link> {
        &self.links
    }

    /// The routers.
    pub fn routers(&self) -> &BTreeSet<u32> {
        &self.routers
    }

    /// Whether a router is out of service.
    pub fn has_router(&self, router: u32) -> bool {
        self.routers.contains(&router)
    }

    /// Whether a link is out of service, by itself or with one of its routers.
    pub fn has_link(&self, from: Link, to: Link) -> bool {
        self.links.contains_key(&from) || self.has_router(from.node) || self.has_router(to.node)
    }
}
