//! A network with managers and memories.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use torusmith_design::Order;
use torusmith_sim::axi4::{Axi4Network, Axi4Options, Inputs, Request};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::{NetworkRouting, RoutingOptions, for_network};
use torusmith_topology::{Network, TerminalId, address_map};

use super::manager::Manager;
use super::memory::Memory;

/// Probability that a user goes on in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    Full,
    /// In so many of eight clocks.
    Eighths(u32),
}

pub struct Draw(pub ChaCha8Rng);

impl Draw {
    pub fn goes(&mut self, pace: Pace) -> bool {
        match pace {
            Pace::Full => true,
            Pace::Eighths(count) => self.0.random_range(0..8) < count,
        }
    }
}

/// Parts of a network. Ranges: each node of `subordinates` has 64 KiB at its number in that list, times 64 KiB.
#[derive(Clone)]
pub struct Plan {
    pub network: &'static str,
    pub managers: Vec<u32>,
    pub subordinates: Vec<u32>,
    pub config: RouterConfig,
    pub routing: RoutingOptions,
    pub options: Axi4Options,
}

impl Plan {
    pub fn new(network: &'static str, managers: &[u32], subordinates: &[u32]) -> Self {
        let config = RouterConfig { vcs: 2, order: Order::Pair, ..RouterConfig::default() };
        let options = Axi4Options { data_width: 64, ..Axi4Options::default() };
        Self { network, managers: managers.into(), subordinates: subordinates.into(), config, routing: RoutingOptions::default(), options }
    }

    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    pub fn try_build(&self) -> Result<Axi4Network<NetworkRouting>, String> {
        self.try_build_on(&self.network.parse().unwrap())
    }

    fn try_build_on(&self, network: &Network) -> Result<Axi4Network<NetworkRouting>, String> {
        let name = |node: &u32| format!("{:?}", network.format_terminal(TerminalId(*node)));
        let managers: Vec<_> = self.managers.iter().map(name).collect();
        let mut text = format!("managers = [{}]\n", managers.join(", "));
        for (i, node) in self.subordinates.iter().enumerate() {
            text += &format!("[[range]]\nname = \"m{i}\"\nbase = {:#x}\nsize = 0x1_0000\nnode = {}\n", i << 16, name(node));
        }
        let map = address_map::parse(&text, "map.toml", network, self.options.address_width).unwrap();
        let routing = for_network(network, self.routing, self.config.vcs).unwrap();
        Axi4Network::new(network, network.graph(), routing, self.config, self.options, map).map_err(|e| e.to_string())
    }

    pub fn build(&self) -> Bench {
        self.build_on(&self.network.parse().unwrap())
    }

    /// On another network than the one that it names.
    pub fn build_on(&self, network: &Network) -> Bench {
        let axi4 = self.try_build_on(network).unwrap();
        let bus = u64::from(self.options.data_width / 8);
        Bench {
            axi4,
            nodes: network.terminals(),
            managers: self.managers.iter().map(|&node| (node as usize, Manager::new())).collect(),
            memories: self.subordinates.iter().map(|&node| (node as usize, Memory::new(bus))).collect(),
            draw: Draw(ChaCha8Rng::seed_from_u64(23)),
            clear_error: false,
            max_burst: self.options.max_burst,
        }
    }
}

pub struct Bench {
    pub axi4: Axi4Network<NetworkRouting>,
    nodes: usize,
    pub managers: BTreeMap<usize, Manager>,
    pub memories: BTreeMap<usize, Memory>,
    pub draw: Draw,
    pub clear_error: bool,
    pub max_burst: usize,
}

impl Bench {
    pub fn manager(&mut self, node: usize) -> &mut Manager {
        self.managers.get_mut(&node).unwrap()
    }

    pub fn memory(&mut self, node: usize) -> &mut Memory {
        self.memories.get_mut(&node).unwrap()
    }

    pub fn step(&mut self) {
        let (clock, axi4) = (self.axi4.clock(), &mut self.axi4);
        let mut inputs = vec![Inputs::default(); self.nodes];
        for (&node, manager) in &mut self.managers {
            inputs[node].manager = manager.drive(&mut self.draw);
            manager.note(clock, &axi4.manager(node).unwrap());
        }
        for (&node, memory) in &mut self.memories {
            let seen = axi4.subordinate(node).unwrap();
            inputs[node].subordinate = memory.drive(clock, &seen, &mut self.draw);
            memory.note(clock, &seen);
        }
        axi4.step(&inputs, self.clear_error);
    }

    pub fn steps(&mut self, clocks: u64) {
        (0..clocks).for_each(|_| self.step());
    }

    /// Steps until `done`.
    #[track_caller]
    pub fn until(&mut self, most: u64, done: impl Fn(&Self) -> bool) {
        for _ in 0..most {
            if done(self) {
                return;
            }
            self.step();
        }
        panic!("not done after {most} clocks");
    }
}

/// A burst INCR of whole beats of eight bytes.
pub fn incr(id: u16, addr: u64, beats: usize) -> Request {
    Request { id, addr, len: (beats - 1) as u8, size: 3, burst: 1, ..Request::default() }
}
