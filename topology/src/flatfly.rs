//! The flattened butterfly `flatfly:K,N,C`: K^N routers in N dimensions, each with a link to the K - 1 others of its line in every dimension,
//! and with C terminals.
//!
//! Routers are numbered and addressed as in a torus. Port i (K - 1) + o, with dimension i, x first, and o = 1 to K - 1, leads o routers on and
//! arrives at that of K - o. Several terminals a router are a [`Concentrated`] network around the one with C = 1.

use crate::address::{join_sides, read_coordinates};
use crate::concentrated::Concentrated;
use crate::terminals::MOST_PORTS;
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family};

/// `flatfly:4,2,4`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "flatfly", title: "flattened butterfly" },
    syntax: "flatfly:K,N,C",
    form: "flatfly:K,N,C, such as flatfly:4,2,4",
    read: |rest| family::numbers(rest).map(|[k, dimensions, each]| read(k, dimensions, each)),
};

/// Names of the dimensions.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

fn read(k: u32, dimensions: u32, each: u32) -> Result<Network, Error> {
    let base = Network::new(FlatButterfly::new(k, dimensions)?);
    if each == 1 {
        return Ok(base);
    }
    let (name, slug) = (format!("flatfly({k},{dimensions},{each})"), format!("flatfly_{k}_{dimensions}_{each}"));
    Concentrated::with_name(base, ("C", 1), each, name, slug).map(Network::new)
}

/// A flattened butterfly with one terminal at each router.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlatButterfly {
    k: u32,
    dimensions: u32,
    /// Names of the ports, `local` first.
    labels: Vec<String>,
}

impl FlatButterfly {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless K is 2 or more, N = 1..=4, and a router has at most 32 ports.
    pub fn new(k: u32, dimensions: u32) -> Result<Self, Error> {
        if !(1..=NAMES.len() as u32).contains(&dimensions) {
            return Err(Error::parameter(FAMILY.id.title, "N", dimensions, "1 to 4"));
        }
        let most = (MOST_PORTS as u32 - 1) / dimensions + 1;
        if !(2..=most).contains(&k) {
            let allowed = format!("2 to {most} for N = {dimensions} (a router has C + N (K - 1) ports, at most {MOST_PORTS})");
            return Err(Error::parameter(FAMILY.id.title, "K", k, &allowed));
        }
        let links = NAMES[..dimensions as usize].iter().flat_map(|name| (1..k).map(move |offset| format!("{name}+{offset}")));
        Ok(Self { k, dimensions, labels: ["local".to_owned()].into_iter().chain(links).collect() })
    }

    /// K, the routers of a line.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// N, the number of dimensions.
    pub fn dimensions(&self) -> u32 {
        self.dimensions
    }

    /// The coordinate of a router in dimension `i`, 0 for x.
    pub fn coordinate(&self, node: u32, i: u32) -> u32 {
        node / self.k.pow(i) % self.k
    }

    /// The dimension of a port that is not local, and how many routers it leads on.
    fn hop(&self, port: u8) -> Option<(u32, u32)> {
        let link = u32::from(port).checked_sub(1)?;
        let (dimension, offset) = (link / (self.k - 1), link % (self.k - 1) + 1);
        (dimension < self.dimensions).then_some((dimension, offset))
    }
}

impl NetworkSpec for FlatButterfly {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("flatfly({},{},1)", self.k, self.dimensions)
    }

    fn slug(&self) -> String {
        format!("flatfly_{}_{}_1", self.k, self.dimensions)
    }

    fn routers(&self) -> usize {
        self.k.pow(self.dimensions) as usize
    }

    fn ports(&self) -> usize {
        self.labels.len()
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (dimension, offset) = self.hop(port)?;
        let (at, stride) = (self.coordinate(node, dimension), self.k.pow(dimension));
        let to = (at + offset) % self.k;
        Some(Link { node: node - at * stride + to * stride, port: (1 + dimension * (self.k - 1) + self.k - offset - 1) as u8 })
    }

    /// `local`, `x+1`, `x+2`, .., `y+1`, ..
    fn port_label(&self, port: u8) -> &str {
        &self.labels[usize::from(port)]
    }

    /// The coordinates, x last.
    fn format_address(&self, node: u32) -> String {
        let at: Vec<u32> = (0..self.dimensions).map(|i| self.coordinate(node, i)).collect();
        join_sides(&at)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let names: Vec<&str> = NAMES[..self.dimensions as usize].iter().rev().copied().collect();
        let at = read_coordinates(text, &names, &vec![self.k; names.len()])?;
        Ok(at.iter().fold(0, |node, at| node * self.k + at))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let along = |i: u32| Coordinate::new(NAMES[i as usize], self.k, move |node| self.coordinate(node, i));
        (0..self.dimensions).map(along).collect()
    }

    /// Exchanges row and column; in four dimensions (w, z) and (y, x).
    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        if !self.dimensions.is_multiple_of(2) {
            return Err(Undefined("on a flattened butterfly of two or four dimensions"));
        }
        let half = self.k.pow(self.dimensions / 2);
        Ok(TerminalId(node % half * half + node / half))
    }

    /// Translations by any router.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), [0])
    }

    /// (row, column), in one and two dimensions.
    fn place(&self, node: u32) -> Option<(u32, u32)> {
        (self.dimensions <= 2).then(|| (node / self.k, node % self.k))
    }

    /// The dimension.
    fn link_kind(&self, _node: u32, port: u8) -> &str {
        self.hop(port).map_or("local", |(dimension, _)| NAMES[dimension as usize])
    }

    fn link_kinds(&self) -> Vec<String> {
        NAMES[..self.dimensions as usize].iter().map(|&name| name.to_owned()).collect()
    }

    /// If K is even: in dimension order, no link is on more than 2 K^(N-1) of the paths between all ordered pairs, both directions together.
    fn straight_cut_is_least(&self) -> bool {
        self.k.is_multiple_of(2)
    }
}
