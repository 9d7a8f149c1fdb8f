//! Any network the tool knows, by its name.

use std::fmt;
use std::str::FromStr;

use crate::Graph;
use crate::ccc::Ccc;
use crate::htn::Htn;
use crate::hypercube::Hypercube;
use crate::mesh::Mesh;
use crate::mh3dt::Mh3dt;
use crate::rdt::Rdt;
use crate::tori_connected::{Family, ToriConnected, UP_PLUS};
use crate::torus::Torus;

/// What is wrong with a network's name, its parameters or an address. One line, naming field, value and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No such network.
    #[error(
        "network `{0}`: unknown; known are ttn:m,L,q (or TTN(m,L,q)), sttn:m,L,q, mtn:m,L,q, tesh:m,L,q, htn:m,n,L,q, mh3dt:m,n,L,q, rdt:N, torus:ROWS,COLUMNS (or Z,Y,X, or W,Z,Y,X), mesh:ROWS,COLUMNS, hypercube:D and ccc:D"
    )]
    Unknown(String),
    /// A name that cannot be read.
    #[error("network `{name}`: cannot be read; write it as {form}")]
    Syntax {
        /// What was given.
        name: String,
        /// How it is written.
        form: &'static str,
    },
    /// A parameter out of range.
    #[error("{network}: {field} = {value} is not allowed; allowed: {allowed}")]
    Parameter {
        /// Network family.
        network: &'static str,
        /// Parameter name as in the papers.
        field: &'static str,
        /// The value given.
        value: String,
        /// What is allowed and why.
        allowed: String,
    },
    /// An address that is no node of the network.
    #[error("address `{address}`: not a node of {network}; {allowed}")]
    Address {
        /// What was given.
        address: String,
        /// The network.
        network: String,
        /// How its addresses are written.
        allowed: String,
    },
}

impl Error {
    pub(crate) fn parameter(network: &'static str, field: &'static str, value: impl fmt::Display, allowed: &str) -> Self {
        Self::Parameter { network, field, value: value.to_string(), allowed: allowed.into() }
    }
}

/// A network: its family and parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Network {
    /// TTN(m, L, q), STTN, MTN or TESH.
    ToriConnected(ToriConnected),
    /// HTN(m, n, L, q).
    Htn(Htn),
    /// MH3DT(m, n, L, q).
    Mh3dt(Mh3dt),
    /// RDT(2, R, 1)/alpha on N x N nodes.
    Rdt(Rdt),
    /// torus:K,K, torus:K,K,K, torus:K,K,K,K.
    Torus(Torus),
    /// mesh:K,K.
    Mesh(Mesh),
    /// hypercube:D.
    Hypercube(Hypercube),
    /// ccc:D, as a graph without routing.
    Ccc(Ccc),
}

