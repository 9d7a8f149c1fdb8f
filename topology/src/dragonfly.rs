//! The dragonfly `dragonfly:A,H,P`: A H + 1 groups of A routers; a router has a link to each other of its group, H links to other groups, and
//! P terminals.
//!
//! Router a of group g has the number g A + a. Global link j = a H + h of group g is port A + h of router a, leads to group
//! (g + j + 1) mod (A H + 1), and is that group's global link A H - 1 - j. Several terminals a router are a [`Concentrated`] network around
//! the one with P = 1.

use crate::address::read_coordinates;
use crate::concentrated::Concentrated;
use crate::terminals::MOST_PORTS;
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, equal_orbits, family};

/// `dragonfly:4,2,2`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "dragonfly", title: "dragonfly" },
    syntax: "dragonfly:A,H,P",
    form: "dragonfly:A,H,P, such as dragonfly:4,2,2",
    read: |rest| family::numbers(rest).map(|[routers, global, each]| read(routers, global, each)),
};

fn read(routers: u32, global: u32, each: u32) -> Result<Network, Error> {
    let base = Network::new(Dragonfly::new(routers, global)?);
    if each == 1 {
        return Ok(base);
    }
    let (name, slug) = (format!("dragonfly({routers},{global},{each})"), format!("dragonfly_{routers}_{global}_{each}"));
    Concentrated::with_name(base, ("P", 1), each, name, slug).map(Network::new)
}

/// A dragonfly with one terminal at each router.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dragonfly {
    /// A, the routers of a group.
    a: u32,
    /// H, the links of a router to other groups.
    h: u32,
    /// Names of the ports, `local` first.
    labels: Vec<String>,
}

impl Dragonfly {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless A is 2 or more, H 1 or more, and a router has at most 32 ports.
    pub fn new(a: u32, h: u32) -> Result<Self, Error> {
        let most = MOST_PORTS as u32;
        let ports = format!("(a router has P + A - 1 + H ports, at most {most})");
        if !(2..most).contains(&a) {
            return Err(Error::parameter(FAMILY.id.title, "A", a, &format!("2 to {} {ports}", most - 1)));
        }
        if !(1..=most - a).contains(&h) {
            return Err(Error::parameter(FAMILY.id.title, "H", h, &format!("1 to {} for A = {a} {ports}", most - a)));
        }
        let links = (1..a).map(|offset| format!("group+{offset}")).chain((0..h).map(|link| format!("global{link}")));
        Ok(Self { a, h, labels: ["local".to_owned()].into_iter().chain(links).collect() })
    }

    /// A, the routers of a group.
    pub fn a(&self) -> u32 {
        self.a
    }

    /// H, the links of a router to other groups.
    pub fn h(&self) -> u32 {
        self.h
    }

    /// Number of groups, A H + 1.
    pub fn groups(&self) -> u32 {
        self.a * self.h + 1
    }
}

impl NetworkSpec for Dragonfly {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("dragonfly({},{},1)", self.a, self.h)
    }

    fn slug(&self) -> String {
        format!("dragonfly_{}_{}_1", self.a, self.h)
    }

    fn routers(&self) -> usize {
        (self.groups() * self.a) as usize
    }

    fn ports(&self) -> usize {
        self.labels.len()
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (group, at, port) = (node / self.a, node % self.a, u32::from(port));
        if port == 0 || port >= self.a + self.h {
            return None;
        }
        if port < self.a {
            return Some(Link { node: group * self.a + (at + port) % self.a, port: (self.a - port) as u8 });
        }
        let link = at * self.h + port - self.a;
        let (group, far) = ((group + link + 1) % self.groups(), self.groups() - 2 - link);
        Some(Link { node: group * self.a + far / self.h, port: (self.a + far % self.h) as u8 })
    }

    /// `local`, `group+1` .., `global0` ..
    fn port_label(&self, port: u8) -> &str {
        &self.labels[usize::from(port)]
    }

    /// Group and router of the group.
    fn format_address(&self, node: u32) -> String {
        format!("{},{}", node / self.a, node % self.a)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let at = read_coordinates(text, &["group", "router"], &[self.groups(), self.a])?;
        Ok(at[0] * self.a + at[1])
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("group", self.groups(), |node| node / self.a), Coordinate::new("router", self.a, |node| node % self.a)]
    }

    /// Translations by any number of groups.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), 0..self.a)
    }

    /// Groups as rows.
    fn place(&self, node: u32) -> Option<(u32, u32)> {
        Some((node / self.a, node % self.a))
    }

    /// `group` or `global`.
    fn link_kind(&self, _node: u32, port: u8) -> &str {
        match u32::from(port) {
            0 => "local",
            port if port < self.a => "group",
            _ => "global",
        }
    }

    fn link_kinds(&self) -> Vec<String> {
        ["group", "global"].map(str::to_owned).into()
    }
}
