//! One router whose links the caller drives, with the checks of its local inputs: for inputs that a run of a whole network does not produce.

use torusmith_topology::{Network, TerminalId};

use crate::Error;
use crate::config::RouterConfig;
use crate::driver::{DESTINATION, Guard, GuardedFlit};
use crate::reference::router::{RequestRule, Routed, Router, Wires};
use crate::routing::Routing;

/// A flit on a link: the fields that routers read, and a number by which the caller recognizes the flit when it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedFlit {
    /// Free to choose.
    pub number: u32,
    /// The flit is a head.
    pub head: bool,
    /// The flit is a tail.
    pub tail: bool,
    /// A head's destination.
    pub destination: TerminalId,
    /// A head's routing bits (rule L4); routers may rewrite them (RC7).
    pub bits: u64,
}

/// State of a link in a clock: a flit with its VC, and the VC of a credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkState {
    /// The flit.
    pub flit: Option<(usize, NumberedFlit)>,
    /// The credit.
    pub credit: Option<usize>,
}

/// A router, clock by clock.
pub struct SingleRouter<R> {
    router: Router<NumberedFlit>,
    /// By local port, as `terminals`.
    guards: Vec<Guard>,
    terminals: Vec<Option<TerminalId>>,
    routing: R,
    config: RouterConfig,
    /// Terminals of the network.
    count: u32,
}

impl Routed for NumberedFlit {
    fn head(&self) -> bool {
        self.head
    }

    fn tail(&self) -> bool {
        self.tail
    }

    fn destination(&self) -> TerminalId {
        self.destination
    }

    fn bits(&self) -> u64 {
        self.bits
    }

    fn set_bits(&mut self, bits: u64) {
        self.bits = bits;
    }
}

impl<R: Routing> SingleRouter<R> {
    /// A router in the clock after reset (rule Z1).
    ///
    /// # Errors
    /// A router parameter out of range.
    pub fn new(network: &Network, node: u32, routing: R, config: RouterConfig) -> Result<Self, Error> {
        config.check()?;
        let config = config.for_routing(&routing); // RC6
        let (locals, count) = (network.local_ports(), network.terminals() as u32);
        let router = Router::new(node, (locals, network.ports()), config, RequestRule::Contract);
        let mut terminals = vec![None; locals];
        for (terminal, at) in TerminalId::all(network.terminals())
            .map(|terminal| (terminal, network.attachment(terminal)))
            .filter(|(_, at)| at.router == node)
        {
            terminals[usize::from(at.port)] = Some(terminal);
        }
        Ok(Self { router, guards: vec![Guard::default(); locals], terminals, routing, config, count })
    }

    /// Outputs of the router in this clock, by port.
    pub fn shown(&self) -> Vec<LinkState> {
        self.router.outgoing.iter().map(|wires| LinkState { flit: wires.flit, credit: wires.credit }).collect()
    }

    /// `error` in this clock (rule E3), three bits for each local port.
    pub fn errors(&self) -> Vec<u8> {
        self.guards.iter().map(|guard| guard.error).collect()
    }

    /// One clock, in which the links carry `links` towards the router, by port.
    pub fn step(&mut self, links: &[LinkState], clear_error: bool) {
        if clear_error {
            self.guards.iter_mut().for_each(|guard| guard.error = 0); // E6
        }
        let mut wires: Vec<Wires<NumberedFlit>> = links.iter().map(|link| Wires { flit: link.flit, credit: link.credit }).collect();
        let mut dropped = vec![None; self.guards.len()];
        for port in 0..self.guards.len() {
            let Some((vc, flit)) = links[port].flit else { continue };
            if let Err(bit) = self.check(port, vc, flit) {
                wires[port].flit = None;
                dropped[port] = Some(vc).filter(|_| bit == DESTINATION); // E5
            }
        }
        self.router.step(&wires, &dropped, &self.routing);
    }

    /// E1, of a flit at a local port: the bit of `error` that it sets.
    fn check(&mut self, port: usize, vc: usize, flit: NumberedFlit) -> Result<(), usize> {
        let Self { router, guards, terminals, routing, config, count } = self;
        let NumberedFlit { head, tail, destination, bits, .. } = flit;
        let full = vc < config.vcs && router.inputs[port][vc].buffer.len() == config.depth;
        let home = |to, bits| usize::from(routing.route_onward(router.node, to, bits).0[0].port) < terminals.len();
        let lost = |to, bits| Some(to) == terminals[port] || to.0 >= *count || routing.rewrites() && home(to, bits);
        guards[port].check(&GuardedFlit { vc, head, tail, destination, bits }, config.vcs, full, lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::{NetworkRouting, RoutingOptions, for_network};

    /// Rules E1 to E6 and L2, expected values worked out manually, at node 0 of a 2 x 2 mesh with two clocks a hop: flits and credits that leave, and
    /// `error`, clock by clock.
    #[test]
    fn what_comes_in_leaves_or_sets_an_error() {
        let network: Network = "mesh:2,2".parse().unwrap();
        let config = RouterConfig { vcs: 1, depth: 2, ..RouterConfig::default() };
        let routing: NetworkRouting = for_network(&network, RoutingOptions::default(), 1).unwrap();
        let mut single = SingleRouter::new(&network, 0, routing, config).unwrap();
        // To node 1, a body of no packet, to node 0 itself; then `clear_error`.
        let sent = [(true, 1), (false, 1), (true, 0)];
        let (mut left, mut back, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        for clock in 0..8 {
            let shown = single.shown();
            left.extend(shown[1..].iter().flat_map(|link| link.flit).map(|(_, mark)| (clock, mark.number)));
            back.extend(shown[0].credit.map(|_| clock));
            errors.extend(single.errors());
            let mut links = vec![LinkState::default(); network.ports()];
            links[0].flit =
                sent.get(clock).map(|&(head, to)| (0, NumberedFlit { number: 7, head, tail: true, destination: TerminalId(to), bits: 0 }));
            single.step(&links, clock == 5);
        }
        assert_eq!((left, back), (vec![(2, 7)], vec![2, 4]));
        assert_eq!(errors, [0, 0, 0b010, 0b110, 0b110, 0b110, 0, 0]);
    }
}
