//! The star `star:T`: one router with T terminals, and no links.

use crate::terminals::{MOST_PORTS, local_label};
use crate::{Coordinate, Error, Family, FamilyName, Link, LocalPort, Network, NetworkSpec, Orbit, TerminalId, equal_orbits, family};

/// `star:8`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "star", title: "star" },
    syntax: "star:T",
    form: "star:T, such as star:8",
    read: |rest| family::numbers(rest).map(|[terminals]| Star::new(terminals).map(Network::new)),
};

/// A star.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Star {
    terminals: u32,
}

impl Star {
    /// Checks the number of terminals.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless T = 2..=32.
    pub fn new(terminals: u32) -> Result<Self, Error> {
        if !(2..=MOST_PORTS as u32).contains(&terminals) {
            return Err(Error::parameter("star", "T", terminals, &format!("2 to {MOST_PORTS} (a terminal is a port of the router)")));
        }
        Ok(Self { terminals })
    }
}

impl NetworkSpec for Star {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("star({})", self.terminals)
    }

    fn slug(&self) -> String {
        format!("star_{}", self.terminals)
    }

    fn routers(&self) -> usize {
        1
    }

    fn terminals(&self) -> usize {
        self.terminals as usize
    }

    fn local_ports(&self) -> usize {
        self.terminals as usize
    }

    fn attachment(&self, TerminalId(terminal): TerminalId) -> LocalPort {
        LocalPort { router: 0, port: terminal as u8 }
    }

    fn ports(&self) -> usize {
        self.terminals as usize
    }

    fn downstream(&self, _node: u32, _port: u8) -> Option<Link> {
        None
    }

    fn port_label(&self, port: u8) -> &str {
        local_label(port)
    }

    fn format_address(&self, node: u32) -> String {
        node.to_string()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        if text.trim() == "0" { Ok(0) } else { Err("0, the one router".into()) }
    }

    fn read_terminal(&self, text: &str) -> Result<TerminalId, String> {
        let terminal = text.trim().parse().ok().filter(|&terminal| terminal < self.terminals);
        terminal.map(TerminalId).ok_or_else(|| format!("a number 0 to {}", self.terminals - 1))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("router", 1, |node| node)]
    }

    /// Any permutation of the terminals.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.terminals(), [0])
    }

    fn place(&self, _node: u32) -> Option<(u32, u32)> {
        Some((0, 0))
    }

    fn link_kinds(&self) -> Vec<String> {
        Vec::new()
    }
}