impl Network {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        match self {
            Self::ToriConnected(n) => n.nodes(),
            Self::Htn(n) => n.nodes(),
            Self::Mh3dt(n) => n.nodes(),
            Self::Rdt(n) => n.nodes(),
            Self::Torus(n) => n.nodes(),
            Self::Mesh(n) => n.nodes(),
            Self::Hypercube(n) => n.nodes(),
            Self::Ccc(n) => n.nodes(),
        }
    }

    /// Ports of a router, the local port included.
    pub fn ports(&self) -> usize {
        match self {
            Self::ToriConnected(n) => n.ports(),
            Self::Htn(n) => n.ports(),
            Self::Mh3dt(n) => n.ports(),
            Self::Rdt(n) => n.ports(),
            Self::Torus(n) => n.ports(),
            Self::Mesh(n) => n.ports(),
            Self::Hypercube(n) => n.ports(),
            Self::Ccc(n) => n.ports(),
        }
    }

    /// A, the bits of an address: enough for every node number.
    pub fn address_bits(&self) -> u32 {
        (self.nodes() - 1).max(1).ilog2() + 1
    }

    /// R, the routing bits of the head flit (docs/router.md, rule L4).
    pub fn route_bits(&self) -> u32 {
        match self {
            Self::ToriConnected(n) => n.groups() - 1,
            Self::Htn(_) => 4,
            Self::Rdt(n) => n.route_bits(),
            Self::Mh3dt(_) | Self::Torus(_) | Self::Mesh(_) | Self::Hypercube(_) | Self::Ccc(_) => 0,
        }
    }

    /// The links in tables.
    pub fn graph(&self) -> Graph {
        match self {
            Self::ToriConnected(n) => n.graph(),
            Self::Htn(n) => n.graph(),
            Self::Mh3dt(n) => n.graph(),
            Self::Rdt(n) => n.graph(),
            Self::Torus(n) => n.graph(),
            Self::Mesh(n) => n.graph(),
            Self::Hypercube(n) => n.graph(),
            Self::Ccc(n) => n.graph(),
        }
    }

    /// The links of this output port lead from one basic module to another; `false` in a network without basic modules.
    pub fn joins_modules(&self, port: u8) -> bool {
        match self {
            Self::ToriConnected(_) => port >= UP_PLUS,
            Self::Htn(_) => port >= crate::htn::EY,
            Self::Mh3dt(_) => port >= crate::mh3dt::UP_PLUS,
            Self::Rdt(_) | Self::Torus(_) | Self::Mesh(_) | Self::Hypercube(_) | Self::Ccc(_) => false,
        }
    }

    /// Name of a node's port: `local`, `x+`, `3V+`.
    pub fn port_name(&self, node: u32, port: u8) -> String {
        match self {
            Self::ToriConnected(n) => n.port_name(node, port),
            Self::Htn(n) => n.port_name(port).into(),
            Self::Mh3dt(n) => n.port_name(node, port),
            Self::Rdt(n) => n.port_name(port).into(),
            Self::Torus(n) => n.port_name(port).into(),
            Self::Mesh(n) => n.port_name(port).into(),
            Self::Hypercube(n) => n.port_name(port).into(),
            Self::Ccc(n) => n.port_name(port).into(),
        }
    }

    /// Name of a port, whatever the node: `local`, `x+`, `up+`.
    pub fn port_label(&self, port: u8) -> &'static str {
        match self {
            Self::ToriConnected(_) => ["local", "x+", "x-", "y+", "y-", "up+", "up-"][port as usize],
            Self::Htn(n) => n.port_name(port),
            Self::Mh3dt(n) => n.port_label(port),
            Self::Rdt(n) => n.port_name(port),
            Self::Torus(n) => n.port_name(port),
            Self::Mesh(n) => n.port_name(port),
            Self::Hypercube(n) => n.port_name(port),
            Self::Ccc(n) => n.port_name(port),
        }
    }

    /// A node's address as digits, most significant first: `231112`; for a torus `row,column` (or `z,y,x`, `w,z,y,x`), for a mesh `row,column`,
    /// for an RDT `x,y`, for a hypercube the bits, for a CCC `corner,position`, the corner in bits.
    pub fn format_address(&self, node: u32) -> String {
        match self {
            Self::ToriConnected(n) => (0..2 * n.levels).rev().map(|i| n.digit(node, i).to_string()).collect(),
            Self::Htn(n) => (0..5).rev().map(|i| n.digit(node, i).to_string()).collect(),
            Self::Mh3dt(n) => (0..6).rev().map(|i| n.digit(node, i).to_string()).collect(),
            Self::Rdt(n) => {
                let (x, y) = n.position(node);
                format!("{x},{y}")
            }
            Self::Torus(n) => {
                let coordinates = n.coordinates(node);
                listed(&coordinates[..n.sides().len()])
            }
            Self::Mesh(n) => {
                let (row, column) = n.position(node);
                format!("{row},{column}")
            }
            Self::Hypercube(n) => format!("{node:0width$b}", width = n.dimensions as usize),
            Self::Ccc(n) => {
                let (corner, position) = n.position(node);
                format!("{corner:0width$b},{position}", width = n.dimensions as usize)
            }
        }
    }

    /// The node with an address as written by [`Network::format_address`]; spaces and parentheses are ignored, and commas between digits.
    ///
    /// # Errors
    /// [`Error::Address`] if it is no node of this network.
    pub fn parse_address(&self, text: &str) -> Result<u32, Error> {
        let bad = |allowed: String| Error::Address { address: text.into(), network: self.to_string(), allowed };
        let digits = |count: u32, bits: u32| {
            let want = format!("{count} digits 0..{}, such as {}", (1 << bits) - 1, self.format_address(1));
            let digits: Vec<char> = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')' | ',')).collect();
            if digits.len() != count as usize {
                return Err(bad(want));
            }
            digits.iter().try_fold(0, |node, c| match c.to_digit(10) {
                Some(d) if d < 1 << bits => Ok(node << bits | d),
                _ => Err(bad(want.clone())),
            })
        };
        let tuple = |names: &[&str], sides: &[u32]| {
            let at: Result<Vec<u32>, _> = text.trim_matches(['(', ')']).split(',').map(|s| s.trim().parse()).collect();
            match at {
                Ok(at) if at.len() == sides.len() && at.iter().zip(sides).all(|(at, side)| at < side) => Ok(at),
                _ => {
                    let ranges: Vec<String> = names.iter().zip(sides).map(|(name, side)| format!("{name} 0..{}", side - 1)).collect();
                    Err(bad(format!("{} with {}", names.join(","), ranges.join(" and "))))
                }
            }
        };
        match self {
            Self::ToriConnected(n) => digits(2 * n.levels, n.m),
            Self::Htn(_) => digits(5, 2),
            Self::Mh3dt(_) => digits(6, 2),
            Self::Rdt(n) => tuple(&["x", "y"], &[n.side; 2]).map(|at| n.node(at[0], at[1])),
            Self::Torus(n) => {
                let names: &[&str] = match n.sides().len() {
                    2 => &["row", "column"],
                    3 => &["z", "y", "x"],
                    _ => &["w", "z", "y", "x"],
                };
                let sides: Vec<u32> = n.sides().iter().rev().copied().collect();
                tuple(names, &sides).map(|at| at.iter().zip(&sides).fold(0, |node, (at, side)| node * side + at))
            }
            Self::Mesh(n) => tuple(&["row", "column"], &[n.rows, n.columns]).map(|at| n.node(at[0], at[1])),
            Self::Hypercube(n) => digits(n.dimensions, 1),
            Self::Ccc(n) => {
                let ring = n.dimensions;
                let read = || {
                    let (corner, position) = text.trim_matches(['(', ')']).split_once(',')?;
                    let (corner, position) = (corner.trim(), position.trim().parse().ok()?);
                    let bits = corner.len() == ring as usize && corner.bytes().all(|bit| matches!(bit, b'0' | b'1'));
                    (bits && position < ring).then(|| n.node(u32::from_str_radix(corner, 2).unwrap_or(0), position))
                };
                read()
                    .ok_or_else(|| bad(format!("corner,position with {ring} bits and 0..{}, such as {}", ring - 1, self.format_address(1))))
            }
        }
    }

    /// A name for files and Verilog modules: `ttn_2_2_1`, `htn_4_4_2_1`, `mh3dt_4_4_2_2`, `rdt_16`, `torus_8_8`, `mesh_8_8`, `hypercube_6`, `ccc_9`; `_uni` or `_bi` appended where the link direction is not the default one.
    pub fn slug(&self) -> String {
        match self {
            Self::ToriConnected(n) => {
                let direction = match (n.q > 0, n.bidirectional) {
                    (true, false) => "_uni",
                    (false, true) => "_bi",
                    _ => "",
                };
                format!("{}_{}_{}_{}{direction}", n.family.prefix(), n.m, n.levels, n.q)
            }
            Self::Htn(n) => format!("htn_4_4_2_{}", n.q),
            Self::Mh3dt(n) => format!("mh3dt_4_4_2_{}", n.q),
            Self::Rdt(n) => format!("rdt_{}", n.side),
            Self::Torus(n) => format!("torus_{}", listed(n.sides()).replace(',', "_")),
            Self::Mesh(n) => format!("mesh_{}_{}", n.rows, n.columns),
            Self::Hypercube(n) => format!("hypercube_{}", n.dimensions),
            Self::Ccc(n) => format!("ccc_{}", n.dimensions),
        }
    }

    /// The same network with its inter-BM rings one way or both ways.
    ///
    /// # Errors
    /// [`Error::Parameter`] where the direction cannot be chosen.
    pub fn with_bidirectional(self, bidirectional: bool) -> Result<Self, Error> {
        let fixed = |network| {
            Err(Error::parameter(network, "links", if bidirectional { "bi" } else { "uni" }, "no choice; its links run both ways"))
        };
        match self {
            Self::ToriConnected(n) => ToriConnected::new(n.family, n.m, n.levels, n.q, Some(bidirectional)).map(Self::ToriConnected),
            Self::Htn(_) => fixed("HTN"),
            Self::Mh3dt(_) => fixed("MH3DT"),
            Self::Rdt(_) => fixed("RDT"),
            Self::Torus(_) => fixed("torus"),
            Self::Mesh(_) => fixed("mesh"),
            Self::Hypercube(_) => fixed("hypercube"),
            Self::Ccc(_) => fixed("CCC"),
        }
    }
}

