//! Terminals, the sources and destinations of packets, and the local ports of routers where they are.

use std::collections::BTreeSet;
use std::fmt;

/// Most ports of a router.
pub const MOST_PORTS: usize = 32;

/// Most terminals, and most routers, of a built-in network.
pub(crate) const MOST_TERMINALS: usize = 1 << 20;

/// Name of a local port in a network that has several at a router.
pub(crate) fn local_label(port: u8) -> &'static str {
    const LABELS: [&str; MOST_PORTS] = [
        "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7", "local8", "local9", "local10", "local11",
        "local12", "local13", "local14", "local15", "local16", "local17", "local18", "local19", "local20", "local21", "local22", "local23",
        "local24", "local25", "local26", "local27", "local28", "local29", "local30", "local31",
    ];
    LABELS[usize::from(port)]
}

/// Number of a terminal, `0..terminals`. Routers are counted apart: `u32` is a router's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TerminalId(pub u32);

impl TerminalId {
    /// The first terminals of a network, so many.
    pub fn all(count: usize) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..count as u32).map(Self)
    }

    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for TerminalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A local port of a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalPort {
    /// Router number, `0..routers`.
    pub router: u32,
    /// Port of that router, `0..local_ports`.
    pub port: u8,
}

/// The local port of each terminal (docs/router.md, "Names"). A router has from none to [`Terminals::local_ports`] terminals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminals {
    routers: usize,
    local_ports: usize,
    /// By terminal.
    ends: Vec<LocalPort>,
    /// By `router * local_ports + port`, the terminal in service.
    attached: Vec<Option<TerminalId>>,
    /// Routers out of service.
    dead: BTreeSet<u32>,
}

impl Terminals {
    /// One terminal at each router, with the router's number.
    pub fn one_each(routers: usize) -> Self {
        Self::new(routers, (0..routers as u32).map(|router| LocalPort { router, port: 0 }).collect())
    }

    /// Terminals at these local ports, by number.
    ///
    /// # Panics
    /// If two terminals are at one port, a router does not exist, or there is no terminal: a network module is wrong.
    pub fn new(routers: usize, ends: Vec<LocalPort>) -> Self {
        let local_ports = ends.iter().map(|end| usize::from(end.port) + 1).max().expect("a network has terminals");
        let mut attached = vec![None; routers * local_ports];
        for (terminal, end) in ends.iter().enumerate() {
            let at = &mut attached[end.router as usize * local_ports + usize::from(end.port)];
            assert!(at.is_none(), "two terminals at local port {} of router {}", end.port, end.router);
            *at = Some(TerminalId(terminal as u32));
        }
        Self { routers, local_ports, ends, attached, dead: BTreeSet::new() }
    }

    /// The terminals with these routers, and the terminals there, out of service; all keep their numbers.
    pub(crate) fn without(mut self, routers: &BTreeSet<u32>) -> Self {
        for &router in routers {
            let first = router as usize * self.local_ports;
            self.attached[first..first + self.local_ports].fill(None);
        }
        Self { dead: routers.clone(), ..self }
    }

    /// Whether a router is in service.
    pub fn is_live_router(&self, router: u32) -> bool {
        !self.dead.contains(&router)
    }

    /// Whether a terminal is in service.
    pub fn is_live(&self, terminal: TerminalId) -> bool {
        self.dead.is_empty() || self.is_live_router(self.at(terminal).router)
    }

    /// The terminals in service, in ascending order.
    pub fn live(&self) -> impl Iterator<Item = TerminalId> + Clone + '_ {
        TerminalId::all(self.count()).filter(|&terminal| self.is_live(terminal))
    }

    /// The routers in service, in ascending order.
    pub fn live_routers(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..self.routers as u32).filter(|&router| self.is_live_router(router))
    }

    /// Whether all routers are in service.
    pub fn all_live(&self) -> bool {
        self.dead.is_empty()
    }

    /// Number of routers.
    pub fn routers(&self) -> usize {
        self.routers
    }

    /// Number of terminals.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// L, the most terminals that a router has: ports `0..L` of every router are local.
    pub fn local_ports(&self) -> usize {
        self.local_ports
    }

    /// The local port of a terminal.
    pub fn at(&self, terminal: TerminalId) -> LocalPort {
        self.ends[terminal.index()]
    }

    /// The terminal in service at a local port of a router; `None` where there is none, and for a port that is not local.
    pub fn of(&self, router: u32, port: u8) -> Option<TerminalId> {
        if usize::from(port) < self.local_ports { self.attached[router as usize * self.local_ports + usize::from(port)] } else { None }
    }

    /// Terminals are apart from routers: not each router has one terminal, that of its own number.
    pub fn apart(&self) -> bool {
        self.local_ports > 1
            || self.ends.len() != self.routers
            || self.ends.iter().enumerate().any(|(terminal, end)| end.router as usize != terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_without_a_terminal_has_none() {
        let end = |router, port| LocalPort { router, port };
        let terminals = Terminals::new(3, vec![end(2, 0), end(0, 1), end(2, 1), end(0, 2)]);
        assert_eq!((terminals.routers(), terminals.count(), terminals.local_ports()), (3, 4, 3));
        assert_eq!((0..3).map(|port| terminals.of(0, port)).collect::<Vec<_>>(), [None, Some(TerminalId(1)), Some(TerminalId(3))]);
        assert_eq!((0..4).map(|port| terminals.of(1, port)).collect::<Vec<_>>(), [None; 4]);
        assert_eq!((0..3).map(|port| terminals.of(2, port)).collect::<Vec<_>>(), [Some(TerminalId(0)), Some(TerminalId(2)), None]);
        assert_eq!(terminals.at(TerminalId(3)), end(0, 2));
    }

    #[test]
    fn terminals_are_apart_unless_each_router_has_its_own() {
        let at = |routers: &[u32]| Terminals::new(3, routers.iter().map(|&router| LocalPort { router, port: 0 }).collect()).apart();
        assert!(!Terminals::one_each(3).apart());
        assert!(!at(&[0, 1, 2]));
        assert!(at(&[0, 2, 1]) && at(&[0, 1]));
    }
}