/// By dimension, x first, as it is written: x last.
fn listed(by_dimension: &[u32]) -> String {
    let texts: Vec<String> = by_dimension.iter().rev().map(u32::to_string).collect();
    texts.join(",")
}

/// As the papers write it: `TTN(2,2,1)`, `HTN(4,4,2,1)`, `MH3DT(4,4,2,2)`, `RDT(2,2,1)/alpha 16x16`, `torus(8,8)`, `mesh(8,8)`, `hypercube(6)`, `CCC(9)`.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ToriConnected(n) => write!(f, "{}({},{},{})", n.family.name(), n.m, n.levels, n.q),
            Self::Htn(n) => write!(f, "HTN(4,4,2,{})", n.q),
            Self::Mh3dt(n) => write!(f, "MH3DT(4,4,2,{})", n.q),
            Self::Rdt(n) => write!(f, "RDT(2,{},1)/alpha {1}x{1}", n.max_rank(), n.side),
            Self::Torus(n) => write!(f, "torus({})", listed(n.sides())),
            Self::Mesh(n) => write!(f, "mesh({},{})", n.rows, n.columns),
            Self::Hypercube(n) => write!(f, "hypercube({})", n.dimensions),
            Self::Ccc(n) => write!(f, "CCC({})", n.dimensions),
        }
    }
}

/// Reads `TTN(2,2,1)`, `ttn:2,2,1`, `htn:4,4,2,1`, `mh3dt:4,4,2,2`, `rdt:16`, `RDT(2,4,1)/α`, `torus:8,8`, `torus:4,4,4`, `mesh:8,8`, `hypercube:6`.
impl FromStr for Network {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut name = text.trim().to_ascii_lowercase().replace(' ', "");
        let mut side = None;
        if let Some((rdt, size)) = name.split_once("/alpha").or_else(|| name.split_once("/α")) {
            side = size.split_once('x').filter(|(x, y)| x == y).and_then(|(x, _)| x.parse().ok());
            if !rdt.starts_with("rdt(") || (side.is_none() && !size.is_empty()) {
                return Err(Error::Unknown(text.into()));
            }
            name = rdt.to_owned();
        }
        let (family, rest) = match name.split_once([':', '(']) {
            Some((family, rest)) => (family, rest.strip_suffix(')').unwrap_or(rest)),
            None => (name.as_str(), ""),
        };
        let form = match family {
            "ttn" => "ttn:m,L,q or TTN(m,L,q), such as ttn:2,2,1",
            "sttn" => "sttn:m,L,q or STTN(m,L,q), such as sttn:2,2,1",
            "mtn" => "mtn:m,L,q or MTN(m,L,q), such as mtn:2,2,1",
            "tesh" => "tesh:m,L,q or TESH(m,L,q), such as tesh:2,2,1",
            "htn" => "htn:m,n,L,q or HTN(m,n,L,q), such as htn:4,4,2,1",
            "mh3dt" => "mh3dt:m,n,L,q or MH3DT(m,n,L,q), such as mh3dt:4,4,2,2",
            "rdt" => "rdt:N, such as rdt:16, or RDT(2,R,1)/alpha",
            "torus" => "torus:ROWS,COLUMNS, torus:Z,Y,X or torus:W,Z,Y,X, such as torus:8,8",
            "mesh" => "mesh:ROWS,COLUMNS, such as mesh:8,8",
            "hypercube" => "hypercube:D, such as hypercube:6",
            "ccc" => "ccc:D or CCC(D), such as ccc:9",
            _ => return Err(Error::Unknown(text.into())),
        };
        let syntax = || Error::Syntax { name: text.into(), form };
        let numbers: Vec<u32> = rest.split(',').map(|s| s.parse().map_err(|_| syntax())).collect::<Result<_, _>>()?;
        let tori = Family::ALL.into_iter().find(|tori| tori.prefix() == family);
        match (family, &numbers[..]) {
            (_, &[m, levels, q]) if tori.is_some() => {
                ToriConnected::new(tori.expect("looked at"), m, levels, q, None).map(Self::ToriConnected)
            }
            ("htn", &[m, n, levels, q]) => Htn::new(m, n, levels, q).map(Self::Htn),
            ("mh3dt", &[m, n, levels, q]) => Mh3dt::new(m, n, levels, q).map(Self::Mh3dt),
            ("rdt", &[side]) => Rdt::new(side).map(Self::Rdt),
            ("rdt", &[n, ranks, m]) => Rdt::from_paper(n, ranks, m, side).map(Self::Rdt),
            ("torus", sides @ ([_, _] | [_, _, _] | [_, _, _, _])) => Torus::new(sides).map(Self::Torus),
            ("mesh", &[rows, columns]) => Mesh::new(rows, columns).map(Self::Mesh),
            ("hypercube", &[dimensions]) => Hypercube::new(dimensions).map(Self::Hypercube),
            ("ccc", &[dimensions]) => Ccc::new(dimensions).map(Self::Ccc),
            _ => Err(syntax()),
        }
    }
}
